"""What a purchase or a draft would make of a team, before anybody pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from engine import acts
from engine.acts import Draft, Line, Purchase, draft_cost, purchase_cost
from engine.acts.naming import NAME_MAX
from engine.edition import Edition
from engine.questions import Problem, Refusal
from engine.roster import Roster, RosterEvent, evolve

THINGS = ("rerolls", "assistant_coaches", "cheerleaders", "apothecary")
"""What a purchase counts, besides players."""
NOBODY = "?" * NAME_MAX
"""The name of a player who is only thought of; none that a coach gives is like it."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What it costs, and the team after it. Gold in gold pieces; ``left`` may be less than nothing.

    ``strength`` is None where something stands in the way.
    """

    cost: int
    left: int
    players: int
    strength: int | None

    @property
    def short(self) -> int:
        """The gold that is missing."""
        return max(0, -self.left)


def of_purchase(
    edition: Edition, roster: Roster, wanted: Purchase, problems: Sequence[Problem] = ()
) -> Foreseen:
    """``problems``: what is known to stand in the way already."""
    cost = purchase_cost(edition, roster, wanted)
    after = None if problems else _after(lambda: acts.purchase(edition, roster, wanted), roster)
    players = len(roster.active) - len({one.player for one in wanted.retire}) + len(wanted.players)
    return Foreseen(cost, roster.treasury - cost, players, _strength(edition, after))


def of_draft(edition: Edition, wanted: Draft, problems: Sequence[Problem] = ()) -> Foreseen:
    cost = draft_cost(edition, wanted)
    after = None if problems else _after(lambda: acts.draft(edition, wanted), Roster())
    left = edition.creation.treasury - cost
    return Foreseen(cost, left, len(wanted.players), _strength(edition, after))


def one_more(edition: Edition, roster: Roster) -> dict[str, Foreseen]:
    """What one of each thing alone would do: by the name of its position, or the field of a purchase."""
    positions = [one.name for one in edition.race(roster.race).positions if one.price is not None]
    worn = {one.number for one in roster.active}
    number = next(one for one in range(1, len(worn) + 2) if one not in worn)
    wanted = {name: Purchase(players=(Line(name, NOBODY, number),)) for name in positions}
    wanted |= {field: msgspec.structs.replace(Purchase(), **{field: 1}) for field in THINGS}
    return {name: of_purchase(edition, roster, one) for name, one in wanted.items()}


def _after(events: Callable[[], tuple[RosterEvent, ...]], roster: Roster) -> Roster | None:
    try:
        return evolve(roster, *events())
    except Refusal:
        return None


def _strength(edition: Edition, roster: Roster | None) -> int | None:
    return None if roster is None else edition.rules.strength(roster)
