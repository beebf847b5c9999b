"""The chronicle of a league: its past, from its teams, players, results and roster events, each read once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, cast

import msgspec
from django.core.cache import cache

from engine.match import facts
from engine.questions import Side, other
from engine.roster import Departed, RosterEvent, SppGained, decode_events
from league.models import League
from matches.models import Result
from teams.models import Player, RosterEvents, Status
from tournaments.domain.annals.counting import Counting
from tournaments.domain.annals.told import (
    SOURCES,
    Chronicle,
    DeathTold,
    Deeds,
    MatchTold,
    Person,
    Scorer,
    SideTold,
    StarTold,
    TeamTold,
)
from tournaments.domain.cached import KEPT_SECONDS, cached
from tournaments.domain.ratings.coaches import Coached


class _LogPlayer(msgspec.Struct, frozen=True):
    id: int
    number: int
    name: str


class _LogRoster(msgspec.Struct, frozen=True):
    strength: int
    players: tuple[_LogPlayer, ...]
    treasury: int = 0


class _LogHead(msgspec.Struct, frozen=True):
    """Of a match log what the chronicle needs; the entries, which are most of it, are passed over."""

    home: _LogRoster
    away: _LogRoster


_heads = msgspec.json.Decoder(_LogHead)

FEW = 200
"""So many acts are asked for by name; where more are missing, all are read."""

Happened = tuple[int, datetime, int, tuple[RosterEvent, ...]]
"""What an act did to one roster: its place, its time, the team, the events."""


def chronicle(league: League) -> Chronicle:
    """Worked out once for each number of the league's last act, in eight queries at most."""
    return cached(f"chronicle:{league.pk}:{league.sequence}", Chronicle, lambda: written(league))


def written(league: League) -> Chronicle:
    teams = _teams(league)
    people = _people(league)
    happened = _happened(league)
    matches, killings = _matches(league, happened)
    numbers = {one.place: one.number for one in matches}
    return Chronicle(
        teams,
        people,
        matches,
        _deaths(people, happened, numbers, killings),
        Counting(league.rules, numbers).milestones(happened),
    )


def _teams(league: League) -> tuple[TeamTold, ...]:
    rows = league.teams.filter(withdrawn=False).order_by("name_key")
    return tuple(
        TeamTold(*row)
        for row in rows.values_list(
            "pk", "name", "slug", "race", "coach_id", "treasury", "strength", "accepted"
        )
    )


def _people(league: League) -> tuple[Person, ...]:
    """Everybody who ever signed here, for each team that he signed for."""
    rows = Player.objects.filter(team__league=league).order_by("team", "uid")
    names = ("matches", "spp", "touchdowns", "completions", "interceptions", "casualties", "mvps")
    return tuple(
        Person(team, uid, name, position, status, fate, price + value, *done)
        for team, uid, name, position, status, fate, price, value, *done in rows.values_list(
            "team_id", "uid", "name", "position", "status", "fate", "price", "value", *names
        )
    )


def _happened(league: League) -> list[Happened]:
    """All that ever happened to rosters and stands, in order."""
    rows = (
        RosterEvents.objects.filter(act__league=league, act__replaced_by=None)
        .order_by("act__place", "pk")
        .values_list("act__place", "act__at", "team_id", "events")
    )
    return [(place, at, team, decode_events(events)) for place, at, team, events in rows.iterator()]


# --- matches --------------------------------------------------------------------------------------------------


class Sheet(msgspec.Struct, frozen=True, array_like=True):
    """What the log of a match and its facts tell, side by side: an act's sheet never changes."""

    treasury: tuple[int, int]
    strength: tuple[int, int]
    dead: tuple[int, int]
    stars: tuple[StarTold, ...]
    scorers: tuple[Scorer, ...]
    killings: tuple[Killing, ...]


class Killing(msgspec.Struct, frozen=True, array_like=True):
    """A player of ``side`` who died, and of what; by whom of the other side, with an empty name where by nobody."""

    side: Side
    victim: int
    cause: str
    killer: int
    name: str


Sheets = dict[int, Sheet]
"""By the primary key of the act."""


