"""What the pages show of a round, a match, a bracket and a season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from engine.contest.bracket import Bracket, Match
from engine.contest.constraints import Fault
from engine.contest.naming import sentence
from engine.contest.played import Id
from engine.contest.schedule import venues
from engine.contest.seating import name_order
from engine.contest.venues import uneven
from engine.questions import Refusal, Side
from engine.words import listed
from league.domain.roles import Viewer
from tournaments.domain.competing import brackets, reading, rounds, seasons
from tournaments.domain.competing.paired import pairs_squads
from tournaments.domain.competing.reading import Division, Meeting, published
from tournaments.domain.competing.results import CHANGES
from tournaments.models import ELIMINATION, Entry, Format, Pairing, Round, Stage

# rounds


@dataclass(frozen=True)
class Line:
    """A line of the pairings by name."""

    entry: Entry
    meeting: Meeting
    opponent: Entry | None


def by_name(found: Sequence[Meeting]) -> list[Line]:
    """A line for everybody in the round, in the order of their names."""
    lines = []
    for one in found:
        home, away = one.pairing.home, one.pairing.away
        lines.append(Line(home, one, away))
        if away is not None:
            lines.append(Line(away, one, home))
    return sorted(lines, key=lambda line: (name_order(line.entry.name), line.entry.number))


@dataclass(frozen=True)
class Draft:
    """A draft with what it breaks. ``seats`` can change places; ``breaks`` is what the swap that is looked at would
    break, and None where none is."""

    seats: tuple[tuple[Id, str], ...]
    faults: tuple[Fault, ...]
    one: Id | None = None
    other: Id | None = None
    breaks: tuple[Fault, ...] | None = None
    names: str = ""
    kept: str = ""
    """The pairs and byes that were made by hand, by the numbers of entries, one in each line."""


def draft(round: Round, one: str, other: str, rows: Sequence[Pairing] | None = None) -> Draft:
    """Seats are entries, or squads where those are paired. ``one`` and ``other`` as the address has them, or empty.
    ``rows``: the pairings of the round in order, where the caller has read them already."""
    rows = _rows(round) if rows is None else rows
    seats = _seats(round, rows)
    look = rounds.Look(round, rows) if round.stage.format == Format.SWISS else None
    found = look.faults if look else ()
    kept = _kept(round, look.there) if look else ""
    if not one or not other:
        return Draft(seats, found, kept=kept)
    first, second = _seat(seats, one), _seat(seats, other)
    called = dict(seats)
    names = listed((called[first], called[second]))
    broken = look.swapped(first, second).breaks if look and first != second else ()
    if first == second:
        raise Refusal(_("An entrant cannot change places with itself."))
    return Draft(seats, found, first, second, broken, names, kept)


def _kept(round: Round, there: Sequence[Entry]) -> str:
    """Squads are named by the first of their members."""
    first: dict[Id, int] = {}
    if rounds.rules_of(round.stage).of_squads:
        for entry in reversed(there):
            first[entry.squad] = entry.number
    return "\n".join(
        " ".join(f"{first.get(one, one)}" for one in pair if one is not None)
        for pair in rounds.by_hand(round)
    )


def _rows(round: Round) -> list[Pairing]:
    rows = round.pairings.select_related("round", "home", "away", "fixture__result").order_by("table", "pk")
    return sorted(rows, key=lambda one: one.away_id is None)


def _seats(round: Round, rows: Sequence[Pairing]) -> tuple[tuple[Id, str], ...]:
    entries = [entry for one in rows for entry in (one.home, one.away) if entry is not None]
    if pairs_squads(round.stage):
        return tuple((name, name) for name in dict.fromkeys(entry.squad for entry in entries))
    return tuple((entry.number, entry.name) for entry in entries)


def seat(round: Round, text: str) -> Id:
    """The seat that is named in a form."""
    return _seat(_seats(round, _rows(round)), text)


def _seat(seats: Sequence[tuple[Id, str]], text: str) -> Id:
    for key, __ in seats:
        if str(key) == text:
            return key
    if not text:
        raise Refusal(_("Nobody is not in this round, so no place can be swapped."))
    raise Refusal(_("{seat} is not in this round, so no place can be swapped.").format(seat=text[:40]))


def may_be_taken_back(round: Round) -> bool:
    """Of a Swiss round by round, and the first of a knockout; a season is drawn all at once."""
    if round.stage.format in ELIMINATION:
        return round.number == 1
    return round.stage.format == Format.SWISS


# matches


@dataclass(frozen=True)
class Report:
    side: Side
    entry: Entry
    by: str
    scored: tuple[int, int, int, int]
    winner: str


def reports(pairing: Pairing) -> list[Report]:
    """What each side has said, as long as that does not stand."""
    found = []
    sides: tuple[tuple[Side, Entry | None], ...] = (("home", pairing.home), ("away", pairing.away))
    for side, entry in sides:
        told = pairing.reports.get(side)
        if told is not None and entry is not None:
            winner = {"home": pairing.home, "away": pairing.away}.get(told["winner"])
            home_td, away_td, home_cas, away_cas = told["scored"]
            scored = (home_td, away_td, home_cas, away_cas)
            found.append(Report(side, entry, told["by"], scored, winner.name if winner else ""))
    return found


def changes(pairing: Pairing) -> list[dict[str, Any]]:
    """What stood before it was corrected."""
    found: list[dict[str, Any]] = pairing.reports.get(CHANGES, [])
    return found


def said_by(pairing: Pairing, side: Side | None) -> dict[str, Any]:
    """What the form starts with: the result that stands, or what the other side has said."""
    names = ("home_td", "away_td", "home_cas", "away_cas")
    if pairing.outcome:
        tied = pairing.home_td == pairing.away_td and pairing.outcome in ("home", "away")
        return {**{name: getattr(pairing, name) for name in names}, "winner": pairing.outcome if tied else ""}
    order = [side, "away" if side == "home" else "home"] if side else ["home", "away"]
    told = next((pairing.reports[one] for one in order if one in pairing.reports), None)
    if told is None:
        return {"home_cas": 0, "away_cas": 0}
    return {**dict(zip(names, told["scored"], strict=True)), "winner": told["winner"]}


# tables


@dataclass(frozen=True)
class GivenPoints:
    """Points that were given by hand, or taken, with the reason that everybody reads."""

    entry: Entry
    points: int
    reason: str


def given_points(found: Sequence[Division]) -> list[GivenPoints]:
    """Those that are in these tables, in the order of their places."""
    return [
        GivenPoints(place.entry, one.points, one.reason)
        for division in found
        for place in division.places
        for one in division.table.adjustments
        if one.entrant == place.entry.number
    ]


# brackets


@dataclass(frozen=True)
class Tie:
    """A match of a bracket in words, with the games that are there to be played or were."""

    match: Match
    title: str
    home: str
    away: str
    winner: str
    games: tuple[Meeting, ...]


@dataclass(frozen=True)
class Drawn:
    """``rounds`` are those of the bracket in order, each with its name; the same that the drawing shows."""

    bracket: Bracket
    names: dict[Id, str]
    rounds: tuple[tuple[str, tuple[Tie, ...]], ...]
    places: tuple[tuple[int, bool, str], ...]
    draft: Round | None
    byes: tuple[str, ...]


def bracket(stage: Stage, organiser: bool) -> Drawn | None:
    """None where it is not drawn, or drafted and the person does not run the competition."""
    if stage.format not in ELIMINATION or "slots" not in stage.draw:
        return None
    drawn: list[Round] = stage.drawn
    drafted = next((one for one in drawn if one.state == Round.State.DRAFT), None)
    if drafted is not None and not organiser:
        return None
    found = brackets.bracket_of(stage)
    names: dict[Id, str] = dict(stage.competition.entries.values_list("number", "name"))
    games: dict[str, list[Meeting]] = {}
    for one in reading.meetings(published(stage.competition).filter(round__stage=stage)):
        games.setdefault(one.pairing.place, []).append(one)
    found = msgspec.structs.replace(
        found, matches=tuple(_with_scores(match, games.get(match.key, [])) for match in found.matches)
    )
    shown = []
    needed = [match for match in found.matches if match.needed]
    for (part, number), matches in groupby(needed, key=lambda match: (match.part, match.round)):
        ties = tuple(_tie(found, match, names, games.get(match.key, [])) for match in matches)
        shown.append((sentence(found.round_name(part, number)), ties))
    places = tuple((one.place, one.shared, names[one.entrant]) for one in brackets.places(stage))
    return Drawn(found, names, tuple(shown), places, drafted, tuple(names[one] for one in found.byes))


def _with_scores(match: Match, games: list[Meeting]) -> Match:
    """The match with what was scored in its games, which its winner does not follow from."""
    scored = [one for one in games if not one.open][: len(match.games)]
    return msgspec.structs.replace(
        match,
        games=tuple(
            msgspec.structs.replace(game, home_td=one.home_td, away_td=one.away_td)
            for game, one in zip(match.games, scored, strict=True)
        ),
    )


def _tie(found: Bracket, match: Match, names: dict[Id, str], games: list[Meeting]) -> Tie:
    numbers = {one.key: one.number for one in found.matches}
    sides = []
    for at, side in enumerate((match.home, match.away)):
        source = match.sources[at]
        if side is not None:
            sides.append(names[side])
        else:
            said = _("Loser of {number}") if source.loser else _("Winner of {number}")
            sides.append(said.format(number=numbers[source.match]))
    winner = names[match.winner] if match.winner is not None else ""
    return Tie(match, sentence(found.title(match)), sides[0], sides[1], winner, tuple(games))


# seasons


@dataclass(frozen=True)
class Ground:
    """How often somebody is at home and away in the whole schedule."""

    entry: str
    home: int
    away: int
    even: bool


@dataclass(frozen=True)
class Season:
    """``rounds``: each with its matches and those who rest; ``grounds``: everybody in the schedule."""

    rounds: tuple[tuple[Round, tuple[Meeting, ...], tuple[str, ...]], ...]
    grounds: tuple[Ground, ...]


def season(stage: Stage, viewer: Viewer) -> Season:
    found = reading.meetings(published(stage.competition).filter(round__stage=stage), viewer)
    by_round: dict[int, list[Meeting]] = {}
    for one in found:
        by_round.setdefault(one.pairing.round.number, []).append(one)
    drawn: list[Round] = stage.drawn
    names: dict[Id, str] = {}
    grounds: tuple[Ground, ...] = ()
    resting: dict[int, tuple[str, ...]] = {}
    if stage.format == Format.ROUND_ROBIN and "schedule" in stage.draw:
        names = dict(stage.competition.entries.values_list("number", "name"))
        plan = seasons.schedule_of(stage)
        counts = {one: count for one, count in venues(plan).items() if one in plan.active}
        odd = uneven(counts)
        grounds = tuple(
            Ground(names[one], count.home, count.away, one not in odd) for one, count in counts.items()
        )
        resting = {
            number: tuple(names[one] for one in round.byes if one in names)
            for number, round in enumerate(plan.rounds, 1)
        }
    return Season(
        tuple(
            (one, tuple(by_round.get(one.number, ())), resting.get(one.number, ()))
            for one in drawn
            if one.state != Round.State.DRAFT
        ),
        grounds,
    )
