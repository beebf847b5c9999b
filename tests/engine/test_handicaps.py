"""The handicap table: every one of its eighteen results, at once and for this match.

The Reavers (away) are the weaker side; what a result does is told of their match against Gouged Eye.
"""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import msgspec
import pytest

from engine.describe import describe_entry
from engine.dice import D66, TWO_D6, Dice
from engine.editions import edition
from engine.editions.lrb4.tables import Handicap
from engine.match import facts
from engine.match.entries import Entry, HalfTime, SendingOff
from engine.match.narrative import narrate
from engine.questions import Choose, Roll, Side
from engine.random_teams import random_roster
from engine.replay import Replay, SheetPlayer, replay
from engine.roster import Advanced, Injured, SppGained, evolve
from tests.engine.builders import (
    AFTER,
    BEFORE,
    END,
    a_log,
    a_match,
    choose,
    completion,
    events_of,
    facts_of,
    fault,
    humans,
    hurt,
    interception,
    lineup,
    mvp,
    orcs,
    roll,
    sent_off,
    so_far,
    touchdown,
    treatment,
)

LRB4 = edition("lrb4")
DICE: dict[str, tuple[int, int]] = {
    row.effect: divmod(row.roll.low or 0, 10) for row in LRB4.rules.book.match.handicaps
}
OWN = tuple(str(number) for number in range(1, 13))


def given(effect: str) -> Entry:
    """The roll that gives the Reavers this result."""
    return roll("handicap", "away", *DICE[effect])


def pick(effect: str, number: int, what: str = "player") -> Entry:
    return choose(f"handicap.{effect}.{what}", "away", str(number))


def drawn(effect: str, *places: int, what: str = "player") -> list[Entry]:
    return [roll(f"handicap.{effect}.{what}", "away", place) for place in places]


def helped(effect: str, *more: Any, **log: Any) -> dict[str, Any]:
    """The log of a match in which the Reavers have this result, and nothing else."""
    before = list(BEFORE)
    for one in (given(effect), *more):
        before += one if isinstance(one, list) else [one]
    return {"before": before, "home": orcs(strength=111), "away": humans()} | log


def after_it(effect: str, *more: Any, **log: Any) -> Replay:
    """The match so far, which must now go on to the kick-off."""
    found = so_far(**helped(effect, *more, **log))
    assert found.waiting_for.key == "play"
    return found


def player(found: Replay, side: Side, number: int) -> SheetPlayer:
    return next(one for one in found.sheets[side].players if one.number == number)


def effect_of(found: Replay) -> facts.HandicapEffect:
    (one,) = facts_of(found, facts.HandicapEffect)
    assert isinstance(one, facts.HandicapEffect)
    return one


# how many, and for whom


def test_the_table_has_eighteen_results() -> None:
    assert set(DICE) == set(get_args(Handicap))
    assert len(DICE) == 18


def test_who_holds_the_chaos_cup_rolls_once_in_every_match() -> None:
    stronger = {"home": orcs(strength=150, trophies=("Chaos Cup",)), "away": humans(strength=139)}
    assert so_far(**stronger).waiting_for == Roll("home", D66, "handicap")
    dice = [roll("handicap", "home", 3, 3), roll("handicap", "away", 3, 5)]
    found = so_far(before=(*BEFORE, *dice), **stronger)
    assert facts_of(found, facts.Handicap) == [
        facts.Handicap("home", "Smelling Salts", trophy="Chaos Cup"),
        facts.Handicap("away", "Palmed Coin"),
    ]
    assert found.waiting_for.key == "play"


def test_the_roll_for_the_cup_comes_on_top_and_before_the_choice() -> None:
    results = ("virus", "palmed_coin", "bad_press", "extra_training", "smelling_salts")
    found = so_far(
        before=(*BEFORE, *[given(one) for one in results]),
        home=orcs(strength=201),
        away=humans(trophies=("Chaos Cup", "Dungeonbowl")),
    )
    assert found.waiting_for.key == "handicap.choice"
    assert facts_of(found, facts.Handicap)[-1].trophy == "Chaos Cup"


