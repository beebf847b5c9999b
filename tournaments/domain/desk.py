"""The coach's desk: what is owed to him now, and what he has to do, in one league and over all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

import msgspec
from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.contest import majors
from engine.contest.majors import Major
from league.domain import queries as league_queries
from league.domain.roles import Viewer
from league.models import League, User
from matches.domain.queries import fixtures
from matches.models import Fixture, FixtureStatus
from teams.domain import wishes
from teams.domain.ledger import roster_from_rows
from teams.domain.wishes import Shortage, Wish
from teams.models import OfferStatus, Player, Status, Team, TradeOffer
from tournaments.domain.competing.setting_up import ASKED
from tournaments.models import Entry, Format, Pairing, Stage, State

NEXT = 5
"""Matches of a team, of all that are to be played, and pairings without a roster, that the desk names."""


@dataclass(frozen=True, slots=True)
class ToPlay:
    """A match of a team of the coach's, with the other team."""

    fixture: Fixture
    opponent: Team
    at_home: bool

    @property
    def log(self) -> str:
        """``waiting`` for the commissioner, ``draft`` while it is being entered, or nothing yet."""
        counted = vars(self.fixture)
        return "waiting" if counted["waiting_logs"] else "draft" if counted["drafts"] else ""


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that waits for the coach's answer; ``until``: the last day on which he may give it."""

    told: str
    address: str
    until: date | None = None


@dataclass(frozen=True, slots=True)
class TeamDesk:
    """One team. ``owed`` may improve, ``missing`` sit the next match out; of ``to_play`` the next are shown."""

    team: Team
    owed: tuple[Player, ...]
    missing: tuple[Player, ...]
    shortage: Shortage | None
    wishes: tuple[Wish, ...]
    to_play: tuple[ToPlay, ...]
    more: int
    """Matches to play beyond those that are shown."""
    offers: tuple[TradeOffer, ...]

    @property
    def quiet(self) -> bool:
        """Nothing waits for the coach here."""
        return not (self.owed or self.offers or self.to_play or self.shortage)


@dataclass(frozen=True, slots=True)
class Desk:
    """``asks``: challenges and matches that others have asked for; ``pairings``: those that change no roster."""

    teams: tuple[TeamDesk, ...]
    asks: tuple[Ask, ...] = ()
    pairings: tuple[Pairing, ...] = ()

    @property
    def count(self) -> int:
        """How many things wait for him."""
        own = sum(len(one.owed) + len(one.offers) + len(one.to_play) + one.more for one in self.teams)
        return own + len(self.asks) + len(self.pairings)


def desk(league: League, viewer: Viewer) -> Desk:
    """Of the person's own teams and entries, in a fixed number of queries."""
    teams = list(
        Team.objects.filter(league=league, coach=viewer.person, withdrawn=False).order_by("name_key")
    )
    for team in teams:
        team.league = league
    players = _players(teams)
    to_play = _to_play(league, teams)
    offers = _offers(league, teams)
    own = tuple(_team_desk(team, players[team.pk], to_play[team.pk], offers[team.pk]) for team in teams)
    entries = _entries(league, viewer.person)
    if not entries:
        return Desk(own)
    pairings = _pairings(entries)
    asks = (*_challenges(league, entries), *_asked(league, pairings, entries))
    return Desk(own, asks, tuple(one for one in pairings if ASKED not in one.reports)[:NEXT])


def _players(teams: Sequence[Team]) -> dict[int, list[Player]]:
    found: dict[int, list[Player]] = defaultdict(list)
    rows = Player.objects.filter(team__in=teams, status=Status.ACTIVE) if teams else ()
    for player in sorted(rows, key=lambda one: (one.number, one.uid)):
        found[player.team_id].append(player)
    return found


def _to_play(league: League, teams: Sequence[Team]) -> dict[int, list[ToPlay]]:
    own = {team.pk: team for team in teams}
    found: dict[int, list[ToPlay]] = defaultdict(list)
    if not own:
        return found
    rows = fixtures(league).filter(status=FixtureStatus.OPEN).filter(Q(home__in=own) | Q(away__in=own))
    for one in rows:
        one.league = league
        for side in ("home", "away"):
            team, opponent = (one.home, one.away) if side == "home" else (one.away, one.home)
            if team.pk in own:
                found[team.pk].append(ToPlay(one, opponent, side == "home"))
    return found


def _offers(league: League, teams: Sequence[Team]) -> dict[int, list[TradeOffer]]:
    """Those that wait for an answer of these teams."""
    found: dict[int, list[TradeOffer]] = defaultdict(list)
    rows = TradeOffer.objects.filter(second__in=teams, status=OfferStatus.OPEN).select_related("first")
    for one in rows.order_by("number") if teams else ():
        one.league = league
        found[one.second_id].append(one)
    return found


