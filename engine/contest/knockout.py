"""Knockouts: who loses is out, or is out the second time.

What is stored of a match is its games. Everything else, who comes into it included, follows from those before, and is
worked out anew with every result. So a result that is corrected moves on by itself, and is refused only where the
match that it leads to was played.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence

import msgspec

from engine.contest.bracket import Bracket, Match, Options, Source
from engine.contest.draw import checked, planned, slots_of
from engine.contest.naming import called, entered_once, listed, sentence
from engine.contest.played import Id, Played
from engine.questions import Refusal
from engine.words import gettext as _

PLAIN = Options()
"""Who loses a single game is out."""


class Result(msgspec.Struct, frozen=True):
    """A game of a match: its result, or None to take it back. ``game`` counts from 1."""

    match: str
    played: Played | None
    game: int = 1


class Place(msgspec.Struct, frozen=True):
    """Where somebody came in. Those who lost in the same round share a place."""

    entrant: Id
    place: int
    shared: bool = False


def bracket(entrants: Iterable[Id], seeds: Sequence[Id] = (), options: Options = PLAIN) -> Bracket:
    """A knockout of any number of entrants from two.

    ``seeds`` names the best, the first first, and the others follow as they are given or by ``options.lot``. The best
    are kept apart as long as can be, and have the byes. Raises Refusal for fewer than two entrants, for one who is
    there twice, for a seed who is not entered, and for options that make no knockout.
    """
    field, best = entered_once(entrants), entered_once(seeds)
    for seed in best:
        if seed not in field:
            raise Refusal(sentence(_("{seed} is seeded and not entered.").format(seed=called(seed))))
    others = [entrant for entrant in field if entrant not in best]
    if options.lot is not None:
        random.Random(f"knockout {options.lot}").shuffle(others)
    ordered = (*best, *others)
    return _drawn(ordered, slots_of(ordered), options)


def bracket_of_slots(slots: Sequence[Id | None], options: Options = PLAIN) -> Bracket:
    """A knockout whose first round was drawn elsewhere: from top to bottom, two to a match, None beside a bye."""
    return _drawn(entered_once(slot for slot in slots if slot is not None), tuple(slots), options)


def _drawn(entrants: tuple[Id, ...], slots: tuple[Id | None, ...], options: Options) -> Bracket:
    checked(slots, options)
    return _resolved(Bracket(entrants, slots, options, planned(slots, options)))


def _resolved(bracket: Bracket) -> Bracket:
    """The sides and winners of all matches from the games that were played."""
    done: dict[str, Match] = {}
    for match in bracket.matches:
        home, away = (_side(source, done) for source in match.sources)
        needed = True
        if match.part == "reset":
            final = done["final"]
            needed = final.winner is None or final.winner == final.away
            if final.winner is None or not needed:
                home = away = None
        winner = _winner(match.games, match.best_of) if home is not None and away is not None else None
        done[match.key] = msgspec.structs.replace(match, home=home, away=away, winner=winner, needed=needed)
    return msgspec.structs.replace(bracket, matches=tuple(done.values()))


def _side(source: Source, done: dict[str, Match]) -> Id | None:
    if not source.match:
        return source.entrant
    match = done[source.match]
    return match.loser if source.loser else match.winner


def _winner(games: Sequence[Played], best_of: int) -> Id | None:
    """Who has won more than half of the games, or has an opponent who did not show up for one."""
    wins: dict[Id, int] = {}
    for game in games:
        if game.winner is not None:
            wins[game.winner] = wins.get(game.winner, 0) + 1
            if game.kind == "forfeit" or 2 * wins[game.winner] > best_of:
                return game.winner
    return None


# results


def play(bracket: Bracket, results: Iterable[Result]) -> Bracket:
    """The bracket with the results, one after the other: new ones, corrections, and games taken back.

    A result is refused where the match is not there or waits for its sides, where somebody else played in it, where
    nobody won, where a game before it is missing, and where it changes who comes into a match that was played.
    """
    for result in results:
        bracket = _with(bracket, result)
    return bracket


def _with(before: Bracket, result: Result) -> Bracket:
    match = before.get(result.match)
    if match is None:
        raise Refusal(_("There is no match {match} in this knockout.").format(match=result.match))
    named = before.named(match)
    if match.state == "unneeded":
        raise Refusal(
            sentence(
                _("{match} is not played, because who had not lost before won the first.").format(match=named)
            )
        )
    if match.home is None or match.away is None:
        raise Refusal(sentence(_("{match} waits for the results of matches before it.").format(match=named)))
    if result.played is not None:
        _check_played(before, match, result.played)
    games = _games(match, result, named)
    after = _resolved(_replaced(before, msgspec.structs.replace(match, games=games)))
    now = after.get(match.key)
    if now is not None and now.winner != match.winner:
        _check_later(before, match)
    return after


def _check_played(bracket: Bracket, match: Match, played: Played) -> None:
    named = bracket.named(match)
    if played.kind == "bye" or played.away is None:
        raise Refusal(
            sentence(
                _("{home} has a bye, and there is no result to enter for one.").format(
                    home=called(played.home)
                )
            )
        )
    if {played.home, played.away} != {match.home, match.away}:
        sides = listed(side for side in (match.home, match.away) if side is not None)
        raise Refusal(
            sentence(
                _("{match} is between {sides}, not {others}.").format(
                    match=named, sides=sides, others=listed((played.home, played.away))
                )
            )
        )
    if played.winner is None:
        raise Refusal(
            _("Somebody has to win a game of {match}, by a shoot-out or by lot if need be.").format(
                match=named
            )
        )


def _games(match: Match, result: Result, named: str) -> tuple[Played, ...]:
    """The games of a match with the result among them."""
    games, at = list(match.games), result.game - 1
    if result.played is None:
        if not games or at != len(games) - 1:
            if not games:
                raise Refusal(sentence(_("{match} has no result to take back.").format(match=named)))
            raise Refusal(
                _("Only the last game of {match} can be taken back, and game {game} was named.").format(
                    match=named, game=result.game
                )
            )
        return tuple(games[:at])
    if not 0 <= at <= len(games):
        raise Refusal(
            _("Game {later} of {match} comes before game {game}.").format(
                later=len(games) + 1, match=named, game=result.game
            )
        )
    if at == len(games) and match.winner is not None:
        raise Refusal(
            sentence(
                _("{match} is over, and {winner} has won it.").format(
                    match=named, winner=called(match.winner)
                )
            )
        )
    games[at : at + 1] = [result.played]
    for count in range(1, len(games)):
        if _winner(games[:count], match.best_of) is not None:
            raise Refusal(
                _(
                    "So game {count} would decide {match}, but game {later} was played; take that back first."
                ).format(count=count, match=named, later=count + 1)
            )
    return tuple(games)


def _check_later(bracket: Bracket, match: Match) -> None:
    """Raises Refusal where a match was played that ``match`` leads to."""
    for later in bracket.matches:
        if later.games and any(source.match == match.key for source in later.sources):
            sides = " against ".join(called(side) for side in (later.home, later.away) if side is not None)
            raise Refusal(
                sentence(
                    _(
                        "{match} would have another winner, but {later} was played ({sides}); take that back first."
                    ).format(match=bracket.named(match), later=bracket.named(later), sides=sides)
                )
            )


def _replaced(bracket: Bracket, match: Match) -> Bracket:
    matches = tuple(match if one.key == match.key else one for one in bracket.matches)
    return msgspec.structs.replace(bracket, matches=matches)


def walked_over(bracket: Bracket, withdrawn: Collection[Id]) -> Bracket:
    """The bracket with a walk-over against those who play no more in every match that they come into.

    Where both sides of a match play no more, the better seed moves on. Matches that wait are left to wait: this is done
    again after the results that lead to them.
    """
    while found := [match for match in bracket.open if {match.home, match.away} & set(withdrawn)]:
        match = found[0]
        home, away = match.home, match.away
        if home is None or away is None:
            break
        if home in withdrawn and away in withdrawn:
            ahead = bracket.entrants.index(home) < bracket.entrants.index(away)
        else:
            ahead = away in withdrawn
        walk_over = Played(home, away, "home" if ahead else "away", kind="forfeit", neutral=True)
        bracket = _with(bracket, Result(match.key, walk_over, len(match.games) + 1))
    return bracket


# places


def places(bracket: Bracket) -> tuple[Place, ...]:
    """Those whose place is certain, the best first: all who are out, and the champion. Those of one place come in the
    order of their seeds."""
    found = [] if bracket.champion is None else [Place(bracket.champion, 1)]
    place = 2
    for matches in _rounds_from_the_end(bracket):
        if matches[0].part == "third":
            third = matches[0]
            found += [
                Place(one, place + at)
                for at, one in enumerate((third.winner, third.loser))
                if one is not None
            ]
            place += 2
            continue
        out = [match.loser for match in matches]
        shared = len(matches) > 1
        found += [Place(one, place, shared) for one in bracket.entrants if one in out]
        place += len(matches)
    return tuple(found)


def _rounds_from_the_end(bracket: Bracket) -> list[list[Match]]:
    """The matches whose losers are out, the last round first."""
    leads_on = {source.match for match in bracket.matches for source in match.sources if source.loser}
    rounds: dict[tuple[str, int], list[Match]] = {}
    for match in reversed(bracket.matches):
        if match.part == "third" or (match.part in ("winners", "losers") and match.key not in leads_on):
            rounds.setdefault((match.part, match.round), []).append(match)
    return [[bracket.last], *rounds.values()]
