"""What a match, or any other act, changed on a roster: one line for each thing, before and after."""

from __future__ import annotations

import msgspec

from engine.describe import stat_words
from engine.edition import STAT_NAMES, Edition
from engine.roster import Player, Roster
from engine.words import gettext as _
from engine.words import gettext_noop, gold, named, number, position_named

_NOTHING = gettext_noop("none")


_STATUSES = {
    "active": gettext_noop("active"),
    "dead": gettext_noop("dead"),
    "retired": gettext_noop("retired"),
    "dismissed": gettext_noop("dismissed"),
    "left": gettext_noop("left"),
    "traded": gettext_noop("traded"),
}


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
        (_("name"), before.name, after.name),
        (_("record"), _record(before), _record(after)),
        (_("touchdowns"), *_pair(before, after, "touchdowns_for", "touchdowns_against")),
        (_("casualties"), *_pair(before, after, "casualties_for", "casualties_against")),
        (_("treasury"), gold(before.treasury), gold(after.treasury)),
        (_("fan factor"), str(before.fan_factor), str(after.fan_factor)),
    ]
    for what, field in (
        (_("team re-rolls"), "rerolls"),
        (_("assistant coaches"), "assistant_coaches"),
        (_("cheerleaders"), "cheerleaders"),
        (_("apothecary"), "apothecary"),
    ):
        lines.append((what, str(getattr(before, field)), str(getattr(after, field))))
    lines.append((_("home field"), _field(before), _field(after)))
    lines.append((_("trophies"), _joined(before.trophies), _joined(after.trophies)))
    rules = edition.rules
    lines.append((rules.strength_name, number(rules.strength(before)), number(rules.strength(after))))
    return lines


def _field(roster: Roster) -> str:
    field = named(roster.stadium) or _(_NOTHING)
    return _("{stadium}, broken down").format(stadium=field) if roster.stadium_broken else field


def _record(roster: Roster) -> str:
    return _("{won} won, {drawn} drawn, {lost} lost").format(
        won=roster.won, drawn=roster.drawn, lost=roster.lost
    )


def _pair(before: Roster, after: Roster, made: str, suffered: str) -> tuple[str, str]:
    """Made and suffered, as one before and one after."""
    old, new = (
        _("{made} for, {suffered} against").format(
            made=getattr(roster, made), suffered=getattr(roster, suffered)
        )
        for roster in (before, after)
    )
    return old, new


def _player_effects(edition: Edition, before: Player | None, after: Player) -> list[Effect]:
    subject = _("{player} (number {number})").format(player=after.name, number=after.number)
    signed = []
    if before is None:
        signed = [
            Effect(
                subject,
                _("contract"),
                _(_NOTHING),
                _("signed as {position}").format(position=position_named(after.position)),
                after.id,
            )
        ]
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
        (_("name"), before.name, after.name),
        (_("number"), str(before.number), str(after.number)),
        (_("status"), _(_STATUSES[before.status]), _(_STATUSES[after.status])),
        (_("star player points"), str(before.spp), str(after.spp)),
    ]
    if after.status == "active":
        owed = edition.rules.improvements_owed
        lines.append(
            (
                _("improvement rolls owed"),
                str(owed(before.spp, before.advances)),
                str(owed(after.spp, after.advances)),
            )
        )
    lines.append((_("injuries"), _joined(before.injuries), _joined(after.injuries)))
    lines.append((_("niggling injuries"), str(before.niggling), str(after.niggling)))
    for name, old, new in zip(STAT_NAMES, before.stats, after.stats, strict=True):
        lines.append((stat_words(name), str(old), str(new)))
    lines.append((_("skills"), _joined(before.skills), _joined(after.skills)))
    lines.append((_("next match"), _next(before), _next(after)))
    return lines


def _joined(parts: tuple[str, ...]) -> str:
    return ", ".join(map(named, parts)) or _(_NOTHING)


def _next(player: Player) -> str:
    if player.status != "active":
        return _("does not play")
    return _("misses it") if player.misses_next else _("plays")
