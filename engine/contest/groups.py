"""Groups, and the knockout that their best go on to."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from engine.contest.bracket import Bracket, Options
from engine.contest.draw import seed_order, size_for
from engine.contest.knockout import PLAIN, bracket
from engine.contest.matched import assigned
from engine.contest.naming import called, entered_once, sentence
from engine.contest.played import Id
from engine.contest.schedule import Order, Schedule, in_parallel, round_robin
from engine.questions import Refusal
from engine.words import gettext as _

Groups = tuple[tuple[Id, ...], ...]


def snake(entrants: Iterable[Id], count: int, *, lot: str | None = None) -> Groups:
    """``count`` groups of entrants whose first is the best, or who are drawn by ``lot``.

    Rows of one for each group go forth and back, so that who has the best of one row has the worst of the next. What is
    left for a last row that is not full goes forth: the sizes differ by one at most, and the first groups are the
    larger ones. Raises Refusal for groups of fewer than two.
    """
    field = list(entered_once(entrants))
    if count < 1 or len(field) < 2 * count:
        raise Refusal(
            _("{entrants} entrants make no {count} groups of at least two.").format(
                entrants=len(field), count=count
            )
        )
    if lot is not None:
        random.Random(f"groups {lot}").shuffle(field)
    groups: list[list[Id]] = [[] for _ in range(count)]
    for start in range(0, len(field), count):
        row = field[start : start + count]
        back = (start // count) % 2 == 1 and len(row) == count
        for group, entrant in zip(reversed(groups) if back else groups, row, strict=False):
            group.append(entrant)
    return tuple(tuple(group) for group in groups)


def group_schedule(
    groups: Mapping[str, Sequence[Id]],
    *,
    legs: int = 1,
    order: Order = "mirrored",
    seed: str | int | None = None,
) -> Schedule:
    """The rounds of all groups, or divisions, side by side, by their names; one alone may have none.

    Each has a lot of its own from the seed. Raises Refusal for one of fewer than two.
    """
    for name, group in groups.items():
        if name and len(group) < 2:
            if group:
                text = _("Division {name} has one entry, and a round robin needs at least two.")
            else:
                text = _("Division {name} has nobody, and a round robin needs at least two.")
            raise Refusal(text.format(name=name))
    return in_parallel(
        round_robin(group, legs=legs, order=order, seed=None if seed is None else f"{seed} {name}")
        for name, group in groups.items()
    )


def advanced(
    tables: Sequence[Sequence[Id]], each: int, extra: Sequence[Id] = ()
) -> tuple[tuple[Id, ...], ...]:
    """Those who go on, in ranks: the firsts of all groups, the seconds, and so on; ``extra`` of any place are the last.

    ``tables`` are the groups' entrants, the best first. Raises Refusal where a group has not so many, and for an extra
    one who is in no group or goes on already.
    """
    if each < 1 or not tables:
        raise Refusal(_("At least one of each group goes on."))
    for number, table in enumerate(tables, 1):
        if len(table) < each:
            raise Refusal(
                _("Group {number} has {count} entrants, so {each} of it cannot go on.").format(
                    number=number, count=len(table), each=each
                )
            )
    everybody = entered_once(entrant for table in tables for entrant in table)
    ranks = [tuple(table[place] for table in tables) for place in range(each)]
    for entrant in entered_once(extra):
        if entrant not in everybody:
            raise Refusal(
                sentence(
                    _("{entrant} is in none of the groups, so it cannot go on.").format(
                        entrant=called(entrant)
                    )
                )
            )
        if any(entrant in rank for rank in ranks):
            raise Refusal(
                sentence(_("{entrant} goes on already by its place.").format(entrant=called(entrant)))
            )
    return (*ranks, tuple(extra)) if extra else tuple(ranks)


def knockout_of_groups(
    tables: Sequence[Sequence[Id]], each: int, *, extra: Sequence[Id] = (), options: Options = PLAIN
) -> Bracket:
    """The knockout of the best ``each`` of every group.

    Winners of groups are seeded before seconds, and so on, in the order of the groups. Inside such a rank the seeds are
    changed so that those of one group meet as late as can be, and wherever there are two groups not in the first round;
    if need be another group than the first has the first seed. Raises Refusal as ``advanced`` does, and where fewer
    than two go on.
    """
    ranks = advanced(tables, each, extra)
    group = {entrant: number for number, table in enumerate(tables) for entrant in table}
    order = seed_order(size_for(sum(len(rank) for rank in ranks)))
    slots = {seed: slot for slot, seed in enumerate(order)}
    first, *later = ranks
    best: tuple[int, list[Id]] = (0, [])
    for turn in range(len(first)):
        seeds = [*first[turn:], *first[:turn]]
        apart = len(slots).bit_length()
        for rank in later:
            seeds, meet = _spread(rank, seeds, slots, group)
            apart = min(apart, meet)
        if not best[1] or apart > best[0] == 1:
            best = apart, seeds
        if apart > 1:
            break
    return bracket(best[1], best[1], options)


def _spread(
    rank: Sequence[Id], before: Sequence[Id], slots: dict[int, int], group: dict[Id, int]
) -> tuple[list[Id], int]:
    """The seeds with a rank more, in the order that keeps everybody away from those of his group who are seeded before;
    and the round in which two of a group can meet first."""
    numbers = range(len(before) + 1, len(before) + len(rank) + 1)
    mates = {
        entrant: [slots[seed] for seed, one in enumerate(before, 1) if group[one] == group[entrant]]
        for entrant in rank
    }
    for apart in range(len(slots).bit_length() - 1, 1, -1):
        options = {
            entrant: [
                seed
                for seed in sorted(numbers, key=lambda seed: abs(seed - natural))
                if all(_meet(slots[seed], mate) >= apart for mate in mates[entrant])
            ]
            for natural, entrant in zip(numbers, rank, strict=True)
        }
        found = assigned(options)
        if len(found) == len(rank):
            return [*before, *sorted(rank, key=lambda entrant: found[entrant])], apart
    return [*before, *rank], 1


def _meet(slot: int, other: int) -> int:
    """The round in which two slots meet, if both come so far."""
    return (slot ^ other).bit_length()
