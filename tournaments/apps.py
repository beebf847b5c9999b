from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from teams.domain.reconciling import provers
        from tournaments.domain.reconciling import prove

        provers.append(prove)
