"""The message catalogues: everything that Dugout says, in each language, with nothing lost on the way."""

from __future__ import annotations

import re
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message

from catalogues import files, messages

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*[^{}]*\}")

pytestmark = pytest.mark.parametrize("language", messages.LANGUAGES)


@cache
def said() -> Catalog:
    return messages.template()


@cache
def catalogue(language: str) -> Catalog:
    return files.read(messages.catalogue(language), language)


def known(catalog: Catalog) -> set[tuple[str, str]]:
    return {(str(message.id), message.context or "") for message in catalog if message.id}


def shape(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def test_a_catalogue_holds_every_message_of_the_code_and_no_other(language: str) -> None:
    assert sorted(known(said()) - known(catalogue(language))) == []
    assert sorted(known(catalogue(language)) - known(said())) == []


def test_every_message_is_translated(language: str) -> None:
    missing = [message.id for message in catalogue(language) if message.id and not files.translated(message)]
    assert missing == []


def test_a_translation_carries_the_same_values(language: str) -> None:
    assert [message.id for message in catalogue(language) if message.id and not keeps_values(message)] == []


def test_a_translation_carries_the_same_marks(language: str) -> None:
    assert [message.id for message in catalogue(language) if message.id and not keeps_marks(message)] == []


def keeps_values(message: Message) -> bool:
    """A form for one thing alone may leave its number out."""
    if isinstance(message.id, str):
        return shape(message.id) == shape(str(message.string))
    one, several = (set(shape(text)) for text in message.id[:2])
    return all(one & several <= set(shape(text)) <= one | several for text in message.string)


def keeps_marks(message: Message) -> bool:
    """The elements of HTML, straight quotes, which would end an attribute, and whether there is space at its ends."""
    forms = [message.string] if isinstance(message.string, str) else message.string
    first = message.id if isinstance(message.id, str) else message.id[0]
    return all(marks(text) == marks(first) for text in forms)


def marks(text: str) -> tuple[list[str], int, bool, bool]:
    elements = sorted(re.findall(r"</?[a-z]+[^>]*>", text))
    return elements, text.count('"'), text[:1].isspace(), text[-1:].isspace()
