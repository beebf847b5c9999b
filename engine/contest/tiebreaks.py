"""What orders a table: criteria, each with the terms that its value is made of.

A criterion gives every match and bye of an entrant a number, and the value is their sum (or their sum without the
worst, or their mean). The terms are these numbers beside the matches, so that a value and its explanation cannot
differ.

What a bye contributes. Nobody was met in a bye, and nobody who had one shall have the worse of it, so for opponents'
points and for Sonneborn-Berger a bye counts as an opponent with as many points as the entrant has himself: won when
it was a full bye, drawn when it was a half one. ``bye="nothing"`` leaves it out instead. In every other criterion
there is nothing of a bye but its points: no win, no touchdown, no share in a percentage.

An opponent's points are those that he has from matches and byes. Painting and adjustments are between him and the
organiser and leave those whom he met alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from typing import Literal, TypeAlias, cast, get_args

import msgspec

from engine.contest.played import Id
from engine.contest.tallies import Game, Tally, order_of
from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import gettext_noop

Key = Literal[
    "points",
    "opponents_points",
    "opponents_points_but_worst",
    "opponents_points_median",
    "opponents_other_points",
    "sonneborn_berger",
    "head_to_head",
    "mini_table",
    "wins",
    "td_for",
    "td_against",
    "td_difference",
    "cas_for",
    "cas_against",
    "cas_difference",
    "td_and_cas",
    "td_and_half_cas",
    "opponents_percentage",
    "progressive",
    "rating",
    "lot",
]
KEYS: tuple[Key, ...] = get_args(Key)

Value: TypeAlias = int | float
"""A number that two entrants share only if they are equal: whole, or the quotient of two whole numbers."""


class Criterion(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the ``KEYS`` with what can be set about it.

    ``floor``: the least percentage that an opponent counts with. ``seed``: what the lots are drawn from, stored with
    the contest. ``all_met``: a mini-table counts only if all who are tied have met each other.
    """

    key: Key
    bye: Literal["own", "nothing"] = "own"
    floor: int = 33
    seed: str = ""
    all_met: bool = True

    def __post_init__(self) -> None:
        if self.key not in KEYS:
            raise Refusal(_("There is no tie-breaker called {key}.").format(key=self.key))
        if not 0 <= self.floor <= 100:
            raise Refusal(
                _("The least percentage of an opponent is {floor}, and must be from 0 to 100.").format(
                    floor=self.floor
                )
            )
        if self.key == "lot" and not self.seed:
            raise Refusal(_("Lots are drawn from a seed, and there is none."))

    @property
    def name(self) -> str:
        return _(_MEASURES[self.key].name)

    @property
    def among_the_tied(self) -> bool:
        """It looks at those who are equal in everything before it, and has no value for anybody else."""
        return self.key in ("head_to_head", "mini_table")

    @property
    def lower_is_better(self) -> bool:
        return self.key in ("td_against", "cas_against", "lot")


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one match, bye, adjustment or other thing contributes. ``counted`` is False for a worst or best opponent
    that is left out."""

    what: Literal["match", "bye", "painting", "adjustment", "rating", "lot"]
    value: Value
    opponent: Id | None = None
    stage: str = ""
    round: int = 0
    reason: str = ""
    counted: bool = True


Share: TypeAlias = Callable[[Game, Tally, Criterion], int]


class _Measure(msgspec.Struct, frozen=True):
    """``share`` is what a match or bye contributes, in parts of which ``parts`` make one."""

    name: str
    share: Share
    parts: int = 1
    drop: tuple[bool, bool] = (False, False)
    """The worst and the best are left out."""
    byes: bool = False
    """A bye contributes."""


def _points(game: Game, tally: Tally, criterion: Criterion) -> int:
    return game.points


def _opponents_points(game: Game, tally: Tally, criterion: Criterion) -> int:
    return (game.opponent or tally).scored


def _opponents_other_points(game: Game, tally: Tally, criterion: Criterion) -> int:
    if game.opponent is None:
        return tally.scored - game.points
    return game.opponent.scored - sum(
        other.theirs for other in tally.games if other.opponent is game.opponent
    )


def _sonneborn_berger(game: Game, tally: Tally, criterion: Criterion) -> int:
    """In halves: all points of who was beaten, half of those of who was drawn with."""
    return (game.result + 1) * (game.opponent or tally).scored


def _win(game: Game, tally: Tally, criterion: Criterion) -> int:
    return int(game.result > 0)


def _td_for(game: Game, tally: Tally, criterion: Criterion) -> int:
    return game.td[0]


def _td_against(game: Game, tally: Tally, criterion: Criterion) -> int:
    return game.td[1]


def _td_difference(game: Game, tally: Tally, criterion: Criterion) -> int:
    scored, conceded = game.td
    return scored - conceded


def _cas_for(game: Game, tally: Tally, criterion: Criterion) -> int:
    return game.cas[0]


def _cas_against(game: Game, tally: Tally, criterion: Criterion) -> int:
    return game.cas[1]


def _cas_difference(game: Game, tally: Tally, criterion: Criterion) -> int:
    caused, suffered = game.cas
    return caused - suffered


def _td_and_cas(game: Game, tally: Tally, criterion: Criterion) -> int:
    return _td_difference(game, tally, criterion) + _cas_difference(game, tally, criterion)


def _td_and_half_cas(game: Game, tally: Tally, criterion: Criterion) -> int:
    """In halves."""
    return 2 * _td_difference(game, tally, criterion) + _cas_difference(game, tally, criterion)


def _opponents_percentage(game: Game, tally: Tally, criterion: Criterion) -> int:
    """In parts of the whole of the field."""
    field, opponent = tally.field, game.opponent or tally
    return max(field.shares[opponent.id], field.whole // 100 * criterion.floor)


def _progressive(game: Game, tally: Tally, criterion: Criterion) -> int:
    """The points are in the score after this round, and after each that follows."""
    return game.points * (tally.field.last_round - game.match.round + 1)


def _result(game: Game, tally: Tally, criterion: Criterion) -> int:
    return game.result


def _nothing(game: Game, tally: Tally, criterion: Criterion) -> int:
    return 0


_MEASURES: dict[Key, _Measure] = {
    "points": _Measure(gettext_noop("Points"), _points, byes=True),
    "opponents_points": _Measure(gettext_noop("Opponents' points"), _opponents_points, byes=True),
    "opponents_points_but_worst": _Measure(
        gettext_noop("Opponents' points without the worst"), _opponents_points, byes=True, drop=(True, False)
    ),
    "opponents_points_median": _Measure(
        gettext_noop("Opponents' points without the worst and the best"),
        _opponents_points,
        byes=True,
        drop=(True, True),
    ),
    "opponents_other_points": _Measure(
        gettext_noop("Opponents' points in their other matches"), _opponents_other_points, byes=True
    ),
    "sonneborn_berger": _Measure(gettext_noop("Sonneborn-Berger"), _sonneborn_berger, 2, byes=True),
    "head_to_head": _Measure(gettext_noop("Head to head"), _result),
    "mini_table": _Measure(gettext_noop("Table of the tied"), _points),
    "wins": _Measure(gettext_noop("Wins"), _win),
    "td_for": _Measure(gettext_noop("Touchdowns scored"), _td_for),
    "td_against": _Measure(gettext_noop("Touchdowns conceded"), _td_against),
    "td_difference": _Measure(gettext_noop("Touchdown difference"), _td_difference),
    "cas_for": _Measure(gettext_noop("Casualties caused"), _cas_for),
    "cas_against": _Measure(gettext_noop("Casualties suffered"), _cas_against),
    "cas_difference": _Measure(gettext_noop("Casualty difference"), _cas_difference),
    "td_and_cas": _Measure(gettext_noop("Touchdown and casualty difference"), _td_and_cas),
    "td_and_half_cas": _Measure(
        gettext_noop("Touchdown and half the casualty difference"), _td_and_half_cas, 2
    ),
    "opponents_percentage": _Measure(gettext_noop("Opponents' match percentage"), _opponents_percentage),
    "progressive": _Measure(gettext_noop("Progressive score"), _progressive, byes=True),
    "rating": _Measure(gettext_noop("Rating"), _nothing),
    "lot": _Measure(gettext_noop("Lot"), _nothing),
}
OF_OPPONENTS: tuple[Key, ...] = (
    "opponents_points",
    "opponents_points_but_worst",
    "opponents_points_median",
    "opponents_other_points",
    "sonneborn_berger",
)
"""In these a bye may count as an opponent."""


def criteria_of(named: Sequence[str | Criterion]) -> tuple[Criterion, ...]:
    """Raises Refusal for a name that is none of the ``KEYS``, and for one that stands twice: a value of a table and its
    terms are asked for by it."""
    found = tuple(one if isinstance(one, Criterion) else Criterion(cast(Key, one)) for one in named)
    keys = [one.key for one in found]
    for place, one in enumerate(found):
        if one.key in keys[:place]:
            raise Refusal(_("{name} is among the tie-breakers twice.").format(name=one.name))
    return found


def values(tallies: Sequence[Tally], criterion: Criterion) -> list[Value]:
    """The value of each of the tallies, which are the whole field. Not for criteria among the tied."""
    if criterion.key == "lot":
        return cast(list[Value], _lots(tallies, criterion.seed))
    if criterion.key == "rating":
        return [tally.entrant.rating for tally in tallies]
    if criterion.key == "opponents_percentage":
        return [_mean(tally, criterion) for tally in tallies]
    measure = _MEASURES[criterion.key]
    return [_total(tally, criterion, measure) for tally in tallies]


def values_among(tied: Sequence[Tally], criterion: Criterion) -> list[int] | None:
    """The value of each of those who are tied, from their matches against each other; None where it does not apply:
    to more than two for head to head, and where somebody has not met the others."""
    if criterion.key == "head_to_head" and len(tied) != 2:
        return None
    ids = {tally.id for tally in tied}
    needed = criterion.all_met or criterion.key == "head_to_head"
    measure = _MEASURES[criterion.key]
    found = []
    for tally in tied:
        games = _games_among(tally, ids)
        if needed and len({cast(Tally, game.opponent).id for game in games}) != len(tied) - 1:
            return None
        found.append(sum(measure.share(game, tally, criterion) for game in games))
    return found


def terms_of(
    tally: Tally, criterion: Criterion, field: Sequence[Tally], tied: Sequence[Tally]
) -> tuple[Term, ...]:
    """What the value of the tally is made of: it is the sum of the terms that are counted, or, for a percentage, their
    mean. ``tied`` are those who are equal before this criterion, this tally with them."""
    if criterion.key == "lot":
        return (Term("lot", _lots(field, criterion.seed)[field.index(tally)]),)
    if criterion.key == "rating":
        return (Term("rating", tally.entrant.rating),)
    measure = _MEASURES[criterion.key]
    if criterion.among_the_tied:
        if values_among(tied, criterion) is None:
            return ()
        games: Sequence[Game] = _games_among(tally, {one.id for one in tied})
    else:
        games = _games(tally, criterion, measure)
    shares = [measure.share(game, tally, criterion) for game in games]
    parts = tally.field.whole if criterion.key == "opponents_percentage" else measure.parts
    dropped = _dropped(shares, measure.drop)
    terms = [
        _term(game, _quotient(share, parts), index not in dropped)
        for index, (game, share) in enumerate(zip(games, shares, strict=True))
    ]
    if criterion.key == "points":
        terms += _on_top(tally)
    return tuple(terms)


def _games(tally: Tally, criterion: Criterion, measure: _Measure) -> Sequence[Game]:
    """Those that the criterion looks at."""
    if not tally.byes or (
        measure.byes and not (criterion.key in OF_OPPONENTS and criterion.bye == "nothing")
    ):
        return tally.games
    return [game for game in tally.games if game.opponent is not None]


def _games_among(tally: Tally, ids: Collection[Id]) -> list[Game]:
    return [game for game in tally.games if game.opponent is not None and game.opponent.id in ids]


def _total(tally: Tally, criterion: Criterion, measure: _Measure) -> Value:
    share = measure.share
    shares = [share(game, tally, criterion) for game in _games(tally, criterion, measure)]
    total = sum(shares)
    if any(measure.drop):
        total -= sum(shares[index] for index in _dropped(shares, measure.drop))
    if criterion.key == "points":
        total += tally.painting + tally.adjusted
    return _quotient(total, measure.parts)


def _mean(tally: Tally, criterion: Criterion) -> Value:
    """Who has met nobody has the least that an opponent counts with."""
    games = _games(tally, criterion, _MEASURES[criterion.key])
    if not games:
        return criterion.floor / 100
    return sum(_opponents_percentage(game, tally, criterion) for game in games) / (
        len(games) * tally.field.whole
    )


def _quotient(share: int, parts: int) -> Value:
    """Python rounds the quotient of two whole numbers correctly, so that equal ones are equal."""
    return share if parts == 1 else share / parts


def _dropped(shares: Sequence[int], drop: tuple[bool, bool]) -> set[int]:
    """The places of the shares that are left out. Of equal ones the earliest is the worst, and the latest the best."""
    worst, best = drop
    places = sorted(range(len(shares)), key=shares.__getitem__)
    return set(places[: int(worst)] + (places[-1:] if best else []))


def _term(game: Game, value: Value, counted: bool) -> Term:
    opponent, match = game.opponent, game.match
    return Term(
        "match" if opponent else "bye",
        value,
        opponent.id if opponent else None,
        match.stage,
        match.round,
        counted=counted,
    )


def _on_top(tally: Tally) -> list[Term]:
    painting = [Term("painting", tally.painting)] if tally.painting else []
    return painting + [Term("adjustment", one.points, reason=one.reason) for one in tally.adjustments]


def _lots(tallies: Sequence[Tally], seed: str) -> list[int]:
    """The place of each in the draw. Everybody's lot is his own, so that who enters late moves nobody past another."""
    lots = [random.Random(f"lot:{seed}:{tally.id}").random() for tally in tallies]
    order = sorted(range(len(lots)), key=lambda index: (lots[index], order_of(tallies[index].id)))
    drawn = [0] * len(lots)
    for place, index in enumerate(order, start=1):
        drawn[index] = place
    return drawn
