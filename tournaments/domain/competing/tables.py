"""Tables of a competition: worked out from its pairings and their results, once for each state of both.

What is kept is under the number of the league's last act and the version of the competition, so that whoever changes
something never has to think of tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contest import tallies
from engine.contest.played import Id, Outcome, Played
from engine.contest.scoring import Adjustment as Given
from engine.contest.scoring import Scoring
from engine.contest.table import Row, Table, terms
from engine.contest.table import tables as tables_by_division
from engine.contest.tiebreaks import Criterion, Key, Term
from engine.words import listed
from league.domain.roles import NotVisible
from tournaments.domain.cached import cached
from tournaments.domain.competing.options import competition_scoring, criteria_of, scoring_of
from tournaments.domain.competing.outcomes import read_before
from tournaments.models import Adjustment, Competition, Entry, Format, Pairing, Round, Stage

ALL = ""
"""The name of the one table of a stage without divisions."""

MANY = 4
"""So many who share a place are named."""

_FIELDS = (
    "home__number",
    "away__number",
    "outcome",
    "kind",
    "home_td",
    "away_td",
    "home_cas",
    "away_cas",
    "round__number",
    "round__stage__name",
    "home__team_id",
    "fixture__home_id",
    "fixture__neutral",
    "fixture__result__winner",
    "fixture__result__conceded_by",
    "fixture__result__home_score",
    "fixture__result__away_score",
    "fixture__result__home_casualties",
    "fixture__result__away_casualties",
)


def played(stage: Stage) -> tuple[Played, ...]:
    """Everything of the stage that was drawn and published, in order; what is not finished has no outcome.

    Where a pairing has a fixture, the fixture's result is what counts. Nothing of an entry whose results are annulled
    is there. Ids are the numbers of the entries.
    """
    rows = read_before(stage)
    if rows is None:
        return _played(Pairing.objects.filter(round__stage=stage))
    annulled = Entry.State.ANNULLED
    counted = [
        one for one in rows if one.home.state != annulled and (one.away is None or one.away.state != annulled)
    ]
    return tuple(_as_played([_value(one, field) for field in _FIELDS]) for one in counted)


def played_in(competition: Competition) -> tuple[Played, ...]:
    """The same of all stages; ``Played.stage`` is the name of the stage."""
    return _played(Pairing.objects.filter(round__stage__competition=competition))


def _played(pairings: QuerySet[Pairing]) -> tuple[Played, ...]:
    return tuple(one for one, __ in played_with(pairings))


def played_with(pairings: QuerySet[Pairing], *more: str) -> Iterator[tuple[Played, Sequence[Any]]]:
    """What counts of these pairings, in order, each with the values of further columns."""
    rows = (
        pairings.exclude(round__state=Round.State.DRAFT)
        .exclude(home__state=Entry.State.ANNULLED)
        .exclude(away__state=Entry.State.ANNULLED)
        .order_by("round__stage__number", "round__number", "table", "pk")
        .values_list(*_FIELDS, *more)
    )
    for row in rows:
        yield _as_played(row[: len(_FIELDS)]), row[len(_FIELDS) :]


def _value(pairing: Pairing, field: str) -> Any:
    """What a query gives for the field: None where a step on the way to it leads nowhere."""
    found: Any = pairing
    for name in field.split("__"):
        found = getattr(found, name, None)
    return found


def _as_played(row: Sequence[Any]) -> Played:
    home, away, decided, kind = row[:4]
    home_td, away_td, home_cas, away_cas = row[4:8]
    number, stage, team, host, neutral, winner, conceded_by = row[8:15]
    outcome: Outcome | None = decided or None
    if winner is not None:
        home_td, away_td, home_cas, away_cas = row[15:]
        kind = "conceded" if conceded_by else "played"
        if host != team:
            # The owner of a home field was the host of a match that the draw had the other way round.
            home, away = away, home
            decided = {"home": "away", "away": "home"}.get(decided, decided)
        # Who won by decision, where the match was drawn, has won.
        outcome = decided or winner or "draw"
    return Played(
        home,
        away,
        outcome,
        home_td,
        away_td,
        home_cas,
        away_cas,
        kind=kind,
        stage=stage,
        round=number,
        neutral=bool(neutral),
    )


# tables


class _Kept(msgspec.Struct, frozen=True):
    """A table as it is kept: without the matches, which explain its values."""

    division: str
    rows: tuple[Row, ...]
    criteria: tuple[Criterion, ...]
    adjustments: tuple[Given, ...]


def standings(stage: Stage, entries: Sequence[Entry] | None = None) -> dict[str, Table]:
    """The table of each division, or group, of the stage by its name; of one without divisions under ``ALL``.

    A match across divisions counts for either side in the table of its own. Painting and adjustments are of the entry,
    and count in the table of every stage that it plays. ``entries`` are those of ``entries_of``, where the caller has
    read them already.
    """
    kept = cached(
        f"competition:{stage.pk}:{as_of(stage)}",
        tuple[_Kept, ...],
        lambda: tuple(
            _Kept(name, table.rows, table.criteria, table.adjustments)
            for name, table in whole(stage, entries).items()
        ),
    )
    return {one.division: Table(one.rows, one.criteria, one.adjustments) for one in kept}


def as_of(stage: Stage) -> str:
    """The state of the competition that its tables are kept under: as it is now, whatever the caller has read before,
    unless the stage was read by ``reading.stages_of`` for one page, and says it."""
    read: str | None = getattr(stage, "read_as_of", None)
    if read is not None:
        return read
    row = Competition.objects.select_related("league").only("version", "league__sequence")
    return state_of(row.get(pk=stage.competition_id))


def state_of(competition: Competition) -> str:
    return f"{competition.league.sequence}:{competition.version}"


def standing(stage: Stage, division: str | None = None) -> Table:
    """The table of one division, or of a stage that has one table. Raises NotVisible for a division there is not."""
    found = standings(stage)
    if division is None:
        division = next(iter(found), ALL)
    if division not in found:
        raise NotVisible(
            _("{stage} has no division called {division}.").format(stage=stage.name, division=division)
        )
    return found[division]


def explain(stage: Stage, entry: Entry | int, criterion: int | Key) -> tuple[Term, ...]:
    """What an entry's value in a criterion is made of, match by match."""
    number = entry if isinstance(entry, int) else entry.number
    for table in whole(stage).values():
        if any(row.entrant == number for row in table.rows):
            return terms(table, number, criterion)
    raise NotVisible(_("There is no such entry in {stage}.").format(stage=stage.name))


