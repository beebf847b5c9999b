"""What an improvement roll may come to, against the book's own table and over every face."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.acts import drive
from engine.chances import Chance, categories, chance_words, outlook, totals_words
from engine.edition import Edition
from engine.editions import edition
from engine.questions import Choose, Refusal, Rolled
from engine.roster import Player, Roster, SppGained, evolve
from tests.engine.rosters import LRB4, a_player, picked, rolled

EDITIONS = [edition(key) for key in ("lrb4", "crp", "lrb5x")]


def of_position(
    rules: Edition, race: str, position: str, known: tuple[str, ...] = (), spp: int = 6
) -> Roster:
    line = rules.race(race).position(position)
    assert line is not None
    assert line.stats is not None
    player = Player(1, 1, "Griff", line.name, line.price or 0, line.stats, line.stats, (*line.skills, *known))
    return evolve(Roster(name="Reavers", race=race, players=(player,)), SppGained(1, "other", 1, spp))


def shown(rules: Edition, chances: tuple[Chance, ...]) -> list[tuple[str, str, int]]:
    return [(chance_words(rules, one), totals_words(one.totals), one.faces) for one in chances]


LRB4_BLITZER = [
    ("A skill of the usual kinds", "3–9", 26),
    ("A skill as on a double", "2, 4, 6, 8", 4),
    ("Movement allowance +1, or a skill of the usual kinds", "10", 2),
    ("Movement allowance +1, or a skill as on a double", "10", 1),
    ("Agility +1, or a skill of the usual kinds", "11", 2),
    ("Strength +1, or a skill as on a double", "12", 1),
]


def test_an_lrb4_blitzer_has_one_chance_in_36_of_more_strength() -> None:
    first, ageing = outlook(LRB4, a_player("Blitzer"), 1)
    assert (first.key, shown(LRB4, first.chances)) == ("improve.roll", LRB4_BLITZER)
    assert [one.double for one in first.chances] == [False, True, False, True, False, True]
    assert categories(LRB4, first.chances[0].skills) == (("General", 8), ("Strength", 5))
    assert ageing.key == "ageing"


@pytest.mark.parametrize("key", ["crp", "lrb5x"])
def test_by_the_competition_rules_a_ten_offers_movement_or_armour_and_nobody_ages(key: str) -> None:
    rules = edition(key)
    (only,) = outlook(rules, of_position(rules, "Human", "Blitzer"), 1)
    expected = [
        (words.replace("Movement allowance +1", "Movement allowance +1 or armour value +1"), totals, faces)
        for words, totals, faces in LRB4_BLITZER
    ]
    assert shown(rules, only.chances) == expected


@pytest.mark.parametrize(("spp", "ages"), [(6, 1), (16, 3), (31, 6)])
def test_the_second_roll_of_lrb4_is_about_age_which_comes_sooner_with_each_level(spp: int, ages: int) -> None:
    taken = {6: 0, 16: 1, 31: 2}[spp]
    _, ageing = outlook(LRB4, a_player("Blitzer", spp=spp, advances=taken), 1)
    assert {one.rolls_on: one.faces for one in ageing.chances} == {"ageing.result": ages, "": 36 - ages}


def test_the_roll_for_age_says_what_it_may_do_once_it_is_due() -> None:
    answers = (rolled("improve.roll", 3, 5), picked("Guard"), rolled("ageing", 1, 1))
    (only,) = outlook(LRB4, a_player("Blitzer"), 1, answers)
    assert only.key == "ageing.result"
    assert sum(one.faces for one in only.chances) == 36
    assert all(one.events for one in only.chances)
    assert len({chance_words(LRB4, one) for one in only.chances}) == len(only.chances)


def test_where_a_choice_is_due_there_is_no_chance_to_tell() -> None:
    assert outlook(LRB4, a_player("Blitzer"), 1, [rolled("improve.roll", 3, 5)]) == ()


def test_nothing_is_told_of_a_roll_that_nobody_owes() -> None:
    with pytest.raises(Refusal):
        outlook(LRB4, a_player("Blitzer", spp=0), 1)


def test_who_can_rise_no_more_finds_skills_alone() -> None:
    first, _ = outlook(LRB4, a_player("Blitzer", stats=(9, 5, 5, 8)), 1)
    assert shown(LRB4, first.chances) == [
        ("A skill of the usual kinds", "3–11", 30),
        ("A skill as on a double", "2, 4, 6, 8, 10, 12", 6),
    ]


@st.composite
def anybody(draw: st.DrawFn) -> tuple[Edition, Roster]:
    rules = draw(st.sampled_from(EDITIONS))
    race = draw(st.sampled_from(sorted(rules.races)))
    hired = [one.name for one in rules.race(race).positions if one.stats is not None]
    position = draw(st.sampled_from(hired))
    known = tuple(draw(st.lists(st.sampled_from(sorted(rules.skills)), unique=True, max_size=12)))
    return rules, of_position(rules, race, position, known)


@given(anybody())
@settings(max_examples=150, deadline=None)
def test_every_face_is_counted_once_and_by_what_it_offers(who: tuple[Edition, Roster]) -> None:
    rules, roster = who
    for one in outlook(rules, roster, 1):
        assert sum(chance.faces for chance in one.chances) == 36
        assert {chance.of for chance in one.chances} == {36}
    chances = outlook(rules, roster, 1)[0].chances
    counted = {(one.stats, one.skills): one.faces for one in chances}
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for dice in product(range(1, 7), repeat=2):
        asked = drive(
            rules.rules.improve(roster, 1), [Rolled("improve.roll", "home", dice, 1)], rules, roster
        ).waiting_for
        assert isinstance(asked, Choose)
        stats = tuple(option[1:] for option in asked.options if option.startswith("+"))
        skills = tuple(option for option in asked.options if option in rules.skills)
        found[stats, skills] = found.get((stats, skills), 0) + 1
    assert counted == found


@pytest.mark.parametrize(
    ("totals", "words"), [((2,), "2"), ((3, 4, 5), "3–5"), ((2, 4, 5, 8), "2, 4–5, 8"), ((), "")]
)
def test_totals_are_told_in_spans(totals: tuple[int, ...], words: str) -> None:
    assert totals_words(totals) == words
