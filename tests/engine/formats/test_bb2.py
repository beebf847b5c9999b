"""Replays of Blood Bowl 2: who is hurt by whom, who passes, whose turn it is, and what the end of the file says."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.formats.bb2_names import weather_of
from engine.formats.counting import disagreements, tallies
from engine.formats.matchfile import (
    Casualty,
    Completion,
    Fact,
    Foul,
    Inducement,
    Interception,
    KickOff,
    MatchFile,
    SendingOff,
    Touchdown,
    Weather,
)
from engine.questions import Refusal
from tests.engine.formats.bb2_replays import (
    ACTIVATE,
    BLOCK,
    DAMAGE,
    FOUL,
    MOVE,
    action,
    block,
    board,
    damage,
    end_of_turn,
    match_of,
    result,
    roll,
    step,
    tag,
)


def facts(*steps: str, **more: Any) -> list[Fact]:
    """Without the weather that every match has at its first kick-off."""
    return list(match_of(*steps, **more).facts)


def casualty(*steps: str, **more: Any) -> Casualty:
    (found,) = (one for one in facts(*steps, **more) if isinstance(one, Casualty))
    return found


def refused(*steps: str, **more: Any) -> str:
    with pytest.raises(Refusal) as caught:
        match_of(*steps, **more)
    return caught.value.message


# --- casualties


def test_a_casualty_of_a_block_is_the_attackers() -> None:
    assert facts(step(block(1, 38), damage(38))) == [
        Casualty(
            1, 1, "away", 12, "block", "serious", "serious", "Broken Jaw", ("Broken Jaw",),
            causer=11, earns=True, dice=(44,),
        )
    ]  # fmt: skip


def test_an_attacker_who_is_hurt_in_his_own_block_is_the_defenders_casualty() -> None:
    found = casualty(step(block(1, 38), damage(1)))
    assert (found.side, found.player, found.causer, found.earns) == ("home", 11, 12, True)


def test_a_block_that_goes_over_several_steps_is_one_block() -> None:
    """Coaches choose dice, squares and apothecaries, and each choice begins a step."""
    pushed = action(BLOCK, 1, roll(13), to=(6, 2))
    chosen = roll(8, 44, 5, done=False, RequestType=1)
    refused_help = roll(8, 44, 5, RollStatus=2, SubResultType=5)
    found = casualty(
        step(action(ACTIVATE, 1), action(BLOCK, 1, roll(5, 4, 2, 4, 2, done=False), to=(6, 2)), board()),
        step(action(BLOCK, 1, roll(5, 4, 4), to=(6, 2)), pushed, board()),
        step(action(DAMAGE, 38, roll(3, 6, 6), roll(4, 6, 6), chosen), board()),
        step(action(DAMAGE, 38, refused_help)),
    )
    assert (found.causer, found.outcome, found.apothecary) == (11, "serious", False)


def test_the_second_block_of_a_frenzy_is_at_the_same_opponent() -> None:
    again = action(BLOCK, 1, roll(5, 4, 4), to=(7, 2))
    assert casualty(step(block(1, 38), action(BLOCK, 1, roll(13)), again, damage(38))).causer == 11


def test_a_casualty_counts_though_the_apothecary_saves_the_player() -> None:
    asked = roll(8, 56, 15, done=False, RequestType=1)
    thrown = roll(8, 56, 22, 15, 0, done=False, RollStatus=1, RequestType=2)
    taken = roll(8, 22, 0, RollStatus=1)
    found = casualty(
        step(block(1, 38), action(DAMAGE, 38, roll(3, 6, 6), roll(4, 6, 6), asked)),
        step(action(DAMAGE, 38, thrown)),
        step(action(DAMAGE, 38, taken)),
    )
    assert (found.severity, found.rolled, found.dice) == ("serious", "Fractured Skull", (56,))
    assert (found.outcome, found.injuries) == ("saved", ())
    assert (found.apothecary, found.second_dice, found.earns) == (True, (22,), True)


def test_a_casualty_counts_though_the_player_regenerates() -> None:
    regeneration = action(DAMAGE, 38, roll(25, 4, Requirement=4))
    found = casualty(step(block(1, 38), damage(38, 61, 18), regeneration))
    assert (found.severity, found.outcome, found.regenerated, found.earns) == ("dead", "saved", True, True)
    failed = action(DAMAGE, 38, roll(25, 3, Requirement=4))
    assert casualty(step(block(1, 38), damage(38, 61, 18), failed)).outcome == "dead"


def test_nobody_has_points_for_what_the_crowd_does() -> None:
    found = casualty(step(block(1, 38), damage(38, armour=False)))
    assert (found.cause, found.causer, found.earns) == ("crowd", 11, False)


def test_nobody_has_points_for_a_foul() -> None:
    foul = action(FOUL, 38, roll(0), roll(3, 6, 6), roll(4, 6, 6), roll(8, 44, 5, SubResultType=5))
    assert facts(step(action(ACTIVATE, 1), foul)) == [
        Foul(1, 1, "home", 11, 12),
        Casualty(
            1, 1, "away", 12, "foul", "serious", "serious", "Broken Jaw", ("Broken Jaw",), causer=11, dice=(44,)
        ),
    ]  # fmt: skip


@pytest.mark.parametrize(("roll_type", "cause"), [(1, "go_for_it"), (2, "dodge"), (36, "dodge")])
def test_nobody_causes_a_fall(roll_type: int, cause: str) -> None:
    moved = action(ACTIVATE, 1) + action(MOVE, 1, roll(roll_type, 1, ResultType=1))
    found = casualty(step(moved, damage(1)))
    assert (found.cause, found.causer, found.earns) == (cause, None, False)


def test_a_lightning_bolt_is_a_spell() -> None:
    assert casualty(step(action(33, -1, roll(55, 6)), damage(38))).cause == "spell"


def test_a_second_injury_of_one_casualty_is_that_of_the_result() -> None:
    told = result(
        {1: {"InflictedCasualties": 1}, 38: {"SustainedCasualties": 1, "Casualty1": 5, "Casualty2": 10}}
    )
    match = match_of(step(block(1, 38), damage(38)), ending=told)
    found = [one for one in match.facts if isinstance(one, Casualty)]
    assert [one.injuries for one in found] == [("Broken Jaw", "Damaged Back")]
    assert disagreements(match) == ()


# --- turns, touchdowns and passes


def test_a_touchdown_is_told_at_the_end_of_a_turn() -> None:
    assert facts(step(board((3, 2), active=0)), step(end_of_turn(2))) == [Touchdown(1, 3, "home", 12)]
    assert facts(step(board((3, 2), active=0)), step(end_of_turn(38))) == [
        Touchdown(1, 3, "away", 12, opponents_turn=True)
    ]


def test_turns_begin_anew_in_each_half_and_in_overtime() -> None:
    found = facts(
        step(board((8, 8), 0)),
        step(end_of_turn(2, kind=1)),
        step(board((9, 8), 0)),
        step(end_of_turn(2)),
        step(end_of_turn(kind=1)),
        step(board((17, 16), 0)),
        step(end_of_turn(2)),
    )
    assert [(one.half, one.turn) for one in found] == [(1, 8), (2, 1), (3, 1)]


CATCH = 9


def passing(*rolls: str, catcher: int = 2, caught: bool = True) -> str:
    fate: dict[str, Any] = {} if caught else {"ResultType": 1}
    return action(ACTIVATE, 1) + action(3, 1, *rolls) + action(9, catcher, roll(CATCH, 4, **fate))


@pytest.mark.parametrize(
    ("play", "completions"),
    [
        (passing(roll(12, 5)), 1),
        (passing(roll(12, 1, done=False, ResultType=2, SubResultType=2), roll(12, 5, RollStatus=1)), 1),
        (passing(roll(12, 3, SubResultType=1)), 0),
        (passing(roll(12, 1, ResultType=3, SubResultType=2)), 0),
        (passing(roll(12, 5), catcher=38), 0),
        (passing(roll(12, 5), caught=False), 0),
        (passing(roll(12, 5), roll(10, 3)), 0),
        (action(4, 1, roll(0)) + action(9, 2, roll(CATCH, 4)), 0),
        (action(52, 1, roll(12, 5)) + action(53, 2, roll(CATCH, 4)), 0),
    ],
)
def test_a_completion_is_an_accurate_pass_and_the_catch_of_a_team_mate(play: str, completions: int) -> None:
    assert facts(step(play)) == [Completion(1, 1, "home", 11)] * completions


def test_an_interception_is_that_of_an_opponent() -> None:
    taken = action(ACTIVATE, 1) + action(3, 38, roll(16, 6))
    assert facts(step(taken)) == [Interception(1, 1, "away", 12)]


def test_an_interception_that_is_rolled_in_the_throwers_action_is_the_holders() -> None:
    ball = tag("Ball", tag("Cell", x=6, y=3), IsHeld=1)
    held = board().replace("<BoardState>", f"<BoardState>{ball}", 1)
    thrown = action(ACTIVATE, 1) + action(3, 1, roll(12, 5), roll(16, 6))
    assert facts(step(board()), step(thrown, held), step(held)) == [Interception(1, 1, "away", 13)]
    assert facts(step(board()), step(thrown, board()), step(held)) == []


def test_a_half_whose_end_is_not_told_is_over_when_its_turns_are() -> None:
    found = facts(step(board((8, 8))), step(board((8, 9), active=1)), step(end_of_turn(38, playing=1)))
    assert found == [Touchdown(2, 1, "away", 12)]


def test_who_is_sent_off_is_told_by_the_board() -> None:
    foul = action(ACTIVATE, 1) + action(FOUL, 38, roll(0), roll(3, 2, 2)) + action(34, 1, roll(15, 2, 2))
    off = board(situations={1: 5})
    assert facts(step(foul, off), step(off)) == [Foul(1, 1, "home", 11, 12), SendingOff(1, 1, "home", 11)]
    assert facts(step(off)) == [SendingOff(1, 1, "home", 11, "secret_weapon")]


def test_weather_is_told_by_dice_and_else_by_the_board() -> None:
    table = tag("RulesEventKickOffTable", ListDice="(2,2)", Event=2)
    assert facts(step(table), first=board(weather=4)) == [
        Weather(1, 0, "Blizzard"), KickOff(1, 0, "Perfect Defence", (2, 2)),
    ]  # fmt: skip
    assert facts(step(action(47, -1, roll(70, 1, 2))), step(table))[0] == Weather(1, 0, "Very Sunny", (1, 2))
    changed = "&lt;RulesEventMeteo&gt;&lt;ListDice&gt;(6,5)&lt;/ListDice&gt;"
    message = tag("EventResults", tag("StringMessage", MessageData=changed))
    found = facts(step(tag("RulesEventKickOffTable", message, ListDice="(3,4)", Event=5)))
    assert found[1:] == [KickOff(1, 0, "Changing Weather", (3, 4)), Weather(1, 0, "Pouring Rain", (6, 5))]


def test_two_dice_give_the_weather() -> None:
    assert [weather_of((1, total - 1)) for total in range(2, 13)] == [
        "Sweltering Heat", "Very Sunny", *["Nice"] * 7, "Pouring Rain", "Blizzard",
    ]  # fmt: skip
    assert weather_of((99, -200)) == "Nice"


# --- the end of the file


def test_what_the_result_says_of_a_team() -> None:
    told = {"NbSupporters": 14_000, "Fame": 1, "PopularityBeforeMatch": 5, "PopularityGain": -1}
    told |= {"CashEarned": 60_000, "WinningsDice": 6, "CashBeforeMatch": 70_000, "SpirallingExpenses": 20_000}
    match = match_of(
        step(
            tag("RulesEventInducementsInfos", tag("InducementsCategory", Type=2, Cost=50_000)),
            tag("RulesEventAddInducement", CoachSlot=1, InducementCategory=2),
            tag("RulesEventAddInducement", CoachSlot=1, InducementCategory=2),
            action(46, -1, roll(69, 6, 4), roll(69, 1, 2)),
        ),
        ending=result(away=told, row={"CoachAwayName": "Anna", "AwayScore": 0}),
    )
    after = match.away_result
    assert (match.away.coach, match.away.fan_factor, match.away.treasury) == ("Anna", 5, 70_000)
    assert (after.spectators, after.fan_dice, after.fame, after.fan_factor_change) == (14_000, (1, 2), 1, -1)
    assert (after.winnings, after.winnings_die, after.spiralling_expenses) == (60_000, 6, 20_000)
    assert after.inducements == (Inducement("Bribes", 2, 50_000),)
    assert match.home_result.fan_dice == (6, 4)


def test_a_side_that_gave_up_is_told() -> None:
    match = match_of(ending=result(row={"IdMatchCompletionStatus": 2, "IdCoachAwayCompletionStatus": 2}))
    assert (match.home_result.conceded, match.away_result.conceded) == (False, True)


def test_zeros_that_are_written_are_zeros_too() -> None:
    """Clients of 2015 wrote them."""
    move = tag("BoardActionResult", RollType=0, ResultType=0, SubResultType=0, IsOrderCompleted=1)
    assert facts(step(action(MOVE, 1, move))) == []


def test_deaths_are_casualties_already() -> None:
    told = result(
        {1: {"InflictedCasualties": 1, "InflictedDead": 1}, 38: {"SustainedCasualties": 1, "Casualty1": 18}}
    )
    match = match_of(step(block(1, 38), damage(38, 61, 18)), ending=told)
    assert disagreements(match) == ()
    tally = tallies(match)[0]
    assert (tally.casualties, tally.killed) == (1, 1)


def test_in_a_friendly_match_points_are_nothing_to_check_by() -> None:
    told = result({1: {"InflictedCasualties": 1}, 38: {"SustainedCasualties": 1, "Casualty1": 5}})
    assert disagreements(match_of(step(block(1, 38), damage(38)), ending=told)) == ()


def test_counts_that_the_events_do_not_show_are_told_each_in_a_sentence() -> None:
    told = result(
        {
            1: {"InflictedTouchdowns": 2, "InflictedPasses": 1, "Xp": 7},
            38: {"InflictedCasualties": 1, "Casualty1": 18, "Xp": 2},
        },
        row={"HomeScore": 2},
    )
    assert disagreements(match_of(step(end_of_turn(1)), ending=told)) == (
        "Hosts (home): the file gives a score of 2, and tells of 1 touchdown.",
        "Player 1 (home, number 11): the file counts 2 touchdowns, and tells of 1.",
        "Player 1 (home, number 11): the file counts 1 completion, and tells of 0.",
        "Player 1 (home, number 11): the file counts 7 star player points, and tells of 3.",
        "Player 38 (away, number 12): the file counts 1 casualty, and tells of 0.",
        "Player 38 (away, number 12): the file counts 2 star player points, and tells of 0.",
        "Player 38 (away, number 12): the file ends with Dead, and tells of no lasting injury.",
    )


def test_players_are_those_of_the_first_board_that_shows_them() -> None:
    data = {1: {"ListSkills": "(30,13,999)", "ListCasualties": "(10)", "Experience": 8, "IdPlayerTypes": 25}}
    later = {
        1: {"ListSkills": "()", "ListCasualties": "(10,5)", "Experience": 13},
        5: {"Contract": 3, "Number": 11},
    }
    match = match_of(step(board(data=later, also=(5,))), first=board(data=data))
    first, star = match.home.players[0], match.home.players[-1]
    assert (first.position, first.skills) == ("Blitzer", ("Block", "Mighty Blow", "Skill 999"))
    assert (first.injuries, first.spp) == (("Damaged Back",), 8)
    assert (star.kind, star.number) == ("star", 100)


def test_a_position_whose_number_is_unknown_is_missing() -> None:
    match = match_of(first=board(data={1: {"IdPlayerTypes": 9_999}}))
    assert "positions" in match.missing
    assert "positions" not in match_of().missing


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"ending": step()}, "The replay stops before the end of the match, and holds no result."),
        ({"first": ""}, "This is no replay of Blood Bowl 2: no board is in it."),
        (
            {"ending": step(tag("RulesEventGameFinished", tag("MatchResult", tag("Row"))))},
            "The result at the end of the replay does not tell of two teams.",
        ),
        (
            {"first": board(data={4: {"Id": 4, "Number": "many"}})},
            "The replay has 'many' where Number should be a whole number.",
        ),
    ],
    ids=["no result", "no board", "no teams", "no number"],
)
def test_what_is_no_whole_replay_is_refused_in_a_sentence(more: dict[str, str], told: str) -> None:
    assert refused(**more) == told


def test_a_player_of_the_result_whom_no_board_shows_sat_the_match_out() -> None:
    match = match_of(ending=result().replace("<Id>37</Id>", "<Id>99</Id>"))
    assert [(one.name, one.number, one.misses) for one in match.away.players[-2:]] == [
        ("Player 40", 14, False), ("Player 37", 100, True),
    ]  # fmt: skip
    assert disagreements(match) == ()


def test_a_team_of_hundreds_is_refused() -> None:
    assert "more than 60 players" in refused(step(board(also=range(100, 200))))


# --- identity


def digest_of(*steps: str, **more: Any) -> str:
    return match_of(*steps, **more).digest


def test_two_matches_of_the_same_teams_are_two() -> None:
    later = result(row={"Finished": "2016-01-15 21:01:36.841272"})
    assert digest_of() == digest_of()
    assert len({digest_of(), digest_of(ending=later)}) == 2


def test_a_match_file_is_written_and_read_as_json() -> None:
    match = match_of(step(block(1, 38), damage(38)))
    assert msgspec.json.decode(msgspec.json.encode(match), type=MatchFile) == match
