"""What a league mails to oneself, in the API."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api import LeagueAPI
from league.domain import members


class MailsSerializer(serializers.Serializer[Any]):
    weekly = serializers.BooleanField(source="weekly_mail", help_text="The page of each week.")
    matches = serializers.BooleanField(source="match_mail", help_text="A mail after each match of one's own.")


@extend_schema(tags=["members"])
class Mails(LeagueAPI):
    """What the league mails to whoever asks: members alone get any."""

    write = "reader"

    @extend_schema(responses=MailsSerializer)
    def get(self, request: Request, league: str) -> Response:
        return Response(MailsSerializer(members.own(request.user, self.league)).data)

    @extend_schema(request=MailsSerializer, responses=MailsSerializer)
    def put(self, request: Request, league: str) -> Response:
        members.own(request.user, self.league)
        given = MailsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        said = given.validated_data
        member = members.want_mails(
            request.user, self.league, weekly=said["weekly_mail"], matches=said["match_mail"]
        )
        return Response(MailsSerializer(member).data)


urlpatterns: list[URLPattern] = [path("leagues/<slug:league>/mails/", Mails.as_view(), name="mails")]
