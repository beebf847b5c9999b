"""Pages of what a view let through."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from engine.questions import Refusal
from league.errors import refusal_page


class RefusalMiddleware:
    """A refusal that a view did not handle becomes a page that says it, and its transaction is gone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return refusal_page(request, exception) if isinstance(exception, Refusal) else None
