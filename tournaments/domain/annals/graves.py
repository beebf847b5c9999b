"""How the dead of a league died: where, of what, and by whom."""

from __future__ import annotations

import msgspec

from league.models import League
from tournaments.domain.annals.chronicle import chronicle
from tournaments.domain.annals.told import DeathTold
from tournaments.domain.cached import cached


class Grave(msgspec.Struct, frozen=True, array_like=True):
    """A death, and the slug and the name of the team that the killer played for; empty where there is none."""

    death: DeathTold
    slug: str = ""
    killers: str = ""


def graves(league: League) -> tuple[Grave, ...]:
    """The latest first."""
    return cached(f"graves:{league.pk}:{league.sequence}", tuple[Grave, ...], lambda: _graves(league))


def _graves(league: League) -> tuple[Grave, ...]:
    past = chronicle(league)
    found = []
    for death in past.deaths:
        killers = past.team.get(death.killer_team) if death.killer_team is not None else None
        found.append(Grave(death, killers.slug, killers.name) if killers else Grave(death))
    return tuple(found)
