"""From the end of the play-off to the trophy: who goes on, who meets whom, and what is put right on the way.

Source: LRB4, Running a tournament; lrb4-cs.txt:2991-3002
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec
from msgspec.structs import replace

from engine.contest.majors.challenges import open_challenges
from engine.contest.majors.table import shuffled, table
from engine.contest.majors.values import (
    QUARTER_FINALISTS,
    SEMI_FINALISTS,
    Draw,
    Key,
    Major,
    Stage,
    stage_words,
)
from engine.contest.majors.verbs import check_decided
from engine.contest.played import Id, Played, check
from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import listed, named


class Honours(msgspec.Struct, frozen=True):
    """Who came first, second and third. Both losers of the semi-finals are third where they did not play for it."""

    winner: Id
    finalist: Id
    third: tuple[Id, ...]
    fourth: Id | None = None


def qualify(major: Major, ratings: Mapping[Key, int], seed: str, despite_challenges: bool = False) -> Major:
    """Ends the play-off: four teams go on, or eight where there are quarter-finals.

    A lot is drawn only between teams that nothing else tells apart and that cannot all go on. Raises Refusal while
    challenges are open, unless told to go on ``despite_challenges``, and for too few teams.
    """
    if major.over:
        raise Refusal(_("The play-off of the {major} is over already.").format(major=named(major.name)))
    entered = len(major.standing)
    places = QUARTER_FINALISTS if major.has_quarter_finals() else SEMI_FINALISTS
    if entered < places:
        what = _("Quarter-finals") if places == QUARTER_FINALISTS else _("Semi-finals")
        raise Refusal(
            _("{what} take {places} teams, and {entered} are in the {major}.").format(
                what=what, places=places, entered=entered, major=named(major.name)
            )
        )
    waiting = open_challenges(major)
    if waiting and not despite_challenges:
        pairs = [
            _("of {challenger} to {opponent}").format(
                challenger=major.called(one.challenger), opponent=major.called(one.opponent)
            )
            for one in waiting
        ]
        raise Refusal(_("The challenge {pairs} is still open.").format(pairs=_(" and that ").join(pairs)))
    order = table(replace(major, lot=()), ratings)
    last = order[places - 1]
    lot: tuple[Id, ...] = ()
    if len(order) > places and order[places].place == last.place:
        lot = shuffled((one.team for one in order if one.place == last.place), f"{major.name} cut {seed}")
        order = table(replace(major, lot=lot), ratings)
    return replace(
        major,
        qualified=tuple(one.team for one in order[:places]),
        ratings=tuple((one.team, one.rating) for one in order),
        lot=lot,
    )


def draw(major: Major, seed: str) -> Major:
    """Draws the next stage by lot. The final is between the winners of the semi-finals.

    Raises Refusal while the play-off, or a match of the stage before, is not over.
    """
    if not major.over:
        raise Refusal(_("The play-off of the {major} is not over yet.").format(major=named(major.name)))
    stage, teams = _next(major)
    order = teams if stage == "final" else shuffled(teams, f"{major.name} {stage} {seed}")
    pairs = tuple(zip(order[::2], order[1::2], strict=True))
    return replace(major, draws=(*major.draws, Draw(stage, pairs, "" if stage == "final" else seed)))


def _next(major: Major) -> tuple[Stage, tuple[Id, ...]]:
    if major.has_quarter_finals() and major.draw_of("quarter_final") is None:
        return "quarter_final", major.qualified
    if major.draw_of("semi_final") is None:
        return "semi_final", _winners(
            major, "quarter_final"
        ) if major.has_quarter_finals() else major.qualified
    if major.draw_of("final") is None:
        return "final", _winners(major, "semi_final")
    raise Refusal(_("The final of the {major} is drawn already.").format(major=named(major.name)))


def _winners(major: Major, stage: Stage) -> tuple[Id, ...]:
    return tuple(winner for winner, _ in _decided(major, stage))


def _decided(major: Major, stage: Stage) -> tuple[tuple[Id, Id], ...]:
    """Winner and loser of each match of a stage. Raises Refusal for one that is not played."""
    found = major.draw_of(stage)
    decided = []
    for one, other in found.pairs if found is not None else ():
        result = major.result(stage, one, other)
        if result is None or result.winner is None:
            names = listed((major.called(one), major.called(other)))
            raise Refusal(
                _("The {stage} of {names} is not played yet.").format(stage=stage_words(stage), names=names)
            )
        decided.append((one, other) if result.winner == one else (other, one))
    return tuple(decided)


def third_place(major: Major, agreed: Collection[Id]) -> Major:
    """The losers of the semi-finals play for third place, if both want to. Raises Refusal if not."""
    if major.draw_of("semi_final") is None:
        raise Refusal(_("The semi-finals of the {major} are not drawn yet.").format(major=named(major.name)))
    if major.draw_of("third_place") is not None:
        raise Refusal(_("The match for third place is arranged already."))
    one, other = (loser for _, loser in _decided(major, "semi_final"))
    for team in (one, other):
        if team not in agreed:
            raise Refusal(_("{team} has not agreed to play for third place.").format(team=major.called(team)))
    return replace(major, draws=(*major.draws, Draw("third_place", ((one, other),))))


def honours(major: Major) -> Honours:
    """Raises Refusal while the final, or an arranged match for third place, is not played."""
    if major.draw_of("final") is None:
        raise Refusal(_("The final of the {major} is not drawn yet.").format(major=named(major.name)))
    ((winner, finalist),) = _decided(major, "final")
    if major.draw_of("third_place") is None:
        return Honours(winner, finalist, tuple(loser for _, loser in _decided(major, "semi_final")))
    ((third, fourth),) = _decided(major, "third_place")
    return Honours(winner, finalist, (third,), fourth)


def undo(major: Major) -> Major:
    """Takes back the last draw, or else the end of the play-off. Raises Refusal once a match of it has been played."""
    if major.draws:
        *before, last = major.draws
        if major.of_stage(last.stage):
            raise Refusal(
                _("The draw stands, for a {stage} has been played.").format(stage=stage_words(last.stage))
            )
        return replace(major, draws=tuple(before))
    if major.over:
        return replace(major, qualified=(), ratings=(), lot=())
    raise Refusal(_("Nothing is drawn in the {major} yet.").format(major=named(major.name)))


def strike(major: Major, one: Id, other: Id) -> Major:
    """A result of the play-off as if it had never been, and with it the challenge that it came from."""
    result = _of_play_off(major, one, other)
    challenges = tuple(
        replace(each, state="dropped")
        if each.state in ("refused", "unanswered", "turned_down")
        and {each.challenger, each.challenged, each.substitute} >= {one, other}
        else each
        for each in major.challenges
    )
    results = tuple(each for each in major.results if each is not result)
    return replace(major, results=results, challenges=challenges)


def _of_play_off(major: Major, one: Id, other: Id) -> Played:
    if major.over:
        raise Refusal(_("Who goes on is decided: take that back first."))
    result = major.result("play_off", one, other)
    if result is None:
        raise Refusal(
            _("{one} and {other} have not met in this play-off.").format(
                one=major.called(one), other=major.called(other)
            )
        )
    return result


def correct(major: Major, result: Played) -> Major:
    """Another result in the place of the one that these two have in this stage.

    With another winner the stage after changes too, unless the match that follows has been played.
    """
    check(result)
    assert result.away is not None
    if result.stage == "play_off":
        old = _of_play_off(major, result.home, result.away)
        if result.outcome in (None, "neither"):
            raise Refusal(_("A match of the play-off is won, lost or drawn; strike what was never played."))
    else:
        words = stage_words(result.stage)
        found = major.result(result.stage, result.home, result.away)
        if found is None:
            names = listed((major.called(result.home), major.called(result.away)))
            raise Refusal(_("There is no {words} of {names} to correct.").format(words=words, names=names))
        check_decided(result, words)
        old = found
        if old.winner != result.winner:
            major = _move_on(major, old, result)
    results = tuple(replace(result, neutral=True) if one is old else one for one in major.results)
    return replace(major, results=results)


def _move_on(major: Major, old: Played, new: Played) -> Major:
    """Who won now stands where the other stood. Nobody has agreed any more to play for third place."""
    gone, comes = old.winner, new.winner
    after = {"quarter_final": ("semi_final",), "semi_final": ("final", "third_place")}.get(old.stage, ())
    assert gone is not None
    assert comes is not None
    for stage in after:
        if any(one.involves(gone) or one.involves(comes) for one in major.of_stage(stage)):
            raise Refusal(
                _(
                    "{gone} and {comes} cannot change places: the {stage} that follows has been played."
                ).format(gone=major.called(gone), comes=major.called(comes), stage=stage_words(stage))
            )
    draws = []
    for one in major.draws:
        if one.stage == "third_place" and old.stage == "semi_final":
            continue
        if one.stage in after:
            pairs = tuple((_swapped(a, gone, comes), _swapped(b, gone, comes)) for a, b in one.pairs)
            one = replace(one, pairs=pairs)
        draws.append(one)
    return replace(major, draws=tuple(draws))


def _swapped(team: Id, gone: Id, comes: Id) -> Id:
    return comes if team == gone else team
