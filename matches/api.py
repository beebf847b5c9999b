"""Matches in the API: fixtures, the logs that are handed in for them, and results."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db.models import QuerySet
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from engine.match.entries import Entry
from engine.match.log import LARGEST
from engine.questions import SIDES, Refusal
from league.api import LeagueAPI
from league.domain import roles
from league.domain.roles import NotVisible
from league.models import User
from matches import serializers
from matches.domain import (
    access,
    applying,
    evening_out,
    fixtures,
    importing,
    logs,
    previewing,
    queries,
    wizard,
)
from matches.domain.errors import AlreadyApplied
from matches.models import Fixture, MatchLog, Result
from matches.step_serializers import StepSerializer
from teams.api import KEY
from teams.domain.ledger import KEY_LENGTH
from teams.models import Team

ANYTHING = OpenApiTypes.OBJECT


def idempotency_key(request: Request) -> str | None:
    key = request.headers.get("Idempotency-Key", "").strip()
    if len(key) > KEY_LENGTH:
        raise Refusal(_("An idempotency key has at most {most} characters.").format(most=KEY_LENGTH))
    return key or None


class DocumentParser(BaseParser):
    """A match log as the body of the request: the domain reads it, so that its faults are told in a sentence."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> dict[str, Any]:
        # One byte more than is read is enough to say that it is too large.
        return {"document": stream.read(LARGEST + 1)}


class MatchAPI(LeagueAPI):
    """What concerns one match. Writing is for its coaches and the commissioner: the domain says which."""

    write: roles.Required = "coach"

    @property
    def fixture(self) -> Fixture:
        return queries.get_fixture(self.league, self.kwargs["number"])

    @property
    def person(self) -> User:
        return self.viewer.person


def _team(league_pk: int, slug: str) -> Team:
    team = Team.objects.filter(league_id=league_pk, slug=slug).first()
    if team is None:
        raise Refusal(_("There is no team {team!r} in this league.").format(team=slug))
    return team


@extend_schema(tags=["matches"])
class Fixtures(LeagueAPI, generics.ListAPIView[Fixture]):
    """The fixtures of a league in the order of play; ``season`` picks one season by its number."""

    serializer_class = serializers.FixtureSerializer
    queryset = Fixture.objects.none()

    def get_queryset(self) -> QuerySet[Fixture]:
        number = self.request.query_params.get("season", "")
        season = (
            queries.get_season(self.league, int(number))
            if number.isascii() and number.isdecimal() and len(number) < 10
            else None
        )
        return queries.fixtures(self.league, season).select_related(
            "league", "season", "home", "away", "result"
        )

    @extend_schema(parameters=[OpenApiParameter("season", OpenApiTypes.INT)])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        request=serializers.NewFixtureSerializer, responses={201: serializers.MadeFixtureSerializer}
    )
    def post(self, request: Request, league: str) -> Response:
        given = serializers.NewFixtureSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        values |= {side: _team(self.league.pk, values[side]) for side in SIDES}
        made = fixtures.make_fixture(self.viewer.person, self.league, **values)
        return Response(serializers.MadeFixtureSerializer(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["matches"])
class EveningOut(LeagueAPI):
    """Turns those open matches of the season round by which home and away are shared more evenly."""

    @extend_schema(request=None, responses=serializers.FixtureSerializer(many=True))
    def post(self, request: Request, league: str) -> Response:
        turned = evening_out.even_out(self.viewer.person, self.league)
        return Response(serializers.FixtureSerializer(turned, many=True).data)


@extend_schema(tags=["matches"])
class OneFixture(MatchAPI):
    """A fixture; a commissioner takes back one that nothing has come of."""

    write = "commissioner"

    @extend_schema(responses=serializers.FixtureSerializer)
    def get(self, request: Request, league: str, number: int) -> Response:
        return Response(serializers.FixtureSerializer(self.fixture).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, league: str, number: int) -> Response:
        fixtures.cancel(self.person, self.fixture)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["matches"])
class Template(MatchAPI):
    """A log without entries: both rosters as they would take the field now."""

    @extend_schema(responses=ANYTHING)
    def get(self, request: Request, league: str, number: int) -> Response:
        fixture = self.fixture
        logs.require_open(fixture)
        return Response(msgspec.to_builtins(logs.template(fixture)))


