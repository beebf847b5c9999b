"""What the tests of the engine share."""

from collections.abc import Iterator

import pytest

from engine import words
from tests.engine.marking import Marks


@pytest.fixture
def marks() -> Iterator[Marks]:
    """While the test runs, the engine speaks a language that marks what it translates."""
    found = Marks()
    before = words.translate_with(found)
    yield found
    words.translate_with(before)
