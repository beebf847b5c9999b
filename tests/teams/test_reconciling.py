"""Every projection is proved against its ledger, and rewritten from it.

``DUGOUT_SEASONS`` says how many random seasons are played; a thousand take some minutes.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

import pytest
from django.contrib.messages import get_messages
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.core.serializers import serialize
from django.db import transaction
from django.test import override_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.acts import Decisions, Line, Purchase
from engine.acts.decreeing import (
    ChangeStat,
    Decree,
    FanFactor,
    Gold,
    Leave,
    Rerolls,
    Return,
    Spp,
    Teach,
    Trophy,
)
from engine.editions import EDITIONS
from engine.questions import Choose, Refusal, Roll
from engine.random_teams import random_draft
from engine.roster import Departed
from league.domain.leagues import change_house_rules, change_settings
from league.models import League
from matches.domain import amending
from matches.models import Fixture, FixtureStatus, Result
from teams.domain import buying, converting, decreeing, drafting, handing, improving, naming
from teams.domain.reconciling import mend, reconcile_league
from teams.models import Act, Player, RosterEvents, Team
from teams.tasks import reconcile_all
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_league,
    a_played_match,
    a_user,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)
from tournaments.domain.standings import stale, table

pytestmark = pytest.mark.django_db

SEASONS = int(os.environ.get("DUGOUT_SEASONS", "6"))


@pytest.fixture
def league() -> League:
    """Two teams that have met once, and a third."""
    league = a_league("Old World Cup")
    a_commissioner(league, "commissioner")
    home, away = a_drafted_team(league, "Orc", name="Gouged Eye"), a_drafted_team(league, "Human")
    a_played_match(home, away)
    a_drafted_team(league, "Skaven", accepted=False)
    return League.objects.get(pk=league.pk)


def projections(league: League) -> str:
    """Every derived row of the league, to the byte; primary keys of players are nobody's business."""
    rows = [
        *Team.objects.filter(league=league).order_by("pk"),
        *Player.objects.filter(team__league=league).order_by("team", "uid"),
        *Fixture.objects.filter(league=league).order_by("pk"),
        *Result.objects.filter(fixture__league=league).order_by("fixture"),
    ]
    plain = json.loads(serialize("json", rows))
    for row in plain:
        if row["model"] in ("teams.player", "matches.result"):
            row.pop("pk")
    return json.dumps(plain)


def test_a_league_that_agrees_is_not_touched(league: League):
    before = projections(league)
    assert mend(league) == ()
    assert projections(league) == before


def spoil_coaches(league: League) -> None:
    league.teams.update(coach=a_user())


def spoil_players(league: League) -> None:
    Player.objects.filter(team__league=league).update(spp=99, owed=3, misses_next=True, injuries=["x"])


def lose_players(league: League) -> None:
    Player.objects.filter(team__league=league, uid__gt=3).delete()


def invent_a_player(league: League) -> None:
    row = Player.objects.filter(team__league=league).first()
    assert row is not None
    row.pk, row.uid = None, 777
    row.save()


def spoil_results(league: League) -> None:
    Result.objects.filter(fixture__league=league).update(home_score=9, winner="", facts="[]", gate=1)


def lose_results(league: League) -> None:
    Result.objects.filter(fixture__league=league).delete()
    Fixture.objects.filter(league=league).update(status=FixtureStatus.OPEN)


def spoil_the_number_of_the_last_act(league: League) -> None:
    League.objects.filter(pk=league.pk).update(sequence=2)


SPOILED: list[Callable[[League], None]] = [
    spoil_coaches,
    spoil_players,
    lose_players,
    invent_a_player,
    spoil_results,
    lose_results,
    spoil_the_number_of_the_last_act,
]


@pytest.mark.both_databases
@pytest.mark.parametrize("spoil", SPOILED, ids=lambda one: one.__name__)
def test_whatever_is_spoiled_is_found_and_mended(league: League, spoil: Callable[[League], None]):
    before = projections(league)
    spoil(league)
    found = reconcile_league(league)
    assert found
    assert mend(league) == found
    assert projections(league) == before
    assert League.objects.get(pk=league.pk).sequence == league.sequence
    assert_reconciled(league)


def test_rows_of_teams_are_mended(league: League):
    before = projections(league)
    for team in league.teams.all():
        # Names are told apart by the database: each is spoiled in its own way.
        Team.objects.filter(pk=team.pk).update(
            treasury=1,
            strength=7,
            worth=3,
            accepted=not team.accepted,
            trophies=["x"],
            name_key=f"x{team.pk}",
        )
    assert {one.what for one in reconcile_league(league)} >= {
        "treasury",
        "strength",
        "worth",
        "accepted",
        "trophies",
    }
    mend(league)
    assert projections(league) == before


