"""Home fields: what each kind and each race makes of a match, in the numbers of the text (LRB4, Stadiums).

The usual match: Gouged Eye (Orc) at home on their Stadium (modifier 3, a re-roll on 9 or more) against the Reavers.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from engine.editions import edition
from engine.match import facts
from engine.match.entries import Entry, HalfTime
from engine.match.log import LogRoster, MatchLog
from engine.match.narrative import narrate
from engine.match.script import play
from engine.match.state import Match
from engine.questions import Question, Roll, Side
from engine.random_teams import random_roster
from engine.replay import replay
from engine.roster import FanFactorChanged, GoldChanged, StadiumState
from engine.simulate import random_log
from tests.engine.builders import (
    a_log,
    a_match,
    a_team,
    events_of,
    facts_of,
    gate,
    humans,
    lineup,
    orcs,
    overtime,
    roll,
    sent_off,
    shoot_out,
    touchdown,
    weather,
)

SIX = (1, 2, 3, 4, 5, 6)


def home(race: str, stadium: str = "Stadium", **traits: Any) -> LogRoster:
    return a_team("Hosts", race, 100, **({"stadium": stadium} | traits))


def away(race: str = "Lizardmen", **traits: Any) -> LogRoster:
    return a_team("Guests", race, 200, **traits)


def ground(race: str, stadium: str = "Stadium", visitors: str = "Lizardmen", **ways: Any) -> dict[str, Any]:
    """Both teams of a match at home."""
    return {
        "home": home(race, stadium, **ways.pop("hosts", {})),
        "away": away(visitors, **ways.pop("guests", {})),
        **ways,
    }


def bonus(key: str, *dice: int, side: Side = "home") -> Entry:
    return roll(f"home_field.{key}", side, *dice)


def crowd(*dice: int) -> Entry:
    """The home crowd's roll for a re-roll of the half."""
    return roll("home_field.reroll", "home", *dice)


def the_match(log: MatchLog) -> tuple[Match, Question | None]:
    """The match as it stands behind the log, and the question that waits."""
    rules = edition("lrb4", log.house_rules)
    match = Match.of(log, rules)
    script = play(match)
    question: Question | None = next(script)
    try:
        for entry in log.entries:
            assert question is not None
            question = script.send(question.accept(entry))
    except StopIteration:
        question = None
    return match, question


def stands(*entries: Any, before: Iterable[Entry] = (), **log: Any) -> Match:
    match, _ = the_match(a_log(*entries, before=before, after=None, **log))
    return match


def asked(*entries: Any, before: Iterable[Entry] = (), **log: Any) -> str:
    _, question = the_match(a_log(*entries, before=before, after=None, **log))
    assert question is not None
    return question.key


def dice_asked(*entries: Any, before: Iterable[Entry] = (), **log: Any) -> tuple[str, str]:
    _, question = the_match(a_log(*entries, before=before, after=None, **log))
    assert isinstance(question, Roll)
    return question.key, str(question.dice)


def fans(match: Match) -> tuple[int, int]:
    return match.home.fan_factor, match.away.fan_factor


def modifiers(match: Match) -> tuple[int, int]:
    return match.home.fan_factor_modifier, match.away.fan_factor_modifier


def bonuses(match: Match) -> list[tuple[str, int]]:
    """What the field did, and on how many dice."""
    return [(fact.bonus, fact.times) for fact in match.facts if isinstance(fact, facts.FieldBonus)]


