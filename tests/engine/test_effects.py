"""Before and after: what a match changed on a roster."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from engine.match.effects import effects
from engine.roster import (
    Departed,
    FanFactorChanged,
    Founded,
    GoldChanged,
    Hired,
    Injured,
    MatchPlayed,
    MissServed,
    Roster,
    SppGained,
    evolve,
)

EDITION: Any = SimpleNamespace(
    rules=SimpleNamespace(
        strength_name="team rating",
        strength=lambda roster: 100 + sum(one.spp for one in roster.players) // 5,
        improvements_owed=lambda spp, taken: (spp >= 6) - taken,
    )
)
BEFORE = evolve(
    Roster(),
    Founded("Gouged Eye", "Orc", 0, 60_000),
    Hired(1, 7, "Grishnak", "Blitzer", 80_000, (6, 3, 3, 9), ("Block",)),
    Hired(2, 3, "Mogrot", "Lineman", 50_000, (5, 3, 3, 9)),
    FanFactorChanged(4, "draft"),
)


def changed(*events: Any) -> list[tuple[str, str, str, str]]:
    shown = effects(EDITION, BEFORE, evolve(BEFORE, *events))
    return [(one.subject, one.what, one.before, one.after) for one in shown]


def test_nothing_changed() -> None:
    assert changed() == []


def test_the_team() -> None:
    team = "Gouged Eye"
    assert changed(
        MatchPlayed("Reavers", "won", 2, 1, 3, 0, (1, 2)),
        GoldChanged(40_000, "winnings"),
        FanFactorChanged(1, "the match"),
    ) == [
        (team, "record", "0 won, 0 drawn, 0 lost", "1 won, 0 drawn, 0 lost"),
        (team, "touchdowns", "0 for, 0 against", "2 for, 1 against"),
        (team, "casualties", "0 for, 0 against", "3 for, 0 against"),
        (team, "treasury", "0 gold", "40,000 gold"),
        (team, "fan factor", "4", "5"),
    ]


def test_a_player_who_scored_and_is_owed_a_roll() -> None:
    assert changed(SppGained(1, "touchdown", 2, 6)) == [
        ("Gouged Eye", "team rating", "100", "101"),
        ("Grishnak (number 7)", "star player points", "0", "6"),
        ("Grishnak (number 7)", "improvement rolls owed", "0", "1"),
    ]


def test_injuries_by_number() -> None:
    assert changed(Injured(1, "Smashed Hip", "ma"), Injured(2, "Fractured Leg", "niggling")) == [
        ("Mogrot (number 3)", "injuries", "none", "Fractured Leg"),
        ("Mogrot (number 3)", "niggling injuries", "0", "1"),
        ("Mogrot (number 3)", "next match", "plays", "misses it"),
        ("Grishnak (number 7)", "injuries", "none", "Smashed Hip"),
        ("Grishnak (number 7)", "movement allowance", "6", "5"),
        ("Grishnak (number 7)", "next match", "plays", "misses it"),
    ]


def test_the_dead_and_the_new() -> None:
    assert changed(
        Departed(1, "dead", "killed"), Hired(3, 9, "Ruk", "Lineman", 50_000, (5, 3, 3, 9)), MissServed(2)
    ) == [
        ("Grishnak (number 7)", "status", "active", "dead"),
        ("Grishnak (number 7)", "next match", "plays", "does not play"),
        ("Ruk (number 9)", "contract", "none", "signed as Lineman"),
    ]
