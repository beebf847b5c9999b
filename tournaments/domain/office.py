"""What waits in a league for its commissioner, and what he waits for himself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.words import named
from league.domain import clock
from league.models import Invitation, League
from matches.domain.amending import listing
from matches.domain.amending.preparing import IN_HAND
from matches.domain.in_order import waiting
from matches.models import Fixture, FixtureStatus
from teams.domain.queries import teams
from tournaments.domain import mailing, publishing
from tournaments.domain.competing.majors.keeping import major_of, today
from tournaments.models import Entry, Format, Round, Stage, State

SHOWN = 5
"""Of one kind, so many are listed; the rest is on the page that the pile leads to."""
MAIL_PATIENCE = timedelta(minutes=10)
"""A mail that has waited for longer was not taken."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing that waits. ``address``: where it is dealt with; ``accept``: where a button alone deals with it."""

    what: str
    note: str
    address: str
    accept: str = ""


@dataclass(frozen=True, slots=True)
class Pile:
    """Everything of one kind. ``urgent``: others wait for it. ``mine``: it waits for the commissioner, not for coaches.

    ``address`` leads to the whole list."""

    kind: str
    title: str
    next: str
    """What to do with it, in a sentence."""
    count: int
    things: tuple[Thing, ...]
    address: str
    mine: bool = True
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class Office:
    """``mine``: what waits for the commissioner; ``others``: what waits for coaches, and what he may remind them of."""

    mine: tuple[Pile, ...]
    others: tuple[Pile, ...]

    @property
    def logs(self) -> Pile | None:
        return next((pile for pile in self.mine if pile.kind == "logs"), None)

    @property
    def count(self) -> int:
        return sum(pile.count for pile in self.mine)


def office(league: League) -> Office:
    piles = [pile for make in PILES if (pile := make(league)).count]
    return Office(tuple(pile for pile in piles if pile.mine), tuple(pile for pile in piles if not pile.mine))


def _some(found: QuerySet[Any], told: Callable[[Any], Thing]) -> tuple[int, tuple[Thing, ...]]:
    """How many there are, and the first of them."""
    return found.count(), tuple(told(one) for one in found[:SHOWN])


def _day(moment: Any) -> str:
    return date_format(moment, "DATE_FORMAT")


def _differences(league: League) -> Pile:
    address = reverse("admin:league_league_changelist")
    return Pile(
        "differences",
        _("Differences from the ledger"),
        _(
            "The nightly proof found rows that are not what the ledger says. Nothing is lost: staff mend them in the "
            "admin, from the ledger."
        ),
        len(league.differences),
        tuple(Thing(str(one), "", address) for one in league.differences[:SHOWN]),
        address,
        urgent=True,
    )


def _logs(league: League) -> Pile:
    def told(log: Any) -> Thing:
        fixture = log.fixture
        who = log.submitted_by.username if log.submitted_by else _("somebody whose account is gone")
        address = reverse("matches:preview", args=[league.slug, fixture.number])
        note = _("Round {round}, sent by {who} on {day}").format(
            round=fixture.round, who=who, day=_day(log.updated)
        )
        return Thing(str(fixture), note, f"{address}?log={log.pk}")

    count, things = _some(waiting(league).defer("document", "source"), told)
    return Pile(
        "logs",
        _("Match logs to apply"),
        _("Applied in this order: rosters and tables change, and nobody else can do it."),
        count,
        things,
        reverse("matches:fixtures", args=[league.slug]),
        urgent=True,
    )


def _drafts(league: League) -> Pile:
    def told(team: Any) -> Thing:
        coach = team.coach.username if team.coach else _("nobody")
        note = _("{race}, drafted by {coach}").format(race=named(team.race), coach=coach)
        return Thing(
            team.name,
            note,
            reverse("teams:team", args=[league.slug, team.slug]),
            reverse("teams:accept", args=[league.slug, team.slug]),
        )

    found = league.teams.filter(accepted=False, withdrawn=False).select_related("coach").order_by("created")
    count, things = _some(found, told)
    return Pile(
        "drafts",
        _("Teams to accept"),
        _("A team plays once you accept it; until then its coach can take it back."),
        count,
        things,
        reverse("teams:teams", args=[league.slug]),
        urgent=True,
    )


def _amendments(league: League) -> Pile:
    found = listing.every(league).filter(status__in=IN_HAND)
    rows = listing.listed(found[:SHOWN])
    return Pile(
        "amendments",
        _("Corrections that are begun"),
        _("Nothing of them is in the ledger yet. Settle what follows and commit them, or abandon them."),
        found.count(),
        tuple(
            Thing(
                one.what,
                one.amendment.message or str(one.amendment.get_status_display()),
                reverse("matches:amendment", args=[league.slug, one.amendment.pk]),
            )
            for one in rows
        ),
        reverse("matches:amendments", args=[league.slug]),
    )


def _rounds(league: League) -> Pile:
    def told(round: Any) -> Thing:
        competition = round.stage.competition
        note = (
            _("Published by itself on {day}").format(day=_day(round.publish_at)) if round.publish_at else ""
        )
        numbers = [league.slug, competition.slug, round.stage.number, round.number]
        return Thing(str(round), note, reverse("tournaments:competition_round", args=numbers))

    found = Round.objects.filter(
        stage__competition__league=league,
        stage__competition__state=State.RUNNING,
        state=Round.State.DRAFT,
        publish_at=None,
    )
    count, things = _some(found.select_related("stage__competition").order_by("pk"), told)
    return Pile(
        "rounds",
        _("Rounds to publish"),
        _(
            "Only those who run the competition see a draft. Coaches read their opponents once it is published."
        ),
        count,
        things,
        reverse("tournaments:competitions", args=[league.slug]),
    )


