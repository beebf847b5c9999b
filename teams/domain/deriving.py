"""What an act would come to if it were made again: with its own parameters and answers, on other rosters.

Each kind of act has its deriver. An act of a kind without one comes to what it came to: its events say all there is to
know. An app above registers the kinds that it brings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from engine import acts
from engine.acts import Draft, Purchase, drive
from engine.describe import describe_question
from engine.edition import Edition
from engine.questions import Chosen, Refusal, Rolled
from engine.roster import Hired, Joined, Roster, RosterEvent, evolve
from league.models import League

Events = Mapping[int, tuple[RosterEvent, ...]]
"""Roster events by the primary key of the team."""

OWN_WORDS = frozenset(("team", "void", "reason", "restores", "settled"))
"""Parameters that say where an act belongs and what became of it, and nothing of what it does."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """An act of the past and the rosters that it meets now. Rosters and events are by the team's primary key.

    ``edition`` is the one in force at the act's place. ``stood`` are the rosters just before the act as the ledger has
    them, ``now`` as they would be; both hold every team that the act concerns. ``played`` is what the act came to.
    ``material`` is what the loader of its kind brought for it.
    """

    edition: Edition
    parameters: Mapping[str, Any]
    answers: Sequence[Any]
    stood: Mapping[int, Roster]
    now: Mapping[int, Roster]
    played: Events
    material: Any = None

    @property
    def team(self) -> int:
        """The one team of the act."""
        (pk,) = self.played
        return pk

    @property
    def roster(self) -> Roster:
        return self.now[self.team]

    @property
    def wanted(self) -> dict[str, Any]:
        """The parameters that say what is done."""
        return {name: value for name, value in self.parameters.items() if name not in OWN_WORDS}


@dataclass(frozen=True, slots=True)
class Derived:
    """What the act would come to. ``material`` is for whoever writes more than rosters: a match has its result."""

    events: Events
    material: Any = field(default=None, compare=False)


Deriver = Callable[[Circumstances], Derived]
Loader = Callable[[League, Mapping[int, Mapping[str, Any]]], Mapping[int, Any]]
"""Of acts of one kind, by primary key with their parameters: what each is derived from beside its answers."""

_derivers: dict[str, Deriver] = {}
_following: set[str] = set()
_loaders: dict[str, Loader] = {}


def deriver(kind: str, follows: bool = False) -> Callable[[Deriver], Deriver]:
    """Registers how acts of this kind are derived.

    ``follows``: such an act is nothing but what follows from the rosters that it meets. Where they are corrected it is
    derived anew, and cannot be left as it was, struck or adjusted.
    """

    def register(derive: Deriver) -> Deriver:
        _derivers[kind] = derive
        if follows:
            _following.add(kind)
        return derive

    return register


def loader(kind: str) -> Callable[[Loader], Loader]:
    """Registers where the material of acts of this kind comes from."""

    def register(load: Loader) -> Loader:
        _loaders[kind] = load
        return load

    return register


def can_derive(kind: str) -> bool:
    return kind in _derivers


def follows(kind: str) -> bool:
    return kind in _following


def materials(league: League, kind: str, of: Mapping[int, Mapping[str, Any]]) -> Mapping[int, Any]:
    load = _loaders.get(kind)
    return load(league, of) if load and of else {}


def derive(kind: str, given: Circumstances) -> Derived:
    """Raises Refusal where the act could not be made on these rosters."""
    find = _derivers.get(kind)
    try:
        return find(given) if find else Derived(given.played)
    except msgspec.ValidationError as fault:
        raise Refusal(
            _("What the ledger keeps of this act can no longer be read: {fault}.").format(fault=fault)
        ) from None


# --- players who sign -------------------------------------------------------------------------------------------


def signed(events: Iterable[RosterEvent]) -> tuple[int, ...]:
    """Ids of the players who sign, in order."""
    return tuple(
        event.player if isinstance(event, Hired) else event.record.id
        for event in events
        if isinstance(event, Hired | Joined)
    )


def with_ids(events: tuple[RosterEvent, ...], ids: Mapping[int, int]) -> tuple[RosterEvent, ...]:
    """The events with other ids for some players."""
    if all(old == new for old, new in ids.items()):
        return events
    return tuple(_with_ids(event, ids) for event in events)


def _with_ids(event: Any, ids: Mapping[int, int]) -> Any:
    change: dict[str, Any] = {}
    if isinstance(event, Joined):
        record = event.record
        change["record"] = msgspec.structs.replace(record, id=ids.get(record.id, record.id))
    elif hasattr(event, "player"):
        change["player"] = ids.get(event.player, event.player)
    elif hasattr(event, "played"):
        change["played"] = tuple(ids.get(one, one) for one in event.played)
    return msgspec.structs.replace(event, **change) if change else event


# --- the kinds of acts of this app ------------------------------------------------------------------------------

Decide = Callable[[Edition, Roster, dict[str, Any]], tuple[RosterEvent, ...]]


def _of_one_team(kind: str, decide: Decide) -> None:
    """An act of one team that asks nothing: the engine's verb with the parameters of the act."""

    @deriver(kind)
    def derive_it(given: Circumstances) -> Derived:
        return Derived({given.team: decide(given.edition, given.roster, given.wanted)})


