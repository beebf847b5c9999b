"""A league moves to another edition of the rules: one act over all its teams, between two seasons.

The act stands under the rules that it ends; the new ones hold from the next act on. Apps above say what keeps a league
where it is: ``hindrances``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from engine import acts, editions
from engine.acts.converting import Decisions, Gap, Moved
from engine.edition import Edition
from engine.questions import Problem, Refusal
from engine.roster import Roster, evolve
from league.domain import house_rules
from league.domain.leagues import move_to_edition
from league.domain.roles import require_commissioner, viewer
from league.errors import Conflict
from league.models import League, User
from teams.domain.changing import require_same
from teams.domain.deriving import Circumstances, Derived, deriver
from teams.domain.ledger import AlreadyDone, operation, rosters_of
from teams.models import Act, Improvement, Team

KIND = "convert"
NOTHING_DECIDED = Decisions()

hindrances: list[Callable[[League, Edition], list[str]]] = []
"""Asked for sentences on what must be ended before the league moves to this edition; each with a fixed number of
queries."""


@dataclass(frozen=True, slots=True)
class TeamMove:
    """What the move would do to one team. Strengths by the old rules, and by the new ones where it can move."""

    team: Team
    moved: Moved
    strength: int
    strength_after: int | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the move would come to. ``sequence`` is the league's last act when it was looked at.

    ``problems`` is everything that stands in the way, that of single teams included. ``rules`` are kept, and
    ``dropped`` are paths of house rules that end.
    """

    edition_from: Edition
    edition: Edition
    sequence: int
    teams: tuple[TeamMove, ...]
    gaps: tuple[Gap, ...]
    rules: Mapping[str, Any]
    dropped: tuple[str, ...]
    problems: tuple[str, ...]
    decided: Decisions

    @property
    def can_move(self) -> bool:
        return not self.problems


def choices(league: League) -> list[Edition]:
    """Where the league can be moved to."""
    return [editions.edition(key) for key in editions.EDITIONS if key != league.edition]


def read_decisions(given: object) -> Decisions:
    """Raises Refusal for what is none."""
    try:
        return msgspec.convert(given or {}, Decisions)
    except msgspec.ValidationError as fault:
        raise Refusal(_("The decisions cannot be read: {fault}.").format(fault=fault)) from None


def look(by: User, league: League, edition: str, decided: Decisions = NOTHING_DECIDED) -> Outlook:
    """What the move would come to, team by team. Nothing is stored; for the commissioner."""
    require_commissioner(viewer(by, league))
    return _look(League.objects.get(pk=league.pk), edition, decided)


def convert(
    by: User,
    league: League,
    edition: str,
    sequence: int,
    decided: Decisions = NOTHING_DECIDED,
    key: str | None = None,
) -> Act:
    """Moves the league with all its teams: one act. ``sequence`` is that of the outlook that the commissioner saw.

    The same request with the same key gets the act that it made. Raises Refusal with everything that stands in the
    way, and Conflict where the league has gone on since.
    """
    require_commissioner(viewer(by, league))
    with transaction.atomic():
        held = League.objects.select_for_update().get(pk=league.pk)
        said = _said(held, edition, decided)
        try:
            with operation(held, by, KIND, said, as_commissioner=True, key=key) as op:
                if held.sequence != sequence:
                    raise Conflict(
                        _(
                            "{league} has gone on since you looked; nothing was changed. Look at it once more."
                        ).format(league=league.name)
                    )
                found = _look(held, edition, decided)
                if found.problems:
                    problems = tuple(map(Problem, found.problems))
                    raise Refusal(" ".join(found.problems), problems)
                op.allow_empty = True
                op.rosters(*(one.team for one in found.teams))
                for one in found.teams:
                    op.record(one.team, one.moved.events)
        except AlreadyDone as done:
            require_same(done.act, by, KIND, _said_before(done.act, edition, decided))
            return done.act
        move_to_edition(by, held, edition, said["house_rules"])
    for name in ("edition", "house_rules", "sequence"):
        setattr(league, name, getattr(held, name))
    return op.act


def _said(league: League, edition: str, decided: Decisions) -> dict[str, Any]:
    editions.edition(edition)
    kept, dropped = house_rules.carried_over(edition, league.house_rules, league.edition)
    return {
        "from": league.edition,
        "edition": edition,
        "house_rules": kept,
        "dropped": list(dropped),
        "decided": msgspec.to_builtins(decided),
    }


def _said_before(act: Act, edition: str, decided: Decisions) -> dict[str, Any]:
    """What the request says with what the act itself noted of the league as it was then."""
    return {**act.parameters, "edition": edition, "decided": msgspec.to_builtins(decided)}


def _look(league: League, edition: str, decided: Decisions) -> Outlook:
    old, said = league.rules, _said(league, edition, decided)
    new = editions.edition(edition, said["house_rules"])
    teams = list(Team.objects.filter(league=league).select_related("coach").order_by("name_key"))
    rosters = rosters_of(teams)
    moves = [_move(old, new, team, rosters[team.pk], decided) for team in teams]
    # Whoever was taken back plays no more: such a team comes along where it can, and keeps nobody waiting.
    moves = [one for one in moves if one.moved.events or not one.team.withdrawn]
    problems = _hindrances(league, old, new)
    problems += [f"{one.team.name}: {fault}" for one in moves for fault in one.moved.problems]
    gaps = {(gap.table, gap.key): gap for one in moves for gap in one.moved.gaps}
    return Outlook(
        old,
        new,
        league.sequence,
        tuple(moves),
        tuple(gaps.values()),
        said["house_rules"],
        tuple(said["dropped"]),
        tuple(problems),
        decided,
    )


def _move(old: Edition, new: Edition, team: Team, roster: Roster, decided: Decisions) -> TeamMove:
    moved = acts.convert(old, new, roster, decided)
    after = evolve(roster, *moved.events) if moved.events else None
    return TeamMove(
        team, moved, old.rules.strength(roster), None if after is None else new.rules.strength(after)
    )


def _hindrances(league: League, old: Edition, new: Edition) -> list[str]:
    found = []
    if new.key == old.key:
        found.append(_("{league} plays {edition} already.").format(league=league.name, edition=old.name))
    rolling = Improvement.objects.filter(team__league=league, open=True).select_related("team")
    names = dict.fromkeys(one.team.name for one in rolling.order_by("team__name_key"))
    if names:
        found.append(
            _(
                "A player's roll is in progress ({teams}); finish it by the rules that it began by, or set it aside."
            ).format(teams=", ".join(names))
        )
    for ask in hindrances:
        found += ask(league, new)
    return found


@deriver(KIND, follows=True)
def _derived(given: Circumstances) -> Derived:
    """The move of the rosters as they are now, with the decisions of then."""
    said = given.parameters
    new = editions.edition(said["edition"], said["house_rules"])
    decided = msgspec.convert(said["decided"], Decisions)
    moved = {pk: acts.convert(given.edition, new, roster, decided) for pk, roster in given.now.items()}
    problems = [f"{given.now[pk].name}: {fault}" for pk, one in moved.items() for fault in one.problems]
    if problems:
        raise Refusal(" ".join(problems), tuple(map(Problem, problems)))
    return Derived({pk: one.events for pk, one in moved.items()})
