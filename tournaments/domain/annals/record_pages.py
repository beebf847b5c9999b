"""Records as a page groups them, with their names."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.models import League, Season
from tournaments.domain.annals.records import GROUPS, Record, records
from tournaments.domain.queries import get_season

GROUP_NAMES = {
    "matches": gettext_noop("Matches"),
    "teams": gettext_noop("Teams"),
    "players": gettext_noop("Players"),
}

NAMES = {
    "biggest_win": gettext_noop("Biggest win"),
    "upset": gettext_noop("Greatest upset"),
    "touchdowns": gettext_noop("Most touchdowns in a match"),
    "casualties": gettext_noop("Most casualties in a match"),
    "deaths": gettext_noop("Most deaths in a match"),
    "gate": gettext_noop("Highest gate"),
    "team_touchdowns": gettext_noop("Most touchdowns of a team in a match"),
    "team_casualties": gettext_noop("Most casualties caused in a match"),
    "season_scored": gettext_noop("Most touchdowns of a team in a season"),
    "season_caused": gettext_noop("Most casualties caused in a season"),
    "unbeaten": gettext_noop("Longest run without a defeat"),
    "winning": gettext_noop("Longest run of wins"),
    "losing": gettext_noop("Longest run of defeats"),
    "strength": gettext_noop("Strongest team to take the field"),
    "treasury": gettext_noop("Biggest treasury before a match"),
    "winnings": gettext_noop("Highest winnings"),
    "match_spp": gettext_noop("Most star player points in a match"),
    "match_touchdowns": gettext_noop("Most touchdowns of a player in a match"),
    "match_casualties": gettext_noop("Most casualties of a player in a match"),
    "match_completions": gettext_noop("Most completions in a match"),
    "season_spp": gettext_noop("Most star player points in a season"),
    "season_touchdowns": gettext_noop("Most touchdowns of a player in a season"),
    "season_casualties": gettext_noop("Most casualties of a player in a season"),
    "career_spp": gettext_noop("Most star player points in a career"),
    "career_touchdowns": gettext_noop("Most touchdowns in a career"),
    "career_casualties": gettext_noop("Most casualties in a career"),
    "career_matches": gettext_noop("Most matches in a career"),
    "worth": gettext_noop("Most expensive player"),
}

GOLD = frozenset(("treasury", "winnings", "worth"))
"""Records in gold pieces."""
IN_A_ROW = frozenset(("unbeaten", "winning", "losing"))


@dataclass(frozen=True, slots=True)
class Shown:
    """A record with its ``name``; ``gold`` and ``in_a_row`` say what its value is."""

    record: Record
    name: str
    gold: bool
    in_a_row: bool


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    records: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class RecordPage:
    """``season`` is None for the records of all time."""

    season: Season | None
    seasons: tuple[Season, ...]
    groups: tuple[Group, ...]


def record_page(league: League, number: int | None = None) -> RecordPage:
    """Two queries where the chronicle is kept."""
    season = get_season(league, number) if number is not None else None
    held = {one.key: one for one in records(league, number)}
    groups = tuple(
        Group(
            _(GROUP_NAMES[group]),
            tuple(
                Shown(held[key], _(NAMES[key]), key in GOLD, key in IN_A_ROW) for key in keys if key in held
            ),
        )
        for group, keys in GROUPS.items()
    )
    seasons = tuple(league.seasons.order_by("-number"))
    return RecordPage(season, seasons, tuple(one for one in groups if one.records))
