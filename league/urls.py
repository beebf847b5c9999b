from django.urls import path

from league import (
    bulletin_views,
    edition_views,
    first_hour_views,
    language_views,
    rule_views,
    styleguide_views,
    views,
)

app_name = "league"
urlpatterns = [
    path("", views.front, name="front"),
    path("welcome/", first_hour_views.welcome, name="welcome"),
    path("leagues/new/", views.create, name="create"),
    path("editions/", edition_views.editions_page, name="editions"),
    path("editions/<slug:edition>/<slug:other_edition>/", edition_views.compare, name="compare"),
    path("invite/<slug:token>/", views.invitation, name="invitation"),
    path("styleguide/", styleguide_views.styleguide, name="styleguide"),
    path("language/", language_views.choose, name="language"),
    path("accounts/token/", views.token, name="token"),
    path("l/<slug:league>/settings/", views.settings, name="settings"),
    path("l/<slug:league>/settings/season/", views.open_season, name="open_season"),
    path("l/<slug:league>/settings/guide/", first_hour_views.close_guide, name="close_guide"),
    path("l/<slug:league>/rules/", rule_views.rules, name="rules"),
    path("l/<slug:league>/members/", views.members_page, name="members"),
    path("l/<slug:league>/members/invite/", views.invite, name="invite"),
    path("l/<slug:league>/members/invitations/<int:invitation>/revoke/", views.revoke, name="revoke"),
    path("l/<slug:league>/members/<int:member>/role/", views.change_role, name="change_role"),
    path("l/<slug:league>/members/<int:member>/remove/", views.remove_member, name="remove_member"),
    path("l/<slug:league>/bulletins/", bulletin_views.bulletins_page, name="bulletins"),
    path("l/<slug:league>/bulletins/new/", bulletin_views.write_bulletin, name="new_bulletin"),
    path("l/<slug:league>/bulletins/preview/", bulletin_views.preview_bulletin, name="preview_bulletin"),
    path("l/<slug:league>/pictures/<str:name>", bulletin_views.picture, name="picture"),
    path("l/<slug:league>/bulletins/<int:bulletin>/", bulletin_views.write_bulletin, name="edit_bulletin"),
    path(
        "l/<slug:league>/bulletins/<int:bulletin>/delete/",
        bulletin_views.delete_bulletin,
        name="delete_bulletin",
    ),
]
