"""What comes of a roll, from the tables that it is looked up in: for whoever has no rulebook at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.describe import gain_words, stat_words
from engine.edition import Meaning
from engine.editions.lrb4.book import Book
from engine.words import capital, gettext_noop, gold, listed, named
from engine.words import gettext as _

_SEVERITIES = {
    "badly_hurt": (gettext_noop("Badly hurt"), gettext_noop("Out for the rest of the match.")),
    "serious": (
        gettext_noop("Seriously injured"),
        gettext_noop("Out for this match and the next, and a roll tells what else."),
    ),
    "dead": (gettext_noop("Dead"), gettext_noop("Unless he can still be saved.")),
}
_EFFECTS = {
    "miss": gettext_noop("Misses the next match."),
    "niggling": gettext_noop("A niggling injury; misses the next match."),
}


def meanings(book: Book, key: str) -> tuple[Meaning, ...]:
    """Empty for a key that asks for nothing of a table."""
    if key in _TABLES:
        return _TABLES[key](book)
    return _field_bonus(book, key.removeprefix("home_field.")) if key.startswith("home_field.") else ()


def _weather(book: Book) -> tuple[Meaning, ...]:
    return tuple(Meaning(str(row.roll), named(row.name), key=row.name) for row in book.match.weather)


def _handicaps(book: Book) -> tuple[Meaning, ...]:
    return tuple(
        Meaning(str(row.roll), named(row.name), _(row.words), row.name) for row in book.match.handicaps
    )


def _casualty(book: Book) -> tuple[Meaning, ...]:
    return tuple(Meaning(str(row.roll), *map(_, _SEVERITIES[row.severity])) for row in book.injuries.casualty)


def _serious_injury(book: Book) -> tuple[Meaning, ...]:
    return tuple(
        Meaning(
            str(row.roll),
            named(row.name),
            _(_EFFECTS[row.effect])
            if row.effect in _EFFECTS
            else _("{stat} -1; misses the next match.").format(stat=capital(stat_words(row.effect))),
            row.name,
        )
        for row in book.injuries.serious_injury
    )


def _runes(book: Book) -> tuple[Meaning, ...]:
    found = []
    for row in book.hiring.runesmith.runes:
        gains = (*((f"+{row.stat}",) if row.stat else ()), *row.skills)
        words = (
            _("{gains}.").format(gains=capital(listed(map(gain_words, gains))))
            if gains
            else _("The chisel slips.")
        )
        found.append(Meaning(str(row.roll), named(row.name) or _("No rune"), words, row.name))
    return tuple(found)


def _fan_factor(book: Book) -> tuple[Meaning, ...]:
    return tuple(
        Meaning(
            str(row.total),
            _("Fan factor {change:+d}").format(change=row.change) if row.change else _("No change"),
        )
        for row in book.match.fan_factor.rows
    )


def _ageing(book: Book) -> tuple[Meaning, ...]:
    return tuple(
        Meaning(
            str(row.roll),
            _("A niggling injury")
            if row.effect == "niggling"
            else _("{stat} -1").format(stat=capital(stat_words(row.effect))),
        )
        for row in book.advancement.ageing
    )


def _prizes(book: Book) -> tuple[Meaning, ...]:
    rolled = next((major for major in book.tournaments.majors if major.rolled and not major.missing), None)
    return tuple(
        Meaning(
            str(row.roll),
            gold(row.winner or 0),
            _("{finalist} for the losing finalist.").format(finalist=gold(row.finalist or 0)),
        )
        for row in (rolled.prizes if rolled else ())
    )


def _field_bonus(book: Book, name: str) -> tuple[Meaning, ...]:
    return tuple(
        Meaning(f"{bonus.needs}+" if bonus.needs < _DIE else str(_DIE), _("It works"), _(bonus.words))
        for bonus in book.fields.bonuses
        if bonus.name == name and bonus.dice
    )


_DIE = 6


_TABLES: Mapping[str, Callable[[Book], tuple[Meaning, ...]]] = {
    "weather": _weather,
    "handicap": _handicaps,
    "handicap.choice": _handicaps,
    "casualty": _casualty,
    "serious_injury": _serious_injury,
    "runesmith": _runes,
    "fan_factor": _fan_factor,
    "ageing.result": _ageing,
    "tournament.prize": _prizes,
}
