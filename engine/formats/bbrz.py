"""Reader of ``.bbrz``: replays of Cyanide's Blood Bowl 2, which plays by the Competition Rules.

A zip archive with one XML file. The first board tells the rosters, the steps tell what happened, and the last step
holds the result, with counts for every player that the facts are held against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from xml.etree.ElementTree import Element

import msgspec

from engine.formats.bb2_names import BADLY_HURT, CONTRACTS, INDUCEMENTS, POSITIONS, RACES, injury, skill
from engine.formats.bb2_play import Play, Seat
from engine.formats.bb2_xml import NOT_A_REPLAY, each_step, number, numbers, text
from engine.formats.matchfile import (
    MOST_AWARDS,
    MOST_PLAYERS,
    MOST_SKILLS,
    Casualty,
    Fact,
    FilePlayer,
    FileTeam,
    Inducement,
    MatchFile,
    Mvp,
    Recorded,
    Stats,
    TeamResult,
    Weather,
    cleaned,
    identity,
    numbered,
)
from engine.questions import SIDES, Refusal, Side
from engine.words import gettext as _

RULES = "CRP"
GOLD = 1_000
"""Team values are in thousands."""


def read_xml(pieces: Iterable[bytes]) -> MatchFile:
    """Raises Refusal with one sentence for what is no such replay, is damaged, or stops before its end."""
    reader = _Reader()
    each_step(pieces, reader.step)
    return reader.match()


class _Reader:
    """Private state of one reading."""

    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}
        self._play = Play(self._seats)
        self._players: dict[Side, dict[str, Element]] = {"home": {}, "away": {}}
        self._absent: set[str] = set()
        self._info: Element | None = None
        self._board: Element | None = None
        self._bought: dict[Side, list[Inducement]] = {"home": [], "away": []}
        self._prices: dict[int, int] = {}
        self._result: Element | None = None

    def step(self, step: Element) -> None:
        if step.tag != "ReplayStep":
            return
        if self._info is None:
            self._info = step.find("GameInfos")
        board = step.find("BoardState")
        if board is not None:
            self._meet(board)
        for offered in step.iterfind("RulesEventInducementsInfos"):
            for one in offered.iter("InducementsCategory"):
                self._prices.setdefault(number(one, "Type"), number(one, "Cost"))
        for bought in step.iterfind("RulesEventAddInducement"):
            self._buy(bought)
        self._play.step(step)
        result = step.find("RulesEventGameFinished/MatchResult")
        if result is not None:
            self._result = result

    def _meet(self, board: Element) -> None:
        """Players on the board who are new. The first board has the rosters as they came to the match."""
        if self._board is None:
            self._board = board
        for side, team in zip(SIDES, board.iterfind("ListTeams/TeamState"), strict=False):
            for player in team.iterfind("ListPitchPlayers/PlayerState"):
                key, data = text(player, "Id"), player.find("Data")
                if data is not None and key and key not in self._seats:
                    self._seat(side, key, data)

    def _seat(self, side: Side, key: str, data: Element) -> Seat:
        known = self._players[side]
        if len(known) >= MOST_PLAYERS:
            raise Refusal(
                _("{no_replay}: a team of it has more than {most} players.").format(
                    no_replay=_(NOT_A_REPLAY), most=MOST_PLAYERS
                )
            )
        known[key] = data
        taken = [seat.number for seat in self._seats.values() if seat.side == side]
        seat = self._seats[key] = Seat(side, numbered([*taken, number(data, "Number") or None])[-1])
        return seat

    def _results(self, sides: list[Element]) -> Iterator[tuple[Seat, Element]]:
        """The result of each player. Who is on no board, for he sat the match out, joins his team here."""
        for side, team in zip(SIDES, sides, strict=True):
            for place, one in enumerate(team.iterfind("PlayerResults/PlayerResult")):
                data = one.find("PlayerData")
                key = text(data, "Id") or f"{side} {place}"
                seat = self._seats.get(key)
                if seat is None and data is not None:
                    self._absent.add(key)
                    seat = self._seat(side, key, data)
                if seat is not None:
                    yield seat, one

    def _buy(self, bought: Element) -> None:
        side: Side = SIDES[number(bought, "CoachSlot") == 1]
        category = number(bought, "InducementCategory")
        name = INDUCEMENTS.get(category, f"Inducement {category}")
        several = name in ("Star Player", "Mercenary")
        self._bought[side].append(Inducement(name, price=None if several else self._prices.get(category)))

    # --- the whole match

    def match(self) -> MatchFile:
        result = self._result
        if self._board is None:
            raise Refusal(_("{no_replay}: no board is in it.").format(no_replay=_(NOT_A_REPLAY)))
        if result is None:
            raise Refusal(_("The replay stops before the end of the match, and holds no result."))
        sides = result.findall("CoachResults/CoachResult/TeamResult")
        row = result.find("Row")
        if len(sides) != 2 or row is None:
            raise Refusal(_("The result at the end of the replay does not tell of two teams."))
        results = tuple(self._results(sides))
        home, away = (self._team(side, one, row) for side, one in zip(SIDES, sides, strict=True))
        home_result, away_result = (
            self._outcome(side, one, row) for side, one in zip(SIDES, sides, strict=True)
        )
        totals = tuple(_totals(results))
        mvps = (
            Mvp(0, 0, one.side, one.player) for one in totals for _ in range(min(one.mvps or 0, MOST_AWARDS))
        )
        facts = (*_with_second_injuries(self._play.facts, results), *mvps)
        return MatchFile(
            format="bb2",
            rules=RULES,
            digest=self._digest(row, home, away),
            home=home,
            away=away,
            home_result=home_result,
            away_result=away_result,
            facts=facts,
            totals=totals,
            missing=self._missing((home, away), facts),
            started=cleaned(text(row, "Started")),
            finished=cleaned(text(row, "Finished")),
            competition=cleaned(text(self._info, "RowCompetition/Name")),
        )

    def _digest(self, row: Element, home: FileTeam, away: FileTeam) -> str:
        """The times of a match are kept to a millionth of a second, and tell two matches of the same teams apart."""
        what = (text(self._info, "Id"), text(row, "Started"), text(row, "Finished"))
        teams = ((team.key, team.name, team.value) for team in (home, away))
        return identity("bb2", *what, *teams, text(row, "HomeScore"), text(row, "AwayScore"))

    def _team(self, side: Side, result: Element, row: Element) -> FileTeam:
        first = self._board.findall("ListTeams/TeamState") if self._board is not None else []
        data = first[SIDES.index(side)].find("Data") if len(first) == 2 else result.find("TeamData")
        race = number(data, "IdRace")
        return FileTeam(
            name=cleaned(text(data, "Name")),
            race=RACES.get(race, f"Race {race}"),
            coach=cleaned(text(row, f"Coach{side.capitalize()}Name")),
            players=tuple(
                _player(self._seats[key].number, found, misses=key in self._absent)
                for key, found in self._players[side].items()
            ),
            key=cleaned(text(data, "LobbyId")),
            value=number(data, "Value") * GOLD,
            treasury=number(result, "CashBeforeMatch"),
            fan_factor=number(result, "PopularityBeforeMatch"),
            rerolls=number(data, "Reroll"),
            apothecaries=number(data, "Apothecary"),
            assistant_coaches=number(data, "AssistantCoach"),
            cheerleaders=number(data, "Cheerleaders"),
        )

    def _outcome(self, side: Side, result: Element, row: Element) -> TeamResult:
        named = side.capitalize()
        given_up = number(row, f"IdCoach{named}CompletionStatus") or number(result, "CompletionStatus")
        return TeamResult(
            score=number(row, f"{named}Score"),
            spectators=number(result, "NbSupporters"),
            fan_dice=self._play.fan_dice.get(side, ()),
            fame=number(result, "Fame"),
            fan_factor_change=number(result, "PopularityGain"),
            winnings=number(result, "CashEarned"),
            winnings_die=number(result, "WinningsDice") or None,
            spiralling_expenses=number(result, "SpirallingExpenses"),
            inducements=_together(self._bought[side]),
            spent_on_inducements=number(result, "CashSpentInducements"),
            conceded=bool(given_up),
        )

    def _missing(self, teams: tuple[FileTeam, FileTeam], facts: Iterable[Fact]) -> tuple[str, ...]:
        lacks = {
            "positions": any(not player.position for team in teams for player in team.players),
            "fan_dice": len(self._play.fan_dice) < 2,
            "weather": not any(isinstance(fact, Weather) for fact in facts),
            "winnings_reroll": True,
            "fan_factor_dice": True,
            "mvp_dice": True,
        }
        return tuple(key for key, lacking in lacks.items() if lacking)


def _casualties(result: Element) -> tuple[int, ...]:
    return tuple(kind for kind in (number(result, "Casualty1"), number(result, "Casualty2")) if kind)


def _player(shirt: int, data: Element, *, misses: bool) -> FilePlayer:
    return FilePlayer(
        key=cleaned(text(data, "LobbyId")),
        number=shirt,
        name=cleaned(text(data, "Name")),
        position=POSITIONS.get(number(data, "IdPlayerTypes"), ""),
        kind=CONTRACTS.get(number(data, "Contract"), "roster"),
        stats=Stats(number(data, "Ma"), number(data, "St"), number(data, "Ag"), number(data, "Av")),
        skills=tuple(skill(one) for one in numbers(text(data, "ListSkills"))[:MOST_SKILLS]),
        spp=number(data, "Experience"),
        injuries=tuple(injury(one) for one in numbers(text(data, "ListCasualties"))[:MOST_SKILLS]),
        misses=misses,
    )


def _together(bought: list[Inducement]) -> tuple[Inducement, ...]:
    """Each kind once, with how many of it."""
    found: dict[str, Inducement] = {}
    for one in bought:
        before = found.get(one.name)
        found[one.name] = one if before is None else msgspec.structs.replace(before, count=before.count + 1)
    return tuple(found.values())


Results = Sequence[tuple[Seat, Element]]


def _totals(results: Results) -> Iterator[Recorded]:
    """In friendly matches nobody gains a point, and points are then nothing to check by."""
    earned = any(number(one, "Xp") for _, one in results)
    for seat, one in results:
        counts = one.find("Statistics")
        yield Recorded(
            seat.side,
            seat.number,
            touchdowns=number(counts, "InflictedTouchdowns"),
            completions=number(counts, "InflictedPasses"),
            interceptions=number(counts, "InflictedInterceptions"),
            casualties=number(counts, "InflictedCasualties"),
            mvps=number(counts, "MVP"),
            suffered=number(counts, "SustainedCasualties"),
            spp=number(one, "Xp") if earned else None,
            injuries=tuple(injury(kind) for kind in _casualties(one) if kind > BADLY_HURT),
        )


def _with_second_injuries(facts: Sequence[Fact], results: Results) -> Iterator[Fact]:
    """Decay gives two injuries for one casualty, and only the result has the second."""
    suffered = Counter(
        (fact.side, fact.player) for fact in facts if isinstance(fact, Casualty) and fact.outcome != "saved"
    )
    second = {
        (seat.side, seat.number): injury(_casualties(one)[1])
        for seat, one in results
        if len(_casualties(one)) == 2 and suffered[seat.side, seat.number] == 1
    }
    for fact in facts:
        if isinstance(fact, Casualty) and fact.injuries and (fact.side, fact.player) in second:
            fact = msgspec.structs.replace(fact, injuries=(*fact.injuries, second[fact.side, fact.player]))
        yield fact
