"""The move of a league to another edition in the API: what it would come to, and its act."""

from __future__ import annotations

from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.acts import Decisions
from league.api import LeagueAPI
from league.models import User
from teams.api import KEY
from teams.domain import converting
from teams.domain.converting import Outlook
from teams.serializers import ActSerializer


class DecisionsSerializer(serializers.Serializer[Any]):
    """What becomes of what has no counterpart. Positions by the old race and position: ``Ogre/Goblin``."""

    races = serializers.DictField(child=serializers.CharField(max_length=60), required=False)
    positions = serializers.DictField(child=serializers.CharField(max_length=60), required=False)
    skills = serializers.DictField(child=serializers.CharField(max_length=60), required=False)


class MoveCheckSerializer(serializers.Serializer[Any]):
    edition = serializers.CharField(max_length=30)
    decided = DecisionsSerializer(required=False)

    def decisions(self) -> Decisions:
        return converting.read_decisions(dict(self.validated_data.get("decided", {})))


class MoveSerializer(MoveCheckSerializer):
    sequence = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="Of the outlook that was seen."
    )


class ChangeSerializer(serializers.Serializer[Any]):
    subject = serializers.CharField()
    words = serializers.CharField()
    lost = serializers.BooleanField()


class GapSerializer(serializers.Serializer[Any]):
    """``stops``: as long as nothing is decided, the league cannot move."""

    table = serializers.ChoiceField(choices=["races", "positions", "skills"])
    key = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField())
    decided = serializers.CharField(allow_blank=True)
    stops = serializers.BooleanField()


class TeamMoveSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(source="team.slug")
    strength = serializers.IntegerField()
    strength_after = serializers.IntegerField(allow_null=True)
    changes = ChangeSerializer(source="moved.changes", many=True)
    problems = serializers.ListField(child=serializers.CharField(), source="moved.problems")
    odd = serializers.ListField(child=serializers.CharField(), source="moved.odd")


class MoveOutlookSerializer(serializers.Serializer[Outlook]):
    """What the move would come to. ``house_rules`` are kept, ``dropped`` end; ``problems`` stand in the way."""

    edition_from = serializers.CharField(source="edition_from.key")
    edition = serializers.CharField(source="edition.key")
    sequence = serializers.IntegerField()
    teams = TeamMoveSerializer(many=True)
    gaps = GapSerializer(many=True)
    house_rules = serializers.DictField(source="rules")
    dropped = serializers.ListField(child=serializers.CharField())
    problems = serializers.ListField(child=serializers.CharField())


class _MoveAPI(LeagueAPI):
    @property
    def person(self) -> User:
        return cast(User, self.request.user)


@extend_schema(tags=["leagues"])
class MoveCheck(_MoveAPI):
    """What moving the league to another edition would come to. Nothing is stored. For commissioners."""

    @extend_schema(request=MoveCheckSerializer, responses=MoveOutlookSerializer)
    def post(self, request: Request, league: str) -> Response:
        given = MoveCheckSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        seen = converting.look(self.person, self.league, given.validated_data["edition"], given.decisions())
        return Response(MoveOutlookSerializer(seen).data)


@extend_schema(tags=["leagues"])
class Move(_MoveAPI):
    """Moves the league with all its teams, between two seasons: one act of the ledger. For commissioners."""

    @extend_schema(request=MoveSerializer, responses=ActSerializer, parameters=[KEY])
    def post(self, request: Request, league: str) -> Response:
        given = MoveSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = given.validated_data
        act = converting.convert(
            self.person,
            self.league,
            wanted["edition"],
            wanted["sequence"],
            given.decisions(),
            request.headers.get("Idempotency-Key"),
        )
        return Response(ActSerializer(act).data)


urlpatterns = [
    path("leagues/<slug:league>/edition/", Move.as_view(), name="move"),
    path("leagues/<slug:league>/edition/check/", MoveCheck.as_view(), name="move_check"),
]
