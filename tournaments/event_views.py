"""At the event: the projector, squads, the clock of the round, and the report to the NAF."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.formats.naf_events import Composed
from engine.questions import Problem, Refusal
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page, refused
from tournaments.competing_shared import Open, act_of, competition_page, needed_number, show
from tournaments.domain import naf_reports, screens
from tournaments.domain.competing import clocks, squad_pages
from tournaments.event_forms import ReportForm, ReportImportForm

NEXT_PART = {"pairings": "table", "table": "pairings"}


# --- the projector ----------------------------------------------------------------------------------------------


@require_safe
@competition_page()
def competition_screen(request: HttpRequest, open: Open) -> HttpResponse:
    """Everything at once where a script scrolls through it; else one part after the other, by ``?part=``."""
    seen = screens.screen(open.current)
    part = request.GET.get("part", "")
    part = part if part in NEXT_PART else ""
    following = NEXT_PART[part or "pairings"] if seen.has_table else "pairings"
    response = show(request, "c_screen.html", open, seen=seen, part=part, following=following)
    response["Cache-Control"] = "no-store"
    return response


# --- squads -----------------------------------------------------------------------------------------------------


@require_safe
@competition_page()
def competition_squad(request: HttpRequest, open: Open, entry: int) -> HttpResponse:
    """The squad of an entry: names of squads are as people have typed them, and make no address."""
    squad = squad_pages.squad_of(open.competition, open.stages, entry, open.viewer)
    return show(request, "c_squad.html", open, squad=squad)


# --- the clock --------------------------------------------------------------------------------------------------


@require_POST
@competition_page(organising=True)
def competition_clock(request: HttpRequest, open: Open, stage: int, number: int) -> HttpResponse:
    round = open.round(stage, number)
    if act_of(request, ("start", "stop")) == "start":
        minutes = needed_number(request, "minutes", _("The number of minutes"))
        clocks.start(request.user, round, minutes)
        said = ngettext("The clock runs: {n} minutes.", "The clock runs: {n} minutes.", minutes)
        messages.success(request, said.format(n=minutes))
    else:
        clocks.stop(request.user, round)
        messages.success(request, _("The clock is stopped."))
    return redirect("tournaments:competition_round", open.league.slug, open.competition.slug, stage, number)


# --- the report to the NAF --------------------------------------------------------------------------------------


def _asked(request: HttpRequest, open: Open) -> ReportForm:
    initial = {
        "organiser": naf_reports.told_organiser(open.competition, request.user),
        "without_number": "non_naf",
    }
    return ReportForm({**initial, **request.GET.dict()})


def _report(request: HttpRequest, open: Open, form: ReportForm) -> Composed:
    """Raises Refusal for a form that does not fit, too."""
    if not form.is_valid():
        raise Refusal.of([str(text) for found in form.errors.values() for text in found])
    data = form.cleaned_data
    return naf_reports.report(request.user, open.competition, data["organiser"], data["without_number"])


@require_safe
@competition_page(organising=True)
def competition_naf(request: HttpRequest, open: Open) -> HttpResponse:
    """What the report would tell, and what stands in its way."""
    form = _asked(request, open)
    found = None
    problems: tuple[Problem, ...] = ()
    try:
        found = _report(request, open, form)
    except Refusal as refusal:
        problems = refusal.problems
    return show(request, "c_naf.html", open, form=form, found=found, problems=problems)


@require_safe
@competition_page(organising=True)
def competition_naf_xml(request: HttpRequest, open: Open) -> HttpResponse:
    found = _report(request, open, _asked(request, open))
    response = HttpResponse(naf_reports.write(found), content_type="application/xml; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="naf-{open.competition.slug}.xml"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@league_page("commissioner")
def naf_import(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    form = ReportImportForm(request.POST or None, request.FILES or None)
    status = 200 if request.method != "POST" else 400
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = naf_reports.import_report(
                request.user,
                league,
                cast(bytes, data["file"].read(naf_reports.LARGEST_FILE + 1)),
                data["name"],
                scoring=data["scoring"] or None,
                anyway=data["anyway"],
            )
        except Refusal as refusal:
            refused(form, refusal)
            status = status_of(refusal)
        else:
            messages.success(request, _("{name} is imported.").format(name=made.name))
            return redirect(made)
    return render(request, "tournaments/naf_import.html", {"form": form}, status=status)
