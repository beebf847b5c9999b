"""Decrees in the API: what they would come to, and their act."""

from __future__ import annotations

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.acts import Decree, read_decrees
from teams.api import KEY, TEAM, TeamAPI
from teams.domain import decreeing
from teams.domain.decreeing import Outlook
from teams.serializers import TEXT_MAX, TeamDetailSerializer, lines_of


class DecreeLineSerializer(serializers.Serializer[Any]):
    """One decree. ``kind`` says which of the other fields it has; the rest is left out.

    gold: ``amount``, ``debt``; fan_factor, rerolls: ``change``; staff: ``staff``, ``change``; trophy: ``trophy``,
    ``held``; spp: ``player``, ``points``; teach: ``player``, ``skill``; stat: ``player``, ``stat``, ``change``; heal:
    ``player``, ``effect``, ``injury``, ``applied``; return, leave: ``player``. Players by their number in the ledger.
    """

    kind = serializers.ChoiceField(
        choices=[
            "gold",
            "fan_factor",
            "rerolls",
            "staff",
            "trophy",
            "spp",
            "teach",
            "stat",
            "heal",
            "return",
            "leave",
        ]
    )
    amount = serializers.IntegerField(required=False, min_value=-(10**9), max_value=10**9)
    debt = serializers.BooleanField(required=False)
    change = serializers.IntegerField(required=False, min_value=-99_999, max_value=99_999)
    staff = serializers.ChoiceField(
        required=False, choices=["assistant_coaches", "cheerleaders", "apothecary"]
    )
    trophy = serializers.CharField(required=False, max_length=TEXT_MAX)
    held = serializers.BooleanField(required=False)
    player = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
    points = serializers.IntegerField(required=False, min_value=-99_999, max_value=99_999)
    skill = serializers.CharField(required=False, max_length=TEXT_MAX)
    stat = serializers.ChoiceField(required=False, choices=["ma", "st", "ag", "av"])
    effect = serializers.ChoiceField(required=False, choices=["miss", "niggling", "ma", "st", "ag", "av"])
    injury = serializers.CharField(required=False, allow_blank=True, max_length=TEXT_MAX)
    applied = serializers.BooleanField(required=False)


class DecreeSerializer(serializers.Serializer[Any]):
    """``reason`` is for everybody to read; without one a decree is only looked at, never made."""

    reason = serializers.CharField(max_length=600, allow_blank=True, default="")
    decrees = lines_of(DecreeLineSerializer())

    def read(self) -> tuple[Decree, ...]:
        """Raises Refusal for a decree without what its kind needs, or with what it has no place for."""
        return read_decrees([dict(line) for line in self.validated_data["decrees"]])


class OutlookSerializer(serializers.Serializer[Outlook]):
    """What decrees would come to. ``odd``: what no draft would allow, and a decree does all the same."""

    teams = serializers.SerializerMethodField()
    strength = serializers.IntegerField()
    strength_after = serializers.IntegerField()
    odd = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(serializers.ListField(child=serializers.DictField()))
    def get_teams(self, seen: Outlook) -> Any:
        return [{"team": one.slug, "sentences": list(sentences)} for one, sentences in seen.sentences]


@extend_schema(tags=["teams"])
class DecreeCheck(TeamAPI):
    """What decrees would come to. Nothing is stored. For commissioners."""

    write = "commissioner"

    @extend_schema(request=DecreeSerializer, responses=OutlookSerializer)
    def post(self, request: Request, league: str, team: str) -> Response:
        given = self.given(DecreeSerializer)
        seen = decreeing.outlook(self.team, self.person, given.read(), given.validated_data["reason"])
        return Response(OutlookSerializer(seen).data)


@extend_schema(tags=["teams"])
class MakeDecree(TeamAPI):
    """Everything that is decreed becomes one act of the ledger, with its reason. For commissioners."""

    write = "commissioner"

    @extend_schema(request=DecreeSerializer, responses=TeamDetailSerializer, parameters=[KEY])
    def post(self, request: Request, league: str, team: str) -> Response:
        given = self.given(DecreeSerializer)
        reason = given.validated_data["reason"]
        return self.shown(decreeing.decree(self.team, self.person, given.read(), reason, self.key))


urlpatterns = [
    path(TEAM + "decree/", MakeDecree.as_view(), name="decree"),
    path(TEAM + "decree/check/", DecreeCheck.as_view(), name="decree_check"),
]
