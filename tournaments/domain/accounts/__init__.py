"""What belongs to a person: handed out as a file, and forgotten when the account is deleted."""

from tournaments.domain.accounts.deleting import delete, obstacles
from tournaments.domain.accounts.exporting import export

__all__ = ["delete", "export", "obstacles"]
