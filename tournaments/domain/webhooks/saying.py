"""What a message says: JSON for programs, an embed for Discord. No name is markup there, and nobody is mentioned."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.contest.standings import Row
from engine.stored import told
from engine.words import position_named
from league.domain.markdown import as_text
from league.models import Bulletin, League
from matches.models import Fixture, Result
from tournaments.domain.annals.notices import Notice
from tournaments.domain.honours import Honour
from tournaments.models import Competition, Delivery, Pairing, Publication, Round, Webhook
from tournaments.page import Line

PITCH = 0x14482E
"""The colour of the site, at the edge of an embed."""
TITLE_LENGTH = 256
TEXT_LENGTH = 4000
"""Characters that Discord takes of an embed."""
TABLE_LINES = 10
PAIRINGS = 20
_MARKS = re.compile(r"([\\*_~`|>#\[\]()<@:\-+.!/])")
_BREAKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Told:
    """``data`` for programs; ``title`` and ``lines`` for people, in Discord's Markdown; ``path`` of its page."""

    data: dict[str, Any]
    title: str
    lines: Sequence[str] = field(default=())
    path: str = ""


def escaped(text: str) -> str:
    """A text on one line in which Discord finds no markup, no mention and no address."""
    return _MARKS.sub(r"\\\1", _BREAKS.sub(" ", text))


def message(hook: Webhook, event: str, told: Told, at: datetime) -> Delivery:
    """As it is sent, due at once. ``hook`` with its league."""
    key = uuid.uuid4()
    body = (
        _embed(hook.league, told, at)
        if hook.kind == Webhook.Kind.DISCORD
        else _json(hook, key, event, told, at)
    )
    return Delivery(
        webhook=hook, key=key, event=event, body=json.dumps(body, ensure_ascii=False), created=at, next_try=at
    )


def _json(hook: Webhook, key: uuid.UUID, event: str, told: Told, at: datetime) -> dict[str, Any]:
    league = hook.league
    return {
        "id": str(key),
        "event": event,
        "at": at.isoformat(),
        "league": {"slug": league.slug, "name": league.name, "address": absolute(league.get_absolute_url())},
        "address": absolute(told.path),
        "data": told.data,
    }


def _embed(league: League, told: Told, at: datetime) -> dict[str, Any]:
    return {
        "embeds": [
            {
                "title": _cut(told.title, TITLE_LENGTH),
                "url": absolute(told.path),
                "description": _cut("\n".join(told.lines), TEXT_LENGTH),
                "color": PITCH,
                "timestamp": at.isoformat(),
                "footer": {"text": _cut(league.name, TITLE_LENGTH)},
            }
        ],
        "allowed_mentions": {"parse": []},
    }


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