@extend_schema(tags=["matches"])
class Logs(MatchAPI):
    """The logs of a match that one may see. Handing one in: the match log as the body, or as the form's ``file``."""

    parser_classes = [DocumentParser, MultiPartParser]

    @extend_schema(responses=serializers.LogSerializer(many=True))
    def get(self, request: Request, league: str, number: int) -> Response:
        found = queries.logs_of(self.viewer, self.fixture)
        return Response(serializers.LogSerializer(found, many=True).data)

    @extend_schema(
        parameters=[KEY],
        request={"application/json": ANYTHING, "multipart/form-data": serializers.UploadSerializer},
        responses={201: serializers.LogSerializer},
    )
    def post(self, request: Request, league: str, number: int) -> Response:
        document = _document(request)
        if importing.is_match_file(document):
            raise Refusal(
                _("This is a match file of another program; hand it in as the match file of the match.")
            )
        log = logs.submit_file(self.fixture, self.person, document, idempotency_key(request))
        return Response(serializers.LogSerializer(log).data, status=status.HTTP_201_CREATED)


def _document(request: Request) -> bytes:
    document = request.data.get("document") if isinstance(request.data, dict) else None
    if isinstance(document, bytes):
        return document
    given = serializers.UploadSerializer(data=request.data)
    given.is_valid(raise_exception=True)
    content: bytes = given.validated_data["file"].read(LARGEST + 1)
    return content


@extend_schema(tags=["matches"])
class OneLog(MatchAPI):
    """The document of a log, as it was handed in."""

    @extend_schema(responses=ANYTHING)
    def get(self, request: Request, league: str, number: int, log: int) -> Response:
        row = queries.get_log(self.viewer, self.fixture, log)
        return Response({"log": serializers.LogSerializer(row).data, "document": row.document})


@extend_schema(tags=["matches"])
class PreviewOfLog(MatchAPI):
    """What a log would do to both rosters, and what stands in its way."""

    @extend_schema(responses=serializers.PreviewSerializer)
    def get(self, request: Request, league: str, number: int, log: int) -> Response:
        row = queries.get_log(self.viewer, self.fixture, log)
        return Response(serializers.PreviewSerializer(previewing.preview(row)).data)


@extend_schema(tags=["matches"])
class Application(MatchAPI):
    """Applies a log. The same key again answers with the result that it made; everybody else comes too late: 409."""

    write = "commissioner"

    @extend_schema(
        parameters=[KEY],
        request=serializers.ApplicationSerializer,
        responses={
            200: serializers.ResultSerializer,
            202: OpenApiResponse(serializers.LogSerializer, "A large log is handed to a worker."),
        },
    )
    def post(self, request: Request, league: str, number: int, log: int) -> Response:
        given = serializers.ApplicationSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        row = queries.get_log(self.viewer, self.fixture, log)
        key = idempotency_key(request)
        try:
            result = applying.apply_or_queue(row, self.person, key, **given.validated_data)
        except AlreadyApplied as refusal:
            if key is None or refusal.result.act.idempotency_key != key:
                raise
            result = refusal.result
        if result is None:
            return Response(serializers.LogSerializer(row).data, status=status.HTTP_202_ACCEPTED)
        return Response(serializers.ResultSerializer(result).data)


@extend_schema(tags=["matches"])
class Rejection(MatchAPI):
    """Rejects a submitted log, with a reason for its coaches."""

    write = "commissioner"

    @extend_schema(request={"application/json": ANYTHING}, responses=serializers.LogSerializer)
    def post(self, request: Request, league: str, number: int, log: int) -> Response:
        row = queries.get_log(self.viewer, self.fixture, log)
        reason = str(request.data.get("reason", "")) if isinstance(request.data, dict) else ""
        return Response(serializers.LogSerializer(logs.reject(row, self.person, reason)).data)


