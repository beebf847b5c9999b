"""A report by thumb: what happened and for whom in one tap, then a tile for each player who had a part in it.

The page holds all tiles of both sides once, and shows those that the deed asks for; so it needs no network between
the taps. What it sends is turned into what ``ReportForm`` reads, which checks it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext, gettext_noop

from engine.describe import cause_words
from engine.match.script import OVERTIME
from engine.questions import SIDES, Question, Report, Side, other
from engine.replay import SheetPlayer
from engine.words import capital
from matches.domain.in_force import position_words
from matches.domain.wizard import Step
from matches.forms import KINDS, just_fallen
from teams.forms import number_in
from teams.portraits import Arms, Role, arms_of, role_by_gifts, role_in

DEEDS: dict[str, tuple[str, str]] = {
    "touchdown": ("touchdown", gettext_noop("Touchdown")),
    "casualty": ("casualty", gettext_noop("Casualty")),
    "completion": ("completion", gettext_noop("Completion")),
    "interception": ("interception", gettext_noop("Interception")),
    "sending_off": ("sending_off", gettext_noop("Sending-off")),
    "accident": ("casualty", gettext_noop("Accident")),
    "treatment": ("treatment", gettext_noop("Apothecary")),
}
"""What a side does in a match: the kind of the report, and what the button says. A casualty is of the side that caused
it, and an accident of the side that it happens to."""

ENDS = ("half_time", "overtime", "match_end")
"""Reports that name nobody: one tap."""
RARE = ("lineup", "concession", "shoot_out")
"""Reports with a form of their own."""

CAUSED = ("block", "foul", "crowd", "secret_weapon", "other")
MISHAPS = (
    "dodge",
    "go_for_it",
    "crowd",
    "landing",
    "spell",
    "rock",
    "pitch_invasion",
    "eaten",
    "foul",
    "secret_weapon",
    "other",
)
OFFENCES = ("foul", "secret_weapon", "other")
_NEEDS_A_CAUSER = "block"

_GONE = {
    "missing": gettext_noop("misses it"),
    "hurt": gettext_noop("hurt"),
    "dead": gettext_noop("dead"),
    "off": gettext_noop("sent off"),
}


@dataclass(frozen=True, slots=True)
class Tile:
    """A player to be tapped. ``gone`` says why he cannot act; ``fallen``: he may still have caused a casualty."""

    number: int
    name: str
    position: str
    role: Role
    arms: Arms
    gone: str
    fallen: bool
    picked: bool


@dataclass(frozen=True, slots=True)
class BoardSide:
    """``deeds`` are (value, kind, words, picked)."""

    side: Side
    team: str
    deeds: tuple[tuple[str, str, str, bool], ...]
    tiles: tuple[Tile, ...]
    nobody: bool


@dataclass(frozen=True, slots=True)
class Board:
    """All that a report by thumb can be made of. Lists of buttons are (value, words, picked)."""

    sides: tuple[BoardSide, ...]
    halves: tuple[tuple[int, str, bool], ...]
    turns: tuple[tuple[int, bool], ...]
    causes: tuple[tuple[str, str, bool], ...]
    mishaps: tuple[tuple[str, str, bool], ...]
    offences: tuple[tuple[str, str, bool], ...]
    ends: tuple[tuple[str, str], ...]
    rare: tuple[tuple[str, str], ...]
    opponents_turn: bool


def asked_key(question: Question | None) -> str:
    """What the question is called between two answers: an answer that waits for the network is sent to its own."""
    if question is None:
        return ""
    if isinstance(question, Report):
        return question.key
    return f"{question.key}:{question.side}:{question.player or ''}"


def board(step: Step, typed: QueryDict, kind: str = "") -> Board | None:
    """For a question that asks what happened next; nothing where the form of one ``kind`` is asked for, or was sent.

    ``typed`` is what was refused, to be mended.
    """
    question = step.question
    by_form = kind or typed.get("kind", "") not in ("", *ENDS)
    if by_form or not isinstance(question, Report) or not step.replay.sheets:
        return None
    half, turn = step.replay.clock
    half, turn = number_in(typed.get("half")) or half, number_in(typed.get("turn")) or turn
    halves = [(1, gettext("1st half")), (2, gettext("2nd half")), (OVERTIME, gettext("Overtime"))]
    shown = halves if step.replay.clock[0] == OVERTIME else halves[:2]
    return Board(
        sides=tuple(_side(step, question, side, typed) for side in SIDES),
        halves=tuple((number, words, number == half) for number, words in shown),
        turns=tuple((number, number == turn) for number in range(1, step.edition.rules.turns + 1)),
        causes=_causes(CAUSED, typed.get("cause") or _NEEDS_A_CAUSER),
        mishaps=_causes(MISHAPS, typed.get("mishap") or MISHAPS[0]),
        offences=_causes(OFFENCES, typed.get("offence") or OFFENCES[0]),
        ends=tuple((kind, gettext(KINDS[kind][0])) for kind in ENDS if kind in question.kinds),
        rare=tuple((kind, gettext(KINDS[kind][0])) for kind in RARE if kind in question.kinds),
        opponents_turn="opponents_turn" in typed,
    )


def _causes(causes: tuple[str, ...], picked: str) -> tuple[tuple[str, str, bool], ...]:
    return tuple((cause, capital(cause_words(cause)), cause == picked) for cause in causes)


def _side(step: Step, question: Report, side: Side, typed: QueryDict) -> BoardSide:
    sheet = step.replay.sheets[side]
    roster = step.log.home if side == "home" else step.log.away
    fallen = just_fallen(step.replay.facts)[side]
    deeds = [
        (f"{side}:{deed}", deed, gettext(words), typed.get("deed") == f"{side}:{deed}")
        for deed, (kind, words) in DEEDS.items()
        if kind in question.kinds and (kind != "treatment" or sheet.apothecaries)
    ]
    tiles = tuple(
        _tile(step, roster.race, one, one.number in fallen, typed.get(side, "")) for one in sheet.players
    )
    return BoardSide(side, roster.team, tuple(deeds), tiles, typed.get(side) == "nobody")


def _tile(step: Step, race: str, one: SheetPlayer, fallen: bool, picked: str) -> Tile:
    gone = gettext(_GONE[one.condition]) if one.condition != "fit" else ""
    return Tile(
        number=one.number,
        name=one.name,
        position=position_words(one),
        role=role_of(step, race, one),
        arms=arms_of(race),
        gone=gone,
        fallen=fallen,
        picked=picked == str(one.number),
    )


def role_of(step: Step, race: str, one: SheetPlayer) -> Role:
    """Of a player in a match; whoever was hired from no list is told by what he can do, unless he is a star."""
    role = role_in(step.edition, race, one.position)
    return role_by_gifts(one.stats, one.skills) if role == "star" and one.hired != "star" else role


def as_form(posted: QueryDict) -> QueryDict:
    """What was tapped, as the form of the report would send it. What has a ``kind`` is a form already."""
    deed = posted.get("deed", "")
    whose, _, what = deed.partition(":")
    if posted.get("kind") or what not in DEEDS or whose not in SIDES:
        return posted
    side: Side = "home" if whose == "home" else "away"
    form = posted.copy()
    form["kind"] = DEEDS[what][0]
    fields = {"accident": "mishap", "sending_off": "offence"}
    form["cause"] = posted.get(fields.get(what, "cause"), "")
    victims = other(side) if what == "casualty" else side
    form["player"] = f"{victims}:{posted[victims]}" if posted.get(victims) else ""
    causer = posted.get(side, "") if what == "casualty" else ""
    form["causer"] = f"{side}:{causer}" if causer not in ("", "nobody") else ""
    return form


def thrown(posted: QueryDict) -> list[str]:
    """The dice in order: each of a row of its own, or all under one name."""
    rows = sorted(name for name in posted if name.startswith("die-"))
    return [posted.get(name, "") for name in rows] or posted.getlist("die")
