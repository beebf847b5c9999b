from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.questions import Refusal
from league.models import League
from tournaments.domain.competing import majors, rounds
from tournaments.domain.publishing import AlreadyPublished, publish, publish_due


class Command(BaseCommand):
    help = (
        "Publishes the page of this week of the league named. Without a name, does all that is due: publishes leagues "
        "and rounds of competitions, and refuses challenges of majors that nobody answered."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", nargs="?", help="the league's name in its address")
        parser.add_argument("--replace", action="store_true", help="replace the page of this week")

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["league"]
        if slug is None:
            done = [f"Published {one}." for one in (*publish_due(), *rounds.publish_due())]
            done += [f"A challenge of {one} is refused: nobody answered." for one in majors.silence_due()]
            self.stdout.write("\n".join(done or ["No league is due, and no round or challenge."]))
            return
        league = League.objects.filter(slug=slug).first()
        if league is None:
            raise CommandError(f"There is no league {slug!r}.")
        try:
            self.stdout.write(f"Published {publish(league, replace=options['replace'])}.")
        except AlreadyPublished as stands:
            raise CommandError(f"{stands.message} --replace confirms it.") from None
        except Refusal as refusal:
            raise CommandError(refusal.message) from None
