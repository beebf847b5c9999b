"""Star player rolls in progress: the stored answers are all the state there is.

Dice that Dugout rolls are stored in the transaction in which they fall, so that asking again never rolls again. Whoever
answers names the version that they saw.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import Literal

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from engine.acts import Driven, drive
from engine.describe import describe_event
from engine.questions import Choose, Chosen, Question, Refusal, Roll, Rolled
from engine.roster import Player, Roster, RosterEvent, evolve
from league.domain.roles import require_commissioner, viewer
from league.errors import Conflict
from league.models import DicePolicy, League, User
from teams.domain.access import acting_as_commissioner
from teams.domain.ledger import operation, roster_of
from teams.models import Act, Improvement, Team

Given = Rolled | Chosen | Literal["roll"]
"""An answer, or the wish that Dugout rolls the dice of the question."""

_chance = SystemRandom()


class Overtaken(Conflict):
    """The improvement has changed since the person saw it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a player's improvement stands. A ``row`` without a primary key is not stored: nobody has answered yet.

    ``driven`` has the question that waits, the events when it is done, or a problem when the stored answers no longer
    fit the roster.
    """

    row: Improvement
    roster: Roster
    player: Player
    answers: tuple[Rolled | Chosen, ...]
    driven: Driven

    @property
    def question(self) -> Question | None:
        return self.driven.waiting_for

    @property
    def done(self) -> bool:
        return self.driven.events is not None

    @property
    def gained(self) -> tuple[str, ...]:
        """What it came to, in sentences, once it is done."""
        events = self.driven.events or ()
        after = evolve(self.roster, *events)
        return tuple(describe_event(after, event) for event in events)


def current(team: Team, player: int, version: int | None = None) -> Progress:
    """The improvement in progress, or the beginning of one; nothing is stored.

    ``player`` is his number in the ledger. Raises Refusal when he is owed none, Overtaken when a ``version`` is given
    and the improvement is of another.
    """
    row = _row(team, player)
    if version is not None and row.version != version:
        raise Overtaken(
            _(
                "This improvement went on meanwhile, in another window or by somebody else. "
                "Your answer was not stored; look at it as it stands now."
            )
        )
    return _progress(team, roster_of(team), row, _decoded(row))


def _row(team: Team, player: int) -> Improvement:
    last = team.improvements.filter(player=player).order_by("-pk").first()
    if last is not None and last.open:
        return last
    # Versions go on counting over a player's improvements: an old window must not answer a new question.
    return Improvement(team=team, player=player, version=last.version if last else 0)


def _decoded(row: Improvement) -> tuple[Rolled | Chosen, ...]:
    return msgspec.convert(row.answers, tuple[Rolled | Chosen, ...])


def _progress(team: Team, roster: Roster, row: Improvement, answers: tuple[Rolled | Chosen, ...]) -> Progress:
    edition = team.league.rules
    driven = drive(edition.rules.improve(roster, row.player), answers, edition, roster)
    return Progress(row, roster, roster.player(row.player), answers, driven)


def answer(team: Team, by: User, player: int, given: Given, version: int) -> Progress:
    """Stores one answer; the last one makes the improvement an act of the ledger.

    Raises Refusal, and stores nothing, when the answer does not fit the question.
    """
    as_commissioner = acting_as_commissioner(by, team)
    with transaction.atomic():
        team = _locked(team)
        seen = current(team, player, version)
        if seen.driven.problem is not None:
            raise Refusal(seen.driven.problem.message, (seen.driven.problem,))
        entry = _entry(team.league, seen, given)
        after = _progress(team, seen.roster, seen.row, (*seen.answers, entry))
        if after.driven.problem is not None:
            raise Refusal(after.driven.problem.message, (after.driven.problem,))
        row = after.row
        if given == "roll":
            row.rolled = [*row.rolled, len(after.answers)]
        row.answers = [msgspec.to_builtins(one) for one in after.answers]
        row.version += 1
        if after.driven.events is not None:
            row.act = _complete(team, by, after, after.driven.events, as_commissioner)
            row.open = False
        row.save()
    return after


def _locked(team: Team) -> Team:
    """The team as it is, with its league held until the transaction ends."""
    league = League.objects.select_for_update().get(pk=team.league_id)
    fresh = Team.objects.get(pk=team.pk)
    fresh.league = league
    return fresh


def _entry(league: League, seen: Progress, given: Given) -> Rolled | Chosen:
    question = seen.question
    if given == "roll":
        if not isinstance(question, Roll):
            raise Refusal(_("There is nothing to roll here."))
        if league.dice_policy == DicePolicy.TABLE:
            raise Refusal(
                _("In {league} dice are rolled at the table and typed in.").format(league=league.name)
            )
        faces = tuple(_chance.randint(1, faces) for faces in question.dice.each)
        return Rolled(question.key, question.side, faces, question.player)
    if isinstance(question, Roll) and league.dice_policy == DicePolicy.APP:
        raise Refusal(
            _("In {league} Dugout rolls the dice; they cannot be typed in.").format(league=league.name)
        )
    return given


def _complete(
    team: Team, by: User, seen: Progress, events: tuple[RosterEvent, ...], as_commissioner: bool
) -> Act:
    parameters = {"team": team.slug, "player": seen.row.player, "rolled": seen.row.rolled}
    with operation(
        team.league, by, "improve", parameters, seen.answers, as_commissioner=as_commissioner
    ) as op:
        op.record(team, events)
    return op.act


def answer_to(question: Question | None, dice: tuple[int, ...] = (), pick: str = "") -> Rolled | Chosen:
    """The answer to a roll with these dice, or to a choice with this option."""
    if isinstance(question, Roll):
        if not dice:
            raise Refusal(_("Enter the dice: {dice}.").format(dice=question.dice))
        return Rolled(question.key, question.side, dice, question.player)
    if isinstance(question, Choose):
        if not pick:
            raise Refusal(_("Choose one of the options."))
        return Chosen(question.key, question.side, pick, question.player)
    raise Refusal(_("Nothing is to be rolled or chosen here."))


def set_aside(team: Team, by: User, player: int, version: int) -> None:
    """Ends an improvement in progress without an outcome, so that it can begin anew. The commissioner's act.

    The dice that had fallen stand in the ledger with it.
    """
    require_commissioner(viewer(by, team.league))
    with transaction.atomic():
        team = _locked(team)
        row = _row(team, player)
        if row.version != version:
            raise Overtaken(_("This improvement went on meanwhile; look at it as it stands now."))
        if row.pk is None:
            raise Refusal(_("No improvement of this player is in progress."))
        parameters = {"team": team.slug, "player": player, "rolled": row.rolled}
        with operation(team.league, by, "set_aside", parameters, _decoded(row), as_commissioner=True) as op:
            op.allow_empty = True
        row.open, row.act, row.version = False, op.act, row.version + 1
        row.save()
