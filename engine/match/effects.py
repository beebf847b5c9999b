"""What a match, or any other act, changed on a roster: one line for each thing, before and after."""

from __future__ import annotations

import msgspec

from engine.describe import STAT_WORDS, gold
from engine.edition import STAT_NAMES, Edition
from engine.roster import Player, Roster

_NOTHING = "none"


class Effect(msgspec.Struct, frozen=True):
    """``subject`` is the team or a player by name and number; ``player`` his id, or None for the team."""

    subject: str
    what: str
    before: str
    after: str
    player: int | None = None


def effects(edition: Edition, before: Roster, after: Roster) -> tuple[Effect, ...]:
    """Everything that differs between two states of one team: the team first, then the players by number."""
    changed = [
        Effect(after.name, what, old, new)
        for what, old, new in _team_lines(edition, before, after)
        if old != new
    ]
    known = {one.id: one for one in before.players}
    for player in sorted(after.players, key=lambda one: (one.number, one.id)):
        changed += _player_effects(edition, known.get(player.id), player)
    return tuple(changed)


def _team_lines(edition: Edition, before: Roster, after: Roster) -> list[tuple[str, str, str]]:
    lines = [
        ("name", before.name, after.name),
        ("record", _record(before), _record(after)),
        ("touchdowns", *_pair(before, after, "touchdowns_for", "touchdowns_against")),
        ("casualties", *_pair(before, after, "casualties_for", "casualties_against")),
        ("treasury", gold(before.treasury), gold(after.treasury)),
        ("fan factor", str(before.fan_factor), str(after.fan_factor)),
    ]
    for what, field in (
        ("team re-rolls", "rerolls"),
        ("assistant coaches", "assistant_coaches"),
        ("cheerleaders", "cheerleaders"),
        ("apothecary", "apothecary"),
    ):
        lines.append((what, str(getattr(before, field)), str(getattr(after, field))))
    lines.append(("home field", _field(before), _field(after)))
    lines.append(("trophies", _joined(before.trophies), _joined(after.trophies)))
    rules = edition.rules
    lines.append((rules.strength_name, f"{rules.strength(before):,}", f"{rules.strength(after):,}"))
    return lines


def _field(roster: Roster) -> str:
    return f"{roster.stadium or _NOTHING}{', broken down' if roster.stadium_broken else ''}"


def _record(roster: Roster) -> str:
    return f"{roster.won} won, {roster.drawn} drawn, {roster.lost} lost"


def _pair(before: Roster, after: Roster, made: str, suffered: str) -> tuple[str, str]:
    """Made and suffered, as one before and one after."""
    old, new = (
        f"{getattr(roster, made)} for, {getattr(roster, suffered)} against" for roster in (before, after)
    )
    return old, new


def _player_effects(edition: Edition, before: Player | None, after: Player) -> list[Effect]:
    subject = f"{after.name} (number {after.number})"
    signed = []
    if before is None:
        signed = [Effect(subject, "contract", _NOTHING, f"signed as {after.position}", after.id)]
        # What he did and suffered in the match before he signed is his.
        before = msgspec.structs.replace(
            after, spp=0, stats=after.start, injuries=(), niggling=0, misses_next=False
        )
    return signed + [
        Effect(subject, what, old, new, after.id)
        for what, old, new in _player_lines(edition, before, after)
        if old != new
    ]


def _player_lines(edition: Edition, before: Player, after: Player) -> list[tuple[str, str, str]]:
    lines = [
        ("name", before.name, after.name),
        ("number", str(before.number), str(after.number)),
        ("status", before.status, after.status),
        ("star player points", str(before.spp), str(after.spp)),
    ]
    if after.status == "active":
        owed = edition.rules.improvements_owed
        lines.append(
            (
                "improvement rolls owed",
                str(owed(before.spp, before.advances)),
                str(owed(after.spp, after.advances)),
            )
        )
    lines.append(("injuries", _joined(before.injuries), _joined(after.injuries)))
    lines.append(("niggling injuries", str(before.niggling), str(after.niggling)))
    for name, old, new in zip(STAT_NAMES, before.stats, after.stats, strict=True):
        lines.append((STAT_WORDS[name], str(old), str(new)))
    lines.append(("skills", _joined(before.skills), _joined(after.skills)))
    lines.append(("next match", _next(before), _next(after)))
    return lines


def _joined(parts: tuple[str, ...]) -> str:
    return ", ".join(parts) or _NOTHING


def _next(player: Player) -> str:
    if player.status != "active":
        return "does not play"
    return "misses it" if player.misses_next else "plays"
