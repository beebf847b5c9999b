import sys
from typing import Any

from django.core.management.base import BaseCommand

from engine.words import counted
from tournaments.domain import doctoring


class Command(BaseCommand):
    help = "Looks whether this Dugout is set up to be used by a club; ends with 1 when something is at fault."
    # It is to say in its own words what is wrong with the set-up, and not to stop at it.
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        styles = {"fine": self.style.SUCCESS, "warning": self.style.WARNING, "fault": self.style.ERROR}
        found = dict.fromkeys(styles, 0)
        for one in doctoring.examine():
            found[one.level] += 1
            advice = f". {one.advice}" if one.advice else ""
            level = styles[one.level](f"{one.level:8}")
            self.stdout.write(f"{level} {one.subject:13} {one.told}{advice}")
        self.stdout.write(
            f"{counted(found['fault'], 'fault')}, {counted(found['warning'], 'warning')}, {found['fine']} fine."
        )
        if found["fault"]:
            sys.exit(1)
