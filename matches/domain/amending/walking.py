"""Goes through the past from a corrected act on: what happens to every later act that meets a changed roster.

Nothing is read or written here but through ``Past``. A team is affected while its roster is another than the one that
stood; only acts of affected teams are looked at. An act that can happen again and would come out the same happens again
in silence. Every other is an item, and counts as left while nobody has settled it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.edition import Edition
from engine.match.state import Absent
from engine.questions import Refusal
from engine.roster import Converted, MatchPlayed, Roster, RosterEvent, evolve
from league.domain.languages import in_language, in_language_of
from matches.domain.amending import adding, wording
from matches.domain.amending.consequences import Decree, How, Item, Refused, Rewritten, Settled, Settlement
from matches.domain.amending.endings import require_possible
from matches.domain.amending.numbering import Numbering
from matches.domain.amending.past import Chronicle, Past, Step
from matches.domain.amending.soundness import adjusted, new_faults
from matches.domain.amending.wording import Absences
from teams.domain import deriving
from teams.domain.deriving import Circumstances, Derived, Events
from teams.models import Team

Choose = Callable[[Item], Settlement | None]
"""Settles an item that nobody has settled yet, or leaves it."""
Progress = Callable[[int, int], None]
"""Told how many of how many places are done."""

STRIDE = 50
"""Acts between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Planned:
    """What the amendment itself puts in the place of an act."""

    how: How
    events: Events
    parameters: Mapping[str, Any]
    answers: list[Any] | None = None
    restores: int | None = None
    """The act, by primary key, whose answers it has."""
    material: Any = None


