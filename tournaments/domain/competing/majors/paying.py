"""Prizes: one act of the ledger for a tournament, over all teams that it concerns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import SystemRandom
from typing import Any, Literal

from django.utils.translation import gettext as _

from engine.acts import drive
from engine.contest import majors
from engine.contest.majors import Honours, PlayerOfTheYear, TeamEvents
from engine.describe import describe_event
from engine.questions import Chosen, Refusal, Roll, Rolled
from engine.roster import GoldChanged, MatchPlayed, Roster, decode_events
from league.domain.roles import Person, viewer
from league.errors import Conflict
from league.models import DicePolicy, League
from teams.domain.deriving import Circumstances, Derived, deriver
from teams.domain.ledger import Operation, operation, rosters_of
from teams.models import Act, RosterEvents, Team
from tournaments.domain.competing.access import organising
from tournaments.domain.competing.majors.keeping import (
    entries_of,
    major_of,
    pairings_of,
    stage_of,
)
from tournaments.models import Competition, Entry, Stage, State

KIND = "prize"
"""The kind of act in the ledger."""

Dice = Sequence[int] | Literal["roll"]
"""What is typed for the die of the prizes, or the wish that Dugout rolls it."""

_chance = SystemRandom()


@deriver(KIND)
def _as_it_was_paid(given: Circumstances) -> Derived:
    """What was paid stays paid: a corrected past changes neither who won nor how the die fell."""
    return Derived(given.played)


def paid_by(competition: Competition) -> Act | None:
    """The act that paid the prizes, if it stands."""
    acts = Act.objects.filter(
        league=competition.league_id, kind=KIND, replaced_by=None, parameters__competition=competition.slug
    )
    return next((act for act in acts.order_by("-place") if not act.parameters.get("void")), None)


def honours_of(competition: Competition) -> tuple[Honours, dict[int, Entry]]:
    """Raises Refusal before the final is played."""
    return majors.honours(major_of(stage_of(competition))), entries_of(competition)


def _league_teams(league: League) -> list[Team]:
    return list(Team.objects.filter(league=league, accepted=True, withdrawn=False).order_by("pk"))


def team_of(entry: Entry) -> Team:
    if entry.team is None:
        raise Refusal(
            _("{entry} is no team of this league, and nothing can be paid to it.").format(entry=entry.name)
        )
    return entry.team


def took_part(stage: Stage) -> dict[int, tuple[int, ...]]:
    """Who played in the final, by the primary key of the team, as its match has it in the ledger."""
    final = next((one for one in pairings_of(stage) if one.place == "final" and one.fixture), None)
    result = getattr(final.fixture, "result", None) if final else None
    if result is None:
        return {}
    rows = RosterEvents.objects.filter(act=result.act_id).values_list("team_id", "events")
    return {
        team: next((one.played for one in decode_events(text) if isinstance(one, MatchPlayed)), ())
        for team, text in rows
    }


def candidates(competition: Competition) -> list[tuple[str, str, str]]:
    """Who may be the player of the year, where the major has one: his key, his name and his team's."""
    if not competition.league.rules.major(competition.trophy).player_of_the_year:
        return []
    teams = {team.pk: team for team in _league_teams(competition.league)}
    rosters = rosters_of(teams.values())
    return [
        (
            f"{one.team}:{one.player}",
            rosters[int(one.team)].player(one.player).name,
            teams[int(one.team)].name,
        )
        for one in majors.best_players(rosters)
    ]


def _script(
    competition: Competition, rosters: Mapping[int, Roster], of_the_year: PlayerOfTheYear | None
) -> Any:
    stage = stage_of(competition)
    found, entries = honours_of(competition)
    winner, finalist = (team_of(entries[int(one)]) for one in (found.winner, found.finalist))
    return majors.prizes(
        competition.league.rules,
        competition.trophy,
        rosters,
        winner.pk,
        finalist.pk,
        took_part(stage),
        of_the_year,
    )


def asked(competition: Competition) -> Roll | None:
    """The die that the prizes wait for, where they are rolled for."""
    teams = _league_teams(competition.league)
    rosters = rosters_of(teams)
    script = _script(competition, rosters, None)
    question = drive(script, (), competition.league.rules, next(iter(rosters.values()))).waiting_for
    return question if isinstance(question, Roll) else None


