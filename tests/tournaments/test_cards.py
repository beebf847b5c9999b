"""Pictures for other sites: of the right size, drawn once, in the right language, and of public leagues alone."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.core.cache import cache
from PIL import Image

from league.domain import leagues
from tests.helpers import (
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    assert_reconciled,
    browser,
)
from tournaments.domain import cards
from tournaments.printing import CardLine, CardSide, LeagueCard, MatchCard, TableCard, png

LONG = "W" * 50
MARKUP = '#panic("x") $x$ *b* _i_ <l> @r `c` \\n // c /* ] }'


@pytest.fixture
def league(db):
    return a_league("Old World")


@pytest.fixture
def teams(league):
    return a_drafted_team(league, "Orc", name="Alpha & <b>"), a_drafted_team(league, "Human", name="Beta")


def size(picture):
    return Image.open(BytesIO(picture)).size


@pytest.mark.parametrize(
    "name", [LONG, MARKUP, "Žluťoučký kůň", "Кровавый мяч", "鬼の血球団", "한국 팀", "", "🏈" * 9]
)
def test_whatever_is_in_a_name_there_is_a_picture(name):
    sides = CardSide(name, name, "12"), CardSide(name, name)
    for card in (
        MatchCard(name, name, *sides, note=name),
        TableCard(name, name, (CardLine("=1", name, 3, -9),) * 8, name, name, name),
        LeagueCard(name, name, ((name, "1"), (name, "2")), name),
        LeagueCard(name, name),
    ):
        assert size(png(card)) == (1200, 630)


def test_a_long_name_stays_within_its_picture():
    """What is outside of the frame is the same as without any name."""

    def edge(name):
        side = CardSide(name, name, "2")
        picture = Image.open(BytesIO(png(MatchCard(name, name, side, side, name)))).convert("RGB")
        return [
            picture.crop(box).tobytes()
            for box in ((0, 0, 20, 630), (1180, 0, 1200, 630), (0, 610, 1200, 630))
        ]

    assert edge(LONG) == edge("")


def test_a_match_is_shown_with_its_result_and_before_with_its_day(league, teams):
    result = a_played_match(*teams)
    to_play = a_fixture(teams[1], teams[0], round=2)
    played = cards.match(league, result.fixture.number)
    assert (played.home.score, played.away.score) == (str(result.home_score), str(result.away_score))
    assert played.note.startswith(f"Casualties {result.home_casualties}–{result.away_casualties}, ")
    coming = cards.match(league, to_play.number)
    assert (coming.home.score, coming.note) == ("", "To be played")
    assert_reconciled(league)


def test_a_table_shows_the_first_and_counts_the_others(league):
    for number in range(10):
        a_drafted_team(league, name=f"Team {number}")
    card = cards.table(league)
    assert len(card.lines) == cards.TABLE_LINES
    assert card.more == "and 2 more teams"
    assert cards.front(league).figures[0] == ("teams", "10")


def test_who_leads_alone_is_named(league, teams):
    assert cards.front(league).note == ""
    result = next(
        found for seed in range(1, 3) if (found := a_played_match(*teams, round=seed, seed=seed)).winner
    )
    leader = (result.fixture.home if result.winner == "home" else result.fixture.away).name
    league.refresh_from_db()
    assert cards.front(league).note.startswith(f"{leader} leads the table with ")
    assert_reconciled(league)


def test_it_is_drawn_once_and_whoever_has_it_is_told_that_it_stands(league, teams, monkeypatch):
    cache.clear()
    client = browser()
    first = client.get(f"/l/{league.slug}/standings/card.png")
    assert (first.status_code, first["Content-Type"], size(first.content)) == (200, "image/png", (1200, 630))
    monkeypatch.setattr(cards, "png", lambda card: pytest.fail("drawn twice"))
    again = client.get(f"/l/{league.slug}/standings/card.png")
    assert again.content == first.content
    stands = client.get(f"/l/{league.slug}/standings/card.png", headers={"if-none-match": first["ETag"]})
    assert (stands.status_code, stands.content) == (304, b"")


def test_it_is_another_when_the_table_is_another(league, teams):
    address = f"/l/{league.slug}/standings/card.png"
    before = browser().get(address)["ETag"]
    a_played_match(*teams)
    assert browser().get(address)["ETag"] != before
    assert_reconciled(league)


def test_pages_name_their_pictures(league, teams):
    result = a_played_match(*teams)
    match = f"/l/{league.slug}/m/{result.fixture.number}/"
    for path, title in (
        (match, f"Alpha &amp; &lt;b&gt; {result.home_score}–{result.away_score} Beta"),
        (f"/l/{league.slug}/standings/", "Standings of Old World"),
        (f"/l/{league.slug}/", "Old World"),
    ):
        page = browser().get(path).content.decode()
        assert f'<meta property="og:title" content="{title}">' in page
        assert f'<meta property="og:image" content="http://testserver{path}card.png">' in page
        assert '<meta name="twitter:card" content="summary_large_image">' in page
        assert browser().get(f"{path}card.png").status_code == 200
    assert_reconciled(league)


def test_a_private_league_tells_other_sites_nothing(league, teams):
    result = a_played_match(*teams)
    by = a_commissioner(league)
    leagues.change_settings(by, league, public=False)
    for path in ("", "standings/", f"m/{result.fixture.number}/"):
        assert "og:title" not in browser(by).get(f"/l/{league.slug}/{path}").content.decode()
        assert browser().get(f"/l/{league.slug}/{path}card.png").status_code == 404
    assert_reconciled(league)
