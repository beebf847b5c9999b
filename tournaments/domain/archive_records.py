"""What an archive is made of: one record a line, and nothing in it that only means something in one installation.

People go by their user names, teams by their addresses, acts, fixtures and seasons by their numbers, a log by its place
in the archive. No primary key, password, mail address, token or invitation is ever written. ``docs/archive.md`` tells
it for readers; ``FORMAT`` changes whenever a record does.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, TypeAlias, TypeVar, get_args

import msgspec

FORMAT = "dugout league archive"
VERSION = 1

Moment: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]
Name: TypeAlias = str
"""The user name of a person of the league's ``person`` records."""
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="record"):
    pass


class ArchiveRecord(_Record, frozen=True, tag="archive"):
    """The first line: what this is, and the version of its format."""

    format: str
    version: int


class EndRecord(_Record, frozen=True, tag="end"):
    """The last line; ``lines`` counts those before it, so that a cut at the end of a line is seen."""

    lines: int


class ScheduleRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When the league is published by itself; ``weekday`` is nothing where only its commissioner does."""

    weekday: int | None
    hour: int
    zone: str = "UTC"


class LeagueRecord(_Record, frozen=True, tag="league"):
    """Begins a league. ``sequence`` is the number of its last act."""

    slug: str
    name: str
    edition: str
    house_rules: dict[str, Any]
    dice_policy: str
    public: bool
    win_points: int
    draw_points: int
    loss_points: int
    sequence: Count
    created: Moment
    schedule: ScheduleRecord | None
    language: str = ""
    guided: bool = True


class PersonRecord(_Record, frozen=True, tag="person"):
    """Somebody whom the league's records name. ``role`` and ``joined`` are nothing for whoever is no member."""

    name: Name
    role: str | None
    joined: Moment | None


class SeasonRecord(_Record, frozen=True, tag="season"):
    number: Number
    name: str
    current: bool


class RuleBookRecord(_Record, frozen=True, tag="rule_book"):
    """What was played by from the act after ``after`` on."""

    after: Count
    edition: str
    house_rules: dict[str, Any]
    win_points: int
    draw_points: int
    loss_points: int
    by: Name | None
    created: Moment


class BulletinRecord(_Record, frozen=True, tag="bulletin"):
    author: Name | None
    title: str
    text: str
    published: Moment


class PictureRecord(_Record, frozen=True, tag="picture"):
    """A picture that a bulletin shows. ``bulletin`` is the place of the bulletin among those of the league, from 1;
    ``data`` the WebP file in base64."""

    bulletin: Number
    name: str
    by: Name | None
    created: Moment
    data: bytes


class TeamRecord(_Record, frozen=True, tag="team"):
    """In the order in which they were drafted. Everything else about a team follows from the acts."""

    slug: str
    coach: Name | None
    created: Moment


class EventsRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an act did to one roster: the JSON of the ledger as a text, to the byte."""

    team: str
    events: str


class ActRecord(_Record, frozen=True, tag="act"):
    """In the order of ``sequence``, from 1 without a gap. ``replaced_by`` and ``amendment`` are sequences of others."""

    sequence: Number
    place: Number
    kind: str
    by: Name | None
    as_commissioner: bool
    at: Moment
    recorded: Moment
    parameters: dict[str, Any]
    answers: list[Any]
    idempotency_key: str | None
    replaced_by: int | None
    amendment: int | None
    events: list[EventsRecord]


class ImprovementRecord(_Record, frozen=True, tag="improvement"):
    """A star player roll, in progress or done; ``act`` is the sequence of what it came to."""

    team: str
    player: int
    answers: list[Any]
    rolled: list[int]
    version: Count
    open: bool
    act: int | None
    updated: Moment


class TradeOfferRecord(_Record, frozen=True, tag="trade_offer"):
    """``number`` counts the offers of the league; ``first`` and ``second`` are teams.

    ``act`` is the sequence of what an accepted offer came to.
    """

    number: Number
    first: str
    second: str
    deal: dict[str, Any]
    words: str
    status: str
    offered_by: Name | None
    offered_as_commissioner: bool
    offered: Moment
    answered_by: Name | None
    answered: Moment | None
    act: int | None


class FixtureRecord(_Record, frozen=True, tag="fixture"):
    number: Number
    season: int
    round: Count
    home: str
    away: str
    scheduled: date | None
    stage: str
    neutral: bool
    hosting: str
    host_die: int | None
    status: str
    created: Moment


class LogRecord(_Record, frozen=True, tag="log"):
    """``number`` counts the logs of the league from 1. ``document`` is the match log as a text, to the byte.

    ``source`` is the match file that it is filled from, as a text; logs without one have nothing of it.
    """

    number: Number
    fixture: int
    document: str
    digest: str
    status: str
    origin: str
    version: Count
    rolled: list[Any]
    undone: list[Any]
    message: str
    submitted_by: Name | None
    created: Moment
    updated: Moment
    act: int | None
    idempotency_key: str | None
    source: str = ""
    source_digest: str = ""
    matching: dict[str, Any] = {}


class ResultRecord(_Record, frozen=True, tag="result"):
    """What came of a fixture: kept to be held against what the log gives when it is replayed, never taken over."""

    fixture: int
    log: int
    act: int
    home_score: int
    away_score: int
    home_casualties: int
    away_casualties: int
    winner: str
    conceded_by: str
    gate: int
    weather: str
    home_winnings: int
    away_winnings: int
    played_at: Moment


class AmendmentRecord(_Record, frozen=True, tag="amendment"):
    """``act`` and ``head`` are sequences, ``log`` the number of a log, ``settlements`` by the place of acts."""

    act: int
    log: int | None
    by: Name | None
    reason: str
    settlements: dict[str, Any]
    sequence: Count
    version: Count
    status: str
    message: str
    head: int | None
    created: Moment
    updated: Moment


class CompetitionRecord(_Record, frozen=True, tag="competition"):
    """What is played for, however far it has come; those after it name it by ``number``. ``season`` is a number."""

    number: Number
    season: int | None
    slug: str
    name: str
    kind: str
    trophy: str
    state: str
    organiser: Name | None
    rosters: bool
    starts: date | None
    settings: dict[str, Any]
    scoring: dict[str, Any]
    criteria: list[Any]
    prizes: dict[str, Any]
    version: Count
    created: Moment


class EntryRecord(_Record, frozen=True, tag="entry"):
    """Who takes part: a team of the league by its address, or a coach from anywhere. ``number`` counts those of the
    competition."""

    competition: int
    number: Number
    team: str | None
    user: Name | None
    name: str
    coach: str
    race: str
    naf_number: Count | None
    rating: int
    club: str
    squad: str
    division: str
    seed: Count | None
    state: str
    joined_round: Count
    dropped_after: Count | None
    reason: str
    table: Count | None
    byes_wanted: list[int]
    painting: int
    entered: Moment


class AdjustmentRecord(_Record, frozen=True, tag="adjustment"):
    """Points given or taken by hand; ``entry`` is a number of the competition."""

    competition: int
    entry: int
    points: int
    reason: str
    by: Name | None
    at: Moment


class StageRecord(_Record, frozen=True, tag="stage"):
    """``draw`` knows entries by their numbers."""

    competition: int
    number: Number
    name: str
    format: str
    state: str
    settings: dict[str, Any]
    draw: dict[str, Any]
    seed: str


class RoundRecord(_Record, frozen=True, tag="round"):
    competition: int
    stage: int
    number: Number
    name: str
    state: str
    publish_at: Moment | None
    clock_until: Moment | None
    version: Count


class PairingRecord(_Record, frozen=True, tag="pairing"):
    """In the order in which they were made. ``home`` and ``away`` are entries, ``round`` is one of the ``stage``."""

    competition: int
    stage: int
    round: int
    table: Count
    home: int
    away: int | None
    fixture: int | None
    place: str
    kind: str
    outcome: str
    home_td: Count
    away_td: Count
    home_cas: Count
    away_cas: Count
    reports: dict[str, Any]
    decided_by: Name | None
    decided_at: Moment | None
    reason: str
    version: Count


class PublicationRecord(_Record, frozen=True, tag="publication"):
    """A page as it was published. In ``table`` a team is its address, a coach the user name."""

    season: int
    year: int
    week: int
    published_at: Moment
    by: Name | None
    sequence: Count
    table: list[dict[str, Any]]
    results: list[Any]
    fixtures: list[Any]
    leaders: list[Any]
    deaths: list[Any]
    bulletin: Any
    injuries: list[Any] = []


Record: TypeAlias = (
    LeagueRecord
    | PersonRecord
    | SeasonRecord
    | RuleBookRecord
    | BulletinRecord
    | PictureRecord
    | TeamRecord
    | ActRecord
    | ImprovementRecord
    | TradeOfferRecord
    | FixtureRecord
    | LogRecord
    | ResultRecord
    | AmendmentRecord
    | CompetitionRecord
    | EntryRecord
    | AdjustmentRecord
    | StageRecord
    | RoundRecord
    | PairingRecord
    | PublicationRecord
)
"""The records of a league, in the order in which their kinds stand."""

ORDER: dict[type[Any], int] = {kind: place for place, kind in enumerate(get_args(Record))}


def name_of(kind: type[Any]) -> str:
    """How an archive calls records of this kind."""
    return str(kind.__struct_config__.tag).replace("_", " ")


Kind = TypeVar("Kind")


def of_row(kind: type[Kind], row: Any, **given: Any) -> Kind:
    """The record of a row: what is not given stands in the column of the same name."""
    fields = kind.__struct_fields__  # type: ignore[attr-defined]
    return kind(**{name: given[name] if name in given else getattr(row, name) for name in fields})


def columns(record: Any, *apart: str) -> dict[str, Any]:
    """The fields of the record that are columns of the same name; ``apart``: what is looked up."""
    return {name: getattr(record, name) for name in record.__struct_fields__ if name not in apart}


_encoder = msgspec.json.Encoder(order="deterministic")


def encode(record: Record | ArchiveRecord | EndRecord) -> bytes:
    """The line of a record. The order of keys is fixed: databases keep JSON each in their own."""
    return _encoder.encode(record) + b"\n"
