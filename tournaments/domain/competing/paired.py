"""The rows of a Swiss as a value of ``engine.contest``, and a round that was drawn as rows.

Entries are known by their numbers, squads by their names. Of squads that are paired each match of two members is a
pairing of its own, and ``place`` holds them together: ``tie-3`` is the third tie of the round.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, cast

import msgspec
from django.utils.translation import gettext as _

from engine.contest.naming import speaking_of
from engine.contest.played import Id
from engine.contest.rounds import Bye, Constraints, Entrant, ForbiddenPair, SeatOutcome, Swiss, Worth
from engine.contest.rounds import Pairing as Drawn
from engine.contest.rounds import Round as DrawnRound
from engine.contest.scoring import Adjustment as Adjusted
from engine.contest.scoring import Scoring
from engine.contest.seating import table_order
from engine.contest.squads import Game, Squad, games_of, outcomes_of
from engine.contest.tallies import Tallies
from engine.questions import Refusal
from tournaments.domain.competing.draw_options import Seeding, SwissRules
from tournaments.domain.competing.options import options, scoring_of
from tournaments.domain.competing.outcomes import outcome_of, pairings_of, read_before
from tournaments.domain.competing.tables import played
from tournaments.models import Adjustment, Entry, Format, Pairing, Round, Stage

TIE = "tie-"
OUTCOMES: dict[str, tuple[SeatOutcome, SeatOutcome]] = {
    "home": ("won", "lost"),
    "away": ("lost", "won"),
    "draw": ("drawn", "drawn"),
    "neither": ("lost", "lost"),
}


def rules_of(stage: Stage) -> SwissRules:
    return cast(SwissRules, options(stage))


def pairs_squads(stage: Stage) -> bool:
    """Whether squads meet in it, and not their members one by one."""
    return stage.format == Format.SWISS and rules_of(stage).of_squads


def entries_of(stage: Stage) -> list[Entry]:
    """Who is in the stage, those who left included: all, or those who were let into it."""
    entries = Entry.objects.filter(competition=stage.competition_id).select_related("user", "team__coach")
    if "entrants" in stage.draw:
        entries = entries.filter(number__in=stage.draw["entrants"])
    return list(entries.order_by("number"))


def let_in(stage: Stage, everybody: Iterable[Entry]) -> list[Entry]:
    """The same of all entries of the competition."""
    chosen = set(stage.draw["entrants"]) if "entrants" in stage.draw else None
    return [one for one in everybody if chosen is None or one.number in chosen]


def in_order(entries: Iterable[Entry], seeding: Seeding, lot: str, stage: Stage | None = None) -> list[Entry]:
    """The strongest first. Who has a seed comes before all others, and late entries come last.

    ``stage``: the one in which they are late, where it has others before it.
    """
    if stage is not None and seeding == "table":
        places = {number: place for place, number in enumerate(stage.draw.get("entrants", ()))}
        return sorted(entries, key=lambda entry: (places.get(entry.number, len(places)), entry.number))

    def rank(entry: Entry) -> tuple[object, ...]:
        joined = entry.joined_round if stage is None else joined_in(stage, entry)
        late = joined if joined > 1 else 0
        drawn = random.Random(f"seed {lot}/{entry.number}").random() if seeding != "entered" else 0
        rating = -entry.rating if seeding == "rating" else 0
        return entry.seed is None, entry.seed or 0, late, rating, drawn, entry.number

    return sorted(entries, key=rank)


def joined_in(stage: Stage, entry: Entry) -> int:
    """The first round of the stage in which the entry plays: of who was there when it began, the first."""
    if "entrants" in stage.draw and entry.number not in stage.draw.get("late", ()):
        return 1
    return entry.joined_round


@contextmanager
def names(stage: Stage) -> Iterator[None]:
    """A refusal that speaks of entries says their names, which are read then."""
    entries = Entry.objects.filter(competition=stage.competition_id)
    with speaking_of(lambda: dict(entries.values_list("number", "name"))):
        yield


# rows as values


def lot_of(stage: Stage, lot: int) -> str:
    """What the lots of a round are drawn from when it is drawn up for the first time (0), and again."""
    return f"{stage.seed}/{lot}" if lot else stage.seed


def swiss_of(
    stage: Stage, before: int | None = None, lot: int = 0, there: Iterable[Entry] | None = None
) -> Swiss:
    """The Swiss with the rounds that are published; only those ``before`` a round where one is named.

    By another ``lot`` the order of those changes who have no seed of their own, and who meets whom with it. ``there``
    are those of ``entries_of``, where the caller has read them already.
    """
    rules = rules_of(stage)
    there = entries_of(stage) if there is None else there
    seeding: Seeding = "lot" if lot and rules.seeding == "entered" else rules.seeding
    entries = in_order(there, seeding, lot_of(stage, lot), stage)
    entrants = squads_entered(stage, entries) if rules.of_squads else _entrants(stage, entries)
    played = tuple(
        _drawn_round(number, rows, rules.of_squads)
        for number, rows in _by_round(stage).items()
        if before is None or number < before
    )
    return Swiss(
        entrants=_where_needed(entrants, rules.stand_in, len(played) + 1),
        planned=rules.rounds,
        rounds=played,
        worth=worth_of(scoring_of(stage)),
        constraints=_constraints(stage, rules, entries),
        acceleration=rules.acceleration,
        odd=rules.odd if rules.of_squads else "bye",
    )


def _where_needed(entrants: tuple[Entrant, ...], stand_in: int | None, number: int) -> tuple[Entrant, ...]:
    """Who stands in is not in the round that is drawn next where the others are even in number without him."""
    others = [
        one
        for one in entrants
        if one.id != stand_in and one.plays_in(number) and number not in one.requested_byes
    ]
    if stand_in is None or len(others) % 2:
        return entrants
    return tuple(
        msgspec.structs.replace(one, joined=number + 1) if one.id == stand_in else one for one in entrants
    )


def stand_ins(stages: Iterable[Stage]) -> set[int]:
    """The numbers of the entries that only make the number even."""
    found = (one.settings.get("stand_in") for one in stages if one.format == Format.SWISS)
    return {number for number in found if number is not None}


def _constraints(stage: Stage, rules: SwissRules, entries: Sequence[Entry]) -> Constraints:
    """Of squads that are paired a member on the list stands for his squad. Who is not in this stage keeps nobody from
    meeting."""
    seats: dict[Id, Id] = {one.number: one.squad if rules.of_squads else one.number for one in entries}
    apart = [
        ForbiddenPair(seats.get(pair.one, pair.one), seats.get(pair.other, pair.other), pair.rule)
        for pair in rules.pairs
        if "entrants" not in stage.draw or {pair.one, pair.other} <= seats.keys()
    ]
    known = tuple(one for one in apart if not rules.of_squads or one.one != one.other)
    return msgspec.structs.replace(rules.constraints, pairs=known)


def worth_of(scoring: Scoring) -> Worth:
    """What ties of squads, which have no score of their own, bring by the points of the stage."""
    bye = scoring.win if scoring.bye is None else scoring.bye
    return Worth(scoring.win, scoring.draw, scoring.loss, bye, scoring.draw)


def _by_round(stage: Stage) -> dict[int, list[Pairing]]:
    # Those that ``reading.stages_of`` has read, for a page.
    read: list[Round] | None = getattr(stage, "drawn", None)
    drawn = stage.rounds.order_by("number") if read is None else read
    found: dict[int, list[Pairing]] = {one.number: [] for one in drawn if one.state != Round.State.DRAFT}
    for row in read_before(stage) or pairings_of(stage):
        found[row.round.number].append(row)
    return found


def _entrants(stage: Stage, entries: Sequence[Entry]) -> tuple[Entrant, ...]:
    return tuple(
        Entrant(
            id=entry.number,
            seed=seed,
            name=entry.name,
            club=entry.club,
            coach=entry.account.username if entry.account else entry.coach_name or None,
            squad=entry.squad or None,
            joined=joined_in(stage, entry),
            dropped=_left_after(entry),
            # Who has left keeps no table from anybody.
            fixed_table=entry.table if entry.state == Entry.State.IN else None,
            requested_byes=tuple(entry.byes_wanted),
        )
        for seed, entry in enumerate(entries, 1)
    )


def _left_after(entry: Entry) -> int | None:
    return None if entry.state == Entry.State.IN else entry.dropped_after or 0


def members_of(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The squads in the order of their best seeds, each with its members in the order of their entries."""
    squads: dict[str, list[Entry]] = {}
    for entry in entries:
        if not entry.squad:
            raise Refusal(_("{entry} is in no squad, and squads are paired here.").format(entry=entry.name))
        squads.setdefault(entry.squad, []).append(entry)
    return {name: sorted(members, key=lambda one: one.number) for name, members in squads.items()}


