"""What coaches see of hirelings, handicaps and a home field: while a match is entered, and once it is told."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import Any

import pytest

from engine.match import entries as reports
from engine.questions import Chosen, Refusal
from league.models import League
from matches.domain import logs, previewing, story, wizard
from matches.domain.applying import apply_log
from matches.domain.fixtures import make_fixture
from matches.domain.in_force import in_force
from matches.forms import ReportForm
from matches.models import Fixture, MatchLog, Result
from teams.models import Player
from tests.helpers import assert_reconciled
from tests.matches.conftest import World, a_team
from tests.matches.nights import OPENING, a_night, answered, key_is, reported
from tournaments.domain.leaders import boards

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(world: World) -> World:
    return a_night(world)


def text_of(answer: Any) -> str:
    """The words of a page, without its tags."""
    page = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return " ".join(html.unescape(page).split())


# --- the shop -----------------------------------------------------------------------------------------------------


def test_whoever_can_be_hired_is_shown_with_what_he_can_do_and_what_he_takes(night: World) -> None:
    page = night.browse(night.home_coach).get(night.url("log/"))
    text = text_of(page)
    assert "Bloodwater Snots <i> to choose." in text
    assert "Treasury 400,000 Paid so far 0 Left 400,000" in text
    assert (
        "Morg 'n' Thorg Ogre blitzer MA 6 ST 6 AG 3 AV 10 · Block, Mighty Blow, Thick Skull, Throw Team-Mate "
        "Hire Morg 'n' Thorg for 200,000"
    ) in text
    assert re.search(r"Nobbla Blackwart Chainsaw \(8\+\) price not proven Goblin MA \d", text)
    assert "Freebooter Goblin MA 6 ST 2 AG 3 AV 7" in text
    assert "Hire Wizard for 50,000" in text
    assert "Hire nobody" in text
    assert "Griff Oberwald" not in text, "he plays for Humans"


def test_each_is_hired_with_one_button_until_nobody_else_is_wanted(night: World) -> None:
    coach = night.browse(night.home_coach)
    page = coach.post(night.url("log/"), {"version": "0", "pick": "Morg 'n' Thorg"}, follow=True)
    text = text_of(page)
    assert "Treasury 400,000 Paid so far 200,000 Left 200,000 Hired so far: Morg 'n' Thorg (200,000)." in text
    assert "Done, nobody else" in text
    assert "Hire Morg 'n' Thorg for" not in text
    page = coach.post(night.url("log/"), {"version": "1", "pick": "done"}, follow=True)
    assert "Grudge Bearers to choose." in text_of(page)
    assert "Runesmith Strikes a rune" in text_of(page)
    night.home.refresh_from_db()
    assert night.home.treasury == 400_000, "nothing is paid before the match is applied"


def test_whoever_is_not_on_offer_is_not_hired(night: World) -> None:
    coach = night.browse(night.home_coach)
    answer = coach.post(night.url("log/"), {"version": "0", "pick": "Griff Oberwald"})
    assert answer.status_code == 400
    assert "'Griff Oberwald' is not among the options" in text_of(answer)
    assert not MatchLog.objects.exists()


# --- what a question means ----------------------------------------------------------------------------------------


def test_the_handicap_table_is_at_hand_when_it_is_rolled_on(night: World) -> None:
    answered(night, OPENING, key_is("handicap"))
    text = text_of(night.browse(night.home_coach).get(night.url("log/")))
    assert "What the dice mean" in text
    assert (
        "41–42 Doom & Gloom The opponents' team re-rolls are halved, rounded down, in the first half." in text
    )
    assert "A result that it has already is rolled again." in text


def test_a_die_that_picks_a_player_says_whom_each_face_picks(night: World) -> None:
    step = answered(night, OPENING, key_is("handicap.i_am_the_greatest.player"))
    rivals = {one.number: one for one in step.replay.sheets["away"].players}
    text = text_of(night.browse(night.home_coach).get(night.url("log/")))
    assert f"2 3 {rivals[3].name} {rivals[3].position}" in text, (
        "number 2 cannot play, so that 3 is the second"
    )


def test_a_choice_among_players_shows_what_each_can_do_the_hired_included(night: World) -> None:
    answered(night, OPENING, key_is("handicap.intensive_training.player"))
    text = text_of(night.browse(night.home_coach).get(night.url("log/")))
    assert "14 Freebooter Goblin Goblin, freebooter MA 6 ST 2 AG 3 AV 7 · Right Stuff, Dodge, Stunty" in text
    assert "The skill is his for this match alone." in text


def test_every_question_of_the_rules_tells_a_newcomer_what_it_is_about(night: World) -> None:
    for key, prompt in night.league.rules.prompts.items():
        assert prompt.help.endswith((".", "!")), key
        assert len(prompt.label) < 60, f"{key}: a heading of a phone has room for less"


# --- what is in force ---------------------------------------------------------------------------------------------


def test_a_side_stands_as_hirings_handicaps_runes_and_the_ground_have_left_it(night: World) -> None:
    step = answered(night, OPENING)
    home, away = in_force(step.log, step.replay)
    rerolls = step.log.home.rerolls
    assert home.rerolls_by_half == (rerolls + 1, rerolls)
    assert (home.paid, away.paid, away.wizard) == (220_000, 50_000, "runesmith")
    assert [(one.number, one.name, one.words) for one in home.hired] == [
        (13, "Morg 'n' Thorg", "star player"),
        (14, "Freebooter Goblin", "freebooter"),
    ]
    assert [one.name for one in home.handicaps] == ["Intensive Training", "I Am The Greatest!"]
    assert [(one.number, one.words) for one in home.changed] == [(1, "Catch")]
    assert [(one.number, one.words) for one in home.out] == [(2, "arrested")]
    assert home.fan_factor_modifier == 2
    assert any("Not-So-Grandstand" in words for words in home.ground)
    assert [(one.number, one.words) for one in away.changed] == [(5, "strength 4 in place of 3")]
    assert [(one.number, one.words) for one in away.out] == [(2, "an injury of an earlier match")]
    assert (away.trophy_rerolls, away.apothecary) == (1, "ready")


def test_whoever_is_carried_off_or_sent_off_is_out_and_the_page_says_why(night: World) -> None:
    answered(night, OPENING)
    step = reported(
        night,
        reports.Casualty(1, 2, "home", 3, "block", 4),
        reports.Casualty(1, 2, "away", 6, "foul", 4),
        reports.SendingOff(1, 2, "home", 4),
        plan={
            "casualty": [(6,), (4,)],
            "serious_injury": [(6, 1)],
            "apothecary": ["no", "no"],
            "home_field.foul": [(1,)],
        },
    )
    home, away = in_force(step.log, step.replay)
    assert [(one.number, one.words) for one in home.out] == [(2, "arrested"), (3, "dead"), (4, "sent off")]
    text = text_of(night.browse(night.away_coach).get(night.url("log/")))
    assert "What is in force in this match" in text
    assert "3 " + home.out[1].name + " Dead" in text
    assert [one.number for one in away.out] == [2] + ([6] if len(away.out) > 1 else [])


def test_a_usual_match_has_nothing_to_say_beyond_the_rosters(world: World) -> None:
    step = wizard.current(world.fixture)
    assert [side.special for side in in_force(step.log, step.replay)] == [False, False]
    text = text_of(world.browse(world.home_coach).get(world.url("log/")))
    assert text.count("Nothing beyond the roster.") == 2


def test_htmx_changes_what_is_in_force_where_it_stands(night: World) -> None:
    coach = night.browse(night.home_coach)
    answer = coach.post(
        night.url("log/"), {"version": "0", "pick": "Goblin"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert answer.lstrip().startswith('<div id="wizard"')
    assert 'id="in-force" class="columns" hx-swap-oob="true"' in answer
    page = coach.get(night.url("log/")).content.decode()
    assert page.count('id="in-force"') == 1
    assert "hx-swap-oob" not in page


def test_the_page_of_the_match_shows_the_log_in_hand_to_those_who_enter_it(night: World) -> None:
    answered(night, OPENING)
    text = text_of(night.browse(night.away_coach).get(night.url()))
    assert "The log is being entered: half 1, turn 1, the score is 0–0." in text
    assert "Hired for this match" in text
    for who in (night.bystander, night.stranger, None):
        assert "The log is being entered" not in text_of(night.browse(who).get(night.url()))


# --- reports ------------------------------------------------------------------------------------------------------


def offered(night: World, kind: str, name: str) -> list[str]:
    step = wizard.current(night.fixture)
    form = ReportForm(None, kind=kind, log=step.log, seen=step.replay)
    return [
        value
        for group, choices in form.fields[name].choices
        if isinstance(choices, list | tuple)
        for value, _ in choices
    ]


def test_hired_players_can_be_named_and_those_who_are_out_cannot(night: World) -> None:
    answered(night, OPENING)
    values = offered(night, "touchdown", "player")
    assert {"home:13", "home:14", "away:1"} <= set(values)
    assert not {"home:2", "away:2"} & set(values)
    text = text_of(night.browse(night.home_coach).get(night.url("log/"), {"kind": "touchdown"}))
    assert "13 Morg 'n' Thorg (Ogre blitzer, star player)" in text


def test_only_a_side_with_an_apothecary_can_call_him(night: World) -> None:
    answered(night, OPENING)
    sides = {value.split(":")[0] for value in offered(night, "treatment", "player")}
    sheets = wizard.current(night.fixture).replay.sheets
    assert sides == {side for side, sheet in sheets.items() if sheet.apothecaries}


def test_two_who_will_not_play_together_are_told_apart_in_the_form(night: World) -> None:
    step = answered(night, OPENING)
    picks = [f"away:{number}" for number in step.replay.available["away"]][:11]
    form = {
        "version": str(step.row.version),
        "kind": "lineup",
        "half": "1",
        "turn": "1",
        "side": "away",
        "players": picks,
    }
    answer = night.browse(night.away_coach).post(night.url("log/"), form)
    assert answer.status_code == 400
    page = answer.content.decode()
    errors = re.findall(r'<ul class="errorlist nonfield".*?</ul>', page, re.DOTALL)
    assert len(errors) == 1
    assert "will not stand on the pitch together in this match" in html.unescape(errors[0])
    assert page.count(" checked") == len(picks), "what was picked stays picked"


def test_more_than_may_stand_on_the_pitch_is_told_in_the_form(night: World) -> None:
    step = answered(night, OPENING)
    picks = [f"home:{number}" for number in step.replay.available["home"]][:12]
    assert len(picks) == 12
    form = {
        "version": str(step.row.version),
        "kind": "lineup",
        "half": "1",
        "turn": "1",
        "side": "home",
        "players": picks,
    }
    answer = night.browse(night.home_coach).post(night.url("log/"), form)
    assert answer.status_code == 400
    assert "lines up 12 players; 11 may stand on the pitch" in text_of(answer)


def test_a_shoot_out_takes_as_many_rerolls_as_can_be_left(night: World) -> None:
    answered(night, OPENING)
    step = reported(night, reports.HalfTime(), plan={"home_field.reroll": [(1, 1)]})
    most = step.replay.sheets["away"].rerolls_left_max
    assert most == step.log.away.rerolls + 1 + 1, (
        "those of the team, the cup, and what the kick-off may bring"
    )
    form = {"version": str(step.row.version), "kind": "shoot_out", "home_rerolls": "0"}
    coach = night.browse(night.away_coach)
    answer = coach.post(night.url("log/"), {**form, "away_rerolls": str(most + 1)})
    assert answer.status_code == 400
    assert f"less than or equal to {most}" in text_of(answer)
    assert coach.post(night.url("log/"), {**form, "away_rerolls": str(most)}).status_code == 302


# --- the match told -----------------------------------------------------------------------------------------------


def played(night: World) -> Result:
    """A hired goblin scores, Morg is the most valuable player, and the match ends 1-0."""
    answered(night, OPENING)
    step = reported(
        night,
        reports.Touchdown(1, 3, "home", 14),
        reports.Casualty(1, 4, "away", 6, "block", 13),
        reports.HalfTime(),
        plan={"casualty": [(1,)], "apothecary": ["no"], "home_field.reroll": [(1, 1)]},
    )
    mvps = [one.number for one in step.replay.sheets["home"].players if one.number != 2]
    step = reported(
        night,
        reports.MatchEnd(),
        plan={"mvp.bench": [(), ()], "mvp": [(mvps.index(13) + 1,), (1,)], "winnings": [(3,), (3,)]},
    )
    assert step.complete
    row = logs.submit_draft(night.fixture, night.commissioner, step.row.version)
    return apply_log(row, night.commissioner)


def test_hired_players_are_named_and_their_deeds_are_nobodys_career(night: World) -> None:
    result = played(night)
    told = story.story_of(result)
    lines = {line.player.number: line for line in told.home.lines}
    assert (lines[14].touchdowns, lines[14].came, lines[14].hired) == (1, "freebooter", True)
    assert (lines[13].mvps, lines[13].casualties) == (1, 1)
    assert (told.home.touchdowns, told.home.paid, told.away.paid) == (1, 220_000, 50_000)
    page = night.browse(None).get(night.url())
    text = text_of(page)
    assert "14 Freebooter Goblin freebooter 1" in text
    assert "Paid before the match 220,000 50,000" in text
    assert "What was in force in this match" in text
    assert "Freebooter Goblin</a>" not in page.content.decode(), "he has no page of his own"
    assert not Player.objects.filter(name__in=["Freebooter Goblin", "Morg 'n' Thorg"]).exists()
    assert_reconciled(night.league)
    best = night.away.players.get(uid=next(line.player.id for line in told.away.lines if line.mvps))
    assert credited(night.league) == {"spp": [best.name]}, "the award of the other side is all that counts"


def credited(league: League) -> dict[str, list[str]]:
    """Leaders by measure."""
    return {
        board.measure: [leader.player for leader in board.leaders]
        for board in boards(league)
        if board.leaders
    }


def test_the_story_tells_hirings_and_help_in_order(night: World) -> None:
    chapters = story.story_of(played(night)).chapters
    before = [sentence.text for sentence in chapters[0].sentences]
    assert before[:4] == [
        "Bloodwater Snots <i> hire the star player Morg 'n' Thorg (Ogre blitzer, number 13) for 200,000 gold.",
        "Bloodwater Snots <i> hire Freebooter Goblin (Goblin, number 14) for 20,000 gold.",
        "Grudge Bearers hire a runesmith for 50,000 gold.",
        "The weather: Nice.",
    ]
    kinds = [sentence.kind for sentence in chapters[0].sentences]
    assert kinds.count("handicap") == 3
    assert kinds.index("rune") > kinds.index("handicap")


def test_the_preview_says_what_was_paid_before_and_earned_after_the_match(night: World) -> None:
    answered(night, OPENING)
    step = reported(night, reports.HalfTime(), reports.MatchEnd(), plan={"winnings": [(3,), (3,)]})
    found = previewing.preview(step.row)
    assert found.home_gold[:2] == (
        "-200,000 gold: Morg 'n' Thorg, hired for one match.",
        "-20,000 gold: a freebooter (Goblin), hired for one match.",
    )
    assert "winnings" in found.home_gold[-1]
    assert found.away_gold[0] == "-50,000 gold: a runesmith, hired for one match."
    text = text_of(night.browse(night.commissioner).get(night.url("preview/")))
    assert found.home_gold[0] in text


# --- the head of a log --------------------------------------------------------------------------------------------


def test_the_empty_log_carries_the_stage_the_ground_and_what_teams_own(night: World) -> None:
    head = logs.template(night.fixture)
    assert (head.stage, head.neutral, head.home.stadium, head.away.trophies) == (
        "league",
        False,
        "Not-So-Grandstand",
        ("Chaos Cup",),
    )
    night.fixture.stage = "semi_final"
    assert logs.template(night.fixture).stage == "semi_final"
    assert not logs.template(night.fixture).at_home


def test_a_log_of_another_stage_or_ground_is_refused(night: World) -> None:
    played_here = logs.documents.encode_log(logs.template(night.fixture))
    night.fixture.stage = "final"
    with pytest.raises(
        Refusal, match="a match of the stage 'league match', and the fixture is of the stage 'final'"
    ):
        logs.read(night.fixture, played_here)
    night.fixture.stage, night.fixture.neutral = "league", True
    with pytest.raises(
        Refusal, match="played at home with Bloodwater Snots <i>, and the fixture is on neutral ground"
    ):
        logs.read(night.fixture, played_here)


def test_a_league_that_keeps_it_remembers_what_stars_have_suffered(night: World) -> None:
    league = League.objects.get(pk=night.league.pk)
    league.house_rules = {"hiring/keep_star_injuries": True}
    league.save(update_fields=["house_rules"])
    night.fixture.league = league
    assert logs.stars_of(league) == ()
    answered(night, OPENING)
    step = reported(
        night,
        reports.Casualty(1, 2, "home", 13, "block", 4),
        reports.HalfTime(),
        reports.MatchEnd(),
        plan={"casualty": [(4,)], "serious_injury": [(6, 3)], "apothecary": ["no"]},
    )
    row = logs.submit_draft(night.fixture, night.commissioner, step.row.version)
    before = logs.decode(row)
    apply_log(row, night.commissioner)
    (record,) = logs.stars_of(league)
    assert (record.name, record.misses, record.lost) == ("Morg 'n' Thorg", True, {"st": 1})
    rosters = logs.rosters(night.fixture)
    (found,) = [
        one
        for one in previewing.head_differences(night.fixture, before, rosters)
        if one.team == "Star players"
    ]
    assert (found.what, found.log, found.ledger) == (
        "Morg 'n' Thorg",
        "unhurt",
        "strength -1, misses the match",
    )
    again = make_fixture(night.commissioner, league, night.home, night.away, 6)
    offers = wizard.current(again).question
    assert offers is not None
    assert "Morg 'n' Thorg" not in offers.options


def test_a_pick_is_one_of_those_that_a_person_was_shown(night: World) -> None:
    with pytest.raises(Refusal, match="not among the options"):
        wizard.answer(night.fixture, night.home_coach, Chosen("hire", "home", "Griff Oberwald"), 0)


def test_whoever_is_raised_from_the_dead_can_be_named_at_once_and_has_a_page_later(world: World) -> None:
    risen = a_team(world.league, world.commissioner, world.home_coach, "Undead", "Champions of Death", 8)
    made = make_fixture(world.commissioner, world.league, risen, world.away, 4)
    night = replace(world, home=risen, fixture=Fixture.objects.get(pk=made.pk))
    answered(night, {})
    causer = wizard.current(night.fixture).replay.available["home"][0]
    step = reported(
        night,
        reports.Casualty(1, 1, "away", 1, "block", causer),
        plan={"casualty": [(6,)], "apothecary": ["no"], "raise_dead": ["yes"]},
    )
    zombie = step.replay.sheets["home"].players[-1]
    assert (zombie.position, zombie.hired, zombie.id > 0) == ("Zombie", "", True)
    assert f"home:{zombie.number}" in offered(night, "touchdown", "player")
    (home, away) = in_force(step.log, step.replay)
    assert any("raises" in words for words in home.helped)
    assert [(one.number, one.words) for one in away.out] == [(1, "dead")]
    step = reported(night, reports.HalfTime(), reports.MatchEnd())
    apply_log(logs.submit_draft(night.fixture, night.commissioner, step.row.version), night.commissioner)
    page = night.browse(None).get(night.url())
    assert f"{zombie.name}</a>" in page.content.decode()
    assert "raised from the dead" in text_of(page)
    assert_reconciled(night.league)
