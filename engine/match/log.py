"""The match log: one JSON document that stands on its own, with both rosters as they took the field.

Reading is in two passes. The strict pass is fast; only when it fails does a second one look for the fault, so that
it can be told in a sentence with the place of the entry.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from engine.edition import Stats
from engine.match.entries import Entry
from engine.questions import Problem, Refusal
from engine.roster import Roster
from engine.words import gettext as _

FORMAT = 2
FORMATS = (1, FORMAT)
"""Versions that are read. A log of version 1 was kept without what is asked for hirings, the effects of handicaps,
special wizards and the dead who come back: it is played as it was kept, and gives the same outcome for ever."""
LARGEST = 5_000_000
"""Bytes; nothing longer is read."""


Stage = Literal["league", "play_off", "quarter_final", "semi_final", "third_place", "final", "tournament"]
"""What a match is played for. Everything but ``league`` is played on neutral ground."""


class LogPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player as he came to the match. ``id`` is his place in the team's ledger, ``number`` his shirt.

    ``start`` holds the stats of his position, ``stats`` those of today: movement, strength, agility, armour.
    ``misses``: he sits this match out for an earlier injury.
    """

    id: int
    number: int
    name: str
    position: str
    start: Stats
    stats: Stats
    skills: tuple[str, ...] = ()
    spp: int = 0
    niggling: int = 0
    misses: bool = False


class LogRoster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A team as it took the field. ``strength`` is what its edition calls rating or team value."""

    team: str
    race: str
    strength: int
    fan_factor: int
    players: tuple[LogPlayer, ...]
    rerolls: int = 0
    assistant_coaches: int = 0
    cheerleaders: int = 0
    apothecary: int = 0
    treasury: int = 0
    stadium: str = ""
    stadium_broken: bool = False
    trophies: tuple[str, ...] = ()
    next_id: int = 0
    """The id of the next player who signs; 0 stands for one more than the highest id of ``players``."""
    new_ids: tuple[int, ...] = ()
    """Ids of those who sign, in order, where they are settled beforehand; ``next_id`` is for whoever comes after."""


def take_the_field(roster: Roster, strength: int) -> LogRoster:
    """The roster as a match log carries it. ``strength`` is what its edition makes of it."""
    return LogRoster(
        team=roster.name,
        race=roster.race,
        strength=strength,
        fan_factor=roster.fan_factor,
        players=tuple(
            LogPlayer(
                id=one.id,
                number=one.number,
                name=one.name,
                position=one.position,
                start=one.start,
                stats=one.stats,
                skills=one.skills,
                spp=one.spp,
                niggling=one.niggling,
                misses=one.misses_next,
            )
            for one in roster.active
        ),
        rerolls=roster.rerolls,
        assistant_coaches=roster.assistant_coaches,
        cheerleaders=roster.cheerleaders,
        apothecary=roster.apothecary,
        treasury=roster.treasury,
        stadium=roster.stadium,
        stadium_broken=roster.stadium_broken,
        trophies=roster.trophies,
        next_id=roster.next_id,
    )


class StarRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a star player for hire has suffered so far, in a league that keeps it."""

    name: str
    dead: bool = False
    misses: bool = False
    niggling: int = 0
    lost: dict[str, int] = {}
    """Points lost by characteristic."""


class MatchLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``house_rules`` holds those of the league that differ from the edition's tables, by path."""

    format: int
    edition: str
    home: LogRoster
    away: LogRoster
    entries: tuple[Entry, ...] = ()
    house_rules: dict[str, Any] = {}
    stage: Stage = "league"
    neutral: bool = False
    """Neither team is at home, whatever it owns."""
    stars: tuple[StarRecord, ...] = ()

    @property
    def whole_book(self) -> bool:
        """Whether the log answers everything that the rules ask; those of version 1 do not."""
        return self.format > 1

    @property
    def at_home(self) -> bool:
        """Whether the home team's field counts: league matches that are not played on neutral ground."""
        return self.stage == "league" and not self.neutral


_decoder = msgspec.json.Decoder(MatchLog)
_encoder = msgspec.json.Encoder()


def encode_log(log: MatchLog) -> bytes:
    """Compact JSON; the same log gives the same bytes."""
    return _encoder.encode(log)


def decode_log(document: bytes) -> MatchLog:
    """Read a match log.

    Raises Refusal with one sentence that says what is wrong and where: not JSON, too large, an unknown format version,
    an unknown field, or an entry of an unknown kind or shape.
    """
    if len(document) > LARGEST:
        raise Refusal(
            _("The file is too large: a match log has at most {most} MB, this has {size:.1f} MB.").format(
                most=LARGEST // 1_000_000, size=len(document) / 1_000_000
            )
        )
    try:
        log = _decoder.decode(document)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise _explained(document, fault) from None
    if log.format not in FORMATS:
        raise _format_refusal(log.format)
    return log


def _format_refusal(found: Any) -> Refusal:
    return Refusal(
        _("This log has the format version {found!r}; Dugout reads the versions {first} and {last}.").format(
            found=found, first=FORMATS[0], last=FORMATS[1]
        )
    )


def _explained(document: bytes, fault: Exception) -> Refusal:
    try:
        raw = msgspec.json.decode(document)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Refusal(_("This file is not a match log: it is not JSON."))
    if not isinstance(raw, dict) or "format" not in raw:
        return Refusal(_("This file is not a match log: it has no format version."))
    if raw["format"] not in FORMATS:
        return _format_refusal(raw["format"])
    entries = raw.get("entries", [])
    if isinstance(entries, list):
        for place, entry in enumerate(entries, 1):
            try:
                msgspec.convert(entry, Entry)
            except msgspec.ValidationError as wrong:
                return _entry_refusal(place, entry, wrong)
    return Refusal(_("This match log cannot be read: {fault}.").format(fault=_plain(fault)))


def _entry_refusal(place: int, entry: Any, wrong: Exception) -> Refusal:
    given = msgspec.json.encode(entry).decode()[:200]
    kind = entry.get("kind") if isinstance(entry, dict) else None
    text = _("Entry {place} ({kind}) cannot be read: {fault}.").format(
        place=place, kind=kind or _("without a kind"), fault=_plain(wrong)
    )
    return Refusal(text, (Problem(text, entry=place, given=given),))


def _plain(fault: Exception) -> str:
    return str(fault).replace("Object ", "it ").replace("`$.", "`").rstrip(".")
