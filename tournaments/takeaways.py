"""What is taken away from the site: papers, spreadsheets, calendars, the feed, and mails."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page, require_http_methods, require_POST, require_safe

from league.domain import members, queries
from league.domain.languages import in_language_of, speak_as
from league.domain.roles import NotVisible, Viewer
from league.models import League
from league.views import LeagueView, Rest, league_page
from teams.domain import queries as team_queries
from tournaments import calendars, printing, sheets
from tournaments.competing_shared import Open, competition_page
from tournaments.domain import (
    almanac,
    cards,
    event_papers,
    mailing,
    outgoing,
    papers,
    publishing,
    subscribing,
)
from tournaments.domain.competing import reading
from tournaments.domain.competing.access import get_competition
from tournaments.domain.competing.squads import squad_standing
from tournaments.domain.leaders import boards
from tournaments.domain.ratings import choose
from tournaments.views import season_number

# --- papers and spreadsheets ------------------------------------------------------------------------------------


def _paper(paper: printing.Paper, name: str) -> HttpResponse:
    """Shown in the browser, which prints and saves it."""
    response = HttpResponse(printing.pdf(paper), content_type=printing.CONTENT_TYPE)
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def _sheet(text: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type=sheets.CONTENT_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


@require_safe
@league_page()
def standings_pdf(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return _paper(papers.standings(league, season_number(request)), f"standings-{league.slug}")


@require_safe
@league_page()
def publication_pdf(
    request: HttpRequest, league: League, viewer: Viewer, year: int, week: int
) -> HttpResponse:
    return _paper(papers.published(league, year, week), f"standings-{league.slug}-{year}-{week}")


@require_safe
@league_page()
def publication_csv(
    request: HttpRequest, league: League, viewer: Viewer, year: int, week: int
) -> HttpResponse:
    table = publishing.find(league, year, week).page.table
    return _sheet(sheets.standings_as_csv(table), f"standings-{league.slug}-{year}-{week}")


@require_safe
@league_page()
def leaders_csv(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return _sheet(sheets.leaders_as_csv(boards(league)), f"leaders-{league.slug}")


@require_safe
@league_page()
def league_ratings_csv(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return _sheet(_ratings(request, league), f"ratings-{league.slug}")


@require_safe
def ratings_csv(request: HttpRequest) -> HttpResponse:
    return _sheet(_ratings(request, None), "ratings")


def _ratings(request: HttpRequest, league: League | None) -> str:
    """What the page shows, by the same parameters, on one page."""
    chosen = choose(league, request.GET.get("race", ""), request.GET.get("order", ""))
    return sheets.ratings_as_csv(chosen.lines)


@require_safe
@league_page()
def teams_csv(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    teams = team_queries.teams(league)
    return _sheet(sheets.teams_as_csv(teams, league.rules.rules.strength_name), f"teams-{league.slug}")


@require_safe
@league_page()
def almanac_pdf(request: HttpRequest, league: League, viewer: Viewer, season: int) -> HttpResponse:
    response = HttpResponse(almanac.printed(league, season), content_type=printing.CONTENT_TYPE)
    response["Content-Disposition"] = f'inline; filename="almanac-{league.slug}-{season}.pdf"'
    return response


@require_safe
@league_page()
def rosters_pdf(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return _paper(papers.rosters(league), f"rosters-{league.slug}")


@require_safe
@league_page()
def roster_pdf(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    return _paper(papers.roster(league, team), f"roster-{team}")


@require_safe
@league_page()
def blank_sheet_pdf(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return _paper(papers.blank_sheet(league), "match-sheet")


@require_safe
@league_page()
def match_sheet_pdf(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    return _paper(papers.match_sheet(league, number), f"match-{number}")


@require_safe
@league_page()
def round_sheets_pdf(request: HttpRequest, league: League, viewer: Viewer, round: int) -> HttpResponse:
    return _paper(papers.round_sheets(league, round), f"round-{round}")


# --- papers of a competition ------------------------------------------------------------------------------------


@require_safe
@competition_page()
def round_paper_pdf(request: HttpRequest, open: Open, stage: int, number: int, what: str) -> HttpResponse:
    if what not in event_papers.PER_ROUND:
        raise NotVisible(_("There is no such paper."))
    paper = event_papers.round_paper(what, open.round(stage, number))
    return _paper(paper, f"{what}-{open.competition.slug}-{stage}-{number}")


@require_safe
@competition_page()
def stage_table_pdf(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    return _paper(event_papers.stage_table(open.stage(stage)), f"standings-{open.competition.slug}-{stage}")


@require_safe
@competition_page()
def stage_table_csv(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    found = reading.divisions(open.stage(stage))
    return _sheet(sheets.stage_as_csv(found), f"standings-{open.competition.slug}-{stage}")


@require_safe
@competition_page()
def squads_pdf(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    return _paper(event_papers.squads_table(open.stage(stage)), f"squads-{open.competition.slug}-{stage}")


@require_safe
@competition_page()
def squads_csv(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    found = squad_standing(open.stage(stage))
    return _sheet(sheets.squads_as_csv(found), f"squads-{open.competition.slug}-{stage}")


@require_safe
@competition_page()
def bracket_pdf(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    paper = event_papers.bracket(open.stage(stage), open.organiser)
    return _paper(paper, f"bracket-{open.competition.slug}-{stage}")


@require_safe
@competition_page()
def bracket_file(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    """A drawing to be put on another page, or on a screen."""
    drawn = event_papers.bracket_drawing(open.stage(stage), open.organiser, standalone=True)
    response = HttpResponse(drawn, content_type="image/svg+xml")
    name = f"bracket-{open.competition.slug}-{stage}"
    response["Content-Disposition"] = f'attachment; filename="{name}.svg"'
    return response


@require_safe
@competition_page()
def certificates_pdf(request: HttpRequest, open: Open) -> HttpResponse:
    paper = event_papers.certificates(open.competition, open.stages)
    return _paper(paper, f"certificates-{open.competition.slug}")


# --- pictures for other sites -----------------------------------------------------------------------------------


def card_page(view: LeagueView[Rest]) -> Callable[..., HttpResponseBase]:
    """A picture that programs of other sites fetch: whoever has got the same before is answered that it stands."""
    return require_safe(conditional_page(league_page()(view)))


def _picture(card: printing.Card) -> HttpResponse:
    made, tag = cards.drawn(card)
    response = HttpResponse(made, content_type="image/png")
    response["ETag"] = f'"{tag}"'
    return response


@card_page
def match_card(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    with in_language_of(league):
        return _picture(cards.match(league, number))


@card_page
def table_card(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    with in_language_of(league):
        return _picture(cards.table(league))


@card_page
def league_card(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    with in_language_of(league):
        return _picture(cards.front(league))


# --- calendars and the feed -------------------------------------------------------------------------------------


def fetched_page(view: LeagueView[Rest]) -> Callable[..., HttpResponseBase]:
    """For programs that come again and cannot log in: ``?key=`` of a member opens what he may read.

    Whoever has got the same before is answered that nothing has changed.
    """

    @require_safe
    @conditional_page
    @wraps(view)
    def page(request: HttpRequest, league: str, **rest: Any) -> HttpResponseBase:
        key = request.GET.get("key", "")
        found, viewer = queries.get_league_by_key(league, request.user, key)
        request.league, request.viewer = found, viewer  # type: ignore[attr-defined]
        speak_as(found, request)
        return view(request, found, viewer, **rest)  # type: ignore[call-arg]

    return page


def absolute(request: HttpRequest) -> outgoing.Absolute:
    site = request.build_absolute_uri("/").removesuffix("/")
    return lambda address: f"{site}{address}"


def _calendar(calendar: calendars.Calendar, name: str) -> HttpResponse:
    response = HttpResponse(calendars.written(calendar), content_type=calendars.CONTENT_TYPE)
    response["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return response


@fetched_page
def league_calendar(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return _calendar(outgoing.calendar_of_league(league, absolute(request)), league.slug)


@fetched_page
def team_calendar(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    return _calendar(outgoing.calendar_of_team(league, team, absolute(request)), team)


@fetched_page
def coach_calendar(request: HttpRequest, league: League, viewer: Viewer, member: int) -> HttpResponse:
    return _calendar(outgoing.calendar_of_coach(league, member, absolute(request)), f"coach-{member}")


@fetched_page
def competition_calendar(
    request: HttpRequest, league: League, viewer: Viewer, competition: str
) -> HttpResponse:
    found = get_competition(viewer, competition)
    found.league = league
    return _calendar(outgoing.calendar_of_competition(found, absolute(request)), competition)


@fetched_page
def feed(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return HttpResponse(outgoing.feed(league, absolute(request)), content_type=outgoing.FEED_TYPE)


# --- who gets what ----------------------------------------------------------------------------------------------


@require_safe
@league_page()
def subscriptions(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """Where to get calendars, the feed and the mails of the league."""
    context = {"offers": subscribing.offers(viewer, absolute(request))}
    response = render(request, "tournaments/subscriptions.html", context)
    # It shows a key.
    response["Cache-Control"] = "no-store"
    return response


@require_POST
@league_page()
def mails(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    member = members.want_mails(
        request.user, league, weekly="weekly" in request.POST, matches="each_match" in request.POST
    )
    said = {
        (False, False): _("Nothing of this league is mailed to you."),
        (True, False): _("The page of each week will be mailed to {address}."),
        (False, True): _("After each match of yours a mail will go to {address}."),
        (True, True): _("The page of each week, and a mail after each match of yours, will go to {address}."),
    }[member.weekly_mail, member.match_mail]
    messages.success(request, said.format(address=member.user.email))
    return redirect("tournaments:subscriptions", league.slug)


@require_POST
@league_page()
def feed_key(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    members.renew_feed_key(request.user, league)
    said = _("These are your own addresses: whoever has them can read the calendars.")
    messages.success(request, said)
    return redirect("tournaments:subscriptions", league.slug)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, ticket: str) -> HttpResponse:
    """Asks first, since programs follow links in mails; programs for mails send it back in one click (RFC 8058).

    Without the check of where the form came from: they come from nowhere, and the ticket is the secret.
    """
    done = request.method == "POST"
    member, which = mailing.stop(ticket) if done else mailing.find_by_ticket(ticket)
    speak_as(member.league, request)
    return render(request, "tournaments/stop_mail.html", {"member": member, "which": which, "done": done})
