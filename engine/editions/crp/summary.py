"""What is played by, in short: the edition's own tables in words, for whoever compares two editions."""

from __future__ import annotations

from collections.abc import Iterator

from engine.describe import STAT_WORDS, capital, gold
from engine.edition import SummaryLine
from engine.editions.crp.book import Book
from engine.editions.crp.tables import Inducement
from engine.summary import by_effect
from engine.words import listed


def summary(book: Book) -> tuple[SummaryLine, ...]:
    return (
        *_match(book),
        *_injuries(book),
        *_improvement(book),
        *_after(book),
        *_hiring(book),
    )


def _match(book: Book) -> Iterator[SummaryLine]:
    part, match = "The match", book.match
    yield SummaryLine(part, "Turns of a half", str(match.turns))
    yield SummaryLine(part, "Players on the pitch", str(match.players_on_pitch))
    for row in match.weather:
        yield SummaryLine(part, f"Weather, 2D6 of {row.roll}", row.name)
    fans = match.fans
    yield SummaryLine(
        part,
        "Spectators",
        f"{fans.dice}D6 and the fan factor of each side, {fans.spectators:,} for each point; more of them bring FAME "
        f"{fans.more}, {fans.multiple} times as many FAME {fans.many_more}",
    )
    yield SummaryLine(
        part,
        "The weaker team",
        f"Has petty cash, {gold(book.inducements.petty_cash_step)} for so much less team value, and buys inducements",
    )
    keeper = match.journeymen
    yield SummaryLine(
        part,
        "Too few players",
        f"Journeymen with {keeper.skill} fill the team up to {match.players_on_pitch}",
    )


def _injuries(book: Book) -> Iterator[SummaryLine]:
    part, tables = "Injuries", book.injuries
    yield SummaryLine(part, "Casualty roll", "D68, once")
    yield from by_effect(part, ((str(row.roll), row.name, row.effect) for row in tables.casualty))
    yield SummaryLine(part, "Apothecary", "A second casualty roll, and the choice of the two")
    yield SummaryLine(part, tables.regeneration.skill, f"On {tables.regeneration.works_on} or more")
    yield SummaryLine(part, tables.decay.skill, f"{tables.decay.rolls} results of the casualty table at once")
    yield SummaryLine(part, "What a niggling injury does", "1 more on every injury roll against the player")
    most = tables.limits
    yield SummaryLine(
        part,
        "How far characteristics move",
        f"{most.max_loss} down, not below {most.min_stat}; {most.max_gain} up, not above {most.max_stat}",
    )


def _improvement(book: Book) -> Iterator[SummaryLine]:
    part, tables = "Improvement", book.advancement
    for row in book.advancement.improvement_roll:
        stats = " or ".join(f"{STAT_WORDS[stat]} +1" for stat in row.stats)
        yield SummaryLine(
            part, f"Roll, 2D6 of {row.roll}", f"{capital(stats)}, or a skill" if stats else "A skill"
        )
    yield SummaryLine(part, "A double", "A skill of a further category instead")
    values = tables.values
    for what, value in (
        ("A skill is worth", values.skill),
        ("A skill by a double is worth", values.double),
        *((f"{capital(STAT_WORDS[stat])} +1 is worth", getattr(values, stat)) for stat in STAT_WORDS),
    ):
        yield SummaryLine(part, what, gold(value))
    yield SummaryLine(part, "Ageing", "None")


def _after(book: Book) -> Iterator[SummaryLine]:
    part, match = "After the match", book.match
    yield SummaryLine(
        part,
        "Strength of a team",
        "Team value, in gold: players with their improvements, re-rolls, fan factor and staff, without those who miss "
        "the next match",
    )
    wins = match.winnings
    again = "; the winner may roll again" if wins.winner_rerolls else ""
    yield SummaryLine(
        part,
        "Winnings",
        f"D6 and FAME, {wins.win:+d} for a win, {wins.draw:+d} for a draw, {gold(wins.unit)} for each point{again}",
    )
    costs = match.expenses
    yield SummaryLine(
        part,
        "Expenses of strong teams",
        f"{gold(costs.step)} from a team value of {costs.start:,}, as much more for each {costs.interval:,} above",
    )
    fans = match.fan_factor
    yield SummaryLine(
        part,
        "Fan factor",
        f"{fans.win_dice}D6 against it for a win, {fans.draw_dice}D6 for a draw, {fans.loss_dice}D6 for a loss; at "
        f"least {fans.minimum}",
    )
    end = match.concession
    yield SummaryLine(
        part,
        "Concession",
        f"Fan factor {end.fan_factor:+d}; who has {end.leaves_from_spp} star player points leaves on {end.leaves_on}",
    )


def _hiring(book: Book) -> Iterator[SummaryLine]:
    part, tables = "For one match", book.inducements
    yield SummaryLine(part, "Star players", f"{tables.stars_max} at most")
    hired = tables.mercenaries
    yield SummaryLine(
        part,
        "Players of the own list",
        f"The price of the list and {gold(hired.surcharge)}; a skill for {gold(hired.skill_price)}",
    )
    for kind in tables.kinds:
        yield SummaryLine(part, kind.name, _kind(kind))


def _kind(kind: Inducement) -> str:
    parts = [f"{gold(kind.price)}, {kind.max} at most"]
    parts += [f"{gold(price)} for {race}" for race, price in sorted(kind.reduced.items())]
    if kind.only_for:
        parts.append(f"only for {listed(kind.only_for)}")
    return "; ".join(parts)
