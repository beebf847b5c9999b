"""What a commissioner decides about a later act, as the page of consequences shows it and sends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.questions import Refusal
from engine.roster import FanFactorChanged, GoldChanged, RosterEvent, SppGained
from matches.domain.amending import Consequences, Decree, Item, Settlement
from matches.domain.amending.consequences import WAYS, Compared, How, MatchChange, Way
from matches.sent import number
from teams.models import Team

DECREED = "decree"
"""What the ledger says of gold, fans and points that come by decree."""
LARGEST = 10_000_000
"""The most gold, fans or points of one line."""

WORDS: dict[Way, tuple[str, str]] = {
    "leave": (
        gettext_noop("Leave as played"),
        gettext_noop("It keeps its dice and everything that came of it."),
    ),
    "anew": (gettext_noop("Derive anew"), gettext_noop("The same answers, on the corrected rosters.")),
    "adjust": (
        gettext_noop("Leave out what cannot have been"),
        gettext_noop("As played, without the deeds of whoever could not be there."),
    ),
    "void": (gettext_noop("It does not count"), gettext_noop("Nothing of it stands.")),
}
"""Ways to settle: what the button says, and what it means."""
VOID_MATCH = gettext_noop("Nothing of it stands, and the match is to be played again.")
SETTLED = {
    "leave": gettext_noop("left as played"),
    "anew": gettext_noop("derived anew"),
    "adjust": gettext_noop("adjusted"),
    "void": gettext_noop("does not count"),
    "decree": gettext_noop("by decree"),
}
HOW: dict[How, str] = {
    "amended": gettext_noop("corrected"),
    "undone": gettext_noop("undone; to be played again"),
    "restored": gettext_noop("stands again as it was before"),
    "anew": gettext_noop("derived anew"),
    "void": gettext_noop("does not count; to be played again"),
    "adjust": gettext_noop("without what cannot have been"),
    "decree": gettext_noop("by decree"),
}
"""What becomes of a match that is written anew."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to settle an item, with what it would come to: of each line what it was, and what it would be."""

    way: Way
    words: str
    means: str
    chosen: bool
    lines: tuple[tuple[Compared, str], ...]


@dataclass(frozen=True, slots=True)
class StruckLine:
    """A thing that the act did, as a decree drops it: its field's ``value``."""

    value: str
    sentence: str
    struck: bool


@dataclass(frozen=True, slots=True)
class DecreeTeam:
    """The fields of a decree for one team. ``players`` are (id, words)."""

    team: Team
    lines: tuple[StruckLine, ...]
    players: tuple[tuple[int, str], ...]
    gold: str
    fans: str
    points: str
    player: int | None


class ItemForm:
    """One item with its choices. ``typed``: what was sent for it and refused."""

    def __init__(self, item: Item, typed: QueryDict | None = None) -> None:
        self.item = item
        self.typed = typed

    @property
    def settled(self) -> str:
        return _(SETTLED[self.item.way]) if self.item.way in SETTLED else ""

    @property
    def refusal(self) -> str:
        """Why it cannot be derived anew, where that is not among its reasons already."""
        told = self.item.refusal
        return "" if any(told in sentence for sentence in self.item.why) else told

    @property
    def choices(self) -> Iterator[Choice]:
        item = self.item
        for way in WAYS:
            if way not in item.ways:
                continue
            words, means = WORDS[way]
            if way == "void" and item.kind == "match":
                means = VOID_MATCH
            lines = tuple((one, one.after[way]) for one in item.compared if way in one.after)
            yield Choice(way, _(words), _(means), item.way == way, lines)

    @property
    def decreed(self) -> Decree:
        """The decree that is in force, or an empty one."""
        found = self.item.settlement
        return found if isinstance(found, Decree) else Decree()

    @property
    def teams(self) -> Iterator[DecreeTeam]:
        """The fields of a decree, filled with what was typed, or with the decree in force."""
        for team, sentences in self.item.told:
            yield self._team(team, sentences)

    def _team(self, team: Team, sentences: tuple[str, ...]) -> DecreeTeam:
        dropped, added = self.decreed.drop.get(team.slug, ()), self.decreed.add.get(team.slug, ())
        values = {"gold": "", "fans": "", "points": "", "player": ""}
        for event in added:
            values |= _typed(event)
        struck = {f"{team.slug}:{place}" for place in dropped}
        if self.typed is not None:
            values = {name: self.typed.get(f"{name}-{team.slug}", "") for name in values}
            struck = set(self.typed.getlist("drop"))
        return DecreeTeam(
            team,
            tuple(
                StruckLine(f"{team.slug}:{place}", sentence, f"{team.slug}:{place}" in struck)
                for place, sentence in enumerate(sentences)
            ),
            tuple(
                (one.id, f"{one.number} {one.name}")
                for one in sorted(self.item.before[team.pk].active, key=lambda one: one.number)
            ),
            values["gold"],
            values["fans"],
            values["points"],
            number(values["player"]),
        )


