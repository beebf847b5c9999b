"""What happens becomes messages, in the transaction in which it happens: told is what was written, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import groupby
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone

from engine.roster import Departed, decode_events
from league.domain.languages import in_language_of
from league.models import Bulletin, League
from league.signals import bulletin_published
from matches.models import Fixture, Result
from matches.signals import results_changed
from teams.models import Act, Player, RosterEvents
from tournaments.domain.annals.notices import Notice, notices
from tournaments.domain.honours import honours
from tournaments.domain.webhooks import events, saying
from tournaments.domain.webhooks.delivering import send_soon
from tournaments.domain.webhooks.saying import Dead, Told
from tournaments.models import Competition, Delivery, Publication, Round, Webhook
from tournaments.signals import competition_ended, round_published, week_published

OF_MATCHES = (events.MATCH_APPLIED, events.MATCH_CORRECTED, events.PLAYER_DIED, events.MILESTONE)


def _wanting(league: League, *of: str) -> list[Webhook]:
    """Active webhooks that want one of these; one query."""
    found = [hook for hook in Webhook.objects.filter(league=league, paused="") if {*of} & {*hook.events}]
    for hook in found:
        hook.league = league
    return found


def _tell(hooks: Iterable[Webhook], event: str, told: Iterable[Told]) -> None:
    now = timezone.now()
    wanting = [hook for hook in hooks if event in hook.events]
    made = [saying.message(hook, event, one, now) for one in told for hook in wanting]
    if made:
        Delivery.objects.bulk_create(made)
        send_soon()


def _tell_of(league: League, event: str, what: Callable[[], Told]) -> None:
    """One thing, which is put in words only where somebody wants to hear of it."""
    hooks = _wanting(league, event)
    if hooks:
        with in_language_of(league):
            _tell(hooks, event, [what()])


@receiver(week_published, dispatch_uid="webhooks tell of weeks")
def _week_published(publication: Publication, **said: Any) -> None:
    _tell_of(publication.league, events.WEEK_PUBLISHED, lambda: saying.week(publication))


@receiver(bulletin_published, dispatch_uid="webhooks tell of bulletins")
def _bulletin_published(bulletin: Bulletin, **said: Any) -> None:
    _tell_of(bulletin.league, events.BULLETIN, lambda: saying.bulletin(bulletin))


@receiver(round_published, dispatch_uid="webhooks tell of rounds")
def _round_published(round: Round, **said: Any) -> None:
    pairings = round.pairings.select_related("home", "away").order_by("table", "pk")
    _tell_of(round.stage.competition.league, events.ROUND_PUBLISHED, lambda: saying.round_of(round, pairings))


@receiver(competition_ended, dispatch_uid="webhooks tell of ends")
def _competition_ended(competition: Competition, **said: Any) -> None:
    _tell_of(competition.league, events.COMPETITION_ENDED, lambda: _ended(competition))


def _ended(competition: Competition) -> Told:
    """Tables that are worked out within a transaction are kept for nobody else: it may still be taken back."""
    stages = list(competition.stages.order_by("number"))
    for stage in stages:
        stage.read_as_of = uuid4().hex
    return saying.ended(competition, honours(competition, stages=stages))


# --- matches --------------------------------------------------------------------------------------------------


@receiver(results_changed, dispatch_uid="webhooks tell of results")
def _results_changed(fixtures: Collection[int], **said: Any) -> None:
    """A match that is undone and played again was played, not corrected: its act replaces none."""
    first = Fixture.objects.filter(pk__in=fixtures).select_related("league").first()
    hooks = _wanting(first.league, *OF_MATCHES) if first else []
    if not hooks or first is None:
        return
    results = list(
        Result.objects.filter(fixture__in=fixtures)
        .select_related("fixture__home", "fixture__away", "act")
        .annotate(corrected=Exists(Act.objects.filter(replaced_by=OuterRef("act"))))
        .defer("facts")
        .order_by("fixture__number")
    )
    for one in results:
        one.fixture.league = first.league
    dead = deaths_of(first.league, [one.act for one in results])
    if any(events.MILESTONE in hook.events for hook in hooks):
        played = frozenset(one.fixture.number for one in results if not one.corrected)
        league = first.league
        # Robust: the match is applied whether or not this can be told of it.
        transaction.on_commit(lambda: tell_of_milestones(league, played), robust=True)
    with in_language_of(first.league):
        _tell_of_results(hooks, results, dead)
        _tell_of_undone(hooks, first.league, {*fixtures} - {one.fixture_id for one in results})


def tell_of_milestones(league: League, matches: Collection[int]) -> None:
    """What was reached in these matches and all of the league hears of.

    It is worked out from the whole past of the league, which is kept once it is: so after the transaction, not in it.
    """
    league = League.objects.get(pk=league.pk)
    found = [one for one in notices(league, great=True) if one.match in matches]
    if found:
        with in_language_of(league):
            told = [saying.milestone(league, one, _path(league, one)) for one in found]
            _tell(_wanting(league, events.MILESTONE), events.MILESTONE, told)


def _path(league: League, one: Notice) -> str:
    if one.uid:
        return reverse("teams:player", args=[league.slug, one.slug, one.uid])
    return reverse("teams:team", args=[league.slug, one.slug]) if one.slug else league.get_absolute_url()


def _tell_of_results(hooks: list[Webhook], results: list[Any], dead: dict[int, list[Dead]]) -> None:
    fresh = [one for one in results if not one.corrected]
    corrected = [one for one in results if one.corrected]
    _tell(hooks, events.MATCH_APPLIED, [saying.match(one, dead.get(one.act_id, ())) for one in fresh])
    _tell(
        hooks,
        events.MATCH_CORRECTED,
        [saying.match(one, dead.get(one.act_id, ()), corrected=True) for one in corrected],
    )
    for one in fresh:
        told = [saying.death(death, one.fixture.number) for death in dead.get(one.act_id, ())]
        _tell(hooks, events.PLAYER_DIED, told)


def _tell_of_undone(hooks: list[Webhook], league: League, fixtures: Collection[int]) -> None:
    found = list(Fixture.objects.filter(pk__in=fixtures).select_related("home", "away").order_by("number"))
    for one in found:
        one.league = league
    _tell(hooks, events.MATCH_CORRECTED, [saying.undone(one) for one in found])


def deaths_of(league: League, acts: Iterable[Act]) -> dict[int, list[Dead]]:
    """Who died by each of these acts, by its key; two queries."""
    rows = list(
        RosterEvents.objects.filter(act__in=[one.pk for one in acts], events__contains='"dead"')
        .select_related("team")
        .order_by("act", "team")
    )
    gone = [
        (row, event)
        for row in rows
        for event in decode_events(row.events)
        if isinstance(event, Departed) and event.status == "dead"
    ]
    players = {
        (one.team_id, one.uid): one
        for one in Player.objects.filter(team__in={row.team_id for row, _event in gone})
    }
    found = [
        (row.act_id, _dead(league, row, event, players[row.team_id, event.player]))
        for row, event in gone
        if (row.team_id, event.player) in players
    ]
    return {act: [one for _act, one in group] for act, group in groupby(found, key=lambda pair: pair[0])}


def _dead(league: League, row: RosterEvents, event: Departed, player: Player) -> Dead:
    return Dead(
        player=player.name,
        position=player.position,
        team=row.team.name,
        slug=row.team.slug,
        spp=player.spp,
        fate=event.fate,
        path=reverse("teams:player", args=[league.slug, row.team.slug, player.uid]),
    )
