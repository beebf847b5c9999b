"""Records of a league, or of one of its seasons: each with who holds it, and the match where there is one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

import msgspec

from engine.questions import SIDES, Side
from league.models import League
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.told import Chronicle, MatchTold, SideTold, Source
from tournaments.domain.cached import cached

SHOWN = 3
"""So many holders of a shared record are shown; of the others it is said how many."""


class Holder(msgspec.Struct, frozen=True):
    """Who holds a record. What does not belong to it is empty: a gate has no player, a treasury no second team.

    ``score`` is that of the match, from the side of ``team``. A run goes from ``since`` to ``match``.
    """

    value: int
    team: str = ""
    slug: str = ""
    rival: str = ""
    rival_slug: str = ""
    player: str = ""
    uid: int = 0
    match: int | None = None
    score: str = ""
    at: datetime | None = None
    season: int | None = None
    since: int | None = None


class Record(msgspec.Struct, frozen=True):
    """``key`` says of what; ``holders`` the first first, ``more`` who share it and are not among them."""

    key: str
    holders: tuple[Holder, ...]
    more: int = 0

    @property
    def value(self) -> int:
        return self.holders[0].value


Found = Iterator[Holder]
Finder = Callable[[Chronicle, tuple[MatchTold, ...]], Found]


def records(league: League, season: int | None = None) -> tuple[Record, ...]:
    """All that somebody holds, of that season or of all time, in the order of ``GROUPS``."""
    key = f"records:{league.pk}:{league.sequence}:{season}"
    return cached(key, tuple[Record, ...], lambda: tuple(worked_out(chronicle(league), season)))


def worked_out(past: Chronicle, season: int | None) -> Iterator[Record]:
    matches = past.of_season(season)
    for keys in GROUPS.values():
        for key in keys:
            if season is not None and key in OF_ALL_TIME:
                continue
            record = _best(key, FINDERS[key](past, matches))
            if record is not None:
                yield record


def _best(key: str, found: Iterable[Holder]) -> Record | None:
    """Who has the most. Nought is no record. Whoever had it first stands first."""
    best: list[Holder] = []
    for one in found:
        if one.value > 0 and (not best or one.value > best[0].value):
            best = [one]
        elif best and one.value == best[0].value:
            best.append(one)
    return Record(key, tuple(best[:SHOWN]), max(0, len(best) - SHOWN)) if best else None


# --- who did it in a match ------------------------------------------------------------------------------------


def _holder(past: Chronicle, match: MatchTold, side: Side, value: int, player: int = 0) -> Holder:
    own, rival = match.side(side), match.opponent(side)
    team, other_team = past.team[own.team], past.team[rival.team]
    person = past.person.get((own.team, player)) if player else None
    return Holder(
        value,
        team.name,
        team.slug,
        other_team.name,
        other_team.slug,
        person.name if person else "",
        player if person else 0,
        match.number,
        f"{own.score}–{rival.score}",
        match.at,
        match.season,
    )


def _of_match(value: Callable[[MatchTold], int]) -> Finder:
    def find(past: Chronicle, matches: tuple[MatchTold, ...]) -> Found:
        for match in matches:
            yield _holder(past, match, match.winner or "home", value(match))

    return find


def _of_side(value: Callable[[SideTold, SideTold], int]) -> Finder:
    def find(past: Chronicle, matches: tuple[MatchTold, ...]) -> Found:
        for match in matches:
            for side in SIDES:
                yield _holder(past, match, side, value(match.side(side), match.opponent(side)))

    return find


def _of_player(source: Source | None) -> Finder:
    """In one match; without a source, star player points."""

    def find(past: Chronicle, matches: tuple[MatchTold, ...]) -> Found:
        for match in matches:
            for side in SIDES:
                for deeds in match.side(side).deeds:
                    if (match.side(side).team, deeds.player) in past.person:
                        value = deeds.spp if source is None else deeds.count(source)
                        yield _holder(past, match, side, value, deeds.player)

    return find


def _upset(past: Chronicle, matches: tuple[MatchTold, ...]) -> Found:
    """By how much the winner was the weaker team, as both took the field."""
    for match in matches:
        if match.winner and not match.conceded:
            own, rival = match.side(match.winner), match.opponent(match.winner)
            yield _holder(past, match, match.winner, rival.strength - own.strength)


def _biggest_win(past: Chronicle, matches: tuple[MatchTold, ...]) -> Found:
    for match in matches:
        if match.winner:
            own, rival = match.side(match.winner), match.opponent(match.winner)
            yield _holder(past, match, match.winner, own.score - rival.score)


# --- over several matches -------------------------------------------------------------------------------------


def _run(goes_on: tuple[str, ...]) -> Finder:
    """So many matches in a row that came out so."""

    def find(past: Chronicle, matches: tuple[MatchTold, ...]) -> Found:
        running: dict[int, tuple[int, int]] = {}
        for match in matches:
            for side in SIDES:
                team = match.side(side).team
                length, since = running.get(team, (0, match.number))
                if match.outcome(side) in goes_on:
                    running[team] = (length + 1, since)
                    found = _holder(past, match, side, length + 1)
                    yield msgspec.structs.replace(found, since=since)
                else:
                    running.pop(team, None)

    return find


def _in_a_season(source: Source | None) -> Finder:
    """Of a player, over the matches of one season for one team."""

    def find(past: Chronicle, matches: tuple[MatchTold, ...]) -> Found:
        sums: dict[tuple[int, int, int], int] = defaultdict(int)
        for match in matches:
            for side in (match.home, match.away):
                for deeds in side.deeds:
                    key = match.season, side.team, deeds.player
                    sums[key] += deeds.spp if source is None else deeds.count(source)
        for (season, team, uid), value in sums.items():
            if (team, uid) in past.person:
                yield _career(past, team, uid, value, season)

    return find


def _in_a_career(value: Callable[[Chronicle], Iterable[tuple[int, int, int]]]) -> Finder:
    def find(past: Chronicle, matches: tuple[MatchTold, ...]) -> Found:
        for team, uid, amount in value(past):
            if team in past.team:
                yield _career(past, team, uid, amount, None)

    return find


def _career(past: Chronicle, team: int, uid: int, value: int, season: int | None) -> Holder:
    told, person = past.team[team], past.person[team, uid]
    return Holder(value, told.name, told.slug, player=person.name, uid=uid, season=season)


def _team_in_a_season(value: Callable[[SideTold, SideTold], int]) -> Finder:
    def find(past: Chronicle, matches: tuple[MatchTold, ...]) -> Found:
        sums: dict[tuple[int, int], int] = defaultdict(int)
        for match in matches:
            for own, rival in match.sides:
                sums[match.season, own.team] += value(own, rival)
        for (season, team), amount in sums.items():
            told = past.team[team]
            yield Holder(amount, told.name, told.slug, season=season)

    return find


FINDERS: dict[str, Finder] = {
    "biggest_win": _biggest_win,
    "upset": _upset,
    "touchdowns": _of_match(lambda one: one.home.score + one.away.score),
    "casualties": _of_match(lambda one: one.home.caused + one.away.caused),
    "deaths": _of_match(lambda one: one.home.dead + one.away.dead),
    "gate": _of_match(lambda one: one.gate),
    "team_touchdowns": _of_side(lambda own, rival: own.score),
    "team_casualties": _of_side(lambda own, rival: own.caused),
    "winnings": _of_side(lambda own, rival: own.winnings),
    "treasury": _of_side(lambda own, rival: own.treasury),
    "strength": _of_side(lambda own, rival: own.strength),
    "unbeaten": _run(("won", "drawn")),
    "winning": _run(("won",)),
    "losing": _run(("lost",)),
    "season_scored": _team_in_a_season(lambda own, rival: own.score),
    "season_caused": _team_in_a_season(lambda own, rival: own.caused),
    "match_spp": _of_player(None),
    "match_touchdowns": _of_player("touchdown"),
    "match_casualties": _of_player("casualty"),
    "match_completions": _of_player("completion"),
    "season_spp": _in_a_season(None),
    "season_touchdowns": _in_a_season("touchdown"),
    "season_casualties": _in_a_season("casualty"),
    "career_spp": _in_a_career(lambda past: ((one.team, one.uid, one.spp) for one in past.careers)),
    "career_touchdowns": _in_a_career(
        lambda past: ((one.team, one.uid, one.touchdowns) for one in past.careers)
    ),
    "career_casualties": _in_a_career(
        lambda past: ((one.team, one.uid, one.casualties) for one in past.careers)
    ),
    "career_matches": _in_a_career(lambda past: ((one.team, one.uid, one.matches) for one in past.careers)),
    "worth": _in_a_career(lambda past: ((one.team, one.uid, one.worth) for one in past.careers)),
}

GROUPS: dict[str, tuple[str, ...]] = {
    "matches": ("biggest_win", "upset", "touchdowns", "casualties", "deaths", "gate"),
    "teams": (
        "team_touchdowns",
        "team_casualties",
        "season_scored",
        "season_caused",
        "unbeaten",
        "winning",
        "losing",
        "strength",
        "treasury",
        "winnings",
    ),
    "players": (
        "match_spp",
        "match_touchdowns",
        "match_casualties",
        "match_completions",
        "season_spp",
        "season_touchdowns",
        "season_casualties",
        "career_spp",
        "career_touchdowns",
        "career_casualties",
        "career_matches",
        "worth",
    ),
}
OF_ALL_TIME = frozenset(("career_spp", "career_touchdowns", "career_casualties", "career_matches", "worth"))
"""Records that no single season has."""
