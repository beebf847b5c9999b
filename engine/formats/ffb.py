"""Reader of the replays of FFB, the client of FUMBBL: gzipped JSON, under the rules of 2016, 2020 or 2025.

The game in the file stands as it ended, with counts for every player that the facts of the log are held against.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.formats import ffb_json as ffb
from engine.formats.ffb_play import Play, Seat
from engine.formats.matchfile import (
    MOST_PLAYERS,
    MOST_SKILLS,
    FilePlayer,
    FileTeam,
    Inducement,
    Kind,
    MatchFile,
    Recorded,
    Stats,
    TeamResult,
    cleaned,
    identity,
    numbered,
)
from engine.questions import SIDES, Refusal, Side
from engine.words import gettext as _

OLDEST_RULES = "BB2016"
"""The rules of files that name none."""
KINDS: dict[str, Kind] = {"Star": "star", "Mercenary": "mercenary", "RaisedFromDead": "raised"}
KINDS |= {"RiotousRookie": "journeyman"}


def read_json(document: bytes) -> MatchFile:
    """Raises Refusal with one sentence for what is no such replay, or stops before its end."""
    game, commands = ffb.decode(document)
    result = game.game_result
    if result is None or (game.turn_mode != "endGame" and game.finished is None):
        raise Refusal(_("The replay stops before the end of the match."))
    teams: dict[Side, ffb.Team] = {"home": game.team_home, "away": game.team_away}
    results = {"home": result.team_result_home, "away": result.team_result_away}
    _join(teams, commands)
    seats = _seats(teams)
    play = Play(seats)
    for command in commands:
        play.command(command)
    rules = next(
        (one.game_option_value for one in game.game_options.game_option_array if _is_rules(one)), None
    )
    home, away = (_team(teams[side], results[side], seats) for side in SIDES)
    turns = {"home": game.turn_data_home, "away": game.turn_data_away}
    home_result, away_result = (
        _outcome(side, teams[side], results[side], turns[side], play) for side in SIDES
    )
    return MatchFile(
        format="ffb",
        rules=cleaned(rules) or OLDEST_RULES,
        digest=identity("ffb", game.game_id, game.started, home.key, away.key, home.name, away.name),
        home=home,
        away=away,
        home_result=home_result,
        away_result=away_result,
        facts=tuple(play.facts),
        totals=tuple(_totals(results["home"], seats)) + tuple(_totals(results["away"], seats)),
        missing=_missing(play, (home, away), (home_result, away_result)),
        started=cleaned(game.started),
        finished=cleaned(game.finished),
    )


def _is_rules(option: ffb.Option) -> bool:
    return option.game_option_id == "rulesVersion"


def _join(teams: dict[Side, ffb.Team], commands: list[ffb.Command]) -> None:
    """Players who came during the match: most stand in the team's list as it ended, too."""
    known = {one.player_id for team in teams.values() for one in team.player_array}
    for command in commands:
        if command.player is None or not command.player.player_id:
            continue
        for team in teams.values():
            if team.team_id == command.team_id and command.player.player_id not in known:
                team.player_array.append(command.player)
                known.add(command.player.player_id)


def _seats(teams: dict[Side, ffb.Team]) -> dict[str, Seat]:
    seats: dict[str, Seat] = {}
    for side, team in teams.items():
        if len(team.player_array) > MOST_PLAYERS:
            raise Refusal(
                _("This is no replay of FFB: a team of it has more than {most} players.").format(
                    most=MOST_PLAYERS
                )
            )
        shirts = numbered(player.player_nr for player in team.player_array)
        for player, shirt in zip(team.player_array, shirts, strict=True):
            if player.player_id in seats:
                raise Refusal(
                    _("Two players of the replay have the same id: {id}.").format(
                        id=cleaned(player.player_id) or _("none")
                    )
                )
            seats[player.player_id] = Seat(side, shirt)
    return seats


