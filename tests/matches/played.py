"""Matches that are written for a test: the reports are the test's, and so is every die that it names."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.editions import edition
from engine.match.entries import Entry, MatchEnd
from engine.match.log import MatchLog as Document
from engine.match.log import encode_log
from engine.match.script import play
from engine.match.state import Match
from engine.questions import Chosen, Question, Report, Roll, Rolled
from engine.simulate import Pace, answer
from league.models import League
from matches.domain import logs
from matches.domain.applying import apply_log
from matches.models import Fixture, Result
from teams.models import Player
from tests.helpers import _some_commissioner
from tournaments.domain.leaders import boards
from tournaments.domain.standings import table

NOBODY_HIRES = Pace(hire=0)


def written(
    head: Document, *reported: Any, dice: Mapping[str, tuple[Any, ...]] | None = None, seed: int = 1
) -> Document:
    """A whole match with these reports. Dice are named by ``key`` or ``key.side``; what is not named falls by chance.

    A die that is asked for again falls by chance the second time.
    """
    left = dict(dice or {})
    entries: list[Entry] = []
    script = play(Match.of(head, edition(head.edition, head.house_rules)))
    reports = iter([*reported, MatchEnd()])
    rng = random.Random(seed)
    try:
        question = next(script)
        while True:
            entry = _entry(question, reports, left, rng)
            entries.append(entry)
            question = script.send(question.accept(entry))
    except StopIteration:
        pass
    assert left.keys() <= {"gate", "weather"}, f"never asked for: {left}"
    return msgspec.structs.replace(head, entries=tuple(entries))


def _entry(question: Question, reports: Any, left: dict[str, tuple[Any, ...]], rng: random.Random) -> Entry:
    if isinstance(question, Report):
        return next(reports)
    if isinstance(question, Roll):
        for name in (f"{question.key}.{question.side}", question.key):
            if name in left:
                faces = left.pop(name)
                return Rolled(question.key, question.side, faces, question.player)
    elif question.key in left:
        return Chosen(question.key, question.side, str(left.pop(question.key)[0]), question.player)
    return answer(question, rng, NOBODY_HIRES)


def a_written_match(
    fixture: Fixture, *reported: Any, dice: Mapping[str, tuple[Any, ...]] | None = None, seed: int = 1
) -> Result:
    """Played as it is written, handed in and applied by a commissioner."""
    fixture = Fixture.objects.select_related("league", "season", "home", "away").get(pk=fixture.pk)
    by = _some_commissioner(fixture.league)
    document = written(logs.template(fixture), *reported, dice=dice, seed=seed)
    return apply_log(logs.submit_file(fixture, by, encode_log(document)), by)


def places(log: Document, kind: type[Entry], **said: Any) -> list[int]:
    """Where the log has entries of this kind that say so; places from 1."""
    return [
        place
        for place, entry in enumerate(log.entries, 1)
        if isinstance(entry, kind) and all(getattr(entry, name) == value for name, value in said.items())
    ]


# --- every derived row --------------------------------------------------------------------------------------------

_OF_THE_LEDGER = frozenset(("id", "act", "log"))
"""Columns that say which row of the ledger a projection comes from; the rest says what came of it."""


def projections(league: League) -> dict[str, Any]:
    """All that is derived from the ledger, as values: rosters, results, fixtures, tables and boards."""
    fresh = League.objects.get(pk=league.pk)
    return {
        "teams": {team.slug: _columns(team) for team in fresh.teams.order_by("pk")},
        "players": {
            (row.team.slug, row.uid): _columns(row)
            for row in Player.objects.filter(team__league=fresh).select_related("team")
        },
        "results": {
            row.fixture.number: _columns(row)
            for row in Result.objects.filter(fixture__league=fresh).select_related("fixture")
        },
        "logs": {
            row.fixture.number: row.log.document for row in Result.objects.filter(fixture__league=fresh)
        },
        "fixtures": {row.number: _columns(row) for row in Fixture.objects.filter(league=fresh)},
        "table": table(fresh.season),
        "boards": boards(fresh),
    }


def _columns(row: Any) -> dict[str, Any]:
    names = [field.attname for field in row._meta.concrete_fields if field.name not in _OF_THE_LEDGER]
    return {name: getattr(row, name) for name in names}
