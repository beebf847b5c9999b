"""What may be done to a roster outside a match. A check returns every problem; the act raises them all at once.

Questions of an act are asked of side ``home``, and name players by their id in the ledger.
"""

from engine.acts.building import Offer, build, check_build, check_repair, offers, repair, repair_price
from engine.acts.buying import Purchase, Retirement, check_purchase, purchase, purchase_cost
from engine.acts.converting import Decisions, Moved, convert
from engine.acts.decreeing import Decree, clean_reason, decree, odd_after, open_injuries, read_decrees
from engine.acts.drafting import Draft, Line, check_draft, draft, draft_cost
from engine.acts.driving import Driven, drive
from engine.acts.leaving import dismiss, drop_rerolls, drop_staff, retire
from engine.acts.naming import clean_name, name_key, rename_player, rename_team, renumber, search_key
from engine.acts.trading import Deal, Share, check_trade, trade

__all__ = [
    "Deal",
    "Decisions",
    "Decree",
    "Draft",
    "Driven",
    "Line",
    "Moved",
    "Offer",
    "Purchase",
    "Retirement",
    "Share",
    "build",
    "check_build",
    "check_draft",
    "check_purchase",
    "check_repair",
    "check_trade",
    "clean_name",
    "clean_reason",
    "convert",
    "decree",
    "dismiss",
    "draft",
    "draft_cost",
    "drive",
    "drop_rerolls",
    "drop_staff",
    "name_key",
    "odd_after",
    "offers",
    "open_injuries",
    "purchase",
    "purchase_cost",
    "read_decrees",
    "rename_player",
    "rename_team",
    "renumber",
    "repair",
    "repair_price",
    "retire",
    "search_key",
    "trade",
]
