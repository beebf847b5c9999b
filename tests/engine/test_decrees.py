"""What a commissioner puts right: what comes of a decree, and what none can do."""

from __future__ import annotations

import msgspec
import pytest

from engine.acts import clean_reason, decree, odd_after, open_injuries, read_decrees
from engine.acts.decreeing import (
    ChangeStat,
    Decree,
    FanFactor,
    Gold,
    Heal,
    Leave,
    Rerolls,
    Return,
    Spp,
    StaffMembers,
    Teach,
    Trophy,
)
from engine.describe import describe_event
from engine.editions import edition
from engine.questions import Refusal
from engine.roster import (
    Departed,
    FanFactorChanged,
    GoldChanged,
    Healed,
    Injured,
    Renumbered,
    RerollsChanged,
    Returned,
    Roster,
    RosterEvent,
    SppGained,
    StaffChanged,
    StatChanged,
    Taught,
    TrophyChanged,
    evolve,
)
from tests.engine.rosters import LRB4, a_roster, lines, with_player


def decreed(roster: Roster, *decrees: Decree) -> Roster:
    return evolve(roster, *decree(LRB4, roster, decrees))


def refused(roster: Roster, *decrees: Decree) -> list[str]:
    with pytest.raises(Refusal) as caught:
        decree(LRB4, roster, decrees)
    return [problem.message for problem in caught.value.problems]


def happened(roster: Roster, *events: RosterEvent) -> Roster:
    return evolve(roster, *events)


EACH: list[tuple[Decree, RosterEvent]] = [
    (Gold(-30_000), GoldChanged(-30_000, "decree")),
    (FanFactor(2), FanFactorChanged(2, "decree")),
    (Rerolls(1), RerollsChanged(1)),
    (StaffMembers("cheerleaders", 3), StaffChanged("cheerleaders", 3)),
    (Trophy("Chaos Cup"), TrophyChanged("Chaos Cup", True)),
    (Spp(1, 5), SppGained(1, "other", 1, 5)),
    (Teach(1, "Dodge"), Taught(1, "Dodge")),
    (ChangeStat(1, "st", 1), StatChanged(1, "st", 1)),
    (Leave(1), Departed(1, "left", "by decree")),
]


@pytest.mark.parametrize(("one", "event"), EACH, ids=[type(one).__name__ for one, _ in EACH])
def test_each_decree_becomes_its_event(one: Decree, event: RosterEvent) -> None:
    roster = a_roster()
    assert decree(LRB4, roster, [one]) == (event,)
    assert describe_event(evolve(roster, event), event).endswith(".")


def test_a_decree_is_read_as_it_was_written() -> None:
    decrees = (*(one for one, _ in EACH), Heal(1, "ma", "Smashed Hip", False), Return(3))
    assert read_decrees(msgspec.to_builtins(decrees)) == decrees
    with pytest.raises(Refusal, match="no decree"):
        read_decrees([{"kind": "gift", "amount": 1}])
    with pytest.raises(Refusal, match="no decree"):
        read_decrees([{"kind": "stat", "player": 1, "stat": "st", "change": 2}])


def test_the_reason_goes_with_gold_and_fans() -> None:
    events = decree(LRB4, a_roster(), [Gold(10_000), FanFactor(1), Rerolls(1)], "a fine paid back")
    assert events == (
        GoldChanged(10_000, "decree, a fine paid back"),
        FanFactorChanged(1, "decree, a fine paid back"),
        RerollsChanged(1),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  ", "A decree needs a reason; everybody reads it in the ledger."),
        ("x" * 501, "The reason has 501 characters; 500 are the most."),
        ("a\u202eb", "The reason holds characters that cannot be seen."),
    ],
)
def test_a_reason_is_text_that_can_be_read(text: str, said: str) -> None:
    with pytest.raises(Refusal) as caught:
        clean_reason(text)
    assert caught.value.message == said


def test_a_reason_is_one_line() -> None:
    assert clean_reason(" the log of\n round 2 ") == "the log of round 2"


def test_a_treasury_falls_below_nothing_only_when_that_is_said() -> None:
    roster = a_roster()
    assert roster.treasury == 440_000
    assert refused(roster, Gold(-450_000)) == [
        "Reavers has 440,000 gold; with -450,000 it would owe 10,000: say that it may."
    ]
    assert decreed(roster, Gold(-450_000, debt=True)).treasury == -10_000


