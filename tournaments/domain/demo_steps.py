"""What happens in the demonstration league, step by step, as its script tells it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from engine.acts import Purchase
from engine.questions import Chosen, Rolled


class _Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """``day``: so many days before the day on which the league is loaded; ``time`` of that day in UTC."""

    day: int
    time: str


class Drafted(_Step, frozen=True, tag="draft"):
    """``team`` is a file in ``teams/``; it is accepted at once."""

    team: str


class Arranged(_Step, frozen=True, tag="fixture"):
    """``on``: so many days before the loading; in the future when negative."""

    round: int
    home: str
    away: str
    on: int


class MatchReported(_Step, frozen=True, tag="match"):
    """``log`` is a file in ``logs/``: handed in by the coach of the home team, applied by the commissioner."""

    fixture: int
    log: str


class Bought(_Step, frozen=True, tag="buy"):
    team: str
    purchase: Purchase


class Improved(_Step, frozen=True, tag="improve"):
    """A star player roll of the player with this number in the ledger, with everything that was answered."""

    team: str
    player: int
    answers: tuple[Rolled | Chosen, ...]


class Told(_Step, frozen=True, tag="bulletin"):
    title: str
    text: str


class Published(_Step, frozen=True, tag="publish"):
    pass


class EventOpened(_Step, frozen=True, tag="event"):
    """A Swiss of so many rounds, played for results alone."""

    name: str
    rounds: int


class EventEntered(_Step, frozen=True, tag="event_entry"):
    """``account``: who of the league's people it is, where it is one of them, else the name of the ``coach``."""

    name: str
    race: str
    coach: str = ""
    club: str = ""
    account: str = ""
    naf: int | None = None


class EventBegun(_Step, frozen=True, tag="event_begin"):
    pass


class RoundPaired(_Step, frozen=True, tag="event_round"):
    """Drawn and published at once."""


class ResultDecided(_Step, frozen=True, tag="event_result"):
    """Of the round that was published last: touchdowns and casualties of home and away."""

    table: int
    td: tuple[int, int]
    cas: tuple[int, int]


class MajorOpened(_Step, frozen=True, tag="major"):
    trophy: str


class MajorEntered(_Step, frozen=True, tag="major_entry"):
    team: str


class MajorBegun(_Step, frozen=True, tag="major_begin"):
    pass


class MajorMatch(_Step, frozen=True, tag="major_match"):
    """``on`` as for a fixture."""

    home: str
    away: str
    on: int


class Challenged(_Step, frozen=True, tag="challenge"):
    challenger: str
    challenged: str


class ChallengeRefused(_Step, frozen=True, tag="challenge_refused"):
    """The organiser passes it on, and it is refused."""

    number: int


CompetitionStep: TypeAlias = (
    EventOpened
    | EventEntered
    | EventBegun
    | RoundPaired
    | ResultDecided
    | MajorOpened
    | MajorEntered
    | MajorBegun
    | MajorMatch
    | Challenged
    | ChallengeRefused
)
Step: TypeAlias = Drafted | Arranged | MatchReported | Bought | Improved | Told | Published | CompetitionStep
