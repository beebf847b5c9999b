"""What each entry of a log brought, in a word or two: points, injuries, gold and fans, as the rules made them of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from engine.edition import Edition
from engine.match import facts
from engine.match.facts import Fact
from engine.match.log import MatchLog
from engine.match.script import play
from engine.match.state import Match
from engine.questions import Mismatch, Refusal, Side, other
from engine.roster import SppSource
from engine.words import gettext as _
from engine.words import gold, named


class Earned(msgspec.Struct, frozen=True):
    """``words`` of something that came of an entry. ``good`` is what ``side`` likes to read."""

    side: Side
    words: str
    good: bool = True


def earned(log: MatchLog, edition: Edition) -> list[tuple[Earned, ...]]:
    """For each entry, in order, what it brought; it ends where the log has a problem."""
    match = Match.of(log, edition)
    script = play(match)
    found: list[tuple[Earned, ...]] = []
    told = 0
    try:
        question = next(script)
        told = len(match.facts)
        for entry in log.entries:
            question = script.send(question.accept(entry))
            found.append(tuple(_of(match, match.facts[told:])))
            told = len(match.facts)
    except StopIteration:
        found.append(tuple(_of(match, match.facts[told:])))
    except (Mismatch, Refusal):
        pass
    return found


def _of(match: Match, shown: list[Fact]) -> Iterator[Earned]:
    for fact in shown:
        teller = _TELLERS.get(type(fact))
        if teller is not None:
            yield from teller(match, fact)


def _points(match: Match, side: Side, number: int | None, source: SppSource) -> Iterator[Earned]:
    """Whoever is hired for the match alone earns nothing for the roster."""
    one = match.squads[side].players.get(number or 0)
    if one is not None and not one.hired:
        points = match.edition.rules.spp(source)
        yield Earned(side, _("+{n} SPP {name}").format(n=points, name=one.player.name))


def _touchdown(match: Match, fact: facts.Touchdown) -> Iterator[Earned]:
    return _points(match, fact.side, fact.player, "touchdown")


def _completion(match: Match, fact: facts.Completion) -> Iterator[Earned]:
    return _points(match, fact.side, fact.player, "completion")


def _interception(match: Match, fact: facts.Interception) -> Iterator[Earned]:
    return _points(match, fact.side, fact.player, "interception")


def _casualty(match: Match, fact: facts.Casualty) -> Iterator[Earned]:
    yield Earned(fact.side, _fate(fact), good=fact.outcome == "saved")
    if fact.earns:
        yield from _points(match, other(fact.side), fact.causer, "casualty")


def _fate(fact: facts.Casualty) -> str:
    if fact.outcome == "saved":
        return _("saved")
    if fact.outcome == "dead":
        return _("dead")
    if fact.outcome == "badly_hurt":
        return _("badly hurt")
    injuries = " + ".join(named(one) for one in (fact.injury, fact.second) if one)
    return injuries or _("seriously injured")


def _sent_off(match: Match, fact: facts.SendingOff) -> Iterator[Earned]:
    yield Earned(fact.side, _("stays on") if fact.forgiven else _("sent off"), good=fact.forgiven)


def _treatment(match: Match, fact: facts.Treatment) -> Iterator[Earned]:
    yield Earned(fact.side, _("back in the game") if fact.healed else _("not healed"), good=fact.healed)


def _raised(match: Match, fact: facts.RaisedDead) -> Iterator[Earned]:
    yield Earned(fact.side, _("{name} is raised from the dead").format(name=fact.name))


def _mvp(match: Match, fact: facts.Mvp) -> Iterator[Earned]:
    if not fact.lost:
        yield from _points(match, fact.side, fact.player, "mvp")


def _winnings(match: Match, fact: facts.Winnings) -> Iterator[Earned]:
    yield Earned(fact.paid_to, f"+{gold(fact.gold)}")


def _sponsorship(match: Match, fact: facts.Sponsorship) -> Iterator[Earned]:
    yield Earned(fact.side, f"+{gold(fact.gold)}")


def _expenses(match: Match, fact: facts.Expenses) -> Iterator[Earned]:
    yield Earned(fact.side, f"-{gold(fact.gold)}", good=False)


def _fans(match: Match, fact: facts.FanFactor) -> Iterator[Earned]:
    if fact.change:
        words = _("fan factor {change}").format(change=f"{fact.change:+d}")
        yield Earned(fact.side, words, good=fact.change > 0)


_TELLERS: dict[type, Callable[[Match, Any], Iterator[Earned]]] = {
    facts.Touchdown: _touchdown,
    facts.Completion: _completion,
    facts.Interception: _interception,
    facts.Casualty: _casualty,
    facts.SendingOff: _sent_off,
    facts.Treatment: _treatment,
    facts.RaisedDead: _raised,
    facts.Mvp: _mvp,
    facts.Winnings: _winnings,
    facts.Sponsorship: _sponsorship,
    facts.Expenses: _expenses,
    facts.FanFactor: _fans,
}
