"""Opening a league, changing how it is run, and its seasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import Any, TypedDict, Unpack, cast

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from engine import editions
from engine.acts import clean_name, search_key
from engine.questions import Problem, Refusal
from league.domain import house_rules as rules
from league.domain.languages import in_language_of
from league.domain.names import checked_name, free_slug
from league.domain.roles import Person, require_commissioner, require_staff, viewer
from league.domain.rule_fields import changed_paths
from league.domain.rules import changes_rules, open_book
from league.errors import Conflict
from league.models import DicePolicy, Language, League, Membership, Role, Season, User
from league.signals import rules_changed

POINTS_MAX = 99


class Ways(TypedDict, total=False):
    """How a league is run. ``house_rules`` are paths into the edition's tables with their values."""

    house_rules: Mapping[str, Any]
    dice_policy: str
    language: str
    public: bool
    win_points: int
    draw_points: int
    loss_points: int


class Settings(Ways, total=False):
    """What a commissioner may change."""

    name: str


def settings_of(league: League) -> Settings:
    """As they stand: what ``change_settings`` takes."""
    return Settings(
        name=league.name,
        house_rules=league.house_rules,
        dice_policy=league.dice_policy,
        language=league.language,
        public=league.public,
        win_points=league.win_points,
        draw_points=league.draw_points,
        loss_points=league.loss_points,
    )


def create_league(by: Person, name: str, edition: str = editions.DEFAULT, **ways: Unpack[Ways]) -> League:
    """Opens a league with its first season; who opens it is its first commissioner. Staff only.

    Raises Refusal with everything that is wrong with the settings.
    """
    require_staff(by)
    editions.edition(edition)
    league = League(edition=edition)
    _change(league, {"name": name, **ways})
    with _first_to_take(league.name), transaction.atomic():
        league.slug = free_slug(league.name, League.objects.all(), "league")
        league.save(force_insert=True)
        open_book(league, cast(User, by))
        with in_language_of(league):
            Season.objects.create(league=league, number=1, name=season_name(1))
        Membership.objects.create(league=league, user=cast(User, by), role=Role.COMMISSIONER)
    return league


def change_settings(by: Person, league: League, **settings: Unpack[Settings]) -> League:
    """Changes what is given and leaves the rest. Its address stays with a league for ever; its edition is not set here.

    Rules hold from the league's next act on: they open a rule book, and what depends on the rules in force (ratings,
    star player rolls that are owed) is worked out anew in the same transaction.
    """
    require_commissioner(viewer(by, league))
    with _first_to_take(str(settings.get("name", league.name))), transaction.atomic():
        held = League.objects.select_for_update().get(pk=league.pk)
        before = copy(held)
        fields = _change(held, settings)
        changed = [name for name in fields if getattr(held, name) != getattr(before, name)]
        # Only what was changed: the number of the last act is counted up by others meanwhile.
        held.save(update_fields=fields)
        if changes_rules(changed):
            open_book(held, cast(User, by), before)
            rules_changed.send(sender=League, league=held)
    for name in (*fields, "sequence"):
        setattr(league, name, getattr(held, name))
    return league


def change_house_rules(by: Person, league: League, changes: Mapping[str, Any]) -> League:
    """Sets the house rules that are named and leaves the others. None takes one back to the book.

    Raises Refusal with everything that does not fit; then nothing is changed.
    """
    require_commissioner(viewer(by, league))
    with transaction.atomic():
        held = League.objects.select_for_update().get(pk=league.pk)
        overlay = {path: value for path, value in held.house_rules.items() if path not in changes}
        overlay |= {path: value for path, value in changes.items() if value is not None}
        return change_settings(by, league, house_rules=rules.without_the_book(held.edition, overlay))


def look_at_house_rules(
    by: Person, league: League, changes: Mapping[str, Any]
) -> tuple[tuple[str, str, str], ...]:
    """What ``change_house_rules`` would change: (path, before, after). Nothing is stored. Raises Refusal as it does."""
    require_commissioner(viewer(by, league))
    overlay = {path: value for path, value in league.house_rules.items() if path not in changes}
    overlay |= {path: value for path, value in changes.items() if value is not None}
    checked = rules.check(league.edition, rules.without_the_book(league.edition, overlay))
    return tuple(changed_paths(league.house_rules, checked))


def move_to_edition(by: User, held: League, edition: str, house_rules: Mapping[str, Any]) -> None:
    """The league plays by another edition from its next act on. The league must be held, and its rosters converted."""
    before = copy(held)
    held.edition = edition
    held.house_rules = rules.check(edition, house_rules)
    held.save(update_fields=["edition", "house_rules"])
    open_book(held, by, before)
    rules_changed.send(sender=League, league=held)


@contextmanager
def _first_to_take(name: str) -> Iterator[None]:
    """Two leagues of one name are kept apart by the database where both were checked before either was stored."""
    try:
        yield
    except IntegrityError:
        raise Conflict(
            _("Somebody opened a league named {name} at the same moment. Choose another name.").format(
                name=name
            )
        ) from None


def _change(league: League, settings: Settings) -> list[str]:
    """Sets the fields and returns their names. Raises Refusal with all that is wrong; then nothing is set."""
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, value in settings.items():
        try:
            found |= _checked(league, name, value)
        except Refusal as refusal:
            problems += refusal.problems
    if problems:
        raise Refusal(" ".join(problem.message for problem in problems), tuple(problems))
    for field, value in found.items():
        setattr(league, field, value)
    return list(found)


def _checked(league: League, name: str, value: Any) -> dict[str, Any]:
    """One setting as the fields that it fills."""
    if name == "name":
        cleaned, key = checked_name(value, league)
        return {"name": cleaned, "name_key": key, "search_key": search_key(cleaned)}
    if name == "house_rules":
        return {"house_rules": rules.check(league.edition, value)}
    if name == "dice_policy" and value not in DicePolicy.values:
        raise Refusal(
            _("{policy!r} is no way to roll dice; choose one of {policies}.").format(
                policy=value, policies=", ".join(DicePolicy.values)
            )
        )
    if name == "language" and value and value not in Language.values:
        raise Refusal(
            _("Dugout does not speak {language!r}; choose one of {languages}.").format(
                language=value, languages=", ".join(Language.values)
            )
        )
    if name.endswith("_points") and not -POINTS_MAX <= value <= POINTS_MAX:
        raise Refusal(
            _("Points are between {least} and {most}; {points} are too many.").format(
                least=-POINTS_MAX, most=POINTS_MAX, points=value
            )
        )
    return {name: value}


def season_name(number: int) -> str:
    """What a season is called that nobody has named."""
    return _("Season {number}").format(number=number)


def close_guide(by: Person, league: League) -> None:
    """Its commissioners know what to do: the first steps are shown no more."""
    require_commissioner(viewer(by, league))
    League.objects.filter(pk=league.pk).update(guided=False)


def open_season(by: Person, league: League, name: str = "") -> Season:
    """Closes the current season and opens the next; without a name it is called by its number."""
    require_commissioner(viewer(by, league))
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)
        last = league.seasons.order_by("-number").first()
        number = last.number + 1 if last else 1
        with in_language_of(league):
            called = season_name(number)
        if name:
            called = clean_name(name, _("The season's name"))
        league.seasons.filter(current=True).update(current=False)
        return Season.objects.create(league=league, number=number, name=called)
