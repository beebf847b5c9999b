"""Who takes part: entering, before a competition begins and late."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

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
            raise Forbidden(
                _("Only the coach of a team, or the organiser, enters it for {competition}.").format(
                    competition=held.name
                )
            )
        faults = [*_faults(held, team, name, naf_number), *_seed_faults(held, seed)]
        if faults:
            raise Refusal.of(faults)
        entry = Entry.objects.create(
            competition=held,
            number=(held.entries.aggregate(last=Max("number"))["last"] or 0) + 1,
            team=team,
            user=user,
            name=clean_name(name or (team.name if team else ""), _("The name of an entry")),
            coach=cleaned(coach, _("The coach's name")) or (str(user)[:NAME_LENGTH] if user else ""),
            race=cleaned(race, _("The race")) or (team.race if team else ""),
            naf_number=naf_number,
            rating=rating or (team.strength if team else 0),
            club=cleaned(club, _("The club's name")),
            squad=cleaned(squad, _("The squad's name")),
            division=cleaned(division, _("The division's name")),
            seed=seed,
        )
        if held.state == State.RUNNING:
            _join_late(by, held, entry)
    return entry


def _require_plain(**said: object) -> None:
    given = [in_words(field) for field, value in said.items() if value not in (None, "", 0)]
    if given:
        told = ngettext(
            "A coach enters a team as it is: the {fields} of an entry is for the organiser to say.",
            "A coach enters a team as it is: the {fields} of an entry are for the organiser to say.",
            len(given),
        )
        raise Forbidden(told.format(fields=listed(given)))


_WORDS = {
    "name": gettext_lazy("name"),
    "coach": gettext_lazy("coach"),
    "race": gettext_lazy("race"),
    "user": gettext_lazy("user"),
    "naf_number": gettext_lazy("NAF number"),
    "rating": gettext_lazy("rating"),
    "club": gettext_lazy("club"),
    "squad": gettext_lazy("squad"),
    "division": gettext_lazy("division"),
    "seed": gettext_lazy("seed"),
    "table": gettext_lazy("table"),
    "painting": gettext_lazy("painting"),
    "byes_wanted": gettext_lazy("byes wanted"),
}
"""What can be said of an entry."""


def in_words(field: str) -> str:
    return str(_WORDS.get(field, field))


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
        raise Conflict(
            _("{competition} has ended, so nobody enters it.").format(competition=competition.name)
        )
    if organiser or competition.state == State.ENTRIES:
        return
    if competition.state == State.DRAFT:
        raise Conflict(_("{competition} is not open for entries yet.").format(competition=competition.name))
    raise Conflict(
        _("Entries for {competition} are closed; the organiser may still let somebody in.").format(
            competition=competition.name
        )
    )


def _faults(competition: Competition, team: Team | None, name: str, naf_number: int | None) -> list[str]:
    faults = []
    if team is None:
        if competition.rosters:
            faults.append(
                _("{competition} is played by teams of the league, so an entry needs a team.").format(
                    competition=competition.name
                )
            )
        if not name.strip():
            faults.append(_("An entry without a team of the league needs a name."))
    else:
        faults += _team_faults(competition, team)
    if naf_number is not None and not 0 <= naf_number <= NUMBER_MOST:
        faults.append(_("{naf_number} is no NAF number.").format(naf_number=naf_number))
    elif naf_number is not None:
        namesake = competition.entries.filter(naf_number=naf_number).first()
        if namesake:
            said = _("NAF number {number} is entered already, by {coach}.")
            faults.append(said.format(number=naf_number, coach=namesake.coach or namesake.name))
    called = name_key(name or (team.name if team else ""))
    if called and not faults and any(name_key(one) == called for one in _names(competition)):
        said = _("{team} is entered for {competition} already.")
        entered = name or (team.name if team else "")
        faults.append(said.format(team=entered, competition=competition.name))
    return faults


def _seed_faults(competition: Competition, seed: int | None) -> list[str]:
    there = competition.entries.filter(state=Entry.State.IN, seed=seed).first() if seed is not None else None
    return [_("{team} has seed {seed} already.").format(team=there.name, seed=seed)] if there else []


def _names(competition: Competition) -> Iterable[str]:
    return competition.entries.values_list("name", flat=True)


def _team_faults(competition: Competition, team: Team) -> list[str]:
    if team.league_id != competition.league_id:
        return [_("{team} does not play in {league}.").format(team=team.name, league=competition.league.name)]
    faults = []
    if team.withdrawn or not team.accepted:
        faults.append(_("{team} is not accepted into the league yet.").format(team=team.name))
    if competition.entries.filter(team=team).exists():
        faults.append(
            _("{team} is entered for {competition} already.").format(
                team=team.name, competition=competition.name
            )
        )
    elif competition.kind == Kind.MAJOR and team.coach_id is not None:
        other = competition.entries.filter(team__coach=team.coach_id).first()
        if other:
            faults.append(
                _("{coach} has entered {other} for {competition}, and a coach enters one team.").format(
                    coach=team.coach, other=other.name, competition=competition.name
                )
            )
    return faults


def _join_late(by: Person, held: Competition, entry: Entry) -> None:
    stage = held.stages.filter(state=Stage.State.RUNNING).order_by("number").last()
    if stage is None or stage.format not in LATE:
        where = stage.name if stage else held.name
        raise Conflict(_("{where} is drawn already, so nobody can enter any more.").format(where=where))
    stage.competition = held
    entry.joined_round = last_round(stage) + 1
    entry.save(update_fields=["joined_round"])
    journal.note(stage, by, gettext_lazy("{entry} enters late."), entry=entry.name)
    LATE[stage.format](by, stage, entry)
