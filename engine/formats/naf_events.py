"""From an event to its report to the NAF, and from such a report to results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal

import msgspec

from engine.contest.played import Id, Outcome, Played, check
from engine.formats.naf import NUMBER_MAX, NafCoach, NafGame, NafRecord, NafReport
from engine.questions import Problem, Refusal
from engine.words import gettext as _
from engine.words import listed, named

RACES: dict[str, str] = {
    "Amazon": "Amazons",
    "Bretonnian": "Bretonnians",
    "Chaos": "Chaos",
    "Chaos Dwarf": "Chaos Dwarves",
    "Chaos Pact": "Chaos Pact",
    "Dark Elf": "Dark Elves",
    "Dwarf": "Dwarves",
    "Elf": "Elves",
    "Goblin": "Goblins",
    "Halfling": "Halflings",
    "High Elf": "High Elves",
    "Human": "Humans",
    "Khemri": "Khemri",
    "Khorne": "Khorne",
    "Lizardmen": "Lizardmen",
    "Necromantic": "Necromantic",
    "Norse": "Norse",
    "Nurgle's Rotters": "Nurgle's Rotters",
    "Ogre": "Ogres",
    "Orc": "Orc",
    "Skaven": "Skaven",
    "Slann": "Slann",
    "Undead": "Undead",
    "Underworld": "Underworld",
    "Unknown": "Unknown",
    "Vampire": "Vampires",
    "Wood Elf": "Wood Elves",
}
"""The NAF's names of races, by ours. The singular ``Orc`` is theirs. The schema knows those up to 2003; Bretonnians,
Chaos Pact, Khorne, Slann and Underworld came later."""

THEIRS: dict[str, str] = {**RACES, "Nurgle": "Nurgle's Rotters"}
"""The same, with what later editions call a race that the NAF knows by its older name."""
_OURS = {theirs: ours for ours, theirs in RACES.items()}

NON_NAF = "Non-NAF"
NON_NAF_NUMBER = 9
MULTIPLE_RACES = "Multiple Races"


class Competitor(msgspec.Struct, frozen=True):
    """A coach of the event. ``name`` is the one that the NAF knows, ``number`` is None for one whom it does not."""

    id: Id
    name: str
    number: int | None
    race: str


class Reported(msgspec.Struct, frozen=True):
    """A match as it is reported. ``ratings`` of home and away count ten thousands of gold.

    ``races`` are those of this match, where a coach may play several; empty for the one that he entered with.
    """

    played: Played
    at: datetime
    ratings: tuple[int, int]
    races: tuple[str, str] = ("", "")
    gate: int | None = None


class Composed(msgspec.Struct, frozen=True):
    """A report, and a sentence for everything that it does not tell as it was."""

    report: NafReport
    notes: tuple[str, ...] = ()


class Imported(msgspec.Struct, frozen=True):
    """An event as a report tells it. An entrant's id is the NAF number in digits, or the name where there is none."""

    competitors: tuple[Competitor, ...]
    games: tuple[Reported, ...]
    problems: tuple[Problem, ...] = ()


def compose(
    organiser: str,
    competitors: Sequence[Competitor],
    games: Iterable[Reported],
    without_number: Literal["non_naf", "leave_out"] = "non_naf",
) -> Composed:
    """The report of an event: of matches that were played, not of byes, no-shows and refusals.

    Coaches without a number all stand in it as one, ``Non-NAF`` with the number 9, or their matches are left out; a
    match between two of them always is. Raises Refusal, with every problem, for races that the NAF has no name for,
    for numbers that are none or that two coaches have, and where nothing is left to report.
    """
    known = {one.id: one for one in competitors}
    games = tuple(games)
    for one in games:
        check(one.played)
    told = [one for one in games if one.played.outcome is not None and one.played.kind != "bye"]
    _check(organiser, competitors, told, known)
    notes: list[str] = []
    found: list[NafGame] = []
    changing = _changing(told, known)
    for one in told:
        home, away = (known[seat] for seat in (one.played.home, one.played.away) if seat is not None)
        why = _left_out(one.played, home, away, without_number)
        if why:
            notes.append(
                _("{match} is left out: {why}.").format(match=_which(one.played, home, away), why=why)
            )
            continue
        if _by_score(one.played.home_td, one.played.away_td) != one.played.outcome:
            notes.append(
                _("{match} was not won as its score says, and a report holds only the score.").format(
                    match=_which(one.played, home, away)
                )
            )
        found.append(_game(one, home, away, changing))
    if not found:
        raise Refusal(_("There is no match to report to the NAF."))
    report = NafReport(" ".join(organiser.split()), tuple(_coaches(competitors, found)), tuple(found))
    return Composed(report, tuple(notes))


