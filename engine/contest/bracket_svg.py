"""A bracket drawn as SVG, for a page, for a phone and for paper.

Rounds stand side by side. Where that is too wide, ``columns`` cuts the drawing after so many rounds, and the next ones
stand below; two columns fit a phone.

The drawing scales to the width that it is given. Lines and text take the colour of the text around them, so that it
needs no style sheet; classes are there for one (``bracket-match``, ``bracket-name``, ``bracket-won`` and so on). A file
of its own carries a small style for light and dark.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

import msgspec

from engine.contest.bracket import Bracket, Match, Part, Source
from engine.contest.naming import sentence
from engine.contest.played import Id
from engine.words import gettext as _

WIDTH, GAP = 168, 20
"""A match, and the room for lines between two rounds."""
SIDE, SPACE = 22, 14
"""The height of a side of a match, and the room between two matches."""
HEAD, EDGE = 30, 1
"""A round's name above its matches, and the room that a line needs at the edge."""
ROW = 2 * SIDE + SPACE
NUMBER, SCORE = 22, 26
"""What a match's number and a side's score take of its width."""
NAME_CELLS = 15
"""Cells of a name that fit between them; most letters take one, those of East Asia two."""

STYLE = """
.bracket { color: #17211b; background: #fffdf7; }
@media (prefers-color-scheme: dark) { .bracket { color: #ece8da; background: #18211b; } }
"""
NOT_IN_XML = re.compile("[^\\t\\n\\r\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
JOINER = "\u200d"


class _Panel(msgspec.Struct, frozen=True):
    """Some rounds of the drawing. ``places`` are the column of a match and its middle, in rows from the top."""

    rounds: tuple[tuple[Match, ...], ...]
    places: dict[str, tuple[int, float]]
    rows: float


def bracket_svg(
    bracket: Bracket, names: Mapping[Id, str], *, title: str, columns: int = 0, standalone: bool = False
) -> str:
    """The bracket with the names of its entrants. ``columns`` is the most rounds side by side; 0 is all of them.

    ``standalone`` adds the style that a file of its own needs; inside a page a strict policy would refuse it.
    """
    panels = list(_panels(bracket, columns))
    width = max(len(panel.rounds) for panel in panels) * (WIDTH + GAP) - GAP + 2 * EDGE
    parts: list[str] = []
    top = 0.0
    for panel in panels:
        parts += _drawn(bracket, names, panel, top)
        top += HEAD + panel.rows * ROW
    style = f"<style>{STYLE}</style>" if standalone else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bracket" role="img" viewBox="0 0 {width} {top:g}" '
        f'width="{width}" height="{top:g}" font-family="sans-serif" font-size="13" fill="currentColor">'
        f"<title>{_text(title)}</title>{style}{''.join(parts)}</svg>\n"
    )


# where everything stands


def _panels(bracket: Bracket, columns: int) -> Iterator[_Panel]:
    """The way to the final from the top, cut after so many columns; then that of those who have lost once."""
    played = [match for match in bracket.matches if match.needed]
    third = next((match for match in played if match.part == "third"), None)
    ways: tuple[tuple[Part, ...], ...] = (("winners", "final", "reset"), ("losers",))
    for way in ways:
        rounds = _rounds(match for match in played if match.part in way)
        size = columns or len(rounds) or 1
        for start in range(0, len(rounds), size):
            shown = rounds[start : start + size]
            last = way is ways[0] and start + size >= len(rounds)
            yield _panel(shown, third if last else None)


def _rounds(matches: Iterable[Match]) -> list[tuple[Match, ...]]:
    """Matches by round, from top to bottom in each."""
    rounds: dict[tuple[Part, int], list[Match]] = {}
    for match in matches:
        rounds.setdefault((match.part, match.round), []).append(match)
    return [tuple(matches) for matches in rounds.values()]


def _panel(rounds: Sequence[tuple[Match, ...]], third: Match | None) -> _Panel:
    """A match stands in the middle of those that its sides come from. Those without any take a row each."""
    shown = {match.key: match for matches in rounds for match in matches}
    columns = {match.key: at for at, matches in enumerate(rounds) for match in matches}
    places: dict[str, tuple[int, float]] = {}
    rows = 0

    def place(match: Match) -> float:
        nonlocal rows
        feeders = [shown[source.match] for source in match.sources if _leads(source, shown)]
        if feeders:
            middles = [place(feeder) for feeder in feeders]
            middle = sum(middles) / len(middles)
        else:
            middle = rows + 0.5
            rows += 1
        places[match.key] = (columns[match.key], middle)
        return middle

    led = {source.match for match in shown.values() for source in match.sources if _leads(source, shown)}
    for match in shown.values():
        if match.key not in led:
            place(match)
    height = float(rows)
    if third is not None:
        column, middle = places["final"]
        places["third"] = (column, middle + 1 + HEAD / ROW)
        height = max(height, places["third"][1] + 0.5)
        rounds = [*rounds[:-1], (*rounds[-1], third)]
    return _Panel(tuple(rounds), places, height)


def _leads(source: Source, shown: Mapping[str, Match]) -> bool:
    return not source.loser and source.match in shown


# what is drawn


