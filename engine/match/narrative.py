"""The story of a match: its facts in written sentences, by half and turn.

Plain text; names are data, and whoever shows them escapes them. The same match is always told in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import msgspec

from engine import stored
from engine.describe import STAT_WORDS, Names, cause_words, filled, stat_words
from engine.editions import edition as edition_of
from engine.match import facts, help_stories, home_stories
from engine.match.log import MatchLog
from engine.questions import Refusal, Side, other
from engine.words import either, gettext_noop, gold, joined, named, ngettext, number, position_named
from engine.words import gettext as _

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
    gettext_noop("{who} carries the ball over the line for {team}."),
    gettext_noop("Touchdown {team}: {who} is in the end zone."),
    gettext_noop("{who} breaks through and scores for {team}."),
    gettext_noop("Nobody stops {who}, and {team} have a touchdown."),
)
_IN_OPPONENTS_TURN = (
    gettext_noop("In the turn of {rival}, {who} ends up in the end zone with the ball: touchdown {team}."),
    gettext_noop("It is the turn of {rival}, and yet {who} scores for {team}."),
)
_COMPLETIONS = (
    gettext_noop("{who} finds a team-mate with a pass."),
    gettext_noop("A clean pass from {who}."),
    gettext_noop("{who} throws, and the ball is caught."),
    gettext_noop("{who} completes a pass for {team}."),
)
_INTERCEPTIONS = (
    gettext_noop("{who} plucks the pass of {rival} out of the air."),
    gettext_noop("{rival} throw, but {who} gets there first."),
)
_BLOCKS = (
    gettext_noop("{causer} hits {victim} hard."),
    gettext_noop("{victim} goes down under a block of {causer}."),
    gettext_noop("{causer} flattens {victim}."),
)
_CAUSED = {
    "foul": (
        gettext_noop("{causer} puts the boot into {victim}."),
        gettext_noop("{victim} is fouled by {causer}."),
    ),
    "crowd": (gettext_noop("{causer} pushes {victim} into the crowd."),),
    "spell": (gettext_noop("A spell cast for {rival} strikes {victim}."),),
    "secret_weapon": (gettext_noop("The secret weapon of {causer} catches {victim}."),),
}
_SUFFERED = {
    "block": (gettext_noop("{victim} is blocked."),),
    "foul": (gettext_noop("{victim} is fouled."),),
    "crowd": (gettext_noop("The crowd gets hold of {victim}."),),
    "dodge": (
        gettext_noop("{victim} stumbles while dodging."),
        gettext_noop("{victim} does not get out of a tackle zone in one piece."),
    ),
    "go_for_it": (gettext_noop("{victim} runs a step too far and falls."),),
    "landing": (gettext_noop("{victim} is thrown and lands badly."),),
    "secret_weapon": (gettext_noop("A secret weapon catches {victim}."),),
    "spell": (gettext_noop("A spell strikes {victim}."),),
    "rock": (gettext_noop("A rock from the stands hits {victim}."),),
    "pitch_invasion": (gettext_noop("Fans storm the pitch and run over {victim}."),),
    "eaten": (gettext_noop("A hungry team-mate swallows {victim} before the throw."),),
}
_BY_CAUSER = (gettext_noop("{victim} is hurt by {cause}, the work of {causer}."),)
_DEFAULT_SUFFERED = (gettext_noop("{victim} is hurt."),)
_MVPS = (
    gettext_noop("{who} is named most valuable player of {team}."),
    gettext_noop("The award of {team} goes to {who}."),
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
        return filled(_(phrases[count % len(phrases)]), words)

    def cast(self, side: Side, player: int) -> dict[str, str]:
        return {
            "who": self.names.player(side, player),
            "team": self.names.team(side),
            "rival": self.names.team(other(side)),
        }


def _weather(teller: _Teller, fact: facts.Weather) -> str:
    return _("The weather: {weather}.").format(weather=named(fact.name))


def _gate(teller: _Teller, fact: facts.Gate) -> str:
    names = teller.names
    return _("{spectators} spectators have come to see {home} play {away}.").format(
        spectators=number(fact.spectators), home=names.team("home"), away=names.team("away")
    )


def _handicap(teller: _Teller, fact: facts.Handicap) -> str:
    team = teller.names.team(fact.side)
    if fact.chosen:
        return _("{team} are the underdogs and may choose: {help}.").format(team=team, help=named(fact.name))
    if fact.trophy:
        return _("{team} hold the trophy of the {trophy}, and get help: {help}.").format(
            team=team, trophy=named(fact.trophy), help=named(fact.name)
        )
    return _("{team} are the underdogs and get help: {help}.").format(team=team, help=named(fact.name))


def _niggling(teller: _Teller, fact: facts.Niggling) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    if fact.misses:
        return _("An old injury keeps {who} of {team} out of the match.").format(who=who, team=team)
    return _("{who} of {team} feels an old injury, but can play.").format(who=who, team=team)


def _brought_back(teller: _Teller, fact: facts.BroughtBack) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    return _("The apothecary of {team} makes {who} fit for the match.").format(team=team, who=who)


def _lineup(teller: _Teller, fact: facts.Lineup) -> str:
    """Told once a kick-off, and only when a side is short of players."""
    count = len(fact.players)
    if count >= teller.players_on_pitch:
        return ""
    if not count:
        return _("{team} have nobody left to line up.").format(team=teller.names.team(fact.side))
    return ngettext(
        "{team} line up with only {n} player.", "{team} line up with only {n} players.", count
    ).format(team=teller.names.team(fact.side), n=count)


def _touchdown(teller: _Teller, fact: facts.Touchdown) -> str:
    phrases = _IN_OPPONENTS_TURN if fact.opponents_turn else _TOUCHDOWNS
    names = teller.names
    score = _("{home} {home_score}, {away} {away_score}.").format(
        home=names.team("home"), home_score=fact.home, away=names.team("away"), away_score=fact.away
    )
    return joined((teller.say(phrases, **teller.cast(fact.side, fact.player)), score))


def _completion(teller: _Teller, fact: facts.Completion) -> str:
    return teller.say(_COMPLETIONS, **teller.cast(fact.side, fact.player))


def _interception(teller: _Teller, fact: facts.Interception) -> str:
    return teller.say(_INTERCEPTIONS, **teller.cast(fact.side, fact.player))


def _casualty(teller: _Teller, fact: facts.Casualty) -> str:
    return f"{_how_hurt(teller, fact)} {_what_came_of_it(teller, fact)}"


def _how_hurt(teller: _Teller, fact: facts.Casualty) -> str:
    names = teller.names
    rival = other(fact.side)
    words = {
        "victim": _("{player} ({team})").format(
            player=names.player(fact.side, fact.player), team=names.team(fact.side)
        ),
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
    return teller.say(_BY_CAUSER, **words)


def _what_came_of_it(teller: _Teller, fact: facts.Casualty) -> str:
    who = teller.names.player(fact.side, fact.player)
    tried = _tried(teller.names.team(fact.side), fact) if fact.apothecary else ""
    if fact.saved_by == "apothecary":
        phrase = _SAVED_BY_APOTHECARY[fact.severity, bool(fact.injury and fact.severity == "serious")]
        return _(phrase).format(who=who, injury=named(fact.injury), spared=_spared(fact))
    if fact.saved_by == "regeneration":
        phrase = _SAVED_BY_REGENERATION[fact.severity, bool(fact.injury and fact.severity == "serious")]
        return joined((tried, _(phrase).format(who=who, injury=named(fact.injury), spared=_spared(fact))))
    if fact.outcome == "dead":
        return joined((tried, _("{who} is dead.").format(who=who)))
    if fact.outcome == "serious":
        return joined((tried, _("{who} is carried off{injury}.").format(who=who, injury=_injury(fact))))
    return joined((tried, _("{who} is badly hurt and out for the rest of the match.").format(who=who)))


_SAVED_BY_APOTHECARY: dict[tuple[str, bool], str] = {
    ("dead", False): gettext_noop("{who} would have died, but the apothecary saves the day{spared}."),
    ("serious", True): gettext_noop(
        "{who} would have been seriously injured ({injury}), but the apothecary saves the day{spared}."
    ),
    ("serious", False): gettext_noop(
        "{who} would have been seriously injured, but the apothecary saves the day{spared}."
    ),
    ("badly_hurt", False): gettext_noop(
        "{who} would have been badly hurt, but the apothecary saves the day{spared}."
    ),
}
"""By what he would have suffered, and whether the table says which injury."""
_SAVED_BY_REGENERATION: dict[tuple[str, bool], str] = {
    ("dead", False): gettext_noop("{who} would have died, but regenerates{spared}."),
    ("serious", True): gettext_noop(
        "{who} would have been seriously injured ({injury}), but regenerates{spared}."
    ),
    ("serious", False): gettext_noop("{who} would have been seriously injured, but regenerates{spared}."),
    ("badly_hurt", False): gettext_noop("{who} would have been badly hurt, but regenerates{spared}."),
}


def _tried(team: str, fact: facts.Casualty) -> str:
    """What the apothecary did who alone could not save him; of two injuries he may have healed one."""
    if fact.apothecary == "healed":
        return _("The apothecary of {team} heals one of two injuries.").format(team=team)
    if fact.rolled:
        found = either(map(named, fact.rolled))
        return _("The apothecary of {team} finds {injuries}.").format(team=team, injuries=found)
    return _("The apothecary of {team} tries in vain.").format(team=team)


def _spared(fact: facts.Casualty) -> str:
    """What is left of a casualty after it was saved."""
    if fact.outcome == "badly_hurt":
        return _(" and only the rest of this match is lost")
    if fact.outcome == "serious":
        return _(" from worse{injury}").format(injury=_injury(fact))
    return ""


def _injury(fact: facts.Casualty) -> str:
    injury = _(" with this injury: {injury}").format(injury=named(fact.injury)) if fact.injury else ""
    more = (
        _("; on top of it {injury}{left_behind}").format(
            injury=named(fact.second), left_behind=_left_behind(fact.second_effect, fact.second_applied)
        )
        if fact.second
        else ""
    )
    return _("{injury}{left_behind}{more}, and misses the next match").format(
        injury=injury, left_behind=_left_behind(fact.effect, fact.applied), more=more
    )


def _left_behind(effect: str, applied: bool) -> str:
    if effect == "niggling":
        return _(", which will go on hurting")
    if effect in STAT_WORDS:
        stat = stat_words(effect)
        return (
            _(", a point of {stat} is gone").format(stat=stat)
            if applied
            else _(", though the {stat} cannot fall any further").format(stat=stat)
        )
    return ""


def _raised_dead(teller: _Teller, fact: facts.RaisedDead) -> str:
    names = teller.names
    victim = names.player(other(fact.side), fact.victim)
    if fact.name == victim:
        phrase = _(
            "The necromancer of {team} raises {victim} from the dead: a new {position}, with the number {number}."
        )
    else:
        phrase = _(
            "The necromancer of {team} raises {victim} from the dead: a new {position} called {name}, with the "
            "number {number}."
        )
    return phrase.format(
        team=names.team(fact.side),
        victim=victim,
        position=position_named(fact.position),
        name=fact.name,
        number=fact.player,
    )


def _infected(teller: _Teller, fact: facts.Infected) -> str:
    names = teller.names
    victim, team = names.player(other(fact.side), fact.victim), names.team(fact.side)
    if fact.player is None:
        return _("Nurgle's Rot took {victim}, but nobody joins {team}: {why_not}.").format(
            victim=victim, team=team, why_not=stored.told(fact.why_not)
        )
    if fact.name == victim:
        phrase = _(
            "Nurgle's Rot took {victim}, who joins {team} as a new {position}, with the number {number}."
        )
    else:
        phrase = _(
            "Nurgle's Rot took {victim}, who joins {team} as a new {position} called {name}, with the number {number}."
        )
    return phrase.format(
        victim=victim, team=team, position=position_named(fact.position), name=fact.name, number=fact.player
    )


def _treatment(teller: _Teller, fact: facts.Treatment) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    if fact.healed:
        return _("The apothecary of {team} brings {who} round.").format(team=team, who=who)
    return _("The apothecary of {team} looks after {who}, without success.").format(team=team, who=who)


_SENT_OFF = {
    "foul": gettext_noop("The referee sends {who} of {team} off for a foul."),
    "secret_weapon": gettext_noop("The referee sends {who} of {team} off for bringing a secret weapon."),
}
_LET_STAY = {
    "foul": gettext_noop(
        "The referee wants to send {who} of {team} off for a foul, thinks of his purse, and lets him stay."
    ),
    "secret_weapon": gettext_noop(
        "The referee wants to send {who} of {team} off for bringing a secret weapon, thinks of his purse, and lets "
        "him stay."
    ),
}
_SENT_OFF_OTHERWISE = gettext_noop("The referee sends {who} of {team} off.")
_LET_STAY_OTHERWISE = gettext_noop(
    "The referee wants to send {who} of {team} off, thinks of his purse, and lets him stay."
)


def _sending_off(teller: _Teller, fact: facts.SendingOff) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    phrases, otherwise = (
        (_LET_STAY, _LET_STAY_OTHERWISE) if fact.forgiven else (_SENT_OFF, _SENT_OFF_OTHERWISE)
    )
    return _(phrases.get(fact.cause, otherwise)).format(who=who, team=team)


def _half_time(teller: _Teller, fact: facts.HalfTime) -> str:
    return _("The referee blows for half-time.")


def _overtime(teller: _Teller, fact: facts.Overtime) -> str:
    return _("The score is level at full time. The teams play on until somebody scores.")


def _shoot_out(teller: _Teller, fact: facts.ShootOut) -> str:
    names = teller.names
    if fact.home == fact.away:
        return _("The shoot-out stands at {home} each and goes on.").format(home=fact.home)
    winner: Side = "home" if fact.home > fact.away else "away"
    high, low = max(fact.home, fact.away), min(fact.home, fact.away)
    return _("{team} win the shoot-out, {high} to {low}.").format(team=names.team(winner), high=high, low=low)


def _concession(teller: _Teller, fact: facts.Concession) -> str:
    names = teller.names
    if fact.excused:
        phrase = _("{team} have too few players left and concede. The match goes to {rival}.")
    else:
        phrase = _("{team} have had enough and concede. The match goes to {rival}.")
    return phrase.format(team=names.team(fact.side), rival=names.team(other(fact.side)))


def _final_score(teller: _Teller, fact: facts.FinalScore) -> str:
    names = teller.names
    score = _("Final score: {home} {home_score}, {away} {away_score}.").format(
        home=names.team("home"), home_score=fact.home, away=names.team("away"), away_score=fact.away
    )
    if fact.winner is None:
        return joined((score, _("The match is drawn.")))
    return joined((score, _("{team} win.").format(team=names.team(fact.winner))))


def _winnings(teller: _Teller, fact: facts.Winnings) -> str:
    team = teller.names.team(fact.side)
    if fact.paid_to != fact.side:
        return _("The winnings of {team}, {amount}, are paid to {rival}.").format(
            team=team, amount=gold(fact.gold), rival=teller.names.team(fact.paid_to)
        )
    earned = _("{team} earn {amount}.") if fact.gold else _("{team} earn nothing.")
    again = _("They did not want the {die} that fell first.") if fact.first_die is not None else ""
    return joined((earned.format(team=team, amount=gold(fact.gold)), again.format(die=fact.first_die)))


def _expenses(teller: _Teller, fact: facts.Expenses) -> str:
    team = teller.names.team(fact.side)
    return _("A team value of {strength} has its price: {team} pay {amount} for their expenses.").format(
        strength=gold(fact.strength), team=team, amount=gold(fact.gold)
    )


def _journeyman_hired(teller: _Teller, fact: facts.JourneymanHired) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    if fact.why_not:
        return _("{who} does not stay with {team}: {why_not}.").format(
            who=who, team=team, why_not=stored.told(fact.why_not)
        )
    if not fact.paid:
        return _("{who} stays with {team} for nothing.").format(who=who, team=team)
    return _("{who} stays with {team} for {amount}.").format(who=who, team=team, amount=gold(fact.paid))


def _mvp(teller: _Teller, fact: facts.Mvp) -> str:
    said = teller.say(_MVPS, **teller.cast(fact.side, fact.player))
    return joined((said, _("He is not under contract, and the points are lost.") if fact.lost else ""))


def _no_mvp(teller: _Teller, fact: facts.NoMvp) -> str:
    return _("{team} have nobody to name most valuable player.").format(team=teller.names.team(fact.side))


def _fan_factor(teller: _Teller, fact: facts.FanFactor) -> str:
    team = teller.names.team(fact.side)
    after = fact.before + fact.change
    if fact.change > 0:
        return _("{team} win new fans: the fan factor rises from {before} to {after}.").format(
            team=team, before=fact.before, after=after
        )
    if fact.change < 0:
        return _("{team} lose fans: the fan factor falls from {before} to {after}.").format(
            team=team, before=fact.before, after=after
        )
    return _("The fans of {team} stay as they are, with a fan factor of {before}.").format(
        team=team, before=fact.before
    )


def _departure(teller: _Teller, fact: facts.Departure) -> str:
    who, team = teller.names.player(fact.side, fact.player), teller.names.team(fact.side)
    if fact.leaves:
        return _("After the concession, {who} leaves {team} for good.").format(who=who, team=team)
    return _("In spite of the concession, {who} stays with {team}.").format(who=who, team=team)


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
