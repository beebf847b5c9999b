"""What a coach sees of an improvement: the chances before the dice fall, and what each choice is worth after."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.chances import Chance, categories, chance_words, outlook, totals_words
from engine.describe import describe_option
from engine.edition import Edition
from engine.questions import Choose
from engine.words import named
from teams.domain.improving import Progress


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """A row of the table of chances. ``skills``: each category that is open, with how many he may still learn.

    ``kind`` says of these totals whether they are doubles, where the same total comes to something else otherwise.
    """

    chance: Chance
    words: str
    dice: str
    kind: str
    skills: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A roll that is to come, and all that it may come to: the fractions add up to one."""

    label: str
    lines: tuple[ChanceLine, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """``worth``: gold pieces by which the player's value rises, 0 where the edition counts none."""

    pick: str
    words: str
    worth: int


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options of one category, under its name."""

    name: str
    options: tuple[Option, ...]


def prospects(edition: Edition, seen: Progress) -> tuple[Prospect, ...]:
    """The roll that is due, and the one that follows the choice; nothing where a choice is due."""
    if seen.driven.problem is not None:
        return ()
    found = outlook(edition, seen.roster, seen.player.id, seen.answers)
    return tuple(
        Prospect(
            _(edition.prompt(one.key).label),
            tuple(_line(edition, chance, one.chances) for chance in one.chances),
        )
        for one in found
    )


def _line(edition: Edition, chance: Chance, among: tuple[Chance, ...]) -> ChanceLine:
    doubles = {total for one in among if one.double for total in one.totals}
    kind = _("double") if chance.double else _("no double") if doubles & set(chance.totals) else ""
    return ChanceLine(
        chance,
        chance_words(edition, chance),
        totals_words(chance.totals),
        kind,
        tuple((named(category), count) for category, count in categories(edition, chance.skills)),
    )


def option_groups(edition: Edition, seen: Progress) -> tuple[OptionGroup, ...]:
    """What may be picked now: characteristics first, then skills and traits by category."""
    question = seen.question
    if not isinstance(question, Choose):
        return ()
    groups: dict[str, list[Option]] = {}
    for pick in question.options:
        option = Option(pick, describe_option(question, pick, seen.roster), worth(edition, seen, pick))
        groups.setdefault(_group(edition, pick), []).append(option)
    return tuple(OptionGroup(name, tuple(options)) for name, options in groups.items())


def _group(edition: Edition, pick: str) -> str:
    if pick.startswith("+"):
        return _("Characteristics")
    skill = edition.skills.get(pick)
    if skill is None:
        return ""
    if skill.kind == "skill":
        return named(skill.category)
    return _("{category}, traits").format(category=named(skill.category))


def worth(edition: Edition, seen: Progress, pick: str) -> int:
    """Gold pieces by which the player's value rises with this; 0 for what is no gain."""
    gains = pick.startswith("+") or pick in edition.skills
    return edition.rules.value_of(seen.roster, seen.player.id, pick) if gains else 0
