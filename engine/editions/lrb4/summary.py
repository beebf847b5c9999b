"""What is played by, in short: the edition's own tables in words, for whoever compares two editions."""

from __future__ import annotations

from collections.abc import Iterator

from engine.describe import STAT_WORDS, capital, gold
from engine.edition import SummaryLine
from engine.editions.lrb4.book import Book
from engine.summary import by_effect
from engine.words import listed


def summary(book: Book) -> tuple[SummaryLine, ...]:
    return (
        *_match(book),
        *_injuries(book),
        *_improvement(book),
        *_after(book),
        *_hiring(book),
        *_fields(book),
    )


def _match(book: Book) -> Iterator[SummaryLine]:
    part, match = "The match", book.match
    yield SummaryLine(part, "Turns of a half", str(match.turns))
    yield SummaryLine(part, "Players on the pitch", str(match.players_on_pitch))
    for row in match.weather:
        yield SummaryLine(part, f"Weather, 2D6 of {row.roll}", row.name)
    yield SummaryLine(
        part, "Spectators", f"A die for each point of both fan factors, {match.gate_per_pip:,} for each pip"
    )
    least = next(row.difference.low for row in match.handicap_counts if row.rolls)
    yield SummaryLine(
        part,
        "The weaker team",
        f"Rolls on the handicap table from a rating {least} lower, "
        f"{max(row.rolls for row in match.handicap_counts)} times at most",
    )
    yield SummaryLine(part, "Too few players", "Plays with those it has")


def _injuries(book: Book) -> Iterator[SummaryLine]:
    part, tables = "Injuries", book.injuries
    rolled = {row.severity: f"{row.roll} of the D6" for row in tables.casualty}
    yield SummaryLine(part, "Casualty roll", f"A D6, and on {rolled['serious']} a D66 of which injury")
    yield SummaryLine(part, "Out for the rest of the match", rolled["badly_hurt"])
    yield from by_effect(part, ((str(row.roll), row.name, row.effect) for row in tables.serious_injury))
    yield SummaryLine(part, "Dead", rolled["dead"])
    yield SummaryLine(part, "Apothecary", f"Undoes it on {tables.apothecary.heals_on} or more")
    yield SummaryLine(part, tables.regeneration.skill, f"On {tables.regeneration.works_on} or more")
    yield SummaryLine(
        part,
        "What a niggling injury does",
        f"A die before each match, and {tables.niggling_misses_on} or less misses it",
    )
    most = tables.limits
    yield SummaryLine(
        part,
        "How far characteristics move",
        f"{most.max_loss} down, not below {most.min_stat}; {most.max_gain} up",
    )


def _improvement(book: Book) -> Iterator[SummaryLine]:
    part, tables = "Improvement", book.advancement
    for row in tables.star_player_roll:
        says = "A skill" if row.result == "skill" else f"{capital(STAT_WORDS[row.result])} +1, or a skill"
        yield SummaryLine(part, f"Roll, 2D6 of {row.roll}", says)
    yield SummaryLine(part, "A double", "A trait, or a skill of a further category, instead")
    targets = [str(level.ageing) for level in tables.levels if level.ageing is not None]
    rows = "; ".join(
        f"{row.roll} {'a niggling injury' if row.effect == 'niggling' else f'{STAT_WORDS[row.effect]} -1'}"
        for row in tables.ageing
    )
    yield SummaryLine(
        part, "Ageing", f"After each roll, on less than {', '.join(targets)} of 2D6 by the level: {rows}"
    )


def _after(book: Book) -> Iterator[SummaryLine]:
    part, match = "After the match", book.match
    rating = match.rating
    yield SummaryLine(
        part,
        "Strength of a team",
        f"Rating: a point for each {gold(rating.gold_per_point)} of the team and its treasury, and for each "
        f"{rating.spp_per_point} star player points",
    )
    wins = match.winnings
    yield SummaryLine(
        part,
        "Winnings",
        f"D6 with a table of gate and rating, {wins.win:+d} for a win, {gold(wins.unit)} for each point",
    )
    fans = match.fan_factor
    yield SummaryLine(
        part,
        "Fan factor",
        f"A table of a D6, {fans.win:+d} for a win, {fans.loss:+d} for a loss, {fans.touchdowns:+d} from "
        f"{fans.touchdowns_needed} touchdowns and {fans.casualties:+d} from {fans.casualties_needed} casualties on; at "
        f"least {fans.minimum}",
    )
    end = match.concession
    yield SummaryLine(
        part,
        "Concession",
        f"Fan factor {end.loser_fan_factor:+d}; who has {end.leaves_from_spp} star player points leaves on "
        f"{end.leaves_on}",
    )


def _hiring(book: Book) -> Iterator[SummaryLine]:
    part, tables = "For one match", book.hiring
    yield SummaryLine(part, "Star players", f"{tables.stars_max} at most")
    yield SummaryLine(
        part, "Players of the own list", f"The price of the list, divided by {tables.freebooter_divisor}"
    )
    wizard = tables.wizard
    yield SummaryLine(part, "Wizard", f"{gold(wizard.price)}; never for {listed(wizard.never_for)}")
    smith = tables.runesmith
    yield SummaryLine(part, "Runesmith", f"{gold(smith.price)}; only for {listed(smith.races)}")
    chef = tables.chef
    yield SummaryLine(
        part,
        "Halfling Master Chef",
        f"Only for {listed(chef.races)}; ingredients for a die more {gold(chef.ingredients_price)}",
    )


def _fields(book: Book) -> Iterator[SummaryLine]:
    for field in book.fields.kinds:
        yield SummaryLine("Home fields", field.name, f"{gold(field.price)}, fan factor {field.fan_factor:+d}")