def test_both_sides_may_have_the_same_result() -> None:
    cup = {"home": orcs(trophies=("Chaos Cup",)), "away": humans(strength=80)}
    dice = [roll("handicap", "home", 1, 1), roll("handicap", "away", 1, 1)]
    found = so_far(before=(*BEFORE, *dice), **cup)
    assert [found.sheets[side].rerolls for side in ("home", "away")] == [(1, 1), (1, 1)]


def test_a_result_is_applied_before_the_next_roll() -> None:
    log = helped("it_wasnt_me", drawn("it_wasnt_me", 3), given("iron_man"), home=orcs(strength=130))
    assert so_far(**log).waiting_for == Roll("away", Dice(1, 12), "handicap.iron_man.player")
    log = helped("it_wasnt_me", drawn("it_wasnt_me", 3), given("duh_where_am_i"), home=orcs(strength=130))
    assert so_far(**log).waiting_for == Roll("away", Dice(1, 11), "handicap.duh_where_am_i.player")


def test_the_sheet_names_what_a_side_has() -> None:
    found = after_it("palmed_coin")
    assert (found.sheets["away"].handicaps, found.sheets["home"].handicaps) == (("palmed_coin",), ())


def test_every_result_is_told() -> None:
    log = a_log(**helped("virus", home=orcs(strength=111, niggling={4: 1})), after=None)
    told = [sentence.text for sentence in narrate(log, replay(log).facts)]
    assert told[-2:] == [
        "Reavers are the underdogs and get help: Virus.",
        "Gouged Eye 4 of Gouged Eye caught a virus and cannot play in this match.",
    ]


def test_a_choice_of_a_player_is_written_with_his_name() -> None:
    log = a_log(**helped("that_boys_got_talent", home=orcs(strength=130)), after=None)
    position = choose("handicap.that_boys_got_talent.position", "away", "Thrower")
    log = msgspec.structs.replace(log, entries=(*log.entries, position, given("knuckledusters")))
    shown = replay(log).facts
    assert describe_entry(log, pick("knuckledusters", 13), LRB4, shown) == (
        "Knuckledusters: who wears them: Talented Thrower (number 13) (Reavers)."
    )
    taken = choose("handicap.illegal_drugs.stat", "away", "+st", player=13)
    assert "strength +1 (Reavers, Talented Thrower (number 13, Reavers))." in describe_entry(
        log, taken, LRB4, shown
    )


# the results, in the order of the table


def test_extra_training_is_a_reroll_more_in_each_half() -> None:
    found = after_it("extra_training", away=humans(rerolls=2))
    assert (found.sheets["away"].rerolls, found.sheets["home"].rerolls) == ((3, 3), (0, 0))
    assert effect_of(found) == facts.HandicapEffect("away", "extra_training", "away", before=2, after=3)


def test_intensive_training_offers_the_skills_of_a_normal_roll() -> None:
    away = humans(positions={5: "Catcher"}, skills={5: ("Catch", "Dodge"), 6: ("Block",)})
    catcher = so_far(**helped("intensive_training", pick("intensive_training", 5), away=away)).waiting_for
    assert isinstance(catcher, Choose)
    assert (catcher.key, catcher.player) == ("handicap.intensive_training.skill", 5)
    assert {"Block", "Leap"} <= set(catcher.options)
    assert not {"Catch", "Dodge", "Guard", "Pass", "Jump Up"} & set(catcher.options)
    lineman = so_far(**helped("intensive_training", pick("intensive_training", 6), away=away)).waiting_for
    assert isinstance(lineman, Choose)
    assert "Block" not in lineman.options
    assert {LRB4.skills[name].category for name in lineman.options} == {"General"}
    skill = choose("handicap.intensive_training.skill", "away", "Block", player=5)
    found = after_it("intensive_training", pick("intensive_training", 5), skill, away=away)
    assert player(found, "away", 5).skills == ("Catch", "Dodge", "Block")
    assert player(found, "away", 5).changed


def test_a_trained_skill_is_gone_after_the_match() -> None:
    skill = choose("handicap.intensive_training.skill", "away", "Block", player=5)
    found = a_match(**helped("intensive_training", pick("intensive_training", 5), skill))
    assert not events_of(found, "away", Advanced)


