"""The statistics of a match file, counted from its facts, and where they differ from what the file itself counts."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.formats.matchfile import (
    Casualty,
    Completion,
    Deflection,
    Foul,
    Interception,
    MatchFile,
    Mvp,
    SendingOff,
    Touchdown,
)
from engine.questions import SIDES, Side, other
from engine.words import counted, named
from engine.words import gettext as _

WORTH: dict[str, dict[str, int]] = {
    "CRP": {"touchdowns": 3, "completions": 1, "interceptions": 2, "casualties": 2, "mvps": 5},
}
"""Star player points by rules, where files record how many a player earned (CRP, Star Player Points)."""

COUNTED = {
    "touchdowns": ("touchdown", "touchdowns"),
    "completions": ("completion", "completions"),
    "interceptions": ("interception", "interceptions"),
    "casualties": ("casualty", "casualties"),
    "mvps": ("award as most valuable player", "awards as most valuable player"),
    "fouls": ("foul", "fouls"),
    "suffered": ("casualty suffered", "casualties suffered"),
    "spp": ("star player point", "star player points"),
}
"""What is compared, in words for one and for several."""


class Tally(msgspec.Struct, omit_defaults=True):
    """What the facts show of one player. ``killed`` counts victims who died; ``spp`` is None under unknown rules."""

    side: Side
    player: int
    name: str
    touchdowns: int = 0
    completions: int = 0
    interceptions: int = 0
    deflections: int = 0
    casualties: int = 0
    killed: int = 0
    mvps: int = 0
    fouls: int = 0
    sent_off: int = 0
    suffered: int = 0
    spp: int | None = None
    injuries: tuple[str, ...] = ()


def tallies(match: MatchFile) -> tuple[Tally, ...]:
    """One for every player of both teams, in the order of the rosters, and after them any whom only facts name."""
    found = {
        (side, player.number): Tally(side, player.number, player.name)
        for side in SIDES
        for player in match.team(side).players
    }

    def of(side: Side, number: int) -> Tally:
        return found.setdefault((side, number), Tally(side, number, ""))

    for fact in match.facts:
        match fact:
            case Touchdown():
                of(fact.side, fact.player).touchdowns += 1
            case Completion():
                of(fact.side, fact.player).completions += 1
            case Interception():
                of(fact.side, fact.player).interceptions += 1
            case Deflection():
                of(fact.side, fact.player).deflections += 1
            case Mvp():
                of(fact.side, fact.player).mvps += 1
            case Foul():
                of(fact.side, fact.player).fouls += 1
            case SendingOff() if not fact.forgiven:
                of(fact.side, fact.player).sent_off += 1
            case Casualty():
                victim = of(fact.side, fact.player)
                victim.suffered += 1
                if fact.outcome in ("serious", "dead"):
                    victim.injuries += fact.injuries
                if fact.causer is not None:
                    causer = of(other(fact.side), fact.causer)
                    causer.casualties += fact.earns
                    causer.killed += fact.earns and fact.outcome == "dead"
            case _:
                pass
    worth = WORTH.get(match.rules)
    if worth is not None:
        for tally in found.values():
            tally.spp = sum(getattr(tally, what) * points for what, points in worth.items())
    return tuple(found.values())


def disagreements(match: MatchFile) -> tuple[str, ...]:
    """A sentence for each count of the file that is not what it tells, and for a score that is not so either."""
    return tuple(_of_scores(match)) + tuple(_of_players(match))


def _of_scores(match: MatchFile) -> Iterator[str]:
    shown = dict.fromkeys(SIDES, 0)
    for fact in match.facts:
        if isinstance(fact, Touchdown):
            shown[fact.side] += 1
    for side in SIDES:
        score = match.result(side).score
        if score != shown[side]:
            yield (
                _("{team} ({side}): the file gives a score of {score}, and tells of {touchdowns}.").format(
                    team=match.team(side).name,
                    side=_side(side),
                    score=score,
                    touchdowns=counted(shown[side], COUNTED["touchdowns"]),
                )
            )


def _of_players(match: MatchFile) -> Iterator[str]:
    shown = {(tally.side, tally.player): tally for tally in tallies(match)}
    for recorded in match.totals:
        tally = shown.get((recorded.side, recorded.player)) or Tally(recorded.side, recorded.player, "")
        who = _("{player} ({side}, number {number})").format(
            player=tally.name or _("A player"), side=_side(recorded.side), number=recorded.player
        )
        for what in COUNTED:
            told, seen = getattr(recorded, what), getattr(tally, what)
            if told is not None and seen is not None and told != seen:
                yield _("{who}: the file counts {told}, and tells of {seen}.").format(
                    who=who, told=counted(told, COUNTED[what]), seen=seen
                )
        if recorded.injuries is not None and sorted(recorded.injuries) != sorted(tally.injuries):
            yield (
                _("{who}: the file ends with {counted}, and tells of {told}.").format(
                    who=who, counted=_listed(recorded.injuries), told=_listed(tally.injuries)
                )
            )
    yield from _unrecorded(match, shown)


def _unrecorded(match: MatchFile, shown: dict[tuple[Side, int], Tally]) -> Iterator[str]:
    """Players of whom the facts tell something, in a file that has counts, and none for them."""
    if not match.totals:
        return
    recorded = {(one.side, one.player) for one in match.totals}
    for key, tally in shown.items():
        if key not in recorded and tally.touchdowns + tally.completions + tally.casualties + tally.mvps:
            who = _("{player} ({side}, number {number})").format(
                player=tally.name or _("A player"), side=_side(tally.side), number=tally.player
            )
            yield _("{who}: the file tells of him, and has no counts for him.").format(who=who)


def _listed(injuries: tuple[str, ...]) -> str:
    return ", ".join(map(named, injuries)) or _("no lasting injury")


def _side(side: Side) -> str:
    return _("home") if side == "home" else _("away")
