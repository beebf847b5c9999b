"""What workers do for matches."""

from celery import shared_task

from matches.domain import amending, applying


@shared_task
def apply_log(log: int, by: int, key: str | None = None, accept_differences: bool = False) -> None:
    """Applies a large log; its status and message say what came of it."""
    applying.apply_queued(log, by, key, accept_differences)


@shared_task
def commit_amendment(amendment: int, by: int, sequence: int, version: int, key: str | None = None) -> None:
    """Works out an amendment that reaches far and writes it; its status and message say what came of it."""
    amending.commit_queued(amendment, by, sequence, version, key)
