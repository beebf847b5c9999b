"""Trades: what a team offers another, what was offered to it, and the answer."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.questions import Problem, Refusal
from league.domain.roles import Viewer
from league.errors import status_of
from league.models import League
from league.views import league_page
from teams.domain import access, trading
from teams.forms import OfferSheet
from teams.models import Team
from teams.views.acting import own_team
from teams.views.shopping import asked_or_sent

OFFERS_ON_A_PAGE = 25


@require_safe
@league_page("coach")
def trades(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    found = own_team(league, viewer, team)
    page = Paginator(trading.offers(found), OFFERS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"team": found, "page": page, "lines": trading.lines(league, page.object_list)}
    return render(request, "teams/trades.html", context)


@asked_or_sent
@league_page("coach")
def offer(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    """Choose a team to trade with, and say who gives what."""
    found = own_team(league, viewer, team)
    slug = (request.POST or request.GET).get("with", "")
    if not slug:
        context = {"team": found, "partners": trading.partners(found)}
        return render(request, "teams/trade_partner.html", context)
    other = trading.partner(found, slug)
    sheet = OfferSheet(found, other, request.POST)
    if request.method != "POST":
        return _offer_page(request, found, sheet, ())
    try:
        if sheet.faults:
            raise Refusal.of(sheet.faults)
        made = trading.offer(found, other, viewer.person, sheet.deal, sheet.words)
    except Refusal as refusal:
        return _offer_page(request, found, sheet, refusal.problems, status_of(refusal))
    messages.success(request, _("The offer is made. {team} may accept it.").format(team=other.name))
    return redirect("teams:trade", league.slug, made.number)


def _offer_page(
    request: HttpRequest, team: Team, sheet: OfferSheet, problems: tuple[Problem, ...], status: int = 200
) -> HttpResponse:
    return render(
        request,
        "teams/offer.html",
        {"team": team, "sheet": sheet, "problems": problems},
        status=status,
    )


@require_safe
@league_page("coach")
def trade(request: HttpRequest, league: League, viewer: Viewer, offer: int) -> HttpResponse:
    found = trading.get_offer(league, viewer, offer)
    (line,) = trading.lines(league, [found])
    context = {
        "line": line,
        "offer": found,
        "outlook": trading.outlook(found),
        "may_answer": found.open and access.may_act(viewer, found.second),
        "may_withdraw": found.open and access.may_act(viewer, found.first),
        "strength_name": league.rules.rules.strength_name,
    }
    return render(request, "teams/trade.html", context)


@require_POST
@league_page("coach")
def answer(request: HttpRequest, league: League, viewer: Viewer, offer: int) -> HttpResponse:
    found = trading.get_offer(league, viewer, offer)
    said = request.POST.get("answer")
    if said == "accept":
        trading.accept(found, viewer.person, request.POST.get("key") or None)
        messages.success(
            request,
            _("{first} and {second} have traded.").format(first=found.first.name, second=found.second.name),
        )
    elif said == "refuse":
        trading.refuse(found, viewer.person)
        messages.success(request, _("The offer is refused."))
    elif said == "withdraw":
        trading.withdraw(found, viewer.person)
        messages.success(request, _("The offer is withdrawn."))
    else:
        raise Refusal(_("Choose whether the offer is accepted, refused or withdrawn."))
    return redirect("teams:trade", league.slug, offer)