@dataclass
class Walk:
    """``settlements`` by place. After ``run`` the other fields say what came of it; rosters by team.

    ``once`` is the past as it stood before what is now undone: an act that stood there, and meets the rosters that it
    met there, needs no settling again.
    """

    past: Past
    planned: Mapping[int, Planned]
    settlements: Mapping[int, Settled]
    choose: Choose | None = None
    progress: Progress | None = None
    once: Past | None = None

    items: list[Item] = field(default_factory=list)
    rewritten: list[Rewritten] = field(default_factory=list)
    now: dict[int, Roster] = field(default_factory=dict)
    """Of the teams that are affected: the roster as it would be."""
    _absences: Absences = field(default_factory=Absences)

    def __post_init__(self) -> None:
        self._numbering = Numbering(self.past)
        self._ledger = Chronicle(self.past)
        self._once = Chronicle(self.once) if self.once is not None else None
        self._stood_once = {step.first for step in self.once.steps} if self.once is not None else set()

    def run(self) -> None:
        """Raises Refusal where what the amendment itself puts into the past cannot be."""
        total = len(self.past.steps)
        for number, step in enumerate(self.past.steps):
            if self.progress and number % STRIDE == 0:
                self.progress(number, total)
            planned = self.planned.get(step.place)
            if planned is not None:
                self._put(number, step, planned)
            elif not self.now.keys().isdisjoint(step.texts):
                self._meet(number, step)
        require_possible(self.past, self.planned, self.now)

    def stood(self, team: int, number: int) -> Roster:
        """The team's roster just before a step, as the ledger has it."""
        place = self.past.steps[number].place if number < len(self.past.steps) else self.past.last + 1
        return self._ledger.before(team, place, lambda: self._likely(number))

    def _likely(self, number: int) -> set[int]:
        """Teams whose rosters will be asked for as well: those of the planned acts, or whoever plays on."""
        planned = {
            team
            for step in self.past.steps
            if (plan := self.planned.get(step.place)) is not None
            for team in {*step.texts, *plan.events}
        }
        if not all(self._ledger.has(team) for team in planned):
            return planned
        return {team for step in self.past.steps[number:] for team in step.texts}

    def final(self) -> dict[int, tuple[Roster, Roster]]:
        """Of every team that comes out differently: the roster as it stands, and as it would."""
        return {
            team: (self.stood(team, len(self.past.steps)), roster)
            for team, roster in sorted(self.now.items())
        }

    # --- the amendment's own acts ---------------------------------------------------------------------------------

    def _put(self, number: int, step: Step, planned: Planned) -> None:
        teams = {*step.texts, *planned.events}
        stood = {team: self.stood(team, number) for team in teams}
        now = {team: self.now.get(team, stood[team]) for team in teams}
        if planned.how == "amended":
            derived = self._numbering.kept(step, now, Derived(planned.events, planned.material))
            planned = replace(planned, events=derived.events, material=derived.material)
        # What is restored had its ids, and has them again.
        events = planned.events
        own = self.settlements.get(step.place)
        decree = own.by if own is not None else None
        if isinstance(decree, Decree):
            fault = _fault_of_added(self.past.books.at(step.place), self.past.teams.values(), now, decree)
            if fault:
                raise Refusal(fault)
            planned, events = self._by_decree(step, planned, decree, events)
        found = _faults(now, events)
        if found and planned.how == "restored":
            self._meet(number, step, planned)
            return
        if found:
            raise Refusal.of(found)
        self.rewritten.append(
            Rewritten(
                step,
                planned.how,
                events,
                planned.parameters,
                planned.answers,
                planned.restores,
                planned.material,
            )
        )
        self._go_on(step, stood, now, events)

    def _by_decree(
        self, step: Step, planned: Planned, decree: Decree, events: Events
    ) -> tuple[Planned, Events]:
        """The amendment's own act, put right by hand. Instead of being undone it stands as it was, but for that."""
        teams = {self.past.teams[team].slug: team for team in {*step.texts, *events}}
        base = step.events if planned.how == "undone" else events
        said = dict(planned.parameters)
        if planned.how == "undone":
            said = {**step.parameters, "reason": said.get("reason", "")}
        said["settled"] = "decree"
        return replace(planned, how="decree", parameters=said), decreed(decree, teams, base)

    # --- the acts after it ----------------------------------------------------------------------------------------

    def _meet(self, number: int, step: Step, planned: Planned | None = None) -> None:
        """An act that stands, or one that is to stand again, meets rosters that may be others."""
        teams = {*step.texts, *planned.events} if planned else set(step.texts)
        stood = {team: self.stood(team, number) for team in teams}
        now = {team: self.now.get(team, stood[team]) for team in teams}
        events = planned.events if planned else step.events
        found = _faults(now, events)
        if not found and self._is_known(step, now):
            self._go_on(step, stood, now, events)
            return
        derived, refused = self._derived(number, step, stood, now, planned)
        if not found and (planned or self._as_before(number, step, stood, now, derived, refused)):
            self._go_on(step, stood, now, events)
            return
        item = self._item(step, stood, now, events, derived, refused, found)
        if item.settlement is None and self.choose is not None:
            chosen = self.choose(item)
            item = self._settled(item, Settled(chosen) if chosen is not None else None)
        self.items.append(item)
        outcome = self._outcome(item, derived)
        if planned is not None or outcome is not None:
            self._rewrite(step, item, events if outcome is None else outcome, derived, planned)
        self._go_on(step, stood, now, events if outcome is None else outcome)

    def _is_known(self, step: Step, now: Mapping[int, Roster]) -> bool:
        """Whether it stood so once, and was let stand."""
        if self._once is None or step.first not in self._stood_once:
            return False
        return all(
            self._once.before(team, step.place, self._everybody_once) == roster
            for team, roster in now.items()
        )

    def _everybody_once(self) -> set[int]:
        return {team for step in self.once.steps for team in step.texts} if self.once is not None else set()

    def _rewrite(
        self, step: Step, item: Item, events: Events, derived: Derived | None, planned: Planned | None
    ) -> None:
        said = dict(planned.parameters if planned else step.parameters)
        said.pop("settled", None)
        if planned is None or item.way not in ("", "leave"):
            said.pop("restores", None)
        how: How
        match item.settlement:
            case Decree():
                how = "decree"
            case "anew" | "adjust" | "void" as way:
                how = way
            case None if not item.can_leave:
                how = "void"
            case _:
                how = "restored"
        if how in ("adjust", "decree"):
            said["settled"] = how
        if how == "void":
            with in_language_of(self.past.league):
                reason = _("It no longer held when what came before it was corrected.")
            said |= {"void": True, "reason": reason}
        material = planned.material if planned else None
        if how == "anew" and derived is not None:
            material = derived.material
        answers, restores = (planned.answers, planned.restores) if planned else (None, None)
        self.rewritten.append(Rewritten(step, how, events, said, answers, restores, material))

    def _derived(
        self,
        number: int,
        step: Step,
        stood: Mapping[int, Roster],
        now: Mapping[int, Roster],
        planned: Planned | None = None,
    ) -> tuple[Derived | None, Refused | None]:
        """What the act would come to on these rosters, with the ids that its players have; or why it cannot."""
        affected = set(self.now)
        if planned is None:
            material = self.past.material(number, affected)
            answers = self.past.answers(number, affected)
        else:
            material = planned.material
            answers = self.past.answers_of(planned.restores) if planned.restores else planned.answers or []
        given = Circumstances(
            edition=self.past.books.at(step.place),
            parameters=planned.parameters if planned else step.parameters,
            answers=answers,
            stood=stood,
            now=now,
            played=planned.events if planned else step.events,
            material=material,
        )
        try:
            derived = deriving.derive(step.kind, given)
            return self._numbering.kept(step, now, derived), None
        except Refusal as refusal:
            return None, Refused(
                refusal.message, _plainly(step.kind, given, refusal), isinstance(refusal, Absent)
            )

    def _as_before(
        self,
        number: int,
        step: Step,
        stood: Mapping[int, Roster],
        now: Mapping[int, Roster],
        derived: Derived | None,
        refused: Refused | None,
    ) -> bool:
        """Whether the act comes out as it did, or differs no more than on the rosters that stood."""
        if derived is not None and _comes_to_the_same(now, derived.events, step.events):
            return True
        if step.kind == "match" and not step.settled:
            # What stands of a match is what its log comes to.
            return False
        was, why_not = self._derived(number, step, stood, stood)
        if derived is None or was is None:
            return derived is was and refused == why_not
        return same(derived.events, was.events)

    def _item(
        self,
        step: Step,
        stood: Mapping[int, Roster],
        now: Mapping[int, Roster],
        events: Events,
        derived: Derived | None,
        refused: Refused | None,
        found: list[str],
    ) -> Item:
        edition = self.past.books.at(step.place)
        if derived is not None:
            wrong = _faults(now, derived.events)
            if wrong:
                with in_language(""):
                    refused = Refused(" ".join(wrong), " ".join(_faults(now, derived.events)))
                derived = None
        anew = derived.events if derived is not None else None
        with in_language(""):
            plainly = tuple(_faults(now, events)) if found else ()
        item = Item(
            step=step,
            tell=self._why,
            adjust=_adjusted,
            teams=tuple(sorted((self.past.teams[team] for team in now), key=lambda one: one.name_key)),
            edition=edition,
            before=now,
            stood=stood,
            events=events,
            anew_events=anew,
            refused=refused,
            impossible=tuple(found),
            plainly=plainly,
            can_leave=not found and not deriving.follows(step.kind),
            can_anew=anew is not None and not same(anew, events),
            settlement=None,
        )
        return self._settled(item, self.settlements.get(step.place))

    def _why(self, item: Item) -> tuple[str, ...]:
        return wording.why(item, self._absences)

    def _settled(self, item: Item, settled: Settled | None) -> Item:
        """The item with this settlement, as far as it is possible, and was decided on what is there to be seen."""
        if settled is None:
            return replace(item, settlement="anew") if item.follows and item.can_anew else item
        fault, wanted = "", settled.by
        if settled.seen and settled.seen != item.seen:
            fault = _("What there is to settle here has changed since it was settled; decide again.")
        elif isinstance(wanted, Decree):
            fault = self._fault_of(item, wanted)
        elif not item.can_be(wanted):
            fault = _("What was decided, to settle this by {way!r}, is no longer possible.").format(
                way=wanted
            )
        return replace(item, fault=fault) if fault else replace(item, settlement=wanted, fault="")

    def _fault_of(self, item: Item, decree: Decree) -> str:
        try:
            events = decreed(decree, {team.slug: team.pk for team in item.teams}, item.events)
        except Refusal as refusal:
            return refusal.message
        added = _fault_of_added(item.edition, item.teams, item.before, decree)
        return added or " ".join(
            one for team in item.before for one in new_faults(item.before[team], events.get(team, ()))
        )

    def _outcome(self, item: Item, derived: Derived | None) -> Events | None:
        """What the act does from now on; None where it is left as it is."""
        match item.settlement:
            case Decree() as decree:
                return decreed(decree, {team.slug: team.pk for team in item.teams}, item.events)
            case "anew":
                return item.anew_events
            case "adjust":
                return item.adjusted_events
            case "void":
                return {}
            case None if not item.can_leave:
                # Nobody has settled it, and as it was it cannot be: so long it counts for nothing.
                return {}
            case _:
                return None

    # --- on to the next -------------------------------------------------------------------------------------------

    def _go_on(
        self, step: Step, stood: Mapping[int, Roster], now: Mapping[int, Roster], events: Events
    ) -> None:
        for team, before in stood.items():
            after = evolve(before, *step.events.get(team, ()))
            told = events.get(team, ())
            would = evolve(now[team], *told)
            self._ledger.goes_on(team, step, after)
            if would == after:
                self.now.pop(team, None)
            else:
                self.now[team] = would
                self._absences.note(team, step, told)