@extend_schema(tags=["matches"])
class Wizard(MatchAPI):
    """The log that is filled answer by answer: its next question, and the answer to it."""

    read = "coach"

    @extend_schema(responses=StepSerializer)
    def get(self, request: Request, league: str, number: int) -> Response:
        fixture = self.fixture
        access.require_may_enter(self.viewer, fixture)
        return Response(StepSerializer(wizard.current(fixture)).data)

    @extend_schema(parameters=[KEY], request=serializers.AnswerSerializer, responses=StepSerializer)
    def post(self, request: Request, league: str, number: int) -> Response:
        given = serializers.AnswerSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        answer: wizard.Given = "roll" if given.validated_data["roll"] else entry_of(given.validated_data)
        key = idempotency_key(request)
        step = wizard.answer(self.fixture, self.person, answer, given.validated_data["version"], key)
        return Response(StepSerializer(step).data)


def entry_of(given: dict[str, Any]) -> Entry:
    """The entry of a request. Raises Refusal for what is none."""
    try:
        entry: Entry = msgspec.convert(given.get("entry"), Entry)
    except msgspec.ValidationError as fault:
        raise Refusal(_("The entry cannot be read: {fault}.").format(fault=fault)) from None
    return entry


@extend_schema(tags=["matches"])
class Undo(MatchAPI):
    """Takes the last answer back; dice that Dugout rolled only a commissioner."""

    @extend_schema(request=serializers.TakingBackSerializer, responses=StepSerializer)
    def post(self, request: Request, league: str, number: int) -> Response:
        given = serializers.TakingBackSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        verb = wizard.undo_answer if given.validated_data["answer"] else wizard.undo_last
        step = verb(self.fixture, self.person, given.validated_data["version"])
        return Response(StepSerializer(step).data)


@extend_schema(tags=["matches"])
class Submission(MatchAPI):
    """Hands the log that the wizard has filled to the commissioner."""

    @extend_schema(request=serializers.VersionSerializer, responses=serializers.LogSerializer)
    def post(self, request: Request, league: str, number: int) -> Response:
        given = serializers.VersionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        row: MatchLog = logs.submit_draft(self.fixture, self.person, given.validated_data["version"])
        return Response(serializers.LogSerializer(row).data)


@extend_schema(tags=["matches"])
class OneResult(MatchAPI):
    """What came of a match."""

    @extend_schema(responses=serializers.ResultSerializer)
    def get(self, request: Request, league: str, number: int) -> Response:
        fixture = self.fixture
        if not fixture.played:
            raise NotVisible(_("This match is not played yet."))
        return Response(serializers.ResultSerializer(fixture.result).data)


@extend_schema(tags=["matches"])
class Results(LeagueAPI, generics.ListAPIView[Result]):
    """The results of a league, the newest first."""

    serializer_class = serializers.ResultSerializer
    queryset = Result.objects.none()

    def get_queryset(self) -> QuerySet[Result]:
        return queries.results(self.league)


MATCH = "leagues/<slug:league>/fixtures/<int:number>/"

urlpatterns = [
    path("leagues/<slug:league>/fixtures/", Fixtures.as_view(), name="fixtures"),
    path("leagues/<slug:league>/fixtures/evening-out/", EveningOut.as_view(), name="even_out"),
    path("leagues/<slug:league>/results/", Results.as_view(), name="results"),
    path(MATCH, OneFixture.as_view(), name="fixture"),
    path(f"{MATCH}template/", Template.as_view(), name="log_template"),
    path(f"{MATCH}result/", OneResult.as_view(), name="result"),
    path(f"{MATCH}logs/", Logs.as_view(), name="logs"),
    path(f"{MATCH}logs/<int:log>/", OneLog.as_view(), name="log"),
    path(f"{MATCH}logs/<int:log>/preview/", PreviewOfLog.as_view(), name="preview"),
    path(f"{MATCH}logs/<int:log>/apply/", Application.as_view(), name="application"),
    path(f"{MATCH}logs/<int:log>/reject/", Rejection.as_view(), name="rejection"),
    path(f"{MATCH}wizard/", Wizard.as_view(), name="wizard"),
    path(f"{MATCH}wizard/undo/", Undo.as_view(), name="undo"),
    path(f"{MATCH}wizard/submit/", Submission.as_view(), name="submission"),
]
