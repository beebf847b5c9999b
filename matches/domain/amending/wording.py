"""Why an act of the past no longer holds, in sentences that a commissioner understands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from engine.describe import describe_event
from engine.roster import (
    Advanced,
    Departed,
    FanFactorChanged,
    GoldChanged,
    Hired,
    Injured,
    Joined,
    MatchPlayed,
    MissServed,
    Player,
    PlayerRenamed,
    Renumbered,
    Roster,
    RosterEvent,
    SppGained,
)
from engine.stored import told
from engine.words import gold, listed, named, number
from matches.domain.amending.consequences import Item
from matches.domain.amending.consequences import what as what
from matches.domain.amending.past import Step

MOST = 8
"""Sentences about one act; what follows is counted."""


@dataclass
class Absences:
    """Since when players are gone, or have to sit out a match: by team and player, places and words in order."""

    _gone: dict[tuple[int, int], list[tuple[int, str]]] = field(default_factory=dict)
    _hurt: dict[tuple[int, int], list[tuple[int, str]]] = field(default_factory=dict)

    def note(self, team: int, step: Step, events: Iterable[RosterEvent]) -> None:
        for event in events:
            if isinstance(event, Departed):
                self._gone.setdefault((team, event.player), []).append((step.place, step.label))
            elif isinstance(event, Injured) and event.misses_next:
                self._hurt.setdefault((team, event.player), []).append((step.place, step.label))

    def gone(self, team: int, player: Player, place: int, deeds: str) -> str:
        """At this place of the ledger, where he did something."""
        since = _before(self._gone.get((team, player.id), ()), place)
        known, unknown = _FATES[player.status]
        return _(known if since else unknown).format(player=player.name, since=since, deeds=deeds)

    def hurt(self, team: int, player: Player, place: int, deeds: str) -> str:
        since = _before(self._hurt.get((team, player.id), ()), place)
        if since:
            told = _("{player} sits this match out, hurt in {since}, and {deeds} here.")
        else:
            told = _("{player} sits this match out and {deeds} here.")
        return told.format(player=player.name, since=since, deeds=deeds)


def _before(told: Iterable[tuple[int, str]], place: int) -> str:
    return next((words for at, words in reversed(list(told)) if at < place), "")


_FATES = {
    "dead": (
        gettext_noop("{player} is dead since {since} and {deeds} here."),
        gettext_noop("{player} is dead and {deeds} here."),
    ),
    "retired": (
        gettext_noop("{player} is retired since {since} and {deeds} here."),
        gettext_noop("{player} is retired and {deeds} here."),
    ),
    "dismissed": (
        gettext_noop("{player} is dismissed since {since} and {deeds} here."),
        gettext_noop("{player} is dismissed and {deeds} here."),
    ),
    "left": (
        gettext_noop("{player} is gone from the team since {since} and {deeds} here."),
        gettext_noop("{player} is gone from the team and {deeds} here."),
    ),
    "traded": (
        gettext_noop("{player} plays for another team since {since} and {deeds} here."),
        gettext_noop("{player} plays for another team and {deeds} here."),
    ),
}
"""Of somebody who is gone, with and without since when."""


def why(item: Item, absences: Absences) -> tuple[str, ...]:
    """All that is wrong, what is certain first, then what would come out differently."""
    found = list(item.impossible)
    for team, roster in item.before.items():
        found += _absent(item, team, roster, absences)
    if item.anew_events is None:
        # That somebody is not there is told of him already, and better.
        if item.refused and not (found and item.refused.absent):
            found.append(item.refusal)
        found += _heads(item) if item.kind == "match" else []
    else:
        for team, roster in item.before.items():
            found += _different(roster, item.events.get(team, ()), item.anew_events.get(team, ()))
    found = list(dict.fromkeys(found))
    if len(found) > MOST:
        more = len(found) - MOST + 1
        found = [
            *found[: MOST - 1],
            ngettext(
                "{n} more thing would be different.", "{n} more things would be different.", more
            ).format(n=more),
        ]
    return tuple(found)


# --- players who could not be there -------------------------------------------------------------------------------

_DEEDS = {
    "touchdown": gettext_noop("scored"),
    "completion": gettext_noop("passed"),
    "interception": gettext_noop("intercepted"),
    "casualty": gettext_noop("caused a casualty"),
    "mvp": gettext_noop("was the most valuable player"),
    "other": gettext_noop("earned star player points"),
}


def _absent(item: Item, team: int, now: Roster, absences: Absences) -> Iterable[str]:
    was = {one.id: one for one in item.stood[team].players}
    will = {one.id: one for one in now.players}
    for player, deeds in _concerned(item.events.get(team, ())).items():
        old, new = was.get(player), will.get(player)
        if old is None or old.status != "active":
            continue
        if new is None:
            yield _("{player} never signed for {team}, and {deeds} here.").format(
                player=old.name, team=now.name, deeds=listed(deeds)
            )
        elif new.status != "active":
            yield absences.gone(team, new, item.place, listed(deeds))
        elif item.kind == "match" and new.misses_next and not old.misses_next:
            yield absences.hurt(team, new, item.place, listed(deeds))


_Deed: TypeAlias = SppGained | Injured | Departed | Advanced | PlayerRenamed | Renumbered
"""What a player did or suffered."""


def _concerned(events: Iterable[RosterEvent]) -> dict[int, list[str]]:
    """What each player did or suffered, in words."""
    found: dict[int, list[str]] = {}
    played: tuple[int, ...] = ()
    for event in events:
        if isinstance(event, MatchPlayed):
            played = event.played
        elif isinstance(event, _Deed):
            words, told = _did(event), found.setdefault(event.player, [])
            if words not in told:
                told.append(words)
    for player in played:
        found.setdefault(player, [_("played")])
    return found


def _did(event: _Deed) -> str:
    match event:
        case SppGained(source=source):
            return _(_DEEDS[source])
        case Injured():
            return _("was injured")
        case Departed(status="dead"):
            return _("was killed")
        case Departed():
            return _("left")
        case Advanced():
            return _("improved")
        case PlayerRenamed():
            return _("was renamed")
        case Renumbered():
            return _("changed shirts")


def _heads(item: Item) -> Iterable[str]:
    """What differs on the rosters that take the field, as far as it decides what is rolled."""
    rules = item.edition.rules
    for team, roster in item.before.items():
        before, after = rules.strength(item.stood[team]), rules.strength(roster)
        if before != after:
            yield _("{team} takes the field with a {strength} of {new} instead of {old}.").format(
                team=roster.name, strength=named(rules.strength_name), new=number(after), old=number(before)
            )


# --- what would come out differently ------------------------------------------------------------------------------


def _different(
    roster: Roster, played: tuple[RosterEvent, ...], anew: tuple[RosterEvent, ...]
) -> Iterable[str]:
    """Sentences of what the one has and the other has not."""
    gone = list((Counter(_keys(played)) - Counter(_keys(anew))).elements())
    new = list((Counter(_keys(anew)) - Counter(_keys(played))).elements())
    lost = [event for event in played if _key(event) in gone]
    won = [event for event in anew if _key(event) in new]
    yield from _sums(roster, lost, won)
    known = _with_newcomers(roster, (*played, *anew))
    for event in lost:
        if not isinstance(event, GoldChanged | FanFactorChanged | MatchPlayed | MissServed):
            yield _("It would no longer be so: {event}").format(event=describe_event(known, event))
    for event in won:
        if not isinstance(event, GoldChanged | FanFactorChanged | MatchPlayed | MissServed):
            yield _("It would be so: {event}").format(event=describe_event(known, event))


def _keys(events: Iterable[RosterEvent]) -> list[str]:
    return [_key(event) for event in events]


def _key(event: RosterEvent) -> str:
    return repr(event)


def _sums(roster: Roster, lost: list[RosterEvent], won: list[RosterEvent]) -> Iterable[str]:
    """What is counted: gold by its reason, fan factor, the score, and who was there."""
    for reason in dict.fromkeys(one.reason for one in (*lost, *won) if isinstance(one, GoldChanged)):
        old, new = (
            sum(one.amount for one in side if isinstance(one, GoldChanged) and one.reason == reason)
            for side in (lost, won)
        )
        yield _("{team}: {reason} would be {new} instead of {old}.").format(
            team=roster.name, reason=told(reason), new=gold(new), old=gold(old)
        )
    if any(isinstance(one, FanFactorChanged) for one in (*lost, *won)):
        old, new = (
            sum(one.change for one in side if isinstance(one, FanFactorChanged)) for side in (lost, won)
        )
        yield _("{team}: the fan factor would change by {new} instead of {old}.").format(
            team=roster.name, new=f"{new:+d}", old=f"{old:+d}"
        )
    before = next((one for one in lost if isinstance(one, MatchPlayed)), None)
    after = next((one for one in won if isinstance(one, MatchPlayed)), None)
    if before is not None and after is not None:
        yield from _match(roster, before, after)
    served = [one.player for one in won if isinstance(one, MissServed)]
    for player in served:
        yield _("{player} would have sat out a match, and be fit again.").format(player=_name(roster, player))
    for player in (one.player for one in lost if isinstance(one, MissServed)):
        yield _("{player} would not have sat out a match.").format(player=_name(roster, player))


_RESULTS = {"won": gettext_noop("won"), "drawn": gettext_noop("drawn"), "lost": gettext_noop("lost")}


def _match(roster: Roster, before: MatchPlayed, after: MatchPlayed) -> Iterable[str]:
    old, new = (
        _("{result} {score}, casualties {casualties}").format(
            result=_(_RESULTS[one.result]),
            score=f"{one.touchdowns_for}-{one.touchdowns_against}",
            casualties=f"{one.casualties_for}-{one.casualties_against}",
        )
        for one in (before, after)
    )
    if old != new:
        yield _("{team}: {new}, instead of {old}.").format(team=roster.name, new=new, old=old)
    there, absent = set(after.played) - set(before.played), set(before.played) - set(after.played)
    if there:
        yield ngettext("{players} would have played.", "{players} would have played.", len(there)).format(
            players=listed(_name(roster, one) for one in sorted(there))
        )
    if absent:
        yield ngettext(
            "{players} would not have played.", "{players} would not have played.", len(absent)
        ).format(players=listed(_name(roster, one) for one in sorted(absent)))


def _name(roster: Roster, player: int) -> str:
    return next(
        (one.name for one in roster.players if one.id == player), _("player {number}").format(number=player)
    )


def _with_newcomers(roster: Roster, events: Iterable[RosterEvent]) -> Roster:
    """The roster as far as names go, with whoever signs by these events."""
    known = {one.id for one in roster.players}
    new: list[Player] = []
    for event in events:
        if isinstance(event, Joined) and event.record.id not in known:
            new.append(event.record)
        elif isinstance(event, Hired) and event.player not in known:
            new.append(
                Player(event.player, event.number, event.name, event.position, 0, event.stats, event.stats)
            )
    return Roster(name=roster.name, players=(*roster.players, *new))


def refused(count: int) -> str:
    """What a commit is refused with."""
    return ngettext(
        "{n} thing that no longer holds is not settled yet.",
        "{n} things that no longer hold are not settled yet.",
        count,
    ).format(n=number(count))
