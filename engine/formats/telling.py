"""A match file in words: lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats.counting import Tally, disagreements, tallies
from engine.formats.matchfile import (
    MISSING,
    Casualty,
    Event,
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
    for event in match.events:
        yield f"  {_place(event)}{_event(match, event)}"
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


def _place(event: Event) -> str:
    if isinstance(event, Mvp):
        return f"{'after':<15}"
    return f"{f'half {event.half}, turn {event.turn}':<15}"


def _who(match: MatchFile, side: Side, number: int) -> str:
    return f"{side} {number} {match.name_of(side, number)}".rstrip()


def _event(match: MatchFile, event: Event) -> str:
    match event:
        case Weather():
            return f"weather: {event.name}{_dice(event.dice)}"
        case KickOff():
            return f"kick-off: {event.result}{_dice(event.dice)}"
        case Casualty():
            return _casualty(match, event)
        case Foul():
            victim = _who(match, other(event.side), event.victim) if event.victim is not None else "somebody"
            return f"foul: {_who(match, event.side, event.player)} on {victim}"
        case SendingOff():
            ending = ", and let off" if event.forgiven else ""
            cause = event.cause.replace("_", " ")
            return f"sent off: {_who(match, event.side, event.player)} ({cause}){ending}"
        case RaisedDead():
            return f"raised: {_who(match, event.side, event.player)} {event.position}".rstrip()
        case Touchdown(opponents_turn=True):
            return f"touchdown: {_who(match, event.side, event.player)}, in the opponent's turn"
        case Mvp():
            return f"most valuable player: {_who(match, event.side, event.player)}"
        case _:
            return f"{event.__struct_config__.tag}: {_who(match, event.side, event.player)}"


def _casualty(match: MatchFile, event: Casualty) -> str:
    causer = f" by {_who(match, other(event.side), event.causer)}" if event.causer is not None else ""
    told = f"casualty: {_who(match, event.side, event.player)}{causer} ({event.cause.replace('_', ' ')})"
    told += f": {event.rolled}{_dice(event.dice)}"
    if event.apothecary:
        told += f", apothecary{_dice(event.second_dice)}"
    if event.regenerated:
        told += ", regenerated"
    ending = ", ".join(event.injuries) or "none"
    return told if ending == event.rolled else f"{told}, in the end {ending}"


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
            yield f"The file does not agree with its own counts for {players} players:"
        else:
            yield f"The events agree with what the file itself counts for {players} players."
    yield from (f"  {sentence}" for sentence in found)
    if match.missing:
        yield "The file does not hold " + "; ".join(MISSING[key] for key in match.missing) + "."
