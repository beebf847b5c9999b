"""What an organiser has changed can be read afterwards: also of a round that is not there any more."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils import translation
from django.utils.translation import gettext as _

from engine.questions import Refusal
from league.domain import clock
from league.models import User
from tests.helpers import a_coach, browser
from tests.tournaments.competing.builders import (
    a_competition,
    commissioner_of,
    decided,
    entries,
    pairings,
    started,
    the_stage,
)
from tournaments.domain.competing import entering, journal, options, results, rounds, seasons, setting_up
from tournaments.domain.publishing import set_schedule
from tournaments.models import Competition, Format, Kind, Stage
from tournaments.tasks import publish_rounds

pytestmark = pytest.mark.django_db


def an_event(count: int = 4, *plans: setting_up.StagePlan) -> Competition:
    swiss = ("Swiss", Format.SWISS, {"rounds": 3, "seeding": "entered"})
    competition = a_competition(None, *(plans or (swiss,)), kind=Kind.EVENT, rosters=False)
    entries(competition, count)
    return started(competition)


def by_of(competition: Competition) -> User:
    return commissioner_of(competition.league)


def told(competition: Competition) -> list[str]:
    """The lines in the order in which they were written."""
    return [line.text for line in journal.lines(list(Stage.objects.filter(competition=competition)))][::-1]


def test_drafts_and_rounds_leave_a_line_each_and_a_round_that_is_taken_back_its_results() -> None:
    competition = an_event()
    by, stage = by_of(competition), the_stage(competition)
    draft = rounds.pair(by, stage)
    rounds.redraw(by, draft)
    rounds.redraw(by, draft, another_lot=False, kept=[(1, 2)])
    rounds.swap(by, draft, 2, 3)
    rounds.publish(by, draft)
    first = next(one for one in pairings(stage, 1) if 1 in (one.home.number, one.away and one.away.number))
    decided(first, 2, 1)
    results.correct(by, first, 1, 2, reason="Misread.")
    rounds.discard(by, rounds.pair(by, stage, results_missing=True))
    rounds.unpublish_last(by, stage, with_results=True)
    assert told(competition) == [
        "Round 1 is drafted.",
        "The draft of round 1 is drawn anew, by another lot.",
        "The draft of round 1 is drawn anew, for those who are there now, around what was made by hand.",
        "Entry 2 and Entry 3 change places in the draft of round 1.",
        "Round 1 is published.",
        f"{first}, round 1: the result, 2–1, stands no more: Misread.",
        "Round 2 is drafted, without 1 result.",
        "The draft of round 2 is thrown away.",
        f"Round 1 is taken back with its results: {first} 1–2.",
    ]


def test_who_comes_leaves_and_is_given_points_leaves_a_line() -> None:
    competition = an_event()
    by = by_of(competition)
    one, other = competition.entries.get(number=1), competition.entries.get(number=2)
    rounds.publish(by, rounds.pair(by, the_stage(competition)))
    entering.enter(by, competition, name="Late")
    entering.drop(by, one, reason="Ill.")
    entering.return_(by, one)
    entering.replace(by, other, coach="Zoe", reason="A substitute")
    given = entering.adjust(by, other, -2, "Came late")
    entering.take_back(by, given)
    entering.annul(by, one, "Loaded dice")
    setting_up.change_stage(by, the_stage(competition), rounds=4, club="soft")
    assert told(competition)[2:] == [
        "Late enters late.",
        "Entry 1 plays no more after round 1: Ill.",
        "Entry 1 is back.",
        "Zoe plays Entry 2 instead of Coach Entry 2: A substitute.",
        "Entry 2 has -2 points by hand: Came late.",
        "The -2 points of Entry 2 by hand are taken back: Came late.",
        "Entry 1 is withdrawn, and nothing that it played counts: Loaded dice.",
        "What is set of Swiss is changed: club, rounds.",
    ]


def test_a_bracket_keeps_its_lines_when_it_is_drawn_anew() -> None:
    competition = an_event(4, ("Cup", Format.KNOCKOUT, {}))
    by, draft = by_of(competition), the_stage(competition).rounds.get()
    rounds.swap(by, draft, 1, 2)
    rounds.redraw(by, draft)
    rounds.publish(by, draft)
    rounds.unpublish_last(by, the_stage(competition))
    rounds.publish(by, the_stage(competition).rounds.get())
    match = pairings(the_stage(competition), 1)[0]
    results.no_show(by, match, "home", "Missed the train")
    assert told(competition) == [
        "Entry 1 and Entry 2 change places in the draft of round 1.",
        "The draft of round 1 is drawn anew, by another lot.",
        "Round 1 is published.",
        "The bracket is a draft again.",
        "Round 1 is published.",
        f"{match}, round 1: {match.home} did not come: Missed the train.",
    ]


def test_a_match_that_is_put_off_leaves_a_line() -> None:
    competition = an_event(3, ("Season", Format.ROUND_ROBIN, {"legs": 2}))
    match = pairings(the_stage(competition), 1)[0]
    seasons.postpone(by_of(competition), match)
    assert told(competition) == [f"{match} is put off from round 1 to round 7."]


def test_what_the_clock_publishes_is_nobodys() -> None:
    competition = an_event()
    by = by_of(competition)
    with clock.at(datetime(2026, 5, 1, 9, tzinfo=UTC)):
        rounds.publish(by, rounds.pair(by, the_stage(competition)), datetime(2026, 5, 1, 10, tzinfo=UTC))
    with clock.at(datetime(2026, 5, 1, 10, 1, tzinfo=UTC)):
        publish_rounds()
    lines = journal.lines([the_stage(competition)])
    assert [(line.text, line.by) for line in lines] == [
        ("Round 1 is published.", ""),
        ("Round 1 is to be published on 1 May 2026 at 10:00 UTC.", by.username),
        ("Round 1 is drafted.", by.username),
    ]


def test_the_page_is_for_the_organiser_and_by_the_clocks_of_the_league() -> None:
    competition = an_event()
    by = by_of(competition)
    set_schedule(by, competition.league, 1, 6, "Asia/Tokyo")
    path = f"/l/{competition.league.slug}/c/{competition.slug}/journal/"
    assert "Nothing has been drawn or changed yet." in browser(by).get(path).content.decode()
    with clock.at(datetime(2026, 5, 1, 20, tzinfo=UTC)):
        rounds.pair(by, the_stage(competition))
    page = browser(by).get(path).content.decode()
    assert "Round 1 is drafted." in page
    assert f"2 May 2026, 05:00 in Tokyo, {by.username}" in page
    assert browser(a_coach(competition.league)).get(path).status_code == 403


def test_what_is_refused_leaves_no_line() -> None:
    competition = an_event()
    by = by_of(competition)
    draft = rounds.pair(by, the_stage(competition))
    before = told(competition)
    for seats in ((1, 1), (1, 99)):
        with pytest.raises(Refusal, match=r"itself|is not in"):
            rounds.swap(by, draft, *seats)
    assert told(competition) == before


def test_lines_are_in_the_language_of_the_league_whatever_the_organiser_reads() -> None:
    competition = an_event()
    by, stage = by_of(competition), the_stage(competition)
    stage.competition.league.language = "cs"
    stage.competition.league.save()
    with translation.override("hu"):
        rounds.publish(by, rounds.pair(by, stage, kept=[(1, 2)]))
    with translation.override("cs"):
        drafted = _("Round {number} is drafted around what was made by hand").format(number=1)
        assert told(competition) == [f"{drafted}.", _("Round {number} is published.").format(number=1)]


def test_braces_in_names_and_reasons_stay_as_they_are() -> None:
    competition = an_event()
    by, entry = by_of(competition), competition.entries.get(number=1)
    entering.adjust(by, entry, 2, "{fair} play")
    entering.change_entry(by, entry, coach="The {first}")
    entering.replace(by, entry, coach="{second}", reason="{ill}")
    assert told(competition) == [
        "Entry 1 has +2 points by hand: {fair} play.",
        "{second} plays Entry 1 instead of The {first}: {ill}.",
    ]


@pytest.mark.parametrize("format", [one for one in Format.values if one in options._KINDS])
def test_every_setting_of_a_format_has_words(format: str) -> None:
    fields = {*options._KINDS[format].__struct_fields__, *options.OF_TABLES}
    assert {options.setting_words(key) for key in fields} == {key.replace("_", " ") for key in fields}
