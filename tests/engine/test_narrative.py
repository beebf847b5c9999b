"""The story of a match, the questions and the ledger in sentences: who is named, and what came of it."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from engine.describe import Names, describe_entry, describe_event, describe_option, describe_question
from engine.dice import D6, D66
from engine.edition import Edition, Prompt
from engine.editions.lrb4.tables import Handicap as Effect
from engine.match import entries, facts
from engine.match.log import FORMAT, LogPlayer, LogRoster, MatchLog
from engine.match.narrative import narrate
from engine.questions import Choose, Chosen, Report, Roll, Rolled
from engine.roster import (
    Advanced,
    Converted,
    ConvertedPlayer,
    Departed,
    FanFactorChanged,
    Founded,
    GoldChanged,
    Healed,
    Hired,
    Injured,
    Joined,
    MatchPlayed,
    MissServed,
    Player,
    PlayerRenamed,
    Renumbered,
    RerollsChanged,
    Returned,
    Roster,
    RosterEvent,
    SppGained,
    StadiumChanged,
    StadiumState,
    StaffChanged,
    StatChanged,
    Taught,
    TeamRenamed,
    TrophyChanged,
    evolve,
)

GRISHNAK = "Grishnak"
BRACES = "{who} <b>O'Connor</b> 李"


def player(number: int, name: str) -> LogPlayer:
    return LogPlayer(number, number, name, "Lineman", (6, 3, 3, 8), (6, 3, 3, 8))


LOG = MatchLog(
    FORMAT,
    "lrb4",
    home=LogRoster("Gouged Eye", "Orc", 100, 5, (player(7, GRISHNAK), player(8, "Mogrot"))),
    away=LogRoster("Reavers", "Human", 100, 4, (player(1, "Griff"), player(2, BRACES))),
)
EDITION: Any = Edition(
    key="test",
    name="Test",
    races={},
    skills={},
    creation=None,  # type: ignore[arg-type]
    prompts={
        "serious_injury": Prompt("Serious injury table", "page 1", "the serious injury of {player}"),
        "weather": Prompt("Weather", "page 2", "the weather"),
        "pick": Prompt("Who?", "page 3"),
    },
    readings=(),
    rules=None,  # type: ignore[arg-type]
    house_rules={},
)


def told(*shown: facts.Fact) -> list[str]:
    return [sentence.text for sentence in narrate(LOG, shown)]


def casualty(**changes: Any) -> facts.Casualty:
    given: dict[str, Any] = {
        "half": 1,
        "turn": 3,
        "side": "home",
        "player": 7,
        "cause": "block",
        "severity": "badly_hurt",
        "outcome": "badly_hurt",
        "causer": 1,
    }
    return facts.Casualty(**(given | changes))


def field_bonuses(half: int, *rows: tuple[str, str, int, int, int]) -> tuple[facts.FieldBonus, ...]:
    """Each with its name, what it does, how many dice worked, and the numbers that it changed."""
    return tuple(
        facts.FieldBonus("home", half, bonus, effect, (6,), times, before, after)
        for bonus, effect, times, before, after in rows
    )


EVERY_FACT: tuple[facts.Fact, ...] = (
    facts.Weather("Nice"),
    facts.Gate(31_000),
    facts.Hired("home", 20, "Morg 'n' Thorg", "Ogre blitzer", "star", (6, 6, 3, 10), ("Block",), 100_000),
    facts.Hired("away", 21, "Freebooter Blitzer", "Blitzer", "freebooter", (7, 3, 3, 8), (), 45_000),
    facts.StarWithdrawn("Griff Oberwald"),
    facts.WizardHired("home", "wizard", 50_000),
    facts.Ingredients("away", 2, 40_000),
    facts.Followers("home", 7, 11_000, 3),
    facts.Handicap("away", "Virus"),
    *(facts.HandicapEffect("away", effect, "home", (7, 8), ("+st",), 5, 3) for effect in get_args(Effect)),
    facts.HandicapEffect("away", "virus", "home", any=False),
    facts.Hired("away", 22, "Talented Thrower", "Thrower", "talent", (6, 3, 3, 8)),
    facts.Hired("away", 23, "Journeyman Lineman", "Lineman", "journeyman", (6, 3, 3, 8), ("Loner",)),
    facts.Hired("away", 24, "Grotty", "Star Player", "star", (6, 2, 4, 7)),
    facts.PettyCash("home", 50_000, 0, 1_050_000),
    facts.PettyCash("away", 20_000, 30_000, 1_020_000),
    facts.Induced("away", "Bribe", 2, 200_000),
    facts.Induced("away", "Igor", 1, 100_000),
    facts.Fans("home", 12_000, 1),
    facts.Fans("away", 9_000, 0),
    facts.Improved("away", 1, "Block", "skill"),
    facts.Improved("away", 1, "ag", "stat"),
    facts.Improved("away", 1, "", "nothing"),
    facts.Aged("away", 1, "niggling"),
    facts.Aged("away", 1, "av"),
    facts.Aged("away", 1, "av", applied=False),
    facts.Rune("home"),
    facts.Rune("home", "Rune of Strength"),
    facts.Rune("home", "Rune of Speed", 7, ("+ma", "Sprint")),
    facts.Chef("away", 1, 2, 1),
    facts.Chef("away", 1, 0, 0),
    facts.Handicap("away", "Bribe the Ref", chosen=True),
    facts.Niggling("home", 8, True),
    facts.Niggling("home", 7, False),
    facts.BroughtBack("home", 8),
    facts.HomeField("home", "Terraces", returns_on=5, end_injury=1, let_off_on=5, rough_end=1),
    facts.HomeField("home", "Not-So-Grandstand", returns_on=5, end_injury=1, let_off_on=5, invasion=1),
    facts.HomeField("home", "Not-So-Grandstand", returns_on=5, end_injury=1, let_off_on=5, broken=True),
    *field_bonuses(
        1,
        ("ends", "quarters", 2, 9, 3),
        ("ends", "quarters", 0, 0, 0),
        ("trees", "own_fans", 1, 4, 5),
        ("prices", "no_visitors", 1, 4, 0),
        ("prices", "no_visitors", 0, 0, 0),
        ("snobs", "no_visitors", 1, 4, 0),
        ("waaagh", "home_rolls", 1, 0, 3),
        ("waaagh", "home_rolls", 0, 0, 0),
        ("hooligans", "visitors_rolls", 1, 0, -3),
        ("hooligans", "visitors_rolls", 0, 0, 0),
        ("gods", "home_rolls", 1, 0, 3),
        ("gods", "home_rolls", 0, 0, 0),
        ("snotlings", "home_rolls", 1, 0, 2),
    ),
    facts.FieldReroll("home", 1, 11, 11, True),
    facts.Trophies("away", ("Blood Bowl", "Chaos Cup")),
    facts.Lineup(1, 1, "home", (7, 8)),
    facts.Completion(1, 2, "away", 1),
    facts.Interception(1, 2, "home", 7),
    casualty(),
    casualty(cause="eaten", causer=None, severity="dead", outcome="dead"),
    facts.RaisedDead(1, 3, "away", 3, GRISHNAK, "Zombie", 7),
    facts.RaisedDead(1, 3, "away", 4, "Grishnak 2", "Zombie", 7),
    facts.Treatment(1, 4, "home", 8, True),
    facts.Treatment(1, 4, "home", 8, False),
    facts.SendingOff(1, 5, "away", 2, "foul"),
    facts.SendingOff(1, 5, "away", 2, "other"),
    facts.SendingOff(1, 5, "away", 2, "foul", forgiven=True),
    facts.Bribe(1, 5, "away", 2, 6, worked=True),
    facts.Bribe(1, 5, "away", 2, 1, worked=False),
    facts.LetOff(1, 5, "home", 7),
    facts.Collapse(1, 5, 2, 10, 11),
    facts.Collapse(1, 5, 2, 11, 11, "away", 1),
    facts.Collapse(1, 5, 2, 11, 11, "away", 0),
    facts.Touchdown(2, 6, "home", 7, 1, 0),
    facts.Touchdown(2, 7, "away", 1, 1, 1, opponents_turn=True),
    facts.HalfTime(),
    *field_bonuses(
        2,
        ("cold", "no_visitors", 1, 4, 0),
        ("cold", "no_visitors", 0, 0, 0),
        ("warpstone", "visitors_turn", 1, 4, 9),
        ("warpstone", "visitors_turn", 0, 0, 0),
        ("referee", "extra_player", 1, 0, 1),
        ("referee", "extra_player", 0, 0, 0),
        ("smoke", "no_visitors", 1, 4, 0),
        ("smoke", "no_visitors", 0, 0, 0),
        ("buns", "visitors_rolls", 1, 0, -2),
        ("buns", "visitors_rolls", 0, 0, 0),
    ),
    facts.FieldReroll("home", 2, 10, 11, False),
    facts.Chef("away", 2, 1, 0),
    facts.Chef("away", 2, 0, 0, thrown_out=True),
    facts.Overtime(),
    facts.ShootOut(4, 4),
    facts.ShootOut(4, 6),
    facts.Concession(3, 8, "home"),
    facts.Concession(3, 8, "home", excused=True),
    facts.FinalScore(1, 1, None),
    facts.FinalScore(1, 2, "away"),
    facts.Winnings("home", 3, 1, 40_000, "home"),
    facts.Winnings("home", 1, -1, 0, "home"),
    facts.Winnings("home", 3, 1, 40_000, "away"),
    facts.Mvp("away", 2),
    facts.Mvp("home", 7, lost=True),
    facts.NoMvp("home"),
    facts.FanFactor("home", 1, 5, 6, 1),
    facts.FanFactor("home", -1, 5),
    facts.FanFactor("away", 0, 4, 3),
    facts.Infected("away", 7, "Rotter", 5, GRISHNAK),
    facts.Infected("away", 7, "Rotter", why_not="the team has 4 of the position Rotter already"),
    facts.Departure("home", 7, True),
    facts.Departure("home", 8, False),
    facts.Sponsorship("home", "Blood Bowl", 20_000),
    facts.FieldBroken("home", "Not-So-Grandstand", 40_000),
    facts.Winnings("home", 5, 2, 70_000, "home", first_die=1),
    facts.Expenses("home", 1_900_000, 20_000),
    facts.JourneymanHired("home", 7, 50_000, id=12),
    facts.JourneymanHired("home", 7, why_not="the coach does not want him"),
)


def test_every_kind_of_fact_is_told_in_whole_sentences() -> None:
    assert {type(fact) for fact in EVERY_FACT} == set(get_args(facts.Fact))
    for fact in EVERY_FACT:
        for text in told(fact):
            assert text.endswith(".")
            assert not text[0].islower() or text.startswith(BRACES)
            assert "None" not in text


def test_a_match_by_rules_that_are_gone_is_told_all_the_same() -> None:
    gone = msgspec.structs.replace(LOG, house_rules={"match/moons": 2})
    shown = (facts.Lineup(1, 1, "home", (1, 2)), facts.Touchdown(1, 4, "away", 1, 0, 1))
    assert [one.kind for one in narrate(gone, shown)] == ["touchdown"]


def test_a_story_says_when_and_for_whom() -> None:
    story = narrate(LOG, EVERY_FACT)
    assert [one.part for one in story] == sorted(
        (one.part for one in story), key=["before", "play", "after"].index
    )
    assert {(one.half, one.turn) for one in story if one.part != "play"} == {(0, 0)}
    touchdown = next(one for one in story if one.kind == "touchdown")
    assert (touchdown.half, touchdown.turn, touchdown.side) == (2, 6, "home")
    overtime, *shoot_out = [one for one in story if one.kind in ("overtime", "shoot_out")]
    assert {overtime.half} == {one.half for one in shoot_out} == {3}


def test_whoever_joins_during_the_match_has_a_name_from_then_on() -> None:
    risen = facts.RaisedDead(1, 3, "away", 3, GRISHNAK, "Zombie", 7)
    assert told(risen) == [
        "The necromancer of Reavers raises Grishnak from the dead: a new Zombie, with the number 3."
    ]
    assert told(risen, facts.Touchdown(1, 4, "away", 3, 0, 1))[1] == (
        "Grishnak carries the ball over the line for Reavers. Gouged Eye 0, Reavers 1."
    )
    namesake = facts.RaisedDead(1, 3, "away", 4, "Grishnak 2", "Zombie", 7)
    assert told(namesake)[0].endswith(
        "raises Grishnak from the dead: a new Zombie called Grishnak 2, with the number 4."
    )


def test_a_side_without_players_has_nobody_to_line_up() -> None:
    assert told(facts.Lineup(1, 1, "home", ())) == ["Gouged Eye have nobody left to line up."]
    assert told(facts.Lineup(1, 1, "home", (7,))) == ["Gouged Eye line up with only 1 player."]
    assert describe_entry(LOG, entries.Lineup(1, 1, "home", ())) == (
        "Line-up of Gouged Eye: nobody, half 1, turn 1."
    )


def test_a_side_is_short_of_players_by_the_league_s_own_rules() -> None:
    seven = msgspec.structs.replace(LOG, house_rules={"match/players_on_pitch": 7})
    for count, told in ((7, 0), (6, 1)):
        shown = facts.Lineup(1, 1, "home", tuple(range(1, count + 1)))
        assert len(narrate(seven, [shown])) == told


def test_whom_nurgles_rot_took() -> None:
    assert told(facts.Infected("away", 7, "Rotter", 5, GRISHNAK)) == [
        "Nurgle's Rot took Grishnak, who joins Reavers as a new Rotter, with the number 5."
    ]
    assert told(facts.Infected("away", 7, "Rotter", why_not="the team has 16 players already")) == [
        "Nurgle's Rot took Grishnak, but nobody joins Reavers: the team has 16 players already."
    ]


def test_the_question_of_the_necromancer_names_the_dead_opponent() -> None:
    question = Choose("away", "raise_dead", ("yes", "no"), 7)
    edition = msgspec.structs.replace(
        EDITION, prompts={"raise_dead": Prompt("Raise?", "page 4", "whether {player} is raised")}
    )
    assert describe_question(edition, question, LOG) == (
        "Reavers to choose whether Grishnak (number 7, Gouged Eye) is raised."
    )


def test_the_score_stands_after_each_touchdown() -> None:
    assert told(facts.Touchdown(1, 4, "away", 1, 0, 1))[0].endswith("Gouged Eye 0, Reavers 1.")


def test_the_words_change_but_the_same_match_is_told_alike() -> None:
    passes = [facts.Completion(1, turn, "away", 1) for turn in (1, 2, 3)]
    assert len(set(told(*passes))) == 3
    assert told(*EVERY_FACT) == told(*EVERY_FACT)


def test_names_are_put_in_as_they_are() -> None:
    for fact in (facts.Touchdown(1, 4, "away", 2, 0, 1), casualty(side="away", player=2, causer=7)):
        assert BRACES in told(fact)[0]


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({}, "Grishnak is badly hurt and out for the rest of the match."),
        ({"severity": "dead", "outcome": "dead"}, "Grishnak is dead."),
        (
            {"severity": "dead", "outcome": "saved", "saved_by": "apothecary", "apothecary": "healed"},
            "Grishnak would have died, but the apothecary saves the day.",
        ),
        (
            {"severity": "dead", "outcome": "saved", "saved_by": "regeneration", "apothecary": "failed"},
            "The apothecary of Gouged Eye tries in vain. Grishnak would have died, but regenerates.",
        ),
        (
            {"severity": "dead", "outcome": "dead", "apothecary": "failed"},
            "The apothecary of Gouged Eye tries in vain. Grishnak is dead.",
        ),
        (
            {"severity": "serious", "outcome": "serious", "injury": "Broken Jaw", "effect": "miss"},
            "Grishnak is carried off with this injury: Broken Jaw, and misses the next match.",
        ),
        (
            {"severity": "serious", "outcome": "serious", "injury": "Smashed Hip", "effect": "ma"},
            "a point of movement allowance is gone",
        ),
        (
            {
                "severity": "serious",
                "outcome": "serious",
                "injury": "Broken Neck",
                "effect": "ag",
                "applied": False,
            },
            "the agility cannot fall any further",
        ),
        (
            {"severity": "serious", "outcome": "saved", "injury": "Broken Neck", "saved_by": "apothecary"},
            "would have been seriously injured (Broken Neck)",
        ),
        (
            {"severity": "dead", "outcome": "badly_hurt", "saved_by": "apothecary"},
            "and only the rest of this match is lost",
        ),
    ],
)
def test_what_was_rolled_and_what_came_of_it(changes: dict[str, Any], wanted: str) -> None:
    assert told(casualty(**changes))[0].endswith(wanted) or wanted in told(casualty(**changes))[0]


@pytest.mark.parametrize("cause", get_args(entries.Cause))
def test_every_cause_with_and_without_a_causer(cause: str) -> None:
    for causer in (1, None):
        text = told(casualty(cause=cause, causer=causer))[0]
        assert "Grishnak (Gouged Eye)" in text
        assert ("Griff" in text) == (causer == 1 and cause != "spell")


def test_a_roll_names_who_rolls_what_for_whom() -> None:
    question = Roll("away", D66, "serious_injury", 7)
    assert describe_question(EDITION, question, LOG) == (
        "D66 for the serious injury of Grishnak (number 7, Gouged Eye), rolled by Reavers."
    )
    assert describe_question(EDITION, Roll("home", D6, "weather"), LOG) == (
        "D6 for the weather, rolled by Gouged Eye."
    )


def test_a_choice_and_a_report() -> None:
    question = Choose("away", "pick", ("1", "2"), 1, about="player")
    assert describe_question(EDITION, question, LOG) == "Reavers to choose Who?: Griff (number 1, Reavers)."
    assert describe_option(question, "2", LOG) == f"{BRACES} (number 2, Reavers)"
    assert describe_option(question, "none", LOG) == "nobody"
    assert describe_question(EDITION, Report(("touchdown",)), LOG) == "What happened next?"
    assert describe_question(EDITION, Choose("home", "no_such.key", ()), LOG) == (
        "Gouged Eye to choose no such key."
    )


def test_nobody_of_that_number() -> None:
    names = Names(LOG)
    assert names.full("home", 99) == "number 99 of Gouged Eye"
    assert names.player("home", 99) == "number 99"


EVERY_ENTRY: tuple[tuple[entries.Entry, str], ...] = (
    (
        Rolled("serious_injury", "away", (4, 3), 7),
        "Serious injury: 4 3 (Reavers, Grishnak (number 7, Gouged Eye)).",
    ),
    (
        Chosen("apothecary", "home", "yes", 7),
        "Apothecary: yes (Gouged Eye, Grishnak (number 7, Gouged Eye)).",
    ),
    (Chosen("mvp.bench", "home", ()), "Mvp, bench: nothing (Gouged Eye)."),
    (entries.Lineup(1, 1, "home", (7, 8)), "Line-up of Gouged Eye: 7 and 8, half 1, turn 1."),
    (
        entries.Touchdown(3, 2, "home", 7, opponents_turn=True),
        "Touchdown by Grishnak (number 7, Gouged Eye) in the opponent's turn, overtime, turn 2.",
    ),
    (entries.Completion(1, 2, "away", 1), "Completion by Griff (number 1, Reavers), half 1, turn 2."),
    (entries.Interception(1, 2, "away", 1), "Interception by Griff (number 1, Reavers), half 1, turn 2."),
    (
        entries.Casualty(2, 2, "away", 1, "block", 7),
        "Casualty: Griff (number 1, Reavers) by a block of Grishnak (number 7, Gouged Eye), half 2, turn 2.",
    ),
    (
        entries.Casualty(2, 2, "away", 1, "crowd"),
        "Casualty: Griff (number 1, Reavers) by the crowd, half 2, turn 2.",
    ),
    (
        entries.Treatment(1, 2, "away", 1),
        "The apothecary tends Griff (number 1, Reavers), half 1, turn 2.",
    ),
    (
        entries.SendingOff(1, 2, "away", 1),
        "Griff (number 1, Reavers) is sent off for a foul, half 1, turn 2.",
    ),
    (entries.HalfTime(), "Half-time."),
    (entries.Overtime(), "Overtime."),
    (
        entries.ShootOut(1, 2),
        "Shoot-out, with 1 unused re-rolls of Gouged Eye and 2 of Reavers.",
    ),
    (entries.Concession(2, 8, "away"), "Concession of Reavers, half 2, turn 8."),
    (entries.MatchEnd(), "End of the match."),
)


def test_every_entry_in_a_line() -> None:
    assert {type(entry) for entry, _ in EVERY_ENTRY} == set(get_args(entries.Entry))
    for entry, line in EVERY_ENTRY:
        assert describe_entry(LOG, entry) == line


def test_an_entry_with_the_label_of_its_question() -> None:
    entry = Rolled("weather", "home", (3, 4))
    assert describe_entry(LOG, entry, EDITION) == "Weather: 3 4 (Gouged Eye)."


FOUNDED = Founded("Gouged Eye", "Orc", 1_000_000, 60_000)
HIRED = Hired(1, 7, GRISHNAK, "Blitzer", 80_000, (6, 3, 3, 9), ("Block",))
EVERY_EVENT: tuple[tuple[RosterEvent, str], ...] = (
    (FOUNDED, "Gouged Eye (Orc) is founded with 1,000,000 gold."),
    (HIRED, "Grishnak signs as Blitzer with the number 7 (80,000 gold)."),
    (GoldChanged(-80_000, "player"), "-80,000 gold: player."),
    (GoldChanged(40_000, "winnings"), "+40,000 gold: winnings."),
    (RerollsChanged(1), "+1 team re-roll."),
    (RerollsChanged(3), "+3 team re-rolls."),
    (StaffChanged("apothecary", 1), "+1 apothecary."),
    (StaffChanged("cheerleaders", -2), "-2 cheerleaders."),
    (FanFactorChanged(-1, "the match"), "Fan factor -1: the match."),
    (SppGained(1, "touchdown", 2, 6), "Grishnak: 2 touchdowns, 6 star player points."),
    (Injured(1, "Broken Jaw", "miss"), "Grishnak: Broken Jaw: misses the next match."),
    (
        Injured(1, "Smashed Hip", "ma"),
        "Grishnak: Smashed Hip: movement allowance -1, misses the next match.",
    ),
    (
        Injured(1, "Old age", "ag", applied=False, misses_next=False),
        "Grishnak: Old age: agility cannot fall further.",
    ),
    (
        Injured(1, "Fractured Leg", "niggling"),
        "Grishnak: Fractured Leg: a niggling injury, misses the next match.",
    ),
    (MissServed(1), "Grishnak has sat out a match and is fit again."),
    (Advanced(1, "Guard", "skill"), "Grishnak gains Guard."),
    (Advanced(1, "st", "stat"), "Grishnak gains strength +1."),
    (
        MatchPlayed("Reavers", "won", 2, 1, 3, 0, (1,)),
        "Won against Reavers 2-1; casualties 3-0.",
    ),
    (
        MatchPlayed("Reavers", "lost", 2, 1, 3, 0, (1,), conceded=True),
        "Lost to Reavers 2-1, by concession; casualties 3-0.",
    ),
    (TeamRenamed("Gouged Eyes"), "The team is now called Gouged Eyes."),
    (PlayerRenamed(1, "Grish"), "Player 1 is now called Grish."),
    (Renumbered(1, 9), "Grishnak wears the number 9."),
    (Departed(1, "dead", "killed by Griff"), "Grishnak is dead: killed by Griff."),
    (Departed(1, "retired"), "Grishnak retires."),
    (Advanced(1, "", "nothing"), "Grishnak has nothing left to gain."),
    (
        Joined(Player(2, 9, "Varag", "Blitzer", 80_000, (6, 3, 3, 9), (6, 3, 3, 9)), "Severed Heads"),
        "Varag comes from Severed Heads, as Blitzer with the number 9.",
    ),
    (Taught(1, "Dodge"), "Grishnak is taught Dodge."),
    (StatChanged(1, "st", 1), "Grishnak: strength +1."),
    (Taught(1, "Dodge", 30_000), "Grishnak is taught Dodge, worth 30,000 gold."),
    (StatChanged(1, "st", -1, -50_000), "Grishnak: strength -1, worth 50,000 gold less."),
    (Advanced(1, "st", "stat", 50_000), "Grishnak gains strength +1, worth 50,000 gold."),
    (Healed(1, "Broken Jaw", "miss"), "Grishnak is healed of Broken Jaw and plays the next match."),
    (Healed(1, "Damaged Back", "niggling"), "Grishnak is healed of Damaged Back: one niggling injury less."),
    (Healed(1, "Smashed Hip", "ma"), "Grishnak is healed of Smashed Hip: movement allowance +1."),
    (Healed(1, "Smashed Hip", "ma", False), "Grishnak is healed of Smashed Hip, which had left nothing."),
    (Returned(1), "Grishnak is under contract again."),
    (StadiumChanged("Terraces", 150_000), "The team's home field is now: Terraces (worth 150,000 gold)."),
    (StadiumChanged("", 0), "The team no longer has a home field."),
    (StadiumState(True), "The home field has broken down."),
    (StadiumState(False), "The home field is repaired."),
    (TrophyChanged("Chaos Cup", True), "The team now holds the trophy: Chaos Cup."),
    (TrophyChanged("Chaos Cup", False), "The team gives up the trophy: Chaos Cup."),
    (
        Converted(
            "lrb4", "crp", "Orc", 60_000, (ConvertedPlayer(1, "Lineman", 50_000, (5, 3, 3, 9), (5, 3, 3, 9)),)
        ),
        "Moves from Living Rulebook 4 to Competition Rules, as Orc: Grishnak is Lineman (50,000 gold).",
    ),
)


def test_every_event_in_a_sentence() -> None:
    assert {type(event) for event, _ in EVERY_EVENT} == set(get_args(RosterEvent))
    roster = evolve(Roster(), FOUNDED, HIRED)
    for event, sentence in EVERY_EVENT:
        assert describe_event(roster, event) == sentence


def test_a_question_about_an_improvement_names_the_player() -> None:
    roster = evolve(Roster(), FOUNDED, HIRED)
    question = Roll("home", D66, "serious_injury", 1)
    assert describe_question(EDITION, question, roster) == (
        "D66 for the serious injury of Grishnak, rolled by Gouged Eye."
    )
    assert describe_option(Choose("home", "pick", ("ma",)), "ma", roster) == "movement allowance"
    assert describe_option(Choose("home", "pick", ("+ma",)), "+ma", roster) == "movement allowance +1"