# --- before the gate ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("visitors", "dice", "left"),
    [
        (9, (1, 2, 3, 5), 9),
        (8, (6, 1, 1, 1), 6),
        (8, (6, 6, 6, 1), 2),
        (9, (6, 1, 1, 1), 6),
        (9, (6, 6, 1, 1), 3),
        (9, (6, 6, 6, 6), 0),
        (3, (6, 1, 1, 1), 2),
        (3, (6, 6, 1, 1), 1),
        (2, (6, 6, 6, 1), 0),
    ],
)
def test_each_six_at_the_ends_of_an_undead_ground_keeps_a_quarter_of_the_visitors_away(
    visitors: int, dice: tuple[int, ...], left: int
) -> None:
    guests = {"fan_factor": visitors}
    setting = ground("Undead", guests=guests)
    assert dice_asked(weather(3, 4), **setting) == ("home_field.ends", "4D6")
    found = stands(weather(3, 4), bonus("ends", *dice), **setting)
    assert fans(found) == (3, left)
    assert bonuses(found) == [("ends", dice.count(6))]
    assert dice_asked(weather(3, 4), bonus("ends", *dice), **setting) == ("gate", f"{3 + left}D6")


def test_two_undead_teams_do_not_frighten_each_other() -> None:
    assert asked(weather(3, 4), **ground("Undead", visitors="Undead")) == "gate"


@pytest.mark.parametrize("race", ["Elf", "Wood Elf"])
def test_elves_have_one_more_point_of_fan_factor_at_home(race: str) -> None:
    setting = ground(race)
    found = stands(weather(3, 4), **setting)
    assert fans(found) == (4, 3)
    assert dice_asked(weather(3, 4), **setting) == ("gate", "7D6")
    assert bonuses(found) == [("trees", 1)]


@pytest.mark.parametrize(("die", "left"), [(5, 3), (6, 0)])
def test_on_a_six_nobody_pays_what_high_elves_ask(die: int, left: int) -> None:
    setting = ground("High Elf")
    found = stands(weather(3, 4), bonus("prices", die), **setting)
    assert fans(found) == (3, left)
    assert dice_asked(weather(3, 4), bonus("prices", die), **setting) == ("gate", f"{3 + left}D6")


@pytest.mark.parametrize("visitors", ["High Elf", "Dark Elf"])
def test_high_and_dark_elves_pay_any_price(visitors: str) -> None:
    assert asked(weather(3, 4), **ground("High Elf", visitors=visitors)) == "gate"


def test_high_elves_do_not_sit_on_a_not_so_grandstand() -> None:
    setting = ground("Goblin", "Not-So-Grandstand", visitors="High Elf")
    found = stands(weather(3, 4), **setting)
    assert fans(found) == (3, 0)
    assert bonuses(found) == [("snobs", 1)]
    others = ground("Goblin", "Not-So-Grandstand", visitors="Wood Elf")
    assert fans(stands(weather(3, 4), **others)) == (3, 3)


def test_a_smaller_gate_leaves_smaller_winnings() -> None:
    """A gate of 3 dice instead of 6: less than 20,001 spectators and the lowest row of the winnings table."""
    setting = ground("High Elf")
    begun = [weather(3, 4), bonus("prices", 6), gate(6, 6, 6), crowd(1, 1)]
    found = a_match(HalfTime(), crowd(1, 1), before=begun, **setting)
    assert found.outcome is not None
    assert found.outcome.gate == 18_000
    assert [fact.modifier for fact in facts_of(found, facts.Winnings)] == [0, 0]
    begun = [weather(3, 4), bonus("prices", 5), gate(6, 6, 6, 6, 1, 1), crowd(1, 1)]
    found = a_match(HalfTime(), crowd(1, 1), before=begun, **setting)
    assert found.outcome is not None
    assert found.outcome.gate == 26_000
    assert [fact.modifier for fact in facts_of(found, facts.Winnings)] == [1, 1]


# --- before the kick-off --------------------------------------------------------------------------------------------

GATE = (weather(3, 4), gate(*SIX))
KINDS = [("Stadium", 3), ("Grandstands", 2), ("Terraces", 1)]


