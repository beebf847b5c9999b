"""A match to read: the entries of its log as sentences, and a played match as a story with its figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.describe import describe_entry
from engine.edition import Edition
from engine.match import facts
from engine.match.earned import Earned, earned
from engine.match.entries import Touchdown
from engine.match.log import MatchLog
from engine.match.narrative import Sentence, narrate
from engine.questions import Rolled, Side
from engine.replay import Replay, replay
from engine.roster import SppGained, decode_events
from matches.domain import logs
from matches.domain.headlines import headlines
from matches.domain.in_force import SideInForce, in_force
from matches.domain.statistics import TeamLine, statistics
from matches.models import Result


@dataclass(frozen=True, slots=True)
class EntryLine:
    """``score`` of an entry that changed it, ``problem`` where it does not fit, and what it ``earned``."""

    place: int
    text: str
    dice: tuple[int, ...]
    rolled_here: bool
    score: str
    problem: str
    when: str
    big: bool
    earned: tuple[Earned, ...] = ()


def entry_lines(edition: Edition, log: MatchLog, seen: Replay, rolled: list[int]) -> list[EntryLine]:
    """Every entry in order, those after a problem as well."""
    touchdowns = iter([fact for fact in seen.facts if isinstance(fact, facts.Touchdown)])
    wrong = seen.problem
    brought = earned(log, edition)
    lines = []
    for place, entry in enumerate(log.entries, 1):
        scored = next(touchdowns, None) if isinstance(entry, Touchdown) else None
        lines.append(
            EntryLine(
                place=place,
                text=describe_entry(log, entry, edition, seen.facts),
                dice=entry.dice if isinstance(entry, Rolled) else (),
                rolled_here=place in rolled,
                score=f"{scored.home}–{scored.away}" if scored else "",
                problem=wrong.message if wrong is not None and wrong.entry == place else "",
                when=_("Entry {place}").format(place=place),
                big=scored is not None,
                earned=brought[place - 1] if place <= len(brought) else (),
            )
        )
    return lines


HALVES = {1: gettext_noop("First half"), 2: gettext_noop("Second half"), 3: gettext_noop("Overtime")}


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    sentences: tuple[Sentence, ...]


def chapters(sentences: tuple[Sentence, ...]) -> tuple[Chapter, ...]:
    """The story by its parts: before the match, each half, after it."""

    def title(one: Sentence) -> str:
        if one.part == "play":
            known = HALVES.get(one.half)
            return _(known) if known else _("Half {number}").format(number=one.half)
        return _("Before the match") if one.part == "before" else _("After the match")

    return tuple(Chapter(name, tuple(group)) for name, group in groupby(sentences, key=title))


@dataclass(frozen=True, slots=True)
class ScoredBy:
    """A touchdown, and how it then stood."""

    side: Side
    player: str
    score: str


@dataclass(frozen=True, slots=True)
class Story:
    """A played match. ``home`` and ``away`` hold the figures of the teams and of their players.

    ``in_force`` is what held in this match alone, as it stood at its end; ``headlines`` tell it in a few sentences.
    """

    log: MatchLog
    chapters: tuple[Chapter, ...]
    home: TeamLine
    away: TeamLine
    in_force: tuple[SideInForce, ...] = ()
    headlines: tuple[str, ...] = ()
    scorers: tuple[ScoredBy, ...] = ()

    @property
    def special(self) -> bool:
        """Whether there was anything beyond what the rosters say."""
        return any(side.special for side in self.in_force)

    @property
    def sides(self) -> tuple[TeamLine, TeamLine]:
        return self.home, self.away


def story_of(result: Result) -> Story:
    """Two queries: the document that was applied, and the star player points that came of it."""
    log = logs.decode(result.log)
    shown = facts.decode_facts(result.facts)
    figures: dict[Side, TeamLine] = statistics(log, shown)
    held = in_force(log, replay(log))
    for one in held:
        figures[one.side].paid = one.paid
    _count_points(result, figures)
    return Story(
        log,
        chapters(narrate(log, shown)),
        figures["home"],
        figures["away"],
        held,
        headlines(figures, shown, logs.edition_of(log).rules.turns),
        tuple(_scorers(shown, figures)),
    )


def _count_points(result: Result, figures: dict[Side, TeamLine]) -> None:
    """The star player points of each, from what the match did to the rosters."""
    teams: dict[int, Side] = {result.fixture.home_id: "home", result.fixture.away_id: "away"}
    for team, events in result.act.roster_events.values_list("team_id", "events"):
        side = figures[teams[team]]
        lines = {line.player.id: line for line in side.players.values() if not line.hired}
        for event in decode_events(events):
            if isinstance(event, SppGained):
                side.spp += event.points
                if event.player in lines:
                    lines[event.player].spp += event.points


def _scorers(shown: tuple[facts.Fact, ...], figures: dict[Side, TeamLine]) -> Iterator[ScoredBy]:
    for one in shown:
        if isinstance(one, facts.Touchdown):
            player = figures[one.side].players[one.player].player
            yield ScoredBy(one.side, player.name, f"{one.home}–{one.away}")
