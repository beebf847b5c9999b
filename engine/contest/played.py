"""A result as the contests count it: what came of one pairing, carried and never inferred.

Who won is stated. It is read neither from the points, which every contest sets as it likes, nor from the score: a
shoot-out has a winner at a level score, and a side that conceded has lost whatever it had scored.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine.questions import Refusal
from engine.words import gettext as _

Id: TypeAlias = int | str
"""How the caller knows an entrant. One contest uses numbers or strings, not both."""

Outcome = Literal["home", "away", "draw", "neither"]
"""Who won; ``neither`` where nobody came and both have lost. Of a bye: ``home`` is a full one, ``draw`` a half one, and
the others bring what a loss brings."""

Kind = Literal["played", "conceded", "forfeit", "bye", "refused"]
"""``conceded``: begun, and given up by who lost. ``forfeit``: never begun, who lost did not show up. ``refused``: a
challenge that who lost did not take. All but ``bye`` are matches: they count as won or lost, and against each other."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """One pairing of one round. ``away`` is None for a bye, and ``outcome`` is None as long as it is not finished.

    What is not finished counts nowhere. Touchdowns and casualties are those of each side; a casualty counts for the
    side that caused it. ``neutral``: nobody was at home.
    """

    home: Id
    away: Id | None
    outcome: Outcome | None
    home_td: int = 0
    away_td: int = 0
    home_cas: int = 0
    away_cas: int = 0
    kind: Kind = "played"
    stage: str = ""
    round: int = 0
    neutral: bool = False

    @property
    def winner(self) -> Id | None:
        """The id of who won; None for a draw, where neither won, and while it is not finished."""
        if self.outcome == "home":
            return self.home
        return self.away if self.outcome == "away" else None

    def involves(self, entrant: Id) -> bool:
        return entrant in (self.home, self.away)

    @classmethod
    def bye(cls, entrant: Id, stage: str = "", round: int = 0, outcome: Outcome = "home") -> Played:
        return cls(entrant, None, outcome, kind="bye", stage=stage, round=round)


def check(match: Played) -> None:
    """Raises Refusal for what cannot have happened: a match against oneself, a bye with an opponent or with a score,
    a match without an opponent, a draw by forfeit, both sides losing a match that they played."""
    if match.round:
        where = _("of {home} in round {round}").format(home=match.home, round=match.round)
    else:
        where = _("of {home}").format(home=match.home)
    if match.home == match.away:
        raise Refusal(_("The match {where} is against itself and counts nowhere.").format(where=where))
    if (match.away is None) != (match.kind == "bye"):
        lacks = (
            _("a match without an opponent")
            if match.away is None
            else _("a bye with {away} as opponent").format(away=match.away)
        )
        raise Refusal(_("What is entered for {home} is {lacks}.").format(home=match.home, lacks=lacks))
    if match.kind == "bye" and (match.home_td or match.away_td or match.home_cas or match.away_cas):
        raise Refusal(_("The bye {where} has a score, and nothing is scored in a bye.").format(where=where))
    if match.kind in ("conceded", "forfeit", "refused") and match.outcome == "draw":
        raise Refusal(
            _("The match {where} is {kind} and drawn; somebody must have lost it.").format(
                where=where, kind=match.kind
            )
        )
    if match.outcome == "neither" and match.kind not in ("forfeit", "bye"):
        raise Refusal(
            _("Both sides have lost the match {where}, which happens only where neither showed up.").format(
                where=where
            )
        )
