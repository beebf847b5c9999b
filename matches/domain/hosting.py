"""Who is at home: the owner of a home field, a die, the turn, or what was agreed; and how evenly a season shares it.

A home field counts in league matches alone. Everything else is played on neutral ground.

Source: LRB4, League matches, Play-offs and finals; lrb4-cs.txt:3323-3332
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom

from django.db.models import Q
from django.utils.translation import gettext as _

from engine.contest import venues
from engine.contest.played import Id
from engine.contest.schedule import Venues
from engine.dice import D6
from engine.questions import Refusal
from league.models import DicePolicy, League, Season
from matches.models import Fixture, Hosting, Stage
from teams.models import Team

HOME_UP_TO = 3
"""The highest face of the die with which the team that was named first plays at home."""
_chance = SystemRandom()


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a fixture is played, and why there. ``die`` is what decided the first match of two owners."""

    home: Team
    away: Team
    neutral: bool = False
    hosting: Hosting = Hosting.NOBODY
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Balance:
    """League matches of one team in a season, those to be played included."""

    team: Team
    home: int
    away: int

    def __str__(self) -> str:
        return _("{team}: {home} at home, {away} away.").format(
            team=self.team.name, home=self.home, away=self.away
        )


def venue(
    season: Season,
    home: Team,
    away: Team,
    round: int,
    stage: Stage,
    *,
    neutral: bool = False,
    as_agreed: bool = False,
    host_die: int | None = None,
    roll_for_host: bool = False,
) -> Venue:
    """Where the match is played. ``home`` is the team that is meant to be at home; a die may send it away.

    Raises Refusal where somebody else has the right to be at home, and nothing else was agreed; and for a die that is
    missing, not needed, or not thrown where the league throws its dice.
    """
    if host_die is not None and not 1 <= host_die <= D6.faces:
        raise Refusal(
            _("The die for the home match shows 1 to {faces}, not {die}.").format(
                faces=D6.faces, die=host_die
            )
        )
    if stage != Stage.LEAGUE or neutral:
        _no_die(host_die, _("No die decides who is at home: the match is played on neutral ground."))
        return Venue(home, away, neutral=True)
    if as_agreed:
        _no_die(host_die, _("No die decides who is at home: the match is played where the coaches agreed."))
        return Venue(home, away, hosting=Hosting.AGREED)
    owners = [team for team in (home, away) if team.stadium]
    if len(owners) < 2:
        _no_die(
            host_die,
            _("No die decides who is at home: the match is not between two teams with a home field."),
        )
        return _of_one_owner(home, away, owners)
    last = _host_of_neighbour(season, home, away, round)
    if last is None:
        return _by_die(season.league, home, away, host_die, roll_for_host)
    _no_die(host_die, _("No die decides who is at home: the match is not the first between these two teams."))
    if last == home.pk:
        raise Refusal(
            _(
                "{home} were at home in the match of these two teams before this one, or are in the next, and both "
                "own a home field: it is the turn of {away}, unless the coaches agreed otherwise."
            ).format(home=home.name, away=away.name)
        )
    return Venue(home, away, hosting=Hosting.TURN)


def scheduled_venue(
    season: Season,
    home: Team,
    away: Team,
    round: int,
    stage: Stage,
    *,
    neutral: bool = False,
    with_these: Sequence[Fixture] = (),
) -> Venue:
    """Where a match of a schedule is played: as scheduled, unless the right of an owner of a home field is another.

    ``with_these`` are made at the same time and not stored yet. Where dice are rolled at the table, the schedule stands
    for the die of the first meeting of two owners.
    """
    if stage != Stage.LEAGUE or neutral:
        return Venue(home, away, neutral=True)
    owners = [team for team in (home, away) if team.stadium]
    if len(owners) < 2:
        if owners and owners[0].pk == away.pk:
            home, away = away, home
        return Venue(home, away, hosting=Hosting.OWNER if owners else Hosting.NOBODY)
    pair = {home.pk, away.pk}
    hosts = [one.home_id for one in with_these if {one.home_id, one.away_id} == pair and not one.neutral]
    last = hosts[-1] if hosts else _host_of_neighbour(season, home, away, round)
    if last is not None:
        if last == home.pk:
            home, away = away, home
        return Venue(home, away, hosting=Hosting.TURN)
    if season.league.dice_policy == DicePolicy.TABLE:
        return Venue(home, away, hosting=Hosting.AGREED)
    return _by_die(season.league, home, away, None, roll_for_host=True)


