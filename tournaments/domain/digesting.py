"""A mail after a match, for each of its coaches who wants one: what came of it, how the table stands, what is owed.

Who gets one is written with the match, so that none is lost and none comes twice.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from smtplib import SMTPException
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.mail import get_connection
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.dispatch import receiver
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.roster import Departed, Injured, decode_events
from engine.words import named, number
from league.domain.languages import in_language
from league.models import League, Membership
from matches.models import Result
from matches.signals import results_changed
from teams.models import Act, Player, RosterEvents, Team
from tournaments.domain import mailing
from tournaments.domain.owing import Item, owed
from tournaments.domain.standings import standing_now
from tournaments.models import MatchMail

logger = logging.getLogger(__name__)

# --- who gets one ---------------------------------------------------------------------------------------------


@receiver(results_changed, dispatch_uid="mails after matches")
def _results_changed(fixtures: Collection[int], **said: Any) -> None:
    """After a match that is played; what is corrected later is told on its page."""
    corrected = Act.objects.filter(replaced_by=OuterRef("act"))
    played = Result.objects.filter(~Exists(corrected), fixture__in=fixtures).select_related(
        "act", "fixture__home", "fixture__away"
    )
    found = [
        (one.act, team)
        for one in played.defer("facts", "act__answers")
        for team in (one.fixture.home, one.fixture.away)
    ]
    if not found:
        return
    wanting = set(
        Membership.objects.filter(
            league=found[0][0].league_id,
            match_mail=True,
            user__in={team.coach_id for _act, team in found if team.coach_id},
        ).values_list("user", flat=True)
    )
    rows = [
        MatchMail(act=act, user_id=team.coach_id, team=team)
        for act, team in found
        if team.coach_id in wanting
    ]
    if rows:
        MatchMail.objects.bulk_create(rows, ignore_conflicts=True)
        _send_soon()


def _send_soon() -> None:
    """Without a queue the clock sends them, within a minute: nobody waits for the mail server."""
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        # By its name: tasks call the domain, and not the other way round.
        transaction.on_commit(current_app.tasks["tournaments.tasks.mail_matches"].delay, robust=True)


# --- sending --------------------------------------------------------------------------------------------------


def send_waiting(at: datetime | None = None) -> int:
    """Mails what waits, if it is not old; how many those were.

    May run twice at the same moment: a mail is claimed before it is sent. What the mail server would not take waits for
    the next time; where there is no mail server at all, so does the rest.
    """
    at = at or timezone.now()
    waiting = MatchMail.objects.filter(sent=None, created__gt=at - mailing.TRIED_FOR)
    rows = list(waiting.select_related("user", "team", "act__league").order_by("pk"))
    if not rows:
        return 0
    members = {
        (one.league_id, one.user_id): one
        for one in Membership.objects.filter(
            match_mail=True, user__in={row.user_id for row in rows}, user__is_active=True
        ).exclude(user__email="")
    }
    sent = 0
    for row in rows:
        try:
            sent += _send(row, members.get((row.act.league_id, row.user_id)))
        except (SMTPException, OSError) as trouble:
            MatchMail.objects.filter(pk=row.pk).update(sent=None)
            logger.warning("A mail after a match could not be sent to %s: %s", row.user, trouble)
            if not isinstance(trouble, SMTPException):
                break
    return sent


def _send(row: MatchMail, member: Membership | None) -> bool:
    """Whether it was sent here. Who does not want it gets none."""
    if not MatchMail.objects.filter(pk=row.pk, sent=None).update(sent=timezone.now()):
        return False
    result = Result.objects.filter(act=row.act_id).select_related("fixture__home", "fixture__away").first()
    if member is None or result is None:
        # It was stopped, or corrected, in the meantime.
        return False
    member.user, member.league = row.user, row.act.league
    with in_language(member.user.language or member.league.language), get_connection() as connection:
        subject, text, html = rendered(member, row.team, result)
        mailing.mail_to(member, "matches", subject, text, html, connection).send()
    return True


def rendered(member: Membership, team: Team, result: Result) -> tuple[str, str, str]:
    """The subject of a mail after a match, its text, and its HTML, in the language that is spoken."""
    league = member.league
    result.fixture.league = league
    score = f"{result.fixture.home.name} {result.home_score}–{result.away_score} {result.fixture.away.name}"
    sections = [
        (_("The match"), of_the_match(team, result)),
        (_("The table"), in_the_table(league, team)),
        (_("What is yours to do"), owed(league, [member.user_id])[member.user_id]),
    ]
    context = {
        "league": league,
        "score": score,
        "address": mailing.absolute(result.fixture.get_absolute_url()),
        "sections": [(title, items) for title, items in sections if items],
        "stop": mailing.STOP_MARK,
    }
    return (
        f"[{league.name}] {score}",
        render_to_string("tournaments/mail/match.txt", context),
        render_to_string("tournaments/mail/match.html", context),
    )


# --- items ----------------------------------------------------------------------------------------------------


def of_the_match(team: Team, result: Result) -> Sequence[Item]:
    """What it brought to the team and to its players."""
    home = result.fixture.home_id == team.pk
    caused, suffered = result.home_casualties, result.away_casualties
    gold = result.home_winnings if home else result.away_winnings
    if not home:
        caused, suffered = suffered, caused
    lines = [
        Item(_("Casualties: {caused} caused, {suffered} suffered.").format(caused=caused, suffered=suffered)),
        Item(_("Winnings: {gold} gold pieces.").format(gold=number(gold))),
    ]
    return [*lines, *_hurt(team, result)]


def _hurt(team: Team, result: Result) -> Iterable[Item]:
    told = RosterEvents.objects.filter(act=result.act_id, team=team).first()
    events = decode_events(told.events) if told else ()
    players = {one.uid: one for one in Player.objects.filter(team=team)} if events else {}
    league = result.fixture.league
    for event in events:
        if not isinstance(event, Departed | Injured) or event.player not in players:
            continue
        player = players[event.player]
        path = reverse("teams:player", args=[league.slug, team.slug, player.uid])
        if isinstance(event, Injured):
            yield Item(_("{player}: {injury}").format(player=player.name, injury=named(event.injury)), path)
        elif event.status == "dead":
            yield Item(_("{player} has died.").format(player=player.name), path)


def in_the_table(league: League, team: Team) -> Sequence[Item]:
    """Its place, and how it has moved since the table was published last."""
    standing = standing_now(league)
    line = next((one for one in standing.lines if one.row.team == team.pk), None)
    if line is None:
        return ()
    told = _("{team} is in place {place} of {season}.").format(
        team=team.name, place=line.place, season=standing.season.name
    )
    if line.moved:
        up = ngettext(
            "It has gained {n} place since the last page of the week.",
            "It has gained {n} places since the last page of the week.",
            line.steps,
        )
        down = ngettext(
            "It has lost {n} place since the last page of the week.",
            "It has lost {n} places since the last page of the week.",
            line.steps,
        )
        told = f"{told} {(up if line.moved > 0 else down).format(n=line.steps)}"
    return [Item(told, reverse("tournaments:standings", args=[league.slug]))]
