"""A league that moves to another edition: one act over all teams, between two seasons, and a past that goes along."""

from __future__ import annotations

import io
import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from engine.acts import Decisions
from engine.questions import Refusal
from engine.roster import Converted, Departed, SppGained, StadiumChanged, TrophyChanged, decode_events
from league.domain import clock
from league.domain.leagues import change_house_rules, open_season
from league.domain.roles import Forbidden
from league.errors import Conflict
from league.models import League, User
from matches.domain import amending, wizard
from matches.domain.amending.consequences import Decree
from matches.models import Fixture
from teams.domain import handing, improving
from teams.domain.as_it_was import team_on
from teams.domain.buying import dismiss
from teams.domain.converting import convert, look
from teams.domain.ledger import fold, roster_of
from teams.models import Act, Team
from tests.engine.builders import hurt
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    a_submitted_log,
    assert_reconciled,
    browser,
    coach_of,
    happens,
)
from tests.matches.career import HURT, KILLED, Career, begin_with, settled
from tests.matches.career import career as career  # the fixture
from tests.rows import dump
from tests.tournaments.competing.cups import STARTS, a_major, on, played, teams_of
from tournaments.domain import archiving
from tournaments.domain.competing import majors

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def fresh(team: Team) -> Team:
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


def moved(league: League, by: User, edition: str = "crp", decided: Decisions | None = None) -> Act:
    chosen = decided or Decisions()
    seen = look(by, league, edition, chosen)
    assert seen.problems == ()
    return convert(by, league, edition, seen.sequence, chosen)


@pytest.fixture
def league(db: None) -> League:
    return a_league("Old World Cup")


@pytest.fixture
def by(league: League) -> User:
    return a_commissioner(league)


@pytest.fixture
def teams(league: League) -> tuple[Team, Team]:
    return a_drafted_team(league, "Orc", name="Gouged Eye"), a_drafted_team(league, "Dwarf", name="Anvils")


def test_one_act_moves_every_team_and_the_rules_hold_from_the_next_act_on(
    league: League, by: User, teams: tuple[Team, Team]
) -> None:
    orcs, dwarfs = teams
    a_played_match(orcs, dwarfs)
    act = moved(league, by)
    assert (act.kind, act.sequence, act.as_commissioner) == ("convert", 6, True)
    assert league.edition == League.objects.get(pk=league.pk).edition == "crp"
    told = {row.team.name: decode_events(row.events)[0] for row in act.roster_events.select_related("team")}
    assert {name: type(event) for name, event in told.items()} == {
        "Gouged Eye": Converted,
        "Anvils": Converted,
    }
    book = league.rule_books.order_by("after").last()
    assert book is not None
    assert (book.edition, book.after, book.by) == ("crp", act.sequence, by)
    dwarf = fresh(dwarfs)
    assert "Long Beard" not in set(dwarf.players.filter(status="active").values_list("position", flat=True))
    # A rating of LRB4 is in points, a team value in gold pieces.
    assert dwarf.strength == league.rules.rules.strength(roster_of(dwarf)) > 500_000
    assert_reconciled(league)

    result = a_played_match(fresh(orcs), fresh(dwarfs), 2, seed=2)
    assert json.loads(result.log.document)["edition"] == "crp"
    assert_reconciled(league)


def test_rolls_that_are_owed_are_those_of_the_new_rules(
    league: League, by: User, teams: tuple[Team, Team]
) -> None:
    happens(teams[0], SppGained(1, "touchdown", 2, 6))
    moved(league, by)
    player = teams[0].players.get(uid=1)
    assert player.owed == 1
    # There is no ageing in the Competition Rules: the roll is the two dice and the choice.
    seen = improving.current(fresh(teams[0]), 1)
    assert seen.question is not None
    assert seen.question.key == "improve.roll"
    assert_reconciled(league)


def test_only_a_commissioner_moves_a_league(league: League, by: User, teams: tuple[Team, Team]) -> None:
    for who in (coach_of(teams[0]), a_coach(league)):
        with pytest.raises(Forbidden):
            look(who, league, "crp")
        with pytest.raises(Forbidden):
            convert(who, league, "crp", league.sequence)


def test_no_league_is_moved_while_its_season_is_played(
    league: League, by: User, teams: tuple[Team, Team]
) -> None:
    a_played_match(*teams)
    a_fixture(*teams, round=2)
    (sentence,) = look(by, league, "crp").problems
    assert sentence == (
        "The season is being played, with match 2 still open. A league is moved between two seasons: play what is "
        "left, or cancel it, or open the next season."
    )
    with pytest.raises(Refusal, match="The season is being played"):
        convert(by, league, "crp", League.objects.get(pk=league.pk).sequence)
    assert League.objects.get(pk=league.pk).edition == "lrb4"
    open_season(by, league)
    moved(league, by)
    assert_reconciled(league)


