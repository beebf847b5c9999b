"""The table of ratings, and what the rating of a coach is made of.

Both are kept under the numbers of the leagues' last acts and the versions of their competitions, so that whoever
changes something never has to think of ratings. Names of accounts are those of today.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Q
from django.utils.translation import gettext as _

from engine.contest import elo
from engine.questions import Refusal
from league.errors import NotVisible
from league.models import League, Membership, User
from teams.models import Team
from tournaments.domain.cached import cached
from tournaments.domain.ratings.coaches import Coach, of_account, within
from tournaments.domain.ratings.games import Games, Match, games
from tournaments.models import Competition, Entry
from tournaments.page import shown_place

DECIMALS = 2
"""To which ratings are shown; those that are level to them share a place."""


class Line(msgspec.Struct, frozen=True):
    """The rating of a coach with a race. ``best`` is the highest that it has been, ``change`` what the last match at
    ``at`` brought."""

    coach: str
    name: str
    user: int | None
    naf_number: int | None
    race: str
    rating: float
    games: int
    won: int
    drawn: int
    lost: int
    best: float
    change: float
    at: datetime
    place: int = 0
    shared: bool = False

    @property
    def shown(self) -> str:
        return shown_place(self.place, self.shared)


class Told(msgspec.Struct, frozen=True):
    """How one match moved a rating: from ``before`` to ``after``, by ``k`` times what was scored above the chance."""

    match: Match
    race: str
    opponent: str
    opponent_name: str
    opponent_user: int | None
    opponent_race: str
    opponent_rating: float
    before: float
    after: float
    change: float
    chance: float
    score: float
    k: float

    @property
    def result(self) -> str:
        return {1.0: "won", 0.5: "drawn", 0.0: "lost"}[self.score]


@dataclass(frozen=True, slots=True)
class Profile:
    """A coach with his ratings, the best first, and all that moved them, the latest first."""

    coach: Coach
    lines: tuple[Line, ...]
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The part of a table that was asked for. ``races`` are all that there are."""

    lines: tuple[Line, ...]
    races: tuple[str, ...]
    race: str
    order: str


ORDERS: dict[str, Callable[[Line], Any]] = {
    "rating": lambda line: (line.place, line.name.casefold(), line.race),
    "best": lambda line: (-line.best, line.place),
    "games": lambda line: (-line.games, line.place),
    "latest": lambda line: (-line.at.timestamp(), line.place),
    "name": lambda line: (line.name.casefold(), line.place),
    "race": lambda line: (line.race, line.place),
}
"""What a table can be put in order by."""


def ratings(league: League | None) -> tuple[Line, ...]:
    """All ratings of a league, or of all public leagues together, the best first; places are among all of them."""
    kept = cached(f"ratings:{_state(league)}", tuple[Line, ...], lambda: _lines(games(league)))
    return _called(kept)


def choose(league: League | None, race: str = "", order: str = "") -> Chosen:
    """The ratings with one race, or with all, in an order of ``ORDERS``. Places are among those that are chosen.

    Raises Refusal for an order that there is not.
    """
    order = order or "rating"
    if order not in ORDERS:
        raise Refusal(_("Ratings cannot be put in order by {order!r}.").format(order=order[:30]))
    everybody = ratings(league)
    lines = everybody if not race else _placed([one for one in everybody if one.race == race])
    races = sorted({one.race for one in everybody})
    return Chosen(tuple(sorted(lines, key=ORDERS[order])), tuple(races), race, order)


def profile(league: League | None, key: str, race: str = "") -> Profile:
    """What the ratings of a coach are made of, or that with one race. Raises NotVisible for one who is nobody here.

    Whoever has a team, or is a member, is somebody; he may have no rating yet. The NAF number of an account leads to
    the account.
    """
    coach, told = cached(
        f"ratings:{_state(league)}:{key}", tuple[Coach | None, tuple[Told, ...]], lambda: _told(league, key)
    )
    key = coach.key if coach is not None else key
    lines = tuple(one for one in ratings(league) if one.coach == key)
    if lines:
        one = lines[0]
        chosen = tuple(line for line in lines if race in ("", line.race))
        told = tuple(step for step in told if race in ("", step.race))
        return Profile(Coach(key, one.name, one.user, one.naf_number), chosen, _opponents(told))
    account = _somebody(league, key)
    if account is not None:
        return Profile(Coach(key, account.username, account.pk), (), ())
    if coach is None:
        raise NotVisible(_("There is no such coach."))
    return Profile(coach, (), ())


