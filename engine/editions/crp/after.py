"""What is rolled after the final whistle, and what a match leaves on both rosters."""

from __future__ import annotations

from engine import stored
from engine.dice import D6, faces_of, pool
from engine.editions.crp import undead
from engine.editions.crp.book import Book
from engine.editions.crp.staying import stay
from engine.match import facts
from engine.match.dues import Dues, departures, roster_events
from engine.match.state import Fielded, Match, Squad
from engine.questions import Choose, Roll, Script, Side, other


def after(book: Book, match: Match) -> Script[None]:
    """The post-match sequence, as far as dice are rolled and decisions made in it.

    Source: quick sheet (the two steps of the sequence); ffb for what is in them
    """
    dues: dict[Side, Dues] = {side: Dues(squad) for side, squad in match.squads.items()}
    for squad in match.both():
        yield from most_valuable_players(book, match, squad)
    for squad in match.both():
        yield from winnings(book, match, squad, dues)
    for squad in match.both():
        expenses(book, match, squad, dues[squad.side])
    for squad in match.both():
        dues[squad.side].fan_factor = yield from fan_factor(book, match, squad)
    conceder = _punished(match)
    if conceder is not None:
        rule = book.match.concession
        leaving = yield from departures(match, match.squads[conceder], rule.leaves_from_spp, rule.leaves_on)
        dues[conceder].leaving = leaving
    for squad in match.both():
        yield from undead.rot(book, match, squad, dues[squad.side].leaving)
        yield from stay(book, match, squad, dues[squad.side])
    for squad in match.both():
        squad.events = list(roster_events(match, dues[squad.side]))


def _punished(match: Match) -> Side | None:
    """The side that conceded, unless the rules forgive it."""
    return None if match.concession_excused else match.conceded_by


def most_valuable_players(book: Book, match: Match, squad: Squad) -> Script[None]:
    """One of each side at random, of those who did not miss the match; a conceder's award goes to the winner.

    The die shows a place in the list of those who can be chosen, by shirt number.

    Source: ffb (StepMvp)
    """
    conceder = _punished(match)
    if conceder == squad.side:
        return
    eligible = [one for _, one in sorted(squad.players.items()) if _may_be_chosen(book, one)]
    for _ in range(1 if conceder is None else 2):
        if not eligible:
            match.facts.append(facts.NoMvp(squad.side))
            return
        place = yield from match.one_of(eligible, squad, squad.side, "mvp")
        best = eligible.pop(place - 1)
        best.mvps += 1
        match.facts.append(facts.Mvp(squad.side, best.number, lost=best.hired in ("star", "mercenary")))


def _may_be_chosen(book: Book, one: Fielded) -> bool:
    if one.condition == "missing":
        return False
    if one.hired == "journeyman":
        return book.match.mvp.journeymen
    return not one.hired or one.hired == "raised" or book.match.mvp.hired


def winnings(book: Book, match: Match, squad: Squad, dues: dict[Side, Dues]) -> Script[None]:
    """A die, FAME, and the result. The winner may roll again, and must then take what falls. A conceder's go to the
    other side.

    Source: ffb (StepWinnings)
    """
    rule, side = book.match.winnings, squad.side
    result = rule.draw if match.winner is None else rule.win if match.winner == side else rule.loss
    modifier = squad.fame + result
    die = yield Roll(side, D6, "winnings")
    first: int | None = None
    may_again = match.winner == side and rule.winner_rerolls
    if may_again and (yield Choose(side, "winnings.again", ("no", "yes"))) == "yes":
        first, die = die, (yield Roll(side, D6, "winnings"))
    gold = max(0, die + modifier) * rule.unit
    paid_to = other(side) if _punished(match) == side else side
    match.facts.append(facts.Winnings(side, die, modifier, gold, paid_to, first))
    if gold:
        reason = stored.WINNINGS if paid_to == side else stored.WINNINGS_OF.format(team=squad.roster.team)
        dues[paid_to].gold.append((gold, reason))


def expenses(book: Book, match: Match, squad: Squad, dues: Dues) -> None:
    """What a rich team costs after every match, by the team value that it took the field with. Never more than it has.

    Source: obblm, botbowl
    """
    rule = book.match.expenses
    if squad.strength < rule.start:
        return
    due = ((squad.strength - rule.start) // rule.interval + 1) * rule.step
    paid = sum(amount for amount, _ in squad.paid)
    has = squad.roster.treasury - paid + sum(amount for amount, _ in dues.gold)
    gold = max(0, min(due, has))
    match.facts.append(facts.Expenses(squad.side, squad.strength, gold))
    if gold:
        dues.gold.append((-gold, stored.EXPENSES))


def fan_factor(book: Book, match: Match, squad: Squad) -> Script[int]:
    """Dice against the fan factor: a win can only raise it, a loss only lower it. Returns the change.

    Source: ffb (DiceInterpreter), obblm
    """
    rule, side = book.match.fan_factor, squad.side
    before = squad.roster.fan_factor
    total: int | None = None
    if _punished(match) == side:
        change = book.match.concession.fan_factor
    else:
        won, drawn = match.winner == side, match.winner is None
        count = rule.win_dice if won else rule.draw_dice if drawn else rule.loss_dice
        total = sum(faces_of((yield Roll(side, pool(count), "fan_factor"))))
        rises = total > before and (won or (drawn and rule.draw_rises))
        change = 1 if rises else -1 if total < before and not won else 0
    change = max(change, rule.minimum - before)
    match.facts.append(facts.FanFactor(side, change, before, total))
    return change
