"""The commissioner's office and the league's month in the API."""

from __future__ import annotations

from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api import LeagueAPI
from matches.domain import in_order
from tournaments.domain.month import month, month_named
from tournaments.domain.office import office


class ThingSerializer(serializers.Serializer[Any]):
    what = serializers.CharField()
    note = serializers.CharField()
    address = serializers.CharField(help_text="The path of the page on which it is dealt with.")


class PileSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    title = serializers.CharField()
    next = serializers.CharField(help_text="What to do with it.")
    count = serializers.IntegerField()
    urgent = serializers.BooleanField()
    things = ThingSerializer(many=True, help_text="The first of them.")
    address = serializers.CharField(help_text="The path of the page that has all of them.")


class OfficeSerializer(serializers.Serializer[Any]):
    mine = PileSerializer(many=True, help_text="What waits for the commissioner.")
    others = PileSerializer(many=True, help_text="What waits for coaches.")


class WaitingLogSerializer(serializers.Serializer[Any]):
    log = serializers.IntegerField(source="log.pk")
    match = serializers.IntegerField(source="log.fixture.number")
    round = serializers.IntegerField(source="log.fixture.round")
    name = serializers.CharField(source="log.fixture.__str__")
    why = serializers.ListField(
        child=serializers.CharField(),
        help_text="What keeps it from landing unseen; empty where nothing does.",
    )


class LandedSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField(source="fixture.number")
    result = serializers.CharField(source="__str__")


class AppliedInOrderSerializer(serializers.Serializer[Any]):
    results = LandedSerializer(many=True)
    stopped = serializers.IntegerField(
        source="stopped.fixture.number",
        allow_null=True,
        default=None,
        help_text="The match that did not land.",
    )
    why = serializers.ListField(child=serializers.CharField())
    left = serializers.IntegerField(help_text="Logs that wait still.")


class OccasionSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=["match", "begins", "clock"])
    name = serializers.CharField()
    note = serializers.CharField()
    address = serializers.CharField()
    done = serializers.BooleanField()
    late = serializers.BooleanField()


class DaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    occasions = OccasionSerializer(many=True)


class MonthSerializer(serializers.Serializer[Any]):
    first = serializers.DateField()
    days = DaySerializer(many=True, help_text="Those on which there is something.")
    undated = serializers.IntegerField(help_text="Matches to play that have no day.")


@extend_schema(tags=["office"])
class Office(LeagueAPI):
    """What waits for the commissioner, and what for coaches."""

    read = "commissioner"

    @extend_schema(responses=OfficeSerializer)
    def get(self, request: Request, league: str) -> Response:
        return Response(OfficeSerializer(office(self.league)).data)


@extend_schema(tags=["office"])
class WaitingLogs(LeagueAPI):
    """The logs that wait, in the order in which they land; sent, they are applied until one stands in the way."""

    read = "commissioner"

    @extend_schema(responses=WaitingLogSerializer(many=True))
    def get(self, request: Request, league: str) -> Response:
        return Response(WaitingLogSerializer(in_order.look(self.league), many=True).data)

    @extend_schema(request=None, responses=AppliedInOrderSerializer)
    def post(self, request: Request, league: str) -> Response:
        done = in_order.apply_in_order(self.viewer.person, self.league)
        return Response(AppliedInOrderSerializer(done).data)


@extend_schema(tags=["office"])
class OneMonth(LeagueAPI):
    """Matches of a month with their days, and what begins and runs out in it."""

    @extend_schema(
        responses=MonthSerializer,
        parameters=[
            OpenApiParameter("month", OpenApiTypes.STR, description="As in 2026-11; this one otherwise.")
        ],
    )
    def get(self, request: Request, league: str) -> Response:
        first = month_named(request.query_params.get("month", ""), self.league)
        return Response(MonthSerializer(month(self.league, first)).data)


urlpatterns = [
    path("leagues/<slug:league>/office/", Office.as_view(), name="office"),
    path("leagues/<slug:league>/office/logs/", WaitingLogs.as_view(), name="office_logs"),
    path("leagues/<slug:league>/calendar/", OneMonth.as_view(), name="month"),
]
