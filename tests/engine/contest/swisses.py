"""Short words for Swiss tournaments: entrants by letter, rounds as pairs of letters."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec

from engine.contest.swiss import (
    Entrant,
    NoPairing,
    Pairing,
    Round,
    SeatOutcome,
    Swiss,
    draft_round,
    published,
)


def entrants(letters: Iterable[str], **given: Any) -> tuple[Entrant, ...]:
    """Seeds in the order of the letters. ``given`` maps a letter to what differs for it."""
    return tuple(
        Entrant(letter, seed, name=letter, **given.get(letter, {})) for seed, letter in enumerate(letters, 1)
    )


def swiss(letters: str, *rounds: str, planned: int = 9, given: Any = None, **settings: Any) -> Swiss:
    """``rounds`` are written ``A-B C=D E``: A has beaten B, C and D have drawn, E has a bye."""
    played = tuple(played_round(number, text) for number, text in enumerate(rounds, 1))
    return Swiss(entrants(letters, **(given or {})), planned, played, **settings)


def played_round(number: int, text: str) -> Round:
    pairings = []
    for table, pair in enumerate(text.split(), 1):
        if len(pair) == 1:
            pairings.append(Pairing(0, pair, bye="allotted"))
        else:
            outcomes: dict[str, tuple[SeatOutcome, ...]] = {
                "-": ("won", "lost"),
                "=": ("drawn", "drawn"),
                "?": (),
            }
            pairings.append(Pairing(table, pair[0], pair[2], outcomes=outcomes[pair[1]]))
    return Round(number, tuple(pairings))


def drawn(of: Swiss, seed: str | int = 1, **options: Any) -> Round:
    found = draft_round(of, seed, **options)
    assert isinstance(found, Round), found
    return found


def refused(of: Swiss, seed: str | int = 1) -> NoPairing:
    found = draft_round(of, seed)
    assert isinstance(found, NoPairing), found
    return found


def pairs(of: Round) -> set[str]:
    """Each pairing as its letters in order, whoever is at home."""
    return {"".join(sorted(str(seat) for seat in pairing.seats)) for pairing in of.pairings}


def bye_of(of: Round) -> Any:
    [pairing] = [pairing for pairing in of.pairings if pairing.is_bye]
    return pairing.home


def with_results(of: Swiss, rng: random.Random, draws: float = 0.25) -> Swiss:
    """The Swiss with chance results in its last round."""
    *before, last = of.rounds
    pairings = []
    for pairing in last.pairings:
        outcomes: tuple[SeatOutcome, ...] = ()
        if not pairing.is_bye:
            outcomes = rng.choice((("won", "lost"), ("lost", "won")))
            if rng.random() < draws:
                outcomes = ("drawn", "drawn")
        pairings.append(msgspec.structs.replace(pairing, outcomes=outcomes))
    changed = msgspec.structs.replace(last, pairings=tuple(pairings))
    return msgspec.structs.replace(of, rounds=(*before, changed))


def after_rounds(of: Swiss, rounds: int, seed: int = 1) -> Swiss:
    """The Swiss after so many rounds by chance."""
    rng = random.Random(seed)
    for _ in range(rounds):
        of = with_results(published(of, drawn(of, seed)), rng)
    return of
