"""What happens in an FFB replay: its commands, in order, become facts.

A command has changes of the game's model, and reports. Reports tell how something came about; where they tell it twice
or not at all, the changes of the model are followed: they alone have every touchdown, and the state that a casualty
ends in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec

from engine.formats.ffb_json import Change, Command, Report
from engine.formats.matchfile import (
    MOST_AWARDS,
    Casualty,
    Completion,
    Deflection,
    Fact,
    Foul,
    Interception,
    KickOff,
    Mvp,
    Outcome,
    RaisedDead,
    SendingOff,
    Severity,
    Touchdown,
    Weather,
    check_facts,
    cleaned,
)
from engine.questions import Side

BADLY_HURT, SERIOUS, DEAD, RESERVE = 6, 7, 8, 9
"""States of a player, in the lowest 8 bits."""
SEVERITIES: dict[int, Severity] = {BADLY_HURT: "badly_hurt", SERIOUS: "serious", DEAD: "dead"}
WHOLE = (None, "", "NONE", "CAS")
"""Injuries are reported in parts under the rules of 2025, each one twice; the other parts are left out."""

EARNS = frozenset({"block", "pilingOnArmor", "pilingOnInjury", "foulForSppWithChainsaw"})
"""Types of injuries that give their causer points, as do all whose names end in ``ForSpp``."""
CAUSES = {
    "crowdpush": "crowd",
    "dropDodge": "dodge",
    "dropLeap": "dodge",
    "dropGfi": "go_for_it",
    "ttmLanding": "landing",
    "ttmHitPlayer": "landing",
    "fireball": "spell",
    "lightning": "spell",
    "throwARock": "rock",
    "eatPlayer": "eaten",
    "foul": "foul",
    "foulWithChainsaw": "foul",
    "chainsaw": "secret_weapon",
    "bomb": "secret_weapon",
    "ballAndChain": "secret_weapon",
    "stab": "secret_weapon",
    "block": "block",
    "blockProne": "block",
    "blockStunned": "block",
    "pilingOnArmor": "block",
    "pilingOnInjury": "block",
    "pilingOnKnockedOut": "block",
}
COUNTERS: dict[str, type[Interception] | type[Deflection]] = {
    "playerResultSetInterceptions": Interception,
    "playerResultSetDeflections": Deflection,
}


@dataclass
class Seat:
    side: Side
    number: int


@dataclass
class Wound:
    """A casualty whose end is not known yet; ``place`` is that of its fact."""

    place: int
    outcome: Outcome
    injuries: tuple[str, ...]


class Play:
    """Private state of one reading. ``seats`` are the players of both teams by their ids."""

    def __init__(self, seats: dict[str, Seat]) -> None:
        self.seats = seats
        self.facts: list[Fact] = []
        self.winnings_dice: dict[Side, int] = {}
        self.fan_dice: dict[Side, tuple[int, ...]] = {}
        self._half = 0
        self._turns: dict[Side, int] = {"home": 0, "away": 0}
        self._active: Side = "home"
        self._actor = ""
        self._thrown_by = ""
        self._counts: dict[tuple[str, str], int] = {}
        self._wounds: dict[str, Wound] = {}

    @property
    def when(self) -> tuple[int, int]:
        return max(self._half, 1), self._turns[self._active]

    def command(self, command: Command) -> None:
        """A report belongs to the turn that its command found, even where the same command ends it."""
        for report in command.report_list.reports if command.report_list else ():
            self._report(report)
        changes = command.model_change_list.model_change_array if command.model_change_list else []
        for change in changes:
            self._change(change)
        for change in changes:
            self._clock(change)
        check_facts(self.facts)

    # --- changes of the model

    def _clock(self, change: Change) -> None:
        match change.model_change_id:
            case "gameSetHalf":
                self._half = _number(change) or self._half
            case "turnDataSetTurnNr" if change.model_change_key in ("home", "away"):
                self._turns["home" if change.model_change_key == "home" else "away"] = _number(change) or 0
            case "gameSetHomePlaying":
                self._active = "home" if bytes(change.model_change_value) == b"true" else "away"
            case _:
                pass

    def _change(self, change: Change) -> None:
        what, key = change.model_change_id, change.model_change_key or ""
        seat = self.seats.get(key)
        if seat is None:
            return
        if what == "playerResultSetTouchdowns":
            for _ in range(self._more(what, key, change)):
                self.facts.append(
                    Touchdown(*self.when, seat.side, seat.number, opponents_turn=self._active != seat.side)
                )
        elif what in COUNTERS:
            for _ in range(self._more(what, key, change)):
                self.facts.append(COUNTERS[what](*self.when, seat.side, seat.number))
        elif key in self._wounds:
            self._settle(what, key, change)

    def _more(self, what: str, key: str, change: Change) -> int:
        """By how much a count has grown."""
        now, before = _number(change) or 0, self._counts.get((what, key), 0)
        self._counts[what, key] = now
        return min(max(now - before, 0), MOST_AWARDS)

    def _settle(self, what: str, key: str, change: Change) -> None:
        wound = self._wounds[key]
        if what == "fieldModelSetPlayerState":
            state = (_number(change) or 0) & 0xFF
            if state == RESERVE:
                wound.outcome, wound.injuries = "saved", ()
            elif state in SEVERITIES:
                wound.outcome = SEVERITIES[state]
                wound.injuries = ("Badly Hurt",) if state == BADLY_HURT else wound.injuries
            else:
                return
        elif what == "playerResultSetSeriousInjury":
            name = _words(change)
            wound.injuries = (name, *wound.injuries[1:]) if name else wound.injuries
        elif what == "playerResultSetSeriousInjuryDecay":
            name = _words(change)
            wound.injuries = (*wound.injuries[:1], name) if name else wound.injuries
        casualty = self.facts[wound.place]
        if isinstance(casualty, Casualty):
            self.facts[wound.place] = msgspec.structs.replace(
                casualty, outcome=wound.outcome, injuries=wound.injuries
            )
        if wound.outcome == "saved":
            del self._wounds[key]

    # --- reports

    def _report(self, report: Report) -> None:
        match report.report_id:
            case "playerAction":
                self._actor, self._thrown_by = report.acting_player_id or "", ""
            case "injury":
                self._injury(report)
            case "apothecaryRoll" | "regenerationRoll":
                self._tended(report)
            case "passRoll" | "catchRoll" | "interceptionRoll" | "scatterBall" | "turnEnd":
                self._ball(report)
            case "foul" | "referee" | "biasedRef" | "argueTheCall" | "bribesRoll" | "secretWeaponBan":
                self._rough(report)
            case "kickoffResult":
                self.facts.append(
                    KickOff(*self.when, cleaned(report.kickoff_result), _dice(report.kickoff_roll))
                )
            case "weather":
                self.facts.append(Weather(*self.when, cleaned(report.weather), _dice(report.weather_roll)))
            case "raiseDead":
                seat = self.seats.get(report.player_id or "")
                if seat is not None:
                    position = cleaned(report.position_name)
                    self.facts.append(RaisedDead(*self.when, seat.side, seat.number, position))
            case "mostValuablePlayers" | "winningsRoll" | "spectators":
                self._ending(report)
            case _:
                pass

    def _ending(self, report: Report) -> None:
        """A second throw for winnings is a second report, in which the other side's die is 0."""
        for key in (*report.player_ids_home[:MOST_AWARDS], *report.player_ids_away[:MOST_AWARDS]):
            seat = self.seats.get(key)
            if seat is not None:
                self.facts.append(Mvp(0, 0, seat.side, seat.number))
        sides: tuple[tuple[Side, int | None, list[int] | None], ...] = (
            ("home", report.winnings_roll_home, report.spectator_roll_home),
            ("away", report.winnings_roll_away, report.spectator_roll_away),
        )
        for side, die, dice in sides:
            if die:
                self.winnings_dice[side] = die
            if dice:
                self.fan_dice[side] = _dice(dice)

    def _ball(self, report: Report) -> None:
        """A completed pass is an accurate one that a team-mate catches before the ball goes anywhere else."""
        if report.bomb:
            return
        kind, player = report.report_id, report.player_id or ""
        if kind == "passRoll":
            accurate = report.pass_result == "ACCURATE" if report.pass_result else bool(report.successful)
            spoilt = report.fumble or report.safe_throw_hold or report.hail_mary_pass
            self._thrown_by = player if accurate and not spoilt else ""
        elif kind == "catchRoll":
            thrower, catcher = self.seats.get(self._thrown_by), self.seats.get(player)
            if report.successful and thrower and catcher:
                if thrower is not catcher and thrower.side == catcher.side:
                    self.facts.append(Completion(*self.when, thrower.side, thrower.number))
                self._thrown_by = ""
        elif kind != "interceptionRoll" or report.successful:
            self._thrown_by = ""

    def _rough(self, report: Report) -> None:
        """Fouls, and what the referee makes of them. A bribe or an argument comes after the whistle."""
        match report.report_id:
            case "foul":
                fouler = self.seats.get(self._actor)
                victim = self.seats.get(report.defender_id or "")
                if fouler is not None:
                    number = victim.number if victim else None
                    self.facts.append(Foul(*self.when, fouler.side, fouler.number, number))
            case "referee" | "biasedRef" if report.fouling_player_banned:
                self._send_off(self._actor, "foul")
            case "secretWeaponBan":
                for player, banned in zip(report.player_ids, report.ban_array or (), strict=False):
                    if banned:
                        self._send_off(player, "secret_weapon")
            case "argueTheCall" | "bribesRoll" if report.successful and report.stays_on_pitch is not False:
                self._forgive(report.player_id or "")
            case _:
                pass

    def _send_off(self, player: str, cause: Literal["foul", "secret_weapon"]) -> None:
        seat = self.seats.get(player)
        if seat is not None:
            self.facts.append(SendingOff(*self.when, seat.side, seat.number, cause))

    def _forgive(self, player: str) -> None:
        seat = self.seats.get(player)
        for place in range(len(self.facts) - 1, -1, -1):
            fact = self.facts[place]
            if isinstance(fact, SendingOff) and seat == Seat(fact.side, fact.player):
                self.facts[place] = msgspec.structs.replace(fact, forgiven=True)
                return

    # --- casualties

    def _injury(self, report: Report) -> None:
        if report.skip_injury_parts not in WHOLE:
            return
        victim = report.defender_id or ""
        seat, attacker = self.seats.get(victim), self.seats.get(report.attacker_id or "")
        self._wounds.pop(victim, None)
        severity = SEVERITIES.get((report.injury or 0) & 0xFF)
        if seat is None or severity is None:
            return
        kind = report.injury_type or ""
        causer = attacker if attacker is not None and attacker.side != seat.side else None
        names = [cleaned(one) for one in (report.serious_injury, report.serious_injury_decay) if one]
        injuries = tuple(names) or ("Badly Hurt" if severity == "badly_hurt" else "Dead (RIP)",)
        self._wounds[victim] = Wound(len(self.facts), severity, injuries)
        self.facts.append(
            Casualty(
                *self.when,
                seat.side,
                seat.number,
                cause=_cause(kind),
                severity=severity,
                outcome=severity,
                rolled=injuries[0],
                injuries=injuries,
                causer=causer.number if causer else None,
                earns=causer is not None and (kind in EARNS or kind.endswith("ForSpp")),
                dice=_dice(report.casualty_roll),
            )
        )

    def _tended(self, report: Report) -> None:
        """What comes of it is told by the state that the player is in afterwards."""
        wound = self._wounds.get(report.player_id or "")
        casualty = self.facts[wound.place] if wound is not None else None
        if wound is None or not isinstance(casualty, Casualty):
            return
        if report.report_id == "regenerationRoll":
            changed = msgspec.structs.replace(casualty, regenerated=bool(report.successful))
        elif report.casualty_roll is not None:
            second = _dice(report.casualty_roll)
            changed = msgspec.structs.replace(casualty, apothecary=True, second_dice=second)
        else:
            return
        self.facts[wound.place] = changed


def _cause(kind: str) -> str:
    if kind in CAUSES:
        return CAUSES[kind]
    return CAUSES.get(kind.partition("ForSpp")[0], "other")


def _dice(found: list[int] | None) -> tuple[int, ...]:
    """No roll that is kept has more than three."""
    return tuple((found or ())[:3])


def _number(change: Change) -> int | None:
    try:
        return msgspec.json.decode(change.model_change_value, type=int)
    except msgspec.DecodeError:
        return None


def _words(change: Change) -> str:
    try:
        return cleaned(msgspec.json.decode(change.model_change_value, type=str))
    except msgspec.DecodeError:
        return ""
