from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class LeagueConfig(AppConfig):
    name = "league"


class DugoutAdminConfig(admin_apps.AdminConfig):
    """Named in full in the settings: this module's own default is the league."""

    default = False
    default_site = "league.admin_site.DugoutAdminSite"
