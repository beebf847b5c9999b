"""What the layouts themselves say, in the language that is spoken where a paper is made."""

from __future__ import annotations

from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.words import number

_WORDS = {
    "table": pgettext_lazy("where a match is played", "Table"),
    "home": _("Home"),
    "away": _("Away"),
    "name": _("Name"),
    "player_name": pgettext_lazy("of a person", "Name"),
    "against": _("Against"),
    "versus": pgettext_lazy("between the names of two teams", "v"),
    "bye": _("bye"),
    "coach": _("Coach"),
    "race": _("Race"),
    "player": _("Player"),
    "injury": _("Injury"),
    "misses": _("(misses)"),
    "misses_next": _("(misses the next match)"),
    "touchdowns_home": _("Touchdowns, home"),
    "touchdowns_away": _("Touchdowns, away"),
    "casualties_home": _("Casualties, home"),
    "casualties_away": _("Casualties, away"),
    "gate": _("Gate"),
    "weather": _("Weather"),
    "winnings_home": _("Winnings, home"),
    "winnings_away": _("Winnings, away"),
    "fans_home": _("Fan factor, home"),
    "fans_away": _("Fan factor, away"),
    "conceded_by": _("Conceded by"),
    "date": _("Date"),
    "by_home": pgettext_lazy("which side", "home"),
    "by_away": pgettext_lazy("which side", "away"),
    "half_1": _("First half"),
    "half_2": _("Second half"),
    "rerolls": _("Re-rolls used"),
    "notes": _("Notes"),
    "signed_home": _("Signed, home"),
    "signed_away": _("Signed, away"),
    "position": _("Position"),
    "ma": pgettext_lazy("short: movement", "MA"),
    "st": pgettext_lazy("short: strength", "ST"),
    "ag": pgettext_lazy("short: agility", "AG"),
    "av": pgettext_lazy("short: armour", "AV"),
    "skills": _("Skills"),
    "injuries": _("Injuries"),
    "completions": pgettext_lazy("short: completions", "Cp"),
    "touchdowns": pgettext_lazy("short: touchdowns", "TD"),
    "interceptions": pgettext_lazy("short: interceptions", "Int"),
    "casualties": pgettext_lazy("short: casualties", "Cas"),
    "mvps": pgettext_lazy("short: most valuable player", "MVP"),
    "spp": pgettext_lazy("short: star player points", "SPP"),
    "value": _("Value"),
    "almanac": _("Almanac of the season"),
    "champion": _("Champion"),
    "final_table": _("The table"),
    "no_table": _("No team had entered the season."),
    "results": _("Results"),
    "no_results": _("No match was played."),
    "not_played": _("Not played:"),
    "leaders": _("Leaders"),
    "no_leaders": _("Nobody has earned anything in this season."),
    "records": _("Records of the season"),
    "milestones": _("Milestones"),
    "graveyard": _("Graveyard"),
    "no_dead": _("Nobody died."),
    "casualty_list": _("Lasting injuries"),
    "no_hurt": _("Nobody was hurt for good."),
    "team": _("Team"),
    "how": _("How"),
    "given_to": _("is given to"),
    "place_and_day": _("Place and day"),
}


def words() -> dict[str, str]:
    """Each by its key, the ``language`` that they are in, and what keeps ``thousands`` apart in its numbers."""
    return {
        "language": (get_language() or "en").partition("-")[0],
        "thousands": number(1000)[1:-3],
    } | {key: str(word) for key, word in _WORDS.items()}
