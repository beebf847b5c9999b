from django.urls import path

from matches import amending_views, comparing_views, import_views, views

app_name = "matches"

MATCH = "l/<slug:league>/m/<int:number>/"
ACT = "l/<slug:league>/ledger/<int:sequence>/"
AMENDMENTS = "l/<slug:league>/amendments/"
AMENDMENT = AMENDMENTS + "<int:amendment>/"
ENTRY = AMENDMENT + "entries/<int:place>/"

urlpatterns = [
    path("l/<slug:league>/fixtures/", views.fixtures, name="fixtures"),
    path("l/<slug:league>/fixtures/new/", views.fixture_new, name="fixture_new"),
    path("l/<slug:league>/fixtures/even-out/", views.even_out, name="even_out"),
    path("l/<slug:league>/compare/", comparing_views.compare, name="compare"),
    path(MATCH, views.match, name="match"),
    path(f"{MATCH}cancel/", views.cancel, name="cancel"),
    path(f"{MATCH}template.json", views.template, name="template"),
    path(f"{MATCH}logs/<int:log>.json", views.document, name="document"),
    path(f"{MATCH}log/", views.wizard, name="wizard"),
    path(f"{MATCH}log/undo/", views.undo, name="undo"),
    path(f"{MATCH}log/discard/", views.discard, name="discard"),
    path(f"{MATCH}log/submit/", views.submit, name="submit"),
    path(f"{MATCH}log/read-on/", import_views.read_on, name="read_on"),
    path(f"{MATCH}upload/", views.upload, name="upload"),
    path(f"{MATCH}file/", import_views.match_file, name="match_file"),
    path(f"{MATCH}file/turn/", import_views.turn_file, name="turn_file"),
    path(f"{MATCH}preview/", views.preview, name="preview"),
    path(f"{MATCH}apply/", views.apply, name="apply"),
    path(f"{MATCH}reopen/", views.reopen, name="reopen"),
    path(f"{MATCH}reject/", views.reject, name="reject"),
    path(ACT + "correct/", amending_views.correct, name="correct"),
    path(ACT + "undo/", amending_views.undo_act, name="undo_act"),
    path(AMENDMENTS, amending_views.amendments, name="amendments"),
    path(AMENDMENT, amending_views.amendment, name="amendment"),
    path(ENTRY, amending_views.amendment_entry, name="amendment_entry"),
    path(ENTRY + "before/", amending_views.amendment_insert, name="amendment_insert"),
    path(ENTRY + "remove/", amending_views.amendment_remove, name="amendment_remove"),
    path(ENTRY + "anew/", amending_views.amendment_truncate, name="amendment_truncate"),
    path(AMENDMENT + "answer/", amending_views.amendment_answer, name="amendment_answer"),
    path(AMENDMENT + "take-back/", amending_views.amendment_take_back, name="amendment_take_back"),
    path(AMENDMENT + "upload/", amending_views.amendment_upload, name="amendment_upload"),
    path(AMENDMENT + "rosters/", amending_views.amendment_rosters, name="amendment_rosters"),
    path(AMENDMENT + "reason/", amending_views.amendment_reason, name="amendment_reason"),
    path(AMENDMENT + "abandon/", amending_views.amendment_abandon, name="amendment_abandon"),
    path(AMENDMENT + "consequences/", amending_views.amendment_consequences, name="amendment_consequences"),
    path(AMENDMENT + "settle/", amending_views.amendment_settle, name="amendment_settle"),
    path(AMENDMENT + "settle-all/", amending_views.amendment_settle_all, name="amendment_settle_all"),
    path(AMENDMENT + "commit/", amending_views.amendment_commit, name="amendment_commit"),
    path(AMENDMENT + "progress/", amending_views.amendment_progress, name="amendment_progress"),
    path(AMENDMENT + "log.json", amending_views.amendment_document, name="amendment_document"),
]
