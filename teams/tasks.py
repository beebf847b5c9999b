"""What runs by night."""

from __future__ import annotations

from celery import shared_task
from django.core.mail import mail_admins

from teams.domain.queries import all_leagues
from teams.domain.reconciling import reconcile_and_note


@shared_task
def reconcile_all() -> int:
    """Proves every projection of every league against its ledger; how many differences there are.

    What differs is logged, kept on the league's page of the admin, and mailed to the staff that the settings name.
    Nothing is mended.
    """
    lines = [f"{league.slug}: {found}" for league in all_leagues() for found in reconcile_and_note(league)]
    if lines:
        mail_admins(f"{len(lines)} differences between rows and ledgers", "\n".join(lines[:200]))
    return len(lines)