def _team(team: ffb.Team, result: ffb.TeamResult, seats: dict[str, Seat]) -> FileTeam:
    positions = {one.position_id: cleaned(one.position_name) for one in team.roster.position_array}
    results = {one.player_id: one for one in result.player_results}
    return FileTeam(
        name=cleaned(team.team_name),
        race=cleaned(team.race),
        coach=cleaned(team.coach),
        players=tuple(
            _player(player, seats[player.player_id].number, positions, results.get(player.player_id))
            for player in team.player_array
        ),
        key=cleaned(team.team_id),
        value=team.team_value,
        treasury=team.treasury,
        fan_factor=team.fan_factor if team.dedicated_fans is None else team.dedicated_fans,
        rerolls=team.re_rolls,
        apothecaries=team.apothecaries,
        assistant_coaches=team.assistant_coaches,
        cheerleaders=team.cheerleaders,
    )


def _player(
    player: ffb.Player, shirt: int, positions: dict[str, str], result: ffb.PlayerResult | None
) -> FilePlayer:
    kind = "journeyman" if player.player_status == "journeyman" else "roster"
    return FilePlayer(
        key=cleaned(player.player_id),
        number=shirt,
        name=cleaned(player.player_name),
        position=positions.get(player.position_id or "", ""),
        kind=KINDS.get(player.player_type or "", "journeyman" if kind == "journeyman" else "roster"),
        stats=Stats(player.movement, player.strength, player.agility, player.armour, player.passing),
        skills=tuple(cleaned(one) for one in player.skill_array[:MOST_SKILLS]),
        spp=result.current_spps if result else None,
        injuries=tuple(cleaned(one) for one in player.lasting_injuries[:MOST_SKILLS]),
        misses=player.recovering_injury is not None
        or (result is not None and result.send_to_box_reason == "mng"),
    )


def _outcome(
    side: Side, team: ffb.Team, result: ffb.TeamResult, turns: ffb.TurnData, play: Play
) -> TeamResult:
    later = team.dedicated_fans is not None
    return TeamResult(
        score=result.score,
        spectators=None if later else result.spectators,
        fan_dice=play.fan_dice.get(side, ()),
        attendance=result.fan_factor if later else None,
        fame=None if later else result.fame,
        fan_factor_change=result.dedicated_fans if later else result.fan_factor_modifier,
        winnings=result.winnings,
        winnings_die=play.winnings_dice.get(side),
        spiralling_expenses=result.spiralling_expenses,
        inducements=tuple(
            Inducement(cleaned(one.inducement_type), one.value)
            for one in turns.inducement_set.inducement_array
            if one.value > 0
        ),
        spent_on_inducements=result.treasury_used_on_inducements,
        conceded=result.conceded,
    )


def _totals(result: ffb.TeamResult, seats: dict[str, Seat]) -> Iterator[Recorded]:
    for one in result.player_results:
        seat = seats.get(one.player_id)
        if seat is None:
            raise Refusal(
                _("The result of the replay has a player whom no team has: {id}.").format(
                    id=one.player_id[:40]
                )
            )
        yield Recorded(
            seat.side,
            seat.number,
            touchdowns=one.touchdowns,
            completions=one.completions,
            interceptions=one.interceptions,
            casualties=one.casualties,
            mvps=one.player_awards,
            fouls=one.fouls,
            injuries=tuple(cleaned(name) for name in (one.serious_injury, one.serious_injury_decay) if name),
        )


def _missing(
    play: Play, teams: tuple[FileTeam, FileTeam], results: tuple[TeamResult, TeamResult]
) -> tuple[str, ...]:
    lacks = {
        "positions": any(not player.position for team in teams for player in team.players),
        "fan_dice": not play.fan_dice and results[0].attendance is None,
        "winnings_die": not play.winnings_dice,
        "fan_factor_dice": True,
        "mvp_dice": True,
        "deflections": True,
    }
    return tuple(key for key, lacking in lacks.items() if lacking)
