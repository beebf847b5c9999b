"""What a request to the pages of matches says, and files as answers to it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from engine.match.entries import Entry
from engine.questions import Refusal, Report
from matches.domain import logs, wizard
from matches.forms import ReportForm
from matches.thumb import as_form, thrown
from teams.domain.ledger import KEY_LENGTH


def number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 10 else None


def version(request: HttpRequest) -> int:
    """The version of what the person saw."""
    return number(request.POST.get("version")) or 0


def key(request: HttpRequest) -> str | None:
    """The form's idempotency key: sending the form twice does it once."""
    return logs.without_nul(request.POST.get("key", ""))[:KEY_LENGTH] or None


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks, which puts a part of the page in its place."""
    return bool(request.htmx)  # type: ignore[attr-defined]  # set by django_htmx.middleware


def given(request: HttpRequest, step: wizard.Step) -> wizard.Given:
    """What was answered to the question of the step, or the wish that Dugout rolls."""
    return "roll" if "roll" in request.POST else entry(request, step)


def entry(request: HttpRequest, step: wizard.Step) -> Entry:
    """What was typed in, as the entry that answers the question of the step. Raises Refusal with every fault."""
    posted = as_form(request.POST)
    if isinstance(step.question, Report):
        kind = posted.get("kind", "")
        if kind not in step.question.kinds:
            raise Refusal(_("Say what happened next."))
        return ReportForm(posted, kind=kind, log=step.log, seen=step.replay).entry()
    dice = tuple(_face(text, place) for place, text in enumerate(thrown(posted), 1))
    picks = () if "none" in posted else tuple(posted.getlist("pick"))
    return wizard.answer_to(step.question, dice, picks)


def _face(text: str, place: int) -> int:
    face = number(text.strip())
    if face is None:
        raise Refusal(_("Die {number} needs a number.").format(number=place))
    return face


def json_file(document: bytes | str, name: str) -> HttpResponse:
    response = HttpResponse(document, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