def _faults(rosters: Mapping[int, Roster], events: Events) -> list[str]:
    """Why these events cannot happen to these rosters."""
    return [fault for team in rosters for fault in new_faults(rosters[team], events.get(team, ()))]


def _plainly(kind: str, given: Circumstances, refusal: Refusal) -> str:
    """What it was refused with, in English."""
    if get_language() == settings.LANGUAGE_CODE:
        return refusal.message
    with in_language(""):
        try:
            deriving.derive(kind, given)
        except Refusal as again:
            return again.message
    return ""


def _adjusted(item: Item) -> Events | None:
    """What the act came to without what cannot have been; None where that is no different, nothing, or no help."""
    most = item.edition.creation.numbers_max
    stood, now = item.stood, item.before
    found = {team: adjusted(stood[team], now[team], item.events.get(team, ()), most) for team in now}
    if same(found, item.events) or not any(found.values()):
        return None
    if any(new_faults(now[team], told) for team, told in found.items()):
        return None
    return found


def same(one: Events, other: Events) -> bool:
    """Whether both do the same to every team."""
    return all(one.get(team, ()) == other.get(team, ()) for team in {*one, *other})


def _comes_to_the_same(rosters: Mapping[int, Roster], one: Events, other: Events) -> bool:
    """Whether the rosters are alike after both, by whatever events."""
    if same(one, other):
        return True
    try:
        return deriving.applied(rosters, one) == deriving.applied(rosters, other)
    except Refusal:
        return False