@pytest.mark.parametrize(("stadium", "modifier"), KINDS)
@pytest.mark.parametrize(("race", "key"), [("Orc", "waaagh"), ("Chaos", "gods")])
def test_on_five_or_six_the_home_side_adds_the_modifier_of_the_field(
    race: str, key: str, stadium: str, modifier: int
) -> None:
    setting = ground(race, stadium)
    assert dice_asked(*GATE, **setting) == (f"home_field.{key}", "D6")
    assert modifiers(stands(*GATE, bonus(key, 4), **setting)) == (0, 0)
    assert modifiers(stands(*GATE, bonus(key, 5), **setting)) == (modifier, 0)
    assert modifiers(stands(*GATE, bonus(key, 6), **setting)) == (modifier, 0)


@pytest.mark.parametrize(("counts", "added"), [(False, 0), (True, 3)])
def test_by_house_rule_the_favour_of_the_home_crowd_outlasts_the_match(counts: bool, added: int) -> None:
    setting = ground("Orc", house_rules={"stadiums/modifier_after_match": counts})
    played = a_log(*GATE, bonus("waaagh", 6), crowd(1, 1), HalfTime(), crowd(1, 1), before=(), **setting)
    home, away = (fact for fact in replay(played).facts if isinstance(fact, facts.FanFactor))
    assert (home.modifier, away.modifier) == (added, 0)


def test_snotlings_cheer_at_kick_offs_alone() -> None:
    setting = ground("Goblin", "Not-So-Grandstand", house_rules={"stadiums/modifier_after_match": True})
    played = a_log(*GATE, crowd(1, 1), HalfTime(), crowd(1, 1), before=(), **setting)
    home, away = (fact for fact in replay(played).facts if isinstance(fact, facts.FanFactor))
    assert (home.modifier, away.modifier) == (0, 0)


def test_between_two_chaos_teams_the_gods_favour_the_home_side_alone() -> None:
    setting = ground("Chaos", visitors="Chaos")
    assert modifiers(stands(*GATE, bonus("gods", 6), **setting)) == (3, 0)


@pytest.mark.parametrize(("stadium", "modifier"), KINDS)
def test_human_hooligans_take_the_modifier_from_the_visitors(stadium: str, modifier: int) -> None:
    setting = ground("Human", stadium)
    assert modifiers(stands(*GATE, bonus("hooligans", 4), **setting)) == (0, 0)
    assert modifiers(stands(*GATE, bonus("hooligans", 5), **setting)) == (0, -modifier)


def test_snotlings_add_two_at_kick_offs_and_nothing_to_the_gate() -> None:
    setting = ground("Goblin", "Not-So-Grandstand")
    assert dice_asked(weather(3, 4), **setting) == ("gate", "6D6")
    found = stands(*GATE, **setting)
    assert modifiers(found) == (2, 0)
    assert fans(found) == (3, 3)


@pytest.mark.parametrize(
    ("stadium", "race", "misses", "reaches"),
    [
        ("Stadium", "Amazon", (4, 4), (4, 5)),
        ("Grandstands", "Amazon", (4, 5), (5, 5)),
        ("Terraces", "Amazon", (5, 5), (5, 6)),
        ("Not-So-Grandstand", "Goblin", (5, 6), (6, 6)),
    ],
)
def test_the_crowd_brings_a_re_roll_for_one_half(
    stadium: str, race: str, misses: tuple[int, int], reaches: tuple[int, int]
) -> None:
    setting = ground(race, stadium, hosts={"rerolls": 3})
    assert stands(*GATE, crowd(*misses), **setting).home.rerolls == [3, 3]
    assert stands(*GATE, crowd(*reaches), **setting).home.rerolls == [4, 3]
    second = [*GATE, crowd(*misses), HalfTime()]
    assert dice_asked(*second, **setting) == ("home_field.reroll", "2D6")
    assert stands(*second, crowd(*reaches), **setting).home.rerolls == [3, 4]
    assert stands(*second, crowd(6, 6), **setting).home.rerolls == [3, 4]


def test_by_house_rule_the_dice_must_show_the_number_itself() -> None:
    setting = ground("Amazon", house_rules={"stadiums/reroll_exactly": True})
    assert stands(*GATE, crowd(4, 5), **setting).home.rerolls == [1, 0]
    assert stands(*GATE, crowd(5, 5), **setting).home.rerolls == [0, 0]