def _of_one_owner(home: Team, away: Team, owners: list[Team]) -> Venue:
    if not owners:
        return Venue(home, away)
    if owners[0].pk != home.pk:
        raise Refusal(
            _(
                "{away} own a home field and {home} do not: {away} are at home, unless the coaches agreed otherwise."
            ).format(home=home.name, away=away.name)
        )
    return Venue(home, away, hosting=Hosting.OWNER)


def _no_die(host_die: int | None, why: str) -> None:
    if host_die is not None:
        raise Refusal(why)


def _by_die(league: League, home: Team, away: Team, host_die: int | None, roll_for_host: bool) -> Venue:
    """The first meeting of two owners. The die is stored with the fixture."""
    if host_die is not None and league.dice_policy == DicePolicy.APP:
        raise Refusal(
            _("In {league} Dugout rolls the dice; they cannot be typed in.").format(league=league.name)
        )
    if host_die is None and roll_for_host:
        if league.dice_policy == DicePolicy.TABLE:
            raise Refusal(
                _("In {league} dice are rolled at the table and typed in.").format(league=league.name)
            )
        host_die = _chance.randint(1, D6.faces)
    if host_die is None:
        raise Refusal(
            _(
                "{home} and {away} both own a home field and have not met: a die decides who is at home, {home} on 1 "
                "to {up_to}, {away} on {beyond} to {faces}."
            ).format(home=home.name, away=away.name, up_to=HOME_UP_TO, beyond=HOME_UP_TO + 1, faces=D6.faces)
        )
    if host_die > HOME_UP_TO:
        home, away = away, home
    return Venue(home, away, hosting=Hosting.DIE, die=host_die)


def _host_of_neighbour(season: Season, home: Team, away: Team, round: int) -> int | None:
    """Who was at home in the league match of the pair before this one, in any season, or is in the one after it."""
    met = (
        Fixture.objects.filter(league=season.league_id, stage=Stage.LEAGUE, neutral=False)
        .filter(Q(home=home, away=away) | Q(home=away, away=home))
        .order_by("season__number", "round", "number")
        .values_list("season__number", "round", "home_id")
    )
    before, after = None, None
    for number, played, host in met:
        if (number, played) <= (season.number, round):
            before = host
        elif after is None:
            after = host
    return before if before is not None else after


def _counts(season: Season) -> dict[Id, Venues]:
    """Matches at home and away by the team's primary key; those on neutral ground do not count."""
    counts: dict[Id, list[int]] = {}
    rows = season.fixtures.filter(stage=Stage.LEAGUE, neutral=False)
    for sides in rows.values_list("home_id", "away_id").order_by():
        for place, team in enumerate(sides):
            counts.setdefault(team, [0, 0])[place] += 1
    return {team: Venues(*shared) for team, shared in counts.items()}


def uneven(season: Season) -> tuple[Balance, ...]:
    """Teams that are at home too often, or too rarely, in a league where somebody owns a home field.

    An odd number of matches cannot be shared evenly, so one more or fewer is not worth a note. Without a field nobody
    gains by being at home, and there is nothing to say.
    """
    if not Team.objects.filter(league=season.league_id, withdrawn=False).exclude(stadium="").exists():
        return ()
    counts = _counts(season)
    odd = venues.uneven(counts)
    teams = Team.objects.filter(pk__in=odd).order_by("name_key") if odd else ()
    return tuple(Balance(team, counts[team.pk].home, counts[team.pk].away) for team in teams)


def uneven_with(fixture: Fixture) -> tuple[Balance, ...]:
    """Those of the two teams of a fixture who are at home too often, or too rarely, with it."""
    concerned = (fixture.home_id, fixture.away_id)
    return tuple(one for one in uneven(fixture.season) if one.team.pk in concerned)
