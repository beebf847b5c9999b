"""Home fields: what they do before a match, at half-time, on the pitch and after it (LRB4, Stadiums; 3136-3331).

Only a field of the home team counts, in a league match that is not played on neutral ground.
"""

from __future__ import annotations

from engine import stored
from engine.dice import D6, TWO_D6, faces_of, pool
from engine.edition import FieldBonus, Stadium
from engine.editions.lrb4.book import Book
from engine.match import facts
from engine.match.entries import SendingOff, Touchdown
from engine.match.state import Match, Squad
from engine.questions import Refusal, Roll, Script, Side
from engine.roster import FanFactorChanged, StadiumState
from engine.words import gettext as _
from engine.words import named

SNOTLINGS = "snotlings"
_OWN_FANS = ("own_fans", "visitors_turn")
"""Effects on the fan factor of the home team."""


def field_of(book: Book, match: Match) -> Stadium | None:
    """The home field that counts in this match.

    Raises Refusal for a kind that is unknown, or that this race cannot own.
    """
    home = match.home.roster
    if not match.at_home or not home.stadium:
        return None
    found = book.stadiums.get(home.stadium)
    if found is None:
        raise Refusal(
            _("{team}: this edition has no home field called {stadium!r}.").format(
                team=home.team, stadium=named(home.stadium)
            )
        )
    if not found.open_to(home.race):
        raise Refusal(
            _("{team} cannot own the home field {stadium}: it is not for {race} teams.").format(
                team=home.team, stadium=named(found.name), race=named(home.race)
            )
        )
    return found


def _ramshackle(match: Match, field: Stadium) -> bool:
    """Whether the rules of a field that goblins built are in force: they rest while it waits for repair."""
    return field.ramshackle and not match.home.roster.stadium_broken


def before_the_gate(book: Book, match: Match) -> Script[None]:
    """What stands for the whole match, and what changes who comes to see it.

    Source: LRB4, Stadiums; lrb4-cs.txt:3188-3213, 3223-3232, 3256-3261, 3275-3285
    """
    field = field_of(book, match)
    if field is None:
        return
    rules = book.fields
    ramshackle = _ramshackle(match, field)
    match.facts.append(
        facts.HomeField(
            side="home",
            stadium=field.name,
            returns_on=rules.end_returns_on,
            end_injury=rules.end_injury,
            let_off_on=rules.foul_let_off_on,
            rough_end=field.rough_end,
            invasion=rules.ramshackle.invasion if ramshackle else 0,
            broken=match.home.roster.stadium_broken,
        )
    )
    yield from _bonus(book, match, field, "gate", 1)
    if ramshackle and match.away.roster.race in rules.ramshackle.no_fans:
        before, match.away.fan_factor = match.away.fan_factor, 0
        match.facts.append(facts.FieldBonus("home", 1, "snobs", "no_visitors", before=before))


def before_the_kick_off(book: Book, match: Match) -> Script[None]:
    """What changes rolls with the fan factor, the re-roll of the first half, and the trophies of both teams.

    Source: LRB4, Stadiums, Trophies; lrb4-cs.txt:3020-3023, 3214-3219, 3262-3273, 3318-3322
    """
    for squad in match.both():
        held = trophies_of(book, squad)
        if held:
            match.facts.append(facts.Trophies(squad.side, held))
    field = field_of(book, match)
    if field is None:
        return
    yield from _bonus(book, match, field, "kick_off", 1)
    if _ramshackle(match, field):
        before, after = _modify(match.home, book.fields.ramshackle.snotlings)
        match.facts.append(facts.FieldBonus("home", 1, SNOTLINGS, "home_rolls", before=before, after=after))
    yield from _extra_reroll(book, match, field, 1)


def trophies_of(book: Book, squad: Squad) -> tuple[str, ...]:
    """Trophies of the side that bring a re-roll a match: those of the major tournaments, and no others.

    Source: LRB4, The Glittering Prizes, Other tournaments; lrb4-cs.txt:3020-3023, 3108-3109
    """
    return tuple(name for name in squad.roster.trophies if name in book.trophies)


def half_time_due(book: Book, match: Match) -> bool:
    return match.at_home and match.home.roster.stadium in book.stadiums


def half_time(book: Book, match: Match) -> Script[None]:
    """What the race makes of its field at half-time (LRB4, Racial bonuses; lrb4-cs.txt:3233-3255)."""
    field = field_of(book, match)
    if field is not None:
        yield from _bonus(book, match, field, "half_time", 2)


def second_half(book: Book, match: Match) -> Script[None]:
    """The re-roll of the second half (LRB4, Extra re-roll; lrb4-cs.txt:3214-3219)."""
    field = field_of(book, match)
    if field is not None:
        yield from _extra_reroll(book, match, field, 2)


# --- what races make of their fields --------------------------------------------------------------------------------


def _bonus(book: Book, match: Match, field: Stadium, moment: str, half: int) -> Script[None]:
    """The bonus of the home race, if this is its moment and the visitors are not used to it.

    Source: LRB4, Racial bonuses; lrb4-cs.txt:3222-3273
    """
    bonus = book.field_bonuses.get(match.home.roster.race)
    if bonus is None or bonus.moment != moment or match.away.roster.race in bonus.not_against:
        return
    dice: tuple[int, ...] = ()
    if bonus.dice:
        dice = faces_of((yield Roll(bonus.rolled_by, pool(bonus.dice), f"home_field.{bonus.name}")))
    times = sum(face >= bonus.needs for face in dice) if bonus.dice else 1
    if times:
        _work(match, field, bonus, half, dice, times)
    else:
        match.facts.append(facts.FieldBonus("home", half, bonus.name, bonus.effect, dice, times=0))


