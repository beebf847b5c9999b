"""Pages of fixtures, logs and results."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.describe import describe_question
from engine.match.log import LARGEST, encode_log
from engine.questions import Refusal
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page, refused
from matches import sent
from matches.asking import question_context
from matches.domain import (
    access,
    applying,
    evening_out,
    hosting,
    importing,
    logs,
    previewing,
    queries,
    sources,
    story,
)
from matches.domain import fixtures as fixture_verbs
from matches.domain import wizard as wizard_verbs
from matches.domain.amending import listing
from matches.domain.errors import AlreadyApplied, Overtaken
from matches.domain.in_force import in_force
from matches.forms import FixtureForm, UploadForm
from matches.models import Fixture, LogStatus, MatchLog, Result
from matches.thumb import asked_key, board

NEWEST = 8
"""Entries of a log that are shown at once beside its next question; those before them are folded away."""


def _to_match(league: League, number: int) -> HttpResponseRedirect:
    return redirect("matches:match", league.slug, number)


# --- fixtures -------------------------------------------------------------------------------------------------


@require_safe
@league_page()
def fixtures(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    season = queries.get_season(league, sent.number(request.GET.get("season")))
    rounds = queries.by_round(queries.fixtures(league, season))
    odd = hosting.uneven(season)
    context = {
        "season": season,
        "seasons": league.seasons.all(),
        "rounds": rounds,
        "uneven": odd,
        "to_turn": evening_out.to_turn(season) if odd and season.current and viewer.is_commissioner else (),
    }
    return render(request, "matches/fixtures.html", context)


@require_POST
@league_page("commissioner")
def even_out(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    turned = evening_out.even_out(viewer.person, league)
    messages.success(request, _("Turned round: {matches}.").format(matches=", ".join(map(str, turned))))
    return redirect("matches:fixtures", league.slug)


@league_page("commissioner")
def fixture_new(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    form = FixtureForm(request.POST or None, league=league)
    if request.method == "POST" and form.is_valid():
        try:
            made = fixture_verbs.make_fixture(viewer.person, league, **form.cleaned_data)
        except Refusal as refusal:
            refused(form, refusal)
        else:
            messages.success(request, _made(made))
            for one in hosting.uneven_with(made):
                messages.warning(request, _("Not evenly shared: {what}").format(what=one))
            return redirect("matches:fixtures", league.slug)
    context = {"form": form, "uneven": hosting.uneven(league.season)}
    return render(request, "matches/fixture_new.html", context, status=400 if form.errors else 200)


def _made(fixture: Fixture) -> str:
    """With who won the die, where one was thrown."""
    if not fixture.host_die:
        return _("{match}, round {round}, is a fixture now.").format(match=fixture, round=fixture.round)
    return _("{match}, round {round}, is a fixture now: the die showed {die}, {team} play at home.").format(
        match=fixture, round=fixture.round, die=fixture.host_die, team=fixture.home.name
    )


@require_POST
@league_page("commissioner")
def cancel(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    fixture = queries.get_fixture(league, number)
    fixture_verbs.cancel(viewer.person, fixture)
    messages.success(request, _("{match} is no longer a fixture.").format(match=fixture))
    return redirect("matches:fixtures", league.slug)


@require_safe
@league_page()
def match(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    fixture = queries.get_fixture(league, number)
    context: dict[str, Any] = {
        "fixture": fixture,
        "logs": queries.logs_of(viewer, fixture),
        "may_enter": access.may_enter(viewer, fixture),
        "corrected": listing.corrected(fixture),
        "amendment": listing.in_hand(viewer, fixture.result.act if fixture.played else None),
    }
    if fixture.played:
        context["result"] = fixture.result
        context["story"] = story.story_of(fixture.result)
    else:
        context["template"] = logs.template(fixture)
        context["submitted"] = next(
            (row for row in context["logs"] if row.status == LogStatus.SUBMITTED), None
        )
        if context["may_enter"] and any(row.status == LogStatus.DRAFT for row in context["logs"]):
            step = wizard_verbs.current(fixture)
            context |= {"draft": step, "in_force": in_force(step.log, step.replay)}
    return render(request, "matches/match.html", context)


# --- documents ------------------------------------------------------------------------------------------------


@require_safe
@league_page()
def template(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    """A log without entries, to be filled by another program."""
    fixture = queries.get_fixture(league, number)
    logs.require_open(fixture)
    return sent.json_file(encode_log(logs.template(fixture)), f"{league.slug}-match-{number}-template.json")


@require_safe
@league_page()
def document(request: HttpRequest, league: League, viewer: Viewer, number: int, log: int) -> HttpResponse:
    row = queries.get_log(viewer, queries.get_fixture(league, number), log)
    return sent.json_file(row.document, f"{league.slug}-match-{number}-log-{row.pk}.json")


@league_page("coach")
def upload(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    fixture = queries.get_fixture(league, number)
    access.require_may_enter(viewer, fixture)
    logs.require_open(fixture)
    form = UploadForm(request.POST or None, request.FILES or None, files_too=bool(importing.formats(league)))
    problems: Any = ()
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            # One byte more than is read is enough to say that it is too large.
            content = form.cleaned_data["file"].read(LARGEST + 1)
            key = sent.key(request)
            if importing.is_match_file(content):
                importing.import_file(fixture, viewer.person, content, key)
                return redirect("matches:match_file", league.slug, number)
            row = logs.submit_file(fixture, viewer.person, content, key)
        except Refusal as refusal:
            problems, status = refusal.problems, status_of(refusal)
        else:
            return _handed_in(request, viewer, row)
    context = {
        "fixture": fixture,
        "form": form,
        "problems": problems,
        "key": uuid.uuid4(),
        "formats": importing.formats(league),
    }
    return render(request, "matches/upload.html", context, status=400 if form.errors else status)


def _handed_in(request: HttpRequest, viewer: Viewer, row: MatchLog) -> HttpResponse:
    """To the preview for whoever may apply it, else back to the match."""
    if viewer.is_commissioner:
        messages.success(request, _("The log is submitted."))
        address = redirect("matches:preview", viewer.league.slug, row.fixture.number)
        address["Location"] += f"?log={row.pk}"
        return address
    messages.success(
        request, _("The log is submitted. The commissioner applies it; until then no roster changes.")
    )
    return _to_match(viewer.league, row.fixture.number)


# --- the wizard -----------------------------------------------------------------------------------------------


@league_page("coach")
def wizard(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    """The next question of the log; a POST answers it."""
    fixture = queries.get_fixture(league, number)
    access.require_may_enter(viewer, fixture)
    if request.method != "POST":
        step = wizard_verbs.current(fixture)
        if step.row.source and not step.row.matching:
            return redirect("matches:match_file", league.slug, number)
        return show_step(request, viewer, fixture, step)
    version, key = sent.version(request), sent.key(request)
    step = wizard_verbs.current(fixture)
    if not step.has_answer(key):
        try:
            given = sent.given(request, wizard_verbs.current(fixture, version))
            step = wizard_verbs.answer(fixture, viewer.person, given, version, key)
        except AlreadyApplied:
            raise
        except Refusal as refusal:
            return show_step(request, viewer, fixture, wizard_verbs.current(fixture), refusal)
    return stepped(request, viewer, fixture, step)


def stepped(request: HttpRequest, viewer: Viewer, fixture: Fixture, step: wizard_verbs.Step) -> HttpResponse:
    """After a change: the part of the page for htmx, else the page anew, so that reloading repeats nothing."""
    if sent.wants_part(request):
        return show_step(request, viewer, fixture, step)
    return redirect("matches:wizard", viewer.league.slug, fixture.number)


def show_step(
    request: HttpRequest,
    viewer: Viewer,
    fixture: Fixture,
    step: wizard_verbs.Step,
    refusal: Refusal | None = None,
) -> HttpResponse:
    kind = request.GET.get("kind", "")
    typed = request.POST if refusal else QueryDict()
    lines = story.entry_lines(step.edition, step.log, step.replay, step.row.rolled)[::-1]
    context = {
        "fixture": fixture,
        "step": step,
        "asked_key": asked_key(step.question),
        "board": board(step, typed, kind),
        "lines": lines[:NEWEST],
        "earlier": lines[NEWEST:],
        "problems": refusal.problems if refusal else (),
        "own_problems": (step.replay.problem,),
        "overtaken": isinstance(refusal, Overtaken),
        "in_force": in_force(step.log, step.replay),
        "from_file": sources.from_file(step.row, step.log, step.replay),
        "may_undo": bool(step.log.entries) and (viewer.is_commissioner or not step.last_rolled_here),
        "may_discard": step.row.version > 0 and (viewer.is_commissioner or not step.row.rolled),
        **question_context(viewer.league, step, typed, kind, refusal),
    }
    page = "matches/_wizard.html" if sent.wants_part(request) else "matches/wizard.html"
    return render(request, page, context, status=status_of(refusal) if refusal else 200)


@require_POST
@league_page("coach")
def undo(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    fixture = queries.get_fixture(league, number)
    try:
        undo_verb = wizard_verbs.undo_answer if "answer" in request.POST else wizard_verbs.undo_last
        step = undo_verb(fixture, viewer.person, sent.version(request))
    except Overtaken as refusal:
        return show_step(request, viewer, fixture, wizard_verbs.current(fixture), refusal)
    return stepped(request, viewer, fixture, step)


@require_POST
@league_page("coach")
def discard(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    fixture = queries.get_fixture(league, number)
    wizard_verbs.discard(fixture, viewer.person, sent.version(request))
    messages.success(request, _("The log is put aside."))
    return _to_match(league, number)


@require_POST
@league_page("coach")
def submit(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    fixture = queries.get_fixture(league, number)
    row = logs.submit_draft(fixture, viewer.person, sent.version(request))
    row.fixture = fixture
    return _handed_in(request, viewer, row)


# --- preview and apply ----------------------------------------------------------------------------------------


@require_safe
@league_page("coach")
def preview(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    fixture = queries.get_fixture(league, number)
    pk = sent.number(request.GET.get("log"))
    row = queries.get_log(viewer, fixture, pk) if pk else queries.log_to_preview(viewer, fixture)
    found = previewing.preview(row)
    context = {
        "fixture": fixture,
        "row": row,
        "preview": found,
        "problems": (found.problem,),
        "key": uuid.uuid4(),
    }
    if found.log is not None and found.replay is not None:
        edition = logs.edition_of(found.log)
        context["chapters"] = story.chapters(found.narrative)
        context["from_file"] = sources.from_file(row, found.log, found.replay)
        context["lines"] = story.entry_lines(edition, found.log, found.replay, row.rolled)
        if found.waiting is not None:
            context["asked"] = describe_question(edition, found.waiting, found.log, found.replay.facts)
    return render(request, "matches/preview.html", context)


def _posted_log(request: HttpRequest, viewer: Viewer, number: int) -> MatchLog:
    fixture = queries.get_fixture(viewer.league, number)
    return queries.get_log(viewer, fixture, sent.number(request.POST.get("log")) or 0)


@require_POST
@league_page("commissioner")
def apply(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    row = _posted_log(request, viewer, number)
    key = sent.key(request)
    try:
        result = applying.apply_or_queue(
            row,
            viewer.person,
            key,
            accept_differences="accept_differences" in request.POST,
            version=sent.number(request.POST.get("version")),
        )
    except AlreadyApplied as refusal:
        if key is None or refusal.result.act.idempotency_key != key:
            raise
        result = refusal.result
    messages.success(request, _applied(result))
    return _to_match(league, number)


def _applied(result: Result | None) -> str:
    if result is None:
        return _("The log is being applied; this page shows the result in a moment.")
    return _("Applied: {result}.").format(result=result)


@require_POST
@league_page("commissioner")
def reopen(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    wizard_verbs.reopen(_posted_log(request, viewer, number), viewer.person)
    messages.success(request, _("The log can be corrected now."))
    return redirect("matches:wizard", league.slug, number)


@require_POST
@league_page("commissioner")
def reject(request: HttpRequest, league: League, viewer: Viewer, number: int) -> HttpResponse:
    logs.reject(_posted_log(request, viewer, number), viewer.person, request.POST.get("reason", ""))
    messages.success(request, _("The log is rejected."))
    return _to_match(league, number)
