"""Proves the tables that are kept for a while against the results that they are worked out from."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.cache import cache
from django.utils.translation import gettext as _

from league.models import League
from teams.domain.reconciling import Difference
from tournaments.domain.standings import stale


def prove(league: League, mend: bool) -> Iterable[Difference]:
    """Three queries for each season; with ``mend`` a wrong table is forgotten, and worked out when it is asked for."""
    found = []
    for season in league.seasons.order_by("number"):
        season.league = league
        key = stale(season)
        if key is not None:
            found.append(
                Difference(season.name, _("table"), _("what its results say"), _("another, kept from before"))
            )
            if mend:
                cache.delete(key)
    return found
