"""Works out what an amendment would change: the plan for its own acts, and the walk through everything after them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.acts import drive
from engine.edition import Edition
from engine.editions import edition as edition_of
from engine.match.log import MatchLog as Document
from engine.match.log import decode_log
from engine.questions import Chosen, Problem, Refusal, Rolled
from engine.replay import replay
from engine.roster import Roster, decode_events
from league.models import League, User
from matches.domain import deriving as matchwise
from matches.domain.amending.consequences import (
    WAYS,
    Consequences,
    Decree,
    MatchChange,
    Rewritten,
    Settled,
    Settlement,
    TeamChange,
)
from matches.domain.amending.past import Past
from matches.domain.amending.undoing import require_can_undo
from matches.domain.amending.walking import Choose, Planned, Progress, Walk
from matches.domain.deriving import Kept, Played
from matches.domain.previewing import differences
from matches.models import Amendment, Fixture, Result
from teams.domain import decreeing, deriving
from teams.domain.ledger import standings_of
from teams.models import Act, Improvement, RosterEvents, Team

NOTES = 5
"""Differences between rosters that are named; what follows is counted."""


def settlements_of(amendment: Amendment) -> dict[int, Settled]:
    """By place. Raises Refusal where the amendment's own act was decreed for another log than it has now."""
    found = {int(place): _decode(told) for place, told in amendment.settlements.items()}
    own = found.get(amendment.act.place) if amendment.log is not None else None
    if own is not None and own.seen and own.seen != own_mark(amendment):
        raise Refusal(
            _("The log was changed since its outcome was put right by decree; make the decree again.")
        )
    return found


def own_mark(amendment: Amendment) -> str:
    """What a decree for the amendment's own act is made on."""
    return amendment.log.digest if amendment.log is not None else ""


def _decode(told: Any) -> Settled:
    if isinstance(told, dict) and "seen" in told:
        return Settled(decode_settlement(told["by"]), told["seen"])
    return Settled(decode_settlement(told))


def decode_settlement(told: Any) -> Settlement:
    """A word, or ``{"decree": {"drop": ..., "add": ...}}``. Raises Refusal for anything else."""
    if isinstance(told, str):
        for way in WAYS:
            if told == way:
                return way
        raise Refusal(
            _("Nothing can be settled by {way!r}: it is {ways}, or a decree.").format(
                way=told, ways=", ".join(WAYS)
            )
        )
    if isinstance(told, Decree):
        return told
    if not isinstance(told, dict) or set(told) != {"decree"}:
        raise Refusal(_("A settlement is a word, or an object with a decree."))
    try:
        return msgspec.convert(told["decree"], Decree)
    except msgspec.ValidationError as fault:
        raise Refusal(_("The decree cannot be read: {fault}.").format(fault=fault)) from None


def encode_settlement(settlement: Settlement, seen: str = "") -> Any:
    """``seen`` is the mark of what it was decided on."""
    told = {"decree": msgspec.to_builtins(settlement)} if isinstance(settlement, Decree) else settlement
    return {"by": told, "seen": seen} if seen else told


def walk(amendment: Amendment, choose: Choose | None = None, progress: Progress | None = None) -> Walk:
    """Raises Refusal where the amendment itself cannot be: its log has a problem, what it puts there cannot happen."""
    league = amendment.league
    plan = _plan(amendment)
    if not plan:
        raise Refusal(
            _("Nothing of this amendment is left to be undone: all of it was corrected again since.")
        )
    past = Past(league, min(plan))
    gone = plan.keys() - {step.place for step in past.steps}
    if gone:
        raise Refusal(_("What is to be corrected no longer stands."))
    act = amendment.act
    undoes = amendment.log is None and act.amendment_id == act.pk
    once = Past(league, past.place, until=act.sequence) if undoes else None
    found = Walk(past, plan, settlements_of(amendment), choose, progress, once)
    found.run()
    return found


def consequences(
    amendment: Amendment, choose: Choose | None = None, progress: Progress | None = None
) -> Consequences:
    """Everything that the amendment would change as it is settled now. Nothing is stored.

    Items that are not settled count as left as they were played.
    """
    sequence = League.objects.values_list("sequence", flat=True).get(pk=amendment.league_id)
    try:
        gone = walk(amendment, choose, progress)
    except Refusal as refusal:
        return Consequences(sequence, problem=refusal.problems[0])
    notes = (*_head_notes(amendment, gone.past), *_coach_notes(gone))
    return _told(gone, sequence, notes)


