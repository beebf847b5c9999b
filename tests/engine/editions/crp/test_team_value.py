"""What a team is worth in gold, and how the receipt adds it up."""

from __future__ import annotations

from engine.edition import ReceiptLine
from engine.roster import Advanced, Injured, evolve
from tests.engine.editions.crp.matches import CRP, a_team

RULES = CRP.rules


def test_a_team_is_worth_its_players_rerolls_fans_and_staff() -> None:
    team = a_team(
        "Reavers", "Human", ("Lineman", 7), ("Blitzer", 4),
        rerolls=3, fan_factor=4, apothecary=1, assistant_coaches=1, cheerleaders=2,
    )  # fmt: skip
    gold = 7 * 50_000 + 4 * 90_000 + 3 * 50_000 + 40_000 + 50_000 + 10_000 + 20_000
    assert RULES.strength(team) == gold == 980_000
    assert team.treasury == 1_000_000 - gold


def test_the_treasury_counts_for_nothing() -> None:
    assert RULES.strength(a_team()) == 550_000


def test_improvements_add_by_their_kind() -> None:
    team = evolve(
        a_team(),
        Advanced(1, "Block", "skill", RULES.value_of(a_team(), 1, "Block")),
        Advanced(1, "Guard", "skill", RULES.value_of(a_team(), 1, "Guard")),
        Advanced(2, "ma", "stat", RULES.value_of(a_team(), 2, "+ma")),
        Advanced(3, "av", "stat", RULES.value_of(a_team(), 3, "+av")),
        Advanced(4, "ag", "stat", RULES.value_of(a_team(), 4, "+ag")),
        Advanced(5, "st", "stat", RULES.value_of(a_team(), 5, "+st")),
    )
    assert [team.player(number).value for number in range(1, 6)] == [50_000, 30_000, 30_000, 40_000, 50_000]
    assert RULES.strength(team) == 750_000


def test_who_misses_the_next_match_counts_only_in_full() -> None:
    team = evolve(
        a_team(),
        Advanced(1, "Block", "skill", 20_000),
        Injured(1, "Smashed Hip", "ma"),
        Injured(2, "Broken Ribs", "miss"),
    )
    receipt = RULES.receipt(team)
    assert (receipt.full, receipt.current) == (570_000, 450_000)
    assert RULES.strength(team) == 450_000
    assert receipt.lines[0] == ReceiptLine("1 Reavers 1, Lineman", 1, None, 70_000, missing=70_000)


def test_a_lost_point_lowers_nothing() -> None:
    team = evolve(a_team(), Injured(1, "Smashed Hip", "ma", misses_next=False))
    assert RULES.strength(team) == 550_000


def test_the_receipt_adds_up_line_by_line() -> None:
    team = a_team("Reavers", "Human", ("Lineman", 11), rerolls=2, fan_factor=3, apothecary=1)
    receipt = RULES.receipt(team)
    assert [line.total for line in receipt.lines[-5:]] == [100_000, 30_000, 0, 0, 50_000]
    assert sum(line.total for line in receipt.lines) == receipt.full == receipt.current == 730_000
