"""A round of a Swiss as a draft: drawn up, looked at, changed by hand, and thrown away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.contest import swiss as contest
from engine.contest.constraints import Fault, faults
from engine.contest.played import Id
from engine.contest.rounds import Pairing as Drawn
from engine.contest.rounds import Round as DrawnRound
from engine.contest.seating import swap as swapped
from engine.questions import Problem, Refusal
from engine.words import joined, listed
from league.domain.roles import Person
from league.errors import Conflict
from tournaments.domain.competing import brackets, journal
from tournaments.domain.competing.access import organising, require_running
from tournaments.domain.competing.outcomes import is_open, pairings_of
from tournaments.domain.competing.paired import (
    drawn_of,
    entries_of,
    let_in,
    lot_of,
    names,
    points_before,
    rules_of,
    swiss_of,
    write,
)
from tournaments.models import ELIMINATION, Competition, Entry, Format, Pairing, Round, Stage

NAMED = 5
"""How many matches a sentence names before it counts the rest."""


class ResultsMissing(Refusal):
    """Matches of earlier rounds have no result. ``pairings`` are those; the organiser may pair all the same."""

    def __init__(self, pairings: Sequence[Pairing], what: str) -> None:
        self.pairings = tuple(pairings)
        named = [_named(pairing) for pairing in self.pairings]
        more = len(named) - NAMED
        told = _("Results are missing: {matches}.")
        if more > 0:
            told = ngettext(
                "Results are missing: {matches} and {n} more.",
                "Results are missing: {matches} and {n} more.",
                more,
            )
        told = told.format(matches=", ".join(named[:NAMED]), n=more)
        super().__init__(
            joined([told, what]),
            tuple(Problem(_("{name} has no result.").format(name=name)) for name in named),
        )


class NoRound(Refusal):
    """No pairing keeps to the rules: ``text`` says so, and ``offers`` are the ways on, of which the organiser chooses
    one by its kind."""

    def __init__(self, found: contest.NoPairing) -> None:
        self.text = found.text
        self.offers = found.offers
        self.ended = found.ended
        super().__init__(" ".join([found.text, *(offer.text for offer in found.offers)]))


class Overtaken(Conflict):
    """Somebody else has changed the round since it was looked at."""

    def __init__(self, round: Round) -> None:
        super().__init__(
            _("Somebody has changed {round} in the meantime: look at it again.").format(round=round)
        )


def _named(pairing: Pairing) -> str:
    said = _("round {number}, table {table}, {match}") if pairing.table else _("round {number}, {match}")
    return said.format(number=pairing.round.number, table=pairing.table, match=pairing)


def warnings_of(stage: Stage, everybody: Iterable[Entry] | None = None) -> contest.Advice:
    """What the organiser should know of the number of rounds before the first. ``everybody``: all entries of the
    competition, where the caller has read them already."""
    entries = entries_of(stage) if everybody is None else let_in(stage, everybody)
    there = [entry for entry in entries if entry.state == Entry.State.IN]
    rules = rules_of(stage)
    if rules.advance and stage.state == Stage.State.WAITING:
        return contest.Advice(0, ())  # How many play on is known once it begins.
    count = len({entry.squad for entry in there}) if rules.of_squads else len(there)
    return contest.advice(count, rules.rounds)


def open_pairings(stage: Stage) -> list[Pairing]:
    """Matches of published rounds that have no result."""
    return [pairing for pairing in pairings_of(stage) if is_open(pairing) and not _annulled(pairing)]


def _annulled(pairing: Pairing) -> bool:
    return any(
        entry is not None and entry.state == Entry.State.ANNULLED for entry in (pairing.home, pairing.away)
    )


# drawing


def pair(
    by: Person,
    stage: Stage,
    key: str | None = None,
    *,
    number: int | None = None,
    results_missing: bool = False,
    offer: str = "",
    kept: Iterable[tuple[Id, Id | None]] = (),
) -> Round:
    """The next round of a Swiss as a draft.

    The draft that is there already is given where there is one: two who pair at once make one round. So is the round
    that was made with the same ``key``, and the round ``number`` that a page asked for. ``kept`` are pairs, and byes
    with None, that the organiser made. Raises ResultsMissing unless he has seen that, and NoRound where no pairing
    keeps to the rules; ``offer`` is the kind of the way on that he chose then.
    """
    with organising(by, stage.competition) as held:
        stage = stage_held(held, stage)
        made = _made_already(stage, key, number)
        if made is not None:
            return made
        _require_swiss(stage)
        missing = open_pairings(stage)
        if missing and not results_missing:
            raise ResultsMissing(missing, _("Confirm that the next round is paired without them."))
        next_number = next_round(stage)
        if number is not None and number != next_number:
            raise Conflict(
                _("Round {number} of {stage} is not the next; that is round {next_number}.").format(
                    number=number, stage=stage.name, next_number=next_number
                )
            )
        _remember(stage, next_number, lot=0, key=key)
        kept = list(kept)
        drawn = _draw(stage, next_number, kept, offer)
        _remember(stage, next_number, digest=drawn.digest, version=drawn.version, kept=kept)
        round = Round.objects.create(stage=stage, number=next_number)
        write(stage, round, drawn)
        journal.note(stage, by, lambda: _drafted(next_number, kept, len(missing), offer))
    return round


def _drafted(number: int, kept: Sequence[object], missing: int, offer: str) -> str:
    told = (
        _("Round {number} is drafted around what was made by hand")
        if kept
        else _("Round {number} is drafted")
    )
    without = (
        ngettext("without {n} result", "without {n} results", missing).format(n=missing) if missing else ""
    )
    return f"{_clauses(told.format(number=number), without, _by_way_of(offer))}."


def _clauses(*clauses: str) -> str:
    return ", ".join(filter(None, clauses))


def _require_swiss(stage: Stage) -> None:
    if stage.format != Format.SWISS:
        raise Refusal(
            _("{stage} is no Swiss, so its rounds are not paired one by one.").format(stage=stage.name)
        )
    require_running(stage)


def next_round(stage: Stage) -> int:
    """The number of the round that is paired next."""
    return (stage.rounds.aggregate(last=Max("number"))["last"] or 0) + 1


def before_pairing(stage: Stage) -> Round | list[Pairing]:
    """What stands before the next round of a Swiss: the draft that is there, or matches without a result, if any."""
    _require_swiss(stage)
    return _made_already(stage, None, None) or open_pairings(stage)


def _by_way_of(offer: str) -> str:
    return {"rematches": _("with rematches"), "clubs": _("with pairs to be kept apart")}.get(offer, "")


def stage_held(held: Competition, stage: Stage) -> Stage:
    found = held.stages.get(pk=stage.pk)
    found.competition = held
    return found


def _made_already(stage: Stage, key: str | None, number: int | None) -> Round | None:
    keyed = [int(one) for one, kept in stage.draw.get("rounds", {}).items() if key and kept.get("key") == key]
    wanted = number if number is not None else keyed[0] if keyed else 0
    made = stage.rounds.filter(number=wanted).first()
    return made or stage.rounds.filter(state=Round.State.DRAFT).order_by("number").last()


def _remember(stage: Stage, number: int, **said: Any) -> dict[str, Any]:
    """What a round was drawn from, so that it can be drawn again alike."""
    kept: dict[str, Any] = stage.draw.setdefault("rounds", {}).setdefault(str(number), {})
    kept.update(said)
    stage.save(update_fields=["draw"])
    return kept


def forget(stage: Stage, number: int) -> None:
    stage.draw.get("rounds", {}).pop(str(number), None)
    stage.save(update_fields=["draw"])


def _draw(stage: Stage, number: int, kept: Iterable[tuple[Id, Id | None]], offer: str) -> DrawnRound:
    lot = stage.draw["rounds"][str(number)].get("lot", 0)
    points = None if rules_of(stage).of_squads else points_before(stage, number)
    by_hand = [Drawn(0, one, other) for one, other in kept]
    with names(stage):
        drawn = contest.draft_round(
            swiss_of(stage, number, lot),
            lot_of(stage, lot),
            points=points,
            kept=by_hand,
        )
    if isinstance(drawn, DrawnRound):
        return drawn
    chosen = next((one.round for one in drawn.offers if one.kind == offer and one.round), None)
    if chosen is None:
        raise NoRound(drawn)
    return chosen


# changing a draft


def redraw(
    by: Person,
    round: Round,
    version: int | None = None,
    *,
    another_lot: bool = True,
    offer: str = "",
    kept: Iterable[tuple[Id, Id | None]] = (),
) -> Round:
    """The draft drawn up again: by another lot, or by the same for those who are there now."""
    with organising(by, round.stage.competition) as held:
        row = draft_of(held, round, version)
        stage = row.stage
        kept = list(kept)
        by_lot = another_lot or stage.format in ELIMINATION
        journal.note(stage, by, lambda: _drawn_anew(row.number, by_lot, kept, offer))
        if stage.format in ELIMINATION:
            return brackets.redrawn(stage)
        if another_lot:
            lot = stage.draw.get("rounds", {}).get(str(row.number), {}).get("lot", 0)
            _remember(stage, row.number, lot=lot + 1)
        drawn = _draw(stage, row.number, kept, offer)
        _remember(stage, row.number, digest=drawn.digest, version=drawn.version, kept=kept)
        write(stage, row, drawn)
        _changed(row)
    return row


def _drawn_anew(number: int, by_lot: bool, kept: Sequence[object], offer: str) -> str:
    if by_lot:
        told = _("The draft of round {number} is drawn anew, by another lot")
    else:
        told = _("The draft of round {number} is drawn anew, for those who are there now")
    around = _("around what was made by hand") if kept else ""
    return f"{_clauses(told.format(number=number), around, _by_way_of(offer))}."


def draft_of(held: Competition, round: Round, version: int | None) -> Round:
    row = round_of(held, round)
    if row.state != Round.State.DRAFT:
        raise Conflict(_("{round} is published; take it back first.").format(round=row))
    if version is not None and row.version != version:
        raise Overtaken(row)
    require_running(row.stage)
    return row


def round_of(held: Competition, round: Round) -> Round:
    row = Round.objects.select_related("stage").filter(pk=round.pk, stage__competition=held).first()
    if row is None:
        raise Conflict(_("This round is not there any more."))
    row.stage.competition = held
    return row


def _changed(row: Round) -> None:
    row.version += 1
    row.save(update_fields=["version"])


def swap(by: Person, round: Round, one: Id, other: Id, version: int | None = None) -> tuple[Fault, ...]:
    """Two seats of a draft change places: what that breaks. Seats are numbers of entries, or names of squads."""
    with organising(by, round.stage.competition) as held:
        row = draft_of(held, round, version)
        called: dict[Id, str] = dict(held.entries.values_list("number", "name"))
        seats = [called.get(seat, f"{seat}") for seat in (one, other)]

        def told() -> str:
            said = _("{seats} change places in the draft of round {number}.")
            return said.format(seats=listed(seats), number=row.number)

        if row.stage.format in ELIMINATION:
            brackets.swap_slots(row.stage, one, other)
            journal.note(row.stage, by, told)
            return ()
        found = Look(row).swapped(one, other)
        # What it breaks is told twice: in the language of the journal, and in that of who asks.
        journal.note(
            row.stage,
            by,
            lambda: (
                joined([told(), *(fault.text for fault in Look(row).swapped(one, other).breaks)])
                if found.breaks
                else told()
            ),
        )
        write(row.stage, row, found.round)
        _changed(row)
    return found.breaks


class Look:
    """A round of a Swiss as it stands, held against the rules: it and the rounds before are read once."""

    def __init__(self, round: Round, rows: Iterable[Pairing] | None = None) -> None:
        """``rows``: its pairings, where the caller has read them already."""
        self.round, self.stage = round, round.stage
        self.of_squads = rules_of(self.stage).of_squads
        self.there = entries_of(self.stage)
        self.swiss = swiss_of(self.stage, before=round.number, there=self.there)
        self.drawn = drawn_of(round, self.of_squads, rows)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All that it breaks."""
        return faults(self.swiss, self.drawn)

    def swapped(self, one: Id, other: Id) -> contest.Swapped:
        """The round in which two seats have changed places, with what that breaks."""
        points = None if self.of_squads else points_before(self.stage, self.round.number, self.there)
        with names(self.stage):
            return swapped(self.swiss, self.drawn, one, other, points=points)


def drawn(round: Round) -> DrawnRound:
    """A round as a value, by table, byes last."""
    return drawn_of(round, rules_of(round.stage).of_squads)


def faults_of(round: Round) -> tuple[Fault, ...]:
    """All that a round of a Swiss breaks as it stands."""
    return Look(round).faults


def discard(by: Person, round: Round) -> None:
    """The draft is thrown away."""
    with organising(by, round.stage.competition) as held:
        row = draft_of(held, round, None)
        forget(row.stage, row.number)
        journal.note(
            row.stage, by, gettext_lazy("The draft of round {number} is thrown away."), number=row.number
        )
        row.delete()
