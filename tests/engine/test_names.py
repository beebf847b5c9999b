"""Names of every script, the names that are refused, and numbers."""

from __future__ import annotations

import unicodedata

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.acts import clean_name, name_key, rename_player, rename_team, renumber
from engine.questions import Refusal
from engine.roster import (
    Departed,
    PlayerRenamed,
    Renumbered,
    TeamRenamed,
    decode_events,
    encode_events,
    evolve,
)
from tests.engine.rosters import LRB4, a_roster, refused


@pytest.mark.parametrize(
    "name",
    [
        "Žluťoučký kůň",
        "Ærø Åkarps Österlenare",
        "Żółć Ñuñoa",
        "O'Malley’s “Bruisers”",
        "Грифон Северный",
        "Ὀδυσσεύς",
        "東京ドラゴンズ",
        "서울 호랑이",
        "النسور",
        "می‌خواهم",
        "नई दिल्ली",
        "🐉 Drachen",
        "👩‍👩‍👧‍👦 & 👩🏽‍🚀",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿 Lions",
        "❤️",
        "<b>Bruisers</b> & {{ co }}",
        "<script>alert('1')</script>",
        "=cmd()|' /C calc'!A0",
        "'; DROP TABLE teams;--",
        "{player} %s {0}",
        "x",
        "é" * 50,
        "🐉" * 50,
    ],
)
def test_a_name_of_any_script_stays_as_it_is_written(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)
    event = TeamRenamed(clean_name(name))
    assert decode_events(encode_events([event])) == (event,)
    assert evolve(a_roster(), *rename_team(LRB4, a_roster(), name)).name == clean_name(name)


def test_a_name_is_composed_and_its_spaces_are_single() -> None:
    assert clean_name("  Griff   Oberwald ") == "Griff Oberwald"
    assert clean_name("e\u0301") == "\u00e9"


def test_the_length_is_that_of_the_composed_name() -> None:
    assert clean_name("e\u0301" * 50) == "\u00e9" * 50
    assert refused(clean_name, "e\u0301" * 51) == "A name has 51 characters; 50 are the most."
    assert clean_name(" " * 100 + "Griff") == "Griff"


@pytest.mark.parametrize(
    "name", ["", " ", "\t\n", "\u00a0", "\u3000", "\u200d", "\u200b", "\u0301", "\ufe0f", "\u3164"]
)
def test_a_name_that_nobody_sees_is_missing(name: str) -> None:
    assert refused(clean_name, name) == "A name is missing."


@pytest.mark.parametrize("control", ["\x00", "\x1b", "\x7f", "\x85", "\n", "\t", "\u2028", "\u2029"])
def test_a_name_is_one_line_without_controls(control: str) -> None:
    assert refused(clean_name, f"Gri{control}ff") == "A name must be one line without control characters."


@pytest.mark.parametrize("mark", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_a_name_does_not_turn_the_direction_of_writing(mark: str) -> None:
    assert (
        refused(clean_name, f"Gri{mark}ff")
        == "A name must not hold marks that turn the direction of writing."
    )


@pytest.mark.parametrize("half", ["\ud800", "Gri\udfffff", "\ud83d Drachen"])
def test_half_a_character_is_refused(half: str) -> None:
    assert refused(clean_name, half) == "A name holds half a character; type it again."


def test_the_sentence_says_whose_name() -> None:
    assert refused(clean_name, "", "The team's name") == "The team's name is missing."


def cleaned(text: str) -> tuple[str, str]:
    """The name, or the sentence that it is refused with."""
    try:
        return clean_name(text), ""
    except Refusal as refusal:
        return "", refusal.message


@settings(deadline=None)
@given(st.text(max_size=60))
def test_a_clean_name_is_clean_and_can_be_stored(text: str) -> None:
    name, sentence = cleaned(text)
    if sentence:
        assert sentence.encode()
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= 50
    assert name_key(name) == name_key(text)
    assert name_key(name).strip()
    assert msgspec.json.decode(msgspec.json.encode(name)) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("STRASSE", "straße"),
        ("e\u0301", "É"),
        ("Ｇｒｉｆｆ", "griff"),
        ("Griff\u00a0Oberwald", "Griff  Oberwald"),
        ("Gri\u200bff", "Griff"),
        ("Gri\u00adff", "Griff"),
        ("❤\ufe0f", "❤"),
        ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
    ],
)
def test_two_names_that_read_alike_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Reavers", "Ravers"), ("Jose", "José"), ("東京", "京東")])
def test_two_names_that_read_otherwise_are_two(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_player_is_renamed() -> None:
    roster = a_roster()
    events = rename_player(LRB4, roster, 3, "  Griff  Oberwald ")
    assert events == (PlayerRenamed(3, "Griff Oberwald"),)
    assert evolve(roster, *events).player(3).name == "Griff Oberwald"


def test_the_same_name_again_is_no_act() -> None:
    assert rename_player(LRB4, a_roster(), 3, " Lineman 3") == ()
    assert rename_team(LRB4, a_roster(), "Reavers ") == ()


def test_a_player_may_write_his_own_name_otherwise() -> None:
    assert rename_player(LRB4, a_roster(), 3, "LINEMAN 3") == (PlayerRenamed(3, "LINEMAN 3"),)


def test_no_two_team_mates_have_one_name() -> None:
    roster = a_roster()
    assert (
        refused(rename_player, LRB4, roster, 3, "LINEMAN 4")
        == "Reavers already has a player named LINEMAN 4."
    )
    gone = evolve(roster, Departed(4, "dead", "a block"))
    assert rename_player(LRB4, gone, 3, "Lineman 4") == (PlayerRenamed(3, "Lineman 4"),)


def test_who_is_gone_keeps_the_name_he_had() -> None:
    gone = evolve(a_roster(), Departed(4, "dead", "a block"))
    assert refused(rename_player, LRB4, gone, 4, "Griff") == "Lineman 4 no longer plays for Reavers."


def test_a_bad_name_is_refused_for_teams_and_players() -> None:
    assert refused(rename_team, LRB4, a_roster(), "") == "The team's name is missing."
    assert refused(rename_player, LRB4, a_roster(), 1, "a" * 51) == (
        "The player's name has 51 characters; 50 are the most."
    )


def test_players_change_shirts_with_each_other() -> None:
    roster = a_roster()
    events = renumber(LRB4, roster, {1: 2, 2: 1, 3: 99, 4: 4})
    assert events == (Renumbered(1, 2), Renumbered(2, 1), Renumbered(3, 99))
    after = evolve(roster, *events)
    assert [one.id for one in after.active] == [2, 1, 4, 5, 6, 7, 8, 9, 10, 11, 3]


def test_the_shirt_of_one_who_is_gone_may_be_worn() -> None:
    gone = evolve(a_roster(), Departed(4, "dead", "a block"))
    assert renumber(LRB4, gone, {1: 4}) == (Renumbered(1, 4),)


def test_all_wrong_numbers_are_told_at_once() -> None:
    with pytest.raises(Refusal) as caught:
        renumber(LRB4, a_roster(), {1: 2, 3: 0, 5: 100, 77: 5})
    assert [problem.message for problem in caught.value.problems] == [
        "Reavers has no player with the id 77.",
        "Lineman 1 and Lineman 2 cannot both wear 2.",
        "Lineman 3 cannot wear 0: numbers go from 1 to 99.",
        "Lineman 5 cannot wear 100: numbers go from 1 to 99.",
    ]
