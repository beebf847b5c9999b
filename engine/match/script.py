"""The flow of a match, the same in every edition: before it, what happened on the pitch in order, after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.dice import D6
from engine.match import entries as reports
from engine.match import facts
from engine.match.state import Match, Squad
from engine.questions import Refusal, Report, Roll, Script
from engine.words import gettext as _
from engine.words import named

_OVER = ("match_end",)
_REGULAR = (
    "lineup",
    "touchdown",
    "completion",
    "interception",
    "casualty",
    "treatment",
    "sending_off",
    "half_time",
    "concession",
)
_LEVEL = (*_REGULAR, "overtime", "shoot_out", "match_end")
_AHEAD = (*_REGULAR, "match_end")
_OVERTIME_LEVEL = (*_REGULAR, "shoot_out", "match_end")
_ASK: dict[tuple[str, ...], Report] = {
    kinds: Report(kinds) for kinds in (_LEVEL, _AHEAD, _OVERTIME_LEVEL, _OVER)
}

OVERTIME = 3
"""The half that overtime counts as."""


def play(match: Match) -> Script[None]:
    """A whole match. Everything that follows from it is then in ``match``.

    Raises Refusal for rosters that cannot be, and for a report that the rules do not allow.
    """
    for squad in match.both():
        _check(match, squad)
    yield from match.edition.rules.before(match)
    asked = _ASK[_open_kinds(match)]
    while not match.ended:
        report = yield asked
        kind = type(report)
        deed = _DEEDS.get(kind)
        if deed is not None:
            deed(match, report)
        else:
            yield from _QUESTIONS[kind](match, report)
        if kind not in _OPENS_NOTHING:
            asked = _ASK[_open_kinds(match)]
    winner = match.winner
    match.facts.append(facts.FinalScore(home=match.home.score, away=match.away.score, winner=winner))
    yield from match.edition.rules.after(match)


def _check(match: Match, squad: Squad) -> None:
    """A log may come from anywhere: is this a roster that a team can have?"""
    roster, limits = squad.roster, match.edition.creation
    if len(roster.players) > limits.players_max:
        raise Refusal(
            _("{team} has {count} players; a roster holds at most {most}.").format(
                team=roster.team, count=len(roster.players), most=limits.players_max
            )
        )
    if len(squad.players) < len(roster.players):
        number = _repeated([player.number for player in roster.players])
        raise Refusal(
            _("{team} has two players with the number {number}.").format(team=roster.team, number=number)
        )
    ids = [player.id for player in roster.players]
    if len(set(ids)) < len(ids):
        raise Refusal(
            _("{team} has two players with the id {player}.").format(team=roster.team, player=_repeated(ids))
        )
    for number in squad.players:
        if not 1 <= number <= limits.numbers_max:
            raise Refusal(
                _("{team} has a player with the number {number}: it must be 1 to {most}.").format(
                    team=roster.team, number=number, most=limits.numbers_max
                )
            )


def _repeated(numbers: list[int]) -> int:
    return next(number for place, number in enumerate(numbers) if number in numbers[:place])


def _open_kinds(match: Match) -> tuple[str, ...]:
    squads = match.squads
    level = squads["home"].score == squads["away"].score
    if match.winner is not None or (match.half == OVERTIME and not level):
        return _OVER
    if not level:
        return _AHEAD
    return _OVERTIME_LEVEL if match.half == OVERTIME else _LEVEL


def _clock(match: Match, report: Any) -> None:
    """Turns run on. After a touchdown, Injury Time at the kick-off may put both markers back by one.

    Source: LRB4, Kick-off table, Winning the Match; lrb4-cs.txt:800-811, 988-991
    """
    half, turn = report.half, report.turn
    turns = match.edition.rules.turns
    if half == match.half and match.turn <= turn <= turns:  # as nearly always
        match.turn = turn
        return
    if half > 1 and not match.half_time_over:
        _require_half_time(match)
    if half == OVERTIME and match.half != OVERTIME:
        raise Refusal(_("Half 3 is overtime, which has not begun."))
    if not 1 <= half <= OVERTIME:
        raise Refusal(_("A match has no half {half}.").format(half=half))
    if not 1 <= turn <= turns:
        raise Refusal(_("A half has the turns 1 to {turns}, not {turn}.").format(turns=turns, turn=turn))
    if half != match.half:
        if half < match.half:
            raise _too_late(match, half, turn)
        match.may_go_back = False
    elif turn < match.turn:
        if turn < match.turn - 1 or not match.may_go_back:
            raise _too_late(match, half, turn)
        match.may_go_back = False
    match.half, match.turn = half, turn


def _require_half_time(match: Match) -> None:
    """Whoever reports the second half has gone past half-time; where something is rolled then, it must be said."""
    if match.edition.rules.half_time_due(match):
        raise Refusal(
            _("Report half-time first: something is rolled for then, before the second half begins.")
        )
    match.half_time_over = True


def _half_time(match: Match, report: reports.HalfTime) -> Script[None]:
    if match.half_time_over:
        raise Refusal(_("Half-time is over already."))
    match.half_time_over = True
    match.half, match.turn, match.may_go_back = 2, 1, False
    match.facts.append(facts.HalfTime())
    yield from match.edition.rules.half_time(match)


def _too_late(match: Match, half: int, turn: int) -> Refusal:
    return Refusal(
        _("Half {half}, turn {turn} is over: the match has reached half {now_half}, turn {now_turn}.").format(
            half=half, turn=turn, now_half=match.half, now_turn=match.turn
        )
    )


def _lineup(match: Match, report: reports.Lineup) -> None:
    """Only so many may stand on the pitch; a team may field fewer.

    Source: LRB4, Playing pieces; lrb4-cs.txt:262
    """
    _clock(match, report)
    squad = match.squads[report.side]
    most = match.edition.rules.players_on_pitch
    if report.half == match.half == 2:
        most += squad.smuggled
    if len(report.players) > most:
        raise Refusal(
            _("{team} lines up {count} players; {most} may stand on the pitch.").format(
                team=squad.roster.team, count=len(report.players), most=most
            )
        )
    if len(set(report.players)) != len(report.players):
        raise Refusal(_("{team} lines up a player twice.").format(team=squad.roster.team))
    for number in report.players:
        one = squad.players.get(number)
        if one is None or one.condition != "fit":
            squad.acting(number, "line up")  # which says why not
        else:
            one.played = True
    if squad.apart and len(apart := [number for number in report.players if number in squad.apart]) > 1:
        first, second = (squad.players[number] for number in apart[:2])
        raise Refusal(
            _(
                "{player} (number {number}) and {other} (number {other_number}) of {team} will not stand on "
                "the pitch together in this match: leave one of them out."
            ).format(
                player=first.player.name,
                number=first.number,
                other=second.player.name,
                other_number=second.number,
                team=squad.roster.team,
            )
        )
    match.facts.append(facts.Lineup(report.half, report.turn, report.side, report.players))


def _touchdown(match: Match, report: reports.Touchdown) -> Script[None]:
    """LRB4, Touchdowns; lrb4-cs.txt:817-842, also in the opponent's turn."""
    _clock(match, report)
    squad = match.squads[report.side]
    squad.acting(report.player, "score").touchdowns += 1
    squad.score += 1
    match.may_go_back = True
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
    for one in match.both():
        one.smuggled = 0
    yield from match.edition.rules.touchdown(match, report)


