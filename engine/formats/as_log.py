"""A match log that is filled from a match file, as far as the file holds the answers.

``read_on`` goes through the questions of the rules in the order in which they are asked, answers from the file what it
holds, and stops at the first question that it does not: that one is for a person, and after it the file goes on.
Nothing is kept of how far the file has been used, for the log says it: its reports, one after the other, stand for
those of the file. A report of the same kind and side stands for the file's next one, even where it names another
player, for then somebody knew better; any other report was put in beside those of the file.
"""

from __future__ import annotations

from collections import Counter
from typing import get_args

import msgspec

from engine import editions
from engine.describe import gain_words
from engine.edition import Edition
from engine.formats import matchfile
from engine.formats.matchfile import FilePlayer, FileTeam, MatchFile, Mvp, TeamResult, Weather
from engine.formats.matching import HIRED, Matching, folded, position_among
from engine.formats.planning import (
    PLAYERS_FOR_HIRE,
    Deed,
    Other,
    Planned,
    fact_words,
    hired,
    left_out,
    nobody_caused,
    plan,
    sentence,
    singular,
    tag_of,
)
from engine.match import entries as reports
from engine.match.entries import Cause, Entry
from engine.match.log import MatchLog
from engine.match.script import play
from engine.match.state import Match, Squad
from engine.questions import Choose, Chosen, Mismatch, Question, Refusal, Report, Roll, Rolled, Side, other
from engine.words import gettext as _
from engine.words import gold, named, number

_CAUSES: tuple[Cause, ...] = get_args(Cause)
UNHURT = "Badly Hurt"
"""What the second throw of an apothecary must show so that the player is well again."""


class Continued(msgspec.Struct, frozen=True):
    """A log and how it agrees with its file.

    ``told`` are the places (from 1) of entries that are what the file says; ``added`` of them came in this reading.
    ``hint`` is what the file does say about the question that it cannot answer, and ``notes`` what it says that cannot
    be carried over; each is a sentence.
    """

    log: MatchLog
    added: int
    told: tuple[int, ...]
    hint: str
    notes: tuple[str, ...]


def require_played_by(edition: Edition, file: MatchFile) -> None:
    """Raises Refusal for a file of a match that was played by other rules."""
    if file.rules not in editions.match_files(edition.key):
        raise Refusal(
            _("This match was played by the rules {rules}, and not by the {edition}.").format(
                rules=file.rules, edition=named(edition.name)
            )
        )


def read_on(
    log: MatchLog, file: MatchFile, matching: Matching, edition: Edition | None = None, *, on: bool = True
) -> Continued:
    """The log with all that the file can answer now; with ``on`` false the log as it is, looked at beside the file.

    A log with a problem comes back as it is. Raises Refusal for an edition that the file was not played by.
    """
    edition = edition or editions.edition(log.edition, log.house_rules)
    require_played_by(edition, file)
    match = Match.of(log, edition)
    teller = _Teller(file, matching, match)
    script = play(match)
    entries, told, hint = list(log.entries), [], ""
    place = 0
    answer: Entry | None = None
    try:
        question = next(script)
        for place, entry in enumerate(log.entries, 1):
            if teller.answer(question) == entry:
                told.append(place)
            teller.heard(entry)
            question = script.send(question.accept(entry))
        while on and (answer := teller.answer(question)) is not None:
            place += 1
            teller.heard(answer)
            question = script.send(question.accept(answer))
            entries.append(answer)
            told.append(place)
        hint = teller.hint(question)
    except StopIteration:
        if place > len(entries) and answer is not None:
            entries.append(answer)
            told.append(place)
    except (Mismatch, Refusal) as fault:
        if place > len(log.entries):
            hint = _("{told}, which the rules do not allow: {why}.").format(
                told=teller.of_next(answer), why=str(fault).rstrip(".")
            )
    return Continued(
        log=msgspec.structs.replace(log, entries=tuple(entries)),
        added=len(entries) - len(log.entries),
        told=tuple(told),
        hint=hint,
        notes=tuple(left_out(file, matching)),
    )


