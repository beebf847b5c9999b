"""The match file that a log is filled from: what is kept of it with the log, and what it says."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.formats import beside
from engine.formats.as_log import Continued, read_on
from engine.formats.matchfile import MatchFile
from engine.formats.matching import Matching
from engine.match.log import MatchLog as Document
from engine.questions import Refusal
from engine.replay import Replay
from engine.words import number
from matches.models import MatchLog

LARGEST_SOURCE = 500_000
"""Characters of JSON; real files come to 14,000."""

_decoder = msgspec.json.Decoder(MatchFile)


@dataclass(frozen=True, slots=True)
class FromFile:
    """How a log stands beside its file: how many entries are what it says, what it says of the question that it cannot
    answer, what could not be carried over, and where a finished log is another match.

    ``more``: the file could go on from here.
    """

    told: int
    hint: str
    notes: tuple[str, ...]
    differences: tuple[str, ...]
    more: bool

    @property
    def words(self) -> str:
        return ngettext("Read from the file: {n} entry", "Read from the file: {n} entries", self.told).format(
            n=number(self.told)
        )


def encode(file: MatchFile) -> str:
    """Raises Refusal for a file that tells too much to be kept."""
    text = msgspec.json.encode(file).decode()
    if len(text) > LARGEST_SOURCE:
        raise Refusal(_("The file tells of more than a match has, and is not read."))
    return text


def file_of(row: MatchLog) -> MatchFile:
    return _decoder.decode(row.source)


def check(row: MatchLog) -> None:
    """Raises Refusal for a row from elsewhere whose match file cannot be read, or is another than it says."""
    try:
        digest = file_of(row).digest if row.source else ""
        if row.matching:
            matching_of(row)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise Refusal(_("The match file of a log cannot be read.")) from None
    if digest != row.source_digest or len(row.source) > LARGEST_SOURCE:
        raise Refusal(_("The match file of a log is not the one that was stored."))


def settled(row: MatchLog) -> bool:
    """Whether the log is filled from a file, and it is settled who is who."""
    return bool(row.source and row.matching)


def matching_of(row: MatchLog) -> Matching:
    return msgspec.convert(row.matching, Matching, str_keys=True)


def as_json(matching: Matching) -> dict[str, dict[str, int | str]]:
    found: dict[str, dict[str, int | str]] = msgspec.to_builtins(matching, str_keys=True)
    return found


def continued(row: MatchLog, log: Document, *, on: bool = True) -> Continued:
    """The log with all that its file can answer now. A log of other rules than the file's, which the rosters have come
    to meanwhile, is as it is."""
    try:
        return read_on(log, file_of(row), matching_of(row), on=on)
    except Refusal as refusal:
        return Continued(log, 0, (), refusal.message, ())


def from_file(row: MatchLog, log: Document, seen: Replay) -> FromFile | None:
    """Nothing for a log that no file fills."""
    if not settled(row):
        return None
    file, matching = file_of(row), matching_of(row)
    ahead = continued(row, log)
    here = continued(row, log, on=False)
    return FromFile(
        told=len(here.told),
        hint=ahead.hint if not ahead.added else "",
        notes=here.notes,
        differences=beside.differences(log, seen, file, matching),
        more=ahead.added > 0,
    )
