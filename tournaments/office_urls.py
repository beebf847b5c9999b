from django.urls import URLPattern, path

from tournaments import office_views as views

LEAGUE = "l/<slug:league>/"

urlpatterns: list[URLPattern] = [
    path(f"{LEAGUE}office/", views.office_page, name="office"),
    path(f"{LEAGUE}office/apply/", views.apply_in_order, name="apply_in_order"),
    path(f"{LEAGUE}calendar/", views.calendar, name="calendar"),
]
