"""The Living Rulebook, fifth edition, with the experiments of 2008: the Competition Rules with other tables.

``data/`` holds what differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.edition import Edition
from engine.editions import crp

KEY = "lrb5x"
NAME = "LRB5 with the 2008 experiments"
ABOUT = (
    "The rules that led to the Competition Rules, with the experiments of 2008: theirs but for a "
    "few prices, with the four major tournaments."
)


def build(house_rules: Mapping[str, Any]) -> Edition:
    """The edition with house rules laid over its tables.

    Raises Refusal for a house rule that names nothing or has the wrong type, ValueError for tables that contradict
    themselves.
    """
    return crp.build_as(KEY, NAME, __name__, house_rules, ABOUT)
