"""What is to be done next in a major that is played: by its organiser, and by the coach of an entry."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.competing.majors.showing import Board
from tournaments.domain.competing.step import Step


def of_organiser(board: Board) -> list[Step]:
    """Empty before the play-off has begun, and once the major is over."""
    if not board.running or board.major is None:
        return []
    if board.honours is not None:
        text = _("{team} have won. The prizes are still to be paid.").format(team=board.honours.winner.name)
        return [Step(text, page="prizes", label=_("Pay the prizes"))]
    steps = _challenges(board)
    still = sum(one.open for one in board.matches) + sum(
        one.open for _, matches in board.rounds for one in matches
    )
    if still:
        text = ngettext("{n} match is to be played.", "{n} matches are to be played.", still)
        steps.append(Step(text.format(n=still)))
    if not board.major.over:
        weeks = board.major.format.play_off_weeks
        if board.week <= weeks:
            text = _("The play-off is in week {week} of {weeks}. At its end it is decided who goes on.")
        else:
            text = _("The play-off is past its last week. At its end it is decided who goes on.")
        text = text.format(week=board.week, weeks=weeks)
        steps.append(Step(text, page="finals", label=_("End the play-off")))
    elif board.next_draw:
        steps.append(_draw(board.next_draw))
    elif still:
        text = _("The knock-out goes on when they are.")
        steps.append(Step(text, page="finals", label=_("See the finals")))
    return steps


def _draw(stage: str) -> Step:
    if stage == "final":
        return Step(_("The final can be made."), page="finals", label=_("Make the final"))
    if stage == "semi-finals":
        return Step(_("The semi-finals can be drawn."), page="finals", label=_("Draw the semi-finals"))
    return Step(_("The quarter-finals can be drawn."), page="finals", label=_("Draw the quarter-finals"))


def _challenges(board: Board) -> list[Step]:
    steps = []
    for one in board.challenges:
        teams = {"challenger": one.challenger.name, "challenged": one.challenged.name}
        if one.open and one.challenge.state == "issued":
            text = _("{challenger} challenge {challenged}: pass it on.").format(**teams)
            steps.append(Step(text, page="challenges", label=_("To the challenge")))
        elif one.open and one.late:
            text = _("{challenger} challenge {challenged}, who have not answered in time.").format(**teams)
            steps.append(Step(text, page="challenges", label=_("Decide it")))
    return steps


def of_coach(board: Board) -> list[Step]:
    """For who has an entry that still plays in it."""
    mine = board.mine
    if mine is None or not board.in_play_off or mine not in board.standing:
        return []
    steps = [
        Step(
            _("{team} challenge you. {state}").format(team=one.challenger.name, state=one.said),
            page="challenges",
            label=_("Answer"),
        )
        for one in board.challenges
        if one.open and not one.late and one.challenge.state == "passed_on" and one.challenged.pk == mine.pk
    ]
    if board.opponents:
        left = len(board.opponents)
        text = ngettext("{team} may meet {n} more team.", "{team} may meet {n} more teams.", left)
        steps.append(Step(text.format(team=mine.name, n=left), page="major", label=_("Arrange a match")))
    return steps
