"""Questions, entries of a log and roster events in sentences, with the names of those concerned.

Everything is plain text: names are data, and whoever shows them escapes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from engine.edition import Edition
from engine.editions import EDITIONS
from engine.editions import edition as edition_of
from engine.match import entries as reports
from engine.match import facts
from engine.match.log import LogPlayer, LogRoster, MatchLog
from engine.questions import Choose, Chosen, Question, Report, Roll, Rolled, Side, other
from engine.roster import (
    Advanced,
    Converted,
    Departed,
    FanFactorChanged,
    Founded,
    GoldChanged,
    Healed,
    Hired,
    Injured,
    Joined,
    MatchPlayed,
    MissServed,
    PlayerRenamed,
    Renumbered,
    RerollsChanged,
    Returned,
    Roster,
    RosterEvent,
    SppGained,
    StadiumChanged,
    StadiumState,
    StaffChanged,
    StatChanged,
    Taught,
    TeamRenamed,
    TrophyChanged,
)
from engine.words import STAFF_WORDS, counted, listed

STAT_WORDS = {"ma": "movement allowance", "st": "strength", "ag": "agility", "av": "armour value"}

_CAUSES = {
    "block": "a block",
    "foul": "a foul",
    "crowd": "the crowd",
    "dodge": "a failed dodge",
    "go_for_it": "going for it",
    "landing": "a bad landing",
    "secret_weapon": "a secret weapon",
    "spell": "a spell",
    "rock": "a thrown rock",
    "pitch_invasion": "a pitch invasion",
    "eaten": "a hungry team-mate",
    "other": "a mishap",
}
_IN_GOLD = ("petty_cash",)
"""Keys of choices whose options are gold pieces."""
_ABOUT_THE_OPPONENT = ("casualty", "casualty.frail", "serious_injury", "raise_dead", "rot")
_DEEDS = {
    "completion": ("completion", "completions"),
    "touchdown": ("touchdown", "touchdowns"),
    "interception": ("interception", "interceptions"),
    "casualty": ("casualty", "casualties"),
    "mvp": ("award as most valuable player", "awards as most valuable player"),
}
_RESULTS = {"won": "Won against", "drawn": "Drew with", "lost": "Lost to"}
_STATUSES = {
    "dead": "is dead",
    "retired": "retires",
    "dismissed": "is dismissed",
    "left": "leaves the team",
    "traded": "goes to another team",
}


def filled(phrase: str, words: dict[str, str]) -> str:
    """The phrase with each ``{word}`` replaced; a name may itself hold braces, so the phrase is read only once."""
    first, *rest = phrase.split("{")
    parts = [first]
    for piece in rest:
        word, _, tail = piece.partition("}")
        parts += (words[word], tail)
    return "".join(parts)


def gold(amount: int) -> str:
    return f"{amount:,} gold"


def capital(words: str) -> str:
    """The words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def cause_words(cause: str) -> str:
    """The cause of a casualty as a noun: ``a block``, ``the crowd``."""
    return _CAUSES.get(cause, cause)


def concerned_side(key: str, side: Side) -> Side:
    """The side of the player whom a question, or its answer, is about."""
    return other(side) if key in _ABOUT_THE_OPPONENT else side


def with_newcomers(log: MatchLog, shown: Iterable[facts.Fact]) -> MatchLog:
    """The log with everybody among its players who came for this match or joined during it, so that he has a name."""
    come: dict[Side, list[LogPlayer]] = {"home": [], "away": []}
    for fact in shown:
        newcomer = _newcomer(fact)
        if newcomer is not None:
            side, player = newcomer
            come[side].append(player)
    if not any(come.values()):
        return log
    return msgspec.structs.replace(
        log, home=_joined_by(log.home, come["home"]), away=_joined_by(log.away, come["away"])
    )


def _newcomer(fact: facts.Fact) -> tuple[Side, LogPlayer] | None:
    if isinstance(fact, facts.Hired):
        return fact.side, LogPlayer(
            0, fact.number, fact.name, fact.position, fact.stats, fact.stats, fact.skills
        )
    if isinstance(fact, facts.RaisedDead | facts.Infected) and fact.player is not None:
        stats = (0, 0, 0, 0)
        return fact.side, LogPlayer(fact.id, fact.player, fact.name, fact.position, stats, stats)
    return None


def _joined_by(roster: LogRoster, players: list[LogPlayer]) -> LogRoster:
    return msgspec.structs.replace(roster, players=(*roster.players, *players))


