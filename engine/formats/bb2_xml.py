"""The XML of a Blood Bowl 2 replay, read step by step: one step is in memory at a time, and never more than that.

Such a file has some 600,000 elements in some 700 steps. Values of zero are left out since 2016, so that whatever is not
there is zero.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import gettext_noop

MOST_ELEMENTS = 4_000_000
MOST_IN_A_STEP = 200_000
DEEPEST = 64
NOT_A_REPLAY = gettext_noop("This is no replay of Blood Bowl 2")


def each_step(pieces: Iterable[bytes], step: Callable[[Element], None]) -> None:
    """Calls ``step`` with every child of the root, in order.

    Raises Refusal for XML that is not well-formed, defines entities, is no replay, or is larger or deeper than any.
    """
    target = _Steps(step)
    parser = DefusedXMLParser(target=target, forbid_dtd=True)
    try:
        for piece in pieces:
            parser.feed(piece)
        parser.close()
    except DefusedXmlException:
        raise Refusal(
            _("The file defines a document type or entities of its own, and is not read.")
        ) from None
    except (ParseError, ValueError, LookupError) as fault:
        raise Refusal(
            _("{no_replay}: it is no well-formed XML ({fault}).").format(
                no_replay=_(NOT_A_REPLAY), fault=fault
            )
        ) from None


class _Steps:
    """The target of the parser: it builds one child of the root, hands it on, and forgets it."""

    def __init__(self, step: Callable[[Element], None]) -> None:
        self._step = step
        self._builder = TreeBuilder()
        self._depth = self._elements = self._in_step = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._elements += 1
        self._in_step += 1
        if self._depth == 1:
            if tag != "Replay":
                raise Refusal(
                    _("{no_replay}: it begins with <{tag}>.").format(no_replay=_(NOT_A_REPLAY), tag=tag[:40])
                )
            return
        if self._depth > DEEPEST or self._elements > MOST_ELEMENTS or self._in_step > MOST_IN_A_STEP:
            raise Refusal(
                _("{no_replay}: its XML is larger or deeper than that of any match.").format(
                    no_replay=_(NOT_A_REPLAY)
                )
            )
        self._builder.start(tag, attributes)

    def data(self, text: str) -> None:
        if self._depth > 1:
            self._builder.data(text)

    def end(self, tag: str) -> None:
        if self._depth > 1:
            self._builder.end(tag)
        if self._depth == 2:
            done, self._builder, self._in_step = self._builder.close(), TreeBuilder(), 0
            self._step(done)
        self._depth -= 1

    def close(self) -> None:
        """Nothing is left to hand on."""


_NUMBER = re.compile(r"-?[0-9]{1,9}")


def text(element: Element | None, path: str) -> str:
    """Empty where there is no such element."""
    found = element.findtext(path) if element is not None else None
    return (found or "").strip()


def number(element: Element | None, path: str) -> int:
    """0 where there is no such element: zeros are left out. Raises Refusal for what is no whole number."""
    found = text(element, path)
    if not found:
        return 0
    if not _NUMBER.fullmatch(found):
        raise Refusal(
            _("The replay has {found!r} where {name} should be a whole number.").format(
                found=found[:40], name=path.rpartition("/")[2]
            )
        )
    return int(found)


def numbers(found: str) -> tuple[int, ...]:
    """Of a list such as ``(31,1)``; other things in it are left out."""
    return tuple(int(one) for one in re.findall(r"-?[0-9]{1,9}", found[:4000]))
