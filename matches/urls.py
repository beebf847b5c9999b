from django.urls import path

from matches import views

app_name = "matches"

MATCH = "l/<slug:league>/m/<int:number>/"

urlpatterns = [
    path("l/<slug:league>/fixtures/", views.fixtures, name="fixtures"),
    path("l/<slug:league>/fixtures/new/", views.fixture_new, name="fixture_new"),
    path(MATCH, views.match, name="match"),
    path(f"{MATCH}cancel/", views.cancel, name="cancel"),
    path(f"{MATCH}template.json", views.template, name="template"),
    path(f"{MATCH}logs/<int:log>.json", views.document, name="document"),
    path(f"{MATCH}log/", views.wizard, name="wizard"),
    path(f"{MATCH}log/undo/", views.undo, name="undo"),
    path(f"{MATCH}log/discard/", views.discard, name="discard"),
    path(f"{MATCH}log/submit/", views.submit, name="submit"),
    path(f"{MATCH}upload/", views.upload, name="upload"),
    path(f"{MATCH}preview/", views.preview, name="preview"),
    path(f"{MATCH}apply/", views.apply, name="apply"),
    path(f"{MATCH}reopen/", views.reopen, name="reopen"),
    path(f"{MATCH}reject/", views.reject, name="reject"),
]
