"""The bracket as a drawing: sound XML whatever the names, nothing on top of anything else, and it fits."""

from itertools import combinations

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contest.bracket import Options
from engine.contest.bracket_svg import bracket_svg
from engine.contest.knockout import Result, bracket, play
from engine.contest.played import Played

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [
    "Ærø Åkarps Österlenare",
    "O'Malley's <b>Bruisers</b>",
    "東京ドラゴンズ",
    "🐉 Drachen",
    "é" * 50,
    "Left\u202eright",
    'Quotes "&" ampersands',
    "Reikland Reavers",
]
PHONE = 390
ALL_OPTIONS = [Options(), Options(third_place=True), Options(double=True), Options(double=True, reset=False)]


def drawn(cup, names=None, **how):
    names = names or {entrant: f"Team {entrant}" for entrant in cup.entrants}
    return fromstring(bracket_svg(cup, names, title="Chaos Cup", **how))


def by_class(root, name):
    return [element for element in root.iter() if name in element.get("class", "").split()]


def said(root, name):
    return [element.text for element in by_class(root, name)]


def full_names(root):
    return [side.find(f"{SVG}title").text for side in by_class(root, "bracket-side")]


def boxes(root):
    return [
        tuple(float(box.get(name)) for name in ("x", "y", "width", "height"))
        for box in by_class(root, "bracket-box")
    ]


def played(cup, games):
    while cup.open and games:
        match = cup.open[0]
        cup = play(
            cup, [Result(match.key, Played(match.home, match.away, "home", 2, 1), len(match.games) + 1)]
        )
        games -= 1
    return cup


def test_a_bracket_of_four_says_who_met_whom_and_how_it_went():
    root = drawn(played(bracket(range(1, 5)), 1))
    assert root.find(f"{SVG}title").text == "Chaos Cup"
    assert said(root, "bracket-head") == ["Semi-finals", "Final"]
    assert said(root, "bracket-name") == ["Team 1", "Team 4", "Team 2", "Team 3", "Team 1"]
    assert said(root, "bracket-score") == ["2", "1", None, None, None]
    assert said(root, "bracket-source") == ["Winner of 2"]
    assert said(root, "bracket-number") == ["1", "2", "3"]
    assert [side.find(f"{SVG}title").text for side in by_class(root, "bracket-won")] == ["Team 1"]


@pytest.mark.parametrize(
    "options, heads",
    [
        (Options(), ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]),
        (
            Options(third_place=True),
            ["Round of 16", "Quarter-finals", "Semi-finals", "Final", "Match for third place"],
        ),
    ],
)
def test_rounds_are_named_above_their_matches(options, heads):
    assert said(drawn(bracket(range(16), options=options)), "bracket-head") == heads


def test_losers_stand_below_the_winners():
    root = drawn(bracket(range(4), options=Options(double=True)))
    assert said(root, "bracket-head") == [
        "Winners' semi-finals",
        "Winners' final",
        "Grand final",
        "Second grand final",
        "Losers' round 1",
        "Losers' final",
    ]
    assert "Loser of 1" in said(root, "bracket-source")


def test_a_second_grand_final_that_is_not_needed_is_not_drawn():
    cup = played(bracket("AB", options=Options(double=True)), 2)
    assert said(drawn(cup), "bracket-head") == ["Winners' final", "Grand final"]


def test_games_won_are_the_score_of_a_long_match():
    cup = played(bracket("AB", options=Options(best_of=(3,))), 2)
    assert said(drawn(cup), "bracket-score") == ["2", "0"]


def test_a_walk_over_is_marked_for_who_moves_on():
    cup = bracket("AB")
    cup = play(cup, [Result("final", Played("A", "B", "away", kind="forfeit"))])
    assert said(drawn(cup), "bracket-score") == [None, "w.o."]


def test_a_score_goes_to_the_side_that_made_it_wherever_it_was_played():
    cup = play(bracket("AB"), [Result("final", Played("B", "A", "home", 3, 1))])
    assert said(drawn(cup), "bracket-score") == ["1", "3"]


def test_names_are_whole_in_the_tip_and_cut_in_the_box():
    cup = bracket(range(len(NAMES)))
    root = drawn(cup, dict(enumerate(NAMES)))
    assert sorted(full_names(root)) == sorted(NAMES)
    shown = said(root, "bracket-name")
    assert "🐉 Drachen" in shown
    assert "Ærø Åkarps Öst…" in shown
    assert "é" * 14 + "…" in shown
    assert "東京ドラゴンズ" in shown
    assert all(len(name) <= 15 for name in shown)


@pytest.mark.parametrize(
    "name, cut",
    [
        ("e\u0301" * 20, "e\u0301" * 14 + "…"),
        (
            "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 9,
            "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 7 + "…",
        ),
        ("東京" * 10, "東京" * 3 + "東…"),
        ("Reikland Reaver and sons", "Reikland Reave…"),
        ("Exactly fifteen", "Exactly fifteen"),
    ],
)
def test_a_long_name_is_cut_between_what_is_seen_as_letters(name, cut):
    assert cut in said(drawn(bracket("AB"), {"A": name, "B": "B"}), "bracket-name")


@settings(deadline=None)
@given(st.lists(st.text(max_size=60), min_size=2, max_size=9), st.text(max_size=20))
def test_the_drawing_is_sound_whatever_the_names(names, title):
    cup = bracket(range(len(names)))
    root = fromstring(bracket_svg(cup, dict(enumerate(names)), title=title))
    assert len(by_class(root, "bracket-match")) == len(names) - 1
    assert {element.tag for element in root.iter()} <= {
        SVG + tag for tag in ("svg", "title", "g", "rect", "path", "text")
    }


def test_an_entrant_without_a_name_is_shown_by_what_it_is_known_by():
    assert full_names(fromstring(bracket_svg(bracket([7, 8]), {}, title=""))) == ["7", "8"]


@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("columns", [0, 2, 3])
@pytest.mark.parametrize("n", range(2, 34))
def test_every_match_has_room_of_its_own_inside_the_drawing(n, columns, options):
    cup = bracket(range(n), options=options)
    root = drawn(cup, columns=columns)
    found = boxes(root)
    assert len(found) == len(cup.matches)
    width, height = (float(root.get(name)) for name in ("width", "height"))
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    for x, y, wide, high in found:
        assert 0 < x < x + wide < width
        assert 0 < y < y + high < height
    for (x, y, wide, high), (left, top, _, _) in combinations(found, 2):
        assert abs(x - left) >= wide or abs(y - top) >= high + 10


@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("n", [2, 8, 13, 32, 64])
def test_two_columns_fit_a_phone(n, options):
    assert float(drawn(bracket(range(n), options=options), columns=2).get("width")) <= PHONE - 32


def test_a_page_has_no_style_and_a_file_of_its_own_has_one_for_light_and_dark():
    cup = bracket("AB")
    inside, alone = (bracket_svg(cup, {}, title="Cup", standalone=alone) for alone in (False, True))
    assert "style" not in inside
    assert "prefers-color-scheme: dark" in alone
    assert alone.startswith('<svg xmlns="http://www.w3.org/2000/svg"')


def test_the_same_bracket_gives_the_same_bytes():
    one, other = (
        bracket_svg(played(bracket(range(13)), 5), dict(enumerate(NAMES * 2)), title="Cup") for _ in range(2)
    )
    assert one == other
