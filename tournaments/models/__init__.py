"""Published pages and competitions. What may be done with them is in ``tournaments.domain``."""

from tournaments.models.competition import (
    ELIMINATION,
    Adjustment,
    Competition,
    Entry,
    Format,
    Kind,
    Pairing,
    Round,
    Stage,
    State,
)
from tournaments.models.messages import Delivery, MatchMail, Webhook
from tournaments.models.publication import ZONES, Mailing, Publication, Schedule, Weekday

__all__ = [
    "ELIMINATION",
    "ZONES",
    "Adjustment",
    "Competition",
    "Delivery",
    "Entry",
    "Format",
    "Kind",
    "Mailing",
    "MatchMail",
    "Pairing",
    "Publication",
    "Round",
    "Schedule",
    "Stage",
    "State",
    "Webhook",
    "Weekday",
]
