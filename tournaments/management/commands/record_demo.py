from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.questions import Refusal
from tournaments.domain.demo_recording import record


class Command(BaseCommand):
    help = (
        "Plays the demonstration league anew and writes tournaments/demo/script.json and its match logs. "
        "Nothing stays in the database, which must not hold the demonstration league."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=11, help="the same seed gives the same league")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            steps = record(options["seed"])
        except Refusal as refusal:
            raise CommandError(refusal.message) from None
        self.stdout.write(f"Recorded {steps} steps.")
