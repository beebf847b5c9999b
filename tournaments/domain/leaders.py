"""Who leads the league: players by what they have done in their careers, and who has died."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from engine.roster import Departed, Injured, decode_events
from league.models import League
from teams.models import Player, RosterEvents, Status
from tournaments.domain.cached import cached
from tournaments.page import MEASURES, Board, Death, Injury, Leader, Measure

BOARD_LENGTH = 10


def boards(league: League, length: int = BOARD_LENGTH) -> tuple[Board, ...]:
    """One board a measure, nobody on it who has none. Worked out once for each number of the league's last act."""
    key = f"leaders:{league.pk}:{league.sequence}:{length}"
    return cached(
        key, tuple[Board, ...], lambda: tuple(_board(league, measure, length) for measure in MEASURES)
    )


def _board(league: League, measure: Measure, length: int) -> Board:
    # Who was traded took all that he has done along: he stands where he plays now.
    players = (
        Player.objects.filter(team__league=league, **{f"{measure}__gt": 0})
        .exclude(status=Status.TRADED)
        .select_related("team")
        .only(measure, "name", "uid", "position", "status", "spp", "team__name", "team__slug")
        .order_by(f"-{measure}", "-spp", "name", "team", "uid")
    )
    # One more than is shown, to tell whether the last place is shared with somebody who is not.
    found = list(players[: length + 1])
    values = [getattr(player, measure) for player in found]
    return Board(
        measure,
        tuple(
            Leader(
                place=values.index(value) + 1,
                shared=values.count(value) > 1,
                value=value,
                player=player.name,
                uid=player.uid,
                position=player.position,
                team=player.team.name,
                slug=player.team.slug,
                status=player.status,
            )
            for player, value in zip(found[:length], values, strict=False)
        ),
    )


def deaths(league: League, since: datetime | None = None, length: int = BOARD_LENGTH) -> tuple[Death, ...]:
    """The latest deaths, the latest first."""
    key = f"deaths:{league.pk}:{league.sequence}:{length}:{since and since.timestamp()}"
    return cached(key, tuple[Death, ...], lambda: _deaths(league, since, length))


def _deaths(league: League, since: datetime | None, length: int) -> tuple[Death, ...]:
    """Of those who are dead: whoever came back by decree has no line, and nobody has two."""
    rows = _telling(league, '"dead"', since)
    dead = {
        (one.team_id, one.uid): one for one in Player.objects.filter(team__league=league, status=Status.DEAD)
    }
    found: dict[tuple[int, int], Death] = {}
    for row in rows.iterator(chunk_size=length):
        for event in decode_events(row.events):
            player = dead.get((row.team_id, event.player)) if isinstance(event, Departed) else None
            if player is not None and isinstance(event, Departed) and event.status == "dead":
                found.setdefault((row.team_id, event.player), _death(row, event, player))
        if len(found) >= length:
            break
    return tuple(found.values())[:length]


def _telling(league: League, word: str, since: datetime | None) -> QuerySet[RosterEvents]:
    """What acts did to rosters where the word is in it, the latest first."""
    told = RosterEvents.objects.filter(act__league=league, act__replaced_by=None, events__contains=word)
    if since is not None:
        told = told.filter(act__at__gt=since)
    return told.select_related("act", "team").defer("act__answers").order_by("-act__place", "team")


def injuries(league: League, since: datetime, length: int) -> tuple[Injury, ...]:
    """Injuries since then that left something, the latest first, of players who did not die."""
    key = f"injuries:{league.pk}:{league.sequence}:{length}:{since.timestamp()}"
    return cached(key, tuple[Injury, ...], lambda: _injuries(league, since, length))


def _injuries(league: League, since: datetime, length: int) -> tuple[Injury, ...]:
    rows = list(_telling(league, '"injured"', since)[:length])
    teams = {row.team_id for row in rows}
    alive = {
        (one.team_id, one.uid): one
        for one in Player.objects.filter(team__in=teams).exclude(status=Status.DEAD).defer("start", "skills")
    }
    found = [
        _injury(row, event, alive[row.team_id, event.player])
        for row in rows
        for event in decode_events(row.events)
        if isinstance(event, Injured) and (row.team_id, event.player) in alive
    ]
    return tuple(found[:length])


def _injury(row: RosterEvents, event: Injured, player: Player) -> Injury:
    return Injury(
        player=player.name,
        uid=player.uid,
        position=player.position,
        team=row.team.name,
        slug=row.team.slug,
        injury=event.injury,
        effect=event.effect,
        misses=event.misses_next,
        at=row.act.at,
    )


def _death(row: RosterEvents, event: Departed, player: Player) -> Death:
    return Death(
        player=player.name,
        uid=player.uid,
        position=player.position,
        team=row.team.name,
        slug=row.team.slug,
        spp=player.spp,
        fate=event.fate,
        at=row.act.at,
    )
