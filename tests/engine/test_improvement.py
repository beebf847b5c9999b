"""Star player rolls: who is owed one, what it offers, what age takes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.acts import drive
from engine.dice import D6, TWO_D6
from engine.edition import STAT_NAMES
from engine.editions import edition
from engine.questions import Choose, Chosen, Refusal, Report, Roll, Rolled, Script
from engine.roster import Advanced, Injured, Roster, RosterEvent, Status, decode_events, encode_events, evolve
from tests.engine.rosters import LRB4, a_player, improved, improving, offered, picked, refused, rolled

GENERAL = (
    "Block",
    "Pass Block",
    "Sure Hands",
    "Kick",
    "Pro",
    "Shadowing",
    "Dirty Player",
    "Tackle",
    "Strip Ball",
)
GENERAL_TRAITS = ("Dauntless", "Leader", "Frenzy", "Nerves of Steel")
AGILITY = ("Sprint", "Catch", "Diving Catch", "Sure Feet", "Leap", "Diving Tackle", "Side Step", "Dodge")
PASSING = ("Hail Mary Pass", "Safe Throw", "Dump-Off", "Accurate", "Pass")
STRENGTH = ("Multiple Block", "Mighty Blow", "Piling On", "Break Tackle", "Guard")
PHYSICAL = (
    "Claw",
    "Two Heads",
    "Extra Arms",
    "Foul Appearance",
    "Tentacles",
    "Prehensile Tail",
    "Razor Sharp Claws or Fangs",
    "Horns",
    "Thick Skull",
    "Spikes",
    "Big Hand",
    "Very Long Legs",
)


def less(skills: tuple[str, ...], *had: str) -> set[str]:
    return set(skills) - set(had)


def aged(roster: Roster, first: tuple[int, int], *second: int, gain: str = "Block") -> tuple[Injured, ...]:
    """What age did to a player who rolled an eight and took ``gain``."""
    answers: list[Rolled | Chosen] = [rolled("improve.roll", 3, 5), picked(gain), rolled("ageing", *first)]
    if second:
        answers.append(rolled("ageing.result", *second))
    return tuple(event for event in improved(roster, *answers) if isinstance(event, Injured))


# --- who is owed a roll -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "owed", "title"),
    [
        (0, 0, "Rookie"),
        (5, 0, "Rookie"),
        (6, 1, "Experienced"),
        (15, 1, "Experienced"),
        (16, 2, "Veteran"),
        (30, 2, "Veteran"),
        (31, 3, "Emerging Star"),
        (50, 3, "Emerging Star"),
        (51, 4, "Star Player"),
        (75, 4, "Star Player"),
        (76, 5, "Super Star"),
        (125, 5, "Super Star"),
        (126, 6, "Mega Star"),
        (175, 6, "Mega Star"),
        (176, 7, "Legend"),
        (1_000, 7, "Legend"),
    ],
)
def test_the_levels(points: int, owed: int, title: str) -> None:
    assert LRB4.rules.improvements_owed(points, 0) == owed
    assert LRB4.rules.title(points) == title


def test_rolls_that_were_made_are_no_longer_owed() -> None:
    assert [LRB4.rules.improvements_owed(31, made) for made in (0, 1, 2, 3, 4)] == [3, 2, 1, 0, 0]


def test_a_player_who_is_owed_nothing_cannot_improve() -> None:
    sentence = "Griff is not owed a star player roll with 5 star player points."
    assert refused(improving, a_player(spp=5)) == sentence
    assert refused(improving, a_player(spp=15, advances=1)) == sentence.replace("with 5", "with 15")


@pytest.mark.parametrize("status", ["dead", "retired", "dismissed", "left", "traded"])
def test_who_is_gone_cannot_improve(status: Status) -> None:
    assert (
        refused(improving, a_player(status=status)) == "Griff no longer plays for Reavers and cannot improve."
    )


def test_who_misses_the_next_match_can_improve() -> None:
    assert improving(a_player(misses_next=True)).waiting_for == Roll("home", TWO_D6, "improve.roll", 1)


# --- what is asked ----------------------------------------------------------------------------------------


def test_the_questions_in_their_order() -> None:
    roster = a_player(skills=("Block",), spp=176, advances=6)
    answers: list[Rolled | Chosen] = []
    asked = []
    for answer in (
        rolled("improve.roll", 1, 2),
        picked("Tackle"),
        rolled("ageing", 1, 1),
        rolled("ageing.result", 1, 1),
    ):
        asked.append(improving(roster, *answers).waiting_for)
        answers.append(answer)
    assert asked == [
        Roll("home", TWO_D6, "improve.roll", 1),
        Choose("home", "improve.pick", tuple(one for one in GENERAL if one != "Block"), 1, about="skill"),
        Roll("home", TWO_D6, "ageing", 1),
        Roll("home", TWO_D6, "ageing.result", 1),
    ]
    assert improving(roster, *answers).events == (
        Advanced(1, "Tackle", "skill"),
        Injured(1, "Ageing", "niggling", True, False),
    )


def test_several_levels_at_once_are_one_roll_each_in_order() -> None:
    roster = a_player(spp=31)
    for made, gain in enumerate(("Block", "Tackle", "Kick")):
        assert LRB4.rules.improvements_owed(31, made) == 3 - made
        # The first level ages below 3, the third below 5: a four ages the third time only.
        answers: list[Rolled | Chosen] = [
            rolled("improve.roll", 3, 4),
            picked(gain),
            rolled("ageing", 2, 2),
        ]
        if made == 2:
            answers.append(rolled("ageing.result", 2, 2))
        roster = evolve(roster, *improved(roster, *answers))
    player = roster.player(1)
    assert (player.gained, player.advances, player.niggling) == (("Block", "Tackle", "Kick"), 3, 1)
    assert refused(improving, roster) == "Griff is not owed a star player roll with 31 star player points."


# --- what is offered --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [(1, 2), (3, 4), (4, 5), (6, 3)])
def test_a_normal_roll_offers_the_skills_of_the_position(dice: tuple[int, int]) -> None:
    assert offered(a_player(), *dice) == GENERAL
    assert set(offered(a_player("Catcher"), *dice)) == {*GENERAL, *less(AGILITY, "Catch", "Dodge")}
    assert set(offered(a_player("Thrower"), *dice)) == {
        *less(GENERAL, "Sure Hands"),
        *less(PASSING, "Pass"),
    }
    assert set(offered(a_player("Blitzer"), *dice)) == {*less(GENERAL, "Block"), *STRENGTH}
    assert offered(a_player("Ogre"), *dice) == tuple(one for one in STRENGTH if one != "Mighty Blow")


def test_a_skill_that_was_gained_is_not_offered_again() -> None:
    assert offered(a_player(skills=("Block", "Tackle")), 3, 4) == tuple(
        one for one in GENERAL if one not in ("Block", "Tackle")
    )


@pytest.mark.parametrize(("dice", "gain"), [((4, 6), "+ma"), ((5, 6), "+ag")])
def test_ten_and_eleven_raise_a_characteristic_or_give_a_skill(dice: tuple[int, int], gain: str) -> None:
    assert offered(a_player(), *dice) == (gain, *GENERAL)


def test_a_twelve_raises_strength_and_is_a_double() -> None:
    found = offered(a_player(), 6, 6)
    assert found[0] == "+st"
    assert set(found[1:]) == {*GENERAL, *AGILITY, *PASSING, *STRENGTH, *GENERAL_TRAITS}


def test_a_double_ten_raises_movement_or_gives_any_skill() -> None:
    found = offered(a_player(), 5, 5)
    assert found[0] == "+ma"
    assert set(found[1:]) == {*GENERAL, *AGILITY, *PASSING, *STRENGTH, *GENERAL_TRAITS}


@pytest.mark.parametrize("pips", [1, 2, 3, 4])
def test_a_double_offers_any_skill_and_the_traits_of_the_position(pips: int) -> None:
    assert set(offered(a_player("Catcher"), pips, pips)) == {
        *GENERAL,
        *less(AGILITY, "Catch", "Dodge"),
        *PASSING,
        *STRENGTH,
        *GENERAL_TRAITS,
        "Jump Up",
    }
    assert set(offered(a_player("Ogre"), pips, pips)) == {
        *GENERAL,
        *AGILITY,
        *PASSING,
        *less(STRENGTH, "Mighty Blow"),
        "Stand Firm",
    }


def test_physical_traits_come_on_a_double_and_to_those_who_may_have_them() -> None:
    beastman = a_player("Beastman", "Chaos")
    assert set(offered(beastman, 3, 4)) == {*GENERAL, *STRENGTH}
    assert set(PHYSICAL) - set(offered(beastman, 3, 3)) == {"Horns"}
    assert set(PHYSICAL) & set(offered(a_player("Minotaur", "Chaos"), 3, 3)) == less(
        PHYSICAL, "Horns", "Thick Skull"
    )
    for position, race in (("Lineman", "Human"), ("Troll", "Chaos"), ("Ogre", "Chaos")):
        assert set(PHYSICAL) & set(offered(a_player(position, race), 3, 3)) == set()


def test_nobody_is_offered_a_racial_characteristic() -> None:
    racial = {skill.name for skill in LRB4.skills.values() if skill.kind == "racial"}
    for race in LRB4.races.values():
        for position in race.positions:
            if position.price is not None:
                assert racial & set(offered(a_player(position.name, race.name), 2, 2)) == set()


def test_without_a_skill_left_a_normal_roll_is_a_double() -> None:
    learned = a_player(skills=GENERAL)
    assert set(offered(learned, 3, 4)) == {*AGILITY, *PASSING, *STRENGTH, *GENERAL_TRAITS}
    assert offered(learned, 4, 6)[0] == "+ma"


def test_with_nothing_left_the_roll_is_spent() -> None:
    learned = a_player(skills=(*GENERAL, *GENERAL_TRAITS, *AGILITY, *PASSING, *STRENGTH))
    assert offered(learned, 3, 4) == ("nothing",)
    assert offered(learned, 4, 6) == ("+ma",)
    events = improved(learned, rolled("improve.roll", 3, 4), picked("nothing"), rolled("ageing", 6, 6))
    assert events == (Advanced(1, "", "nothing"),)
    after = evolve(learned, *events).player(1)
    assert (after.advances, after.gained, after.skills) == (1, (), learned.player(1).skills)


# --- characteristics --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "gain", "stats"),
    [((4, 6), "+ma", (7, 3, 3, 8)), ((5, 6), "+ag", (6, 3, 4, 8)), ((6, 6), "+st", (6, 4, 3, 8))],
)
def test_a_characteristic_rises_by_one(
    dice: tuple[int, int], gain: str, stats: tuple[int, int, int, int]
) -> None:
    roster = a_player()
    events = improved(roster, rolled("improve.roll", *dice), picked(gain), rolled("ageing", 6, 6))
    assert events == (Advanced(1, gain[1:], "stat"),)
    assert evolve(roster, *events).player(1).stats == stats


def test_a_characteristic_rises_by_two_at_most_and_a_lost_point_may_come_back() -> None:
    assert "+ma" in offered(a_player(stats=(7, 3, 3, 8)), 4, 6)
    assert "+ma" not in offered(a_player(stats=(8, 3, 3, 8)), 4, 6)
    assert offered(a_player(stats=(8, 3, 3, 8)), 4, 6) == GENERAL
    # Raised twice and hurt once: the point may be gained again.
    hurt = evolve(a_player(stats=(8, 3, 3, 8)), Injured(1, "Smashed Hip", "ma"))
    assert "+ma" in offered(hurt, 4, 6)


def test_a_house_rule_may_set_another_limit() -> None:
    house = edition("lrb4", {"injuries/limits/max_gain": 1})
    assert "+ma" not in offered(a_player(stats=(7, 3, 3, 8)), 4, 6, rules=house)


# --- age --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "made", "target"),
    [(6, 0, 3), (16, 1, 4), (31, 2, 5), (51, 3, 6), (76, 4, 7), (126, 5, 8), (176, 6, 9), (176, 0, 3)],
)
def test_a_roll_below_the_number_of_the_level_ages(points: int, made: int, target: int) -> None:
    """The level that the roll is for counts, not the one that the points have reached since."""
    roster = a_player(spp=points, advances=made)

    def dice(total: int) -> tuple[int, int]:
        return (max(1, total - 6), min(6, total - 1))

    assert aged(roster, dice(target)) == ()
    assert aged(roster, dice(target - 1), 1, 1) == (Injured(1, "Ageing", "niggling", True, False),)


@pytest.mark.parametrize(
    ("dice", "effect", "stats", "niggling"),
    [
        ((1, 1), "niggling", (6, 3, 3, 8), 1),
        ((4, 4), "niggling", (6, 3, 3, 8), 1),
        ((3, 6), "av", (6, 3, 3, 7), 0),
        ((4, 6), "ma", (5, 3, 3, 8), 0),
        ((5, 6), "ag", (6, 3, 2, 8), 0),
        ((6, 6), "st", (6, 2, 3, 8), 0),
    ],
)
def test_the_results_of_age(
    dice: tuple[int, int], effect: str, stats: tuple[int, int, int, int], niggling: int
) -> None:
    roster = a_player()
    events = improved(
        roster,
        rolled("improve.roll", 3, 5),
        picked("Block"),
        rolled("ageing", 1, 1),
        rolled("ageing.result", *dice),
    )
    assert events[1:] == (Injured(1, "Ageing", effect, True, False),)  # type: ignore[arg-type]
    player = evolve(roster, *events).player(1)
    assert (player.stats, player.niggling, player.injuries) == (stats, niggling, ("Ageing",))
    assert not player.misses_next


def test_age_takes_no_third_point_and_none_below_one() -> None:
    twice = a_player(stats=(4, 3, 3, 8))
    assert aged(twice, (1, 1), 4, 6) == (Injured(1, "Ageing", "ma", False, False),)
    assert aged(a_player(stats=(5, 3, 3, 8)), (1, 1), 4, 6) == (Injured(1, "Ageing", "ma", True, False),)
    troll = a_player("Troll", "Orc")
    assert troll.player(1).stats[2] == 1
    (found,) = aged(troll, (1, 1), 5, 6, gain="Guard")
    assert not found.applied


def test_a_point_that_was_just_gained_may_be_lost_to_age() -> None:
    roster = a_player(stats=(4, 3, 3, 8))
    answers = (
        rolled("improve.roll", 4, 6),
        picked("+ma"),
        rolled("ageing", 1, 1),
        rolled("ageing.result", 4, 6),
    )
    events = improved(roster, *answers)
    assert events == (Advanced(1, "ma", "stat"), Injured(1, "Ageing", "ma", True, False))
    assert evolve(roster, *events).player(1).stats == (4, 3, 3, 8)


# --- answers that do not fit ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "place", "sentence"),
    [
        (
            [rolled("improve.roll", 7, 1)],
            1,
            "Answer 1, the 2D6 for the star player roll of Griff, does not hold: a D6 cannot show 7.",
        ),
        (
            [rolled("improve.roll", 4)],
            1,
            "Answer 1, the 2D6 for the star player roll of Griff, does not hold: 2D6 takes 2 dice, not 1.",
        ),
        (
            [Rolled("improve.roll", "home", (3, 4), 2)],
            1,
            "Answer 1, the 2D6 for the star player roll of Griff, does not hold: the roll is for another player.",
        ),
        (
            [picked("Block")],
            1,
            "Answer 1 should be the 2D6 for the star player roll of Griff, "
            "but it is the choice 'Block' for improve.pick.",
        ),
        (
            [rolled("improve.roll", 3, 4), picked("Guard")],
            2,
            "Answer 2, the choice of what Griff gains, does not hold: 'Guard' is not among the options.",
        ),
        (
            [rolled("improve.roll", 3, 4), rolled("ageing", 3, 4)],
            2,
            "Answer 2 should be the choice of what Griff gains, but it is a roll of 3 4 for ageing.",
        ),
        (
            [
                rolled("improve.roll", 3, 4),
                picked("Block"),
                rolled("ageing", 3, 4),
                rolled("ageing.result", 1, 1),
            ],
            4,
            "Answer 4 comes after the last question: it is a roll of 1 1 for ageing.result.",
        ),
    ],
)
def test_a_wrong_answer_is_told_in_a_sentence(
    answers: list[Rolled | Chosen], place: int, sentence: str
) -> None:
    driven = improving(a_player(), *answers)
    assert (driven.waiting_for, driven.events) == (None, None)
    assert driven.problem is not None
    assert (driven.problem.message, driven.problem.entry) == (sentence, place)


def test_a_problem_names_the_page_of_the_rules() -> None:
    driven = improving(a_player(), picked("Block"))
    assert driven.problem is not None
    assert driven.problem.rule == LRB4.prompt("improve.roll").rule


def test_an_act_without_a_player_is_told_about_as_well() -> None:
    def prize() -> Script[tuple[RosterEvent, ...]]:
        if (yield Roll("home", D6, "prize.gold")) == 1:
            raise Refusal("There is no prize today.")
        yield Report(("touchdown",))
        return ()

    def told(*answers: Rolled | Chosen) -> str:
        problem = drive(prize(), answers, LRB4, Roster()).problem
        assert problem is not None
        return problem.message

    assert told(Chosen("prize.gold", "home", "all")) == (
        "Answer 1 should be the D6 for prize gold, but it is the choice 'all' for prize.gold."
    )
    assert told(Rolled("prize.gold", "home", (1,))) == "Answer 1: There is no prize today."
    assert told(Rolled("prize.gold", "home", (2,)), Rolled("prize.gold", "home", (2,))) == (
        "Answer 2 should be a report of what happened next, but it is a roll of 2 for prize.gold."
    )


# --- by chance --------------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(race=st.sampled_from(sorted(LRB4.races)), seed=st.integers(0, 10**6), points=st.integers(6, 300))
def test_whatever_is_rolled_a_player_stays_within_the_limits(race: str, seed: int, points: int) -> None:
    rng = random.Random(seed)
    position = rng.choice([one for one in LRB4.races[race].positions if one.price is not None])
    roster = a_player(position.name, race, points)
    while LRB4.rules.improvements_owed(points, roster.player(1).advances):
        answers: list[Rolled | Chosen] = []
        while (question := improving(roster, *answers).waiting_for) is not None:
            if isinstance(question, Choose):
                answers.append(picked(rng.choice(question.options)))
            else:
                answers.append(rolled(question.key, rng.randint(1, 6), rng.randint(1, 6)))
        events = improved(roster, *answers)
        assert decode_events(encode_events(events)) == events
        roster = evolve(roster, *events)
    player = roster.player(1)
    assert player.advances == LRB4.rules.improvements_owed(points, 0)
    assert len(set(player.skills)) == len(player.skills)
    assert player.skills == position.skills + player.gained
    for name, start, today in zip(STAT_NAMES, player.start, player.stats, strict=True):
        assert max(1, start - 2) <= today <= start + 2, name
