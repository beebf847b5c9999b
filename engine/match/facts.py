"""What a match showed, in order: the ground of every statistic and of the narrative. Players by shirt number."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine.questions import Side

Severity = Literal["badly_hurt", "serious", "dead"]


class _Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="fact"):
    pass


class Weather(_Fact, frozen=True, tag="weather"):
    name: str


class Gate(_Fact, frozen=True, tag="gate"):
    spectators: int


class Handicap(_Fact, frozen=True, tag="handicap"):
    """One result of the handicap table for ``side``."""

    side: Side
    name: str
    chosen: bool = False


class Niggling(_Fact, frozen=True, tag="niggling"):
    """A player with niggling injuries was tested before the match."""

    side: Side
    player: int
    misses: bool


class BroughtBack(_Fact, frozen=True, tag="brought_back"):
    """The apothecary lets a player take part who would have missed the match."""

    side: Side
    player: int


class Lineup(_Fact, frozen=True, tag="lineup"):
    half: int
    turn: int
    side: Side
    players: tuple[int, ...]


class Touchdown(_Fact, frozen=True, tag="touchdown"):
    half: int
    turn: int
    side: Side
    player: int
    home: int
    away: int
    opponents_turn: bool = False


class Completion(_Fact, frozen=True, tag="completion"):
    half: int
    turn: int
    side: Side
    player: int


class Interception(_Fact, frozen=True, tag="interception"):
    half: int
    turn: int
    side: Side
    player: int


class Casualty(_Fact, frozen=True, tag="casualty"):
    """``severity`` is what was rolled, ``outcome`` what it came to after apothecary and regeneration.

    ``applied`` is false where a stat could not fall further. ``earns`` is whether the causer gets points for it.
    """

    half: int
    turn: int
    side: Side
    player: int
    cause: str
    severity: Severity
    outcome: Literal["saved", "badly_hurt", "serious", "dead"]
    causer: int | None = None
    injury: str = ""
    effect: str = ""
    applied: bool = True
    saved_by: Literal["", "apothecary", "regeneration"] = ""
    apothecary: Literal["", "healed", "failed"] = ""
    earns: bool = False


class Treatment(_Fact, frozen=True, tag="treatment"):
    half: int
    turn: int
    side: Side
    player: int
    healed: bool


class SendingOff(_Fact, frozen=True, tag="sending_off"):
    half: int
    turn: int
    side: Side
    player: int
    cause: str


class HalfTime(_Fact, frozen=True, tag="half_time"):
    pass


class Overtime(_Fact, frozen=True, tag="overtime"):
    pass


class ShootOut(_Fact, frozen=True, tag="shoot_out"):
    home: int
    away: int


class Concession(_Fact, frozen=True, tag="concession"):
    half: int
    turn: int
    side: Side


class FinalScore(_Fact, frozen=True, tag="final_score"):
    home: int
    away: int
    winner: Side | None = None


class Winnings(_Fact, frozen=True, tag="winnings"):
    """``gold`` pieces that ``side`` rolled for; ``paid_to`` got them."""

    side: Side
    die: int
    modifier: int
    gold: int
    paid_to: Side


class Mvp(_Fact, frozen=True, tag="mvp"):
    side: Side
    player: int


class NoMvp(_Fact, frozen=True, tag="no_mvp"):
    """Nobody of ``side`` could be chosen."""

    side: Side


class FanFactor(_Fact, frozen=True, tag="fan_factor"):
    """``total`` is the modified roll, or nothing where none was made; ``change`` what came of it."""

    side: Side
    change: int
    before: int
    die: int | None = None
    modifier: int = 0


class Departure(_Fact, frozen=True, tag="departure"):
    """A star of the side that conceded was asked to stay."""

    side: Side
    player: int
    leaves: bool


Fact: TypeAlias = (
    Weather
    | Gate
    | Handicap
    | Niggling
    | BroughtBack
    | Lineup
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
    | FinalScore
    | Winnings
    | Mvp
    | NoMvp
    | FanFactor
    | Departure
)

_decoder = msgspec.json.Decoder(tuple[Fact, ...])


def encode_facts(facts: tuple[Fact, ...]) -> str:
    return msgspec.json.encode(facts).decode()


def decode_facts(text: str | bytes) -> tuple[Fact, ...]:
    return _decoder.decode(text)
