"""The front page of a league: how it stands now, in short."""

from __future__ import annotations

from dataclasses import dataclass

from league.models import League, Season
from tournaments.domain.annals.front import OutList, ScoreSheet, out, score_sheets
from tournaments.domain.annals.notices import Notice, notices
from tournaments.domain.cached import cached
from tournaments.domain.competing import reading
from tournaments.domain.leaders import boards, deaths
from tournaments.domain.pages import coming, news, results
from tournaments.domain.standings import table
from tournaments.models import Competition
from tournaments.page import Line, Page, Score

HOME_RESULTS = 6
HOME_FIXTURES = 8
HOME_LEADERS = 3
HOME_DEATHS = 4
HOME_LINES = 10
HOME_MILESTONES = 6
HOME_COMPETITIONS = 6


@dataclass(frozen=True, slots=True)
class Home:
    """The league as it is now, in short. ``competitions`` that are played or take entries, each with the number
    of its ``entrants``. ``sheets`` are the results with their scorers, ``out`` those who miss the next match,
    ``milestones`` what all of the league hears of."""

    season: Season
    page: Page
    competitions: list[Competition]
    sheets: tuple[ScoreSheet, ...]
    out: OutList
    milestones: tuple[Notice, ...]

    @property
    def top(self) -> tuple[Line, ...]:
        return self.page.table[:HOME_LINES]

    @property
    def more(self) -> bool:
        """Whether the table goes on."""
        return len(self.page.table) > HOME_LINES


def home(league: League) -> Home:
    season = league.season
    page = Page(
        table=table(season),
        results=_latest_results(season),
        fixtures=coming(season, HOME_FIXTURES),
        leaders=tuple(board.top(HOME_LEADERS) for board in boards(league)),
        deaths=deaths(league, length=HOME_DEATHS),
        bulletin=news(league),
    )
    return Home(
        season,
        page,
        reading.going_on(league, HOME_COMPETITIONS),
        score_sheets(league, page.results),
        out(league),
        notices(league, great=True)[:HOME_MILESTONES],
    )


def _latest_results(season: Season) -> tuple[Score, ...]:
    return cached(
        f"results:{season.pk}:{season.league.sequence}",
        tuple[Score, ...],
        lambda: results(season, length=HOME_RESULTS),
    )
