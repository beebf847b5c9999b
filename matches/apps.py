from django.apps import AppConfig
from django.utils.translation import gettext_noop


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        # The domain names its task by name, which must be known in the web process as well as in a worker.
        from matches import tasks  # noqa: F401
        from matches.domain import between_seasons
        from matches.domain.amending import listing
        from matches.domain.reconciling import prove
        from teams.domain import converting
        from teams.domain.reconciling import provers
        from teams.domain.trail import Source, sources

        provers.append(prove)
        converting.hindrances.append(between_seasons.hindrances)
        sources["amendments"] = Source(gettext_noop("Corrections in hand"), listing.trail, private=True)
