"""The questions that rules ask, and what is said when an answer does not fit.

A rule is a generator that yields a question and is sent the answer. Who drives it finds the answer: a stored log,
a person, or chance. A question knows which entries of a log answer it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from engine.dice import Dice
from engine.words import gettext as _

Side = Literal["home", "away"]
SIDES: tuple[Side, Side] = ("home", "away")


def other(side: Side) -> Side:
    return "away" if side == "home" else "home"


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong, in a sentence for a commissioner.

    ``entry`` counts the entries of a log from 1 and is 0 where no entry is concerned.
    """

    message: str
    entry: int = 0
    asked: str = ""
    given: str = ""
    rule: str = ""


class Refusal(Exception):
    """An expected outcome: the rules, or the state of the league, do not allow what was asked for.

    Its text is a sentence for the person who asked. ``problems`` holds every fault that was found.
    """

    def __init__(self, message: str, problems: tuple[Problem, ...] = (), rule: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.problems = problems or (Problem(message, rule=rule),)

    @classmethod
    def of(cls, messages: list[str]) -> Refusal:
        """All faults at once; the text is theirs in a row."""
        return cls(" ".join(messages), tuple(Problem(message) for message in messages))


class Rolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="roll"):
    """Dice as they fell."""

    key: str
    side: Side
    dice: tuple[int, ...]
    player: int | None = None


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="choose"):
    """A decision: one of the options, or several where several may be taken."""

    key: str
    side: Side
    pick: str | tuple[str, ...]
    player: int | None = None


class Mismatch(Exception):
    """The entry does not answer the question. The text says in what respect."""


class Roll(msgspec.Struct, frozen=True):
    """Dice to be thrown by ``side``. ``player`` is the number of the player concerned.

    Answered with a number for one die or a D66, with the tuple of faces for several dice.
    """

    side: Side
    dice: Dice
    key: str
    player: int | None = None

    def accept(self, entry: Any) -> int | tuple[int, ...]:
        if type(entry) is not Rolled or entry.key != self.key or entry.side != self.side:
            raise Mismatch(_("this is another question's answer"))
        if entry.player != self.player:
            raise Mismatch(_("the roll is for another player"))
        dice = entry.dice
        fault = self.dice.fault(dice)
        if fault:
            raise Mismatch(fault)
        return self.dice.read(dice)


class Choose(msgspec.Struct, frozen=True):
    """A decision of ``side``. With ``several`` any number of the options, none included, answers it.

    ``about`` says what the options are: numbers of players of ``side``, skills, or plain words. ``prices`` holds the
    gold that each option takes, where they take any.
    """

    side: Side
    key: str
    options: tuple[str, ...]
    player: int | None = None
    about: Literal["player", "skill", "word"] = "word"
    several: bool = False
    prices: tuple[int, ...] = ()

    def accept(self, entry: Any) -> str | tuple[str, ...]:
        if type(entry) is not Chosen or entry.key != self.key or entry.side != self.side:
            raise Mismatch(_("this is another question's answer"))
        if entry.player != self.player:
            raise Mismatch(_("the choice is for another player"))
        pick = entry.pick
        if self.several:
            picks = (pick,) if isinstance(pick, str) else pick
            for one in picks:
                if one not in self.options:
                    raise Mismatch(_("{one!r} is not among the options").format(one=one))
            if len(set(picks)) != len(picks):
                raise Mismatch(_("an option is named twice"))
            return picks
        if not isinstance(pick, str) or pick not in self.options:
            raise Mismatch(_("{pick!r} is not among the options").format(pick=pick))
        return pick


class Report(msgspec.Struct, frozen=True):
    """What happened next? Answered with a report whose kind is one of ``kinds``; who may act is the rule's to say."""

    kinds: tuple[str, ...]
    key: str = "play"

    def accept(self, entry: Any) -> Any:
        if type(entry) is Rolled or type(entry) is Chosen:
            raise Mismatch(_("nothing was to be rolled or chosen here"))
        if entry.__struct_config__.tag not in self.kinds:
            raise Mismatch(_("this cannot happen now"))
        return entry


Question: TypeAlias = Roll | Choose | Report
Answer = TypeVar("Answer")
Script: TypeAlias = Generator[Question, Any, Answer]
"""A rule that asks. Sent answers are what ``accept`` of the question makes of an entry."""
