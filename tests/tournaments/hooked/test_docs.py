"""What docs/webhooks.md says holds: its example is run, and its tables name what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tournaments.domain import webhooks
from tournaments.domain.webhooks import signing

PAGE = (Path(__file__).parents[3] / "docs/webhooks.md").read_text()


@pytest.fixture
def is_from_dugout():
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(code, "docs/webhooks.md", "exec"), names)
    return names["is_from_dugout"]


def test_the_example_knows_what_comes_from_here_and_what_does_not(
    league, commissioner, hook, receiver, is_from_dugout
):
    webhooks.send_test(commissioner, league, hook.pk)
    webhooks.deliver_due()
    (got,) = receiver.received
    assert is_from_dugout(hook.secret, got.headers, got.body)
    assert not is_from_dugout("another", got.headers, got.body)
    assert not is_from_dugout(hook.secret, got.headers, got.body + b" ")
    assert not is_from_dugout(hook.secret, {**got.headers, "Dugout-Timestamp": "1"}, got.body)
    assert not is_from_dugout(hook.secret, got.headers, got.body, patience=-1)


def test_every_event_and_every_header_is_named():
    named = re.findall(r"^\| `([a-z.]+)` \|", PAGE, re.MULTILINE)
    assert set(named) == {*webhooks.EVENTS, "test"}
    headers = re.findall(r"^\| `(Dugout-[A-Za-z]+)` \|", PAGE, re.MULTILINE)
    assert set(headers) == {signing.EVENT, signing.DELIVERY, signing.TIMESTAMP, signing.SIGNATURE}
