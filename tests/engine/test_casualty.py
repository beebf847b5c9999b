"""A casualty: its dice, who may save the player, what stays, and who earns points for it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice import D6, D66
from engine.editions import edition
from engine.match import facts
from engine.match.entries import Cause
from engine.match.log import LogPlayer
from engine.match.script import play
from engine.match.state import Hired, Match
from engine.questions import Choose, Roll, Side
from engine.roster import Advanced, Departed, Injured, MatchPlayed, MissServed, Roster, SppGained, evolve
from tests.engine.builders import (
    STATS,
    a_log,
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
from tests.engine.rosters import a_roster

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


@pytest.mark.parametrize(
    ("now", "applied"), [((8, 3, 3, 8), True), ((5, 3, 3, 8), True), ((4, 3, 3, 8), False)]
)
def test_a_raised_characteristic_is_measured_against_its_start(
    now: tuple[int, int, int, int], applied: bool
) -> None:
    """With two points of movement gained he may lose four in all: two below the start is the floor."""
    found = a_match(hurt("home", 4, 5, die=4, serious=(6, 1)), home=orcs(stats={4: now}))
    assert events_of(found, "home", Injured)[0].applied is applied


def test_an_injury_at_the_floor_takes_nothing_but_the_next_match() -> None:
    """Agility 1 and a broken neck: the value stays 1, the miss and the history count."""
    troll = orcs(stats={4: (4, 5, 1, 9)})
    found = a_match(hurt("home", 4, 5, die=4, serious=(6, 4)), home=troll)
    (injury,) = events_of(found, "home", Injured)
    assert injury == Injured(104, "Broken Neck", "ag", applied=False)
    stood = evolve(a_roster(), Injured(4, "Broken Neck", "ag", applied=False))
    assert (stood.player(4).stats, stood.player(4).misses_next, stood.player(4).injuries) == (
        (6, 3, 3, 8),
        True,
        ("Broken Neck",),
    )


def test_two_injuries_before_the_next_match_are_both_kept_and_cost_one_match() -> None:
    hurt_twice = evolve(a_roster(), Injured(4, "Smashed Hip", "ma"), Injured(4, "Fractured Skull", "av"))
    player = hurt_twice.player(4)
    assert (player.injuries, player.stats, player.misses_next) == (
        ("Smashed Hip", "Fractured Skull"),
        (5, 3, 3, 7),
        True,
    )
    served = evolve(hurt_twice, MissServed(4)).player(4)
    assert (served.misses_next, served.injuries) == (False, ("Smashed Hip", "Fractured Skull"))


def test_one_match_injures_a_player_once_for_he_is_carried_off() -> None:
    assert "carried off injured" in fault(
        hurt("home", 4, 5, die=4, serious=(6, 1)), hurt("home", 4, 6, die=4, serious=(6, 6))
    )


def test_a_point_that_was_lost_may_be_gained_again() -> None:
    """Questions and answers 25: two points gained, one lost, and one gained once more."""
    gained = Advanced(4, "ma", "stat")
    player = evolve(a_roster(), gained, gained, Injured(4, "Smashed Hip", "ma")).player(4)
    assert player.stats[0] == 7
    roster = evolve(Roster(name="Reavers", race="Human", players=(player,)), SppGained(4, "other", 1, 31))
    script = edition("lrb4").rules.improve(roster, 4)
    next(script)
    question = script.send((4, 6))
    assert isinstance(question, Choose)
    assert question.options[0] == "+ma"


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


# two opponents blocked at once

SEVERAL = humans(skills={5: ("Multiple Block",)})


def test_who_felled_a_player_that_blocked_two_is_for_his_coach_to_say() -> None:
    """Questions and answers 33: the report names one of the two as the causer."""
    for defender in (4, 6):
        found = a_match(hurt("away", 5, defender, die=6), away=SEVERAL)
        assert SppGained(100 + defender, "casualty", 1, 2) in events_of(found, "home", SppGained)
        assert found.outcome.home_casualties == 1


def test_also_one_who_was_hurt_in_the_same_block() -> None:
    both = hurt("home", 4, 5, die=1), hurt("home", 6, 5, die=1)
    for defender in (4, 6):
        found = a_match(*both, hurt("away", 5, defender, die=1), away=SEVERAL)
        assert (found.outcome.home_casualties, found.outcome.away_casualties) == (1, 2)
    first = a_match(hurt("away", 5, 4, die=1), *both, away=SEVERAL)
    assert (first.outcome.home_casualties, first.outcome.away_casualties) == (1, 2)


def test_nobody_else_blocks_two_at_once_and_nobody_three() -> None:
    blows = hurt("home", 4, 5, die=1), hurt("home", 6, 5, die=1)
    assert "carried off injured" in fault(*blows, hurt("away", 5, 4, die=1))
    three = *blows, hurt("home", 7, 5, die=1)
    assert "carried off injured" in fault(*three, hurt("away", 5, 4, die=1), away=SEVERAL)


def test_a_zombie_that_rises_between_the_blows_does_not_part_them() -> None:
    risen = choose("raise_dead", "home", "yes", player=5)
    found = a_match(hurt("away", 5, 4, die=6), risen, hurt("home", 4, 5, die=1), home=orcs(race="Undead"))
    assert found.outcome.away_casualties == 1


# who is hired for the match


def hired_match(*played: Any, side: Side = "away", how: Hired = "star", **log: Any) -> Match:
    """The match with number 20, Griff, hired on one side. He regenerates."""
    given = a_log(*played, **log)
    match = Match.of(given, edition("lrb4"))
    griff = LogPlayer(-1, 20, "Griff", "Blitzer", STATS, STATS, ("Regeneration",))
    match.squads[side].add(griff, how)
    script = play(match)
    question = next(script)
    for entry in given.entries:
        try:
            question = script.send(question.accept(entry))
        except StopIteration:
            break
    return match


@pytest.mark.parametrize("how", ["star", "freebooter", "talent"])
def test_what_a_hired_player_suffers_is_no_matter_of_the_roster(how: Hired) -> None:
    for die, serious in ((6, None), (4, (6, 1))):
        match = hired_match(
            hurt("away", 20, 4, die=die, serious=serious), roll("regeneration", "away", 3, player=20), how=how
        )
        assert match.away.players[20].condition in ("dead", "hurt")
        assert [type(one) for one in match.away.events if isinstance(one, Injured | Departed)] == []
        assert SppGained(104, "casualty", 1, 2) in match.home.events


def test_a_hired_player_earns_no_points_but_his_casualty_counts_for_the_team() -> None:
    match = hired_match(hurt("home", 4, 20, die=6), touchdown("away", 20), completion("away", 20))
    (fact,) = [one for one in match.facts if isinstance(one, facts.Casualty)]
    assert not fact.earns
    assert [one for one in match.away.events if isinstance(one, SppGained) and one.player < 0] == []
    (record,) = [one for one in match.away.events if isinstance(one, MatchPlayed)]
    assert (record.casualties_for, record.touchdowns_for) == (1, 1)
    assert -1 not in record.played


def test_a_hired_player_who_is_killed_may_be_raised() -> None:
    undead = orcs(race="Undead")
    match = hired_match(
        hurt("away", 20, 4, die=6),
        roll("regeneration", "away", 3, player=20),
        choose("raise_dead", "home", "yes", player=20),
        home=undead,
    )
    assert [one.name for one in match.facts if isinstance(one, facts.RaisedDead)] == ["Griff"]


# what the hungry eat


def test_who_is_eaten_is_dead_without_a_roll_and_nobody_can_help() -> None:
    goblins = orcs(
        race="Goblin",
        apothecary=1,
        skills={1: ("Always Hungry",), 4: ("Right Stuff", "Stunty", "Regeneration")},
    )
    found = a_match(hurt("home", 4, None, "eaten"), home=goblins, away=humans(race="Undead"))
    assert events_of(found, "home", Departed) == [Departed(104, "dead", "eaten by a team-mate")]
    assert found.outcome.away_casualties == 0
    assert facts_of(found, facts.Casualty) == [facts.Casualty(1, 1, "home", 4, "eaten", "dead", "dead")]


def test_only_a_hungry_team_mate_eats_and_only_who_can_be_thrown() -> None:
    small = orcs(skills={4: ("Right Stuff",)})
    assert "Nobody who can play for Gouged Eye is always hungry" in fault(
        hurt("home", 4, None, "eaten"), home=small
    )
    assert "cannot be thrown" in fault(
        hurt("home", 4, None, "eaten"), home=orcs(skills={1: ("Always Hungry",)})
    )
    assert "has no causer" in fault(hurt("home", 4, 5, "eaten"), home=small)


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
