"""What the organiser says of an entry: what it is called and counts for, who plays it, and points by hand."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
            setattr(
                entry,
                field,
                cleaned(value, _("The {field}").format(field=in_words(field)))
                if isinstance(value, str)
                else value,
            )
        if entry.team is not None and "coach" in fields:
            # The name is that of who coaches it now.
            entry.user, fields["user"] = entry.team.coach, entry.team.coach
        entry.save(update_fields=list(fields))
    return entry


_NUMBERS = ("seed", "table", "rating", "painting", "naf_number")
_FIELDS = ("coach", "user", "club", "squad", "division", "race", "byes_wanted", *_NUMBERS)


def _check_field(held: Competition, entry: Entry, field: str, value: Any) -> None:
    if field not in _FIELDS:
        raise Refusal(_("An entry has nothing called {field} to change.").format(field=field))
    if field == "user":
        _require_no_team(entry)
    least = 1 if field in ("seed", "table") else 0
    most = MARKS_MOST if field == "painting" else NUMBER_MOST
    if field in _NUMBERS and value is not None and not least <= value <= most:
        said = _("{value} is no {field} for {entry}.")
        raise Refusal(said.format(value=value, field=in_words(field), entry=entry.name))
    if field in ("seed", "table", "naf_number") and value is not None:
        other = held.entries.filter(state=Entry.State.IN, **{field: value}).exclude(pk=entry.pk).first()
        if other:
            said = _("{entry} has {field} {value} already.")
            raise Refusal(said.format(entry=other.name, field=in_words(field), value=value))
    if field == "division" and held.state == State.RUNNING and value != entry.division:
        raise Conflict(
            _("{competition} is running, so {entry} stays in its division.").format(
                competition=held.name, entry=entry.name
            )
        )
    if field == "squad" and entry.squad and value != entry.squad and _has_met_as_a_squad(entry):
        raise Conflict(
            _("{entry} has played for {squad} and stays in it.").format(entry=entry.name, squad=entry.squad)
        )
    if field == "byes_wanted" and any(number < 1 for number in value):
        raise Refusal(_("A bye is asked for a round, and rounds are counted from 1."))


def _has_met_as_a_squad(entry: Entry) -> bool:
    """Whether a round is published in which its squad was paired: the ties of that are told by squads as they are."""
    published = Pairing.objects.exclude(round__state=Round.State.DRAFT)
    ties = published.filter(round__stage__settings__pairing="squads")
    return ties.filter(Q(home=entry) | Q(away=entry)).exists()


def _require_no_team(entry: Entry) -> None:
    if entry.team is not None:
        raise Refusal(
            _("{entry} is a team of the league: it has another coach once it is handed over.").format(
                entry=entry.name
            )
        )


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
        raise Refusal(_("Who takes {entry} over needs a name.").format(entry=entry.name))
    with organising(by, entry.competition) as held:
        entry = entry_of(held, entry)
        _require_no_team(entry)
        _check_field(held, entry, "naf_number", naf_number)
        _keep_who_played(entry)
        before = entry.coach
        entry.user, entry.reason = user, reason[:REASON_LENGTH]
        entry.coach, entry.naf_number = cleaned(coach or str(user), _("The coach's name")), naf_number
        journal.note(
            journal.running(held),
            by,
            gettext_lazy("{coach} plays {entry} instead of {before}.")
            if before
            else gettext_lazy("{coach} plays {entry} instead of nobody."),
            reason=reason,
            people={"coach": entry.coach, **({"before": before} if before else {})},
            entry=entry.name,
        )
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
            raise Refusal(
                _("Points of {entry} are given or taken for a reason, and there is none.").format(
                    entry=entry.name
                )
            )
        if not points or abs(points) > POINTS_MOST:
            raise Refusal(
                _("{points} points cannot be given to {entry}, nor taken.").format(
                    points=points, entry=entry.name
                )
            )
        journal.note(
            journal.running(held),
            by,
            gettext_lazy("{entry} has {points} points by hand."),
            reason=reason,
            entry=entry.name,
            points=f"{points:+d}",
        )
        return Adjustment.objects.create(
            entry=entry, points=points, reason=reason.strip()[:REASON_LENGTH], by=by
        )


def take_back(by: Person, adjustment: Adjustment) -> None:
    with organising(by, adjustment.entry.competition) as held:
        journal.note(
            journal.running(held),
            by,
            gettext_lazy("The {points} points of {entry} by hand are taken back."),
            reason=adjustment.reason,
            points=f"{adjustment.points:+d}",
            entry=adjustment.entry.name,
        )
        adjustment.delete()