def _fault_of_added(
    edition: Edition, teams: Iterable[Team], rosters: Mapping[int, Roster], decree: Decree
) -> str:
    """Why a decree cannot add what it adds."""
    return " ".join(
        found
        for team in teams
        if team.pk in rosters
        and (found := adding.fault(edition, rosters[team.pk], decree.add.get(team.slug, ())))
    )


def decreed(decree: Decree, teams: Mapping[str, int], events: Events) -> Events:
    """The events without those that are dropped, and with those that are added behind them."""
    for slug in {*decree.drop, *decree.add}:
        if slug not in teams:
            raise Refusal(_("This act does not concern a team with the address {team!r}.").format(team=slug))
    found: dict[int, tuple[RosterEvent, ...]] = {}
    for slug, team in teams.items():
        told = events.get(team, ())
        dropped = set(decree.drop.get(slug, ()))
        beyond = sorted(place for place in dropped if not 0 <= place < len(told))
        if beyond:
            raise Refusal(
                ngettext(
                    "This act did {n} thing to {team}; there is no number {number}.",
                    "This act did {n} things to {team}; there is no number {number}.",
                    len(told),
                ).format(n=len(told), team=slug, number=beyond[0] + 1)
            )
        if any(type(told[place]) is Converted for place in dropped):
            raise Refusal(_("A team cannot stay behind when its league moves to another edition."))
        if any(type(told[place]) is MatchPlayed for place in dropped):
            raise Refusal(_("The match itself cannot be struck; make it void, and its result goes with it."))
        kept = tuple(one for place, one in enumerate(told) if place not in dropped)
        found[team] = (*kept, *decree.add.get(slug, ()))
    return found