def overall(
    competition: Competition, entries: Sequence[Entry] | None = None, stages: Sequence[Stage] | None = None
) -> Table:
    """One table of all stages together, each with its own points. ``entries``, annulled ones with them, and ``stages``
    in their order are those of the competition, where the caller has read them already."""
    everybody = competition.entries.order_by("number") if entries is None else entries
    entries = [one for one in everybody if one.state != Entry.State.ANNULLED]
    if stages is None:
        stages = list(competition.stages.order_by("number"))
    for one in stages:
        one.competition = competition
    if len(stages) == 1:
        found = standings(stages[0], among(stages[0], entries))
        if list(found) == [ALL]:
            return found[ALL]
    scoring = msgspec.structs.replace(
        competition_scoring(competition), stages=tuple((one.name, scoring_of(one)) for one in stages)
    )
    criteria = criteria_of(stages[0]) if stages else ()
    found = _tables({ALL: entries}, played_in(competition), scoring, criteria, competition)
    return found[ALL]


def whole(stage: Stage, entries: Sequence[Entry] | None = None) -> dict[str, Table]:
    """The same as ``standings`` with all matches, which explain the values: worked out, and not kept."""
    return _tables(
        divisions(stage, entries), played(stage), scoring_of(stage), criteria_of(stage), stage.competition
    )


