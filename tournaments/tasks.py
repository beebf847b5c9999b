"""What the clock does, and what takes long."""

from celery import shared_task

from tournaments.domain import mailing, publishing
from tournaments.domain.competing import majors, rounds


@shared_task
def publish_due() -> int:
    """Runs every hour. The number of leagues that were published."""
    return len(publishing.publish_due())


@shared_task
def publish_rounds() -> int:
    """Runs every minute. The number of rounds whose time had come."""
    return len(rounds.publish_due())


@shared_task
def refuse_unanswered() -> int:
    """Runs every hour. The number of majors in which a challenge without an answer came to be refused."""
    return len(majors.silence_due())


@shared_task(autoretry_for=(mailing.NotSent,), retry_backoff=60, retry_backoff_max=3600, max_retries=8)
def mail_publication(publication: int) -> int:
    """The number of mails that were sent. Tried again, later each time, for those that were not taken."""
    return mailing.send(publication)