def pay(
    by: Person,
    competition: Competition,
    dice: Dice = "roll",
    *,
    player_of_the_year: tuple[int, int] | None = None,
    version: int | None = None,
    key: str | None = None,
) -> Act:
    """Pays the prizes of a major, hands its trophy on, and ends it, in one act of the ledger.

    ``player_of_the_year``: the primary key of a team and the number of one of its players. Raises Refusal before the
    final is played, for dice that the league rolls otherwise, and where they are paid already.
    """
    honoured = PlayerOfTheYear(*player_of_the_year) if player_of_the_year else None
    with organising(by, competition, version) as held:
        require_unpaid(held)
        found, entries = honours_of(held)
        said: dict[str, Any] = {
            "competition": held.slug,
            "trophy": held.trophy,
            "winner": team_of(entries[int(found.winner)]).slug,
            "finalist": team_of(entries[int(found.finalist)]).slug,
        }
        answers: list[Rolled | Chosen] = []
        with paying(by, held, said, answers, key) as op:
            teams = _league_teams(held.league)
            rosters = dict(zip((team.pk for team in teams), op.rosters(*teams), strict=True))
            awards = _settled(held, rosters, honoured, dice, answers)
            if dice == "roll" and answers:
                said["rolled"] = [1]
            hand_out(op, held, teams, awards)
        held.stages.filter(state=Stage.State.RUNNING).update(state=Stage.State.CLOSED)
        held.state = State.ENDED
        return op.act


def _settled(
    competition: Competition,
    rosters: Mapping[int, Roster],
    honoured: PlayerOfTheYear | None,
    dice: Dice,
    answers: list[Rolled | Chosen],
) -> tuple[TeamEvents, ...]:
    edition, some = competition.league.rules, next(iter(rosters.values()))
    while True:
        driven = drive(_script(competition, rosters, honoured), answers, edition, some)
        if driven.problem is not None:
            raise Refusal(driven.problem.message, (driven.problem,))
        if driven.events is not None:
            found: tuple[TeamEvents, ...] = driven.events
            return found
        assert isinstance(driven.waiting_for, Roll)
        answers.append(_answer(competition.league, driven.waiting_for, dice))


def _answer(league: League, question: Roll, dice: Dice) -> Rolled:
    if dice == "roll":
        if league.dice_policy == DicePolicy.TABLE:
            raise Refusal(
                _("In {league} dice are rolled at the table and typed in.").format(league=league.name)
            )
        faces = tuple(_chance.randint(1, faces) for faces in question.dice.each)
        return Rolled(question.key, question.side, faces, question.player)
    if league.dice_policy == DicePolicy.APP:
        raise Refusal(
            _("In {league} Dugout rolls the dice; they cannot be typed in.").format(league=league.name)
        )
    if not dice:
        raise Refusal(_("Enter the dice: {dice}.").format(dice=question.dice))
    return Rolled(question.key, question.side, tuple(int(one) for one in dice), question.player)


def require_unpaid(competition: Competition) -> None:
    act = paid_by(competition)
    if act is not None:
        raise Conflict(
            _("The prizes of {competition} are paid by act {sequence} of the ledger.").format(
                competition=competition.name, sequence=act.sequence
            )
        )


@contextmanager
def paying(
    by: Person, held: Competition, said: dict[str, Any], answers: list[Any], key: str | None
) -> Iterator[Operation]:
    user: Any = by
    as_commissioner = viewer(by, held.league).is_commissioner
    with operation(held.league, user, KIND, said, answers, as_commissioner=as_commissioner, key=key) as op:
        op.allow_empty = True
        yield op


def hand_out(op: Operation, held: Competition, teams: Sequence[Team], awards: Sequence[TeamEvents]) -> None:
    by_pk = {team.pk: team for team in teams}
    gold: dict[str, int] = {}
    for one in awards:
        team = by_pk[int(one.team)]
        op.record(team, one.events)
        paid = sum(event.amount for event in one.events if isinstance(event, GoldChanged))
        if paid:
            gold[team.slug] = paid
    held.prizes = gold


def give_back(by: Person, competition: Competition) -> Act:
    """A major that ends without a winner: who held the trophy gives it back, and the tournament is over."""
    with organising(by, competition) as held:
        if held.state != State.RUNNING:
            raise Conflict(_("{competition} is not running.").format(competition=held.name))
        require_unpaid(held)
        if major_of(stage_of(held)).of_stage("final"):
            raise Refusal(
                _("{competition} has a winner, to whom the trophy goes.").format(competition=held.name)
            )
        with paying(by, held, {"competition": held.slug, "trophy": held.trophy}, [], None) as op:
            teams = _league_teams(held.league)
            rosters = dict(zip((team.pk for team in teams), op.rosters(*teams), strict=True))
            moved = majors.handover(held.trophy, rosters, None)
            hand_out(op, held, teams, [TeamEvents(team, events) for team, events in moved.items()])
        held.stages.filter(state=Stage.State.RUNNING).update(state=Stage.State.CLOSED)
        held.state = State.ENDED
        return op.act


def outlook(act: Act) -> list[tuple[Team, list[str]]]:
    """What the prizes came to, team by team, in sentences."""
    rows = RosterEvents.objects.filter(act=act).select_related("team").order_by("pk")
    teams = [row.team for row in rows]
    rosters = rosters_of(teams)
    return [
        (row.team, [describe_event(rosters[row.team_id], event) for event in decode_events(row.events)])
        for row in rows
    ]