# --- the answers ------------------------------------------------------------------------------------------------------


class _Teller:
    """What the file says to a question, as the match stands. Private state of one reading.

    ``deed`` is the fact that the last report stands for, ``since`` what was rolled and chosen since that report, and
    ``before`` the same from the beginning, both by key and side.
    """

    def __init__(self, file: MatchFile, matching: Matching, match: Match) -> None:
        self.file = file
        self.matching = matching
        self.match = match
        self.plan = tuple(plan(file, matching))
        self.next = 0
        self.deed: Deed | None = None
        self.since: Counter[tuple[str, Side]] = Counter()
        self.before: Counter[tuple[str, Side]] = Counter()
        self.picked: dict[Side, list[str]] = {"home": [], "away": []}

    def answer(self, question: Question) -> Entry | None:
        """None for what the file does not hold."""
        if isinstance(question, Report):
            return self._report()
        if isinstance(question, Roll):
            dice = self._dice(question)
            return None if not dice else Rolled(question.key, question.side, dice, question.player)
        pick = self._pick(question)
        return None if pick is None else Chosen(question.key, question.side, pick, question.player)

    def heard(self, entry: Entry) -> None:
        if isinstance(entry, Rolled | Chosen):
            self.since[entry.key, entry.side] += 1
            self.before[entry.key, entry.side] += 1
            if isinstance(entry, Chosen) and entry.key == "hire" and isinstance(entry.pick, str):
                self.picked[entry.side].append(entry.pick)
            return
        self.since.clear()
        self.deed = None
        for place in range(self.next, min(self.next + 2, len(self.plan))):
            # Whoever reports the one after the next has passed over the next, which the rules did not allow.
            if self._stands_for(entry, place):
                self.next, self.deed = place + 1, self.plan[place].fact
                return

    def _stands_for(self, entry: Entry, place: int) -> bool:
        planned = self.plan[place]
        if place > self.next:
            return planned.fact is not None and entry == self._entry(planned)
        side = getattr(entry, "side", None)
        return (tag_of(entry), side) == (planned.kind, planned.side)

    # Reports.

    def _report(self) -> Entry | None:
        if self.next >= len(self.plan) or self.plan[self.next].asks:
            return None
        return self._entry(self.plan[self.next])

    def _entry(self, planned: Planned) -> Entry | None:
        fact = planned.fact
        if fact is None:
            return _OF_THE_COURSE.get(planned.kind)
        player = self._number(fact.side, fact.player)
        if player is None:
            return None
        half, turn = self._clock(fact)
        match fact:
            case matchfile.Touchdown():
                return reports.Touchdown(half, turn, fact.side, player, fact.opponents_turn)
            case matchfile.Completion():
                return reports.Completion(half, turn, fact.side, player)
            case matchfile.Interception():
                return reports.Interception(half, turn, fact.side, player)
            case matchfile.SendingOff():
                return reports.SendingOff(half, turn, fact.side, player, fact.cause)
            case matchfile.Casualty():
                return self._casualty(fact, half, turn, player)

    def _casualty(self, fact: matchfile.Casualty, half: int, turn: int, player: int) -> Entry | None:
        cause: Cause = next((one for one in _CAUSES if one == fact.cause), "other")
        causer = None
        if fact.causer is not None and not nobody_caused(fact, self.matching):
            causer = self._number(other(fact.side), fact.causer)
            if causer is None:
                return None
        if causer is None and cause == "block":
            cause = "other"
        return reports.Casualty(half, turn, fact.side, player, cause, causer)

    def _clock(self, fact: Deed) -> tuple[int, int]:
        """Markers that a riot puts back, and what happens before the first turn, count to the turn that was last."""
        last = self.match.turn if fact.half == self.match.half else 1
        return fact.half, min(max(fact.turn, last), self.match.edition.rules.turns)

    def _number(self, side: Side, number: int) -> int | None:
        """The shirt in the log of a player of the file; None where nobody wears it yet."""
        who = self.matching.of(side).get(number)
        if who == HIRED:
            return hired(self.file.team(side), self.matching.of(side), _others(self.match.squads[side])).get(
                number
            )
        return who if isinstance(who, int) else None

    # Dice.

    def _dice(self, question: Roll) -> tuple[int, ...]:
        """Empty for dice that the file does not hold."""
        key, side, result = question.key, question.side, self.file.result(question.side)
        if key == "weather":
            weather = self._weather()
            return weather.dice if weather is not None else ()
        if key == "fans":
            return result.fan_dice
        if key == "winnings":
            return (result.winnings_die,) if result.winnings_die is not None else ()
        if key == "mvp":
            return self._mvp(side)
        deed = self.deed
        if isinstance(deed, matchfile.Casualty):
            if key == "casualty" and not self.since[key, side]:
                return _faces(question, deed.dice)
            if key == "apothecary.casualty":
                return _faces(question, deed.second_dice)
        return ()

    def _weather(self) -> Weather | None:
        found = [fact for fact in self.file.facts if isinstance(fact, Weather)]
        return found[0] if found and found[0].half == 1 else None

    def _best(self, side: Side) -> FilePlayer | None:
        """The next most valuable player of a side."""
        team = self.file.team(side)
        best = [fact.player for fact in self.file.facts if isinstance(fact, Mvp) and fact.side == side]
        number = next(iter(best[self.before["mvp", side] :]), None)
        return next((one for one in team.players if one.number == number), None)

    def _mvp(self, side: Side) -> tuple[int, ...]:
        best = self._best(side)
        whom = (side, self._number(side, best.number) if best is not None else None)
        return (self.match.counted.index(whom) + 1,) if whom in self.match.counted else ()

    # Decisions.

    def _pick(self, question: Choose) -> str | None:
        key, side, deed = question.key, question.side, self.deed
        if key == "hire":
            return self._hire(question)
        if key == "petty_cash":
            spent = self.file.result(side).spent_on_inducements
            return str(spent) if spent is not None and str(spent) in question.options else None
        if key == "journeyman":
            return self._position(question, "journeyman", self.before[key, side])
        if key == "mercenary.skill":
            return self._learned(question)
        if not isinstance(deed, matchfile.Casualty) or question.player is None:
            return None
        if key == "casualty.frail":
            return "table" if deed.dice else "badly_hurt" if deed.severity == "badly_hurt" else None
        if key == "apothecary":
            return "yes" if deed.apothecary else "no"
        if key == "apothecary.result" and not deed.regenerated:
            final = deed.injuries[0] if deed.injuries else UNHURT
            return next((one for one in question.options if folded(one) == folded(final)), None)
        return None

    def _players(self, side: Side, kind: str) -> list[FilePlayer]:
        found = [one for one in self.file.team(side).players if one.kind == kind]
        return sorted(found, key=lambda one: one.number)

    def _position(self, question: Choose, kind: str, place: int) -> str | None:
        told = self._players(question.side, kind)[place : place + 1]
        return position_among(told[0].position, question.options) if told else None

    def _learned(self, question: Choose) -> str | None:
        told = self._players(question.side, "mercenary")
        place = self.before[question.key, question.side]
        if place >= len(told):
            return None
        more = [skill for skill in told[place].skills if skill in question.options]
        return more[0] if len(more) == 1 else "none" if not more and "none" in question.options else None

    def _hire(self, question: Choose) -> str | None:
        """What was bought, one after the other; the file does not say in which order."""
        left = self._bought(question.side)
        if not left:
            return "done"
        for name in left:
            for option in question.options:
                if name and singular(name) == singular(option):
                    return option
        return None

    def _bought(self, side: Side) -> list[str]:
        """Names of what the file says was bought and is not yet; empty for a player without a name."""
        wanted: list[str] = []
        for one in self.file.result(side).inducements:
            kind = PLAYERS_FOR_HIRE.get(folded(one.name))
            if kind is None:
                wanted += [one.name] * one.count
                continue
            players = self._players(side, kind)[: one.count]
            names = [player.name if kind == "star" else player.position for player in players]
            wanted += names + [""] * (one.count - len(names))
        for pick in self.picked[side]:
            name = next((name for name in wanted if name and singular(name) == singular(pick)), "")
            if name in wanted:
                wanted.remove(name)
        return wanted

    # --- what it does say of what it cannot answer

    def hint(self, question: Question) -> str:
        if isinstance(question, Report):
            return (
                _("{told}.").format(told=self.of_next(None))
                if self.next < len(self.plan)
                else self.of_next(None)
            )
        side = question.side
        team, result = self.file.team(side), self.file.result(side)
        if question.key == "weather":
            weather = self._weather()
            return (
                _("The file says: {weather}.").format(weather=named(weather.name))
                if weather is not None
                else ""
            )
        if question.key == "hire":
            names = [name or _("a player without a name") for name in self._bought(side)]
            return (
                _("The file says that {team} bought: {names}.").format(
                    team=team.name, names=", ".join(map(named, names))
                )
                if names
                else ""
            )
        if question.key == "mvp":
            best = self._best(side)
            return (
                _("The file says: {player} (number {number}).").format(player=best.name, number=best.number)
                if best is not None
                else ""
            )
        if question.key in ("regeneration", "casualty", "apothecary.casualty") and isinstance(
            self.deed, matchfile.Casualty
        ):
            return _ending(self.deed)
        return _of_the_end(question.key, team, result, self.match.squads[side])

    def of_next(self, answer: Entry | None) -> str:
        """What the file tells next; empty where it tells of nothing more. ``answer`` where it is no report."""
        if isinstance(answer, Rolled):
            return _("The file has {dice}").format(dice=", ".join(map(str, answer.dice)))
        if isinstance(answer, Chosen):
            return _("The file says {pick}").format(
                pick=gain_words(answer.pick) if isinstance(answer.pick, str) else answer.pick
            )
        if self.next - (answer is not None) >= len(self.plan):
            return ""
        planned = self.plan[max(self.next - (answer is not None), 0)]
        if planned.fact is not None:
            return _("The file tells next: {told}").format(told=sentence(self.file, planned.fact))
        return planned.asks or _("The file tells next of {what}").format(what=fact_words(planned.kind))