def _completion(match: Match, report: reports.Completion) -> None:
    _clock(match, report)
    match.squads[report.side].acting(report.player, "complete a pass").completions += 1
    match.facts.append(facts.Completion(report.half, report.turn, report.side, report.player))


def _interception(match: Match, report: reports.Interception) -> None:
    _clock(match, report)
    squad = match.squads[report.side]
    if report.player in squad.clumsy:
        raise Refusal(
            _("{player} drops every ball in this match and cannot intercept a pass.").format(
                player=_of(squad, report.player)
            )
        )
    squad.acting(report.player, "intercept").interceptions += 1
    match.facts.append(facts.Interception(report.half, report.turn, report.side, report.player))


def _casualty(match: Match, report: reports.Casualty) -> Script[None]:
    _clock(match, report)
    squad = match.squads[report.side]
    if report.player in squad.iron:
        raise Refusal(
            _("{player} is made of iron in this match: he can be stunned, but not hurt.").format(
                player=_of(squad, report.player)
            )
        )
    yield from match.edition.rules.casualty(match, report)


def _of(squad: Squad, number: int) -> str:
    return squad.full(squad.players[number])


def _treatment(match: Match, report: reports.Treatment) -> Script[None]:
    """The apothecary may also help a stunned or knocked-out player (LRB4, questions and answers 45; 3944-3948)."""
    _clock(match, report)
    yield from match.edition.rules.treatment(match, report)


