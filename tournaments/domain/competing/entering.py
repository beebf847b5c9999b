"""Who takes part: entering, leaving, coming back, and what the organiser says about an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Max, Q

from engine.acts import clean_name, name_key
from engine.questions import Refusal
from engine.words import listed
from league.domain.roles import Forbidden, Person, Viewer, require_coach, viewer
from league.errors import Conflict
from league.models import NAME_LENGTH, User
from matches.models import FixtureStatus
from teams.models import Team
from tournaments.domain.competing import journal
from tournaments.domain.competing.access import changing, may_organise, organising, require_not_archived
from tournaments.models import Adjustment, Competition, Entry, Format, Kind, Pairing, Round, Stage, State

REASON_LENGTH = 200
POINTS_MOST = 100_000
NUMBER_MOST = 30_000_000
"""Of NAF numbers, ratings and the like."""
MARKS_MOST = 1000
"""For painting."""
PLAYED_BY = "played_by"
"""Under this key ``Pairing.reports`` keeps, by side, who played a match of an entry that another has taken over."""

Latecomer = Callable[[Person, Stage, Entry], None]
Leaver = Callable[[Person, Stage, Entry, str], None]
_LATE: dict[str, Latecomer] = {Format.OPEN: lambda *_: None, Format.LADDER: lambda *_: None}
_LEAVING: dict[str, Leaver] = {}
_RETURNING: dict[str, Latecomer] = {}


def joins_late(*formats: Format) -> Callable[[Latecomer], Latecomer]:
    """Registers what becomes of an entry that comes when a stage of these formats is running. Formats without one
    take nobody in."""

    def register(verb: Latecomer) -> Latecomer:
        for format in formats:
            _LATE[format] = verb
        return verb

    return register


def comes_back(*formats: Format) -> Callable[[Latecomer], Latecomer]:
    """Registers what is planned anew when somebody who dropped comes back."""

    def register(verb: Latecomer) -> Latecomer:
        for format in formats:
            _RETURNING[format] = verb
        return verb

    return register


def leaves(*formats: Format) -> Callable[[Leaver], Leaver]:
    """Registers what becomes of the open matches of who leaves. It is given ``kept``, ``annulled`` or ``awarded``."""

    def register(verb: Leaver) -> Leaver:
        for format in formats:
            _LEAVING[format] = verb
        return verb

    return register


def enter(
    by: Person,
    competition: Competition,
    team: Team | None = None,
    *,
    name: str = "",
    coach: str = "",
    race: str = "",
    user: User | None = None,
    naf_number: int | None = None,
    rating: int = 0,
    club: str = "",
    squad: str = "",
    division: str = "",
    seed: int | None = None,
) -> Entry:
    """A coach enters a team of his own while entries are open; the organiser enters anybody, and late.

    What else is said of an entry is the organiser's to say, but for its club. ``user`` is the account of one who is no
    team of the league. Raises Refusal with everything that is wrong.
    """
    person = viewer(by, competition.league)
    organiser = may_organise(person, competition)
    if not organiser:
        require_coach(person)
        _require_plain(
            name=name,
            coach=coach,
            race=race,
            user=user,
            naf_number=naf_number,
            rating=rating,
            squad=squad,
            division=division,
            seed=seed,
        )
    with changing(competition) as held:
        require_not_archived(held)
        if team is not None:
            team = Team.objects.select_related("coach").get(pk=team.pk)
            user = team.coach
        _require_open(held, organiser)
        if not organiser and (team is None or team.coach_id != by.pk):
            raise Forbidden(f"Only the coach of a team, or the organiser, enters it for {held.name}.")
        faults = [*_faults(held, team, name, naf_number), *_seed_faults(held, seed)]
        if faults:
            raise Refusal.of(faults)
        entry = Entry.objects.create(
            competition=held,
            number=(held.entries.aggregate(last=Max("number"))["last"] or 0) + 1,
            team=team,
            user=user,
            name=clean_name(name or (team.name if team else ""), "The name of an entry"),
            coach=_text(coach, "The coach's name") or (str(user)[:NAME_LENGTH] if user else ""),
            race=_text(race, "The race") or (team.race if team else ""),
            naf_number=naf_number,
            rating=rating or (team.strength if team else 0),
            club=_text(club, "The club's name"),
            squad=_text(squad, "The squad's name"),
            division=_text(division, "The division's name"),
            seed=seed,
        )
        if held.state == State.RUNNING:
            _join_late(by, held, entry)
    return entry


def _require_plain(**said: object) -> None:
    given = [_called(field) for field, value in said.items() if value not in (None, "", 0)]
    if given:
        told = "is" if len(given) == 1 else "are"
        raise Forbidden(
            f"A coach enters a team as it is: the {listed(given)} of an entry {told} for the organiser to say."
        )


def _called(field: str) -> str:
    return field.replace("naf", "NAF").replace("_", " ")


def may_enter(person: Viewer, competition: Competition) -> bool:
    """Whether he may enter somebody now: a coach while entries are open, who runs it until it has ended."""
    if may_organise(person, competition):
        return competition.state in (State.DRAFT, State.ENTRIES, State.RUNNING)
    return competition.state == State.ENTRIES and person.is_coach


def _text(text: str, what: str) -> str:
    """Cleaned like a name; it may also be empty."""
    return clean_name(text, what) if text.strip() else ""


def _require_open(competition: Competition, organiser: bool) -> None:
    if competition.state == State.ENDED:
        raise Conflict(f"{competition.name} has ended, so nobody enters it.")
    if organiser or competition.state == State.ENTRIES:
        return
    if competition.state == State.DRAFT:
        raise Conflict(f"{competition.name} is not open for entries yet.")
    raise Conflict(f"Entries for {competition.name} are closed; the organiser may still let somebody in.")


def _faults(competition: Competition, team: Team | None, name: str, naf_number: int | None) -> list[str]:
    faults = []
    if team is None:
        if competition.rosters:
            faults.append(f"{competition.name} is played by teams of the league, so an entry needs a team.")
        if not name.strip():
            faults.append("An entry without a team of the league needs a name.")
    else:
        faults += _team_faults(competition, team)
    if naf_number is not None and not 0 <= naf_number <= NUMBER_MOST:
        faults.append(f"{naf_number} is no NAF number.")
    elif naf_number is not None:
        namesake = competition.entries.filter(naf_number=naf_number).first()
        if namesake:
            faults.append(
                f"NAF number {naf_number} is entered already, by {namesake.coach or namesake.name}."
            )
    called = name_key(name or (team.name if team else ""))
    if called and not faults and any(name_key(one) == called for one in _names(competition)):
        faults.append(f"{name or (team.name if team else '')} is entered for {competition.name} already.")
    return faults


def _seed_faults(competition: Competition, seed: int | None) -> list[str]:
    there = competition.entries.filter(state=Entry.State.IN, seed=seed).first() if seed is not None else None
    return [f"{there.name} has seed {seed} already."] if there else []


def _names(competition: Competition) -> Iterable[str]:
    return competition.entries.values_list("name", flat=True)


def _team_faults(competition: Competition, team: Team) -> list[str]:
    if team.league_id != competition.league_id:
        return [f"{team.name} does not play in {competition.league.name}."]
    faults = []
    if team.withdrawn or not team.accepted:
        faults.append(f"{team.name} is not accepted into the league yet.")
    if competition.entries.filter(team=team).exists():
        faults.append(f"{team.name} is entered for {competition.name} already.")
    elif competition.kind == Kind.MAJOR and team.coach_id is not None:
        other = competition.entries.filter(team__coach=team.coach_id).first()
        if other:
            faults.append(
                f"{team.coach} has entered {other.name} for {competition.name}, and a coach enters one team."
            )
    return faults


def _join_late(by: Person, held: Competition, entry: Entry) -> None:
    stage = held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()
    if stage is None or stage.format not in _LATE:
        where = stage.name if stage else held.name
        raise Conflict(f"{where} is drawn already, so nobody can enter any more.")
    stage.competition = held
    entry.joined_round = last_round(stage) + 1
    entry.save(update_fields=["joined_round"])
    journal.note(stage, by, f"{entry.name} enters late.")
    _LATE[stage.format](by, stage, entry)


def last_round(stage: Stage) -> int:
    """The number of the last published round, or of a season, whose rounds are all published from the beginning, of the
    last in which something was played; 0 before that."""
    begun = stage.rounds.exclude(state=Round.State.DRAFT)
    if stage.format == Format.ROUND_ROBIN:
        something = ~Q(pairings__outcome="") | Q(pairings__fixture__status=FixtureStatus.PLAYED)
        begun = begun.filter(something, pairings__isnull=False)
    return begun.aggregate(last=Max("number"))["last"] or 0


# leaving and coming back


def coaches(by: Person, entry: Entry) -> bool:
    """Whether he is the coach of it now."""
    return by.pk is not None and entry.account_id == by.pk


def speaks_for(by: Person, entry: Entry, competition: Competition) -> bool:
    """Whether he coaches it and may act on it. Who has left the league keeps his entry, and no right by it."""
    return coaches(by, entry) and viewer(by, competition.league).is_coach


def drop(
    by: Person, entry: Entry, after: int | None = None, reason: str = "", *, results: str = "kept"
) -> Entry:
    """The entry plays no more after the round ``after``, or the last that was published. What it played stands.

    ``results="awarded"``: its open matches of a season go to the opponents; else they are not played. The coach of the
    entry drops it, or the organiser.
    """
    competition = entry.competition
    if not may_organise(viewer(by, competition.league), competition) and not speaks_for(
        by, entry, competition
    ):
        raise Forbidden(f"Only its coach, or the organiser, takes {entry.name} out of {competition.name}.")
    with changing(competition) as held:
        require_not_archived(held)
        entry = _of(held, entry)
        if entry.state != Entry.State.IN:
            raise Conflict(f"{entry.name} does not take part any more.")
        if held.state in (State.DRAFT, State.ENTRIES):
            entry.delete()
            return entry
        _leave(by, held, entry, results, after, reason)
    return entry


def annul(by: Person, entry: Entry, reason: str = "") -> Entry:
    """The entry is withdrawn, and nothing that it played counts."""
    with organising(by, entry.competition) as held:
        entry = _of(held, entry)
        if entry.state == Entry.State.ANNULLED:
            raise Conflict(f"The results of {entry.name} are annulled already.")
        _leave(by, held, entry, "annulled", None, reason)
    return entry


def _leave(by: Person, held: Competition, entry: Entry, results: str, after: int | None, reason: str) -> None:
    stage = held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()
    last = last_round(stage) if stage else 0
    entry.state = Entry.State.ANNULLED if results == "annulled" else Entry.State.DROPPED
    if after is not None and not 0 <= after <= last:
        raise Refusal(f"{entry.name} cannot have left after round {after}: {last} were published.")
    entry.dropped_after = last if after is None else after
    entry.reason = reason[:REASON_LENGTH]
    entry.save(update_fields=["state", "dropped_after", "reason"])
    told = f"plays no more after round {entry.dropped_after}"
    if results == "annulled":
        told = "is withdrawn, and nothing that it played counts"
    journal.note(stage, by, f"{entry.name} {told}{journal.because(reason)}")
    if stage is not None and stage.format in _LEAVING:
        stage.competition = held
        _LEAVING[stage.format](by, stage, entry, results)


def return_(by: Person, entry: Entry) -> Entry:
    """Somebody who dropped comes back, as if he had only missed the rounds in between."""
    with organising(by, entry.competition) as held:
        entry = _of(held, entry)
        if entry.state == Entry.State.IN:
            raise Conflict(f"{entry.name} takes part.")
        if held.state != State.RUNNING:
            raise Conflict(f"{held.name} is not running.")
        stage = held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()
        if entry.table is not None and held.entries.filter(state=Entry.State.IN, table=entry.table).exists():
            # Somebody else was given it in the meantime.
            entry.table = None
        entry.state, entry.dropped_after, entry.reason = Entry.State.IN, None, ""
        entry.save(update_fields=["state", "dropped_after", "reason", "table"])
        journal.note(stage, by, f"{entry.name} is back.")
        if stage is not None and stage.format in _RETURNING:
            stage.competition = held
            _RETURNING[stage.format](by, stage, entry)
    return entry


def _of(held: Competition, entry: Entry) -> Entry:
    entry = held.entries.select_related("team__coach", "user").get(pk=entry.pk)
    entry.competition = held
    return entry


# what the organiser says of an entry


def change_entry(by: Person, entry: Entry, **fields: Any) -> Entry:
    """Changes what is given: ``coach``, ``user``, ``club``, ``squad``, ``division``, ``seed``, ``table``, ``rating``,
    ``race``, ``naf_number``, ``painting``, ``byes_wanted``."""
    with organising(by, entry.competition) as held:
        entry = _of(held, entry)
        for field, value in fields.items():
            _check_field(held, entry, field, value)
            setattr(entry, field, _text(value, f"The {field}") if isinstance(value, str) else value)
        if entry.team is not None and "coach" in fields:
            # The name is that of who coaches it now.
            entry.user, fields["user"] = entry.team.coach, entry.team.coach
        entry.save(update_fields=list(fields))
    return entry


_NUMBERS = ("seed", "table", "rating", "painting", "naf_number")
_FIELDS = ("coach", "user", "club", "squad", "division", "race", "byes_wanted", *_NUMBERS)


def _check_field(held: Competition, entry: Entry, field: str, value: Any) -> None:
    if field not in _FIELDS:
        raise Refusal(f"An entry has nothing called {field} to change.")
    if field == "user":
        _require_no_team(entry)
    least = 1 if field in ("seed", "table") else 0
    most = MARKS_MOST if field == "painting" else NUMBER_MOST
    if field in _NUMBERS and value is not None and not least <= value <= most:
        raise Refusal(f"{value} is no {_called(field)} for {entry.name}.")
    if field in ("seed", "table", "naf_number") and value is not None:
        other = held.entries.filter(state=Entry.State.IN, **{field: value}).exclude(pk=entry.pk).first()
        if other:
            raise Refusal(f"{other.name} has {_called(field)} {value} already.")
    if field == "division" and held.state == State.RUNNING and value != entry.division:
        raise Conflict(f"{held.name} is running, so {entry.name} stays in its division.")
    if field == "squad" and entry.squad and value != entry.squad and _has_met_as_a_squad(entry):
        raise Conflict(f"{entry.name} has played for {entry.squad} and stays in it.")
    if field == "byes_wanted" and any(number < 1 for number in value):
        raise Refusal("A bye is asked for a round, and rounds are counted from 1.")


def _has_met_as_a_squad(entry: Entry) -> bool:
    """Whether a round is published in which its squad was paired: the ties of that are told by squads as they are."""
    published = Pairing.objects.exclude(round__state=Round.State.DRAFT)
    ties = published.filter(round__stage__settings__pairing="squads")
    return ties.filter(Q(home=entry) | Q(away=entry)).exists()


def _require_no_team(entry: Entry) -> None:
    if entry.team is not None:
        raise Refusal(f"{entry.name} is a team of the league: it has another coach once it is handed over.")


def replace(
    by: Person,
    entry: Entry,
    *,
    user: User | None = None,
    coach: str = "",
    naf_number: int | None = None,
    reason: str = "",
) -> Entry:
    """Another coach takes the entry over, with all that it has played; who played it is kept with each match. A team of
    the league is handed over instead."""
    if user is None and not coach.strip():
        raise Refusal(f"Who takes {entry.name} over needs a name.")
    with organising(by, entry.competition) as held:
        entry = _of(held, entry)
        _require_no_team(entry)
        _check_field(held, entry, "naf_number", naf_number)
        _keep_who_played(entry)
        before = entry.coach or "nobody"
        entry.user, entry.reason = user, reason[:REASON_LENGTH]
        entry.coach, entry.naf_number = _text(coach or str(user), "The coach's name"), naf_number
        told = f"{entry.coach} plays {entry.name} instead of {before}{journal.because(reason)}"
        journal.note(journal.running(held), by, told)
        entry.save(update_fields=["user", "coach", "naf_number", "reason"])
    return entry


def _keep_who_played(entry: Entry) -> None:
    """With each match of the entry that is decided, unless somebody before him played it."""
    who = {
        "coach": entry.coach,
        "naf_number": entry.naf_number,
        "account": entry.user.username if entry.user else "",
    }
    rows = list(Pairing.objects.filter(Q(home=entry) | Q(away=entry), away__isnull=False).exclude(outcome=""))
    for row in rows:
        side = "home" if row.home_id == entry.pk else "away"
        row.reports = {**row.reports, PLAYED_BY: {side: who, **row.reports.get(PLAYED_BY, {})}}
    Pairing.objects.bulk_update(rows, ["reports"])


def adjust(by: User, entry: Entry, points: int, reason: str) -> Adjustment:
    """Gives points, or takes them, for a reason that everybody reads."""
    with organising(by, entry.competition) as held:
        if not reason.strip():
            raise Refusal(f"Points of {entry.name} are given or taken for a reason, and there is none.")
        if not points or abs(points) > POINTS_MOST:
            raise Refusal(f"{points} points cannot be given to {entry.name}, nor taken.")
        told = f"{entry.name} has {points:+d} points by hand{journal.because(reason)}"
        journal.note(journal.running(held), by, told)
        return Adjustment.objects.create(
            entry=entry, points=points, reason=reason.strip()[:REASON_LENGTH], by=by
        )


def take_back(by: Person, adjustment: Adjustment) -> None:
    with organising(by, adjustment.entry.competition) as held:
        told = f"The {adjustment.points:+d} points of {adjustment.entry.name} by hand are taken back"
        journal.note(journal.running(held), by, f"{told}{journal.because(adjustment.reason)}")
        adjustment.delete()
