"""The next question of a log, as the wizard's template draws it: dice, a choice, or what happened next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext, gettext_noop

from engine.describe import describe_option, describe_question
from engine.edition import Meaning, Stats
from engine.match import offers as shop
from engine.match.log import LogRoster
from engine.questions import SIDES, Choose, Chosen, Question, Refusal, Report, Roll, Side
from engine.replay import Sheet, SheetPlayer
from engine.words import named
from league.models import DicePolicy, League
from matches.domain.in_force import position_words
from matches.domain.wizard import Step
from matches.forms import KINDS, ReportForm
from matches.thumb import role_of, thrown
from teams.portraits import Role, arms_of

_SHELVES: tuple[tuple[shop.Kind, str], ...] = (
    ("star", gettext_noop("Star players")),
    ("freebooter", gettext_noop("Freebooters of the team's own list")),
    ("mercenary", gettext_noop("Mercenaries of the team's own list")),
    ("helper", gettext_noop("For the coach's bench")),
    ("inducement", gettext_noop("Inducements")),
)


ROWS_OF_PADS = 3
"""So many dice have a row of faces each; more are entered one after the other on one pad."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice. ``note`` says what comes of it; players come with what they can do."""

    key: str
    words: str
    picked: bool
    note: str = ""
    stats: Stats | None = None
    skills: tuple[str, ...] = ()
    player: SheetPlayer | None = None
    role: Role = "lineman"


def question_context(
    league: League,
    step: Step,
    typed: QueryDict,
    kind: str,
    refusal: Refusal | None = None,
    given: QueryDict | None = None,
) -> dict[str, Any]:
    """What the template needs to draw the question that comes next. ``typed`` is what was refused, to be mended.

    ``given`` is an answer that is there already, to be changed.
    """
    question = step.question
    if question is None:
        return {}
    prompt = step.edition.prompts.get(question.key)
    found: dict[str, Any] = {
        "asked": describe_question(step.edition, question, step.log, step.replay.facts),
        "heading": named(prompt.label) if prompt else "",
        "about": named(prompt.help) if prompt else "",
        "rule": prompt.rule if prompt else "",
        "meanings": meanings(step, question),
    }
    if isinstance(question, Roll):
        return found | _roll(league, question, thrown(typed or given or typed))
    if isinstance(question, Choose):
        return found | _choice(step, question, (typed or given or typed).getlist("pick"))
    return found | _report(step, question, typed, kind, refusal, given)


def meanings(step: Step, question: Question) -> tuple[Meaning, ...]:
    """What comes of the roll: by a table of the rules, or whom of several players a die picks."""
    if isinstance(question, Roll) and step.replay.counted:
        players = {
            (side, one.number): one for side, sheet in step.replay.sheets.items() for one in sheet.players
        }
        return tuple(
            Meaning(str(place), f"{players[whom].number} {players[whom].name}", position_words(players[whom]))
            for place, whom in enumerate(step.replay.counted, 1)
        )
    return () if isinstance(question, Choose) else step.edition.rules.meanings(question.key)


def _roll(league: League, question: Roll, typed: list[str]) -> dict[str, Any]:
    boxes = [
        (place, typed[place - 1].strip() if place <= len(typed) else "", faces)
        for place, faces in enumerate(question.dice.each, 1)
    ]
    return {
        "roll": question,
        "boxes": boxes,
        "rows": [(place, shown, [str(face) for face in range(1, faces + 1)]) for place, shown, faces in boxes]
        if len(boxes) <= ROWS_OF_PADS
        else [],
        "pad": [str(face) for face in range(1, max(question.dice.each, default=0) + 1)],
        "may_roll": league.dice_policy != DicePolicy.TABLE,
        "may_type": league.dice_policy != DicePolicy.APP,
    }


# --- choices --------------------------------------------------------------------------------------------------------


def _choice(step: Step, question: Choose, picked: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "choice": question,
        "options": options(step, question, picked),
        "arms": arms_of(roster_of(step, question).race),
    }
    if question.prices and all(option.isdecimal() for option in question.options):
        found |= _strengths(step, question)
    return found | _shop(step, question, picked) if question.key == shop.KEY else found