_OF_THE_COURSE: dict[str, Entry] = {
    "half_time": reports.HalfTime(),
    "overtime": reports.Overtime(),
    "match_end": reports.MatchEnd(),
}


def _faces(question: Roll, dice: tuple[int, ...]) -> tuple[int, ...]:
    """The dice as the question wants them; a file may have both dice of a D68 as one number."""
    if question.dice.digits and len(dice) == 1:
        return divmod(dice[0], 10)
    return dice


def _ending(deed: matchfile.Casualty) -> str:
    if deed.regenerated:
        return _("The file says that he regenerated.")
    if not deed.injuries:
        return _("The file says: nothing stays.")
    return _("The file says: {injuries}.").format(injuries=", ".join(map(named, deed.injuries)))


def _of_the_end(key: str, team: FileTeam, result: TeamResult, squad: Squad) -> str:
    """What the file has of the crowd and the gold, where it does not have their dice."""
    if key == "fans" and result.spectators is not None:
        return _(
            "The file says that {spectators} came for {team}, and its fan factor in this match is {fan_factor}."
        ).format(spectators=number(result.spectators), team=team.name, fan_factor=squad.fan_factor)
    if key == "winnings" and result.winnings is not None:
        return _("The file says that {team} won {winnings}.").format(
            team=team.name, winnings=gold(result.winnings)
        )
    if key == "winnings.again":
        return _("The die in the file is the one that counted; it does not say whether it was the second.")
    if key == "fan_factor" and result.fan_factor_change is not None:
        return _("The file says that the fan factor of {team} changed by {change:+d}.").format(
            team=team.name, change=result.fan_factor_change
        )
    return ""


def _others(squad: Squad) -> list[Other]:
    return [
        Other(number, one.player.name, one.player.position, one.hired)
        for number, one in sorted(squad.players.items())
        if one.hired
    ]