def _drawn(bracket: Bracket, names: Mapping[Id, str], panel: _Panel, top: float) -> Iterator[str]:
    numbers = {match.key: match.number for match in bracket.matches}
    for column, matches in enumerate(panel.rounds):
        count = sum(match.part == matches[0].part for match in matches)
        yield _head(bracket, matches[0], _left(column), top + 18, count)
        for match in matches:
            x, y = _at(panel, match.key, top)
            if match.part == "third":
                yield _head(bracket, match, x, y - SIDE - HEAD + 18, 1)
            yield from _lines(panel, match, top)
            yield _match(match, names, numbers, x, y)


def _left(column: int) -> float:
    return EDGE + column * (WIDTH + GAP)


def _at(panel: _Panel, key: str, top: float) -> tuple[float, float]:
    """The left end of a match, and its middle."""
    column, middle = panel.places[key]
    return _left(column), top + HEAD + middle * ROW


def _head(bracket: Bracket, match: Match, x: float, y: float, count: int) -> str:
    name = sentence(bracket.round_name(match.part, match.round, several=count > 1))
    return f'<text class="bracket-head" x="{x:g}" y="{y:g}" font-size="12">{_text(name)}</text>'


def _lines(panel: _Panel, match: Match, top: float) -> Iterator[str]:
    """From the matches that the sides come from."""
    x, y = _at(panel, match.key, top)
    for source in match.sources:
        if not source.loser and source.match in panel.places:
            left, middle = _at(panel, source.match, top)
            yield (
                f'<path class="bracket-line" d="M{left + WIDTH:g} {middle:g}H{x - GAP / 2:g}V{y:g}H{x:g}" '
                'fill="none" stroke="currentColor"/>'
            )


def _match(match: Match, names: Mapping[Id, str], numbers: Mapping[str, int], x: float, y: float) -> str:
    """A box of two sides with its number before them."""
    sides = (
        _side(match, side, source, names, numbers, x + NUMBER, y + at * SIDE)
        for side, source, at in zip((match.home, match.away), match.sources, (-1, 0), strict=True)
    )
    return (
        f'<g class="bracket-match bracket-{match.state}">'
        f'<rect class="bracket-box" x="{x:g}" y="{y - SIDE:g}" width="{WIDTH}" height="{2 * SIDE}" rx="3" '
        'fill="none" stroke="currentColor"/>'
        f'<path class="bracket-line" d="M{x + NUMBER:g} {y:g}H{x + WIDTH:g}" stroke="currentColor" '
        'stroke-opacity="0.4"/>'
        f'<text class="bracket-number" x="{x + NUMBER / 2:g}" y="{y + 4:g}" font-size="11" text-anchor="middle" '
        f'fill-opacity="0.7">{match.number}</text>{"".join(sides)}</g>'
    )


def _side(
    match: Match,
    side: Id | None,
    source: Source,
    names: Mapping[Id, str],
    numbers: Mapping[str, int],
    x: float,
    y: float,
) -> str:
    """A name, cut off where it is too long, and the score. ``x`` and ``y`` are its upper left corner."""
    if side is None:
        said = _("Loser of {match}") if source.loser else _("Winner of {match}")
        full = said.format(match=numbers[source.match])
        return (
            f'<text class="bracket-source" x="{x:g}" y="{y + 15:g}" font-size="12" font-style="italic" '
            f'fill-opacity="0.7">{_text(full)}</text>'
        )
    full = names.get(side, str(side))
    won = match.winner == side
    kind, weight = (" bracket-won", ' font-weight="700"') if won else ("", "")
    room = WIDTH - NUMBER - SCORE
    return (
        f'<g class="bracket-side{kind}"{weight}><title>{_text(full)}</title>'
        f'<svg x="{x:g}" y="{y:g}" width="{room}" height="{SIDE}"><text class="bracket-name" x="0" y="15">'
        f"{_text(_short(full))}</text></svg>"
        f'<text class="bracket-score" x="{x + room + SCORE - 6:g}" y="{y + 15:g}" text-anchor="end">'
        f"{_score(match, side)}</text></g>"
    )


def _score(match: Match, side: Id) -> str:
    """Touchdowns, or games that were won where there are several; a walk-over is marked for who has it."""
    if not match.games:
        return ""
    if match.games[-1].kind == "forfeit":
        return _("w.o.") if match.winner == side else ""
    if match.best_of > 1:
        return str(match.wins(side))
    game = match.games[-1]
    return str(game.home_td if game.home == side else game.away_td)


# text


def _text(text: str) -> str:
    """Escaped, and without what XML cannot hold."""
    return escape(NOT_IN_XML.sub("", text))


def _short(name: str) -> str:
    """As much of a name as fits, cut between what is seen as one letter."""
    clusters = list(_clusters(name))
    if sum(map(_cells, clusters)) <= NAME_CELLS:
        return name
    kept: list[str] = []
    room = NAME_CELLS - 1
    for cluster in clusters:
        room -= _cells(cluster)
        if room < 0:
            break
        kept.append(cluster)
    return "".join(kept).rstrip() + "…"


def _clusters(text: str) -> Iterator[str]:
    """Letters with their accents, and pictures that are joined of several."""
    cluster = ""
    for letter in text:
        belongs = unicodedata.category(letter) in ("Mn", "Me", "Mc", "Cf", "Sk") or cluster.endswith(JOINER)
        if cluster and not belongs:
            yield cluster
            cluster = ""
        cluster += letter
    if cluster:
        yield cluster


def _cells(cluster: str) -> int:
    return 2 if any(unicodedata.east_asian_width(letter) in "WF" for letter in cluster) else 1
