"""The policies of the edition, each in the module of its subject."""

from __future__ import annotations

from engine.edition import Meaning, Receipt, SummaryLine
from engine.editions.lrb4 import (
    advancement,
    after,
    before,
    casualty,
    grounds,
    half_time,
    meanings,
    standing,
    summary,
)
from engine.editions.lrb4.book import Book
from engine.match import rerolls
from engine.match.entries import Casualty, SendingOff, Touchdown, Treatment
from engine.match.log import LogRoster, take_the_field
from engine.match.state import Match
from engine.questions import Script, Side
from engine.roster import Roster, RosterEvent, SppSource
from engine.words import named


class Lrb4:
    """What ``engine.edition.Rules`` asks of an edition, by this edition's tables."""

    strength_key = "team rating"

    def __init__(self, book: Book) -> None:
        self.book = book
        self.turns = book.match.turns
        self.players_on_pitch = book.match.players_on_pitch
        self.consecutive_matches_max: int | None = book.match.consecutive_matches_max
        self.excuses_concessions = False
        self.least_fan_factor = book.match.fan_factor.minimum
        self.keeps_star_injuries = book.hiring.keep_star_injuries
        self._spp = {
            "completion": book.advancement.spp.completion,
            "touchdown": book.advancement.spp.touchdown,
            "interception": book.advancement.spp.interception,
            "casualty": book.advancement.spp.casualty,
            "mvp": book.advancement.spp.mvp,
        }

    @property
    def strength_name(self) -> str:
        return named(self.strength_key)

    def before(self, match: Match) -> Script[None]:
        return before.before(self.book, match)

    def casualty(self, match: Match, report: Casualty) -> Script[None]:
        return casualty.casualty(self.book, match, report)

    def treatment(self, match: Match, report: Treatment) -> Script[None]:
        return casualty.treatment(self.book, match, report)

    def half_time_due(self, match: Match) -> bool:
        return half_time.due(self.book, match)

    def half_time(self, match: Match) -> Script[None]:
        return half_time.half_time(self.book, match)

    def touchdown(self, match: Match, report: Touchdown) -> Script[None]:
        return grounds.touchdown(self.book, match, report)

    def sending_off(self, match: Match, report: SendingOff) -> Script[bool]:
        return grounds.sending_off(self.book, match, report)

    def rerolls_left_max(self, match: Match, side: Side) -> int:
        return rerolls.left_max(match, match.squads[side])

    def after(self, match: Match) -> Script[None]:
        return after.after(self.book, match)

    def improve(self, roster: Roster, player: int) -> Script[tuple[RosterEvent, ...]]:
        return advancement.improve(self.book, roster, player)

    def improvements_owed(self, spp: int, taken: int) -> int:
        return advancement.improvements_owed(self.book, spp, taken)

    def title(self, spp: int) -> str:
        return advancement.title(self.book, spp)

    def spp(self, source: SppSource | str) -> int:
        """Star player points for one deed of this kind."""
        return self._spp.get(source, 0)

    def strength(self, roster: Roster) -> int:
        return standing.strength(self.book, roster)

    def receipt(self, roster: Roster) -> Receipt:
        return standing.receipt(self.book, roster)

    def value_of(self, roster: Roster, player: int, gain: str) -> int:
        """Nothing: here star player points count, not what they brought (lrb4-cs.txt:2611-2624)."""
        return 0

    def summary(self) -> tuple[SummaryLine, ...]:
        return summary.summary(self.book)

    def meanings(self, key: str) -> tuple[Meaning, ...]:
        return meanings.meanings(self.book, key)

    def take_the_field(self, roster: Roster) -> LogRoster:
        return take_the_field(roster, self.strength(roster))
