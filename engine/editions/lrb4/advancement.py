"""Star player rolls, and the ageing that comes with them."""

from __future__ import annotations

from engine.dice import TWO_D6
from engine.edition import STAT_NAMES
from engine.editions.lrb4.book import Book
from engine.questions import Choose, Refusal, Roll, Script
from engine.roster import Advanced, Injured, Player, Roster, RosterEvent

NOTHING_LEFT = "nothing"
"""The choice of a player to whom the rules leave nothing to gain: the roll is made, and spent."""


def _level(book: Book, spp: int) -> int:
    """The number of the level, 0 for a rookie: so many rolls has he earned (lrb4-cs.txt:2500-2536)."""
    return max(place for place, level in enumerate(book.advancement.levels) if spp >= level.spp)


def title(book: Book, spp: int) -> str:
    return book.advancement.levels[_level(book, spp)].title


def improvements_owed(book: Book, spp: int, taken: int) -> int:
    return max(0, _level(book, spp) - taken)


def improve(book: Book, roster: Roster, player_id: int) -> Script[tuple[RosterEvent, ...]]:
    """One star player roll and its ageing roll (LRB4, Star player rolls and Ageing; lrb4-cs.txt:2537-2609).

    Asked of side ``home``, as every question outside a match; ``player`` is the id in the ledger. A player who
    gained several levels makes one roll for each, in order. Raises Refusal when no roll is owed.
    """
    player = roster.player(player_id)
    if player.status != "active":
        raise Refusal(f"{player.name} no longer plays for {roster.name} and cannot improve.")
    if not improvements_owed(book, player.spp, player.advances):
        raise Refusal(f"{player.name} is not owed a star player roll with {player.spp} star player points.")
    dice = yield Roll("home", TWO_D6, "improve.roll", player_id)
    options = gains(book, roster, player, dice)
    pick = yield Choose("home", "improve.pick", options, player_id, about="skill")
    events: list[RosterEvent] = [_advanced(player_id, pick)]
    target = book.advancement.levels[player.advances + 1].ageing
    ageing = yield Roll("home", TWO_D6, "ageing", player_id)
    if target is not None and sum(ageing) < target:
        result = yield Roll("home", TWO_D6, "ageing.result", player_id)
        effect = book.ageing[sum(result)].effect
        applied = effect not in STAT_NAMES or _can_fall(book, player, effect, pick)
        events.append(Injured(player_id, "Ageing", effect, applied, misses_next=False))
    return tuple(events)


def _advanced(player_id: int, pick: str) -> Advanced:
    if pick == NOTHING_LEFT:
        return Advanced(player_id, "", "nothing")
    return (
        Advanced(player_id, pick[1:], "stat") if pick.startswith("+") else Advanced(player_id, pick, "skill")
    )


def gains(book: Book, roster: Roster, player: Player, dice: tuple[int, ...]) -> tuple[str, ...]:
    """What this roll offers: skills by name, stats as ``+ma``; what the table gives comes first."""
    offered: list[str] = []
    row = book.star_player_roll[sum(dice)]
    if row.result != "skill" and _can_rise(book, player, row.result):
        offered.append(f"+{row.result}")
    position = book.races[roster.race].position(player.position)
    access = position.access if position else ()
    doubles = position.doubles if position else ()
    normal = [
        skill.name
        for skill in book.skills.values()
        if skill.kind == "skill" and skill.category in access and skill.name not in player.skills
    ]
    if dice[0] == dice[1] or not normal:
        offered.extend(
            skill.name
            for skill in book.skills.values()
            if skill.name not in player.skills
            and (
                (skill.kind == "skill" and skill.category in doubles)
                or (skill.kind == "trait" and skill.category in access)
                or skill.name in normal
            )
        )
    else:
        offered.extend(normal)
    return tuple(offered) or (NOTHING_LEFT,)


def _can_rise(book: Book, player: Player, stat: str) -> bool:
    """Never more than two above the start; a point lost may be gained again (lrb4-cs.txt:2566-2569, 3856-3859)."""
    place = STAT_NAMES.index(stat)
    return player.stats[place] < player.start[place] + book.injuries.limits.max_gain


def _can_fall(book: Book, player: Player, stat: str, pick: str) -> bool:
    place = STAT_NAMES.index(stat)
    limits = book.injuries.limits
    value = player.stats[place] + (pick == f"+{stat}")
    return value - 1 >= max(limits.min_stat, player.start[place] - limits.max_loss)
