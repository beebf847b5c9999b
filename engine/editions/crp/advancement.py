"""Improvement rolls, and what an improvement is worth."""

from __future__ import annotations

from engine.dice import TWO_D6
from engine.edition import STAT_NAMES, Position
from engine.editions.crp.book import Book
from engine.questions import Choose, Refusal, Roll, Script
from engine.roster import Advanced, Player, Roster, RosterEvent
from engine.words import gettext as _

NOTHING_LEFT = "nothing"
"""The choice of a player to whom the rules leave nothing to gain: the roll is made, and spent."""


def _level(book: Book, spp: int) -> int:
    """The number of the level, 0 for a rookie: so many rolls has he earned."""
    return max(place for place, level in enumerate(book.advancement.levels) if spp >= level.spp)


def title(book: Book, spp: int) -> str:
    return book.advancement.levels[_level(book, spp)].title


def improvements_owed(book: Book, spp: int, taken: int) -> int:
    return max(0, _level(book, spp) - taken)


def improve(book: Book, roster: Roster, player_id: int) -> Script[tuple[RosterEvent, ...]]:
    """One improvement roll: two dice, and a choice of what they offer. There is no ageing.

    Asked of side ``home``, as every question outside a match; ``player`` is the id in the ledger. Raises Refusal when
    no roll is owed.

    Source: obblm, red sheet of the edition before
    """
    player = roster.player(player_id)
    if player.status != "active":
        raise Refusal(
            _("{player} no longer plays for {team} and cannot improve.").format(
                player=player.name, team=roster.name
            )
        )
    if not improvements_owed(book, player.spp, player.advances):
        raise Refusal(
            _("{player} is not owed an improvement roll with {spp} star player points.").format(
                player=player.name, spp=player.spp
            )
        )
    dice = yield Roll("home", TWO_D6, "improve.roll", player_id)
    pick = yield Choose(
        "home", "improve.pick", gains(book, roster.race, player, dice), player_id, about="skill"
    )
    if pick == NOTHING_LEFT:
        return (Advanced(player_id, "", "nothing"),)
    value = value_of(book, roster, player_id, pick)
    if pick.startswith("+"):
        return (Advanced(player_id, pick[1:], "stat", value),)
    return (Advanced(player_id, pick, "skill", value),)


def gains(book: Book, race: str, player: Player, dice: tuple[int, ...]) -> tuple[str, ...]:
    """What this roll offers: stats as ``+ma`` first, then skills by name. A double opens further categories."""
    offered = [f"+{stat}" for stat in book.improvement_roll[sum(dice)].stats if _can_rise(book, player, stat)]
    position = book.races[race].position(player.position)
    open_to = _categories(position, double=dice[0] == dice[1])
    offered += open_skills(book, open_to, player.skills)
    return tuple(offered) or (NOTHING_LEFT,)


def open_skills(book: Book, categories: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """Skills of these categories that somebody may still learn who knows those."""
    return tuple(
        skill.name
        for skill in book.skills.values()
        if skill.kind == "skill"
        and skill.category in categories
        and skill.name not in known
        and not _excluded(book, skill.name, known)
    )


def _categories(position: Position | None, double: bool) -> tuple[str, ...]:
    if position is None:
        return ()
    return (*position.access, *position.doubles) if double else position.access


def _excluded(book: Book, skill: str, known: tuple[str, ...]) -> bool:
    """Some skills do not go together."""
    return any(
        (row.skill == skill and any(one in known for one in row.not_with))
        or (row.skill in known and skill in row.not_with)
        for row in book.advancement.exclusions
    )


def _can_rise(book: Book, player: Player, stat: str) -> bool:
    place = STAT_NAMES.index(stat)
    return book.injuries.limits.may_rise(player.stats[place], player.start[place])


def value_of(book: Book, roster: Roster, player_id: int, gain: str) -> int:
    """Gold pieces: a skill of the player's normal access, one that only a double opens, or a point of a stat."""
    values = book.advancement.values
    by_stat = {"+ma": values.ma, "+st": values.st, "+ag": values.ag, "+av": values.av}
    if gain in by_stat:
        return by_stat[gain]
    position = book.races[roster.race].position(roster.player(player_id).position)
    skill = book.skills.get(gain)
    normal = position is not None and skill is not None and skill.category in position.access
    return values.skill if normal else values.double
