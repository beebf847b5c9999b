"""Questions, entries of a log and roster events in sentences, with the names of those concerned.

Everything is plain text: names are data, and whoever shows them escapes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from engine import stored
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
from engine.words import counted, gettext_noop, gold, listed, named, ngettext, position_named
from engine.words import gettext as _

STAT_WORDS = {"ma": "movement allowance", "st": "strength", "ag": "agility", "av": "armour value"}
"""Names of the rules; ``stat_words`` has them in the language of the reader."""

_CAUSES = {
    "block": gettext_noop("a block"),
    "foul": gettext_noop("a foul"),
    "crowd": gettext_noop("the crowd"),
    "dodge": gettext_noop("a failed dodge"),
    "go_for_it": gettext_noop("going for it"),
    "landing": gettext_noop("a bad landing"),
    "secret_weapon": gettext_noop("a secret weapon"),
    "spell": gettext_noop("a spell"),
    "rock": gettext_noop("a thrown rock"),
    "pitch_invasion": gettext_noop("a pitch invasion"),
    "eaten": gettext_noop("a hungry team-mate"),
    "other": gettext_noop("a mishap"),
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
_RESULTS = {
    "won": gettext_noop("Won against {opponent} {score}; casualties {casualties}."),
    "drawn": gettext_noop("Drew with {opponent} {score}; casualties {casualties}."),
    "lost": gettext_noop("Lost to {opponent} {score}; casualties {casualties}."),
}
_CONCEDED = {
    "won": gettext_noop("Won against {opponent} {score}, by concession; casualties {casualties}."),
    "drawn": gettext_noop("Drew with {opponent} {score}, by concession; casualties {casualties}."),
    "lost": gettext_noop("Lost to {opponent} {score}, by concession; casualties {casualties}."),
}
_STATUSES = {
    "dead": gettext_noop("{player} is dead."),
    "retired": gettext_noop("{player} retires."),
    "dismissed": gettext_noop("{player} is dismissed."),
    "left": gettext_noop("{player} leaves the team."),
    "traded": gettext_noop("{player} goes to another team."),
}
_STATUSES_AND_WHY = {
    "dead": gettext_noop("{player} is dead: {why}."),
    "retired": gettext_noop("{player} retires: {why}."),
    "dismissed": gettext_noop("{player} is dismissed: {why}."),
    "left": gettext_noop("{player} leaves the team: {why}."),
    "traded": gettext_noop("{player} goes to another team: {why}."),
}
_OPTIONS = {
    "yes": gettext_noop("yes"),
    "no": gettext_noop("no"),
    "none": gettext_noop("none"),
    "done": gettext_noop("done"),
    "nothing": gettext_noop("nothing"),
    "table": gettext_noop("table"),
    "badly_hurt": gettext_noop("badly hurt"),
    "ingredients": gettext_noop("ingredients"),
    "wizard": gettext_noop("wizard"),
    "runesmith": gettext_noop("runesmith"),
}
"""Options that are neither a player nor a name of the rules."""


def filled(phrase: str, words: dict[str, str]) -> str:
    """The phrase with each ``{word}`` replaced; a name may itself hold braces, so the phrase is read only once."""
    first, *rest = phrase.split("{")
    parts = [first]
    for piece in rest:
        word, _brace, tail = piece.partition("}")
        parts += (words[word], tail)
    return "".join(parts)


def stat_words(stat: str) -> str:
    """A characteristic in a sentence: ``armour value``; whatever is none stays as it is."""
    return named(STAT_WORDS[stat]) if stat in STAT_WORDS else stat


def cause_words(cause: str) -> str:
    """The cause of a casualty as a noun: ``a block``, ``the crowd``."""
    return _(_CAUSES[cause]) if cause in _CAUSES else cause


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
        return self._players.get((side, number), _("number {number}").format(number=number))

    def full(self, side: Side, number: int) -> str:
        """Name, number and team; the number alone when nobody wears it."""
        found = self._players.get((side, number))
        if found is None:
            return _("number {number} of {team}").format(number=number, team=self.team(side))
        return _("{player} (number {number}, {team})").format(
            player=found, number=number, team=self.team(side)
        )

    def concerned(self, question: Roll | Choose) -> str:
        """The player whom a question is about: of the opponent, where it is he who rolls."""
        if question.player is None:
            return _("the player")
        return self.full(concerned_side(question.key, question.side), question.player)

    def option(self, question: Choose, option: str) -> str:
        """An option as a person reads it: a shirt number becomes the player who wears it."""
        if question.about == "player" and option.isdecimal():
            return self.full(question.side, int(option))
        if question.key in _IN_GOLD and option.isdecimal():
            return gold(int(option))
        words = _("nobody") if question.about == "player" and option == "none" else gain_words(option)
        price = question.prices[question.options.index(option)] if question.prices else 0
        return _("{option} ({price})").format(option=words, price=gold(price)) if price else words


def gain_words(gain: str) -> str:
    """A skill by its name, and a characteristic as ``strength +1``."""
    if gain.startswith("+"):
        return _("{stat} +1").format(stat=stat_words(gain[1:]))
    if gain in _OPTIONS:
        return _(_OPTIONS[gain])
    return named(gain.replace("_", " "))


def describe_question(
    edition: Edition, question: Question, about: MatchLog | Roster, shown: Iterable[facts.Fact] = ()
) -> str:
    """What is asked, of whom and about whom, in one sentence.

    ``about`` is the log of the match, or the roster whose player improves; ``shown`` are the facts of the match so far,
    by which hired players are known.
    """
    if isinstance(question, Report):
        return _("What happened next?")
    prompt = edition.prompts.get(question.key)
    asked = _(prompt.asks or prompt.label) if prompt else question.key.replace("_", " ").replace(".", " ")
    if isinstance(about, Roster):
        team, concerned = about.name, _member(about, question.player)
    else:
        names = Names(about, shown)
        team, concerned = names.team(question.side), names.concerned(question)
    # Not str.format: a name may hold braces.
    if "{player}" in asked:
        asked = asked.replace("{player}", concerned)
    elif question.player is not None:
        asked = _("{asked}: {player}").format(asked=asked, player=concerned)
    if isinstance(question, Roll):
        return _("{dice} for {asked}, rolled by {team}.").format(dice=question.dice, asked=asked, team=team)
    return _("{team} to choose {asked}.").format(team=team, asked=asked)


def _member(roster: Roster, player_id: int | None) -> str:
    if player_id is None:
        return _("the player")
    return _who(roster, player_id)


def describe_option(
    question: Choose, option: str, about: MatchLog | Roster, shown: Iterable[facts.Fact] = ()
) -> str:
    """One option of a choice as a person reads it."""
    if isinstance(about, MatchLog):
        return Names(about, shown).option(question, option)
    return stat_words(option) if option in STAT_WORDS else gain_words(option)


def describe_entry(
    log: MatchLog, entry: reports.Entry, edition: Edition | None = None, shown: Iterable[facts.Fact] = ()
) -> str:
    """An entry of a log in one line. With the edition, a roll or a choice carries the label of its question."""
    names = Names(log, shown)
    if isinstance(entry, Rolled | Chosen):
        prompt = edition.prompts.get(entry.key) if edition else None
        label = (
            _(prompt.label).rstrip("?")
            if prompt
            else entry.key.replace("_", " ").replace(".", ", ").capitalize()
        )
        answer = _answer(names, entry, _(edition.shop.no_more) if edition else _("nobody else"))
        if entry.player is None:
            return _("{asked}: {answer} ({team}).").format(
                asked=label, answer=answer, team=names.team(entry.side)
            )
        return _("{asked}: {answer} ({team}, {player}).").format(
            asked=label,
            answer=answer,
            team=names.team(entry.side),
            player=names.full(concerned_side(entry.key, entry.side), entry.player),
        )
    return _at(_ENTRIES[type(entry)](names, entry), entry)


def _at(told: str, entry: Any) -> str:
    """A sentence with the clock of the entry, where it has one."""
    if not hasattr(entry, "half"):
        return _("{told}.").format(told=told)
    if entry.half == _OVERTIME:
        return _("{told}, overtime, turn {turn}.").format(told=told, turn=entry.turn)
    return _("{told}, half {half}, turn {turn}.").format(told=told, half=entry.half, turn=entry.turn)


def _answer(names: Names, entry: Rolled | Chosen, no_more: str) -> str:
    if isinstance(entry, Rolled):
        return " ".join(map(str, entry.dice)) or _("no dice")
    picks = (entry.pick,) if isinstance(entry.pick, str) else entry.pick
    if entry.key in _IN_GOLD:
        return listed(gold(int(pick)) if pick.isdecimal() else pick for pick in picks)
    return listed(_picked(names, entry, pick, no_more) for pick in picks) if picks else _("nothing")


_NO_PLAYERS = ("mercenary.skill",)
"""Keys of choices in which ``none`` is not nobody."""


def _picked(names: Names, entry: Chosen, pick: str, no_more: str) -> str:
    """A number is that of a player of the side that chose."""
    if pick.isdecimal():
        return _("{player} (number {number})").format(player=names.player(entry.side, int(pick)), number=pick)
    if pick == "done":
        return no_more
    if pick == "none":
        return _("none") if entry.key in _NO_PLAYERS else _("nobody")
    return gain_words(pick)


_OVERTIME = 3
"""The half after the two of the rules."""


def _casualty_entry(names: Names, entry: reports.Casualty) -> str:
    player, cause = names.full(entry.side, entry.player), cause_words(entry.cause)
    if entry.causer is None:
        return _("Casualty: {player} by {cause}").format(player=player, cause=cause)
    causer = names.full(other(entry.side), entry.causer)
    return _("Casualty: {player} by {cause} of {causer}").format(player=player, cause=cause, causer=causer)


def _lineup_entry(names: Names, entry: reports.Lineup) -> str:
    numbers = listed(str(number) for number in entry.players) or _("nobody")
    return _("Line-up of {team}: {numbers}").format(team=names.team(entry.side), numbers=numbers)


def _touchdown_entry(names: Names, entry: reports.Touchdown) -> str:
    told = (
        _("Touchdown by {player} in the opponent's turn")
        if entry.opponents_turn
        else _("Touchdown by {player}")
    )
    return told.format(player=names.full(entry.side, entry.player))


def _shoot_out_entry(names: Names, entry: reports.ShootOut) -> str:
    return _("Shoot-out, with {home_rerolls} unused re-rolls of {home} and {away_rerolls} of {away}").format(
        home_rerolls=entry.home_rerolls,
        home=names.team("home"),
        away_rerolls=entry.away_rerolls,
        away=names.team("away"),
    )


_ENTRIES: dict[type, Callable[[Names, Any], str]] = {
    reports.Lineup: _lineup_entry,
    reports.Touchdown: _touchdown_entry,
    reports.Completion: lambda names, e: _("Completion by {player}").format(
        player=names.full(e.side, e.player)
    ),
    reports.Interception: lambda names, e: _("Interception by {player}").format(
        player=names.full(e.side, e.player)
    ),
    reports.Casualty: _casualty_entry,
    reports.Treatment: lambda names, e: _("The apothecary tends {player}").format(
        player=names.full(e.side, e.player)
    ),
    reports.SendingOff: lambda names, e: _("{player} is sent off for {cause}").format(
        player=names.full(e.side, e.player), cause=cause_words(e.cause)
    ),
    reports.HalfTime: lambda names, e: _("Half-time"),
    reports.Overtime: lambda names, e: _("Overtime"),
    reports.ShootOut: _shoot_out_entry,
    reports.Concession: lambda names, e: _("Concession of {team}").format(team=names.team(e.side)),
    reports.MatchEnd: lambda names, e: _("End of the match"),
}


def describe_event(roster: Roster, event: RosterEvent) -> str:
    """What an event did, in one sentence. ``roster`` knows the players by id: the one after the event is best."""
    return _EVENTS[type(event)](roster, event)


def _who(roster: Roster, player_id: int) -> str:
    for one in roster.players:
        if one.id == player_id:
            return one.name
    return _("Player {id}").format(id=player_id)


def _founded(roster: Roster, event: Founded) -> str:
    return _("{team} ({race}) is founded with {gold}.").format(
        team=event.name, race=named(event.race), gold=gold(event.treasury)
    )


def _hired(roster: Roster, event: Hired) -> str:
    return _("{player} signs as {position} with the number {number} ({price}).").format(
        player=event.name,
        position=position_named(event.position),
        number=event.number,
        price=gold(event.price),
    )


def _departed(roster: Roster, event: Departed) -> str:
    phrases = _STATUSES_AND_WHY if event.fate else _STATUSES
    return _(phrases[event.status]).format(player=_who(roster, event.player), why=stored.told(event.fate))


def _gold_changed(roster: Roster, event: GoldChanged) -> str:
    sign = "+" if event.amount > 0 else "-" if event.amount < 0 else ""
    return _("{amount}: {reason}.").format(
        amount=f"{sign}{gold(abs(event.amount))}", reason=stored.told(event.reason)
    )


def _rerolls(roster: Roster, event: RerollsChanged) -> str:
    told = ngettext("{change} team re-roll.", "{change} team re-rolls.", abs(event.change))
    return told.format(change=f"{event.change:+d}")


def _staff(roster: Roster, event: StaffChanged) -> str:
    count = abs(event.change)
    if event.staff == "assistant_coaches":
        told = ngettext("{change} assistant coach.", "{change} assistant coaches.", count)
    elif event.staff == "cheerleaders":
        told = ngettext("{change} cheerleader.", "{change} cheerleaders.", count)
    else:
        told = ngettext("{change} apothecary.", "{change} apothecaries.", count)
    return told.format(change=f"{event.change:+d}")


def _fan_factor(roster: Roster, event: FanFactorChanged) -> str:
    return _("Fan factor {change}: {reason}.").format(
        change=f"{event.change:+d}", reason=stored.told(event.reason)
    )


def _spp(roster: Roster, event: SppGained) -> str:
    player = _who(roster, event.player)
    points = counted(abs(event.points), ("star player point", "star player points"))
    if event.source != "other":
        deeds = counted(event.count, _DEEDS[event.source])
        return _("{player}: {deeds}, {points}.").format(player=player, deeds=deeds, points=points)
    told = _("{player}: loses {points}.") if event.points < 0 else _("{player}: {points}.")
    return told.format(player=player, points=points)


def injury_words(injury: str, effect: str, applied: bool, misses: bool) -> str:
    """An injury and what it costs: ``Smashed Hip: movement allowance -1, misses the next match``."""
    costs = []
    if effect == "niggling":
        costs.append(_("a niggling injury"))
    elif effect in STAT_WORDS:
        cost = _("{stat} -1") if applied else _("{stat} cannot fall further")
        costs.append(cost.format(stat=stat_words(effect)))
    if misses:
        costs.append(_("misses the next match"))
    if not costs:
        return named(injury)
    return _("{injury}: {costs}").format(injury=named(injury), costs=", ".join(costs))


def _injured(roster: Roster, event: Injured) -> str:
    words = injury_words(event.injury, event.effect, event.applied, event.misses_next)
    return _("{player}: {injury}.").format(player=_who(roster, event.player), injury=words)


def _miss_served(roster: Roster, event: MissServed) -> str:
    return _("{player} has sat out a match and is fit again.").format(player=_who(roster, event.player))


def _advanced(roster: Roster, event: Advanced) -> str:
    player = _who(roster, event.player)
    if not event.gain:
        return _("{player} has nothing left to gain.").format(player=player)
    gain = gain_words(f"+{event.gain}" if event.gain in STAT_WORDS else event.gain)
    return _worth(_("{player} gains {gain}").format(player=player, gain=gain), event.value)


def _match(roster: Roster, event: MatchPlayed) -> str:
    phrases = _CONCEDED if event.conceded else _RESULTS
    return _(phrases[event.result]).format(
        opponent=event.opponent,
        score=f"{event.touchdowns_for}-{event.touchdowns_against}",
        casualties=f"{event.casualties_for}-{event.casualties_against}",
    )


def _joined(roster: Roster, event: Joined) -> str:
    one = event.record
    return _("{player} comes from {team}, as {position} with the number {number}.").format(
        player=one.name, team=event.origin, position=position_named(one.position), number=one.number
    )


def _taught(roster: Roster, event: Taught) -> str:
    told = _("{player} is taught {skill}").format(player=_who(roster, event.player), skill=named(event.skill))
    return _worth(told, event.value)


def _stat(roster: Roster, event: StatChanged) -> str:
    told = _("{player}: {stat} {change}").format(
        player=_who(roster, event.player), stat=stat_words(event.stat), change=f"{event.change:+d}"
    )
    return _worth(told, event.value)


def _worth(told: str, amount: int) -> str:
    """A sentence with what an improvement adds to a player's worth, where the edition counts it."""
    if amount < 0:
        return _("{told}, worth {amount} less.").format(told=told, amount=gold(-amount))
    if amount:
        return _("{told}, worth {amount}.").format(told=told, amount=gold(amount))
    return _("{told}.").format(told=told)


