"""After the final whistle: winnings, most valuable players, fan factor, a concession, and what the rosters keep."""

from __future__ import annotations

from typing import Any

import pytest

from engine.dice import Dice
from engine.match import facts
from engine.match.log import LogPlayer
from engine.questions import Choose, Roll
from engine.roster import (
    Departed,
    FanFactorChanged,
    GoldChanged,
    Hired,
    Injured,
    MatchPlayed,
    MissServed,
    Roster,
    SppGained,
    evolve,
)
from tests.engine.builders import (
    AFTER,
    END,
    a_match,
    choose,
    completion,
    concession,
    events_of,
    facts_of,
    fan_factor,
    gate,
    humans,
    hurt,
    interception,
    lineup,
    mvp,
    orcs,
    roll,
    so_far,
    touchdown,
    weather,
    winnings,
)

PAID = (END, *AFTER[:2])
AWARDED = (END, *AFTER[:4])
CONCEDED = (*AFTER[:2], mvp("away", 1), mvp("away", 1), fan_factor("away", 3))


def after(
    *entries: Any, paid: tuple[Any, ...] = AFTER[:2], awarded: Any = AFTER[2:4], fans: Any = AFTER[4:]
) -> Any:
    return (END, *paid, *awarded, *fans, *entries)


# winnings


def test_winnings_of_the_book_a_modified_5_is_50000() -> None:
    found = a_match()
    assert events_of(found, "home", GoldChanged) == [GoldChanged(50_000, "winnings")]
    assert facts_of(found, facts.Winnings)[0] == facts.Winnings("home", 4, 1, 50_000, "home")


def test_a_win_adds_one() -> None:
    found = a_match(touchdown("home", 4))
    assert [fact.gold for fact in facts_of(found, facts.Winnings)] == [60_000, 50_000]


@pytest.mark.parametrize(
    ("spectators", "rating", "modifier"),
    [
        (20, 99, 1),
        (20, 100, 0),
        (21, 125, 1),
        (40, 126, 0),
        (41, 301, -6),
        (20, 400, -8),
        (161, 0, 9),
        (160, 300, 0),
    ],
)
def test_winnings_by_the_bands_of_gate_and_rating(spectators: int, rating: int, modifier: int) -> None:
    count = (spectators + 5) // 6
    dice = [1] * count
    while sum(dice) < spectators:
        dice[dice.index(min(dice))] += 1
    home = max(1, count - 10)
    found = so_far(
        END,
        winnings("home", 3),
        before=(weather(3, 4), gate(*dice)),
        home=orcs(fan_factor=home, strength=rating),
        away=humans(fan_factor=count - home, strength=rating),
    )
    assert found.facts[-1] == facts.Winnings("home", 3, modifier, max(0, 3 + modifier) * 10_000, "home")


def test_no_winnings_are_no_event_and_cost_nothing() -> None:
    found = a_match(
        home=orcs(strength=250),
        away=humans(strength=250),
        after=after(paid=(winnings("home", 1), winnings("away", 6))),
    )
    assert events_of(found, "home", GoldChanged) == []
    assert [fact.gold for fact in facts_of(found, facts.Winnings)] == [0, 20_000]


# most valuable players


def test_the_die_shows_a_place_in_the_list_by_shirt_number() -> None:
    assert so_far(*PAID).waiting_for == Roll("home", Dice(1, 12), "mvp")
    found = a_match(after=after(awarded=(mvp("home", 12), mvp("away", 3))), home=orcs(size=13, misses={1}))
    assert facts_of(found, facts.Mvp) == [facts.Mvp("home", 13), facts.Mvp("away", 3)]
    assert SppGained(113, "mvp", 1, 5) in events_of(found, "home", SppGained)


def test_a_reserve_may_be_chosen_and_so_may_the_dead() -> None:
    found = a_match(
        lineup("home", 1, 2, 3),
        hurt("home", 3, 5, die=6),
        after=after(awarded=(mvp("home", 3), mvp("away", 12))),
    )
    assert facts_of(found, facts.Mvp) == [facts.Mvp("home", 3), facts.Mvp("away", 12)]
    assert SppGained(103, "mvp", 1, 5) in events_of(found, "home", SppGained)


def test_who_misses_the_match_cannot_be_chosen() -> None:
    team = orcs(niggling={4: 1}, misses={5})
    found = so_far(roll("niggling", "home", 1, player=4), *PAID, home=team)
    assert found.waiting_for == Roll("home", Dice(1, 10), "mvp")


