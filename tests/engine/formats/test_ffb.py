"""Replays of FFB: what each report counts for, under the rules of each year."""

from __future__ import annotations

from typing import Any

import pytest

from engine.formats.counting import Tally, disagreements, tallies
from engine.formats.matchfile import (
    Casualty,
    Completion,
    Deflection,
    Fact,
    Foul,
    Interception,
    KickOff,
    MatchFile,
    Mvp,
    RaisedDead,
    SendingOff,
    Touchdown,
    Weather,
)
from engine.questions import Side
from tests.engine.formats.ffb_replays import (
    HOME,
    change,
    command,
    counts,
    hurt,
    match_of,
    player,
    report,
    state,
    team,
    touchdown,
    turn,
)


def facts(*commands: Any, **more: Any) -> tuple[Fact, ...]:
    return match_of(*commands, **more).facts


def casualties(*commands: Any, **more: Any) -> list[Casualty]:
    return [one for one in facts(*commands, **more) if isinstance(one, Casualty)]


def tally(match: MatchFile, side: Side, number: int) -> Tally:
    return next(one for one in tallies(match) if (one.side, one.player) == (side, number))


# --- casualties


def test_an_injury_that_is_reported_in_two_parts_is_one_casualty() -> None:
    """So every injury is, under the rules of 2025."""
    first = hurt("a1", "h1", skipInjuryParts="EVERYTHING_BUT_CAS")
    second = hurt("a1", "h1", skipInjuryParts="CAS")
    match = match_of(command(first), command(second), rules="BB2025", counts=[counts("h1", casualties=1)])
    assert (tally(match, "home", 1).casualties, tally(match, "away", 1).suffered) == (1, 1)


@pytest.mark.parametrize("parts", [{}, {"skipInjuryParts": None}, {"skipInjuryParts": "NONE"}])
def test_an_injury_that_is_reported_whole_is_one_casualty(parts: dict[str, Any]) -> None:
    assert len(casualties(command(hurt("a1", "h1", **parts)))) == 1


def test_a_casualty_has_its_victim_its_causer_its_dice_and_what_it_came_to() -> None:
    found = facts(turn("home", 3), command(hurt("a2", "h3")), command(state("a2", 7)))
    assert found == (
        Casualty(
            1, 3, "away", 2, "block", "serious", "serious", "Seriously Hurt (MNG)",
            ("Seriously Hurt (MNG)",), causer=3, earns=True, dice=(8, 1),
        ),
    )  # fmt: skip


def test_a_casualty_counts_for_its_causer_though_an_apothecary_saves_the_victim() -> None:
    match = match_of(
        command(hurt("a1", "h1")),
        command(
            report("apothecaryRoll", playerId="a1", casualtyRoll=[3, 2], playerState=6),
            report("apothecaryChoice", playerId="a1", playerState=9),
            state("a1", 9),
        ),
        counts=[counts("h1", casualties=1)],
    )
    (casualty,) = match.facts
    assert isinstance(casualty, Casualty)
    assert (casualty.outcome, casualty.injuries, casualty.apothecary) == ("saved", (), True)
    assert casualty.second_dice == (3, 2)
    assert tally(match, "home", 1).casualties == 1
    assert disagreements(match) == ()


def test_a_casualty_counts_for_its_causer_though_the_victim_regenerates() -> None:
    (casualty,) = casualties(
        command(hurt("a1", "h1", state=8)),
        command(report("regenerationRoll", playerId="a1", successful=True), state("a1", 9)),
    )
    assert (casualty.severity, casualty.outcome, casualty.regenerated) == ("dead", "saved", True)
    assert (casualty.rolled, casualty.earns) == ("Dead (RIP)", True)


def test_the_injury_that_the_coach_took_is_the_one_that_the_model_is_given() -> None:
    name = "Head Injury (-AV)"
    match = match_of(
        command(hurt("a1", "h1", state=8)),
        command(report("apothecaryRoll", playerId="a1", casualtyRoll=[13, 1], seriousInjury=name)),
        command(state("a1", 7), change("playerResultSetSeriousInjury", "a1", name)),
        counts=[counts("h1", casualties=1), counts("a1", seriousInjury=name)],
    )
    (casualty,) = match.facts
    assert isinstance(casualty, Casualty)
    assert (casualty.severity, casualty.outcome, casualty.injuries) == ("dead", "serious", (name,))
    assert disagreements(match) == ()


