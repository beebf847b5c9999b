"""The home field of a team: what it may build, and what has come down."""

from __future__ import annotations

from dataclasses import dataclass

from engine import acts
from engine.acts import Offer
from engine.questions import Problem
from engine.words import named
from league.models import User
from teams.domain.changing import change
from teams.domain.ledger import roster_of
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Ground:
    """What a team can do about its home field. ``bonus`` says in words what its race makes of one.

    ``repair_price`` is given where the field waits for repair, in gold pieces; ``repair_problems`` say why it cannot be
    repaired now.
    """

    offers: tuple[Offer, ...]
    bonus: str
    repair_price: int | None
    repair_problems: tuple[Problem, ...]

    @property
    def best(self) -> bool:
        """Whether there is nothing better to build."""
        return all(offer.problems for offer in self.offers) and any(offer.owned for offer in self.offers)


def ground(team: Team) -> Ground:
    """One query."""
    edition, roster = team.league.rules, roster_of(team)
    bonus = edition.field_bonus(roster.race)
    price = acts.repair_price(edition, roster)
    return Ground(
        offers=acts.offers(edition, roster),
        bonus=named(bonus.words) if bonus else "",
        repair_price=price,
        repair_problems=() if price is None else acts.check_repair(edition, roster),
    )


def build(team: Team, by: User, stadium: str, key: str | None = None) -> Team:
    """Buys a home field of this kind, or makes it of the one that the team owns. Raises Refusal with every problem."""
    return change(
        team,
        by,
        "build",
        {"stadium": stadium},
        lambda edition, roster: acts.build(edition, roster, stadium),
        key,
    )


def repair(team: Team, by: User, key: str | None = None) -> Team:
    """Pays for the repair of a home field that broke down. Raises Refusal."""
    return change(team, by, "repair", {}, acts.repair, key)