def inspired(*more: Any, spp: int = 0, **log: Any) -> dict[str, Any]:
    away = humans(spp={5: spp}, **log.pop("traits", {}))
    return helped("inspiration", pick("inspiration", 5), *more, away=away, **log)


def test_inspiration_is_an_award_of_five_points_at_once() -> None:
    asked = so_far(**helped("inspiration")).waiting_for
    assert asked == Choose("away", "handicap.inspiration.player", OWN, about="player")
    found = a_match(**inspired())
    assert events_of(found, "away", SppGained)[0] == SppGained(205, "mvp", 1, 5)
    assert effect_of(found).players == (5,)


def test_who_was_inspired_cannot_have_the_award_of_the_match_as_well() -> None:
    waiting = so_far(END, *AFTER[:3], **inspired()).waiting_for
    assert waiting == Roll("away", Dice(1, 11), "mvp")
    found = a_match(**inspired(), after=(END, *AFTER[:3], mvp("away", 5), *AFTER[4:]))
    assert facts_of(found, facts.Mvp)[-1].player == 6


def test_a_new_level_brings_its_star_player_roll_at_once() -> None:
    first = so_far(**inspired(spp=1)).waiting_for
    assert first == Roll("away", TWO_D6, "improve.roll", 5)
    dice: list[Entry] = [roll("improve.roll", "away", 3, 5, player=5)]
    options = so_far(**inspired(*dice, spp=1)).waiting_for
    assert isinstance(options, Choose)
    assert (options.key, options.player) == ("improve.pick", 5)
    dice += [choose("improve.pick", "away", "Block", player=5)]
    assert so_far(**inspired(*dice, spp=1)).waiting_for == Roll("away", TWO_D6, "ageing", 5)
    dice += [roll("ageing", "away", 2, 1, player=5)]
    found = so_far(**inspired(*dice, spp=1))
    assert found.waiting_for.key == "play"
    assert player(found, "away", 5).skills == ("Block",)
    assert not player(found, "away", 5).changed
    assert facts_of(found, facts.Improved) == [facts.Improved("away", 5, "Block", "skill")]


def test_he_ages_as_after_any_star_player_roll_and_feels_it_at_once() -> None:
    dice = [
        roll("improve.roll", "away", 3, 5, player=5),
        choose("improve.pick", "away", "Block", player=5),
        roll("ageing", "away", 1, 1, player=5),
        roll("ageing.result", "away", 4, 4, player=5),
    ]
    found = so_far(**inspired(*dice, spp=1))
    assert found.waiting_for == Roll("away", Dice(1, 6), "niggling", 5)
    assert facts_of(found, facts.Aged) == [facts.Aged("away", 5, "niggling")]
    whole = a_match(**inspired(*dice, roll("niggling", "away", 2, player=5), spp=1))
    assert events_of(whole, "away", Injured) == [Injured(205, "Ageing", "niggling", True, misses_next=False)]
    assert events_of(whole, "away", Advanced) == [Advanced(205, "Block", "skill")]


def test_who_is_owed_a_roll_already_ages_by_the_number_of_the_level_he_reaches() -> None:
    """A 3 is below the number of the second level, though not of the first, which he put off."""
    dice = [
        roll("improve.roll", "away", 3, 5, player=5),
        choose("improve.pick", "away", "Block", player=5),
        roll("ageing", "away", 1, 2, player=5),
    ]
    assert so_far(**inspired(*dice, spp=14)).waiting_for == Roll("away", TWO_D6, "ageing.result", 5)


def test_a_point_of_a_characteristic_counts_in_this_match() -> None:
    dice = [
        roll("improve.roll", "away", 6, 5, player=5),
        choose("improve.pick", "away", "+ag", player=5),
        roll("ageing", "away", 6, 6, player=5),
    ]
    found = so_far(**inspired(*dice, spp=1))
    assert player(found, "away", 5).stats == (6, 3, 4, 8)


