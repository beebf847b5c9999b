"""The demonstration league: a recorded history, replayed through the verbs that people use.

``tournaments/demo/`` holds it: ``league.json``, a draft for each team, and ``script.json``, which tells step by step
what was done, with the dice that fell, and names the match logs in ``logs/``. No row of a roster is inserted: if a
verb refuses a step, there is no demonstration league.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.acts import Draft
from engine.questions import Refusal
from league.domain import bulletins, clock, leagues, members
from league.models import League, Role, User
from matches.domain import applying, fixtures, logs
from matches.models import Fixture
from teams.domain import buying, drafting, improving
from teams.models import Team
from tournaments.domain import demo_competitions, publishing
from tournaments.domain.demo_steps import (
    Arranged,
    Bought,
    Drafted,
    Improved,
    MatchReported,
    Published,
    Step,
    Told,
)

HERE = Path(__file__).resolve().parent.parent / "demo"

T = TypeVar("T")


class TeamFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``reserves`` are names for players who are hired later."""

    coach: str
    draft: Draft
    reserves: tuple[str, ...]


class Bulletin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the event: ``account`` where he is one of the league's people, else ``coach``."""

    name: str
    race: str
    coach: str = ""
    club: str = ""
    account: str = ""
    naf: int | None = None


class EventFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Swiss: ``rounds`` are planned, ``played`` are over, and of the next one ``results`` are in."""

    name: str
    rounds: int
    played: int
    results: int
    entrants: tuple[Entrant, ...]


class MajorFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pairs of files in ``teams/``: matches that are ``played`` and one ``to_play``; a challenge that is ``refused``,
    and one that is ``waiting`` for the organiser."""

    trophy: str
    played: tuple[tuple[str, str], ...]
    to_play: tuple[str, str]
    refused: tuple[str, str]
    waiting: tuple[str, str]


class LeagueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``rounds``: pairs of files in ``teams/``; ``sheets``: by the home team of a match of the first round."""

    name: str
    edition: str
    public: bool
    dice_policy: str
    password: str
    commissioner: str
    coaches: tuple[str, ...]
    teams: tuple[str, ...]
    rounds: tuple[tuple[tuple[str, str], ...], ...]
    sheets: dict[str, str]
    bulletins: tuple[Bulletin, ...]
    event: EventFile
    major: MajorFile


class Demo:
    """The league while it is being made. ``today`` is the day that the steps are counted back from."""

    def __init__(self, folder: Path = HERE, today: date | None = None) -> None:
        self.folder = folder
        self.today = today or timezone.now().date()
        self.file = self.read("league.json", LeagueFile)
        self._fixtures: dict[int, Fixture] = {}

    def read(self, name: str, kind: type[T]) -> T:
        return msgspec.json.decode((self.folder / name).read_bytes(), type=kind)

    @cached_property
    def people(self) -> dict[str, User]:
        """Accounts by name; they are made here, so that the league must be new."""
        names = (self.file.commissioner, *self.file.coaches)
        taken = User.objects.filter(username__in=names).values_list("username", flat=True)
        if taken:
            raise Refusal(
                _(
                    "There is an account named {name} already; the demonstration league brings its own."
                ).format(name=taken[0])
            )
        return {
            name: User.objects.create_user(
                name, f"{name}@example.org", self.file.password, is_staff=name == self.file.commissioner
            )
            for name in names
        }

    @property
    def commissioner(self) -> User:
        return self.people[self.file.commissioner]

    @cached_property
    def league(self) -> League:
        league = leagues.create_league(
            self.commissioner,
            self.file.name,
            self.file.edition,
            public=self.file.public,
            dice_policy=self.file.dice_policy,
        )
        for name in self.file.coaches:
            members.add(self.commissioner, league, self.people[name], Role.COACH)
        return league

    @cached_property
    def team_files(self) -> dict[str, TeamFile]:
        return {name: self.read(f"teams/{name}.json", TeamFile) for name in self.file.teams}

    def team(self, name: str) -> Team:
        """As it is now. ``name`` is a file in ``teams/``."""
        team = self.league.teams.select_related("coach").get(name=self.team_files[name].draft.name)
        team.league = self.league
        return team

    def coach(self, name: str) -> User:
        return self.people[self.team_files[name].coach]

    def fixture(self, number: int) -> Fixture:
        fixture: Fixture = self.league.fixtures.select_related("home__coach", "away__coach").get(
            number=number
        )
        for one in (fixture, fixture.home, fixture.away):
            one.league = self.league
        return fixture

    def do(self, step: Step) -> None:
        """Raises Refusal when the verb refuses, and names the step."""
        clock_face = time.fromisoformat(step.time)
        moment = datetime.combine(self.today - timedelta(days=step.day), clock_face, UTC)
        with clock.at(moment):
            _DEEDS[type(step)](self, step)

    # What each step is, in the words of the use cases.

    def _draft(self, step: Drafted) -> None:
        team = drafting.draft_team(self.league, self.coach(step.team), self.team_files[step.team].draft)
        team.league = self.league
        drafting.accept_team(self.commissioner, team)

    def _arrange(self, step: Arranged) -> None:
        fixtures.make_fixture(
            self.commissioner,
            self.league,
            self.team(step.home),
            self.team(step.away),
            step.round,
            self.today - timedelta(days=step.on),
        )

    def _report(self, step: MatchReported) -> None:
        fixture = self.fixture(step.fixture)
        document = (self.folder / "logs" / step.log).read_bytes()
        coach = fixture.home.coach
        assert coach is not None
        log = logs.submit_file(fixture, coach, document)
        applying.apply_log(log, self.commissioner)

    def _buy(self, step: Bought) -> None:
        buying.buy(self.team(step.team), self.coach(step.team), step.purchase)

    def _improve(self, step: Improved) -> None:
        team, coach = self.team(step.team), self.coach(step.team)
        version = improving.current(team, step.player).row.version
        for answer in step.answers:
            version = improving.answer(team, coach, step.player, answer, version).row.version

    def _tell(self, step: Told) -> None:
        bulletins.publish(self.commissioner, self.league, step.title, step.text)

    def _publish(self, step: Published) -> None:
        publishing.publish(self.league, self.commissioner)


_DEEDS: dict[type, Callable[[Demo, Any], None]] = {
    Drafted: Demo._draft,
    Arranged: Demo._arrange,
    MatchReported: Demo._report,
    Bought: Demo._buy,
    Improved: Demo._improve,
    Told: Demo._tell,
    Published: Demo._publish,
    **demo_competitions.DEEDS,
}


class Logins(msgspec.Struct, frozen=True):
    """Who can log in to look around, all with the same password."""

    league: str
    commissioner: str
    coaches: tuple[str, ...]
    password: str


def logins(folder: Path = HERE) -> Logins:
    file = msgspec.json.decode((folder / "league.json").read_bytes(), type=LeagueFile)
    return Logins(file.name, file.commissioner, file.coaches[:2], file.password)


def is_there(folder: Path = HERE) -> bool:
    return League.objects.filter(name=logins(folder).league).exists()


def load(folder: Path = HERE, if_empty: bool = False) -> League | None:
    """Makes the demonstration league, all of it or nothing.

    With ``if_empty`` nothing is done where there is a league or an account already; then nothing comes back. Raises
    Refusal where the league, or an account of its people, is there.
    """
    with transaction.atomic():
        if League.objects.exists() or User.objects.exists():
            if if_empty:
                return None
            if is_there(folder):
                raise Refusal(_("The demonstration league is there already."))
        demo = Demo(folder)
        for step in demo.read("script.json", list[Step]):
            demo.do(step)
        return demo.league