def _typed(event: RosterEvent) -> dict[str, str]:
    if isinstance(event, GoldChanged):
        return {"gold": str(event.amount)}
    if isinstance(event, FanFactorChanged):
        return {"fans": str(event.change)}
    if isinstance(event, SppGained):
        return {"points": str(event.points), "player": str(event.player)}
    return {}


def changes(found: Consequences) -> list[tuple[MatchChange, str]]:
    """Each match that is written anew, with how in words."""
    return [(one, _(HOW[one.how])) for one in found.matches]


def items(found: Consequences, only_open: bool) -> list[Item]:
    return [item for item in found.items if item.settlement is None or not only_open]


def settlement_of(posted: QueryDict) -> Settlement | dict[str, Any] | None:
    """What was decided, as the domain takes it; None takes a decision back. Raises Refusal for what cannot be read."""
    way = posted.get("way", "")
    if way == "open":
        return None
    if way != "decree":
        for one in WAYS:
            if way == one:
                return one
        raise Refusal(_("Choose what becomes of it."))
    slugs = posted.getlist("team")
    return {
        "decree": {
            "drop": {slug: dropped for slug in slugs if (dropped := list(_dropped(posted, slug)))},
            "add": {slug: added for slug in slugs if (added := list(_added(posted, slug)))},
        }
    }


def _dropped(posted: QueryDict, slug: str) -> Iterator[int]:
    for value in posted.getlist("drop"):
        team, __, place = value.rpartition(":")
        if team == slug:
            yield _whole(place, _("What is struck out"))


def _added(posted: QueryDict, slug: str) -> Iterator[dict[str, Any]]:
    gold = _whole(posted.get(f"gold-{slug}", ""), _("Gold"))
    fans = _whole(posted.get(f"fans-{slug}", ""), _("Fan factor"))
    points = _whole(posted.get(f"points-{slug}", ""), _("Star player points"))
    if gold:
        yield msgspec.to_builtins(GoldChanged(gold, DECREED))
    if fans:
        yield msgspec.to_builtins(FanFactorChanged(fans, DECREED))
    if points:
        player = posted.get(f"player-{slug}", "")
        if not player:
            raise Refusal(_("Say which player the star player points are for."))
        yield msgspec.to_builtins(SppGained(_whole(player, _("Player")), "other", 1, points))


def _whole(text: str, what: str) -> int:
    """A whole number, with or without a sign; nothing is 0."""
    text = text.replace(",", "").replace("\N{MINUS SIGN}", "-").strip()
    if not text:
        return 0
    digits = text[1:] if text[0] in "+-" else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 12 and int(digits) <= LARGEST):
        raise Refusal(
            _("{what}: {typed} is no number that can stand here.").format(what=what, typed=repr(text[:20]))
        )
    return int(text)