def test_by_the_house_rule_the_coach_names_the_bench() -> None:
    rules = {"match/mvp/bench": False}
    seen = [lineup(side, *range(1, 11)) for side in ("home", "away")]
    waiting = so_far(*seen, *PAID, house_rules=rules).waiting_for
    assert waiting == Choose("home", "mvp.bench", ("11", "12"), about="player", several=True)
    bench = choose("mvp.bench", "home", "11", several=True)
    assert so_far(*seen, *PAID, bench, house_rules=rules).waiting_for == Roll("home", Dice(1, 11), "mvp")
    nobody = choose("mvp.bench", "home", several=True)
    assert so_far(*seen, *PAID, nobody, house_rules=rules).waiting_for == Roll("home", Dice(1, 12), "mvp")


def test_by_the_house_rule_the_dead_get_no_award() -> None:
    found = so_far(hurt("home", 1, 5, die=6), *PAID, house_rules={"match/mvp/dead": False})
    assert found.waiting_for == Roll("home", Dice(1, 11), "mvp")


def test_one_who_can_be_chosen_takes_no_die_and_nobody_is_a_fact() -> None:
    lonely, nobody = orcs(misses=range(2, 13)), humans(misses=range(1, 13))
    found = a_match(home=lonely, away=nobody, after=after(awarded=()))
    assert facts_of(found, facts.Mvp) == [facts.Mvp("home", 1)]
    assert facts_of(found, facts.NoMvp) == [facts.NoMvp("away")]


# fan factor


def the_fans(*played: Any, die: int = 3, **log: Any) -> facts.FanFactor:
    found = a_match(*played, after=after(fans=(fan_factor("home", die), fan_factor("away", 3))), **log)
    first: facts.FanFactor = facts_of(found, facts.FanFactor)[0]
    return first


@pytest.mark.parametrize(("die", "change"), [(1, -1), (2, 0), (5, 0), (6, 1)])
def test_the_fan_factor_table(die: int, change: int) -> None:
    assert the_fans(die=die).change == change


def test_what_modifies_the_fan_factor_roll() -> None:
    score, lose = touchdown("home", 4), touchdown("away", 5)
    block = hurt("away", 5, 4, die=1), hurt("away", 6, 4, die=1)
    assert the_fans(score).modifier == 1
    assert the_fans(lose).modifier == -1
    assert the_fans(score, score).modifier == 2
    assert the_fans(score, score, lose, lose).modifier == 1
    assert the_fans(*block).modifier == 1
    assert the_fans(block[0]).modifier == 0
    assert the_fans(block[0], hurt("away", 6, 4, "foul", die=1)).modifier == 0


@pytest.mark.parametrize(("before", "modifier"), [(9, 0), (10, -1), (19, -1), (20, -2)])
def test_each_full_ten_of_the_fan_factor_takes_one(before: int, modifier: int) -> None:
    dice = (weather(3, 4), gate(*[1] * (before + 3)))
    fact = the_fans(before=dice, home=orcs(fan_factor=before), die=6)
    assert (fact.before, fact.modifier) == (before, modifier)


def test_a_fan_factor_never_falls_below_one() -> None:
    log: dict[str, Any] = {"before": (weather(3, 4), gate(1, 1, 1, 1)), "home": orcs(fan_factor=1)}
    assert the_fans(die=1, **log).change == 0


def test_a_change_is_an_event_and_no_change_is_none() -> None:
    found = a_match(after=after(fans=(fan_factor("home", 6), fan_factor("away", 4))))
    assert events_of(found, "home", FanFactorChanged) == [FanFactorChanged(1, "the match")]
    assert events_of(found, "away", FanFactorChanged) == []


# a concession


def test_the_winner_of_a_concession_gets_both_winnings_and_both_awards() -> None:
    found = a_match(
        concession("home"),
        after=(
            winnings("home", 2),
            winnings("away", 4),
            mvp("away", 2),
            mvp("away", 2),
            fan_factor("away", 3),
        ),
    )
    assert events_of(found, "home", GoldChanged) == []
    assert events_of(found, "away", GoldChanged) == [
        GoldChanged(30_000, "winnings of Gouged Eye, who conceded"),
        GoldChanged(60_000, "winnings"),
    ]
    assert facts_of(found, facts.Mvp) == [facts.Mvp("away", 2), facts.Mvp("away", 3)]
    assert events_of(found, "home", SppGained) == []
    assert facts_of(found, facts.Winnings)[0].paid_to == "away"


