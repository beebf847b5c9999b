"""Who takes part: entering, before a competition begins and late."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max

from engine.acts import clean_name, name_key
from engine.questions import Refusal
from engine.words import listed
from league.domain.roles import Forbidden, Person, Viewer, require_coach, viewer
from league.errors import Conflict
from league.models import NAME_LENGTH, User
from teams.models import Team
from tournaments.domain.competing import journal
from tournaments.domain.competing.access import changing, may_organise, require_not_archived
from tournaments.domain.competing.entering.formats import LATE, last_round
from tournaments.models import Competition, Entry, Kind, Stage, State

NUMBER_MOST = 30_000_000
"""Of NAF numbers, ratings and the like."""


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
            coach=cleaned(coach, "The coach's name") or (str(user)[:NAME_LENGTH] if user else ""),
            race=cleaned(race, "The race") or (team.race if team else ""),
            naf_number=naf_number,
            rating=rating or (team.strength if team else 0),
            club=cleaned(club, "The club's name"),
            squad=cleaned(squad, "The squad's name"),
            division=cleaned(division, "The division's name"),
            seed=seed,
        )
        if held.state == State.RUNNING:
            _join_late(by, held, entry)
    return entry


def _require_plain(**said: object) -> None:
    given = [in_words(field) for field, value in said.items() if value not in (None, "", 0)]
    if given:
        told = "is" if len(given) == 1 else "are"
        raise Forbidden(
            f"A coach enters a team as it is: the {listed(given)} of an entry {told} for the organiser to say."
        )


def in_words(field: str) -> str:
    return field.replace("naf", "NAF").replace("_", " ")


def may_enter(person: Viewer, competition: Competition) -> bool:
    """Whether he may enter somebody now: a coach while entries are open, who runs it until it has ended."""
    if may_organise(person, competition):
        return competition.state in (State.DRAFT, State.ENTRIES, State.RUNNING)
    return competition.state == State.ENTRIES and person.is_coach


def cleaned(text: str, what: str) -> str:
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
    if stage is None or stage.format not in LATE:
        where = stage.name if stage else held.name
        raise Conflict(f"{where} is drawn already, so nobody can enter any more.")
    stage.competition = held
    entry.joined_round = last_round(stage) + 1
    entry.save(update_fields=["joined_round"])
    journal.note(stage, by, f"{entry.name} enters late.")
    LATE[stage.format](by, stage, entry)
