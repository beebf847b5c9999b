"""A casualty, and what the apothecary and regeneration can do about it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine import stored
from engine.dice import D6, D66
from engine.edition import STAT_NAMES
from engine.editions.lrb4 import undead
from engine.editions.lrb4.book import Book
from engine.editions.lrb4.tables import InjuryRow
from engine.match import facts
from engine.match.blame import causer_of, check_eaten, fate_of
from engine.match.entries import Casualty, Treatment
from engine.match.state import Fielded, Match, Squad
from engine.questions import Choose, Refusal, Roll, Script, other
from engine.roster import Departed, Injured
from engine.words import gettext as _
from engine.words import position_named

_AT_THE_KICK_OFF = ("rock", "pitch_invasion")


class _Saves(NamedTuple):
    """``by`` is who or what undid the injury, ``apothecary`` what came of his attempt; empty where nothing did."""

    by: Literal["", "apothecary", "regeneration"] = ""
    apothecary: Literal["", "healed", "failed"] = ""


def casualty(book: Book, match: Match, report: Casualty) -> Script[None]:
    """How badly the player is hurt, who can still save him, and what stays.

    The opponent rolls. The causer's star player points stand even when the player is saved; a kill is one casualty.

    Source: LRB4, Injuries; lrb4-cs.txt:721-738, 2380-2442, 2471-2479, 2076-2082, 3943-3951
    """
    squad, rivals = match.squads[report.side], match.squads[other(report.side)]
    victim = squad.acting(report.player, "be hurt")
    causer = causer_of(match, rivals, report)
    if report.cause == "eaten":
        _eaten(match, squad, report, victim)
        return
    severity = book.casualty[(yield Roll(rivals.side, D6, "casualty", report.player))].severity
    injury: InjuryRow | None = None
    if severity == "serious":
        injury = book.serious_injury[(yield Roll(rivals.side, D66, "serious_injury", report.player))]
    saves = yield from _saves(book, squad, victim, report.cause)
    applied = injury is None or _can_fall(book, victim, injury.effect)
    if not saves.by:
        _carry_off(squad, victim, severity, injury, applied, fate_of(report.cause, causer, rivals))
    counts = causer is not None and report.cause in book.advancement.spp.casualty_causes
    if causer is not None:
        rivals.casualties += 1
        if counts:
            causer.casualties += 1
            rivals.spp_casualties += 1
    match.facts.append(
        facts.Casualty(
            half=report.half,
            turn=report.turn,
            side=report.side,
            player=report.player,
            cause=report.cause,
            severity=severity,
            outcome="saved" if saves.by else severity,
            causer=report.causer,
            injury=injury.name if injury else "",
            effect=injury.effect if injury else "",
            applied=applied,
            saved_by=saves.by,
            apothecary=saves.apothecary,
            earns=causer is not None and counts and not causer.hired,
        )
    )
    if victim.condition == "dead":
        yield from undead.raise_dead(book, match, report, victim)


def _carry_off(
    squad: Squad,
    victim: Fielded,
    severity: facts.Severity,
    injury: InjuryRow | None,
    applied: bool,
    fate: str,
) -> None:
    """Out of this match; the roster hears of it unless he is hired (LRB4, Star players; lrb4-cs.txt:2672-2678)."""
    victim.condition = "dead" if severity == "dead" else "hurt"
    if victim.hired:
        return
    if severity == "dead":
        squad.events.append(Departed(victim.player.id, "dead", fate))
    elif injury is not None:
        squad.events.append(Injured(victim.player.id, injury.name, injury.effect, applied))


def _eaten(match: Match, squad: Squad, report: Casualty, victim: Fielded) -> None:
    """A hungry team-mate swallowed him instead of throwing him: dead without a roll, and nobody can help.

    Source: LRB4, Always Hungry; lrb4-cs.txt:1472-1479, 3876-3877
    """
    check_eaten(squad, victim)
    _carry_off(squad, victim, "dead", None, True, stored.EATEN)
    match.facts.append(
        facts.Casualty(report.half, report.turn, report.side, report.player, "eaten", "dead", "dead")
    )


def _saves(book: Book, squad: Squad, victim: Fielded, cause: str) -> Script[_Saves]:
    """First the apothecary, if his coach sends him, and then regeneration.

    Source: LRB4, Apothecaries, Regeneration; lrb4-cs.txt:1607-1611, 2076-2082, 3943-3948
    """
    attempt: Literal["", "healed", "failed"] = ""
    number = victim.number
    if may_be_treated(book, squad, victim) and _reaches(book, cause):
        called = yield Choose(squad.side, "apothecary", ("yes", "no"), number)
        if called == "yes":
            squad.apothecaries -= 1
            die = yield Roll(squad.side, D6, "apothecary.heal", number)
            if die >= book.injuries.apothecary.heals_on:
                return _Saves("apothecary", "healed")
            attempt = "failed"
    regeneration = book.injuries.regeneration
    if regeneration.skill in victim.skills:
        die = yield Roll(squad.side, D6, "regeneration", number)
        if die >= regeneration.works_on:
            return _Saves("regeneration", attempt)
    return _Saves("", attempt)


def _reaches(book: Book, cause: str) -> bool:
    """Not when the crowd has the player; on the pitch the house rule decides."""
    if cause == "crowd":
        return book.injuries.apothecary.treats_crowd
    return cause not in _AT_THE_KICK_OFF or book.injuries.apothecary.treats_kick_off


def may_be_treated(book: Book, squad: Squad, patient: Fielded) -> bool:
    """Is the apothecary unspent, and may he treat players of this position?

    Source: LRB4, Apothecaries; lrb4-cs.txt:1602-1608
    """
    if not squad.apothecaries:
        return False
    only = book.races[squad.roster.race].apothecary_only_for
    return not only or patient.player.position in only


def _can_fall(book: Book, victim: Fielded, effect: str) -> bool:
    """May the injury take a point of this characteristic?"""
    if effect not in STAT_NAMES:
        return True
    place = STAT_NAMES.index(effect)
    return book.injuries.limits.may_fall(victim.player.stats[place], victim.player.start[place])


def treatment(book: Book, match: Match, report: Treatment) -> Script[None]:
    """The apothecary tends a player who is stunned or knocked out, which spends him.

    Source: LRB4, Apothecaries; lrb4-cs.txt:1608-1611, 3943-3948
    """
    squad = match.squads[report.side]
    patient = squad.acting(report.player, "be treated")
    if not squad.apothecaries:
        raise Refusal(
            _("{team} has no apothecary who is still to be used in this match.").format(
                team=squad.roster.team
            )
        )
    if not may_be_treated(book, squad, patient):
        raise Refusal(
            _("The apothecary of {team} may not treat a {position}.").format(
                team=squad.roster.team, position=position_named(patient.player.position)
            )
        )
    squad.apothecaries -= 1
    die = yield Roll(report.side, D6, "apothecary.heal", report.player)
    healed = die >= book.injuries.apothecary.heals_on
    match.facts.append(facts.Treatment(report.half, report.turn, report.side, report.player, healed))
