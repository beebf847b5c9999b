"""Two teams side by side, in the API."""

from __future__ import annotations

from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api import LeagueAPI
from matches.domain import comparing


class HireSerializer(serializers.Serializer[Any]):
    """Somebody or something that a side could have for this match, for so many gold pieces."""

    option = serializers.CharField()
    kind = serializers.CharField()
    name = serializers.CharField()
    price = serializers.IntegerField()
    proven = serializers.BooleanField(help_text="Whether a source, or a house rule, gives the price.")


class HelpSerializer(serializers.Serializer[Any]):
    """What one side has before the kick-off, with coaches who move no gold of their own. Gold in gold pieces."""

    strength = serializers.IntegerField(help_text="With the journeymen who fill the team up.")
    journeymen = serializers.IntegerField()
    purse = serializers.IntegerField()
    given = serializers.IntegerField(help_text="The part of the purse that makes up for a weaker team.")
    rolls = serializers.IntegerField(help_text="On the table of handicaps.")
    picks = serializers.IntegerField(help_text="Results of that table of the coach's choice.")
    offers = HireSerializer(many=True)


class MissingSerializer(serializers.Serializer[Any]):
    uid = serializers.IntegerField(source="id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    niggling = serializers.IntegerField()


class ContenderSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(source="team.slug")
    name = serializers.CharField(source="team.name")
    fit = serializers.IntegerField(help_text="Players who can play.")
    missing = MissingSerializer(many=True)
    niggling = MissingSerializer(many=True)
    won = serializers.IntegerField(help_text="Earlier matches of the two.")
    help = HelpSerializer()


class TeamsComparedSerializer(serializers.Serializer[Any]):
    """``difference``: so much stronger is the home team. ``fixture``: their next match, by its number."""

    home = ContenderSerializer()
    away = ContenderSerializer()
    difference = serializers.IntegerField()
    weaker = serializers.ChoiceField(choices=["home", "away"], allow_null=True)
    played = serializers.IntegerField(help_text="Earlier matches of the two.")
    drawn = serializers.IntegerField()
    fixture = serializers.IntegerField(source="fixture.number", allow_null=True, default=None)


@extend_schema(tags=["matches"])
class Compare(LeagueAPI):
    """Two teams before they meet: their strength, who is missing, and what the rules give each."""

    @extend_schema(
        responses=TeamsComparedSerializer,
        parameters=[
            OpenApiParameter("home", OpenApiTypes.STR, required=True, description="The address of a team."),
            OpenApiParameter("away", OpenApiTypes.STR, required=True, description="The address of a team."),
        ],
    )
    def get(self, request: Request, league: str) -> Response:
        asked = request.query_params
        seen = comparing.compare(self.league, asked.get("home", ""), asked.get("away", ""))
        return Response(TeamsComparedSerializer(seen).data)


urlpatterns = [path("leagues/<slug:league>/compare/", Compare.as_view(), name="compare")]
