"""What tournaments tell of themselves, inside the transaction in which it happens."""

from django.dispatch import Signal

week_published = Signal()
"""``publication``: the page of a week, anew where there was one."""

round_published = Signal()
"""``round``: everybody sees it from now on."""

competition_ended = Signal()
"""``competition``: held, with nothing left to be played."""
