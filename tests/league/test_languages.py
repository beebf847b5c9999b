"""In what language a page is answered: what the reader chose, else what the league set, else what the browser asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from engine.questions import Refusal
from league.domain import languages, leagues
from league.models import User
from tests.helpers import a_commissioner, a_league, browser

pytestmark = pytest.mark.django_db


def language_of(answer: Any) -> str:
    said: str = answer["Content-Language"]
    return said


def page(client: Client, address: str = "/", **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert f'<html lang="{language_of(answer)}">' in answer.content.decode()
    return language_of(answer)


def choose(client: Client, language: str, back: str = "/") -> Any:
    return client.post(reverse("league:language"), {"language": language, "next": back})


def test_a_stranger_reads_what_the_browser_asks_for(client: Client) -> None:
    assert page(client) == "en"
    assert page(client, **{"accept-language": "pl,en;q=0.5"}) == "pl"
    assert page(client, **{"accept-language": "fr"}) == "en"


def test_a_stranger_chooses_and_is_sent_back(client: Client) -> None:
    answer = choose(client, "hu", "/editions/?q=1")
    assert (answer.status_code, answer["Location"]) == (302, "/editions/?q=1")
    assert page(client, **{"accept-language": "pl"}) == "hu"


def test_a_choice_leads_to_no_other_site(client: Client) -> None:
    assert choose(client, "cs", "https://elsewhere.example/")["Location"] == "/"


def test_a_choice_stays_with_the_account_on_every_machine(user: User, client: Client) -> None:
    first = browser(user)
    choose(first, "cs")
    second = browser(user)
    assert page(second) == "cs"
    choose(second, "")
    assert page(browser(user)) == "en"


def test_a_league_speaks_its_language_to_whoever_chose_none(client: Client) -> None:
    league = a_league()
    leagues.change_settings(a_commissioner(league), league, language="pl")
    address = league.get_absolute_url()
    assert page(client, address) == "pl"
    assert page(client, address, **{"accept-language": "hu"}) == "pl"
    assert page(client, "/") == "en"
    choose(client, "cs")
    assert page(client, address) == "cs"


def test_a_league_without_a_language_leaves_it_to_the_browser(client: Client) -> None:
    league = a_league()
    assert page(client, league.get_absolute_url(), **{"accept-language": "hu"}) == "hu"


def test_a_language_that_dugout_does_not_speak_is_refused_in_a_sentence(client: Client, user: User) -> None:
    with pytest.raises(Refusal) as refused:
        languages.choose(user, "tlh")
    assert str(refused.value) == "Dugout does not speak 'tlh'; it speaks English, Čeština, Polski, Magyar."
    assert choose(client, "tlh").status_code == 400
    league = a_league()
    with pytest.raises(Refusal) as refused:
        leagues.change_settings(a_commissioner(league), league, language="tlh")
    assert str(refused.value) == "Dugout does not speak 'tlh'; choose one of en, cs, pl, hu."


def test_the_api_says_a_leagues_language_and_answers_in_the_readers(api: APIClient) -> None:
    league = a_league()
    api.force_authenticate(a_commissioner(league))
    address = reverse("api:league", args=[league.slug])
    answer = api.patch(address, {"language": "hu"})
    assert (answer.status_code, answer.json()["language"]) == (200, "hu")
    assert language_of(api.get(address, headers={"accept-language": "cs"})) == "cs"


def test_dates_are_written_as_the_language_does() -> None:
    from datetime import date

    from django.utils.formats import date_format

    day = date(2026, 3, 5)
    written = {}
    for language in ("en", "cs", "pl", "hu"):
        with languages.in_language(language):
            written[language] = date_format(day)
    assert written == {
        "en": "5 March 2026",
        "cs": "5. března 2026",
        "pl": "5 marca 2026",
        "hu": "2026. március 5.",
    }
