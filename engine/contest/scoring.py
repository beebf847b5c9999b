"""What a match is worth: points for its outcome, and for what was scored in it.

The points of a side are a base for the outcome and bonuses on top. Outcomes come in, points go out, and nothing reads
an outcome back from points.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.contest.played import Id, Played
from engine.questions import Refusal, Side
from engine.words import gettext as _
from engine.words import gettext_noop

Counted = Literal["td_for", "td_against", "cas_for", "cas_against"]


class Bonus(msgspec.Struct, frozen=True):
    """``points`` for every ``each`` touchdowns or casualties of a match, ``at_most`` so many times.

    A point for each of the first three touchdowns is ``Bonus("td_for", 1, at_most=3)``; a point for three or more is
    ``Bonus("td_for", 1, each=3, at_most=1)``. Negative points punish.
    """

    counted: Counted
    points: int
    each: int = 1
    at_most: int | None = None

    def __post_init__(self) -> None:
        if self.each < 1:
            raise Refusal(_("A bonus is given for every one, two or more that are counted, not for fewer."))
        if self.at_most is not None and self.at_most < 0:
            raise Refusal(_("A bonus cannot be given fewer than no times."))

    def worth(self, count: int) -> int:
        times = count // self.each
        return self.points * (times if self.at_most is None else min(times, self.at_most))


class Scoring(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The points of a contest.

    Those that are None are not told apart: a loss by a narrow margin brings what any loss does. Margins and the clean
    sheet are of matches that were played to their end; bonuses count whatever score is carried, so that a refused
    challenge that counts as 2-0 brings the two touchdowns.
    """

    win: int = 3
    draw: int = 1
    loss: int = 0
    large_win: int | None = None
    """Instead of ``win``, for at least ``large_by`` touchdowns more than the other side."""
    large_by: int = 3
    narrow_loss: int | None = None
    """Instead of ``loss``, for at most ``narrow_by`` touchdowns less than the other side."""
    narrow_by: int = 1
    concession: int | None = None
    """Who gave up a match. The other side has won."""
    no_show: int | None = None
    """Who did not show up."""
    refusal: int | None = None
    """Who refused a challenge."""
    walk_over: int | None = None
    """Who won because the other did not show up, or refused."""
    bye: int | None = None
    """A full bye; None: what a win brings. A half bye brings what a draw does."""
    clean_sheet: int = 0
    """On top, for conceding no touchdown."""
    bonuses: tuple[Bonus, ...] = ()
    painting: int = 0
    """For each mark that the judges gave, once in the whole contest."""
    stages: tuple[tuple[str, Scoring], ...] = ()
    """Stages with points of their own; all others have these."""

    def of(self, stage: str) -> Scoring:
        """What counts in a stage."""
        for name, scoring in self.stages:
            if name == stage:
                return scoring
        return self

    @property
    def best(self) -> int:
        """The most that an outcome can bring, without bonuses."""
        return max(self.win, self.large_win or 0)

    @property
    def margins(self) -> bool:
        return self.large_win is not None or self.narrow_loss is not None

    def base(self, match: Played, side: Side) -> int:
        """The points of a side for the outcome of a finished match or bye."""
        if match.kind == "bye":
            return self._rest(match)
        if match.outcome == "draw":
            return self.draw
        won = match.outcome == side
        if match.kind == "played":
            return self._on_the_pitch(match, side, won) if self.margins else self.win if won else self.loss
        if won:
            return _or(None if match.kind == "conceded" else self.walk_over, self.win)
        if match.kind == "conceded":
            return _or(self.concession, self.loss)
        return _or(self.no_show if match.kind == "forfeit" else self.refusal, self.loss)

    def bonus(self, match: Played, side: Side) -> int:
        """The points of a side for what was scored. None in a bye."""
        if match.kind == "bye":
            return 0
        against = match.away_td if side == "home" else match.home_td
        points = self.clean_sheet if match.kind == "played" and against == 0 else 0
        for bonus in self.bonuses:
            points += bonus.worth(_count(match, side, bonus.counted))
        return points

    def points(self, match: Played, side: Side) -> int:
        return self.base(match, side) + self.bonus(match, side)

    def _rest(self, match: Played) -> int:
        if match.outcome == "home":
            return _or(self.bye, self.win)
        return self.draw if match.outcome == "draw" else self.loss

    def _on_the_pitch(self, match: Played, side: Side, won: bool) -> int:
        lead = match.home_td - match.away_td
        if side == "away":
            lead = -lead
        if won:
            return self.large_win if self.large_win is not None and lead >= self.large_by else self.win
        return self.narrow_loss if self.narrow_loss is not None and -lead <= self.narrow_by else self.loss


class Adjustment(msgspec.Struct, frozen=True):
    """Points given to an entrant or, when negative, taken from him; with a reason that the table shows.

    Also how somebody who enters late has points for the rounds that he missed.
    """

    entrant: Id
    points: int
    reason: str

    def __post_init__(self) -> None:
        if not self.reason.strip():
            raise Refusal(
                _("The points of {entrant} are adjusted without a reason.").format(entrant=self.entrant)
            )


class Preset(msgspec.Struct, frozen=True):
    key: str
    name: str
    scoring: Scoring


def _simple(win: int, draw: int, loss: int) -> Preset:
    return Preset(f"{win}-{draw}-{loss}", f"{win} / {draw} / {loss}", Scoring(win=win, draw=draw, loss=loss))


TOUCHDOWN_DIFFERENCE = (Bonus("td_for", 1), Bonus("td_against", -1))

PRESETS: tuple[Preset, ...] = (
    _simple(3, 1, 0),
    _simple(6, 3, 1),
    _simple(3, 2, 1),
    _simple(2, 1, 0),
    _simple(5, 3, 1),
    _simple(10, 5, 0),
    _simple(20, 10, 0),
    _simple(100, 50, 10),
    Preset("4-2-1-0", gettext_noop("4 / 2 / 1 by one touchdown / 0"), Scoring(win=4, draw=2, narrow_loss=1)),
    Preset(
        "10-4-1-0",
        gettext_noop("1000 / 400 / 100 by one touchdown / 0"),
        Scoring(win=1000, draw=400, narrow_loss=100),
    ),
    # LRB4, Major Tournaments: 15 and 5 and the touchdowns; lrb4-cs.txt:2949-3135. The text gives no value for a draw.
    Preset(
        "lrb4-major",
        gettext_noop("15 / 10 / 5 and touchdown difference"),
        Scoring(win=15, draw=10, loss=5, bonuses=TOUCHDOWN_DIFFERENCE),
    ),
    Preset(
        "lrb4-major-draw",
        gettext_noop("15 / 5 / 0 and touchdown difference"),
        Scoring(win=15, draw=5, loss=0, bonuses=TOUCHDOWN_DIFFERENCE),
    ),
)


def preset(key: str) -> Scoring:
    """Raises Refusal for a key that is not in ``PRESETS``."""
    for known in PRESETS:
        if known.key == key:
            return known.scoring
    raise Refusal(_("There is no scoring called {key}.").format(key=key))


def _count(match: Played, side: Side, counted: Counted) -> int:
    at_home = (side == "home") == counted.endswith("_for")
    if counted.startswith("td"):
        return match.home_td if at_home else match.away_td
    return match.home_cas if at_home else match.away_cas


def _or(own: int | None, usual: int) -> int:
    return usual if own is None else own
