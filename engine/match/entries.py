"""The reports of a match: what a score sheet says happened, in order, by half and turn.

Half 3 is overtime. ``turn`` is that of the team whose turn it was. Players are named by shirt number.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine.questions import Chosen, Rolled, Side

Cause = Literal[
    "block",
    "foul",
    "crowd",
    "dodge",
    "go_for_it",
    "landing",
    "secret_weapon",
    "spell",
    "rock",
    "pitch_invasion",
    "eaten",
    "other",
]


class _Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"):
    pass


class Lineup(_Report, frozen=True, tag="lineup"):
    """Who stands on the pitch at a kick-off; may be left out."""

    half: int
    turn: int
    side: Side
    players: tuple[int, ...]


class Touchdown(_Report, frozen=True, tag="touchdown"):
    half: int
    turn: int
    side: Side
    player: int
    opponents_turn: bool = False


class Completion(_Report, frozen=True, tag="completion"):
    half: int
    turn: int
    side: Side
    player: int


class Interception(_Report, frozen=True, tag="interception"):
    half: int
    turn: int
    side: Side
    player: int


class Casualty(_Report, frozen=True, tag="casualty"):
    """``side`` and ``player`` are the victim's; ``causer`` is a player of the other side, or nobody."""

    half: int
    turn: int
    side: Side
    player: int
    cause: Cause
    causer: int | None = None


class Treatment(_Report, frozen=True, tag="treatment"):
    """The apothecary tends a stunned or knocked-out player, and is spent."""

    half: int
    turn: int
    side: Side
    player: int


class SendingOff(_Report, frozen=True, tag="sending_off"):
    half: int
    turn: int
    side: Side
    player: int
    cause: Literal["foul", "secret_weapon", "other"] = "foul"


class HalfTime(_Report, frozen=True, tag="half_time"):
    """The first half is over. May be left out where the rules roll for nothing at half-time."""


class Overtime(_Report, frozen=True, tag="overtime"):
    """Full time with the score level, and the coaches play on to sudden death."""


class ShootOut(_Report, frozen=True, tag="shoot_out"):
    """The match is decided by a die each, to which every unused team re-roll adds one."""

    home_rerolls: int = 0
    away_rerolls: int = 0


class Concession(_Report, frozen=True, tag="concession"):
    """``excused``: so few players were left that the rules forgive it, where they do."""

    half: int
    turn: int
    side: Side
    excused: bool = False


class MatchEnd(_Report, frozen=True, tag="match_end"):
    pass


Report: TypeAlias = (
    Lineup
    | Touchdown
    | Completion
    | Interception
    | Casualty
    | Treatment
    | SendingOff
    | HalfTime
    | Overtime
    | ShootOut
    | Concession
    | MatchEnd
)
Entry: TypeAlias = Rolled | Chosen | Report
