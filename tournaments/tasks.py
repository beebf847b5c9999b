"""What the clock does, and what takes long."""

from celery import shared_task
from django.conf import settings

from tournaments.domain import digesting, mailing, publishing, signs, webhooks
from tournaments.domain.competing import majors, rounds

# Where there is no queue, a task that is tried again is so at once, and somebody waits for it.
RETRIES = 0 if settings.CELERY_TASK_ALWAYS_EAGER else 8


@shared_task
def publish_due() -> int:
    """Runs every hour. The number of leagues that were published."""
    return len(publishing.publish_due())


@shared_task
def publish_rounds() -> int:
    """Runs every minute. The number of rounds whose time had come."""
    signs.note_clock()
    return len(rounds.publish_due())


@shared_task
def deliver() -> int:
    """Runs whenever there is something to tell, and all the time for what was not taken. The number of messages that
    webhooks took."""
    return webhooks.deliver_due()


@shared_task
def forget_deliveries() -> int:
    """Runs every night. The number of old messages to webhooks that were forgotten."""
    return webhooks.forget_old()


@shared_task
def refuse_unanswered() -> int:
    """Runs every hour. The number of majors in which a challenge without an answer came to be refused."""
    return len(majors.silence_due())


@shared_task
def mail_waiting() -> int:
    """Runs every hour. The number of mails that were sent to those who were still waiting for a page."""
    return mailing.send_waiting()


@shared_task
def mail_matches() -> int:
    """Runs after each match that is mailed, and every minute for what was not taken. The number of mails."""
    return digesting.send_waiting()


@shared_task(autoretry_for=(mailing.NotSent,), retry_backoff=60, retry_backoff_max=3600, max_retries=RETRIES)
def mail_publication(publication: int) -> int:
    """The number of mails that were sent. Tried again, later each time, for those that were not taken."""
    return mailing.send(publication)