def test_a_season_that_has_not_begun_may_have_its_fixtures(
    league: League, by: User, teams: tuple[Team, Team]
) -> None:
    fixture = a_fixture(*teams)
    moved(league, by)
    assert (
        wizard.current(
            Fixture.objects.select_related("league", "season", "home", "away").get(pk=fixture.pk)
        ).log.edition
        == "crp"
    )


def test_a_log_in_work_is_of_the_rules_of_before(league: League, by: User, teams: tuple[Team, Team]) -> None:
    a_submitted_log(a_fixture(*teams))
    (sentence,) = look(by, league, "crp").problems
    assert sentence == ("A log is in work for match 1 by the rules of before; apply it or put it aside.")


def test_a_players_roll_in_progress_is_ended_first(
    league: League, by: User, teams: tuple[Team, Team]
) -> None:
    team = happens(teams[0], SppGained(1, "touchdown", 2, 6))
    improving.answer(team, coach_of(team), 1, "roll", 0)
    (sentence,) = look(by, league, "crp").problems
    assert sentence.startswith("A player's roll is in progress (Gouged Eye); ")
    improving.set_aside(fresh(team), by, 1, 1)
    moved(league, by)
    assert_reconciled(league)


def test_who_has_gone_on_looks_once_more(league: League, by: User, teams: tuple[Team, Team]) -> None:
    seen = look(by, league, "crp")
    dismiss(teams[0], coach_of(teams[0]), 1)
    with pytest.raises(Conflict, match="has gone on since you looked"):
        convert(by, league, "crp", seen.sequence)
    assert League.objects.get(pk=league.pk).edition == "lrb4"


def test_the_same_request_with_the_same_key_moves_once(
    league: League, by: User, teams: tuple[Team, Team]
) -> None:
    sequence = look(by, league, "crp").sequence
    act = convert(by, league, "crp", sequence, key="once")
    assert convert(by, league, "crp", sequence, key="once") == act
    with pytest.raises(Conflict, match="was used for something else"):
        convert(by, league, "lrb5x", sequence, key="once")
    assert Act.objects.filter(kind="convert").count() == 1


def test_an_edition_that_is_played_already_or_unknown_is_refused(
    league: League, by: User, teams: tuple[Team, Team]
) -> None:
    assert look(by, league, "lrb4").problems == ("Old World Cup plays Living Rulebook 4 already.",)
    with pytest.raises(Refusal, match="no edition of the rules with the key 'lrb9'"):
        look(by, league, "lrb9")


def test_what_has_no_counterpart_is_told_with_its_team_and_settled_by_a_decision(
    league: League, by: User, teams: tuple[Team, Team]
) -> None:
    ogres = a_drafted_team(league, "Ogre", name="Bellies")
    seen = look(by, league, "crp")
    assert all(one.startswith("Bellies: ") for one in seen.problems)
    assert [gap.key for gap in seen.gaps] == ["Ogre/Goblin"]
    with pytest.raises(Refusal, match="Bellies: "):
        convert(by, league, "crp", seen.sequence)
    act = moved(league, by, decided=Decisions(positions={"Ogre/Goblin": "Snotling"}))
    assert act.parameters["decided"]["positions"] == {"Ogre/Goblin": "Snotling"}
    assert "Goblin" not in set(ogres.players.filter(status="active").values_list("position", flat=True))
    assert_reconciled(league)


def test_a_draft_that_was_taken_back_keeps_nobody_waiting(league: League, by: User) -> None:
    team = a_drafted_team(league, "Ogre", accepted=False)
    handing.withdraw(team, coach_of(team))
    moved(league, by)
    assert_reconciled(league)


def test_house_rules_that_have_no_place_there_end_and_are_told(league: League, by: User) -> None:
    kept = {"rosters/races/Orc/reroll_price": 70_000}
    change_house_rules(by, league, kept | {"match/mvp/bench": False, "injuries/niggling_misses_on": 2})
    seen = look(by, League.objects.get(pk=league.pk), "crp")
    assert seen.rules == kept
    assert seen.dropped == ("injuries/niggling_misses_on", "match/mvp/bench")
    act = moved(league, by)
    assert League.objects.get(pk=league.pk).house_rules == kept
    assert act.parameters["dropped"] == list(seen.dropped)


