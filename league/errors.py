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


def status_of(refusal: Refusal) -> int:
    return 409 if isinstance(refusal, Conflict) else 400


def answer_api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """A refusal as ``{"detail": sentence, "problems": [...]}``; everything else as the framework has it."""
    if not isinstance(error, Refusal):
        return exception_handler(error, context)
    set_rollback()
    problems = [msgspec.to_builtins(problem) for problem in error.problems]
    return Response({"detail": error.message, "problems": problems}, status=status_of(error))


def refusal_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The refusal as a page, or, for htmx, as a notice at the head of the page that asked."""
    status = status_of(refusal)
    context = {"refusal": refusal, "problems": refusal.problems}
    if getattr(request, "htmx", False):
        response = render(request, "_problems.html", context, status=status)
        response["HX-Retarget"] = "#notices"
        response["HX-Reswap"] = "innerHTML show:top"
        return response
    return render(request, f"{status}.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django itself found wrong with a request: too large, too many fields, an unknown host."""
    return render(request, "400.html", status=400)
