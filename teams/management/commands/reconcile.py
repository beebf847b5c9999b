"""Proves the rows of teams and players against the ledger."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from teams.domain.queries import all_leagues
from teams.domain.reconciling import reconcile_league


class Command(BaseCommand):
    help = "Proves every team and player against the ledger. Ends with 1 when something differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("league", nargs="?", help="the address of one league; otherwise all of them")

    def handle(self, *args: Any, league: str | None = None, **options: Any) -> None:
        leagues = [one for one in all_leagues() if league in (None, one.slug)]
        if league is not None and not leagues:
            raise CommandError(f"There is no league {league!r}.")
        differences = 0
        for one in leagues:
            found = reconcile_league(one)
            differences += len(found)
            for difference in found:
                self.stderr.write(f"{one.slug}: {difference}")
        if differences:
            self.stderr.write(f"{differences} differences between the rows and the ledger.")
            sys.exit(1)
        self.stdout.write(f"{len(leagues)} leagues agree with their ledgers.")
