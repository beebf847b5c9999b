"""The dead who come back on the other side: a necromancer's Zombies, and the Rotters of Nurgle's Rot."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.edition import Star
from engine.editions import edition
from engine.match import facts
from engine.match.entries import Cause
from engine.match.log import LogRoster
from engine.questions import Choose, Refusal
from engine.replay import Replay
from engine.roster import Departed, GoldChanged, Hired, Injured, MatchPlayed, Roster, SppGained, evolve
from tests.engine.builders import (
    AFTER,
    END,
    STATS,
    a_log,
    a_match,
    choose,
    completion,
    concession,
    events_of,
    facts_of,
    fan_factor,
    fault,
    humans,
    hurt,
    lineup,
    mvp,
    orcs,
    roll,
    so_far,
    touchdown,
    winnings,
)

ZOMBIE = ((4, 3, 2, 8), ("Regeneration",))
ASKED = Choose("home", "raise_dead", ("yes", "no"), 5)
VALUES = {
    "rosters/races/Nurgle's Rotters/positions/Rotter/price": 50_000,
    "rosters/races/Nurgle's Rotters/positions/Rotter/stats": [5, 3, 3, 8],
}


def undead(**traits: Any) -> LogRoster:
    return orcs(**({"race": "Undead", "positions": dict.fromkeys(range(1, 17), "Skeleton")} | traits))


def raised(answer: str = "yes", player: int = 5) -> Any:
    return choose("raise_dead", "home", answer, player=player)


def is_asked(found: Replay) -> bool:
    return found.waiting_for is not None and found.waiting_for.key == "raise_dead"


# the necromancer


def test_a_dead_opponent_may_be_raised_and_joins_at_once_as_a_zombie_for_nothing() -> None:
    assert so_far(hurt("away", 5, 4, die=6), home=undead()).waiting_for == ASKED
    found = a_match(hurt("away", 5, 4, die=6), raised(), home=undead())
    assert facts_of(found, facts.RaisedDead) == [
        facts.RaisedDead(1, 1, "home", 13, "Reavers 5", "Zombie", 5, 113)
    ]
    assert events_of(found, "home", Hired) == [Hired(113, 13, "Reavers 5", "Zombie", 30_000, *ZOMBIE)]
    assert [event.amount for event in events_of(found, "home", GoldChanged)] == [50_000]
    assert events_of(found, "away", Departed) == [
        Departed(205, "dead", "killed by a block from Gouged Eye 4 (Gouged Eye)")
    ]


def test_a_necromantic_team_raises_as_well_and_no_other() -> None:
    blow = hurt("away", 5, 4, die=6)
    assert is_asked(so_far(blow, home=undead(race="Necromantic")))
    for race in ("Khemri", "Vampire", "Orc"):
        assert not is_asked(so_far(blow, home=orcs(race=race)))


@pytest.mark.parametrize("cause", ["foul", "crowd", "dodge", "rock"])
def test_however_the_opponent_died(cause: Cause) -> None:
    assert is_asked(so_far(hurt("away", 5, None, cause, die=6), home=undead()))


def test_only_a_death_that_lasts_counts_and_only_an_opponents() -> None:
    doctored = humans(apothecary=1)
    saved = [choose("apothecary", "away", "yes", player=5), roll("apothecary.heal", "away", 2, player=5)]
    lost = [choose("apothecary", "away", "yes", player=5), roll("apothecary.heal", "away", 1, player=5)]
    blow = hurt("away", 5, 4, die=6)
    assert not is_asked(so_far(blow, *saved, home=undead(), away=doctored))
    assert is_asked(so_far(blow, *lost, home=undead(), away=doctored))
    healing = humans(skills={5: ("Regeneration",)})
    for die, asked in ((4, False), (3, True)):
        found = so_far(blow, roll("regeneration", "away", die, player=5), home=undead(), away=healing)
        assert is_asked(found) is asked
    assert not is_asked(so_far(hurt("away", 5, 4, die=4, serious=(6, 6)), home=undead()))
    assert not is_asked(so_far(hurt("home", 4, 5, die=6), home=undead()))


def test_neither_the_big_nor_the_small_are_raised() -> None:
    def may_be(**traits: Any) -> bool:
        return is_asked(so_far(hurt("away", 5, 4, die=6), home=undead(), away=humans(**traits)))

    assert not may_be(skills={5: ("Big Guy", "Bone Head")}, positions={5: "Ogre"})
    assert not may_be(race="Ogre", positions={5: "Ogre"})
    assert not may_be(skills={5: ("Dodge", "Stunty")}, positions={5: "Goblin"})
    assert may_be(race="Dwarf", positions={5: "Long Beard"})
    assert may_be(race="Undead", positions={5: "Zombie"})


@pytest.mark.parametrize("star", edition("lrb4").stars, ids=lambda star: star.name)
def test_stars_are_raised_by_their_size_as_others_are(star: Star) -> None:
    big = ("Morg 'n' Thorg", "Ripper Bolgrot", "Grashnak Blackhoof", "Headsplitter", "Deeproot Strongbranch")
    small = ("Bomber Dribblesnot", "Fungus the Loon", "Nobbla Blackwart", "Scrappa Sorehead")
    skills = tuple(skill for skill in star.skills if skill != "Thrud's Fans")
    killed = humans(skills={5: skills}, positions={5: star.position})
    found = so_far(hurt("away", 5, 4, die=6), home=undead(), away=killed)
    healing = roll("regeneration", "away", 1, player=5)
    if "Regeneration" in star.skills:
        found = so_far(hurt("away", 5, 4, die=6), healing, home=undead(), away=killed)
    assert is_asked(found) is (star.name not in (*big, *small, "Dwarf Death-roller"))


def test_once_a_match_and_a_no_keeps_the_spell() -> None:
    first, second = hurt("away", 5, 4, die=6), hurt("away", 6, 4, die=6)
    assert not is_asked(so_far(first, raised(), second, home=undead()))
    assert is_asked(so_far(first, raised("no"), second, home=undead()))
    assert events_of(a_match(first, raised("no"), home=undead()), "home", Hired) == []


def test_two_undead_teams_raise_each_others_dead() -> None:
    found = a_match(
        hurt("away", 5, 4, die=6),
        raised(),
        hurt("home", 4, 6, die=6),
        choose("raise_dead", "away", "yes", player=4),
        home=undead(),
        away=humans(race="Undead"),
    )
    assert [fact.side for fact in facts_of(found, facts.RaisedDead)] == ["home", "away"]


def test_a_team_of_sixteen_has_no_room_until_somebody_of_it_is_dead() -> None:
    blow = hurt("away", 5, 4, die=6)
    assert not is_asked(so_far(blow, home=undead(size=16)))
    assert is_asked(so_far(blow, home=undead(size=15)))
    assert is_asked(so_far(hurt("home", 1, 6, die=6), blow, home=undead(size=16)))


def test_a_team_of_twelve_zombies_has_no_room() -> None:
    crowd = undead(positions=dict.fromkeys(range(1, 13), "Zombie"))
    assert not is_asked(so_far(hurt("away", 5, 4, die=6), home=crowd))


def test_he_takes_the_lowest_free_number_and_the_next_id_of_the_ledger() -> None:
    team = undead()
    gap = msgspec.structs.replace(
        team, players=tuple(one for one in team.players if one.number != 3), next_id=140
    )
    found = a_match(hurt("away", 5, 4, die=6), raised(), home=gap)
    assert [(event.player, event.number) for event in events_of(found, "home", Hired)] == [(140, 3)]


def test_a_namesake_gets_a_number_behind_his_name() -> None:
    team = undead()
    players = (msgspec.structs.replace(team.players[0], name="REAVERS 5"), *team.players[1:])
    found = a_match(hurt("away", 5, 4, die=6), raised(), home=msgspec.structs.replace(team, players=players))
    assert [event.name for event in events_of(found, "home", Hired)] == ["Reavers 5 2"]


def test_he_plays_in_this_match_earns_points_and_can_be_hurt() -> None:
    found = a_match(
        hurt("away", 5, 4, die=6),
        raised(),
        lineup("home", 12, 13),
        touchdown("home", 13),
        hurt("away", 6, 13, die=1),
        hurt("home", 13, 7, die=4, serious=(6, 1)),
        roll("regeneration", "home", 3, player=13),
        home=undead(),
        after=(END, *AFTER[:2], mvp("home", 13), mvp("away", 1), *AFTER[4:]),
    )
    assert [event for event in events_of(found, "home", SppGained) if event.player == 113] == [
        SppGained(113, "touchdown", 1, 3),
        SppGained(113, "casualty", 1, 2),
        SppGained(113, "mvp", 1, 5),
    ]
    assert events_of(found, "home", Injured) == [Injured(113, "Smashed Hip", "ma")]
    (match,) = events_of(found, "home", MatchPlayed)
    assert match.played[-1] == 113
    assert isinstance(found.outcome.home_events[0], Hired)


def test_before_he_is_raised_nobody_wears_his_number() -> None:
    assert fault(touchdown("home", 13), home=undead()) == (
        "Entry 3: Gouged Eye has no player with the number 13."
    )


def test_a_zombie_may_die_in_the_match_that_made_him() -> None:
    found = a_match(
        hurt("away", 5, 4, die=6),
        raised(),
        hurt("home", 13, 7, die=6),
        roll("regeneration", "home", 1, player=13),
        home=undead(),
    )
    signed, gone = events_of(found, "home", Hired)[0], events_of(found, "home", Departed)[0]
    assert (signed.player, gone.player, gone.status) == (113, 113, "dead")
    after = evolve(ledger(undead()), *found.outcome.home_events)
    assert after.player(113).status == "dead"


def test_the_same_log_signs_the_same_zombie_and_a_ledger_that_has_him_takes_no_second() -> None:
    log = hurt("away", 5, 4, die=6), raised()
    first, second = a_match(*log, home=undead()), a_match(*log, home=undead())
    assert first.outcome == second.outcome
    after = evolve(ledger(undead()), *first.outcome.home_events)
    assert [one.position for one in after.active].count("Zombie") == 1
    with pytest.raises(Refusal, match="already has a player with the id 113"):
        evolve(after, *second.outcome.home_events)


def ledger(team: LogRoster) -> Roster:
    """The roster that the team's ledger has before the match."""
    return evolve(
        Roster(name=team.team, race=team.race, fan_factor=team.fan_factor),
        *(Hired(one.id, one.number, one.name, one.position, 30_000, one.start) for one in team.players),
    )