def _sheets(league: League) -> Sheets:
    """Of all matches that stand. Those that were read before are kept: only new ones are read again."""
    key = f"match-sheets:{league.pk}"
    known = _kept(key)
    results = Result.objects.filter(fixture__league=league)
    standing = set(results.values_list("act_id", flat=True))
    missing = standing - known.keys()
    rows = results.filter(act_id__in=missing) if len(missing) <= FEW else results
    if missing:
        for act, told, log in rows.order_by().values_list("act_id", "facts", "log__document").iterator():
            known[act] = _sheet(facts.decode_facts(told), _heads.decode(log))
    found = {act: sheet for act, sheet in known.items() if act in standing}
    if missing or len(found) != len(known):
        cache.set(key, msgspec.json.encode(found), KEPT_SECONDS)
    return found


def _kept(key: str) -> Sheets:
    """Nothing, where another version of the program has kept them in another shape."""
    try:
        return msgspec.json.decode(cache.get(key) or b"{}", type=Sheets)
    except msgspec.ValidationError:
        return {}


def _sheet(shown: tuple[facts.Fact, ...], head: _LogHead) -> Sheet:
    people = _on_the_sheet(shown, head)
    killings = tuple(_killings(shown, people))
    return Sheet(
        (head.home.treasury, head.away.treasury),
        (head.home.strength, head.away.strength),
        (sum(one.side == "home" for one in killings), sum(one.side == "away" for one in killings)),
        tuple(_stars(shown)),
        tuple(_scorers(shown, people)),
        killings,
    )


Killings = dict[tuple[int, int, int], tuple[int, Killing]]
"""By the place of the act, the team and the player who died: the killer's team, and how."""


def _matches(league: League, happened: Iterable[Happened]) -> tuple[tuple[MatchTold, ...], Killings]:
    deeds = {(place, team): found for place, _, team, events in happened if (found := tuple(_deeds(events)))}
    coached, sheets = Coached(league), _sheets(league)
    killings: Killings = {}
    matches = []
    for row in _rows(league):
        sheet = sheets.get(row[0])
        if sheet is None:
            # It has landed since: the next number of the last act tells of it.
            continue
        match = _match(row, sheet, deeds, coached)
        for one in sheet.killings:
            team, rival = match.side(one.side).team, match.opponent(one.side).team
            killings[match.place, team, one.victim] = (rival, one)
        matches.append(match)
    return tuple(matches), killings


def _rows(league: League) -> Iterator[tuple[Any, ...]]:
    """What the rows of results and fixtures tell, in order."""
    return (
        Result.objects.filter(fixture__league=league)
        .order_by("act__place")
        .values_list(
            "act_id",
            "fixture__number",
            "fixture__season__number",
            "fixture__round",
            "fixture__stage",
            "fixture__neutral",
            "act__place",
            "played_at",
            "fixture__home_id",
            "fixture__away_id",
            "home_score",
            "away_score",
            "home_casualties",
            "away_casualties",
            "home_winnings",
            "away_winnings",
            "winner",
            "conceded_by",
            "gate",
        )
        .iterator()
    )


def _match(
    row: tuple[Any, ...], sheet: Sheet, deeds: dict[tuple[int, int], tuple[Deeds, ...]], coached: Coached
) -> MatchTold:
    _, number, season, round_, stage, neutral, place, at, *rest = row
    home, away, home_score, away_score, home_cas, away_cas, home_gold, away_gold, *end = rest
    winner, conceded, gate = end

    def side(which: int, team: int, score: int, caused: int, gold: int) -> SideTold:
        return SideTold(
            team,
            coached.coach(team, place),
            score,
            caused,
            sheet.dead[which],
            sheet.treasury[which],
            sheet.strength[which],
            gold,
            deeds.get((place, team), ()),
        )

    return MatchTold(
        number,
        season,
        round_,
        stage,
        neutral,
        place,
        at,
        side(0, home, home_score, home_cas, home_gold),
        side(1, away, away_score, away_cas, away_gold),
        cast("Side", winner),
        cast("Side", conceded),
        gate,
        sheet.stars,
        sheet.scorers,
    )


def _rosters(head: _LogHead) -> tuple[tuple[Side, _LogRoster], tuple[Side, _LogRoster]]:
    return ("home", head.home), ("away", head.away)