def test_what_cannot_be_is_refused_in_a_sentence_each() -> None:
    roster = happened(a_roster(), SppGained(1, "touchdown", 1, 3), Departed(2, "dead", "killed"))
    cases: list[tuple[Decree, str]] = [
        (Gold(0), "A decree on gold must change something; 0 does not."),
        (Gold(10**9), "A decree on gold is at most 100,000,000, not 1,000,000,000."),
        (FanFactor(-1), "The fan factor of Reavers cannot become 0; 1 is the least."),
        (Rerolls(-1), "Reavers cannot lose 1 team re-roll: it has 0."),
        (StaffMembers("assistant_coaches", -2), "Reavers cannot lose 2 assistant coaches: it has 0."),
        (StaffMembers("apothecary", 2), "Reavers may have 1 apothecary, not 2."),
        (Trophy("Cup", held=False), "Reavers does not hold the trophy Cup."),
        (Trophy(" "), "The name of the trophy is missing."),
        (Spp(1, -4), "Lineman 1 has 3 star player points and cannot lose 4."),
        (Spp(99, 4), "Reavers has never had a player with the id 99."),
        (Teach(1, "Doge"), "Living Rulebook 4 knows no skill or trait named 'Doge'."),
        (Teach(2, "Dodge"), "Lineman 2 no longer plays for Reavers."),
        (Heal(1, "niggling"), "Lineman 1 has no niggling injury."),
        (Heal(1, "miss"), "Lineman 1 does not miss the next match."),
        (Heal(1, "ma"), "Say which injury of Lineman 1 is healed."),
        (Heal(1, "ma", applied=False), "Say which injury of Lineman 1 goes."),
        (Heal(1, "ma", "Smashed Hip"), "Lineman 1 has no injury 'Smashed Hip'."),
        (Return(1), "Lineman 1 is not gone from Reavers."),
        (Leave(2), "Lineman 2 no longer plays for Reavers."),
    ]
    assert [refused(roster, one) for one, _ in cases] == [[said] for _, said in cases]
    assert refused(roster, *(one for one, _ in cases)) == [said for _, said in cases]
    assert refused(roster) == ["Nothing is decreed."]


def test_a_skill_is_taught_once() -> None:
    roster = decreed(a_roster(), Teach(1, "Dodge"))
    assert roster.player(1).skills == ("Dodge",)
    assert roster.player(1).advances == 0
    assert refused(roster, Teach(1, "Dodge")) == ["Lineman 1 has Dodge already."]


def test_a_characteristic_stays_between_1_and_10() -> None:
    low, high = (
        with_player(a_roster(), 1, stats=(1, 3, 3, 8)),
        with_player(a_roster(), 1, stats=(10, 3, 3, 8)),
    )
    assert refused(low, ChangeStat(1, "ma", -1)) == [
        "Lineman 1 cannot have movement allowance 0; it is 1 to 10."
    ]
    assert refused(high, ChangeStat(1, "ma", 1)) == [
        "Lineman 1 cannot have movement allowance 11; it is 1 to 10."
    ]
    assert decreed(a_roster(), ChangeStat(1, "ag", -1)).player(1).stats == (6, 3, 2, 8)


def test_a_healed_injury_takes_with_it_what_it_left() -> None:
    hurt = happened(
        a_roster(),
        Injured(1, "Smashed Hip", "ma"),
        Injured(2, "Damaged Back", "niggling"),
        Injured(3, "Broken Jaw", "miss"),
        Injured(4, "Smashed Hip", "ma", applied=False),
    )
    well = decreed(
        hurt,
        Heal(1, "ma", "Smashed Hip"),
        Heal(1, "miss"),
        Heal(2, "niggling", "Damaged Back"),
        Heal(3, "miss", "Broken Jaw"),
        Heal(4, "ma", "Smashed Hip", applied=False),
    )
    assert [well.player(one) == a_roster().player(one) for one in (1, 3)] == [True, True]
    assert (well.player(2).niggling, well.player(2).injuries, well.player(2).misses_next) == (0, (), True)
    assert (well.player(4).stats, well.player(4).injuries) == (a_roster().player(4).stats, ())


def test_the_injuries_that_nobody_has_healed() -> None:
    first, second = Injured(1, "Ageing", "niggling", misses_next=False), Injured(1, "Ageing", "av")
    third = Injured(1, "Broken Jaw", "miss")
    events: list[RosterEvent] = [first, Injured(2, "Smashed Hip", "ma"), second, third]
    assert open_injuries(events, 1) == (first, second, third)
    assert open_injuries([*events, Healed(1, "Ageing", "av")], 1) == (first, third)
    assert open_injuries([*events, Healed(1, "", "miss")], 1) == (first, second, third)
    assert open_injuries([*events, Healed(1, "Ageing", "av"), Healed(1, "Broken Jaw", "miss")], 1) == (first,)


@pytest.mark.parametrize("status", ["dead", "retired", "dismissed", "left"])
def test_a_player_comes_back_as_he_was(status: str) -> None:
    before = happened(a_roster(), SppGained(2, "mvp", 1, 5))
    gone = happened(before, msgspec.convert({"event": "departed", "player": 2, "status": status}, Departed))
    assert decree(LRB4, gone, [Return(2)]) == (Returned(2),)
    assert decreed(gone, Return(2)) == before
    assert LRB4.rules.strength(decreed(gone, Return(2))) == LRB4.rules.strength(before)


def test_whoever_returns_finds_his_shirt_taken_and_wears_another() -> None:
    gone = happened(a_roster(), Departed(2, "dead"), Renumbered(3, 2))
    assert decree(LRB4, gone, [Return(2)]) == (Returned(2), Renumbered(2, 3))


