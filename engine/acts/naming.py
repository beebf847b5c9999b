"""Names and numbers: of any script, as they were given, and no two alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from engine.edition import Edition
from engine.questions import Refusal
from engine.roster import PlayerRenamed, Renumbered, Roster, RosterEvent, TeamRenamed
from engine.words import gettext as _

NAME_MAX = 50
"""Characters of a name."""
SEARCH_KEY_MAX = 200
"""Characters of what a name is found by."""

_DIRECTION = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


_VARIANTS = {chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))}
"""They choose between two pictures of one character."""
_BLANK = set("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols without a picture."""


def clean_name(text: str, what: str = "") -> str:
    """The name in composed form, with single spaces and none at the ends.

    Raises Refusal for an empty name, one of more than 50 characters, or one with characters that cannot be seen:
    controls, line breaks, marks that turn the direction of writing. Joiners stay: emoji and several scripts need them.
    """
    what = what or _("A name")
    if any(unicodedata.category(one) == "Cs" for one in text):
        raise Refusal(_("{what} holds half a character; type it again.").format(what=what))
    name = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    name = " ".join(part for part in name.split(" ") if part)
    for one in name:
        if one in _DIRECTION:
            raise Refusal(
                _("{what} must not hold marks that turn the direction of writing.").format(what=what)
            )
        if unicodedata.category(one) in ("Cc", "Zl", "Zp"):
            raise Refusal(_("{what} must be one line without control characters.").format(what=what))
    if not name or all(one in _BLANK or unicodedata.category(one) in ("Zs", "Cf", "Mn") for one in name):
        raise Refusal(_("{what} is missing.").format(what=what))
    if len(name) > NAME_MAX:
        raise Refusal(
            _("{what} has {length} characters; {most} are the most.").format(
                what=what, length=len(name), most=NAME_MAX
            )
        )
    return name


def name_key(text: str) -> str:
    """What two names are compared by: they are the same if they differ in case, width or what cannot be seen."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    seen = "".join(one for one in folded if unicodedata.category(one) != "Cf" and one not in _VARIANTS)
    return " ".join(seen.split())


_PLAIN = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ŋ": "n",
    }
)
"""Letters that no decomposition makes plain."""


def search_key(text: str) -> str:
    """What a name is found by: its key without accents, at most 200 characters."""
    apart = unicodedata.normalize("NFKD", name_key(text)).translate(_PLAIN)
    plain = "".join(one for one in apart if unicodedata.category(one) not in ("Mn", "Cc", "Cs"))
    # Together again: a syllable of Hangul is not found by half of its last letter.
    return " ".join(unicodedata.normalize("NFC", plain).split())[:SEARCH_KEY_MAX]


def rename_team(edition: Edition, roster: Roster, name: str) -> tuple[RosterEvent, ...]:
    name = clean_name(name, _("The team's name"))
    return () if name == roster.name else (TeamRenamed(name),)


def rename_player(edition: Edition, roster: Roster, player_id: int, name: str) -> tuple[RosterEvent, ...]:
    """Raises Refusal for a name that a team-mate has, or for somebody who plays here no more."""
    player = roster.player(player_id)
    if player.status != "active":
        raise Refusal(_("{player} no longer plays for {team}.").format(player=player.name, team=roster.name))
    name = clean_name(name, _("The player's name"))
    if any(one.id != player_id and name_key(one.name) == name_key(name) for one in roster.active):
        raise Refusal(_("{team} already has a player named {name}.").format(team=roster.name, name=name))
    return () if name == player.name else (PlayerRenamed(player_id, name),)


def renumber(edition: Edition, roster: Roster, numbers: Mapping[int, int]) -> tuple[RosterEvent, ...]:
    """New shirt numbers by player id; players may change shirts with each other.

    Raises Refusal with every number that is out of range or worn twice.
    """
    problems: list[str] = []
    worn: dict[int, str] = {}
    events: list[RosterEvent] = []
    known = {one.id for one in roster.active}
    problems.extend(
        _("{team} has no player with the id {player_id}.").format(team=roster.name, player_id=player_id)
        for player_id in numbers
        if player_id not in known
    )
    for player in roster.active:
        number = numbers.get(player.id, player.number)
        if not 1 <= number <= edition.creation.numbers_max:
            problems.append(
                _("{player} cannot wear {number}: numbers go from 1 to {numbers_max}.").format(
                    player=player.name, number=number, numbers_max=edition.creation.numbers_max
                )
            )
        elif number in worn:
            problems.append(
                _("{other} and {player} cannot both wear {number}.").format(
                    other=worn[number], player=player.name, number=number
                )
            )
        worn.setdefault(number, player.name)
        if number != player.number:
            events.append(Renumbered(player.id, number))
    if problems:
        raise Refusal.of(problems)
    return tuple(events)
