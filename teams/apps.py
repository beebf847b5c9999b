from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_noop


class TeamsConfig(AppConfig):
    name = "teams"

    def ready(self) -> None:
        from league.signals import rules_changed
        from teams.domain.ledger import reproject

        # They register how their acts are derived, in a worker as well as behind the pages.
        for name in ("converting", "decreeing", "trading"):
            import_module(f"teams.domain.{name}")

        from teams.domain.trail import Source, rule_lines, sources

        sources["rules"] = Source(gettext_noop("House rules"), rule_lines)

        def rules_were_changed(league: Any, **said: Any) -> None:
            reproject(league)

        # Kept by the signal itself: it would otherwise be gone with this frame.
        rules_changed.connect(rules_were_changed, weak=False, dispatch_uid="teams.reproject")
