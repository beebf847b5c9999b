"""The policies of the edition, each in the module of its subject."""

from __future__ import annotations

from engine.edition import Meaning, Receipt, SummaryLine
from engine.editions.crp import (
    advancement,
    after,
    before,
    casualty,
    half_time,
    meanings,
    sending_off,
    standing,
    summary,
)
from engine.editions.crp.book import Book
from engine.match import rerolls
from engine.match.entries import Casualty, SendingOff, Touchdown, Treatment
from engine.match.log import LogRoster, take_the_field
from engine.match.state import Match
from engine.questions import Script, Side
from engine.roster import Roster, RosterEvent, SppSource
from engine.words import named


class CompetitionRules:
    """What ``engine.edition.Rules`` asks of an edition, by this edition's tables."""

    strength_key = "team value"
    consecutive_matches_max: int | None = None
    keeps_star_injuries = False

    def __init__(self, book: Book) -> None:
        self.book = book
        self.turns = book.match.turns
        self.players_on_pitch = book.match.players_on_pitch
        self.least_fan_factor = book.match.fan_factor.minimum
        self.excuses_concessions = book.match.concession.excused
        spp = book.advancement.spp
        self._spp = {
            "completion": spp.completion,
            "touchdown": spp.touchdown,
            "interception": spp.interception,
            "casualty": spp.casualty,
            "mvp": spp.mvp,
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
        """Nothing follows from a touchdown but the score."""
        yield from ()

    def sending_off(self, match: Match, report: SendingOff) -> Script[bool]:
        return sending_off.sending_off(self.book, match, report)

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
        return advancement.value_of(self.book, roster, player, gain)

    def summary(self) -> tuple[SummaryLine, ...]:
        return summary.summary(self.book)

    def meanings(self, key: str) -> tuple[Meaning, ...]:
        return meanings.meanings(self.book, key)

    def take_the_field(self, roster: Roster) -> LogRoster:
        return take_the_field(roster, self.strength(roster))
