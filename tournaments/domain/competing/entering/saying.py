"""What the organiser says of an entry: what it is called and counts for, who plays it, and points by hand."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from engine.questions import Refusal
from league.domain.roles import Person
from league.errors import Conflict
from league.models import User
from tournaments.domain.competing import journal
from tournaments.domain.competing.access import organising
from tournaments.domain.competing.entering.coming import NUMBER_MOST, cleaned, in_words
from tournaments.domain.competing.entering.leaving import REASON_LENGTH, entry_of
from tournaments.models import Adjustment, Competition, Entry, Pairing, Round, State

POINTS_MOST = 100_000
MARKS_MOST = 1000
"""For painting."""
PLAYED_BY = "played_by"
"""Under this key ``Pairing.reports`` keeps, by side, who played a match of an entry that another has taken over."""


def change_entry(by: Person, entry: Entry, **fields: Any) -> Entry:
    """Changes what is given: ``coach``, ``user``, ``club``, ``squad``, ``division``, ``seed``, ``table``, ``rating``,
    ``race``, ``naf_number``, ``painting``, ``byes_wanted``."""
    with organising(by, entry.competition) as held:
        entry = entry_of(held, entry)
        for field, value in fields.items():
            _check_field(held, entry, field, value)
            setattr(entry, field, cleaned(value, f"The {field}") if isinstance(value, str) else value)
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
        raise Refusal(f"{value} is no {in_words(field)} for {entry.name}.")
    if field in ("seed", "table", "naf_number") and value is not None:
        other = held.entries.filter(state=Entry.State.IN, **{field: value}).exclude(pk=entry.pk).first()
        if other:
            raise Refusal(f"{other.name} has {in_words(field)} {value} already.")
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
        entry = entry_of(held, entry)
        _require_no_team(entry)
        _check_field(held, entry, "naf_number", naf_number)
        _keep_who_played(entry)
        before = entry.coach or "nobody"
        entry.user, entry.reason = user, reason[:REASON_LENGTH]
        entry.coach, entry.naf_number = cleaned(coach or str(user), "The coach's name"), naf_number
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
