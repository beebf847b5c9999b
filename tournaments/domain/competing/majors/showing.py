"""What the pages of a major show. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from engine.contest import majors
from engine.contest.book import MajorPrizes
from engine.contest.majors import Challenge, Game, Honours, Major, Phase, Place
from engine.contest.majors.values import STAGE_WORDS, stage_words
from engine.questions import Refusal
from engine.words import capital, listed, named
from league.domain.roles import Viewer
from league.domain.rules import rule_books
from tournaments.domain.competing.access import may_organise
from tournaments.domain.competing.majors.keeping import (
    PLAY_OFF,
    entries_of,
    is_open,
    major_of,
    pair_of,
    pairings_of,
    stage_of,
    today,
)
from tournaments.models import Competition, Entry, Pairing, Stage, State

_PLURALS = {
    "quarter_final": gettext_noop("Quarter-finals"),
    "semi_final": gettext_noop("Semi-finals"),
    "final": gettext_noop("The final"),
}
_DECIDED = {
    "points": gettext_noop("by points"),
    "rating": gettext_noop("by strength of the team"),
    "lot": gettext_noop("by lot"),
}


@dataclass(frozen=True)
class Told:
    """A game of the play-off as one team sees it. ``sum`` is how its worth comes about, ``why`` it counts or not."""

    opponent: Entry
    game: Game
    sum: str
    why: str

    @property
    def words(self) -> str:
        refused = self.game.kind == "refused"
        if self.game.outcome == "won":
            return _("Won by a refused challenge") if refused else pgettext("how a match ended", "Won")
        if self.game.outcome == "lost":
            return _("Lost by a refused challenge") if refused else pgettext("how a match ended", "Lost")
        return pgettext("how a match ended", "Drawn")


@dataclass(frozen=True)
class Line:
    """A row of the table. ``through``: the team goes on."""

    entry: Entry
    place: Place
    games: list[Told]
    decided_by: str
    through: bool


@dataclass(frozen=True)
class Match:
    """A match of the major, with the names of what it is played for."""

    pairing: Pairing
    open: bool
    mine: bool
    score: str = ""
    note: str = ""


@dataclass(frozen=True)
class Board:
    """A major as it stands for one person. ``major`` is None before the play-off."""

    competition: Competition
    stage: Stage
    day: date
    organiser: bool
    entries: Mapping[int, Entry]
    mine: Entry | None
    major: Major | None
    pairings: list[Pairing] = field(repr=False)

    @property
    def running(self) -> bool:
        return self.competition.state == State.RUNNING and self.major is not None

    @property
    def in_play_off(self) -> bool:
        return self.running and self.major is not None and not self.major.over

    @property
    def takes_entries(self) -> bool:
        return self.competition.state == State.ENTRIES

    @property
    def entered(self) -> list[Entry]:
        return [entry for entry in self.entries.values() if entry.state == Entry.State.IN]

    @property
    def phases(self) -> list[tuple[str, Phase]]:
        if self.major is None:
            return []
        words = {"play_off": gettext_noop("Play-off"), **_PLURALS}
        return [(_(words[one.stage]), one) for one in majors.calendar(self.major)]

    @property
    def week(self) -> int:
        return majors.week_of(self.major, self.day) if self.major else 0

    @property
    def lines(self) -> list[Line]:
        if self.major is None:
            return []
        ratings = {
            number: entry.team.strength if entry.team else entry.rating
            for number, entry in self.entries.items()
        }
        return [self._line(self.major, place) for place in majors.table(self.major, ratings)]

    def _line(self, major: Major, place: Place) -> Line:
        return Line(
            entry=self.entries[int(place.team)],
            place=place,
            games=[self._told(major, game, place.games) for game in place.games],
            decided_by=_(_DECIDED[place.decided_by]) if place.decided_by else "",
            through=place.team in major.qualified,
        )

    def _told(self, major: Major, game: Game, all_of_them: Iterable[Game]) -> Told:
        base = {"won": major.scoring.win, "drawn": major.scoring.draw, "lost": major.scoring.loss}[
            game.outcome
        ]
        if game.counts:
            why = _("counts")
        elif game.worth <= 0:
            why = _("left out, for it would cost points") if game.worth < 0 else _("left out, worth nothing")
        else:
            better = sum(one.counts for one in all_of_them)
            why = ngettext(
                "left out, {n} other is worth no less", "left out, {n} others are worth no less", better
            ).format(n=better)
        said = f"{base} + {game.scored} − {game.conceded} = {game.worth}".replace("= -", "= −")
        return Told(self.entries[int(game.opponent)], game, said, why)

    @property
    def points_in_words(self) -> str:
        return named(self.major.scoring.words) if self.major else ""

    @property
    def matches(self) -> list[Match]:
        """Of the play-off: those to be played first."""
        found = [self._match(one) for one in self.pairings if one.place == PLAY_OFF]
        return sorted(found, key=lambda one: (not one.open, one.pairing.pk))

    def _match(self, pairing: Pairing) -> Match:
        mine = self.mine is not None and self.mine.pk in (pairing.home_id, pairing.away_id)
        if is_open(pairing):
            return Match(pairing, True, mine)
        result = getattr(pairing.fixture, "result", None) if pairing.fixture_id else None
        if result is None:
            score = f"{pairing.home_td}–{pairing.away_td}"
            note = _("Refused challenge") if pairing.kind == "refused" else _("The other side did not come")
            return Match(pairing, False, mine, score, note)
        note = "" if result.winner or pairing.place == PLAY_OFF else _("Decided by lot")
        if result.winner and result.home_score == result.away_score:
            winner = pairing.home.name if result.winner == "home" else pairing.away and pairing.away.name
            note = _("{team} won the shoot-out").format(team=winner)
        return Match(pairing, False, mine, f"{result.home_score}–{result.away_score}", note)

    @property
    def opponents(self) -> list[Entry]:
        """Whom the person's own team may still meet, or everybody who stands, for the organiser."""
        if self.major is None:
            return []
        standing = [self.entries[int(one.team)] for one in self.major.standing]
        if self.mine is None:
            return standing
        return [one for one in standing if one.pk != self.mine.pk and not self._met(one)]

    def _met(self, other: Entry) -> bool:
        assert self.major is not None
        assert self.mine is not None
        arranged = any(
            pair_of(one) == {self.mine.number, other.number} and is_open(one)
            for one in self.pairings
            if one.place == PLAY_OFF
        )
        return arranged or self.major.result(PLAY_OFF, self.mine.number, other.number) is not None

    @property
    def standing(self) -> list[Entry]:
        """Everybody who has not withdrawn."""
        return [self.entries[int(one.team)] for one in self.major.standing] if self.major else []

    # challenges

    @property
    def challenges(self) -> list[Called]:
        """The latest first."""
        if self.major is None:
            return []
        still = {one.number for one in majors.open_challenges(self.major)} if not self.major.over else set()
        late = {one.number for one in majors.overdue(self.major, self.day)}
        called = [Called(self, one, one.number in still, one.number in late) for one in self.major.challenges]
        return called[::-1]

    @property
    def why_no_challenge(self) -> str:
        """Why the person issues no challenge now; empty where one may be issued, for the organiser by anybody."""
        if self.major is None or not self.running:
            return _("{name} is not being played, so nobody is challenged.").format(
                name=self.competition.name
            )
        if self.major.over:
            return _("The play-off is over, so nobody is challenged any more.")
        if self.mine is None and not self.organiser:
            return _("Only the coach of a team that takes part, or the organiser, issues a challenge.")
        asking = self.standing if self.organiser else [one for one in self.standing if one == self.mine]
        said = [_why_not_issued(self.major, one, self.day) for one in asking]
        if "" not in said:
            return said[0] if said else _("{team} does not play any more.").format(team=self.mine)
        if self.organiser or self.opponents:
            return ""
        return _("{team} has met everybody who takes part.").format(team=self.mine)

    # the knock-out

    @property
    def rounds(self) -> list[tuple[str, list[Match]]]:
        """What was drawn, stage by stage, the third place before the final."""
        found = []
        for stage in STAGE_WORDS:
            matches = [self._match(one) for one in self.pairings if one.place == stage]
            if stage != PLAY_OFF and matches:
                found.append(
                    (_(_PLURALS[stage]) if stage in _PLURALS else capital(stage_words(stage)), matches)
                )
        return found

    @property
    def next_draw(self) -> str:
        """What the organiser draws next; empty while something is still to be played, and once the final is drawn."""
        major = self.major
        if major is None or not major.over or major.draw_of("final"):
            return ""
        if any(is_open(one) for one in self.pairings if one.place in ("quarter_final", "semi_final")):
            return ""
        if major.has_quarter_finals() and not major.draw_of("quarter_final"):
            return "quarter-finals"
        return "final" if major.draw_of("semi_final") else "semi-finals"

    @property
    def beaten_semi_finalists(self) -> list[Entry]:
        """Who may play for third place; nobody once that is arranged."""
        major = self.major
        if major is None or not major.draw_of("semi_final") or major.draw_of("third_place"):
            return []
        games = major.of_stage("semi_final")
        if len(games) < len(major.draw_of("semi_final").pairs):  # type: ignore[union-attr]
            return []
        losers = [one.away if one.winner == one.home else one.home for one in games]
        return [self.entries[int(one)] for one in losers if one is not None]

    @property
    def honours(self) -> Honoured | None:
        """None before the final is over."""
        if self.major is None:
            return None
        try:
            found: Honours = majors.honours(self.major)
        except Refusal:
            return None
        return Honoured(
            self.entries[int(found.winner)],
            self.entries[int(found.finalist)],
            [self.entries[int(one)] for one in found.third],
        )

    @property
    def is_of_these_rules(self) -> bool:
        """Whether the league still plays by rules that know the trophy."""
        return any(one.name == self.competition.trophy for one in self.competition.league.rules.majors)

    @property
    def book(self) -> MajorPrizes:
        """The prizes of the trophy by the rules of the league; where these no longer know it, by the last that did."""
        league, trophy = self.competition.league, self.competition.trophy
        if not self.is_of_these_rules:
            for book in reversed(rule_books(league).books):
                if any(one.name == trophy for one in book.rules.majors):
                    return book.rules.major(trophy)
        return league.rules.major(trophy)

    @property
    def may_be_paid(self) -> bool:
        """Whether its final is played and the rules say what it pays; whoever pays looks whether that was done."""
        return (
            self.competition.state in (State.RUNNING, State.ENDED)
            and self.honours is not None
            and self.is_of_these_rules
            and not self.book.missing
        )


