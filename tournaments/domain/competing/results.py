"""Results of pairings without a match log: both coaches say the same, or the organiser decides.

Where a competition changes rosters the result of the match is what counts, and it is corrected there. Tables follow
every correction; rounds that were paired stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, cast

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.contest.played import Kind, Outcome
from engine.questions import SIDES, Refusal, Side
from league.domain import clock
from league.domain.roles import Person, require_coach, viewer
from league.errors import Conflict
from league.models import User
from tournaments.domain.competing import brackets, journal
from tournaments.domain.competing.access import (
    changing,
    require_not_archived,
    require_organiser,
)
from tournaments.domain.competing.entering import coaches
from tournaments.domain.competing.outcomes import (
    REASON_LENGTH,
    Scored,
    forfeit,
    is_reported,
    outcome_of,
    record,
    result_of,
    scored_in,
    scored_of,
)
from tournaments.domain.competing.pitches import make_fixtures_for, take_back_fixtures
from tournaments.models import ELIMINATION, Entry, Format, Pairing, Round, State

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOST = 99
"""Touchdowns or casualties of one side in one match."""
CHANGES = "changes"
"""Under this key ``Pairing.reports`` keeps what was corrected: what it was, by whom and why."""


class Overtaken(Conflict):
    """Somebody else has changed the result since it was looked at."""

    def __init__(self, pairing: Pairing) -> None:
        super().__init__(
            _("Somebody has changed the result of {match} in the meantime: look at it again.").format(
                match=pairing
            )
        )


def side_of(person: Person, pairing: Pairing) -> Side | None:
    """Whose coach the person is, be it that he has left the league since."""
    if coaches(person, pairing.home):
        return "home"
    return "away" if pairing.away is not None and coaches(person, pairing.away) else None


# reporting


def report(
    by: User,
    pairing: Pairing,
    home_td: int,
    away_td: int,
    home_cas: int = 0,
    away_cas: int = 0,
    version: int | None = None,
    *,
    winner: Literal["", "home", "away"] = "",
    as_organiser: bool = False,
) -> Pairing:
    """What one of its coaches, or the organiser, says of a match. ``winner`` is who won a level one in a knockout.

    It is decided as soon as both coaches say the same; until then both reports are kept. What an organiser says is
    decided at once; one who is a coach of the match speaks as that, unless ``as_organiser``. The same report twice is
    one report.
    """
    scored = _checked(home_td, away_td, home_cas, away_cas)
    with _held(pairing) as row:
        side = None if as_organiser else side_of(by, row)
        if side is None:
            require_organiser(by, row.round.stage.competition)
        else:
            require_coach(viewer(by, row.round.stage.competition.league))
        outcome = _outcome(row, scored, winner)
        if outcome_of(row) is not None:
            if (row.outcome, scored_of(row)) == (outcome, scored) and row.kind == "played":
                return row
            raise Conflict(
                _("The result of {match} is decided; the organiser corrects it.").format(match=row)
            )
        _require_no_match(row)
        if side is None:
            _require_version(row, version)
            _decide(row, "played", outcome, scored, by)
        else:
            _said(row, side, by, scored, winner)
            other = row.reports.get("away" if side == "home" else "home")
            if other is not None and _same(other, row.reports[side]):
                _decide(row, "played", outcome, scored, None)
    return row


def _said(row: Pairing, side: Side, by: User, scored: Scored, winner: str) -> None:
    told = {"scored": list(scored), "winner": winner, "by": by.username}
    before = row.reports.get(side)
    if before is not None and _same(before, told):
        return
    told["at"] = clock.now().isoformat()
    row.reports = {**row.reports, side: told}
    row.version += 1
    row.save(update_fields=["reports", "version"])


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return (one["scored"], one["winner"]) == (other["scored"], other["winner"])


def differing(pairing: Pairing) -> bool:
    """Whether the coaches have said different things, so that the organiser has to decide."""
    both = [pairing.reports.get(side) for side in ("home", "away")]
    return not pairing.outcome and None not in both and not _same(*both)


def _checked(*counted: int) -> Scored:
    for one in counted:
        if not 0 <= one <= MOST:
            raise Refusal(
                _("Touchdowns and casualties are counted from 0 to {most}, and {one} was entered.").format(
                    most=MOST, one=one
                )
            )
    return cast(Scored, counted)


def _outcome(row: Pairing, scored: Scored, winner: str) -> Outcome:
    home, away = scored[:2]
    if home != away:
        won: Outcome = "home" if home > away else "away"
        if winner not in ("", won):
            raise Refusal(
                _("{match} ended {home}-{away}, so the other side cannot have won it.").format(
                    match=row, home=home, away=away
                )
            )
        return won
    if row.round.stage.format not in ELIMINATION:
        if winner:
            raise Refusal(
                _("{match} ended {home}-{away}, and a draw stands in {stage}.").format(
                    match=row, home=home, away=away, stage=row.round.stage.name
                )
            )
        return "draw"
    if not winner:
        raise Refusal(
            _("Somebody has to win {match}: say who won the shoot-out, or whom the lot chose.").format(
                match=row
            )
        )
    return cast(Outcome, winner)


# what was not played to its end


def concede(
    by: User,
    pairing: Pairing,
    side: Side,
    home_td: int = 0,
    away_td: int = 0,
    home_cas: int = 0,
    away_cas: int = 0,
    version: int | None = None,
) -> Pairing:
    """A side gives up a match that was begun: its coach says so, or the organiser."""
    scored = _checked(home_td, away_td, home_cas, away_cas)
    with _held(pairing) as row:
        if side_of(by, row) != side:
            require_organiser(by, row.round.stage.competition)
        else:
            require_coach(viewer(by, row.round.stage.competition.league))
        _require_open(row)
        _require_no_match(row)
        _require_version(row, version)
        _decide(row, "conceded", "away" if side == "home" else "home", scored, by)
    return row


def no_show(
    by: User,
    pairing: Pairing,
    side: Literal["home", "away", "both"],
    reason: str = "",
    version: int | None = None,
) -> Pairing:
    """A side did not come, so the other has won; or neither came. The organiser says so.

    Where the competition changes rosters, the fixture is taken back and no roster changes.
    """
    with _held(pairing, of_fixtures=True) as row:
        require_organiser(by, row.round.stage.competition)
        _require_open(row)
        _require_version(row, version)
        stage = row.round.stage
        if side == "both":
            if stage.format in ELIMINATION:
                raise Refusal(
                    _("Somebody has to move on from {match}: say which side did not come.").format(match=row)
                )
            take_back_fixtures(stage.competition, [row])
            _note(row, by, gettext_lazy("{match}, round {round}: neither side came."), reason)
            record(row, "forfeit", "neither", by=by, reason=reason)
        else:
            winner: Outcome = "away" if side == "home" else "home"
            _require_possible(row, winner)
            absent = row.home if side == "home" else cast(Entry, row.away)
            _note(row, by, gettext_lazy("{match}, round {round}: {what} did not come."), reason, absent)
            forfeit(row, absent, by=by, reason=reason)
            _moved(row)
    return row


def settle(by: User, pairing: Pairing, winner: Side, reason: str = "") -> Pairing:
    """Who moves on from a match of a knockout that was drawn on the pitch; none of its figures change."""
    with _held(pairing, of_fixtures=True) as row:
        require_organiser(by, row.round.stage.competition)
        result = result_of(row)
        if row.round.stage.format not in ELIMINATION or result is None or result.winner:
            raise Refusal(
                _("{match} is not a drawn match of a knockout, so nobody has to be named.").format(match=row)
            )
        _require_possible(row, winner)
        moves_on = row.home if winner == "home" else row.away
        _note(row, by, gettext_lazy("{match}, round {round}: {what} moves on."), reason, moves_on)
        record(row, "played", winner, scored_in(row, result), by=by, reason=reason)
        _moved(row)
    return row


# corrections


def correct(
    by: User,
    pairing: Pairing,
    home_td: int,
    away_td: int,
    home_cas: int = 0,
    away_cas: int = 0,
    version: int | None = None,
    *,
    winner: Literal["", "home", "away"] = "",
    kind: Kind = "played",
    reason: str = "",
) -> Pairing:
    """Another result instead of the one that stands. ``kind`` says how it came about; with ``conceded`` and ``forfeit``
    ``winner`` is needed.

    In a knockout the right side moves on, unless the match after it was played: then it is refused.
    """
    scored = _checked(home_td, away_td, home_cas, away_cas)
    with _held(pairing) as row:
        require_organiser(by, row.round.stage.competition)
        _require_version(row, version)
        if kind not in ("played", "conceded", "forfeit"):
            raise Refusal(
                _("A match of two entries is played, conceded or forfeit, and not {kind}.").format(kind=kind)
            )
        if kind != "forfeit":
            _require_no_match(row)
        if kind != "played" and not winner:
            raise Refusal(
                _("Somebody lost {match} where it is {kind}: say who won.").format(match=row, kind=kind)
            )
        outcome = _outcome(row, scored, winner) if kind == "played" else cast(Outcome, winner)
        _keep(row, by, reason)
        _decide(row, kind, outcome, scored, by, reason)
    return row


def take_back(by: User, pairing: Pairing, reason: str = "", version: int | None = None) -> Pairing:
    """The match has no result again, and neither side has said anything."""
    with _held(pairing) as row:
        require_organiser(by, row.round.stage.competition)
        _require_version(row, version)
        if not row.outcome and not is_reported(row):
            raise Conflict(_("{match} has no result to take back.").format(match=row))
        if row.round.stage.format in ELIMINATION and row.outcome:
            brackets.require_possible(row, None)
        _keep(row, by, reason)
        # What else is kept there, as who played before an entry was taken over, is no report of a side.
        row.reports = {key: kept for key, kept in row.reports.items() if key not in SIDES}
        record(row, "played", None)
        # Where it was a walk-over there is no fixture any more.
        make_fixtures_for([row])
        if row.round.state == Round.State.CLOSED:
            Round.objects.filter(pk=row.round_id).update(state=Round.State.PUBLISHED)
        _moved(row)
    return row


def _keep(row: Pairing, by: User, reason: str) -> None:
    """What stands is kept with the match, and told in the journal, which outlasts the round."""
    if not row.outcome:
        return
    told = gettext_lazy("{match}, round {round}: the result, {what}, stands no more.")
    _note(row, by, told, reason, f"{row.home_td}–{row.away_td}")
    was = {
        "kind": row.kind,
        "outcome": row.outcome,
        "scored": list(scored_of(row)),
        "by": by.username,
        "at": timezone.localtime(clock.now()).isoformat(),
        "reason": reason[:REASON_LENGTH],
    }
    row.reports = {**row.reports, CHANGES: [*row.reports.get(CHANGES, []), was]}


def _note(row: Pairing, by: User, text: StrPromise, reason: str, what: object = "") -> None:
    journal.note(row.round.stage, by, text, reason=reason, match=row, round=row.round.number, what=what)


# what all of them have in common


@contextmanager
def _held(pairing: Pairing, *, of_fixtures: bool = False) -> Iterator[Pairing]:
    """The pairing as it stands, while its competition is held. ``of_fixtures``: also one that is played with a log."""
    with changing(pairing.round.stage.competition) as held:
        require_not_archived(held)
        rows = Pairing.objects.select_related("round__stage", "home__team", "away__team", "fixture__result")
        row = rows.filter(pk=pairing.pk).first()
        if row is None:
            raise Conflict(_("{match} is not paired any more.").format(match=pairing))
        row.round.stage.competition = held
        _require_match(row, of_fixtures)
        yield row
    for field in row._meta.concrete_fields:
        setattr(pairing, field.attname, getattr(row, field.attname))


def _require_match(row: Pairing, of_fixtures: bool) -> None:
    stage = row.round.stage
    if stage.format == Format.PLAY_OFF:
        raise Refusal(
            _(
                "{match} is a match of a major: what came of it is decided on the page of the tournament."
            ).format(match=row)
        )
    if row.away is None:
        raise Refusal(
            _("{home} has a bye in round {number} of {stage}, so there is no result to enter.").format(
                home=row.home, number=row.round.number, stage=stage.name
            )
        )
    if row.round.state == Round.State.DRAFT:
        raise Conflict(_("{round} is not published, so nothing of it is played.").format(round=row.round))
    if row.fixture_id is not None and not of_fixtures:
        raise Refusal(
            _("The result of {match} comes from its match, and is corrected there.").format(match=row)
        )
    if stage.competition.state in (State.DRAFT, State.ENTRIES):
        raise Conflict(_("{competition} has not begun.").format(competition=stage.competition.name))


def _require_no_match(row: Pairing) -> None:
    """Raises Refusal where what was begun on the pitch has to change rosters: a walk-over, and a match that is only
    asked for, have no fixture either."""
    if row.round.stage.competition.rosters:
        raise Refusal(
            _(
                "{match} is played by teams of the league, and nothing was played: a walk-over is taken back first."
            ).format(match=row)
            if row.outcome
            else _("{match} is played by teams of the league, and its match is not made yet.").format(
                match=row
            )
        )


def _require_open(row: Pairing) -> None:
    if outcome_of(row) is not None:
        raise Conflict(_("The result of {match} is decided; the organiser corrects it.").format(match=row))


def _require_version(row: Pairing, version: int | None) -> None:
    if version is not None and row.version != version:
        raise Overtaken(row)


def _require_possible(row: Pairing, outcome: Outcome) -> None:
    if row.round.stage.format in ELIMINATION:
        brackets.require_possible(row, brackets.as_result(row, outcome))


def _decide(
    row: Pairing, kind: Kind, outcome: Outcome, scored: Scored, by: User | None, reason: str = ""
) -> None:
    _require_possible(row, outcome)
    record(row, kind, outcome, scored, by=by, reason=reason)
    _moved(row)


def _moved(row: Pairing) -> None:
    if row.round.stage.format in ELIMINATION:
        brackets.follow(row.round.stage)
