"""The almanac of a season: everything that its league keeps of it, on paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from engine import roster as engine
from engine.stored import told
from engine.words import named
from engine.words import number as grouped
from league.domain.rules import rule_books
from league.models import League, Season
from matches.models import FixtureStatus
from teams.domain.ledger import history, player_row, team_columns
from teams.models import Team
from tournaments.domain import papers
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.notices import notices
from tournaments.domain.annals.record_pages import record_page
from tournaments.domain.annals.records import Holder
from tournaments.domain.annals.told import Chronicle, MatchTold, Source
from tournaments.domain.cached import kept_as
from tournaments.domain.honours import honours
from tournaments.domain.leaders import injuries
from tournaments.domain.queries import get_season
from tournaments.domain.standings import table
from tournaments.models import Competition, State
from tournaments.page import Line, shown_place
from tournaments.printing import Almanac, SeasonMatch, SeasonRound, SeasonTeam, Titled, pdf

RANKED = 10
"""Players of a board."""
HURT = 60
MILESTONES = 40
COMPETITIONS = 8


def printed(league: League, number: int) -> bytes:
    """The almanac as PDF: made once for all that it tells, in each language."""
    told = almanac(league, get_season(league, number))
    return kept_as("almanac", told, lambda: pdf(told))[0]


def almanac(league: League, season: Season) -> Almanac:
    past = chronicle(league)
    matches = past.of_season(season.number)
    lines = table(season)
    season.league = league
    return Almanac(
        league.name,
        season.name,
        f"{papers.foot(league)} · {season.name}",
        span=_span(matches),
        edition=league.edition_name,
        champion=_champion(season, lines),
        figures=_figures(lines, matches, _buried(past, matches)),
        columns=papers.table_columns(),
        table=papers.table_rows(lines),
        note=papers.how_points_are_given(league),
        rounds=tuple(_rounds(past, season, matches)),
        leaders=tuple(_leaders(past, matches)),
        records=tuple(_records(league, season)),
        honours=tuple(_honours(season)),
        milestones=tuple(_milestones(league, matches)),
        dead=tuple(_dead(past, matches)),
        hurt=tuple(_hurt(league, matches)),
        teams=tuple(_teams(past, season, lines, matches)),
    )


# --- cover ----------------------------------------------------------------------------------------------------


def _day(at: datetime) -> str:
    return date_format(at, "DATE_FORMAT")


def _span(matches: Sequence[MatchTold]) -> str:
    days = [one.at for one in matches]
    if not days:
        return ""
    first, last = _day(min(days)), _day(max(days))
    return first if first == last else f"{first} – {last}"


def _champion(season: Season, lines: Sequence[Line]) -> str:
    """Whoever is on top of the table of a season that is over."""
    first = [line.name for line in lines if line.row.place == 1 and line.row.played]
    return "" if season.current else ", ".join(first)


def _figures(
    lines: Sequence[Line], matches: Sequence[MatchTold], buried: int
) -> tuple[tuple[str, str | int], ...]:
    sides = [side for one in matches for side in (one.home, one.away)]
    touchdowns, casualties = sum(side.score for side in sides), sum(side.caused for side in sides)
    return (
        (npgettext("under a number", "teams", "teams", len(lines)), len(lines)),
        (npgettext("under a number", "matches", "matches", len(matches)), len(matches)),
        (npgettext("under a number", "touchdowns", "touchdowns", touchdowns), touchdowns),
        (npgettext("under a number", "casualties", "casualties", casualties), casualties),
        (npgettext("under a number", "dead", "dead", buried), buried),
    )


def _buried(past: Chronicle, matches: Sequence[MatchTold]) -> int:
    numbers = {one.number for one in matches}
    return sum(one.match in numbers for one in past.deaths)


def _ended(season: Season) -> QuerySet[Competition]:
    over = season.competitions.filter(state__in=(State.ENDED, State.ARCHIVED))
    return over.order_by("number")


def _honours(season: Season) -> Iterator[Titled]:
    """Of the competitions of the season that are over."""
    for one in _ended(season)[:COMPETITIONS]:
        one.league = season.league
        lines = tuple((_(found.name), found.entry.name, found.why) for found in honours(one))
        if lines:
            yield Titled(one.name, lines)


# --- results --------------------------------------------------------------------------------------------------


def _rounds(past: Chronicle, season: Season, matches: Sequence[MatchTold]) -> Iterator[SeasonRound]:
    open_ones: dict[int, int] = defaultdict(int)
    for number in season.fixtures.filter(status=FixtureStatus.OPEN).values_list("round", flat=True):
        open_ones[number] += 1
    by_round: dict[int, list[MatchTold]] = defaultdict(list)
    for one in matches:
        by_round[one.round].append(one)
    for number in sorted({*by_round, *open_ones}):
        yield SeasonRound(
            _("Round {number}").format(number=number),
            tuple(_match(past, one) for one in by_round[number]),
            open_ones[number],
        )


def _match(past: Chronicle, one: MatchTold) -> SeasonMatch:
    scorers = [f"{who.name} {who.count}" if who.count > 1 else who.name for who in one.scorers]
    dead = [_person(past, death.team, death.uid) for death in past.deaths if death.match == one.number]
    told = [", ".join(scorers)] * bool(scorers) + [f"† {', '.join(dead)}"] * bool(dead)
    return SeasonMatch(
        _team(past, one.home.team),
        _team(past, one.away.team),
        f"{one.home.score} – {one.away.score}",
        pgettext("short: casualties of both sides", "Cas {home}–{away}").format(
            home=one.home.caused, away=one.away.caused
        ),
        " · ".join(told),
        one.winner,
    )


def _team(past: Chronicle, pk: int) -> str:
    return past.team[pk].name if pk in past.team else ""


def _person(past: Chronicle, team: int, uid: int) -> str:
    found = past.person.get((team, uid))
    return found.name if found else ""


# --- players --------------------------------------------------------------------------------------------------


def _leaders(past: Chronicle, matches: Sequence[MatchTold]) -> Iterator[Titled]:
    """Who did most in the matches of the season, for one team."""
    boards: tuple[tuple[str, Source | None], ...] = (
        (_("Star player points"), None),
        (_("Touchdowns"), "touchdown"),
        (_("Casualties"), "casualty"),
        (_("Completions"), "completion"),
        (_("Interceptions"), "interception"),
        (_("Most valuable player awards"), "mvp"),
    )
    done = [(side.team, deed) for one in matches for side in (one.home, one.away) for deed in side.deeds]
    for name, source in boards:
        counts: dict[tuple[int, int], int] = defaultdict(int)
        for team, deed in done:
            counts[team, deed.player] += deed.spp if source is None else deed.count(source)
        ranked = sorted(
            (
                (count, past.person[who].name, _team(past, who[0]))
                for who, count in counts.items()
                if count and who in past.person
            ),
            key=lambda found: (-found[0], found[1]),
        )
        values = [count for count, _who, _of in ranked]
        lines = tuple(
            (shown_place(values.index(count) + 1, values.count(count) > 1), who, of, count)
            for count, who, of in ranked[:RANKED]
        )
        if lines:
            yield Titled(name, lines)


def _records(league: League, season: Season) -> Iterator[Titled]:
    for group in record_page(league, season.number).groups:
        yield Titled(
            group.name,
            tuple(
                (
                    one.name,
                    grouped(one.record.value) if one.gold else one.record.value,
                    "; ".join(filter(None, map(_holder, one.record.holders))),
                )
                for one in group.records
            ),
        )


def _holder(one: Holder) -> str:
    rival = _("against {team}").format(team=one.rival) if one.rival else ""
    return ", ".join(part for part in (one.player, one.team, one.score, rival) if part)


def _milestones(league: League, matches: Sequence[MatchTold]) -> Iterator[tuple[str, str, str]]:
    numbers = {one.number for one in matches}
    found = [one for one in notices(league, great=True) if one.match in numbers]
    for one in found[:MILESTONES]:
        yield date_format(one.at, "MONTH_DAY_FORMAT"), one.who or league.name, one.told


# --- the graveyard --------------------------------------------------------------------------------------------


def _dead(past: Chronicle, matches: Sequence[MatchTold]) -> Iterator[tuple[str, str, str, int, str]]:
    numbers = {one.number for one in matches}
    for one in reversed(past.deaths):
        person = past.person.get((one.team, one.uid))
        if one.match in numbers and person:
            by = _("killed by {name}").format(name=one.killer_name) if one.killer_name else told(person.fate)
            yield date_format(one.at, "MONTH_DAY_FORMAT"), person.name, _team(past, one.team), person.spp, by


def _hurt(league: League, matches: Sequence[MatchTold]) -> Iterator[tuple[str, str, str, str]]:
    """What was left behind in the weeks of the season, the first first."""
    if not matches:
        return
    first, last = min(one.at for one in matches), max(one.at for one in matches)
    for one in reversed(injuries(league, first.replace(hour=0, minute=0, second=0), HURT)):
        if one.at <= last:
            yield (
                date_format(one.at, "MONTH_DAY_FORMAT"),
                one.player,
                one.team,
                f"{named(one.injury)}, {one.left}",
            )


# --- teams ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Ended:
    """A match from one side: against whom, and how it ended for it."""

    round: int
    against: str
    told: str


def _teams(
    past: Chronicle, season: Season, lines: Sequence[Line], matches: Sequence[MatchTold]
) -> Iterator[SeasonTeam]:
    """Each with its roster as it stood after the last match of the season; three queries for all of them."""
    league = season.league
    until = max((one.at for one in matches), default=None) if not season.current else None
    rows = list(
        Team.objects.filter(pk__in=[line.row.team for line in lines]).select_related("coach").order_by("pk")
    )
    by_team = {row.pk: row for row in rows}
    told = history(rows, until)
    edition = rule_books(league).on(until) if until else league.rules
    for line in lines:
        team = by_team[line.row.team]
        roster = engine.evolve(engine.Roster(), *told[team.pk]) if told[team.pk] else engine.Roster()
        for name, value in team_columns(roster, edition).items():
            setattr(team, name, value)
        team.signed = sorted(  # type: ignore[attr-defined]
            (player_row(team.pk, one, edition) for one in roster.players if one.status == "active"),
            key=lambda one: (one.number, one.uid),
        )
        coach = team.coach.username if team.coach else _("no coach")
        yield SeasonTeam(
            name=line.name,
            under=f"{named(line.race)} · {coach}",
            place=_("Place {place}").format(place=line.place),
            strength_name=edition.rules.strength_name,
            strength=team.strength,
            players=papers.player_lines(team),
            record=_record(line),
            results=tuple(
                (str(one.round), one.against, one.told) for one in _ended_for(past, team.pk, matches)
            ),
        )


def _record(line: Line) -> tuple[tuple[str, str | int], ...]:
    """In this season."""
    row = line.row
    scored = _("{scored} to {against}")
    return (
        (_("Points"), row.points),
        (_("Won, drawn, lost"), f"{row.won}, {row.drawn}, {row.lost}"),
        (_("Touchdowns"), scored.format(scored=row.td_for, against=row.td_against)),
        (_("Casualties"), scored.format(scored=row.cas_for, against=row.cas_against)),
    )


def _ended_for(past: Chronicle, team: int, matches: Sequence[MatchTold]) -> Iterator[_Ended]:
    ended = {
        "won": pgettext("how a match ended", "won"),
        "drawn": pgettext("how a match ended", "drawn"),
        "lost": pgettext("how a match ended", "lost"),
    }
    for one in matches:
        side = one.side_of(team)
        if side is None:
            continue
        own, theirs = one.side(side), one.opponent(side)
        told = f"{own.score}–{theirs.score} {ended[one.outcome(side)]}"
        yield _Ended(one.round, _team(past, theirs.team), told)
