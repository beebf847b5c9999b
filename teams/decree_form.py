"""What is typed in on the page of decrees: for the team, and for one of its players.

A field that is left empty decrees nothing.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.acts import Decree, read_decrees
from engine.acts.decreeing import (
    FanFactor,
    Gold,
    Heal,
    Leave,
    Rerolls,
    Return,
    Spp,
    StaffMembers,
    Teach,
    Trophy,
)
from engine.describe import injury_words, stat_words
from engine.edition import STAT_NAMES
from engine.questions import Refusal
from engine.roster import Injured
from teams.domain import decreeing
from teams.domain.ledger import KEY_LENGTH
from teams.models import Player, Team

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

COUNTS: tuple[tuple[str, StrPromise, Callable[[int], Decree]], ...] = (
    ("fan_factor", gettext_lazy("Fan factor"), FanFactor),
    ("rerolls", gettext_lazy("Team re-rolls"), Rerolls),
    (
        "assistant_coaches",
        gettext_lazy("Assistant coaches"),
        lambda count: StaffMembers("assistant_coaches", count),
    ),
    ("cheerleaders", gettext_lazy("Cheerleaders"), lambda count: StaffMembers("cheerleaders", count)),
    ("apothecary", gettext_lazy("Apothecary"), lambda count: StaffMembers("apothecary", count)),
)


class DecreeSheet:
    """Decrees as they are being filled in. ``player``: who the lower half is about, or None."""

    def __init__(self, team: Team, player: Player | None, data: QueryDict) -> None:
        self.team = team
        self.player = player
        self.data = data
        self.key = (data.get("key") or str(uuid.uuid4()))[:KEY_LENGTH]
        self.reason = data.get("reason", "")

    @property
    def counts(self) -> list[tuple[str, StrPromise, int, str]]:
        """(field, words, what the team has now, what was typed)."""
        return [
            (field, words, getattr(self.team, field), self.data.get(field, "")) for field, words, _ in COUNTS
        ]

    @property
    def skills(self) -> list[str]:
        has = set(self.player.skills) if self.player else set()
        return sorted(name for name in self.team.league.rules.skills if name not in has)

    @property
    def stats(self) -> list[tuple[str, str]]:
        """What a characteristic may do, and its words."""
        return [
            (f"{stat}{sign}", f"{stat_words(stat)} {sign}1") for stat in STAT_NAMES for sign in ("+", "-")
        ]

    @cached_property
    def injuries(self) -> list[tuple[str, str]]:
        """What can be healed: its name in the form, and its words."""
        if self.player is None:
            return []
        return [
            (_named(one), injury_words(one.injury, one.effect, one.applied, misses=False))
            for one in decreeing.injuries(self.team, self.player.uid)
        ]

    @property
    def healed(self) -> list[str]:
        return self.data.getlist("injury")

    @cached_property
    def decrees(self) -> tuple[Decree, ...]:
        """Raises Refusal with everything that cannot be read."""
        faults: list[str] = []
        found = [*self._for_the_team(faults), *self._for_the_player(faults)]
        if faults:
            raise Refusal.of(faults)
        return tuple(found)

    def _number(self, field: str, words: str | StrPromise, faults: list[str]) -> int:
        text = self.data.get(field, "").strip().replace(",", "").replace(" ", "")
        if not text:
            return 0
        if not re.fullmatch(r"[+-]?[0-9]{1,10}", text):
            faults.append(
                _("{what} must be a whole number, not {text!r}.").format(what=words, text=text[:20])
            )
            return 0
        return int(text)

    def _for_the_team(self, faults: list[str]) -> Iterator[Decree]:
        gold = self._number("gold", _("Gold"), faults)
        if gold:
            yield Gold(gold, debt="debt" in self.data)
        for field, words, decreed in COUNTS:
            count = self._number(field, words, faults)
            if count:
                yield decreed(count)
        for field, held in (("award", True), ("take", False)):
            for trophy in self.data.getlist(field):
                if trophy.strip():
                    yield Trophy(trophy, held)

    def _for_the_player(self, faults: list[str]) -> Iterator[Decree]:
        if self.player is None:
            return
        uid, said = self.player.uid, self.data
        if "return" in said:
            yield Return(uid)
        points = self._number("spp", _("Star player points"), faults)
        if points:
            yield Spp(uid, points)
        skill, stat = said.get("skill", ""), said.get("stat", "")
        if skill:
            yield Teach(uid, skill)
        if stat:
            change = 1 if stat.endswith("+") else -1
            plain = {"kind": "stat", "player": uid, "stat": stat[:-1], "change": change}
            yield from read_decrees([plain])
        for healed in self.healed:
            if healed:
                yield self._heal(uid, healed)
        if "miss" in said:
            yield Heal(uid, "miss")
        if "leave" in said:
            yield Leave(uid)

    def _heal(self, uid: int, healed: str) -> Heal:
        """``heal:<effect>:<applied>:<injury>``, or ``entry:...`` where the entry alone goes."""
        way, _, named = healed.partition(":")
        effect, _, rest = named.partition(":")
        applied, _, injury = rest.partition(":")
        plain = {"kind": "heal", "player": uid, "effect": effect, "injury": injury}
        (one,) = read_decrees([plain])
        assert isinstance(one, Heal)
        return msgspec.structs.replace(one, applied=way == "heal" and applied == "1")


def _named(one: Injured) -> str:
    return f"{one.effect}:{int(one.applied)}:{one.injury}"
