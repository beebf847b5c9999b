from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        # The domain names its task by name, which must be known in the web process as well as in a worker.
        from matches import tasks  # noqa: F401
        from matches.domain import between_seasons
        from matches.domain.reconciling import prove
        from teams.domain import converting
        from teams.domain.reconciling import provers

        provers.append(prove)
        converting.hindrances.append(between_seasons.hindrances)
