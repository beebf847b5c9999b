"""Every number of the tables can be another in a league, and none that makes no sense."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from engine import editions
from engine.acts import Line, Purchase, check_purchase, purchase_cost
from engine.dice import D66
from engine.editions import edition
from engine.editions.lrb4.sense import BOUNDS
from engine.questions import Refusal, Roll
from engine.roster import GoldChanged, SppGained
from engine.tables import Tables
from tests.engine.builders import a_match, events_of, fault, humans, hurt, orcs, so_far, touchdown
from tests.engine.rosters import a_draft, a_roster, gold, lines, problems_of

BOOK = Tables(editions.EDITIONS["lrb4"], {})
PATTERNS = [(re.compile(pattern.replace("*", "[^/]+")), bounds) for pattern, bounds in BOUNDS]
SPANS = ("low", "high")
"""The ends of a range of dice: one alone leaves a hole in its table, or an overlap."""


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def has_numbers(value: Any) -> bool:
    return is_number(value) or (isinstance(value, list) and any(has_numbers(item) for item in value))


NUMBERS = {
    path: value
    for table in BOOK.names
    for path, value in BOOK.leaves(table)
    if has_numbers(value) and path.rpartition("/")[2] not in SPANS
}


def bounds_of(path: str) -> tuple[int, int] | None:
    return next((bounds for pattern, bounds in PATTERNS if pattern.fullmatch(path)), None)


def another(value: Any, by: int) -> Any:
    """A value of the same shape, one apart."""
    if isinstance(value, list):
        return [another(value[0], by), *value[1:]]
    return value + by


def test_every_number_of_the_tables_has_its_bounds() -> None:
    assert [path for path in NUMBERS if bounds_of(path) is None] == []
    assert len(NUMBERS) > 400


def test_the_book_itself_makes_sense() -> None:
    assert edition("lrb4").key == "lrb4"


def overlaid(path: str, value: Any) -> Any:
    """What stands in the tables with this house rule; None where it is refused."""
    try:
        edition("lrb4", {path: value})
    except Refusal:
        return None
    return Tables(editions.EDITIONS["lrb4"], {path: value}).value_at(path)


def test_every_number_can_be_another_in_a_league() -> None:
    """One more or one less, as the others allow; the first of a list, where the number is a list."""
    stuck = []
    for path, value in NUMBERS.items():
        tried = [another(value, by) for by in (1, -1)]
        if not any(overlaid(path, one) == one for one in tried):
            stuck.append(path)
    assert stuck == ["advancement/levels/0/spp", "match/winnings/rating_bands", "match/winnings/gate_bands"]


def test_the_numbers_that_stand_in_a_row_move_together() -> None:
    assert edition("lrb4", {"match/winnings/gate_bands": [0, 10, 20, 30, 40, 50, 60, 70, 80]})
    assert edition("lrb4", {"match/winnings/rating_bands": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]})


@pytest.mark.parametrize(
    "table", ["match/weather", "match/handicaps", "injuries/casualty", "advancement/ageing"]
)
def test_the_ranges_of_a_table_of_dice_move_together(table: str) -> None:
    rows = [dict(row) for row in BOOK.value_at(table)]
    first, second = rows[0], rows[1]
    first["roll"] = {"low": first["roll"]["low"], "high": second["roll"]["high"]}
    merged = [first, *rows[2:]]
    assert edition("lrb4", {table: merged})
    with pytest.raises(Refusal):
        edition("lrb4", {table: rows[1:]})
    with pytest.raises(Refusal):
        edition("lrb4", {table: []})


def test_every_bound_is_held_in_a_sentence() -> None:
    for path, value in NUMBERS.items():
        bounds = bounds_of(path)
        assert bounds is not None
        for beyond in (bounds[0] - 1, bounds[1] + 1):
            given = beyond if is_number(value) else [beyond] * len(value)
            if isinstance(value, list) and isinstance(value[0], list):
                given = [[beyond] * len(row) for row in value]
            said = f"House rule {path!r} cannot be {beyond:,}: it is {bounds[0]:,} to {bounds[1]:,}."
            with pytest.raises(Refusal) as refused:
                edition("lrb4", {path: given})
            assert refused.value.message == said


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"match/turns": 0}, "House rule 'match/turns' cannot be 0: it is 1 to 99."),
        ({"match/rating/spp_per_point": 0}, "'match/rating/spp_per_point' cannot be 0: it is 1 to 10,000."),
        ({"league/players_min": 17}, "league/players_min is 17 and league/players_max is 16, which is less"),
        ({"league/players_max": 10}, "league/players_min is 11 and league/players_max is 10, which is less"),
        ({"league/numbers_max": 15}, "league/players_max is 16 and league/numbers_max is 15, which is less"),
        ({"league/fan_factor_max": 0}, "league/fan_factor_min is 1 and league/fan_factor_max is 0"),
        ({"league/rerolls_max": -1}, "'league/rerolls_max' cannot be -1: it is 0 to 99."),
        ({"advancement/levels/0/spp": 1}, "the first begins with 1 star player points, not with 0"),
        (
            {"advancement/levels/1/spp": 16},
            "each level must need more star player points than the one before",
        ),
        (
            {"rosters/races/Orc/positions/Blitzer/stats": [6, 3, 3, 0]},
            "'rosters/races/Orc/positions/Blitzer/stats' cannot be 0: it is 1 to 10.",
        ),
        ({"rosters/races/Orc/positions/Blitzer/price": -1}, "Blitzer/price' cannot be -1"),
    ],
)
def test_what_makes_no_sense_is_refused(rules: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        edition("lrb4", rules)
    assert said in refused.value.message


def test_both_ends_may_move_together() -> None:
    rules = edition("lrb4", {"league/players_min": 3, "league/players_max": 7})
    assert (rules.creation.players_min, rules.creation.players_max) == (3, 7)


# --- what is overlaid is what is played --------------------------------------------------------------------------


def drafted(rules: dict[str, Any], **changes: Any) -> list[str]:
    return problems_of(a_draft(**changes), edition("lrb4", rules))


def test_the_limits_of_a_draft() -> None:
    assert drafted({}) == []
    assert drafted({"league/players_min": 12}) == ["A team has 12 to 16 players; this draft has 11."]
    assert drafted({"league/players_min": 3, "league/players_max": 10}) == [
        "A team has 3 to 10 players; this draft has 11."
    ]
    assert drafted({"league/treasury": 500_000}) == [
        "The draft costs 560,000 gold; the treasury holds 500,000, 60,000 too few."
    ]
    assert drafted({"league/numbers_max": 16}, players=lines(("Lineman", 11), first=10)) == [
        f"Lineman {number} cannot wear {number}: numbers go from 1 to 16." for number in (17, 18, 19, 20)
    ]
    assert drafted({"rosters/races/Human/positions/Lineman/max": 10}) == [
        "A Human team may have 10 Lineman, not 11."
    ]


def test_a_roster_of_another_size_is_bought_for() -> None:
    roster = msgspec.structs.replace(a_roster(), treasury=1_000_000)
    one_more = Purchase(players=(Line("Thrower", "Zolnar", 17),))
    small = edition("lrb4", {"league/players_max": 11})
    assert [one.message for one in check_purchase(small, roster, one_more)] == [
        "A roster holds 11 players and this would make 12: somebody must retire first."
    ]
    dear = edition("lrb4", {"league/reroll_later_factor": 3, "league/apothecary_price": 70_000})
    assert purchase_cost(dear, roster, Purchase(rerolls=1, apothecary=1)) == 150_000 + 70_000


def test_the_rating_by_other_units() -> None:
    roster = a_roster()
    assert edition("lrb4").rules.strength(roster) == 100
    assert edition("lrb4", {"match/rating/gold_per_point": 20_000}).rules.strength(roster) == 50
    assert edition("lrb4", {"league/fan_factor_price": 0}).rules.strength(roster) == 99


def test_other_numbers_of_handicap_rolls() -> None:
    weak = {"home": orcs(strength=112)}
    assert so_far(**weak).waiting_for == Roll("away", D66, "handicap")
    none = so_far(house_rules={"match/handicap_counts/1/rolls": 0}, **weak)
    assert none.waiting_for.key == "play"
    later = so_far(house_rules={"match/handicap_counts/0/difference/high": 12,
                                "match/handicap_counts/1/difference/low": 13}, **weak)  # fmt: skip
    assert later.waiting_for.key == "play"


def test_other_numbers_of_a_match() -> None:
    assert "turn" in fault(touchdown("home", 1, turn=8), house_rules={"match/turns": 7})
    found = a_match(
        touchdown("home", 1, turn=7), house_rules={"match/turns": 7, "advancement/spp/touchdown": 4}
    )
    assert [event.points for event in events_of(found, "home", SppGained)][:1] == [4]
    rich = a_match(house_rules={"match/winnings/unit": 20_000})
    poor = a_match()
    assert gold(events_of(rich, "home", GoldChanged)) == 2 * gold(events_of(poor, "home", GoldChanged))
    crowd = a_match(house_rules={"match/gate_per_pip": 2_000})
    assert crowd.outcome is not None
    assert crowd.outcome.gate == 42_000


def test_another_reading_of_a_contradiction() -> None:
    """The crowd and the apothecary: both readings can be played."""
    crowd = hurt("away", 3, cause="crowd", die=4, serious=(6, 1))
    healer = humans(apothecary=1)
    assert so_far(*crowd, away=healer).waiting_for.key == "play"
    asked = so_far(*crowd, away=healer, house_rules={"injuries/apothecary/treats_crowd": True})
    assert asked.waiting_for.key == "apothecary"
