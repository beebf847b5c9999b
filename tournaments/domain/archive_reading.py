"""The lines of an archive, one after the other: whatever is wrong with a file is said with the line it is on.

Nothing is unpacked to a disk, and no more than one line is held. What a file may come to is limited before it is
looked at, since a small file may stand for an enormous one.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from engine import words
from engine.questions import Refusal
from tournaments.domain.archive_records import (
    FORMAT,
    VERSION,
    ArchiveRecord,
    EndRecord,
    Record,
)

LARGEST_FILE = 256 * 1024 * 1024
"""Bytes of an archive as it is stored."""
LARGEST = 2 * 1024 * 1024 * 1024
"""Bytes of an archive unpacked."""
LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of one line: a match log of the largest size, written as a text, is shorter."""
MOST_LINES = 2_000_000

_decoder = msgspec.json.Decoder(Record | EndRecord)
_nul = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""PostgreSQL keeps no NUL; an escaped backslash before the letters is something else."""


class Line(NamedTuple):
    number: int
    length: int
    """Bytes."""
    record: Record


def read(file: BinaryIO, own: bool = False) -> Iterator[Line]:
    """The records of all leagues of an archive, without its first and last line.

    ``own``: whoever runs this installation chose the file; a backup of many leagues may be of any size. Raises Refusal
    with one sentence, which names the line, for whatever is no archive, is cut off, is of another version, or is too
    large.
    """
    number = 0
    lines = _lines(file, own)
    _check_first(next(lines, b""))
    for number, line in enumerate(lines, 2):
        record = _record(line, number)
        if isinstance(record, EndRecord):
            _check_end(record, number, next(lines, b""))
            return
        yield Line(number, len(line), record)
    raise Refusal(
        _("The archive is cut off after line {number}: its last line is missing.").format(
            number=max(number, 1)
        )
    )


def _lines(file: BinaryIO, own: bool) -> Iterator[bytes]:
    """Unpacked, each without its end."""
    total = number = 0
    packed = gzip.GzipFile(fileobj=file, mode="rb")
    while True:
        try:
            line = packed.readline(LONGEST_LINE + 1)
        except (gzip.BadGzipFile, zlib.error):
            if number:
                raise Refusal(
                    _("The archive is damaged after line {number}.").format(number=number)
                ) from None
            raise Refusal(_("This is no archive of Dugout: it is not packed with gzip.")) from None
        except EOFError:
            raise Refusal(_("The archive is cut off after line {number}.").format(number=number)) from None
        if not line:
            return
        number += 1
        total += len(line)
        if len(line) > LONGEST_LINE:
            raise Refusal(
                _("Line {number} is longer than {megabytes} MB.").format(
                    number=number, megabytes=LONGEST_LINE // 1024 // 1024
                )
            )
        if total > LARGEST and not own:
            said = _("The archive comes to more than {gigabytes} GB when it is unpacked (line {number}).")
            raise Refusal(said.format(gigabytes=LARGEST // 1024**3, number=number))
        if number > MOST_LINES and not own:
            raise Refusal(_("The archive has more than {n} lines.").format(n=words.number(MOST_LINES)))
        yield line.removesuffix(b"\n")


def _check_first(line: bytes) -> None:
    try:
        raw = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(_("This is no archive of Dugout: line 1 is not JSON.")) from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise Refusal(
            _("This is no archive of Dugout: line 1 does not name the format {format!r}.").format(
                format=FORMAT
            )
        )
    if raw.get("version") != VERSION:
        said = _("Line 1 says that the archive is of version {theirs}; this Dugout reads version {ours}.")
        raise Refusal(said.format(theirs=str(raw.get("version"))[:20], ours=VERSION))
    try:
        msgspec.convert(raw, ArchiveRecord)
    except msgspec.ValidationError as wrong:
        raise Refusal(
            _("Line {number} cannot be read: {fault}.").format(number=1, fault=_plain(wrong))
        ) from None


def _record(line: bytes, number: int) -> Record | EndRecord:
    if _nul.search(line):
        raise Refusal(_("Line {number} holds a NUL character.").format(number=number))
    try:
        return _decoder.decode(line)
    except msgspec.ValidationError as wrong:
        raise Refusal(
            _("Line {number} cannot be read: {fault}.").format(number=number, fault=_plain(wrong))
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(_("Line {number} is not JSON.").format(number=number)) from None


def _check_end(record: EndRecord, number: int, after: bytes) -> None:
    if record.lines != number - 1:
        said = _("Line {number} ends the archive after {before} lines and says that there were {said}.")
        raise Refusal(said.format(number=number, before=number - 1, said=record.lines))
    if after:
        raise Refusal(
            _("Line {number} ends the archive, and line {next} goes on.").format(
                number=number, next=number + 1
            )
        )


def _plain(fault: Exception) -> str:
    return str(fault).replace("Object ", "it ").replace("`$.", "`").rstrip(".")
