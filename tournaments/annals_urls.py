"""Addresses of the annals of a league."""

from django.urls import URLPattern, path

from tournaments import annals_views as views

LEAGUE = "l/<slug:league>/"

urlpatterns: list[URLPattern] = [
    path(f"{LEAGUE}annals/", views.annals, name="annals"),
    path(f"{LEAGUE}season/", views.season_page, name="season"),
    path(f"{LEAGUE}head-to-head/", views.head_to_head, name="head_to_head"),
    path(f"{LEAGUE}records/", views.records, name="records"),
    path(f"{LEAGUE}hall-of-fame/", views.hall_of_fame, name="hall_of_fame"),
    path(f"{LEAGUE}stars/", views.star_players, name="stars"),
    path(f"{LEAGUE}stars/<str:star>/", views.star_player, name="star"),
]
