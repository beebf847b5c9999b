"""How a refusal reaches the person who asked: in the API, and on a page."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from engine.questions import Problem, Refusal


class Conflict(Refusal):
    """The request was in order, but the state of the league has moved on: somebody else was first."""


class Forbidden(Refusal):
    """The person may see this, and may not do it."""


class NotVisible(Refusal):
    """There is no such thing, as far as this person is concerned."""


STATUSES: tuple[tuple[type[Refusal], int], ...] = ((Conflict, 409), (Forbidden, 403), (NotVisible, 404))


def status_of(refusal: Refusal) -> int:
    return next((status for kind, status in STATUSES if isinstance(refusal, kind)), 400)


def answer_api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """A refusal as ``{"detail": sentence, "problems": [...]}``; everything else as the framework has it."""
    if isinstance(error, RecursionError):
        # JSON of a thousand brackets within each other.
        error = Refusal(_("This is nested too deeply to be read."))
    if not isinstance(error, Refusal):
        return exception_handler(error, context)
    set_rollback()
    problems = [msgspec.to_builtins(problem) for problem in error.problems]
    response = Response({"detail": error.message, "problems": problems}, status=status_of(error))
    request = context.get("request")
    if isinstance(error, Forbidden) and request is not None and not request.user.is_authenticated:
        # Whoever has not logged in yet is told how, and may then be allowed.
        response.status_code = 401
        response["WWW-Authenticate"] = context["view"].get_authenticate_header(request)
    return response


def refusal_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The refusal as a page, or, for htmx, as a notice at the head of the page that asked.

    Whoever has not logged in yet is sent to do so, and comes back.
    """
    if isinstance(refusal, Forbidden) and not request.user.is_authenticated:
        return _to_the_login(request)
    status = status_of(refusal)
    if getattr(request, "htmx", False):
        return notice(request, refusal.problems, status)
    back = sent_from(request) if request.method not in ("GET", "HEAD") else ""
    context = {"refusal": refusal, "problems": refusal.problems, "exception": refusal.message, "back": back}
    return render(request, f"{status}.html", context, status=status)


def sent_from(request: HttpRequest) -> str:
    """The path of the page of this site whose form was sent; empty where the browser does not tell."""
    address = request.META.get("HTTP_REFERER", "")
    return urlsplit(address).path if url_has_allowed_host_and_scheme(address, {request.get_host()}) else ""


def _to_the_login(request: HttpRequest) -> HttpResponse:
    """Afterwards to the page that was asked for, or, where something was sent, to the page with its form."""
    htmx: Any = getattr(request, "htmx", False)
    back = request.get_full_path()
    if htmx:
        back = urlsplit(htmx.current_url or "").path or "/"
    elif request.method not in ("GET", "HEAD"):
        back = sent_from(request) or "/"
    address = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': back})}"
    if not htmx:
        return redirect(address)
    response = HttpResponse(status=403)
    response["HX-Redirect"] = address
    return response


def notice(request: HttpRequest, problems: Iterable[Problem], status: int) -> HttpResponse:
    """For htmx: what is wrong, at the head of the page that asked, wherever its answer was to go."""
    response = render(request, "_problems.html", {"problems": list(problems)}, status=status)
    response["HX-Retarget"] = "#notices"
    response["HX-Reswap"] = "innerHTML show:top"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django itself found wrong with a request: too large, too many fields, an unknown host."""
    return render(request, "400.html", status=400)
