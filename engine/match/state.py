"""A match in progress. It may change as it goes; what goes in and what comes out is frozen."""

from __future__ import annotations

from typing import Literal

from engine.edition import Edition
from engine.match.facts import Fact
from engine.match.log import LogPlayer, LogRoster
from engine.questions import SIDES, Refusal, Side
from engine.roster import RosterEvent

Condition = Literal["fit", "missing", "hurt", "dead", "off"]

_WHY_NOT = {
    "missing": "misses this match",
    "hurt": "was carried off injured",
    "dead": "is dead",
    "off": "was sent off",
}


class Fielded:
    """One player in one match. ``played``: he is known to have stood on the pitch."""

    __slots__ = (
        "casualties",
        "completions",
        "condition",
        "interceptions",
        "mvps",
        "played",
        "player",
        "touchdowns",
    )

    def __init__(self, player: LogPlayer) -> None:
        self.player = player
        self.condition: Condition = "missing" if player.misses else "fit"
        self.played = False
        self.touchdowns = 0
        self.completions = 0
        self.interceptions = 0
        self.casualties = 0
        self.mvps = 0

    @property
    def number(self) -> int:
        return self.player.number

    def __str__(self) -> str:
        return f"number {self.player.number} ({self.player.name})"


class Squad:
    """One side in one match."""

    __slots__ = (
        "apothecary",
        "casualties",
        "events",
        "missing_at_start",
        "players",
        "roster",
        "score",
        "side",
        "spp_casualties",
    )

    def __init__(self, side: Side, roster: LogRoster) -> None:
        self.side = side
        self.roster = roster
        self.players = {player.number: Fielded(player) for player in roster.players}
        self.apothecary = roster.apothecary > 0
        self.score = 0
        self.casualties = 0
        """Casualties that players of this side caused, by whatever means."""
        self.spp_casualties = 0
        self.events: list[RosterEvent] = []
        self.missing_at_start = [one.player.id for one in self.players.values() if one.condition == "missing"]

    def fielded(self, number: int) -> Fielded:
        """Raises Refusal for a number that nobody wears."""
        try:
            return self.players[number]
        except KeyError:
            raise Refusal(f"{self.roster.team} has no player with the number {number}.") from None

    def acting(self, number: int, deed: str) -> Fielded:
        """The player, who thereby took the field. Raises Refusal when he cannot act."""
        one = self.fielded(number)
        if one.condition != "fit":
            raise Refusal(
                f"{one.player.name} (number {number}, {self.roster.team}) cannot {deed}: "
                f"he {_WHY_NOT[one.condition]}."
            )
        one.played = True
        return one

    def fit(self) -> list[Fielded]:
        return [one for one in self.players.values() if one.condition == "fit"]


class Match:
    """``half`` and ``turn`` are those of the last report; ``winner`` is None until the end, and for a draw.

    ``may_go_back``: there was a touchdown since the turns last went back, so that Injury Time may put them back by one.
    """

    __slots__ = (
        "conceded_by",
        "edition",
        "ended",
        "facts",
        "gate",
        "half",
        "may_go_back",
        "squads",
        "turn",
        "winner",
    )

    def __init__(self, edition: Edition, home: LogRoster, away: LogRoster) -> None:
        self.edition = edition
        self.squads: dict[Side, Squad] = {"home": Squad("home", home), "away": Squad("away", away)}
        self.facts: list[Fact] = []
        self.half = 1
        self.turn = 1
        self.may_go_back = False
        self.gate = 0
        self.winner: Side | None = None
        self.conceded_by: Side | None = None
        self.ended = False

    @property
    def home(self) -> Squad:
        return self.squads["home"]

    @property
    def away(self) -> Squad:
        return self.squads["away"]

    def both(self) -> tuple[Squad, Squad]:
        return self.squads[SIDES[0]], self.squads[SIDES[1]]
