"""The reader's language."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from league.domain import languages

YEAR = 365 * 24 * 60 * 60
"""Seconds."""


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Every page from now on is in the language ``language``; empty: as the league or the browser has it."""
    language = languages.choose(request.user, request.POST.get("language", ""))
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure()):
        back = "/"
    response = redirect(back)
    if language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, language, max_age=YEAR, secure=settings.HTTPS, samesite="Lax"
        )
    else:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response
