from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.questions import Refusal
from tournaments.domain.archiving import require_tables, restore


class Command(BaseCommand):
    help = "Imports every league of an archive, or, when one of them is there and not empty, none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="what backup or a league's page wrote")
        parser.add_argument("--folder", type=Path, default=Path(), help="what FILE is looked for in")

    def handle(self, *args: Any, **options: Any) -> None:
        source: Path = options["folder"] / options["file"]
        try:
            require_tables()
            with source.open("rb") as file:
                leagues = restore(file)
        except Refusal as refusal:
            raise CommandError(f"{source.name}: {refusal.message}") from None
        except OSError as fault:
            raise CommandError(f"{source} cannot be read: {fault.strerror}.") from None
        for league in leagues:
            self.stdout.write(f"{league.name} is restored: {league.sequence} acts.")
