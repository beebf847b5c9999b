"""What an organiser of an event of squads should know before it begins: who is in none, sizes, and races."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.words import listed, named
from tournaments.domain.competing.draw_options import SwissRules
from tournaments.models import Entry


def squad_warnings(rules: SwissRules, entries: Sequence[Entry]) -> tuple[str, ...]:
    """In sentences; nothing of it keeps anybody from beginning. Empty where neither squads are paired nor anybody is in
    one."""
    squads: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.squad:
            squads.setdefault(entry.squad, []).append(entry)
    alone = [entry.name for entry in entries if not entry.squad] if rules.of_squads else []
    found = []
    if alone:
        told = ngettext(
            "Squads are paired, and {names} is in none.",
            "Squads are paired, and {names} are in none.",
            len(alone),
        )
        found.append(told.format(names=listed(alone)))
    return (*found, *_sizes(rules, squads), *(_races(squads) if rules.races_once else ()))


def _sizes(rules: SwissRules, squads: dict[str, list[Entry]]) -> Iterator[str]:
    sizes = {name: len(members) for name, members in sorted(squads.items())}
    if rules.squad_size:
        for name, size in sizes.items():
            if size != rules.squad_size:
                told = ngettext(
                    "{squad} has {n} member instead of {wanted}.",
                    "{squad} has {n} members instead of {wanted}.",
                    size,
                )
                yield told.format(squad=name, n=size, wanted=rules.squad_size)
    elif rules.of_squads and len(set(sizes.values())) > 1:
        told = ", ".join(f"{name} {size}" for name, size in sizes.items())
        yield _("The squads are not of one size, so that somebody has no opponent: {told}.").format(told=told)


def _races(squads: dict[str, list[Entry]]) -> Iterator[str]:
    for name, members in sorted(squads.items()):
        races = Counter(member.race for member in members if member.race)
        for race, times in sorted(races.items()):
            if times > 1:
                told = ngettext(
                    "{squad} has {n} teams of the race {race}, and a squad has each race once.",
                    "{squad} has {n} teams of the race {race}, and a squad has each race once.",
                    times,
                )
                yield told.format(squad=name, n=times, race=named(race))
