from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.utils import formats, translation

from engine import words


class Catalogues:
    """The language of the request, or of the task, for what the engine says."""

    gettext = staticmethod(translation.gettext)
    ngettext = staticmethod(translation.ngettext)
    pgettext = staticmethod(translation.pgettext)

    def number(self, value: int) -> str:
        return formats.number_format(value, use_l10n=True, force_grouping=True)


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        words.translate_with(Catalogues())


class DugoutAdminConfig(admin_apps.AdminConfig):
    """Named in full in the settings: this module's own default is the league."""

    default = False
    default_site = "league.admin_site.DugoutAdminSite"
