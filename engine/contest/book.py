"""What an edition says about tournaments: the shape of a major, its prizes, and the limit of a minor one.

Gold in gold pieces.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from engine.dice import D6, Span, Table
from engine.questions import Refusal
from engine.tables import Confidence
from engine.words import gettext as _
from engine.words import gold, named

_MODIFIED = range(-50, 50)
"""Modified dice that must each have a row of the prizes."""


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Scoring(_Row, frozen=True):
    """Points of a play-off match by its outcome; touchdowns scored and conceded come on top."""

    name: str
    win: int
    draw: int
    loss: int
    words: str = ""


class Format(_Row, frozen=True):
    """How a major is played. Weeks are those of the tournament.

    ``scoring`` is the name of one of the scorings. The quarter-finals take a week of their own, or share that of the
    semi-finals.
    """

    scoring: str
    results_counted: int
    play_off_weeks: int
    quarter_finals: Literal["above", "always", "never"]
    quarter_finals_above: int
    """``above``: more teams than this play quarter-finals."""
    quarter_finals_week: bool
    challenges_per_week: int
    refused_touchdowns: int
    no_answer: Literal["organiser", "refusal"]
    """What a challenge is that nobody answers on its day: what the organiser says, or refused."""
    turned_down: Literal["substitute", "challenged"]
    """Who has won when a challenger will not play against the substitute."""


class PrizeRow(_Row, frozen=True):
    """What the two finalists get when the modified die of the winner is in ``roll``; without one there is no roll.

    None where no source says it: the house rules of a league must.
    """

    winner: int | None = None
    finalist: int | None = None
    roll: Span = Span()


class PrizeModifier(_Row, frozen=True):
    """What the die of a winner of these races changes by."""

    change: int
    races: tuple[str, ...]


class MajorPrizes(_Row, frozen=True):
    """One of the majors. Its name is that of its trophy."""

    name: str
    season: Literal["spring", "summer", "autumn", "winter"]
    prizes: tuple[PrizeRow, ...]
    prize_modifiers: tuple[PrizeModifier, ...] = ()
    fan_factor_die: bool = False
    """The winner's fan factor rises by a D6, for good."""
    player_of_the_year: int = 0
    """Points of fan factor, for good, for the team of the player with the most star player points of the league."""
    medals: bool = False
    """Every player who took part in the final has an award as the most valuable player."""
    sponsored: bool = False
    """Each team stands for a sponsor."""
    place: str = ""
    """Where it is played; empty where that changes from year to year."""
    confidence: Confidence = "high"
    note: str = ""
    words: str = ""
    czech: str = ""

    @property
    def rolled(self) -> bool:
        return len(self.prizes) > 1

    @property
    def path(self) -> str:
        """Where a house rule finds it."""
        return f"tournaments/majors/{self.name}"

    @property
    def missing(self) -> tuple[str, ...]:
        """The ends of the paths of prizes that neither the book nor a house rule gives."""
        return tuple(
            f"prizes/{number}/{what}"
            for number, row in enumerate(self.prizes)
            for what, amount in (("winner", row.winner), ("finalist", row.finalist))
            if amount is None
        )

    def require_prizes(self) -> None:
        """Raises Refusal where an amount is missing."""
        if self.missing:
            paths = " and ".join(f"{self.path}/{end}" for end in self.missing)
            raise Refusal(
                _(
                    "No source says what the {major} pays, and the league has no house rule for {paths}."
                ).format(major=named(self.name), paths=paths)
            )


class Minor(_Row, frozen=True):
    """An example of a minor tournament."""

    name: str
    winner: int
    finalist: int
    words: str = ""


class Tournaments(_Row, frozen=True):
    """``tournaments.toml``."""

    format: Format
    scorings: tuple[Scoring, ...]
    majors: tuple[MajorPrizes, ...]
    minor_prizes_max: int | None = None
    """All prizes of a minor tournament together; None where nothing limits them."""
    minors: tuple[Minor, ...] = ()
    confidence: Confidence = "high"
    """How sure the format and the scorings are."""
    note: str = ""

    def scoring(self, name: str) -> Scoring | None:
        return next((one for one in self.scorings if one.name == name), None)


def prize_table(major: MajorPrizes) -> Table[PrizeRow]:
    """The prizes by modified die. Raises ValueError for a hole or an overlap."""
    table = Table(f"prizes of the {major.name}", D6, tuple((row.roll, row) for row in major.prizes))
    for total in _MODIFIED:
        if sum(total in row.roll for row in major.prizes) != 1:
            raise ValueError(
                _("{table}: not one row for a modified roll of {total}").format(table=table.name, total=total)
            )
    return table


def check_tournaments(tables: Tournaments, races: Collection[str], trophies: Collection[str]) -> None:
    """Raises ValueError for prizes with a hole, for names of nothing, and for prizes above their limit.

    ``trophies`` is empty in an edition that says nothing of what holding one brings.
    """
    names = [one.name for one in tables.scorings]
    if tables.format.scoring not in names:
        raise ValueError(
            _("tournaments: there is no scoring {scoring!r}").format(scoring=tables.format.scoring)
        )
    for name in {one for one in names if names.count(one) > 1}:
        raise ValueError(_("tournaments: two scorings are called {name!r}").format(name=name))
    for major in tables.majors:
        if trophies and major.name not in trophies:
            raise ValueError(_("tournaments: there is no trophy {major!r}").format(major=named(major.name)))
        prize_table(major)
        modified = [race for row in major.prize_modifiers for race in row.races]
        for race in modified:
            if race not in races:
                raise ValueError(
                    _("tournaments: there is no team list named {race!r}").format(race=named(race))
                )
        if len(set(modified)) < len(modified):
            raise ValueError(
                _("tournaments: a race has two modifiers for the prizes of the {major}").format(
                    major=named(major.name)
                )
            )
    for minor in tables.minors:
        most = tables.minor_prizes_max
        if most is not None and minor.winner + minor.finalist > most:
            raise ValueError(
                _("tournaments: the prizes of {minor} are above {most}").format(
                    minor=minor.name, most=gold(most)
                )
            )
