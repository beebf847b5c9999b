"""What is played by, in short: the edition's own tables in words, for whoever compares two editions."""

from __future__ import annotations

from collections.abc import Iterator

from engine.describe import STAT_WORDS, stat_words
from engine.edition import SummaryLine
from engine.editions.crp.book import Book
from engine.editions.crp.tables import Inducement
from engine.summary import by_effect
from engine.words import capital, either, gold, listed, named, number, pgettext
from engine.words import gettext as _


def summary(book: Book) -> tuple[SummaryLine, ...]:
    return (
        *_match(book),
        *_injuries(book),
        *_improvement(book),
        *_after(book),
        *_hiring(book),
    )


def _match(book: Book) -> Iterator[SummaryLine]:
    part, match = _("The match"), book.match
    yield SummaryLine(part, _("Turns of a half"), str(match.turns))
    yield SummaryLine(part, _("Players on the pitch"), str(match.players_on_pitch))
    for row in match.weather:
        yield SummaryLine(part, _("Weather, 2D6 of {roll}").format(roll=row.roll), named(row.name))
    fans = match.fans
    yield SummaryLine(
        part,
        _("Spectators"),
        _(
            "{dice}D6 and the fan factor of each side, {spectators} for each point; more of them bring "
            "FAME {more}, {multiple} times as many FAME {many_more}"
        ).format(
            dice=fans.dice,
            spectators=number(fans.spectators),
            more=fans.more,
            multiple=fans.multiple,
            many_more=fans.many_more,
        ),
    )
    yield SummaryLine(
        part,
        _("The weaker team"),
        _("Has petty cash, {amount} for so much less team value, and buys inducements").format(
            amount=gold(book.inducements.petty_cash_step)
        ),
    )
    keeper = match.journeymen
    yield SummaryLine(
        part,
        _("Too few players"),
        _("Journeymen with {skill} fill the team up to {count}").format(
            skill=named(keeper.skill), count=match.players_on_pitch
        ),
    )


def _injuries(book: Book) -> Iterator[SummaryLine]:
    part, tables = _("Injuries"), book.injuries
    yield SummaryLine(part, _("Casualty roll"), _("D68, once"))
    yield from by_effect(part, ((str(row.roll), row.name, row.effect) for row in tables.casualty))
    yield SummaryLine(part, _("Apothecary"), _("A second casualty roll, and the choice of the two"))
    yield SummaryLine(
        part,
        named(tables.regeneration.skill),
        _("On {roll} or more").format(roll=tables.regeneration.works_on),
    )
    yield SummaryLine(
        part,
        named(tables.decay.skill),
        _("{rolls} results of the casualty table at once").format(rolls=tables.decay.rolls),
    )
    yield SummaryLine(
        part, _("What a niggling injury does"), _("1 more on every injury roll against the player")
    )
    most = tables.limits
    yield SummaryLine(
        part,
        _("How far characteristics move"),
        _("{max_loss} down, not below {min_stat}; {max_gain} up, not above {max_stat}").format(
            max_loss=most.max_loss, min_stat=most.min_stat, max_gain=most.max_gain, max_stat=most.max_stat
        ),
    )


def _improvement(book: Book) -> Iterator[SummaryLine]:
    part, tables = _("Improvement"), book.advancement
    for row in book.advancement.improvement_roll:
        stats = either(_("{stat} +1").format(stat=stat_words(stat)) for stat in row.stats)
        yield SummaryLine(
            part,
            _("Roll, 2D6 of {roll}").format(roll=row.roll),
            _("{stats}, or a skill").format(stats=capital(stats)) if stats else _("A skill"),
        )
    yield SummaryLine(part, _("A double"), _("A skill of a further category instead"))
    values = tables.values
    for what, value in (
        (_("A skill is worth"), values.skill),
        (_("A skill by a double is worth"), values.double),
        *(
            (
                _("{stat} +1 is worth").format(stat=capital(stat_words(stat))),
                getattr(values, stat),
            )
            for stat in STAT_WORDS
        ),
    ):
        yield SummaryLine(part, what, gold(value))
    yield SummaryLine(part, _("Ageing"), pgettext("ageing", "None"))


def _after(book: Book) -> Iterator[SummaryLine]:
    part, match = _("After the match"), book.match
    yield SummaryLine(
        part,
        _("Strength of a team"),
        _(
            "Team value, in gold: players with their improvements, re-rolls, fan factor and staff, "
            "without those who miss the next match"
        ),
    )
    wins = match.winnings
    text = _("D6 and FAME, {win:+d} for a win, {draw:+d} for a draw, {unit} for each point")
    if wins.winner_rerolls:
        text = _(
            "D6 and FAME, {win:+d} for a win, {draw:+d} for a draw, {unit} for each point; the winner may roll again"
        )
    yield SummaryLine(
        part,
        _("Winnings"),
        text.format(win=wins.win, draw=wins.draw, unit=gold(wins.unit)),
    )
    costs = match.expenses
    yield SummaryLine(
        part,
        _("Expenses of strong teams"),
        _("{step} from a team value of {start}, as much more for each {interval} above").format(
            step=gold(costs.step), start=number(costs.start), interval=number(costs.interval)
        ),
    )
    fans = match.fan_factor
    yield SummaryLine(
        part,
        _("Fan factor"),
        _(
            "{win_dice}D6 against it for a win, {draw_dice}D6 for a draw, {loss_dice}D6 for a loss; at "
            "least {minimum}"
        ).format(
            win_dice=fans.win_dice, draw_dice=fans.draw_dice, loss_dice=fans.loss_dice, minimum=fans.minimum
        ),
    )
    end = match.concession
    yield SummaryLine(
        part,
        _("Concession"),
        _(
            "Fan factor {fan_factor:+d}; who has {leaves_from_spp} star player points leaves on {leaves_on}"
        ).format(fan_factor=end.fan_factor, leaves_from_spp=end.leaves_from_spp, leaves_on=end.leaves_on),
    )


def _hiring(book: Book) -> Iterator[SummaryLine]:
    part, tables = _("For one match"), book.inducements
    yield SummaryLine(part, _("Star players"), _("{most} at most").format(most=tables.stars_max))
    hired = tables.mercenaries
    yield SummaryLine(
        part,
        _("Players of the own list"),
        _("The price of the list and {surcharge}; a skill for {skill_price}").format(
            surcharge=gold(hired.surcharge), skill_price=gold(hired.skill_price)
        ),
    )
    for kind in tables.kinds:
        yield SummaryLine(part, named(kind.name), _kind(kind))


def _kind(kind: Inducement) -> str:
    parts = [_("{price}, {most} at most").format(price=gold(kind.price), most=kind.max)]
    parts += [
        _("{price} for {race}").format(price=gold(price), race=named(race))
        for race, price in sorted(kind.reduced.items())
    ]
    if kind.only_for:
        parts.append(_("only for {races}").format(races=listed(map(named, kind.only_for))))
    return "; ".join(parts)
