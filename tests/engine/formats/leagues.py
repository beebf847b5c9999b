"""Teams of a league whose rosters are those of a match file, and matches that are read from one."""

from __future__ import annotations

from engine.editions import edition
from engine.formats.matchfile import FilePlayer, FileTeam, MatchFile
from engine.match.log import FORMAT, LogPlayer, LogRoster, MatchLog

CRP = edition("crp")


def roster_of(team: FileTeam) -> LogRoster:
    """As the file has it."""
    return LogRoster(
        team=team.name,
        race=team.race,
        strength=team.value or 0,
        fan_factor=team.fan_factor or 0,
        players=tuple(_player(place, one, team.race) for place, one in enumerate(team.players, 1)),
        rerolls=team.rerolls or 0,
        assistant_coaches=team.assistant_coaches or 0,
        cheerleaders=team.cheerleaders or 0,
        apothecary=team.apothecaries or 0,
        treasury=team.treasury or 0,
    )


def _player(place: int, one: FilePlayer, race: str) -> LogPlayer:
    position = CRP.races[race].position(one.position)
    assert position is not None
    assert position.stats is not None
    assert one.stats is not None
    return LogPlayer(
        id=place,
        number=one.number,
        name=one.name,
        position=one.position,
        start=position.stats,
        stats=(one.stats.movement, one.stats.strength, one.stats.agility, one.stats.armour),
        skills=tuple(skill for skill in one.skills if not skill.startswith("+")),
        spp=one.spp or 0,
        niggling=sum(injury in ("Damaged Back", "Smashed Knee") for injury in one.injuries),
        misses=one.misses,
    )


def an_empty_log(file: MatchFile) -> MatchLog:
    return MatchLog(FORMAT, "crp", roster_of(file.home), roster_of(file.away), ())
