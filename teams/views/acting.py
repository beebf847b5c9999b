"""What a coach does with the team, and the commissioner in a coach's place."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from engine.describe import describe_question
from engine.questions import Problem, Refusal, Roll
from league.domain.roles import Viewer
from league.errors import sent_from, status_of
from league.models import DicePolicy, League
from league.views import league_page
from teams.domain import access, buying, drafting, improving, levelling, naming, queries
from teams.domain.improving import Given, Progress
from teams.forms import number_in
from teams.models import Player, Team
from teams.views.shopping import asked_or_sent

STAFF = (
    ("rerolls", gettext_lazy("Team re-rolls")),
    ("assistant_coaches", gettext_lazy("Assistant coaches")),
    ("cheerleaders", gettext_lazy("Cheerleaders")),
    ("apothecary", gettext_lazy("Apothecary")),
)


def own_team(league: League, viewer: Viewer, slug: str) -> Team:
    """The team, for those who may act for it."""
    found = queries.get_team(league, slug)
    access.acting_as_commissioner(viewer.person, found)
    return found


@require_POST
@league_page("commissioner")
def accept(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    found = drafting.accept_team(viewer.person, queries.get_team(league, team))
    messages.success(request, _("{team} plays in {league} now.").format(team=found.name, league=league.name))
    return redirect(sent_from(request) or found)


@asked_or_sent
@league_page("coach")
def rename(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    found = own_team(league, viewer, team)
    problems: tuple[Problem, ...] = ()
    name, status = request.POST.get("name", found.name), 200
    if request.method == "POST":
        try:
            renamed = naming.rename_team(found, viewer.person, name, request.POST.get("key"))
        except Refusal as refusal:
            problems, status = refusal.problems, status_of(refusal)
        else:
            messages.success(request, _("The team is called {name}.").format(name=renamed.name))
            return redirect(renamed)
    context = {"team": found, "name": name, "problems": problems}
    return render(request, "teams/rename.html", context, status=status)


@asked_or_sent
@league_page("coach")
def rename_player(request: HttpRequest, league: League, viewer: Viewer, team: str, uid: int) -> HttpResponse:
    """A field in the place of the name, for htmx; without it the form on the player's page."""
    found = own_team(league, viewer, team)
    player = queries.get_player(found, uid)
    inline = "HX-Request" in request.headers
    if request.method != "POST":
        if not inline:
            return redirect(f"{player.get_absolute_url()}#rename")
        return _name_on_roster(request, found, player, edited=request.GET.get("as") != "name")
    name = request.POST.get("name", "")
    try:
        naming.rename_player(found, viewer.person, uid, name, request.POST.get("key"))
    except Refusal as refusal:
        if not inline:
            raise
        return _name_on_roster(request, found, player, edited=True, name=name, refusal=refusal)
    if inline:
        return _name_on_roster(request, found, queries.get_player(found, uid), renamed="now")
    messages.success(request, _("The player has the new name."))
    return redirect("teams:player", league.slug, team, uid)


def _name_on_roster(
    request: HttpRequest,
    team: Team,
    player: Player,
    edited: bool = False,
    name: str = "",
    renamed: str = "back",
    refusal: Refusal | None = None,
) -> HttpResponse:
    """A part of the roster: the name, or the field that changes it."""
    context = {
        "team": team,
        "player": player,
        "name": name or player.name,
        "may_act": True,
        "renamed": renamed,
        "problems": refusal.problems if refusal else (),
    }
    template = "teams/_rename_player.html" if edited else "teams/_who.html"
    return render(request, template, context, status=status_of(refusal) if refusal else 200)


