"""Setting a competition up, and taking it through its states: entries, running, ended, archived."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.acts import clean_name
from engine.contest.scoring import Scoring
from engine.contest.table import STANDARD
from engine.contest.tiebreaks import Criterion
from engine.questions import Refusal
from engine.words import listed
from league.domain.languages import in_language_of
from league.domain.names import free_slug
from league.domain.roles import Person, require_commissioner, viewer
from league.errors import Conflict
from league.models import League, Season, User
from tournaments.domain.competing import journal
from tournaments.domain.competing.access import organising
from tournaments.domain.competing.draw_options import WHILE_RUNNING
from tournaments.domain.competing.options import (
    checked_criteria,
    checked_scoring,
    checked_settings,
    points_of_league,
    setting_words,
)
from tournaments.domain.competing.pitches import take_back_fixtures
from tournaments.models import ELIMINATION, Competition, Entry, Format, Kind, Pairing, Stage, State

Points = str | Scoring | Mapping[str, Any]
Criteria = Sequence[str | Criterion | Mapping[str, Any]]
StagePlan = tuple[str, str, Mapping[str, Any]]
"""Name, format and settings of a stage."""

RESERVED = ("new",)
"""Addresses that no competition has."""
ASKED = "asked"
"""In the reports of a pairing of open play: the number of the entry that waits for the other to agree."""

Beginner = Callable[[Person, Stage], None]
_BEGINNERS: dict[str, Beginner] = {}


def begins(*formats: Format) -> Callable[[Beginner], Beginner]:
    """Registers what is drawn when a stage of these formats begins. It is called while the competition is held."""

    def register(beginner: Beginner) -> Beginner:
        for format in formats:
            _BEGINNERS[format] = beginner
        return beginner

    return register


def create(
    by: Person,
    league: League,
    name: str,
    kind: str,
    *,
    trophy: str = "",
    season: Season | None = None,
    rosters: bool = True,
    starts: date | None = None,
    scoring: Points | None = None,
    criteria: Criteria | None = None,
    settings: Mapping[str, Any] | None = None,
    stages: Iterable[StagePlan] = (),
) -> Competition:
    """A competition that is being set up. Without points it gives those of the league.

    Raises Refusal for a kind or format that there is not, and for settings that do not fit.
    """
    require_commissioner(viewer(by, league))
    if kind not in Kind.values:
        raise Refusal(_("There is no kind of competition called {kind!r}.").format(kind=kind))
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)
        cleaned = clean_name(name, _("The competition's name"))
        last = league.competitions.aggregate(last=Max("number"))["last"] or 0
        competition = Competition.objects.create(
            league=league,
            season=season or league.season,
            number=last + 1,
            slug=free_slug(cleaned, league.competitions.all(), "competition", RESERVED),
            name=cleaned,
            kind=kind,
            trophy=trophy,
            rosters=rosters,
            starts=starts,
            settings=dict(settings or {}),
            scoring=checked_scoring(points_of_league(league) if scoring is None else scoring),
            criteria=checked_criteria(STANDARD if criteria is None else criteria),
        )
        for plan in stages:
            _add_stage(competition, plan)
    return competition


def _add_stage(competition: Competition, plan: StagePlan) -> Stage:
    name, format, settings = plan
    if format not in Format.values:
        raise Refusal(_("There is no format called {format!r}.").format(format=format))
    with in_language_of(competition.league):
        usual = str(Format(format).label)
    cleaned = clean_name(name or usual, _("The stage's name"))
    if competition.stages.filter(name__iexact=cleaned).exists():
        raise Refusal(
            _("{competition} has a stage called {name} already.").format(
                competition=competition.name, name=cleaned
            )
        )
    last = competition.stages.aggregate(last=Max("number"))["last"] or 0
    return Stage.objects.create(
        competition=competition,
        number=last + 1,
        name=cleaned,
        format=format,
        settings=checked_settings(format, settings, cleaned),
    )


# changes


def change(by: Person, competition: Competition, version: int | None = None, **fields: Any) -> Competition:
    """Changes ``name``, ``starts``, ``trophy``, ``settings``, ``scoring`` or ``criteria``, and leaves the rest.

    Points and tie-breakers may be changed at any time: tables are worked out from the results each time.
    """
    with organising(by, competition, version) as held:
        for field, value in fields.items():
            setattr(held, field, _checked(field, value))
    return competition


def _checked(field: str, value: Any) -> Any:
    if field == "name":
        return clean_name(value, _("The competition's name"))
    if field == "scoring":
        return checked_scoring(value)
    if field == "criteria":
        return checked_criteria(value)
    if field in ("starts", "trophy"):
        return value
    if field == "settings":
        return dict(value)
    raise Refusal(_("A competition has nothing called {field} to change.").format(field=field))


def add_stage(by: Person, competition: Competition, name: str, format: str, **settings: Any) -> Stage:
    """One more stage at the end; the stages of a major are those of the book."""
    with organising(by, competition) as held:
        if _has_a_play_off(held):
            raise Conflict(
                _("{competition} is a major, and has no further stage.").format(competition=held.name)
            )
        if format == Format.PLAY_OFF:
            raise Refusal(
                _("A play-off is the stage of a major, which is opened by the rules of the league.")
            )
        if held.state == State.ENDED:
            raise Conflict(_("{competition} has ended.").format(competition=held.name))
        return _add_stage(held, (name, format, settings))


def _has_a_play_off(competition: Competition) -> bool:
    """Whether it is a major by the book."""
    return competition.stages.filter(format=Format.PLAY_OFF).exists()


def change_stage(
    by: Person, stage: Stage, version: int | None = None, *, name: str | None = None, **settings: Any
) -> Stage:
    """Changes the settings that are named. Once the stage has begun, only its points and tie-breakers, and what a
    format lets be changed for the rounds to come."""
    with organising(by, stage.competition, version) as held:
        stage = held.stages.get(pk=stage.pk)
        if name is not None:
            stage.name = clean_name(name, _("The stage's name"))
        now = checked_settings(stage.format, {**stage.settings, **settings}, stage.name)
        if stage.state != Stage.State.WAITING:
            _require_free(stage, now)
            changed = sorted(
                key for key in now.keys() | stage.settings.keys() if now.get(key) != stage.settings.get(key)
            )
            if changed:
                journal.note(stage, by, lambda: _what_is_set(stage, changed))
        stage.settings = now
        stage.save(update_fields=["name", "settings"])
    return stage


def _what_is_set(stage: Stage, changed: Iterable[str]) -> str:
    said = _("What is set of {stage} is changed: {settings}.")
    return said.format(stage=stage.name, settings=", ".join(map(setting_words, changed)))


def _require_free(stage: Stage, now: Mapping[str, Any]) -> None:
    free = ("scoring", "criteria", *WHILE_RUNNING.get(stage.format, ()))
    fixed = [key for key in now.keys() | stage.settings.keys() if now.get(key) != stage.settings.get(key)]
    for key in sorted(fixed):
        if key not in free:
            said = _("{stage} has begun, so its {setting} stays as it is.")
            raise Conflict(said.format(stage=stage.name, setting=setting_words(key)))
    made = stage.rounds.count()
    if "rounds" in fixed and now.get("rounds", made) < made:
        said = ngettext(
            "{n} rounds of {stage} are paired, so there are no fewer.",
            "{n} rounds of {stage} are paired, so there are no fewer.",
            made,
        )
        raise Refusal(said.format(n=made, stage=stage.name))


def remove_stage(by: Person, stage: Stage) -> None:
    with organising(by, stage.competition) as held:
        stage = held.stages.get(pk=stage.pk)
        if stage.state != Stage.State.WAITING:
            raise Conflict(_("{stage} has begun, so it stays.").format(stage=stage.name))
        stage.delete()


def appoint(by: Person, competition: Competition, organiser: User | None) -> Competition:
    """Gives the running of it to a member of the league, or takes it back with None. Commissioners only."""
    require_commissioner(viewer(by, competition.league))
    with organising(by, competition) as held:
        if organiser is not None and not viewer(organiser, held.league).is_member:
            raise Refusal(
                _("{organiser} is no member of {league} and cannot run {competition}.").format(
                    organiser=organiser, league=held.league.name, competition=held.name
                )
            )
        held.organiser = organiser
    return competition


# states


def open_entries(by: Person, competition: Competition) -> Competition:
    with organising(by, competition) as held:
        if held.state != State.DRAFT:
            raise Conflict(_("{competition} is past its setting up.").format(competition=held.name))
        if not held.stages.exists():
            raise Refusal(
                _("{competition} has no stage yet, so nobody would know what to enter for.").format(
                    competition=held.name
                )
            )
        held.state = State.ENTRIES
    return competition


def start(by: Person, competition: Competition, seed: str = "") -> Competition:
    """Closes the entries and begins the first stage. Lots are drawn from the seed, or else from a new one."""
    with organising(by, competition) as held:
        if held.state not in (State.DRAFT, State.ENTRIES):
            raise Conflict(_("{competition} has started already.").format(competition=held.name))
        first = held.stages.order_by("number").first()
        if first is None:
            raise Refusal(_("{competition} has no stage, so it cannot start.").format(competition=held.name))
        count = held.entries.filter(state=Entry.State.IN).count()
        if count < 2:
            said = _("{competition} needs at least two entries to start, and has {count}.")
            if not count:
                said = _("{competition} needs at least two entries to start, and has none.")
            raise Refusal(said.format(competition=held.name, count=count))
        held.state = State.RUNNING
        # Matches are of the season that is played when they are made.
        held.season = held.league.season
        held.save(update_fields=["state", "season"])
        _begin(by, held, first, seed)
    return competition


def next_stage(by: Person, competition: Competition, seed: str = "") -> Stage:
    """Closes the stage that is running, and begins the next. Raises Refusal with matches that are still open."""
    with organising(by, competition) as held:
        if held.state != State.RUNNING:
            raise Conflict(_("{competition} is not running.").format(competition=held.name))
        running = held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()
        if running is not None:
            _close(running)
        waiting = held.stages.filter(state=Stage.State.WAITING).order_by("number").first()
        if waiting is None:
            raise Refusal(_("{competition} has no further stage.").format(competition=held.name))
        _begin(by, held, waiting, seed)
    return waiting


def _begin(by: Person, held: Competition, stage: Stage, seed: str) -> None:
    stage.competition = held
    stage.state = Stage.State.RUNNING
    stage.seed = seed or secrets.token_hex(8)
    stage.save(update_fields=["state", "seed"])
    beginner = _BEGINNERS.get(stage.format)
    if beginner is not None:
        beginner(by, stage)


def _close(stage: Stage) -> None:
    still = open_pairings(stage.competition, stage)
    if still:
        said = ngettext(
            "{stage} cannot close: {matches} is not played.",
            "{stage} cannot close: {matches} are not played.",
            len(still),
        )
        raise Refusal(said.format(stage=stage.name, matches=_named(still)))
    _require_winners(stage.competition, stage)
    _drop_what_is_asked_for(Pairing.objects.filter(round__stage=stage))
    stage.state = Stage.State.CLOSED
    stage.save(update_fields=["state"])


def open_pairings(competition: Competition, stage: Stage | None = None) -> list[Pairing]:
    """Matches without a result, of the whole competition or of one stage; not those that a coach has only asked for."""
    rows = (
        Pairing.objects.select_related("round__stage", "home", "away", "fixture")
        .filter(round__stage__competition=competition, away__isnull=False, outcome="")
        .exclude(fixture__status="played")
        .exclude(home__state=Entry.State.ANNULLED)
        .exclude(away__state=Entry.State.ANNULLED)
        .order_by("round__stage__number", "round__number", "table", "pk")
    )
    found = rows.filter(round__stage=stage) if stage else rows
    return [one for one in found if ASKED not in one.reports]


def _drop_what_is_asked_for(pairings: QuerySet[Pairing]) -> None:
    pairings.filter(reports__has_key=ASKED, outcome="", fixture__isnull=True).delete()


def _require_winners(competition: Competition, stage: Stage | None = None) -> None:
    """A match of a knockout that ended level on the pitch waits for the organiser to say who moves on."""
    rows = Pairing.objects.select_related("home", "away").filter(
        round__stage__competition=competition,
        round__stage__format__in=ELIMINATION,
        fixture__result__winner="",
        outcome="",
    )
    level = list(rows.filter(round__stage=stage) if stage else rows)
    if level:
        said = ngettext(
            "{matches} is drawn; say who has won before {what} is over.",
            "{matches} are drawn; say who has won before {what} is over.",
            len(level),
        )
        raise Refusal(said.format(matches=_named(level), what=(stage or competition).name))


def _named(still: Sequence[Pairing]) -> str:
    shown = [str(one) for one in still[:5]]
    more = len(still) - len(shown)
    if more:
        return _("{matches} and {n} more").format(matches=", ".join(shown), n=more)
    return listed(shown)


def end(by: Person, competition: Competition, *, anyway: bool = False) -> Competition:
    """Nothing is played any more. Raises Refusal with the matches that are open, unless it is to end ``anyway``:
    then they stay unplayed and count nowhere. A major ends by its prizes, with which its trophy goes on."""
    with organising(by, competition) as held:
        if _has_a_play_off(held):
            raise Conflict(
                _(
                    "{competition} is a major: it ends when its prizes are paid, or there without a winner."
                ).format(competition=held.name)
            )
        if held.state != State.RUNNING:
            raise Conflict(_("{competition} is not running, so it cannot end.").format(competition=held.name))
        still = open_pairings(held)
        if still and not anyway:
            said = ngettext(
                "{competition} cannot end yet: {matches} is not played.",
                "{competition} cannot end yet: {matches} are not played.",
                len(still),
            )
            raise Refusal(said.format(competition=held.name, matches=_named(still)))
        if not anyway:
            _require_winners(held)
        if still:
            _leave_unplayed(held, still)
        _drop_what_is_asked_for(Pairing.objects.filter(round__stage__competition=held))
        held.stages.filter(state=Stage.State.RUNNING).update(state=Stage.State.CLOSED)
        held.state = State.ENDED
    return competition


def _leave_unplayed(held: Competition, still: Sequence[Pairing]) -> None:
    take_back_fixtures(held, still)
    Pairing.objects.filter(pk__in=[one.pk for one in still]).delete()


def archive(by: Person, competition: Competition) -> Competition:
    """Out of the way, for good: it is read, and never changed."""
    with organising(by, competition) as held:
        if held.state != State.ENDED:
            raise Conflict(
                _("{competition} has not ended, so it cannot be archived.").format(competition=held.name)
            )
        held.state = State.ARCHIVED
    return competition


def withdraw_plan(by: Person, competition: Competition) -> None:
    """Deletes a competition that nobody has entered yet."""
    with organising(by, competition) as held:
        if held.entries.exists():
            raise Conflict(_("{competition} has entries, so it stays.").format(competition=held.name))
        pk = held.pk
    Competition.objects.filter(pk=pk).delete()