def _deeds(events: Iterable[RosterEvent]) -> Iterator[Deeds]:
    """What brought star player points, player by player."""
    found: dict[int, tuple[list[int], list[int]]] = {}
    for event in events:
        if isinstance(event, SppGained):
            counts, points = found.setdefault(event.player, ([0] * len(SOURCES), [0] * len(SOURCES)))
            kind = SOURCES.index(event.source)
            counts[kind] += event.count
            points[kind] += event.points
    for player, (counts, points) in found.items():
        yield msgspec.convert((player, counts, points), Deeds)


People = dict[tuple[Side, int], tuple[int, str]]
"""By side and shirt: the place in the team's ledger, 0 without a contract, and the name."""


def _on_the_sheet(shown: Iterable[facts.Fact], head: _LogHead) -> People:
    """Everybody who could do something in the match."""
    people: People = {
        (side, one.number): (max(one.id, 0), one.name)
        for side, roster in _rosters(head)
        for one in roster.players
    }
    for fact in shown:
        if isinstance(fact, facts.Hired):
            people[fact.side, fact.number] = (0, fact.name)
        elif isinstance(fact, facts.RaisedDead):
            people[fact.side, fact.player] = (fact.id, fact.name)
    return people


def _killings(shown: Iterable[facts.Fact], people: People) -> Iterator[Killing]:
    nobody = (0, "")
    for fact in shown:
        if isinstance(fact, facts.Casualty) and fact.outcome == "dead":
            victim, _ = people.get((fact.side, fact.player), nobody)
            by = people.get((other(fact.side), fact.causer), nobody) if fact.causer is not None else nobody
            yield Killing(fact.side, victim, fact.cause, *by)


def _scorers(shown: Iterable[facts.Fact], people: People) -> Iterator[Scorer]:
    """In the order of their first touchdowns."""
    counts: dict[tuple[Side, int], int] = defaultdict(int)
    for fact in shown:
        if isinstance(fact, facts.Touchdown):
            counts[fact.side, fact.player] += 1
    for (side, number), count in counts.items():
        player, name = people.get((side, number), (0, ""))
        yield Scorer(side, player, name, count)


def _stars(shown: Iterable[facts.Fact]) -> Iterator[StarTold]:
    """The star players who were hired for the match, with what they did."""
    told = tuple(shown)
    withdrawn = {one.name for one in told if isinstance(one, facts.StarWithdrawn)}
    for hired in told:
        if isinstance(hired, facts.Hired) and hired.how == "star" and hired.name not in withdrawn:
            yield _star(hired, told)


def _star(hired: facts.Hired, told: tuple[facts.Fact, ...]) -> StarTold:
    counts: dict[str, int] = defaultdict(int)
    fate = ""
    for fact in told:
        match fact:
            case facts.Casualty(side=side, causer=number) if side != hired.side and number == hired.number:
                counts["casualties"] += 1
            case facts.Casualty(side=hired.side, player=hired.number, outcome=outcome):
                fate = outcome
            case facts.SendingOff(side=hired.side, player=hired.number, forgiven=False):
                fate = fate or "sent_off"
            case facts.Touchdown(side=hired.side, player=hired.number):
                counts["touchdowns"] += 1
            case facts.Completion(side=hired.side, player=hired.number):
                counts["completions"] += 1
            case facts.Interception(side=hired.side, player=hired.number):
                counts["interceptions"] += 1
            case facts.Mvp(side=hired.side, player=hired.number):
                counts["mvps"] += 1
    return StarTold(hired.name, hired.position, hired.side, hired.paid, **counts, fate=fate)


# --- deaths ---------------------------------------------------------------------------------------------------


def _deaths(
    people: Iterable[Person], happened: Iterable[Happened], numbers: dict[int, int], killings: Killings
) -> tuple[DeathTold, ...]:
    """Of those who are dead: whoever came back by decree has no line, and nobody has two."""
    dead = {(one.team, one.uid) for one in people if one.status == Status.DEAD}
    found: dict[tuple[int, int], DeathTold] = {}
    for place, at, team, events in happened:
        for event in events:
            if isinstance(event, Departed) and event.status == "dead" and (team, event.player) in dead:
                killers, how = killings.get((place, team, event.player), (None, None))
                found[team, event.player] = DeathTold(
                    team,
                    event.player,
                    at,
                    numbers.get(place),
                    how.cause if how else "",
                    killers if how and how.name else None,
                    how.killer if how else 0,
                    how.name if how else "",
                )
    return tuple(sorted(found.values(), key=lambda one: one.at, reverse=True))
