"""Proves the projections of leagues against their ledgers, and rewrites them where that is asked for."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from teams.domain.queries import all_leagues
from teams.domain.reconciling import mend, reconcile_league


class Command(BaseCommand):
    help = "Proves every row that is derived from a ledger. Ends with 1 when something differs and is not mended."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--league", help="the address of one league; otherwise all of them")
        parser.add_argument("--mend", action="store_true", help="rewrite the rows from the ledger")

    def handle(self, *args: Any, league: str | None = None, **options: Any) -> None:
        leagues = [one for one in all_leagues() if league in (None, one.slug)]
        if league is not None and not leagues:
            raise CommandError(f"There is no league {league!r}.")
        differences = left = 0
        for one in leagues:
            found = mend(one) if options["mend"] else reconcile_league(one)
            differences += len(found)
            for difference in found:
                self.stderr.write(f"{one.slug}: {difference}")
            left += len(reconcile_league(one)) if found and options["mend"] else len(found)
        if differences:
            mended = f", {differences - left} of them mended" if options["mend"] else ""
            self.stderr.write(f"{differences} differences between the rows and the ledger{mended}.")
        else:
            self.stdout.write(f"{len(leagues)} leagues agree with their ledgers.")
        if left:
            sys.exit(1)