def test_a_conceder_loses_a_point_of_fan_factor_without_a_roll_and_the_winner_adds_two() -> None:
    found = a_match(concession("home"), after=CONCEDED)
    assert events_of(found, "home", FanFactorChanged) == [FanFactorChanged(-1, "conceded the match")]
    assert facts_of(found, facts.FanFactor) == [
        facts.FanFactor("home", -1, 3),
        facts.FanFactor("away", 1, 3, 3, 3),
    ]


def test_a_conceder_with_a_fan_factor_of_one_keeps_it() -> None:
    log: dict[str, Any] = {"before": (weather(3, 4), gate(1, 1, 1, 1)), "home": orcs(fan_factor=1)}
    assert events_of(a_match(concession("home"), after=CONCEDED, **log), "home", FanFactorChanged) == []


def test_stars_of_the_conceder_leave_on_1_to_3_counting_the_points_of_this_match() -> None:
    team = orcs(spp={2: 51, 3: 50, 4: 48, 5: 200, 6: 80}, misses={6})
    found = a_match(
        touchdown("home", 4),
        hurt("home", 5, 5, die=6),
        concession("home"),
        home=team,
        after=(
            *CONCEDED,
            roll("concession.leaves", "home", 3, player=2),
            roll("concession.leaves", "home", 4, player=4),
            roll("concession.leaves", "home", 1, player=6),
        ),
    )
    assert facts_of(found, facts.Departure) == [
        facts.Departure("home", 2, leaves=True),
        facts.Departure("home", 4, leaves=False),
        facts.Departure("home", 6, leaves=True),
    ]
    assert [(event.player, event.status) for event in events_of(found, "home", Departed)] == [
        (105, "dead"),
        (102, "left"),
        (106, "left"),
    ]


def test_the_two_awards_of_a_concession_go_to_two_players() -> None:
    pair = humans(misses=range(3, 13))
    found = a_match(
        concession("home"),
        away=pair,
        after=(winnings("home", 2), winnings("away", 4), mvp("away", 1), fan_factor("away", 3)),
    )
    assert facts_of(found, facts.Mvp) == [facts.Mvp("away", 1), facts.Mvp("away", 2)]


def test_where_only_one_is_left_the_second_award_goes_to_nobody() -> None:
    found = a_match(
        concession("home"),
        away=humans(misses=range(2, 13)),
        after=(winnings("home", 2), winnings("away", 4), fan_factor("away", 3)),
    )
    assert facts_of(found, facts.Mvp) == [facts.Mvp("away", 1)]
    assert facts_of(found, facts.NoMvp) == [facts.NoMvp("away")]


def test_a_leader_may_concede_and_has_lost_all_the_same() -> None:
    found = a_match(touchdown("home", 4), touchdown("home", 4), concession("home"), after=CONCEDED)
    assert (found.score, found.outcome.winner) == ((2, 0), "away")
    assert [event.result for event in events_of(found, "home", MatchPlayed)] == ["lost"]
    assert [event.result for event in events_of(found, "away", MatchPlayed)] == ["won"]
    assert [fact.modifier for fact in facts_of(found, facts.Winnings)] == [1, 2]


@pytest.mark.parametrize(("home", "away", "winner"), [(1, 2, "away"), (2, 1, "home"), (1, 1, None)])
def test_the_winner_follows_from_the_score(home: int, away: int, winner: str | None) -> None:
    scored = [touchdown("home", 4)] * home + [touchdown("away", 5)] * away
    found = a_match(*scored)
    assert found.outcome.winner == winner
    words = {"home": ("won", "lost"), "away": ("lost", "won"), None: ("drawn", "drawn")}[winner]
    results = [events_of(found, side, MatchPlayed)[0].result for side in ("home", "away")]
    assert tuple(results) == words
    assert [fact.gold for fact in facts_of(found, facts.Winnings)] == [
        60_000 if winner == side else 50_000 for side in ("home", "away")
    ]


# a side without players


def test_a_side_that_cannot_field_three_plays_on_with_those_whom_it_has() -> None:
    found = a_match(
        lineup("home", 1, 2),
        lineup("away", *range(1, 12)),
        touchdown("home", 2),
        home=orcs(misses=range(3, 13)),
        after=(END, *AFTER[:2], mvp("home", 1), *AFTER[3:]),
    )
    assert found.outcome.winner == "home"


