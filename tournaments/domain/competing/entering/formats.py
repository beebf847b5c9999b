"""What the formats of stages do about who comes and goes on the way: each says so here for its own."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Max, Q

from league.domain.roles import Person
from matches.models import FixtureStatus
from tournaments.models import Entry, Format, Round, Stage

Latecomer = Callable[[Person, Stage, Entry], None]
Leaver = Callable[[Person, Stage, Entry, str], None]
LATE: dict[str, Latecomer] = {Format.OPEN: lambda *_: None, Format.LADDER: lambda *_: None}
LEAVING: dict[str, Leaver] = {}
RETURNING: dict[str, Latecomer] = {}


def joins_late(*formats: Format) -> Callable[[Latecomer], Latecomer]:
    """Registers what becomes of an entry that comes when a stage of these formats is running. Formats without one
    take nobody in."""

    def register(verb: Latecomer) -> Latecomer:
        for format in formats:
            LATE[format] = verb
        return verb

    return register


def comes_back(*formats: Format) -> Callable[[Latecomer], Latecomer]:
    """Registers what is planned anew when somebody who dropped comes back."""

    def register(verb: Latecomer) -> Latecomer:
        for format in formats:
            RETURNING[format] = verb
        return verb

    return register


def leaves(*formats: Format) -> Callable[[Leaver], Leaver]:
    """Registers what becomes of the open matches of who leaves. It is given ``kept``, ``annulled`` or ``awarded``."""

    def register(verb: Leaver) -> Leaver:
        for format in formats:
            LEAVING[format] = verb
        return verb

    return register


def last_round(stage: Stage) -> int:
    """The number of the last published round, or of a season, whose rounds are all published from the beginning, of the
    last in which something was played; 0 before that."""
    begun = stage.rounds.exclude(state=Round.State.DRAFT)
    if stage.format == Format.ROUND_ROBIN:
        something = ~Q(pairings__outcome="") | Q(pairings__fixture__status=FixtureStatus.PLAYED)
        begun = begun.filter(something, pairings__isnull=False)
    return begun.aggregate(last=Max("number"))["last"] or 0