def test_nobody_returns_to_a_full_roster_or_from_another_team() -> None:
    full = happened(a_roster(players=lines(("Lineman", 11))), Departed(1, "dead"))
    full = msgspec.structs.replace(
        full,
        players=full.players
        + tuple(
            msgspec.structs.replace(full.player(2), id=20 + n, number=20 + n, name=f"New {n}")
            for n in range(6)
        ),
    )
    assert refused(full, Return(1)) == ["Reavers has 16 players, and 16 are the most: there is no room."]
    traded = happened(a_roster(), Departed(1, "traded"))
    assert refused(traded, Return(1)) == [
        "Lineman 1 plays for another team now and cannot return from Reavers's past."
    ]
    double = happened(a_roster(), Departed(1, "dead"))
    double = with_player(double, 2, name="LINEMAN 1")
    assert refused(double, Return(1)) == [
        "Reavers has another player named Lineman 1; rename that one first."
    ]


def test_a_position_over_its_limit_is_said_and_not_refused() -> None:
    roster = a_roster(players=lines(("Lineman", 8), ("Blitzer", 4)))
    assert odd_after(LRB4, roster) == ()
    five = happened(roster, Departed(12, "dead"))
    five = msgspec.structs.replace(
        five, players=(*five.players, msgspec.structs.replace(five.player(11), id=13, number=13, name="New"))
    )
    assert odd_after(LRB4, decreed(five, Return(12))) == ("A Human team may have 4 Blitzer, not 5.",)


def test_decrees_of_one_act_build_on_each_other() -> None:
    gone = happened(a_roster(), Injured(1, "Damaged Back", "niggling"), Departed(1, "dead"))
    back = decreed(gone, Return(1), Heal(1, "niggling", "Damaged Back"), Teach(1, "Dodge"))
    assert (back.player(1).status, back.player(1).niggling, back.player(1).skills) == (
        "active",
        0,
        ("Dodge",),
    )


def test_a_team_without_an_apothecary_gets_none_by_decree() -> None:
    undead = msgspec.structs.replace(a_roster(), race="Undead")
    assert not LRB4.races["Undead"].apothecary
    assert refused(undead, StaffMembers("apothecary", 1)) == [
        "Reavers may not have an apothecary, as no Undead team may."
    ]


def test_house_rules_move_the_limits_of_decrees() -> None:
    rules = edition("lrb4", {"match/fan_factor/minimum": 0})
    assert evolve(a_roster(), *decree(rules, a_roster(), [FanFactor(-1)])).fan_factor == 0


def test_no_decree_gives_more_rerolls_than_a_team_may_have() -> None:
    rules = edition("lrb4", {"league/rerolls_max": 3})
    many = decreed(a_roster(), Rerolls(5))
    with pytest.raises(Refusal, match=r"^Reavers may have 3 team re-rolls, not 4\.$"):
        decree(rules, a_roster(), [Rerolls(4)])
    assert decree(rules, a_roster(), [Rerolls(3)]) == (RerollsChanged(3),)
    assert decree(rules, many, [Rerolls(-1)]) == (RerollsChanged(-1),), "fewer is no more than before"


# --- values: each counted once -------------------------------------------------------------------------------


def test_star_player_points_by_decree_raise_the_rating_at_once_and_once() -> None:
    before = a_roster()
    after = decreed(before, Spp(1, 5))
    assert LRB4.rules.strength(after) == LRB4.rules.strength(before) + 1
    assert after.player(1).spp == 5
    assert LRB4.rules.strength(decreed(after, Spp(1, -5))) == LRB4.rules.strength(before)


def test_gold_by_decree_is_counted_once() -> None:
    before = a_roster()
    after = decreed(before, Gold(-30_000))
    assert (before.treasury - after.treasury, LRB4.rules.strength(before) - LRB4.rules.strength(after)) == (
        30_000,
        3,
    )


def test_a_skill_by_decree_is_worth_what_a_skill_is_worth_in_this_edition() -> None:
    """LRB4 values a player at his list price, and his experience by star player points: a skill adds nothing."""
    before = a_roster()
    earned = decreed(before, Spp(1, 6))
    taught = decreed(earned, Teach(1, "Block"))
    assert LRB4.rules.strength(taught) == LRB4.rules.strength(earned)
    assert taught.player(1).price == 50_000


def test_a_lost_point_changes_neither_value_nor_rating() -> None:
    before = a_roster()
    assert LRB4.rules.strength(decreed(before, ChangeStat(1, "ma", -1))) == LRB4.rules.strength(before)


def test_staff_and_re_rolls_by_decree_are_worth_their_list_price() -> None:
    before = a_roster()
    after = decreed(before, Rerolls(1), StaffMembers("cheerleaders", 2), FanFactor(1))
    assert LRB4.rules.strength(after) - LRB4.rules.strength(before) == 5 + 2 + 1
