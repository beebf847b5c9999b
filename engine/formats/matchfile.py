"""What the match files of other programs have in common: two teams, what happened in order, and the file's own counts.

Every reader ends in a ``MatchFile``. It holds what its file holds and nothing else: a value that the file lacks is
None, and ``missing`` names it, so that whoever makes a match log of it knows what is left to ask. Players are named by
side and shirt number, as in a match log; halves and turns are counted as there: half 3 is overtime, and ``turn`` is
that of the team whose turn it was, from 1 in each half, and 0 where the file tells of none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sized
from typing import Literal, TypeAlias

import msgspec

from engine.questions import Refusal, Side
from engine.words import gettext as _
from engine.words import gettext_noop, number

Severity = Literal["badly_hurt", "serious", "dead"]
Outcome = Literal["saved", "badly_hurt", "serious", "dead"]
Format = Literal["bb2", "ffb", "dugout"]
"""Cyanide's Blood Bowl 2, a replay of FFB (FUMBBL), and a match log of this program."""
Kind = Literal["roster", "journeyman", "star", "mercenary", "raised"]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Stats(_Part, frozen=True):
    """As the file has them: from the 2020 rules on, agility, passing and armour are the rolls needed (``4`` is 4+)."""

    movement: int
    strength: int
    agility: int
    armour: int
    passing: int | None = None


class FilePlayer(_Part, frozen=True):
    """A player as he came to the match. ``key`` is the id that the file's program gave him, empty for one without.

    ``injuries`` are those that he brought along; ``misses``: he sits this match out for one of them.
    """

    key: str
    number: int
    name: str
    position: str = ""
    kind: Kind = "roster"
    stats: Stats | None = None
    skills: tuple[str, ...] = ()
    spp: int | None = None
    injuries: tuple[str, ...] = ()
    misses: bool = False


class Inducement(_Part, frozen=True):
    """``price`` of one, in gold pieces."""

    name: str
    count: int = 1
    price: int | None = None


class FileTeam(_Part, frozen=True):
    """A team before the match. ``value`` and ``treasury`` in gold pieces; ``race`` as the file's program calls it."""

    name: str
    race: str
    coach: str
    players: tuple[FilePlayer, ...]
    key: str = ""
    value: int | None = None
    treasury: int | None = None
    fan_factor: int | None = None
    """Dedicated fans, from the 2020 rules on."""
    rerolls: int | None = None
    apothecaries: int | None = None
    assistant_coaches: int | None = None
    cheerleaders: int | None = None


class TeamResult(_Part, frozen=True):
    """What a team took from the match, in gold pieces where it is money.

    ``winnings_die`` is the die as it counted, after a second throw if there was one; ``fan_dice`` are those that gave
    ``spectators``. From the 2020 rules on there is ``attendance``, fans and a D3, in its stead.
    """

    score: int
    spectators: int | None = None
    fan_dice: tuple[int, ...] = ()
    attendance: int | None = None
    fame: int | None = None
    fan_factor_change: int | None = None
    winnings: int | None = None
    winnings_die: int | None = None
    spiralling_expenses: int | None = None
    inducements: tuple[Inducement, ...] = ()
    spent_on_inducements: int | None = None
    """Gold out of the treasury."""
    conceded: bool = False


# --- what happened


class _Happened(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="fact"
):
    half: int
    turn: int


class Weather(_Happened, frozen=True, tag="weather"):
    name: str
    dice: tuple[int, ...] = ()


class KickOff(_Happened, frozen=True, tag="kick_off"):
    result: str
    dice: tuple[int, ...] = ()


class Touchdown(_Happened, frozen=True, tag="touchdown"):
    side: Side
    player: int
    opponents_turn: bool = False


class Completion(_Happened, frozen=True, tag="completion"):
    side: Side
    player: int


class Interception(_Happened, frozen=True, tag="interception"):
    side: Side
    player: int


class Deflection(_Happened, frozen=True, tag="deflection"):
    side: Side
    player: int


class Casualty(_Happened, frozen=True, tag="casualty"):
    """``side`` and ``player`` are the victim's; ``causer`` wears that shirt on the other side.

    ``cause`` is one of the causes of a match log. ``rolled`` is the injury that came first, with its ``dice``;
    ``outcome`` and ``injuries`` are what it came to after the apothecary (whose throw is ``second_dice``) and
    regeneration: none where the player was saved, two where his kind of player suffers two. ``earns``: the causer has
    star player points for it, which stay his whatever becomes of the victim.
    """

    side: Side
    player: int
    cause: str
    severity: Severity
    outcome: Outcome
    rolled: str
    injuries: tuple[str, ...] = ()
    causer: int | None = None
    earns: bool = False
    dice: tuple[int, ...] = ()
    second_dice: tuple[int, ...] = ()
    apothecary: bool = False
    regenerated: bool = False


class Foul(_Happened, frozen=True, tag="foul"):
    """``victim`` wears that shirt on the other side."""

    side: Side
    player: int
    victim: int | None = None


