"""What is played by, in short: the edition's own tables in words, for whoever compares two editions."""

from __future__ import annotations

from collections.abc import Iterator

from engine.describe import stat_words
from engine.edition import SummaryLine
from engine.editions.lrb4.book import Book
from engine.summary import by_effect
from engine.words import capital, gold, listed, named, number
from engine.words import gettext as _


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
    part, match = _("The match"), book.match
    yield SummaryLine(part, _("Turns of a half"), str(match.turns))
    yield SummaryLine(part, _("Players on the pitch"), str(match.players_on_pitch))
    for row in match.weather:
        yield SummaryLine(part, _("Weather, 2D6 of {roll}").format(roll=row.roll), named(row.name))
    yield SummaryLine(
        part,
        _("Spectators"),
        _("A die for each point of both fan factors, {spectators} for each pip").format(
            spectators=number(match.gate_per_pip)
        ),
    )
    least = next(row.difference.low for row in match.handicap_counts if row.rolls)
    yield SummaryLine(
        part,
        _("The weaker team"),
        _("Rolls on the handicap table from a rating {least} lower, {times} times at most").format(
            least=least, times=max(row.rolls for row in match.handicap_counts)
        ),
    )
    yield SummaryLine(part, _("Too few players"), _("Plays with those it has"))


def _injuries(book: Book) -> Iterator[SummaryLine]:
    part, tables = _("Injuries"), book.injuries
    rolled = {row.severity: _("{roll} of the D6").format(roll=row.roll) for row in tables.casualty}
    yield SummaryLine(
        part,
        _("Casualty roll"),
        _("A D6, and on {roll} a D66 of which injury").format(roll=rolled["serious"]),
    )
    yield SummaryLine(part, _("Out for the rest of the match"), rolled["badly_hurt"])
    yield from by_effect(part, ((str(row.roll), row.name, row.effect) for row in tables.serious_injury))
    yield SummaryLine(part, _("Dead"), rolled["dead"])
    yield SummaryLine(
        part,
        _("Apothecary"),
        _("Undoes it on {roll} or more").format(roll=tables.apothecary.heals_on),
    )
    yield SummaryLine(
        part,
        named(tables.regeneration.skill),
        _("On {roll} or more").format(roll=tables.regeneration.works_on),
    )
    yield SummaryLine(
        part,
        _("What a niggling injury does"),
        _("A die before each match, and {roll} or less misses it").format(roll=tables.niggling_misses_on),
    )
    most = tables.limits
    yield SummaryLine(
        part,
        _("How far characteristics move"),
        _("{max_loss} down, not below {min_stat}; {max_gain} up").format(
            max_loss=most.max_loss, min_stat=most.min_stat, max_gain=most.max_gain
        ),
    )


def _improvement(book: Book) -> Iterator[SummaryLine]:
    part, tables = _("Improvement"), book.advancement
    for row in tables.star_player_roll:
        says = (
            _("A skill")
            if row.result == "skill"
            else _("{stats}, or a skill").format(
                stats=_("{stat} +1").format(stat=capital(stat_words(row.result)))
            )
        )
        yield SummaryLine(part, _("Roll, 2D6 of {roll}").format(roll=row.roll), says)
    yield SummaryLine(part, _("A double"), _("A trait, or a skill of a further category, instead"))
    targets = [str(level.ageing) for level in tables.levels if level.ageing is not None]
    rows = "; ".join(
        _("{roll} a niggling injury").format(roll=row.roll)
        if row.effect == "niggling"
        else _("{roll} {stat} -1").format(roll=row.roll, stat=stat_words(row.effect))
        for row in tables.ageing
    )
    yield SummaryLine(
        part,
        _("Ageing"),
        _("After each roll, on less than {targets} of 2D6 by the level: {rows}").format(
            targets=", ".join(targets), rows=rows
        ),
    )


def _after(book: Book) -> Iterator[SummaryLine]:
    part, match = _("After the match"), book.match
    rating = match.rating
    yield SummaryLine(
        part,
        _("Strength of a team"),
        _(
            "Rating: a point for each {gold_per_point} of the team and its treasury, and for each "
            "{spp_per_point} star player points"
        ).format(gold_per_point=gold(rating.gold_per_point), spp_per_point=rating.spp_per_point),
    )
    wins = match.winnings
    yield SummaryLine(
        part,
        _("Winnings"),
        _("D6 with a table of gate and rating, {win:+d} for a win, {unit} for each point").format(
            win=wins.win, unit=gold(wins.unit)
        ),
    )
    fans = match.fan_factor
    yield SummaryLine(
        part,
        _("Fan factor"),
        _(
            "A table of a D6, {win:+d} for a win, {loss:+d} for a loss, {touchdowns:+d} from "
            "{touchdowns_needed} touchdowns and {casualties:+d} from {casualties_needed} casualties on; "
            "at least {minimum}"
        ).format(
            win=fans.win,
            loss=fans.loss,
            touchdowns=fans.touchdowns,
            touchdowns_needed=fans.touchdowns_needed,
            casualties=fans.casualties,
            casualties_needed=fans.casualties_needed,
            minimum=fans.minimum,
        ),
    )
    end = match.concession
    yield SummaryLine(
        part,
        _("Concession"),
        _(
            "Fan factor {fan_factor:+d}; who has {leaves_from_spp} star player points leaves on {leaves_on}"
        ).format(
            fan_factor=end.loser_fan_factor,
            leaves_from_spp=end.leaves_from_spp,
            leaves_on=end.leaves_on,
        ),
    )


def _hiring(book: Book) -> Iterator[SummaryLine]:
    part, tables = _("For one match"), book.hiring
    yield SummaryLine(part, _("Star players"), _("{most} at most").format(most=tables.stars_max))
    yield SummaryLine(
        part,
        _("Players of the own list"),
        _("The price of the list, divided by {number}").format(number=tables.freebooter_divisor),
    )
    wizard = tables.wizard
    yield SummaryLine(
        part,
        _("Wizard"),
        _("{price}; never for {races}").format(
            price=gold(wizard.price), races=listed(map(named, wizard.never_for))
        ),
    )
    smith = tables.runesmith
    yield SummaryLine(
        part,
        _("Runesmith"),
        _("{price}; only for {races}").format(price=gold(smith.price), races=listed(map(named, smith.races))),
    )
    chef = tables.chef
    yield SummaryLine(
        part,
        _("Halfling Master Chef"),
        _("Only for {races}; ingredients for a die more {ingredients_price}").format(
            races=listed(map(named, chef.races)), ingredients_price=gold(chef.ingredients_price)
        ),
    )


def _fields(book: Book) -> Iterator[SummaryLine]:
    for field in book.fields.kinds:
        yield SummaryLine(
            _("Home fields"),
            named(field.name),
            _("{price}, fan factor {fan_factor:+d}").format(
                price=gold(field.price), fan_factor=field.fan_factor
            ),
        )