@asked_or_sent
@league_page("coach")
def renumber(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    found = own_team(league, viewer, team)
    players = queries.roster_rows(found)
    shown = [(one, request.POST.get(f"number-{one.uid}", str(one.number))) for one in players]
    problems: tuple[Problem, ...] = ()
    status = 200
    if request.method == "POST":
        try:
            naming.renumber(found, viewer.person, _numbers(shown), request.POST.get("key"))
        except Refusal as refusal:
            problems, status = refusal.problems, status_of(refusal)
        else:
            messages.success(request, _("The shirts are given out."))
            return redirect(found)
    context = {"team": found, "shown": shown, "problems": problems, "most": league.rules.creation.numbers_max}
    return render(request, "teams/renumber.html", context, status=status)


def _numbers(shown: list[tuple[Player, str]]) -> dict[int, int]:
    numbers = {one.uid: number_in(text) for one, text in shown}
    faults = [
        _("The number of {name} must be a whole number, not {text!r}.").format(name=one.name, text=text[:20])
        for one, text in shown
        if numbers[one.uid] is None
    ]
    if faults:
        raise Refusal.of(faults)
    return {uid: number for uid, number in numbers.items() if number is not None}


@asked_or_sent
@league_page("coach")
def dismiss(request: HttpRequest, league: League, viewer: Viewer, team: str, uid: int) -> HttpResponse:
    """Asks in which way, and does it."""
    found = own_team(league, viewer, team)
    player = queries.get_player(found, uid)
    if request.method != "POST":
        return render(request, "teams/dismiss.html", {"team": found, "player": player})
    way, key = request.POST.get("way"), request.POST.get("key")
    if way == "dismiss":
        buying.dismiss(found, viewer.person, uid, key)
    elif way in ("retire", "coach"):
        buying.retire(found, viewer.person, uid, way == "coach", key)
    else:
        raise Refusal(_("Choose whether the player is dismissed or retires."))
    messages.success(
        request, _("{player} plays for {team} no more.").format(player=player.name, team=found.name)
    )
    return redirect(found)


@asked_or_sent
@league_page("coach")
def staff(request: HttpRequest, league: League, viewer: Viewer, team: str) -> HttpResponse:
    """Letting staff go. Nobody pays anything back."""
    found = own_team(league, viewer, team)
    if request.method == "POST":
        count = number_in(request.POST.get("count"))
        if count is None:
            raise Refusal(_("How many go must be a whole number."))
        who = request.POST.get("staff", "")
        buying.drop_staff(found, viewer.person, who, count, request.POST.get("key"))
        messages.success(request, _("{team} has let them go.").format(team=found.name))
        return redirect(found)
    has = [(kind, words, getattr(found, kind)) for kind, words in STAFF if getattr(found, kind)]
    # A double click lets them go once.
    context = {"team": found, "staff": has, "key": uuid.uuid4()}
    return render(request, "teams/staff.html", context)


# --- improving ------------------------------------------------------------------------------------------------


@asked_or_sent
@league_page("coach")
def improve(request: HttpRequest, league: League, viewer: Viewer, team: str, uid: int) -> HttpResponse:
    """The next question of a star player roll. Sent back, it takes one answer."""
    found = own_team(league, viewer, team)
    if request.method != "POST":
        return _improve_page(request, league, found, uid, ())
    try:
        given, version = _given(request, found, uid)
        seen = improving.answer(found, viewer.person, uid, given, version)
    except Refusal as refusal:
        return _refused_answer(request, league, found, uid, refusal)
    if not seen.done:
        return redirect("teams:improve", league.slug, team, uid)
    messages.success(request, " ".join(seen.gained))
    return redirect("teams:player", league.slug, team, uid)


def _refused_answer(
    request: HttpRequest, league: League, team: Team, uid: int, refusal: Refusal
) -> HttpResponse:
    """The question as it stands now; or the refusal alone, where nothing is asked any more."""
    try:
        return _improve_page(request, league, team, uid, refusal.problems, status_of(refusal))
    except Refusal:
        raise refusal from None


def _given(request: HttpRequest, team: Team, uid: int) -> tuple[Given, int]:
    version = number_in(request.POST.get("version"))
    if version is None:
        raise Refusal(_("The form does not say which question it answers; load the page again."))
    if "roll" in request.POST:
        return "roll", version
    dice = [number_in(text) for text in request.POST.getlist("die")]
    faces = tuple(face for face in dice if face is not None)
    if len(faces) != len(dice):
        raise Refusal(_("Every die must show a number."))
    question = improving.current(team, uid, version).question
    return improving.answer_to(question, faces, request.POST.get("pick", "")), version


def _improve_page(
    request: HttpRequest,
    league: League,
    team: Team,
    uid: int,
    problems: tuple[Problem, ...],
    status: int = 200,
) -> HttpResponse:
    seen = improving.current(team, uid)
    context = {**_improvement(league, team, seen), "problems": problems}
    return render(request, "teams/improve.html", context, status=status)


def _improvement(league: League, team: Team, seen: Progress) -> dict[str, object]:
    question, edition = seen.question, league.rules
    context: dict[str, object] = {
        "team": team,
        "seen": seen,
        "owed": edition.rules.improvements_owed(seen.player.spp, seen.player.advances),
        "answers": queries.answers_told(edition, seen.row.answers, seen.row.rolled),
        "prospects": levelling.prospects(edition, seen),
        "groups": levelling.option_groups(edition, seen),
        "may_roll": league.dice_policy != DicePolicy.TABLE,
        "may_type": league.dice_policy != DicePolicy.APP,
    }
    if question is not None:
        context["asked"] = describe_question(edition, question, seen.roster)
        context["rule"] = edition.prompt(question.key).rule
    if isinstance(question, Roll):
        context["roll"] = question
        context["boxes"] = list(enumerate(question.dice.each, 1))
    return context


@require_POST
@league_page("commissioner")
def set_aside(request: HttpRequest, league: League, viewer: Viewer, team: str, uid: int) -> HttpResponse:
    found = queries.get_team(league, team)
    version = number_in(request.POST.get("version"))
    improving.set_aside(found, viewer.person, uid, -1 if version is None else version)
    messages.success(request, _("The improvement roll is set aside; it can begin anew."))
    return redirect("teams:improve", league.slug, team, uid)