def squads_entered(stage: Stage, entries: Iterable[Entry]) -> tuple[Entrant, ...]:
    """A squad is there as long as one of its members is, and rests where all of them ask for it."""
    found = []
    for seed, (name, members) in enumerate(members_of(entries).items(), 1):
        left = [_left_after(member) for member in members]
        found.append(
            Entrant(
                id=name,
                seed=seed,
                name=name,
                club=members[0].club,
                joined=min(joined_in(stage, member) for member in members),
                dropped=None if None in left else max(one for one in left if one is not None),
                fixed_table=next(
                    (one.table for one in members if one.table and one.state == Entry.State.IN), None
                ),
                requested_byes=tuple(
                    sorted(set.intersection(*(set(member.byes_wanted) for member in members)))
                ),
            )
        )
    return tuple(found)


def drawn_of(round: Round, of_squads: bool, rows: Iterable[Pairing] | None = None) -> DrawnRound:
    """A round as it stands in its rows, be it a draft; ``rows`` where the caller has read them already."""
    if rows is None:
        found = round.pairings.select_related("round", "home", "away", "fixture__result")
        rows = found.order_by("table", "pk")
    return _drawn_round(round.number, list(rows), of_squads)


def _drawn_round(number: int, rows: Sequence[Pairing], of_squads: bool) -> DrawnRound:
    pairings = _ties(rows) if of_squads else [_drawn(row) for row in rows]
    return DrawnRound(number, tuple(sorted(pairings, key=lambda one: table_order(one.table, one.is_bye))))