def _check(
    organiser: str, competitors: Sequence[Competitor], told: Sequence[Reported], known: dict[Id, Competitor]
) -> None:
    if not organiser.split():
        raise Refusal(_("A report needs the NAF name of the organiser."))
    numbered = [one for one in competitors if one.number is not None]
    if not numbered:
        names = ", ".join(one.name for one in competitors) or _("there are none")
        raise Refusal(
            _("No coach of this event has a NAF number, and a report needs one: {names}.").format(names=names)
        )
    faults = []
    for one in numbered:
        if one.number is not None and not 1 <= one.number <= NUMBER_MAX:
            faults.append(
                _("{number} is no NAF number: {coach} has it.").format(number=one.number, coach=one.name)
            )
    for number, times in Counter(one.number for one in numbered).items():
        if times > 1:
            names = listed(one.name for one in numbered if one.number == number)
            faults.append(_("{names} have the same NAF number, {number}.").format(names=names, number=number))
    played = {
        (seat, race)
        for one in told
        for seat, race in zip((one.played.home, one.played.away), one.races, strict=True)
    }
    for seat in {seat for seat, _race in played}:
        if seat is not None and seat not in known:
            faults.append(_("Entrant {seat} has played and is not among the coaches.").format(seat=seat))
    for one in numbered:
        races = {one.race} | {race for seat, race in played if seat == one.id and race}
        for race in sorted(race for race in races if race not in THEIRS):
            faults.append(
                _("The NAF has no name for the race of {coach}: {race}.").format(
                    coach=one.name, race=named(race)
                )
            )
    if faults:
        raise Refusal.of(sorted(faults))


def _changing(told: Iterable[Reported], known: dict[Id, Competitor]) -> set[Id]:
    """Who has played another race than the one that he entered with."""
    return {
        seat
        for one in told
        for seat, race in zip((one.played.home, one.played.away), one.races, strict=True)
        if seat is not None and race and race != known[seat].race
    }


def _left_out(played: Played, home: Competitor, away: Competitor, without_number: str) -> str:
    if played.kind in ("forfeit", "refused"):
        return _("it was not played")
    nobodies = [one.name for one in (home, away) if one.number is None]
    if len(nobodies) == 2:
        return _("neither coach has a NAF number")
    if nobodies and without_number == "leave_out":
        return _("{coach} has no NAF number").format(coach=nobodies[0])
    return ""


def _by_score(home_td: int, away_td: int) -> Outcome:
    """Who has won as a report tells it, which holds nothing but the score."""
    if home_td == away_td:
        return "draw"
    return "home" if home_td > away_td else "away"


def _which(played: Played, home: Competitor, away: Competitor) -> str:
    if not played.round:
        return _("The match of {home} and {away}").format(home=home.name, away=away.name)
    return _("The match of {home} and {away} in round {round}").format(
        home=home.name, away=away.name, round=played.round
    )


def _game(one: Reported, home: Competitor, away: Competitor, changing: set[Id]) -> NafGame:
    def record(coach: Competitor, race: str, rating: int, touchdowns: int, casualties: int) -> NafRecord:
        return NafRecord(
            name=NON_NAF if coach.number is None else _name(coach),
            number=NON_NAF_NUMBER if coach.number is None else coach.number,
            rating=rating,
            touchdowns=touchdowns,
            badly_hurt=casualties,
            team=THEIRS[race or coach.race] if coach.id in changing and coach.number is not None else "",
        )

    played = one.played
    return NafGame(
        at=one.at,
        home=record(home, one.races[0], one.ratings[0], played.home_td, played.home_cas),
        away=record(away, one.races[1], one.ratings[1], played.away_td, played.away_cas),
        gate=one.gate or None,
    )


