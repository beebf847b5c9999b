"""What a league tells the apps above it, inside the transaction in which it happens."""

from django.dispatch import Signal

bulletin_published = Signal()
"""``bulletin``: a new one, with its league."""

rules_changed = Signal()
"""``league``: held, with its new rules. Whatever is derived by the rules in force is derived anew by the receiver."""
