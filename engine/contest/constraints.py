"""Who may be paired with whom, and what a round breaks that was drawn by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from engine.contest.pairing import Field, Severity
from engine.contest.played import Id
from engine.contest.rounds import Constraints, Entrant, History, Pairing, Round, Rule, Swiss
from engine.words import counted, gettext_noop, listed, ngettext
from engine.words import gettext as _

MOST_FAULTS = 5
"""Coach, squad, club, the list, and squads that have met often: a pair has no more to be avoided than these."""

FaultKind = Literal["rematch", "coach", "squad", "club", "pair", "squads", "bye", "absent", "table", "gap"]


class Fault(msgspec.Struct, frozen=True):
    """Something that a round breaks, in a sentence. ``hard`` is what no draft does by itself."""

    kind: FaultKind
    hard: bool
    entrants: tuple[Id, ...]
    text: str


def rule_now(rule: Rule, number: int) -> Rule:
    """The rule as it stands in a round of this number."""
    if rule == "first round":
        return "never" if number == 1 else "free"
    return rule


def faults(swiss: Swiss, drawn: Round) -> tuple[Fault, ...]:
    """All that the round breaks, held against the rounds before it."""
    history = History(swiss, drawn.number)
    found: list[Fault] = []
    for pairing in drawn.pairings:
        for one, other in pairing.meetings:
            found += meeting_faults(history, one, other)
        found += _table_faults(history, pairing)
    return (*found, *_bye_faults(history, drawn), *_absences(swiss, drawn))


def meeting_faults(history: History, one: Id, other: Id) -> Iterator[Fault]:
    """What the meeting of these two breaks."""
    first, second = history.entrants[one], history.entrants[other]
    both = (one, other)
    number, rules = history.number, history.swiss.constraints
    # Every pair of a field is looked at, and few break anything: their names are only put together then.
    if other in history.met[one]:
        text = _("{names} have met in round {number}.")
        names = _called(first, second)
        yield Fault("rematch", True, both, text.format(names=names, number=history.met[one][other]))
    for kind, rule, text in _labels(rules):
        now, label = rule_now(rule, number), getattr(first, kind)
        if now != "free" and label not in ("", None) and label == getattr(second, kind):
            told = _(text).format(names=_called(first, second), what=label)
            yield Fault(kind, now == "never", both, told)
    apart = rule_now(history.forbidden.get(both, "free"), number)
    if apart != "free":
        text = _("{names} are on the list of pairs that are kept apart.")
        yield Fault("pair", apart == "never", both, text.format(names=_called(first, second)))
    times = meetings_of_squads(history, first, second)
    if rules.squad_meetings and times >= rules.squad_meetings:
        text = ngettext(
            "{names} are of squads that have met {n} time.",
            "{names} are of squads that have met {n} times.",
            times,
        )
        yield Fault("squads", False, both, text.format(names=_called(first, second), n=times))


def _called(first: Entrant, second: Entrant) -> str:
    return listed((first.called, second.called))


_SAME_COACH = gettext_noop("{names} have the same coach, {what}.")
_SAME_SQUAD = gettext_noop("{names} are of one squad, {what}.")
_SAME_CLUB = gettext_noop("{names} are of one club, {what}.")


def _labels(rules: Constraints) -> Iterator[tuple[Literal["coach", "squad", "club"], Rule, str]]:
    yield "coach", rules.coach, _SAME_COACH
    yield "squad", rules.squad, _SAME_SQUAD
    yield "club", rules.club, _SAME_CLUB


def meetings_of_squads(history: History, one: Entrant, other: Entrant) -> int:
    """How many matches the members of these two entrants' squads have played against each other."""
    if one.squad is None or other.squad is None:
        return 0
    return history.squads[one.squad, other.squad]


def _table_faults(history: History, pairing: Pairing) -> Iterator[Fault]:
    if pairing.is_bye:
        return
    for seat in pairing.seats:
        entrant = history.entrants[seat]
        if entrant.fixed_table not in (None, pairing.table):
            text = _("{entrant} is to play at table {own} and sits at table {table}.").format(
                entrant=entrant.called, own=entrant.fixed_table, table=pairing.table
            )
            yield Fault("table", False, (seat,), text)


