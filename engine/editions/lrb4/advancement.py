"""Star player rolls, and the ageing that comes with them."""

from __future__ import annotations

import msgspec

from engine.dice import TWO_D6
from engine.edition import STAT_NAMES
from engine.editions.lrb4.book import Book
from engine.match.log import LogPlayer
from engine.questions import Choose, Refusal, Roll, Script, Side
from engine.roster import Advanced, Injured, Player, Roster, RosterEvent, with_stat
from engine.words import gettext as _

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
        raise Refusal(
            _("{player} no longer plays for {team} and cannot improve.").format(
                player=player.name, team=roster.name
            )
        )
    if not improvements_owed(book, player.spp, player.advances):
        raise Refusal(
            _("{player} is not owed a star player roll with {spp} star player points.").format(
                player=player.name, spp=player.spp
            )
        )
    return (yield from _star_player_roll(book, roster.race, player, player.advances + 1, "home", player_id))


def improve_at_once(
    book: Book, race: str, player: LogPlayer, spp_before: int, side: Side
) -> Script[tuple[Advanced | Injured, ...]]:
    """The star player rolls of a player who reaches new levels before a match, asked of his side by shirt number.

    ``player`` has the points already. Rolls that he is owed from earlier matches stay owed.

    Source: LRB4, Handicaps; lrb4-cs.txt:2749-2750
    """
    events: tuple[Advanced | Injured, ...] = ()
    for level in range(_level(book, spp_before) + 1, _level(book, player.spp) + 1):
        gained = yield from _star_player_roll(book, race, player, level, side, player.number)
        events += gained
        for event in gained:
            player = after_event(player, event)
    return events


def after_event(player: LogPlayer, event: Advanced | Injured) -> LogPlayer:
    """The player of a log as he is after a star player roll or an ageing roll."""
    if isinstance(event, Advanced):
        if event.kind == "stat":
            return msgspec.structs.replace(player, stats=with_stat(player.stats, event.gain, 1))
        gained = (event.gain,) if event.kind == "skill" else ()
        return msgspec.structs.replace(player, skills=(*player.skills, *gained))
    if event.effect == "niggling":
        return msgspec.structs.replace(player, niggling=player.niggling + 1)
    if event.effect in STAT_NAMES and event.applied:
        return msgspec.structs.replace(player, stats=with_stat(player.stats, event.effect, -1))
    return player


def _star_player_roll(
    book: Book, race: str, player: Player | LogPlayer, level: int, side: Side, asked_for: int
) -> Script[tuple[Advanced | Injured, ...]]:
    """The roll that ``level`` brings and its ageing roll. ``asked_for`` stands in the questions for the player."""
    dice = yield Roll(side, TWO_D6, "improve.roll", asked_for)
    options = gains(book, race, player, dice)
    pick = yield Choose(side, "improve.pick", options, asked_for, about="skill")
    events: list[Advanced | Injured] = [_advanced(player.id, pick)]
    target = book.advancement.levels[level].ageing
    ageing = yield Roll(side, TWO_D6, "ageing", asked_for)
    if target is not None and sum(ageing) < target:
        result = yield Roll(side, TWO_D6, "ageing.result", asked_for)
        effect = book.ageing[sum(result)].effect
        applied = effect not in STAT_NAMES or _can_fall(book, player, effect, pick)
        events.append(Injured(player.id, "Ageing", effect, applied, misses_next=False))
    return tuple(events)


def _advanced(player_id: int, pick: str) -> Advanced:
    if pick == NOTHING_LEFT:
        return Advanced(player_id, "", "nothing")
    return (
        Advanced(player_id, pick[1:], "stat") if pick.startswith("+") else Advanced(player_id, pick, "skill")
    )


def gains(book: Book, race: str, player: Player | LogPlayer, dice: tuple[int, ...]) -> tuple[str, ...]:
    """What this roll offers: skills by name, stats as ``+ma``; what the table gives comes first."""
    offered: list[str] = []
    row = book.star_player_roll[sum(dice)]
    if row.result != "skill" and _can_rise(book, player, row.result):
        offered.append(f"+{row.result}")
    position = book.races[race].position(player.position)
    access = position.access if position else ()
    doubles = position.doubles if position else ()
    normal = normal_skills(book, race, player.position, player.skills)
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


def normal_skills(book: Book, race: str, position_name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Skills that a roll without a double opens to this position, but for those it knows."""
    position = book.races[race].position(position_name)
    access = position.access if position else ()
    return tuple(
        skill.name
        for skill in book.skills.values()
        if skill.kind == "skill" and skill.category in access and skill.name not in known
    )


def _can_rise(book: Book, player: Player | LogPlayer, stat: str) -> bool:
    place = STAT_NAMES.index(stat)
    return book.injuries.limits.may_rise(player.stats[place], player.start[place])


def _can_fall(book: Book, player: Player | LogPlayer, stat: str, pick: str) -> bool:
    place = STAT_NAMES.index(stat)
    value = player.stats[place] + (pick == f"+{stat}")
    return book.injuries.limits.may_fall(value, player.start[place])
