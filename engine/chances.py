"""What an improvement roll may come to, before it falls.

Nothing here knows a table: every face of the dice is driven through the rules that ask for them, and faces that come to
the same are counted together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import msgspec

from engine.acts import drive
from engine.describe import gain_words, injury_words
from engine.edition import Edition
from engine.questions import Choose, Chosen, Question, Roll, Rolled
from engine.roster import Injured, Roster, RosterEvent
from engine.words import capital, either
from engine.words import gettext as _


class Chance(msgspec.Struct, frozen=True):
    """``faces`` of the ``of`` faces of the dice come to this: an offer of gains, another roll, or the end."""

    faces: int
    of: int
    totals: tuple[int, ...]
    """What these dice add up to, each number once, in order."""
    double: bool
    """Every one of these faces shows the same number on all dice."""
    stats: tuple[str, ...] = ()
    """Characteristics on offer: ``ma``, ``st`` ..."""
    skills: tuple[str, ...] = ()
    wider: bool = False
    """More skills are on offer than on the usual faces."""
    rolls_on: str = ""
    """The key of the roll that follows at once."""
    events: tuple[RosterEvent, ...] = ()
    """What comes of it, where nothing else is asked."""

    @property
    def percent(self) -> float:
        return 100 * self.faces / self.of


class Outlook(msgspec.Struct, frozen=True):
    """A roll by the key of its question, and all that it may come to."""

    key: str
    chances: tuple[Chance, ...]


def outlook(
    edition: Edition, roster: Roster, player_id: int, answers: Sequence[Rolled | Chosen] = ()
) -> tuple[Outlook, ...]:
    """The roll that is due after these answers, and the one that comes after the choice that it brings, if any.

    Nothing where no roll is due. Raises Refusal where no improvement is owed.
    """
    question = _next(edition, roster, player_id, answers)
    if not isinstance(question, Roll):
        return ()
    first = Outlook(question.key, _chances(edition, roster, player_id, answers, question))
    rolled = (*answers, _as_answer(question, (1,) * question.dice.count))
    choice = _next(edition, roster, player_id, rolled)
    if not isinstance(choice, Choose):
        return (first,)
    chosen = (*rolled, Chosen(choice.key, choice.side, choice.options[0], choice.player))
    after = _next(edition, roster, player_id, chosen)
    if not isinstance(after, Roll):
        return (first,)
    return (first, Outlook(after.key, _chances(edition, roster, player_id, chosen, after)))


def _next(
    edition: Edition, roster: Roster, player_id: int, answers: Sequence[Rolled | Chosen]
) -> Question | None:
    return drive(edition.rules.improve(roster, player_id), answers, edition, roster).waiting_for


def _as_answer(question: Roll, dice: tuple[int, ...]) -> Rolled:
    return Rolled(question.key, question.side, dice, question.player)


def _chances(
    edition: Edition, roster: Roster, player_id: int, answers: Sequence[Rolled | Chosen], question: Roll
) -> tuple[Chance, ...]:
    """Those without a characteristic first, then by the lowest total."""
    found: dict[Chance, list[tuple[int, ...]]] = {}
    for dice in product(*(range(1, faces + 1) for faces in question.dice.each)):
        given = (*answers, _as_answer(question, dice))
        driven = drive(edition.rules.improve(roster, player_id), given, edition, roster)
        found.setdefault(_kind(driven.waiting_for, driven.events or ()), []).append(dice)
    usual = min((len(kind.skills) for kind in found if kind.skills), default=0)
    of = sum(map(len, found.values()))
    chances = [
        msgspec.structs.replace(
            kind,
            faces=len(faces),
            of=of,
            totals=tuple(sorted({sum(dice) for dice in faces})),
            double=all(len(set(dice)) == 1 for dice in faces),
            wider=len(kind.skills) > usual,
        )
        for kind, faces in found.items()
    ]
    return tuple(
        sorted(chances, key=lambda one: (bool(one.stats), one.totals[0] if one.stats else one.wider))
    )


def _kind(asked: Question | None, events: tuple[RosterEvent, ...]) -> Chance:
    """What a face comes to, not counted yet."""
    if isinstance(asked, Choose):
        stats = tuple(one[1:] for one in asked.options if one.startswith("+"))
        return Chance(
            0, 0, (), False, stats, tuple(one for one in asked.options if one not in _no_skills(stats))
        )
    if isinstance(asked, Roll):
        return Chance(0, 0, (), False, rolls_on=asked.key)
    return Chance(0, 0, (), False, events=tuple(one for one in events if isinstance(one, Injured)))


def _no_skills(stats: Iterable[str]) -> set[str]:
    return {"nothing", *(f"+{stat}" for stat in stats)}


def chance_words(edition: Edition, chance: Chance) -> str:
    """What it is, in a sentence without its end."""
    if chance.rolls_on:
        return _("Another roll: {what}").format(what=_(edition.prompt(chance.rolls_on).label))
    if chance.events:
        return capital(
            "; ".join(
                injury_words(one.injury, one.effect, one.applied, misses=False)
                for one in chance.events
                if isinstance(one, Injured)
            )
        )
    stats = [gain_words(f"+{stat}") for stat in chance.stats]
    if not chance.skills:
        return capital(either(stats)) if stats else _("Nothing happens")
    if not stats:
        return _("A skill as on a double") if chance.wider else _("A skill of the usual kinds")
    if chance.wider:
        return capital(_("{stats}, or a skill as on a double").format(stats=either(stats)))
    return capital(_("{stats}, or a skill of the usual kinds").format(stats=either(stats)))


def categories(edition: Edition, skills: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """How many of these skills each category has, in the order of the edition's list."""
    counts: dict[str, int] = {}
    for name in skills:
        category = edition.skills[name].category
        counts[category] = counts.get(category, 0) + 1
    return tuple(counts.items())


def totals_words(totals: Iterable[int]) -> str:
    """``2``, ``3–9``, ``2, 4, 6, 8``."""
    spans: list[list[int]] = []
    for total in totals:
        if spans and spans[-1][1] == total - 1:
            spans[-1][1] = total
        else:
            spans.append([total, total])
    return ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in spans)
