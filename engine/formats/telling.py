"""A match file in words: lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats.counting import Tally, disagreements, tallies
from engine.formats.matchfile import (
    MISSING,
    Casualty,
    Fact,
    FileTeam,
    Foul,
    KickOff,
    MatchFile,
    Mvp,
    RaisedDead,
    SendingOff,
    TeamResult,
    Touchdown,
    Weather,
)
from engine.questions import SIDES, Side, other

FORMATS = {"bb2": "A replay of Blood Bowl 2", "ffb": "A replay of FFB", "dugout": "A match log of Dugout"}
COLUMNS = (
    ("TD", "touchdowns"),
    ("CP", "completions"),
    ("INT", "interceptions"),
    ("DEF", "deflections"),
    ("CAS", "casualties"),
    ("KILL", "killed"),
    ("MVP", "mvps"),
    ("FOUL", "fouls"),
    ("OFF", "sent_off"),
    ("HURT", "suffered"),
)


def in_words(match: MatchFile) -> Iterator[str]:
    """Who played, what came of it, what happened, the statistics, and what is wrong or missing."""
    yield f"{FORMATS[match.format]}, rules {match.rules}{_when(match)}"
    score = f"{match.home_result.score} : {match.away_result.score}"
    yield f"{match.home.name} {score} {match.away.name}"
    yield f"identity {match.digest}"
    for side in SIDES:
        yield ""
        yield from _team(side, match.team(side), match.result(side))
    yield ""
    yield "What happened"
    for fact in match.facts:
        yield f"  {_place(fact)}{_fact(match, fact)}"
    yield ""
    yield from _statistics(match)
    yield ""
    yield from _checked(match)


def _when(match: MatchFile) -> str:
    when = match.finished or match.started
    return f", {match.competition}, {when}" if match.competition and when else f", {when}" if when else ""


def _team(side: Side, team: FileTeam, result: TeamResult) -> Iterator[str]:
    coach = f", coach {team.coach}" if team.coach else ""
    yield f"{side}: {team.name} ({team.race}{coach}), {len(team.players)} players"
    before = {
        "team value": team.value,
        "treasury": team.treasury,
        "fan factor": team.fan_factor,
        "re-rolls": team.rerolls,
        "apothecaries": team.apothecaries,
        "assistant coaches": team.assistant_coaches,
        "cheerleaders": team.cheerleaders,
    }
    yield f"  before: {_listed(before)}"
    after = {
        "spectators": result.spectators,
        "attendance": result.attendance,
        "FAME": result.fame,
        "winnings": result.winnings,
        "winnings die": result.winnings_die,
        "fan factor change": result.fan_factor_change,
        "spiralling expenses": result.spiralling_expenses,
        "spent on inducements": result.spent_on_inducements,
    }
    yield f"  after: {_listed(after)}"
    if result.inducements:
        bought = ", ".join(f"{one.count} {one.name}" for one in result.inducements)
        yield f"  inducements: {bought}"
    if result.conceded:
        yield "  conceded the match"


def _listed(values: dict[str, int | None]) -> str:
    return ", ".join(f"{name} {value:,}" for name, value in values.items() if value is not None) or "nothing"


def _place(fact: Fact) -> str:
    if isinstance(fact, Mvp):
        return f"{'after':<15}"
    turn = f", turn {fact.turn}" if fact.turn else ""
    return f"{f'half {fact.half}{turn}':<15}"


def _who(match: MatchFile, side: Side, number: int) -> str:
    return f"{side} {number} {match.name_of(side, number)}".rstrip()


def _fact(match: MatchFile, fact: Fact) -> str:
    match fact:
        case Weather():
            return f"weather: {fact.name}{_dice(fact.dice)}"
        case KickOff():
            return f"kick-off: {fact.result}{_dice(fact.dice)}"
        case Casualty():
            return _casualty(match, fact)
        case Foul():
            victim = _who(match, other(fact.side), fact.victim) if fact.victim is not None else "somebody"
            return f"foul: {_who(match, fact.side, fact.player)} on {victim}"
        case SendingOff():
            ending = ", and let off" if fact.forgiven else ""
            cause = fact.cause.replace("_", " ")
            return f"sent off: {_who(match, fact.side, fact.player)} ({cause}){ending}"
        case RaisedDead():
            return f"raised: {_who(match, fact.side, fact.player)} {fact.position}".rstrip()
        case Touchdown(opponents_turn=True):
            return f"touchdown: {_who(match, fact.side, fact.player)}, in the opponent's turn"
        case Mvp():
            return f"most valuable player: {_who(match, fact.side, fact.player)}"
        case _:
            return f"{fact.__struct_config__.tag}: {_who(match, fact.side, fact.player)}"


def _casualty(match: MatchFile, fact: Casualty) -> str:
    causer = f" by {_who(match, other(fact.side), fact.causer)}" if fact.causer is not None else ""
    told = f"casualty: {_who(match, fact.side, fact.player)}{causer} ({fact.cause.replace('_', ' ')})"
    told += f": {fact.rolled}{_dice(fact.dice)}"
    if fact.apothecary:
        told += f", apothecary{_dice(fact.second_dice)}"
    if fact.regenerated:
        told += ", regenerated"
    ending = ", ".join(fact.injuries) or "none"
    return told if ending == fact.rolled else f"{told}, in the end {ending}"


def _dice(dice: tuple[int, ...]) -> str:
    return f" [{', '.join(str(die) for die in dice)}]" if dice else ""


def _statistics(match: MatchFile) -> Iterator[str]:
    rows = [tally for tally in tallies(match) if _has_done_anything(tally)]
    width = max((len(tally.name) for tally in rows), default=4)
    points = any(tally.spp is not None for tally in rows)
    heads = "".join(f"{head:>6}" for head, _ in COLUMNS) + ("   SPP" if points else "")
    yield f"{'Statistics':<10} {'':<{width}}{heads}"
    for tally in rows:
        counts = "".join(f"{getattr(tally, what):>6}" for _, what in COLUMNS)
        counts += f"{tally.spp:>6}" if tally.spp is not None else ""
        yield f"{tally.side:<5}{tally.player:>5} {tally.name:<{width}}{counts}"


def _has_done_anything(tally: Tally) -> bool:
    return any(getattr(tally, what) for _, what in COLUMNS)


def _checked(match: MatchFile) -> Iterator[str]:
    found = disagreements(match)
    if match.totals:
        players = len(match.totals)
        if found:
            yield f"The facts do not agree with the file's own counts for {players} players:"
        else:
            yield f"The facts agree with the file's own counts for {players} players."
    yield from (f"  {sentence}" for sentence in found)
    if match.missing:
        yield "The file does not hold " + "; ".join(MISSING[key] for key in match.missing) + "."
