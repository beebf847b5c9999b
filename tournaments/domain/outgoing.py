"""What programs of readers fetch: calendars of fixtures, and the feed of what was published."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from operator import itemgetter
from uuid import NAMESPACE_URL, uuid5

from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.domain.markdown import address_in, as_html
from league.domain.queries import get_member
from league.models import Bulletin, League
from matches.models import Fixture, FixtureStatus
from teams.domain.queries import get_team
from tournaments.calendars import Calendar, Event
from tournaments.domain.annals.notices import Notice, notices
from tournaments.models import Competition, Publication, Round

Absolute = Callable[[str], str]
"""Makes an address of this site one for readers elsewhere."""

FEED_LENGTH = 20
FEED_TYPE = "application/atom+xml; charset=utf-8"
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


# --- calendars ------------------------------------------------------------------------------------------------


def calendar_of_league(league: League, absolute: Absolute) -> Calendar:
    return _calendar(league, league.name, Q(), absolute)


def calendar_of_team(league: League, slug: str, absolute: Absolute) -> Calendar:
    team = get_team(league, slug)
    return _calendar(league, f"{team.name}, {league.name}", Q(home=team) | Q(away=team), absolute)


def calendar_of_coach(league: League, user_id: int, absolute: Absolute) -> Calendar:
    """Of all the teams that the member has in the league."""
    coach = get_member(league, user_id).user
    return _calendar(
        league, f"{coach.username}, {league.name}", Q(home__coach=coach) | Q(away__coach=coach), absolute
    )


def calendar_of_competition(competition: Competition, absolute: Absolute) -> Calendar:
    return _calendar(
        competition.league,
        f"{competition.name}, {competition.league.name}",
        Q(pairing__round__stage__competition=competition) & ~Q(pairing__round__state=Round.State.DRAFT),
        absolute,
    )


def _calendar(league: League, name: str, which: Q, absolute: Absolute) -> Calendar:
    events = []
    for fixture in _fixtures(league, which):
        day = _day(fixture)
        if day is not None:
            fixture.league = league
            events.append(_event(fixture, day, absolute))
    return Calendar(name, tuple(sorted(events, key=lambda event: (event.day, event.uid))))


def _fixtures(league: League, which: Q) -> QuerySet[Fixture]:
    """Of every season: what was played stays in the calendar."""
    fixtures = Fixture.objects.filter(which, league=league).select_related("season", "home", "away", "result")
    return fixtures.defer("result__facts").order_by("number")


def _day(fixture: Fixture) -> date | None:
    """When it is, or was: nothing for a match whose day nobody has set."""
    if fixture.scheduled is None and fixture.played:
        return fixture.result.played_at.date()
    return fixture.scheduled


def _event(fixture: Fixture, day: date, absolute: Absolute) -> Event:
    summary = _("{home} v {away}").format(home=fixture.home.name, away=fixture.away.name)
    if fixture.played:
        result = fixture.result
        summary = f"{fixture.home.name} {result.home_score}–{result.away_score} {fixture.away.name}"
    told = [
        _("{season}, round {round}").format(season=fixture.season.name, round=fixture.round),
        fixture.occasion,
    ]
    return Event(
        # Neither the place of the site nor a row's number: an imported league keeps its events.
        uid=f"match-{fixture.number}.{fixture.league.created:%Y%m%dT%H%M%S%f}@dugout",
        day=day,
        summary=summary,
        stamp=fixture.result.played_at if fixture.played else fixture.created,
        description="\n".join(line for line in told if line),
        url=absolute(fixture.get_absolute_url()),
    )


# --- the feed -------------------------------------------------------------------------------------------------


def feed(league: League, absolute: Absolute) -> str:
    """Results, milestones, published pages and bulletins, the latest first, as an Atom feed (RFC 4287)."""
    made = Atom1Feed(
        title=_plain(league.name),
        link=absolute(league.get_absolute_url()),
        description="",
        language=get_language() or "en",
        author_name=_plain(league.name),
        feed_url=absolute(f"{league.get_absolute_url()}feed.atom"),
        feed_guid=_name(league, "feed"),
    )
    bulletins: QuerySet[Bulletin] = league.bulletins.select_related("author")[:FEED_LENGTH]
    entries: list[tuple[datetime, Publication | Bulletin | Fixture | Notice]] = [
        *((fixture.result.played_at, fixture) for fixture in _played(league)),
        *((notice.at, notice) for notice in notices(league, great=True)[:FEED_LENGTH]),
        *((page.published_at, page) for page in _publications(league)),
        *((bulletin.published, bulletin) for bulletin in bulletins),
    ]
    for _at, one in sorted(entries, key=itemgetter(0), reverse=True)[:FEED_LENGTH]:
        if isinstance(one, Publication):
            _add_page(made, league, one, absolute)
        elif isinstance(one, Bulletin):
            _add_bulletin(made, league, one, absolute)
        elif isinstance(one, Fixture):
            _add_match(made, league, one, absolute)
        else:
            _add_milestone(made, league, one, absolute)
    return made.writeString("utf-8")


def _played(league: League) -> QuerySet[Fixture]:
    found = Fixture.objects.filter(league=league, status=FixtureStatus.PLAYED)
    return (
        found.select_related("season", "home", "away", "result")
        .defer("result__facts")
        .order_by("-result__played_at", "-pk")[:FEED_LENGTH]
    )


def _add_match(made: Atom1Feed, league: League, fixture: Fixture, absolute: Absolute) -> None:
    fixture.league = league
    result = fixture.result
    told = [
        _("{season}, round {round}").format(season=fixture.season.name, round=fixture.round),
        _("Casualties: {home}–{away}").format(home=result.home_casualties, away=result.away_casualties),
    ]
    made.add_item(
        title=_plain(f"{fixture.home.name} {result.home_score}–{result.away_score} {fixture.away.name}"),
        link=absolute(fixture.get_absolute_url()),
        description=_plain(linebreaks("\n".join(told), autoescape=True)),
        unique_id=_name(league, f"match/{fixture.number}"),
        pubdate=result.played_at,
        updateddate=result.played_at,
    )


def _add_milestone(made: Atom1Feed, league: League, one: Notice, absolute: Absolute) -> None:
    address = league.get_absolute_url()
    if one.slug:
        address = reverse("teams:team", args=[league.slug, one.slug])
    if one.uid:
        address = reverse("teams:player", args=[league.slug, one.slug, one.uid])
    made.add_item(
        title=_plain(f"{one.who or league.name}: {one.told}"),
        link=absolute(address),
        description=_plain(linebreaks(one.team, autoescape=True)) if one.player else "",
        unique_id=_name(league, f"milestone/{one.slug}/{one.uid}/{one.what}/{one.count}"),
        pubdate=one.at,
        updateddate=one.at,
    )


def _publications(league: League) -> QuerySet[Publication]:
    return league.publications.select_related("season", "by")[:FEED_LENGTH]


def _add_page(made: Atom1Feed, league: League, publication: Publication, absolute: Absolute) -> None:
    publication.league = league
    context = {"league": league, "page": publication.page, "site": absolute("")}
    made.add_item(
        title=_plain(
            _("Week {week} of {year}, {season}").format(
                week=publication.week, year=publication.year, season=publication.season.name
            )
        ),
        link=absolute(publication.get_absolute_url()),
        description=_plain(render_to_string("tournaments/mail/_week.html", context)),
        unique_id=_name(league, f"week/{publication.year}-{publication.week}"),
        author_name=_plain(publication.by.username) if publication.by else None,
        pubdate=publication.published_at,
        updateddate=publication.published_at,
    )


def _add_bulletin(made: Atom1Feed, league: League, bulletin: Bulletin, absolute: Absolute) -> None:
    made.add_item(
        title=_plain(bulletin.title),
        link=absolute(f"{league.get_absolute_url()}bulletins/"),
        description=_plain(as_html(bulletin.text, address_in(league.slug, absolute("")))),
        unique_id=_name(league, f"bulletin/{bulletin.published.isoformat()}"),
        author_name=_plain(bulletin.author.username) if bulletin.author else None,
        pubdate=bulletin.published,
        updateddate=bulletin.published,
    )


def _name(league: League, what: str) -> str:
    """The same for the same thing on every site, and after every change of it."""
    return uuid5(NAMESPACE_URL, f"dugout/{league.created.isoformat()}/{what}").urn


def _plain(text: str) -> str:
    """Without what XML has no place for."""
    return _NOT_IN_XML.sub("", text)
