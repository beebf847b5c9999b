"""Who joins a side for one match, or signs for it while the match goes on."""

from __future__ import annotations

from engine.acts.naming import NAME_MAX, name_key
from engine.edition import Position, Stats
from engine.match import facts
from engine.match.log import LogPlayer
from engine.match.state import Fielded, Match, Squad
from engine.roster import Hired


def sign(squad: Squad, position: Position, name: str) -> Fielded:
    """A player of this position signs for nothing, with the name of the one whom he was. There must be room."""
    assert position.price is not None
    assert position.stats is not None
    player = LogPlayer(
        id=squad.free_id(),
        number=squad.free_number(),
        name=free_name(squad, name),
        position=position.name,
        start=position.stats,
        stats=position.stats,
        skills=position.skills,
    )
    squad.joining.append(
        Hired(
            player.id,
            player.number,
            player.name,
            position.name,
            position.price,
            position.stats,
            position.skills,
        )
    )
    return squad.add(player)


def free_name(squad: Squad, name: str) -> str:
    """The name, with a number behind it where a team-mate has it."""
    taken = {name_key(one.player.name) for one in squad.players.values()}
    found, count = name[:NAME_MAX], 1
    while name_key(found) in taken:
        count += 1
        tail = f" {count}"
        found = f"{name[: NAME_MAX - len(tail)]}{tail}"
    return found


def unsigned(squad: Squad, name: str, position: str, stats: Stats, skills: tuple[str, ...]) -> LogPlayer:
    """A player with a shirt that is free, and an id that the team's ledger never gives."""
    hired = sum(1 for one in squad.players.values() if one.hired)
    return LogPlayer(-1 - hired, squad.free_number(), name, position, stats, stats, skills)


def add(match: Match, squad: Squad, player: LogPlayer, how: facts.How, paid: int) -> int:
    squad.add(player, how)
    match.facts.append(
        facts.Hired(
            squad.side, player.number, player.name, player.position, how, player.stats, player.skills, paid
        )
    )
    return player.number
