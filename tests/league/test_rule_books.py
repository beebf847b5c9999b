"""Which rules held when: a book for every change, and a page on which a commissioner makes it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine.contest.standings import Points
from engine.edition import Edition
from engine.editions import EDITIONS
from engine.questions import Refusal
from league.domain import clock, leagues, rule_fields
from league.domain.roles import Forbidden
from league.domain.rulebook import rulebook
from league.domain.rules import history, rule_books
from league.models import League, RuleBook, User
from league.signals import rules_changed
from tests.league.conftest import browser

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

BENCH = "match/mvp/bench"
ROTTER = "rosters/races/Nurgle's Rotters/positions/Rotter"


def acts(league: League, count: int) -> None:
    """So many acts more in the ledger: their number is all that a rule book knows of them."""
    League.objects.filter(pk=league.pk).update(sequence=league.sequence + count)
    league.refresh_from_db()


def books(league: League) -> list[tuple[int, dict[str, object]]]:
    return [(book.after, book.house_rules) for book in league.rule_books.order_by("after")]


def rules_of(edition: Edition) -> dict[str, object]:
    return edition.house_rules


def test_a_league_begins_with_a_book(staff: User) -> None:
    league = leagues.create_league(staff, "New Cup", house_rules={BENCH: False}, win_points=2)
    (book,) = league.rule_books.all()
    assert (book.after, book.edition, book.house_rules, book.win_points, book.by) == (
        0,
        "lrb4",
        {BENCH: False},
        2,
        staff,
    )
    assert rules_of(rule_books(league).at(1)) == {BENCH: False}


def test_each_act_keeps_the_rules_that_it_was_made_under(league: League, commissioner: User) -> None:
    acts(league, 5)
    leagues.change_settings(commissioner, league, house_rules={BENCH: False})
    acts(league, 3)
    leagues.change_settings(commissioner, league, house_rules={"league/treasury": 900_000})
    assert books(league) == [(0, {}), (5, {BENCH: False}), (8, {"league/treasury": 900_000})]
    found = [rules_of(rule_books(league).at(place)) for place in (1, 5, 6, 8, 9, 100)]
    assert found == [{}, {}, {BENCH: False}, {BENCH: False}] + [{"league/treasury": 900_000}] * 2
    many = rule_books(league)
    assert [rules_of(many.at(place)) for place in (1, 5, 6, 8, 9, 100)] == found


def test_rules_that_nothing_was_done_under_are_written_anew(league: League, commissioner: User) -> None:
    acts(league, 5)
    for rules in ({BENCH: False}, {BENCH: False, "match/turns": 7}, {"match/turns": 6}):
        leagues.change_settings(commissioner, league, house_rules=rules)
    assert books(league) == [(0, {}), (5, {"match/turns": 6})]


def test_what_is_no_rule_opens_no_book(league: League, commissioner: User) -> None:
    acts(league, 5)
    leagues.change_settings(commissioner, league, name="Newer World Cup", public=False, dice_policy="app")
    leagues.change_settings(commissioner, league, house_rules={}, win_points=3)
    assert books(league) == [(0, {})]


def test_points_are_pinned_with_the_rules(league: League, commissioner: User) -> None:
    acts(league, 5)
    leagues.change_settings(commissioner, league, win_points=2, draw_points=1)
    many = rule_books(league)
    assert [many.points_at(place) for place in (5, 6)] == [Points(3, 1, 0), Points(2, 1, 0)]


def test_a_league_from_before_the_books_keeps_its_past(league: League, commissioner: User) -> None:
    league.rule_books.all().delete()
    League.objects.filter(pk=league.pk).update(house_rules={BENCH: False}, sequence=5)
    league.refresh_from_db()
    assert rules_of(rule_books(league).at(3)) == {BENCH: False}
    leagues.change_house_rules(commissioner, league, {BENCH: None})
    assert books(league) == [(0, {BENCH: False}), (5, {})]
    assert rules_of(rule_books(league).at(3)) == {BENCH: False}


def test_the_rules_of_a_moment(league: League, commissioner: User) -> None:
    days = [datetime(2026, 6, day, tzinfo=UTC) for day in range(1, 6)]
    RuleBook.objects.filter(league=league).update(created=days[0])
    acts(league, 5)
    with clock.at(days[2]):
        leagues.change_settings(commissioner, league, house_rules={BENCH: False})
    many = rule_books(league)
    assert [rules_of(many.on(day)) for day in days] == [
        {},
        {},
        {BENCH: False},
        {BENCH: False},
        {BENCH: False},
    ]


def test_a_change_sets_what_is_named_and_leaves_the_rest(league: League, commissioner: User) -> None:
    leagues.change_house_rules(commissioner, league, {BENCH: False, "match/turns": 7})
    leagues.change_house_rules(commissioner, league, {"match/turns": None, "league/treasury": 900_000})
    assert league.house_rules == {BENCH: False, "league/treasury": 900_000}
    # What the book says is no house rule.
    leagues.change_house_rules(commissioner, league, {BENCH: True, "league/treasury": 1_000_000})
    assert league.house_rules == {}
    with pytest.raises(Refusal) as refused:
        leagues.change_house_rules(commissioner, league, {"match/turns": 0, BENCH: False})
    assert refused.value.message == "House rule 'match/turns' cannot be 0: it is 1 to 99."
    league.refresh_from_db()
    assert league.house_rules == {}


def test_the_rules_are_the_commissioners(league: League, coach: User, stranger: User) -> None:
    for user in (coach, stranger):
        with pytest.raises(Forbidden):
            leagues.change_house_rules(user, league, {BENCH: False})


def test_whoever_derives_something_by_the_rules_is_told(league: League, commissioner: User) -> None:
    told = []

    def listen(league: League, **said: object) -> None:
        told.append((league.house_rules, league.rules.house_rules))

    rules_changed.connect(listen)
    try:
        leagues.change_settings(commissioner, league, public=False)
        leagues.change_house_rules(commissioner, league, {BENCH: False})
        with pytest.raises(Refusal):
            leagues.change_house_rules(commissioner, league, {"no/way": 1})
    finally:
        rules_changed.disconnect(listen)
    assert told == [({BENCH: False}, {BENCH: False})]


def test_the_history_says_who_changed_what(league: League, commissioner: User, staff: User) -> None:
    acts(league, 4)
    leagues.change_settings(commissioner, league, house_rules={BENCH: False}, win_points=2)
    acts(league, 2)
    leagues.change_house_rules(staff, league, {BENCH: None, "match/turns": 7})
    assert [(book.after, book.by) for book in history(league)] == [(6, staff), (4, commissioner), (0, staff)]
    assert [(one.since, one.first, one.changes) for one in rulebook(league).history] == [
        (7, False, (("match/mvp/bench", "false", "the book"), ("match/turns", "the book", "7"))),
        (5, False, (("Points for a win", "3", "2"), ("match/mvp/bench", "the book", "false"))),
        (1, True, ()),
    ]


# --- the tables as fields -------------------------------------------------------------------------------------------


def test_every_table_that_is_played_by_is_a_chapter(league: League) -> None:
    keys = [one.key for one in rule_fields.chapters(league)]
    assert {"league", "match", "injuries", "advancement", "rosters/races/Orc", "rosters/big_guys"} <= set(
        keys
    )
    assert not {"prompts", "readings", "rosters"} & set(keys)
    assert all(rule_fields.fields_of(league, key) for key in keys)
    assert rule_fields.fields_of(league, "nothing") == []
    assert rule_fields.fields_of(league, "prompts") == []


def test_a_field_has_its_path_and_both_values(league: League, commissioner: User) -> None:
    leagues.change_house_rules(commissioner, league, {"match/turns": 7})
    fields = {one.path: (one.book, one.own) for one in rule_fields.fields_of(league, "match")}
    assert fields["match/turns"] == ("8", "7")
    assert fields["match/mvp/bench"] == ("true", "")
    assert fields["match/winnings/rating_bands"][0].startswith("[0, 100,")
    orcs = {one.path: one.book for one in rule_fields.fields_of(league, "rosters/races/Orc")}
    assert orcs["rosters/races/Orc/positions/Blitzer/stats"] == "[6, 3, 3, 9]"
    assert not any(path.endswith(("/czech", "/note", "/name", "/confidence")) for path in fields | orcs)


def test_what_the_team_lists_have_in_common_is_a_chapter_of_its_own(staff: User) -> None:
    league = leagues.create_league(staff, "New Cup", edition="crp")
    keys = [one.key for one in rule_fields.chapters(league)]
    assert [key for key in keys if key.startswith("rosters")] == [
        "rosters",
        *(f"rosters/races/{race}" for race in sorted(league.rules.races)),
    ]
    fields = [(one.path, one.book) for one in rule_fields.fields_of(league, "rosters")]
    assert fields == [("rosters/new_teams", "true")]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_field_can_be_sent_back_as_it_is(staff: User, edition: str) -> None:
    """What a field shows as the book's value is read as the book's value."""
    league = leagues.create_league(staff, "New Cup", edition=edition)
    for chapter in rule_fields.chapters(league):
        typed = {one.path: one.book for one in rule_fields.fields_of(league, chapter.key)}
        changes = rule_fields.read_changes(league, typed)
        assert changes.keys() == typed.keys()
        assert leagues.rules.without_the_book(league.edition, changes) == {}


def test_fields_left_as_they_are_change_nothing(league: League, commissioner: User) -> None:
    leagues.change_house_rules(commissioner, league, {"match/turns": 7})
    assert rule_fields.read_changes(league, {"match/turns": "7", "match/mvp/bench": "  "}) == {}
    assert rule_fields.read_changes(league, {"match/turns": "", "match/mvp/bench": "false"}) == {
        "match/turns": None,
        "match/mvp/bench": False,
    }
    with pytest.raises(Refusal) as refused:
        rule_fields.read_changes(league, {"match/turns": "[1,", "league/treasury": "{"})
    assert len(refused.value.problems) == 2


# --- the page ----------------------------------------------------------------------------------------------------


def page_of(user: User | None, league: League, **asked: str) -> str:
    return browser(user).get(f"/l/{league.slug}/rules/", asked).content.decode()


def test_a_commissioner_changes_a_table_field_by_field(league: League, commissioner: User) -> None:
    page = page_of(commissioner, league, table="match")
    assert 'name="rule:match/turns" value="" placeholder="8"' in page
    address = f"/l/{league.slug}/rules/"
    given = {
        "table": "match",
        "rule:match/turns": "7",
        "rule:match/mvp/bench": "",
        "path": "league/rerolls_max",
    }
    answer = browser(commissioner).post(address, given | {"value": "8"})
    assert (answer.status_code, answer["Location"]) == (302, f"{address}?table=match#tables")
    league.refresh_from_db()
    assert league.house_rules == {"match/turns": 7, "league/rerolls_max": 8}
    page = page_of(commissioner, league, table="match")
    assert 'name="rule:match/turns" value="7" placeholder="8"' in page
    assert 'name="rule:league/rerolls_max" value="8" placeholder="nothing"' in page
    assert "by the-commissioner" in page
    browser(commissioner).post(address, {"rule:match/turns": "", "rule:league/rerolls_max": ""})
    league.refresh_from_db()
    assert league.house_rules == {}


def test_a_value_that_makes_no_sense_is_said_and_kept_in_its_field(
    league: League, commissioner: User
) -> None:
    given = {"table": "match", "rule:match/turns": "0", "rule:match/gate_per_pip": "<b>"}
    answer = browser(commissioner).post(f"/l/{league.slug}/rules/", given)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "House rule &#x27;match/turns&#x27; cannot be 0: it is 1 to 99." in page
    assert 'name="rule:match/turns" value="0"' in page
    assert 'name="rule:match/gate_per_pip" value="&lt;b&gt;"' in page
    league.refresh_from_db()
    assert league.house_rules == {}


def test_unproven_values_have_a_field_each(league: League, commissioner: User) -> None:
    page = page_of(commissioner, league, show="unproved").replace("&#x27;", "'")
    assert f'name="rule:{ROTTER}/price" value="" placeholder="nothing"' in page
    assert 'name="rule:stars/stars/Griff Oberwald/league_price" value="" placeholder="70000"' in page
    given = {f"rule:{ROTTER}/price": "40000", f"rule:{ROTTER}/stats": "[4, 3, 3, 8]"}
    assert browser(commissioner).post(f"/l/{league.slug}/rules/", given).status_code == 302
    league.refresh_from_db()
    position = league.rules.race("Nurgle's Rotters").position("Rotter")
    assert position is not None
    assert (position.price, position.stats) == (40_000, (4, 3, 3, 8))


def test_a_change_is_looked_at_before_it_is_made(league: League, commissioner: User) -> None:
    address, client = f"/l/{league.slug}/rules/", browser(commissioner)
    typed = {"table": "match", "rule:match/turns": "7", "rule:match/mvp/bench": ""}
    page = client.post(address, typed | {"look": "1"})
    assert page.context["outlook"] == (("match/turns", "the book", "7"),)
    assert '<input type="hidden" name="rule:match/turns" value="7">' in page.content.decode()
    league.refresh_from_db()
    assert league.house_rules == {}
    page = client.post(address, {"rule:match/turns": "8", "look": "1"})
    assert "Nothing: all of this is played already." in page.content.decode()
    page = client.post(address, {"find": "turns", "rule:match/turns": "0", "look": "1"})
    assert page.status_code == 400
    assert 'name="rule:match/turns" value="0"' in page.content.decode()


def test_one_rule_or_all_of_them_go_back_to_the_book(league: League, commissioner: User) -> None:
    rules = {"match/turns": 7, "match/mvp/bench": False, "league/rerolls_max": 8}
    leagues.change_settings(commissioner, league, house_rules=rules)
    address, client = f"/l/{league.slug}/rules/", browser(commissioner)
    # Whatever else was typed in the same form stays as it was.
    client.post(address, {"reset": "match/turns", "rule:league/rerolls_max": "4"})
    assert League.objects.get().house_rules == {"match/mvp/bench": False, "league/rerolls_max": 8}
    client.post(address, {"reset_all": "1", "rule:league/rerolls_max": "4"})
    assert League.objects.get().house_rules == {}


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("turns", "match/turns"),
        ("MATCH Turns", "match/turns"),
        ("match/turns", "match/turns"),
        ("bench", "match/mvp/bench"),
    ],
)
def test_a_value_is_found_by_its_words(league: League, words: str, first: str) -> None:
    page = browser(None).get(f"/l/{league.slug}/rules/", {"find": words})
    assert first in [field.path for field in page.context["page"].paginator.object_list]


def test_a_search_that_finds_nothing_or_too_much_says_so(league: League) -> None:
    assert "No value is called like this." in page_of(None, league, find="no such thing")
    page = browser(None).get(f"/l/{league.slug}/rules/", {"find": "price"})
    assert page.context["page"].paginator.count == page.context["most"]
    assert "one word more finds less" in page.content.decode()


def test_everybody_reads_and_nobody_else_writes(league: League, coach: User) -> None:
    for user in (None, coach):
        page = page_of(user, league, table="match")
        assert '<code class="small muted">match/turns</code>' in page
        assert 'name="rule:' not in page
    address = f"/l/{league.slug}/rules/"
    assert browser(coach).post(address, {"rule:match/turns": "7"}).status_code == 403
    assert browser(None).post(address, {"rule:match/turns": "7"})["Location"].startswith("/accounts/login/")
    assert "There is no such table." in page_of(coach, league, table="x")
    league.refresh_from_db()
    assert league.house_rules == {}


def test_the_api_of_rules(league: League, commissioner: User, coach: User, api) -> None:
    base = f"/api/v1/leagues/{league.slug}/rules/"
    assert api.patch(base, {"changes": {"match/turns": 7}}).status_code == 401
    api.force_authenticate(coach)
    assert api.patch(base, {"changes": {"match/turns": 7}}).status_code == 403
    api.force_authenticate(commissioner)
    changed = api.patch(base, {"changes": {"match/turns": 7, BENCH: True}}).json()
    assert changed["differences"] == [{"path": "match/turns", "book": "8", "played": "7"}]
    (latest,) = changed["history"]
    assert (latest["since"], latest["by"], latest["house_rules"]) == (
        1,
        "the-commissioner",
        {"match/turns": 7},
    )
    (rotter,) = (one for one in changed["uncertain"] if one["what"] == "Rotter")
    assert [one["path"] for one in rotter["settable"]] == [f"{ROTTER}/price", f"{ROTTER}/stats"]
    fields = {one["path"]: one for one in api.get(f"{base}tables/", {"table": "match"}).json()}
    assert fields["match/turns"] == {"path": "match/turns", "book": "8", "own": "7"}
    assert len(api.get(f"{base}tables/").json()) > len(fields)
    refused = api.patch(base, {"changes": {"match/turns": 0}})
    assert (refused.status_code, "it is 1 to 99" in refused.json()["detail"]) == (400, True)
    odds: list[dict[str, object]] = [
        {"changes": {"match/turns": {"a": 1}}},
        {"changes": []},
        {},
        {"changes": {"": 1}},
    ]
    for odd in odds:
        assert api.patch(base, odd).status_code == 400
    assert api.patch(base, {"changes": {"match/turns": None}}).json()["differences"] == []
