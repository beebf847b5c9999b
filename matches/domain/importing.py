"""A match file becomes the log of a fixture: it is handed in, it is settled who is who, and the log fills itself.

The file starts the log that the wizard goes on with: what the file does not hold, the wizard asks.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine import editions
from engine.formats import beside, counting, reading
from engine.formats.as_log import require_played_by
from engine.formats.matchfile import FilePlayer, MatchFile
from engine.formats.matching import (
    HIRED,
    NOBODY,
    Matching,
    Proposal,
    Who,
    check,
    folded,
    propose,
    turned,
)
from engine.match import log as documents
from engine.match.log import LARGEST, LogRoster, encode_log
from engine.questions import SIDES, Refusal, Side
from engine.words import joined, named
from league.domain.roles import viewer
from league.models import League, User
from matches.domain import logs, sources, wizard
from matches.domain.access import require_may_enter
from matches.domain.errors import AlreadyImported, NotApplicable, Overtaken
from matches.models import Fixture, FixtureStatus, LogStatus, MatchLog, Origin

_FOREIGN = (
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"\x80",
    b"SQLite",
    b"eJ",
    b"eN",
    b"eA",
    b"eF",
    b"<",
    b"\xef\xbb\xbf<",
)
"""How files begin that are no match log of Dugout: archives, pickles, databases, other replays, XML."""


class NoneInHand(Refusal):
    """The log of the fixture that is in progress, if there is any, is filled from no file."""

    def __init__(self) -> None:
        super().__init__(_("No match file is being read for this match."))


def is_match_file(document: bytes) -> bool:
    """Whether this is a file of another program, by what is in it, rather than a match log."""
    head = document[: reading.HEAD].lstrip()
    return head.startswith(_FOREIGN) or (head.startswith(b"{") and b'"gameLog"' in document)


def formats(league: League) -> tuple[str, ...]:
    """The rules by whose names match files are read in this league; none where its edition is played by no client."""
    return editions.match_files(league.edition)


@dataclass(frozen=True, slots=True)
class SideOfFile:
    """One team of a file: beside the roster, and who its players most likely are. ``who`` is as it is settled."""

    side: Side
    roster: LogRoster
    head: tuple[beside.Beside, ...]
    proposals: tuple[Proposal, ...]
    who: dict[int, Who]

    @property
    def unsure(self) -> tuple[Proposal, ...]:
        return tuple(one for one in self.proposals if one.certainty != "sure")

    @property
    def sure(self) -> tuple[Proposal, ...]:
        return tuple(one for one in self.proposals if one.certainty == "sure")

    @property
    def settled_as(self) -> tuple[tuple[FilePlayer, str], ...]:
        """Each player of the file by his number, with who he is here in words."""
        told = ((one.player, self._in_words(self.who[one.player.number])) for one in self.proposals)
        return tuple(sorted(told, key=lambda one: one[0].number))

    def _in_words(self, who: Who) -> str:
        if who == HIRED:
            return _("plays for this match alone")
        if who == NOBODY:
            return _("nobody")
        name = next((one.name for one in self.roster.players if one.number == who), "")
        name = name or _("no longer on the roster")
        return f"{who} {name}"


@dataclass(frozen=True, slots=True)
class InHand:
    """A match file that is being made a log. ``strange`` are sentences that a person must confirm; ``disagreements``
    says where the file does not agree with its own counts."""

    row: MatchLog
    log: documents.MatchLog
    file: MatchFile
    sides: tuple[SideOfFile, SideOfFile]
    strange: tuple[str, ...]
    disagreements: tuple[str, ...]

    @property
    def settled(self) -> bool:
        return sources.settled(self.row)

    @property
    def home(self) -> SideOfFile:
        return self.sides[0]

    @property
    def away(self) -> SideOfFile:
        return self.sides[1]

    def side(self, side: Side) -> SideOfFile:
        return self.home if side == "home" else self.away


def import_file(fixture: Fixture, by: User, document: bytes, key: str | None = None) -> MatchLog:
    """Reads a match file and starts the log of this fixture from it: ``start``. Raises Refusal, in one sentence, for a
    file that is none."""
    require_may_enter(viewer(by, fixture.league), fixture)
    logs.require_open(fixture)
    if len(document) > LARGEST:
        raise Refusal(
            _("The file is too large: at most {most} MB are read.").format(most=LARGEST // 1_000_000)
        )
    file = reading.read(document)
    if file.format == "dugout":
        raise Refusal(_("This is a match log of Dugout in an archive; unpack it and upload the log itself."))
    return start(fixture, by, file, key)


def start(fixture: Fixture, by: User, file: MatchFile, key: str | None = None) -> MatchLog:
    """Starts the log of this fixture from a match file that was read; nobody is settled yet.

    The same key again gives the log that it made, while that is in progress. Raises AlreadyImported for a match that
    the league has from a file already, AlreadyApplied for a fixture that is played, Refusal for a match that was played
    by other rules, and NotApplicable while another log of the fixture is being filled, and for the key of one that is
    put aside.
    """
    require_may_enter(viewer(by, fixture.league), fixture)
    logs.require_open(fixture)
    require_played_by(fixture.league.rules, file)
    head = logs.template(fixture)
    if _other_way_round(file, head):
        file = turned(file)
    text, source = encode_log(head).decode(), sources.encode(file)
    with transaction.atomic():
        # Two fixtures of the league may be sent the same file at once.
        League.objects.select_for_update(of=("self",)).get(pk=fixture.league_id)
        logs.lock(fixture)
        logs.require_open(fixture)
        drafts = fixture.logs.select_related("submitted_by").filter(status=LogStatus.DRAFT)
        if key and (same := drafts.filter(submitted_by=by, idempotency_key=key).first()) is not None:
            return same
        _require_new(fixture, file.digest)
        if key and fixture.logs.filter(submitted_by=by, idempotency_key=key).exists():
            raise NotApplicable(
                _("This was sent before, and what came of it is no longer in progress; send it anew.")
            )
        if drafts.exists():
            raise NotApplicable(
                _("Another log of this match is in progress; finish it or put it aside first.")
            )
        return MatchLog.objects.create(
            fixture=fixture,
            document=text,
            digest=logs.digest(text),
            status=LogStatus.DRAFT,
            origin=Origin.FILE,
            version=1,
            submitted_by=by,
            idempotency_key=key,
            source=source,
            source_digest=file.digest,
        )


def _other_way_round(file: MatchFile, head: documents.MatchLog) -> bool:
    named = (folded(file.home.name), folded(file.away.name))
    return named == (folded(head.away.team), folded(head.home.team)) and named[0] != named[1]


def _require_new(fixture: Fixture, digest: str) -> None:
    """A match that was undone, or whose log was put aside or rejected, may come again."""
    gone = Q(status__in=[LogStatus.REJECTED, LogStatus.SUPERSEDED]) | Q(
        status=LogStatus.REPLACED, fixture__status=FixtureStatus.OPEN
    )
    there = MatchLog.objects.filter(fixture__league=fixture.league, source_digest=digest).exclude(gone)
    same = there.select_related("fixture__home", "fixture__away", "submitted_by").defer("document").first()
    if same is not None:
        raise AlreadyImported(same)


def in_hand(fixture: Fixture) -> InHand:
    """The file that the draft of the fixture is filled from. Raises Refusal where there is none."""
    logs.require_open(fixture)
    step = wizard.current(fixture)
    row = step.row
    if not row.source:
        raise NoneInHand
    file = sources.file_of(row)
    matching = sources.matching_of(row) if row.matching else None
    home, away = (_side(side, file, step.log, fixture, matching) for side in SIDES)
    return InHand(
        row=row,
        log=step.log,
        file=file,
        sides=(home, away),
        strange=tuple(_strange(file, step.log)),
        disagreements=counting.disagreements(file),
    )


def _side(
    side: Side, file: MatchFile, log: documents.MatchLog, fixture: Fixture, matching: Matching | None
) -> SideOfFile:
    roster = roster_of(log, side)
    proposals = propose(file.team(side), roster)
    who: dict[int, Who] = {one.player.number: one.who for one in proposals}
    if matching is not None:
        who |= matching.of(side)
    head = beside.head(file.team(side), roster, fixture.league.rules)
    return SideOfFile(side, roster, head, proposals, who)


def roster_of(log: documents.MatchLog, side: Side) -> LogRoster:
    return log.home if side == "home" else log.away


_CALLED: dict[Side, str] = {
    "home": gettext_noop("The home team is called {name} in the file, and {team} here."),
    "away": gettext_noop("The away team is called {name} in the file, and {team} here."),
}


def _strange(file: MatchFile, log: documents.MatchLog) -> list[str]:
    """What speaks against this being the match."""
    found = []
    for side in SIDES:
        team, roster = file.team(side), roster_of(log, side)
        if folded(team.name) != folded(roster.team):
            found.append(_(_CALLED[side]).format(name=team.name, team=roster.team))
        if folded(team.race) != folded(roster.race):
            found.append(
                _("{team} are a team of the race {race} in the file, and {real_race} here.").format(
                    team=roster.team, race=named(team.race), real_race=named(roster.race)
                )
            )
    return found


def turn(fixture: Fixture, by: User, version: int) -> MatchLog:
    """The home team of the file is the away team of the fixture. Only before it is settled who is who."""
    with transaction.atomic():
        row = _locked(fixture, by, version)
        if row.matching:
            raise NotApplicable(_("It is settled already who is who; put the log aside to begin anew."))
        row.source = sources.encode(turned(sources.file_of(row)))
        row.version += 1
        row.submitted_by = by
        row.save(update_fields=["source", "version", "submitted_by", "updated"])
    return row


def settle(
    fixture: Fixture, by: User, matching: Matching, version: int, *, confirmed: bool = False
) -> wizard.Step:
    """Says who of the file is who, and fills the log as far as the file goes.

    ``confirmed``: the teams of the file are those of the fixture, whatever they are called. Raises Refusal for somebody
    who is left out or is nobody on the roster, Overtaken for another version, and NotApplicable once the log has
    entries.
    """
    with transaction.atomic():
        row = _locked(fixture, by, version)
        found = in_hand(fixture)
        if found.log.entries:
            raise NotApplicable(
                _("The log is being filled; put it aside to settle anew who is who in the file.")
            )
        if found.strange and not confirmed:
            raise Refusal(joined((found.strange[0], _("Confirm that they are the same teams."))))
        check(matching, found.file, {one.side: one.roster for one in found.sides})
        row.matching = sources.as_json(matching)
        row.save(update_fields=["matching", "updated"])
        return wizard.read_on(fixture, by, version)


def _locked(fixture: Fixture, by: User, version: int) -> MatchLog:
    require_may_enter(viewer(by, fixture.league), fixture)
    logs.lock(fixture)
    logs.require_open(fixture)
    drafts = fixture.logs.select_related("submitted_by").filter(status=LogStatus.DRAFT)
    row = drafts.exclude(source="").first()
    if row is None:
        raise NoneInHand
    if row.version != version:
        raise Overtaken(row)
    return row
