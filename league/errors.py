"""How a refusal reaches the person who asked: in the API, and on a page."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from engine.questions import Refusal


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
        error = Refusal("This is nested too deeply to be read.")
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
    """The refusal as a page, or, for htmx, as a notice at the head of the page that asked."""
    status = status_of(refusal)
    context = {"refusal": refusal, "problems": refusal.problems, "exception": refusal.message}
    if getattr(request, "htmx", False):
        response = render(request, "_problems.html", context, status=status)
        response["HX-Retarget"] = "#notices"
        response["HX-Reswap"] = "innerHTML show:top"
        return response
    return render(request, f"{status}.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django itself found wrong with a request: too large, too many fields, an unknown host."""
    return render(request, "400.html", status=400)
