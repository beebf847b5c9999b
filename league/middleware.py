"""What holds for every page: its language, and what a view let through."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from engine.questions import Problem, Refusal
from league.domain import first_hour, languages
from league.errors import notice, refusal_page

WORDS = {
    403: _("This is not allowed. Load the page again, and log in where you are not."),
    404: _("What you asked for is not there any more. Load the page again."),
    429: _("This came too often. Wait a minute, and try again."),
    500: _("Something went wrong here. Nothing was stored."),
}
"""What a part of a page says where nobody else says more."""


class LanguageMiddleware:
    """Answers in the language that the reader has chosen; until now it is the one that the browser asks for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Known to whoever sends a cookie only: a page for strangers asks for nobody's account.
        languages.speak(languages.chosen_by(request))
        return self.get_response(request)


class FirstHourMiddleware:
    """As long as nobody has an account, every page leads to the one on which the first is made."""

    LEFT_ALONE = ("/welcome/", "/language/", "/static/", "/api/")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(self.LEFT_ALONE) and first_hour.is_empty():
            return redirect("league:welcome")
        return self.get_response(request)


class RefusalMiddleware:
    """A refusal that a view did not handle becomes a page that says it, and its transaction is gone.

    A part of a page that failed otherwise says so at the head of the page: htmx would show nothing at all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        said = "HX-Retarget" in response or "HX-Redirect" in response
        if response.status_code in WORDS and not said and getattr(request, "htmx", False):
            return notice(request, [Problem(str(WORDS[response.status_code]))], response.status_code)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return refusal_page(request, exception) if isinstance(exception, Refusal) else None
