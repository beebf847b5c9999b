from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.utils import translation

from engine import words


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        words.translate_with(translation)


class DugoutAdminConfig(admin_apps.AdminConfig):
    """Named in full in the settings: this module's own default is the league."""

    default = False
    default_site = "league.admin_site.DugoutAdminSite"
