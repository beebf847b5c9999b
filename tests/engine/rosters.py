"""Short words for drafts and rosters. The usual team: the Reavers, eleven Human linemen numbered from 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

from engine.acts import Draft, Driven, Line, check_draft, draft, drive
from engine.edition import Edition
from engine.editions import edition
from engine.questions import Choose, Chosen, Refusal, Rolled
from engine.roster import Player, Roster, RosterEvent, SppGained, evolve

LRB4 = edition("lrb4")


def lines(*wanted: tuple[str, int], first: int = 1) -> tuple[Line, ...]:
    """So many of each position, named by position and number."""
    positions = [position for position, count in wanted for _ in range(count)]
    return tuple(
        Line(position, f"{position} {number}", number) for number, position in enumerate(positions, first)
    )


def a_draft(**changes: Any) -> Draft:
    """560,000 gold: eleven linemen at 50,000, and a fan factor of 1."""
    usual: dict[str, Any] = {"name": "Reavers", "race": "Human", "players": lines(("Lineman", 11))}
    return Draft(**(usual | changes))


def a_roster(**changes: Any) -> Roster:
    """The drafted team."""
    return evolve(Roster(), *draft(LRB4, a_draft(**changes)))


def problems_of(wanted: Draft, rules: Edition = LRB4) -> list[str]:
    return [problem.message for problem in check_draft(rules, wanted)]


def with_player(roster: Roster, player_id: int, **traits: Any) -> Roster:
    """The roster with one player changed by hand."""
    return msgspec.structs.replace(
        roster,
        players=tuple(
            msgspec.structs.replace(one, **traits) if one.id == player_id else one for one in roster.players
        ),
    )


def refused(act: Callable[..., Any], *given: Any) -> str:
    """The sentence that an act is refused with."""
    with pytest.raises(Refusal) as caught:
        act(*given)
    return caught.value.message


def a_player(position: str = "Lineman", race: str = "Human", spp: int = 6, **traits: Any) -> Roster:
    """A roster of one player, with the id 1 and these star player points."""
    line = LRB4.race(race).position(position)
    assert line is not None
    assert line.price is not None
    assert line.stats is not None
    player = Player(1, 1, "Griff", line.name, line.price, line.stats, line.stats, line.skills)
    roster = Roster(name="Reavers", race=race, players=(player,))
    return with_player(evolve(roster, SppGained(1, "other", 1, spp)), 1, **traits)


def rolled(key: str, *dice: int) -> Rolled:
    return Rolled(key, "home", dice, 1)


def picked(gain: str) -> Chosen:
    return Chosen("improve.pick", "home", gain, 1)


def improving(roster: Roster, *answers: Rolled | Chosen, rules: Edition = LRB4) -> Driven:
    """Player 1 improves, as far as these answers go."""
    return drive(rules.rules.improve(roster, 1), answers, rules, roster)


def offered(roster: Roster, *dice: int, rules: Edition = LRB4) -> tuple[str, ...]:
    """The gains that a star player roll offers."""
    driven = improving(roster, rolled("improve.roll", *dice), rules=rules)
    assert driven.problem is None, driven.problem
    question = driven.waiting_for
    assert isinstance(question, Choose)
    return question.options


def improved(roster: Roster, *answers: Rolled | Chosen, rules: Edition = LRB4) -> tuple[RosterEvent, ...]:
    """What an improvement with all its answers came to."""
    driven = improving(roster, *answers, rules=rules)
    assert driven.problem is None, driven.problem
    assert driven.events is not None, driven.waiting_for
    return driven.events


def gold(events: Iterable[Any]) -> int:
    """What the treasury gained, all in all."""
    return sum(getattr(event, "amount", 0) for event in events)
