"""What a match showed, in order: the ground of every statistic and of the narrative. Players by shirt number."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine.edition import Stats
from engine.questions import Side

Severity = Literal["badly_hurt", "serious", "dead"]
How = Literal["freebooter", "star", "talent", "journeyman", "mercenary"]
"""How a player who is not under contract came to a match."""


class _Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="fact"):
    pass


class Weather(_Fact, frozen=True, tag="weather"):
    name: str


class Gate(_Fact, frozen=True, tag="gate"):
    spectators: int


class Hired(_Fact, frozen=True, tag="hired"):
    """A player who plays this match for ``side`` and is not under contract; ``paid`` gold pieces."""

    side: Side
    number: int
    name: str
    position: str
    how: How
    stats: Stats
    skills: tuple[str, ...] = ()
    paid: int = 0


class StarWithdrawn(_Fact, frozen=True, tag="star_withdrawn"):
    """A star player took the gold of both sides, and plays for neither."""

    name: str


class WizardHired(_Fact, frozen=True, tag="wizard_hired"):
    side: Side
    wizard: str
    paid: int


class PettyCash(_Fact, frozen=True, tag="petty_cash"):
    """Gold pieces for the inducements of ``side``: out of its treasury, and given for being the weaker team.

    ``strength`` is what it takes the field with, what came out of its treasury included.
    """

    side: Side
    from_treasury: int
    given: int
    strength: int


class Induced(_Fact, frozen=True, tag="induced"):
    """``count`` of an inducement bought by ``side`` for this match, by its ``name``, for ``paid`` gold pieces."""

    side: Side
    name: str
    count: int
    paid: int


class Fans(_Fact, frozen=True, tag="fans"):
    """Spectators who came for ``side``, and its FAME: what it is worth to have more of them than the other."""

    side: Side
    spectators: int
    fame: int


class Ingredients(_Fact, frozen=True, tag="ingredients"):
    """So many dice more for the chef before each half."""

    side: Side
    dice: int
    paid: int


class Followers(_Fact, frozen=True, tag="followers"):
    """A player whom fans of his own follow, whoever he plays for."""

    side: Side
    player: int
    spectators: int
    fan_factor: int


class HomeField(_Fact, frozen=True, tag="home_field"):
    """The field that ``side`` plays on, and what stands for the whole match.

    ``returns_on`` and ``let_off_on`` are the lowest faces of a D6 on which a home player comes back after a push off
    the pitch at the home end, and stays after a foul; ``end_injury`` and ``rough_end`` are added to the injury roll
    of a visitor pushed off at the home end and at the rough end; ``invasion`` to the rolls of a pitch invasion.
    """

    side: Side
    stadium: str
    returns_on: int
    end_injury: int
    let_off_on: int
    rough_end: int = 0
    invasion: int = 0
    broken: bool = False


class FieldBonus(_Fact, frozen=True, tag="field_bonus"):
    """What the home field of a race did, or did not do, before ``half``.

    ``before`` and ``after`` are the numbers that it changed: a fan factor, or what is added to rolls with it, of the
    home team or of the visitors. ``times`` counts the dice that worked; without dice nothing was rolled for.
    """

    side: Side
    half: int
    bonus: str
    effect: str
    dice: tuple[int, ...] = ()
    times: int = 1
    before: int = 0
    after: int = 0


class FieldReroll(_Fact, frozen=True, tag="field_reroll"):
    """The fans may bring ``side`` a team re-roll for this half: so much was needed on two dice."""

    side: Side
    half: int
    total: int
    needed: int
    gained: bool


class Trophies(_Fact, frozen=True, tag="trophies"):
    """Each trophy of ``side`` is a re-roll, to be used once in the match."""

    side: Side
    names: tuple[str, ...]


class Handicap(_Fact, frozen=True, tag="handicap"):
    """One result of the handicap table for ``side``, which may have it from a ``trophy``."""

    side: Side
    name: str
    chosen: bool = False
    trophy: str = ""


class HandicapEffect(_Fact, frozen=True, tag="handicap_effect"):
    """What a result of the handicap table for ``side`` did.

    ``concerned`` is the side whose ``players`` it befell. ``gain`` is a skill, a stat (``+st``) or a position;
    ``before`` and ``after`` are the numbers that it changed. Without ``any`` there was nobody and nothing to change.
    """

    side: Side
    effect: str
    concerned: Side
    players: tuple[int, ...] = ()
    gain: tuple[str, ...] = ()
    before: int = 0
    after: int = 0
    any: bool = True


class Improved(_Fact, frozen=True, tag="improved"):
    """A star player roll that was made before the match; ``gain`` as in the roster event."""

    side: Side
    player: int
    gain: str
    kind: Literal["skill", "stat", "nothing"]


class Aged(_Fact, frozen=True, tag="aged"):
    side: Side
    player: int
    effect: str
    applied: bool = True


class Rune(_Fact, frozen=True, tag="rune"):
    """The runesmith's work; without a ``name`` the rune was spoilt, without a player nobody was there to have it."""

    side: Side
    name: str = ""
    player: int | None = None
    gain: tuple[str, ...] = ()