def _sending_off(match: Match, report: reports.SendingOff) -> Script[None]:
    """LRB4, The referee; lrb4-cs.txt:1289-1300: he plays no more in this match, unless something keeps him on."""
    _clock(match, report)
    player = match.squads[report.side].acting(report.player, "be sent off")
    if not (yield from match.edition.rules.sending_off(match, report)):
        return
    squad = match.squads[report.side]
    forgiven = squad.bribes > 0
    if forgiven:
        squad.bribes -= 1
    else:
        player.condition = "off"
    match.facts.append(
        facts.SendingOff(report.half, report.turn, report.side, report.player, report.cause, forgiven)
    )


def _overtime(match: Match, report: reports.Overtime) -> None:
    """LRB4, Winning the match; lrb4-cs.txt:807-812: sudden death when the score is level at full time."""
    if not match.half_time_over:
        _require_half_time(match)
    match.half, match.turn, match.may_go_back = OVERTIME, 1, False
    match.facts.append(facts.Overtime())


def _shoot_out(match: Match, report: reports.ShootOut) -> Script[None]:
    """A die each and one for every unused re-roll; the higher total wins, a tie is rolled again (812-815)."""
    for rerolls, squad in ((report.home_rerolls, match.home), (report.away_rerolls, match.away)):
        if not 0 <= rerolls <= match.edition.rules.rerolls_left_max(match, squad.side):
            raise Refusal(
                _("{team} cannot have {rerolls} team re-rolls left.").format(
                    team=squad.roster.team, rerolls=rerolls
                )
            )
    while True:
        home = (yield Roll("home", D6, "shoot_out")) + report.home_rerolls
        away = (yield Roll("away", D6, "shoot_out")) + report.away_rerolls
        match.facts.append(facts.ShootOut(home, away))
        if home != away:
            break
    match.winner = "home" if home > away else "away"


def _concession(match: Match, report: reports.Concession) -> None:
    """LRB4, Conceding; lrb4-cs.txt:837-838, 2948-2952. The other side has won, whatever the score."""
    _clock(match, report)
    if report.excused and not match.edition.rules.excuses_concessions:
        raise Refusal(_("{edition} excuses nobody who concedes.").format(edition=named(match.edition.name)))
    match.conceded_by, match.concession_excused = report.side, report.excused
    match.winner = "away" if report.side == "home" else "home"
    match.facts.append(facts.Concession(report.half, report.turn, report.side, report.excused))
    match.ended = True


def _match_end(match: Match, report: reports.MatchEnd) -> None:
    if not match.half_time_over:
        _require_half_time(match)
    if match.winner is None and match.home.score != match.away.score:
        match.winner = "home" if match.home.score > match.away.score else "away"
    match.ended = True


_DEEDS: dict[type, Callable[[Match, Any], None]] = {
    reports.Lineup: _lineup,
    reports.Completion: _completion,
    reports.Interception: _interception,
    reports.Overtime: _overtime,
    reports.Concession: _concession,
    reports.MatchEnd: _match_end,
}
"""Reports that are the whole story."""

_OPENS_NOTHING = frozenset((reports.Lineup, reports.Completion, reports.Interception))
"""Reports after which the same can be reported as before."""

_QUESTIONS: dict[type, Callable[[Match, Any], Script[None]]] = {
    reports.HalfTime: _half_time,
    reports.Touchdown: _touchdown,
    reports.SendingOff: _sending_off,
    reports.Casualty: _casualty,
    reports.Treatment: _treatment,
    reports.ShootOut: _shoot_out,
}
"""Reports from which further questions follow."""
