from django.urls import path

from teams.views import acting, building, converting, decreeing, reading, shopping, trading, trail

app_name = "teams"
TEAM = "l/<slug:league>/t/<slug:team>/"

urlpatterns = [
    path("l/<slug:league>/teams/", reading.teams, name="teams"),
    path("l/<slug:league>/draft/", shopping.draft, name="draft"),
    path("l/<slug:league>/draft/check/", shopping.draft_check, name="draft_check"),
    path("l/<slug:league>/graveyard/", reading.graveyard, name="graveyard"),
    path("l/<slug:league>/rules/edition/", converting.move, name="move"),
    path("l/<slug:league>/ledger/", trail.acts, name="acts"),
    path("l/<slug:league>/ledger.csv", trail.acts_csv, name="acts_csv"),
    path("l/<slug:league>/ledger/<int:sequence>/", reading.act, name="act"),
    path(TEAM, reading.team, name="team"),
    path(TEAM + "ledger/", reading.ledger, name="ledger"),
    path(TEAM + "history/", reading.history, name="history"),
    path(TEAM + "p/<int:uid>/", reading.player, name="player"),
    path(TEAM + "p/<int:uid>/rename/", acting.rename_player, name="rename_player"),
    path(TEAM + "accept/", acting.accept, name="accept"),
    path(TEAM + "buy/", shopping.buy, name="buy"),
    path(TEAM + "buy/check/", shopping.buy_check, name="buy_check"),
    path(TEAM + "field/", building.field, name="field"),
    path(TEAM + "decree/", decreeing.decree, name="decree"),
    path(TEAM + "coach/", decreeing.hand_over, name="hand_over"),
    path(TEAM + "withdraw/", decreeing.withdraw, name="withdraw"),
    path(TEAM + "rename/", acting.rename, name="rename"),
    path(TEAM + "renumber/", acting.renumber, name="renumber"),
    path(TEAM + "staff/", acting.staff, name="staff"),
    path(TEAM + "dismiss/<int:uid>/", acting.dismiss, name="dismiss"),
    path(TEAM + "improve/<int:uid>/", acting.improve, name="improve"),
    path(TEAM + "improve/<int:uid>/set-aside/", acting.set_aside, name="set_aside"),
    path(TEAM + "trades/", trading.trades, name="trades"),
    path(TEAM + "trades/offer/", trading.offer, name="offer"),
    path("l/<slug:league>/trades/<int:offer>/", trading.trade, name="trade"),
    path("l/<slug:league>/trades/<int:offer>/answer/", trading.answer, name="answer_trade"),
]