class Chef(_Fact, frozen=True, tag="chef"):
    """The chef's cooking before a half: re-rolls that his side gained, and that the other lost.

    ``thrown_out``: he argued with the referee in the first half, and cooks no more.
    """

    side: Side
    half: int
    gained: int
    lost: int
    thrown_out: bool = False


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
    second: str = ""
    """A second injury that applies as well, by its name; its effect is ``second_effect``."""
    second_effect: str = ""
    second_applied: bool = True
    rolled: tuple[str, ...] = ()
    """The results that the coach could choose between, where the apothecary had it rolled again."""


class RaisedDead(_Fact, frozen=True, tag="raised_dead"):
    """The necromancer of ``side`` raises a player of the other side, who wore ``victim``, as one of his own."""

    half: int
    turn: int
    side: Side
    player: int
    name: str
    position: str
    victim: int
    id: int = 0
    """His place in the ledger of his new team."""


class Treatment(_Fact, frozen=True, tag="treatment"):
    half: int
    turn: int
    side: Side
    player: int
    healed: bool


class SendingOff(_Fact, frozen=True, tag="sending_off"):
    """``forgiven``: the referee was bribed, and the player stays."""

    half: int
    turn: int
    side: Side
    player: int
    cause: str
    forgiven: bool = False


class Bribe(_Fact, frozen=True, tag="bribe"):
    """A bribe for a player who was to be sent off; with ``worked`` he stays."""

    half: int
    turn: int
    side: Side
    player: int
    die: int
    worked: bool


class LetOff(_Fact, frozen=True, tag="let_off"):
    """The home crowd frightened the referee: no sending-off for a foul."""

    half: int
    turn: int
    side: Side
    player: int


class Collapse(_Fact, frozen=True, tag="collapse"):
    """Two dice after a touchdown, the match's ``touchdowns``-th: from ``needed`` on the stand collapses.

    ``victims`` is the side whose fans died in it, ``fans_lost`` what that takes from its fan factor for good.
    """

    half: int
    turn: int
    touchdowns: int
    total: int
    needed: int
    victims: Side | None = None
    fans_lost: int = 0


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
    excused: bool = False
    """Too few players were left to go on: nothing is lost by it but the match."""


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
    first_die: int | None = None
    """The die that was rolled again, where the winner did not want it."""


class Expenses(_Fact, frozen=True, tag="expenses"):
    """``gold`` pieces that a team of this ``strength`` costs its owner after every match."""

    side: Side
    strength: int
    gold: int


class JourneymanHired(_Fact, frozen=True, tag="journeyman_hired"):
    """A journeyman stays with ``side`` after the match, or does not: ``why_not``. ``id`` is his place in its ledger."""

    side: Side
    player: int
    paid: int = 0
    why_not: str = ""
    id: int = 0


class Sponsorship(_Fact, frozen=True, tag="sponsorship"):
    """``gold`` pieces for playing as the holder of a trophy."""

    side: Side
    trophy: str
    gold: int


class Mvp(_Fact, frozen=True, tag="mvp"):
    """``lost``: he is not under contract, and nobody gets the points."""

    side: Side
    player: int
    lost: bool = False


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


class Infected(_Fact, frozen=True, tag="infected"):
    """Nurgle's Rot took ``victim`` of the other side, who joins ``side`` as ``player``, or as nobody: ``why_not``."""

    side: Side
    victim: int
    position: str
    player: int | None = None
    name: str = ""
    why_not: str = ""
    id: int = 0


class FieldBroken(_Fact, frozen=True, tag="field_broken"):
    """The home field of ``side`` collapsed too often; ``price`` gold pieces repair it."""

    side: Side
    stadium: str
    price: int


class Departure(_Fact, frozen=True, tag="departure"):
    """A star of the side that conceded was asked to stay."""

    side: Side
    player: int
    leaves: bool


Fact: TypeAlias = (
    Weather
    | Gate
    | Hired
    | StarWithdrawn
    | WizardHired
    | PettyCash
    | Induced
    | Fans
    | Ingredients
    | Followers
    | HomeField
    | FieldBonus
    | FieldReroll
    | Trophies
    | Handicap
    | HandicapEffect
    | Improved
    | Aged
    | Rune
    | Chef
    | Niggling
    | BroughtBack
    | Lineup
    | Touchdown
    | Completion
    | Interception
    | Casualty
    | RaisedDead
    | Treatment
    | SendingOff
    | Bribe
    | LetOff
    | Collapse
    | HalfTime
    | Overtime
    | ShootOut
    | Concession
    | FinalScore
    | Winnings
    | Expenses
    | JourneymanHired
    | Sponsorship
    | Mvp
    | NoMvp
    | FanFactor
    | Infected
    | FieldBroken
    | Departure
)

_decoder = msgspec.json.Decoder(tuple[Fact, ...])


def encode_facts(facts: tuple[Fact, ...]) -> str:
    return msgspec.json.encode(facts).decode()


def decode_facts(text: str | bytes) -> tuple[Fact, ...]:
    return _decoder.decode(text)
