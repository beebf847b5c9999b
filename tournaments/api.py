"""Tables, leaders and publications in the API."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import FileResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api import LeagueAPI
from league.domain.roles import require_staff
from league.serializers import LeagueSerializer
from tournaments.domain import archiving, publishing, queries
from tournaments.domain.leaders import boards
from tournaments.domain.standings import standing_now
from tournaments.models import Publication
from tournaments.serializers import (
    ArchiveSerializer,
    BoardSerializer,
    PublicationPageSerializer,
    PublicationSerializer,
    PublishSerializer,
    ScheduleSerializer,
    StandingSerializer,
)


class SeasonParameter(serializers.Serializer[None]):
    season = serializers.IntegerField(
        required=False, min_value=1, help_text="Number of the season; now without."
    )


@extend_schema(tags=["standings"])
class Standings(LeagueAPI):
    """The table of a season, best first. Teams that nothing tells apart share a place."""

    @extend_schema(parameters=[SeasonParameter], responses=StandingSerializer(many=True))
    def get(self, request: Request, league: str) -> Response:
        given = SeasonParameter(data=request.query_params)
        given.is_valid(raise_exception=True)
        standing = standing_now(self.league, given.validated_data.get("season"))
        return Response(StandingSerializer(standing.lines, many=True).data)


@extend_schema(tags=["standings"])
class Leaders(LeagueAPI):
    """Players of the league by what they have done in their careers: one board a measure, ten players each."""

    @extend_schema(responses=BoardSerializer(many=True))
    def get(self, request: Request, league: str) -> Response:
        return Response(BoardSerializer(boards(self.league), many=True).data)


@extend_schema(tags=["publications"])
class Publications(LeagueAPI, generics.ListAPIView[Publication]):
    """What was published, the latest first; a commissioner publishes this week."""

    serializer_class = PublicationSerializer
    queryset = Publication.objects.none()

    def get_queryset(self) -> QuerySet[Publication]:
        return queries.publications(self.league)

    @extend_schema(request=PublishSerializer, responses={201: PublicationPageSerializer})
    def post(self, request: Request, league: str) -> Response:
        given = PublishSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        made = publishing.publish(self.league, by=request.user, **given.validated_data)
        return Response(PublicationPageSerializer(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["publications"], parameters=[OpenApiParameter("week", int, OpenApiParameter.PATH)])
class OnePublication(LeagueAPI):
    """The page of one ISO week, as it was published."""

    @extend_schema(responses=PublicationPageSerializer)
    def get(self, request: Request, league: str, year: int, week: int) -> Response:
        return Response(PublicationPageSerializer(publishing.find(self.league, year, week)).data)


@extend_schema(tags=["publications"])
class PublicationSchedule(LeagueAPI):
    """When the league is published by itself."""

    @extend_schema(responses=ScheduleSerializer)
    def get(self, request: Request, league: str) -> Response:
        return Response(ScheduleSerializer(publishing.schedule_of(self.league)).data)

    @extend_schema(request=ScheduleSerializer, responses=ScheduleSerializer)
    def put(self, request: Request, league: str) -> Response:
        given = ScheduleSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        changed = publishing.set_schedule(request.user, self.league, **given.validated_data)
        return Response(ScheduleSerializer(changed).data)


@extend_schema(tags=["archives"])
class LeagueArchive(LeagueAPI):
    """A whole league as one file, for its commissioners."""

    read = "commissioner"

    @extend_schema(responses={(200, archiving.CONTENT_TYPE): OpenApiTypes.BINARY})
    def get(self, request: Request, league: str) -> FileResponse:
        file = archiving.export_league(request.user, self.league)
        name = archiving.file_name(self.league)
        return FileResponse(file, as_attachment=True, filename=name, content_type=archiving.CONTENT_TYPE)


@extend_schema(tags=["archives"])
class Archives(APIView):
    """Importing the leagues of an archive: all of them or none. For the staff."""

    parser_classes = [MultiPartParser]
    permission_classes = [IsAuthenticated]

    @extend_schema(request=ArchiveSerializer, responses={201: LeagueSerializer(many=True)})
    def post(self, request: Request) -> Response:
        require_staff(request.user)
        given = ArchiveSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        file = given.validated_data["file"]
        made = archiving.import_archive(request.user, file.file, file.size)
        return Response(LeagueSerializer(made, many=True).data, status=status.HTTP_201_CREATED)


urlpatterns = [
    path("archives/", Archives.as_view(), name="archives"),
    path("leagues/<slug:league>/archive/", LeagueArchive.as_view(), name="archive"),
    path("leagues/<slug:league>/standings/", Standings.as_view(), name="standings"),
    path("leagues/<slug:league>/leaders/", Leaders.as_view(), name="leaders"),
    path("leagues/<slug:league>/publications/", Publications.as_view(), name="publications"),
    path(
        "leagues/<slug:league>/publications/schedule/",
        PublicationSchedule.as_view(),
        name="publication_schedule",
    ),
    path(
        "leagues/<slug:league>/publications/<int:year>-<int:week>/",
        OnePublication.as_view(),
        name="publication",
    ),
]
