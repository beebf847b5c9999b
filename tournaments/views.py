"""The league's home, its table, its leaders, and what was published."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.questions import Refusal
from league.domain.roles import Viewer, require_staff
from league.errors import status_of
from league.models import League
from league.views import league_page
from tournaments.domain import archiving, publishing, queries
from tournaments.domain.home import home as front_page
from tournaments.domain.leaders import boards
from tournaments.domain.publishing import AlreadyPublished
from tournaments.domain.standings import standing_now
from tournaments.forms import ArchiveForm, ScheduleForm
from tournaments.sheets import standings_as_csv

PUBLICATIONS_ON_A_PAGE = 30


def season_number(request: HttpRequest) -> int | None:
    """The season that the address asks for; the one that is being played where it asks for none."""
    text = request.GET.get("season", "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 4:
        raise Refusal(_("{text} is not the number of a season.").format(text=repr(text[:20])))
    return int(text)


@require_safe
@league_page()
def home(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return render(request, "tournaments/home.html", {"home": front_page(league)})


@require_safe
@league_page()
def standings(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return render(
        request, "tournaments/standings.html", {"standing": standing_now(league, season_number(request))}
    )


@require_safe
@league_page()
def standings_csv(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    standing = standing_now(league, season_number(request))
    response = HttpResponse(standings_as_csv(standing.lines), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="standings-{league.slug}.csv"'
    return response


@require_safe
@league_page()
def leaders(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    return render(request, "tournaments/leaders.html", {"boards": boards(league)})


@require_safe
@league_page()
def publications(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    page = Paginator(queries.publications(league), PUBLICATIONS_ON_A_PAGE).get_page(request.GET.get("page"))
    schedule = publishing.schedule_of(league)
    form = ScheduleForm(initial={"weekday": schedule.weekday, "hour": schedule.hour, "zone": schedule.zone})
    return render(
        request, "tournaments/publications.html", {"page": page, "schedule": schedule, "form": form}
    )


@require_safe
@league_page()
def publication(request: HttpRequest, league: League, viewer: Viewer, year: int, week: int) -> HttpResponse:
    found = publishing.find(league, year, week)
    return render(request, "tournaments/publication.html", {"publication": found, "page": found.page})


@require_POST
@league_page("commissioner")
def publish(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    try:
        made = publishing.publish(league, by=request.user, replace="replace" in request.POST)
    except AlreadyPublished as refusal:
        return render(request, "tournaments/replace.html", {"refusal": refusal}, status=409)
    messages.success(request, _("Week {week} of {year} is published.").format(week=made.week, year=made.year))
    return redirect(made)


@require_POST
@league_page("commissioner")
def schedule(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    form = ScheduleForm(request.POST)
    if not form.is_valid():
        raise Refusal.of([str(error) for errors in form.errors.values() for error in errors])
    publishing.set_schedule(request.user, league, **form.cleaned_data)
    messages.success(request, _("The day of publication is changed."))
    return redirect("tournaments:publications", league.slug)


# --- archives -------------------------------------------------------------------------------------------------


@require_safe
@league_page("commissioner")
def archive(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """What an archive of the league holds, and where to get it."""
    return render(request, "tournaments/archive.html", {"contents": archiving.contents(league)})


@require_safe
@league_page("commissioner")
def archive_file(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponseBase:
    file = archiving.export_league(request.user, league)
    name = archiving.file_name(league)
    return FileResponse(file, as_attachment=True, filename=name, content_type=archiving.CONTENT_TYPE)


def import_archive(request: HttpRequest) -> HttpResponse:
    require_staff(request.user)
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    problems: Any = ()
    status = 200
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            made = archiving.import_archive(request.user, file.file, file.size)
        except Refusal as refusal:
            problems, status = refusal.problems, status_of(refusal)
        else:
            messages.success(
                request, _("Imported: {leagues}.").format(leagues=", ".join(league.name for league in made))
            )
            return redirect(made[0]) if len(made) == 1 else redirect("league:front")
    context = {"form": form, "problems": problems, "largest": archiving.LARGEST_FILE}
    return render(request, "tournaments/import.html", context, status=400 if form.errors else status)
