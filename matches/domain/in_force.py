"""What is in force in a match, side by side, for the table at which it is played: whatever this match alone changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from engine.describe import gain_words, injury_words, stat_words, with_newcomers
from engine.edition import STAT_NAMES, Rules
from engine.editions import edition as edition_of
from engine.match import facts
from engine.match.log import LogPlayer, LogRoster, MatchLog
from engine.match.narrative import narrate
from engine.match.offers import KEY
from engine.questions import SIDES, Side
from engine.replay import Replay, Sheet, SheetPlayer
from engine.words import named, position_named

HIRED_WORDS = {
    "freebooter": gettext_noop("freebooter"),
    "star": gettext_noop("star player"),
    "talent": gettext_noop("talented fan"),
    "journeyman": gettext_noop("journeyman"),
    "mercenary": gettext_noop("mercenary"),
    "raised": gettext_noop("raised from the dead"),
}

_GROUND = (facts.HomeField, facts.FieldBonus, facts.FieldReroll, facts.Collapse)
_HELP = (
    facts.Trophies,
    facts.Ingredients,
    facts.Followers,
    facts.Rune,
    facts.Chef,
    facts.RaisedDead,
)
_OF_THE_TABLE = (facts.HandicapEffect, facts.Improved, facts.Aged)
_MISSING = {"it_wasnt_me": gettext_noop("arrested"), "virus": gettext_noop("a virus")}


@dataclass(frozen=True, slots=True)
class Somebody:
    """A player of whom there is something to say. ``id`` is 0 or less for those who are hired."""

    number: int
    id: int
    name: str
    position: str
    words: str
    stats: tuple[int, int, int, int] = (0, 0, 0, 0)
    skills: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inducement:
    """What was bought for this match: ``left`` of ``bought`` can still be used. ``words`` say what for."""

    name: str
    bought: int
    left: int
    words: str


@dataclass(slots=True)
class Help:
    """A result of the handicap table: its name, and what it did."""

    name: str
    words: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SideInForce:
    """One side. ``rerolls`` are those of this half; ``fan_factor`` holds now, the roster's was ``own_fan_factor``.

    ``strength`` is what the side takes the field with. ``apothecary`` and ``wizard`` in a word or two; ``ground`` and
    ``helped`` are sentences.
    """

    side: Side
    team: str
    strength_name: str
    strength: int
    rerolls: int
    rerolls_by_half: tuple[int, int]
    trophy_rerolls: int
    fan_factor: int
    own_fan_factor: int
    fan_factor_modifier: int
    fame: int
    apothecary: str
    wizard: str
    paid: int
    inducements: tuple[Inducement, ...]
    handicaps: tuple[Help, ...]
    ground: tuple[str, ...]
    helped: tuple[str, ...]
    hired: tuple[Somebody, ...]
    changed: tuple[Somebody, ...]
    out: tuple[Somebody, ...]

    @property
    def special(self) -> bool:
        """Whether there is anything beyond what the roster says."""
        return bool(
            self.handicaps
            or self.inducements
            or self.fame
            or self.ground
            or self.helped
            or self.hired
            or self.changed
            or self.out
            or self.paid
        )


def in_force(log: MatchLog, seen: Replay) -> tuple[SideInForce, ...]:
    """Both sides as they stand where the log ends; nothing where it could not be begun."""
    if not seen.sheets:
        return ()
    known = with_newcomers(log, seen.facts)
    rules = edition_of(log.edition, log.house_rules).rules
    return tuple(_side(known, seen, side, rules) for side in SIDES)


def _side(log: MatchLog, seen: Replay, side: Side, rules: Rules) -> SideInForce:
    sheet = seen.sheets[side]
    roster = log.home if side == "home" else log.away
    half = seen.clock[0]
    own = {one.number: one for one in roster.players}
    return SideInForce(
        side=side,
        team=roster.team,
        strength_name=rules.strength_name,
        strength=sheet.strength,
        rerolls=sheet.rerolls[0 if half == 1 else 1],
        rerolls_by_half=sheet.rerolls,
        trophy_rerolls=sheet.trophy_rerolls,
        fan_factor=sheet.fan_factor,
        own_fan_factor=roster.fan_factor,
        fan_factor_modifier=sheet.fan_factor_modifier,
        fame=sheet.fame,
        apothecary=_apothecary(roster, sheet),
        wizard=gain_words(sheet.wizard),
        paid=sheet.paid,
        inducements=_inducements(rules, seen.facts, sheet, side),
        handicaps=_handicaps(log, seen.facts, side),
        ground=_told(log, seen.facts, side, _GROUND),
        helped=_told(log, seen.facts, side, _HELP),
        hired=tuple(_somebody(one, _(HIRED_WORDS[one.hired])) for one in sheet.players if one.hired),
        changed=tuple(
            _somebody(one, difference_words(own[one.number], one))
            for one in sheet.players
            if one.changed and one.condition == "fit" and one.number in own
        ),
        out=tuple(
            _somebody(one, _why_out(own.get(one.number), one, seen.facts, side))
            for one in sheet.players
            if one.condition != "fit"
        ),
    )


def _apothecary(roster: LogRoster, sheet: Sheet) -> str:
    if not sheet.apothecaries:
        return _("used") if roster.apothecary else _("none")
    if sheet.apothecaries == 1:
        return _("ready")
    return ngettext("{n} ready", "{n} ready", sheet.apothecaries).format(n=sheet.apothecaries)


def _inducements(
    rules: Rules, shown: Iterable[facts.Fact], sheet: Sheet, side: Side
) -> tuple[Inducement, ...]:
    if not sheet.inducements:
        return ()
    words = {one.key: one.words for one in rules.meanings(KEY)}
    bought = {
        fact.name: fact.count for fact in shown if isinstance(fact, facts.Induced) and fact.side == side
    }
    return tuple(
        Inducement(name, bought.get(name, left), left, words.get(name, ""))
        for name, left in sheet.inducements.items()
    )


def _somebody(one: SheetPlayer, words: str) -> Somebody:
    return Somebody(one.number, one.id, one.name, one.position, words, one.stats, one.skills)


def position_words(one: SheetPlayer) -> str:
    """``Blitzer``, and how he came where he plays this match alone: ``Blitzer, freebooter``."""
    return (
        f"{position_named(one.position)}, {_(HIRED_WORDS[one.hired])}"
        if one.hired
        else position_named(one.position)
    )


def difference_words(own: LogPlayer, one: SheetPlayer) -> str:
    """What this match alone gives or takes: ``strength 4 in place of 3, Mighty Blow``."""
    parts = [
        _("{stat} {now} in place of {was}").format(stat=stat_words(name), now=now, was=was)
        for name, was, now in zip(STAT_NAMES, own.stats, one.stats, strict=True)
        if now != was
    ]
    parts += [named(skill) for skill in one.skills if skill not in own.skills]
    return ", ".join(parts)


def _sentence(log: MatchLog, fact: facts.Fact) -> str:
    return " ".join(sentence.text for sentence in narrate(log, (fact,)))


def _told(log: MatchLog, shown: Iterable[facts.Fact], side: Side, kinds: tuple[type, ...]) -> tuple[str, ...]:
    return tuple(
        _sentence(log, fact)
        for fact in shown
        if isinstance(fact, kinds) and getattr(fact, "side", "home") == side
    )


def _handicaps(log: MatchLog, shown: Iterable[facts.Fact], side: Side) -> tuple[Help, ...]:
    found: list[Help] = []
    for fact in shown:
        if isinstance(fact, facts.Handicap) and fact.side == side:
            found.append(Help(fact.name))
        elif isinstance(fact, _OF_THE_TABLE) and fact.side == side and found:
            found[-1].words.append(_sentence(log, fact))
    return tuple(found)


_CONDITIONS = {
    "off": gettext_noop("sent off"),
    "dead": gettext_noop("dead"),
    "hurt": gettext_noop("injured"),
}
_MISSES = gettext_noop("misses the match")
_OUTCOMES = {"dead": gettext_noop("dead"), "badly_hurt": gettext_noop("badly hurt")}


def _why_out(own: LogPlayer | None, one: SheetPlayer, shown: Iterable[facts.Fact], side: Side) -> str:
    """Why somebody cannot play, in a few words: the last thing that befell him."""
    why = _("an injury of an earlier match") if own is not None and own.misses else ""
    for fact in shown:
        why = _befell(fact, side, one.number) or why
    return why or _(_CONDITIONS.get(one.condition, _MISSES))


def _befell(fact: facts.Fact, side: Side, number: int) -> str:
    match fact:
        case facts.Niggling(side=whose, player=who, misses=True) if (whose, who) == (side, number):
            return _("an old injury")
        case facts.HandicapEffect(concerned=whose, players=players) if whose == side and number in players:
            return _(_MISSING[fact.effect]) if fact.effect in _MISSING else ""
        case facts.SendingOff(side=whose, player=who, forgiven=False) if (whose, who) == (side, number):
            return _("sent off")
        case facts.Casualty(side=whose, player=who) if (whose, who) == (side, number):
            return _hurt(fact)
    return ""


def _hurt(fact: facts.Casualty) -> str:
    if fact.outcome == "serious":
        return injury_words(fact.injury, fact.effect, fact.applied, misses=True)
    return _(_OUTCOMES[fact.outcome]) if fact.outcome in _OUTCOMES else ""
