from django.urls import URLPattern, path

from tournaments import (
    account_views,
    annals_urls,
    competing_urls,
    desk_urls,
    event_urls,
    major_urls,
    office_urls,
    rating_urls,
    search_views,
    season_urls,
    takeaway_urls,
    views,
)

app_name = "tournaments"
urlpatterns: list[URLPattern] = [
    path("accounts/data/", account_views.account, name="account"),
    path("accounts/data/file/", account_views.account_file, name="account_file"),
    path("accounts/data/delete/", account_views.delete_account, name="delete_account"),
    path("search/", search_views.search, name="search"),
    path("l/<slug:league>/", views.home, name="home"),
    path("l/<slug:league>/standings/", views.standings, name="standings"),
    path("l/<slug:league>/standings.csv", views.standings_csv, name="standings_csv"),
    path("leagues/import/", views.import_archive, name="import"),
    path("l/<slug:league>/archive/", views.archive, name="archive"),
    path("l/<slug:league>/archive/file/", views.archive_file, name="archive_file"),
    path("l/<slug:league>/leaders/", views.leaders, name="leaders"),
    path("l/<slug:league>/standings/published/", views.publications, name="publications"),
    path("l/<slug:league>/standings/publish/", views.publish, name="publish"),
    path("l/<slug:league>/standings/schedule/", views.schedule, name="schedule"),
    path("l/<slug:league>/standings/<int:year>-<int:week>/", views.publication, name="publication"),
    *annals_urls.urlpatterns,
    *competing_urls.urlpatterns,
    *desk_urls.urlpatterns,
    *major_urls.urlpatterns,
    *season_urls.urlpatterns,
    *event_urls.urlpatterns,
    *office_urls.urlpatterns,
    *takeaway_urls.urlpatterns,
    *rating_urls.urlpatterns,
]