def _told(gone: Walk, sequence: int, notes: Iterable[str]) -> Consequences:
    """What a walk found."""
    edition = gone.past.league.rules
    changed = gone.final()
    teams = sorted(
        (TeamChange(gone.past.teams[pk], before, after, edition) for pk, (before, after) in changed.items()),
        key=lambda one: one.team.name_key,
    )
    return Consequences(
        sequence,
        items=tuple(gone.items),
        teams=tuple(teams),
        matches=tuple(_matches(gone)),
        notes=(*notes, *_improvements(edition, changed)),
        rewritten=tuple(gone.rewritten),
    )


# --- the amendment's own acts -------------------------------------------------------------------------------------


def _plan(amendment: Amendment) -> dict[int, Planned]:
    act = amendment.act
    if act.replaced_by_id is not None and not stands_again(act):
        raise Refusal(
            _("Act {number} no longer stands: it was corrected meanwhile.").format(number=act.sequence)
        )
    if amendment.log is not None:
        return {act.place: _amended(amendment)}
    if act.amendment_id == act.pk:
        return _restored(act, amendment.reason)
    require_can_undo(act)
    said = {**act.parameters, "void": True, "reason": amendment.reason}
    said.pop("restores", None)
    return {act.place: Planned("undone", {}, said)}


def _amended(amendment: Amendment) -> Planned:
    log, act = amendment.log, amendment.act
    assert log is not None
    fixture = log.fixture
    document = decode_log(log.document.encode())
    kept = Kept(log.pk, fixture.pk, fixture.home_id, fixture.away_id, log.document)
    derived = matchwise.play(kept, document, edition_of(document.edition, document.house_rules))
    said = {**act.parameters, "log": log.digest, "reason": amendment.reason}
    for word in ("settled", "restores"):
        said.pop(word, None)
    answers = [msgspec.to_builtins(entry) for entry in document.entries]
    return Planned("amended", derived.events, said, answers, material=derived.material)


def stands_again(act: Act) -> bool:
    """Whether an act that was replaced has been restored: another one stands in its place and says the same."""
    there = Act.objects.filter(league=act.league_id, place=act.place, replaced_by=None).first()
    return there is not None and _says_what(there, act)


def _restored(head: Act, reason: str) -> dict[int, Planned]:
    """What each act of an amendment replaced; an act that was corrected again since stays as it is now."""
    acts = {one.pk: one for one in Act.objects.filter(amendment=head).order_by("place").defer("answers")}
    before = Act.objects.filter(replaced_by__amendment=head).defer("answers")
    old = {one.replaced_by_id: one for one in before if one.replaced_by_id in acts}
    standing = Act.objects.filter(league=head.league_id, replaced_by=None, place__gte=head.place)
    stands = {one.place: one for one in standing.filter(place__in=[one.place for one in acts.values()])}
    again = {pk: old[pk] for pk, one in acts.items() if pk in old and _says_what(stands[one.place], one)}
    events: dict[int, dict[int, Any]] = {}
    for row in RosterEvents.objects.filter(act__in=[one.pk for one in again.values()]):
        events.setdefault(row.act_id, {})[row.team_id] = decode_events(row.events)
    materials: dict[int, Any] = {}
    for kind in {one.kind for one in again.values()}:
        said = {one.pk: one.parameters for one in again.values() if one.kind == kind}
        materials |= deriving.materials(head.league, kind, said)
    return {
        one.place: Planned(
            "restored",
            events.get(one.pk, {}),
            {
                **one.parameters,
                "restores": one.parameters.get("restores", one.sequence),
                # A decree has a reason of its own, and is restored with it.
                **({"reason": reason} if pk == head.pk and one.kind != decreeing.KIND else {}),
            },
            restores=one.pk,
            material=materials.get(one.pk),
        )
        for pk, one in again.items()
    }


def _says_what(standing: Act, act: Act) -> bool:
    """Whether they are one act, or one restores the other: what is restored keeps the number that it first had."""
    first, second = (one.parameters.get("restores", one.sequence) for one in (standing, act))
    return bool(first == second)


def with_head_of_now(amendment: Amendment) -> Document:
    """The log of the amendment with the rosters as they stand just before its match."""
    log, act = amendment.log, amendment.act
    assert log is not None
    past = Past(amendment.league, act.place)
    document = decode_log(log.document.encode())
    edition = edition_of(document.edition, document.house_rules)
    home, away = log.fixture.home_id, log.fixture.away_id
    return msgspec.structs.replace(
        document,
        home=matchwise.of_now(edition, document.home, past.before(home, (away,))),
        away=matchwise.of_now(edition, document.away, past.before(away, (home,))),
    )


# --- what else is told --------------------------------------------------------------------------------------------