class Names:
    """Who is who in one match: shirt numbers to names.

    The log knows those under contract; the facts that a match showed name those who joined for it, or in it.
    """

    def __init__(self, log: MatchLog, shown: Iterable[facts.Fact] = ()) -> None:
        self._rosters: dict[Side, LogRoster] = {"home": log.home, "away": log.away}
        self._players: dict[tuple[Side, int], str] = {
            (side, player.number): player.name
            for side, roster in self._rosters.items()
            for player in roster.players
        }
        for fact in shown:
            newcomer = _newcomer(fact)
            if newcomer is not None:
                side, player = newcomer
                self._players[side, player.number] = player.name

    def team(self, side: Side) -> str:
        return self._rosters[side].team

    def player(self, side: Side, number: int) -> str:
        """The name alone, for a story in which the team is known."""
        return self._players.get((side, number), f"number {number}")

    def full(self, side: Side, number: int) -> str:
        """Name, number and team; the number alone when nobody wears it."""
        found = self._players.get((side, number))
        if found is None:
            return f"number {number} of {self.team(side)}"
        return f"{found} (number {number}, {self.team(side)})"

    def concerned(self, question: Roll | Choose) -> str:
        """The player whom a question is about: of the opponent, where it is he who rolls."""
        if question.player is None:
            return "the player"
        return self.full(concerned_side(question.key, question.side), question.player)

    def option(self, question: Choose, option: str) -> str:
        """An option as a person reads it: a shirt number becomes the player who wears it."""
        if question.about == "player" and option.isdecimal():
            return self.full(question.side, int(option))
        if question.key in _IN_GOLD and option.isdecimal():
            return gold(int(option))
        words = "nobody" if question.about == "player" and option == "none" else gain_words(option)
        price = question.prices[question.options.index(option)] if question.prices else 0
        return f"{words} ({gold(price)})" if price else words


def gain_words(gain: str) -> str:
    """A skill by its name, and a characteristic as ``strength +1``."""
    if gain.startswith("+"):
        return f"{STAT_WORDS.get(gain[1:], gain[1:])} +1"
    return gain.replace("_", " ")


def describe_question(
    edition: Edition, question: Question, about: MatchLog | Roster, shown: Iterable[facts.Fact] = ()
) -> str:
    """What is asked, of whom and about whom, in one sentence.

    ``about`` is the log of the match, or the roster whose player improves; ``shown`` are the facts of the match so far,
    by which hired players are known.
    """
    if isinstance(question, Report):
        return "What happened next?"
    prompt = edition.prompts.get(question.key)
    asked = (prompt.asks or prompt.label) if prompt else question.key.replace("_", " ").replace(".", " ")
    if isinstance(about, Roster):
        team, concerned = about.name, _member(about, question.player)
    else:
        names = Names(about, shown)
        team, concerned = names.team(question.side), names.concerned(question)
    # Not str.format: a name may hold braces.
    if "{player}" in asked:
        asked = asked.replace("{player}", concerned)
    elif question.player is not None:
        asked = f"{asked}: {concerned}"
    if isinstance(question, Roll):
        return f"{question.dice} for {asked}, rolled by {team}."
    return f"{team} to choose {asked}."


def _member(roster: Roster, player_id: int | None) -> str:
    if player_id is None:
        return "the player"
    return _who(roster, player_id)


def describe_option(
    question: Choose, option: str, about: MatchLog | Roster, shown: Iterable[facts.Fact] = ()
) -> str:
    """One option of a choice as a person reads it."""
    if isinstance(about, MatchLog):
        return Names(about, shown).option(question, option)
    return STAT_WORDS.get(option) or gain_words(option)


def describe_entry(
    log: MatchLog, entry: reports.Entry, edition: Edition | None = None, shown: Iterable[facts.Fact] = ()
) -> str:
    """An entry of a log in one line. With the edition, a roll or a choice carries the label of its question."""
    names = Names(log, shown)
    if isinstance(entry, Rolled | Chosen):
        prompt = edition.prompts.get(entry.key) if edition else None
        label = (
            prompt.label.rstrip("?")
            if prompt
            else entry.key.replace("_", " ").replace(".", ", ").capitalize()
        )
        whom = ""
        if entry.player is not None:
            whom = f", {names.full(concerned_side(entry.key, entry.side), entry.player)}"
        answer = _answer(names, entry, edition.shop.no_more if edition else "nobody else")
        return f"{label}: {answer} ({names.team(entry.side)}{whom})."
    return _ENTRIES[type(entry)](names, entry) + _clock(entry) + "."


def _answer(names: Names, entry: Rolled | Chosen, no_more: str) -> str:
    if isinstance(entry, Rolled):
        return " ".join(map(str, entry.dice)) or "no dice"
    picks = (entry.pick,) if isinstance(entry.pick, str) else entry.pick
    if entry.key in _IN_GOLD:
        return listed(gold(int(pick)) if pick.isdecimal() else pick for pick in picks)
    return listed(_picked(names, entry, pick, no_more) for pick in picks) if picks else "nothing"


