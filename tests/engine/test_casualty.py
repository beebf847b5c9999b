"""A casualty: its dice, who may save the player, what stays, and who earns points for it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice import D6, D66
from engine.match import facts
from engine.match.entries import Cause
from engine.questions import Choose, Roll
from engine.roster import Departed, Injured, SppGained
from tests.engine.builders import (
    a_match,
    choose,
    completion,
    events_of,
    facts_of,
    fault,
    humans,
    hurt,
    orcs,
    roll,
    sent_off,
    so_far,
    touchdown,
    treatment,
)

DOCTORED = orcs(apothecary=1)


def the_casualty(*played: Any, **log: Any) -> facts.Casualty:
    (found,) = facts_of(so_far(*played, **log), facts.Casualty)
    return found


def yes(player: int, die: int) -> list[Any]:
    return [
        choose("apothecary", "home", "yes", player=player),
        roll("apothecary.heal", "home", die, player=player),
    ]


def test_the_opponent_of_the_victim_rolls_for_it() -> None:
    assert so_far(hurt("home", 4, 5)).waiting_for == Roll("away", D6, "casualty", 4)
    assert so_far(hurt("away", 4, 5)).waiting_for == Roll("home", D6, "casualty", 4)
    assert so_far(hurt("home", 4, 5, die=4)).waiting_for == Roll("away", D66, "serious_injury", 4)


@pytest.mark.parametrize(
    ("die", "severity"), [(1, "badly_hurt"), (3, "badly_hurt"), (4, "serious"), (5, "serious"), (6, "dead")]
)
def test_the_casualty_table(die: int, severity: str) -> None:
    found = the_casualty(hurt("home", 4, 5, die=die, serious=(1, 1) if severity == "serious" else None))
    assert (found.severity, found.outcome) == (severity, severity)


def test_a_badly_hurt_player_is_out_of_this_match_and_fit_for_the_next() -> None:
    found = a_match(hurt("home", 4, 5, die=1))
    assert 4 not in found.available["home"]
    assert events_of(found, "home", Injured) == []


def test_a_serious_injury_costs_the_next_match() -> None:
    found = a_match(hurt("home", 4, 5, die=5, serious=(1, 1)))
    assert events_of(found, "home", Injured) == [Injured(104, "Concussion", "miss")]


@pytest.mark.parametrize(
    ("dice", "name", "effect"),
    [
        ((3, 6), "Fractured Arm", "miss"),
        ((4, 1), "Fractured Leg", "niggling"),
        ((5, 6), "Pinched Nerve", "niggling"),
        ((6, 1), "Smashed Hip", "ma"),
        ((6, 3), "Smashed Collar Bone", "st"),
        ((6, 4), "Broken Neck", "ag"),
        ((6, 6), "Fractured Skull", "av"),
    ],
)
def test_what_stays_of_a_serious_injury(dice: tuple[int, int], name: str, effect: Any) -> None:
    found = a_match(hurt("home", 4, 5, die=4, serious=dice))
    assert events_of(found, "home", Injured) == [Injured(104, name, effect)]


@pytest.mark.parametrize(
    ("stats", "applied"),
    [
        ((6, 3, 3, 8), True),
        ((6, 2, 3, 8), True),
        ((6, 1, 3, 8), False),  # two points lost already, and the least there is
        ((6, 5, 3, 8), True),
    ],
)
def test_a_point_of_strength_that_can_and_that_cannot_fall(
    stats: tuple[int, int, int, int], applied: bool
) -> None:
    team = orcs(stats={4: stats})
    found = a_match(hurt("home", 4, 5, die=4, serious=(6, 3)), home=team)
    assert events_of(found, "home", Injured) == [Injured(104, "Smashed Collar Bone", "st", applied)]
    assert events_of(found, "home", Injured)[0].misses_next
    assert facts_of(found, facts.Casualty)[0].applied is applied


def test_no_characteristic_falls_more_than_two_below_its_start() -> None:
    team = orcs(stats={4: (4, 3, 3, 8), 5: (5, 3, 3, 8)})
    found = a_match(
        hurt("home", 4, 1, die=4, serious=(6, 1)), hurt("home", 5, 1, die=4, serious=(6, 2)), home=team
    )
    assert [event.applied for event in events_of(found, "home", Injured)] == [False, True]


def test_a_dead_player_leaves_with_his_story_and_without_an_injury() -> None:
    found = a_match(hurt("home", 4, 5, die=6))
    assert events_of(found, "home", Departed) == [
        Departed(104, "dead", "killed by a block from Reavers 5 (Reavers)")
    ]
    assert events_of(found, "home", Injured) == []


def test_how_else_a_player_may_die() -> None:
    def fate(cause: Cause, causer: int | None = None) -> str:
        (gone,) = events_of(a_match(hurt("home", 4, causer, cause, die=6)), "home", Departed)
        return str(gone.fate)

    assert fate("dodge") == "killed by a failed dodge"
    assert fate("crowd", 5) == "killed by the crowd from Reavers 5 (Reavers)"
    assert fate("other") == "killed"


# who earns points


def test_a_block_earns_its_causer_points_and_a_kill_is_one_casualty() -> None:
    found = a_match(hurt("home", 4, 5, die=6))
    assert SppGained(205, "casualty", 1, 2) in events_of(found, "away", SppGained)
    assert (found.outcome.home_casualties, found.outcome.away_casualties) == (0, 1)


@pytest.mark.parametrize("cause", ["foul", "crowd", "secret_weapon", "other"])
def test_other_causes_earn_nothing(cause: Cause) -> None:
    found = a_match(hurt("home", 4, 5, cause, die=1))
    assert not [event for event in events_of(found, "away", SppGained) if event.source == "casualty"]
    assert found.outcome.away_casualties == 0
    assert not facts_of(found, facts.Casualty)[0].earns


def test_a_house_rule_may_let_a_foul_earn_points() -> None:
    found = a_match(
        hurt("home", 4, 5, "foul", die=1),
        house_rules={"advancement/spp/casualty_causes": ["block", "foul"]},
    )
    assert found.outcome.away_casualties == 1


def test_a_blocker_who_is_hurt_by_his_own_block_earns_his_victim_the_points() -> None:
    found = a_match(hurt("away", 5, 4, die=1, turn=3))
    assert found.outcome.home_casualties == 1


def test_in_one_block_both_may_be_hurt_and_both_earn_points() -> None:
    found = a_match(hurt("home", 4, 5, die=1), hurt("away", 5, 4, die=6))
    assert (found.outcome.home_casualties, found.outcome.away_casualties) == (1, 1)


def test_but_a_player_who_was_hurt_before_hurts_nobody() -> None:
    assert fault(hurt("home", 4, 5, die=1), hurt("away", 6, 4, die=6)) == (
        "Entry 5: Gouged Eye 4 (number 4, Gouged Eye) cannot cause a casualty: he was carried off injured."
    )
    assert "carried off" in fault(hurt("home", 4, 5, die=1), hurt("away", 5, 4, die=6, turn=2))


@pytest.mark.parametrize("cause", ["dodge", "go_for_it", "landing", "rock", "pitch_invasion", "spell"])
def test_nobody_causes_an_accident(cause: Cause) -> None:
    assert "has no causer" in fault(hurt("home", 4, 5, cause, die=1))
    assert so_far(hurt("home", 4, None, cause, die=1)).waiting_for.key == "play"


def test_a_block_needs_somebody_who_blocked() -> None:
    assert fault(hurt("home", 4)) == (
        "Entry 3: A casualty by a block needs the number of the opponent who caused it."
    )


def test_victims_and_causers_that_cannot_be() -> None:
    assert "no player with the number 44" in fault(hurt("home", 44, 5))
    assert "Reavers has no player with the number 45" in fault(hurt("home", 4, 45))
    assert "he misses this match" in fault(hurt("home", 4, 5), home=orcs(misses={4}))
    assert "he misses this match" in fault(hurt("home", 4, 5), away=humans(misses={5}))
    assert "he was sent off" in fault(sent_off("away", 5), hurt("home", 4, 5))
    assert "he is dead" in fault(hurt("home", 4, 5, die=6), hurt("home", 4, 5, die=6))


# the apothecary


def test_the_apothecary_is_asked_for_after_the_serious_injury() -> None:
    waiting = so_far(hurt("home", 4, 5, die=4, serious=(6, 1)), home=DOCTORED).waiting_for
    assert waiting == Choose("home", "apothecary", ("yes", "no"), 4)


def test_the_apothecary_saves_on_2_or_more_even_from_death_and_the_causer_keeps_his_points() -> None:
    found = a_match(hurt("home", 4, 5, die=6), *yes(4, 2), completion("home", 4), home=DOCTORED)
    (fact,) = facts_of(found, facts.Casualty)
    assert (fact.severity, fact.outcome, fact.saved_by, fact.apothecary) == (
        "dead",
        "saved",
        "apothecary",
        "healed",
    )
    assert events_of(found, "home", Departed) == []
    assert found.outcome.away_casualties == 1


def test_on_a_1_he_fails_and_is_spent() -> None:
    found = so_far(
        hurt("home", 4, 5, die=5, serious=(4, 1)),
        *yes(4, 1),
        hurt("home", 5, 5, die=6),
        home=DOCTORED,
    )
    first, second = facts_of(found, facts.Casualty)
    assert (first.outcome, first.saved_by, first.apothecary) == ("serious", "", "failed")
    assert (second.outcome, second.apothecary) == ("dead", "")


def test_he_may_be_kept_for_another() -> None:
    found = so_far(
        hurt("home", 4, 5, die=1),
        choose("apothecary", "home", "no", player=4),
        hurt("home", 5, 5, die=6),
        home=DOCTORED,
    )
    assert found.waiting_for == Choose("home", "apothecary", ("yes", "no"), 5)


def test_he_does_not_reach_the_crowds_victims_but_those_on_the_pitch() -> None:
    def asked(cause: Cause, **rules: bool) -> bool:
        paths = {f"injuries/apothecary/{name}": value for name, value in rules.items()}
        found = so_far(hurt("home", 4, None, cause, die=1), home=DOCTORED, house_rules=paths)
        return found.waiting_for.key == "apothecary"

    assert not asked("crowd")
    assert asked("crowd", treats_crowd=True)
    assert asked("rock")
    assert asked("pitch_invasion")
    assert not asked("rock", treats_kick_off=False)
    assert not asked("pitch_invasion", treats_kick_off=False)
    assert asked("dodge", treats_kick_off=False)


def test_the_apothecary_of_vampires_treats_thralls_only() -> None:
    team = orcs(race="Vampire", apothecary=1, positions={1: "Vampire", 2: "Thrall"})
    assert so_far(hurt("home", 1, 5, die=1), home=team).waiting_for.key == "play"
    assert so_far(hurt("home", 2, 5, die=1), home=team).waiting_for.key == "apothecary"
    assert "may not treat a Vampire" in fault(treatment("home", 1), home=team)


def test_a_stunned_player_may_be_treated_once() -> None:
    heal = roll("apothecary.heal", "home", 2, player=4)
    found = so_far(treatment("home", 4), heal, completion("home", 4), home=DOCTORED)
    assert facts_of(found, facts.Treatment) == [facts.Treatment(1, 1, "home", 4, healed=True)]
    assert fault(treatment("home", 4), heal, treatment("home", 5), home=DOCTORED) == (
        "Entry 5: Gouged Eye has no apothecary who is still to be used in this match."
    )
    assert "has no apothecary" in fault(treatment("home", 4))


# regeneration


def test_regeneration_heals_on_4_or_more() -> None:
    team = orcs(skills={4: ("Regeneration",)})
    for die, outcome in ((3, "dead"), (4, "saved")):
        found = the_casualty(
            hurt("home", 4, 5, die=6), roll("regeneration", "home", die, player=4), home=team
        )
        assert found.outcome == outcome


def test_regeneration_comes_after_the_apothecary_who_failed_or_was_kept() -> None:
    team = orcs(apothecary=1, skills={4: ("Regeneration",)})
    blow = hurt("home", 4, 5, die=6)
    regenerates = Roll("home", D6, "regeneration", 4)
    assert so_far(blow, *yes(4, 1), home=team).waiting_for == regenerates
    assert so_far(blow, choose("apothecary", "home", "no", player=4), home=team).waiting_for == regenerates
    assert so_far(blow, *yes(4, 2), home=team).waiting_for.key == "play"
    saved = the_casualty(blow, *yes(4, 1), roll("regeneration", "home", 4, player=4), home=team)
    assert (saved.outcome, saved.saved_by, saved.apothecary) == ("saved", "regeneration", "failed")


def test_a_player_who_was_saved_plays_on() -> None:
    team = orcs(skills={4: ("Regeneration",)})
    found = a_match(
        hurt("home", 4, 5, die=4, serious=(6, 6)),
        roll("regeneration", "home", 6, player=4),
        touchdown("home", 4),
        home=team,
    )
    assert events_of(found, "home", Injured) == []
    assert found.score == (1, 0)