def test_a_side_without_players_plays_on_or_concedes() -> None:
    last = orcs(misses=range(2, 13))
    carried_off = [lineup("home", 1), *hurt("home", 1, 5, die=6)]
    over = (END, *AFTER[:2], mvp("away", 1), *AFTER[4:])
    found = a_match(
        *carried_off,
        lineup("home", turn=2),
        touchdown("away", 5, turn=2),
        lineup("home", turn=3),
        touchdown("away", 5, turn=3),
        home=last,
        after=over,
    )
    assert (found.score, found.outcome.winner, found.available["home"]) == ((0, 2), "away", ())
    given_up = a_match(*carried_off, concession("home", half=1, turn=2), home=last, after=CONCEDED)
    assert given_up.outcome.conceded_by == "home"


def test_a_side_of_which_everybody_misses_the_match_can_play_it() -> None:
    found = a_match(
        lineup("home"),
        touchdown("away", 5),
        home=orcs(misses=range(1, 13)),
        after=(END, *AFTER[:2], mvp("away", 1), *AFTER[4:]),
    )
    assert found.outcome.winner == "away"
    assert facts_of(found, facts.NoMvp) == [facts.NoMvp("home")]
    assert len(events_of(found, "home", MissServed)) == 12


def test_stars_of_the_winner_stay() -> None:
    a_match(concession("home"), away=humans(spp={2: 100}), after=CONCEDED)


# what the rosters keep


def test_points_by_player_and_deed() -> None:
    found = a_match(
        touchdown("home", 4),
        completion("home", 7),
        completion("home", 7),
        touchdown("home", 4),
        interception("home", 4),
        hurt("away", 5, 4, die=1),
    )
    assert events_of(found, "home", SppGained) == [
        SppGained(101, "mvp", 1, 5),
        SppGained(104, "touchdown", 2, 6),
        SppGained(104, "interception", 1, 2),
        SppGained(104, "casualty", 1, 2),
        SppGained(107, "completion", 2, 2),
    ]


def test_the_record_of_the_match() -> None:
    found = a_match(touchdown("away", 5), hurt("away", 5, 4, die=6), home=orcs(misses={12}))
    assert events_of(found, "home", MatchPlayed) == [
        MatchPlayed("Reavers", "lost", 0, 1, 1, 0, tuple(range(101, 112)))
    ]
    assert events_of(found, "away", MatchPlayed) == [
        MatchPlayed("Gouged Eye", "won", 1, 0, 0, 1, tuple(range(201, 213)))
    ]
    assert events_of(a_match(concession("home"), after=CONCEDED), "home", MatchPlayed)[0].conceded


def test_an_earlier_injury_is_served_and_a_niggling_one_is_not() -> None:
    found = a_match(roll("niggling", "home", 1, player=4), home=orcs(misses={5, 6}, niggling={4: 1}))
    assert events_of(found, "home", MissServed) == [MissServed(105), MissServed(106)]


def test_the_events_lead_from_one_roster_to_the_next() -> None:
    team = orcs(misses={6})
    before = evolve(Roster(name="Gouged Eye", fan_factor=3), *(_hired(player) for player in team.players))
    found = a_match(
        touchdown("home", 4),
        hurt("home", 2, 5, die=4, serious=(6, 1)),
        hurt("home", 3, 5, die=6),
        home=team,
        after=after(fans=(fan_factor("home", 6), fan_factor("away", 3))),
    )
    now = evolve(before, *found.outcome.home_events)
    assert (now.treasury, now.fan_factor, now.won, now.touchdowns_for, now.casualties_against) == (
        60_000,
        4,
        1,
        1,
        2,
    )
    knee, dead, star, back = now.player(102), now.player(103), now.player(104), now.player(106)
    assert (knee.stats, knee.misses_next, knee.matches) == ((5, 3, 3, 8), True, 1)
    assert (dead.status, dead.injuries) == ("dead", ())
    assert (star.spp, star.touchdowns) == (3, 1)
    assert (back.misses_next, back.matches) == (False, 0)


def _hired(player: LogPlayer) -> Hired:
    return Hired(player.id, player.number, player.name, player.position, 50_000, player.start)


def test_an_injury_and_a_death_stand_in_the_order_in_which_they_came() -> None:
    found = a_match(hurt("home", 9, 5, die=6), hurt("home", 2, 5, die=4, serious=(1, 1)))
    kinds = [type(event) for event in found.outcome.home_events]
    assert kinds.index(Departed) < kinds.index(Injured)