def _challenges(league: League) -> Pile:
    things = tuple(_waiting_challenges(league))
    return Pile(
        "challenges",
        _("Challenges that run out"),
        _("Pass a challenge on, so that it can be answered; one that nobody answered in time, you decide."),
        len(things),
        things[:SHOWN],
        reverse("tournaments:competitions", args=[league.slug]),
    )


def _waiting_challenges(league: League) -> Iterator[Thing]:
    stages = Stage.objects.filter(
        competition__league=league, format=Format.PLAY_OFF, state=Stage.State.RUNNING
    ).select_related("competition")
    majors = [(stage.competition, major_of(stage)) for stage in stages if "major" in stage.draw]
    if not majors:
        return
    day = today(league)
    entries = Entry.objects.filter(competition__in=[competition for competition, _major in majors])
    names: dict[tuple[int, Any], str] = {(one.competition_id, one.number): one.name for one in entries}
    for competition, major in majors:
        address = reverse("tournaments:major_challenges", args=[league.slug, competition.slug])
        for one in major.challenges:
            if one.state == "issued":
                note = _("to be passed on")
            elif one.state == "passed_on" and one.passed_on:
                late = one.passed_on < day
                note = _("not answered in time") if late else _("to be answered until midnight")
            else:
                continue
            between = _("{one} challenge {other}").format(
                one=names[competition.pk, one.challenger], other=names[competition.pk, one.challenged]
            )
            yield Thing(f"{competition.name}: {between}", note, address)


def _weekly_page(league: League) -> Pile:
    due = publishing.waits(league)
    address = reverse("tournaments:publications", args=[league.slug])
    thing = Thing(
        _("This week's page"),
        _("Something has happened since the last one."),
        address,
        reverse("tournaments:publish", args=[league.slug]),
    )
    return Pile(
        "weekly",
        _("The weekly page"),
        _("Published, it keeps table and results as they are now, and goes out by feed and mail."),
        int(due),
        (thing,) if due else (),
        address,
    )


def _mails(league: League) -> Pile:
    last = league.publications.first()
    address = reverse("tournaments:publications", args=[league.slug])
    now = clock.now()
    tried = last is not None and now - mailing.TRIED_FOR < last.published_at < now - MAIL_PATIENCE
    count = mailing.wanting(last).count() if last and tried else 0
    note = ngettext(
        "{n} member has not got it; it is tried again each hour, for a day.",
        "{n} members have not got it; it is tried again each hour, for a day.",
        count,
    ).format(n=count)
    return Pile(
        "mails",
        _("Mails that were not taken"),
        _("Ask whoever runs this site whether its mail server works; the log has the reason."),
        count,
        (Thing(str(last), note, address),) if count else (),
        address,
    )


def _short_rosters(league: League) -> Pile:
    least = league.rules.creation.players_min

    def told(team: Any) -> Thing:
        note = ngettext(
            "{n} player of {least}, coached by {coach}",
            "{n} players of {least}, coached by {coach}",
            team.hired,
        ).format(n=team.hired, least=least, coach=team.coach.username if team.coach else _("nobody"))
        return Thing(team.name, note, reverse("teams:team", args=[league.slug, team.slug]))

    found: list[Any] = list(teams(league).filter(accepted=True))
    short = [team for team in found if team.hired < least]
    return Pile(
        "rosters",
        _("Rosters that are short"),
        _("Their coaches should hire players before the next match."),
        len(short),
        tuple(map(told, short[:SHOWN])),
        reverse("teams:teams", args=[league.slug]),
        mine=False,
    )


def _overdue(league: League) -> Pile:
    def told(fixture: Any) -> Thing:
        note = _("Round {round}, was to be played on {day}").format(
            round=fixture.round, day=_day(fixture.scheduled)
        )
        return Thing(str(fixture), note, reverse("matches:match", args=[league.slug, fixture.number]))

    found = Fixture.objects.filter(
        league=league, status=FixtureStatus.OPEN, scheduled__lt=today(league)
    ).exclude(logs__status__in=["submitted", "queued"])
    count, things = _some(found.select_related("home", "away").order_by("scheduled", "number"), told)
    return Pile(
        "overdue",
        _("Matches that are overdue"),
        _("Remind both coaches, or give the match another day."),
        count,
        things,
        reverse("tournaments:calendar", args=[league.slug]),
        mine=False,
    )


def _invitations(league: League) -> Pile:
    def told(invitation: Any) -> Thing:
        note = _("made by {who}, good until {day}").format(
            who=invitation.created_by.username, day=_day(invitation.expires)
        )
        return Thing(str(invitation.get_role_display()), note, reverse("league:members", args=[league.slug]))

    found = Invitation.objects.filter(league=league, used_at=None, expires__gt=timezone.now())
    count, things = _some(found.select_related("created_by"), told)
    return Pile(
        "invitations",
        _("Invitations that nobody has used"),
        _("Each lets one person in. Send it once more, or revoke it."),
        count,
        things,
        reverse("league:members", args=[league.slug]),
        mine=False,
    )


PILES: tuple[Callable[[League], Pile], ...] = (
    _differences,
    _logs,
    _drafts,
    _challenges,
    _rounds,
    _amendments,
    _weekly_page,
    _mails,
    _overdue,
    _short_rosters,
    _invitations,
)
"""In the order in which they matter."""
