"""A refusal reaches the person who asked as a sentence: in the API, on a page, and in a part of a page."""

import json
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails
from rest_framework.exceptions import NotFound

from engine.questions import Problem, Refusal
from league.errors import Conflict, Forbidden, NotVisible, answer_api_error, refusal_page
from league.middleware import RefusalMiddleware
from league.models import User

TWO_FAULTS = Refusal(
    "The draft has two faults.", (Problem("Too few players."), Problem("Too little gold.", rule="p. 5"))
)


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def test_the_api_gives_the_sentence_and_every_problem() -> None:
    response = answer_api_error(TWO_FAULTS, {})
    assert response is not None
    assert response.status_code == 400
    assert json.loads(json.dumps(response.data)) == {
        "detail": "The draft has two faults.",
        "problems": [{"message": "Too few players."}, {"message": "Too little gold.", "rule": "p. 5"}],
    }


def test_the_api_tells_a_conflict_from_a_bad_request() -> None:
    response = answer_api_error(Conflict("This match is applied already."), {})
    assert response is not None
    assert response.status_code == 409


def test_other_errors_of_the_api_are_the_frameworks() -> None:
    assert answer_api_error(NotFound(), {}).status_code == 404
    assert answer_api_error(ValueError(), {}) is None


@pytest.mark.parametrize(
    ("refusal", "status"),
    [(Refusal("No."), 400), (Conflict("No."), 409), (Forbidden("No."), 403), (NotVisible("No."), 404)],
)
def test_each_kind_of_refusal_has_its_status(refusal: Refusal, status: int) -> None:
    assert answer_api_error(refusal, {}).status_code == status


def test_the_api_takes_too_deep_a_nesting_for_bad_input() -> None:
    response = answer_api_error(RecursionError(), {})
    assert response.status_code == 400
    assert response.data["detail"] == "This is nested too deeply to be read."


@pytest.mark.parametrize(
    ("refusal", "status"),
    [(TWO_FAULTS, 400), (Conflict("Somebody was first."), 409), (Forbidden("Coaches only."), 403)],
)
def test_a_page_says_it(rf: RequestFactory, refusal: Refusal, status: int) -> None:
    request = rf.get("/")
    request.user = User(username="somebody")
    response = RefusalMiddleware(nothing).process_exception(request, refusal)
    assert response.status_code == status
    for problem in refusal.problems:
        assert problem.message in response.content.decode()


def test_a_page_leads_back_to_the_form_that_was_sent(rf: RequestFactory) -> None:
    def said(request: HttpRequest) -> str:
        request.user = User(username="somebody")
        return refusal_page(request, Refusal("No.")).content.decode()

    assert 'href="/l/cup/draft/"' in said(
        rf.post("/l/cup/buy/", HTTP_REFERER="http://testserver/l/cup/draft/")
    )
    assert "Back to the page" not in said(
        rf.post("/l/cup/buy/", HTTP_REFERER="http://elsewhere.example/l/cup/")
    )
    assert "Back to the page" not in said(rf.get("/l/cup/", HTTP_REFERER="http://testserver/l/cup/"))


@pytest.mark.parametrize(
    ("ask", "back"),
    [
        (lambda rf: rf.get("/l/cup/settings/?tab=1"), "/l/cup/settings/?tab=1"),
        (lambda rf: rf.post("/l/cup/settings/season/", HTTP_REFERER="http://testserver/l/cup/"), "/l/cup/"),
        (lambda rf: rf.post("/l/cup/settings/", HTTP_REFERER="http://elsewhere.example/l/cup/"), "/"),
        (lambda rf: rf.post("/l/cup/settings/"), "/"),
    ],
)
def test_whoever_is_not_logged_in_is_sent_to_do_so_and_comes_back(rf: RequestFactory, ask, back: str) -> None:
    request = ask(rf)
    request.user = AnonymousUser()
    response = refusal_page(request, Forbidden("Coaches only."))
    assert response.status_code == 302
    assert response["Location"] == f"/accounts/login/?{urlencode({'next': back})}"


def test_a_part_of_a_page_sends_the_whole_page_to_the_login(rf: RequestFactory) -> None:
    request = rf.post("/l/cup/draft/check/")
    request.user = AnonymousUser()
    request.META["HTTP_HX_REQUEST"] = "true"
    request.META["HTTP_HX_CURRENT_URL"] = "http://testserver/l/cup/draft/?race=Orc"
    request.htmx = HtmxDetails(request)
    response = refusal_page(request, Forbidden("Coaches only."))
    assert response["HX-Redirect"] == "/accounts/login/?next=%2Fl%2Fcup%2Fdraft%2F"


@pytest.mark.parametrize("status", [403, 404, 429, 500])
def test_a_part_of_a_page_that_fails_otherwise_says_so(rf: RequestFactory, status: int) -> None:
    request = rf.get("/")
    request.htmx = True
    middleware = RefusalMiddleware(lambda request: HttpResponse("<html>", status=status))
    response = middleware(request)
    assert (response.status_code, response["HX-Retarget"]) == (status, "#notices")
    assert "<html" not in response.content.decode()
    request.htmx = False
    assert middleware(request).content == b"<html>"


def test_a_part_of_a_page_says_it_at_the_head_of_the_page(rf: RequestFactory) -> None:
    request = rf.get("/")
    request.htmx = True
    response = refusal_page(request, Refusal("<b>No</b> such player."))
    assert response.headers["HX-Retarget"] == "#notices"
    assert "&lt;b&gt;No&lt;/b&gt; such player." in response.content.decode()
    assert "<html" not in response.content.decode()


def test_other_errors_of_a_page_are_djangos(rf: RequestFactory) -> None:
    assert RefusalMiddleware(nothing).process_exception(rf.get("/"), ValueError()) is None
