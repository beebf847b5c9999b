"""Short texts that events and facts keep, as an entry in a ledger does: why gold changed hands, how somebody left.

They are stored in English, since what is stored must be the same for every reader, and because an event that is derived
anew is compared with the one that stands. Whoever shows one asks ``told``, which finds the phrase that it was made from
and puts names and numbers into the phrase of the reader's language. What a person typed in is in none of the phrases
and stays as it is.
"""

from __future__ import annotations

import re

from engine.words import STAFF_WORDS, Word, counted, gettext, gettext_noop, named, number

WINNINGS = gettext_noop("winnings")
WINNINGS_OF = gettext_noop("winnings of {team}, who conceded")
SPONSORSHIP = gettext_noop("sponsorship")
EXPENSES = gettext_noop("spiralling expenses")
PETTY_CASH = gettext_noop("petty cash, for inducements")
INGREDIENTS = gettext_noop("ingredients for the chef")
HIRED_HELPER = gettext_noop("a {kind}, hired for one match")
HIRED_FREEBOOTER = gettext_noop("a freebooter ({position}), hired for one match")
HIRED_STAR = gettext_noop("{star}, hired for one match")
TOOK_BOTH = gettext_noop("{star}, who took the gold of both teams")
APOTHECARY = gettext_noop("apothecary")
WHO_STAYS = gettext_noop("{player}, who stays")
COLLAPSED = gettext_noop("fans died when the {stadium} collapsed")
THE_MATCH = gettext_noop("the match")
CONCEDED = gettext_noop("conceded the match")
LEFT_AFTER_CONCESSION = gettext_noop("left the team after it conceded a match")
DRAFT = gettext_noop("draft")
FOUNDED = gettext_noop("founded")
FAN_FACTOR_POINTS = gettext_noop("fan factor {points}")
DECREE = gettext_noop("decree")
DECREE_BECAUSE = gettext_noop("decree, {reason}")
BY_DECREE = gettext_noop("by decree")
DISMISSED = gettext_noop("dismissed")
RETIRED = gettext_noop("retired")
RETIRED_COACH = gettext_noop("retired, and coaches now")
TRADED_TO = gettext_noop("traded to {team}")
TRADE_WITH = gettext_noop("trade with {team}")
LEAST_FAN_FACTOR = gettext_noop("the least in {edition}")
NEW_FIELD = gettext_noop("a new home field")
FIELD_IN_PLACE = gettext_noop("{stadium} in place of {former}")
FIELD_REPAIR = gettext_noop("repair of the {stadium}")
WON_MAJOR = gettext_noop("winner of the {tournament}")
LOST_FINAL = gettext_noop("finalist of the {tournament}")
PRIZE = gettext_noop("prize of the {tournament}")
PLAYER_OF_THE_YEAR = gettext_noop("player of the year: {player}")
CANNOT_PAY = gettext_noop("the team cannot pay his {amount} gold")
NOT_WANTED = gettext_noop("the coach does not want him")
NONE_WANTED = gettext_noop("the coach does not want one")
NO_PRICE_FOR = gettext_noop("the league's rules give no price and no characteristics for a {position}")
TEAM_IS_FULL = gettext_noop("the team has {count} players already")
POSITION_IS_FULL = gettext_noop("the team has {count} of the position {position} already")
MERCENARY = gettext_noop("{position} with {skill}")
KILLED = gettext_noop("killed")
KILLED_BY = gettext_noop("killed by {player} ({team})")
EATEN = gettext_noop("eaten by a team-mate")

FATES = {
    "block": gettext_noop("killed by a block"),
    "foul": gettext_noop("killed by a foul"),
    "crowd": gettext_noop("killed by the crowd"),
    "dodge": gettext_noop("killed by a failed dodge"),
    "go_for_it": gettext_noop("killed by going for it"),
    "landing": gettext_noop("killed by a bad landing"),
    "secret_weapon": gettext_noop("killed by a secret weapon"),
    "spell": gettext_noop("killed by a spell"),
    "rock": gettext_noop("killed by a thrown rock"),
    "pitch_invasion": gettext_noop("killed by a pitch invasion"),
    "eaten": gettext_noop("killed by a hungry team-mate"),
}
"""By the cause of a casualty."""
FATES_FROM = {
    "block": gettext_noop("killed by a block from {player} ({team})"),
    "foul": gettext_noop("killed by a foul from {player} ({team})"),
    "crowd": gettext_noop("killed by the crowd from {player} ({team})"),
    "secret_weapon": gettext_noop("killed by a secret weapon from {player} ({team})"),
}

_OF_THE_RULES = frozenset(("skill", "position", "stadium", "former", "kind", "tournament", "edition"))
"""Words that are names of the rules, and so have a name in other languages."""

_THINGS: dict[str, Word] = {
    word: pair
    for pair in (("player", "players"), ("team re-roll", "team re-rolls"), *STAFF_WORDS.values())
    for word in pair
}
"""What a bill counts, by both of its numbers."""
_WHOLE = frozenset(
    (
        WINNINGS,
        SPONSORSHIP,
        EXPENSES,
        PETTY_CASH,
        INGREDIENTS,
        THE_MATCH,
        CONCEDED,
        LEFT_AFTER_CONCESSION,
        DRAFT,
        FOUNDED,
        DECREE,
        BY_DECREE,
        DISMISSED,
        RETIRED,
        RETIRED_COACH,
        NEW_FIELD,
        NOT_WANTED,
        NONE_WANTED,
        KILLED,
        EATEN,
        *FATES.values(),
    )
)
_PHRASES = (
    *FATES_FROM.values(),
    WINNINGS_OF,
    HIRED_FREEBOOTER,
    HIRED_HELPER,
    HIRED_STAR,
    TOOK_BOTH,
    WHO_STAYS,
    COLLAPSED,
    DECREE_BECAUSE,
    TRADED_TO,
    TRADE_WITH,
    LEAST_FAN_FACTOR,
    FIELD_REPAIR,
    WON_MAJOR,
    LOST_FINAL,
    PRIZE,
    PLAYER_OF_THE_YEAR,
    CANNOT_PAY,
    NO_PRICE_FOR,
    TEAM_IS_FULL,
    POSITION_IS_FULL,
    KILLED_BY,
    FAN_FACTOR_POINTS,
    FIELD_IN_PLACE,
    MERCENARY,
)
"""Where a text might be several of them, the first is meant."""


def things(count: int, word: Word) -> str:
    """``11 players``, to be stored."""
    one, several = (word, f"{word}s") if isinstance(word, str) else word
    return f"{count:,} {one if count == 1 else several}"


def told(text: str) -> str:
    """What is stored as ``text``, in the language of whoever reads it."""
    if text in _WHOLE:
        return gettext(text)
    for phrase, pattern in _PATTERNS:
        found = pattern.fullmatch(text)
        if found is not None:
            return gettext(phrase).format(
                **{word: _value(word, value) for word, value in found.groupdict().items()}
            )
    count, _, thing = text.partition(" ")
    if thing in _THINGS and count.replace(",", "").isdecimal():
        return counted(int(count.replace(",", "")), _THINGS[thing])
    return named(text)


def _value(word: str, value: str) -> str:
    if word == "amount":
        return number(int(value.replace(",", "")))
    return named(value) if word in _OF_THE_RULES else value


def _pattern(phrase: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", phrase)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if place % 2 else re.escape(part) for place, part in enumerate(parts))
    )


_PATTERNS = tuple((phrase, _pattern(phrase)) for phrase in _PHRASES)
