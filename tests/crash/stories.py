"""What is done when the process is killed: a league is prepared, and one use case is ready to run.

The use case may run again after it was killed: what it did already is refused, and nothing is done twice.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO

from django.db import connection

from engine.acts import Purchase
from engine.match.log import encode_log
from engine.questions import Refusal
from engine.roster import GoldChanged
from engine.simulate import random_log
from league.errors import Conflict
from league.models import League, User
from matches.domain import amending, logs
from matches.domain.applying import apply_log
from matches.models import Amendment, MatchLog, Result
from teams.domain import converting
from teams.domain.buying import buy
from teams.models import Team
from tests.crash.databases import Database
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    a_submitted_log,
    a_user,
    coach_of,
    happens,
)
from tournaments.domain import archiving, publishing

Work = Callable[[], None]


def apply(database: Database) -> Work:
    """A log lands, and another of the same match is superseded."""
    league = a_league("Old World Cup")
    commissioner = a_commissioner(league, "commissioner")
    fixture = a_fixture(a_drafted_team(league, "Orc"), a_drafted_team(league, "Human"))
    log = a_submitted_log(fixture, seed=1)
    a_submitted_log(fixture, seed=2)

    def work() -> None:
        apply_log(MatchLog.objects.get(pk=log.pk), User.objects.get(pk=commissioner.pk), "the key")

    return work


def _season() -> User:
    """Three teams, three matches and two purchases; its commissioner."""
    league = a_league("Old World Cup")
    commissioner = a_commissioner(league, "commissioner")
    first, second, third = (a_drafted_team(league, race) for race in ("Orc", "Human", "Skaven"))
    a_played_match(first, second, round=1, seed=1)
    for team in (first, third):
        try:
            buy(team, coach_of(team), Purchase(cheerleaders=1))
        except Refusal:
            continue
    a_played_match(second, third, round=2, seed=2)
    a_played_match(third, first, round=3, seed=3)
    publishing.publish(league, commissioner)
    return commissioner


def committed(amendment: Amendment, by: User, key: str = "the key") -> Work:
    """Everything that it brings along is settled, and what is left is to commit it."""
    amending.settle_all(amendment, by, "leave", amendment.version)
    seen = amending.consequences(amendment)
    while seen.unsettled:
        item = seen.unsettled[0]
        seen = amending.settle(amendment, by, item.place, item.ways[-1], amendment.version)
    sequence, version = seen.sequence, amendment.version

    def work() -> None:
        row = Amendment.objects.get(pk=amendment.pk)
        amending.commit(row, User.objects.get(pk=by.pk), sequence, version, key)

    return work


def begun(by: User, result: Result) -> Amendment:
    """A correction that makes another match of it, by chance."""
    amendment = amending.begin(by, result, "The sheet was misread.")
    assert amendment.log is not None
    head = logs.decode(amendment.log)
    rules = result.fixture.league.rules
    other = random_log(rules, head.home, head.away, random.Random(99), head.house_rules)
    amending.replace_document(amendment, by, encode_log(other), amendment.log.version)
    return amending.get_amendment(result.fixture.league, amendment.pk)


def amend(database: Database) -> Work:
    """The first match was another: everything after it follows."""
    by = _season()
    return committed(begun(by, Result.objects.order_by("pk")[0]), by)


def undo(database: Database) -> Work:
    """The first match was never played."""
    by = _season()
    result = Result.objects.order_by("pk")[0]
    return committed(amending.undo(by, result, "It was never played."), by)


def bring_in(database: Database) -> Work:
    """A league comes from elsewhere, with an account that is there already."""
    by = _season()
    archive = archiving.export_league(by, by.memberships.get().league).read()
    name = connection.settings_dict["NAME"]
    connection.close()
    database.copy("blank", "elsewhere")
    database.use("elsewhere")
    a_user("commissioner")
    assert connection.settings_dict["NAME"] != name

    def work() -> None:
        archiving.restore(BytesIO(archive))

    return work


def move(database: Database) -> Work:
    """The whole league moves to another edition."""
    by = _season()
    league = by.memberships.get().league
    sequence = converting.look(by, league, "crp").sequence

    def work() -> None:
        fresh = League.objects.get(pk=league.pk)
        converting.convert(User.objects.get(pk=by.pk), fresh, "crp", sequence, key="the key")

    return work


STORIES: dict[str, Callable[[Database], Work]] = {
    "apply": apply,
    "amend": amend,
    "undo": undo,
    "move": move,
    "import": bring_in,
}


def torn(database: Database) -> Work:
    """What no use case does: two purchases that belong together, each landing by itself."""
    league = a_league("Old World Cup")
    team = happens(a_drafted_team(league), GoldChanged(200_000, "a gift"))

    def work() -> None:
        for key in ("first", "second"):
            buy(Team.objects.get(pk=team.pk), coach_of(team), Purchase(cheerleaders=1), key)

    return work


def once_more(work: Work) -> None:
    """Does it again; that it is done already is no fault."""
    with suppress(Conflict):
        work()
