"""Addresses of ratings."""

from django.urls import URLPattern, path

from tournaments import rating_views as views
from tournaments import takeaways

urlpatterns: list[URLPattern] = [
    path("ratings/", views.ratings, name="ratings"),
    path("ratings.csv", takeaways.ratings_csv, name="ratings_csv"),
    path("ratings/<slug:coach>/", views.rating, name="rating"),
    path("l/<slug:league>/ratings/", views.league_ratings, name="league_ratings"),
    path("l/<slug:league>/ratings.csv", takeaways.league_ratings_csv, name="league_ratings_csv"),
    path("l/<slug:league>/ratings/<slug:coach>/", views.league_rating, name="league_rating"),
]
