"""The pages that are used at an event."""

from django.urls import URLPattern, path

from tournaments import event_views as views

ONE = "l/<slug:league>/c/<slug:competition>/"

urlpatterns: list[URLPattern] = [
    path("l/<slug:league>/competitions/import-naf/", views.naf_import, name="naf_import"),
    path(f"{ONE}naf/", views.competition_naf, name="competition_naf"),
    path(f"{ONE}naf.xml", views.competition_naf_xml, name="competition_naf_xml"),
    path(f"{ONE}squads/<int:entry>/", views.competition_squad, name="competition_squad"),
    path(f"{ONE}screen/", views.competition_screen, name="competition_screen"),
    path(f"{ONE}clock/<int:stage>-<int:number>/", views.competition_clock, name="competition_clock"),
]
