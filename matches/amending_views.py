"""Pages on which a commissioner corrects the past: the log, what follows from it, and the commit."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from engine.match.log import LARGEST
from engine.questions import Refusal
from league.domain.roles import Viewer
from league.errors import Conflict, status_of
from league.models import League
from league.views import league_page
from matches import sent
from matches.amending_forms import ItemForm, changes, items, settlement_of
from matches.asking import question_context
from matches.domain import amending, wizard
from matches.domain.amending import Consequences, desk, listing
from matches.domain.errors import Overtaken
from matches.forms import UploadForm, as_typed
from matches.models import Amendment, AmendmentStatus
from teams.domain import queries as team_queries
from teams.views.shopping import asked_or_sent

ON_A_PAGE = 20
"""Amendments, or items to be settled."""


def _to(row: Amendment, page: str = "amendment") -> HttpResponse:
    return redirect(f"matches:{page}", row.league.slug, row.pk)


# --- the list, and the beginning ------------------------------------------------------------------------------


@require_safe
@league_page("commissioner")
def amendments(request: HttpRequest, league: League, viewer: Viewer) -> HttpResponse:
    page = Paginator(listing.every(league), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "rows": listing.listed(page.object_list)}
    return render(request, "matches/amendments.html", context)


@asked_or_sent
@league_page("commissioner")
def correct(request: HttpRequest, league: League, viewer: Viewer, sequence: int) -> HttpResponse:
    """Asks for the reason; sent back, the correction of the match begins."""
    return _begin(request, league, viewer, sequence, undo=False)


@asked_or_sent
@league_page("commissioner")
def undo_act(request: HttpRequest, league: League, viewer: Viewer, sequence: int) -> HttpResponse:
    """Asks for the reason; sent back, it is shown what undoing the act would change. Nothing is undone by it yet."""
    return _begin(request, league, viewer, sequence, undo=True)


def _begin(request: HttpRequest, league: League, viewer: Viewer, sequence: int, undo: bool) -> HttpResponse:
    act = team_queries.get_act(league, sequence)
    act.league = league
    refusal: Refusal | None = None
    if request.method == "POST":
        verb = amending.undo if undo else amending.begin
        try:
            return _to(verb(viewer.person, act, request.POST.get("reason", "")))
        except Refusal as refused:
            refusal = refused
    (one,) = team_queries.told(league, [act])
    context = {
        "one": one,
        "what": listing.names([act])[act.pk],
        "undo": undo,
        "correction": act.amendment_id == act.pk,
        "reason": request.POST.get("reason", ""),
        "in_hand": listing.in_hand(viewer, act),
        "problems": refusal.problems if refusal else (),
    }
    status = status_of(refusal) if refusal else 200
    return render(request, "matches/amendment_new.html", context, status=status)


# --- an amendment ---------------------------------------------------------------------------------------------


def _head(row: Amendment) -> dict[str, Any]:
    """What stands at the head of every page of an amendment."""
    return {
        "amendment": row,
        "how": listing.how(row),
        "what": listing.names([row.act])[row.act_id],
        "fixture": row.log.fixture if row.log else None,
    }


@require_safe
@league_page("commissioner")
def amendment(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    """Where it stands: its log, what follows from it, the worker's progress, or what has become of it."""
    row = amending.get_amendment(league, amendment)
    if row.status == AmendmentStatus.QUEUED:
        return render(request, "matches/amendment_queued.html", _head(row) | _progress_of(row))
    if row.status != AmendmentStatus.OPEN:
        written, more = listing.landed(row)
        context = _head(row) | {"written": written, "more": more}
        return render(request, "matches/amendment_closed.html", context)
    if row.log is None:
        return _to(row, "amendment_consequences")
    return _show_log(request, viewer, row, wizard.current(row))