def _why_not_issued(major: Major, entry: Entry, day: date) -> str:
    try:
        majors.check_issuing(major, entry.number, day)
    except Refusal as refusal:
        return refusal.message
    return ""


@dataclass(frozen=True)
class Honoured:
    winner: Entry
    finalist: Entry
    third: list[Entry]

    @property
    def third_named(self) -> str:
        return listed(one.name for one in self.third)


@dataclass(frozen=True)
class Called:
    """A challenge as one person sees it. ``open``: something may still come of it; ``late``: its day is past."""

    board: Board
    challenge: Challenge
    open: bool
    late: bool

    @property
    def challenger(self) -> Entry:
        return self.board.entries[int(self.challenge.challenger)]

    @property
    def challenged(self) -> Entry:
        return self.board.entries[int(self.challenge.challenged)]

    @property
    def substitute(self) -> Entry | None:
        one = self.challenge.substitute
        return None if one is None else self.board.entries[int(one)]

    @property
    def said(self) -> str:
        """Where it stands, in one sentence."""
        due = self.challenge.passed_on
        words = {
            "issued": _("Waits for the organiser to pass it on."),
            "passed_on": _("{challenged} have until the end of {day} to answer."),
            "accepted": _("{challenged} have accepted: the two play."),
            "refused": _("{challenged} have refused, and {challenger} win without a match."),
            "unanswered": _("{challenged} have not answered, and {challenger} win without a match."),
            "substituted": _("{substitute} play instead of {challenged}."),
            "turned_down": _("{challenger} would not play against {substitute}, and have lost."),
            "dropped": _("The organiser let it be."),
        }
        said = words[self.challenge.state]
        if self.late and self.open:
            said = _("{challenged} have not answered in time.")
        elif not self.open and self.challenge.state in ("issued", "passed_on"):
            said = _("The play-off went on without it.")
        return said.format(
            challenger=self.challenger.name,
            challenged=self.challenged.name,
            substitute=self.substitute,
            day=date_format(due, "DATE_FORMAT") if due else "",
        )

    @property
    def acts(self) -> list[tuple[str, str]]:
        """What the person may do: the name of the act and the words on its button."""
        if not self.open or not self.board.running:
            return []
        state, organiser = self.challenge.state, self.board.organiser
        mine = self.board.mine.number if self.board.mine else 0
        found: list[tuple[str, str]] = []
        if state == "issued" and organiser:
            found.append(("pass_on", _("Pass it on")))
        if self.to_answer:
            found += [("accept", _("Accept")), ("refuse", _("Refuse"))]
        if state == "passed_on" and self.late and organiser:
            found.append(("decide", _("It counts as refused")))
        if state == "substituted" and (organiser or mine == self.challenge.challenger):
            found.append(("turn_down", _("The challenger will not play")))
        if organiser:
            found.append(("drop", _("Let it be")))
        return found

    @property
    def why(self) -> str:
        """Why the person can do nothing with it now; empty where he can, and where nothing comes of it any more."""
        if not self.open or self.acts:
            return ""
        if not self.board.running:
            return _("{name} is not running.").format(name=self.board.competition.name)
        mine = self.board.mine is not None and self.board.mine.number == self.challenge.challenged
        answer = _("Only the coach of {team}, or the organiser, answers it.").format(
            team=self.challenged.name
        )
        turn_down = _("Only the coach of {team}, or the organiser, may turn it down.")
        return {
            "issued": _("Only the organiser passes it on."),
            "passed_on": _("Its day is past, so the organiser decides.") if mine else answer,
            "accepted": _("Their match decides it."),
            "substituted": turn_down.format(team=self.challenger.name),
        }[self.challenge.state]

    @property
    def to_answer(self) -> bool:
        """Whether the person may answer now."""
        if not self.open or self.challenge.state != "passed_on" or not self.board.running:
            return False
        mine = self.board.mine is not None and self.board.mine.number == self.challenge.challenged
        return self.board.organiser or (mine and not self.late)

    @property
    def substitutes(self) -> list[Entry]:
        """Who may play instead."""
        major = self.board.major
        assert major is not None
        sides = (self.challenge.challenger, self.challenge.challenged)
        return [
            one
            for one in self.board.standing
            if one.number not in sides and major.result(PLAY_OFF, sides[0], one.number) is None
        ]


def board(competition: Competition, viewer: Viewer) -> Board:
    """Five queries, whatever the size of the major. Raises NotVisible for what is no major."""
    stage = stage_of(competition)
    entries = entries_of(competition)
    user = viewer.user.pk if viewer.user.is_authenticated else None
    begun = "major" in stage.draw
    return Board(
        competition=competition,
        stage=stage,
        day=today(competition.league),
        organiser=may_organise(viewer, competition),
        entries=entries,
        mine=next((one for one in entries.values() if user is not None and one.account_id == user), None),
        major=major_of(stage) if begun else None,
        pairings=pairings_of(stage) if begun else [],
    )
