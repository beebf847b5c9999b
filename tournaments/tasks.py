"""What the clock does."""

from celery import shared_task

from tournaments.domain import publishing


@shared_task
def publish_due() -> int:
    """Runs every hour. The number of leagues that were published."""
    return len(publishing.publish_due())
