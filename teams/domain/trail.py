"""The audit trail of a league: its acts, and what was changed beside the ledger, searched and in one order.

Apps around this one add lines that are no acts: ``sources`` are asked for them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.acts import search_key
from engine.questions import Refusal
from league.domain import rules
from league.domain.roles import Viewer
from league.domain.rule_fields import changed_paths
from league.models import League
from teams.domain import queries
from teams.domain.queries import Told
from teams.models import Act, Player, RosterEvents

TYPED_MOST = 100
"""Characters of a word that is searched for."""
PLAYERS_MOST = 20
"""Players of one name whose acts are looked for."""
YEARS = range(1900, 2200)
"""Of a day that is asked for: beyond, it has no moment in every time zone."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is searched for; empty fields ask for everything. ``kind`` is one of an act, or of a source."""

    kind: str = ""
    team: str = ""
    player: str = ""
    by: str = ""
    words: str = ""
    since: date | None = None
    until: date | None = None

    @property
    def of_acts(self) -> bool:
        """Only acts are about a team or a player, or of a kind of theirs."""
        return bool(self.team or self.player or self.kind in queries.KINDS)


@dataclass(frozen=True, slots=True)
class Line:
    """Something that is no act. ``kind`` is that of its source, ``by`` a name, empty for the clock."""

    kind: str
    name: str
    at: datetime
    by: str
    text: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Lines that are no acts. ``words`` says what they are about; ``private``: commissioners alone read them."""

    words: str
    lines: Callable[[Viewer], Iterable[Line]]
    private: bool = False

    def is_for(self, viewer: Viewer) -> bool:
        return viewer.is_commissioner or not self.private


sources: dict[str, Source] = {}
"""By the kind of their lines."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One line of the trail: an act, or something else."""

    act: Told | None = None
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class Trail:
    """Everything that was asked for, the latest first: primary keys of acts and other lines, to be cut into pages."""

    league: League
    found: tuple[int | Line, ...]

    def shown(self, part: Sequence[int | Line]) -> list[Shown]:
        """In a number of queries that does not depend on how many there are."""
        keys = [one for one in part if isinstance(one, int)]
        acts = queries.acts(self.league).filter(pk__in=keys)
        told = {one.act.pk: one for one in queries.told(self.league, acts)} if keys else {}
        return [Shown(act=told[one]) if isinstance(one, int) else Shown(line=one) for one in part]


def kinds(viewer: Viewer) -> list[tuple[str, str]]:
    """What may be asked for, with its words: kinds of acts, then the rest."""
    rest = [(kind, _(source.words)) for kind, source in sources.items() if source.is_for(viewer)]
    return [*queries.kinds(viewer.league), *rest]


def search(viewer: Viewer, asked: Asked) -> Trail:
    league = viewer.league
    rows: list[tuple[datetime, int, int, int | Line]] = []
    if not asked.kind or asked.kind in queries.KINDS:
        found = _acts(league, asked).values_list("at", "place", "sequence", "pk")
        rows += [(at, place, sequence, pk) for at, place, sequence, pk in found]
    if not asked.of_acts:
        rows += [(line.at, 0, 0, line) for line in _lines(viewer, asked)]
    rows.sort(key=lambda row: row[:3], reverse=True)
    return Trail(league, tuple(row[3] for row in rows))


def _lines(viewer: Viewer, asked: Asked) -> Iterator[Line]:
    by, words = search_key(asked.by), search_key(asked.words)
    first, last = _window(asked)
    for kind, source in sources.items():
        if (asked.kind and asked.kind != kind) or not source.is_for(viewer):
            continue
        for line in source.lines(viewer):
            if (
                by in search_key(line.by)
                and words in search_key(f"{line.name} {line.text}")
                and (first is None or line.at >= first)
                and (last is None or line.at < last)
            ):
                yield line


def _window(asked: Asked) -> tuple[datetime | None, datetime | None]:
    """From the beginning of the first day to the end of the last."""
    first = timezone.make_aware(datetime.combine(asked.since, time.min)) if asked.since else None
    last = asked.until + timedelta(days=1) if asked.until else None
    return first, timezone.make_aware(datetime.combine(last, time.min)) if last else None


def _acts(league: League, asked: Asked) -> QuerySet[Act]:
    team = queries.get_team(league, asked.team) if asked.team else None
    found = queries.acts(league, team, asked.kind)
    first, last = _window(asked)
    if first is not None:
        found = found.filter(at__gte=first)
    if last is not None:
        found = found.filter(at__lt=last)
    if asked.by:
        found = found.filter(by__search_key__contains=search_key(asked.by))
    if asked.player:
        found = found.filter(pk__in=_of_player(league, asked).values("act"))
    if asked.words:
        found = _with_words(league, found, asked.words)
    return found


def _of_player(league: League, asked: Asked) -> QuerySet[RosterEvents]:
    """Events that name one of the players of this name. They are JSON as the ledger writes it, without spaces."""
    players = Player.objects.filter(team__league=league, search_key__contains=search_key(asked.player))
    if asked.team:
        players = players.filter(team__slug=asked.team)
    named = [
        Q(team=team)
        & (
            Q(events__contains=f'"player":{uid},')
            | Q(events__contains=f'"player":{uid}}}')
            | Q(events__contains=f'"id":{uid},')
        )
        for team, uid in players.values_list("team", "uid")[:PLAYERS_MOST]
    ]
    return RosterEvents.objects.filter(reduce(or_, named)) if named else RosterEvents.objects.none()


def _with_words(league: League, found: QuerySet[Act], words: str) -> QuerySet[Act]:
    """In what was said with an act, in what it did, or in the name of a team that it did it to."""
    # JSON of a column may be written with escapes, that of the ledger is not.
    escaped = json.dumps(words)[1:-1]
    events = RosterEvents.objects.filter(team__league=league).filter(
        Q(events__icontains=words) | Q(team__search_key__contains=search_key(words))
    )
    return found.annotate(said=Cast("parameters", TextField())).filter(
        Q(said__icontains=words) | Q(said__icontains=escaped) | Q(pk__in=events.values("act"))
    )


def day_of(text: str) -> date | None:
    """``2026-11-30``; None for nothing. Raises Refusal for what is no day, or far from every league."""
    if not text:
        return None
    with suppress(ValueError):
        day = date.fromisoformat(text)
        if day.year in YEARS:
            return day
    raise Refusal(_("{given!r} is no day; one is written as in 2026-11-30.").format(given=text[:20]))


def rule_lines(viewer: Viewer) -> Iterator[Line]:
    """Each change of the league's rules."""
    books = rules.history(viewer.league)
    for book, before in pairwise(books):
        changes = [
            _("{path}: {before}, then {after}").format(path=path, before=old, after=new)
            for path, old, new in changed_paths(before.house_rules, book.house_rules)
        ]
        text = "; ".join(changes) or _("Points or edition")
        yield Line("rules", _("House rules"), book.created, book.by.username if book.by else "", text)


def changes_of(act: Told) -> str:
    """What an act did to each team, on one line: for a spreadsheet."""
    parts: list[Any] = [f"{team.name}: {' '.join(sentences)}" for team, sentences in act.teams]
    return " ".join(parts)
