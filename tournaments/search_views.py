"""Finding things: a page, and, for htmx, the list below the field in the head of every page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.domain.searching import search as find


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    kind, within = request.GET.get("kind", ""), request.GET.get("league", "")
    found = find(request.user, request.GET.get("q", ""), kind, within)
    template = "search/_found.html" if getattr(request, "htmx", False) else "search/search.html"
    response = render(request, template, {"search": found, "kind": kind, "within": within})
    # The same address is a page and a part of one.
    patch_vary_headers(response, ["HX-Request"])
    return response
