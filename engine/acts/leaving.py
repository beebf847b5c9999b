"""Players and staff who go. Nobody pays anything back (LRB4, Purchases; lrb4-cs.txt:2936-2940, 3852-3854)."""

from __future__ import annotations

from engine.edition import Edition
from engine.questions import Refusal
from engine.roster import Departed, Player, RerollsChanged, Roster, RosterEvent, Staff, StaffChanged
from engine.words import STAFF_WORDS, counted


def dismiss(edition: Edition, roster: Roster, player_id: int) -> tuple[RosterEvent, ...]:
    return (Departed(under_contract(roster, player_id).id, "dismissed", "dismissed"),)


def retire(
    edition: Edition, roster: Roster, player_id: int, becomes_assistant: bool
) -> tuple[RosterEvent, ...]:
    """A retired player may stay on as an assistant coach, for nothing, where the edition lets him (LRB4, Purchases;
    lrb4-cs.txt:2936-2940). Raises Refusal."""
    player = under_contract(roster, player_id)
    if becomes_assistant and not edition.creation.retired_coach:
        raise Refusal(f"{edition.name}: {player.name} may retire, but he cannot become an assistant coach.")
    if becomes_assistant:
        return (
            Departed(player.id, "retired", "retired, and coaches now"),
            StaffChanged("assistant_coaches", 1),
        )
    return (Departed(player.id, "retired", "retired"),)


def drop_staff(edition: Edition, roster: Roster, staff: Staff, count: int) -> tuple[RosterEvent, ...]:
    if staff not in STAFF_WORDS:
        raise Refusal(f"A team has no staff called {staff!r}.")
    has = getattr(roster, staff)
    if not 1 <= count <= has:
        raise Refusal(f"{roster.name} cannot drop {counted(count, STAFF_WORDS[staff])}: it has {has}.")
    return (StaffChanged(staff, -count),)


def drop_rerolls(edition: Edition, roster: Roster, count: int) -> tuple[RosterEvent, ...]:
    if not 1 <= count <= roster.rerolls:
        raise Refusal(f"{roster.name} cannot drop {counted(count, 'team re-roll')}: it has {roster.rerolls}.")
    return (RerollsChanged(-count),)


def under_contract(roster: Roster, player_id: int) -> Player:
    """The player of this id. Raises Refusal for somebody who plays here no more."""
    player = roster.player(player_id)
    if player.status != "active":
        raise Refusal(f"{player.name} no longer plays for {roster.name}.")
    return player
