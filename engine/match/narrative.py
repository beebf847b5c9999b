"""The story of a match: its facts in written sentences, by half and turn.

Plain text; names are data, and whoever shows them escapes them. The same match is always told in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import msgspec

from engine.describe import STAT_WORDS, Names, cause_words, filled, gold
from engine.editions import edition as edition_of
from engine.match import facts, help_stories, home_stories
from engine.match.log import MatchLog
from engine.questions import Refusal, Side, other
from engine.words import counted

Part = Literal["before", "play", "after"]


class Sentence(msgspec.Struct, frozen=True):
    """``half`` and ``turn`` are 0 before and after the match; half 3 is overtime. ``kind`` is that of the fact."""

    half: int
    turn: int
    side: Side | None
    kind: str
    text: str
    part: Part = "play"


_BEFORE = (
    facts.Weather,
    facts.Gate,
    facts.Handicap,
    facts.Niggling,
    facts.BroughtBack,
    facts.HomeField,
    facts.Trophies,
    facts.Hired,
    facts.StarWithdrawn,
    facts.WizardHired,
    facts.PettyCash,
    facts.Induced,
    facts.Fans,
    facts.Ingredients,
    facts.Followers,
    facts.HandicapEffect,
    facts.Improved,
    facts.Aged,
    facts.Rune,
)
_AFTER = (
    facts.FinalScore,
    facts.Winnings,
    facts.Mvp,
    facts.NoMvp,
    facts.FanFactor,
    facts.Infected,
    facts.Departure,
    facts.Sponsorship,
    facts.FieldBroken,
    facts.Expenses,
    facts.JourneymanHired,
)
_EACH_HALF = (facts.FieldBonus, facts.FieldReroll, facts.Chef)
"""Told before the half that they count in: before the match, where it is the first."""

_TOUCHDOWNS = (
    "{who} carries the ball over the line for {team}.",
    "Touchdown {team}: {who} is in the end zone.",
    "{who} breaks through and scores for {team}.",
    "Nobody stops {who}, and {team} have a touchdown.",
)
_IN_OPPONENTS_TURN = (
    "In the turn of {rival}, {who} ends up in the end zone with the ball: touchdown {team}.",
    "It is the turn of {rival}, and yet {who} scores for {team}.",
)
_COMPLETIONS = (
    "{who} finds a team-mate with a pass.",
    "A clean pass from {who}.",
    "{who} throws, and the ball is caught.",
    "{who} completes a pass for {team}.",
)
_INTERCEPTIONS = (
    "{who} plucks the pass of {rival} out of the air.",
    "{rival} throw, but {who} gets there first.",
)
_BLOCKS = (
    "{causer} hits {victim} hard",
    "{victim} goes down under a block of {causer}",
    "{causer} flattens {victim}",
)
_CAUSED = {
    "foul": ("{causer} puts the boot into {victim}", "{victim} is fouled by {causer}"),
    "crowd": ("{causer} pushes {victim} into the crowd",),
    "spell": ("A spell cast for {rival} strikes {victim}",),
    "secret_weapon": ("The secret weapon of {causer} catches {victim}",),
}
_SUFFERED = {
    "block": ("{victim} is blocked",),
    "foul": ("{victim} is fouled",),
    "crowd": ("The crowd gets hold of {victim}",),
    "dodge": ("{victim} stumbles while dodging", "{victim} does not get out of a tackle zone in one piece"),
    "go_for_it": ("{victim} runs a step too far and falls",),
    "landing": ("{victim} is thrown and lands badly",),
    "secret_weapon": ("A secret weapon catches {victim}",),
    "spell": ("A spell strikes {victim}",),
    "rock": ("A rock from the stands hits {victim}",),
    "pitch_invasion": ("Fans storm the pitch and run over {victim}",),
    "eaten": ("A hungry team-mate swallows {victim} before the throw",),
}
_DEFAULT_SUFFERED = ("{victim} is hurt",)
_MVPS = (
    "{who} is named most valuable player of {team}.",
    "The award of {team} goes to {who}.",
)


def narrate(log: MatchLog, shown: Iterable[facts.Fact]) -> tuple[Sentence, ...]:
    """One sentence, or a few, for each fact worth telling, in the order of the match."""
    told = tuple(shown)
    teller = _Teller(Names(log, told), _players_on_pitch(log))
    return tuple(sentence for fact in told if (sentence := teller.tell(fact)) is not None)


def _players_on_pitch(log: MatchLog) -> int:
    """0 where the log's rules cannot be had any more: what happened is told all the same, but nobody is short."""
    try:
        return edition_of(log.edition, log.house_rules).rules.players_on_pitch
    except Refusal:
        return 0