# Nurgle's Rot


def nurgle(rotters: int = 0, **traits: Any) -> LogRoster:
    """Number 4 is the Beast of Nurgle; the Rotters are numbered downwards from 12."""
    positions = {4: "Beast of Nurgle"} | {12 - place: "Rotter" for place in range(rotters)}
    given: dict[str, Any] = {
        "race": "Nurgle's Rotters",
        "skills": {4: ("Big Guy", "Nurgle's Rot")},
        "positions": positions,
    }
    return orcs(**(given | traits))


def with_rot(*played: Any, answers: tuple[Any, ...] = (), **log: Any) -> Replay:
    given: dict[str, Any] = {"home": nurgle(), "house_rules": VALUES, "after": (END, *AFTER, *answers)}
    return a_match(*played, **(given | log))


def yes(player: int, answer: str = "yes") -> Any:
    return choose("rot", "home", answer, player=player)


def test_a_victim_of_the_beast_joins_as_a_rotter_after_the_match_for_nothing() -> None:
    found = with_rot(hurt("away", 5, 4, die=6), answers=(yes(5),))
    assert events_of(found, "home", Hired) == [
        Hired(113, 13, "Reavers 5", "Rotter", 50_000, (5, 3, 3, 8), ())
    ]
    assert facts_of(found, facts.Infected) == [facts.Infected("home", 5, "Rotter", 13, "Reavers 5", id=113)]
    assert events_of(found, "away", Departed)[0].status == "dead"
    assert [event.amount for event in events_of(found, "home", GoldChanged)] == [50_000]
    (match,) = events_of(found, "home", MatchPlayed)
    assert 113 not in match.played


