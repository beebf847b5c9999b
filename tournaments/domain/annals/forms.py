"""How two teams come to a match: their latest results, and their meetings so far."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from league.models import League
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.meetings import Tally
from tournaments.domain.annals.told import Chronicle, MatchTold
from tournaments.domain.cached import cached

LATELY = 5
"""So many of a team's latest results tell its form."""

_TOLD = {
    "won": gettext_noop("won {score} against {rival}"),
    "drawn": gettext_noop("drew {score} with {rival}"),
    "lost": gettext_noop("lost {score} to {rival}"),
}


@dataclass(frozen=True, slots=True)
class Lately:
    """One result of a team, by the number of its match; the score is from its side."""

    number: int
    outcome: str
    score: str
    rival: str

    @property
    def told(self) -> str:
        return _(_TOLD[self.outcome]).format(score=self.score, rival=self.rival)

    @property
    def letter(self) -> str:
        """What stands for the outcome in a line of them."""
        return {
            "won": pgettext("one letter", "W"),
            "drawn": pgettext("one letter", "D"),
            "lost": pgettext("one letter", "L"),
        }[self.outcome]


@dataclass(frozen=True, slots=True)
class Form:
    """``form``: the latest results, the last one last."""

    name: str
    form: tuple[Lately, ...]


@dataclass(frozen=True, slots=True)
class BuildUp:
    """``tally`` is that of the home side against the other."""

    sides: tuple[Form, Form]
    tally: Tally

    @property
    def told(self) -> bool:
        """Whether there is anything to say."""
        return any(side.form for side in self.sides)


def build_up(league: League, home: int, away: int) -> BuildUp:
    """Kept for each number of the league's last act."""
    key = f"build-up:{league.pk}:{league.sequence}:{home}:{away}"
    return cached(key, BuildUp, lambda: _built_up(chronicle(league), home, away))


def _built_up(past: Chronicle, home: int, away: int) -> BuildUp:
    tally = Tally()
    for match in past.matches:
        side = match.side_of(home)
        if side is not None and match.opponent(side).team == away:
            tally.add(match.outcome(side), match.side(side), match.opponent(side))
    return BuildUp((_form(past, home), _form(past, away)), tally)


def _form(past: Chronicle, team: int) -> Form:
    played = [one for one in past.matches if one.side_of(team)][-LATELY:]
    name = past.team[team].name if team in past.team else ""
    return Form(name, tuple(_lately(past, one, team) for one in played))


def _lately(past: Chronicle, match: MatchTold, team: int) -> Lately:
    side = match.side_of(team) or "home"
    own, rival = match.side(side), match.opponent(side)
    return Lately(match.number, match.outcome(side), f"{own.score}–{rival.score}", past.team[rival.team].name)