def _part(fact: facts.Fact) -> Part:
    if isinstance(fact, _BEFORE) or (isinstance(fact, _EACH_HALF) and fact.half == 1):
        return "before"
    return "after" if isinstance(fact, _AFTER) else "play"


class _Teller:
    """Keeps count of each kind of fact, so that the wording changes from one to the next."""

    def __init__(self, names: Names, players_on_pitch: int) -> None:
        self.names = names
        self.players_on_pitch = players_on_pitch
        self._told: dict[str, int] = {}
        self._clock = (1, 1)

    def tell(self, fact: facts.Fact) -> Sentence | None:
        text = _TELLERS[type(fact)](self, fact)
        if not text:
            return None
        part = _part(fact)
        half, turn = self._when(fact) if part == "play" else (0, 0)
        side: Side | None = getattr(fact, "side", None)
        return Sentence(half, turn, side, str(fact.__struct_config__.tag), text, part)

    def _when(self, fact: facts.Fact) -> tuple[int, int]:
        """A fact without a clock of its own, as a shoot-out, stands where the last one stood."""
        half: int | None = getattr(fact, "half", None)
        if half is not None:
            self._clock = (half, getattr(fact, "turn", 0))
        elif isinstance(fact, facts.Overtime):
            self._clock = (3, 1)
        return self._clock

    def say(self, phrases: Sequence[str], **words: str) -> str:
        """The next of several wordings, with the names put in."""
        key = phrases[0]
        count = self._told.get(key, 0)
        self._told[key] = count + 1
        return filled(phrases[count % len(phrases)], words)

    def cast(self, side: Side, player: int) -> dict[str, str]:
        return {
            "who": self.names.player(side, player),
            "team": self.names.team(side),
            "rival": self.names.team(other(side)),
        }


def _weather(teller: _Teller, fact: facts.Weather) -> str:
    return f"The weather: {fact.name}."


def _gate(teller: _Teller, fact: facts.Gate) -> str:
    names = teller.names
    return f"{fact.spectators:,} spectators have come to see {names.team('home')} play {names.team('away')}."


def _handicap(teller: _Teller, fact: facts.Handicap) -> str:
    team = teller.names.team(fact.side)
    if fact.chosen:
        return f"{team} are the underdogs and may choose: {fact.name}."
    if fact.trophy:
        return f"{team} hold the trophy of the {fact.trophy}, and get help: {fact.name}."
    return f"{team} are the underdogs and get help: {fact.name}."


def _niggling(teller: _Teller, fact: facts.Niggling) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    if fact.misses:
        return f"An old injury keeps {who} of {team} out of the match."
    return f"{who} of {team} feels an old injury, but can play."


def _brought_back(teller: _Teller, fact: facts.BroughtBack) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    return f"The apothecary of {team} makes {who} fit for the match."


def _lineup(teller: _Teller, fact: facts.Lineup) -> str:
    """Told once a kick-off, and only when a side is short of players."""
    count = len(fact.players)
    if count >= teller.players_on_pitch:
        return ""
    if not count:
        return f"{teller.names.team(fact.side)} have nobody left to line up."
    return f"{teller.names.team(fact.side)} line up with only {counted(count, 'player')}."


def _touchdown(teller: _Teller, fact: facts.Touchdown) -> str:
    phrases = _IN_OPPONENTS_TURN if fact.opponents_turn else _TOUCHDOWNS
    names = teller.names
    score = f"{names.team('home')} {fact.home}, {names.team('away')} {fact.away}."
    return f"{teller.say(phrases, **teller.cast(fact.side, fact.player))} {score}"


def _completion(teller: _Teller, fact: facts.Completion) -> str:
    return teller.say(_COMPLETIONS, **teller.cast(fact.side, fact.player))


def _interception(teller: _Teller, fact: facts.Interception) -> str:
    return teller.say(_INTERCEPTIONS, **teller.cast(fact.side, fact.player))


def _casualty(teller: _Teller, fact: facts.Casualty) -> str:
    return f"{_how_hurt(teller, fact)}. {_what_came_of_it(teller, fact)}"


