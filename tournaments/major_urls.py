"""The pages of majors and of minor tournaments."""

from django.urls import URLPattern, path

from tournaments import major_views, minor_views

ONE = "l/<slug:league>/c/<slug:competition>/"

urlpatterns: list[URLPattern] = [
    path("l/<slug:league>/competitions/new-major/", major_views.major_new, name="major_new"),
    path("l/<slug:league>/competitions/new-minor/", minor_views.minor_new, name="minor_new"),
    path(f"{ONE}major/", major_views.major, name="major"),
    path(f"{ONE}challenges/", major_views.major_challenges, name="major_challenges"),
    path(f"{ONE}finals/", major_views.major_finals, name="major_finals"),
    path(f"{ONE}prizes/", major_views.major_prizes, name="major_prizes"),
]
