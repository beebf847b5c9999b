"""In what language a page is written, and a text that is kept for others.

What a person chose goes before what a league has set, and that before what the browser asks for.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from engine.questions import Refusal
from league.domain.roles import Person
from league.models import Language, League, User


def chosen_by(request: HttpRequest) -> str:
    """What the reader has chosen for every page: with the account, or with a cookie. Empty where nothing was."""
    user = request.user
    if isinstance(user, User) and user.language:
        return user.language
    cookie = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return cookie if cookie in Language.values else ""


def speak(language: str) -> None:
    """The rest of this request is answered in ``language``; an empty one changes nothing."""
    if language:
        translation.activate(language)


def speak_as(league: League, request: HttpRequest) -> None:
    """A page of ``league`` for whoever has chosen no language."""
    if not chosen_by(request):
        speak(league.language)


def in_language(language: str) -> AbstractContextManager[None]:
    """Texts for one reader: a mail, a paper. Without a language they are English."""
    return translation.override(language or settings.LANGUAGE_CODE)


def in_language_of(league: League) -> AbstractContextManager[None]:
    """Texts that are kept, or sent, for everybody who reads ``league``."""
    return in_language(league.language)


def choose(by: Person, language: str) -> str:
    """Keeps a person's language with the account, where there is one; empty: no choice.

    Raises Refusal for a language that Dugout does not speak.
    """
    if language and language not in Language.values:
        raise Refusal(
            translation.gettext("Dugout does not speak {language!r}; it speaks {languages}.").format(
                language=language, languages=", ".join(Language.labels)
            )
        )
    if isinstance(by, User):
        by.language = language
        by.save(update_fields=["language"])
    return language
