"""Recording the demonstration league anew: it is played, every step and every die is written down, and then it is
taken back out of the database.

Two matches of the first round follow sheets of real matches (``sheets/``): the reports are given, and LRB4's own dice
are rolled where the sheet does not tell them. The other matches are simulated with the rosters as they stand.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
from django.db import transaction

from engine.acts import Line, Purchase, check_purchase, drive
from engine.edition import Edition
from engine.match.entries import Entry, Report
from engine.match.log import MatchLog, encode_log
from engine.match.script import play
from engine.match.state import Match
from engine.questions import Choose, Chosen, Question, Roll, Rolled, Side
from engine.questions import Report as WhatHappened
from engine.roster import Roster
from engine.simulate import CALM, answer, filled_by_chance
from matches.domain.logs import template
from teams.domain.ledger import roster_of
from teams.models import Team
from tournaments.domain import demo_competitions
from tournaments.domain.demo import HERE, Demo
from tournaments.domain.demo_steps import (
    Arranged,
    Bought,
    Challenged,
    ChallengeRefused,
    Drafted,
    EventBegun,
    EventEntered,
    EventOpened,
    Improved,
    MajorBegun,
    MajorEntered,
    MajorMatch,
    MajorOpened,
    MatchReported,
    Published,
    ResultDecided,
    RoundPaired,
    Step,
    Told,
)

FIRST_DAY = 34
"""Days before the loading on which the teams are drafted; a week later the first round is played."""
WEEK = 7
ROUNDS_PLAYED = 4
DAYS_LEFT = 5
"""Until the round that is to be played."""
CUP_DAY = 6
"""Days before the loading on which the major begins; it is played after the last page that was published."""
EVENT_DAY = 1
REROLLS_WANTED = 3
TAKEN_FIRST = ("+st", "+ag", "Block", "Dodge", "Guard", "Mighty Blow", "Sure Hands", "Tackle", "+ma")
"""What a coach takes of what a star player roll offers, in this order."""


class Happened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report of a sheet, and the answers to what the rules then ask, by key: dice, or an option."""

    report: Report
    answers: dict[str, tuple[int, ...] | str] = {}


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A real match. ``mvp``: shirt numbers."""

    note: str
    home: str
    away: str
    weather: tuple[int, int]
    mvp: dict[Side, int]
    happened: tuple[Happened, ...]


def log_of_sheet(sheet: Sheet, edition: Edition, head: MatchLog, rng: random.Random) -> MatchLog:
    """The match of the sheet as a complete log, with these teams."""
    match = Match.of(head, edition)
    script = play(match)
    left = list(sheet.happened)
    told: dict[str, tuple[int, ...] | str] = {"weather": sheet.weather}
    entries: list[Entry] = []
    try:
        question: Question = next(script)
        while True:
            if isinstance(question, WhatHappened):
                now = left.pop(0)
                entry: Entry = now.report
                told = dict(now.answers)
            elif question.key == "hire":
                entry = Chosen(question.key, question.side, "done", question.player)
            elif question.key == "mvp":
                entry = _chosen_player(match, question, sheet.mvp[question.side])
            else:
                entry = _as_told(question, told) or answer(question, rng)
            entries.append(entry)
            question = script.send(question.accept(entry))
    except StopIteration:
        pass
    return msgspec.structs.replace(head, entries=tuple(entries))


def _chosen_player(match: Match, question: Roll | Choose, number: int) -> Rolled:
    """The die that shows this player: his place among those who did not miss the match."""
    eligible = [
        one.number for one in match.squads[question.side].players.values() if one.condition != "missing"
    ]
    return Rolled(question.key, question.side, (sorted(eligible).index(number) + 1,), question.player)


def _as_told(question: Roll | Choose, told: dict[str, tuple[int, ...] | str]) -> Rolled | Chosen | None:
    given = told.pop(question.key, None)
    if given is None:
        return None
    if isinstance(given, str):
        return Chosen(question.key, question.side, given, question.player)
    return Rolled(question.key, question.side, given, question.player)


class _Recorder:
    """Plays the league, one step after the other, and keeps the steps."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.demo = Demo(folder)
        self.rng = rng
        self.steps: list[Step] = []
        self._reserves = {name: list(file.reserves) for name, file in self.demo.team_files.items()}

    def play(self) -> None:
        self._found()
        for number, matches in enumerate(self.demo.file.rounds[:ROUNDS_PLAYED], 1):
            day = FIRST_DAY - WEEK * number + 3
            for place, (home, _) in enumerate(matches):
                self._match(number, place, home, day)
            for place, name in enumerate(self.demo.file.teams):
                self._improve(name, day - 1, f"18:{5 * place:02}")
                self._shop(name, day - 1, f"18:{5 * place + 2:02}")
            if number == ROUNDS_PLAYED:
                self._arrange(number + 1, day - 1, "19:00")
            self._tell(number, day - 1)
            self._do(Published(day - 2, "06:00"))
        self._major()
        self._event()

    def _do(self, step: Step) -> None:
        self.demo.do(step)
        self.steps.append(step)

    def _found(self) -> None:
        self._tell(0, FIRST_DAY)
        for place, name in enumerate(self.demo.file.teams):
            self._do(Drafted(FIRST_DAY - 1, f"{17 + place // 4}:{place % 4}5", name))
        for number in range(1, ROUNDS_PLAYED + 1):
            self._arrange(number, FIRST_DAY - 2, f"18:{number:02}")

    def _arrange(self, number: int, day: int, at: str) -> None:
        on = FIRST_DAY - WEEK * number + 3 if number <= ROUNDS_PLAYED else -DAYS_LEFT
        for home, away in self.demo.file.rounds[number - 1]:
            self._do(Arranged(day, at, number, home, away, on))

    def _tell(self, number: int, day: int) -> None:
        bulletin = self.demo.file.bulletins[number]
        self._do(Told(day, "21:30", bulletin.title, bulletin.text))

    def _match(self, number: int, place: int, home: str, day: int) -> None:
        sheet = self.demo.file.sheets.get(home) if number == 1 else None
        fixture = (number - 1) * len(self.demo.file.rounds[0]) + place + 1
        self._played(fixture, home, day, f"20:{10 + 5 * place}", sheet)

    def _played(self, number: int, home: str, day: int, at: str, sheet: str | None = None) -> None:
        fixture = self.demo.fixture(number)
        edition = self.demo.league.rules
        head = template(fixture)
        if sheet:
            log = log_of_sheet(self.demo.read(f"sheets/{sheet}.json", Sheet), edition, head, self.rng)
        else:
            pace = msgspec.structs.replace(CALM, overtime=0.0, concession=0.0)
            log = filled_by_chance(edition, head, self.rng, pace)
        name = f"{fixture.number:02}-{home}.json"
        (self.demo.folder / "logs" / name).write_bytes(_readable_log(log))
        self._do(MatchReported(day, at, fixture.number, name))

    def _major(self) -> None:
        file = self.demo.file.major
        self._do(MajorOpened(CUP_DAY, "18:00", file.trophy))
        for place, name in enumerate(self.demo.file.teams):
            self._do(MajorEntered(CUP_DAY, f"19:{5 * place:02}", name))
        self._do(MajorBegun(CUP_DAY, "20:00"))
        for place, (home, away) in enumerate(file.played):
            day = CUP_DAY - 1 - place
            self._do(MajorMatch(day, "12:00", home, away, day))
            self._played(self._last_fixture(), home, day, "20:30")
            for team in (home, away):
                self._improve(team, day, "21:30")
        self._do(Challenged(2, "09:00", *file.refused))
        self._do(MajorMatch(2, "12:00", *file.to_play, -2))
        self._do(ChallengeRefused(2, "17:00", 1))
        self._do(Challenged(1, "09:00", *file.waiting))

    def _last_fixture(self) -> int:
        last = self.demo.league.fixtures.order_by("number").last()
        assert last is not None
        return int(last.number)

    def _event(self) -> None:
        file = self.demo.file.event
        self._do(EventOpened(EVENT_DAY, "08:00", file.name, file.rounds))
        for place, one in enumerate(file.entrants):
            told = msgspec.structs.asdict(one)
            self._do(EventEntered(EVENT_DAY, f"09:{place:02}", **told))
        self._do(EventBegun(EVENT_DAY, "09:30"))
        for number in range(file.played + 1):
            self._do(RoundPaired(EVENT_DAY, f"{10 + 3 * number}:00"))
            tables = [one.table for one in demo_competitions.last_round(self.demo)]
            for table in tables if number < file.played else tables[: file.results]:
                self._do(self._result(table, f"{12 + 3 * number}:{table:02}"))

    def _result(self, table: int, at: str) -> ResultDecided:
        td = (self.rng.choice((0, 1, 1, 2, 2, 3)), self.rng.choice((0, 1, 1, 2, 2, 3)))
        cas = (self.rng.randint(0, 3), self.rng.randint(0, 3))
        return ResultDecided(EVENT_DAY, at, table, td, cas)

    def _improve(self, name: str, day: int, at: str) -> None:
        while True:
            player = self.demo.team(name).players.filter(owed__gt=0).order_by("uid").first()
            if player is None:
                return
            self._do(Improved(day, at, name, player.uid, self._answers(self.demo.team(name), player.uid)))

    def _answers(self, team: Team, player: int) -> tuple[Rolled | Chosen, ...]:
        answers: tuple[Rolled | Chosen, ...] = ()
        roster, edition = roster_of(team), self.demo.league.rules
        while True:
            question = drive(edition.rules.improve(roster, player), answers, edition, roster).waiting_for
            if question is None or isinstance(question, WhatHappened):
                return answers
            answers = (*answers, self._answer(question))

    def _answer(self, question: Roll | Choose) -> Rolled | Chosen:
        if isinstance(question, Choose):
            for wanted in TAKEN_FIRST:
                if wanted in question.options:
                    return Chosen(question.key, question.side, wanted, question.player)
        return answer(question, self.rng)

    def _shop(self, name: str, day: int, at: str) -> None:
        """The dead and the missing are replaced first, then come an apothecary and team re-rolls."""
        edition = self.demo.league.rules
        while True:
            roster = roster_of(self.demo.team(name))
            wanted = next(
                (
                    one
                    for one in self._wishes(name, edition, roster)
                    if not check_purchase(edition, roster, one)
                ),
                None,
            )
            if wanted is None:
                return
            if wanted.players:
                self._reserves[name].pop(0)
            self._do(Bought(day, at, name, wanted))

    def _wishes(self, name: str, edition: Edition, roster: Roster) -> list[Purchase]:
        race = edition.race(roster.race)
        wishes: list[Purchase] = []
        fit = [player for player in roster.active if not player.misses_next]
        if len(fit) < len(self.demo.team_files[name].draft.players) and self._reserves[name]:
            number = next(
                number for number in range(1, 100) if number not in {one.number for one in roster.active}
            )
            dear_first = sorted(race.positions, key=lambda one: one.price or 0, reverse=True)
            wishes += [
                Purchase((Line(position.name, self._reserves[name][0], number),)) for position in dear_first
            ]
        if not roster.apothecary:
            wishes.append(Purchase(apothecary=1))
        if roster.rerolls < REROLLS_WANTED:
            wishes.append(Purchase(rerolls=1))
        return wishes


def _readable_log(log: MatchLog) -> bytes:
    """An entry a line, so that two recordings can be compared."""
    fields: dict[str, Any] = msgspec.json.decode(encode_log(log))
    entries = fields.pop("entries")
    head = ",\n".join(f" {_json(name)}: {_json(value)}" for name, value in fields.items())
    return ("{\n" + head + ',\n "entries": ' + _lines(entries) + "\n}\n").encode()


def _lines(rows: list[Any]) -> str:
    return "[\n" + ",\n".join(f"  {_json(row)}" for row in rows) + "\n]"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def record(seed: int, folder: Path = HERE) -> int:
    """Writes ``script.json`` and ``logs/`` of the folder. The number of steps; the database is as it was before."""
    (folder / "logs").mkdir(exist_ok=True)
    for old in (folder / "logs").glob("*.json"):
        old.unlink()
    with transaction.atomic():
        recorder = _Recorder(folder, random.Random(seed))
        recorder.play()
        transaction.set_rollback(True)
    (folder / "script.json").write_text(_lines(recorder.steps) + "\n", encoding="utf-8")
    return len(recorder.steps)
