"""The handicap table: what the weaker side is given, applied at once, for this match."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.dice import D66, Dice
from engine.editions.lrb4 import advancement, hiring
from engine.editions.lrb4.book import Book
from engine.editions.lrb4.tables import HandicapRow
from engine.match import facts
from engine.match.state import Fielded, Match, Squad
from engine.questions import Choose, Roll, Script, other
from engine.roster import Advanced, SppGained

_MORLEY_DIE = Dice(1, 3)
BONE_HEAD, MIGHTY_BLOW, JUMP_UP, FRENZY = "Bone Head", "Mighty Blow", "Jump Up", "Frenzy"


def handicaps(book: Book, match: Match) -> Script[None]:
    """The weaker side rolls so many times by the difference of the ratings, and picks one more from a certain one on.

    Who holds the trophy of the Chaos Cup rolls once more, the stronger side too. A result that the side has is rolled
    again; the pick comes after all rolls of its side.

    Source: LRB4, Handicaps; lrb4-cs.txt:2688-2724, 3081-3084
    """
    home, away = match.home.roster.strength, match.away.roster.strength
    counts = next(row for row in book.match.handicap_counts if abs(home - away) in row.difference)
    for squad in match.both():
        trophy = book.match.handicap_trophy
        weaker = squad.roster.strength < match.squads[other(squad.side)].roster.strength
        for_what = [""] * counts.rolls if weaker else []
        for_what += [trophy] if trophy in squad.roster.trophies else []
        yield from _results(book, match, squad, for_what, counts.free_choice if weaker else 0)


def _results(book: Book, match: Match, squad: Squad, for_what: list[str], free: int) -> Script[None]:
    """A roll for each of ``for_what``: a trophy, or the difference of the ratings where it is empty."""
    rows = book.match.handicaps
    for trophy in for_what[: len(rows)]:
        row = book.handicap[(yield Roll(squad.side, D66, "handicap"))]
        while row.effect in squad.handicaps:
            row = book.handicap[(yield Roll(squad.side, D66, "handicap"))]
        yield from _apply(book, match, squad, row, facts.Handicap(squad.side, row.name, trophy=trophy))
    for _ in range(free):
        left = {row.name: row for row in rows if row.effect not in squad.handicaps}
        if not left:
            return
        pick = yield Choose(squad.side, "handicap.choice", tuple(left))
        yield from _apply(book, match, squad, left[pick], facts.Handicap(squad.side, pick, chosen=True))


def _apply(book: Book, match: Match, squad: Squad, row: HandicapRow, fact: facts.Handicap) -> Script[None]:
    match.facts.append(fact)
    if not match.whole_book:
        return
    squad.handicaps[row.effect] = None
    yield from _EFFECTS[row.effect](_Help(book, match, squad, row.effect))


class _Help:
    """One result: for ``squad``, against ``rivals``."""

    __slots__ = ("book", "effect", "match", "rivals", "squad")

    def __init__(self, book: Book, match: Match, squad: Squad, effect: str) -> None:
        self.book = book
        self.match = match
        self.squad = squad
        self.rivals = match.squads[other(squad.side)]
        self.effect = effect

    def done(
        self,
        concerned: Squad,
        *players: Fielded,
        gain: tuple[str, ...] = (),
        before: int = 0,
        after: int = 0,
        any: bool = True,
    ) -> None:
        """Records what came of it."""
        numbers = tuple(one.number for one in players)
        if len(numbers) == 1:
            self.squad.handicaps[self.effect] = numbers[0]
        self.match.facts.append(
            facts.HandicapEffect(
                self.squad.side, self.effect, concerned.side, numbers, gain, before, after, any
            )
        )

    def nothing(self, concerned: Squad) -> None:
        self.done(concerned, any=False)

    def pick(self, able: list[Fielded]) -> Script[Fielded | None]:
        """The coach names one of these players of his own; None where there is nobody."""
        if not able:
            self.nothing(self.squad)
            return None
        numbers = tuple(str(one.number) for one in able)
        pick = yield Choose(self.squad.side, f"handicap.{self.effect}.player", numbers, about="player")
        return self.squad.players[int(pick)]

    def draw(self, squad: Squad, count: int = 1) -> Script[list[Fielded]]:
        """So many players of this side at random: each die shows a place among those who can play, by shirt number."""
        able = _able(squad)
        drawn: list[Fielded] = []
        while able and len(drawn) < count:
            key = f"handicap.{self.effect}.player"
            place = yield from self.match.one_of(able, squad, self.squad.side, key)
            drawn.append(able.pop(place - 1))
        if not drawn:
            self.nothing(squad)
        return drawn


def _able(squad: Squad) -> list[Fielded]:
    """Those who can play, by shirt number."""
    return sorted(squad.fit(), key=lambda one: one.number)


def _extra_training(help: _Help) -> Script[None]:
    """A team re-roll more in each half (lrb4-cs.txt:2744-2745)."""
    yield from ()
    rerolls = help.squad.rerolls
    before = rerolls[0]
    rerolls[:] = [count + 1 for count in rerolls]
    help.done(help.squad, before=before, after=rerolls[0])


def _intensive_training(help: _Help) -> Script[None]:
    """A skill of a normal star player roll, for one player (2746-2748)."""
    book, race = help.book, help.squad.roster.race
    skills = {
        one.number: advancement.normal_skills(book, race, one.player.position, one.skills)
        for one in _able(help.squad)
    }
    one = yield from help.pick([one for one in _able(help.squad) if skills[one.number]])
    if one is None:
        return
    skill = yield Choose(
        help.squad.side, "handicap.intensive_training.skill", skills[one.number], one.number, about="skill"
    )
    one.gain(skills=(skill,))
    help.done(help.squad, one, gain=(skill,))


def _inspiration(help: _Help) -> Script[None]:
    """An award as most valuable player, with all that it brings, for a player under contract (2749-2750, 2486-2488)."""
    book, squad = help.book, help.squad
    one = yield from help.pick([one for one in _able(squad) if not one.hired])
    if one is None:
        return
    help.done(squad, one)
    points = book.advancement.spp.mvp
    before = one.player.spp
    one.player = msgspec.structs.replace(one.player, spp=before + points)
    squad.early.append(SppGained(one.player.id, "mvp", 1, points))
    events = yield from advancement.improve_at_once(book, squad.roster.race, one.player, before, squad.side)
    for event in events:
        squad.early.append(event)
        old = one.player
        one.player = advancement.after_event(old, event)
        changes = zip(one.stats, old.stats, one.player.stats, strict=True)
        ma, st, ag, av = (now + new - was for now, was, new in changes)
        one.stats = (ma, st, ag, av)
        if isinstance(event, Advanced):
            one.gain(skills=one.player.skills)
            help.match.facts.append(facts.Improved(squad.side, one.number, event.gain, event.kind))
        else:
            help.match.facts.append(facts.Aged(squad.side, one.number, event.effect, event.applied))


def _i_am_the_greatest(help: _Help) -> Script[None]:
    """Two opponents will not stand on the pitch together (2751-2752)."""
    drawn = yield from help.draw(help.rivals, 2)
    if not drawn:
        return
    help.rivals.apart = tuple(sorted(one.number for one in drawn))
    help.done(help.rivals, *drawn, any=len(drawn) == 2)


def _bad_press(help: _Help) -> Script[None]:
    """The opponents' fan factor is halved, rounded up, for the match (2753-2754). The gate stands already."""
    yield from ()
    before = help.rivals.fan_factor
    help.rivals.fan_factor = (before + 1) // 2
    help.done(help.rivals, before=before, after=help.rivals.fan_factor)