def test_a_team_is_shown_as_it_stood_by_the_rules_of_then() -> None:
    june = lambda day: clock.at(datetime(2026, 6, day, 12, tzinfo=UTC))  # noqa: E731
    with june(1):
        league = a_league()
        by = a_commissioner(league)
        team = a_drafted_team(league, "Dwarf", name="Anvils")
    before = fresh(team)
    with june(10):
        moved(league, by)
    then, now = team_on(fresh(team), date(2026, 6, 5)).team, team_on(fresh(team), date(2026, 6, 10)).team
    assert then.strength == before.strength < 1_000
    assert now.strength == fresh(team).strength > 500_000
    page = browser(by).get(team.get_absolute_url() + "?on=2026-06-05").content.decode()
    assert "Long Beard" in page
    assert "ating" in page
    assert "eam value" not in page
    today = browser(by).get(team.get_absolute_url()).content.decode()
    assert "eam value" in today
    player = team.players.get(uid=1)
    page = browser(by).get(player.get_absolute_url()).content.decode()
    assert "Moves from Living Rulebook 4 to Competition Rules, as Dwarf" in page
    assert_reconciled(league)


def test_home_fields_and_trophies_end_with_the_move(
    league: League, by: User, teams: tuple[Team, Team]
) -> None:
    happens(teams[0], StadiumChanged("Stadium", 500_000), TrophyChanged("Blood Bowl", True))
    moved(league, by)
    team = fresh(teams[0])
    assert (team.stadium, team.stadium_value, team.trophies) == ("", 0, [])
    assert_reconciled(league)


def test_a_major_is_ended_before_the_league_moves_and_is_read_after_it(league: League, by: User) -> None:
    with clock.at(on(STARTS)):
        teams = teams_of(league, 4)
        cup = a_major(league, teams)
        waiting = majors.open_major(by, league, "Blood Bowl", STARTS)
        played(majors.arrange(coach_of(teams[0]), cup, 1, 2, STARTS), 3)
        assert look(by, league, "crp").problems == (
            f"{cup.name} is being played, and its prizes are those of the rules of before; end it first.",
        )
        majors.give_back(by, cup)
        moved(league, by)
    visitor = browser(by)
    for competition in (cup, waiting):
        for page in ("competition", "major", "major_challenges", "major_finals", "major_prizes"):
            address = reverse(f"tournaments:{page}", args=[league.slug, competition.slug])
            assert visitor.get(address, follow=True).status_code == 200, address
    assert visitor.get(reverse("tournaments:competitions", args=[league.slug])).status_code == 200
    assert visitor.get(reverse("tournaments:home", args=[league.slug])).status_code == 200
    assert_reconciled(league)


def test_a_league_moves_while_its_table_is_kept_and_goes_on(
    league: League, by: User, teams: tuple[Team, Team]
) -> None:
    a_played_match(*teams)
    visitor = browser(by)
    names = ("standings", "leaders", "home")
    before = [visitor.get(reverse(f"tournaments:{name}", args=[league.slug])).status_code for name in names]
    moved(league, by)
    after = [visitor.get(reverse(f"tournaments:{name}", args=[league.slug])).status_code for name in names]
    assert before == after == [200] * 3


# --- the past, corrected across the move --------------------------------------------------------------------------


SMASHED = hurt("home", 1, cause="dodge", die=4, serious=(6, 1), half=2, turn=8)
"""A point of his movement allowance."""


def test_a_corrected_match_of_before_is_followed_by_the_move_derived_anew(career: Career) -> None:
    act = moved(career.league, career.by)
    before = career.hero
    amendment = begin_with(career, 4, *SMASHED)
    found = amending.consequences(amendment)
    assert found.problem is None
    (item,) = found.items
    assert (item.kind, item.place, item.ways, item.way) == ("convert", act.place, ("anew",), "anew")
    assert found.can_commit
    settled(career, amendment)
    assert career.hero.stats == [before.stats[0] - 1, *before.stats[1:]]
    assert fold(career.team).player(1).start == tuple(before.start)
    stands = Act.objects.get(place=act.place, league=career.league, replaced_by=None)
    assert stands.pk != act.pk
    assert (stands.kind, stands.parameters["edition"]) == ("convert", "crp")
    assert_reconciled(career.league)