def test_everything_at_once_is_mended_in_one_go(league: League):
    before = projections(league)
    for spoil in SPOILED:
        spoil(league)
    mend(league)
    assert projections(league) == before
    assert_reconciled(league)


def test_mending_one_league_leaves_the_others(league: League):
    other = a_league()
    team = a_drafted_team(other)
    Team.objects.filter(pk=team.pk).update(treasury=1)
    mend(league)
    assert Team.objects.get(pk=team.pk).treasury == 1


def test_the_ledger_itself_is_never_written(league: League):
    def ledger() -> list[object]:
        return [*Act.objects.order_by("pk").values(), *RosterEvents.objects.order_by("pk").values()]

    before = ledger()
    for spoil in SPOILED:
        spoil(league)
    mend(league)
    assert ledger() == before


def test_a_result_that_no_log_stands_behind_goes(league: League):
    result = Result.objects.get()
    result.log.status = "rejected"
    result.log.save()
    assert {(one.what, one.ledger, one.row) for one in reconcile_league(league)} == {
        ("fixture", "To be played", "Played"),
        ("result", "none", "one"),
    }
    mend(league)
    assert not Result.objects.exists()
    assert Fixture.objects.get().status == FixtureStatus.OPEN


def test_a_log_that_no_longer_replays_is_told_and_its_result_stays(league: League):
    result = Result.objects.get()
    document = json.loads(result.log.document)
    document["entries"].pop()
    result.log.document = json.dumps(document)
    result.log.save()
    (found,) = reconcile_league(league)
    assert (found.what, "The log cannot be replayed" in found.row) == ("log", True)
    mend(league)
    assert Result.objects.get().home_score == result.home_score


def test_a_kept_table_that_is_wrong_is_found_and_forgotten(league: League):
    right = table(league.season)
    Result.objects.update(winner="home", home_score=9)
    cache.clear()
    wrong = table(league.season)
    assert wrong != right
    assert {one.what for one in reconcile_league(league)} >= {"home score"}
    mend(league)
    assert stale(league.season) is None
    assert table(league.season) == right


# --- by night, on the command line, in the admin ------------------------------------------------------------------


@override_settings(ADMINS=[("Staff", "staff@example.org")])
def test_the_night_reports_and_mends_nothing(league: League, caplog):
    assert reconcile_all.delay().get() == 0
    assert mail.outbox == []
    Team.objects.filter(slug="gouged-eye").update(treasury=1)
    assert reconcile_all.delay().get() == 1
    assert "Gouged Eye, treasury" in caplog.text
    assert "old-world-cup: Gouged Eye, treasury" in mail.outbox[0].body
    league.refresh_from_db()
    assert [line.split(":")[0] for line in league.differences] == ["Gouged Eye, treasury"]
    assert league.proved is not None
    assert Team.objects.get(slug="gouged-eye").treasury == 1


def test_the_command_mends_when_asked(league: League, capsys):
    Team.objects.filter(slug="gouged-eye").update(treasury=1)
    with pytest.raises(SystemExit):
        call_command("reconcile")
    call_command("reconcile", league=league.slug, mend=True)
    assert "1 differences between the rows and the ledger, 1 of them mended." in capsys.readouterr().err
    call_command("reconcile")
    assert "1 leagues agree with their ledgers." in capsys.readouterr().out


def act_in_the_admin(by, action: str, league: League) -> list[str]:
    client = browser(by)
    form = {"action": action, "_selected_action": [str(league.pk)], "confirmed": "yes"}
    answer = client.post("/admin/league/league/", form)
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_a_commissioner_reconciles_the_own_league_and_staff_mend(league: League):
    commissioner = league.memberships.get(user__username="commissioner").user
    assert act_in_the_admin(commissioner, "reconcile", league) == ["Old World Cup agrees with its ledger."]
    Team.objects.filter(slug="gouged-eye").update(treasury=1)
    (said,) = act_in_the_admin(commissioner, "reconcile", league)
    assert said.startswith("Old World Cup: 1 value differs from the ledger: Gouged Eye, treasury: ")
    page = browser(commissioner).get(f"/admin/league/league/{league.pk}/change/").content.decode()
    assert "Gouged Eye, treasury" in page
    act_in_the_admin(commissioner, "mend", league)
    act_in_the_admin(a_commissioner(a_league()), "reconcile", league)
    assert Team.objects.get(slug="gouged-eye").treasury == 1
    (said,) = act_in_the_admin(a_user(is_staff=True), "mend", league)
    assert said.startswith("Old World Cup: 1 value is mended: ")
    league.refresh_from_db()
    assert league.differences == []
    assert_reconciled(league)