def _illegal_drugs(help: _Help) -> Script[None]:
    """A point of strength or agility for one player (2755-2756)."""
    one = yield from help.pick(_able(help.squad))
    if one is None:
        return
    stat = yield Choose(
        help.squad.side, "handicap.illegal_drugs.stat", ("+st", "+ag"), one.number, about="skill"
    )
    one.gain(stat[1:])
    help.done(help.squad, one, gain=(stat,))


def _morleys_revenge(help: _Help) -> Script[None]:
    """D3 opponents must see before each kick-off whether they can stand up (2757-2759). The line-ups show who could."""
    count = yield Roll(help.squad.side, _MORLEY_DIE, "handicap.morleys_revenge.count")
    drawn = yield from help.draw(help.rivals, count)
    if drawn:
        help.done(help.rivals, *drawn)


def _at_the_table(help: _Help) -> Script[None]:
    """What is between the coaches alone: knocked-out players wake on 2 or more, and the coin (2760-2761)."""
    yield from ()
    help.done(help.squad)


def _doom_and_gloom(help: _Help) -> Script[None]:
    """The opponents' team re-rolls of the first half are halved, rounded down (2762-2763)."""
    yield from ()
    before = help.rivals.rerolls[0]
    help.rivals.rerolls[0] = before // 2
    help.done(help.rivals, before=before, after=before // 2)


def _it_wasnt_me(help: _Help) -> Script[None]:
    """An opponent misses the match (2764-2765)."""
    drawn = yield from help.draw(help.rivals)
    for one in drawn:
        one.condition = "missing"
        help.done(help.rivals, one)


def _that_boys_got_talent(help: _Help) -> Script[None]:
    """A player of any position of the list plays this match for nothing, a seventeenth too (2766-2768)."""
    squad = help.squad
    race = help.book.races[squad.roster.race]
    positions = tuple(position.name for position in race.positions if position.stats is not None)
    if not positions:
        help.nothing(squad)
        return
    position = yield Choose(squad.side, "handicap.that_boys_got_talent.position", positions)
    number = hiring.join(help.book, help.match, squad, position, "talent", f"Talented {position}")
    help.done(squad, squad.players[number], gain=(position,))


def _duh_where_am_i(help: _Help) -> Script[None]:
    """An opponent is as slow on the uptake as an Ogre (2769-2770)."""
    drawn = yield from help.draw(help.rivals)
    for one in drawn:
        one.gain(skills=(BONE_HEAD,))
        help.done(help.rivals, one, gain=(BONE_HEAD,))


def _bribe_the_ref(help: _Help) -> Script[None]:
    """The first penalty against the side is overlooked (2771-2772)."""
    yield from ()
    help.squad.bribes += 1
    help.done(help.squad)


def _knuckledusters(help: _Help) -> Script[None]:
    """One player has Mighty Blow (2773)."""
    one = yield from help.pick([one for one in _able(help.squad) if MIGHTY_BLOW not in one.skills])
    if one is not None:
        one.gain(skills=(MIGHTY_BLOW,))
        help.done(help.squad, one, gain=(MIGHTY_BLOW,))


def _virus(help: _Help) -> Script[None]:
    """Opponents with a niggling injury miss the match (2774-2775)."""
    yield from ()
    sick = [one for one in _able(help.rivals) if one.player.niggling > 0]
    for one in sick:
        one.condition = "missing"
    help.done(help.rivals, *sick, any=bool(sick))


def _iron_man(help: _Help) -> Script[None]:
    """One player cannot be hurt, only stunned (2776-2777, 3824-3828)."""
    drawn = yield from help.draw(help.squad)
    for one in drawn:
        help.squad.iron = (one.number,)
        help.done(help.squad, one)


def _buzzing(help: _Help) -> Script[None]:
    """One player has Jump Up and Frenzy, and no hand for the ball (2778-2779)."""
    one = yield from help.pick(_able(help.squad))
    if one is not None:
        one.gain(skills=(JUMP_UP, FRENZY))
        help.squad.clumsy = (one.number,)
        help.done(help.squad, one, gain=(JUMP_UP, FRENZY))


_EFFECTS: dict[str, Callable[[_Help], Script[None]]] = {
    "extra_training": _extra_training,
    "intensive_training": _intensive_training,
    "inspiration": _inspiration,
    "i_am_the_greatest": _i_am_the_greatest,
    "bad_press": _bad_press,
    "illegal_drugs": _illegal_drugs,
    "morleys_revenge": _morleys_revenge,
    "smelling_salts": _at_the_table,
    "palmed_coin": _at_the_table,
    "doom_and_gloom": _doom_and_gloom,
    "it_wasnt_me": _it_wasnt_me,
    "that_boys_got_talent": _that_boys_got_talent,
    "duh_where_am_i": _duh_where_am_i,
    "bribe_the_ref": _bribe_the_ref,
    "knuckledusters": _knuckledusters,
    "virus": _virus,
    "iron_man": _iron_man,
    "buzzing": _buzzing,
}
