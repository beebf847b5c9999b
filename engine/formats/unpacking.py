"""Archives from strangers, unpacked within limits.

A compressed file says nothing trustworthy about what is in it, so that the limits hold for what really comes out, while
it comes out: bytes, and bytes for each byte that went in. Nothing is ever written to disk.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

from engine.questions import Refusal
from engine.words import gettext as _

LARGEST_FILE = 20_000_000
"""Bytes of a file as it is handed in. Real ones have 200,000."""
LARGEST_CONTENT = 80_000_000
"""Bytes that come out. Real ones have 14,000,000."""
LARGEST_JSON = 16_000_000
"""Bytes of JSON, which is in memory as a whole and takes several times as much there. Real ones have 4,000,000."""
HIGHEST_RATIO = 250
"""Bytes out for each byte in. Real ones reach 75; the limit of deflate is 1,032."""
FREE_OF_RATIO = 1_000_000
"""So many bytes may come out whatever the ratio: a short file of blanks harms nobody."""
MOST_MEMBERS = 20
CHUNK = 1 << 16

DAMAGE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError, LookupError,
    OverflowError,
)  # fmt: skip
"""What the standard library raises for archives that are none: a negative place to read from is a ValueError."""


def check_size(data: bytes) -> None:
    """Raises Refusal for a file that is too large as it is."""
    if len(data) > LARGEST_FILE:
        raise Refusal(
            _("The file is too large: at most {most} MB are read, this has {size:.1f} MB.").format(
                most=LARGEST_FILE // 1_000_000, size=len(data) / 1_000_000
            )
        )


def only_member(data: bytes) -> Iterator[bytes]:
    """What is in a zip archive that holds one file, in pieces.

    Raises Refusal, perhaps only after some pieces, for an archive that is damaged, encrypted, too large inside, or that
    holds another number of files.
    """
    check_size(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            member = _member(archive)
            with archive.open(member) as stream:
                yield from _pieces(stream, max(member.compress_size, 1), len(data))
    except DAMAGE as fault:
        raise Refusal(
            _("The archive is damaged or of a kind that is not read: {fault}.").format(fault=_plain(fault))
        ) from None


def _member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        raise Refusal(
            _("The archive holds {count} files; the archive of a match holds one.").format(count=len(members))
        )
    files = [one for one in members if not one.is_dir() and not one.filename.startswith("__MACOSX/")]
    if len(files) != 1:
        raise Refusal(
            _("The archive holds {count} files; the archive of a match holds one.").format(count=len(files))
        )
    if files[0].flag_bits & 1:
        raise Refusal(_("The archive is locked by a password, and is not read."))
    if files[0].compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refusal(_("The archive is packed in a way that is not read; zip it again with deflate."))
    return files[0]


def gunzipped(data: bytes) -> bytes:
    """Raises Refusal for what is damaged or too large inside."""
    check_size(data)
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            return b"".join(_pieces(stream, len(data), len(data)))
    except DAMAGE as fault:
        raise Refusal(_("The compressed file is damaged: {fault}.").format(fault=_plain(fault))) from None


def _pieces(stream: IO[bytes] | gzip.GzipFile, packed: int, whole: int) -> Iterator[bytes]:
    """``packed`` is what a header says of the size, which counts only where the whole file has so many bytes."""
    allowed = min(LARGEST_CONTENT, max(HIGHEST_RATIO * min(packed, whole), FREE_OF_RATIO))
    found = 0
    while piece := stream.read(CHUNK):
        found += len(piece)
        if found > allowed:
            raise Refusal(
                _(
                    "The file unpacks to more than {most} MB; no file of a match does, and it is not read."
                ).format(most=allowed // 1_000_000)
            )
        yield piece


def _plain(fault: Exception) -> str:
    return str(fault).rstrip(".") or type(fault).__name__
