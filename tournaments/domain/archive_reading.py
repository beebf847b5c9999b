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
    raise Refusal(f"The archive is cut off after line {max(number, 1)}: its last line is missing.")


def _lines(file: BinaryIO, own: bool) -> Iterator[bytes]:
    """Unpacked, each without its end."""
    total = number = 0
    packed = gzip.GzipFile(fileobj=file, mode="rb")
    while True:
        try:
            line = packed.readline(LONGEST_LINE + 1)
        except (gzip.BadGzipFile, zlib.error):
            if number:
                raise Refusal(f"The archive is damaged after line {number}.") from None
            raise Refusal("This is no archive of Dugout: it is not packed with gzip.") from None
        except EOFError:
            raise Refusal(f"The archive is cut off after line {number}.") from None
        if not line:
            return
        number += 1
        total += len(line)
        if len(line) > LONGEST_LINE:
            raise Refusal(f"Line {number} is longer than {LONGEST_LINE // 1024 // 1024} MB.")
        if total > LARGEST and not own:
            raise Refusal(
                f"The archive comes to more than {LARGEST // 1024**3} GB when it is unpacked (line {number})."
            )
        if number > MOST_LINES and not own:
            raise Refusal(f"The archive has more than {MOST_LINES:,} lines.")
        yield line.removesuffix(b"\n")


def _check_first(line: bytes) -> None:
    try:
        raw = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal("This is no archive of Dugout: line 1 is not JSON.") from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise Refusal(f"This is no archive of Dugout: line 1 does not name the format {FORMAT!r}.")
    if raw.get("version") != VERSION:
        raise Refusal(
            f"Line 1 says that the archive is of version {str(raw.get('version'))[:20]}; "
            f"this Dugout reads version {VERSION}."
        )
    try:
        msgspec.convert(raw, ArchiveRecord)
    except msgspec.ValidationError as wrong:
        raise Refusal(f"Line 1 cannot be read: {_plain(wrong)}.") from None


def _record(line: bytes, number: int) -> Record | EndRecord:
    if _nul.search(line):
        raise Refusal(f"Line {number} holds a NUL character.")
    try:
        return _decoder.decode(line)
    except msgspec.ValidationError as wrong:
        raise Refusal(f"Line {number} cannot be read: {_plain(wrong)}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(f"Line {number} is not JSON.") from None


def _check_end(record: EndRecord, number: int, after: bytes) -> None:
    if record.lines != number - 1:
        raise Refusal(
            f"Line {number} ends the archive after {number - 1} lines and says that there were {record.lines}."
        )
    if after:
        raise Refusal(f"Line {number} ends the archive, and line {number + 1} goes on.")


def _plain(fault: Exception) -> str:
    return str(fault).replace("Object ", "it ").replace("`$.", "`").rstrip(".")
