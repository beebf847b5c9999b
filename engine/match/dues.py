"""What a match leaves on a roster: points, injuries, gold and fans, as roster events."""

from __future__ import annotations

from engine import stored
from engine.dice import D6, Span
from engine.edition import Rules
from engine.match import facts
from engine.match.state import Fielded, Match, Squad
from engine.questions import Roll, Script, other
from engine.roster import (
    Departed,
    FanFactorChanged,
    GoldChanged,
    MatchPlayed,
    MissServed,
    Result,
    RosterEvent,
    SppGained,
    SppSource,
)


class Dues:
    """What one side is owed or owes after the match, until it becomes roster events."""

    __slots__ = ("fan_factor", "gold", "leaving", "squad")

    def __init__(self, squad: Squad) -> None:
        self.squad = squad
        self.gold: list[tuple[int, str]] = []
        self.fan_factor = 0
        self.leaving: list[Fielded] = []


def _deeds(one: Fielded) -> tuple[tuple[SppSource, int], ...]:
    return (
        ("completion", one.completions),
        ("touchdown", one.touchdowns),
        ("interception", one.interceptions),
        ("casualty", one.casualties),
        ("mvp", one.mvps),
    )


def points(rules: Rules, one: Fielded) -> int:
    """Star player points of this match."""
    return sum(count * rules.spp(source) for source, count in _deeds(one))


def _gained(rules: Rules, one: Fielded) -> list[RosterEvent]:
    if not (one.completions or one.touchdowns or one.interceptions or one.casualties or one.mvps):
        return []
    return [
        SppGained(one.player.id, source, count, count * rules.spp(source))
        for source, count in _deeds(one)
        if count
    ]


def departures(match: Match, squad: Squad, from_spp: int, leaves_on: Span) -> Script[list[Fielded]]:
    """Each star of the side that conceded, by shirt number, leaves on a bad die. Returns those who do.

    Source: LRB4, Conceding; lrb4-cs.txt:2950-2952. Competition Rules: ffb (StepPlayerLoss)
    """
    leaving = []
    for one in squad.contracted:
        if one.condition == "dead" or one.player.spp + points(match.edition.rules, one) < from_spp:
            continue
        die = yield Roll(squad.side, D6, "concession.leaves", one.number)
        leaves = die in leaves_on
        match.facts.append(facts.Departure(squad.side, one.number, leaves))
        if leaves:
            leaving.append(one)
    return leaving


def roster_events(match: Match, dues: Dues) -> list[RosterEvent]:
    """Always in this order: who signs, what was spent and happened before the kick-off, the match, points by shirt
    number, injuries and deaths as they came, and what follows. Nothing of players who are hired for the match.
    """
    squad, rivals = dues.squad, match.squads[other(dues.squad.side)]
    result: Result = "drawn"
    if match.winner is not None:
        result = "won" if match.winner == squad.side else "lost"
    by_number = squad.contracted
    events: list[RosterEvent] = [
        *squad.joining,
        *(GoldChanged(-amount, what) for amount, what in squad.paid),
        *squad.early,
        MatchPlayed(
            opponent=rivals.roster.team,
            result=result,
            touchdowns_for=squad.score,
            touchdowns_against=rivals.score,
            casualties_for=squad.spp_casualties,
            casualties_against=rivals.spp_casualties,
            played=tuple(one.player.id for one in by_number if one.condition != "missing"),
            conceded=match.conceded_by == squad.side,
        ),
    ]
    for one in by_number:
        events += _gained(match.edition.rules, one)
    events += squad.events
    events += [MissServed(player) for player in squad.missing_at_start]
    events += [GoldChanged(gold, reason) for gold, reason in dues.gold]
    if dues.fan_factor:
        gave_up = match.conceded_by == squad.side and not match.concession_excused
        reason = stored.CONCEDED if gave_up else stored.THE_MATCH
        events.append(FanFactorChanged(dues.fan_factor, reason))
    events += [Departed(one.player.id, "left", stored.LEFT_AFTER_CONCESSION) for one in dues.leaving]
    return events
