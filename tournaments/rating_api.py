"""Ratings in the API: of a league, and of all public leagues together."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api import LeagueAPI
from league.models import League
from tournaments.domain.ratings import choose, profile
from tournaments.rating_serializers import ChoiceOfRatings, CoachRatingsSerializer, RatingSerializer


def _table(request: Request, league: League | None) -> Response:
    given = ChoiceOfRatings(data=request.query_params)
    given.is_valid(raise_exception=True)
    return Response(RatingSerializer(choose(league, **given.validated_data).lines, many=True).data)


def _coach(league: League | None, coach: str) -> Response:
    return Response(CoachRatingsSerializer(profile(league, coach)).data)


@extend_schema(tags=["ratings"])
class LeagueRatings(LeagueAPI):
    """The ratings of the coaches of a league with each race, the best first."""

    @extend_schema(
        parameters=[ChoiceOfRatings],
        responses=RatingSerializer(many=True),
        operation_id="leagues_ratings_list",
    )
    def get(self, request: Request, league: str) -> Response:
        return _table(request, self.league)


@extend_schema(tags=["ratings"])
class LeagueRating(LeagueAPI):
    """A coach of a league with his ratings, and every match that moved them."""

    @extend_schema(responses=CoachRatingsSerializer)
    def get(self, request: Request, league: str, coach: str) -> Response:
        return _coach(self.league, coach)


@extend_schema(tags=["ratings"])
class Ratings(APIView):
    """The ratings of all coaches with each race, over all public leagues, the best first."""

    @extend_schema(
        parameters=[ChoiceOfRatings], responses=RatingSerializer(many=True), operation_id="ratings_list"
    )
    def get(self, request: Request) -> Response:
        return _table(request, None)


@extend_schema(tags=["ratings"])
class Rating(APIView):
    """A coach with his ratings over all public leagues, and every match that moved them."""

    @extend_schema(responses=CoachRatingsSerializer)
    def get(self, request: Request, coach: str) -> Response:
        return _coach(None, coach)


urlpatterns = [
    path("ratings/", Ratings.as_view(), name="ratings"),
    path("ratings/<slug:coach>/", Rating.as_view(), name="rating"),
    path("leagues/<slug:league>/ratings/", LeagueRatings.as_view(), name="league_ratings"),
    path("leagues/<slug:league>/ratings/<slug:coach>/", LeagueRating.as_view(), name="league_rating"),
]
