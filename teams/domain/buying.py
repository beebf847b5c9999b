"""What a team buys, and who leaves it."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _

from engine import acts
from engine.acts import Purchase
from engine.questions import Problem, Refusal
from engine.roster import Staff
from league.models import User
from teams.domain.changing import change
from teams.domain.ledger import roster_of
from teams.models import Team


def check(team: Team, purchase: Purchase) -> tuple[Problem, ...]:
    """Everything that is wrong with a purchase by the team as it is now."""
    return acts.check_purchase(team.league.rules, roster_of(team), purchase)


def buy(team: Team, by: User, purchase: Purchase, key: str | None = None) -> Team:
    """Raises Refusal with every problem."""
    return change(
        team,
        by,
        "buy",
        msgspec.to_builtins(purchase),
        lambda edition, roster: acts.purchase(edition, roster, purchase),
        key,
    )


def dismiss(team: Team, by: User, player: int, key: str | None = None) -> Team:
    """Sends a player away for good. ``player`` is his number in the ledger."""
    return change(
        team,
        by,
        "dismiss",
        {"player": player},
        lambda edition, roster: acts.dismiss(edition, roster, player),
        key,
    )


def retire(team: Team, by: User, player: int, becomes_assistant: bool, key: str | None = None) -> Team:
    """Ends a player's career; he may stay as an assistant coach."""
    return change(
        team,
        by,
        "retire",
        {"player": player, "becomes_assistant": becomes_assistant},
        lambda edition, roster: acts.retire(edition, roster, player, becomes_assistant),
        key,
    )


def drop_staff(team: Team, by: User, staff: Staff | str, count: int, key: str | None = None) -> Team:
    """Lets go of so many of the staff, or of the team's re-rolls (``rerolls``)."""
    if staff == "rerolls":
        return change(
            team,
            by,
            "drop",
            {"staff": staff, "count": count},
            lambda edition, roster: acts.drop_rerolls(edition, roster, count),
            key,
        )
    kinds: dict[str, Staff] = {
        "assistant_coaches": "assistant_coaches",
        "cheerleaders": "cheerleaders",
        "apothecary": "apothecary",
    }
    if staff not in kinds:
        raise Refusal(_("A team has no staff called {staff!r}.").format(staff=staff))
    return change(
        team,
        by,
        "drop",
        {"staff": staff, "count": count},
        lambda edition, roster: acts.drop_staff(edition, roster, kinds[staff], count),
        key,
    )