def test_no_new_level_no_roll() -> None:
    for spp in (0, 6, 10, 16, 25, 176):
        assert so_far(**inspired(spp=spp)).waiting_for.key == "play"
    for spp in (1, 5, 11, 26, 46, 71, 121, 171):
        assert so_far(**inspired(spp=spp)).waiting_for.key == "improve.roll"


def test_later_levels_age_by_their_own_number() -> None:
    dice = [
        roll("improve.roll", "away", 3, 5, player=5),
        choose("improve.pick", "away", "Block", player=5),
        roll("ageing", "away", 2, 1, player=5),
    ]
    assert so_far(**inspired(*dice, spp=11)).waiting_for.key == "ageing.result"


def test_a_hired_player_cannot_be_inspired() -> None:
    before = [choose("hire", "away", "Morg 'n' Thorg"), *BEFORE, given("inspiration")]
    asked = so_far(before=before, home=orcs(strength=111), away=humans(treasury=100_000)).waiting_for
    assert isinstance(asked, Choose)
    assert asked.options == OWN


def test_i_am_the_greatest_keeps_two_opponents_apart() -> None:
    log = helped("i_am_the_greatest", drawn("i_am_the_greatest", 3, 7))
    first = so_far(**helped("i_am_the_greatest")).waiting_for
    assert first == Roll("away", Dice(1, 12), "handicap.i_am_the_greatest.player")
    second = so_far(**helped("i_am_the_greatest", drawn("i_am_the_greatest", 3))).waiting_for
    assert second == Roll("away", Dice(1, 11), "handicap.i_am_the_greatest.player")
    assert effect_of(so_far(**log)).players == (3, 8)
    so_far(lineup("home", 1, 2, 3), lineup("home", 1, 8, turn=2), lineup("away", 3, 8, turn=2), **log)
    assert fault(lineup("home", 1, 3, 8), **log) == (
        "Entry 6: Gouged Eye 3 (number 3) and Gouged Eye 8 (number 8) of Gouged Eye will not stand on the pitch "
        "together in this match: leave one of them out."
    )


@pytest.mark.parametrize(("fans", "left"), [(9, 5), (8, 4), (1, 1)])
def test_bad_press_halves_the_fan_factor_rounded_up(fans: int, left: int) -> None:
    dice = [BEFORE[0], roll("gate", "home", *[1] * (fans + 3))]
    log: dict[str, Any] = {"before": [*dice, given("bad_press")], "home": orcs(strength=111, fan_factor=fans)}
    found = so_far(**log)
    assert (found.sheets["home"].fan_factor, found.sheets["away"].fan_factor) == (left, 3)
    assert facts_of(found, facts.Gate) == [facts.Gate(1_000 * (fans + 3))]


def test_bad_press_is_over_after_the_match() -> None:
    found = a_match(**helped("bad_press"))
    assert facts_of(found, facts.FanFactor)[0].before == 3


@pytest.mark.parametrize(("stat", "stats"), [("+st", (6, 4, 3, 8)), ("+ag", (6, 3, 4, 8))])
def test_illegal_drugs_add_strength_or_agility(stat: str, stats: tuple[int, ...]) -> None:
    asked = so_far(**helped("illegal_drugs", pick("illegal_drugs", 5))).waiting_for
    assert isinstance(asked, Choose)
    assert asked.options == ("+st", "+ag")
    taken = choose("handicap.illegal_drugs.stat", "away", stat, player=5)
    found = after_it("illegal_drugs", pick("illegal_drugs", 5), taken)
    assert player(found, "away", 5).stats == stats


def test_morleys_revenge_takes_d3_opponents() -> None:
    assert so_far(**helped("morleys_revenge")).waiting_for == Roll(
        "away", Dice(1, 3), "handicap.morleys_revenge.count"
    )
    count = drawn("morleys_revenge", 3, what="count")
    found = after_it("morleys_revenge", count, drawn("morleys_revenge", 1, 1, 1))
    assert effect_of(found).players == (1, 2, 3)
    alone = after_it(
        "morleys_revenge", drawn("morleys_revenge", 1, what="count"), drawn("morleys_revenge", 12)
    )
    assert effect_of(alone).players == (12,)


