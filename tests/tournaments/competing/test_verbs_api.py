"""What a page does with a competition, the API does too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from rest_framework.test import APIClient

from league.models import League, User
from tests.helpers import a_coach, a_commissioner, a_drafted_team, a_league, assert_reconciled, coach_of
from tests.test_permissions import routes
from tests.tournaments.competing.builders import a_competition, coach, entries, pairings, started, the_stage
from tournaments import competing_views, entering_views, major_views, playing_views, season_views
from tournaments.domain.competing import rounds
from tournaments.models import Competition, Entry, Format, Kind, Round, Stage, State

SWISS = ("Swiss", Format.SWISS, {"rounds": 3})


@pytest.fixture
def league(db: None) -> League:
    return a_league()


@pytest.fixture
def by(league: League) -> User:
    return a_commissioner(league)


class Asking:
    """One person who asks for what is below a competition, and the answers."""

    def __init__(self, competition: Competition, person: User | None) -> None:
        self.client = APIClient()
        self.client.force_authenticate(person)
        self.address = f"/api/v1/leagues/{competition.league.slug}/competitions/{competition.slug}/"

    def send(self, path: str, status: int = 200, method: str = "post", **body: Any) -> Any:
        response = getattr(self.client, method)(self.address + path, body, format="json")
        assert response.status_code == status, response.content
        return response.json() if response.content else None

    def get(self, path: str) -> Any:
        response = self.client.get(self.address + path)
        assert response.status_code == 200, response.content
        return response.json()

    def refused(self, path: str, status: int = 400, method: str = "post", **body: Any) -> str:
        """The one sentence of the refusal."""
        return str(self.send(path, status, method, **body)["detail"])


def an_event(league: League, count: int = 5, *stages: Any) -> Competition:
    competition = a_competition(league, *(stages or (SWISS,)), kind=Kind.EVENT, rosters=False, name="Open")
    entries(competition, count)
    return competition


# --- states, settings and stages --------------------------------------------------------------------------------


def test_a_competition_from_its_plan_to_the_archive(league: League, by: User) -> None:
    client = APIClient()
    client.force_authenticate(by)
    plan = {"name": "Open", "kind": "event", "rosters": False, "stages": [{"format": "swiss"}]}
    client.post(f"/api/v1/leagues/{league.slug}/competitions/", plan, format="json")
    competition = Competition.objects.get()
    asking = Asking(competition, by)
    changed = asking.send(
        "", method="patch", name="Open 2027", scoring={"win": 5}, criteria=["points", "lot"]
    )
    assert (changed["name"], changed["scoring"]["win"]) == ("Open 2027", 5)
    assert [one["key"] for one in changed["criteria"]] == ["points", "lot"]
    assert asking.refused("", 409, method="patch", name="Late", version=0).endswith("look at it again.")
    assert asking.send("stages/1/", method="patch", settings={"rounds": 1})["settings"]["rounds"] == 1
    added = asking.send("stages/", 201, name="Cup", format="knockout", settings={"advance": 2})
    assert (added["number"], added["name"]) == (2, "Cup")
    assert asking.send("open/")["state"] == "entries"
    for number in range(1, 5):
        asking.send("entries/", 201, name=f"Entry {number}")
    assert asking.refused("", 409, method="delete") == "Open 2027 has entries, so it stays."
    assert asking.send("start/")["state"] == "running"
    asking.send("rounds/", 201, stage=1)
    asking.send("rounds/1-1/publication/")
    for one in asking.get("rounds/1-1/")["meetings"]:
        asking.send(f"matches/{one['id']}/report/", home_td=2, away_td=1)
    assert asking.send("next/")["stages"][1]["state"] == "running"
    assert "cannot end yet" in asking.refused("end/")
    assert asking.send("end/", anyway=True)["state"] == "ended"
    assert asking.send("archive/")["state"] == "archived"
    assert asking.refused("open/", 409) == "Open 2027 is archived and stays as it is."


def test_a_plan_that_nobody_entered_is_deleted_and_a_stage_removed(league: League, by: User) -> None:
    competition = a_competition(league, SWISS, ("Cup", Format.KNOCKOUT, {}), kind=Kind.EVENT, rosters=False)
    asking = Asking(competition, by)
    asking.send("stages/2/", 204, method="delete")
    assert [one["name"] for one in asking.get("")["stages"]] == ["Swiss"]
    asking.send("", 204, method="delete")
    assert not Competition.objects.exists()


@pytest.mark.parametrize("name", ["by", "stage", "version", "name", "competition", "format", "no_such"])
def test_a_setting_that_no_format_has_is_refused(league: League, by: User, name: str) -> None:
    asking = Asking(a_competition(league, SWISS, kind=Kind.EVENT, rosters=False), by)
    assert asking.refused("stages/1/", method="patch", settings={name: 1})
    assert asking.refused("stages/", name="Cup", format="knockout", settings={name: 1})
    assert Stage.objects.count() == 1


def test_a_member_runs_it_until_the_commissioner_takes_it_back(league: League, by: User) -> None:
    competition = an_event(league)
    organiser = a_coach(league, "organiser")
    assert Asking(competition, by).send("organiser/", organiser="organiser")["organiser"] == "organiser"
    assert Asking(competition, organiser).send("start/")["state"] == "running"
    assert Asking(competition, organiser).refused("organiser/", 403, organiser=None)
    assert Asking(competition, by).refused("organiser/", 404, organiser="nobody").startswith("'nobody' is no")
    assert Asking(competition, by).send("organiser/", organiser=None)["organiser"] is None
    assert Asking(competition, organiser).refused("end/", 403, anyway=True)


def test_the_season_after_it(league: League, by: User) -> None:
    competition = a_competition(league, name="Season")
    entries(competition, 4)
    started(competition)
    asking = Asking(competition, by)
    assert asking.refused("again/", 409, name="Season two")
    asking.send("end/", anyway=True)
    again = asking.send("again/", 201, name="Season two", new_season=True)
    assert (again["name"], again["state"], again["season"]) == ("Season two", "entries", 2)
    assert Competition.objects.get(slug=again["slug"]).entries.count() == 4
    assert_reconciled(league)


# --- entries ----------------------------------------------------------------------------------------------------


def test_an_entry_is_changed_dropped_brought_back_replaced_and_annulled(league: League, by: User) -> None:
    competition = started(an_event(league))
    asking = Asking(competition, by)
    changed = asking.send("entries/1/", method="patch", club="Altdorf", byes_wanted=[3, 2, 3], table=4)
    assert (changed["club"], changed["byes_wanted"], changed["table"]) == ("Altdorf", [2, 3], 4)
    assert asking.refused("entries/2/", method="patch", table=4) == "Entry 1 has table 4 already."
    asking.send("entries/1/drop/", 204, reason="Ill")
    assert [asking.get("entries/1/")[name] for name in ("state", "reason")] == ["dropped", "Ill"]
    assert asking.refused("entries/1/drop/", 409)
    assert asking.send("entries/1/return/")["state"] == "in"
    assert asking.refused("entries/1/return/", 409) == "Entry 1 takes part."
    stand_in = a_coach(league, "stand-in")
    assert asking.send("entries/1/replace/", user="stand-in", reason="Ill")["coach"] == "stand-in"
    assert Entry.objects.get(number=1).user == stand_in
    assert asking.refused("entries/1/replace/") == "Who takes Entry 1 over needs a name."
    asking.send("entries/2/", method="patch", naf_number=7)
    assert asking.send("entries/1/replace/", coach="Zoe", naf_number=31)["naf_number"] == 31
    assert (
        asking.refused("entries/1/replace/", coach="Eve", naf_number=7) == "Entry 2 has NAF number 7 already."
    )
    assert asking.send("entries/1/replace/", coach="Bob")["naf_number"] is None
    assert asking.send("entries/1/annul/", reason="Cheated")["state"] == "annulled"
    assert asking.refused("entries/9/annul/", 404)


def test_the_journal_is_the_one_of_the_page_and_for_the_organiser(league: League, by: User) -> None:
    competition = started(an_event(league))
    asking = Asking(competition, by)
    assert asking.get("journal/") == []
    asking.send("entries/1/drop/", 204, reason="Ill")
    asking.send("entries/1/return/")
    lines = asking.get("journal/")
    assert [(one["text"], one["by"], one["stage"]) for one in lines] == [
        ("Entry 1 is back.", by.username, "Swiss"),
        ("Entry 1 plays no more after round 0: Ill.", by.username, "Swiss"),
    ]
    assert lines[0]["at"] >= lines[1]["at"]
    member = Asking(competition, a_coach(league))
    assert member.refused("journal/", 403, "get") == "Only the organiser of Open may do this."


def test_points_are_given_and_taken_back(league: League, by: User) -> None:
    competition = started(an_event(league))
    asking = Asking(competition, by)
    given = asking.send("entries/1/adjustments/", 201, points=-2, reason="Late")
    assert asking.get("entries/1/")["adjustments"] == [given]
    assert asking.get("tables/1/")[0]["places"][-1]["points"] == -2
    assert asking.refused("entries/1/adjustments/", points=0, reason="None")
    asking.send(f"entries/1/adjustments/{given['id']}/", 204, method="delete")
    assert asking.get("entries/1/")["adjustments"] == []
    assert asking.refused(f"entries/1/adjustments/{given['id']}/", 404, method="delete")


def test_a_coach_takes_his_own_entry_out_after_the_round_that_is_played(league: League, by: User) -> None:
    competition = started(an_event(league))
    entry = competition.entries.get(number=2)
    entry.user = a_coach(league)
    entry.save()
    own = Asking(competition, coach(entry))
    assert own.refused("entries/1/drop/", 403)
    assert own.refused("entries/2/drop/", 403, after=0) == "Only the organiser of Open may do this."
    own.send("entries/2/drop/", 204)
    assert Entry.objects.get(number=2).state == Entry.State.DROPPED


# --- rounds and matches -----------------------------------------------------------------------------------------


def test_a_draft_is_swapped_drawn_again_and_thrown_away(league: League, by: User) -> None:
    competition = started(an_event(league, 4))
    asking = Asking(competition, by)
    asking.send("rounds/", 201, stage=1)
    before = {(one["home"], one["away"]) for one in asking.get("rounds/1-1/")["meetings"]}
    (one, _), (other, _) = sorted(before)
    swapped = asking.send("rounds/1-1/swap/", one=str(one), other=str(other), version=0)
    assert (swapped["round"]["version"], swapped["breaks"]) == (1, [])
    after = {(one["home"], one["away"]) for one in asking.get("rounds/1-1/")["meetings"]}
    assert {frozenset(pair) for pair in after} != {frozenset(pair) for pair in before}
    assert asking.refused("rounds/1-1/swap/", 409, one=str(one), other=str(other), version=0)
    assert asking.refused("rounds/1-1/swap/", one="9", other="1").startswith("9 is not in this round")
    asking.send("rounds/1-1/redraw/", kept=[[1, 4]])
    met = [{one["home"], one["away"]} for one in asking.get("rounds/1-1/")["meetings"]]
    assert {1, 4} in met
    asking.send("rounds/1-1/discard/", 204)
    assert not Round.objects.exists()


def test_a_round_is_taken_back_once(league: League, by: User) -> None:
    competition = started(an_event(league, 4))
    asking = Asking(competition, by)
    for number in (1, 2):
        asking.send("rounds/", 201, stage=1, results_missing=True)
        asking.send(f"rounds/1-{number}/publication/")
    assert asking.refused("rounds/1-1/unpublish/", 409).startswith("Round 1 of Swiss is not the last")
    asking.send("rounds/1-2/unpublish/", 204)
    assert asking.refused("rounds/1-2/unpublish/", 404)
    pairing = pairings(the_stage(competition), 1)[0]
    asking.send(f"matches/{pairing.pk}/report/", home_td=1, away_td=0, as_organiser=True)
    assert asking.refused("rounds/1-1/unpublish/")
    asking.send("rounds/1-1/unpublish/", 204, with_results=True)
    assert not Round.objects.exists()


def test_the_clock_of_a_round(league: League, by: User) -> None:
    competition = started(an_event(league, 4))
    asking = Asking(competition, by)
    asking.send("rounds/", 201, stage=1)
    assert asking.refused("rounds/1-1/clock/", 409, method="put", minutes=135)
    asking.send("rounds/1-1/publication/")
    assert asking.send("rounds/1-1/clock/", method="put", minutes=135)["clock_until"]
    assert Round.objects.get().clock_until is not None
    asking.send("rounds/1-1/clock/", 204, method="delete")
    assert Round.objects.get().clock_until is None


def test_a_match_is_corrected_taken_back_conceded_and_not_played(league: League, by: User) -> None:
    competition = started(an_event(league, 4))
    rounds.publish(by, rounds.pair(by, the_stage(competition)))
    asking = Asking(competition, by)
    match = f"matches/{pairings(the_stage(competition), 1)[0].pk}/"
    asking.send(f"{match}report/", home_td=2, away_td=1)
    corrected = asking.send(f"{match}correct/", home_td=1, away_td=1, reason="Misread", version=1)
    assert (corrected["outcome"], corrected["home_td"], corrected["version"]) == ("draw", 1, 2)
    assert asking.refused(f"{match}correct/", 409, home_td=0, away_td=0, version=1)
    assert asking.send(f"{match}take-back/")["outcome"] is None
    assert asking.refused(f"{match}take-back/", 409).endswith("has no result to take back.")
    given_up = asking.send(f"{match}concede/", side="home", home_td=1)
    assert (given_up["outcome"], given_up["kind"]) == ("away", "conceded")
    asking.send(f"{match}take-back/")
    assert asking.send(f"{match}no-show/", side="both")["outcome"] == "neither"
    assert asking.get(match)["outcome"] == "neither"
    assert asking.refused(f"{match}settle/", winner="home").endswith("nobody has to be named.")


# --- what coaches arrange, and a season's planning ----------------------------------------------------------------


def test_a_match_of_open_play_is_asked_for_agreed_and_called_off(league: League, by: User) -> None:
    competition = a_competition(league, ("Open play", Format.OPEN, {}), name="Season")
    first, second, _ = entries(competition, 3)
    started(competition)
    one, other = Asking(competition, coach(first)), Asking(competition, coach(second))
    assert one.get("stages/1/matches/")["own"] == [{"entry": 1, "opponents": [2, 3]}]
    asked = one.send("stages/1/matches/", 201, one=1, other=2)
    board = other.get("stages/1/matches/")
    assert [match["id"] for match in board["asked"]] == board["to_answer"] == [asked["id"]]
    assert one.refused("stages/1/matches/", 403, one=2, other=3)
    assert one.refused(f"matches/{asked['id']}/agree/", 403)
    assert other.send(f"matches/{asked['id']}/agree/")["fixture"]
    assert other.refused(f"matches/{asked['id']}/call-off/", 403)
    Asking(competition, by).send(f"matches/{asked['id']}/call-off/", 204)
    assert Asking(competition, by).refused(f"matches/{asked['id']}/call-off/", 404)
    assert_reconciled(league)


def test_a_challenge_up_a_ladder_is_refused(league: League, by: User) -> None:
    competition = a_competition(league, ("Ladder", Format.LADDER, {}), name="Ladder")
    first, second = entries(competition, 2)
    started(competition)
    above, below = Asking(competition, coach(first)), Asking(competition, coach(second))
    assert above.refused("stages/1/challenges/", one=1, other=2)
    made = below.send("stages/1/challenges/", 201, one=2, other=1)
    rungs = below.get("stages/1/matches/")["rungs"]
    assert [(one["place"], one["entry"]) for one in rungs] == [(1, 1), (2, 2)]
    assert below.refused(f"matches/{made['id']}/refuse/", 403)
    assert above.get("stages/1/matches/")["refusable"] == [made["id"]]
    assert above.send(f"matches/{made['id']}/refuse/", reason="No time")["kind"] == "refused"
    assert [one["entry"] for one in below.get("stages/1/matches/")["rungs"]] == [2, 1]
    assert_reconciled(league)


def test_the_days_and_rounds_of_a_season(league: League, by: User) -> None:
    competition = a_competition(league, name="Season")
    entries(competition, 3)
    started(competition)
    asking = Asking(competition, by)
    asking.send("stages/1/days/", 204, first="2027-01-04", every=14)
    first, last = pairings(the_stage(competition))[0], pairings(the_stage(competition))[-1]
    assert (str(first.fixture.scheduled), str(last.fixture.scheduled)) == ("2027-01-04", "2027-02-01")
    asking.send(f"matches/{first.pk}/day/", day="2027-01-09")
    first.fixture.refresh_from_db()
    assert str(first.fixture.scheduled) == "2027-01-09"
    assert asking.refused("stages/1/days/", first="2027-01-04", every=0)
    assert asking.send(f"matches/{first.pk}/postpone/")["round"] > 1
    assert_reconciled(league)


def test_a_team_of_the_league_is_entered_by_its_coach_alone(league: League, by: User) -> None:
    competition = a_competition(league, name="Season")
    team = a_drafted_team(league)
    assert Asking(competition, coach_of(team)).send("entries/", 201, team=team.slug)["number"] == 1
    Asking(competition, coach_of(team)).send("entries/1/drop/", 204)
    assert Competition.objects.get().state == State.ENTRIES
    assert not Entry.objects.exists()
    assert_reconciled(league)


# --- nothing is left to pages alone -------------------------------------------------------------------------------

IN_THE_API: list[tuple[Mapping[str, Any], dict[str, str]]] = [
    (
        competing_views._ACTS,
        {
            "open": "competition_open",
            "start": "competition_start",
            "next": "competition_next",
            "end": "competition_end",
            "archive": "competition_archive",
            "delete": "competition",
            "appoint": "competition_organiser",
            "add_stage": "competition_stages",
            "remove_stage": "competition_stage",
        },
    ),
    (
        entering_views._ACTS,
        {
            "drop": "entry_drop",
            "return": "entry_return",
            "annul": "entry_annul",
            "replace": "entry_replace",
            "adjust": "entry_adjustments",
            "take_back": "entry_adjustment",
        },
    ),
    (
        playing_views._ROUND_ACTS,
        {
            "swap": "round_swap",
            "redraw": "round_redraw",
            "keep": "round_redraw",
            "publish": "competition_publication",
            "unpublish": "round_unpublish",
            "discard": "round_discard",
        },
    ),
    (
        playing_views._MATCH_ACTS,
        {
            "report": "competition_report",
            "correct": "match_correct",
            "concede": "match_concede",
            "no_show": "match_no_show",
            "take_back": "match_take_back",
            "settle": "match_settle",
        },
    ),
    (
        season_views._ARRANGING,
        {
            "arrange": "stage_matches",
            "agree": "match_agree",
            "call_off": "match_call_off",
            "challenge": "ladder_challenge",
            "refuse": "match_refuse",
        },
    ),
    (season_views._PLANNING, {"days": "stage_days", "put_off": "match_postpone", "day": "match_day"}),
    (
        major_views._PLAY_OFF_ACTS,
        {
            "enter": "competition_entries",
            "leave": "entry_drop",
            "start": "competition_start",
            "arrange": "major_matches",
            "call_off": "major_call_off",
            "award": "major_award",
            "strike": "major_strike",
        },
    ),
    (
        major_views._CHALLENGE_ACTS,
        {
            "issue": "major_challenges",
            "pass_on": "major_pass_on",
            "accept": "major_accept",
            "refuse": "major_refuse",
            "substitute": "major_substitute",
            "turn_down": "major_turn_down",
            "decide": "major_decide",
            "drop": "major_drop",
        },
    ),
    (
        major_views._FINAL_ACTS,
        {
            "qualify": "major_qualify",
            "draw": "major_draw",
            "third_place": "major_third_place",
            "undo": "major_undo",
            "award": "major_award",
        },
    ),
    (major_views._PRIZE_ACTS, {"pay": "major_prizes", "give_back": "major_give_back"}),
]
"""Each button of a page with the address of the API that does the same."""


def test_every_button_of_a_page_has_an_address_in_the_api() -> None:
    for buttons, addresses in IN_THE_API:
        assert addresses.keys() == buttons.keys()
        assert {f"api:{name}" for name in addresses.values()} <= routes().keys()