# --- half-time ------------------------------------------------------------------------------------------------------


def at_half_time(race: str, visitors: str = "Lizardmen", stadium: str = "Stadium") -> dict[str, Any]:
    """Halflings come with a chef, who cooks before each half."""
    sides: tuple[tuple[Side, str], ...] = (("home", race), ("away", visitors))
    cooked = [roll("chef", side, 1) for side, cook in sides if cook == "Halfling"]
    return ground(race, stadium, visitors, before=[*GATE, *cooked, crowd(1, 1), HalfTime()])


@pytest.mark.parametrize("race", ["Dark Elf", "Norse"])
def test_the_cold_drives_the_visitors_home_on_a_six(race: str) -> None:
    setting = at_half_time(race)
    assert fans(stands(bonus("cold", 5, side="away"), **setting)) == (3, 3)
    assert fans(stands(bonus("cold", 6, side="away"), **setting)) == (3, 0)


@pytest.mark.parametrize("race", ["Dark Elf", "Norse"])
@pytest.mark.parametrize("visitors", ["Dark Elf", "Norse"])
def test_dark_elves_and_norse_are_used_to_the_cold(race: str, visitors: str) -> None:
    assert asked(**at_half_time(race, visitors)) == "home_field.reroll"


def test_hot_dogs_with_warpstone_bring_the_visitors_fans_over_on_a_six() -> None:
    setting = at_half_time("Skaven")
    assert fans(stands(bonus("warpstone", 5, side="away"), **setting)) == (3, 3)
    assert fans(stands(bonus("warpstone", 6, side="away"), **setting)) == (6, 0)
    assert asked(**at_half_time("Skaven", "Skaven")) == "home_field.reroll"


@pytest.mark.parametrize(("die", "left"), [(4, 3), (5, 0), (6, 0)])
def test_the_furnace_of_chaos_dwarfs_smokes_the_visitors_out(die: int, left: int) -> None:
    for visitors in ("Lizardmen", "Chaos Dwarf"):
        assert fans(stands(bonus("smoke", die), **at_half_time("Chaos Dwarf", visitors))) == (3, left)


@pytest.mark.parametrize(("stadium", "modifier"), KINDS)
def test_full_of_buns_the_visitors_take_the_modifier(stadium: str, modifier: int) -> None:
    setting = at_half_time("Halfling", stadium=stadium)
    assert modifiers(stands(bonus("buns", 4), **setting)) == (0, 0)
    assert modifiers(stands(bonus("buns", 5), **setting)) == (0, -modifier)


def test_visiting_halflings_can_take_any_number_of_buns() -> None:
    assert asked(**at_half_time("Halfling", "Halfling")) == "chef"


def test_a_visiting_chef_takes_no_re_roll_that_the_crowd_brings_as_the_half_starts() -> None:
    chef = roll("chef", "away", 6)
    setting = ground("Amazon", visitors="Halfling", before=[*GATE, chef, crowd(6, 6), HalfTime()])
    assert stands(chef, crowd(6, 6), **setting).home.rerolls == [1, 1]


TWELVE = tuple(range(1, 13))


@pytest.mark.parametrize("die", [5, 6])
def test_a_blind_referee_lets_twelve_dwarfs_start_the_second_half(die: int) -> None:
    setting = at_half_time("Dwarf")
    begun = [bonus("referee", die), crowd(1, 1)]
    stands(*begun, lineup("home", *TWELVE, half=2), **setting)
    refused = replay(a_log(*begun, lineup("away", *TWELVE, half=2), after=None, **setting)).problem
    assert refused is not None
    assert "Guests lines up 12 players; 11 may stand on the pitch" in refused.message


