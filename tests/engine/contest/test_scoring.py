"""What a match is worth by each scoring."""

import msgspec
import pytest

from engine.contest.played import Played
from engine.contest.scoring import PRESETS, Adjustment, Bonus, Scoring, preset
from engine.contest.table import table
from engine.questions import Refusal


def won(home_td, away_td, cas=(0, 0), kind="played", stage=""):
    return Played("A", "B", "home", home_td, away_td, *cas, kind=kind, stage=stage)


def both(scoring, match):
    return scoring.points(match, "home"), scoring.points(match, "away")


DRAW = Played("A", "B", "draw", 1, 1)


@pytest.mark.parametrize(
    "key, narrow, clear, draw",
    [
        ("3-1-0", (3, 0), (3, 0), 1),
        ("6-3-1", (6, 1), (6, 1), 3),
        ("3-2-1", (3, 1), (3, 1), 2),
        ("2-1-0", (2, 0), (2, 0), 1),
        ("5-3-1", (5, 1), (5, 1), 3),
        ("10-5-0", (10, 0), (10, 0), 5),
        ("20-10-0", (20, 0), (20, 0), 10),
        ("100-50-10", (100, 10), (100, 10), 50),
        ("4-2-1-0", (4, 1), (4, 0), 2),
        ("10-4-1-0", (1000, 100), (1000, 0), 400),
        ("lrb4-major", (16, 4), (17, 3), 10),
        ("lrb4-major-draw", (16, -1), (17, -2), 5),
    ],
)
def test_presets_give_what_their_names_say(key, narrow, clear, draw):
    scoring = preset(key)
    assert both(scoring, won(1, 0)) == narrow
    assert both(scoring, won(2, 0)) == clear
    assert both(scoring, DRAW) == (draw, draw)


def test_every_preset_has_a_key_of_its_own_and_an_unknown_one_is_refused():
    assert len({one.key for one in PRESETS}) == len(PRESETS) == 12
    with pytest.raises(Refusal, match=r"^There is no scoring called 7-7-7\.$"):
        preset("7-7-7")


def test_a_refused_challenge_of_a_major_is_two_touchdowns():
    assert both(preset("lrb4-major"), won(2, 0, kind="refused")) == (17, 3)


def test_margins_are_of_matches_that_were_played():
    scoring = Scoring(win=10, loss=0, large_win=12, narrow_loss=1, clean_sheet=1)
    assert both(scoring, won(3, 0)) == (13, 0)
    assert both(scoring, won(4, 1)) == (12, 0)
    assert both(scoring, won(2, 1)) == (10, 1)
    for kind in ("conceded", "forfeit", "refused"):
        assert both(scoring, won(3, 0, kind=kind)) == (10, 0)


def test_a_loss_by_a_shoot_out_is_a_narrow_one():
    assert both(Scoring(narrow_loss=1), Played("A", "B", "home", 1, 1)) == (3, 1)


def test_a_side_that_led_and_conceded_has_lost():
    scoring = Scoring(win=3, loss=0, concession=-1)
    assert both(scoring, Played("A", "B", "away", 2, 0, kind="conceded")) == (-1, 3)


def test_concession_no_show_and_refusal_have_values_of_their_own():
    scoring = Scoring(win=3, loss=1, concession=0, no_show=-2, refusal=-1, walk_over=2)
    assert both(scoring, won(1, 0, kind="conceded")) == (3, 0)
    assert both(scoring, won(1, 0, kind="forfeit")) == (2, -2)
    assert both(scoring, won(1, 0, kind="refused")) == (2, -1)
    assert both(Scoring(loss=1), won(1, 0, kind="forfeit")) == (3, 1)


def test_a_bye_is_worth_a_win_unless_it_has_a_value():
    assert Scoring(win=5).points(Played.bye("A"), "home") == 5
    assert Scoring(win=5, bye=2).points(Played.bye("A"), "home") == 2
    assert Scoring(win=5, draw=2, bye=4).points(Played.bye("A", outcome="draw"), "home") == 2
    assert Scoring(loss=1).points(Played.bye("A", outcome="neither"), "home") == 1
    with_bonus = Scoring(clean_sheet=1, bonuses=(Bonus("td_against", 1),))
    assert with_bonus.points(Played.bye("A"), "home") == 3


def test_bonuses_have_caps_and_steps():
    capped = Scoring(win=0, bonuses=(Bonus("td_for", 1, at_most=3),))
    assert [both(capped, won(td, 0))[0] for td in range(6)] == [0, 1, 2, 3, 3, 3]
    threshold = Scoring(win=0, bonuses=(Bonus("cas_for", 2, each=3, at_most=1),))
    assert [both(threshold, won(1, 0, cas=(cas, 0)))[0] for cas in range(7)] == [0, 0, 0, 2, 2, 2, 2]
    steps = Scoring(win=0, bonuses=(Bonus("cas_against", -1, each=2),))
    assert [both(steps, won(1, 0, cas=(0, cas)))[0] for cas in range(6)] == [0, 0, -1, -1, -2, -2]


def test_bonuses_count_for_the_side_that_they_are_about():
    scoring = Scoring(win=0, bonuses=(Bonus("td_for", 1), Bonus("td_against", 10), Bonus("cas_for", 100)))
    assert both(scoring, won(3, 2, cas=(1, 4))) == (3 + 20 + 100, 2 + 30 + 400)


def test_a_stage_has_its_own_points():
    scoring = Scoring(win=3, stages=(("final", Scoring(win=10, draw=5)),))
    assert both(scoring.of("final"), won(1, 0, stage="final")) == (10, 0)
    assert scoring.of("group") is scoring
    played = (won(1, 0), won(1, 0, stage="final"))
    assert [row.points for row in table("AB", played, scoring).rows] == [13, 0]


def test_a_scoring_is_stored_and_read_again_as_it_was():
    for one in PRESETS:
        assert msgspec.json.decode(msgspec.json.encode(one.scoring), type=Scoring) == one.scoring
    nested = Scoring(win=9, bonuses=(Bonus("td_for", 1),), stages=(("final", Scoring(win=10)),))
    assert msgspec.json.decode(msgspec.json.encode(nested), type=Scoring) == nested


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        (lambda: Adjustment("A", -2, "  "), "The points of A are adjusted without a reason."),
        (
            lambda: Bonus("td_for", 1, each=0),
            "A bonus is given for every one, two or more that are counted, not for fewer.",
        ),
        (lambda: Bonus("td_for", 1, at_most=-1), "A bonus cannot be given fewer than no times."),
    ],
)
def test_what_makes_no_sense_is_refused(wrong, sentence):
    with pytest.raises(Refusal) as refused:
        wrong()
    assert refused.value.message == sentence
