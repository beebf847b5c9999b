"""What is played in a competition: rounds, matches and their results, tables, brackets and seasons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.contest.bracket_svg import bracket_svg
from engine.questions import Refusal, Side
from league.errors import Forbidden, status_of
from league.views import refused
from tournaments.competing_shared import (
    Open,
    act_of,
    competition_page,
    number_in,
    person,
    require_organising,
    show,
)
from tournaments.domain import publishing
from tournaments.domain.competing import drawing, reading, results, rounds, squads, tables
from tournaments.domain.competing.reading import Meeting
from tournaments.entering_forms import ByHandForm, PublishAtForm, ResultForm
from tournaments.models import ELIMINATION, Format, Pairing, Round, State


def _to_round(open: Open, round: Round) -> HttpResponse:
    return redirect(
        "tournaments:competition_round",
        open.league.slug,
        open.competition.slug,
        round.stage.number,
        round.number,
    )


# --- rounds ---------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page(organising=True)
def competition_pair(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    """Draws the next round up. Where results are missing, or no pairing keeps to the rules, it asks what to do."""
    found = open.stage(stage)
    if request.method != "POST":
        before = rounds.before_pairing(found)
        if isinstance(before, Round):
            return _to_round(open, before)
        number = rounds.next_round(found)
        return show(request, "c_pair.html", open, stage=found, missing=before, number=number, looking=True)
    wanted = number_in(request, "number")
    try:
        made = rounds.pair(
            request.user,
            found,
            number=wanted,
            results_missing="results_missing" in request.POST,
            offer=request.POST.get("offer", ""),
        )
    except rounds.ResultsMissing as missing:
        context = {"stage": found, "missing": missing.pairings, "number": wanted}
        return show(request, "c_pair.html", open, 409, **context)
    except rounds.NoRound as none:
        confirmed = "results_missing" in request.POST
        context = {"stage": found, "none": none, "confirmed": confirmed, "number": wanted}
        return show(request, "c_pair.html", open, 409, **context)
    return _to_round(open, made)


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page()
def competition_round(request: HttpRequest, open: Open, stage: int, number: int) -> HttpResponse:
    round = open.round(stage, number)
    if request.method == "POST":
        require_organising(open)
        act = act_of(request, _ROUND_ACTS)
        said = _ROUND_ACTS[act](request, round)
        messages.success(request, said)
        if act == "discard":
            return redirect("tournaments:competition_organise", open.league.slug, open.competition.slug)
        return _to_round(open, round)
    draft = round.state == Round.State.DRAFT
    found = _meetings(round, open, whole=draft and round.stage.format == Format.SWISS)
    context: dict[str, Any] = {
        "stage": round.stage,
        "round": round,
        "draft": draft,
        "by_name": request.GET.get("by") == "name",
        "matches": [one for one in found if not one.is_bye],
        "byes": [one for one in found if one.is_bye],
    }
    if open.organiser:
        context["schedule"] = publishing.schedule_of(open.league)
    if context["by_name"]:
        context["lines"] = drawing.by_name(found)
    if draft:
        one, other = (request.GET.get(name, "") for name in ("one", "other"))
        looked_at = drawing.draft(round, one, other, [row.pairing for row in found])
        context |= {
            "drawn": looked_at,
            "swap_fields": (("one", looked_at.one, _("Who")), ("other", looked_at.other, _("With whom"))),
            "by_hand_form": ByHandForm(initial={"kept": looked_at.kept}),
            "publish_form": PublishAtForm(schedule=context["schedule"]),
        }
    else:
        published = [one for one in round.stage.drawn if one.state != Round.State.DRAFT]
        context |= {"last": published[-1] == round, "may_take_back": drawing.may_be_taken_back(round)}
    return show(request, "c_round.html", open, **context)


def _meetings(round: Round, open: Open, whole: bool) -> list[Meeting]:
    """``whole``: with all rounds of the stage, which a draft is held against."""
    if not whole:
        return reading.meetings(Pairing.objects.filter(round=round), open.viewer)
    rows = reading.whole_stage(round.stage)
    return reading.meetings_in((one for one in rows if one.round_id == round.pk), open.viewer)


def _swap(request: HttpRequest, round: Round) -> str:
    one, other = (drawing.seat(round, request.POST.get(name, "")) for name in ("one", "other"))
    broken = rounds.swap(request.user, round, one, other, number_in(request, "version"))
    return " ".join([_("The two have changed places."), *(fault.text for fault in broken)])


def _redraw(request: HttpRequest, round: Round) -> str:
    return _drawn_anew(request, round, another_lot=True)


def _keep(request: HttpRequest, round: Round) -> str:
    return _drawn_anew(request, round, another_lot=False)


def _drawn_anew(request: HttpRequest, round: Round, another_lot: bool) -> str:
    form = ByHandForm(request.POST)
    if not form.is_valid():
        raise Refusal(_("In each line of those paired by hand stand the numbers of two entries, or of one."))
    by_hand = form.cleaned_data["kept"]
    rounds.redraw(
        request.user,
        round,
        number_in(request, "version"),
        another_lot=another_lot,
        offer=request.POST.get("offer", ""),
        kept=rounds.seats_by_hand(round.stage, by_hand) if by_hand else (),
    )
    return _("The round is drawn anew.")


def _publish(request: HttpRequest, round: Round) -> str:
    schedule = publishing.schedule_of(round.stage.competition.league)
    form = PublishAtForm(request.POST, schedule=schedule)
    if not form.is_valid():
        raise Refusal(_("This is no day with a time of day that there is {zone}.").format(zone=schedule.told))
    at: datetime | None = form.cleaned_data["at"]
    published = rounds.publish(request.user, round, at, number_in(request, "version"))
    if at is not None and published.state == Round.State.DRAFT:
        said = _("The round is published by itself on {day} at {time} {zone}.")
        then = at.astimezone(schedule.clock)
        return said.format(day=date_format(then, "DATE_FORMAT"), time=f"{then:%H:%M}", zone=schedule.told)
    return _("The round is published.")


def _unpublish(request: HttpRequest, round: Round) -> str:
    with_results = "with_results" in request.POST
    rounds.unpublish_last(request.user, round.stage, number=round.number, with_results=with_results)
    return _("The last round is taken back.")


def _discard(request: HttpRequest, round: Round) -> str:
    rounds.discard(request.user, round)
    return _("The draft is thrown away.")


_ROUND_ACTS: dict[str, Callable[[HttpRequest, Round], str]] = {
    "swap": _swap,
    "redraw": _redraw,
    "keep": _keep,
    "publish": _publish,
    "unpublish": _unpublish,
    "discard": _discard,
}


# --- matches --------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@competition_page()
def competition_match(request: HttpRequest, open: Open, pairing: int) -> HttpResponse:
    """A match: what came of it, what its coaches said, and what may be said now."""
    found = reading.find_pairing(open.competition, pairing, open.organiser)
    # Who has left the league keeps his entry, and no right by it.
    side = results.side_of(request.user, found) if open.viewer.is_coach else None
    if request.method == "POST" and side is None and not open.organiser:
        raise Forbidden(_("Only the coaches of {found}, or the organiser, may do this.").format(found=found))
    elimination = found.round.stage.format in ELIMINATION
    initial = drawing.said_by(found, side)
    data = request.POST if request.POST.get("act") in ("report", "correct") else None
    form = ResultForm(data, pairing=found, elimination=elimination, initial=initial)
    status = 200
    if request.method == "POST":
        act = act_of(request, _MATCH_ACTS if open.organiser else ("report", "concede"))
        if data is not None and not form.is_valid():
            status = 400
        else:
            try:
                _MATCH_ACTS[act](request, found, form)
            except Refusal as refusal:
                without_form = (
                    found.away_id is None or found.fixture_id is not None or open.competition.rosters
                )
                if data is None or without_form:
                    raise
                refused(form, refusal)
                status = status_of(refusal)
            else:
                messages.success(request, _said(found))
                return redirect(
                    "tournaments:competition_match", open.league.slug, open.competition.slug, found.pk
                )
    context = {
        "meeting": reading.meeting(found, open.viewer.user.pk),
        "pairing": found,
        "stage": found.round.stage,
        "side": side,
        "form": form,
        "reports": drawing.reports(found),
        "changes": drawing.changes(found),
        "differing": results.differing(found),
        "elimination": elimination,
        "closed": open.competition.state == State.ARCHIVED,
    }
    return show(request, "c_match.html", open, status, **context)


def _said(pairing: Pairing) -> str:
    if pairing.outcome:
        return _("The result stands.")
    return _("Your report is kept. It counts once the other side says the same, or the organiser decides.")


def _side(request: HttpRequest, name: str = "side") -> Side:
    side = request.POST.get(name)
    if side == "home":
        return "home"
    if side == "away":
        return "away"
    raise Refusal(_("Say which of the two sides is meant."))


def _report(request: HttpRequest, pairing: Pairing, form: ResultForm) -> None:
    as_organiser = "as_organiser" in request.POST
    version = number_in(request, "version")
    results.report(person(request), pairing, **form.scored(), version=version, as_organiser=as_organiser)


def _correct(request: HttpRequest, pairing: Pairing, form: ResultForm) -> None:
    reason, version = request.POST.get("reason", ""), number_in(request, "version")
    results.correct(person(request), pairing, **form.scored(), version=version, reason=reason)


def _concede(request: HttpRequest, pairing: Pairing, form: ResultForm) -> None:
    names = ("home_td", "away_td", "home_cas", "away_cas")
    scored = {name: number_in(request, name) or 0 for name in names}
    version = number_in(request, "version")
    results.concede(person(request), pairing, _side(request), **scored, version=version)


def _no_show(request: HttpRequest, pairing: Pairing, form: ResultForm) -> None:
    side: Any = "both" if request.POST.get("side") == "both" else _side(request)
    version = number_in(request, "version")
    results.no_show(person(request), pairing, side, request.POST.get("reason", ""), version)


def _take_back(request: HttpRequest, pairing: Pairing, form: ResultForm) -> None:
    version = number_in(request, "version")
    results.take_back(person(request), pairing, request.POST.get("reason", ""), version)


def _settle(request: HttpRequest, pairing: Pairing, form: ResultForm) -> None:
    results.settle(person(request), pairing, _side(request, "winner"), request.POST.get("reason", ""))


_MATCH_ACTS: dict[str, Callable[[HttpRequest, Pairing, ResultForm], None]] = {
    "report": _report,
    "correct": _correct,
    "concede": _concede,
    "no_show": _no_show,
    "take_back": _take_back,
    "settle": _settle,
}


# --- tables, brackets, seasons --------------------------------------------------------------------------------


@require_safe
@competition_page()
def competition_table(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    found = open.stage(stage)
    if found.format == Format.PLAY_OFF:
        return redirect("tournaments:major", open.league.slug, open.competition.slug)
    everybody = tables.everybody_of(found)
    divisions = reading.divisions(found, open.viewer, entries=tables.among(found, everybody))
    standing = squads.squad_standing(found, everybody)
    given = drawing.given_points(divisions)
    return show(request, "c_table.html", open, stage=found, divisions=divisions, squads=standing, given=given)


@require_safe
@competition_page()
def competition_terms(
    request: HttpRequest, open: Open, stage: int, entry: int, criterion: int
) -> HttpResponse:
    """What somebody's value in a criterion is made of: a page of its own, or, for htmx, what stands on it."""
    found = open.stage(stage)
    explained = reading.explained(found, entry, criterion)
    template = "c_terms_part.html" if getattr(request, "htmx", False) else "c_terms.html"
    return show(request, template, open, stage=found, explained=explained)


@require_safe
@competition_page()
def competition_bracket(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    found = open.stage(stage)
    context: dict[str, Any] = {"stage": found}
    shown = drawing.bracket(found, open.organiser)
    if shown is not None:
        title = _("Bracket of {competition}, {name}").format(
            competition=open.competition.name, name=found.name
        )
        context |= {
            "bracket": shown,
            # Drawn by the engine, which escapes the names.
            "wide": mark_safe(bracket_svg(shown.bracket, shown.names, title=title)),
            "small": mark_safe(bracket_svg(shown.bracket, shown.names, title=title, columns=2)),
        }
    return show(request, "c_bracket.html", open, **context)


@require_safe
@competition_page()
def competition_fixtures(request: HttpRequest, open: Open, stage: int) -> HttpResponse:
    """Every match of a stage by round, and how often each is at home."""
    found = open.stage(stage)
    season = drawing.season(found, open.viewer)
    return show(request, "c_fixtures.html", open, stage=found, season=season)
