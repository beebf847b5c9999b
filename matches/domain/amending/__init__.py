"""The amendable past: a correction is prepared, its consequences are looked at and settled, and it lands whole.

``begin`` or ``undo`` opens an amendment; the verbs of the wizard, or those here, correct its log; ``consequences`` says
what would change; ``settle`` decides what becomes of later acts that no longer hold; ``commit`` writes it.
"""

from matches.domain.amending.committing import commit, commit_or_queue, commit_queued, progress, reaches_far
from matches.domain.amending.consequences import (
    WAYS,
    Consequences,
    Decree,
    Item,
    MatchChange,
    Settlement,
    TeamChange,
)
from matches.domain.amending.preparing import (
    Overtaken,
    abandon,
    begin,
    get_amendment,
    insert_entry,
    remove_entry,
    replace_document,
    replace_entry,
    set_reason,
    settle,
    settle_all,
    take_the_field_anew,
    truncate,
    undo,
)
from matches.domain.amending.working import consequences, decode_settlement

__all__ = [
    "WAYS",
    "Consequences",
    "Decree",
    "Item",
    "MatchChange",
    "Overtaken",
    "Settlement",
    "TeamChange",
    "abandon",
    "begin",
    "commit",
    "commit_or_queue",
    "commit_queued",
    "consequences",
    "decode_settlement",
    "get_amendment",
    "insert_entry",
    "progress",
    "reaches_far",
    "remove_entry",
    "replace_document",
    "replace_entry",
    "set_reason",
    "settle",
    "settle_all",
    "take_the_field_anew",
    "truncate",
    "undo",
]
