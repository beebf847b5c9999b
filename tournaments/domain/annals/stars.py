"""Star players for hire: for whom each has played, and what he did there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.domain.roles import NotVisible
from league.models import League
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.told import MatchTold, StarTold, TeamTold

FATES = {
    "saved": gettext_noop("saved"),
    "badly_hurt": gettext_noop("badly hurt"),
    "serious": gettext_noop("seriously injured"),
    "dead": gettext_noop("dead"),
    "sent_off": gettext_noop("sent off"),
}


@dataclass(frozen=True, slots=True)
class Appearance:
    """One match of a star. ``team`` hired him against ``rival``; the score is from its side."""

    match: MatchTold
    star: StarTold
    team: TeamTold
    rival: TeamTold
    score: str
    outcome: str

    @property
    def fate(self) -> str:
        """How he was carried off, in a word or two; empty where he was not."""
        return _(FATES[self.star.fate]) if self.star.fate else ""


@dataclass(slots=True)
class Star:
    """A career: sums over its ``appearances``, the latest first. ``paid`` gold pieces, ``teams`` that hired him."""

    name: str
    position: str
    appearances: list[Appearance] = field(default_factory=list)

    @property
    def slug(self) -> str:
        return slugify(self.name, allow_unicode=True) or "star"

    @property
    def matches(self) -> int:
        return len(self.appearances)

    @property
    def touchdowns(self) -> int:
        return sum(one.star.touchdowns for one in self.appearances)

    @property
    def casualties(self) -> int:
        return sum(one.star.casualties for one in self.appearances)

    @property
    def completions(self) -> int:
        return sum(one.star.completions for one in self.appearances)

    @property
    def interceptions(self) -> int:
        return sum(one.star.interceptions for one in self.appearances)

    @property
    def mvps(self) -> int:
        return sum(one.star.mvps for one in self.appearances)

    @property
    def won(self) -> int:
        return sum(one.outcome == "won" for one in self.appearances)

    @property
    def paid(self) -> int:
        return sum(one.star.paid for one in self.appearances)

    @property
    def dead(self) -> bool:
        return any(one.star.fate == "dead" for one in self.appearances)

    @property
    def teams(self) -> list[TeamTold]:
        return list({one.team.pk: one.team for one in self.appearances}.values())


def stars(league: League) -> list[Star]:
    """Everybody who was ever hired, the busiest first; no query where the chronicle is kept."""
    past = chronicle(league)
    found: dict[str, Star] = {}
    for match in reversed(past.matches):
        for one in match.stars:
            own, rival = match.side(one.side), match.opponent(one.side)
            career = found.setdefault(one.name, Star(one.name, one.position))
            career.appearances.append(
                Appearance(
                    match,
                    one,
                    past.team[own.team],
                    past.team[rival.team],
                    f"{own.score}–{rival.score}",
                    match.outcome(one.side),
                )
            )
    return sorted(found.values(), key=lambda one: (-one.matches, -one.casualties, -one.touchdowns, one.name))


def idle(league: League, hired: Iterable[Star]) -> list[Star]:
    """Star players of the rules whom nobody has hired yet, by name."""
    busy = {one.name for one in hired}
    known = [Star(one.name, one.position) for one in league.rules.stars if one.name not in busy]
    return sorted(known, key=lambda one: one.name)


def star(league: League, slug: str) -> Star:
    """Of the rules also one whom nobody has hired yet. Raises NotVisible for one whom nobody knows."""
    hired = stars(league)
    found = next((one for one in (*hired, *idle(league, hired)) if one.slug == slug), None)
    if found is None:
        raise NotVisible(_("No star player of that name has played in this league."))
    return found
