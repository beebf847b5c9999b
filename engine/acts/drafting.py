"""The first act of a team (LRB4, Creating a team; lrb4-cs.txt:861-912). The numbers are the edition's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from engine.acts.naming import clean_name, name_key
from engine.edition import Edition, Position, Race
from engine.questions import Problem, Refusal
from engine.roster import (
    FanFactorChanged,
    Founded,
    GoldChanged,
    Hired,
    RerollsChanged,
    RosterEvent,
    Staff,
    StaffChanged,
)
from engine.words import STAFF_WORDS, counted


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player to be hired."""

    position: str
    name: str
    number: int


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team as its coach would have it."""

    name: str
    race: str
    players: tuple[Line, ...]
    rerolls: int = 0
    fan_factor: int = 1
    assistant_coaches: int = 0
    cheerleaders: int = 0
    apothecary: int = 0


def draft_cost(edition: Edition, draft: Draft) -> int:
    """Gold pieces; positions that are unknown or have no price count nothing."""
    return sum(amount for _, amount in _bill(edition, edition.race(draft.race), draft))


def check_draft(edition: Edition, draft: Draft) -> tuple[Problem, ...]:
    """Everything that is wrong with a draft."""
    if draft.race not in edition.races:
        return (Problem(f"{edition.name} has no team list named {draft.race!r}."),)
    race, limits = edition.races[draft.race], edition.creation
    problems = [f"In this league no {race.name} team may be drafted."] if race.closed else []
    try:
        clean_name(draft.name, "The team's name")
    except Refusal as refusal:
        problems.append(refusal.message)
    count = len(draft.players)
    if not limits.players_min <= count <= limits.players_max:
        problems.append(
            f"A team has {limits.players_min} to {limits.players_max} players; this draft has {count}."
        )
    problems += line_problems(edition, race, draft.players)
    problems += limit_problems(race, [line.position for line in draft.players])
    if not limits.fan_factor_min <= draft.fan_factor <= limits.fan_factor_max:
        problems.append(
            f"The fan factor at the start is {limits.fan_factor_min} to {limits.fan_factor_max}, "
            f"not {draft.fan_factor}."
        )
    problems += staff_problems(edition, race, draft.rerolls, draft.assistant_coaches, draft.cheerleaders)
    problems += apothecary_problems(edition, race, draft.apothecary, has=0)
    cost = draft_cost(edition, draft)
    if cost > limits.treasury:
        problems.append(
            f"The draft costs {cost:,} gold; the treasury holds {limits.treasury:,}, "
            f"{cost - limits.treasury:,} too few."
        )
    return tuple(Problem(text) for text in problems)


def draft(edition: Edition, draft: Draft) -> tuple[RosterEvent, ...]:
    """The events that make the team. Raises Refusal with every problem."""
    problems = check_draft(edition, draft)
    if problems:
        raise Refusal(" ".join(one.message for one in problems), problems)
    race = edition.race(draft.race)
    events: list[RosterEvent] = [
        Founded(
            clean_name(draft.name, "The team's name"), race.name, edition.creation.treasury, race.reroll_price
        )
    ]
    events += hirings(race, draft.players, first_id=1)
    events += [GoldChanged(-amount, what) for what, amount in _bill(edition, race, draft) if amount]
    if draft.rerolls:
        events.append(RerollsChanged(draft.rerolls))
    events.append(FanFactorChanged(draft.fan_factor, "draft"))
    events += staff_events(draft.assistant_coaches, draft.cheerleaders, draft.apothecary)
    return tuple(events)


def _bill(edition: Edition, race: Race, draft: Draft) -> list[tuple[str, int]]:
    limits = edition.creation
    return [
        (counted(len(draft.players), "player"), players_price(race, draft.players)),
        (counted(draft.rerolls, "team re-roll"), draft.rerolls * race.reroll_price),
        (f"fan factor {draft.fan_factor}", draft.fan_factor * limits.fan_factor_price),
        *staff_bill(edition, draft.assistant_coaches, draft.cheerleaders, draft.apothecary),
    ]


# --- what a draft and a purchase have in common ---------------------------------------------------------------


def _an(name: str) -> str:
    return f"{'An' if name[:1] in 'AEIOU' else 'A'} {name}"


def players_price(race: Race, players: Iterable[Line]) -> int:
    found = (race.position(line.position) for line in players)
    return sum(position.price or 0 for position in found if position)


def staff_bill(
    edition: Edition, assistants: int, cheerleaders: int, apothecary: int
) -> list[tuple[str, int]]:
    limits = edition.creation
    return [
        (counted(assistants, STAFF_WORDS["assistant_coaches"]), assistants * limits.assistant_price),
        (counted(cheerleaders, STAFF_WORDS["cheerleaders"]), cheerleaders * limits.cheerleader_price),
        ("apothecary", apothecary * limits.apothecary_price),
    ]


def staff_events(assistants: int, cheerleaders: int, apothecary: int) -> list[RosterEvent]:
    wanted: list[tuple[Staff, int]] = [
        ("assistant_coaches", assistants),
        ("cheerleaders", cheerleaders),
        ("apothecary", apothecary),
    ]
    return [StaffChanged(staff, count) for staff, count in wanted if count]


def hirings(race: Race, players: Iterable[Line], first_id: int) -> list[RosterEvent]:
    """Positions must have been checked: they are known and have a price."""
    events: list[RosterEvent] = []
    for player_id, line in enumerate(players, first_id):
        position = race.position(line.position)
        assert position is not None
        assert position.price is not None
        assert position.stats is not None
        events.append(
            Hired(
                player_id,
                line.number,
                clean_name(line.name),
                position.name,
                position.price,
                position.stats,
                position.skills,
            )
        )
    return events


def line_problems(
    edition: Edition,
    race: Race,
    lines: Iterable[Line],
    names: Iterable[str] = (),
    numbers: Iterable[int] = (),
) -> list[str]:
    """Positions, names and numbers of players to be hired, beside those that the team has already."""
    problems: list[str] = []
    taken = {name_key(name) for name in names}
    worn = set(numbers)
    for line in lines:
        position = race.position(line.position)
        if position is None:
            problems.append(f"{_an(race.name)} team has no position {line.position!r}.")
        elif position.price is None or position.stats is None:
            problems.append(_unproven(race, position))
        name = "A player"
        try:
            name = clean_name(line.name, f"The name of number {line.number}")
        except Refusal as refusal:
            problems.append(refusal.message)
        else:
            if name_key(name) in taken:
                problems.append(f"Two players are named {name}.")
            taken.add(name_key(name))
        if not 1 <= line.number <= edition.creation.numbers_max:
            problems.append(
                f"{name} cannot wear {line.number}: numbers go from 1 to {edition.creation.numbers_max}."
            )
        elif line.number in worn:
            problems.append(f"Two players wear the number {line.number}.")
        worn.add(line.number)
    return problems


def _unproven(race: Race, position: Position) -> str:
    path = f"rosters/races/{race.name}/positions/{position.name}"
    return (
        f"{_an(position.name)} cannot be hired: no source gives the price and the stats; "
        f"the league's house rules can, by {path}/price and {path}/stats."
    )


def limit_problems(race: Race, positions: Iterable[str]) -> list[str]:
    """Too many of one position, or too many big guys."""
    problems: list[str] = []
    count = Counter(positions)
    for position in race.positions:
        if count[position.name] > position.max:
            problems.append(
                f"{_an(race.name)} team may have {position.max} {position.name}, not {count[position.name]}."
            )
    big = sum(count[position.name] for position in race.positions if position.big_guy)
    if big > race.max_big_guys:
        problems.append(f"{_an(race.name)} team may have {counted(race.max_big_guys, 'big guy')}, not {big}.")
    return problems


def staff_problems(
    edition: Edition, race: Race, rerolls: int, assistants: int, cheerleaders: int, has_rerolls: int = 0
) -> list[str]:
    """Counts below nothing, or more re-rolls than a team may have."""
    problems = [
        f"The number of {what} cannot be {count}."
        for what, count in (
            ("team re-rolls", rerolls),
            ("assistant coaches", assistants),
            ("cheerleaders", cheerleaders),
        )
        if count < 0
    ]
    most = edition.creation.rerolls_max
    if most is not None and rerolls > 0 and has_rerolls + rerolls > most:
        problems.append(f"A team may have {counted(most, 'team re-roll')}, not {has_rerolls + rerolls}.")
    return problems


def apothecary_problems(edition: Edition, race: Race, wanted: int, has: int) -> list[str]:
    if wanted < 0:
        return [f"The number of apothecaries cannot be {wanted}."]
    if wanted and not race.apothecary:
        return [f"{_an(race.name)} team may not have an apothecary."]
    most = edition.creation.apothecary_max
    if has + wanted > most:
        return [f"A team may have {counted(most, STAFF_WORDS['apothecary'])}, not {has + wanted}."]
    return []
