"""The annals of a league in the API: the numbers of its charts, meetings, records, fame, star players, milestones."""

from __future__ import annotations

from typing import Any

import msgspec
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api import LeagueAPI
from teams.models import Player
from tournaments import annals_serializers as shown
from tournaments.domain.annals import fame, meetings, notices, records, season, stars


def _given(kind: type[serializers.Serializer[None]], request: Request) -> dict[str, Any]:
    given = kind(data=request.query_params)
    given.is_valid(raise_exception=True)
    found: dict[str, Any] = given.validated_data
    return found


@extend_schema(tags=["annals"])
class Milestones(LeagueAPI, generics.ListAPIView[Any]):
    """Numbers that players, teams and the league have reached, the latest first."""

    serializer_class = shown.NoticeSerializer
    queryset = Player.objects.none()

    def get_queryset(self) -> Any:
        return notices.notices(self.league)


@extend_schema(tags=["annals"])
class SeasonCharts(LeagueAPI):
    """The numbers of the charts of a season: of its first teams, and of the one that is asked for."""

    @extend_schema(parameters=[shown.ChoiceOfSeasonAndTeam], responses=shown.SeasonChartsSerializer)
    def get(self, request: Request, league: str) -> Response:
        given = _given(shown.ChoiceOfSeasonAndTeam, request)
        found = season.season_charts(self.league, given.get("season"), given["team"])
        told = {"season": found.season.number, **msgspec.structs.asdict(found.charts)}
        return Response(shown.SeasonChartsSerializer(told).data)


@extend_schema(tags=["annals"])
class HeadToHead(LeagueAPI):
    """Teams against teams, or coaches against coaches."""

    @extend_schema(parameters=[shown.ChoiceOfSides], responses=shown.MeetingsSerializer)
    def get(self, request: Request, league: str) -> Response:
        found = meetings.meetings(self.league, **_given(shown.ChoiceOfSides, request))
        return Response(shown.MeetingsSerializer(found).data)


@extend_schema(tags=["annals"])
class Records(LeagueAPI):
    """The records of all time, or of one season."""

    @extend_schema(parameters=[shown.ChoiceOfSeason], responses=shown.RecordSerializer(many=True))
    def get(self, request: Request, league: str) -> Response:
        number = _given(shown.ChoiceOfSeason, request).get("season")
        return Response(shown.RecordSerializer(records.records(self.league, number), many=True).data)


@extend_schema(tags=["annals"])
class HallOfFame(LeagueAPI):
    """The greatest players of the league, and its champions."""

    @extend_schema(responses=shown.FameSerializer)
    def get(self, request: Request, league: str) -> Response:
        return Response(shown.FameSerializer(fame.fame(self.league)).data)


@extend_schema(tags=["annals"])
class Stars(LeagueAPI, generics.ListAPIView[Any]):
    """Star players for hire, with all that they did in this league; the busiest first."""

    serializer_class = shown.StarSerializer
    queryset = Player.objects.none()

    def get_queryset(self) -> Any:
        return stars.stars(self.league)


urlpatterns = [
    path("leagues/<slug:league>/milestones/", Milestones.as_view(), name="milestones"),
    path("leagues/<slug:league>/season-charts/", SeasonCharts.as_view(), name="season_charts"),
    path("leagues/<slug:league>/head-to-head/", HeadToHead.as_view(), name="head_to_head"),
    path("leagues/<slug:league>/records/", Records.as_view(), name="records"),
    path("leagues/<slug:league>/hall-of-fame/", HallOfFame.as_view(), name="hall_of_fame"),
    path("leagues/<slug:league>/stars/", Stars.as_view(), name="star_players"),
]