def _drawn(row: Pairing) -> Drawn:
    if row.away is None:
        return Drawn(0, row.home.number, bye=cast(Bye, row.place or "by hand"))
    outcome = outcome_of(row)
    return Drawn(row.table, row.home.number, row.away.number, outcomes=OUTCOMES[outcome] if outcome else ())


def _ties(rows: Sequence[Pairing]) -> list[Drawn]:
    ties: dict[str, list[Pairing]] = {}
    byes: dict[str, str] = {}
    for row in sorted(rows, key=lambda one: one.pk):
        if row.place.startswith(TIE):
            ties.setdefault(row.place, []).append(row)
        else:
            byes[row.home.squad] = row.place
    found = [_tie(int(place.removeprefix(TIE)), games) for place, games in ties.items()]
    return found + [Drawn(0, squad, bye=cast(Bye, place or "by hand")) for squad, place in byes.items()]


def _tie(table: int, rows: Sequence[Pairing]) -> Drawn:
    squads: list[Id] = list(
        dict.fromkeys(entry.squad for row in rows for entry in (row.home, row.away) if entry is not None)
    )
    tie = Drawn(table, squads[0], squads[1], squads[2] if len(squads) > 2 else None)
    games, open_games = [], False
    for row in rows:
        if row.away is None:
            continue
        outcome = outcome_of(row)
        open_games = open_games or outcome is None
        told = OUTCOMES[outcome] if outcome else ()
        games.append(Game((row.home.squad, row.away.squad), row.home.number, row.away.number, told))
    return tie if open_games else Drawn(table, tie.home, tie.away, tie.third, "", outcomes_of(tie, games))


