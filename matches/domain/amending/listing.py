"""Amendments to read: in a list, in numbers before they land, and on the page of a match whose result they changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Case, QuerySet, Value, When
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.roster import MatchPlayed, decode_events
from engine.words import number
from league.domain.roles import Viewer
from league.models import League
from matches.domain.amending import wording
from matches.domain.amending.consequences import Consequences, How
from matches.domain.amending.past import Step
from matches.domain.amending.preparing import IN_HAND
from matches.domain.deriving import KIND
from matches.models import Amendment, AmendmentStatus, Fixture
from teams.domain.trail import Line
from teams.models import Act, RosterEvents, Team

# --- in a list ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listed:
    """``what`` names the act that is corrected: ``Match 3, round 5: A and B``."""

    amendment: Amendment
    what: str

    @property
    def how(self) -> str:
        return how(self.amendment)


def how(amendment: Amendment) -> str:
    """What kind of amendment it is, as a heading."""
    if amendment.log_id is not None:
        return _("Correction")
    return _("Undoing a correction") if amendment.act.amendment_id == amendment.act_id else _("Undoing")


def every(league: League) -> QuerySet[Amendment]:
    """All amendments of the league: those in preparation first, then the latest."""
    return (
        Amendment.objects.filter(league=league)
        .select_related("act", "by", "head", "log")
        .defer("log__document")
        .annotate(rank=Case(When(status__in=IN_HAND, then=Value(0)), default=Value(1)))
        .order_by("rank", "-updated", "-pk")
    )


def trail(viewer: Viewer) -> Iterator[Line]:
    """Corrections that are begun or were abandoned, for the audit trail: those that have landed are acts."""
    rows = listed(every(viewer.league).exclude(status=AmendmentStatus.LANDED))
    for one in rows:
        amendment = one.amendment
        text = ". ".join(part for part in (str(amendment.get_status_display()), amendment.reason) if part)
        address = reverse("matches:amendment", args=[viewer.league.slug, amendment.pk])
        by = amendment.by.username if amendment.by else ""
        yield Line("amendments", f"{one.how}: {one.what}", amendment.updated, by, text, address)


def listed(found: Iterable[Amendment]) -> list[Listed]:
    """In two queries."""
    rows = list(found)
    named = names([row.act for row in rows])
    return [Listed(row, named[row.act_id]) for row in rows]


def names(acts: Iterable[Act]) -> dict[int, str]:
    """What each act was, in words, by its primary key; acts of one league: two queries."""
    rows = {act.pk: act for act in acts}
    teams: dict[int, dict[int, Team]] = {pk: {} for pk in rows}
    for told in RosterEvents.objects.filter(act__in=rows).select_related("team").order_by("team__name_key"):
        teams[told.act_id][told.team_id] = told.team
    for pk, team in _of_undone(act for act in rows.values() if not teams[act.pk]):
        teams[pk][team.pk] = team
    return {
        pk: wording.what(
            Step(act.pk, act.place, act.sequence, act.kind, act.at, act.parameters, {}),
            tuple(sorted(teams[pk].values(), key=lambda one: one.name_key)),
        ).removesuffix(": ")
        for pk, act in rows.items()
    }


def _of_undone(acts: Iterable[Act]) -> Iterable[tuple[int, Team]]:
    """The teams of matches of which nothing is left; by the act's primary key."""
    undone = {act.pk: act for act in acts if act.kind == KIND and "fixture" in act.parameters}
    numbers = {act.parameters["fixture"] for act in undone.values()}
    leagues = {act.league_id for act in undone.values()}
    found = Fixture.objects.filter(league__in=leagues, number__in=numbers).select_related("home", "away")
    fixtures = {fixture.number: fixture for fixture in found}
    for pk, act in undone.items():
        fixture = fixtures.get(act.parameters["fixture"])
        if fixture is not None:
            yield pk, fixture.home
            yield pk, fixture.away


# --- in numbers ---------------------------------------------------------------------------------------------------


def _rewritten(ways: Mapping[How, int]) -> dict[How, str]:
    """A sentence for each way in which acts are rewritten."""
    return {
        "amended": ngettext(
            "{n} match gets its corrected log.", "{n} matches get their corrected logs.", ways["amended"]
        ),
        "undone": ngettext("{n} act is undone.", "{n} acts are undone.", ways["undone"]),
        "restored": ngettext(
            "{n} act stands again as it was before.",
            "{n} acts stand again as they were before.",
            ways["restored"],
        ),
        "anew": ngettext("{n} act is derived anew.", "{n} acts are derived anew.", ways["anew"]),
        "void": ngettext("{n} act no longer counts.", "{n} acts no longer count.", ways["void"]),
        "adjust": ngettext(
            "{n} act loses what cannot have been.", "{n} acts lose what cannot have been.", ways["adjust"]
        ),
        "decree": ngettext(
            "{n} act is put right by decree.", "{n} acts are put right by decree.", ways["decree"]
        ),
    }