_NO_PLAYERS = ("mercenary.skill",)
"""Keys of choices in which ``none`` is not nobody."""


def _picked(names: Names, entry: Chosen, pick: str, no_more: str) -> str:
    """A number is that of a player of the side that chose."""
    if pick.isdecimal():
        return f"{names.player(entry.side, int(pick))} (number {pick})"
    if pick == "done":
        return no_more
    if pick == "none":
        return "none" if entry.key in _NO_PLAYERS else "nobody"
    return gain_words(pick)


def _clock(entry: Any) -> str:
    if not hasattr(entry, "half"):
        return ""
    half = "overtime" if entry.half == 3 else f"half {entry.half}"
    return f", {half}, turn {entry.turn}"


def _casualty_entry(names: Names, entry: reports.Casualty) -> str:
    hurt = f"Casualty: {names.full(entry.side, entry.player)} by {cause_words(entry.cause)}"
    if entry.causer is None:
        return hurt
    return f"{hurt} of {names.full(other(entry.side), entry.causer)}"


_ENTRIES: dict[type, Callable[[Names, Any], str]] = {
    reports.Lineup: lambda names, e: (
        f"Line-up of {names.team(e.side)}: {listed(str(number) for number in e.players) or 'nobody'}"
    ),
    reports.Touchdown: lambda names, e: (
        f"Touchdown by {names.full(e.side, e.player)}"
        + (" in the opponent's turn" if e.opponents_turn else "")
    ),
    reports.Completion: lambda names, e: f"Completion by {names.full(e.side, e.player)}",
    reports.Interception: lambda names, e: f"Interception by {names.full(e.side, e.player)}",
    reports.Casualty: _casualty_entry,
    reports.Treatment: lambda names, e: f"The apothecary tends {names.full(e.side, e.player)}",
    reports.SendingOff: lambda names, e: (
        f"{names.full(e.side, e.player)} is sent off for {cause_words(e.cause)}"
    ),
    reports.HalfTime: lambda names, e: "Half-time",
    reports.Overtime: lambda names, e: "Overtime",
    reports.ShootOut: lambda names, e: (
        f"Shoot-out, with {e.home_rerolls} unused re-rolls of {names.team('home')} "
        f"and {e.away_rerolls} of {names.team('away')}"
    ),
    reports.Concession: lambda names, e: f"Concession of {names.team(e.side)}",
    reports.MatchEnd: lambda names, e: "End of the match",
}


def describe_event(roster: Roster, event: RosterEvent) -> str:
    """What an event did, in one sentence. ``roster`` knows the players by id: the one after the event is best."""
    return _EVENTS[type(event)](roster, event)


def _who(roster: Roster, player_id: int) -> str:
    for one in roster.players:
        if one.id == player_id:
            return one.name
    return f"Player {player_id}"


def _founded(roster: Roster, event: Founded) -> str:
    return f"{event.name} ({event.race}) is founded with {gold(event.treasury)}."


def _hired(roster: Roster, event: Hired) -> str:
    return f"{event.name} signs as {event.position} with the number {event.number} ({gold(event.price)})."


def _departed(roster: Roster, event: Departed) -> str:
    why = f": {event.fate}" if event.fate else ""
    return f"{_who(roster, event.player)} {_STATUSES.get(event.status, event.status)}{why}."


def _gold_changed(roster: Roster, event: GoldChanged) -> str:
    sign = "+" if event.amount > 0 else "-" if event.amount < 0 else ""
    return f"{sign}{gold(abs(event.amount))}: {event.reason}."


def _rerolls(roster: Roster, event: RerollsChanged) -> str:
    return f"{event.change:+d} {'team re-roll' if abs(event.change) == 1 else 'team re-rolls'}."


def _staff(roster: Roster, event: StaffChanged) -> str:
    words = STAFF_WORDS[event.staff]
    return f"{event.change:+d} {words[0] if abs(event.change) == 1 else words[1]}."


def _fan_factor(roster: Roster, event: FanFactorChanged) -> str:
    return f"Fan factor {event.change:+d}: {event.reason}."


def _spp(roster: Roster, event: SppGained) -> str:
    points = counted(abs(event.points), ("star player point", "star player points"))
    if event.source == "other":
        return f"{_who(roster, event.player)}: {'loses ' if event.points < 0 else ''}{points}."
    return f"{_who(roster, event.player)}: {counted(event.count, _DEEDS[event.source])}, {points}."


