"""A whole Swiss by chance, to look at before an event and to prove the pairing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from engine.contest.played import Id
from engine.contest.rounds import (
    Constraints,
    Entrant,
    Pairing,
    Round,
    SeatOutcome,
    Swiss,
    as_played,
    published,
    scores,
)
from engine.contest.scoring import Scoring
from engine.contest.swiss import NoPairing, draft_round
from engine.contest.table import Table, table
from engine.questions import Refusal
from engine.words import gettext as _

DRAWS = 0.25
CRITERIA = ("points", "opponents_points", "sonneborn_berger")


class Plan(msgspec.Struct, frozen=True):
    """What is to happen. Of the ``entrants`` the last join in the rounds ``late``; after each of the rounds ``drops``
    one who is still there leaves. ``clubs`` spreads them over so many clubs, which are kept apart in round 1."""

    entrants: int = 33
    rounds: int = 6
    late: tuple[int, ...] = (2,)
    drops: tuple[int, ...] = (2, 4)
    clubs: int = 0
    seed: int = 1


def simulated(plan: Plan) -> tuple[Swiss, NoPairing | None]:
    """The Swiss with all rounds played, or up to where no pairing was left."""
    rng = random.Random(f"swiss/{plan.seed}")
    swiss = Swiss(_entrants(plan, rng), plan.rounds, constraints=Constraints(club="first round"))
    for number in range(1, plan.rounds + 1):
        drafted = draft_round(swiss, plan.seed)
        if isinstance(drafted, NoPairing):
            return swiss, drafted
        swiss = published(swiss, played_by_chance(drafted, rng))
        for _drop in range(plan.drops.count(number)):
            swiss = _one_leaves(swiss, number, rng)
    return swiss, None


def _entrants(plan: Plan, rng: random.Random) -> tuple[Entrant, ...]:
    """Seeds are drawn; whoever comes late gets the seeds after all others."""
    late = sorted(plan.late)
    if plan.entrants < 2 or len(late) > plan.entrants:
        raise Refusal(_("A Swiss needs two entrants, and no more can be late than are entered."))
    if any(not 1 <= number <= plan.rounds for number in (*plan.late, *plan.drops)):
        raise Refusal(_("Late entries and drops are in the rounds 1 to {rounds}.").format(rounds=plan.rounds))
    width, there = len(str(plan.entrants)), plan.entrants - len(late)
    names = list(range(1, there + 1))
    rng.shuffle(names)
    names += range(there + 1, plan.entrants + 1)
    return tuple(
        Entrant(
            id=name,
            seed=seed,
            name=f"Coach {name:0{width}}",
            club=f"Club {name % plan.clubs + 1}" if plan.clubs else "",
            coach=name,
            joined=late[seed - there - 1] if seed > there else 1,
        )
        for seed, name in enumerate(names, 1)
    )


def played_by_chance(drafted: Round, rng: random.Random) -> Round:
    """The round with a result of every match."""
    pairings = tuple(_played_by_chance(pairing, rng) for pairing in drafted.pairings)
    return msgspec.structs.replace(drafted, pairings=pairings)


def _played_by_chance(pairing: Pairing, rng: random.Random) -> Pairing:
    if pairing.is_bye:
        return pairing
    outcomes: list[SeatOutcome] = ["drawn"] * len(pairing.seats)
    if rng.random() >= DRAWS:
        winner = rng.randrange(len(outcomes))
        outcomes = ["won" if seat == winner else "lost" for seat in range(len(outcomes))]
    return msgspec.structs.replace(pairing, outcomes=tuple(outcomes))


def _one_leaves(swiss: Swiss, number: int, rng: random.Random) -> Swiss:
    there = [entrant for entrant in swiss.active(number) if entrant.dropped is None]
    if not there:
        return swiss
    leaving = rng.choice(there)
    entrants = tuple(
        msgspec.structs.replace(entrant, dropped=number) if entrant is leaving else entrant
        for entrant in swiss.entrants
    )
    return msgspec.structs.replace(swiss, entrants=entrants)


def table_of(swiss: Swiss) -> Table:
    """The table after the last round; those who are equal in all three criteria share a place."""
    worth = swiss.worth
    scoring = Scoring(win=worth.win, draw=worth.draw, loss=worth.loss, bye=worth.bye)
    return table([entrant.id for entrant in swiss.by_seed()], as_played(swiss), scoring, CRITERIA)


# in words


def in_words(swiss: Swiss, ending: NoPairing | None) -> Iterator[str]:
    """The rounds and the table, line by line."""
    called = {entrant.id: entrant.called for entrant in swiss.entrants}
    for number, played in enumerate(swiss.rounds, 1):
        points = scores(msgspec.structs.replace(swiss, rounds=swiss.rounds[: number - 1]))
        yield f"Round {number}"
        for entrant in swiss.by_seed():
            if entrant.joined == number > 1:
                yield f"{entrant.called} joins."
        for pairing in played.pairings:
            yield f"  {_pairing_in_words(pairing, called, points)}"
        for entrant in swiss.by_seed():
            if entrant.dropped == number:
                yield f"{entrant.called} leaves."
        yield ""
    if ending is not None:
        yield ending.text
        yield from (f"- {offer.text}" for offer in ending.offers)
        yield ""
    yield from _table_in_words(swiss)


def _pairing_in_words(pairing: Pairing, called: dict[Id, str], points: dict[Id, int]) -> str:
    seats = " v ".join(f"{called[seat]} ({points[seat]})" for seat in pairing.seats)
    if pairing.is_bye:
        return f"{'bye':>5}  {seats}"
    winners = [
        called[seat]
        for seat, outcome in zip(pairing.seats, pairing.outcomes, strict=True)
        if outcome == "won"
    ]
    return f"{pairing.table:>5}  {seats}: {f'{winners[0]} wins' if winners else 'drawn'}"


def _table_in_words(swiss: Swiss) -> Iterator[str]:
    entrants = {entrant.id: entrant for entrant in swiss.entrants}
    width = max(len(entrant.called) for entrant in swiss.entrants)
    yield f"{'Place':>5}  {'Entrant':<{width}}  Points  Won  Drawn  Lost  Byes  Opponents  Sonneborn-Berger"
    for row in table_of(swiss).rows:
        entrant = entrants[row.entrant]
        _, opponents, berger = row.values
        yield (
            f"{row.place:>5}  {entrant.called:<{width}}  {row.points:>6}  {row.won:>3}  {row.drawn:>5}  {row.lost:>4}"
            f"  {row.byes:>4}  {opponents:>9}  {berger:>16}{_note(entrant)}"
        )


def _note(entrant: Entrant) -> str:
    notes = []
    if entrant.joined > 1:
        notes.append(f"joined in round {entrant.joined}")
    if entrant.dropped is not None:
        notes.append(f"left after round {entrant.dropped}")
    return f"  {', '.join(notes)}" if notes else ""
