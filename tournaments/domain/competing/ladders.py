"""A ladder: its places, challenges up it, and what becomes of them.

A challenge is a pairing at the ground of who was challenged. It is played, or refused: then the challenger has won, and
nobody's roster changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from engine.contest import ladder as contest
from engine.contest.played import Kind, Played
from engine.questions import Refusal
from league.domain.roles import Forbidden, Person, viewer
from league.errors import Conflict
from league.models import User
from tournaments.domain.competing.access import (
    changing,
    may_organise,
    require_not_archived,
    require_organiser,
    require_running,
)
from tournaments.domain.competing.entering import speaks_for
from tournaments.domain.competing.open_play import matches_of, paired, playing
from tournaments.domain.competing.options import LadderRules, options
from tournaments.domain.competing.outcomes import is_open, outcome_of, record, walk_over_score
from tournaments.domain.competing.pitches import make_fixtures_for, take_back_fixtures
from tournaments.models import Competition, Entry, Format, Pairing, Stage


def ladder_of(stage: Stage) -> contest.Ladder:
    """The ladder as it stands. Ids are the names of the entries, of which its refusals speak.

    Who has a seed starts in its order, above all others, who start in the order in which they entered. Results count
    in the order in which they were decided.
    """
    entries = list(stage.competition.entries.exclude(state=Entry.State.ANNULLED).order_by("number"))
    entries.sort(key=lambda one: (one.seed is None, one.seed or 0, one.number))
    left = [one.name for one in entries if one.state != Entry.State.IN]
    return contest.ladder([one.name for one in entries], _results(stage), _rules(stage), left)


def _results(stage: Stage) -> list[Played]:
    rows = (
        Pairing.objects.filter(round__stage=stage)
        .exclude(home__state=Entry.State.ANNULLED)
        .exclude(away__state=Entry.State.ANNULLED)
        .select_related("home", "away", "fixture__result")
        .annotate(when=Coalesce("fixture__result__played_at", "decided_at"))
        .order_by("when", "pk")
    )
    found = []
    for row in rows:
        outcome = outcome_of(row)
        if outcome is not None and row.away is not None:
            kind: Kind = "forfeit" if outcome == "neither" else "played"
            found.append(Played(row.home.name, row.away.name, outcome, kind=kind))
    return found


def _rules(stage: Stage) -> contest.Rules:
    return cast(LadderRules, options(stage)).rules


def reachable(stage: Stage, entry: Entry, ladder: contest.Ladder, still: Iterable[Pairing]) -> list[str]:
    """The names of the entries that it may challenge, the nearest first. ``ladder`` is ``ladder_of``, and ``still`` are
    pairings of the stage."""
    found = contest.reachable(ladder, entry.name, _rules(stage), _pending(still))
    return [str(one) for one in found]


def why_not(
    stage: Stage, challenger: Entry, challenged: Entry, ladder: contest.Ladder, still: Iterable[Pairing]
) -> str:
    """Why it may not challenge the other, in a sentence; empty where it may. The rest is as with ``reachable``."""
    return contest.why_not(ladder, challenger.name, challenged.name, _rules(stage), _pending(still))


def too_far(stage: Stage, challenger: Entry, challenged: Entry, ladder: contest.Ladder) -> str:
    """What ``why_not`` says of one out of reach, as short as a row of the ladder has room for; else empty."""
    up = ladder.place(challenger.name) - ladder.place(challenged.name)
    reach = _rules(stage).reach
    return (
        _("{up} places up: {reach} at most.").format(up=up, reach=reach)
        if reach is not None and up > reach
        else ""
    )


def _pending(there: Iterable[Pairing]) -> list[contest.Challenge]:
    return [contest.Challenge(cast(Entry, one.away).name, one.home.name) for one in there if is_open(one)]


def challenge(by: Person, stage: Stage, challenger: Entry, challenged: Entry) -> Pairing:
    """Raises Refusal for a challenge downwards, out of reach, of oneself, and for one too many."""
    competition = stage.competition
    organiser = may_organise(viewer(by, competition.league), competition)
    if not organiser and not speaks_for(by, challenger, competition):
        raise Forbidden(
            _("Only the coach of {challenger}, or the organiser, challenges for it.").format(
                challenger=challenger.name
            )
        )
    with changing(competition) as held:
        stage = _running(held, stage)
        there = matches_of(stage)
        ladder = ladder_of(stage)
        contest.challenge(ladder, challenger.name, challenged.name, _rules(stage), _pending(there))
        pairing = paired(stage, there, playing(held, challenged), playing(held, challenger))
        make_fixtures_for([pairing])
    return pairing


def refuse(by: User, pairing: Pairing, reason: str = "") -> Pairing:
    """Who was challenged does not play, so the challenger has won."""
    with changing(pairing.round.stage.competition) as held:
        row = Pairing.objects.select_related("round__stage", "home__team", "away", "fixture__result").get(
            pk=pairing.pk
        )
        row.round.stage = _running(held, row.round.stage)
        if not speaks_for(by, row.home, held):
            require_organiser(by, held)
        if not is_open(row):
            raise Conflict(_("{match} is played, so it cannot be refused.").format(match=row))
        take_back_fixtures(held, [row])
        record(row, "refused", "away", walk_over_score(row.round.stage, "away"), by=by, reason=reason)
    return row


def _running(held: Competition, stage: Stage) -> Stage:
    require_not_archived(held)
    stage = held.stages.get(pk=stage.pk)
    stage.competition = held
    if stage.format != Format.LADDER:
        raise Refusal(_("{stage} is no ladder, so nobody is challenged in it.").format(stage=stage.name))
    require_running(stage)
    return stage
