from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from engine.questions import Refusal
from tournaments.domain import signs
from tournaments.domain.archiving import SUFFIX, backup_to, require_tables


class Command(BaseCommand):
    help = "Writes an archive of all leagues, or of those named, which restore reads."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help=f"where to; otherwise dugout-DATE-TIME{SUFFIX}")
        parser.add_argument("--league", action="append", default=[], help="the address of one league")
        parser.add_argument("--folder", type=Path, default=Path(), help="what FILE is looked for in")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["file"] or f"dugout-{timezone.now():%Y-%m-%d-%H%M}{SUFFIX}"
        target: Path = options["folder"] / name
        try:
            require_tables()
            leagues = backup_to(target, options["league"])
        except Refusal as refusal:
            raise CommandError(refusal.message) from None
        except OSError as fault:
            raise CommandError(f"{target} cannot be written: {fault.strerror}.") from None
        if not options["league"]:
            signs.note_backup()
        kept = ", ".join(league.slug for league in leagues)
        self.stdout.write(f"{target} holds {kept}.")
