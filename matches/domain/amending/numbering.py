"""Ids of players who sign: whoever signed keeps his, and nobody gets one that was ever given to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.roster import Hired, Joined, Roster, RosterEvent
from matches.domain.amending.past import Past, Step
from matches.domain.deriving import Played, with_new_ids
from teams.domain.deriving import Derived, signed, with_ids


class Numbering:
    def __init__(self, past: Past) -> None:
        self._past = past

    def kept(self, step: Step, now: Mapping[int, Roster], derived: Derived) -> Derived:
        """Whoever signed keeps his id; somebody new gets one that no act of the team ever gave."""
        ids: dict[int, tuple[int, ...]] = {}
        for team, told in derived.events.items():
            if fresh := signed(told):
                ids[team] = self._ids(team, fresh, now[team], step.events.get(team, ()), told)
        if all(ids[team] == signed(derived.events[team]) for team in ids):
            return derived
        if isinstance(derived.material, Played):
            return with_new_ids(derived.material, ids)
        return Derived(
            {
                team: with_ids(told, dict(zip(signed(told), ids.get(team, ()), strict=True)))
                for team, told in derived.events.items()
            },
            derived.material,
        )

    def _ids(
        self,
        team: int,
        fresh: tuple[int, ...],
        now: Roster,
        before: tuple[RosterEvent, ...],
        told: tuple[RosterEvent, ...],
    ) -> tuple[int, ...]:
        taken = {one.id for one in now.players}
        kept = _same_people(before, told)
        found: list[int] = []
        for one in fresh:
            old = kept.get(one)
            if old is None or old in taken:
                old = self._past.highest_ids.get(team, 0) + 1
                self._past.highest_ids[team] = old
            taken.add(old)
            found.append(old)
        return tuple(found)


def _same_people(before: Iterable[RosterEvent], after: Iterable[RosterEvent]) -> dict[int, int]:
    """Ids in ``after`` by whom they stand for in ``before``: the same name and position, else the same position."""
    old, new = _newcomers(before), _newcomers(after)
    found: dict[int, int] = {}
    for of in (lambda one: one[1:], lambda one: one[2:]):
        for one in new:
            match = next((was for was in old if of(was) == of(one)), None) if one[0] not in found else None
            if match is not None:
                found[one[0]] = match[0]
                old.remove(match)
    return found


def _newcomers(events: Iterable[RosterEvent]) -> list[tuple[int, str, str]]:
    """(id, name, position) of everybody who signs."""
    found: list[tuple[int, str, str]] = []
    for event in events:
        if isinstance(event, Hired):
            found.append((event.player, event.name, event.position))
        elif isinstance(event, Joined):
            found.append((event.record.id, event.record.name, event.record.position))
    return found