def _coaches(competitors: Sequence[Competitor], games: Sequence[NafGame]) -> Iterable[NafCoach]:
    """As they are given; all who have no number are one, if any of them stands in a game."""
    nobody = any(record.name == NON_NAF for game in games for record in (game.home, game.away))
    for one in competitors:
        if one.number is not None:
            yield NafCoach(_name(one), one.number, THEIRS[one.race])
        elif nobody:
            yield NafCoach(NON_NAF, NON_NAF_NUMBER, MULTIPLE_RACES)
            nobody = False


def _name(coach: Competitor) -> str:
    return " ".join(coach.name.split())


# --- back again


def results(report: NafReport) -> Imported:
    """The results of a report. Its time stamps, in order, are the rounds.

    Who won is read from the score, for a report tells nothing else. What cannot have been is left out, with a problem.
    """
    problems: list[Problem] = []
    known = _listed(report, problems)
    rounds = {at: number for number, at in enumerate(sorted({game.at for game in report.games}), 1)}
    found: list[Reported] = []
    seen: set[tuple[int, str]] = set()
    for number, game in enumerate(report.games, 1):
        ids = []
        for record in (game.home, game.away):
            entrant = _id(record.name, record.number)
            ids.append(entrant)
            if entrant not in known:
                problems.append(
                    Problem(
                        _("Game {number}: {coach} is not in the list of coaches.").format(
                            number=number, coach=record.name or entrant
                        )
                    )
                )
                known[entrant] = _competitor(entrant, record.name, record.number, record.team)
        home, away = ids
        if home == away:
            problems.append(
                Problem(
                    _("Game {number}: {coach} plays against himself.").format(
                        number=number, coach=known[home].name
                    )
                )
            )
            continue
        for entrant in ids:
            if (rounds[game.at], entrant) in seen and not _nobody(known[entrant].name):
                problems.append(
                    Problem(
                        _("Game {number}: {coach} plays twice in round {round}.").format(
                            number=number, coach=known[entrant].name, round=rounds[game.at]
                        )
                    )
                )
            seen.add((rounds[game.at], entrant))
        found.append(_reported(game, home, away, rounds[game.at], known))
    return Imported(tuple(known.values()), tuple(found), tuple(problems))


def _listed(report: NafReport, problems: list[Problem]) -> dict[str, Competitor]:
    """The coaches of the list. One who stands there twice is one; two who cannot be told apart are a problem."""
    known: dict[str, Competitor] = {}
    for number, coach in enumerate(report.coaches, 1):
        entrant = _id(coach.name, coach.number)
        told = _competitor(entrant, coach.name, coach.number, coach.team)
        first = known.setdefault(entrant, told)
        if first.number is not None and first.name.casefold() != told.name.casefold():
            text = _("Coach {number}: {coach} has the NAF number of {first}, {shared}.")
        elif first.number is None and first.race != told.race:
            text = _(
                "Coach {number}: {coach} is there before with another race, and has no number to tell the two apart."
            )
        else:
            continue
        problems.append(
            Problem(text.format(number=number, coach=told.name, first=first.name, shared=first.number))
        )
    return known


def ours(team: str) -> str:
    """Our name of a race by the NAF's; one that is not known stays as it is."""
    return _OURS.get(team, team)


def _id(name: str, number: int | None) -> str:
    return name if _nobody(name) or number is None or number < 1 else str(number)


def _nobody(name: str) -> bool:
    """Whether the name stands for all coaches whom the NAF does not know."""
    return name.casefold() == NON_NAF.casefold()


def _competitor(entrant: str, name: str, number: int | None, team: str) -> Competitor:
    if _nobody(name):
        return Competitor(entrant, name, None, "Unknown")
    # Some tools write 0 where there is no number.
    numbered = number if number is not None and number > 0 else None
    return Competitor(entrant, name, numbered, ours(team or "Unknown"))


def _reported(game: NafGame, home: str, away: str, number: int, known: dict[str, Competitor]) -> Reported:
    played = Played(
        home=home,
        away=away,
        outcome=_by_score(game.home.touchdowns, game.away.touchdowns),
        home_td=game.home.touchdowns,
        away_td=game.away.touchdowns,
        home_cas=_casualties(game.home),
        away_cas=_casualties(game.away),
        round=number,
    )
    races = tuple(ours(record.team) for record in (game.home, game.away))
    return Reported(played, game.at, (game.home.rating, game.away.rating), (races[0], races[1]), game.gate)


def _casualties(record: NafRecord) -> int:
    return sum(number or 0 for number in (record.badly_hurt, record.seriously_injured, record.dead))