def test_the_twelfth_dwarf_goes_after_the_first_touchdown_of_the_half() -> None:
    setting = at_half_time("Dwarf")
    begun = [bonus("referee", 5), crowd(1, 1), touchdown("away", 1, half=2, turn=2)]
    refused = replay(a_log(*begun, lineup("home", *TWELVE, half=2, turn=2), after=None, **setting)).problem
    assert refused is not None
    assert "Hosts lines up 12 players; 11 may stand on the pitch" in refused.message


def test_a_sober_referee_counts_to_eleven() -> None:
    begun = [bonus("referee", 4), crowd(1, 1), lineup("home", *TWELVE, half=2)]
    refused = replay(a_log(*begun, after=None, **at_half_time("Dwarf"))).problem
    assert refused is not None
    assert "Hosts lines up 12 players; 11 may stand on the pitch" in refused.message


def test_half_time_must_be_reported_where_a_field_counts() -> None:
    setting = ground("Amazon", before=[*GATE, crowd(1, 1)])
    refused = replay(a_log(touchdown("home", 1, half=2), after=None, **setting)).problem
    assert refused is not None
    assert "Report half-time first" in refused.message


# --- where a field does not count -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "where",
    [
        {"neutral": True},
        {"stage": "play_off"},
        {"stage": "semi_final"},
        {"stage": "final"},
        {"stage": "tournament"},
    ],
)
def test_on_neutral_ground_nobody_profits_from_a_field(where: dict[str, Any]) -> None:
    log = msgspec.structs.replace(a_log(sent_off("home", 1), **ground("Undead")), **where)
    found = replay(log)
    assert found.problem is None
    assert found.waiting_for is None
    assert facts_of(found, facts.HomeField) == []


def test_the_field_of_the_visitors_does_not_count() -> None:
    guests = {"stadium": "Stadium"}
    found = a_match(home=home("Amazon", ""), away=away("Undead", **guests))
    assert facts_of(found, facts.HomeField) == []


@pytest.mark.parametrize(
    ("race", "stadium", "why"),
    [
        ("Orc", "Colosseum", "this edition has no home field called 'Colosseum'"),
        ("Orc", "Not-So-Grandstand", "it is not for Orc teams"),
        ("Goblin", "Stadium", "it is not for Goblin teams"),
        ("Elf", "Terraces", "it is not for Elf teams"),
    ],
)
def test_a_log_with_a_field_that_cannot_be_is_refused(race: str, stadium: str, why: str) -> None:
    problem = replay(a_log(**ground(race, stadium))).problem
    assert problem is not None
    assert why in problem.message


# --- on the pitch ---------------------------------------------------------------------------------------------------

BEGUN = [*GATE, crowd(1, 1)]


def foul(die: int) -> list[Entry]:
    return [sent_off("home", 7), roll("home_field.foul", "home", die, player=7)]


@pytest.mark.parametrize(("die", "stays"), [(1, False), (4, False), (5, True), (6, True)])
def test_the_home_crowd_may_save_a_fouler(die: int, stays: bool) -> None:
    found = stands(*BEGUN, *foul(die), **ground("Amazon"))
    assert (found.home.players[7].condition == "fit") is stays
    kinds = [type(fact) for fact in found.facts if isinstance(fact, facts.LetOff | facts.SendingOff)]
    assert kinds == [facts.LetOff if stays else facts.SendingOff]


def test_the_crowd_saves_no_visitor_and_nobody_with_a_secret_weapon() -> None:
    assert asked(*BEGUN, sent_off("away", 7), **ground("Amazon")) == "play"
    armed = msgspec.structs.replace(sent_off("home", 7), cause="secret_weapon")
    assert asked(*BEGUN, armed, **ground("Amazon")) == "play"
    assert stands(*BEGUN, armed, **ground("Amazon")).home.players[7].condition == "off"


