"""The pages of what coaches arrange themselves, and of a season's planning."""

from django.urls import URLPattern, path

from tournaments import season_views

ONE = "l/<slug:league>/c/<slug:competition>/"

urlpatterns: list[URLPattern] = [
    path(f"{ONE}arrange/<int:stage>/", season_views.competition_arrange, name="competition_arrange"),
    path(f"{ONE}plan/<int:stage>/", season_views.competition_plan, name="competition_plan"),
    path(f"{ONE}again/", season_views.competition_again, name="competition_again"),
]
