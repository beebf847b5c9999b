"""Minor tournaments: opening one, and its prizes."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.questions import Refusal
from league.domain import queries as league_queries
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page, refused
from tournaments.competing_shared import Open, act_of, number_in, require_organising, show
from tournaments.domain.competing import majors
from tournaments.domain.competing.majors.minors import PLACES, example
from tournaments.major_forms import MinorForm


@require_http_methods(["GET", "HEAD", "POST"])
@league_page("commissioner")
def minor_new(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """``?like=`` names one of the tournaments that the rules tell of, whose prizes are filled in."""
    members = [one.user for one in league_queries.members(league)]
    like = example(league.rules, request.GET.get("like", ""))
    form = MinorForm(request.POST or None, like=like, members=members)
    status = 200 if request.method != "POST" else 400
    if request.method == "POST" and form.is_valid():
        data = dict(form.cleaned_data)
        organiser = next((one for one in members if one.pk == data["organiser"]), None)
        try:
            made = majors.open_minor(
                request.user,
                league,
                data["name"],
                data["starts"],
                prizes=form.prizes,
                format=data["format"],
                organiser=organiser,
            )
        except Refusal as refusal:
            refused(form, refusal)
            status = status_of(refusal)
        else:
            messages.success(request, _("{name} is open for entries.").format(name=made.name))
            return redirect("tournaments:competition_organise", league.slug, made.slug)
    context = {"form": form, "book": league.rules.tournaments}
    return render(request, "tournaments/minor_new.html", context, status=status)


def prizes(request: HttpRequest, open: Open) -> HttpResponse:
    """What a minor tournament pays, and to whom."""
    if request.method == "POST":
        require_organising(open)
        messages.success(request, _ACTS[act_of(request, _ACTS)](request, open))
        return redirect("tournaments:major_prizes", open.league.slug, open.competition.slug)
    found = majors.prizes_of_minor(open.competition)
    came_in = [one.number for one in found.places]
    return show(
        request,
        "minor_prizes.html",
        open,
        prizes=found,
        told=majors.outlook(found.act) if found.act else (),
        boxes=[*found.amounts, *[""] * (PLACES - len(found.amounts))],
        # Each place with its prize and who is chosen for it, as it stands.
        seats=[
            (amount, came_in[place] if place < len(came_in) else None)
            for place, amount in enumerate(found.amounts)
        ],
        entries=open.competition.entries.order_by("number") if open.organiser else (),
    )


def _numbers(request: HttpRequest, name: str) -> list[int]:
    found = [one.strip() for one in request.POST.getlist(name)]
    if any(one and (not one.isdecimal() or len(one) > 9) for one in found):
        raise Refusal(_("A prize is a whole number of gold pieces."))
    return [int(one or 0) for one in found]


def _set(request: HttpRequest, open: Open) -> str:
    version = number_in(request, "version")
    majors.set_minor_prizes(request.user, open.competition, _numbers(request, "amount"), version=version)
    return _("The prizes are set.")


def _pay(request: HttpRequest, open: Open) -> str:
    places = _numbers(request, "place")
    while places and not places[-1]:
        places.pop()
    if 0 in places:
        raise Refusal(_("Say who came in place {n}.").format(n=places.index(0) + 1))
    majors.pay_minor(request.user, open.competition, places, version=number_in(request, "version"))
    return _("The prizes of {competition} are paid.").format(competition=open.competition.name)


_ACTS: dict[str, Callable[[HttpRequest, Open], str]] = {"set": _set, "pay": _pay}
