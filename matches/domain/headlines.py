"""How a match came out, in a few sentences: its result, its course, its heroes, its victims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.match import facts
from engine.questions import Side, other
from engine.words import listed
from matches.domain.statistics import TeamLine

CLEAR = 3
"""Touchdowns by which a win is a clear one."""
NAMED = 3
"""So many of the dead are named; of more it is said how many they are."""


def headlines(teams: Mapping[Side, TeamLine], shown: Sequence[facts.Fact], turns: int) -> tuple[str, ...]:
    """Sentences in the order in which a newspaper would tell them. Empty for what has no end.

    ``turns``: so many has each half.
    """
    final = next((one for one in shown if isinstance(one, facts.FinalScore)), None)
    if final is None:
        return ()
    scored = [one for one in shown if isinstance(one, facts.Touchdown)]
    told = [
        _outcome(teams, shown, final),
        _course(teams, scored, final, turns),
        *_heroes(teams),
        _victims(teams, shown),
        _crowd(shown),
    ]
    return tuple(one for one in told if one)


def _outcome(teams: Mapping[Side, TeamLine], shown: Sequence[facts.Fact], final: facts.FinalScore) -> str:
    score = f"{final.home}–{final.away}"
    home, away = teams["home"].roster.team, teams["away"].roster.team
    gave_up = next((one for one in shown if isinstance(one, facts.Concession)), None)
    if gave_up is not None:
        return _("{loser} conceded the match to {winner} when it stood at {score}.").format(
            loser=teams[gave_up.side].roster.team, winner=teams[other(gave_up.side)].roster.team, score=score
        )
    if final.winner is None:
        if not final.home:
            return _("{home} and {away} could not score a touchdown between them.").format(
                home=home, away=away
            )
        return _("{home} and {away} shared the honours, {score}.").format(home=home, away=away, score=score)
    winner, loser = teams[final.winner].roster.team, teams[other(final.winner)].roster.team
    high, low = max(final.home, final.away), min(final.home, final.away)
    said = f"{high}–{low}"
    if high == low:
        return _("{winner} beat {loser} in a shoot-out, after {score}.").format(
            winner=winner, loser=loser, score=said
        )
    if high - low >= CLEAR:
        return _("{winner} swept {loser} aside, {score}.").format(winner=winner, loser=loser, score=said)
    return _("{winner} beat {loser} {score}.").format(winner=winner, loser=loser, score=said)


def _course(
    teams: Mapping[Side, TeamLine], scored: Sequence[facts.Touchdown], final: facts.FinalScore, turns: int
) -> str:
    """What a match turned on: a lead that was lost, a late decision, or who scored first."""
    if not scored:
        return ""
    winner, last, first = final.winner, scored[-1], scored[0]
    if winner is not None and any(_ahead(one, other(winner)) > 0 for one in scored):
        behind = max(scored, key=lambda one: _ahead(one, other(winner)))
        return _("{winner} had been behind, {score}, before they turned the match.").format(
            winner=teams[winner].roster.team, score=f"{behind.home}–{behind.away}"
        )
    at_the_end = last.half > 1 and last.turn == turns
    if at_the_end and last.side == winner and _ahead(last, last.side) == 1:
        return _("{player} decided it in the last turn.").format(player=_name(teams, last))
    if at_the_end and final.winner is None:
        return _("{player} levelled the score in the last turn.").format(player=_name(teams, last))
    if first.half == 1:
        return _("{player} scored first, in turn {turn} of the first half.").format(
            player=_name(teams, first), turn=first.turn
        )
    return _("Nobody scored before half-time; then {player} did, in turn {turn}.").format(
        player=_name(teams, first), turn=first.turn
    )


def _ahead(one: facts.Touchdown, side: Side) -> int:
    lead = one.home - one.away
    return lead if side == "home" else -lead


def _name(teams: Mapping[Side, TeamLine], one: facts.Touchdown) -> str:
    return teams[one.side].players[one.player].player.name


def _heroes(teams: Mapping[Side, TeamLine]) -> list[str]:
    """Whoever scored more than once, or hurt more than one."""
    told = []
    for team in (teams["home"], teams["away"]):
        for line in team.players.values():
            if line.touchdowns > 1:
                told.append(
                    ngettext(
                        "{player} scored {n} touchdown for {team}.",
                        "{player} scored {n} touchdowns for {team}.",
                        line.touchdowns,
                    ).format(player=line.player.name, n=line.touchdowns, team=team.roster.team)
                )
            if line.casualties > 1:
                told.append(
                    ngettext(
                        "{player} sent {n} opponent to the stretchers.",
                        "{player} sent {n} opponents to the stretchers.",
                        line.casualties,
                    ).format(player=line.player.name, n=line.casualties)
                )
    return told


def _victims(teams: Mapping[Side, TeamLine], shown: Sequence[facts.Fact]) -> str:
    hurt = [one for one in shown if isinstance(one, facts.Casualty) and one.outcome != "saved"]
    dead = [teams[one.side].players[one.player].player.name for one in hurt if one.outcome == "dead"]
    if dead:
        if len(dead) > NAMED:
            return ngettext(
                "{n} player did not leave the pitch alive.",
                "{n} players did not leave the pitch alive.",
                len(dead),
            ).format(n=len(dead))
        return ngettext(
            "{names} did not leave the pitch alive.", "{names} did not leave the pitch alive.", len(dead)
        ).format(names=listed(dead))
    if not hurt:
        return _("Everybody walked off the pitch.")
    return ngettext(
        "{n} player was carried off, and nobody died.",
        "{n} players were carried off, and nobody died.",
        len(hurt),
    ).format(n=len(hurt))


def _crowd(shown: Sequence[facts.Fact]) -> str:
    gate = next((one for one in shown if isinstance(one, facts.Gate)), None)
    if gate is None:
        return ""
    return ngettext("{n} spectator saw it.", "{n} spectators saw it.", gate.spectators).format(
        n=intcomma(gate.spectators)
    )
