from typing import Any

from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"

    def ready(self) -> None:
        from league.signals import rules_changed
        from teams.domain import trading  # noqa: F401 (registers how its acts are derived)
        from teams.domain.ledger import reproject

        def rules_were_changed(league: Any, **said: Any) -> None:
            reproject(league)

        # Kept by the signal itself: it would otherwise be gone with this frame.
        rules_changed.connect(rules_were_changed, weak=False, dispatch_uid="teams.reproject")
