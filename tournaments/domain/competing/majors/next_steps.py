"""What is to be done next in a major that is played: by its organiser, and by the coach of an entry."""

from __future__ import annotations

from engine.words import counted
from tournaments.domain.competing.majors.showing import Board
from tournaments.domain.competing.step import Step

_MATCHES = ("match is", "matches are")


def of_organiser(board: Board) -> list[Step]:
    """Empty before the play-off has begun, and once the major is over."""
    if not board.running or board.major is None:
        return []
    if board.honours is not None:
        text = f"{board.honours.winner.name} have won. The prizes are still to be paid."
        return [Step(text, page="prizes", label="Pay the prizes")]
    steps = _challenges(board)
    still = sum(one.open for one in board.matches) + sum(
        one.open for _, matches in board.rounds for one in matches
    )
    if still:
        steps.append(Step(f"{counted(still, _MATCHES)} to be played."))
    if not board.major.over:
        weeks = board.major.format.play_off_weeks
        when = f"in week {board.week} of {weeks}" if board.week <= weeks else "past its last week"
        text = f"The play-off is {when}. At its end it is decided who goes on."
        steps.append(Step(text, page="finals", label="End the play-off"))
    elif board.next_draw:
        words = (
            "The final can be made" if board.next_draw == "final" else f"The {board.next_draw} can be drawn"
        )
        label = "Make the final" if board.next_draw == "final" else f"Draw the {board.next_draw}"
        steps.append(Step(f"{words}.", page="finals", label=label))
    elif still:
        steps.append(Step("The knock-out goes on when they are.", page="finals", label="See the finals"))
    return steps


def _challenges(board: Board) -> list[Step]:
    steps = []
    for one in board.challenges:
        between = f"{one.challenger.name} challenge {one.challenged.name}"
        if one.open and one.challenge.state == "issued":
            steps.append(Step(f"{between}: pass it on.", page="challenges", label="To the challenge"))
        elif one.open and one.late:
            text = f"{between}, who have not answered in time."
            steps.append(Step(text, page="challenges", label="Decide it"))
    return steps


def of_coach(board: Board) -> list[Step]:
    """For who has an entry that still plays in it."""
    mine = board.mine
    if mine is None or not board.in_play_off or mine not in board.standing:
        return []
    steps = [
        Step(f"{one.challenger.name} challenge you. {one.said}", page="challenges", label="Answer")
        for one in board.challenges
        if one.open and not one.late and one.challenge.state == "passed_on" and one.challenged.pk == mine.pk
    ]
    if board.opponents:
        text = f"{mine.name} may meet {counted(len(board.opponents), ('more team', 'more teams'))}."
        steps.append(Step(text, page="major", label="Arrange a match"))
    return steps
