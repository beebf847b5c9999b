"""Minor tournaments in the API: opening one, and its prizes."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api import LeagueAPI
from tournaments import minor_serializers as serializers
from tournaments.competing_api import ONE, CompetitionAPI
from tournaments.competing_serializers import WholeCompetitionSerializer
from tournaments.domain.competing import majors


@extend_schema(tags=["competitions"])
class Minors(LeagueAPI):
    """What the rules say of minor tournaments; a commissioner opens one for entries."""

    @extend_schema(responses=serializers.MinorBookSerializer)
    def get(self, request: Request, league: str) -> Response:
        return Response(serializers.MinorBookSerializer(self.league.rules.tournaments or {}).data)

    @extend_schema(request=serializers.NewMinorSerializer, responses={201: WholeCompetitionSerializer})
    def post(self, request: Request, league: str) -> Response:
        given = serializers.NewMinorSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        made = majors.open_minor(request.user, self.league, **given.validated_data)
        return Response(WholeCompetitionSerializer(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["competitions"])
class MinorPrizes(CompetitionAPI):
    """What a minor tournament pays: the commissioner says it, and its organiser pays it, in one act."""

    @extend_schema(responses=serializers.MinorPrizesSerializer)
    def get(self, request: Request, league: str, competition: str) -> Response:
        return self._told()

    @extend_schema(request=serializers.AmountsSerializer, responses=serializers.MinorPrizesSerializer)
    def put(self, request: Request, league: str, competition: str) -> Response:
        given = serializers.AmountsSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        majors.set_minor_prizes(self.person, self.competition, **given.validated_data)
        return self._told()

    @extend_schema(request=serializers.PlacesSerializer, responses=serializers.MinorPrizesSerializer)
    def post(self, request: Request, league: str, competition: str) -> Response:
        given = serializers.PlacesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        majors.pay_minor(self.person, self.competition, **given.validated_data)
        return self._told()

    def _told(self) -> Response:
        found = majors.prizes_of_minor(self.competition)
        return Response(serializers.MinorPrizesSerializer(found).data)


urlpatterns = [
    path("leagues/<slug:league>/minors/", Minors.as_view(), name="minors"),
    path(f"{ONE}minor/prizes/", MinorPrizes.as_view(), name="minor_prizes"),
]