def test_what_stands_for_the_whole_match_is_told() -> None:
    terraces = stands(weather(3, 4), **ground("Amazon", "Terraces")).facts[-1]
    assert terraces == facts.HomeField(
        "home", "Terraces", returns_on=5, end_injury=1, let_off_on=5, rough_end=1
    )
    shack = stands(weather(3, 4), **ground("Goblin", "Not-So-Grandstand")).facts[-1]
    assert shack == facts.HomeField(
        "home", "Not-So-Grandstand", returns_on=5, end_injury=1, let_off_on=5, invasion=1
    )


# --- the Not-So-Grandstand ------------------------------------------------------------------------------------------


def goblins(**ways: Any) -> dict[str, Any]:
    return ground("Goblin", "Not-So-Grandstand", before=BEGUN, **ways)


def holds(*dice: int) -> Entry:
    return roll("home_field.collapse", "home", *dice)


def victims(*dice: int) -> Entry:
    return roll("home_field.victims", "home", *dice)


def test_from_the_second_touchdown_on_the_stand_may_collapse() -> None:
    setting = goblins()
    scored: list[Entry] = [touchdown("home", 1)]
    assert asked(*scored, **setting) == "play"
    for number, needed in ((2, 11), (3, 10), (4, 9), (5, 8), (6, 7), (7, 7)):
        scored.append(touchdown("away", 1, turn=number))
        assert asked(*scored, **setting) == "home_field.collapse"
        low = needed - 1
        assert asked(*scored, holds(min(6, low - 1), low - min(6, low - 1)), **setting) == "play"
        assert asked(*scored, holds(min(6, needed - 1), needed - min(6, needed - 1)), **setting) == (
            "home_field.victims"
        )
        scored.append(holds(1, 1))


@pytest.mark.parametrize(
    ("dice", "side", "spared"), [((1, 1), "home", "away"), ((3, 4), "home", "away"), ((4, 4), "away", "home")]
)
def test_a_collapse_kills_fans_of_one_side_for_good(dice: tuple[int, int], side: Side, spared: Side) -> None:
    played = [
        touchdown("home", 1),
        touchdown("away", 1),
        holds(5, 6),
        victims(*dice),
        HalfTime(),
        crowd(1, 1),
    ]
    found = a_match(*played, **goblins())
    assert [event.change for event in events_of(found, side, FanFactorChanged)] == [-1]
    assert events_of(found, spared, FanFactorChanged) == []
    collapse = facts_of(found, facts.Collapse)[0]
    assert (collapse.victims, collapse.fans_lost, collapse.needed) == (side, 1, 11)


def test_the_last_fan_survives_every_collapse() -> None:
    played = [touchdown("home", 1), touchdown("away", 1), holds(5, 6), victims(1, 1), HalfTime(), crowd(1, 1)]
    found = a_match(
        *played,
        **goblins(hosts={"fan_factor": 1}) | {"before": [weather(3, 4), gate(1, 2, 3, 4), crowd(1, 1)]},
    )
    assert events_of(found, "home", FanFactorChanged) == []
    assert facts_of(found, facts.Collapse)[0].fans_lost == 0


def test_the_dead_do_not_count_when_the_fan_factor_is_rolled() -> None:
    """A fan factor of 10 takes a point from the roll, one of 9 none."""
    setting = goblins(hosts={"fan_factor": 10})
    begun = [weather(3, 4), gate(*[3] * 13), crowd(1, 1)]
    played = [touchdown("home", 1), touchdown("away", 1), holds(5, 6), victims(1, 1), HalfTime(), crowd(1, 1)]
    found = a_match(*played, **setting | {"before": begun})
    rolled = next(fact for fact in facts_of(found, facts.FanFactor) if fact.side == "home")
    assert (rolled.before, rolled.modifier) == (9, 0)


def collapses(count: int) -> list[Entry]:
    played: list[Entry] = [touchdown("home", 1)]
    for turn in range(2, count + 2):
        played += [touchdown("away", 1, turn=turn), holds(6, 6), victims(1, 1)]
    return [*played, HalfTime(), crowd(1, 1)]