def _tables(
    fields: Mapping[str, Iterable[Entry]],
    results: Sequence[Played],
    scoring: Scoring,
    criteria: tuple[Criterion, ...],
    competition: Competition,
) -> dict[str, Table]:
    given = [
        Given(number, points, reason)
        for number, points, reason in Adjustment.objects.filter(entry__competition=competition)
        .exclude(entry__state=Entry.State.ANNULLED)
        .order_by("pk")
        .values_list("entry__number", "points", "reason")
    ]
    entrants = {
        name: [tallies.Entrant(one.number, one.rating, one.painting) for one in entries]
        for name, entries in fields.items()
    }
    there = {one.id for entries in entrants.values() for one in entries}
    return tables_by_division(
        entrants, results, scoring, criteria, [one for one in given if one.entrant in there]
    )


def everybody_of(stage: Stage) -> list[Entry]:
    """All entries of the competition, annulled ones with them, in their order, each with its account."""
    entries = Entry.objects.filter(competition=stage.competition_id).select_related("user", "team__coach")
    return list(entries.order_by("number"))


def entries_of(stage: Stage) -> list[Entry]:
    """Who takes part, or took part, in the stage. ``draw["entrants"]`` has their numbers where it is not everybody."""
    entries = list(
        Entry.objects.filter(competition=stage.competition_id)
        .exclude(state=Entry.State.ANNULLED)
        .select_related("team__coach")
        .order_by("number")
    )
    return among(stage, entries)


def among(stage: Stage, everybody: Iterable[Entry]) -> list[Entry]:
    """The same of all entries of the competition, where the caller has read those already."""
    entries = [one for one in everybody if one.state != Entry.State.ANNULLED]
    chosen = stage.draw.get("entrants")
    if chosen is None:
        return entries
    numbers = set(chosen)
    return [one for one in entries if one.number in numbers]


def divisions(stage: Stage, entries: Sequence[Entry] | None = None) -> dict[str, list[Entry]]:
    """The entries of the stage by division: the groups that were drawn (``draw["groups"]``: numbers by name), or the
    divisions that they were entered for, in the order of their names."""
    entries = entries_of(stage) if entries is None else list(entries)
    groups = stage.draw.get("groups")
    if groups:
        by_number = {one.number: one for one in entries}
        return {
            name: [by_number[number] for number in numbers if number in by_number]
            for name, numbers in groups.items()
        }
    if stage.format not in (Format.ROUND_ROBIN, Format.OPEN):
        return {ALL: entries}
    found: dict[str, list[Entry]] = {}
    for one in sorted(entries, key=lambda one: (one.division, one.number)):
        found.setdefault(one.division, []).append(one)
    return found or {ALL: []}


# places in words


def why(table: Table, entrant: Id, names: Mapping[Id, str]) -> str:
    """Why somebody has his place, in a sentence or two: with whom he shares it, and what put him above the next row."""
    row = table.row(entrant)
    said = []
    if row.shared:
        others = [names[one.entrant] for one in table.rows if one.place == row.place and one is not row]
        level = _("Level with {names} in everything that counts, so the place is shared.")
        said.append(level.format(names=_listed(others)))
    decision = table.decision(entrant)
    if decision is not None:
        name = decision.criterion.name
        above = _("Above {name} by {criterion}: {value} against {other}.")
        said.append(
            above.format(
                name=names[decision.below],
                criterion=f"{name[:1].lower()}{name[1:]}",
                value=shown(decision.value),
                other=shown(decision.against),
            )
        )
    return " ".join(said)


def _listed(others: Sequence[str]) -> str:
    if len(others) > MANY:
        return ngettext("{n} others", "{n} others", len(others)).format(n=len(others))
    return listed(others)


def shown(value: float) -> str:
    """A value of a criterion: whole, or with at most three decimals."""
    return str(value) if isinstance(value, int) else f"{value:.3f}".rstrip("0").rstrip(".")
