"""Minor tournaments: the commissioner's own, with prizes up to a limit, on neutral ground, and no trophy on a roster.

Source: LRB4, Other tournaments; lrb4-cs.txt:3098-3135
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from engine.contest import majors
from engine.contest.book import Minor
from engine.edition import Edition
from engine.questions import Refusal
from league.domain.roles import Person, require_commissioner, viewer
from league.errors import Conflict, NotVisible
from league.models import League, User
from teams.models import Act
from tournaments.domain.competing import brackets, reading, tables
from tournaments.domain.competing.access import organising
from tournaments.domain.competing.majors.keeping import entries_of
from tournaments.domain.competing.majors.paying import (
    hand_out,
    paid_by,
    paying,
    require_unpaid,
    team_of,
)
from tournaments.domain.competing.setting_up import appoint, create, open_entries
from tournaments.models import ELIMINATION, Competition, Entry, Format, Kind, State

MINOR_FORMATS = (Format.KNOCKOUT, Format.DOUBLE, Format.ROUND_ROBIN, Format.SWISS, Format.OPEN)
"""How one may be played: the text leaves it to the commissioner."""
PLACES = 4
"""So many may have a prize."""
_PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class MinorPrizes:
    """``amounts`` in gold by place; ``most`` is the limit of all of them together, where the rules have one.

    ``act`` paid them. ``places`` are the entries as they came in so far, the first one first, and ``to_play`` how many
    of its matches are drawn and not played.
    """

    amounts: tuple[int, ...]
    most: int | None
    act: Act | None
    places: tuple[Entry, ...]
    to_play: int

    @property
    def total(self) -> int:
        return sum(self.amounts)


def example(edition: Edition, name: str) -> Minor | None:
    """One of the tournaments that the rules tell of."""
    told = edition.tournaments.minors if edition.tournaments else ()
    return next((one for one in told if one.name == name), None)


def open_minor(
    by: Person,
    league: League,
    name: str,
    starts: date | None = None,
    *,
    prizes: Sequence[int] = (),
    format: str = Format.KNOCKOUT,
    organiser: User | None = None,
) -> Competition:
    """A minor tournament that coaches may enter, with its prizes in gold by place.

    Raises Refusal for prizes above the limit, and for a format that it cannot be played in; then nothing is made.
    """
    require_commissioner(viewer(by, league))
    if format not in MINOR_FORMATS:
        said = _("A minor tournament cannot be played as {format!r}.")
        raise Refusal(said.format(format=str(format)[:30]))
    amounts = _checked(league.rules, prizes)
    made = create(
        by,
        league,
        name,
        Kind.MINOR,
        starts=starts,
        settings={_PRIZES: amounts},
        stages=[("", format, {})],
    )
    if organiser is not None:
        appoint(by, made, organiser)
    return open_entries(by, made)


def _checked(edition: Edition, amounts: Sequence[int]) -> list[int]:
    """The prizes up to the last that is one."""
    problems = majors.check_minor(edition, amounts)
    if problems:
        raise Refusal(" ".join(one.message for one in problems), problems)
    if len(amounts) > PLACES:
        said = _("{n} prizes are too many; a minor tournament has {most} at most.")
        raise Refusal(said.format(n=len(amounts), most=PLACES))
    paid = max((place for place, amount in enumerate(amounts, 1) if amount), default=0)
    return list(amounts[:paid])


def set_minor_prizes(
    by: Person, competition: Competition, amounts: Sequence[int], *, version: int | None = None
) -> None:
    """What a minor tournament pays by place. For the commissioner, as long as nothing is paid.

    Raises Refusal for prizes above the limit of the league's rules.
    """
    require_commissioner(viewer(by, competition.league))
    with organising(by, competition, version) as held:
        _require_minor(held)
        require_unpaid(held)
        held.settings = {**held.settings, _PRIZES: _checked(held.league.rules, amounts)}


def _require_minor(competition: Competition) -> None:
    if competition.kind != Kind.MINOR:
        raise Conflict(_("{competition} is not a minor tournament.").format(competition=competition.name))


def pay_minor(
    by: Person, competition: Competition, places: Sequence[int], *, version: int | None = None
) -> Act:
    """Pays the prizes of a minor tournament to the entries in these places, by their numbers, first place first."""
    with organising(by, competition, version) as held:
        _require_minor(held)
        require_unpaid(held)
        if held.state not in (State.RUNNING, State.ENDED):
            raise Conflict(
                _("{competition} has not been played, so there is nothing to pay.").format(
                    competition=held.name
                )
            )
        amounts = _amounts(held)
        if not any(amounts):
            raise Refusal(_("{competition} has no prizes.").format(competition=held.name))
        if len(places) > len(amounts):
            named = _("{competition} has {prizes} prizes, and {teams} teams are named.")
            raise Refusal(named.format(competition=held.name, prizes=len(amounts), teams=len(places)))
        entries = entries_of(held)
        for one in places:
            if one not in entries:
                raise Refusal(
                    _("{competition} has no entry {number}.").format(competition=held.name, number=one)
                )
        teams = [team_of(entries[one]) for one in places]
        awards = majors.minor_prizes(held.league.rules, held.name, amounts, [team.pk for team in teams])
        said = {"competition": held.slug, "places": [team.slug for team in teams]}
        with paying(by, held, said, [], None) as op:
            op.rosters(*teams)
            hand_out(op, held, teams, awards)
        return op.act


def _amounts(competition: Competition) -> tuple[int, ...]:
    return tuple(int(one) for one in competition.settings.get(_PRIZES, ()))


# reading


def prizes_of_minor(competition: Competition) -> MinorPrizes:
    """Raises NotVisible for what is not a minor tournament."""
    if competition.kind != Kind.MINOR:
        raise NotVisible(_("{competition} is not a minor tournament.").format(competition=competition.name))
    tables_of_rules = competition.league.rules.tournaments
    return MinorPrizes(
        amounts=_amounts(competition),
        most=tables_of_rules.minor_prizes_max if tables_of_rules else None,
        act=paid_by(competition),
        places=_places(competition),
        to_play=_to_play(competition),
    )


def _places(competition: Competition) -> tuple[Entry, ...]:
    """By the knockout that ends it, whose places are certain; or else by the table of the last stage that has begun.

    Nobody, where that has several tables, or nothing is played.
    """
    last = competition.stages.order_by("number").last()
    if last is None:
        return ()
    last.competition = competition
    entries = entries_of(competition)
    if last.format in ELIMINATION:
        certain = sorted(brackets.places(last), key=lambda one: one.place) if "slots" in last.draw else []
        return tuple(entries[int(one.entrant)] for one in certain)
    found = list(tables.standings(last).values())
    if len(found) != 1 or not any(row.played for row in found[0].rows):
        return ()
    return tuple(entries[int(row.entrant)] for row in found[0].rows)


def _to_play(competition: Competition) -> int:
    return len(reading.open_ones(reading.meetings(reading.published(competition))))