@pytest.mark.parametrize(("count", "breaks"), [(1, False), (2, True), (3, True)])
def test_two_collapses_in_a_match_break_the_stand(count: int, breaks: bool) -> None:
    found = a_match(*collapses(count), **goblins(hosts={"fan_factor": 3}))
    assert events_of(found, "home", StadiumState) == ([StadiumState(broken=True)] if breaks else [])
    broken = [facts.FieldBroken("home", "Not-So-Grandstand", 40_000)] if breaks else []
    assert facts_of(found, facts.FieldBroken) == broken


def test_the_special_rules_of_a_broken_stand_rest_and_the_home_end_does_not() -> None:
    setting = ground("Goblin", "Not-So-Grandstand", "High Elf", hosts={"stadium_broken": True}, before=BEGUN)
    found = stands(*foul(5), touchdown("home", 1), touchdown("home", 1), **setting)
    assert fans(found) == (3, 3)
    assert modifiers(found) == (0, 0)
    assert asked(touchdown("home", 1), touchdown("home", 1), **setting) == "play"
    assert found.home.players[7].condition == "fit"
    told = next(fact for fact in found.facts if isinstance(fact, facts.HomeField))
    assert (told.invasion, told.broken) == (0, True)


# --- stages and trophies --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "modifier"),
    [
        ("league", 0),
        ("play_off", 0),
        ("quarter_final", 0),
        ("semi_final", 1),
        ("third_place", 0),
        ("final", 2),
    ],
)
def test_more_fans_come_out_of_a_semi_final_and_of_a_final(stage: str, modifier: int) -> None:
    log = msgspec.structs.replace(a_log(), stage=stage)
    assert [fact.modifier for fact in facts_of(replay(log), facts.FanFactor)] == [modifier, modifier]


@pytest.mark.parametrize("stage", ["league", "final"])
def test_the_holder_of_the_blood_bowl_is_paid_for_every_match(stage: str) -> None:
    log = msgspec.structs.replace(a_log(home=orcs(trophies=("Blood Bowl", "Chaos Cup"))), stage=stage)
    log = msgspec.structs.replace(log, away=humans(trophies=("Spike! Magazine Trophy",)))
    found = the_match(with_handicap(log))[0]
    paid = [(event.amount, event.reason) for event in found.home.events if isinstance(event, GoldChanged)]
    assert paid[-1] == (20_000, "sponsorship")
    assert sum(reason == "sponsorship" for _, reason in paid) == 1
    assert [event.reason for event in found.away.events if isinstance(event, GoldChanged)] == ["winnings"]


def with_handicap(log: MatchLog) -> MatchLog:
    """The holder of the Chaos Cup rolls on the handicap table: Smelling Salts, which asks for nothing more."""
    entries = (*log.entries[:2], roll("handicap", "home", 3, 3), *log.entries[2:])
    return msgspec.structs.replace(log, entries=entries)


def test_each_trophy_is_one_re_roll_of_the_match() -> None:
    log = a_log(home=orcs(trophies=("Blood Bowl", "Dungeonbowl"), rerolls=1))
    found, _ = the_match(log)
    assert found.home.trophy_rerolls == 2
    assert [fact for fact in found.facts if isinstance(fact, facts.Trophies)] == [
        facts.Trophies("home", ("Blood Bowl", "Dungeonbowl"))
    ]


def test_the_trophy_of_a_minor_tournament_brings_no_re_roll() -> None:
    found, _ = the_match(a_log(home=orcs(trophies=("Far Albion Cup", "Blood Bowl"))))
    assert found.home.trophy_rerolls == 1
    found, _ = the_match(a_log(home=orcs(trophies=("Far Albion Cup",))))
    assert found.home.trophy_rerolls == 0
    assert not [fact for fact in found.facts if isinstance(fact, facts.Trophies)]