@require_POST
@league_page("commissioner")
def amendment_reason(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    row = amending.get_amendment(league, amendment)
    amending.set_reason(row, viewer.person, request.POST.get("reason", ""), sent.version(request))
    messages.success(request, _("The reason is kept."))
    return _to(row)


@require_POST
@league_page("commissioner")
def amendment_abandon(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    row = amending.get_amendment(league, amendment)
    amending.abandon(row, viewer.person, sent.version(request))
    messages.success(request, _("Abandoned. Everything stays as it was."))
    return redirect("matches:amendments", league.slug)


def _progress_of(row: Amendment) -> dict[str, Any]:
    done, total = amending.progress(row)
    return {"done": done, "total": total}


@require_safe
@league_page("commissioner")
def amendment_progress(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    """How far the worker is; once it is done, the page of the amendment."""
    row = amending.get_amendment(league, amendment)
    if row.status == AmendmentStatus.QUEUED:
        context = {"amendment": row, **_progress_of(row)}
        return render(request, "matches/_amendment_progress.html", context)
    address = _to(row)
    if not sent.wants_part(request):
        return address
    response = HttpResponse()
    response["HX-Redirect"] = address["Location"]
    return response


# --- step 1: its log ------------------------------------------------------------------------------------------


def _show_log(
    request: HttpRequest,
    viewer: Viewer,
    row: Amendment,
    step: wizard.Step,
    refusal: Refusal | None = None,
    **more: Any,
) -> HttpResponse:
    """The entries, and at the end of an unfinished log its question. ``more``: what is opened at an entry."""
    context: dict[str, Any] = {
        **_head(row),
        "step": step,
        "parts": desk.parts(step.edition, step),
        "problems": refusal.problems if refusal else (),
        "overtaken": isinstance(refusal, Overtaken),
        "own_problems": (step.replay.problem,),
        "upload": UploadForm(auto_id="upload_%s"),
    }
    if step.question is not None and "place" not in more:
        typed = request.POST if refusal else QueryDict()
        context |= question_context(viewer.league, step, typed, request.GET.get("kind", ""), refusal)
        context["may_type"] = True
    page = "matches/_amendment_log.html" if sent.wants_part(request) else "matches/amendment.html"
    return render(request, page, context | more, status=status_of(refusal) if refusal else 200)


def _stepped(request: HttpRequest, viewer: Viewer, row: Amendment, step: wizard.Step) -> HttpResponse:
    """After a change: the part of the page for htmx, else the page anew at the place that needs a look."""
    if sent.wants_part(request):
        return _show_log(request, viewer, amending.get_amendment(viewer.league, row.pk), step)
    response = _to(row)
    problem = step.replay.problem
    response["Location"] += "#problem" if problem else "#question" if step.question else ""
    return response


@asked_or_sent
@league_page("commissioner")
def amendment_entry(
    request: HttpRequest, league: League, viewer: Viewer, amendment: int, place: int
) -> HttpResponse:
    """The log with one entry opened, to be changed; sent back, another entry stands in its place."""
    row = amending.get_amendment(league, amendment)
    if request.method != "POST":
        return _open_entry(request, viewer, row, wizard.current(row), place)
    return _put(request, viewer, row, place, insert=False)


@asked_or_sent
@league_page("commissioner")
def amendment_insert(
    request: HttpRequest, league: League, viewer: Viewer, amendment: int, place: int
) -> HttpResponse:
    """The log with a form for one more entry before this one; sent back, it stands there."""
    row = amending.get_amendment(league, amendment)
    if request.method != "POST":
        return _open_entry(request, viewer, row, wizard.current(row), place, insert=True)
    return _put(request, viewer, row, place, insert=True)


def _put(request: HttpRequest, viewer: Viewer, row: Amendment, place: int, insert: bool) -> HttpResponse:
    verb = amending.insert_entry if insert else amending.replace_entry
    version = sent.version(request)
    try:
        given = sent.entry(request, desk.before(wizard.current(row, version), place))
        step = verb(row, viewer.person, place, given, version)
    except Refusal as refusal:
        return _open_entry(request, viewer, row, wizard.current(row), place, insert, refusal)
    return _stepped(request, viewer, row, step)


def _open_entry(
    request: HttpRequest,
    viewer: Viewer,
    row: Amendment,
    step: wizard.Step,
    place: int,
    insert: bool = False,
    refusal: Refusal | None = None,
) -> HttpResponse:
    if isinstance(refusal, Overtaken):
        return _show_log(request, viewer, row, step, refusal)
    asked = desk.before(step, place)
    entries = step.log.entries
    given = as_typed(entries[place - 1]) if not insert and place <= len(entries) else None
    typed = request.POST if refusal else QueryDict()
    form = question_context(viewer.league, asked, typed, request.GET.get("kind", ""), refusal, given)
    # A correction says how the dice fell; nothing is rolled again.
    form |= {"may_roll": False, "may_type": True}
    return _show_log(request, viewer, row, step, refusal, place=place, insert=insert, **form)


def _taken_out(
    request: HttpRequest, viewer: Viewer, row: Amendment, verb: Callable[..., wizard.Step], *place: int
) -> HttpResponse:
    """After entries are gone from the log; who was overtaken sees the log as it stands."""
    try:
        step = verb(row, viewer.person, *place, sent.version(request))
    except Overtaken as refusal:
        return _show_log(request, viewer, row, wizard.current(row), refusal)
    return _stepped(request, viewer, row, step)


@require_POST
@league_page("commissioner")
def amendment_remove(
    request: HttpRequest, league: League, viewer: Viewer, amendment: int, place: int
) -> HttpResponse:
    row = amending.get_amendment(league, amendment)
    return _taken_out(request, viewer, row, amending.remove_entry, place)


@require_POST
@league_page("commissioner")
def amendment_truncate(
    request: HttpRequest, league: League, viewer: Viewer, amendment: int, place: int
) -> HttpResponse:
    """Everything from this entry on is answered anew."""
    row = amending.get_amendment(league, amendment)
    return _taken_out(request, viewer, row, amending.truncate, place)


@require_POST
@league_page("commissioner")
def amendment_answer(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    """The answer to the question at the end of the log."""
    row = amending.get_amendment(league, amendment)
    version = sent.version(request)
    try:
        given = sent.given(request, wizard.current(row, version))
        step = wizard.answer(row, viewer.person, given, version)
    except Refusal as refusal:
        return _show_log(request, viewer, row, wizard.current(row), refusal)
    return _stepped(request, viewer, row, step)


@require_POST
@league_page("commissioner")
def amendment_take_back(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    row = amending.get_amendment(league, amendment)
    return _taken_out(request, viewer, row, wizard.undo_last)


@require_safe
@league_page("commissioner")
def amendment_document(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    row = amending.get_amendment(league, amendment)
    if row.log is None:
        raise Refusal(wizard.NO_LOG)
    return sent.json_file(row.log.document, f"{league.slug}-correction-{row.pk}.json")


@require_POST
@league_page("commissioner")
def amendment_upload(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    """A corrected log as a file."""
    row = amending.get_amendment(league, amendment)
    form = UploadForm(request.POST, request.FILES)
    try:
        if not form.is_valid():
            raise Refusal(_("Choose a file with the corrected log."))
        # One byte more than is read is enough to say that it is too large.
        content = form.cleaned_data["file"].read(LARGEST + 1)
        step = amending.replace_document(row, viewer.person, content, sent.version(request))
    except Refusal as refusal:
        return _show_log(request, viewer, row, wizard.current(row), refusal)
    messages.success(
        request,
        ngettext(
            "The corrected log is in place; it has {n} entry.",
            "The corrected log is in place; it has {n} entries.",
            len(step.log.entries),
        ).format(n=len(step.log.entries)),
    )
    return _to(row)


@require_POST
@league_page("commissioner")
def amendment_rosters(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    """The rosters of the log as the ledger has them just before the match."""
    row = amending.get_amendment(league, amendment)
    amending.take_the_field_anew(row, viewer.person, sent.version(request))
    messages.success(
        request, _("The log has the rosters now that stand in the ledger just before the match.")
    )
    return _to(row)


# --- step 2: what follows -------------------------------------------------------------------------------------


def _show_consequences(
    request: HttpRequest,
    row: Amendment,
    found: Consequences,
    refusal: Refusal | None = None,
    refused_at: int | None = None,
) -> HttpResponse:
    asked = request.POST if request.method == "POST" else request.GET
    only_open = asked.get("show") == "open"
    page = Paginator(items(found, only_open), ON_A_PAGE).get_page(asked.get("page"))
    context = {
        **_head(row),
        "found": found,
        "own_problems": (found.problem,),
        "changes": changes(found),
        "page": page,
        "only_open": only_open,
        "forms": [
            ItemForm(item, request.POST if item.place == refused_at else None) for item in page.object_list
        ],
        "settled": len(found.items) - len(found.unsettled),
        "problems": refusal.problems if refusal else (),
        "refused_at": refused_at,
    }
    name = "matches/_consequences.html" if sent.wants_part(request) else "matches/amendment_consequences.html"
    return render(request, name, context, status=status_of(refusal) if refusal else 200)


@require_safe
@league_page("commissioner")
def amendment_consequences(
    request: HttpRequest, league: League, viewer: Viewer, amendment: int
) -> HttpResponse:
    row = amending.get_amendment(league, amendment)
    if row.status != AmendmentStatus.OPEN:
        return _to(row)
    return _show_consequences(request, row, amending.consequences(row))


def _settled(request: HttpRequest, row: Amendment, found: Consequences, anchor: str) -> HttpResponse:
    if sent.wants_part(request):
        return _show_consequences(request, row, found)
    response = _to(row, "amendment_consequences")
    query = QueryDict(mutable=True)
    query.update({name: request.POST[name] for name in ("page", "show") if request.POST.get(name)})
    response["Location"] += f"?{query.urlencode()}#{anchor}" if query else f"#{anchor}"
    return response


@require_POST
@league_page("commissioner")
def amendment_settle(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    row = amending.get_amendment(league, amendment)
    place = sent.number(request.POST.get("place")) or 0
    try:
        wanted = settlement_of(request.POST)
        found = amending.settle(row, viewer.person, place, wanted, sent.version(request))
    except Refusal as refusal:
        row = amending.get_amendment(league, amendment)
        return _show_consequences(request, row, amending.consequences(row), refusal, place)
    return _settled(request, row, found, f"item-{place}")


@require_POST
@league_page("commissioner")
def amendment_settle_all(
    request: HttpRequest, league: League, viewer: Viewer, amendment: int
) -> HttpResponse:
    row = amending.get_amendment(league, amendment)
    way: Any = request.POST.get("way", "")
    try:
        found = amending.settle_all(row, viewer.person, way, sent.version(request))
    except Refusal as refusal:
        row = amending.get_amendment(league, amendment)
        return _show_consequences(request, row, amending.consequences(row), refusal)
    return _settled(request, row, found, "items")


# --- step 3: the commit ---------------------------------------------------------------------------------------


@asked_or_sent
@league_page("commissioner")
def amendment_commit(request: HttpRequest, league: League, viewer: Viewer, amendment: int) -> HttpResponse:
    """What would be written, counted; sent back, it is written."""
    row = amending.get_amendment(league, amendment)
    if row.status != AmendmentStatus.OPEN:
        return _to(row)
    if request.method != "POST":
        return _show_commit(request, row)
    sequence = sent.number(request.POST.get("sequence")) or 0
    try:
        head = amending.commit_or_queue(
            row, viewer.person, sequence, sent.version(request), sent.key(request)
        )
    except Refusal as refusal:
        return _show_commit(request, amending.get_amendment(league, amendment), refusal)
    if head is not None:
        messages.success(
            request, _("It is in the ledger, from act {number} on.").format(number=head.sequence)
        )
    return _to(row)


def _show_commit(request: HttpRequest, row: Amendment, refusal: Refusal | None = None) -> HttpResponse:
    found = amending.consequences(row)
    context = {
        **_head(row),
        "found": found,
        "own_problems": (found.problem,),
        "written": listing.written(found),
        "key": uuid.uuid4(),
        "problems": refusal.problems if refusal else (),
        "conflict": isinstance(refusal, Conflict),
    }
    status = status_of(refusal) if refusal else 200
    return render(request, "matches/amendment_commit.html", context, status=status)
