"""Who is one coach.

Matches are played by teams, whose coaches have accounts, and by entries of competitions, which may have an account, a
NAF number, or a name alone. A coach is known, in this order,

- by his account: that of who coached the team when it played, as the ledger has it, or that of the entry;
- by his NAF number, where the entry has no account. If entries with that number name one account and no other, it is
  the number of that account, and both are one coach;
- by his name, where the entry has neither: the coach's, or else the entry's. Entries of one league with the same name,
  as names are compared, are one coach. Those of two leagues are not: each may have its own Tom.

Whoever played for an entry before another took it over is known in the same order, by what is kept with the match.

An entry that stands for all whom the NAF does not know is nobody, and neither is a team that nobody coaches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_noop

from engine.acts import name_key
from engine.formats.naf_events import NON_NAF, THEIRS, ours
from league.models import League, User
from teams.models import Act, Team
from tournaments.domain.competing.entering import PLAYED_BY
from tournaments.models import Entry, Pairing

UNKNOWN_RACE = gettext_noop("Unknown")

_RACES = {name_key(said): ours(theirs) for race, theirs in THEIRS.items() for said in (theirs, race)}
_NOBODY = name_key(NON_NAF)


def race_name(said: str) -> str:
    """Our name of a race that was written down as ours or as the NAF's; one that neither knows stays as it is."""
    return _RACES.get(name_key(said), said.strip()) or UNKNOWN_RACE


def within(league: League | None, of: str) -> Q:
    """``of`` is the way to the league from a row: that league, or every public one."""
    return Q(**{of: league}) if league is not None else Q(**{f"{of}__public": True})


@dataclass(frozen=True, slots=True)
class Coach:
    """``key`` is his address: ``u`` and his account, ``n`` and his number, or ``e`` and the first entry with his name.
    One whose name no entry has any more is ``h`` or ``a`` and the first match that he played at home or away.

    ``name`` is the one that was written down last; whoever has an account is called as that.
    """

    key: str
    name: str
    user: int | None = None
    naf_number: int | None = None


def of_account(user: int) -> str:
    return f"u{user}"


class Entered:
    """The coaches of entries, by the primary key of the competition and the number of the entry, and those who played
    for them before, by the match and the side. ``accounts`` are those that have a NAF number, by it."""

    def __init__(self, league: League | None) -> None:
        rows = list(
            Entry.objects.filter(within(league, "competition__league"))
            .order_by("pk")
            .values(
                "pk",
                "competition_id",
                "competition__league_id",
                "number",
                "user_id",
                "naf_number",
                "coach",
                "name",
                "race",
                "state",
            )
        )
        before = _before(league)
        self.coaches: dict[str, Coach] = {}
        self.races: dict[tuple[int, int], str] = {}
        self._keys: dict[tuple[int, int], str | None] = {}
        self._taking_part: dict[int, set[str]] = {}
        self.accounts = accounts = _accounts([*rows, *before.values()])
        by_name: dict[tuple[int, str], str] = {}
        for row in rows:
            seat = (row["competition_id"], row["number"])
            coach = _coach(row, accounts, by_name, f"e{row['pk']}")
            self.races[seat] = race_name(row["race"])
            self._keys[seat] = coach.key if coach else None
            if coach is None:
                continue
            self.coaches[coach.key] = _told(self.coaches.get(coach.key), coach)
            if row["state"] != Entry.State.ANNULLED:
                self._taking_part.setdefault(seat[0], set()).add(coach.key)
        self._before: dict[tuple[int, str], str | None] = {}
        for (pairing, side), told in before.items():
            coach = _coach(told, accounts, by_name, f"{side[0]}{pairing}")
            self._before[pairing, side] = coach.key if coach else None
            if coach is not None:
                # What an entry says of him now was written down later.
                self.coaches[coach.key] = _told(coach, self.coaches.get(coach.key, coach))

    def key(self, competition: int, number: Any, pairing: int, side: str) -> str | None:
        """Who played this side of the match: the coach of the entry, or who had it then."""
        if (pairing, side) in self._before:
            return self._before[pairing, side]
        return self._keys.get((competition, number))

    def taking_part(self, competition: int) -> int:
        """How many coaches it has; one who took an entry over comes in the place of who had it."""
        return len(self._taking_part.get(competition, ()))


