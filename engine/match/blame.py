"""Whose doing a casualty is, as the reports before it tell."""

from __future__ import annotations

from engine import stored
from engine.describe import cause_words
from engine.match import facts
from engine.match.entries import Casualty
from engine.match.state import Fielded, Match, Squad
from engine.questions import Refusal, Side, other
from engine.words import gettext as _
from engine.words import gettext_noop

_WITH_A_CAUSER = ("block", "foul", "crowd", "secret_weapon", "other")
_SEVERAL = gettext_noop("Multiple Block")
_A_PAIR = 2
_HUNGRY = gettext_noop("Always Hungry")
_EDIBLE = gettext_noop("Right Stuff")


def causer_of(match: Match, rivals: Squad, report: Casualty) -> Fielded | None:
    """The opponent who did it, if anybody. Raises Refusal for a causer who cannot be, and for a block without one."""
    if report.causer is None:
        if report.cause == "block":
            raise Refusal(_("A casualty by a block needs the number of the opponent who caused it."))
        return None
    if report.cause not in _WITH_A_CAUSER:
        raise Refusal(
            _("A casualty by {cause} is nobody's doing: it has no causer.").format(
                cause=cause_words(report.cause)
            )
        )
    causer = rivals.fielded(report.causer)
    if causer.condition in ("hurt", "dead") and _in_one_block(match, report):
        return causer
    return rivals.acting(report.causer, "cause a casualty")


def _in_one_block(match: Match, report: Casualty) -> bool:
    """Was the causer hurt in this very block? In one block both can fall, and both count.

    Whoever blocks two at once may hurt both and be hurt himself; then the defending coach says which of the two caused
    it, whatever became of him.

    Source: LRB4, Block, Multiple Block, questions and answers 33; lrb4-cs.txt:1989-1995, 3886-3888
    """
    victim = (report.side, report.player)
    causer = (other(report.side), report.causer)
    return any(_hurt_beside(match, report, causer, common) for common in (victim, causer))


def _hurt_beside(
    match: Match, report: Casualty, causer: tuple[Side, int | None], common: tuple[Side, int | None]
) -> bool:
    """Was the causer hurt just before, in blocks that ``common`` had a part in one after the other?"""
    partners = {causer, (report.side, report.player)}
    for fact in reversed(match.facts):
        if isinstance(fact, facts.RaisedDead):
            continue
        if not isinstance(fact, facts.Casualty) or (fact.cause, report.cause) != ("block", "block"):
            return False
        fallen, blocker = (fact.side, fact.player), (other(fact.side), fact.causer)
        if (fact.half, fact.turn) != (report.half, report.turn) or common not in (fallen, blocker):
            return False
        partners |= {fallen, blocker}
        if fallen == causer:
            one = match.squads[common[0]].players[common[1] or 0]
            return len(partners) == _A_PAIR or (_SEVERAL in one.skills and len(partners) == _A_PAIR + 1)
    return False


def fate_of(cause: str, causer: Fielded | None, rivals: Squad) -> str:
    """How the victim died, as his page tells it."""
    if causer is None:
        return stored.FATES.get(cause, stored.KILLED)
    phrase = stored.FATES_FROM.get(cause, stored.KILLED_BY)
    return phrase.format(player=causer.player.name, team=rivals.roster.team)


def check_eaten(squad: Squad, victim: Fielded) -> None:
    """Raises Refusal for a victim whom no team-mate throws, and so eats."""
    if _EDIBLE not in victim.skills:
        raise Refusal(
            _("{player} cannot be thrown by a team-mate, and so not be eaten.").format(
                player=victim.player.name
            )
        )
    eaters = [one for one in squad.fit() if one is not victim and _HUNGRY in one.skills]
    if not eaters:
        raise Refusal(_("Nobody who can play for {team} is always hungry.").format(team=squad.roster.team))