def test_an_apothecary_who_was_not_called_changes_nothing() -> None:
    (casualty,) = casualties(
        command(hurt("a1", "h1")),
        command(report("apothecaryRoll", playerId="a1", casualtyRoll=None), state("a1", 7)),
    )
    assert (casualty.outcome, casualty.apothecary) == ("serious", False)


def test_two_injuries_of_one_casualty_are_both_kept() -> None:
    both: dict[str, Any] = {"seriousInjury": "Smashed Knee (NI)", "seriousInjuryDecay": "Broken Neck (-AG)"}
    match = match_of(
        command(hurt("a1", "h1", **both)), counts=[counts("h1", casualties=1), counts("a1", **both)]
    )
    assert tally(match, "away", 1).injuries == ("Smashed Knee (NI)", "Broken Neck (-AG)")
    assert disagreements(match) == ()


def test_injuries_that_the_model_is_given_later_replace_those_of_the_report() -> None:
    (casualty,) = casualties(
        command(hurt("a1", "h1", seriousInjury="Broken Ribs (MNG)")),
        command(state("a1", 3), state("a1", 7)),
        command(
            change("playerResultSetSeriousInjury", "a1", "Broken Jaw (MNG)"),
            change("playerResultSetSeriousInjuryDecay", "a1", "Smashed Hip (-MA)"),
            change("playerResultSetSendToBoxTurn", "a1", 3),
        ),
    )
    assert casualty.injuries == ("Broken Jaw (MNG)", "Smashed Hip (-MA)")
    assert casualty.rolled == "Broken Ribs (MNG)"


def test_changes_of_the_model_that_are_no_numbers_and_no_words_change_nothing() -> None:
    (casualty,) = casualties(
        command(hurt("a1", "h1")),
        command(
            change("fieldModelSetPlayerState", "a1", "x"),
            change("playerResultSetSeriousInjury", "a1", None),
            change("playerResultSetTouchdowns", "a1", [1]),
        ),
    )
    assert (casualty.outcome, casualty.injuries) == ("serious", ("Seriously Hurt (MNG)",))


def test_a_knock_out_after_a_casualty_was_healed_leaves_it_healed() -> None:
    (casualty,) = casualties(
        command(hurt("a1", "h1")),
        command(state("a1", 9)),
        command(hurt("a1", "h2", state=5)),
        command(state("a1", 6)),
    )
    assert casualty.outcome == "saved"


@pytest.mark.parametrize(
    ("kind", "cause", "earns"),
    [
        ("block", "block", True),
        ("pilingOnInjury", "block", True),
        ("blockProneForSpp", "block", True),
        ("crowdpushForSpp", "crowd", True),
        ("stabForSpp", "secret_weapon", True),
        ("foulForSpp", "foul", True),
        ("foul", "foul", False),
        ("crowdpush", "crowd", False),
        ("bomb", "secret_weapon", False),
        ("fireball", "spell", False),
        ("throwARock", "rock", False),
        ("projectileVomit", "other", False),
    ],
)
def test_who_has_points_for_a_casualty_depends_on_how_it_came(kind: str, cause: str, earns: bool) -> None:
    (casualty,) = casualties(command(hurt("a1", "h1", kind=kind)))
    assert (casualty.cause, casualty.earns, casualty.causer) == (cause, earns, 1)


def test_nobody_has_points_for_hurting_a_team_mate_or_himself() -> None:
    own, dodge = casualties(command(hurt("a1", "a2")), command(hurt("h1", None, kind="dropDodge")))
    assert (own.causer, own.earns) == (None, False)
    assert (dodge.cause, dodge.causer, dodge.earns) == ("dodge", None, False)


# --- touchdowns, passes and the rest


def test_a_touchdown_that_no_report_tells_of_counts() -> None:
    """The drive ended otherwise, so that the later ``turnEnd`` names nobody."""
    match = match_of(
        turn("home", 8),
        command(touchdown("h2"), report("secretWeaponBan", playerIds=["h3"], banArray=[True])),
        command(report("turnEnd", playerIdTouchdown=None)),
        home={"score": 1},
        counts=[counts("h2", touchdowns=1)],
    )
    assert match.facts == (
        SendingOff(1, 8, "home", 3, "secret_weapon"),
        Touchdown(1, 8, "home", 2),
    )
    assert disagreements(match) == ()