def _before(league: League | None) -> dict[tuple[int, str], dict[str, Any]]:
    """Who played matches of entries that another has taken over since, told as entries are, by match and side."""
    found = list(
        Pairing.objects.filter(within(league, "round__stage__competition__league"))
        .filter(**{f"reports__{PLAYED_BY}__isnull": False})
        .order_by("pk")
        .values_list(
            "pk",
            "round__stage__competition__league_id",
            f"reports__{PLAYED_BY}",
            "home__name",
            "away__name",
        )
    )
    told = [
        (pk, here, side, who[side], name)
        for pk, here, who, *names in found
        for side, name in zip(("home", "away"), names, strict=True)
        if side in who
    ]
    called = {one["account"] for _, _, _, one, _ in told} - {""}
    users = dict(User.objects.filter(username__in=called).values_list("username", "pk")) if called else {}
    return {
        (pk, side): {
            "competition__league_id": here,
            "user_id": users.get(one["account"]),
            "naf_number": one["naf_number"],
            "coach": one["coach"],
            "name": name,
        }
        for pk, here, side, one, name in told
    }


def _accounts(rows: Iterable[Mapping[str, Any]]) -> dict[int, int]:
    """Accounts by the NAF numbers that are theirs."""
    found: dict[int, set[int]] = {}
    for row in rows:
        if row["naf_number"] is not None and row["user_id"] is not None:
            found.setdefault(row["naf_number"], set()).add(row["user_id"])
    return {number: next(iter(users)) for number, users in found.items() if len(users) == 1}


def _coach(
    row: Mapping[str, Any], accounts: Mapping[int, int], by_name: dict[tuple[int, str], str], key: str
) -> Coach | None:
    """``key`` is his where he has no other, and nobody with his name was before him."""
    name, number = row["coach"] or row["name"], row["naf_number"]
    user = row["user_id"] or accounts.get(number)
    if user is not None:
        return Coach(of_account(user), name, user, number)
    if number is not None:
        return Coach(f"n{number}", name, None, number)
    known_as = name_key(name)
    if known_as in ("", _NOBODY):
        return None
    return Coach(by_name.setdefault((row["competition__league_id"], known_as), key), name)


def _told(before: Coach | None, now: Coach) -> Coach:
    if before is None or now.naf_number is not None:
        return now
    return Coach(now.key, now.name, now.user, before.naf_number)


class Coached:
    """Who coached a team when it played, and its race."""

    def __init__(self, league: League | None) -> None:
        rows = Team.objects.filter(within(league, "league"))
        self._teams = {
            pk: (league_id, slug, coach, race_name(race))
            for pk, league_id, slug, coach, race in rows.order_by().values_list(
                "pk", "league_id", "slug", "coach_id", "race"
            )
        }
        self._said = _said(league)

    def race(self, team: int) -> str:
        return self._teams[team][3]

    def coach(self, team: int, place: int) -> int | None:
        """His account, by the place of the act that played the match; None where nobody knows it any more.

        Acts name accounts. Where the last has another name now, it is the one that the team belongs to.
        """
        league, slug, coach, _ = self._teams[team]
        said = self._said.get((league, slug), ())
        before = [account for at, account in said if at < place]
        if not before or (len(before) == len(said) and before[-1] is None):
            return coach
        return before[-1]


def _said(league: League | None) -> dict[tuple[int, str], list[tuple[int, int | None]]]:
    """What acts say of the coaches of teams that were handed over: (place, account) in order, by league and address."""
    handed = list(
        Act.objects.filter(within(league, "league"), kind="hand_over", replaced_by=None)
        .order_by("place")
        .values_list("league_id", "place", "parameters")
    )
    handed = [one for one in handed if not one[2].get("void")]
    if not handed:
        return {}
    said = [(one, place, told["team"], told["coach"]) for one, place, told in handed]
    drafted = _drafted({(one, team) for one, _, team, _ in said})
    names = {name for _, _, _, name in (*drafted, *said)}
    accounts = User.objects.in_bulk(names, field_name="username")
    found: dict[tuple[int, str], list[tuple[int, int | None]]] = {}
    for one, place, team, name in (*drafted, *said):
        account = accounts.get(name)
        found.setdefault((one, team), []).append((place, account.pk if account else None))
    return found


def _drafted(teams: Collection[tuple[int, str]]) -> list[tuple[int, int, str, str]]:
    rows = (
        Act.objects.filter(kind="draft", replaced_by=None, league__in={one for one, _ in teams})
        .filter(roster_events__team__slug__in={team for _, team in teams})
        .order_by("place")
        .values_list("league_id", "place", "roster_events__team__slug", "parameters")
    )
    return [
        (one, place, team, told.get("coach") or "") for one, place, team, told in rows if (one, team) in teams
    ]
