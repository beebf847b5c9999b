"""Who runs a competition, and one change of it at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from league.domain.roles import Forbidden, NotVisible, Person, Viewer, require_reader
from league.domain.roles import viewer as viewer_of
from league.errors import Conflict
from league.models import League
from tournaments.models import Competition, Stage, State
from tournaments.signals import competition_ended

NO_COMPETITION = _("There is no such competition.")


def may_organise(viewer: Viewer, competition: Competition) -> bool:
    """The commissioner, staff, and the organiser for as long as he is a member of the league."""
    if viewer.is_commissioner:
        return True
    return viewer.is_member and competition.organiser_id == viewer.user.pk


def require_organiser(by: Person, competition: Competition) -> Viewer:
    """Raises Forbidden for whoever does not run the competition, and NotVisible where he may not even read of it."""
    viewer = viewer_of(by, competition.league)
    require_reader(viewer)
    if not may_organise(viewer, competition):
        raise Forbidden(
            _("Only the organiser of {competition} may do this.").format(competition=competition.name)
        )
    return viewer


def get_competition(viewer: Viewer, slug: str) -> Competition:
    """A competition of the viewer's league. What is still being set up is there for those who run it alone."""
    require_reader(viewer)
    competition = (
        Competition.objects.select_related("league", "season", "organiser")
        .filter(league=viewer.league, slug=slug)
        .first()
    )
    if competition is None or (competition.state == State.DRAFT and not may_organise(viewer, competition)):
        raise NotVisible(NO_COMPETITION)
    return competition


@contextmanager
def changing(competition: Competition, version: int | None = None) -> Iterator[Competition]:
    """The competition, held against everybody else in one transaction; its version is counted up at the end.

    The league is held first, since fixtures and results need it too. ``version`` is the one that the person saw: raises
    Conflict when somebody has changed the competition since.
    """
    with transaction.atomic():
        League.objects.select_for_update().get(pk=competition.league_id)
        held = (
            Competition.objects.select_for_update(of=("self",))
            .select_related("league", "season", "organiser")
            .get(pk=competition.pk)
        )
        if version is not None and held.version != version:
            raise Conflict(
                _("Somebody has changed {competition} in the meantime: look at it again.").format(
                    competition=held.name
                )
            )
        before = held.state
        yield held
        held.version += 1
        held.save()
        if held.state == State.ENDED and before != State.ENDED:
            competition_ended.send(sender=Competition, competition=held)
    for field in (
        "version",
        "state",
        "season",
        "organiser",
        "name",
        "starts",
        "settings",
        "scoring",
        "criteria",
    ):
        setattr(competition, field, getattr(held, field))


@contextmanager
def organising(by: Person, competition: Competition, version: int | None = None) -> Iterator[Competition]:
    """``changing`` for whoever runs the competition, as long as it is not archived."""
    require_organiser(by, competition)
    with changing(competition, version) as held:
        require_not_archived(held)
        yield held


def require_not_archived(competition: Competition) -> None:
    if competition.state == State.ARCHIVED:
        raise Conflict(
            _("{competition} is archived and stays as it is.").format(competition=competition.name)
        )


def require_running(stage: Stage) -> None:
    """Raises Conflict for a stage in which nothing is played now."""
    if stage.competition.state != State.RUNNING:
        raise Conflict(_("{competition} is not running.").format(competition=stage.competition.name))
    if stage.state == Stage.State.WAITING:
        raise Conflict(_("{stage} has not begun.").format(stage=stage.name))
    if stage.state == Stage.State.CLOSED:
        raise Conflict(_("{stage} is closed.").format(stage=stage.name))
