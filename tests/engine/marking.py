"""A language of the tests, which marks what it translates; what was not translated; and matches to speak of."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator

import msgspec

from engine import words
from engine.edition import Edition
from engine.editions import edition
from engine.match import facts
from engine.match.log import LogRoster, MatchLog
from engine.random_teams import random_roster
from engine.replay import Replay, replay
from engine.simulate import BUSY, random_log

WORD = re.compile(r"\{[^{}]*\}")
MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
DICE = re.compile(r"\b\d*D\d+\b")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
LAVISH = msgspec.structs.replace(BUSY, hire=0.7)
"""Coaches who spend what they have."""
SEEDS = range(6)
LETTERS = re.compile(r"[A-Za-z]{2,}")


class Marks:
    """Marks around all that is translated, but not around what is put into it. Remembers what it was asked for."""

    def __init__(self) -> None:
        self.messages: set[str] = set()
        self.names: set[str] = set()

    def gettext(self, message: str) -> str:
        self.messages.add(message)
        return self._marked(message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        self.messages |= {singular, plural}
        return self._marked(singular if number == 1 else plural)

    def pgettext(self, context: str, message: str) -> str:
        if context == words.RULES:
            self.names.add(message)
        return self._marked(message)

    def number(self, value: int) -> str:
        return f"{value:,}"

    def _marked(self, message: str) -> str:
        parts, places = WORD.split(message), [*WORD.findall(message), ""]
        return "".join(
            (f"⟦{part}⟧" if part else "") + place for part, place in zip(parts, places, strict=True)
        )


def unmarked(text: str) -> str:
    """What of the text was not translated; marks may stand within marks."""
    while (inner := MARKED.sub("", text)) != text:
        text = inner
    return text


def forgotten(text: str, names: Iterable[str] = ()) -> str:
    """What of the text should have been translated: not names of people, and not dice."""
    text = unmarked(text)
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = text.replace(name, "")
    return text if LETTERS.search(DICE.sub("", text)) else ""


def all_forgotten(texts: Iterable[str], names: Iterable[str] = ()) -> list[str]:
    known = tuple(names)
    return sorted({text for text in texts if forgotten(text, known)})


def quotes_a_pick(text: str, names: Iterable[str]) -> bool:
    """What was chosen stands in a refusal as the log has it, between quotation marks."""
    return not forgotten(QUOTED.sub("", unmarked(text)), names)


def people(log: MatchLog, shown: Iterable[facts.Fact]) -> set[str]:
    """Names of the teams, and of all who played: star players and those who joined with them."""
    found = {side.team for side in (log.home, log.away)}
    found |= {player.name for side in (log.home, log.away) for player in side.players}
    found |= {star.name for star in edition(log.edition).stars}
    return found | {
        fact.name for fact in shown if isinstance(fact, facts.Hired | facts.RaisedDead | facts.Infected)
    }


def a_team(rules: Edition, rng: random.Random, race: str) -> LogRoster:
    roster = rules.rules.take_the_field(random_roster(rules, race, rng))
    fields = [one.name for one in rules.stadiums if one.open_to(race)]
    return msgspec.structs.replace(
        roster,
        strength=roster.strength + rng.choice((0, 0, 60 if roster.strength < 1_000 else 500_000)),
        treasury=rng.choice((0, 150_000, 900_000)),
        stadium=rng.choice(("", *fields)),
        trophies=tuple(one.name for one in rules.trophies if rng.random() < 0.3),
    )


def matches(key: str) -> Iterator[tuple[MatchLog, Replay]]:
    """Whole matches by chance, of a few races, with all that coaches can buy."""
    rules = edition(key)
    for seed in SEEDS:
        rng = random.Random(seed)
        home, away = (a_team(rules, rng, rng.choice(sorted(rules.races))) for _side in range(2))
        log = random_log(rules, home, away, rng, pace=LAVISH)
        yield log, replay(log)
