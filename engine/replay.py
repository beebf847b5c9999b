"""Drives the script of a match with the entries of a log.

A log that stops early waits for an answer. An entry that does not answer is one problem, told with its place.
Nothing is raised for a log that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.describe import Names, concerned_side
from engine.edition import Edition, Stats
from engine.editions import edition as edition_of
from engine.match import facts
from engine.match.entries import (
    Casualty,
    Completion,
    Concession,
    Entry,
    HalfTime,
    Interception,
    Lineup,
    MatchEnd,
    Overtime,
    SendingOff,
    ShootOut,
    Touchdown,
    Treatment,
)
from engine.match.facts import Fact
from engine.match.log import MatchLog
from engine.match.script import play
from engine.match.state import Absent, Condition, Fielded, Hired, Match, Squad, Taken
from engine.questions import Choose, Chosen, Mismatch, Problem, Question, Refusal, Report, Roll, Rolled, Side
from engine.roster import RosterEvent
from engine.words import gettext as _
from engine.words import gettext_noop


class Outcome(msgspec.Struct, frozen=True):
    """What a finished match came to. Casualties are those caused that earn star player points."""

    home_score: int
    away_score: int
    winner: Side | None
    conceded_by: Side | None
    gate: int
    weather: str
    home_casualties: int
    away_casualties: int
    home_events: tuple[RosterEvent, ...]
    away_events: tuple[RosterEvent, ...]


class SheetPlayer(msgspec.Struct, frozen=True, gc=False):
    """A player as he is in this match now. ``id`` is 0 or less for those who are hired.

    ``changed``: this match alone gives or takes something, so that ``stats`` or ``skills`` are not his own.
    """

    number: int
    id: int
    name: str
    position: str
    stats: Stats
    skills: tuple[str, ...]
    condition: Condition
    hired: Hired
    changed: bool


class Sheet(msgspec.Struct, frozen=True):
    """What a coach at the table needs of one side now; ``players`` by shirt number.

    ``rerolls`` are the team re-rolls of the first and of the second half, ``trophy_rerolls`` those that can be used
    once in the match. ``fan_factor`` is in force for this match, and the modifier is added to what is rolled with it.
    ``apothecaries`` are still to be used. ``handicaps`` are the effects of the handicap table for this side. ``paid``
    gold pieces of the treasury are spent on this match. ``smuggled`` players more may stand on the pitch when the
    second half begins. ``rerolls_left_max`` is the most that this side can have unused at a shoot-out, and 0 after
    the end. ``strength`` counts those who play for the side in this match alone, where the edition does. ``purse`` gold
    pieces may still be spent on this match, and ``basket`` is what was asked for so far. ``fame`` is what the larger
    crowd is worth, and ``inducements`` says how many of each kind are left.
    """

    rerolls: tuple[int, int]
    trophy_rerolls: int
    fan_factor: int
    fan_factor_modifier: int
    apothecaries: int
    wizard: str
    handicaps: tuple[str, ...]
    players: tuple[SheetPlayer, ...]
    paid: int
    smuggled: int
    rerolls_left_max: int
    strength: int
    purse: int
    basket: tuple[Taken, ...]
    fame: int
    inducements: dict[str, int]


class Replay(msgspec.Struct, frozen=True):
    """How far a log goes: to an ``outcome``, to a question that it ``waiting_for``, or to a ``problem``.

    ``clock`` is half and turn of the last report, ``available`` the shirt numbers of those who can still act.
    ``counted`` names those among whom the die that is waited for picks one, in the order in which it counts them.
    ``sheets`` is empty where the log could not be begun.
    """

    facts: tuple[Fact, ...]
    outcome: Outcome | None
    waiting_for: Question | None
    problem: Problem | None
    entries_read: int
    score: tuple[int, int]
    clock: tuple[int, int]
    available: dict[Side, tuple[int, ...]]
    sheets: dict[Side, Sheet]
    counted: tuple[tuple[Side, int], ...] = ()
    absent: bool = False
    """The problem is no more than that somebody whom an entry names is not at the match."""


def replay(log: MatchLog, edition: Edition | None = None) -> Replay:
    """Replay a log. ``edition`` spares looking it up where the caller has it already."""
    if edition is None:
        try:
            edition = edition_of(log.edition, log.house_rules)
        except Refusal as refusal:
            return Replay(
                (), None, None, refusal.problems[0], 0, (0, 0), (1, 1), {"home": (), "away": ()}, {}
            )
    match = Match.of(log, edition)
    script = play(match)
    place = 0
    waiting_for: Question | None = None
    problem: Problem | None = None
    absent = False
    try:
        question = next(script)
        for entry in log.entries:
            place += 1
            question = script.send(question.accept(entry))
        waiting_for = question
    except StopIteration:
        if place < len(log.entries):
            problem = _left_over(log, edition, place + 1, match.facts)
    except Mismatch as mismatch:
        problem = _mismatch(log, edition, question, place, str(mismatch), match.facts)
    except Refusal as refusal:
        problem, absent = _refused(log, edition, place, refusal, match.facts), isinstance(refusal, Absent)
    outcome = _outcome(match) if waiting_for is None and problem is None else None
    return Replay(
        facts=tuple(match.facts),
        outcome=outcome,
        waiting_for=waiting_for,
        problem=problem,
        entries_read=place - 1 if problem and place else place,
        score=(match.home.score, match.away.score),
        clock=(match.half, match.turn),
        available={squad.side: tuple(sorted(one.number for one in squad.fit())) for squad in match.both()},
        sheets={squad.side: _sheet(match, squad) for squad in match.both()},
        counted=match.counted if waiting_for is not None else (),
        absent=absent,
    )


def _sheet(match: Match, squad: Squad) -> Sheet:
    first, second = squad.rerolls
    return Sheet(
        rerolls=(first, second),
        trophy_rerolls=squad.trophy_rerolls,
        fan_factor=squad.fan_factor,
        fan_factor_modifier=squad.fan_factor_modifier,
        apothecaries=squad.apothecaries,
        wizard=squad.wizard,
        handicaps=tuple(squad.handicaps),
        players=tuple(_on_the_sheet(one) for _, one in sorted(squad.players.items())),
        paid=sum(price for price, _ in squad.paid),
        smuggled=squad.smuggled,
        rerolls_left_max=0 if match.ended else match.edition.rules.rerolls_left_max(match, squad.side),
        strength=squad.strength,
        purse=squad.purse,
        basket=tuple(squad.basket),
        fame=squad.fame,
        inducements=dict(squad.inducements),
    )


def _on_the_sheet(one: Fielded) -> SheetPlayer:
    player = one.player
    return SheetPlayer(
        player.number,
        player.id,
        player.name,
        player.position,
        one.stats,
        one.skills,
        one.condition,
        one.hired,
        (one.stats is not player.stats and one.stats != player.stats)
        or (one.skills is not player.skills and one.skills != player.skills),
    )


def _outcome(match: Match) -> Outcome:
    weather = next((fact.name for fact in match.facts if isinstance(fact, facts.Weather)), "")
    return Outcome(
        home_score=match.home.score,
        away_score=match.away.score,
        winner=match.winner,
        conceded_by=match.conceded_by,
        gate=match.gate,
        weather=weather,
        home_casualties=match.home.spp_casualties,
        away_casualties=match.away.spp_casualties,
        home_events=tuple(match.home.events),
        away_events=tuple(match.away.events),
    )


def _refused(log: MatchLog, edition: Edition, place: int, refusal: Refusal, shown: list[Fact]) -> Problem:
    if not place:
        return Problem(refusal.message, rule=refusal.rule)
    given = said(log, log.entries[place - 1], edition, shown)
    return Problem(
        _("Entry {place}: {refusal}").format(place=place, refusal=refusal.message),
        entry=place,
        given=given,
        rule=refusal.rule,
    )


def _left_over(log: MatchLog, edition: Edition, place: int, shown: list[Fact]) -> Problem:
    given = said(log, log.entries[place - 1], edition, shown)
    return Problem(
        _("There are entries after the end of the match: entry {place} is {given}.").format(
            place=place, given=given
        ),
        entry=place,
        given=given,
    )


def _mismatch(
    log: MatchLog, edition: Edition, question: Question, place: int, why: str, shown: list[Fact]
) -> Problem:
    entry = log.entries[place - 1]
    wanted, given = asked(log, edition, question, shown), said(log, entry, edition, shown)
    if isinstance(question, Report):
        text = _("Entry {place} should say what happened next, but it is {given}.").format(
            place=place, given=given
        )
        if not isinstance(entry, Rolled | Chosen):
            text = _("Entry {place} is {given}, which cannot happen now: {untimely}.").format(
                place=place, given=given, untimely=_untimely(entry)
            )
    elif _answers(question, entry):
        text = _("Entry {place}, {wanted}, does not hold: {why}.").format(place=place, wanted=wanted, why=why)
    else:
        text = _("Entry {place} should be {wanted}, but it is {given}.").format(
            place=place, wanted=wanted, given=given
        )
    prompt = edition.prompts.get(question.key)
    return Problem(text, entry=place, asked=wanted, given=given, rule=prompt.rule if prompt else "")


def _answers(question: Roll | Choose, entry: Entry) -> bool:
    """Is this the answer to the question, though not one that can be?"""
    fits = type(entry) is Rolled if isinstance(question, Roll) else type(entry) is Chosen
    return (
        fits
        and isinstance(entry, Rolled | Chosen)
        and (entry.key, entry.side, entry.player) == (question.key, question.side, question.player)
    )


def _untimely(entry: Entry) -> str:
    if isinstance(entry, Overtime | ShootOut):
        return _("it takes a level score, and nothing that has decided the match")
    return _("the match is decided, and only its end may follow")


def asked(log: MatchLog, edition: Edition, question: Question, shown: Iterable[Fact] = ()) -> str:
    """The question as a noun phrase: ``the D66 for the serious injury of Grishnak (number 7, Gouged Eye)``."""
    if isinstance(question, Report):
        return _("a report of what happened next")
    subject = _subject(Names(log, shown), edition, question.key, question.side, question.player)
    return (
        _("the {dice} for {subject}").format(dice=question.dice, subject=subject)
        if isinstance(question, Roll)
        else _("the choice of {subject}").format(subject=subject)
    )


def said(log: MatchLog, entry: Entry, edition: Edition, shown: Iterable[Fact] = ()) -> str:
    """The entry as a noun phrase: ``a touchdown by Grishnak (number 7, Gouged Eye)``."""
    names = Names(log, shown)
    if isinstance(entry, Rolled | Chosen):
        subject = _subject(names, edition, entry.key, entry.side, entry.player)
        if isinstance(entry, Rolled):
            dice = " ".join(map(str, entry.dice)) or _("no dice")
            return _("a roll of {dice} for {subject}").format(dice=dice, subject=subject)
        picks = (entry.pick,) if isinstance(entry.pick, str) else entry.pick
        if not picks:
            return _("the choice of nobody for {subject}").format(subject=subject)
        return _("the choice {picks} for {subject}").format(
            picks=", ".join(map(repr, picks)), subject=subject
        )
    phrase = _(_PHRASES[type(entry)])
    if isinstance(entry, Lineup | Concession):
        return phrase.format(team=names.team(entry.side))
    if isinstance(entry, HalfTime | Overtime | ShootOut | MatchEnd):
        return phrase
    return phrase.format(player=names.full(entry.side, entry.player))


_PHRASES: dict[type, str] = {
    Lineup: gettext_noop("a line-up of {team}"),
    Touchdown: gettext_noop("a touchdown by {player}"),
    Completion: gettext_noop("a completion by {player}"),
    Interception: gettext_noop("an interception by {player}"),
    Casualty: gettext_noop("a casualty of {player}"),
    Treatment: gettext_noop("a treatment of {player}"),
    SendingOff: gettext_noop("a sending-off of {player}"),
    HalfTime: gettext_noop("half-time"),
    Overtime: gettext_noop("overtime"),
    ShootOut: gettext_noop("a shoot-out"),
    Concession: gettext_noop("a concession by {team}"),
    MatchEnd: gettext_noop("the end of the match"),
}


def _subject(names: Names, edition: Edition, key: str, side: Side, number: int | None) -> str:
    """What is rolled for or chosen, and by whom or about whom."""
    prompt = edition.prompts.get(key)
    asks = (_(prompt.asks) if prompt else "") or key.replace("_", " ").replace(".", " ")
    if number is None:
        return _("{asks} ({team})").format(asks=asks, team=names.team(side))
    whom = names.full(concerned_side(key, side), number)
    return (
        asks.replace("{player}", whom)
        if "{player}" in asks
        else _("{asks} of {whom}").format(asks=asks, whom=whom)
    )
