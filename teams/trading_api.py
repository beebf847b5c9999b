"""Trades in the API: offers of a team, and the answers to them."""

from __future__ import annotations

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from engine.acts import Deal, Share
from league.domain import roles
from teams.api import KEY, LEAGUE, TEAM, TeamAPI
from teams.domain import access, trading
from teams.domain.trading import Line, Outlook
from teams.models import OfferStatus
from teams.serializers import LINES_MAX


class ShareSerializer(serializers.Serializer[Any]):
    """What one side gives: gold pieces, and players by their number in its ledger."""

    gold = serializers.IntegerField(default=0, min_value=-(10**9), max_value=10**9)
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=2**31 - 1), max_length=LINES_MAX, default=list
    )


class NewOfferSerializer(serializers.Serializer[Any]):
    """``to`` is the address of the other team; ``gives`` and ``gets`` are as the team that offers has it."""

    to = serializers.SlugField(max_length=60)
    gives = ShareSerializer(required=False)
    gets = ShareSerializer(required=False)
    words = serializers.CharField(max_length=trading.WORDS_MAX, default="", allow_blank=True)

    def deal(self) -> Deal:
        return Deal(*(self._share(side) for side in ("gives", "gets")))

    def _share(self, side: str) -> Share:
        said = self.validated_data.get(side)
        return Share(said["gold"], tuple(said["players"])) if said else Share()


class TradeOutlookSerializer(serializers.Serializer[Outlook]):
    """What the trade would make of a team: before and after."""

    team = serializers.CharField(source="team.slug")
    strength = serializers.ListField(child=serializers.IntegerField())
    players = serializers.ListField(child=serializers.IntegerField())
    treasury = serializers.ListField(child=serializers.IntegerField())


@extend_schema_serializer(component_name="TradeOffer")
class OfferSerializer(serializers.Serializer[Line]):
    """An offer. ``problems``: why it cannot be accepted as things are, while it is open."""

    number = serializers.IntegerField(source="offer.number")
    first = serializers.CharField(source="offer.first.slug")
    second = serializers.CharField(source="offer.second.slug")
    status = serializers.ChoiceField(source="offer.status", choices=OfferStatus.choices)
    deal = serializers.SerializerMethodField()
    words = serializers.CharField(source="offer.words")
    gives = serializers.ListField(
        child=serializers.CharField(), help_text="What the first team gives, in words."
    )
    gets = serializers.ListField(child=serializers.CharField(), help_text="What it gets, in words.")
    problems = serializers.ListField(child=serializers.CharField())
    offered = serializers.DateTimeField(source="offer.offered")
    offered_as_commissioner = serializers.BooleanField(source="offer.offered_as_commissioner")
    answered = serializers.DateTimeField(source="offer.answered", allow_null=True)
    act = serializers.SerializerMethodField(help_text="The act of the ledger that it became.")

    @extend_schema_field(NewOfferSerializer)
    def get_deal(self, line: Line) -> Any:
        return line.offer.deal

    def get_act(self, line: Line) -> int | None:
        return line.offer.act.sequence if line.offer.act else None


@extend_schema_serializer(component_name="OneTradeOffer")
class OneOfferSerializer(OfferSerializer):
    outlook = TradeOutlookSerializer(many=True)


class TradeAPI(TeamAPI):
    """What concerns trades: for those who act for one of the two teams."""

    read: roles.Required = "coach"

    def one(self, number: int) -> Response:
        offer = trading.get_offer(self.league, self.viewer, number)
        (line,) = trading.lines(self.league, [offer])
        shown = dict(OfferSerializer(line).data)
        shown["outlook"] = [TradeOutlookSerializer(one).data for one in trading.outlook(offer)]
        return Response(shown)


@extend_schema(tags=["trades"])
class Trades(TradeAPI):
    """Offers made and received by the team, the latest first. Posting makes one."""

    @extend_schema(responses=OfferSerializer(many=True))
    def get(self, request: Request, league: str, team: str) -> Response:
        found = self.team
        access.acting_as_commissioner(self.person, found)
        offers = trading.offers(found)[: trading.SHOWN_MAX]
        return Response([OfferSerializer(line).data for line in trading.lines(self.league, offers)])

    @extend_schema(request=NewOfferSerializer, responses={201: OneOfferSerializer})
    def post(self, request: Request, league: str, team: str) -> Response:
        found = self.team
        access.acting_as_commissioner(self.person, found)
        given = self.given(NewOfferSerializer)
        other = trading.partner(found, given.validated_data["to"])
        made = trading.offer(found, other, self.person, given.deal(), given.validated_data["words"])
        response = self.one(made.number)
        response.status_code = status.HTTP_201_CREATED
        return response


@extend_schema(tags=["trades"])
class OneTrade(TradeAPI):
    """An offer, and what it would make of both teams."""

    @extend_schema(responses=OneOfferSerializer)
    def get(self, request: Request, league: str, offer: int) -> Response:
        return self.one(offer)


@extend_schema(tags=["trades"])
class Accept(TradeAPI):
    """The other side agrees: gold and players change hands."""

    @extend_schema(request=None, responses=OneOfferSerializer, parameters=[KEY])
    def post(self, request: Request, league: str, offer: int) -> Response:
        trading.accept(trading.get_offer(self.league, self.viewer, offer), self.person, self.key)
        return self.one(offer)


@extend_schema(tags=["trades"])
class Refuse(TradeAPI):
    """The other side does not want it."""

    @extend_schema(request=None, responses=OneOfferSerializer)
    def post(self, request: Request, league: str, offer: int) -> Response:
        trading.refuse(trading.get_offer(self.league, self.viewer, offer), self.person)
        return self.one(offer)


@extend_schema(tags=["trades"])
class Withdraw(TradeAPI):
    """Whoever offered it takes it back."""

    @extend_schema(request=None, responses=OneOfferSerializer)
    def post(self, request: Request, league: str, offer: int) -> Response:
        trading.withdraw(trading.get_offer(self.league, self.viewer, offer), self.person)
        return self.one(offer)


OFFER = LEAGUE + "trades/<int:offer>/"

urlpatterns = [
    path(TEAM + "trades/", Trades.as_view(), name="trades"),
    path(OFFER, OneTrade.as_view(), name="trade"),
    path(OFFER + "accept/", Accept.as_view(), name="accept_trade"),
    path(OFFER + "refuse/", Refuse.as_view(), name="refuse_trade"),
    path(OFFER + "withdraw/", Withdraw.as_view(), name="withdraw_trade"),
]
