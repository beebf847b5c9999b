"""A whole Swiss by chance, to look at before an event and to prove the pairing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from engine.contest.played import Id
from engine.contest.rounds import Entrant, Pairing, Round, SeatOutcome, Swiss, published, scores
from engine.contest.swiss import Constraints, NoPairing, draft_round
from engine.questions import Refusal

DRAWS = 0.25


class Plan(msgspec.Struct, frozen=True):
    """What is to happen. Of the ``entrants`` the last join in the rounds ``late``; after each of the rounds ``drops``
    one who is still there leaves. ``clubs`` spreads them over so many clubs, which are kept apart in round 1."""

    entrants: int = 33
    rounds: int = 6
    late: tuple[int, ...] = (2,)
    drops: tuple[int, ...] = (2, 4)
    clubs: int = 0
    seed: int = 1


class Standing(msgspec.Struct, frozen=True):
    """A row of the table, ordered by points, then by the points of those met, then by seed."""

    entrant: Entrant
    points: int
    won: int
    drawn: int
    lost: int
    byes: int
    opponents: int


def simulated(plan: Plan) -> tuple[Swiss, NoPairing | None]:
    """The Swiss with all rounds played, or up to where no pairing was left."""
    rng = random.Random(f"swiss/{plan.seed}")
    swiss = Swiss(_entrants(plan, rng), plan.rounds, constraints=Constraints(club="first round"))
    for number in range(1, plan.rounds + 1):
        drafted = draft_round(swiss, plan.seed)
        if isinstance(drafted, NoPairing):
            return swiss, drafted
        swiss = published(swiss, played_by_chance(drafted, rng))
        for _ in range(plan.drops.count(number)):
            swiss = _one_leaves(swiss, number, rng)
    return swiss, None


def _entrants(plan: Plan, rng: random.Random) -> tuple[Entrant, ...]:
    """Seeds are drawn; whoever comes late gets the seeds after all others."""
    late = sorted(plan.late)
    if plan.entrants < 2 or len(late) > plan.entrants:
        raise Refusal("A Swiss needs two entrants, and no more can be late than are entered.")
    if any(not 1 <= number <= plan.rounds for number in (*plan.late, *plan.drops)):
        raise Refusal(f"Late entries and drops are in the rounds 1 to {plan.rounds}.")
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


def table(swiss: Swiss) -> tuple[Standing, ...]:
    points = scores(swiss)
    rows = [_standing(swiss, entrant, points) for entrant in swiss.entrants]
    return tuple(sorted(rows, key=lambda row: (-row.points, -row.opponents, row.entrant.seed)))


def _standing(swiss: Swiss, entrant: Entrant, points: dict[Id, int]) -> Standing:
    outcomes: list[SeatOutcome] = []
    byes = opponents = 0
    for pairing in (pairing for played in swiss.rounds for pairing in played.pairings):
        if entrant.id not in pairing.seats:
            continue
        byes += pairing.is_bye
        if pairing.outcomes:
            outcomes.append(pairing.outcomes[pairing.seats.index(entrant.id)])
            opponents += sum(points[seat] for seat in pairing.seats if seat != entrant.id)
    won, drawn, lost = (outcomes.count(one) for one in ("won", "drawn", "lost"))
    return Standing(entrant, points[entrant.id], won, drawn, lost, byes, opponents)


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
    yield from _table_in_words(table(swiss))


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


def _table_in_words(rows: tuple[Standing, ...]) -> Iterator[str]:
    width = max(len(row.entrant.called) for row in rows)
    yield f"{'Place':>5}  {'Entrant':<{width}}  Points  Won  Drawn  Lost  Byes  Opponents"
    for place, row in enumerate(rows, 1):
        yield (
            f"{place:>5}  {row.entrant.called:<{width}}  {row.points:>6}  {row.won:>3}  {row.drawn:>5}  "
            f"{row.lost:>4}  {row.byes:>4}  {row.opponents:>9}{_note(row.entrant)}"
        )


def _note(entrant: Entrant) -> str:
    notes = []
    if entrant.joined > 1:
        notes.append(f"joined in round {entrant.joined}")
    if entrant.dropped is not None:
        notes.append(f"left after round {entrant.dropped}")
    return f"  {', '.join(notes)}" if notes else ""
