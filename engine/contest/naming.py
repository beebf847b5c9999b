"""How entrants are spoken of in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine import words
from engine.contest.played import Id
from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import ngettext


def called(entrant: Id) -> str:
    """A name stands for itself; a number needs a noun."""
    return entrant if isinstance(entrant, str) else _("entrant {number}").format(number=entrant)


def listed(entrants: Iterable[Id]) -> str:
    """Several in a sentence: ``A, B and C``."""
    return words.listed(called(entrant) for entrant in entrants)


def sentence(text: str) -> str:
    """With a capital: a sentence may begin with what ``called`` gives."""
    return text[:1].upper() + text[1:]


def entered_once(entrants: Iterable[Id]) -> tuple[Id, ...]:
    """The entrants as a tuple. Raises Refusal where one is there twice."""
    field = tuple(entrants)
    twice = [entrant for entrant, times in Counter(field).items() if times > 1]
    if twice:
        raise Refusal(
            sentence(
                ngettext(
                    "{entrants} is entered more than once.",
                    "{entrants} are entered more than once.",
                    len(twice),
                ).format(entrants=listed(twice))
            )
        )
    return field
