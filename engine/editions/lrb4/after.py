"""What is rolled after the final whistle, and what a match leaves on both rosters."""

from __future__ import annotations

from bisect import bisect_right

from engine import stored
from engine.dice import D6
from engine.editions.lrb4 import grounds, undead
from engine.editions.lrb4.book import Book
from engine.match import facts
from engine.match.dues import Dues, departures, roster_events
from engine.match.state import Fielded, Match, Squad
from engine.questions import Choose, Roll, Script, Side, other


def after(book: Book, match: Match) -> Script[None]:
    """The post-match sequence, as far as dice are rolled in it, and the concession.

    Source: LRB4, Post-match sequence; lrb4-cs.txt:2650-2656, 2786-2930, 2945-2952
    """
    dues: dict[Side, Dues] = {side: Dues(squad) for side, squad in match.squads.items()}
    for squad in match.both():
        yield from winnings(book, match, squad, dues)
    for squad in match.both():
        yield from most_valuable_players(book, match, squad)
    for squad in match.both():
        dues[squad.side].fan_factor = yield from fan_factor(book, match, squad)
    if match.conceded_by is not None:
        conceder, rule = match.squads[match.conceded_by], book.match.concession
        leaving = yield from departures(match, conceder, rule.leaves_from_spp, rule.leaves_on)
        dues[conceder.side].leaving = leaving
    grounds.after_the_match(book, match)
    for squad in match.both():
        yield from undead.rot(book, match, squad, dues[squad.side].leaving)
    for squad in match.both():
        squad.events = list(roster_events(match, dues[squad.side]))


def winnings(book: Book, match: Match, squad: Squad, dues: dict[Side, Dues]) -> Script[None]:
    """A die, modified by gate and rating, and by a win; never less than nothing. A conceder's go to the winner.

    Source: LRB4, Treasury phase; lrb4-cs.txt:2788-2902, 2948-2949
    """
    table = book.match.winnings
    gate = bisect_right(table.gate_bands, match.gate) - 1
    rating = bisect_right(table.rating_bands, max(squad.roster.strength, table.rating_bands[0])) - 1
    modifier = table.modifiers[gate][rating] + (table.win if match.winner == squad.side else 0)
    die = yield Roll(squad.side, D6, "winnings")
    gold = max(table.minimum, die + modifier) * table.unit
    paid_to = other(squad.side) if match.conceded_by == squad.side else squad.side
    match.facts.append(facts.Winnings(squad.side, die, modifier, gold, paid_to))
    if gold:
        reason = (
            stored.WINNINGS if paid_to == squad.side else stored.WINNINGS_OF.format(team=squad.roster.team)
        )
        dues[paid_to].gold.append((gold, reason))
    sponsorship(book, match, squad, dues)


def sponsorship(book: Book, match: Match, squad: Squad, dues: dict[Side, Dues]) -> None:
    """What sponsors pay the holder of a trophy for every match; a conceder's is no part of the winnings, and stays.

    Source: LRB4, The Blood Bowl; lrb4-cs.txt:3063-3065
    """
    for name in squad.roster.trophies:
        trophy = book.trophies.get(name)
        if trophy is not None and trophy.sponsorship:
            dues[squad.side].gold.append((trophy.sponsorship, stored.SPONSORSHIP))
            match.facts.append(facts.Sponsorship(squad.side, name, trophy.sponsorship))


def most_valuable_players(book: Book, match: Match, squad: Squad) -> Script[None]:
    """One of each side at random, of those who did not miss the match; a conceder's award goes to the winner.

    The die shows a place in the list of those who can be chosen, by shirt number.

    Source: LRB4, Most Valuable Player; lrb4-cs.txt:2480-2488, 3815-3823, 2948-2949
    """
    if match.conceded_by == squad.side:
        return
    eligible = yield from _eligible(book, squad)
    for _ in range(1 if match.conceded_by is None else 2):
        if not eligible:
            match.facts.append(facts.NoMvp(squad.side))
            return
        place = yield from match.one_of(eligible, squad, squad.side, "mvp")
        best = eligible.pop(place - 1)
        best.mvps += 1
        match.facts.append(facts.Mvp(squad.side, best.number, lost=bool(best.hired)))


def _eligible(book: Book, squad: Squad) -> Script[list[Fielded]]:
    """By the house rule on reserves, the coach says who of those that no report names stayed on the bench.

    Whoever was inspired before the match has an award of it already (lrb4-cs.txt:2486-2488).
    """
    eligible = [
        one
        for _, one in sorted(squad.players.items())
        if one.condition != "missing"
        and one.number != squad.handicaps.get("inspiration")
        and (book.match.mvp.dead or one.condition != "dead")
    ]
    if book.match.mvp.bench:
        return eligible
    unseen = tuple(str(one.number) for one in eligible if not one.played)
    if not unseen:
        return eligible
    benched = yield Choose(squad.side, "mvp.bench", unseen, about="player", several=True)
    return [one for one in eligible if str(one.number) not in benched]


def fan_factor(book: Book, match: Match, squad: Squad) -> Script[int]:
    """A modified die, read from the table; a conceder does not roll and loses a fixed number. Returns the change.

    It is the team's own fan factor that rises and falls: what a field or a handicap did to it was for this match.

    Source: LRB4, Fan Factor; lrb4-cs.txt:2907-2930, 2949-2950, 3868-3871
    """
    table, concession = book.match.fan_factor, book.match.concession
    before = grounds.lasting_fan_factor(squad)
    die: int | None = None
    modifier = 0
    if match.conceded_by == squad.side:
        change = concession.loser_fan_factor
    else:
        if match.winner is not None:
            modifier += table.win if match.winner == squad.side else table.loss
        if match.conceded_by is not None:
            modifier += concession.winner_fan_factor
        if squad.score >= table.touchdowns_needed:
            modifier += table.touchdowns
        if squad.spp_casualties >= table.casualties_needed:
            modifier += table.casualties
        modifier += table.per_ten * (before // 10)
        modifier += grounds.modifier_after_the_match(book, match, squad)
        modifier += {"semi_final": table.semi_final, "final": table.final}.get(match.stage, 0)
        die = yield Roll(squad.side, D6, "fan_factor")
        change = book.fan_factor[die + modifier].change
    change = max(change, table.minimum - before)
    match.facts.append(facts.FanFactor(squad.side, change, before, die, modifier))
    return change
