"""What a played match showed, player by player and team by team: projections of its facts."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.describe import with_newcomers
from engine.match import facts
from engine.match.log import LogPlayer, LogRoster, MatchLog
from engine.questions import SIDES, Side, other
from engine.words import named
from matches.domain.in_force import HIRED_WORDS


@dataclass(slots=True)
class PlayerLine:
    """One player's deeds. ``casualties`` are those that earn star player points, of a hired player all that he caused;
    ``fate`` says what befell him.

    ``came`` says how he came to the match where he was not on the roster before it. Whoever is ``hired`` has no
    career in this league: he is named, and his deeds count for the team alone.
    """

    player: LogPlayer
    came: str = ""
    hired: bool = False
    touchdowns: int = 0
    completions: int = 0
    interceptions: int = 0
    casualties: int = 0
    mvps: int = 0
    spp: int = 0
    """Star player points that he got, as the ledger has them; what is lost with a hired player is not among them."""
    fate: list[str] = field(default_factory=list)

    @property
    def mentioned(self) -> bool:
        deeds = self.touchdowns, self.completions, self.interceptions, self.casualties, self.mvps
        return any(deeds) or bool(self.fate) or bool(self.came and not self.hired)


@dataclass(slots=True)
class TeamLine:
    """One side. ``caused`` counts every casualty of the other side's players, ``earning`` those that earn points."""

    side: Side
    roster: LogRoster
    players: dict[int, PlayerLine]
    touchdowns: int = 0
    completions: int = 0
    interceptions: int = 0
    caused: int = 0
    earning: int = 0
    dead: int = 0
    sent_off: int = 0
    winnings: int = 0
    sponsorship: int = 0
    paid: int = 0
    """Gold pieces spent before the match."""
    fan_factor: int = 0
    spp: int = 0
    """Star player points of all its players together."""

    @property
    def lines(self) -> list[PlayerLine]:
        """Players of whom there is something to say, by number."""
        return [line for _, line in sorted(self.players.items()) if line.mentioned]


_CASUALTY_WORDS = {
    "saved": gettext_noop("saved"),
    "badly_hurt": gettext_noop("badly hurt"),
    "serious": gettext_noop("seriously injured"),
    "dead": gettext_noop("dead"),
}

_MISSED = {
    "it_wasnt_me": gettext_noop("missed the match: arrested"),
    "virus": gettext_noop("missed the match: virus"),
}


def statistics(log: MatchLog, shown: tuple[facts.Fact, ...]) -> dict[Side, TeamLine]:
    """Both sides' figures, from what the match showed. Whoever played without a contract has the id 0."""
    log = with_newcomers(log, shown)
    rosters = {"home": log.home, "away": log.away}
    teams: dict[Side, TeamLine] = {
        side: TeamLine(side, rosters[side], {one.number: PlayerLine(one) for one in rosters[side].players})
        for side in SIDES
    }
    for fact in shown:
        _count(teams, fact)
    return teams


def _count(teams: dict[Side, TeamLine], fact: facts.Fact) -> None:
    match fact:
        case facts.Touchdown(side=side, player=number):
            teams[side].touchdowns += 1
            teams[side].players[number].touchdowns += 1
        case facts.Completion(side=side, player=number):
            teams[side].completions += 1
            teams[side].players[number].completions += 1
        case facts.Interception(side=side, player=number):
            teams[side].interceptions += 1
            teams[side].players[number].interceptions += 1
        case facts.Casualty():
            _count_casualty(teams, fact)
        case facts.SendingOff(side=side, player=number, forgiven=False):
            teams[side].sent_off += 1
            teams[side].players[number].fate.append(_("sent off"))
        case facts.Mvp(side=side, player=number):
            teams[side].players[number].mvps += 1
        case facts.HandicapEffect(effect="inspiration", side=side, players=(number,)):
            teams[side].players[number].mvps += 1
        case facts.Niggling(side=side, player=number, misses=True):
            teams[side].players[number].fate.append(_("missed the match: old injury"))
        case facts.HandicapEffect(effect="it_wasnt_me" | "virus" as effect, concerned=side, players=numbers):
            for number in numbers:
                teams[side].players[number].fate.append(_(_MISSED[effect]))
        case facts.Departure(side=side, player=number, leaves=True):
            teams[side].players[number].fate.append(_("left the team"))
        case facts.Winnings(gold=gold, paid_to=side):
            teams[side].winnings += gold
        case facts.Sponsorship(side=side, gold=gold):
            teams[side].sponsorship += gold
        case facts.Hired(side=side, number=number, how=how):
            teams[side].players[number].came, teams[side].players[number].hired = _(HIRED_WORDS[how]), True
        case facts.RaisedDead(side=side, player=number):
            teams[side].players[number].came = _("raised from the dead")
        case facts.Infected(side=side, player=int(number)):
            teams[side].players[number].came = _("infected")
        case facts.FanFactor(side=side, change=change):
            teams[side].fan_factor += change
        case facts.Collapse(victims="home" | "away" as side, fans_lost=lost):
            teams[side].fan_factor -= lost
        case _:
            pass


def _count_casualty(teams: dict[Side, TeamLine], fact: facts.Casualty) -> None:
    victims, causers = teams[fact.side], teams[other(fact.side)]
    words = _(_CASUALTY_WORDS[fact.outcome])
    if fact.outcome == "saved":
        words = (
            _("saved by regeneration") if fact.saved_by == "regeneration" else _("saved by the apothecary")
        )
    elif fact.injury:
        words = f"{words}: {named(fact.injury)}"
    victims.players[fact.player].fate.append(words)
    victims.dead += fact.outcome == "dead"
    if fact.causer is not None:
        causers.caused += 1
        causer = causers.players[fact.causer]
        causers.earning += fact.earns
        causer.casualties += fact.earns or causer.hired