@pytest.mark.parametrize("effect", ["smelling_salts", "palmed_coin"])
def test_what_is_between_the_coaches_is_recorded(effect: str) -> None:
    assert effect_of(after_it(effect)) == facts.HandicapEffect("away", effect, "away")


@pytest.mark.parametrize(("rerolls", "left"), [(5, 2), (4, 2), (1, 0), (0, 0)])
def test_doom_and_gloom_halves_the_rerolls_of_the_first_half_rounded_down(rerolls: int, left: int) -> None:
    found = after_it("doom_and_gloom", home=orcs(strength=111, rerolls=rerolls))
    assert found.sheets["home"].rerolls == (left, rerolls)


def test_it_wasnt_me_takes_an_opponent_out_of_the_match() -> None:
    log = helped("it_wasnt_me", drawn("it_wasnt_me", 3))
    assert "he misses this match" in fault(completion("home", 3), **log)
    found = so_far(END, *AFTER[:2], **log)
    assert found.waiting_for == Roll("home", Dice(1, 11), "mvp")
    whole = a_match(**log)
    assert 103 not in whole.outcome.home_events[0].played
    assert not [event for event in whole.outcome.home_events if type(event).__name__ == "MissServed"]


def test_a_talented_fan_plays_for_nothing_as_a_seventeenth_too() -> None:
    away = humans(size=16)
    asked = so_far(**helped("that_boys_got_talent", away=away)).waiting_for
    assert isinstance(asked, Choose)
    assert asked.options == ("Lineman", "Catcher", "Thrower", "Blitzer", "Ogre")
    chosen = choose("handicap.that_boys_got_talent.position", "away", "Thrower")
    log = helped("that_boys_got_talent", chosen, away=away)
    found = so_far(touchdown("away", 17), **log)
    assert facts_of(found, facts.Hired)[0].how == "talent"
    assert (player(found, "away", 17).position, found.score) == ("Thrower", (0, 1))
    whole = a_match(touchdown("away", 17), **log)
    assert all(getattr(event, "player", 1) > 0 for event in whole.outcome.away_events)
    assert [event.source for event in events_of(whole, "away", SppGained)] == ["mvp"]


def test_duh_where_am_i_makes_an_opponent_a_bone_head() -> None:
    found = after_it("duh_where_am_i", drawn("duh_where_am_i", 2))
    assert player(found, "home", 2).skills == ("Bone Head",)


def test_a_bribed_referee_overlooks_the_first_penalty_alone() -> None:
    log = helped("bribe_the_ref")
    off = sent_off("away", 4)
    found = so_far(off, completion("away", 4), **log)
    assert facts_of(found, facts.SendingOff)[0].forgiven
    twice = so_far(off, sent_off("away", 5), sent_off("home", 5), **log)
    assert [fact.forgiven for fact in facts_of(twice, facts.SendingOff)] == [True, False, False]
    assert (4 in twice.available["away"], 5 in twice.available["away"]) == (True, False)
    weapon = SendingOff(1, 1, "away", 4, "secret_weapon")
    assert 4 in so_far(weapon, **log).available["away"]


def test_knuckledusters_are_a_mighty_blow() -> None:
    away = humans(skills={1: ("Mighty Blow",)})
    asked = so_far(**helped("knuckledusters", away=away)).waiting_for
    assert isinstance(asked, Choose)
    assert asked.options == OWN[1:]
    found = after_it("knuckledusters", pick("knuckledusters", 2), away=away)
    assert player(found, "away", 2).skills == ("Mighty Blow",)


def test_a_virus_keeps_all_opponents_with_niggling_injuries_out() -> None:
    home = orcs(strength=111, niggling={4: 1, 9: 2}, apothecary=1)
    away = humans(niggling={5: 1})
    found = so_far(**helped("virus", home=home, away=away))
    assert found.waiting_for == Roll("away", Dice(1, 6), "niggling", 5)
    assert effect_of(found) == facts.HandicapEffect("away", "virus", "home", (4, 9))
    assert not {4, 9} & set(found.available["home"])