def _work(
    match: Match, field: Stadium, bonus: FieldBonus, half: int, dice: tuple[int, ...], times: int
) -> None:
    """LRB4, Racial bonuses; lrb4-cs.txt:3222-3273. ``times``: so many dice worked."""
    home, away = match.home, match.away
    effect = bonus.effect
    before = home.fan_factor if effect in _OWN_FANS else away.fan_factor
    after = 0
    if effect == "quarters":
        after = away.fan_factor = max(0, before - times * -(-before // 4))
    elif effect == "own_fans":
        after = home.fan_factor = before + bonus.amount
    elif effect == "visitors_turn":
        after = home.fan_factor = before + away.fan_factor
        away.fan_factor = 0
    elif effect == "no_visitors":
        away.fan_factor = 0
    elif effect == "extra_player":
        before, after = 0, bonus.amount
        home.smuggled = bonus.amount
    else:
        before, after = _modify(
            *((home, field.modifier) if effect == "home_rolls" else (away, -field.modifier))
        )
    match.facts.append(facts.FieldBonus("home", half, bonus.name, effect, dice, times, before, after))


def _modify(squad: Squad, change: int) -> tuple[int, int]:
    """Changes what is added to rolls with the fan factor. Returns it as it was and as it is."""
    before = squad.fan_factor_modifier
    squad.fan_factor_modifier += change
    return before, squad.fan_factor_modifier


def modifier_after_the_match(book: Book, match: Match, squad: Squad) -> int:
    """What a race's bonus adds to the roll after the match, where a house rule lets it; snotlings cheer before it only.

    Source: LRB4, Racial bonuses; lrb4-cs.txt:3250-3273, 3315-3320
    """
    if not book.fields.modifier_after_match:
        return 0
    cheered = sum(
        fact.after - fact.before
        for fact in match.facts
        if isinstance(fact, facts.FieldBonus) and fact.bonus == SNOTLINGS and fact.side == squad.side
    )
    return squad.fan_factor_modifier - cheered


def _extra_reroll(book: Book, match: Match, field: Stadium, half: int) -> Script[None]:
    """2D6 at the start of each half; the number of the field or more brings the home team a re-roll for that half.

    Source: LRB4, Extra re-roll; lrb4-cs.txt:3214-3219
    """
    total = sum((yield Roll("home", TWO_D6, "home_field.reroll")))
    gained = total == field.reroll_on if book.fields.reroll_exactly else total >= field.reroll_on
    if gained:
        match.home.rerolls[half - 1] += 1
    match.facts.append(facts.FieldReroll("home", half, total, field.reroll_on, gained))


# --- on the pitch ---------------------------------------------------------------------------------------------------


def sending_off(book: Book, match: Match, report: SendingOff) -> Script[bool]:
    """Whether the player must go: the home crowd may frighten the referee who saw a home player foul.

    Source: LRB4, Foul!; lrb4-cs.txt:3203-3213
    """
    if report.side != "home" or report.cause != "foul" or field_of(book, match) is None:
        return True
    die = yield Roll("home", D6, "home_field.foul", report.player)
    if die < book.fields.foul_let_off_on:
        return True
    match.facts.append(facts.LetOff(report.half, report.turn, report.side, report.player))
    return False


def touchdown(book: Book, match: Match, report: Touchdown) -> Script[None]:
    """From the match's second touchdown on, whoever scores, a Not-So-Grandstand may come down on its fans.

    Source: LRB4, Not-So-Grandstand; lrb4-cs.txt:3286-3315
    """
    field = field_of(book, match)
    if field is None or not _ramshackle(match, field):
        return
    rules = book.fields.ramshackle
    count = match.home.score + match.away.score
    row = next((row for row in rules.collapse if count in row.touchdowns), None)
    if row is None:
        return
    total = sum((yield Roll("home", TWO_D6, "home_field.collapse")))
    victims: Side | None = None
    lost = 0
    if total >= row.on:
        victims = (
            "home"
            if sum((yield Roll("home", TWO_D6, "home_field.victims"))) in rules.home_victims
            else "away"
        )
        lost = _bury(book, match.squads[victims], field, rules.fans_lost)
    match.facts.append(facts.Collapse(report.half, report.turn, count, total, row.on, victims, lost))


def _bury(book: Book, squad: Squad, field: Stadium, fans: int) -> int:
    """Takes fans for good, though never the last. Returns how many points of fan factor that cost."""
    lost = max(0, min(fans, lasting_fan_factor(squad) - book.match.fan_factor.minimum))
    if lost:
        squad.fan_factor = max(0, squad.fan_factor - lost)
        squad.events.append(FanFactorChanged(-lost, stored.COLLAPSED.format(stadium=field.name)))
    return lost


def lasting_fan_factor(squad: Squad) -> int:
    """The team's own fan factor, which nothing of this match alone changes, less the fans who died in the match."""
    dead = sum(event.change for event in squad.events if isinstance(event, FanFactorChanged))
    return squad.roster.fan_factor + dead


def after_the_match(book: Book, match: Match) -> None:
    """Two collapses in a match, and the field must be repaired; its special rules rest until it is.

    Source: LRB4, Not-So-Grandstand; lrb4-cs.txt:3316-3317
    """
    field = field_of(book, match)
    if field is None or not _ramshackle(match, field):
        return
    collapses = sum(isinstance(fact, facts.Collapse) and fact.victims is not None for fact in match.facts)
    if collapses >= book.fields.ramshackle.breaks_after:
        match.home.events.append(StadiumState(broken=True))
        match.facts.append(facts.FieldBroken("home", field.name, field.repair_price or 0))
