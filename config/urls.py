"""Every address. An app's pages are in its ``urls``, its part of the API in its ``api``."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from league.authentication import TokenLogin

api_v1: list[URLPattern | URLResolver] = [
    path("token/", TokenLogin.as_view(), name="token"),
    path("", include("league.api")),
    path("", include("teams.api")),
    path("", include("teams.converting_api")),
    path("", include("teams.decreeing_api")),
    path("", include("teams.trading_api")),
    path("", include("matches.api")),
    path("", include("matches.amending_api")),
    path("", include("matches.comparing_api")),
    path("", include("matches.import_api")),
    path("", include("tournaments.desk_api")),
    path("", include("tournaments.api")),
    path("", include("tournaments.annals_api")),
    path("", include("tournaments.competing_api")),
    path("", include("tournaments.organising_api")),
    path("", include("tournaments.playing_api")),
    path("", include("tournaments.season_api")),
    path("", include("tournaments.event_api")),
    path("", include("tournaments.major_api")),
    path("", include("tournaments.minor_api")),
    path("", include("tournaments.rating_api")),
    path("", include("tournaments.search_api")),
    path("", include("tournaments.account_api")),
    path("", include("tournaments.hook_api")),
    path("", include("tournaments.mail_api")),
    path("", include("tournaments.office_api")),
]

urlpatterns = [
    path("", include("league.urls")),
    path("", include("teams.urls")),
    path("", include("matches.urls")),
    path("", include("tournaments.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include((api_v1, "api"))),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
]

handler400 = "league.errors.bad_request"
