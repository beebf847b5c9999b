"""A casualty, and what apothecaries and regeneration can do about it."""

from __future__ import annotations

from typing import Literal

from engine import stored
from engine.dice import D6, D68
from engine.edition import STAT_NAMES
from engine.editions.crp import inducements, undead
from engine.editions.crp.book import Book
from engine.editions.crp.tables import InjuryRow
from engine.match import facts
from engine.match.blame import causer_of, check_eaten, fate_of
from engine.match.entries import Casualty, Treatment
from engine.match.state import Fielded, Match, Squad
from engine.questions import Choose, Refusal, Roll, Script, other
from engine.roster import Departed, Injured
from engine.words import gettext as _
from engine.words import position_named

_FOR_PAY = ("star", "mercenary")
"""Whoever came like this leaves after the match, with whatever he suffered."""


class _Hurt:
    """What one casualty came to so far: the results that stand, and what was done about them."""

    def __init__(self, rows: list[InjuryRow]) -> None:
        self.rows = rows
        self.severity = _severity(rows)
        self.saved_by: Literal["", "apothecary", "regeneration"] = ""
        self.apothecary: Literal["", "healed", "failed"] = ""
        self.rolled: tuple[str, ...] = ()


def casualty(book: Book, match: Match, report: Casualty) -> Script[None]:
    """How badly the player is hurt, who can still save him, and what stays.

    The opponent rolls. The causer's star player points stand even when the player is saved.

    Source: ffb (casualty table), list of changes (decay, apothecary)
    """
    squad, rivals = match.squads[report.side], match.squads[other(report.side)]
    victim = squad.acting(report.player, "be hurt")
    causer = causer_of(match, rivals, report)
    if report.cause == "eaten":
        check_eaten(squad, victim)
        hurt = _Hurt([next(row for row in book.injuries.casualty if row.effect == "dead")])
        _carry_off(book, squad, victim, hurt, stored.EATEN)
        _tell(book, match, report, victim, hurt, earns=False)
        return
    hurt = _Hurt((yield from _results(book, victim, rivals, report)))
    yield from _saves(book, squad, victim, hurt)
    if not hurt.saved_by:
        _carry_off(book, squad, victim, hurt, fate_of(report.cause, causer, rivals))
    counts = causer is not None and report.cause in book.advancement.spp.casualty_causes
    if causer is not None:
        rivals.casualties += 1
        if counts:
            causer.casualties += 1
            rivals.spp_casualties += 1
    _tell(
        book,
        match,
        report,
        victim,
        hurt,
        earns=causer is not None and counts and causer.hired not in _FOR_PAY,
    )
    if victim.condition == "dead":
        yield from undead.raise_dead(book, match, report, victim)


def _results(book: Book, victim: Fielded, rivals: Squad, report: Casualty) -> Script[list[InjuryRow]]:
    """The rows of the casualty table. A frail player may be badly hurt without a roll, a rotten one suffers twice.

    Source: Stunty from memory; Decay: list of changes
    """
    number = report.player
    if book.injuries.frail.skill in victim.skills:
        how = yield Choose(rivals.side, "casualty.frail", ("table", "badly_hurt"), number)
        if how == "badly_hurt":
            return [next(row for row in book.injuries.casualty if not row.effect)]
    rolls = book.injuries.decay.rolls if book.injuries.decay.skill in victim.skills else 1
    rows = []
    for _place in range(rolls):
        rows.append(book.casualty[(yield Roll(rivals.side, D68, "casualty", number))])
    return rows


def _severity(rows: list[InjuryRow]) -> facts.Severity:
    effects = {row.effect for row in rows}
    if "dead" in effects:
        return "dead"
    return "serious" if effects - {""} else "badly_hurt"


def _saves(book: Book, squad: Squad, victim: Fielded, hurt: _Hurt) -> Script[None]:
    """First an apothecary, if his coach sends him, and then regeneration, which Igor may have rolled again.

    Source: crp-hu.txt, list of changes; ffb
    """
    number = victim.number
    treated = may_be_treated(book, squad, victim)
    if treated and (yield Choose(squad.side, "apothecary", ("yes", "no"), number)) == "yes":
        squad.apothecaries -= 1
        yield from _treated(book, squad, victim, hurt)
    regeneration = book.injuries.regeneration
    if hurt.saved_by or regeneration.skill not in victim.skills:
        return
    works = (yield Roll(squad.side, D6, "regeneration", number)) >= regeneration.works_on
    igor = inducements.left(book, squad, "igor")
    if not works and igor and (yield Choose(squad.side, "igor", ("yes", "no"), number)) == "yes":
        inducements.use(book, squad, "igor")
        works = (yield Roll(squad.side, D6, "regeneration", number)) >= regeneration.works_on
    if works:
        hurt.saved_by = "regeneration"