def written(found: Consequences) -> tuple[str, ...]:
    """What would be written into the ledger, counted: what a commissioner reads before it lands."""
    ways = Counter(one.how for one in found.rewritten)
    lines = [told.format(n=number(ways[one])) for one, told in _rewritten(ways).items() if ways[one]]
    left = sum(item.way == "leave" for item in found.items)
    if left:
        lines.append(
            ngettext("{n} act is left as played.", "{n} acts are left as played.", left).format(
                n=number(left)
            )
        )
    results = sum(one.before != one.after for one in found.matches)
    lines.append(
        ngettext("{n} result changes.", "{n} results change.", results).format(n=number(results))
        if results
        else _("No result changes.")
    )
    teams = len(found.teams)
    lines.append(
        ngettext("{n} team comes out differently.", "{n} teams come out differently.", teams).format(
            n=number(teams)
        )
        if teams
        else _("No team comes out differently.")
    )
    return tuple(lines)


MOST = 20
"""Acts of an amendment that are named; what follows is counted."""


def landed(amendment: Amendment) -> tuple[list[tuple[Act, str]], int]:
    """What an amendment wrote, in words, and how much more there is; nothing of one that has not landed."""
    if amendment.head is None:
        return [], 0
    found = Act.objects.filter(amendment=amendment.head).order_by("place")
    acts = list(found[:MOST])
    named = names(acts)
    return [(act, named[act.pk]) for act in acts], found.count() - len(acts)


# --- on the page of a match ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Corrected:
    """The result of a match stands in the place of a ``former`` one, or was undone. Scores as text, ``2-1``.

    ``act`` is what stands; ``head`` the first act of the amendment that it came with: ``act`` itself, or that of an
    earlier match. ``restored``: it stands as it did before the former one.
    """

    act: Act
    head: Act
    former: Act
    restored: bool
    score: str
    casualties: str

    @property
    def undone(self) -> bool:
        return bool(self.act.parameters.get("void"))

    @property
    def reason(self) -> str:
        return str(self.head.parameters.get("reason", ""))

    @property
    def follows(self) -> bool:
        """It was settled so when something earlier was corrected."""
        return self.head.pk != self.act.pk


def corrected(fixture: Fixture) -> Corrected | None:
    """What was corrected of the result of a fixture, at last: three queries, one where nothing was."""
    standing = Act.objects.filter(league=fixture.league_id, kind=KIND, replaced_by=None).exclude(
        amendment=None
    )
    if fixture.played:
        standing = standing.filter(pk=fixture.result.act_id)
    else:
        standing = standing.filter(parameters__fixture=fixture.number, parameters__void=True)
    act = standing.select_related("by", "amendment").order_by("-sequence").first()
    if act is None or act.amendment is None:
        return None
    before = Act.objects.filter(league=fixture.league_id, place=act.place, sequence__lt=act.sequence)
    former, *earlier = before.order_by("-sequence")
    played = _played(former, fixture)
    return Corrected(
        act,
        act.amendment,
        former,
        bool(earlier) and _same(act, earlier[0]),
        f"{played.touchdowns_for}-{played.touchdowns_against}" if played else "",
        f"{played.casualties_for}-{played.casualties_against}" if played else "",
    )


def _same(one: Act, other: Act) -> bool:
    """Whether both say that the match was played by the same log, or that it was not played."""
    return all(one.parameters.get(name) == other.parameters.get(name) for name in ("log", "void", "settled"))


def _played(act: Act, fixture: Fixture) -> MatchPlayed | None:
    told = RosterEvents.objects.filter(act=act, team=fixture.home_id).first()
    events = decode_events(told.events) if told else ()
    return next((event for event in events if isinstance(event, MatchPlayed)), None)


def in_hand(viewer: Viewer, act: Act | None) -> Amendment | None:
    """The amendment of this act that is being prepared, for whoever may see it: one query, none for others."""
    if act is None or not viewer.is_commissioner:
        return None
    return Amendment.objects.filter(act=act, status__in=IN_HAND).first()
