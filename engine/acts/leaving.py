"""Players and staff who go. Nobody pays anything back (LRB4, Purchases; lrb4-cs.txt:2936-2940, 3852-3854)."""

from __future__ import annotations

from engine import stored
from engine.edition import Edition
from engine.questions import Refusal
from engine.roster import Departed, Player, RerollsChanged, Roster, RosterEvent, Staff, StaffChanged
from engine.words import STAFF_WORDS, counted, named
from engine.words import gettext as _


def dismiss(edition: Edition, roster: Roster, player_id: int) -> tuple[RosterEvent, ...]:
    return (Departed(under_contract(roster, player_id).id, "dismissed", stored.DISMISSED),)


def retire(
    edition: Edition, roster: Roster, player_id: int, becomes_assistant: bool
) -> tuple[RosterEvent, ...]:
    """A retired player may stay on as an assistant coach, for nothing, where the edition lets him (LRB4, Purchases;
    lrb4-cs.txt:2936-2940). Raises Refusal."""
    player = under_contract(roster, player_id)
    if becomes_assistant and not edition.creation.retired_coach:
        raise Refusal(
            _("{edition}: {player} may retire, but he cannot become an assistant coach.").format(
                edition=named(edition.name), player=player.name
            )
        )
    if becomes_assistant:
        return (
            Departed(player.id, "retired", stored.RETIRED_COACH),
            StaffChanged("assistant_coaches", 1),
        )
    return (Departed(player.id, "retired", stored.RETIRED),)


def drop_staff(edition: Edition, roster: Roster, staff: Staff, count: int) -> tuple[RosterEvent, ...]:
    if staff not in STAFF_WORDS:
        raise Refusal(_("A team has no staff called {staff!r}.").format(staff=staff))
    has = getattr(roster, staff)
    if not 1 <= count <= has:
        raise Refusal(
            _("{team} cannot drop {things}: it has {has}.").format(
                team=roster.name, things=counted(count, STAFF_WORDS[staff]), has=has
            )
        )
    return (StaffChanged(staff, -count),)


def drop_rerolls(edition: Edition, roster: Roster, count: int) -> tuple[RosterEvent, ...]:
    if not 1 <= count <= roster.rerolls:
        raise Refusal(
            _("{team} cannot drop {things}: it has {has}.").format(
                team=roster.name, things=counted(count, "team re-roll"), has=roster.rerolls
            )
        )
    return (RerollsChanged(-count),)


def under_contract(roster: Roster, player_id: int) -> Player:
    """The player of this id. Raises Refusal for somebody who plays here no more."""
    player = roster.player(player_id)
    if player.status != "active":
        raise Refusal(_("{player} no longer plays for {team}.").format(player=player.name, team=roster.name))
    return player