def _healed(roster: Roster, event: Healed) -> str:
    player = _who(roster, event.player)
    whom = _("{player} is healed").format(player=player)
    if event.injury:
        whom = _("{player} is healed of {injury}").format(player=player, injury=named(event.injury))
    if not event.applied:
        return _("{healed}, which had left nothing.").format(healed=whom)
    if event.effect == "miss":
        return _("{healed} and plays the next match.").format(healed=whom)
    if event.effect == "niggling":
        return _("{healed}: one niggling injury less.").format(healed=whom)
    return _("{healed}: {stat} +1.").format(healed=whom, stat=stat_words(event.effect))


def _stadium(roster: Roster, event: StadiumChanged) -> str:
    if not event.stadium:
        return _("The team no longer has a home field.")
    return _("The team's home field is now: {stadium} (worth {amount}).").format(
        stadium=named(event.stadium), amount=gold(event.value)
    )


def _trophy(roster: Roster, event: TrophyChanged) -> str:
    told = (
        _("The team now holds the trophy: {trophy}.")
        if event.held
        else _("The team gives up the trophy: {trophy}.")
    )
    return told.format(trophy=named(event.trophy))


def _converted(roster: Roster, event: Converted) -> str:
    """With what became of each player whom the roster names."""
    names = {one.id: one.name for one in roster.players}
    who = [
        _("{player} is {position} ({amount})").format(
            player=names[one.player],
            position=position_named(one.position),
            amount=gold(one.price + one.value),
        )
        for one in event.players
        if one.player in names
    ]
    told = _("Moves from {before} to {now}, as {race}").format(
        before=edition_words(event.edition_from), now=edition_words(event.edition), race=named(event.race)
    )
    return f"{told}{': ' if who else ''}{'; '.join(who)}."


def edition_words(key: str) -> str:
    """The name of an edition; the key itself where nobody knows it any more."""
    return named(edition_of(key).name) if key in EDITIONS else key


def _renamed(roster: Roster, event: PlayerRenamed) -> str:
    return _("Player {id} is now called {name}.").format(id=event.player, name=event.name)


def _renumbered(roster: Roster, event: Renumbered) -> str:
    return _("{player} wears the number {number}.").format(
        player=_who(roster, event.player), number=event.number
    )


_EVENTS: dict[type, Callable[[Roster, Any], str]] = {
    Founded: _founded,
    Hired: _hired,
    Departed: _departed,
    TeamRenamed: lambda roster, event: _("The team is now called {name}.").format(name=event.name),
    PlayerRenamed: _renamed,
    Renumbered: _renumbered,
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
    Taught: _taught,
    StatChanged: _stat,
    Healed: _healed,
    Returned: lambda roster, event: _("{player} is under contract again.").format(
        player=_who(roster, event.player)
    ),
    StadiumChanged: _stadium,
    StadiumState: lambda roster, event: (
        _("The home field has broken down.") if event.broken else _("The home field is repaired.")
    ),
    TrophyChanged: _trophy,
    Converted: _converted,
}