# --- rules that change in mid-season -------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_other_house_rules_are_in_every_rating_at_once(league: League):
    commissioner = league.memberships.get(user__username="commissioner").user
    before = {team.pk: (team.strength, team.worth, team.fan_factor) for team in league.teams.all()}
    change_house_rules(commissioner, league, {"league/fan_factor_price": 0, "match/rating/spp_per_point": 1})
    for team in league.teams.all():
        strength, worth, fans = before[team.pk]
        assert team.worth == worth - 10_000 * fans
        assert team.strength == (team.worth + team.treasury) // 10_000 + team.spp
        assert team.strength != strength
    assert_reconciled(league)


def test_another_table_of_levels_moves_what_is_owed(league: League):
    commissioner = league.memberships.get(user__username="commissioner").user
    earned = Player.objects.filter(team__league=league, spp__gte=3, status="active").count()
    change_house_rules(commissioner, league, {"advancement/levels/1/spp": 3})
    assert Player.objects.filter(team__league=league, owed__gt=0).count() >= earned > 0
    assert_reconciled(league)
    change_house_rules(commissioner, league, {"advancement/levels/1/spp": None})
    assert_reconciled(league)


def test_a_failed_change_of_rules_leaves_ratings_alone(league: League):
    before = projections(league)
    commissioner = league.memberships.get(user__username="commissioner").user
    with pytest.raises(Refusal):
        change_settings(commissioner, league, house_rules={"league/fan_factor_price": 0, "no/way": 1})
    assert projections(league) == before


# --- random seasons ------------------------------------------------------------------------------------------------

RULES = (
    ("league/fan_factor_price", 20_000),
    ("match/rating/spp_per_point", 3),
    ("advancement/levels/1/spp", 4),
    ("league/assistant_price", 5_000),
    ("match/winnings/win", 2),
    ("match/expenses/start", 1_000_000),
    ("advancement/values/skill", 30_000),
)
"""An edition that has no such value refuses it."""