def _how_hurt(teller: _Teller, fact: facts.Casualty) -> str:
    names = teller.names
    rival = other(fact.side)
    words = {
        "victim": f"{names.player(fact.side, fact.player)} ({names.team(fact.side)})",
        "rival": names.team(rival),
    }
    if fact.causer is None:
        return teller.say(_SUFFERED.get(fact.cause, _DEFAULT_SUFFERED), **words)
    words["causer"] = names.player(rival, fact.causer)
    if fact.cause == "block":
        return teller.say(_BLOCKS, **words)
    if fact.cause in _CAUSED:
        return teller.say(_CAUSED[fact.cause], **words)
    words["cause"] = cause_words(fact.cause)
    return teller.say(("{victim} is hurt by {cause}, the work of {causer}",), **words)


def _what_came_of_it(teller: _Teller, fact: facts.Casualty) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    tried = f"The apothecary of {team} {_tried(fact)}. " if fact.apothecary else ""
    if fact.saved_by == "apothecary":
        return f"{who} {_would_have(fact)}, but the apothecary saves the day{_spared(fact)}."
    if fact.saved_by == "regeneration":
        return f"{tried}{who} {_would_have(fact)}, but regenerates{_spared(fact)}."
    if fact.outcome == "dead":
        return f"{tried}{who} is dead."
    if fact.outcome == "serious":
        return f"{tried}{who} is carried off{_injury(fact)}."
    return f"{tried}{who} is badly hurt and out for the rest of the match."


def _tried(fact: facts.Casualty) -> str:
    """What the apothecary did who alone could not save him; of two injuries he may have healed one."""
    if fact.apothecary == "healed":
        return "heals one of two injuries"
    return f"finds {' or '.join(fact.rolled)}" if fact.rolled else "tries in vain"


def _would_have(fact: facts.Casualty) -> str:
    if fact.severity == "dead":
        return "would have died"
    if fact.severity == "serious":
        return (
            f"would have been seriously injured ({fact.injury})"
            if fact.injury
            else "would have been seriously injured"
        )
    return "would have been badly hurt"


def _spared(fact: facts.Casualty) -> str:
    """What is left of a casualty after it was saved."""
    if fact.outcome == "badly_hurt":
        return " and only the rest of this match is lost"
    if fact.outcome == "serious":
        return f" from worse{_injury(fact)}"
    return ""


def _injury(fact: facts.Casualty) -> str:
    injury = f" with this injury: {fact.injury}" if fact.injury else ""
    more = (
        f"; on top of it {fact.second}{_left_behind(fact.second_effect, fact.second_applied)}"
        if fact.second
        else ""
    )
    return f"{injury}{_left_behind(fact.effect, fact.applied)}{more}, and misses the next match"


def _left_behind(effect: str, applied: bool) -> str:
    if effect == "niggling":
        return ", which will go on hurting"
    if effect in STAT_WORDS:
        stat = STAT_WORDS[effect]
        return f", a point of {stat} is gone" if applied else f", though the {stat} cannot fall any further"
    return ""


def _raised_dead(teller: _Teller, fact: facts.RaisedDead) -> str:
    names = teller.names
    victim = names.player(other(fact.side), fact.victim)
    return (
        f"The necromancer of {names.team(fact.side)} raises {victim} from the dead: "
        f"{_as_whom(victim, fact)}, with the number {fact.player}."
    )


def _as_whom(victim: str, fact: facts.RaisedDead | facts.Infected) -> str:
    """``a new Zombie``, and how he is called where he cannot keep his name."""
    return f"a new {fact.position}" + (f" called {fact.name}" if fact.name != victim else "")


def _infected(teller: _Teller, fact: facts.Infected) -> str:
    names = teller.names
    victim, team = names.player(other(fact.side), fact.victim), names.team(fact.side)
    if fact.player is None:
        return f"Nurgle's Rot took {victim}, but nobody joins {team}: {fact.why_not}."
    return f"Nurgle's Rot took {victim}, who joins {team} as {_as_whom(victim, fact)}, with the number {fact.player}."


def _treatment(teller: _Teller, fact: facts.Treatment) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    if fact.healed:
        return f"The apothecary of {team} brings {who} round."
    return f"The apothecary of {team} looks after {who}, without success."


def _sending_off(teller: _Teller, fact: facts.SendingOff) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    why = {"foul": "a foul", "secret_weapon": "bringing a secret weapon"}.get(fact.cause)
    off = f"{who} of {team} off{f' for {why}' if why else ''}"
    if fact.forgiven:
        return f"The referee wants to send {off}, thinks of his purse, and lets him stay."
    return f"The referee sends {off}."


def _half_time(teller: _Teller, fact: facts.HalfTime) -> str:
    return "The referee blows for half-time."


def _overtime(teller: _Teller, fact: facts.Overtime) -> str:
    return "The score is level at full time. The teams play on until somebody scores."