def absolute(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


# --- each kind ------------------------------------------------------------------------------------------------


def test(league: League) -> Told:
    return Told(
        {"test": True},
        _("A test"),
        [
            _("Dugout reaches this place, and will tell it what happens in {league}.").format(
                league=escaped(league.name)
            )
        ],
        league.get_absolute_url(),
    )


def match(result: Result, deaths: Sequence[Dead] = (), corrected: bool = False) -> Told:
    """A result with its fixture and both teams."""
    fixture = result.fixture
    score = f"{result.home_score}–{result.away_score}"
    home, away = escaped(fixture.home.name), escaped(fixture.away.name)
    title = f"{home} {score} {away}"
    casualties = _("Casualties: {home}–{away}").format(
        home=result.home_casualties, away=result.away_casualties
    )
    return Told(
        {
            "match": fixture.number,
            "round": fixture.round,
            "stage": fixture.stage,
            "home": _side(result, "home"),
            "away": _side(result, "away"),
            "winner": result.winner,
            "conceded_by": result.conceded_by,
            "undone": False,
            "act": result.act.sequence,
        },
        _("Corrected: {match}").format(match=title) if corrected else title,
        [casualties, *(_died(one) for one in deaths)],
        fixture.get_absolute_url(),
    )


def undone(fixture: Fixture) -> Told:
    """A fixture that has no result any more."""
    home, away = escaped(fixture.home.name), escaped(fixture.away.name)
    return Told(
        {
            "match": fixture.number,
            "round": fixture.round,
            "stage": fixture.stage,
            "home": {"team": fixture.home.slug, "name": fixture.home.name},
            "away": {"team": fixture.away.slug, "name": fixture.away.name},
            "undone": True,
        },
        _("Taken back: {home} v {away}").format(home=home, away=away),
        [_("The match has no result any more, and is to be played.")],
        fixture.get_absolute_url(),
    )


def _side(result: Result, side: str) -> dict[str, Any]:
    team = getattr(result.fixture, side)
    return {
        "team": team.slug,
        "name": team.name,
        "score": getattr(result, f"{side}_score"),
        "casualties": getattr(result, f"{side}_casualties"),
    }


@dataclass(frozen=True, slots=True)
class Dead:
    """A player who died in a match: ``path`` of his page, ``fate`` how."""

    player: str
    position: str
    team: str
    slug: str
    spp: int
    fate: str
    path: str


def death(one: Dead, fixture_number: int) -> Told:
    return Told(
        {
            "player": one.player,
            "position": one.position,
            "team": one.slug,
            "team_name": one.team,
            "star_player_points": one.spp,
            "fate": one.fate,
            "match": fixture_number,
        },
        _("{player} has died").format(player=escaped(one.player)),
        [_died(one)],
        one.path,
    )


def _died(one: Dead) -> str:
    died = _("† {player}, {position} of {team}").format(
        player=escaped(one.player), position=escaped(position_named(one.position)), team=escaped(one.team)
    )
    return f"{died}: {escaped(told(one.fate))}" if one.fate else died


def milestone(league: League, one: Notice, path: str) -> Told:
    """``path`` of whoever reached it."""
    who = escaped(one.who or league.name)
    return Told(
        {
            "what": one.what,
            "count": one.count,
            "title": one.title,
            "player": one.player,
            "team": one.slug,
            "team_name": one.team,
            "match": one.match,
        },
        f"{who}: {escaped(one.told)}",
        [escaped(one.team)] if one.player and one.team else [],
        path,
    )


def week(publication: Publication) -> Told:
    lines = publication.page.table
    return Told(
        {
            "year": publication.year,
            "week": publication.week,
            "season": publication.season.number,
            "table": [_line(line, line.row) for line in lines],
        },
        _("Week {week} of {year}").format(week=publication.week, year=publication.year),
        [_place(line) for line in lines[:TABLE_LINES]],
        publication.get_absolute_url(),
    )


def _line(line: Line, row: Row) -> dict[str, Any]:
    return {
        "place": row.place,
        "team": line.slug,
        "name": line.name,
        "points": row.points,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
    }


def _place(line: Line) -> str:
    """The full stop would make a list of it."""
    return f"{line.row.place}\\. **{escaped(line.name)}** {line.row.points}"


def round_of(one: Round, pairings: Iterable[Pairing]) -> Told:
    stage = one.stage
    competition = stage.competition
    found = list(pairings)
    title = one.name or _("Round {number}").format(number=one.number)
    lines = [_pairing(pairing) for pairing in found[:PAIRINGS]]
    path = reverse(
        "tournaments:competition_round",
        args=[competition.league.slug, competition.slug, stage.number, one.number],
    )
    return Told(
        {
            "competition": competition.slug,
            "name": competition.name,
            "stage": stage.number,
            "round": one.number,
            "pairings": [
                {
                    "table": pairing.table,
                    "home": pairing.home.name,
                    "away": pairing.away.name if pairing.away else None,
                }
                for pairing in found
            ],
        },
        f"{escaped(competition.name)}, {escaped(title)}",
        lines,
        path,
    )


def _pairing(one: Pairing) -> str:
    if one.away is None:
        return _("{name}: a bye").format(name=escaped(one.home.name))
    return _("{home} v {away}").format(home=escaped(one.home.name), away=escaped(one.away.name))


def bulletin(one: Bulletin) -> Told:
    """Its text is Markdown already, written by a commissioner; whom it names is not mentioned for it."""
    path = reverse("league:bulletins", args=[one.league.slug])
    return Told({"title": one.title, "text": one.text}, escaped(one.title), [as_text(one.text)], path)


def ended(competition: Competition, honoured: Sequence[Honour]) -> Told:
    return Told(
        {
            "competition": competition.slug,
            "name": competition.name,
            "honours": [
                {"name": one.name, "entry": one.entry.name, "coach": one.entry.coach_name, "why": one.why}
                for one in honoured
            ],
        },
        _("{competition} has ended").format(competition=escaped(competition.name)),
        [f"**{escaped(_(one.name))}**: {escaped(one.entry.name)}" for one in honoured],
        competition.get_absolute_url(),
    )
