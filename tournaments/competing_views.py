"""Competitions: their list, setting them up, what one is and where it stands, and the organiser's desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.questions import Refusal
from league.domain import queries as league_queries
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page, refused
from tournaments.competing_forms import (
    USUAL_POINTS,
    CriteriaFields,
    NewStageForm,
    PlanForm,
    PointsFields,
    SettingsForm,
    StagePointsForm,
)
from tournaments.competing_shared import (
    Open,
    act_of,
    competition_page,
    member_in,
    needed_number,
    number_in,
    show,
)
from tournaments.domain import publishing
from tournaments.domain.competing import journal, reading, setting_up, steps
from tournaments.domain.competing.draw_options import WHILE_RUNNING
from tournaments.domain.competing.options import (
    competition_scoring,
    options,
    points_of_league,
    scoring_of,
)
from tournaments.domain.honours import honours
from tournaments.models import Format, Stage, State
from tournaments.stage_forms import stage_form


def _usual_points(league: League) -> str:
    points = points_of_league(league)
    return _("Those of the league: {win} / {draw} / {loss}").format(
        win=points.win, draw=points.draw, loss=points.loss
    )


@require_safe
@league_page()
def competitions(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    found = reading.competitions(viewer)
    now = [one for one in found if one.state in (State.RUNNING, State.ENTRIES)]
    coming = [one for one in found if one.state == State.DRAFT]
    past = [one for one in found if one.state in (State.ENDED, State.ARCHIVED)]
    context = {
        "sections": [(_("Now"), now), (_("Being set up"), coming), (_("Past"), past)],
        "any": bool(found),
    }
    return render(request, "tournaments/c_competitions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@league_page("commissioner")
def competition_new(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    form = PlanForm(request.POST or None, usual=_usual_points(league))
    status = 200 if request.method != "POST" else 400
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = setting_up.create(
                request.user,
                league,
                data["name"],
                data["kind"],
                rosters=data["rosters"],
                starts=data["starts"],
                scoring=form.scoring(),
                criteria=form.criteria(),
                stages=form.stages(),
            )
        except Refusal as refusal:
            refused(form, refusal)
            status = status_of(refusal)
        else:
            messages.success(
                request,
                _("{name} is set up. Look through its stages, then open it for entries.").format(
                    name=made.name
                ),
            )
            return redirect("tournaments:competition_organise", league.slug, made.slug)
    return render(request, "tournaments/c_new.html", {"form": form}, status=status)


# --- what it is -----------------------------------------------------------------------------------------------


@require_safe
@competition_page()
def competition(request: HttpRequest, open: Open) -> HttpResponse:
    front = steps.front(open.competition, open.stages, open.viewer, open.organiser)
    over = open.competition.state in (State.ENDED, State.ARCHIVED)
    awards = honours(open.competition, front.everybody, open.stages) if over else ()
    return show(request, "c_competition.html", open, front=front, awards=awards)


# --- the organiser's desk -------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page(organising=True)
def competition_organise(request: HttpRequest, open: Open) -> HttpResponse:
    if request.method == "POST":
        act = act_of(request, _ACTS)
        said = _ACTS[act](request, open)
        messages.success(request, said)
        if act == "delete":
            return redirect("tournaments:competitions", open.league.slug)
        return redirect("tournaments:competition_organise", open.league.slug, open.competition.slug)
    return show(
        request,
        "c_organise.html",
        open,
        desk=steps.desk(open.competition, open.stages, open.viewer),
        new_stage=NewStageForm(auto_id="new_%s"),
        members=league_queries.members(open.league) if open.viewer.is_commissioner else (),
    )


def _open_entries(request: HttpRequest, open: Open) -> str:
    setting_up.open_entries(request.user, open.competition)
    return _("{competition} is open for entries.").format(competition=open.competition.name)


def _start(request: HttpRequest, open: Open) -> str:
    setting_up.start(request.user, open.competition)
    return _("{competition} has begun.").format(competition=open.competition.name)


def _next_stage(request: HttpRequest, open: Open) -> str:
    begun = setting_up.next_stage(request.user, open.competition)
    return _("{stage} has begun.").format(stage=begun.name)


def _end(request: HttpRequest, open: Open) -> str:
    setting_up.end(request.user, open.competition, anyway="anyway" in request.POST)
    return _("{competition} has ended.").format(competition=open.competition.name)


def _archive(request: HttpRequest, open: Open) -> str:
    setting_up.archive(request.user, open.competition)
    return _("{competition} is archived.").format(competition=open.competition.name)


def _delete(request: HttpRequest, open: Open) -> str:
    setting_up.withdraw_plan(request.user, open.competition)
    return _("{competition} is deleted.").format(competition=open.competition.name)


def _appoint(request: HttpRequest, open: Open) -> str:
    chosen = member_in(request, "organiser", open.league)
    setting_up.appoint(request.user, open.competition, chosen)
    if chosen is None:
        return _("The commissioners run it.")
    return _("{name} runs {competition}.").format(name=chosen.username, competition=open.competition.name)


def _add_stage(request: HttpRequest, open: Open) -> str:
    made = setting_up.add_stage(
        request.user, open.competition, request.POST.get("name", ""), request.POST.get("format", "")
    )
    return _("{name} is added.").format(name=made.name)


def _remove_stage(request: HttpRequest, open: Open) -> str:
    stage = open.stage(needed_number(request, "stage", _("The number of a stage")))
    setting_up.remove_stage(request.user, stage)
    return _("{stage} is removed.").format(stage=stage.name)


_ACTS: dict[str, Callable[[HttpRequest, Open], str]] = {
    "open": _open_entries,
    "start": _start,
    "next": _next_stage,
    "end": _end,
    "archive": _archive,
    "delete": _delete,
    "appoint": _appoint,
    "add_stage": _add_stage,
    "remove_stage": _remove_stage,
}


@require_safe
@competition_page(organising=True)
def competition_journal(request: HttpRequest, open: Open) -> HttpResponse:
    """What was changed on the way, and by whom."""
    lines, schedule = journal.lines(open.stages), publishing.schedule_of(open.league)
    return show(request, "c_journal.html", open, lines=lines, schedule=schedule)


# --- what can be set ------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page(organising=True)
def competition_settings(request: HttpRequest, open: Open) -> HttpResponse:
    found = open.competition
    initial: dict[str, Any] = {
        "name": found.name,
        "starts": found.starts,
        **PointsFields.initial_points(competition_scoring(found)),
        **CriteriaFields.initial_criteria(found.criteria),
    }
    form = SettingsForm(request.POST or None, initial=initial)
    status = 200 if request.method != "POST" else 400
    if request.method == "POST" and form.is_valid():
        scoring = form.scoring()
        given = {"scoring": scoring} if scoring is not None else {}
        try:
            setting_up.change(
                request.user,
                found,
                number_in(request, "version"),
                name=form.cleaned_data["name"],
                starts=form.cleaned_data["starts"],
                criteria=form.criteria(found.criteria),
                **given,
            )
        except Refusal as refusal:
            refused(form, refusal)
            status = status_of(refusal)
        else:
            messages.success(request, _("{name} is changed.").format(name=found.name))
            return redirect("tournaments:competition_organise", open.league.slug, found.slug)
    return show(request, "c_settings.html", open, status, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page(organising=True)
def competition_stage(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    found = open.stage(stage)
    kind = stage_form(found.format)
    begun = found.state != Stage.State.WAITING
    initial = {"name": found.name, **kind.initial_of(options(found))}
    form = kind(request.POST or None, initial=initial)
    if begun:
        form.keep_all_but(WHILE_RUNNING.get(found.format, ()))
    status = 200 if request.method != "POST" else 400
    if request.method == "POST" and form.is_valid():
        settings = {} if found.format == Format.PLAY_OFF else form.settings()
        try:
            setting_up.change_stage(
                request.user, found, number_in(request, "version"), name=form.cleaned_data["name"], **settings
            )
        except Refusal as refusal:
            refused(form, refusal)
            status = status_of(refusal)
        else:
            messages.success(request, _("{name} is changed.").format(name=form.cleaned_data["name"]))
            return redirect("tournaments:competition_organise", open.league.slug, open.competition.slug)
    warnings = steps.warnings_of(open.competition, found)
    return show(request, "c_stage.html", open, status, form=form, stage=found, begun=begun, warnings=warnings)


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page(organising=True)
def competition_stage_points(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    """Points and an order of the table that a stage has of its own; without them it has those of the competition."""
    found = open.stage(stage)
    if found.format == Format.PLAY_OFF:
        return redirect("tournaments:major", open.league.slug, open.competition.slug)
    own = found.settings.get("criteria") or []
    initial = {**PointsFields.initial_points(scoring_of(found)), **CriteriaFields.initial_criteria(own)}
    if not found.settings.get("scoring"):
        initial["preset"] = USUAL_POINTS
    form = StagePointsForm(request.POST or None, initial=initial, usual=_("Those of the competition"))
    status = 200 if request.method != "POST" else 400
    if request.method == "POST" and form.is_valid():
        criteria = form.criteria(own) or None
        try:
            setting_up.change_stage(
                request.user, found, number_in(request, "version"), scoring=form.scoring(), criteria=criteria
            )
        except Refusal as refusal:
            refused(form, refusal)
            status = status_of(refusal)
        else:
            messages.success(
                request, _("The points and the order of {name} are changed.").format(name=found.name)
            )
            return redirect("tournaments:competition_organise", open.league.slug, open.competition.slug)
    return show(request, "c_stage_points.html", open, status, form=form, stage=found)
