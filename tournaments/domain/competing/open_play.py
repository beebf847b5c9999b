"""Open play: coaches arrange their own matches within the limits of the stage.

One coach asks, the other agrees, and then there is a match. A match of the league that two entries play without having
arranged it here counts as well, as long as the limits allow it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, cast

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver
from django.utils.translation import gettext as _

from engine.contest import open_play
from engine.questions import Refusal
from league.domain.languages import in_language_of
from league.domain.roles import Forbidden, Person, viewer
from league.errors import Conflict
from matches.models import Fixture
from matches.models import Stage as Occasion
from matches.signals import results_changed
from tournaments.domain.competing.access import (
    changing,
    may_organise,
    require_not_archived,
    require_organiser,
    require_running,
)
from tournaments.domain.competing.entering import leaves, speaks_for
from tournaments.domain.competing.options import OpenPlay, options
from tournaments.domain.competing.outcomes import forfeit, is_open
from tournaments.domain.competing.pitches import drop_empty_rounds, make_fixtures_for, take_back_fixtures
from tournaments.domain.competing.setting_up import ASKED
from tournaments.models import Competition, Entry, Format, Pairing, Round, Stage, State


def arrange(by: Person, stage: Stage, one: Entry, other: Entry) -> Pairing:
    """The coach of ``one`` asks ``other`` for a match, at whose ground it is; the organiser arranges it at once.

    Raises Refusal where the limits do not allow it.
    """
    organiser = may_organise(viewer(by, stage.competition.league), stage.competition)
    if not organiser and not speaks_for(by, one, stage.competition):
        raise Forbidden(
            _("Only the coach of {team}, or the organiser, arranges its matches.").format(team=one.name)
        )
    with changing(stage.competition) as held:
        stage = _running(held, stage)
        one, other = playing(held, one), playing(held, other)
        there = matches_of(stage)
        _check(stage, there, one, other)
        pairing = paired(stage, there, other, one)
        if organiser or speaks_for(by, other, held):
            make_fixtures_for([pairing])
        else:
            pairing.reports = {ASKED: one.number}
            pairing.save(update_fields=["reports"])
    return pairing


def agree(by: Person, pairing: Pairing) -> Pairing:
    """The coach who was asked agrees, and the match is made."""
    with changing(pairing.round.stage.competition) as held:
        row = _of(held, pairing)
        if ASKED not in row.reports:
            raise Conflict(_("{match} is arranged already.").format(match=row))
        asked = row.away if row.home.number == row.reports[ASKED] else row.home
        if not speaks_for(by, cast(Entry, asked), held):
            require_organiser(by, held)
        row.reports = {}
        row.save(update_fields=["reports"])
        make_fixtures_for([row])
    return row


def call_off(by: Person, pairing: Pairing) -> None:
    """Either coach says no, or takes back what he asked for; a match that is arranged the organiser alone calls off."""
    with changing(pairing.round.stage.competition) as held:
        row = _of(held, pairing)
        asked = ASKED in row.reports and any(
            speaks_for(by, one, held) for one in (row.home, cast(Entry, row.away))
        )
        if not asked:
            require_organiser(by, held)
        if not is_open(row):
            raise Conflict(_("{match} is played and stays.").format(match=row))
        take_back_fixtures(held, [row])
        row.delete()
        drop_empty_rounds(row.round.stage)


def opponents_among(
    stage: Stage, entry: Entry, entries: Sequence[Entry], there: Sequence[Pairing]
) -> list[Entry]:
    """Those of the ``entries`` whom it may arrange a match with now; ``there`` is ``matches_of`` the stage."""
    by_name = {one.name: one for one in entries}
    met = [(one.home.name, cast(Entry, one.away).name) for one in there]
    others = [
        one.name for one in entries if one.pk != entry.pk and not _same_coach(stage.competition, one, entry)
    ]
    limits = cast(OpenPlay, options(stage)).limits
    return [by_name[cast(str, name)] for name in open_play.opponents(limits, met, entry.name, others)]


def matches_of(stage: Stage) -> list[Pairing]:
    """All that were played, arranged or asked for, in order."""
    return list(
        Pairing.objects.filter(round__stage=stage, away__isnull=False)
        .exclude(home__state=Entry.State.ANNULLED)
        .exclude(away__state=Entry.State.ANNULLED)
        .select_related("round", "home", "away", "fixture__result")
        .order_by("round__number", "pk")
    )


def _check(stage: Stage, there: Sequence[Pairing], one: Entry, other: Entry) -> None:
    if _same_coach(stage.competition, one, other):
        raise Refusal(
            _("{one} and {other} have the same coach, and this is not allowed here.").format(
                one=one.name, other=other.name
            )
        )
    met = [(pairing.home.name, cast(Entry, pairing.away).name) for pairing in there]
    open_play.check(cast(OpenPlay, options(stage)).limits, met, one.name, other.name)


def _same_coach(competition: Competition, one: Entry, other: Entry) -> bool:
    if one.pk == other.pk or competition.settings.get("same_coach"):
        return False
    return one.account_id is not None and one.account_id == other.account_id


def paired(
    stage: Stage, there: Sequence[Pairing], home: Entry, away: Entry, fixture: Fixture | None = None
) -> Pairing:
    """Its round is the first after the last of either side, so that nobody is in a round twice."""
    sides = {home.pk, away.pk}
    last = max((one.round.number for one in there if sides & {one.home_id, one.away_id}), default=0)
    round, __ = Round.objects.get_or_create(
        stage=stage, number=last + 1, defaults={"state": Round.State.PUBLISHED}
    )
    round.stage = stage
    return Pairing.objects.create(
        round=round, table=round.pairings.count() + 1, home=home, away=away, fixture=fixture
    )


def _running(held: Competition, stage: Stage) -> Stage:
    require_not_archived(held)
    stage = held.stages.get(pk=stage.pk)
    stage.competition = held
    if stage.format != Format.OPEN:
        raise Refusal(_("Matches of {stage} are drawn, and coaches arrange none.").format(stage=stage.name))
    require_running(stage)
    return stage


def playing(held: Competition, entry: Entry) -> Entry:
    entry = held.entries.select_related("team__coach", "user").get(pk=entry.pk)
    if entry.state != Entry.State.IN:
        raise Refusal(
            _("{entry} does not take part in {competition} any more.").format(
                entry=entry.name, competition=held.name
            )
        )
    return entry


def _of(held: Competition, pairing: Pairing) -> Pairing:
    rows = Pairing.objects.select_related("round__stage", "home__team", "away__team", "fixture__result")
    row = rows.filter(pk=pairing.pk, round__stage__competition=held).first()
    if row is None:
        raise Conflict(_("{match} is called off already.").format(match=pairing))
    row.round.stage = _running(held, row.round.stage)
    return row


@leaves(Format.OPEN, Format.LADDER)
def withdraw(by: Person, stage: Stage, entry: Entry, results: str) -> None:
    """What the entry has arranged is called off, or goes to the other side."""
    rows = Pairing.objects.filter(Q(home=entry) | Q(away=entry), round__stage=stage)
    still = [row for row in rows.select_related("round", "home", "away", "fixture__result") if is_open(row)]
    for row in still:
        row.round.stage = stage
    if results == "awarded":
        with in_language_of(stage.competition.league):
            reason = _("{entry} has withdrawn.").format(entry=entry.name)
        for row in still:
            forfeit(row, entry, by=cast(Any, by), reason=reason)
        return
    take_back_fixtures(stage.competition, still)
    Pairing.objects.filter(pk__in=[row.pk for row in still]).delete()
    drop_empty_rounds(stage)


# matches that were not arranged here


def _adopted(stage: Stage, fixture: Fixture) -> Pairing:
    """Raises Refusal for a match that does not belong to the stage, and for one above its limits."""
    entries = {
        one.team_id: one
        for one in stage.competition.entries.filter(
            team__in=[fixture.home_id, fixture.away_id], state=Entry.State.IN
        )
    }
    if len(entries) < 2:
        raise Refusal(
            _("{fixture} is not of two who take part in {competition}.").format(
                fixture=fixture, competition=stage.competition.name
            )
        )
    if fixture.season_id != stage.competition.season_id or fixture.stage != Occasion.LEAGUE:
        raise Refusal(
            _("{fixture} is no league match of the season of {competition}.").format(
                fixture=fixture, competition=stage.competition.name
            )
        )
    if Pairing.objects.filter(fixture=fixture).exists():
        raise Conflict(_("{fixture} belongs to a competition already.").format(fixture=fixture))
    home, away = entries[fixture.home_id], entries[fixture.away_id]
    there = matches_of(stage)
    asked = [
        one for one in there if ASKED in one.reports and {one.home_id, one.away_id} == {home.pk, away.pk}
    ]
    if asked:
        # They have played what one of them had asked for.
        Pairing.objects.filter(pk=asked[0].pk).update(fixture=fixture, reports={})
        return Pairing.objects.get(pk=asked[0].pk)
    _check(stage, there, home, away)
    return paired(stage, there, home, away, fixture)


@receiver(results_changed, dispatch_uid="open play adopts what is played")
def adopt_played(fixtures: Collection[int], **_: Any) -> None:
    """A match that two entries of an open stage have played counts there, unless the limits are reached."""
    rows = Fixture.objects.select_related("home", "away").filter(
        pk__in=fixtures, pairing__isnull=True, stage=Occasion.LEAGUE, result__isnull=False
    )
    for fixture in rows:
        stages = Stage.objects.select_related("competition__league").filter(
            format=Format.OPEN,
            state=Stage.State.RUNNING,
            competition__state=State.RUNNING,
            competition__season=fixture.season_id,
        )
        for stage in stages.filter(competition__entries__team=fixture.home_id).filter(
            competition__entries__team=fixture.away_id
        ):
            try:
                with transaction.atomic(), changing(stage.competition) as held:
                    stage.competition = held
                    _adopted(stage, fixture)
                break
            except Refusal:
                continue
