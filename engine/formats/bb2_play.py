"""What happens in a Blood Bowl 2 replay: its steps, played through, become facts.

The board is told after each step. What is looked for are rolls, whatever action they belong to: touchdowns at the end
of a turn, passes and the catches that follow them, fouls, and casualties with all that led to them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

import msgspec

from engine.formats.bb2_names import BADLY_HURT, DEAD, KICK_OFFS, WEATHER, injury, weather_of
from engine.formats.bb2_xml import number, numbers, text
from engine.formats.matchfile import (
    Casualty,
    Completion,
    Fact,
    Foul,
    Interception,
    KickOff,
    Outcome,
    SendingOff,
    Severity,
    Touchdown,
    Weather,
    check_facts,
)
from engine.questions import SIDES, Side, other

TURNS = 8

# Types of actions, and of the rolls in them.
BLOCK, BLITZ, FOUL, ACTIVATE, FANS, WEATHER_AT_START = 1, 2, 5, 42, 46, 47
MULTIPLE_BLOCK, KICK_OFF, REFEREE = 26, 7, 34
BOMBS = frozenset(range(50, 57))
OTHER_CAUSES = {19: "secret_weapon", 20: "secret_weapon", 22: "secret_weapon", 23: "secret_weapon"}
OTHER_CAUSES |= {
    17: "eaten",
    31: "spell",
    32: "spell",
    33: "spell",
    16: "landing",
    40: "landing",
    49: "other",
}
GO_FOR_IT, DODGE, ARMOUR, BLOCK_DICE, CASUALTY, CATCH, SCATTER = 1, 2, 3, 5, 8, 9, 10
PASS, INTERCEPTION, REGENERATION, LEAP, FANS_DICE = 12, 16, 25, 36, 69
APOTHECARY_USED = 1
ON_THE_PITCH, EXPELLED = 0, 5
SECOND_HALF = 1


@dataclass
class Blow:
    """What may hurt somebody next. ``by`` and ``at`` are the ids of the players of a block or a foul."""

    cause: str
    by: str = ""
    at: str = ""
    armour_of: set[str] = field(default_factory=set)
    """Whose armour was rolled for: without that, the crowd takes a pushed player."""


@dataclass
class Wound:
    """A casualty that is being rolled for: ``dice`` and ids of the injury, and those of the apothecary's throw."""

    victim: str
    blow: Blow
    dice: int
    first: int
    second_dice: int = 0
    apothecary: bool = False


@dataclass
class Seat:
    side: Side
    number: int


@dataclass
class Place:
    """Where a player stands, and whether he is on the pitch at all."""

    cell: tuple[int, int]
    situation: int


