"""Fixtures of pairings, where a competition changes rosters: made, moved and taken back with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Count, Max

from matches.domain.fixtures import Wanted, make_fixtures, move_fixtures, require_cancellable
from matches.models import Fixture
from matches.models import Stage as Occasion
from tournaments.models import Competition, Kind, Pairing, Round, Stage


def occasion_of(competition: Competition) -> Occasion:
    """What matches of the competition are played for, unless its format says something else."""
    if competition.kind == Kind.SEASON:
        return Occasion.LEAGUE
    return Occasion.PLAY_OFF if competition.kind == Kind.MAJOR else Occasion.TOURNAMENT


def make_fixtures_for(pairings: Sequence[Pairing], occasion: Occasion | None = None) -> None:
    """A fixture for each of the stored pairings that has none, where the competition is played by teams.

    All are of one stage, and the competition is held. Everything but a league match is on neutral ground; a season may
    be played on neutral ground as a whole, by its setting ``neutral``. Byes have no fixture.
    """
    matches = [one for one in pairings if one.away_id is not None and one.fixture_id is None]
    if not matches:
        return
    stage = matches[0].round.stage
    competition = stage.competition
    if not competition.rosters:
        return
    occasion = occasion_of(competition) if occasion is None else occasion
    before = rounds_before(stage)
    wanted = [
        Wanted(
            one.home.team,
            one.away.team,
            before + one.round.number,
            occasion,
            bool(competition.settings.get("neutral", False)),
        )
        for one in matches
        if one.home.team and one.away and one.away.team
    ]
    same_coach = bool(competition.settings.get("same_coach", False))
    season = competition.season or competition.league.season
    made = make_fixtures(competition.league, season, wanted, allow_same_coach=same_coach)
    for pairing, fixture in zip(matches, made, strict=True):
        pairing.fixture = fixture
    Pairing.objects.bulk_update(matches, ["fixture"])


def rounds_before(stage: Stage) -> int:
    """Rounds of the stages before this one: a fixture's round counts through the whole competition."""
    earlier = Stage.objects.filter(competition=stage.competition_id, number__lt=stage.number)
    return sum(
        last or 0 for last in earlier.annotate(last=Max("rounds__number")).values_list("last", flat=True)
    )


def take_back_fixtures(competition: Competition, pairings: Iterable[Pairing]) -> None:
    """The fixtures of these pairings are there no more. Raises NotApplicable where one is played or a log handed in."""
    kept = [one for one in pairings if one.fixture_id is not None]
    fixtures = list(
        Fixture.objects.select_related("home", "away").filter(pk__in=[one.fixture_id for one in kept])
    )
    require_cancellable(fixtures)
    Pairing.objects.filter(pk__in=[one.pk for one in kept]).update(fixture=None)
    for one in kept:
        one.fixture = None
    Fixture.objects.filter(pk__in=[one.pk for one in fixtures]).delete()


def follow_rounds(stage: Stage, pairings: Iterable[Pairing]) -> None:
    """The fixtures of pairings that were put into other rounds go with them."""
    before = rounds_before(stage)
    rounds = {one.fixture_id: before + one.round.number for one in pairings if one.fixture_id is not None}
    if rounds:
        fixtures = list(Fixture.objects.select_related("home", "away").filter(pk__in=rounds))
        move_fixtures(fixtures[0].season, fixtures, rounds)


def drop_empty_rounds(stage: Stage) -> None:
    """Rounds at the end that nobody plays in."""
    for row in stage.rounds.annotate(count=Count("pairings")).order_by("-number"):
        if row.count:
            return
        Round.objects.filter(pk=row.pk).delete()
