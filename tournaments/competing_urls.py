"""The pages of competitions."""

from django.urls import URLPattern, path

from tournaments import competing_views, entering_views, playing_views

ONE = "l/<slug:league>/c/<slug:competition>/"

urlpatterns: list[URLPattern] = [
    path("l/<slug:league>/competitions/", competing_views.competitions, name="competitions"),
    path("l/<slug:league>/competitions/new/", competing_views.competition_new, name="competition_new"),
    path(ONE, competing_views.competition, name="competition"),
    path(f"{ONE}organise/", competing_views.competition_organise, name="competition_organise"),
    path(f"{ONE}journal/", competing_views.competition_journal, name="competition_journal"),
    path(f"{ONE}settings/", competing_views.competition_settings, name="competition_settings"),
    path(f"{ONE}stages/<int:stage>/", competing_views.competition_stage, name="competition_stage"),
    path(
        f"{ONE}stages/<int:stage>/points/",
        competing_views.competition_stage_points,
        name="competition_stage_points",
    ),
    path(f"{ONE}entries/", entering_views.competition_entries, name="competition_entries"),
    path(f"{ONE}entries/<int:entry>/", entering_views.competition_entry, name="competition_entry"),
    path(f"{ONE}pair/<int:stage>/", playing_views.competition_pair, name="competition_pair"),
    path(f"{ONE}rounds/<int:stage>-<int:number>/", playing_views.competition_round, name="competition_round"),
    path(f"{ONE}matches/<int:pairing>/", playing_views.competition_match, name="competition_match"),
    path(f"{ONE}table/<int:stage>/", playing_views.competition_table, name="competition_table"),
    path(
        f"{ONE}table/<int:stage>/<int:entry>/<int:criterion>/",
        playing_views.competition_terms,
        name="competition_terms",
    ),
    path(f"{ONE}bracket/<int:stage>/", playing_views.competition_bracket, name="competition_bracket"),
    path(f"{ONE}fixtures/<int:stage>/", playing_views.competition_fixtures, name="competition_fixtures"),
]