def _treated(book: Book, squad: Squad, victim: Fielded, hurt: _Hurt) -> Script[None]:
    """One result is rolled again and the coach takes either; whoever is only badly hurt goes to the reserves.

    With several results, one of them is treated and the others stay.
    """
    side, number = squad.side, victim.number
    place = 0
    names = tuple(row.name for row in hurt.rows)
    if len(set(names)) > 1:
        place = names.index((yield Choose(side, "apothecary.covers", names, number)))
    first = hurt.rows[place]
    if first.effect:
        second = book.casualty[(yield Roll(side, D68, "apothecary.casualty", number))]
        hurt.rolled = (first.name, second.name)
        if second.name != first.name:
            pick = yield Choose(side, "apothecary.result", hurt.rolled, number)
            hurt.rows[place] = first if pick == first.name else second
    healed = not hurt.rows[place].effect
    hurt.apothecary = "healed" if healed else "failed"
    if healed and len(hurt.rows) == 1:
        hurt.saved_by = "apothecary"


def may_be_treated(book: Book, squad: Squad, patient: Fielded) -> bool:
    """Is an apothecary unspent, and may he treat this player?"""
    if not squad.apothecaries:
        return False
    if patient.hired in _FOR_PAY and not book.injuries.apothecary.treats_hired:
        return False
    only = book.races[squad.roster.race].apothecary_only_for
    return not only or patient.player.position in only


def _carry_off(book: Book, squad: Squad, victim: Fielded, hurt: _Hurt, fate: str) -> None:
    """Out of this match. Of whoever may stay after it, everything is kept until it shows whether he does."""
    severity = _severity(hurt.rows)
    victim.condition = "dead" if severity == "dead" else "hurt"
    if victim.hired in _FOR_PAY:
        return
    if severity == "dead":
        squad.events.append(Departed(victim.player.id, "dead", fate))
        return
    for place, row in enumerate(hurt.rows):
        if row.effect and row.effect != "dead":
            squad.events.append(
                Injured(victim.player.id, row.name, row.effect, _applies(book, victim, hurt.rows, place))
            )


def _applies(book: Book, victim: Fielded, rows: list[InjuryRow], place: int) -> bool:
    """May this result take a point of its characteristic, after those before it?"""
    effect = rows[place].effect
    if effect not in STAT_NAMES:
        return True
    stat = STAT_NAMES.index(effect)
    lost = sum(row.effect == effect for row in rows[:place])
    return book.injuries.limits.may_fall(victim.player.stats[stat] - lost, victim.player.start[stat])


def _tell(book: Book, match: Match, report: Casualty, victim: Fielded, hurt: _Hurt, *, earns: bool) -> None:
    serious = [place for place, row in enumerate(hurt.rows) if row.effect and row.effect != "dead"]
    first, second = (*serious, None, None)[:2]
    match.facts.append(
        facts.Casualty(
            half=report.half,
            turn=report.turn,
            side=report.side,
            player=report.player,
            cause=report.cause,
            severity=hurt.severity,
            outcome="saved" if hurt.saved_by else _severity(hurt.rows),
            causer=report.causer,
            injury=hurt.rows[first].name if first is not None else "",
            effect=hurt.rows[first].effect if first is not None else "",
            applied=first is None or _applies(book, victim, hurt.rows, first),
            saved_by=hurt.saved_by,
            apothecary=hurt.apothecary,
            earns=earns,
            second=hurt.rows[second].name if second is not None else "",
            second_effect=hurt.rows[second].effect if second is not None else "",
            second_applied=second is None or _applies(book, victim, hurt.rows, second),
            rolled=hurt.rolled,
        )
    )


def treatment(book: Book, match: Match, report: Treatment) -> Script[None]:
    """An apothecary patches up a player who was knocked out, without a roll; that spends him.

    Source: crp-hu.txt, list of changes
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
        whom = (
            _("whoever is hired for the match")
            if patient.hired in _FOR_PAY
            else _("a {position}").format(position=position_named(patient.player.position))
        )
        raise Refusal(
            _("The apothecary of {team} may not treat {whom}.").format(team=squad.roster.team, whom=whom)
        )
    squad.apothecaries -= 1
    match.facts.append(facts.Treatment(report.half, report.turn, report.side, report.player, healed=True))
    yield from ()
