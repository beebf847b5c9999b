from collections.abc import Collection
from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_noop


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        # The domain calls tasks by their names, which must be known in the web process as well as in a worker.
        from matches.signals import results_changed
        from teams.domain import converting
        from teams.domain.reconciling import provers
        from teams.domain.trail import Source, sources
        from tournaments import tasks  # noqa: F401
        from tournaments.domain import digesting  # noqa: F401 (it listens)
        from tournaments.domain.competing import brackets, journal
        from tournaments.domain.competing.majors.moving import keeps_from_moving
        from tournaments.domain.reconciling import prove
        from tournaments.domain.webhooks import telling  # noqa: F401 (it listens)

        provers.append(prove)
        sources["journal"] = Source(gettext_noop("Competitions"), journal.trail, private=True)
        converting.hindrances.append(keeps_from_moving)

        def results_were_changed(fixtures: Collection[int], **said: Any) -> None:
            brackets.results_changed(fixtures)

        # Kept by the signal itself: it would otherwise be gone with this frame.
        results_changed.connect(results_were_changed, weak=False, dispatch_uid="tournaments.brackets")
