"""Knockouts: the draw, matches as they become known, and corrections that move on.

``Stage.draw`` keeps what was drawn: ``slots`` with the first round from top to bottom, and ``entrants`` in the order of
their seeds. Who comes into a later match follows from the results each time. A pairing is one game, and ``place`` is
the key of its match in the bracket; games of one match come one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import msgspec
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contest import knockout
from engine.contest.bracket import Bracket, Match, Part
from engine.contest.groups import knockout_of_groups
from engine.contest.played import Id, Outcome, Played
from engine.questions import Refusal
from league.domain.languages import in_language_of
from league.domain.roles import Person
from league.errors import Conflict
from matches.models import Stage as Occasion
from tournaments.domain.competing.draw_options import KnockoutRules
from tournaments.domain.competing.entering import leaves
from tournaments.domain.competing.going_on import field, still_there
from tournaments.domain.competing.options import options
from tournaments.domain.competing.outcomes import (
    forfeit,
    is_open,
    is_reported,
    kind_of,
    outcome_of,
    pairings_of,
    record,
    result_of,
)
from tournaments.domain.competing.paired import in_order, names
from tournaments.domain.competing.pitches import make_fixtures_for, occasion_of, take_back_fixtures
from tournaments.domain.competing.setting_up import begins
from tournaments.domain.competing.tables import standings
from tournaments.models import ELIMINATION, Competition, Entry, Format, Pairing, Round, Stage

BYE = "bye"
"""``Pairing.place`` of a bye of the first round."""
OCCASIONS = {2: Occasion.SEMI_FINAL, 4: Occasion.QUARTER_FINAL}
"""By the most matches that a round can have."""

RoundKey = tuple[Part, int]


def rules_of(stage: Stage) -> KnockoutRules:
    return cast(KnockoutRules, options(stage))


# the draw


@begins(*ELIMINATION)
def begin(by: Person, stage: Stage) -> None:
    """Draws the bracket, unless that was done by hand, and drafts its first round."""
    if "slots" not in stage.draw:
        _draw(stage)
    _draft(stage)


def _draw(stage: Stage) -> None:
    lot = stage.draw.get("lot", 0)
    with names(stage):
        drawn = _drawn(stage, f"{stage.seed}/{lot}" if lot else stage.seed)
    stage.draw = {**stage.draw, "slots": list(drawn.slots), "entrants": list(drawn.entrants)}
    stage.save(update_fields=["draw"])


def _drawn(stage: Stage, lot: str) -> Bracket:
    rules = rules_of(stage)
    how = rules.options(stage.format == Format.DOUBLE)
    there = still_there(stage)
    before = stage.competition.stages.filter(number__lt=stage.number).order_by("number").last()
    if rules.seeding == "table" and not rules.advance:
        order = field(stage, 0)
        return knockout.bracket(order, order, how)
    if before is None or not rules.advance:
        order = [entry.number for entry in in_order(there, rules.seeding, lot)]
        return knockout.bracket(order, order, how)
    before.competition = stage.competition
    left = {entry.number for entry in there}
    tables = [
        [row.entrant for row in table.rows if row.entrant in left] for table in standings(before).values()
    ]
    if len(tables) > 1:
        return knockout_of_groups(tables, rules.advance, extra=rules.extra, options=how)
    if len(tables[0]) < rules.advance:
        said = ngettext(
            "{stage} has {n} entry, so {advance} of it cannot go on.",
            "{stage} has {n} entries, so {advance} of it cannot go on.",
            len(tables[0]),
        )
        raise Refusal(said.format(stage=before.name, n=len(tables[0]), advance=rules.advance))
    best = [*tables[0][: rules.advance], *rules.extra]
    return knockout.bracket(best, best, how)


def bracket_of(stage: Stage) -> Bracket:
    """The bracket as the results have it, by the numbers of the entries. Raises Refusal where it was not drawn, and
    where results contradict each other."""
    drawn = _empty(stage)
    with names(stage):
        return knockout.play(drawn, _results(drawn, _games(stage)))


def _empty(stage: Stage) -> Bracket:
    if "slots" not in stage.draw:
        raise Refusal(_("{stage} is not drawn yet.").format(stage=stage.name))
    how = rules_of(stage).options(stage.format == Format.DOUBLE)
    drawn = knockout.bracket_of_slots(stage.draw["slots"], how)
    entrants = tuple(stage.draw.get("entrants") or drawn.entrants)
    return msgspec.structs.replace(drawn, entrants=entrants)


def _games(stage: Stage) -> dict[str, list[Pairing]]:
    """The games of each match, the first one first."""
    found: dict[str, list[Pairing]] = {}
    for pairing in pairings_of(stage).exclude(place=BYE).order_by("pk"):
        pairing.round.stage = stage
        found.setdefault(pairing.place, []).append(pairing)
    return found


def _results(bracket: Bracket, games: dict[str, list[Pairing]]) -> Iterable[knockout.Result]:
    for match in bracket.matches:
        for number, pairing in enumerate(games.get(match.key, ()), 1):
            game = game_of(pairing)
            if game is None:
                break
            yield knockout.Result(match.key, game, number)


def game_of(pairing: Pairing) -> Played | None:
    """A game that somebody has won; None while it is open, or drawn and not settled."""
    outcome = outcome_of(pairing)
    if outcome not in ("home", "away") or pairing.away is None:
        return None
    return Played(pairing.home.number, pairing.away.number, outcome, kind=kind_of(pairing), neutral=True)


def places(stage: Stage) -> tuple[knockout.Place, ...]:
    """Where everybody came in whose place is certain, by the numbers of the entries."""
    return knockout.places(bracket_of(stage))


# rounds as they become known


def rounds_of(bracket: Bracket) -> dict[RoundKey, int]:
    """The number of each round of the bracket in the order in which they are played."""
    keys = dict.fromkeys((match.part, match.round) for match in bracket.matches)
    return {key: number for number, key in enumerate(keys, 1)}


def occasion(stage: Stage, bracket: Bracket, match: Match) -> Occasion:
    """What a match is played for."""
    if match.part in ("final", "reset"):
        return Occasion.FINAL
    if match.part == "third":
        return Occasion.THIRD_PLACE
    usual = occasion_of(stage.competition)
    usual = Occasion.TOURNAMENT if usual == Occasion.LEAGUE else usual
    if bracket.options.double:
        return usual
    return OCCASIONS.get(2 ** (bracket.rounds - match.round), usual)


def _draft(stage: Stage) -> Round:
    """The first round as a draft, with its byes."""
    bracket = _empty(stage)
    first = bracket.matches[0]
    name = _called(stage, bracket, first)
    round, __ = Round.objects.get_or_create(stage=stage, number=1, defaults={"name": name})
    round.pairings.all().delete()
    entries = _entries(stage)
    matches = [match for match in bracket.open if (match.part, match.round) == (first.part, first.round)]
    rows = [_row(round, match, table, entries) for table, match in enumerate(matches, 1)]
    byes = [
        Pairing(round=round, home=entries[one], kind="bye", outcome="home", place=BYE) for one in bracket.byes
    ]
    Pairing.objects.bulk_create(rows + byes)
    round.name = name
    round.version += 1
    round.save(update_fields=["name", "version"])
    return round


def _called(stage: Stage, bracket: Bracket, match: Match) -> str:
    """The name of the round of a match, which is kept with it."""
    with in_language_of(stage.competition.league):
        return bracket.round_name(match.part, match.round)


def _entries(stage: Stage) -> dict[Id, Entry]:
    return {entry.number: entry for entry in stage.competition.entries.select_related("team", "user")}


def _row(round: Round, match: Match, table: int, entries: dict[Id, Entry]) -> Pairing:
    assert match.home is not None
    assert match.away is not None
    return Pairing(
        round=round, table=table, home=entries[match.home], away=entries[match.away], place=match.key
    )


def follow(stage: Stage) -> Bracket:
    """Brings the rows of a published knockout up to its results; the competition is held.

    Matches whose sides are known are there to be played, those whose sides have changed have the new ones, and what
    waits again is gone. Who left the competition loses every match that he comes into. Raises Refusal where a match
    was played by who does not come into it any more.
    """
    while True:
        bracket = bracket_of(stage)
        _take_away(stage, bracket)
        _set_up(stage, bracket)
        if not _walk_overs(stage, bracket):
            break
    _close_rounds(stage, bracket)
    return bracket


def _take_away(stage: Stage, bracket: Bracket) -> None:
    """Open games of matches that wait, are over, or have other sides."""
    gone = []
    for key, pairings in _games(stage).items():
        match = bracket.get(key)
        for number, pairing in enumerate(pairings, 1):
            if game_of(pairing) is not None or match is None:
                continue
            sides = {pairing.home.number, pairing.away.number if pairing.away else None}
            due = match.state == "open" and number == len(match.games) + 1
            if not due or sides != {match.home, match.away}:
                gone.append(pairing)
    if gone:
        take_back_fixtures(stage.competition, gone)
        Pairing.objects.filter(pk__in=[pairing.pk for pairing in gone]).delete()


def _set_up(stage: Stage, bracket: Bracket) -> None:
    """Games that can be played now, each with its fixture where rosters change."""
    there, entries = _games(stage), _entries(stage)
    numbers = rounds_of(bracket)
    made: dict[Occasion, list[Pairing]] = {}
    for match in bracket.open:
        if len(there.get(match.key, ())) > len(match.games):
            continue
        round, __ = Round.objects.get_or_create(
            stage=stage,
            number=numbers[match.part, match.round],
            defaults={
                "name": _called(stage, bracket, match),
                "state": Round.State.PUBLISHED,
            },
        )
        round.stage = stage
        pairing = _row(round, match, match.place, entries)
        pairing.save()
        made.setdefault(occasion(stage, bracket, match), []).append(pairing)
    for pairing in _without_fixture(stage, bracket, there):
        match = cast(Match, bracket.get(pairing.place))
        made.setdefault(occasion(stage, bracket, match), []).append(pairing)
    for what, pairings in made.items():
        make_fixtures_for(pairings, what)


def _without_fixture(stage: Stage, bracket: Bracket, games: dict[str, list[Pairing]]) -> list[Pairing]:
    """Games of the first round have no fixtures until it is published."""
    if not stage.competition.rosters:
        return []
    return [
        pairing
        for match in bracket.open
        for pairing in games.get(match.key, ())
        if pairing.fixture_id is None and is_open(pairing)
    ]


def _walk_overs(stage: Stage, bracket: Bracket) -> bool:
    """Whether somebody has moved on because the other side plays no more. What was drawn and waits for somebody to be
    named stays as it is."""
    gone = stage.competition.entries.exclude(state=Entry.State.IN).values_list("number", flat=True)
    after = knockout.walked_over(bracket, set(bracket.entrants).intersection(gone))
    games, found = _games(stage), False
    for match in bracket.open:
        there, over = games.get(match.key, []), after.get(match.key)
        at = len(match.games)
        if over is None or len(over.games) == at or len(there) <= at or not is_open(there[at]):
            continue
        pairing, loser = there[at], over.loser
        absent = pairing.home if pairing.home.number == loser else cast(Entry, pairing.away)
        forfeit(pairing, absent, reason=absent.reason)
        found = True
    return found


def _close_rounds(stage: Stage, bracket: Bracket) -> None:
    for (part, number), at in rounds_of(bracket).items():
        matches = [match for match in bracket.matches if (match.part, match.round) == (part, number)]
        over = all(match.state in ("over", "unneeded") for match in matches)
        state = Round.State.CLOSED if over else Round.State.PUBLISHED
        stage.rounds.filter(number=at).exclude(state=Round.State.DRAFT).exclude(state=state).update(
            state=state
        )
    stage.rounds.filter(pairings__isnull=True, number__gt=1).delete()


# corrections


def require_possible(pairing: Pairing, played: Played | None) -> None:
    """Raises Refusal where this result of a game, or taking it back for None, cannot stand in the bracket."""
    stage = pairing.round.stage
    games = _games(stage).get(pairing.place, [])
    number = [game.pk for game in games].index(pairing.pk) + 1
    before = bracket_of(stage)
    if played is None and game_of(games[number - 1]) is None:
        return
    with names(stage):
        knockout.play(before, [knockout.Result(pairing.place, played, number)])


def as_result(pairing: Pairing, outcome: Outcome) -> Played:
    assert pairing.away is not None
    return Played(pairing.home.number, pairing.away.number, outcome, neutral=True)


def results_changed(fixtures: Iterable[int]) -> None:
    """Matches have other results than before: tables are worked out anew, and brackets move on.

    Raises Refusal where a match that one of them leads to in a bracket was played, and has other sides now.
    """
    rows = list(
        Pairing.objects.filter(fixture__in=list(fixtures)).select_related(
            "round__stage__competition__league", "home", "away", "fixture__result"
        )
    )
    for row in rows:
        _settled_anew(row)
    stages = {row.round.stage_id: row.round.stage for row in rows}
    Competition.objects.filter(pk__in={stage.competition_id for stage in stages.values()}).update(
        version=F("version") + 1
    )
    for stage in stages.values():
        if stage.format in ELIMINATION and "slots" in stage.draw:
            try:
                follow(stage)
            except Refusal as refusal:
                said = _("{stage} has gone on since: {what}; undo what follows first.")
                raise Refusal(said.format(stage=stage, what=refusal.message.rstrip("."))) from None


def _settled_anew(row: Pairing) -> None:
    """Who was named the winner of a drawn match is so no more once it is undone, or has a winner of its own."""
    result = result_of(row)
    if not row.outcome:
        return
    if result is None or result.winner:
        record(row, "played", None)
    else:
        scored = (result.home_score, result.away_score, result.home_casualties, result.away_casualties)
        record(row, "played", cast(Outcome, row.outcome), scored, by=row.decided_by, reason=row.reason)


# by hand


def swap_slots(stage: Stage, one: Id, other: Id) -> None:
    """Two change places in a bracket whose first round is a draft."""
    slots = list(stage.draw["slots"])
    for entrant in (one, other):
        if entrant not in slots:
            raise Refusal(
                _("Entry {entrant} is not in the bracket of {stage}.").format(
                    entrant=entrant, stage=stage.name
                )
            )
    first, second = slots.index(one), slots.index(other)
    if first == second:
        raise Refusal(_("An entrant cannot change places with itself."))
    slots[first], slots[second] = other, one
    stage.draw = {**stage.draw, "slots": slots}
    stage.save(update_fields=["draw"])
    _draft(stage)


def redrawn(stage: Stage) -> Round:
    """Another lot for a bracket whose first round is a draft."""
    kept = {key: value for key, value in stage.draw.items() if key not in ("slots", "entrants")}
    stage.draw = {**kept, "lot": stage.draw.get("lot", 0) + 1}
    _draw(stage)
    return _draft(stage)


def undraw(stage: Stage) -> None:
    """A published bracket in which nothing was played is a draft again."""
    pairings = list(pairings_of(stage).exclude(place=BYE))
    if not pairings:
        raise Refusal(
            _("No round of {stage} is published that could be taken back.").format(stage=stage.name)
        )
    told = [str(one) for one in pairings if not is_open(one) or is_reported(one)]
    if told:
        said = _("{stage} has begun: {matches}. Take the results back first.")
        raise Conflict(said.format(stage=stage.name, matches=", ".join(told[:5])))
    take_back_fixtures(stage.competition, pairings)
    for round in stage.rounds.all():
        round.delete()
    _draft(stage)


@leaves(*ELIMINATION)
def left(by: Person, stage: Stage, entry: Entry, how: str) -> None:
    """The opponent of every match that he comes into moves on."""
    if stage.rounds.exclude(state=Round.State.DRAFT).exists():
        follow(stage)
    else:
        _draw(stage)
        _draft(stage)
