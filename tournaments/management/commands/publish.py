from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.questions import Refusal
from league.models import League
from tournaments.domain.publishing import publish, publish_due


class Command(BaseCommand):
    help = "Publishes the page of this week: of the league named, or of every league that is due."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", nargs="?", help="the league's name in its address")
        parser.add_argument("--replace", action="store_true", help="replace the page of this week")

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["league"]
        if slug is None:
            published = publish_due()
            for publication in published:
                self.stdout.write(f"Published {publication}.")
            if not published:
                self.stdout.write("No league is due.")
            return
        league = League.objects.filter(slug=slug).first()
        if league is None:
            raise CommandError(f"There is no league {slug!r}.")
        try:
            self.stdout.write(f"Published {publish(league, replace=options['replace'])}.")
        except Refusal as refusal:
            raise CommandError(refusal.message) from None