def _shoot_out(teller: _Teller, fact: facts.ShootOut) -> str:
    names = teller.names
    if fact.home == fact.away:
        return f"The shoot-out stands at {fact.home} each and goes on."
    winner: Side = "home" if fact.home > fact.away else "away"
    high, low = max(fact.home, fact.away), min(fact.home, fact.away)
    return f"{names.team(winner)} win the shoot-out, {high} to {low}."


def _concession(teller: _Teller, fact: facts.Concession) -> str:
    names = teller.names
    why = "have too few players left" if fact.excused else "have had enough"
    return f"{names.team(fact.side)} {why} and concede. The match goes to {names.team(other(fact.side))}."


def _final_score(teller: _Teller, fact: facts.FinalScore) -> str:
    names = teller.names
    score = f"Final score: {names.team('home')} {fact.home}, {names.team('away')} {fact.away}."
    if fact.winner is None:
        return f"{score} The match is drawn."
    return f"{score} {names.team(fact.winner)} win."


def _winnings(teller: _Teller, fact: facts.Winnings) -> str:
    team = teller.names.team(fact.side)
    if fact.paid_to != fact.side:
        return f"The winnings of {team}, {gold(fact.gold)}, are paid to {teller.names.team(fact.paid_to)}."
    again = f" They did not want the {fact.first_die} that fell first." if fact.first_die is not None else ""
    return f"{team} earn {gold(fact.gold) if fact.gold else 'nothing'}.{again}"


def _expenses(teller: _Teller, fact: facts.Expenses) -> str:
    team = teller.names.team(fact.side)
    return f"A team value of {gold(fact.strength)} has its price: {team} pay {gold(fact.gold)} for their expenses."


def _journeyman_hired(teller: _Teller, fact: facts.JourneymanHired) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    if fact.why_not:
        return f"{who} does not stay with {team}: {fact.why_not}."
    return f"{who} stays with {team} for {gold(fact.paid) if fact.paid else 'nothing'}."


def _mvp(teller: _Teller, fact: facts.Mvp) -> str:
    said = teller.say(_MVPS, **teller.cast(fact.side, fact.player))
    return f"{said} He is not under contract, and the points are lost." if fact.lost else said


def _no_mvp(teller: _Teller, fact: facts.NoMvp) -> str:
    return f"{teller.names.team(fact.side)} have nobody to name most valuable player."


def _fan_factor(teller: _Teller, fact: facts.FanFactor) -> str:
    team = teller.names.team(fact.side)
    after = fact.before + fact.change
    if fact.change > 0:
        return f"{team} win new fans: the fan factor rises from {fact.before} to {after}."
    if fact.change < 0:
        return f"{team} lose fans: the fan factor falls from {fact.before} to {after}."
    return f"The fans of {team} stay as they are, with a fan factor of {fact.before}."


def _departure(teller: _Teller, fact: facts.Departure) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    if fact.leaves:
        return f"After the concession, {who} leaves {team} for good."
    return f"In spite of the concession, {who} stays with {team}."


_TELLERS: dict[type, Callable[[_Teller, Any], str]] = {
    facts.Weather: _weather,
    facts.Gate: _gate,
    facts.Handicap: _handicap,
    facts.Niggling: _niggling,
    facts.BroughtBack: _brought_back,
    facts.Lineup: _lineup,
    facts.Touchdown: _touchdown,
    facts.Completion: _completion,
    facts.Interception: _interception,
    facts.Casualty: _casualty,
    facts.RaisedDead: _raised_dead,
    facts.Treatment: _treatment,
    facts.SendingOff: _sending_off,
    facts.HalfTime: _half_time,
    facts.Overtime: _overtime,
    facts.ShootOut: _shoot_out,
    facts.Concession: _concession,
    facts.FinalScore: _final_score,
    facts.Winnings: _winnings,
    facts.Mvp: _mvp,
    facts.NoMvp: _no_mvp,
    facts.FanFactor: _fan_factor,
    facts.Infected: _infected,
    facts.Departure: _departure,
    facts.Expenses: _expenses,
    facts.JourneymanHired: _journeyman_hired,
}


def _by_names(tell: Callable[[Names, Any], str]) -> Callable[[_Teller, Any], str]:
    return lambda teller, fact: tell(teller.names, fact)


_TELLERS.update({kind: _by_names(tell) for kind, tell in home_stories.TELLERS.items()})
_TELLERS.update({kind: _by_names(tell) for kind, tell in help_stories.TELLERS.items()})