def injury_words(injury: str, effect: str, applied: bool, misses: bool) -> str:
    """An injury and what it costs: ``Smashed Hip: movement allowance -1, misses the next match``."""
    costs = []
    if effect == "niggling":
        costs.append("a niggling injury")
    elif effect in STAT_WORDS:
        costs.append(f"{STAT_WORDS[effect]} {'-1' if applied else 'cannot fall further'}")
    if misses:
        costs.append("misses the next match")
    return f"{injury}: {', '.join(costs)}" if costs else injury


def _injured(roster: Roster, event: Injured) -> str:
    words = injury_words(event.injury, event.effect, event.applied, event.misses_next)
    return f"{_who(roster, event.player)}: {words}."


def _miss_served(roster: Roster, event: MissServed) -> str:
    return f"{_who(roster, event.player)} has sat out a match and is fit again."


def _advanced(roster: Roster, event: Advanced) -> str:
    if not event.gain:
        return f"{_who(roster, event.player)} has nothing left to gain."
    gain = f"{STAT_WORDS[event.gain]} +1" if event.gain in STAT_WORDS else event.gain
    return f"{_who(roster, event.player)} gains {gain}{_value(event.value)}."


def _match(roster: Roster, event: MatchPlayed) -> str:
    score = f"{event.touchdowns_for}-{event.touchdowns_against}"
    conceded = ", by concession" if event.conceded else ""
    return (
        f"{_RESULTS[event.result]} {event.opponent} {score}{conceded}; "
        f"casualties {event.casualties_for}-{event.casualties_against}."
    )


def _joined(roster: Roster, event: Joined) -> str:
    one = event.record
    return f"{one.name} comes from {event.origin}, as {one.position} with the number {one.number}."


def _stat(roster: Roster, event: StatChanged) -> str:
    return f"{_who(roster, event.player)}: {STAT_WORDS[event.stat]} {event.change:+d}{_value(event.value)}."


def _value(amount: int) -> str:
    """What an improvement adds to a player's worth, where the edition counts it: ``, worth 20,000 gold``."""
    if amount < 0:
        return f", worth {gold(-amount)} less"
    return f", worth {gold(amount)}" if amount else ""


def _healed(roster: Roster, event: Healed) -> str:
    whom = f"{_who(roster, event.player)} is healed{f' of {event.injury}' if event.injury else ''}"
    if not event.applied:
        return f"{whom}, which had left nothing."
    if event.effect == "miss":
        return f"{whom} and plays the next match."
    if event.effect == "niggling":
        return f"{whom}: one niggling injury less."
    return f"{whom}: {STAT_WORDS[event.effect]} +1."


def _stadium(roster: Roster, event: StadiumChanged) -> str:
    if not event.stadium:
        return "The team no longer has a home field."
    return f"The team's home field is now: {event.stadium} (worth {gold(event.value)})."


def _trophy(roster: Roster, event: TrophyChanged) -> str:
    return f"The team {'now holds' if event.held else 'gives up'} the trophy: {event.trophy}."


def _converted(roster: Roster, event: Converted) -> str:
    """With what became of each player whom the roster names."""
    names = {one.id: one.name for one in roster.players}
    who = [
        f"{names[one.player]} is {one.position} ({gold(one.price + one.value)})"
        for one in event.players
        if one.player in names
    ]
    moved = f"{edition_words(event.edition_from)} to {edition_words(event.edition)}"
    return f"Moves from {moved}, as {event.race}{': ' if who else ''}{'; '.join(who)}."


def edition_words(key: str) -> str:
    """The name of an edition; the key itself where nobody knows it any more."""
    return edition_of(key).name if key in EDITIONS else key


_EVENTS: dict[type, Callable[[Roster, Any], str]] = {
    Founded: _founded,
    Hired: _hired,
    Departed: _departed,
    TeamRenamed: lambda roster, event: f"The team is now called {event.name}.",
    PlayerRenamed: lambda roster, event: f"Player {event.player} is now called {event.name}.",
    Renumbered: lambda roster, event: f"{_who(roster, event.player)} wears the number {event.number}.",
    GoldChanged: _gold_changed,
    RerollsChanged: _rerolls,
    StaffChanged: _staff,
    FanFactorChanged: _fan_factor,
    SppGained: _spp,
    Injured: _injured,
    MissServed: _miss_served,
    Advanced: _advanced,
    MatchPlayed: _match,
    Joined: _joined,
    Taught: lambda roster, event: (
        f"{_who(roster, event.player)} is taught {event.skill}{_value(event.value)}."
    ),
    StatChanged: _stat,
    Healed: _healed,
    Returned: lambda roster, event: f"{_who(roster, event.player)} is under contract again.",
    StadiumChanged: _stadium,
    StadiumState: lambda roster, event: (
        "The home field has broken down." if event.broken else "The home field is repaired."
    ),
    TrophyChanged: _trophy,
    Converted: _converted,
}