def test_the_beasts_coach_is_asked_once_the_match_is_over() -> None:
    log = a_log(hurt("away", 5, 4, die=6), home=nurgle(), house_rules=VALUES, after=(END, *AFTER))
    found = so_far(after=None, before=log.entries, home=nurgle(), house_rules=VALUES)
    assert found.waiting_for == Choose("home", "rot", ("yes", "no"), 5)
    declined = with_rot(hurt("away", 5, 4, die=6), answers=(yes(5, "no"),))
    assert events_of(declined, "home", Hired) == []
    assert [fact.why_not for fact in facts_of(declined, facts.Infected)] == ["the coach does not want one"]


@pytest.mark.parametrize(
    ("causer", "cause"), [(None, "dodge"), (None, "go_for_it"), (4, "foul"), (4, "crowd"), (7, "block")]
)
def test_a_death_of_another_cause_or_by_another_brings_nobody(causer: int | None, cause: Cause) -> None:
    assert facts_of(with_rot(hurt("away", 5, causer, cause, die=6)), facts.Infected) == []


def test_whoever_is_not_killed_for_good_does_not_join() -> None:
    found = with_rot(
        hurt("away", 5, 4, die=6),
        roll("regeneration", "away", 4, player=5),
        hurt("away", 6, 4, die=5, serious=(6, 6)),
        hurt("home", 4, 7, die=6),
        away=humans(skills={5: ("Regeneration",)}),
    )
    assert facts_of(found, facts.Infected) == []