def points_before(stage: Stage, number: int, there: Iterable[Entry] | None = None) -> dict[Id, int]:
    """The points of each entry by which round ``number`` is paired: of the rounds before, without painting. ``there``
    are those of ``entries_of``, where the caller has read them already."""
    entries = [entry.number for entry in (entries_of(stage) if there is None else there)]
    adjusted = Adjustment.objects.filter(
        entry__competition=stage.competition_id, entry__number__in=entries
    ).select_related("entry")
    tallies = Tallies(
        entries,
        [one for one in played(stage) if one.round < number],
        scoring_of(stage),
        [Adjusted(one.entry.number, one.points, one.reason) for one in adjusted],
    )
    return {tally.id: tally.scored + tally.adjusted for tally in tallies}


# what was made by hand


def seats_by_hand(stage: Stage, pairs: Iterable[Sequence[int | None]]) -> list[tuple[Id, Id | None]]:
    """Pairs of a Swiss, and byes with one alone, as ``pair`` and ``redraw`` keep them; of numbers of entries. Where
    squads are paired, a member stands for his squad."""
    there = {entry.number: entry for entry in entries_of(stage)}
    of_squads = pairs_squads(stage)
    found: list[tuple[Id, Id | None]] = []
    for pair in pairs:
        numbers = [number for number in pair if number is not None]
        if not 1 <= len(numbers) <= 2:
            raise Refusal(_("Two who meet are named by hand, or one who rests."))
        for number in numbers:
            if number not in there:
                raise Refusal(
                    _("{stage} has no entry with the number {number}.").format(
                        stage=stage.name, number=number
                    )
                )
        seats: list[Id] = [there[one].squad if of_squads else one for one in numbers]
        found.append((seats[0], seats[1] if len(seats) > 1 else None))
    return found


def by_hand(round: Round) -> list[tuple[Id, Id | None]]:
    """The pairs and byes that the round was drawn around."""
    kept = round.stage.draw.get("rounds", {}).get(str(round.number), {}).get("kept", [])
    return [(one, other) for one, other in kept]


# a drawn round as rows


def write(stage: Stage, round: Round, drawn: DrawnRound) -> None:
    """The pairings of a draft, instead of those that it had."""
    rules = rules_of(stage)
    entries = {entry.number: entry for entry in entries_of(stage)}
    round.pairings.all().delete()
    if rules.of_squads:
        rows = _rows_of_squads(stage, round, drawn, rules.line_up)
    else:
        rows = [_row(round, pairing, entries) for pairing in drawn.pairings]
    Pairing.objects.bulk_create(rows)


def _row(round: Round, pairing: Drawn, entries: dict[int, Entry]) -> Pairing:
    home = entries[cast(int, pairing.home)]
    if pairing.is_bye:
        return _bye(round, home, pairing.bye)
    return Pairing(round=round, table=pairing.table, home=home, away=entries[cast(int, pairing.away)])


def _bye(round: Round, entry: Entry, kind: str, place: str = "") -> Pairing:
    """Who asked to rest has half a bye."""
    outcome = "draw" if kind == "requested" else "home"
    return Pairing(round=round, home=entry, kind="bye", outcome=outcome, place=place or kind)


def _rows_of_squads(
    stage: Stage, round: Round, drawn: DrawnRound, line_up: Literal["line-up", "points"]
) -> list[Pairing]:
    there = [entry for entry in entries_of(stage) if _plays(stage, entry, round.number)]
    entries = {entry.number: entry for entry in there}
    squads = {
        cast(Id, name): Squad(name, tuple(member.number for member in members))
        for name, members in members_of(there).items()
    }
    points = points_before(stage, round.number)
    rows: list[Pairing] = []
    byes: list[Pairing] = []
    for pairing in drawn.pairings:
        if pairing.is_bye:
            squad = squads[pairing.home]
            byes += [_bye(round, entries[cast(int, one)], pairing.bye) for one in squad.members]
            continue
        place = f"{TIE}{pairing.table}"
        for game in games_of(pairing, squads, order=line_up, points=points):
            home = entries[cast(int, game.home)]
            if game.away is None:
                byes.append(_bye(round, home, "allotted", place))
            else:
                away = entries[cast(int, game.away)]
                rows.append(Pairing(round=round, table=len(rows) + 1, home=home, away=away, place=place))
    return rows + byes


def _plays(stage: Stage, entry: Entry, number: int) -> bool:
    left = _left_after(entry)
    return joined_in(stage, entry) <= number and (left is None or number <= left)
