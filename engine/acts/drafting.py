"""The first act of a team (LRB4, Creating a team; lrb4-cs.txt:861-912). The numbers are the edition's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from engine import stored
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
from engine.words import STAFF_WORDS, counted, gettext_noop, gold, named, number, position_named
from engine.words import gettext as _


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
        return (
            Problem(
                _("{edition} has no team list named {race!r}.").format(
                    edition=named(edition.name), race=named(draft.race)
                )
            ),
        )
    race, limits = edition.races[draft.race], edition.creation
    problems = (
        [_("In this league no {race} team may be drafted.").format(race=named(race.name))]
        if race.closed
        else []
    )
    try:
        clean_name(draft.name, _("The team's name"))
    except Refusal as refusal:
        problems.append(refusal.message)
    count = len(draft.players)
    if not limits.players_min <= count <= limits.players_max:
        problems.append(
            _("A team has {players_min} to {players_max} players; this draft has {count}.").format(
                players_min=limits.players_min, players_max=limits.players_max, count=count
            )
        )
    problems += line_problems(edition, race, draft.players)
    problems += limit_problems(race, [line.position for line in draft.players])
    if not limits.fan_factor_min <= draft.fan_factor <= limits.fan_factor_max:
        problems.append(
            _("The fan factor at the start is {least} to {most}, not {fan_factor}.").format(
                least=limits.fan_factor_min,
                most=limits.fan_factor_max,
                fan_factor=draft.fan_factor,
            )
        )
    problems += staff_problems(edition, race, draft.rerolls, draft.assistant_coaches, draft.cheerleaders)
    problems += apothecary_problems(edition, race, draft.apothecary, has=0)
    cost = draft_cost(edition, draft)
    if cost > limits.treasury:
        problems.append(
            _("The draft costs {cost}; the treasury holds {treasury}, {few} too few.").format(
                cost=gold(cost), treasury=number(limits.treasury), few=number(cost - limits.treasury)
            )
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
            clean_name(draft.name, _("The team's name")),
            race.name,
            edition.creation.treasury,
            race.reroll_price,
        )
    ]
    events += hirings(race, draft.players, first_id=1)
    events += [GoldChanged(-amount, what) for what, amount in _bill(edition, race, draft) if amount]
    if draft.rerolls:
        events.append(RerollsChanged(draft.rerolls))
    events.append(FanFactorChanged(draft.fan_factor, stored.DRAFT))
    events += staff_events(draft.assistant_coaches, draft.cheerleaders, draft.apothecary)
    return tuple(events)


def _bill(edition: Edition, race: Race, draft: Draft) -> list[tuple[str, int]]:
    limits = edition.creation
    return [
        (stored.things(len(draft.players), "player"), players_price(race, draft.players)),
        (stored.things(draft.rerolls, "team re-roll"), draft.rerolls * race.reroll_price),
        (
            stored.FAN_FACTOR_POINTS.format(points=draft.fan_factor),
            draft.fan_factor * limits.fan_factor_price,
        ),
        *staff_bill(edition, draft.assistant_coaches, draft.cheerleaders, draft.apothecary),
    ]


# --- what a draft and a purchase have in common ---------------------------------------------------------------


def _an(name: str) -> str:
    """A name of the rules at the beginning of a sentence, with the article that English has."""
    return (_("An {name}") if name[:1] in "AEIOU" else _("A {name}")).format(name=named(name))


def players_price(race: Race, players: Iterable[Line]) -> int:
    found = (race.position(line.position) for line in players)
    return sum(position.price or 0 for position in found if position)


def staff_bill(
    edition: Edition, assistants: int, cheerleaders: int, apothecary: int
) -> list[tuple[str, int]]:
    limits = edition.creation
    return [
        (stored.things(assistants, STAFF_WORDS["assistant_coaches"]), assistants * limits.assistant_price),
        (stored.things(cheerleaders, STAFF_WORDS["cheerleaders"]), cheerleaders * limits.cheerleader_price),
        (stored.APOTHECARY, apothecary * limits.apothecary_price),
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
            problems.append(
                _("{a_race} team has no position {position!r}.").format(
                    a_race=_an(race.name), position=position_named(line.position)
                )
            )
        elif position.price is None or position.stats is None:
            problems.append(_unproven(race, position))
        name = "A player"
        try:
            name = clean_name(line.name, _("The name of number {number}").format(number=line.number))
        except Refusal as refusal:
            problems.append(refusal.message)
        else:
            if name_key(name) in taken:
                problems.append(_("Two players are named {name}.").format(name=name))
            taken.add(name_key(name))
        if not 1 <= line.number <= edition.creation.numbers_max:
            problems.append(
                _("{name} cannot wear {number}: numbers go from 1 to {numbers_max}.").format(
                    name=name, number=line.number, numbers_max=edition.creation.numbers_max
                )
            )
        elif line.number in worn:
            problems.append(_("Two players wear the number {number}.").format(number=line.number))
        worn.add(line.number)
    return problems


def _unproven(race: Race, position: Position) -> str:
    path = f"rosters/races/{race.name}/positions/{position.name}"
    return _(
        "{a_position} cannot be hired: no source gives the price and the stats; the league's house rules "
        "can, by {path}/price and {path}/stats."
    ).format(a_position=_an(position.name), path=path)


def limit_problems(race: Race, positions: Iterable[str]) -> list[str]:
    """Too many of one position, or too many big guys."""
    problems: list[str] = []
    count = Counter(positions)
    for position in race.positions:
        if count[position.name] > position.max:
            problems.append(
                _("{a_race} team may have {most} {position}, not {count}.").format(
                    a_race=_an(race.name),
                    most=position.max,
                    position=position_named(position.name),
                    count=count[position.name],
                )
            )
    big = sum(count[position.name] for position in race.positions if position.big_guy)
    if big > race.max_big_guys:
        problems.append(
            _("{a_race} team may have {big_guys}, not {big}.").format(
                a_race=_an(race.name), big_guys=counted(race.max_big_guys, "big guy"), big=big
            )
        )
    return problems


def staff_problems(
    edition: Edition, race: Race, rerolls: int, assistants: int, cheerleaders: int, has_rerolls: int = 0
) -> list[str]:
    """Counts below nothing, or more re-rolls than a team may have."""
    problems = [
        _(text).format(count=count)
        for text, count in (
            (gettext_noop("The number of team re-rolls cannot be {count}."), rerolls),
            (gettext_noop("The number of assistant coaches cannot be {count}."), assistants),
            (gettext_noop("The number of cheerleaders cannot be {count}."), cheerleaders),
        )
        if count < 0
    ]
    most = edition.creation.rerolls_max
    if most is not None and rerolls > 0 and has_rerolls + rerolls > most:
        problems.append(
            _("A team may have {things}, not {count}.").format(
                things=counted(most, "team re-roll"), count=has_rerolls + rerolls
            )
        )
    return problems


def apothecary_problems(edition: Edition, race: Race, wanted: int, has: int) -> list[str]:
    if wanted < 0:
        return [_("The number of apothecaries cannot be {wanted}.").format(wanted=wanted)]
    if wanted and not race.apothecary:
        return [_("{a_race} team may not have an apothecary.").format(a_race=_an(race.name))]
    most = edition.creation.apothecary_max
    if has + wanted > most:
        return [
            _("A team may have {things}, not {count}.").format(
                things=counted(most, STAFF_WORDS["apothecary"]), count=has + wanted
            )
        ]
    return []