@pytest.mark.parametrize(
    ("traits", "most"),
    [
        ({}, 1),
        ({"rerolls": 3}, 4),
        ({"rerolls": 3, "trophies": ("Blood Bowl",)}, 5),
        ({"rerolls": 3, "skills": {1: ("Leader",), 2: ("Leader",)}}, 5),
    ],
)
def test_re_rolls_left_for_a_shoot_out_are_those_that_a_side_can_have(
    traits: dict[str, Any], most: int
) -> None:
    """The kick-off of the second half may have brought one more by Cheering Fans."""
    hosts = orcs(**traits)
    begun = [HalfTime(), shoot_out(home=most)]
    assert asked(*begun, before=GATE, home=hosts) == "shoot_out"
    problem = replay(a_log(HalfTime(), shoot_out(home=most + 1), home=hosts, after=None)).problem
    assert problem is not None
    assert f"Gouged Eye cannot have {most + 1} team re-rolls left" in problem.message


def test_the_crowd_and_every_kick_off_since_half_time_may_add_to_what_is_left() -> None:
    setting = at_half_time("Amazon")
    scored = [touchdown("home", 1, half=2, turn=2), touchdown("away", 1, half=2, turn=3)]
    found = stands(crowd(6, 6), *scored, overtime(), **setting)
    assert found.edition.rules.rerolls_left_max(found, "home") == 1 + 4
    assert found.edition.rules.rerolls_left_max(found, "away") == 4


def test_the_story_tells_what_the_field_did_and_when() -> None:
    log = a_log(
        *foul(6),
        HalfTime(),
        bonus("smoke", 6),
        crowd(5, 6),
        before=[*GATE, crowd(1, 1)],
        home=home("Chaos Dwarf"),
        away=away(),
    )
    found = replay(log)
    assert found.problem is None
    kinds = ("home_field", "field_bonus", "field_reroll", "let_off")
    told = [one for one in narrate(log, found.facts) if one.kind in kinds]
    assert [(one.kind, one.part, one.half) for one in told] == [
        ("home_field", "before", 0),
        ("field_reroll", "before", 0),
        ("let_off", "play", 1),
        ("field_bonus", "play", 2),
        ("field_reroll", "play", 2),
    ]
    assert told[3].text == (
        "Smoke of the furnace drives the fans of Guests out: the fan factor of Guests goes from 3 to 0 for this match."
    )


def test_a_bonus_that_only_a_house_rule_rolls_for_can_fail_and_be_told() -> None:
    log = a_log(
        HalfTime(),
        crowd(1, 1),
        before=[weather(3, 4), bonus("trees", 2), gate(*SIX), crowd(1, 1)],
        house_rules={"stadiums/bonuses/trees/dice": 1, "stadiums/bonuses/trees/needs": 4},
        **ground("Elf"),
    )
    found = replay(log)
    assert found.problem is None
    assert [one.text for one in narrate(log, found.facts) if one.kind == "field_bonus"] == [
        "The ground of Hosts does nothing for them this time."
    ]


# --- by chance ------------------------------------------------------------------------------------------------------

OWNERS = sorted(edition("lrb4").races)


@pytest.mark.parametrize("race", OWNERS)
def test_matches_by_chance_on_every_race_s_ground_replay(race: str) -> None:
    """Against its own kind, and against a few others."""
    rules = edition("lrb4")
    for seed, visitors in enumerate((race, "High Elf", "Dark Elf", "Goblin")):
        rng = random.Random(seed)
        for kind in rules.stadiums:
            if not kind.open_to(race):
                continue
            hosts = msgspec.structs.replace(random_roster(rules, race, rng), stadium=kind.name)
            home_side, away_side = map(
                rules.rules.take_the_field, (hosts, random_roster(rules, visitors, rng))
            )
            log = random_log(rules, home_side, away_side, rng)
            found = replay(log)
            assert found.problem is None, found.problem.message
            assert found.outcome is not None
            assert [fact.half for fact in facts_of(found, facts.FieldReroll)] in ([1, 2], [1])
            assert narrate(log, found.facts)
