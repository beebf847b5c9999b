"""Match files in the API: handed in, settled, and read on from."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from engine.match.log import LARGEST
from league.domain.roles import NotVisible
from matches import import_serializers, serializers
from matches.api import MATCH, MatchAPI, idempotency_key
from matches.domain import access, importing, wizard
from matches.step_serializers import StepSerializer
from teams.api import KEY


@extend_schema(tags=["matches"])
class MatchFileOfFixture(MatchAPI):
    """The match file that the log of a fixture is filled from. Handing one in starts the log."""

    read = "coach"
    parser_classes = [MultiPartParser]

    @extend_schema(responses=import_serializers.InHandSerializer)
    def get(self, request: Request, league: str, number: int) -> Response:
        fixture = self.fixture
        access.require_may_enter(self.viewer, fixture)
        try:
            found = importing.in_hand(fixture)
        except importing.NoneInHand as none:
            raise NotVisible(none.message) from None
        return Response(import_serializers.InHandSerializer(found).data)

    @extend_schema(
        parameters=[KEY],
        request={"multipart/form-data": import_serializers.MatchFileSerializer},
        responses={201: import_serializers.InHandSerializer},
    )
    def post(self, request: Request, league: str, number: int) -> Response:
        fixture = self.fixture
        access.require_may_enter(self.viewer, fixture)
        given = import_serializers.MatchFileSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        # One byte more than is read is enough to say that it is too large.
        document = given.validated_data["file"].read(LARGEST + 1)
        importing.import_file(fixture, self.person, document, idempotency_key(request))
        found = importing.in_hand(fixture)
        return Response(import_serializers.InHandSerializer(found).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["matches"])
class Turning(MatchAPI):
    """Changes home and away of the match file over."""

    @extend_schema(request=serializers.VersionSerializer, responses=import_serializers.InHandSerializer)
    def post(self, request: Request, league: str, number: int) -> Response:
        given = serializers.VersionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        fixture = self.fixture
        importing.turn(fixture, self.person, given.validated_data["version"])
        return Response(import_serializers.InHandSerializer(importing.in_hand(fixture)).data)


@extend_schema(tags=["matches"])
class Settlement(MatchAPI):
    """Says who of the match file is who; the log is then filled as far as the file goes."""

    @extend_schema(request=import_serializers.WhoIsWhoSerializer, responses=StepSerializer)
    def post(self, request: Request, league: str, number: int) -> Response:
        given = import_serializers.WhoIsWhoSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        said = given.validated_data
        matching = import_serializers.matching_of(said)
        step = importing.settle(
            self.fixture, self.person, matching, said["version"], confirmed=said["confirmed"]
        )
        return Response(StepSerializer(step).data)


@extend_schema(tags=["matches"])
class ReadingOn(MatchAPI):
    """The log goes on from its match file, after answers of it were taken back."""

    @extend_schema(request=serializers.VersionSerializer, responses=StepSerializer)
    def post(self, request: Request, league: str, number: int) -> Response:
        given = serializers.VersionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        step = wizard.read_on(self.fixture, self.person, given.validated_data["version"])
        return Response(StepSerializer(step).data)


urlpatterns = [
    path(f"{MATCH}match-file/", MatchFileOfFixture.as_view(), name="match_file"),
    path(f"{MATCH}match-file/turn/", Turning.as_view(), name="turn_file"),
    path(f"{MATCH}match-file/settlement/", Settlement.as_view(), name="settle_file"),
    path(f"{MATCH}wizard/read-on/", ReadingOn.as_view(), name="read_on"),
]
