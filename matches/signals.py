"""What matches tell the apps above, inside the transaction in which it happens."""

from django.dispatch import Signal

results_changed = Signal()
"""``fixtures``: the primary keys of those that have another result than before, the first one or none any more.

Sent when the rosters, results and fixtures are written. A receiver that raises Refusal takes all of it back.
"""
