"""What a wizard does for a whole match, or who stands in his place. Spells are reported as what they did."""

from __future__ import annotations

from engine.dice import D6, faces_of, pool
from engine.editions.lrb4 import hiring
from engine.editions.lrb4.book import Book
from engine.match import facts
from engine.match.state import Match, Squad
from engine.questions import Choose, Roll, Script, other


def before_the_kick_off(book: Book, match: Match, squad: Squad) -> Script[None]:
    """The runesmith strikes a rune into the armour of a player, unless he spoils it.

    Source: LRB4, Dwarf Runesmiths; lrb4-cs.txt:1568-1576
    """
    if squad.wizard != hiring.RUNESMITH:
        return
    rune = book.rune[(yield Roll(squad.side, D6, "runesmith"))]
    able = sorted(one.number for one in squad.fit())
    if not rune.name or not able:
        match.facts.append(facts.Rune(squad.side, rune.name))
        return
    numbers = tuple(map(str, able))
    pick = yield Choose(squad.side, "runesmith.player", numbers, about="player")
    squad.players[int(pick)].gain(rune.stat, rune.skills)
    gain = (*((f"+{rune.stat}",) if rune.stat else ()), *rune.skills)
    match.facts.append(facts.Rune(squad.side, rune.name, int(pick), gain))


def half_time_due(book: Book, squad: Squad) -> bool:
    return squad.roster.race in book.hiring.chef.races


def before_half(book: Book, match: Match, squad: Squad, half: int) -> Script[None]:
    """The master chef: a die for nothing and one for each lot of ingredients.

    Each good die gives his side a team re-roll more for this half, and takes one from the other side while it has any.
    The chef is the head coach: whom the referee threw out of the match cooks no second meal.

    Source: LRB4, Halfling Master Chefs; lrb4-cs.txt:1577-1588
    """
    chef = book.hiring.chef
    dice = chef.dice + squad.ingredients
    if squad.roster.race not in chef.races or dice < 1:
        return
    stays = "yes"
    if half > 1 and _may_have_argued(match, squad):
        stays = yield Choose(squad.side, "chef.stays", ("yes", "no"))
    if stays == "no":
        match.facts.append(facts.Chef(squad.side, half, 0, 0, thrown_out=True))
        return
    faces = faces_of((yield Roll(squad.side, pool(dice), "chef")))
    good = sum(face >= chef.works_on for face in faces)
    rivals = match.squads[other(squad.side)]
    place = half - 1
    squad.rerolls[place] += good
    lost = min(good, rivals.rerolls[place])
    rivals.rerolls[place] -= lost
    match.facts.append(facts.Chef(squad.side, half, good, lost))


def _may_have_argued(match: Match, squad: Squad) -> bool:
    """Whether a player of the side was sent off: a head coach who then argues is thrown out himself on a 1.

    Source: LRB4, Head coach; lrb4-cs.txt:877-881
    """
    return any(
        isinstance(fact, facts.SendingOff) and fact.side == squad.side and not fact.forgiven
        for fact in match.facts
    )