class SendingOff(_Happened, frozen=True, tag="sending_off"):
    """``forgiven``: by a bribe or an argument, and the player stays."""

    side: Side
    player: int
    cause: Literal["foul", "secret_weapon", "other"] = "foul"
    forgiven: bool = False


class RaisedDead(_Happened, frozen=True, tag="raised_dead"):
    """A dead player joins ``side`` with a new number."""

    side: Side
    player: int
    position: str = ""


class Mvp(_Happened, frozen=True, tag="mvp"):
    side: Side
    player: int


Fact: TypeAlias = (
    Weather
    | KickOff
    | Touchdown
    | Completion
    | Interception
    | Deflection
    | Casualty
    | Foul
    | SendingOff
    | RaisedDead
    | Mvp
)


class Recorded(_Part, frozen=True):
    """What the file itself counts for one player at its end; None for what it does not count.

    ``suffered`` counts casualties, those included that he was saved from; ``injuries`` are the lasting ones and death.
    """

    side: Side
    player: int
    touchdowns: int | None = None
    completions: int | None = None
    interceptions: int | None = None
    casualties: int | None = None
    mvps: int | None = None
    fouls: int | None = None
    suffered: int | None = None
    spp: int | None = None
    injuries: tuple[str, ...] | None = None


class MatchFile(_Part, frozen=True):
    """``digest`` is the identity of the match, not of the bytes: the same match, packed again, has the same.

    ``rules`` are named as the file names them; ``started`` and ``finished`` are its times, in ISO 8601 or as it has
    them. ``missing`` holds keys of ``MISSING``.
    """

    format: Format
    rules: str
    digest: str
    home: FileTeam
    away: FileTeam
    home_result: TeamResult
    away_result: TeamResult
    facts: tuple[Fact, ...]
    totals: tuple[Recorded, ...] = ()
    missing: tuple[str, ...] = ()
    started: str = ""
    finished: str = ""
    competition: str = ""

    def team(self, side: Side) -> FileTeam:
        return self.home if side == "home" else self.away

    def result(self, side: Side) -> TeamResult:
        return self.home_result if side == "home" else self.away_result

    def name_of(self, side: Side, number: int) -> str:
        return next((one.name for one in self.team(side).players if one.number == number), "")


MISSING: dict[str, str] = {
    "positions": gettext_noop("the positions of some players"),
    "fan_dice": gettext_noop("the dice of the gate"),
    "weather": gettext_noop("the weather at the start"),
    "winnings_die": gettext_noop("the dice of the winnings"),
    "winnings_reroll": gettext_noop("whether the winner threw again for the winnings"),
    "fan_factor_dice": gettext_noop("the dice against the fan factor"),
    "mvp_dice": gettext_noop("how the most valuable players were drawn"),
    "totals": gettext_noop("counts of its own to check the facts by"),
    "deflections": gettext_noop("deflections in its own counts"),
    "coaches": gettext_noop("the coaches"),
    "winnings": gettext_noop("the winnings"),
    "end": gettext_noop("the end of the match"),
}
"""What a file may lack, as the end of ``The file does not hold ...``."""

LONGEST_NAME = 100
MOST_PLAYERS = 60
"""Of a team, with those who join during the match; a file with more is of no match."""
MOST_FACTS = 2_000
"""Real files have 40."""
MOST_SKILLS = 40
MOST_AWARDS = 20
"""More awards than any player could have are no reason to make a million facts."""
LARGEST_NUMBER = 1_000_000_000
HIGHEST_SHIRT = 999


def check_facts(facts: Sized) -> None:
    """Raises Refusal for more facts than any match has."""
    if len(facts) > MOST_FACTS:
        raise Refusal(
            _("The file tells of more than {most} facts; no match has so many, and it is not read.").format(
                most=number(MOST_FACTS)
            )
        )


def identity(*parts: object) -> str:
    """One value of 64 digits for what makes a match that match and no other."""
    return hashlib.sha256(repr(tuple(str(part) for part in parts)).encode()).hexdigest()


def cleaned(text: str | None) -> str:
    """A name on one line, of a length that a page can show, without characters that none can."""
    kept = "".join(letter if letter.isprintable() else " " for letter in (text or "")[: 4 * LONGEST_NAME])
    return " ".join(kept.split())[:LONGEST_NAME].rstrip()


FIRST_SPARE_NUMBER = 100


def numbered(wanted: Iterable[int | None]) -> list[int]:
    """A shirt number for each player of a side: his own, or one from 100 on where he has none or another wears it."""
    found: list[int] = []
    taken: set[int] = set()
    for shirt in wanted:
        if shirt is None or not 1 <= shirt <= HIGHEST_SHIRT or shirt in taken:
            shirt = FIRST_SPARE_NUMBER
            while shirt in taken:
                shirt += 1
        taken.add(shirt)
        found.append(shirt)
    return found