def _somebody(league: League | None, key: str) -> User | None:
    number = key.removeprefix("u")
    if number == key or not number.isdecimal() or len(number) > 15:
        return None
    here = (
        Q(pk__in=Team.objects.filter(within(league, "league")).values("coach"))
        | Q(pk__in=Entry.objects.filter(within(league, "competition__league")).values("user"))
        | Q(pk__in=Membership.objects.filter(within(league, "league")).values("user"))
    )
    return User.objects.filter(here, pk=int(number)).first()


# what is kept


def _state(league: League | None) -> str:
    """In two queries, as everything is now, whatever the caller has read before."""
    leagues = League.objects.filter(Q(pk=league.pk) if league is not None else Q(public=True))
    competitions = Competition.objects.filter(within(league, "league"))
    state = [
        list(leagues.order_by("pk").values_list("pk", "sequence")),
        list(competitions.order_by("pk").values_list("pk", "version")),
    ]
    scope = "all" if league is None else str(league.pk)
    return f"{scope}:{hashlib.sha256(msgspec.json.encode(state)).hexdigest()}"


def _lines(found: Games) -> tuple[Line, ...]:
    lines = []
    for one in elo.ratings(found.games):
        key, race = str(one.who[0]), one.who[1]
        coach, last = _coach(found, key), one.steps[-1]
        lines.append(
            Line(
                coach=key,
                name=coach.name,
                user=coach.user,
                naf_number=coach.naf_number,
                race=race,
                rating=one.value,
                games=len(one.steps),
                won=one.scored(1),
                drawn=one.scored(0.5),
                lost=one.scored(0),
                best=one.best,
                change=last.change,
                at=found.matches[int(last.key)].at,
            )
        )
    return _placed(lines)


def _placed(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines, the best first, with their places among each other."""
    found = sorted(lines, key=lambda line: -round(line.rating, DECIMALS))
    values = [round(one.rating, DECIMALS) for one in found]
    first: dict[float, int] = {}
    count: dict[float, int] = {}
    for place, value in enumerate(values, 1):
        first.setdefault(value, place)
        count[value] = count.get(value, 0) + 1
    return tuple(
        msgspec.structs.replace(one, place=first[value], shared=count[value] > 1)
        for one, value in zip(found, values, strict=True)
    )


def _coach(found: Games, key: str) -> Coach:
    """One who played with teams alone is known by his account."""
    return found.coaches.get(key) or Coach(key, "", int(key.removeprefix("u")))


def _told(league: League | None, key: str) -> tuple[Coach | None, tuple[Told, ...]]:
    found = games(league)
    number = key.removeprefix("n")
    if number != key and number.isdecimal() and len(number) < 10 and int(number) in found.accounts:
        key = of_account(found.accounts[int(number)])
    steps = [
        (one.who[1], step) for one in elo.ratings(found.games) if one.who[0] == key for step in one.steps
    ]
    steps.sort(key=lambda step: -int(step[1].key))
    told = []
    for race, step in steps:
        opponent = _coach(found, str(step.opponent[0]))
        told.append(
            Told(
                match=found.matches[int(step.key)],
                race=race,
                opponent=opponent.key,
                opponent_name=opponent.name,
                opponent_user=opponent.user,
                opponent_race=step.opponent[1],
                opponent_rating=step.opponent_rating,
                before=step.rating,
                after=step.after,
                change=step.change,
                chance=step.chance,
                score=step.score,
                k=step.k,
            )
        )
    return found.coaches.get(key), tuple(told)


# names of today


def _names(users: Iterable[int | None]) -> dict[int, str]:
    return dict(User.objects.filter(pk__in={one for one in users if one}).values_list("pk", "username"))


def _called(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    names = _names(one.user for one in lines)
    return tuple(
        msgspec.structs.replace(one, name=names.get(one.user, one.name)) if one.user else one for one in lines
    )


def _opponents(told: tuple[Told, ...]) -> tuple[Told, ...]:
    names = _names(one.opponent_user for one in told)
    return tuple(
        msgspec.structs.replace(one, opponent_name=names.get(one.opponent_user, one.opponent_name))
        if one.opponent_user
        else one
        for one in told
    )
