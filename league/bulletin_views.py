"""News of a league: read, written with pictures, and looked at before it is published."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import FileResponse, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.questions import Refusal
from league.domain import bulletins, pictures, queries
from league.domain.roles import Viewer
from league.forms import BulletinForm
from league.models import Bulletin, League
from league.views import league_page, refused

BULLETINS_ON_A_PAGE = 10


@require_safe
@league_page()
def bulletins_page(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    page = Paginator(queries.bulletins(league), BULLETINS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "league/bulletins.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@league_page("commissioner")
def write_bulletin(
    request: HttpRequest, league: League, viewer: Viewer, bulletin: int | None = None
) -> HttpResponse:
    """A new bulletin, or another text for one that is there. Two of its buttons only show it."""
    old = queries.get_bulletin(league, bulletin) if bulletin else None
    if request.method != "POST":
        form = BulletinForm(initial={"title": old.title, "text": old.text} if old else None)
        return _page(request, form, old, old.text if old else "")
    form, added = _with_picture(request, league)
    if added and _publishes(request) and form.is_valid():
        try:
            bulletins.write(
                request.user, league, bulletin, form.cleaned_data["title"], form.cleaned_data["text"]
            )
        except Refusal as refusal:
            refused(form, refusal)
        else:
            messages.success(request, _("The bulletin is published."))
            return redirect("league:bulletins", league.slug)
    return _page(request, form, old, form.data.get("text", ""), 400 if form.is_bound and form.errors else 200)


def _with_picture(request: HttpRequest, league: League) -> tuple[BulletinForm, bool]:
    """The form with what was typed; a picture that was chosen stands in its text, or the form says why it does not."""
    data = request.POST.copy()
    file: Any = request.FILES.get("picture")
    fault: Refusal | None = None
    if file is not None:
        try:
            data["text"] = bulletins.with_picture(
                request.user, league, data.get("text", ""), file.file, file.size or 0, data.get("alt", "")
            )
            data["alt"] = ""
        except Refusal as refusal:
            fault = refusal
    # Whoever only looks, or adds a picture, may have no title yet.
    form = BulletinForm(data) if _publishes(request) or fault else BulletinForm(initial=_typed(data))
    if fault is not None:
        form.errors.clear()
        form.add_error("picture", fault.message)
    return form, fault is None


def _publishes(request: HttpRequest) -> bool:
    return not request.POST.keys() & {"look", "add"}


def _typed(data: QueryDict) -> dict[str, str]:
    return {name: str(data.get(name, "")) for name in ("title", "text", "alt")}


def _page(
    request: HttpRequest, form: BulletinForm, old: Bulletin | None, text: str, status: int = 200
) -> HttpResponse:
    text = text or str(form.initial.get("text", ""))
    context: dict[str, Any] = {"form": form, "bulletin": old, "text": text}
    return render(request, "league/write_bulletin.html", context, status=status)


@require_POST
@league_page("commissioner")
def preview_bulletin(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    """The text as its readers will see it; nothing is stored."""
    text = request.POST.get("text", "")[: bulletins.TEXT_MAX]
    return render(request, "league/_bulletin_preview.html", {"text": text})


@require_POST
@league_page("commissioner")
def delete_bulletin(request: HttpRequest, league: League, viewer: Viewer, bulletin: int) -> HttpResponse:
    bulletins.delete(request.user, league, bulletin)
    messages.success(request, _("The bulletin is deleted."))
    return redirect("league:bulletins", league.slug)


@require_safe
@league_page()
def picture(request: HttpRequest, league: League, viewer: Viewer, name: str) -> HttpResponseBase:
    """A picture of a bulletin, for whoever may read its league. Its name never stands for another one."""
    response = FileResponse(pictures.opened(viewer, name), content_type=pictures.CONTENT_TYPE)
    response["Cache-Control"] = "private, max-age=604800"
    response["X-Content-Type-Options"] = "nosniff"
    return response
