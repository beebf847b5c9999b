"""Addresses of what is taken away: papers, spreadsheets, calendars, the feed, mails."""

from django.urls import URLPattern, path

from tournaments import hook_views
from tournaments import takeaways as views

LEAGUE = "l/<slug:league>/"
TEAM = f"{LEAGUE}t/<slug:team>/"
WEEK = f"{LEAGUE}standings/<int:year>-<int:week>"
PRINT = f"{LEAGUE}c/<slug:competition>/print/"

urlpatterns: list[URLPattern] = [
    path(f"{LEAGUE}standings.pdf", views.standings_pdf, name="standings_pdf"),
    path(f"{WEEK}.pdf", views.publication_pdf, name="publication_pdf"),
    path(f"{WEEK}.csv", views.publication_csv, name="publication_csv"),
    path(f"{LEAGUE}leaders.csv", views.leaders_csv, name="leaders_csv"),
    path(f"{LEAGUE}teams.csv", views.teams_csv, name="teams_csv"),
    path(f"{LEAGUE}rosters.pdf", views.rosters_pdf, name="rosters_pdf"),
    path(f"{LEAGUE}match-sheet.pdf", views.blank_sheet_pdf, name="blank_sheet_pdf"),
    path(f"{LEAGUE}fixtures/<int:round>/sheets.pdf", views.round_sheets_pdf, name="round_sheets_pdf"),
    path(f"{LEAGUE}m/<int:number>/sheet.pdf", views.match_sheet_pdf, name="match_sheet_pdf"),
    path(f"{LEAGUE}season/<int:season>/almanac.pdf", views.almanac_pdf, name="almanac_pdf"),
    path(f"{LEAGUE}card.png", views.league_card, name="league_card"),
    path(f"{LEAGUE}standings/card.png", views.table_card, name="table_card"),
    path(f"{LEAGUE}m/<int:number>/card.png", views.match_card, name="match_card"),
    path(f"{TEAM}roster.pdf", views.roster_pdf, name="roster_pdf"),
    path(f"{LEAGUE}calendar.ics", views.league_calendar, name="league_calendar"),
    path(f"{TEAM}calendar.ics", views.team_calendar, name="team_calendar"),
    path(f"{LEAGUE}members/<int:member>/calendar.ics", views.coach_calendar, name="coach_calendar"),
    path(f"{LEAGUE}feed.atom", views.feed, name="feed"),
    path(f"{LEAGUE}subscriptions/", views.subscriptions, name="subscriptions"),
    path(f"{LEAGUE}subscriptions/mail/", views.mails, name="mails"),
    path(f"{LEAGUE}subscriptions/key/", views.feed_key, name="feed_key"),
    path(f"{LEAGUE}webhooks/", hook_views.hooks, name="hooks"),
    path(f"{LEAGUE}webhooks/<int:hook>/", hook_views.hook, name="hook"),
    path("mail/stop/<str:ticket>/", views.stop_mail, name="stop_mail"),
    path(f"{PRINT}certificates.pdf", views.certificates_pdf, name="certificates_pdf"),
    path(f"{PRINT}<int:stage>/standings.pdf", views.stage_table_pdf, name="stage_table_pdf"),
    path(f"{PRINT}<int:stage>/bracket.pdf", views.bracket_pdf, name="bracket_pdf"),
    path(f"{PRINT}<int:stage>/bracket.svg", views.bracket_file, name="bracket_svg"),
    path(f"{PRINT}<int:stage>/standings.csv", views.stage_table_csv, name="stage_table_csv"),
    path(f"{PRINT}<int:stage>/squads.pdf", views.squads_pdf, name="squads_pdf"),
    path(f"{PRINT}<int:stage>/squads.csv", views.squads_csv, name="squads_csv"),
    path(f"{PRINT}<int:stage>-<int:number>/<slug:what>.pdf", views.round_paper_pdf, name="round_paper_pdf"),
    path(
        f"{LEAGUE}c/<slug:competition>/calendar.ics", views.competition_calendar, name="competition_calendar"
    ),
]
