from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.questions import Refusal
from tournaments.domain import demo


class Command(BaseCommand):
    help = "Loads the demonstration league: eight teams, four rounds played, a major and an event under way."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="do nothing where there is a league or an account already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            loaded = demo.load(if_empty=options["if_empty"])
        except Refusal as refusal:
            raise CommandError(refusal.message) from None
        if loaded is not None:
            self.stdout.write(f"The demonstration league is loaded: {loaded.name}.")
        if demo.is_there():
            logins = demo.logins()
            names = ", ".join((logins.commissioner, *logins.coaches))
            self.stdout.write(f"Log in as {names}; the password of each is {logins.password}.")
