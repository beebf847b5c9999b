"""What came of a pairing: what was decided by hand, or else the result of its match."""

from __future__ import annotations

from typing import cast

from django.db.models import QuerySet

from engine.contest.played import Kind, Outcome
from engine.questions import SIDES
from league.domain import clock
from league.models import User
from matches.models import Result
from tournaments.domain.competing.options import options
from tournaments.domain.competing.pitches import take_back_fixtures
from tournaments.models import Entry, Pairing, Round, Stage

REASON_LENGTH = 200


def pairings_of(stage: Stage) -> QuerySet[Pairing]:
    """All pairings of the published rounds with what is needed to say what came of them."""
    return (
        Pairing.objects.filter(round__stage=stage)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round__stage__competition__league", "home__team", "away__team", "fixture__result")
        .order_by("round__number", "table", "pk")
    )


def read_before(stage: Stage) -> list[Pairing] | None:
    """The same of a stage whose pairings ``reading.whole_stage`` has read for one page; None where it has not."""
    read: list[Pairing] | None = getattr(stage, "paired", None)
    if read is None:
        return None
    published = [one for one in read if one.round.state != Round.State.DRAFT]
    return sorted(published, key=lambda one: (one.round.number, one.table, one.pk))


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


def is_reported(pairing: Pairing) -> bool:
    """Whether one of the coaches has said something."""
    return not pairing.reports.keys().isdisjoint(SIDES)


def kind_of(pairing: Pairing) -> Kind:
    result = result_of(pairing)
    if result is None:
        return cast(Kind, pairing.kind)
    return "conceded" if result.conceded_by else "played"


Scored = tuple[int, int, int, int]
"""Touchdowns of the home and the away side, then casualties that each of them caused."""


def scored_of(pairing: Pairing) -> Scored:
    """What was entered by hand."""
    return pairing.home_td, pairing.away_td, pairing.home_cas, pairing.away_cas


def scored_in(pairing: Pairing, result: Result) -> Scored:
    """What the sides of the pairing scored in its match, whoever was the host."""
    home = (result.home_score, result.home_casualties)
    away = (result.away_score, result.away_casualties)
    if pairing.fixture is not None and pairing.fixture.home_id != pairing.home.team_id:
        home, away = away, home
    return home[0], away[0], home[1], away[1]


def record(
    pairing: Pairing,
    kind: Kind,
    outcome: Outcome | None,
    scored: Scored = (0, 0, 0, 0),
    *,
    by: User | None = None,
    reason: str = "",
) -> None:
    """Writes what came of a pairing, or that nothing did; the competition is held. Nothing is checked here."""
    pairing.kind, pairing.outcome = kind, outcome or ""
    pairing.home_td, pairing.away_td, pairing.home_cas, pairing.away_cas = scored
    pairing.decided_by, pairing.reason = by, reason[:REASON_LENGTH]
    pairing.decided_at = clock.now() if outcome else None
    pairing.version += 1
    pairing.save()


def forfeit(pairing: Pairing, absent: Entry, *, by: User | None = None, reason: str = "") -> None:
    """The match was never begun, and goes to the other side; its fixture is taken back, and no roster changes."""
    take_back_fixtures(pairing.round.stage.competition, [pairing])
    at_home = absent.pk == pairing.home_id
    scored = walk_over_score(pairing.round.stage, "away" if at_home else "home")
    record(pairing, "forfeit", "away" if at_home else "home", scored, by=by, reason=reason)


def walk_over_score(stage: Stage, winner: Outcome) -> Scored:
    """The touchdowns that who showed up is given."""
    given = getattr(options(stage), "no_show", 0)
    return (given if winner == "home" else 0, given if winner == "away" else 0, 0, 0)