def test_a_fifth_rotter_finds_no_room_and_a_dead_one_makes_it() -> None:
    blow = hurt("away", 5, 4, die=6)
    full = with_rot(blow, home=nurgle(rotters=4))
    assert [fact.why_not for fact in facts_of(full, facts.Infected)] == [
        "the team has 4 of the position Rotter already"
    ]
    assert events_of(full, "home", Hired) == []
    assert len(events_of(with_rot(blow, home=nurgle(rotters=3), answers=(yes(5),)), "home", Hired)) == 1
    replaced = with_rot(hurt("home", 12, 8, die=6), blow, home=nurgle(rotters=4), answers=(yes(5),))
    assert len(events_of(replaced, "home", Hired)) == 1


def test_two_victims_are_asked_for_in_the_order_of_their_deaths_until_there_is_no_room() -> None:
    found = with_rot(
        hurt("away", 8, 4, die=6),
        hurt("away", 5, 4, die=6),
        home=nurgle(rotters=3),
        answers=(yes(8),),
    )
    assert [(fact.victim, fact.player) for fact in facts_of(found, facts.Infected)] == [(8, 13), (5, None)]
    both = with_rot(hurt("away", 8, 4, die=6), hurt("away", 5, 4, die=6), answers=(yes(8), yes(5)))
    assert [event.player for event in events_of(both, "home", Hired)] == [113, 114]


def test_a_roster_of_sixteen_has_no_room() -> None:
    found = with_rot(hurt("away", 5, 4, die=6), home=nurgle(size=16))
    assert [fact.why_not for fact in facts_of(found, facts.Infected)] == ["the team has 16 players already"]


def test_who_leaves_after_a_concession_makes_room() -> None:
    found = with_rot(
        hurt("away", 5, 4, die=6),
        concession("home"),
        home=nurgle(size=16, spp={2: 60}),
        after=(
            winnings("home", 4),
            winnings("away", 4),
            mvp("away", 1),
            mvp("away", 1),
            fan_factor("away", 3),
            roll("concession.leaves", "home", 1, player=2),
            yes(5),
        ),
    )
    assert len(events_of(found, "home", Hired)) == 1


def test_without_a_price_and_characteristics_nobody_joins_and_the_fact_says_why() -> None:
    found = a_match(hurt("away", 5, 4, die=6), home=nurgle())
    assert facts_of(found, facts.Infected) == [
        facts.Infected(
            "home",
            5,
            "Rotter",
            why_not="the league's rules give no price and no characteristics for a Rotter",
        )
    ]
    assert events_of(found, "home", Hired) == []


def test_the_events_of_a_rotter_stand_before_all_others() -> None:
    found = with_rot(hurt("away", 5, 4, die=6), completion("home", 1), answers=(yes(5),))
    assert isinstance(found.outcome.home_events[0], Hired)
    after = evolve(ledger(nurgle()), *found.outcome.home_events)
    assert (after.player(113).position, after.player(113).matches, after.player(113).stats) == (
        "Rotter",
        0,
        (5, 3, 3, 8),
    )
    assert after.player(101).stats == STATS
