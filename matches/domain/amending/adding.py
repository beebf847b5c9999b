"""What a decree may add to an act of the past: whatever a decree of today may do, in the same measure.

The events come as they are written, and the ledger keeps them for good: what no column takes, no page can show or no
rule knows is refused here. Who signs, and what a match brought, is never added: that is told by acts of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine import words
from engine.acts import clean_name
from engine.acts.decreeing import COUNT_MAX, GOLD_MAX, REASON_MAX, STAT_MAX
from engine.edition import STAT_NAMES, Edition
from engine.questions import Refusal
from engine.roster import (
    Advanced,
    Converted,
    Departed,
    FanFactorChanged,
    Founded,
    GoldChanged,
    Hired,
    Joined,
    MatchPlayed,
    PlayerRenamed,
    Renumbered,
    RerollsChanged,
    Returned,
    Roster,
    RosterEvent,
    SppGained,
    StadiumChanged,
    StaffChanged,
    Stat,
    StatChanged,
    Taught,
    TeamRenamed,
    TrophyChanged,
)

_OF_THEIR_OWN: Mapping[type, str] = {
    Founded: gettext_noop("A decree cannot found a team anew."),
    Converted: gettext_noop("A decree moves nobody to another edition; the league as a whole is moved."),
    Hired: gettext_noop("Nobody signs by a decree for the past; buy or trade the player instead."),
    Joined: gettext_noop("Nobody signs by a decree for the past; buy or trade the player instead."),
    MatchPlayed: gettext_noop("A decree cannot play a match; correct its log instead."),
}

_NUMBERS: Mapping[type, tuple[str, ...]] = {
    FanFactorChanged: ("change",),
    RerollsChanged: ("change",),
    StaffChanged: ("change",),
    SppGained: ("count", "points"),
}
"""Of an event: what is bounded as in a decree of today."""


def fault(edition: Edition, roster: Roster, events: Iterable[RosterEvent]) -> str:
    """Why these events cannot be added to an act that the roster meets; empty where they can."""
    return " ".join(one for event in events for one in _faults(edition, roster, event))


def _faults(edition: Edition, roster: Roster, event: Any) -> Iterator[str]:
    if type(event) in _OF_THEIR_OWN:
        yield _(_OF_THEIR_OWN[type(event)])
        return
    yield from _measure(event)
    yield from _words(event)
    match event:
        case Advanced(kind="stat", gain=stat) if stat not in STAT_NAMES:
            yield _("There is no characteristic called {stat!r}.").format(stat=stat[:40])
        case Advanced(kind="skill", gain=skill) | Taught(skill=skill) if skill not in edition.skills:
            yield _("{edition} knows no skill or trait named {skill!r}.").format(
                edition=edition.name, skill=skill[:40]
            )
        case StatChanged(change=change) if abs(change) != 1:
            yield _("A decree moves a characteristic by one point, not by {change}.").format(change=change)
        case StatChanged(player=player, stat=stat, change=1) if _stat(roster, player, stat) >= STAT_MAX:
            yield _("A characteristic is {most} at most.").format(most=STAT_MAX)
        case Departed(status="active" | "traded" as status):
            yield _("Nobody can leave as {status}.").format(status=status)
        case Returned(player=player) if _status(roster, player) == "traded":
            yield _("A player who was traded plays for another team, and cannot return by decree.")
        case Renumbered(number=number) if not 1 <= number <= edition.creation.numbers_max:
            yield _("Shirts are numbered from 1 to {most}, not {number}.").format(
                most=edition.creation.numbers_max, number=number
            )
        case StadiumChanged(stadium=name, value=value):
            if name and edition.stadium(name) is None:
                yield _("{edition} has no home field called {field!r}.").format(
                    edition=edition.name, field=name[:40]
                )
            if not 0 <= value <= GOLD_MAX:
                yield _("A home field cannot be worth {amount} gold.").format(amount=words.number(value))


def _status(roster: Roster, player: int) -> str:
    return next((one.status for one in roster.players if one.id == player), "")


def _stat(roster: Roster, player: int, stat: Stat) -> int:
    return next((one.stats[STAT_NAMES.index(stat)] for one in roster.players if one.id == player), 0)


def _measure(event: Any) -> Iterator[str]:
    if isinstance(event, GoldChanged) and abs(event.amount) > GOLD_MAX:
        yield _("A decree on gold is at most {most}.").format(most=words.number(GOLD_MAX))
    for name in _NUMBERS.get(type(event), ()):
        if abs(getattr(event, name)) > COUNT_MAX:
            yield _("A decree changes nothing by more than {most}.").format(most=words.number(COUNT_MAX))


def _words(event: Any) -> Iterator[str]:
    """Names are names, and whatever else is written is one line that can be read."""
    names: Mapping[type, str] = {TeamRenamed: "name", PlayerRenamed: "name", TrophyChanged: "trophy"}
    of_name = names.get(type(event))
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field == of_name:
            try:
                clean = clean_name(value)
            except Refusal as refusal:
                yield refusal.message
            else:
                if clean != value:
                    yield _("The name {name!r} holds blanks or characters that no name has.").format(
                        name=value
                    )
        elif isinstance(value, str) and not (value.isprintable() and len(value) <= REASON_MAX):
            yield _("What a decree says is one line of at most {most} characters.").format(most=REASON_MAX)
