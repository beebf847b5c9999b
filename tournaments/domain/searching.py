"""Finding leagues, teams, players, coaches and pages by what somebody types.

Names are found without case and accents (``engine.acts.search_key``): first those that begin with what is typed, then
those in which a word does, then any that hold it. A private league does not exist for strangers, nor what is in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Subquery, Value, When
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.acts import search_key
from engine.questions import Refusal
from engine.words import named, position_named
from league.domain import queries, roles
from league.domain.roles import Person, Viewer
from league.models import Membership, User
from teams.models import Player, Team
from tournaments.domain.ratings.coaches import of_account

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Kind = Literal["pages", "leagues", "teams", "coaches", "players"]

SHOWN = 5
"""Of each kind, where all kinds are shown."""
SHOWN_ALONE = 100
"""Of a kind that is asked for alone."""
TYPED_MOST = 100
"""Characters that are looked at."""
WORDS_MOST = 6


@dataclass(frozen=True, slots=True)
class Found:
    """``told`` is what tells namesakes apart, in a few words."""

    name: str
    address: str
    told: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """What was found of a kind, the best first. ``more``: there is more of it than is shown."""

    kind: Kind
    title: str
    found: tuple[Found, ...]
    more: bool

    @property
    def more_named(self) -> str:
        """``More teams``: the words of the link to all of them."""
        return str(MORE[self.kind])


@dataclass(frozen=True, slots=True)
class Search:
    """``text`` as it was typed; groups without anything are left out."""

    text: str
    groups: tuple[Group, ...]
    too_short: bool


def search(user: Person, text: str, kind: str = "", league: str = "") -> Search:
    """What the person may see of it, in a fixed number of queries. ``kind`` asks for one kind alone.

    ``league`` is the address of the league whose pages are found as well; one that the person may not read adds none.
    Nothing typed finds the pages. Raises Refusal for a kind that there is not.
    """
    if kind and kind not in TITLES:
        said = _("{kind!r} is nothing that can be found; choose one of {kinds}.")
        raise Refusal(said.format(kind=kind, kinds=", ".join(TITLES)))
    typed = search_key(text[:TYPED_MOST])
    words = typed.split()[:WORDS_MOST]
    # One plain letter stands in nearly every name; one of another script may be a whole name.
    too_short = len(typed) == 1 and typed.isascii()
    names = typed if words and not too_short else ""
    most = SHOWN_ALONE if kind else SHOWN
    groups = []
    for one in TITLES:
        if kind in ("", one):
            found = _pages(user, league, words) if one == "pages" else _named(one, user, names, words, most)
            if found:
                shown = found if one == "pages" else found[:most]
                groups.append(Group(one, str(TITLES[one]), tuple(shown), len(found) > len(shown)))
    return Search(text.strip(), tuple(groups), too_short)


TITLES: dict[Kind, StrPromise] = {
    "pages": gettext_lazy("Pages"),
    "leagues": gettext_lazy("Leagues"),
    "teams": gettext_lazy("Teams"),
    "coaches": gettext_lazy("Coaches"),
    "players": gettext_lazy("Players"),
}
"""The kinds in the order in which they are shown."""

MORE: dict[Kind, StrPromise] = {
    "pages": gettext_lazy("More pages"),
    "leagues": gettext_lazy("More leagues"),
    "teams": gettext_lazy("More teams"),
    "coaches": gettext_lazy("More coaches"),
    "players": gettext_lazy("More players"),
}


def _named(kind: Kind, user: Person, typed: str, words: list[str], most: int) -> list[Found]:
    """One more than ``most``, if there is one."""
    if not typed:
        return []
    finders = {"leagues": _leagues, "teams": _teams, "coaches": _coaches, "players": _players}
    rows = _matching(finders[kind](user), typed, words)[: most + 1]
    return [_TOLD[kind](row) for row in rows]


def _matching(rows: QuerySet[Any], typed: str, words: list[str]) -> QuerySet[Any]:
    for word in words:
        rows = rows.filter(search_key__contains=word)
    place = Case(
        When(search_key__startswith=typed, then=Value(0)),
        When(search_key__contains=f" {typed}", then=Value(1)),
        When(search_key__contains=typed, then=Value(2)),
        default=Value(3),
    )
    return rows.annotate(place=place).order_by("place", "search_key", "pk")


# --- what is there to be found ----------------------------------------------------------------------------------


def _leagues(user: Person) -> QuerySet[Any]:
    return queries.readable_leagues(user)


def _teams(user: Person) -> QuerySet[Any]:
    rows = Team.objects.filter(league__in=queries.readable_leagues(user), withdrawn=False)
    return rows.select_related("league", "coach")


def _players(user: Person) -> QuerySet[Any]:
    rows = Player.objects.filter(team__league__in=queries.readable_leagues(user), team__withdrawn=False)
    return rows.select_related("team__league")


def _coaches(user: Person) -> QuerySet[Any]:
    """Whoever is a member, or has a team, where the person may read. ``public`` says whether all the world sees it."""
    readable = queries.readable_leagues(user)
    member, team = Membership.objects.filter(user=OuterRef("pk")), Team.objects.filter(coach=OuterRef("pk"))
    team = team.filter(withdrawn=False)
    return User.objects.annotate(
        public=Exists(member.filter(league__public=True)) | Exists(team.filter(league__public=True)),
        member_of=Subquery(member.filter(league__in=readable).order_by("league").values("league__slug")[:1]),
        team_in=Subquery(team.filter(league__in=readable).order_by("league").values("league__slug")[:1]),
    ).filter(Q(member_of__isnull=False) | Q(team_in__isnull=False))


def _told_league(row: Any) -> Found:
    return Found(row.name, row.get_absolute_url(), "" if row.public else _("Private"))


def _told_team(row: Team) -> Found:
    race = named(row.race)
    coach = f"{race}, {row.coach.username}" if row.coach else race
    return Found(row.name, row.get_absolute_url(), f"{coach} · {row.league.name}")


def _told_player(row: Player) -> Found:
    position = position_named(row.position)
    what = position if row.active else f"{position}, {row.get_status_display().lower()}"
    return Found(row.name, row.get_absolute_url(), f"{what} · {row.team.name}, {row.team.league.name}")


def _told_coach(row: Any) -> Found:
    key = of_account(row.pk)
    if row.public:
        return Found(row.username, reverse("tournaments:rating", args=[key]))
    league = row.member_of or row.team_in
    return Found(row.username, reverse("tournaments:league_rating", args=[league, key]))


_TOLD = {"leagues": _told_league, "teams": _told_team, "coaches": _told_coach, "players": _told_player}


# --- pages ------------------------------------------------------------------------------------------------------

LEAGUE_PAGES: tuple[tuple[StrPromise, str, roles.Required], ...] = (
    (gettext_lazy("Home"), "tournaments:home", "reader"),
    (gettext_lazy("Standings"), "tournaments:standings", "reader"),
    (gettext_lazy("Competitions"), "tournaments:competitions", "reader"),
    (gettext_lazy("Fixtures"), "matches:fixtures", "reader"),
    (gettext_lazy("Teams"), "teams:teams", "reader"),
    (gettext_lazy("Leaders"), "tournaments:leaders", "reader"),
    (gettext_lazy("Ratings"), "tournaments:league_ratings", "reader"),
    (gettext_lazy("Published pages"), "tournaments:publications", "reader"),
    (gettext_lazy("News"), "league:bulletins", "reader"),
    (gettext_lazy("Acts"), "teams:acts", "reader"),
    (gettext_lazy("Graveyard"), "teams:graveyard", "reader"),
    (gettext_lazy("Members"), "league:members", "reader"),
    (gettext_lazy("Rules"), "league:rules", "reader"),
    (gettext_lazy("Calendars and mail"), "tournaments:subscriptions", "reader"),
    (gettext_lazy("Draft a team"), "teams:draft", "coach"),
    (gettext_lazy("New fixture"), "matches:fixture_new", "commissioner"),
    (gettext_lazy("Write news"), "league:new_bulletin", "commissioner"),
    (gettext_lazy("New competition"), "tournaments:competition_new", "commissioner"),
    (gettext_lazy("Corrections"), "matches:amendments", "commissioner"),
    (gettext_lazy("Settings"), "league:settings", "commissioner"),
    (gettext_lazy("Archive"), "tournaments:archive", "commissioner"),
)
"""Pages of a league: what they are called, the route, and who may open them."""

PAGES = (
    (gettext_lazy("Leagues"), "league:front"),
    (gettext_lazy("Ratings of all coaches"), "tournaments:ratings"),
    (gettext_lazy("API"), "docs"),
)
ACCOUNT_PAGES = (
    (gettext_lazy("Email addresses"), "account_email"),
    (gettext_lazy("Password"), "account_change_password"),
    (gettext_lazy("API token"), "league:token"),
    (gettext_lazy("Your data: download it, delete your account"), "tournaments:account"),
)
STAFF_PAGES = (
    (gettext_lazy("Open a league"), "league:create"),
    (gettext_lazy("Import a league"), "tournaments:import"),
    (gettext_lazy("Admin"), "admin:index"),
)


def _pages(user: Person, slug: str, words: list[str]) -> list[Found]:
    """Every page that the words are about, those of the league first."""
    viewer = _viewer(user, slug) if slug else None
    found = list(_pages_of(viewer)) if viewer is not None else []
    plain = [*PAGES, *(ACCOUNT_PAGES if user.is_authenticated else ())]
    plain += STAFF_PAGES if user.is_staff else ()
    found += [Found(str(name), reverse(route)) for name, route in plain]
    return [one for one in found if all(word in search_key(one.name) for word in words)]


def _viewer(user: Person, slug: str) -> Viewer | None:
    try:
        return queries.get_league(slug, user)[1]
    except roles.NotVisible:
        return None


def _pages_of(viewer: Viewer) -> Iterable[Found]:
    for name, route, required in LEAGUE_PAGES:
        if roles.may(viewer, required):
            yield Found(str(name), reverse(route, args=[viewer.league.slug]))