def may_rest(history: History, field: Collection[Id]) -> dict[Id, bool]:
    """Who of an odd field may have the bye: those who had the fewest."""
    fewest = min((history.byes[one] for one in field), default=0)
    return {one: history.byes[one] == fewest for one in field}


def _bye_faults(history: History, drawn: Round) -> Iterator[Fault]:
    field = [seat for pairing in drawn.pairings if pairing.bye != "requested" for seat in pairing.seats]
    allowed = may_rest(history, field)
    for pairing in drawn.pairings:
        if pairing.is_bye and pairing.bye != "requested" and not allowed[pairing.home]:
            had, entrant = history.byes[pairing.home], history.entrants[pairing.home]
            byes = _("a bye") if had == 1 else counted(had, "bye")
            text = _("{entrant} has had {byes} and others fewer.").format(entrant=entrant.called, byes=byes)
            yield Fault("bye", True, (pairing.home,), text)


def _absences(swiss: Swiss, drawn: Round) -> Iterator[Fault]:
    paired = {seat for pairing in drawn.pairings for seat in pairing.seats}
    for entrant in swiss.by_seed():
        if entrant.plays_in(drawn.number) and entrant.id not in paired:
            text = _("{entrant} is in round {number} and not paired.").format(
                entrant=entrant.called, number=drawn.number
            )
            yield Fault("absent", True, (entrant.id,), text)
        elif entrant.id in paired and not entrant.plays_in(drawn.number):
            text = _("{entrant} is paired and not in round {number}.").format(
                entrant=entrant.called, number=drawn.number
            )
            yield Fault("absent", True, (entrant.id,), text)


# for the matching


def in_order(entrants: Iterable[Entrant], points: Mapping[Id, int]) -> list[Entrant]:
    """The order of the table as the pairing knows it: points, then seed."""
    return sorted(entrants, key=lambda entrant: (-points[entrant.id], entrant.seed))


def field_of(
    history: History, ordered: Sequence[Entrant], points: Mapping[Id, int], severity: Severity
) -> Field:
    """Entrants in order as the matching takes them. ``severity`` goes by their places."""
    ids = [entrant.id for entrant in ordered]
    allowed = may_rest(history, ids)
    return Field(
        points=tuple(points[one] for one in ids),
        severity=severity,
        may_rest=tuple(allowed[one] for one in ids),
        rested=tuple(history.byes[one] > 0 for one in ids),
    )


def severity_of(
    history: History, field: Sequence[Entrant], *, rematches: bool = False, relaxed: bool = False
) -> Severity:
    """How bad the pairs of a field are, by places; each thing to be avoided counts 1.

    A rematch, where ``rematches`` are allowed, is worse than everything else together. ``relaxed`` avoids what clubs
    and the list forbid instead of forbidding it.
    """
    number, rules = history.number, history.swiss.constraints
    ids = [entrant.id for entrant in field]
    met = [history.met[one] for one in ids]
    labels = [
        (values, rule)
        for kind, given, _text in _labels(rules)
        if (rule := _relaxed(rule_now(given, number), relaxed and kind == "club")) != "free"
        and (values := _repeated([getattr(entrant, kind) for entrant in field]))
    ]
    listed = {
        pair: rule
        for pair, given in history.forbidden.items()
        if (rule := _relaxed(rule_now(given, number), relaxed)) != "free"
    }
    often = rules.squad_meetings if history.squads else 0
    rematch = MOST_FAULTS * (len(field) // 2) + 1

    def severity(one: int, other: int) -> int | None:
        bad = 0
        if ids[other] in met[one]:
            if not rematches:
                return None
            bad = rematch
        for values, rule in labels:
            if values[one] is not None and values[one] == values[other]:
                if rule == "never":
                    return None
                bad += 1
        if listed and (rule_of := listed.get((ids[one], ids[other]))):
            if rule_of == "never":
                return None
            bad += 1
        if often and meetings_of_squads(history, field[one], field[other]) >= often:
            bad += 1
        return bad

    return severity


def _relaxed(rule: Rule, relaxed: bool) -> Rule:
    return "soft" if relaxed and rule == "never" else rule


def _repeated(values: Sequence[Id | None]) -> list[Id | None]:
    """The labels that more than one has, each at its place; empty where there are none."""
    times = Counter(values)
    repeated = [value if value not in ("", None) and times[value] > 1 else None for value in values]
    return repeated if any(value is not None for value in repeated) else []