@pytest.mark.parametrize("entries", [HURT, KILLED], ids=["missing", "killed"])
def test_a_correction_that_makes_nobody_another_leaves_the_move_as_it_was(
    career: Career, entries: list[Any]
) -> None:
    act = moved(career.league, career.by)
    settled(career, begin_with(career, 4, *entries))
    assert Act.objects.get(place=act.place, league=career.league, replaced_by=None) == act
    assert (career.hero.misses_next, career.hero.status) == (
        (True, "active") if entries is HURT else (False, "dead")
    )
    assert_reconciled(career.league)


def test_a_log_of_before_is_corrected_by_the_rules_of_then(career: Career) -> None:
    moved(career.league, career.by)
    a_played_match(fresh(career.team), fresh(career.rivals[0]), 9, seed=5)
    amendment = amending.get_amendment(
        career.league, amending.begin(career.by, career.result(1), "The sheet was misread.").pk
    )
    step = wizard.current(amendment)
    assert step.edition.key == "lrb4"
    page = browser(career.by).get(reverse("matches:amendment", args=[career.league.slug, amendment.pk]))
    assert page.status_code == 200
    assert_reconciled(career.league)


def test_who_comes_back_before_a_move_that_has_no_place_for_him_is_settled_by_a_decree(
    league: League, by: User
) -> None:
    team = a_drafted_team(league, "Chaos Dwarf", name="Hashut", seed=3)
    troll = team.players.get(position="Troll")
    dismiss(team, by, troll.uid)
    act = Act.objects.get(league=league, kind="dismiss")
    move = moved(league, by)
    amendment = amending.undo(by, act)
    (item,) = amending.consequences(amendment).items
    assert (item.kind, item.ways, item.way) == ("convert", (), "")
    assert item.refusal.startswith(
        f"Hashut: {troll.name} (number {troll.number}) is Troll, and Chaos Dwarf of "
    )
    address = reverse("matches:amendment", args=[league.slug, amendment.pk])
    assert browser(by).get(address, follow=True).status_code == 200
    with pytest.raises(Refusal):
        amending.settle(amendment, by, item.place, "leave", amendment.version)
    with pytest.raises(Refusal, match="cannot stay behind"):
        amending.settle(amendment, by, item.place, Decree(drop={"hashut": (0,)}), amendment.version)
    gone = Departed(troll.uid, "left", "stayed with the old rules")
    seen = amending.settle(amendment, by, item.place, Decree(add={"hashut": (gone,)}), amendment.version)
    amending.commit(amendment, by, seen.sequence, amendment.version)
    assert team.players.get(uid=troll.uid).status == "left"
    assert (
        Act.objects.get(league=league, place=move.place, replaced_by=None).parameters["settled"] == "decree"
    )
    assert_reconciled(league)


def test_a_move_is_not_undone(career: Career) -> None:
    act = moved(career.league, career.by)
    with pytest.raises(Refusal, match="moved the whole league to another edition"):
        amending.undo(career.by, act)
    back = moved(career.league, career.by, "lrb4")
    assert back.sequence == act.sequence + 1
    assert League.objects.get(pk=career.league.pk).edition == "lrb4"
    assert_reconciled(career.league)


def test_a_match_of_before_is_read_by_the_rules_of_then(career: Career) -> None:
    moved(career.league, career.by)
    visitor = browser(career.by)
    for result in career.results:
        assert visitor.get(result.fixture.get_absolute_url()).status_code == 200
    shown = visitor.get(
        reverse("matches:preview", args=[career.league.slug, 1]) + f"?log={career.results[0].log_id}"
    )
    assert shown.status_code == 200
    assert_reconciled(career.league)


# --- archives -----------------------------------------------------------------------------------------------------


def test_a_league_that_moved_leaves_and_comes_back_as_one_file() -> None:
    with transaction.atomic():
        league = a_league("Moved Cup")
        by = a_commissioner(league)
        orcs, dwarfs = a_drafted_team(league, "Orc"), a_drafted_team(league, "Dwarf")
        a_played_match(orcs, dwarfs)
        moved(league, by)
        a_played_match(fresh(orcs), fresh(dwarfs), 2, seed=2)
        file = io.BytesIO()
        archiving.backup(file, [league.slug])
        rows = dump("User", "Invitation")
        transaction.set_rollback(True)
    (league,) = archiving.restore(io.BytesIO(file.getvalue()))
    assert league.edition == "crp"
    assert [book.edition for book in league.rule_books.order_by("after")] == ["lrb4", "crp"]
    assert dump("User", "Invitation") == rows
    again = io.BytesIO()
    archiving.backup(again, [league.slug])
    assert again.getvalue() == file.getvalue()
    assert_reconciled(league)
