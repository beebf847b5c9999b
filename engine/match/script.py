"""The flow of a match, the same in every edition: before it, what happened on the pitch in order, after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.dice import D6
from engine.match import entries as reports
from engine.match import facts
from engine.match.state import Match
from engine.questions import Refusal, Report, Roll, Script

_OVER = ("match_end",)
_REGULAR = (
    "lineup",
    "touchdown",
    "completion",
    "interception",
    "casualty",
    "treatment",
    "sending_off",
    "concession",
)
_LEVEL = (*_REGULAR, "overtime", "shoot_out", "match_end")
_AHEAD = (*_REGULAR, "match_end")
_OVERTIME_LEVEL = (*_REGULAR, "shoot_out", "match_end")
_ASK: dict[tuple[str, ...], Report] = {
    kinds: Report(kinds) for kinds in (_LEVEL, _AHEAD, _OVERTIME_LEVEL, _OVER)
}

HALVES = 2
OVERTIME = 3


def play(match: Match) -> Script[None]:
    """A whole match. Everything that follows from it is then in ``match``.

    Raises Refusal for a report that the rules do not allow.
    """
    yield from match.edition.rules.before(match)
    while not match.ended:
        report = yield _ASK[_open_kinds(match)]
        yield from _HANDLERS[type(report)](match, report)
    winner = match.winner
    match.facts.append(facts.FinalScore(home=match.home.score, away=match.away.score, winner=winner))
    yield from match.edition.rules.after(match)


def _open_kinds(match: Match) -> tuple[str, ...]:
    level = match.home.score == match.away.score
    if match.winner is not None or (match.half == OVERTIME and not level):
        return _OVER
    if not level:
        return _AHEAD
    return _OVERTIME_LEVEL if match.half == OVERTIME else _LEVEL


def _clock(match: Match, report: Any) -> None:
    """Turns run on. Injury Time may put both markers back by one (LRB4, Kick-off table; lrb4-cs.txt:988-991)."""
    half, turn = report.half, report.turn
    turns = match.edition.rules.turns
    if half == OVERTIME and match.half != OVERTIME:
        raise Refusal("Half 3 is overtime, which has not begun.")
    if not 1 <= half <= OVERTIME:
        raise Refusal(f"A match has no half {half}.")
    if not 1 <= turn <= turns:
        raise Refusal(f"A half has the turns 1 to {turns}, not {turn}.")
    if half < match.half or (half == match.half and turn < match.turn - 1):
        raise Refusal(
            f"Half {half}, turn {turn} comes too late: the match has reached half {match.half}, turn {match.turn}."
        )
    match.half, match.turn = half, turn


def _lineup(match: Match, report: reports.Lineup) -> Script[None]:
    """Eleven stand on the pitch at most (lrb4-cs.txt:262); a team may field fewer."""
    _clock(match, report)
    squad = match.squads[report.side]
    most = match.edition.rules.players_on_pitch
    if len(report.players) > most:
        raise Refusal(
            f"{squad.roster.team} lines up {len(report.players)} players; {most} may stand on the pitch."
        )
    if len(set(report.players)) != len(report.players):
        raise Refusal(f"{squad.roster.team} lines up a player twice.")
    for number in report.players:
        squad.acting(number, "line up")
    match.facts.append(facts.Lineup(report.half, report.turn, report.side, report.players))
    yield from ()


def _touchdown(match: Match, report: reports.Touchdown) -> Script[None]:
    """LRB4, Touchdowns; lrb4-cs.txt:817-842, also in the opponent's turn."""
    _clock(match, report)
    squad = match.squads[report.side]
    squad.acting(report.player, "score").touchdowns += 1
    squad.score += 1
    match.facts.append(
        facts.Touchdown(
            report.half,
            report.turn,
            report.side,
            report.player,
            match.home.score,
            match.away.score,
            report.opponents_turn,
        )
    )
    yield from ()


def _completion(match: Match, report: reports.Completion) -> Script[None]:
    _clock(match, report)
    match.squads[report.side].acting(report.player, "complete a pass").completions += 1
    match.facts.append(facts.Completion(report.half, report.turn, report.side, report.player))
    yield from ()


def _interception(match: Match, report: reports.Interception) -> Script[None]:
    _clock(match, report)
    match.squads[report.side].acting(report.player, "intercept").interceptions += 1
    match.facts.append(facts.Interception(report.half, report.turn, report.side, report.player))
    yield from ()


def _casualty(match: Match, report: reports.Casualty) -> Script[None]:
    _clock(match, report)
    yield from match.edition.rules.casualty(match, report)


def _treatment(match: Match, report: reports.Treatment) -> Script[None]:
    """The apothecary may also help a stunned or knocked-out player (LRB4, questions and answers 45; 3944-3948)."""
    _clock(match, report)
    yield from match.edition.rules.treatment(match, report)


def _sending_off(match: Match, report: reports.SendingOff) -> Script[None]:
    """LRB4, The referee; lrb4-cs.txt:1289-1300: he plays no more in this match."""
    _clock(match, report)
    match.squads[report.side].acting(report.player, "be sent off").condition = "off"
    match.facts.append(facts.SendingOff(report.half, report.turn, report.side, report.player, report.cause))
    yield from ()


def _overtime(match: Match, report: reports.Overtime) -> Script[None]:
    """LRB4, Winning the match; lrb4-cs.txt:807-812: sudden death when the score is level at full time."""
    match.half, match.turn = OVERTIME, 1
    match.facts.append(facts.Overtime())
    yield from ()


def _shoot_out(match: Match, report: reports.ShootOut) -> Script[None]:
    """A die each and one for every unused re-roll; the higher total wins, a tie is rolled again (812-815)."""
    for rerolls, squad in ((report.home_rerolls, match.home), (report.away_rerolls, match.away)):
        if rerolls < 0:
            raise Refusal(f"{squad.roster.team} cannot have {rerolls} re-rolls left.")
    while True:
        home = (yield Roll("home", D6, "shoot_out")) + report.home_rerolls
        away = (yield Roll("away", D6, "shoot_out")) + report.away_rerolls
        match.facts.append(facts.ShootOut(home, away))
        if home != away:
            break
    match.winner = "home" if home > away else "away"


def _concession(match: Match, report: reports.Concession) -> Script[None]:
    """LRB4, Conceding; lrb4-cs.txt:837-838, 2948-2952. The other side has won, whatever the score."""
    _clock(match, report)
    match.conceded_by = report.side
    match.winner = "away" if report.side == "home" else "home"
    match.facts.append(facts.Concession(report.half, report.turn, report.side))
    match.ended = True
    yield from ()


def _match_end(match: Match, report: reports.MatchEnd) -> Script[None]:
    if match.winner is None and match.home.score != match.away.score:
        match.winner = "home" if match.home.score > match.away.score else "away"
    match.ended = True
    yield from ()


_HANDLERS: dict[type, Callable[[Match, Any], Script[None]]] = {
    reports.Lineup: _lineup,
    reports.Touchdown: _touchdown,
    reports.Completion: _completion,
    reports.Interception: _interception,
    reports.Casualty: _casualty,
    reports.Treatment: _treatment,
    reports.SendingOff: _sending_off,
    reports.Overtime: _overtime,
    reports.ShootOut: _shoot_out,
    reports.Concession: _concession,
    reports.MatchEnd: _match_end,
}