def test_a_touchdown_belongs_to_the_turn_that_it_ends() -> None:
    last = command(
        touchdown("h2"),
        change("gameSetHalf", None, 2),
        change("turnDataSetTurnNr", "home", 0),
        change("gameSetHomePlaying", None, False),
    )
    assert facts(turn("home", 8), last) == (Touchdown(1, 8, "home", 2),)


def test_a_touchdown_in_the_turn_of_the_opponent_is_marked() -> None:
    assert facts(turn("away", 4), command(touchdown("h2"))) == (
        Touchdown(1, 4, "home", 2, opponents_turn=True),
    )


def test_a_count_that_grows_by_two_is_two_touchdowns() -> None:
    assert len(facts(command(touchdown("h2", 1)), command(touchdown("h2", 3)))) == 3


PASS = report("passRoll", playerId="h1", successful=True, passResult="ACCURATE")
CATCH = report("catchRoll", playerId="h2", successful=True)


@pytest.mark.parametrize(
    ("reports", "completions"),
    [
        ([PASS, CATCH], 1),
        ([PASS, report("catchRoll", playerId="h2", successful=False), CATCH], 1),
        ([PASS, report("interceptionRoll", playerId="a1", successful=False), CATCH], 1),
        ([PASS, report("interceptionRoll", playerId="a1", successful=True), CATCH], 0),
        ([report("handOver", catcherId="h2"), CATCH], 0),
        ([PASS | {"passResult": "INACCURATE"}, CATCH], 0),
        ([PASS | {"passResult": "SAVED_FUMBLE"}, CATCH], 0),
        ([PASS | {"bomb": True}, CATCH | {"bomb": True}], 0),
        ([PASS, CATCH | {"playerId": "a1"}], 0),
        ([PASS, report("scatterBall"), CATCH], 0),
        ([PASS, report("catchRoll", playerId="h2", successful=False), report("scatterBall"), CATCH], 0),
        ([PASS, report("turnEnd"), CATCH], 0),
        ([PASS, CATCH, CATCH | {"playerId": "h3"}], 1),
    ],
)
def test_a_completion_is_an_accurate_pass_and_the_catch_of_a_team_mate(
    reports: list[Any], completions: int
) -> None:
    found = [one for one in facts(*(command(one) for one in reports)) if isinstance(one, Completion)]
    assert [(one.side, one.player) for one in found] == [("home", 1)] * completions


@pytest.mark.parametrize(
    ("changes", "completions"),
    [({}, 1), ({"fumble": True}, 0), ({"safeThrowHold": True}, 0), ({"successful": False}, 0)],
)
def test_passes_of_old_files_have_no_result_but_a_success(changes: dict[str, Any], completions: int) -> None:
    thrown = report("passRoll", playerId="h1", successful=True, fumble=False) | changes
    assert len(facts(command(thrown), command(CATCH), rules=None)) == completions


def test_interceptions_and_deflections_are_those_of_the_model() -> None:
    assert facts(
        turn("home", 2),
        command(report("interceptionRoll", playerId="a1", successful=True)),
        command(change("playerResultSetDeflections", "a1", 1)),
        command(change("playerResultSetInterceptions", "a1", 1)),
    ) == (Deflection(1, 2, "away", 1), Interception(1, 2, "away", 1))


def test_a_foul_is_that_of_the_player_who_acts_and_a_bribe_keeps_him_on_the_pitch() -> None:
    found = facts(
        command(report("playerAction", actingPlayerId="h2")),
        command(report("foul", defenderId="a3"), report("referee", foulingPlayerBanned=True)),
        command(report("bribesRoll", playerId="h2", successful=True)),
    )
    assert found == (Foul(1, 0, "home", 2, 3), SendingOff(1, 0, "home", 2, "foul", forgiven=True))


def test_an_argument_that_was_won_without_effect_forgives_nothing() -> None:
    found = facts(
        command(report("playerAction", actingPlayerId="h2")),
        command(report("referee", foulingPlayerBanned=True)),
        command(report("argueTheCall", playerId="h2", successful=True, staysOnPitch=False)),
    )
    assert found == (SendingOff(1, 0, "home", 2, "foul"),)


