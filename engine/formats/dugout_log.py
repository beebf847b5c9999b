"""A match log of this program, played through the rules, as a match file: its facts in the shape of everybody's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.formats.matchfile import (
    Casualty,
    Completion,
    Fact,
    FilePlayer,
    FileTeam,
    Inducement,
    Interception,
    Kind,
    MatchFile,
    Mvp,
    RaisedDead,
    SendingOff,
    Stats,
    TeamResult,
    Touchdown,
    Weather,
    identity,
)
from engine.match import facts as shown
from engine.match.log import LogRoster, MatchLog, decode_log, encode_log
from engine.questions import Refusal, Side
from engine.replay import Replay, replay

HOW: dict[str, Kind] = {
    "freebooter": "mercenary",
    "mercenary": "mercenary",
    "journeyman": "journeyman",
    "star": "star",
}


def read(document: bytes) -> MatchFile:
    """A log that stops early is read as far as it goes, and lacks its end.

    Raises Refusal for what is no log, and for one that breaks the rules.
    """
    log = decode_log(document)
    found = replay(log)
    if found.problem is not None:
        raise Refusal(found.problem.message, (found.problem,))
    return match_file(log, found)


def match_file(log: MatchLog, found: Replay) -> MatchFile:
    """A log that was replayed without a problem."""
    lacks = {"end": found.outcome is None, "coaches": True, "totals": True}
    home_score, away_score = found.score
    return MatchFile(
        format="dugout",
        rules=log.edition,
        digest=identity("dugout", encode_log(log)),
        home=_team("home", log.home, found.facts),
        away=_team("away", log.away, found.facts),
        home_result=_result("home", home_score, found.facts),
        away_result=_result("away", away_score, found.facts),
        facts=tuple(_of_match(found.facts)),
        missing=tuple(key for key, lacking in lacks.items() if lacking),
    )


def _team(side: Side, roster: LogRoster, facts: tuple[Any, ...]) -> FileTeam:
    return FileTeam(
        name=roster.team,
        race=roster.race,
        coach="",
        players=(*_signed(roster), *_joined(side, facts)),
        treasury=roster.treasury,
        fan_factor=roster.fan_factor,
        rerolls=roster.rerolls,
        apothecaries=roster.apothecary,
        assistant_coaches=roster.assistant_coaches,
        cheerleaders=roster.cheerleaders,
    )


def _signed(roster: LogRoster) -> Iterator[FilePlayer]:
    for one in roster.players:
        yield FilePlayer(
            key=str(one.id),
            number=one.number,
            name=one.name,
            position=one.position,
            stats=Stats(*one.stats),
            skills=one.skills,
            spp=one.spp,
            injuries=("Niggling Injury",) * one.niggling,
            misses=one.misses,
        )


def _joined(side: Side, facts: tuple[Any, ...]) -> Iterator[FilePlayer]:
    """Who played without being on the roster: hired for the match, or raised in it."""
    for fact in facts:
        if isinstance(fact, shown.Hired) and fact.side == side:
            kind = HOW.get(fact.how, "roster")
            stats = Stats(*fact.stats)
            yield FilePlayer("", fact.number, fact.name, fact.position, kind, stats, fact.skills)
        elif isinstance(fact, shown.RaisedDead) and fact.side == side:
            yield FilePlayer(str(fact.id or ""), fact.player, fact.name, fact.position, "raised")


def _result(side: Side, score: int, facts: tuple[Any, ...]) -> TeamResult:
    winnings = [fact for fact in facts if isinstance(fact, shown.Winnings)]
    change = next(
        (one.change for one in facts if isinstance(one, shown.FanFactor) and one.side == side), None
    )
    fans = next((one for one in facts if isinstance(one, shown.Fans) and one.side == side), None)
    return TeamResult(
        score=score,
        spectators=fans.spectators if fans is not None else None,
        fame=fans.fame if fans is not None else None,
        fan_factor_change=change,
        winnings=sum(one.gold for one in winnings if one.paid_to == side) if winnings else None,
        winnings_die=next((one.die for one in winnings if one.side == side), None),
        spiralling_expenses=next(
            (one.gold for one in facts if isinstance(one, shown.Expenses) and one.side == side), None
        ),
        inducements=tuple(_inducements(side, facts)),
        conceded=any(isinstance(fact, shown.Concession) and fact.side == side for fact in facts),
    )


def _inducements(side: Side, facts: tuple[Any, ...]) -> Iterator[Inducement]:
    """What was bought that is no player: those are in the team."""
    for fact in facts:
        if isinstance(fact, shown.Induced) and fact.side == side:
            yield Inducement(fact.name, fact.count, fact.paid // fact.count)
        elif isinstance(fact, shown.WizardHired) and fact.side == side:
            yield Inducement(fact.wizard, price=fact.paid)


def _of_match(facts: tuple[Any, ...]) -> Iterator[Fact]:
    for fact in facts:
        match fact:
            case shown.Weather():
                yield Weather(1, 0, fact.name)
            case shown.Touchdown():
                yield Touchdown(fact.half, fact.turn, fact.side, fact.player, fact.opponents_turn)
            case shown.Completion():
                yield Completion(fact.half, fact.turn, fact.side, fact.player)
            case shown.Interception():
                yield Interception(fact.half, fact.turn, fact.side, fact.player)
            case shown.Casualty():
                yield _casualty(fact)
            case shown.SendingOff():
                yield _sending_off(fact)
            case shown.RaisedDead():
                yield RaisedDead(fact.half, fact.turn, fact.side, fact.player, fact.position)
            case shown.Mvp() if not fact.lost:
                yield Mvp(0, 0, fact.side, fact.player)
            case _:
                pass


def _casualty(fact: shown.Casualty) -> Casualty:
    rolled = fact.injury or fact.severity.replace("_", " ").capitalize()
    return Casualty(
        fact.half,
        fact.turn,
        fact.side,
        fact.player,
        cause=fact.cause,
        severity=fact.severity,
        outcome=fact.outcome,
        rolled=rolled,
        injuries=() if fact.outcome == "saved" else (rolled,),
        causer=fact.causer,
        earns=fact.earns,
        apothecary=bool(fact.apothecary),
        regenerated=fact.saved_by == "regeneration",
    )


def _sending_off(fact: shown.SendingOff) -> SendingOff:
    off = SendingOff(fact.half, fact.turn, fact.side, fact.player, forgiven=fact.forgiven)
    if fact.cause == "foul":
        return off
    weapon = fact.cause == "secret_weapon"
    return msgspec.structs.replace(off, cause="secret_weapon" if weapon else "other")