class Play:
    """Private state of one reading. ``seats`` are the players by the ids that the steps use, filled by the reader."""

    def __init__(self, seats: dict[str, Seat]) -> None:
        self.seats = seats
        self.facts: list[Fact] = []
        self.fan_dice: dict[Side, tuple[int, ...]] = {}
        self.half = 1
        self._turns: dict[Side, int] = dict.fromkeys(SIDES, 0)
        self._active: Side = "home"
        self._places: dict[str, Place] = {}
        self._board_weather = 0
        self._mover = ""
        self._blow = Blow("other")
        self._wound: Wound | None = None
        self._thrown_by = ""
        self._referee_looks_at = ""
        self._half_over = False
        self._taken_from: Side | None = None

    @property
    def turn(self) -> int:
        return max(self._turns[self._active] - TURNS * (self.half - 1), 0)

    def step(self, step: Element) -> None:
        for child in step:
            match child.tag:
                case "RulesEventBoardAction":
                    self._action(child)
                case "RulesEventEndTurn":
                    self._end_of_turn(child)
                case "RulesEventKickOffTable":
                    self._kick_off(child)
                case _:
                    pass
        board = step.find("BoardState")
        if board is not None:
            self._board(board)
        if self._half_over:
            self.half, self._half_over = self.half + 1, False
        check_facts(self.facts)

    # --- turns, kick-offs and the board

    def _board(self, board: Element) -> None:
        self._taken(board.find("Ball"))
        self._active = SIDES[number(board, "ActiveTeam") == 1]
        self._board_weather = number(board, "Meteo")
        for side, team in zip(SIDES, board.iterfind("ListTeams/TeamState"), strict=False):
            self._turns[side] = number(team, "GameTurn")
            for player in team.iterfind("ListPitchPlayers/PlayerState"):
                self._place(text(player, "Id"), player)
        if max(self._turns.values()) > TURNS * self.half and not self._half_over:
            self.half += 1

    def _place(self, key: str, player: Element) -> None:
        if key not in self.seats:
            return
        now = Place(_cell(player), number(player, "Situation"))
        before, seat = self._places.get(key), self.seats[key]
        self._places[key] = now
        if now.situation == EXPELLED and before is not None and before.situation != EXPELLED:
            off = SendingOff(self.half, self.turn, seat.side, seat.number)
            if key != self._referee_looks_at:
                off = msgspec.structs.replace(off, cause="secret_weapon")
            self.facts.append(off)

    def _end_of_turn(self, ending: Element) -> None:
        scorer = self.seats.get(text(ending, "TouchdownScorer"))
        if scorer is not None:
            whose: Side = SIDES[number(ending, "PlayingTeam") == 1]
            turn = max(self._turns[whose] - TURNS * (self.half - 1), 0)
            self.facts.append(
                Touchdown(self.half, turn, scorer.side, scorer.number, opponents_turn=whose != scorer.side)
            )
        self._half_over = self._half_over or number(ending, "NextTurnType") == SECOND_HALF
        self._thrown_by = ""

    def _kick_off(self, table: Element) -> None:
        if not any(isinstance(fact, Weather) for fact in self.facts):
            self._weather(self._board_weather, ())
        row = number(table, "Event")
        name = KICK_OFFS[row] if 0 <= row < len(KICK_OFFS) else f"Kick-off {row}"
        self.facts.append(KickOff(self.half, 0, name, numbers(text(table, "ListDice"))))
        for message in table.iterfind("EventResults/StringMessage/MessageData"):
            dice = re.search(r"<RulesEventMeteo><ListDice>\(([1-6]),([1-6])\)<", message.text or "")
            if dice:
                self._weather(None, (int(dice[1]), int(dice[2])))

    def _weather(self, board: int | None, dice: tuple[int, ...]) -> None:
        if board is None:
            name = weather_of(dice)
        else:
            name = WEATHER[board] if 0 <= board < len(WEATHER) else f"Weather {board}"
        self.facts.append(Weather(self.half, 0, name, dice))

    # --- actions

    def _action(self, action: Element) -> None:
        kind, actor = number(action, "ActionType"), text(action, "PlayerId")
        if kind == ACTIVATE:
            self._mover, self._thrown_by = actor, ""
        elif kind in OTHER_CAUSES:
            self._blow = Blow(OTHER_CAUSES[kind], by=actor)
        elif kind == REFEREE:
            self._referee_looks_at = actor
        elif kind == KICK_OFF:
            self._blow = Blow("rock")
        for result in action.iterfind("Results/BoardActionResult"):
            self._result(action, kind, actor, result)

    def _result(self, action: Element, kind: int, actor: str, result: Element) -> None:
        roll = number(result, "RollType")
        settled = number(result, "IsOrderCompleted") == 1
        dice = numbers(text(result, "CoachChoices/ListDices"))
        if kind == FOUL and roll == 0:
            self._foul(actor)
        elif kind == FANS and roll == FANS_DICE and len(dice) == 2 and len(self.fan_dice) < 2:
            self.fan_dice[SIDES[len(self.fan_dice)]] = dice
        elif kind == WEATHER_AT_START and len(dice) == 2:
            self._weather(None, dice)
        elif roll == BLOCK_DICE and kind in (BLOCK, BLITZ, MULTIPLE_BLOCK):
            self._block(action, actor)
        elif roll in (GO_FOR_IT, DODGE, LEAP):
            self._blow = Blow("go_for_it" if roll == GO_FOR_IT else "dodge", at=actor)
        elif roll == ARMOUR:
            self._blow.armour_of.add(actor)
        elif roll == CASUALTY:
            self._casualty(actor, result, dice, settled)
        elif roll == REGENERATION and settled:
            self._regeneration(actor, bool(dice) and dice[0] >= (number(result, "Requirement") or 4))
        elif kind not in BOMBS and settled:
            self._ball(roll, actor, number(result, "ResultType"), number(result, "SubResultType"))

    def _ball(self, roll: int, actor: str, failed: int, how: int) -> None:
        """A completed pass is an accurate one that a team-mate catches before the ball goes anywhere else."""
        if roll == PASS:
            self._thrown_by = actor if not failed and not how else ""
        elif roll == INTERCEPTION and not failed:
            self._intercepted(actor)
        elif roll == CATCH:
            catcher, thrower = self.seats.get(actor), self.seats.get(self._thrown_by)
            if not failed and catcher and thrower and catcher is not thrower and catcher.side == thrower.side:
                self.facts.append(Completion(self.half, self.turn, thrower.side, thrower.number))
            self._thrown_by = ""
        elif roll == SCATTER:
            self._thrown_by = ""

    def _intercepted(self, actor: str) -> None:
        """The roll may belong to the action of the thrower: then whoever holds the ball after the step caught it."""
        seat, thrower = self.seats.get(actor), self.seats.get(self._thrown_by or self._mover)
        self._thrown_by = ""
        if seat is None or thrower is None:
            return
        if seat.side != thrower.side:
            self.facts.append(Interception(self.half, self.turn, seat.side, seat.number))
        else:
            self._taken_from = thrower.side

    def _taken(self, ball: Element | None) -> None:
        if self._taken_from is not None and number(ball, "IsHeld") == 1:
            holder = self._standing_on(_cell(ball), other(self._taken_from))
            if holder:
                seat = self.seats[holder]
                self.facts.append(Interception(self.half, self.turn, seat.side, seat.number))
        self._taken_from = None

    def _standing_on(self, cell: tuple[int, int], side: Side) -> str:
        """The id of the player of this side there, as the board was; empty for none."""
        for key, there in self._places.items():
            if there.cell == cell and there.situation == ON_THE_PITCH and self.seats[key].side == side:
                return key
        return ""

    # --- who is hurt, and by whom

    def _block(self, action: Element, attacker: str) -> None:
        """Dice that are thrown again show the same square. A second block of a frenzy finds nobody on a square that
        the board does not know yet: it is the same opponent, pushed there just now."""
        if attacker not in self.seats:
            return
        defender = self._standing_on(_cell(action.find("Order/CellTo")), other(self.seats[attacker].side))
        if defender:
            self._blow = Blow("block", attacker, defender)
        elif self._blow.by != attacker or self._blow.cause != "block":
            self._blow = Blow("block", attacker)

    def _foul(self, victim: str) -> None:
        self._blow = Blow("foul", self._mover, victim)
        fouler, fouled = self.seats.get(self._mover), self.seats.get(victim)
        if fouler is not None:
            self.facts.append(
                Foul(self.half, self.turn, fouler.side, fouler.number, fouled.number if fouled else None)
            )

    def _casualty(self, victim: str, result: Element, dice: tuple[int, ...], settled: bool) -> None:
        """The first record has the dice and the injury; with an apothecary, the next has both throws and both injuries,
        and the last the one that the coach took. It is 0 for a player who is well again."""
        if len(dice) < 2 or victim not in self.seats:
            return
        wound = self._wound
        if wound is None or wound.victim != victim:
            wound = self._wound = Wound(victim, self._blow, dice[0], dice[1])
        if number(result, "RollStatus") == APOTHECARY_USED:
            wound.apothecary = True
            if len(dice) == 4:
                wound.second_dice = dice[1]
        if settled:
            self._wound = None
            self.facts.append(self._settled(wound, number(result, "SubResultType")))

    def _settled(self, wound: Wound, final: int) -> Casualty:
        seat = self.seats[wound.victim]
        cause, causer = self._causer(wound)
        return Casualty(
            self.half,
            self.turn,
            seat.side,
            seat.number,
            cause=cause,
            severity=severity_of(wound.first),
            outcome=outcome_of(final),
            rolled=injury(wound.first),
            injuries=(injury(final),) if final else (),
            causer=causer,
            earns=cause == "block" and causer is not None,
            dice=(wound.dice,),
            second_dice=(wound.second_dice,) if wound.second_dice else (),
            apothecary=wound.apothecary,
        )

    def _causer(self, wound: Wound) -> tuple[str, int | None]:
        """Whoever is hurt in a block, attacker or not, is a casualty of the other (CRP, Star Player Points)."""
        blow, victim = wound.blow, wound.victim
        cause = blow.cause
        if cause == "block" and victim not in (blow.by, blow.at):
            cause = "other" if blow.at else cause
        if cause == "block" and victim != blow.by and victim not in blow.armour_of:
            cause = "crowd"
        causer = blow.at if victim == blow.by else blow.by
        seat = self.seats.get(causer)
        if seat is None or seat.side != other(self.seats[victim].side) or cause in ("dodge", "go_for_it"):
            return cause, None
        return cause, seat.number

    def _regeneration(self, key: str, regenerated: bool) -> None:
        seat = self.seats.get(key)
        if seat is None or not regenerated:
            return
        for place in range(len(self.facts) - 1, -1, -1):
            fact = self.facts[place]
            if isinstance(fact, Casualty) and (fact.side, fact.player) == (seat.side, seat.number):
                self.facts[place] = _healed(fact)
                return


def _healed(casualty: Casualty) -> Casualty:
    return msgspec.structs.replace(casualty, outcome="saved", injuries=(), regenerated=True)


def _cell(place: Element | None) -> tuple[int, int]:
    """A square stands in a ``Cell``, and in old files right there."""
    inner = place.find("Cell") if place is not None else None
    there = place if inner is None else inner
    return number(there, "x"), number(there, "y")


def severity_of(kind: int) -> Severity:
    if kind == DEAD:
        return "dead"
    return "badly_hurt" if kind <= BADLY_HURT else "serious"


def outcome_of(kind: int) -> Outcome:
    return "saved" if kind == 0 else severity_of(kind)