def test_an_iron_man_is_never_hurt() -> None:
    log = helped("iron_man", drawn("iron_man", 6))
    assert effect_of(so_far(**log)).players == (6,)
    so_far(hurt("home", 6, 6, die=1), **log)
    assert fault(hurt("away", 6, 1), **log) == (
        "Entry 5: Reavers 6 (number 6, Reavers) is made of iron in this match: he can be stunned, but not hurt."
    )
    assert "made of iron" in fault(hurt("away", 6, cause="crowd"), **log)


def test_a_stunned_iron_man_may_be_tended() -> None:
    log = helped("iron_man", drawn("iron_man", 6), away=humans(apothecary=1))
    assert so_far(treatment("away", 6), **log).waiting_for.key == "apothecary.heal"


def test_who_had_the_coffee_drops_every_ball() -> None:
    log = helped("buzzing", pick("buzzing", 7))
    found = so_far(**log)
    assert player(found, "away", 7).skills == ("Jump Up", "Frenzy")
    assert fault(interception("away", 7), **log) == (
        "Entry 5: Reavers 7 (number 7, Reavers) drops every ball in this match and cannot intercept a pass."
    )
    so_far(interception("home", 7), interception("away", 8), **log)


# nobody there


@pytest.mark.parametrize(
    "effect", ["intensive_training", "inspiration", "illegal_drugs", "knuckledusters", "iron_man", "buzzing"]
)
def test_a_side_without_players_has_nothing_of_it(effect: str) -> None:
    found = after_it(effect, away=humans(misses=set(range(1, 13))))
    assert effect_of(found) == facts.HandicapEffect("away", effect, "away", any=False)


@pytest.mark.parametrize("effect", ["i_am_the_greatest", "it_wasnt_me", "duh_where_am_i", "virus"])
def test_opponents_who_are_not_there_cannot_be_befallen(effect: str) -> None:
    found = after_it(effect, home=orcs(strength=111, misses=set(range(1, 13))))
    assert effect_of(found) == facts.HandicapEffect("away", effect, "home", any=False)


def test_one_opponent_alone_is_not_rolled_for() -> None:
    home = orcs(strength=111, misses=set(range(2, 13)))
    assert 1 not in after_it("it_wasnt_me", home=home).available["home"]
    together = after_it("i_am_the_greatest", home=home)
    assert effect_of(together) == facts.HandicapEffect("away", "i_am_the_greatest", "home", (1,), any=False)


def test_what_is_for_the_match_alone_never_reaches_the_roster() -> None:
    """Everything at once, but for Inspiration."""
    log = {
        "before": [
            *BEFORE,
            given("intensive_training"),
            pick("intensive_training", 1),
            choose("handicap.intensive_training.skill", "away", "Block", player=1),
            given("illegal_drugs"),
            pick("illegal_drugs", 1),
            choose("handicap.illegal_drugs.stat", "away", "+st", player=1),
            given("that_boys_got_talent"),
            choose("handicap.that_boys_got_talent.position", "away", "Ogre"),
            given("buzzing"),
            pick("buzzing", 1),
            choose("handicap.choice", "away", "Extra Training"),
        ],
        "home": orcs(strength=201),
        "after": (END, *AFTER[:3], mvp("away", 1), *AFTER[4:]),
    }
    found = a_match(HalfTime(), **log)
    assert {type(event).__name__ for event in found.outcome.away_events} == {
        "GoldChanged",
        "MatchPlayed",
        "SppGained",
    }


def test_a_roster_takes_an_inspired_match() -> None:
    roster = random_roster(LRB4, "Human", Random(1))
    field = LRB4.rules.take_the_field(roster)
    first = roster.active[0]
    log = helped("inspiration", pick("inspiration", first.number), away=field)
    log["home"] = orcs(strength=field.strength + 11)
    log["before"][1] = roll("gate", "home", *[1] * (3 + field.fan_factor))
    found = a_match(**log, after=(END, *AFTER[:3], mvp("away", 1), *AFTER[4:]))
    after = evolve(roster, *found.outcome.away_events)
    assert after.player(first.id).spp == 5
    assert after.player(first.id).mvps == 1