class Season:
    """A league in which people do what chance picks; refusals are part of it."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.league = a_league(edition=chance.choice(tuple(EDITIONS)))
        self.commissioner = a_commissioner(self.league)
        self.round = 0
        for race in chance.sample(("Orc", "Human", "Skaven", "Dwarf", "Undead", "Goblin"), 3):
            a_drafted_team(self.league, race, seed=chance.randrange(1000))

    def team(self) -> Team:
        teams = list(self.league.teams.select_related("coach", "league").order_by("pk"))
        return self.chance.choice(teams)

    def uid(self, team: Team) -> int:
        return self.chance.choice(list(team.players.values_list("uid", flat=True)))

    def draft(self) -> None:
        draft = random_draft(self.league.rules, "Human", self.chance)
        drafting.draft_team(self.league, a_coach(self.league), draft)

    def accept(self) -> None:
        drafting.accept_team(self.commissioner, self.team())

    def withdraw(self) -> None:
        handing.withdraw(self.team(), self.commissioner)

    def hand_over(self) -> None:
        handing.hand_over(self.team(), self.commissioner, a_coach(self.league))

    def match(self) -> None:
        playing = list(self.league.teams.filter(accepted=True).select_related("league"))
        if len(playing) > 1:
            self.round += 1
            home, away = self.chance.sample(playing, 2)
            a_played_match(home, away, round=self.round, seed=self.chance.randrange(10**6))

    def buy(self) -> None:
        team = self.team()
        position = self.chance.choice(self.league.rules.race(team.race).positions)
        name, number = f"New {self.chance.randrange(10**6)}", self.chance.randrange(1, 99)
        wanted = Purchase((Line(position.name, name, number),))
        buying.buy(team, coach_of(team), self.chance.choice((wanted, Purchase(cheerleaders=1))))

    def leave(self) -> None:
        team = self.team()
        if self.chance.random() < 0.5:
            buying.dismiss(team, coach_of(team), self.uid(team))
        else:
            buying.retire(team, coach_of(team), self.uid(team), self.chance.random() < 0.5)

    def drop(self) -> None:
        team = self.team()
        staff = self.chance.choice(("rerolls", "cheerleaders", "assistant_coaches", "apothecary"))
        buying.drop_staff(team, coach_of(team), staff, 1)

    def rename(self) -> None:
        team = self.team()
        naming.rename_team(team, coach_of(team), f"Team {self.chance.randrange(10**6)}")
        naming.rename_player(team, coach_of(team), self.uid(team), f"Name {self.chance.randrange(10**6)}")

    def improve(self) -> None:
        owed = (
            Player.objects.filter(team__league=self.league, owed__gt=0).select_related("team__coach").first()
        )
        if owed is None:
            return
        team = Team.objects.select_related("league", "coach").get(pk=owed.team_id)
        seen = improving.current(team, owed.uid)
        while not seen.done:
            question = seen.question
            if isinstance(question, Choose):
                given = improving.answer_to(question, pick=self.chance.choice(question.options))
            else:
                assert isinstance(question, Roll)
                faces = [self.chance.randint(1, question.dice.faces) for _ in range(question.dice.count)]
                given = improving.answer_to(question, tuple(faces))
            seen = improving.answer(team, self.commissioner, owed.uid, given, seen.row.version)

    def decree(self) -> None:
        team = self.team()
        uid, chance = self.uid(team), self.chance
        possible: tuple[Decree, ...] = (
            Gold(chance.randrange(-50_000, 300_000), debt=chance.random() < 0.5),
            FanFactor(chance.choice((-2, -1, 1, 2))),
            Rerolls(chance.choice((-1, 1))),
            Trophy(chance.choice(("Spike", "Chaos Cup")), chance.random() < 0.7),
            Spp(uid, chance.randrange(-3, 12)),
            Teach(uid, chance.choice(list(self.league.rules.skills))),
            ChangeStat(uid, chance.choice(("ma", "st", "ag", "av")), chance.choice((-1, 1))),
            Return(uid),
            Leave(uid),
        )
        decreeing.decree(
            team,
            self.commissioner,
            chance.sample(possible, chance.choice((1, 1, 2))),
            "as chance would have it",
        )

    def rules(self) -> None:
        path, value = self.chance.choice(RULES)
        change_house_rules(self.commissioner, self.league, {path: self.chance.choice((value, None))})

    def move(self) -> None:
        """To another edition; whoever has no counterpart there becomes what comes first."""
        edition = self.chance.choice([key for key in EDITIONS if key != self.league.edition])
        decided = Decisions()
        seen = converting.look(self.commissioner, self.league, edition, decided)
        for _ in range(2):
            chosen: dict[str, dict[str, str]] = {}
            for gap in seen.gaps:
                chosen.setdefault(gap.table, {})[gap.key] = gap.decided or gap.options[0]
            decided = converting.read_decisions(chosen)
            seen = converting.look(self.commissioner, self.league, edition, decided)
        converting.convert(self.commissioner, self.league, edition, seen.sequence, decided)

    def undo(self) -> None:
        """An act that stands, or an amendment; what follows is left as it was, or derived anew where that can be."""
        act = self.chance.choice(
            list(Act.objects.filter(league=self.league, replaced_by=None).order_by("pk"))
        )
        begun = amending.undo(self.commissioner, act, "as chance would have it")
        way: Literal["leave", "anew"] = self.chance.choice(("leave", "anew"))
        found = amending.settle_all(begun, self.commissioner, way, begun.version)
        settled = amending.get_amendment(self.league, begun.pk)
        amending.commit(settled, self.commissioner, found.sequence, settled.version)

    def play(self, deeds: int) -> None:
        kinds = (
            self.draft, self.accept, self.withdraw, self.hand_over, self.match, self.match, self.match, self.buy,
            self.leave, self.drop, self.rename, self.improve, self.improve, self.decree, self.decree, self.rules,
            self.move,
            self.undo, self.undo, self.undo,
        )  # fmt: skip
        for _ in range(deeds):
            # A refusal is an outcome like any other: nothing of it may stay.
            with suppress(Refusal), transaction.atomic():
                self.chance.choice(kinds)()
            self.league.refresh_from_db()


@settings(
    max_examples=SEASONS,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.integers(0, 2**32))
def test_random_seasons_agree_with_their_ledgers(db, seed: int):
    with transaction.atomic():
        season = Season(random.Random(seed))
        season.play(deeds=25)
        assert_reconciled(season.league)
        before = projections(season.league)
        Player.objects.filter(team__league=season.league).delete()
        Result.objects.filter(fixture__league=season.league).delete()
        mend(season.league)
        assert projections(season.league) == before
        transaction.set_rollback(True)


def test_a_player_who_died_twice_is_one_row(league: League):
    commissioner = league.memberships.get(user__username="commissioner").user
    team = Team.objects.select_related("league", "coach").get(slug="gouged-eye")
    uid = next(one.uid for one in team.players.all() if one.active)
    for _ in range(2):
        happens(team, Departed(uid, "dead", "killed"))
        decreeing.decree(team, commissioner, [Return(uid)], "he was only asleep")
    assert team.players.filter(uid=uid).count() == 1
    assert_reconciled(league)