def _matches(gone: Walk) -> Iterable[MatchChange]:
    """Matches whose result is written anew, in the order of the ledger: one query."""
    rewritten = [one for one in gone.rewritten if one.step.kind == "match" and "fixture" in one.parameters]
    numbers = [one.parameters["fixture"] for one in rewritten]
    fixtures = {
        fixture.number: fixture
        for fixture in Fixture.objects.filter(league=gone.past.league, number__in=numbers).select_related(
            "home", "away", "result"
        )
    }
    for one in rewritten:
        fixture = fixtures.get(one.parameters["fixture"])
        if fixture is not None:
            before = _score(getattr(fixture, "result", None))
            after = _score_after(one, before)
            yield MatchChange(
                fixture.number, fixture.round, fixture.home.name, fixture.away.name, one.how, before, after
            )


def _score(result: Result | None) -> str:
    return f"{result.home_score}-{result.away_score}" if result is not None else ""


def _score_after(one: Rewritten, before: str) -> str:
    if one.parameters.get("void") or one.how in ("undone", "void"):
        return ""
    if isinstance(one.material, Played) and one.material.seen.outcome is not None:
        outcome = one.material.seen.outcome
        return f"{outcome.home_score}-{outcome.away_score}"
    if isinstance(one.material, Kept):
        score = replay(one.material.document).score
        return f"{score[0]}-{score[1]}"
    return before


def _head_notes(amendment: Amendment, past: Past) -> Iterable[str]:
    """Where a corrected log has other rosters than the log that stands, and than the ledger: one query, and the past's.

    A correction may bring a head of its own, and what nobody reported, nobody would look for.
    """
    log = amendment.log
    standing = Result.objects.select_related("log").filter(act=amendment.act).first() if log else None
    if log is None or standing is None:
        return ()
    new, old = (decode_log(row.document.encode()) for row in (log, standing.log))
    if (new.home, new.away) == (old.home, old.away):
        return ()
    home, away = log.fixture.home_id, log.fixture.away_id
    edition = edition_of(new.edition, new.house_rules)
    found = differences(edition, new, (past.before(home, (away,)), past.before(away, (home,))))
    notes = [
        _(
            "The rosters of the corrected log are not those of the match: {team}, {what}: {log} in the log, {ledger} "
            "in the ledger just before it."
        ).format(team=one.team, what=one.what, log=one.log, ledger=one.ledger)
        for one in found[:NOTES]
    ]
    if len(found) > NOTES:
        more = len(found) - NOTES
        notes.append(
            ngettext(
                "The rosters of the corrected log differ in {n} more place.",
                "The rosters of the corrected log differ in {n} more places.",
                more,
            ).format(n=more)
        )
    return notes


def _coach_notes(gone: Walk) -> Iterable[str]:
    """Who would get a team without being in the league: nothing, and no query, where no hand-over is concerned."""
    past = gone.past
    handed = [one for one in past.steps if one.place in gone.planned and one.kind == "hand_over"]
    if not handed:
        return
    instead = {place: one.parameters for place, one in gone.planned.items()}
    said = standings_of(past.league, instead=instead)
    for slug in sorted({one.parameters["team"] for one in handed}):
        name = said[slug].coach or ""
        team = Team.objects.select_related("coach").get(league=past.league, slug=slug)
        if not name or (team.coach is not None and team.coach.username == name):
            continue
        if not User.objects.filter(username=name).exists():
            yield _(
                "{team} would go to {person}, whose account is gone, and so stays with whoever has it."
            ).format(team=team.name, person=name)
        elif not past.league.memberships.filter(user__username=name).exists():
            yield _(
                "{team} would go to {person}, who is not in {league} any more: hand it over again."
            ).format(team=team.name, person=name, league=past.league.name)


def _improvements(edition: Edition, changed: Mapping[int, tuple[Roster, Roster]]) -> Iterable[str]:
    """Star player rolls in progress whose answers would no longer fit: one query."""
    for row in Improvement.objects.filter(team__in=changed.keys(), open=True):
        before, after = changed[row.team_id]
        fits = _drives(edition, before, row)[0]
        still, why = _drives(edition, after, row)
        if fits and not still:
            yield _(
                "An improvement roll of {team} is in progress, and its answers would no longer fit: {problem}"
            ).format(team=after.name, problem=why)


def _drives(edition: Edition, roster: Roster, row: Improvement) -> tuple[bool, str]:
    answers = msgspec.convert(row.answers, tuple[Rolled | Chosen, ...])
    try:
        driven = drive(edition.rules.improve(roster, row.player), answers, edition, roster)
    except Refusal as refusal:
        return False, refusal.message
    problem: Problem | None = driven.problem
    return problem is None, problem.message if problem else ""
