"""What is taken from the JSON of an FFB replay. Files of 2016 lack many fields, so that each of them may be missing.

Fields that nobody asks for are skipped unread, however deep they are.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.formats.matchfile import LARGEST_NUMBER
from engine.formats.unpacking import LARGEST_JSON
from engine.questions import Refusal
from engine.words import gettext as _

NULL = msgspec.Raw(b"null")
Whole = Annotated[int, msgspec.Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


class Change(msgspec.Struct, rename="camel"):
    model_change_id: str = ""
    model_change_key: str | None = None
    model_change_value: msgspec.Raw = NULL


class Changes(msgspec.Struct, rename="camel"):
    model_change_array: list[Change] = []


class Report(msgspec.Struct, rename="camel"):
    """A report of any kind; each kind fills some of the fields."""

    report_id: str = ""
    player_id: str | None = None
    player_ids: list[str] = []
    acting_player_id: str | None = None
    attacker_id: str | None = None
    defender_id: str | None = None
    team_id: str | None = None
    successful: bool | None = None
    bomb: bool | None = None
    # injuries
    injury_type: str | None = None
    injury: Whole | None = None
    casualty_roll: list[Whole] | None = None
    serious_injury: str | None = None
    serious_injury_decay: str | None = None
    skip_injury_parts: str | None = None
    # passes
    pass_result: str | None = None
    fumble: bool | None = None
    safe_throw_hold: bool | None = None
    hail_mary_pass: bool | None = None
    # kick-offs and weather
    kickoff_result: str | None = None
    kickoff_roll: list[Whole] | None = None
    weather: str | None = None
    weather_roll: list[Whole] | None = None
    # referees
    fouling_player_banned: bool | None = None
    stays_on_pitch: bool | None = None
    ban_array: list[bool] | None = None
    # the end
    player_ids_home: list[str] = []
    player_ids_away: list[str] = []
    winnings_roll_home: Whole | None = None
    winnings_roll_away: Whole | None = None
    spectator_roll_home: list[Whole] | None = None
    spectator_roll_away: list[Whole] | None = None
    position_name: str | None = None


class Reports(msgspec.Struct):
    reports: list[Report] = []


class Player(msgspec.Struct, rename="camel"):
    player_id: str = ""
    player_nr: Whole = 0
    player_name: str | None = None
    player_type: str | None = None
    player_status: str | None = None
    position_id: str | None = None
    movement: Whole = 0
    strength: Whole = 0
    agility: Whole = 0
    passing: Whole | None = None
    armour: Whole = 0
    lasting_injuries: list[str] = []
    recovering_injury: str | None = None
    skill_array: list[str] = []


class Command(msgspec.Struct, rename="camel"):
    net_command_id: str = ""
    model_change_list: Changes | None = None
    report_list: Reports | None = None
    team_id: str | None = None
    player: Player | None = None


class GameLog(msgspec.Struct, rename="camel"):
    command_array: list[Command] = []


class Position(msgspec.Struct, rename="camel"):
    position_id: str = ""
    position_name: str | None = None


class Roster(msgspec.Struct, rename="camel"):
    position_array: list[Position] = []


class Team(msgspec.Struct, rename="camel"):
    team_id: str = ""
    team_name: str | None = None
    coach: str | None = None
    race: str | None = None
    re_rolls: Whole | None = None
    apothecaries: Whole | None = None
    cheerleaders: Whole | None = None
    assistant_coaches: Whole | None = None
    fan_factor: Whole | None = None
    dedicated_fans: Whole | None = None
    team_value: Whole | None = None
    treasury: Whole | None = None
    player_array: list[Player] = []
    roster: Roster = msgspec.field(default_factory=Roster)


class PlayerResult(msgspec.Struct, rename="camel"):
    player_id: str = ""
    completions: Whole = 0
    touchdowns: Whole = 0
    interceptions: Whole = 0
    casualties: Whole = 0
    player_awards: Whole = 0
    fouls: Whole = 0
    current_spps: Whole | None = None
    serious_injury: str | None = None
    serious_injury_decay: str | None = None
    send_to_box_reason: str | None = None


class TeamResult(msgspec.Struct, rename="camel"):
    score: Whole = 0
    conceded: bool = False
    spectators: Whole | None = None
    fame: Whole | None = None
    winnings: Whole | None = None
    fan_factor_modifier: Whole | None = None
    fan_factor: Whole | None = None
    dedicated_fans: Whole | None = None
    spiralling_expenses: Whole | None = None
    treasury_used_on_inducements: Whole | None = None
    player_results: list[PlayerResult] = []


class GameResult(msgspec.Struct, rename="camel"):
    team_result_home: TeamResult = msgspec.field(default_factory=TeamResult)
    team_result_away: TeamResult = msgspec.field(default_factory=TeamResult)


class Inducement(msgspec.Struct, rename="camel"):
    inducement_type: str = ""
    value: Whole = 0


class InducementSet(msgspec.Struct, rename="camel"):
    inducement_array: list[Inducement] = []


class TurnData(msgspec.Struct, rename="camel"):
    inducement_set: InducementSet = msgspec.field(default_factory=InducementSet)


class Option(msgspec.Struct, rename="camel"):
    game_option_id: str = ""
    game_option_value: str | None = None


class Options(msgspec.Struct, rename="camel"):
    game_option_array: list[Option] = []


class Game(msgspec.Struct, rename="camel"):
    game_id: int | None = None
    started: str | None = None
    finished: str | None = None
    turn_mode: str | None = None
    team_home: Team = msgspec.field(default_factory=Team)
    team_away: Team = msgspec.field(default_factory=Team)
    turn_data_home: TurnData = msgspec.field(default_factory=TurnData)
    turn_data_away: TurnData = msgspec.field(default_factory=TurnData)
    game_result: GameResult | None = None
    game_options: Options = msgspec.field(default_factory=Options)


class Replay(msgspec.Struct, rename="camel"):
    game: Game | None = None
    game_log: GameLog | None = None


_decoder = msgspec.json.Decoder(Replay)


def decode(document: bytes) -> tuple[Game, list[Command]]:
    """Raises Refusal for what is no replay of FFB, or is larger or deeper than any."""
    if len(document) > LARGEST_JSON:
        raise Refusal(
            _("The replay is too large: at most {most} MB of JSON are read, this has {size:.1f} MB.").format(
                most=LARGEST_JSON // 1_000_000, size=len(document) / 1_000_000
            )
        )
    try:
        replay = _decoder.decode(document)
    except msgspec.ValidationError as fault:
        raise Refusal(_("The replay of FFB cannot be read: {fault}.").format(fault=_plain(fault))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise Refusal(
            _("This is no replay of FFB: it is no JSON ({fault}).").format(fault=_plain(fault))
        ) from None
    except RecursionError:
        raise Refusal(_("This is no replay of FFB: its JSON is deeper than that of any match.")) from None
    if replay.game is None or replay.game_log is None:
        raise Refusal(_("This is no replay of FFB: it lacks the game or its log."))
    return replay.game, replay.game_log.command_array


def _plain(fault: Exception) -> str:
    return str(fault).replace("Object ", "it ").replace("`$.", "`").rstrip(".")
