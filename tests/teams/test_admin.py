"""Teams in the web admin: accepted there, and otherwise only looked at."""

from __future__ import annotations

import pytest
from django.urls import reverse

from teams.models import Act, Player, Team
from tests.helpers import a_commissioner, a_drafted_team, a_league, browser

pytestmark = pytest.mark.django_db
MODELS = ("team", "player", "act")


def test_commissioners_see_their_own_leagues_and_change_nothing():
    team, other = a_drafted_team(a_league()), a_drafted_team(a_league())
    client = browser(a_commissioner(team.league))
    for name, own, foreign in (
        ("team", team, other),
        ("player", team.players.first(), other.players.first()),
        ("act", team.league.acts.first(), other.league.acts.first()),
    ):
        listed = client.get(reverse(f"admin:teams_{name}_changelist"))
        assert listed.status_code == 200
        assert set(listed.context["cl"].result_list) == set(
            {"team": Team, "player": Player, "act": Act}[name].objects.filter(
                **{"league" if name != "player" else "team__league": team.league}
            )
        )
        change = reverse(f"admin:teams_{name}_change", args=[own.pk])
        assert client.get(change).status_code == 200
        assert client.post(change, {}).status_code == 403
        assert client.post(reverse(f"admin:teams_{name}_delete", args=[own.pk])).status_code == 403
        assert client.get(reverse(f"admin:teams_{name}_add")).status_code == 403
        assert client.get(reverse(f"admin:teams_{name}_change", args=[foreign.pk])).status_code in (302, 404)


def test_the_ledger_is_told_in_sentences_and_escaped():
    team = a_drafted_team(a_league(), name="<b>Bruisers</b>")
    act = team.league.acts.get(kind="draft")
    page = browser(a_commissioner(team.league)).get(reverse("admin:teams_act_change", args=[act.pk]))
    text = page.content.decode()
    assert "&lt;b&gt;Bruisers&lt;/b&gt; (Orc) is founded" in text
    assert "<b>Bruisers" not in text


def test_accepting():
    team = a_drafted_team(a_league(), accepted=False)
    foreign = a_drafted_team(a_league(), accepted=False)
    client = browser(a_commissioner(team.league))
    asked = {"action": "accept", "_selected_action": [team.pk, foreign.pk]}
    page = client.post(reverse("admin:teams_team_changelist"), asked).content.decode()
    assert "Accept these teams?" in page
    assert f"<li>{team.name}</li>" in page
    assert foreign.name not in page
    assert not Team.objects.get(pk=team.pk).accepted
    asked["confirmed"] = "yes"
    for said in ("Accepted: 1", "accepted already"):
        answered = client.post(reverse("admin:teams_team_changelist"), asked, follow=True)
        assert said in answered.content.decode()
    assert Team.objects.get(pk=team.pk).accepted
    assert not Team.objects.get(pk=foreign.pk).accepted
    assert team.league.acts.filter(kind="accept").count() == 1


@pytest.mark.parametrize("name", MODELS)
def test_lists_take_the_same_queries_whatever_the_size(name, django_assert_max_num_queries):
    league = a_league()
    client = browser(a_commissioner(league))
    counts = []
    for _ in range(2):
        a_drafted_team(league)
        with django_assert_max_num_queries(14) as seen:
            client.get(reverse(f"admin:teams_{name}_changelist"))
        counts.append(len(seen))
    assert counts[0] == counts[1]
