"""The coach's desk in the API."""

from __future__ import annotations

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api import LeagueAPI
from tournaments.domain import desk as desks
from tournaments.domain.desk import TeamDesk


class DeskPlayerSerializer(serializers.Serializer[Any]):
    uid = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    owed = serializers.IntegerField()


class ShortageSerializer(serializers.Serializer[Any]):
    """``fit`` players can play the next match, ``missing`` more would make a full side."""

    fit = serializers.IntegerField()
    missing = serializers.IntegerField()


class WishSerializer(serializers.Serializer[Any]):
    """Something that the treasury pays today; gold in gold pieces."""

    kind = serializers.ChoiceField(choices=["player", "apothecary", "rerolls"])
    name = serializers.CharField()
    price = serializers.IntegerField()
    left = serializers.IntegerField()


class ToPlaySerializer(serializers.Serializer[Any]):
    """``log``: it waits for the commissioner, is being entered, or is not begun."""

    fixture = serializers.IntegerField(source="fixture.number")
    round = serializers.IntegerField(source="fixture.round")
    scheduled = serializers.DateField(source="fixture.scheduled", allow_null=True)
    opponent = serializers.CharField(source="opponent.slug")
    at_home = serializers.BooleanField()
    log = serializers.ChoiceField(choices=["waiting", "draft", ""])


class TeamDeskSerializer(serializers.Serializer[TeamDesk]):
    """``more``: matches to play beyond those that are named. ``offers``: trades that wait for an answer."""

    team = serializers.CharField(source="team.slug")
    accepted = serializers.BooleanField(source="team.accepted")
    owed = DeskPlayerSerializer(many=True)
    missing = DeskPlayerSerializer(many=True)
    shortage = ShortageSerializer(allow_null=True)
    wishes = WishSerializer(many=True)
    to_play = ToPlaySerializer(many=True)
    more = serializers.IntegerField()
    offers = serializers.SerializerMethodField()

    def get_offers(self, one: TeamDesk) -> list[int]:
        return [offer.number for offer in one.offers]


class AskSerializer(serializers.Serializer[Any]):
    told = serializers.CharField()
    address = serializers.CharField(help_text="The path of the page on which it is answered.")
    until = serializers.DateField(allow_null=True)


class DeskSerializer(serializers.Serializer[desks.Desk]):
    """``pairings``: matches of competitions without rosters, by their keys."""

    count = serializers.IntegerField(help_text="How many things wait.")
    teams = TeamDeskSerializer(many=True)
    asks = AskSerializer(many=True)
    pairings = serializers.SerializerMethodField()

    def get_pairings(self, desk: desks.Desk) -> list[int]:
        return [pairing.pk for pairing in desk.pairings]


@extend_schema(tags=["teams"])
class Desk(LeagueAPI):
    """What is owed to the coach who asks, and what he has to do in this league."""

    read = "coach"

    @extend_schema(responses=DeskSerializer)
    def get(self, request: Request, league: str) -> Response:
        return Response(DeskSerializer(desks.desk(self.league, self.viewer)).data)


urlpatterns = [path("leagues/<slug:league>/desk/", Desk.as_view(), name="desk")]
