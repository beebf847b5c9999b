"""What came of a pairing: what was decided by hand, or else the result of its match."""

from __future__ import annotations

from typing import cast

from django.db.models import QuerySet

from engine.contest.played import Kind, Outcome
from matches.models import Result
from tournaments.models import Pairing, Round, Stage


def pairings_of(stage: Stage) -> QuerySet[Pairing]:
    """All pairings of the published rounds with what is needed to say what came of them."""
    return (
        Pairing.objects.filter(round__stage=stage)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round", "home", "away", "fixture__result")
        .order_by("round__number", "table", "pk")
    )


def result_of(pairing: Pairing) -> Result | None:
    """The result of the match, where the competition changes rosters and it was played."""
    return getattr(pairing.fixture, "result", None) if pairing.fixture_id else None


def outcome_of(pairing: Pairing) -> Outcome | None:
    """None as long as nothing is decided. Who won by decision, where a match was drawn, has won."""
    if pairing.outcome:
        return cast(Outcome, pairing.outcome)
    result = result_of(pairing)
    if result is None or pairing.fixture is None:
        return None
    if result.winner and pairing.fixture.home_id != pairing.home.team_id:
        # The owner of a home field was the host of a match that the draw had the other way round.
        return "away" if result.winner == "home" else "home"
    return cast(Outcome, result.winner or "draw")


def is_open(pairing: Pairing) -> bool:
    return outcome_of(pairing) is None


def kind_of(pairing: Pairing) -> Kind:
    result = result_of(pairing)
    if result is None:
        return cast(Kind, pairing.kind)
    return "conceded" if result.conceded_by else "played"