def test_weather_kick_offs_and_most_valuable_players_are_events() -> None:
    assert facts(
        command(report("weather", weather="Blizzard", weatherRoll=[6, 6])),
        command(
            change("gameSetHalf", None, 1), report("kickoffResult", kickoffResult="Blitz", kickoffRoll=[5, 5])
        ),
        command(report("mostValuablePlayers", playerIdsHome=["h1", "h1"], playerIdsAway=[])),
    ) == (
        Weather(1, 0, "Blizzard", (6, 6)),
        KickOff(1, 0, "Blitz", (5, 5)),
        Mvp(0, 0, "home", 1),
        Mvp(0, 0, "home", 1),
    )


# --- teams, money and old files


def test_a_second_throw_for_winnings_replaces_the_first() -> None:
    match = match_of(
        command(report("winningsRoll", winningsRollHome=1, winningsHome=20_000, winningsRollAway=4)),
        command(report("winningsRoll", winningsRollHome=6, winningsHome=70_000, winningsRollAway=0)),
        rules=None,
        home={"winnings": 70_000},
        away={"winnings": 40_000},
    )
    assert (match.home_result.winnings, match.home_result.winnings_die) == (70_000, 6)
    assert (match.away_result.winnings, match.away_result.winnings_die) == (40_000, 4)


def test_half_an_attendance_is_not_rounded() -> None:
    match = match_of(home={"winnings": 75_000, "fanFactor": 5, "dedicatedFans": -1})
    assert match.home_result.winnings == 75_000
    assert (match.home_result.attendance, match.home_result.fan_factor_change) == (5, -1)


def test_players_who_join_during_the_match_are_there_once() -> None:
    zombie = player("a1R1", 12, playerType="RaisedFromDead")
    added = {"netCommandId": "serverAddPlayer", "teamId": HOME, "player": zombie}
    star = player("1S1", 13, playerType="Star")
    listed = team(HOME, player("h1", 1), star)
    raised = report("raiseDead", playerId="a1R1", positionName="Zombie")
    match = match_of(
        {"netCommandId": "serverAddPlayer", "teamId": HOME, "player": star}, added, command(raised),
        team_home=listed,
    )  # fmt: skip
    assert [(one.number, one.kind) for one in match.home.players] == [
        (1, "roster"), (13, "star"), (12, "raised"),
    ]  # fmt: skip
    assert match.facts == (RaisedDead(1, 0, "home", 12, "Zombie"),)


def test_players_who_miss_the_match_are_known() -> None:
    away = team("2", player("a1", 1, recoveringInjury="Broken Arm (-PA)"), player("a2", 2), player("a3", 3))
    match = match_of(team_away=away, counts=[counts("a2", sendToBoxReason="mng")])
    assert [one.misses for one in match.away.players] == [True, True, False]


def test_a_shirt_that_two_players_wear_is_the_first_ones() -> None:
    home = team(HOME, player("h1", 5), player("h2", 5), player("h3", 0))
    match = match_of(command(touchdown("h2")), team_home=home, home={"score": 1})
    assert [one.number for one in match.home.players] == [5, 100, 101]
    assert match.facts == (Touchdown(1, 0, "home", 100),)


def test_a_file_of_2016_lacks_many_fields_and_is_read() -> None:
    bare = {"playerId": "h1", "playerNr": 1, "unknown": {"deep": [1, 2, {}]}}
    home = {"teamId": HOME, "fanFactor": 6, "playerArray": [bare], "roster": {}}
    match = match_of(
        {"netCommandId": "serverHello"},
        command(report("neverHeardOf", roll=[1], playerId="h1"), change("unheardOf", None, {"a": 1})),
        rules=None,
        team_home=home | {"dedicatedFans": None},
        home={"spectators": 11_000, "fame": 1, "fanFactorModifier": 1},
    )
    assert match.rules == "BB2016"
    assert (match.home.name, match.home.fan_factor, match.home.players[0].name) == ("Team 1", 6, "")
    assert (match.home_result.spectators, match.home_result.fame) == (11_000, 1)
    assert match.home_result.fan_factor_change == 1


def test_the_rules_are_those_that_the_file_names_and_not_those_of_its_year() -> None:
    assert match_of(rules="BB2025").rules == "BB2025"
    assert match_of(rules=None, started="2024-01-01T10:00:00").rules == "BB2016"


def test_names_lose_what_no_page_can_show() -> None:
    home = team(HOME, player("h1", 1, playerName="Gr\x00im\n \u202eGut" + "x" * 200), teamName="  The\tOrcs ")
    match = match_of(team_home=home)
    assert match.home.name == "The Orcs"
    assert match.home.players[0].name == "Gr im Gut" + "x" * 91