def _team_desk(
    team: Team, players: Sequence[Player], to_play: Sequence[ToPlay], offers: Sequence[TradeOffer]
) -> TeamDesk:
    edition, roster = team.league.rules, roster_from_rows(team, players)
    return TeamDesk(
        team=team,
        owed=tuple(one for one in players if one.owed),
        missing=tuple(one for one in players if one.misses_next),
        shortage=wishes.shortage(edition, roster),
        wishes=wishes.wishes(edition, roster) if roster.race in edition.races else (),
        to_play=tuple(to_play[:NEXT]),
        more=max(0, len(to_play) - NEXT),
        offers=tuple(offers),
    )


# --- competitions -------------------------------------------------------------------------------------------------


def _entries(league: League, person: User) -> list[Entry]:
    """His entries in competitions that are being played."""
    mine = Q(team__coach=person) | Q(team=None, user=person)
    rows = Entry.objects.filter(mine, competition__league=league, competition__state=State.RUNNING)
    return list(rows.filter(state=Entry.State.IN).select_related("competition"))


def _challenges(league: League, entries: Sequence[Entry]) -> Iterable[Ask]:
    """Of majors: those that were passed on to him, and wait for his answer on that day."""
    mine = {(one.competition_id, one.number): one for one in entries}
    stages = Stage.objects.filter(
        competition__in={one.competition_id for one in entries},
        format=Format.PLAY_OFF,
        state=Stage.State.RUNNING,
    ).select_related("competition")
    for stage in stages.order_by("competition", "number"):
        if "major" not in stage.draw:
            continue
        major = msgspec.convert(stage.draw["major"], Major)
        names = {one.team: one.name for one in major.entries}
        for one in majors.open_challenges(major):
            if one.state == "passed_on" and (stage.competition_id, one.challenged) in mine:
                told = _("{team} challenge you in {competition}.").format(
                    team=names[one.challenger], competition=stage.competition.name
                )
                address = reverse("tournaments:major_challenges", args=[league.slug, stage.competition.slug])
                yield Ask(told, address, one.passed_on)


def _pairings(entries: Sequence[Entry]) -> list[Pairing]:
    """Without a fixture, and nothing is decided in them yet."""
    rows = Pairing.objects.filter(Q(home__in=entries) | Q(away__in=entries), outcome="", fixture=None)
    rows = rows.exclude(away=None).exclude(round__state="draft")
    return list(
        rows.select_related("round__stage__competition", "home", "away")
        .defer("round__stage__draw")
        .order_by("round__stage", "round__number", "table", "pk")
    )


def _asked(league: League, pairings: Iterable[Pairing], entries: Sequence[Entry]) -> Iterable[Ask]:
    """Matches of open play that another asks him for."""
    mine = {one.pk for one in entries}
    for one in pairings:
        if ASKED not in one.reports or one.away is None:
            continue
        by, asked = (one.home, one.away) if one.home.number == one.reports[ASKED] else (one.away, one.home)
        if asked.pk in mine:
            competition = one.round.stage.competition
            told = _("{team} ask you for a match in {competition}.").format(
                team=by.name, competition=competition.name
            )
            stage = one.round.stage.number
            address = reverse("tournaments:competition_arrange", args=[league.slug, competition.slug, stage])
            yield Ask(told, address)


# --- over all leagues ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class LeagueLine:
    """A league of the person's: his teams there, and how much waits for him."""

    league: League
    teams: list[Team] = field(default_factory=list)
    owed: int = 0
    to_play: int = 0
    offers: int = 0

    @property
    def count(self) -> int:
        return self.owed + self.to_play + self.offers


def front(person: User) -> list[LeagueLine]:
    """The leagues that he is in, those with most to do first; four queries."""
    lines = {one.pk: LeagueLine(one) for one in league_queries.own_leagues(person)}
    teams = list(
        Team.objects.filter(league__in=lines, coach=person, withdrawn=False)
        .annotate(owing=Count("players", filter=Q(players__status=Status.ACTIVE, players__owed__gt=0)))
        .order_by("name_key")
    )
    league_of = {team.pk: team.league_id for team in teams}
    for team in teams:
        line = lines[team.league_id]
        team.league = line.league
        line.teams.append(team)
        line.owed += vars(team)["owing"]
    played_by = Fixture.objects.filter(status=FixtureStatus.OPEN).filter(
        Q(home__in=league_of) | Q(away__in=league_of)
    )
    for league in played_by.values_list("league", flat=True):
        lines[league].to_play += 1
    waiting = TradeOffer.objects.filter(second__in=league_of, status=OfferStatus.OPEN)
    for team_key in waiting.values_list("second", flat=True):
        lines[league_of[team_key]].offers += 1
    return sorted(lines.values(), key=lambda line: (-line.count, line.league.name_key))
