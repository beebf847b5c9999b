"""What runs by night."""

from __future__ import annotations

import logging

from celery import shared_task

from teams.domain.queries import all_leagues
from teams.domain.reconciling import reconcile_league

log = logging.getLogger(__name__)


@shared_task
def reconcile_all() -> int:
    """Proves every row of every league against its ledger, and logs what differs; how many differences."""
    count = 0
    for league in all_leagues():
        for difference in reconcile_league(league):
            log.error("%s: %s", league.slug, difference)
            count += 1
    return count