def _drop(edition: Edition, roster: Roster, said: dict[str, Any]) -> tuple[RosterEvent, ...]:
    if said["staff"] == "rerolls":
        return acts.drop_rerolls(edition, roster, said["count"])
    return acts.drop_staff(edition, roster, said["staff"], said["count"])


def _renumber(edition: Edition, roster: Roster, said: dict[str, Any]) -> tuple[RosterEvent, ...]:
    return acts.renumber(edition, roster, {int(one): number for one, number in said["numbers"].items()})


_of_one_team(
    "draft", lambda edition, roster, said: acts.draft(edition, msgspec.convert(said["draft"], Draft))
)
_of_one_team(
    "buy", lambda edition, roster, said: acts.purchase(edition, roster, msgspec.convert(said, Purchase))
)
_of_one_team("build", lambda edition, roster, said: acts.build(edition, roster, said["stadium"]))
_of_one_team("repair", lambda edition, roster, said: acts.repair(edition, roster))
_of_one_team("dismiss", lambda edition, roster, said: acts.dismiss(edition, roster, said["player"]))
_of_one_team(
    "retire",
    lambda edition, roster, said: acts.retire(edition, roster, said["player"], said["becomes_assistant"]),
)
_of_one_team("drop", _drop)
_of_one_team("rename", lambda edition, roster, said: acts.rename_team(edition, roster, said["name"]))
_of_one_team(
    "rename_player",
    lambda edition, roster, said: acts.rename_player(edition, roster, said["player"], said["name"]),
)
_of_one_team("renumber", _renumber)


@deriver("improve")
def _improve(given: Circumstances) -> Derived:
    """A star player roll with the dice and the choice of then."""
    edition, roster = given.edition, given.roster
    answers = msgspec.convert(given.answers, tuple[Rolled | Chosen, ...])
    script = edition.rules.improve(roster, given.parameters["player"])
    driven = drive(script, answers, edition, roster)
    if driven.problem is not None:
        raise Refusal(driven.problem.message, (driven.problem,), driven.problem.rule)
    if driven.waiting_for is not None:
        asked = describe_question(edition, driven.waiting_for, roster)
        raise Refusal(_("The star player roll would take one more answer: {question}").format(question=asked))
    return Derived({given.team: driven.events or ()})


def applied(rosters: Mapping[int, Roster], events: Events) -> dict[int, Roster]:
    """The rosters after the events. Raises Refusal for an event that a roster cannot have."""
    return {pk: evolve(roster, *events.get(pk, ())) for pk, roster in rosters.items()}