def _strengths(step: Step, question: Choose) -> dict[str, Any]:
    """What both sides are worth, for whoever decides how much gold to move: what the other moved counts already."""
    rosters: dict[Side, LogRoster] = {"home": step.log.home, "away": step.log.away}
    moved = {
        entry.side: int(entry.pick)
        for entry in step.log.entries
        if isinstance(entry, Chosen) and entry.key == question.key and isinstance(entry.pick, str)
    }
    return {
        "strength_name": step.edition.rules.strength_name,
        "strengths": [
            (rosters[side].team, step.replay.sheets[side].strength + moved.get(side, 0)) for side in SIDES
        ],
    }


def options(step: Step, question: Choose, picked: Iterable[str] = ()) -> list[Option]:
    """The options of the question, each with what is known of it."""
    edition = step.edition
    prompt = edition.prompts.get(question.key)
    notes = {meaning.key: meaning.words for meaning in edition.rules.meanings(question.key)}
    notes |= {option: named(words) for option, words in prompt.options.items()} if prompt else {}
    sheet = step.replay.sheets.get(question.side)
    players = {one.number: one for one in sheet.players} if sheet and question.about == "player" else {}
    chosen = set(picked)
    roster = roster_of(step, question)
    found = []
    for option in question.options:
        player = players.get(int(option)) if option.isdecimal() else None
        words = describe_option(question, option, step.log, step.replay.facts)
        found.append(
            Option(option, words, option in chosen, notes.get(option, ""))
            if player is None
            else Option(
                option,
                f"{player.number} {player.name}",
                option in chosen,
                position_words(player),
                player.stats,
                player.skills,
                player,
                role_of(step, roster.race, player),
            )
        )
    return found


def _shop(step: Step, question: Choose, picked: list[str]) -> dict[str, Any]:
    offered = offers_of(step, question)
    sheet = step.replay.sheets[question.side]
    shelves = [(gettext(title), [one for one in offered if one.kind == kind]) for kind, title in _SHELVES]
    return {
        "shop": {
            "team": roster_of(step, question).team,
            "edition": step.edition.shop,
            "purse": purse_of(sheet),
            "taken": sheet.basket,
            "shelves": [(title, found) for title, found in shelves if found],
            "done": shop.DONE,
            "picked": picked,
            "unproven": any(not one.proven for one in offered),
            "armed": any(one.weapon for one in offered),
        }
    }


def purse_of(sheet: Sheet) -> dict[str, int]:
    """Gold pieces of a side that is shopping for a match: what it had, what is spent, and what is left."""
    paid = sum(one.price for one in sheet.basket)
    return {"gold": sheet.purse + paid, "paid": paid, "left": sheet.purse}


def roster_of(step: Step, question: Question) -> LogRoster:
    return step.log.away if getattr(question, "side", "home") == "away" else step.log.home


def offers_of(step: Step, question: Choose) -> tuple[shop.Offer, ...]:
    return shop.offers(step.edition, question, roster_of(step, question))


# --- reports --------------------------------------------------------------------------------------------------------


def _report(
    step: Step,
    question: Report,
    typed: QueryDict,
    kind: str,
    refusal: Refusal | None,
    given: QueryDict | None,
) -> dict[str, Any]:
    offered = [one for one in KINDS if one in question.kinds]
    there = given.get("kind") if given else None
    asked = typed.get("kind") or kind or there
    shown = asked if asked in offered else offered[0]
    sent = typed.get("kind") == shown
    form = ReportForm(
        typed if sent else None,
        kind=shown,
        log=step.log,
        seen=step.replay,
        given=given if there == shown else None,
    )
    if sent and refusal is not None and form.is_valid():
        # The form is filled as it must be; it is the rules that do not allow the report.
        form.add_error(None, refusal.message)
    kinds = [(one, gettext(KINDS[one][0]), one == shown) for one in offered]
    return {"report": question, "form": form, "kind": shown, "kinds": kinds}
