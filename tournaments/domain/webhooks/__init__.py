"""Programs elsewhere are told what happens in a league.

What there is to tell is written as deliveries in the transaction in which it happens (``telling``), in the words of
each kind (``saying``), and sent afterwards, until it is taken or given up (``delivering``), to addresses outside of
the house alone (``reaching``). Commissioners say who is told what (``managing``).
"""

from tournaments.domain.webhooks.delivering import deliver_due, forget_old
from tournaments.domain.webhooks.events import EVENTS, NAMES, WITH_ENTRIES
from tournaments.domain.webhooks.managing import (
    HELD_AT_MOST,
    Wanted,
    add,
    change,
    deliveries_of,
    find,
    hooks_of,
    pause,
    remove,
    resume,
    rotate,
    send_again,
    send_test,
)
from tournaments.domain.webhooks.reaching import shown
from tournaments.domain.webhooks.saying import escaped
from tournaments.domain.webhooks.signing import proves, signature

__all__ = [
    "EVENTS",
    "HELD_AT_MOST",
    "NAMES",
    "WITH_ENTRIES",
    "Wanted",
    "add",
    "change",
    "deliver_due",
    "deliveries_of",
    "escaped",
    "find",
    "forget_old",
    "hooks_of",
    "pause",
    "proves",
    "remove",
    "resume",
    "rotate",
    "send_again",
    "send_test",
    "shown",
    "signature",
]
