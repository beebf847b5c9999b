"""What webhooks can be told of."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

MATCH_APPLIED = "match.applied"
MATCH_CORRECTED = "match.corrected"
PLAYER_DIED = "player.died"
MILESTONE = "milestone.reached"
WEEK_PUBLISHED = "week.published"
ROUND_PUBLISHED = "round.published"
BULLETIN = "bulletin.published"
COMPETITION_ENDED = "competition.ended"
TEST = "test"
"""Sent by hand, and never chosen."""

NAMES = {
    MATCH_APPLIED: _("A match is applied"),
    MATCH_CORRECTED: _("A match is corrected, or undone"),
    PLAYER_DIED: _("A player dies"),
    MILESTONE: _("A milestone is reached"),
    WEEK_PUBLISHED: _("The page of the week is published"),
    ROUND_PUBLISHED: _("A round of a competition is published"),
    BULLETIN: _("A bulletin is published"),
    COMPETITION_ENDED: _("A competition ends"),
}
EVENTS = tuple(NAMES)
WITH_ENTRIES = (ROUND_PUBLISHED, COMPETITION_ENDED)
"""Their messages name who takes part, and coaches."""
