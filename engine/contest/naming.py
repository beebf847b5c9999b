"""How entrants are spoken of in a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from engine import words
from engine.contest.played import Id
from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import ngettext

_names: ContextVar[Callable[[], Mapping[Id, str]] | None] = ContextVar("names", default=None)


@contextmanager
def speaking_of(names: Callable[[], Mapping[Id, str]]) -> Iterator[None]:
    """Within it entrants are called by these names. They are asked for when somebody has to be spoken of."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def named(entrant: Id) -> str:
    """The name that the host gave, or else ``entrant 7``."""
    names = _names.get()
    known = names().get(entrant) if names is not None else None
    return known or _("entrant {number}").format(number=entrant)


def called(entrant: Id) -> str:
    """A name stands for itself; a number needs a noun."""
    return entrant if isinstance(entrant, str) else named(entrant)


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
