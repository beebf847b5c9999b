"""Home fields: bought, built over, and repaired (LRB4, Stadiums; lrb4-cs.txt:3145-3187, 3316-3317, 3333-3335)."""

from __future__ import annotations

import msgspec

from engine import stored
from engine.edition import Edition, Stadium
from engine.questions import Problem, Refusal
from engine.roster import FanFactorChanged, GoldChanged, Roster, RosterEvent, StadiumChanged, StadiumState
from engine.words import gettext as _
from engine.words import gold, named, number


class Offer(msgspec.Struct, frozen=True):
    """A kind of home field as a team may have it. ``price`` is what is still to be paid, in gold pieces.

    ``fan_factor`` is gained once, ``strength`` is what the team's rating is after it. ``problems`` say why it cannot be
    had now.
    """

    stadium: Stadium
    owned: bool
    price: int
    fan_factor: int
    strength: int
    problems: tuple[Problem, ...]


def offers(edition: Edition, roster: Roster) -> tuple[Offer, ...]:
    """Every kind of home field that teams of this race may own, the dearest first."""
    return tuple(
        Offer(
            stadium=kind,
            owned=kind.name == roster.stadium,
            price=_price(kind, roster),
            fan_factor=_fans(edition, kind, roster),
            strength=_strength_with(edition, kind, roster),
            problems=check_build(edition, roster, kind.name),
        )
        for kind in edition.stadiums
        if kind.open_to(roster.race)
    )


def check_build(edition: Edition, roster: Roster, kind: str) -> tuple[Problem, ...]:
    """Everything that is wrong with building this home field."""
    wanted = edition.stadium(kind)
    if wanted is None:
        return (
            Problem(
                _("{edition} has no home field called {kind!r}.").format(
                    edition=named(edition.name), kind=kind
                )
            ),
        )
    if wanted.name == roster.stadium:
        return (
            Problem(
                _("{team} plays on its {stadium} already.").format(
                    team=roster.name, stadium=named(wanted.name)
                )
            ),
        )
    problems = []
    if not wanted.open_to(roster.race):
        problems.append(
            _("The home field {stadium} is not for {race} teams.").format(
                stadium=named(wanted.name), race=named(roster.race)
            )
        )
    owned = edition.stadium(roster.stadium)
    if owned is not None and wanted.price < owned.price:
        problems.append(
            _("{team} owns the better home field {owned}; it cannot be built back to {stadium}.").format(
                team=roster.name, owned=named(owned.name), stadium=named(wanted.name)
            )
        )
    price = _price(wanted, roster)
    if price > roster.treasury:
        problems.append(
            _("This costs {price}; the treasury holds {treasury}, {few} too few.").format(
                price=gold(price), treasury=number(roster.treasury), few=number(price - roster.treasury)
            )
        )
    return tuple(Problem(text) for text in problems)


def build(edition: Edition, roster: Roster, kind: str) -> tuple[RosterEvent, ...]:
    """Buys a home field, or makes a better one of that which the team owns, for the difference of the prices.

    The fan factor gains what the new kind brings, less what the old one brought. Raises Refusal with every problem.
    """
    problems = check_build(edition, roster, kind)
    wanted = edition.stadium(kind)
    if problems or wanted is None:
        raise Refusal(" ".join(one.message for one in problems), problems)
    price, fans = _price(wanted, roster), _fans(edition, wanted, roster)
    what = (
        stored.FIELD_IN_PLACE.format(stadium=wanted.name, former=roster.stadium)
        if roster.stadium
        else wanted.name
    )
    events: list[RosterEvent] = [GoldChanged(-price, what)] if price else []
    events.append(StadiumChanged(wanted.name, _worth(wanted, roster)))
    if roster.stadium_broken:
        events.append(StadiumState(broken=False))
    if fans:
        events.append(FanFactorChanged(fans, stored.NEW_FIELD))
    return tuple(events)


def repair_price(edition: Edition, roster: Roster) -> int | None:
    """Gold pieces that the repair of the team's home field costs; nothing where it needs none."""
    owned = edition.stadium(roster.stadium)
    return owned.repair_price if owned is not None and roster.stadium_broken else None


def check_repair(edition: Edition, roster: Roster) -> tuple[Problem, ...]:
    """Everything that is wrong with repairing the home field."""
    if not roster.stadium:
        return (Problem(_("{team} has no home field.").format(team=roster.name)),)
    price = repair_price(edition, roster)
    if price is None:
        return (
            Problem(
                _("The {stadium} of {team} needs no repair.").format(
                    stadium=named(roster.stadium), team=roster.name
                )
            ),
        )
    if price > roster.treasury:
        few = price - roster.treasury
        text = _("The repair costs {price}; the treasury holds {treasury}, {few} too few.").format(
            price=gold(price), treasury=number(roster.treasury), few=number(few)
        )
        return (Problem(text),)
    return ()


def repair(edition: Edition, roster: Roster) -> tuple[RosterEvent, ...]:
    """Makes a home field that broke down whole again, whose special rules then count. Raises Refusal."""
    problems = check_repair(edition, roster)
    if problems:
        raise Refusal(" ".join(one.message for one in problems), problems)
    price = repair_price(edition, roster) or 0
    return GoldChanged(-price, stored.FIELD_REPAIR.format(stadium=roster.stadium)), StadiumState(broken=False)


def _price(wanted: Stadium, roster: Roster) -> int:
    """The difference to what the field that the team owns is worth; never less than nothing."""
    return max(0, wanted.price - roster.stadium_value)


def _worth(wanted: Stadium, roster: Roster) -> int:
    """Gold pieces that it adds to the team's worth: what was paid for the field so far is not lost in a better one."""
    return max(wanted.price, roster.stadium_value)


def _fans(edition: Edition, wanted: Stadium, roster: Roster) -> int:
    owned = edition.stadium(roster.stadium)
    return max(0, wanted.fan_factor - (owned.fan_factor if owned else 0))


def _strength_with(edition: Edition, wanted: Stadium, roster: Roster) -> int:
    """What the rating comes to: the gold spent is still in it, and the new fans are worth something too."""
    built = msgspec.structs.replace(
        roster,
        treasury=roster.treasury - _price(wanted, roster),
        stadium=wanted.name,
        stadium_value=_worth(wanted, roster),
        fan_factor=roster.fan_factor + _fans(edition, wanted, roster),
    )
    return edition.rules.strength(built)
