"""What star players for hire have suffered so far, in a league that keeps it: a fold of the matches' facts."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.edition import Edition, Star
from engine.match import facts
from engine.match.log import StarRecord

Played = tuple[tuple[str, str], Iterable[facts.Fact]]
"""The races of both sides, and what their match showed."""


def star_records(edition: Edition, played: Iterable[Played]) -> tuple[StarRecord, ...]:
    """Records by name, of those stars alone who bear something. ``played`` in the order of the league.

    A star who must miss a match misses the next one of the league in which a side could have hired him.

    Source: LRB4, Freebooters; lrb4-cs.txt:2677-2679
    """
    known = {star.name: star for star in edition.stars}
    records: dict[str, StarRecord] = {}
    for races, shown in played:
        for name, record in records.items():
            if record.misses and _could_play(known[name], races):
                records[name] = msgspec.structs.replace(record, misses=False)
        _suffer(known, records, shown)
    return tuple(record for name, record in sorted(records.items()) if record != StarRecord(name))


def _could_play(star: Star, races: tuple[str, str]) -> bool:
    return not star.plays_for or any(race in star.plays_for for race in races)


def _suffer(known: dict[str, Star], records: dict[str, StarRecord], shown: Iterable[facts.Fact]) -> None:
    hired: dict[tuple[str, int], str] = {}
    for fact in shown:
        if isinstance(fact, facts.Hired) and fact.how == "star" and fact.name in known:
            hired[fact.side, fact.number] = fact.name
        elif isinstance(fact, facts.Casualty) and (fact.side, fact.player) in hired:
            name = hired[fact.side, fact.player]
            records[name] = _hurt(records.get(name) or StarRecord(name), fact)


def _hurt(record: StarRecord, fact: facts.Casualty) -> StarRecord:
    if fact.outcome == "dead":
        return msgspec.structs.replace(record, dead=True)
    if fact.outcome != "serious":
        return record
    lost = dict(record.lost)
    if fact.effect not in ("miss", "niggling") and fact.applied:
        lost[fact.effect] = lost.get(fact.effect, 0) + 1
    return msgspec.structs.replace(
        record, misses=True, niggling=record.niggling + (fact.effect == "niggling"), lost=lost
    )
