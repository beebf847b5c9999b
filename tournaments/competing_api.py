"""Competitions in the API: what there is, who takes part, rounds, results and tables."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api import LeagueAPI
from league.domain import roles
from league.domain.roles import require_coach
from league.models import User
from teams.domain.queries import get_team
from tournaments import competing_serializers as serializers
from tournaments.domain.competing import (
    entering,
    reading,
    results,
    rounds,
    setting_up,
    squad_pages,
    squads,
)
from tournaments.domain.competing.access import get_competition, may_organise, require_organiser
from tournaments.models import Competition, Pairing, Round, Stage


class CompetitionAPI(LeagueAPI):
    """What concerns one competition. The domain says who may write what."""

    write: roles.Required = "coach"

    @cached_property
    def competition(self) -> Competition:
        return get_competition(self.viewer, self.kwargs["competition"])

    @property
    def organiser(self) -> bool:
        return may_organise(self.viewer, self.competition)

    @cached_property
    def stages(self) -> list[Stage]:
        return reading.stages_of(self.competition)

    @property
    def person(self) -> User:
        return self.viewer.person

    def round(self, stage: int, number: int) -> Round:
        return reading.round_of(reading.stage_of(self.stages, stage), number, self.organiser)


@extend_schema(tags=["competitions"])
class Competitions(LeagueAPI):
    """What is played for in the league, the latest first; a commissioner sets a new one up."""

    @extend_schema(
        responses=serializers.CompetitionSerializer(many=True), operation_id="leagues_competitions_list"
    )
    def get(self, request: Request, league: str) -> Response:
        found = reading.competitions(self.viewer)
        return Response(serializers.CompetitionSerializer(found, many=True).data)

    @extend_schema(
        request=serializers.NewCompetitionSerializer,
        responses={201: serializers.WholeCompetitionSerializer},
    )
    def post(self, request: Request, league: str) -> Response:
        given = serializers.NewCompetitionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = dict(given.validated_data)
        plans = [(one["name"], one["format"], one["settings"]) for one in data.pop("stages")]
        made = setting_up.create(
            request.user, self.league, data.pop("name"), data.pop("kind"), stages=plans, **data
        )
        answer = serializers.WholeCompetitionSerializer(made).data
        return Response(answer, status=status.HTTP_201_CREATED)


@extend_schema(tags=["competitions"])
class OneCompetition(CompetitionAPI):
    """A competition with its points, its order and its stages; its organiser changes it, and deletes it unentered."""

    @extend_schema(responses=serializers.WholeCompetitionSerializer)
    def get(self, request: Request, league: str, competition: str) -> Response:
        return Response(serializers.WholeCompetitionSerializer(self.competition).data)

    @extend_schema(
        request=serializers.CompetitionChangesSerializer, responses=serializers.WholeCompetitionSerializer
    )
    def patch(self, request: Request, league: str, competition: str) -> Response:
        require_organiser(self.person, self.competition)
        given = serializers.CompetitionChangesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = dict(given.validated_data)
        setting_up.change(self.person, self.competition, data.pop("version"), **data)
        changed = get_competition(self.viewer, competition)
        return Response(serializers.WholeCompetitionSerializer(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, league: str, competition: str) -> Response:
        setting_up.withdraw_plan(self.person, self.competition)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["competitions"])
class Entries(CompetitionAPI):
    """Who takes part, or took part; a coach enters a team of his own, and the organiser anybody."""

    @extend_schema(responses=serializers.EntrySerializer(many=True))
    def get(self, request: Request, league: str, competition: str) -> Response:
        found = self.competition.entries.select_related("team__coach").order_by("number")
        return Response(serializers.EntrySerializer(found, many=True).data)

    @extend_schema(request=serializers.NewEntrySerializer, responses={201: serializers.EntrySerializer})
    def post(self, request: Request, league: str, competition: str) -> Response:
        given = serializers.NewEntrySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = dict(given.validated_data)
        slug = data.pop("team")
        team = get_team(self.league, slug) if slug else None
        made = entering.enter(self.person, self.competition, team, **data)
        return Response(serializers.EntrySerializer(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["competitions"])
class Rounds(CompetitionAPI):
    """The rounds of all stages in order; the organiser pairs the next one of a Swiss as a draft."""

    @extend_schema(responses=serializers.RoundSerializer(many=True))
    def get(self, request: Request, league: str, competition: str) -> Response:
        found = [
            one
            for stage in self.stages
            for one in stage.drawn
            if self.organiser or one.state != Round.State.DRAFT
        ]
        return Response(serializers.RoundSerializer(found, many=True).data)

    @extend_schema(request=serializers.PairSerializer, responses={201: serializers.RoundSerializer})
    def post(self, request: Request, league: str, competition: str) -> Response:
        require_organiser(self.person, self.competition)
        given = serializers.PairSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = dict(given.validated_data)
        stage = reading.stage_of(self.stages, data.pop("stage"))
        kept = rounds.seats_by_hand(stage, by_hand) if (by_hand := data.pop("kept")) else ()
        made = rounds.pair(self.person, stage, kept=kept, **data)
        return Response(serializers.RoundSerializer(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["competitions"])
class OneRound(CompetitionAPI):
    """A round with its matches and byes. A draft is there for the organiser alone."""

    @extend_schema(responses=serializers.WholeRoundSerializer)
    def get(self, request: Request, league: str, competition: str, stage: int, number: int) -> Response:
        found = self.round(stage, number)
        found.meetings = reading.meetings(Pairing.objects.filter(round=found))  # type: ignore[attr-defined]
        return Response(serializers.WholeRoundSerializer(found).data)


@extend_schema(tags=["competitions"])
class Publication(CompetitionAPI):
    """Publishes a drafted round, now or at a time."""

    @extend_schema(request=serializers.PublishRoundSerializer, responses=serializers.RoundSerializer)
    def post(self, request: Request, league: str, competition: str, stage: int, number: int) -> Response:
        require_organiser(self.person, self.competition)
        given = serializers.PublishRoundSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        made = rounds.publish(self.person, self.round(stage, number), **given.validated_data)
        return Response(serializers.RoundSerializer(made).data)


@extend_schema(tags=["competitions"])
class Report(CompetitionAPI):
    """What came of a match: its coaches say it, and it stands once both say the same; the organiser decides."""

    @extend_schema(request=serializers.ReportSerializer, responses=serializers.MeetingSerializer)
    def post(self, request: Request, league: str, competition: str, pairing: int) -> Response:
        require_coach(self.viewer)
        found = reading.find_pairing(self.competition, pairing, self.organiser)
        if results.side_of(self.person, found) is None:
            require_organiser(self.person, self.competition)
        given = serializers.ReportSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        results.report(self.person, found, **given.validated_data)
        again = reading.find_pairing(self.competition, pairing, self.organiser)
        return Response(serializers.MeetingSerializer(reading.meeting(again)).data)


@extend_schema(tags=["competitions"])
class Tables(CompetitionAPI):
    """The tables of a stage, one for each division or group, best first."""

    @extend_schema(responses=serializers.DivisionSerializer(many=True))
    def get(self, request: Request, league: str, competition: str, stage: int) -> Response:
        found = reading.divisions(reading.stage_of(self.stages, stage))
        return Response(serializers.DivisionSerializer(found, many=True).data)


@extend_schema(tags=["competitions"])
class Squads(CompetitionAPI):
    """How the squads of a stage stand, best first; empty where nobody is in one."""

    @extend_schema(responses=serializers.SquadSerializer(many=True))
    def get(self, request: Request, league: str, competition: str, stage: int) -> Response:
        found = squads.squad_standing(reading.stage_of(self.stages, stage))
        return Response(serializers.SquadSerializer(found, many=True).data)


@extend_schema(tags=["competitions"])
class Squad(CompetitionAPI):
    """The squad of an entry: its members, its places, and its rounds with their matches."""

    @extend_schema(responses=serializers.OneSquadSerializer)
    def get(self, request: Request, league: str, competition: str, entry: int) -> Response:
        found = squad_pages.squad_of(self.competition, self.stages, entry, self.viewer)
        return Response(serializers.OneSquadSerializer(found).data)


ONE = "leagues/<slug:league>/competitions/<slug:competition>/"

urlpatterns: list[Any] = [
    path("leagues/<slug:league>/competitions/", Competitions.as_view(), name="competitions"),
    path(ONE, OneCompetition.as_view(), name="competition"),
    path(f"{ONE}entries/", Entries.as_view(), name="competition_entries"),
    path(f"{ONE}rounds/", Rounds.as_view(), name="competition_rounds"),
    path(f"{ONE}rounds/<int:stage>-<int:number>/", OneRound.as_view(), name="competition_round"),
    path(
        f"{ONE}rounds/<int:stage>-<int:number>/publication/",
        Publication.as_view(),
        name="competition_publication",
    ),
    path(f"{ONE}matches/<int:pairing>/report/", Report.as_view(), name="competition_report"),
    path(f"{ONE}tables/<int:stage>/", Tables.as_view(), name="competition_table"),
    path(f"{ONE}squads/<int:entry>/", Squad.as_view(), name="competition_squad"),
    path(f"{ONE}tables/<int:stage>/squads/", Squads.as_view(), name="competition_squads"),
]
