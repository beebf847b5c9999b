"""Amendments in the API: a correction is begun, its log changed, what follows looked at and settled, and committed."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response

from engine.questions import Refusal
from league.api import LeagueAPI
from league.domain import roles
from league.domain.roles import NotVisible
from league.models import User
from matches import amending_serializers as serializers
from matches.api import ANYTHING, DocumentParser, entry_of, idempotency_key
from matches.domain import amending, queries, wizard
from matches.domain.amending import Consequences, listing
from matches.domain.amending.preparing import Target
from matches.models import Amendment, AmendmentStatus
from matches.serializers import AnswerSerializer, VersionSerializer
from teams.api import KEY
from teams.domain import queries as team_queries
from teams.serializers import ActSerializer

VERSION = OpenApiParameter(
    "version", OpenApiTypes.INT, required=True, description="The version of the log that was seen."
)


class AmendmentAPI(LeagueAPI):
    """All of it is for the commissioners of the league."""

    read: roles.Required = "commissioner"

    @property
    def amendment(self) -> Amendment:
        return amending.get_amendment(self.league, self.kwargs["amendment"])

    @property
    def person(self) -> User:
        return self.viewer.person

    def version(self) -> int:
        """Of the address, for requests whose body is something else."""
        text = self.request.query_params.get("version", "")
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise Refusal(_("Name the version of the log that you saw."))
        return int(text)


def _seen(row: Amendment, found: Consequences | None) -> Response:
    (one,) = listing.listed([row])
    return Response(serializers.SeenSerializer({"amendment": one, "consequences": found}).data)


def _row(row: Amendment, code: int = status.HTTP_200_OK) -> Response:
    (one,) = listing.listed([row])
    return Response(serializers.AmendmentSerializer(one).data, status=code)


def _log(step: wizard.Step) -> Response:
    return Response(serializers.AmendedLogSerializer(step).data)


@extend_schema(tags=["amendments"])
class Amendments(AmendmentAPI, generics.ListAPIView[Amendment]):
    """The corrections of a league, those in preparation first; a new one is begun, or the open one resumed.

    Nothing changes before it is committed.
    """

    serializer_class = serializers.AmendmentSerializer  # type: ignore[assignment]  # a page is told as ``Listed``
    queryset = Amendment.objects.none()

    def get_queryset(self) -> QuerySet[Amendment]:
        return listing.every(self.league)

    def paginate_queryset(self, queryset: Any) -> Any:
        page = super().paginate_queryset(queryset)
        return listing.listed(page) if page is not None else None

    @extend_schema(
        request=serializers.NewAmendmentSerializer, responses={201: serializers.AmendmentSerializer}
    )
    def post(self, request: Request, league: str) -> Response:
        given = serializers.NewAmendmentSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        verb = amending.undo if values["undo"] else amending.begin
        return _row(verb(self.person, self._target(values), values["reason"]), status.HTTP_201_CREATED)

    def _target(self, values: dict[str, Any]) -> Target:
        if ("act" in values) == ("match" in values):
            raise Refusal(_("Name the act or the match that is to be corrected: one of both."))
        if "act" in values:
            act = team_queries.get_act(self.league, values["act"])
            act.league = self.league
            return act
        return queries.get_fixture(self.league, values["match"])


@extend_schema(tags=["amendments"])
class OneAmendment(AmendmentAPI):
    """An amendment with everything that it would change."""

    @extend_schema(responses=serializers.SeenSerializer)
    def get(self, request: Request, league: str, amendment: int) -> Response:
        row = self.amendment
        found = amending.consequences(row) if row.status == AmendmentStatus.OPEN else None
        return _seen(row, found)

    @extend_schema(request=serializers.ReasonSerializer, responses=serializers.AmendmentSerializer)
    def patch(self, request: Request, league: str, amendment: int) -> Response:
        """Another reason."""
        given = serializers.ReasonSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        return _row(amending.set_reason(self.amendment, self.person, values["reason"], values["version"]))


# --- its log ------------------------------------------------------------------------------------------------------


@extend_schema(tags=["amendments"])
class AmendedLog(AmendmentAPI):
    """The corrected log of an amendment, as far as it goes; a whole log as the body takes its place."""

    parser_classes = [DocumentParser]

    @extend_schema(responses=serializers.AmendedLogSerializer)
    def get(self, request: Request, league: str, amendment: int) -> Response:
        return _log(wizard.current(self.amendment))

    @extend_schema(
        parameters=[VERSION],
        request={"application/json": ANYTHING},
        responses=serializers.AmendedLogSerializer,
    )
    def put(self, request: Request, league: str, amendment: int) -> Response:
        document = request.data.get("document", b"") if isinstance(request.data, dict) else b""
        return _log(amending.replace_document(self.amendment, self.person, document, self.version()))


@extend_schema(tags=["amendments"])
class AmendedDocument(AmendmentAPI):
    """The corrected log of an amendment as a document."""

    @extend_schema(responses=ANYTHING)
    def get(self, request: Request, league: str, amendment: int) -> Response:
        row = self.amendment
        if row.log is None:
            raise NotVisible(wizard.NO_LOG)
        return Response({"version": row.log.version, "document": row.log.document})


@extend_schema(tags=["amendments"])
class AmendedRosters(AmendmentAPI):
    """The rosters of the log become those of the ledger just before the match; the entries stay."""

    @extend_schema(request=VersionSerializer, responses=serializers.AmendedLogSerializer)
    def post(self, request: Request, league: str, amendment: int) -> Response:
        given = VersionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        return _log(
            amending.take_the_field_anew(self.amendment, self.person, given.validated_data["version"])
        )


@extend_schema(tags=["amendments"])
class AmendedEntries(AmendmentAPI):
    """Answers the question at the end of a log that stops early."""

    @extend_schema(request=AnswerSerializer, responses=serializers.AmendedLogSerializer)
    def post(self, request: Request, league: str, amendment: int) -> Response:
        given = AnswerSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        answer: wizard.Given = "roll" if values["roll"] else entry_of(values)
        return _log(wizard.answer(self.amendment, self.person, answer, values["version"]))


@extend_schema(tags=["amendments"])
class AmendedEntry(AmendmentAPI):
    """One entry, by its place from 1: another in its place, one more before it, or none. The rest stays."""

    def _given(self, request: Request) -> tuple[Any, int]:
        given = serializers.EntrySerializer(data=request.data)
        given.is_valid(raise_exception=True)
        return entry_of(given.validated_data), given.validated_data["version"]

    @extend_schema(request=serializers.EntrySerializer, responses=serializers.AmendedLogSerializer)
    def put(self, request: Request, league: str, amendment: int, place: int) -> Response:
        """Puts another entry in this place."""
        entry, version = self._given(request)
        return _log(amending.replace_entry(self.amendment, self.person, place, entry, version))

    @extend_schema(
        operation_id="leagues_amendments_entries_insert",
        request=serializers.EntrySerializer,
        responses=serializers.AmendedLogSerializer,
    )
    def post(self, request: Request, league: str, amendment: int, place: int) -> Response:
        """Puts one more entry before this place."""
        entry, version = self._given(request)
        return _log(amending.insert_entry(self.amendment, self.person, place, entry, version))

    @extend_schema(parameters=[VERSION], responses={200: serializers.AmendedLogSerializer})
    def delete(self, request: Request, league: str, amendment: int, place: int) -> Response:
        """Takes this entry out."""
        return _log(amending.remove_entry(self.amendment, self.person, place, self.version()))


@extend_schema(tags=["amendments"])
class Truncation(AmendmentAPI):
    """Takes back everything from this entry on, to be answered anew."""

    @extend_schema(request=VersionSerializer, responses=serializers.AmendedLogSerializer)
    def post(self, request: Request, league: str, amendment: int, place: int) -> Response:
        given = VersionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        step = amending.truncate(self.amendment, self.person, place, given.validated_data["version"])
        return _log(step)


# --- settling, and the end ----------------------------------------------------------------------------------------


@extend_schema(tags=["amendments"])
class Settling(AmendmentAPI):
    """Decides what becomes of one later act; what follows is answered."""

    @extend_schema(request=serializers.SettleSerializer, responses=serializers.SeenSerializer)
    def post(self, request: Request, league: str, amendment: int) -> Response:
        given = serializers.SettleSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        row = self.amendment
        found = amending.settle(row, self.person, values["place"], values["settlement"], values["version"])
        return _seen(row, found)


@extend_schema(tags=["amendments"])
class SettlingAll(AmendmentAPI):
    """Leaves everything that is still open as it was played, or derives it anew where that can be."""

    @extend_schema(request=serializers.SettleAllSerializer, responses=serializers.SeenSerializer)
    def post(self, request: Request, league: str, amendment: int) -> Response:
        given = serializers.SettleAllSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        row = self.amendment
        found = amending.settle_all(
            row, self.person, given.validated_data["way"], given.validated_data["version"]
        )
        return _seen(row, found)


@extend_schema(tags=["amendments"])
class Commit(AmendmentAPI):
    """Writes it into the ledger, as a whole or not at all. 409 where the league, or the amendment, has moved on."""

    @extend_schema(
        parameters=[KEY],
        request=serializers.CommitSerializer,
        responses={
            200: ActSerializer,
            202: OpenApiResponse(
                serializers.AmendmentSerializer, "One that reaches far is handed to a worker."
            ),
        },
    )
    def post(self, request: Request, league: str, amendment: int) -> Response:
        given = serializers.CommitSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        values = given.validated_data
        row = self.amendment
        head = amending.commit_or_queue(
            row, self.person, values["sequence"], values["version"], idempotency_key(request)
        )
        if head is None:
            return _row(row, status.HTTP_202_ACCEPTED)
        return Response(ActSerializer(team_queries.get_act(self.league, head.sequence)).data)


@extend_schema(tags=["amendments"])
class Abandonment(AmendmentAPI):
    """Gives it up; the past stays as it is."""

    @extend_schema(request=serializers.AmendmentVersionSerializer, responses=serializers.AmendmentSerializer)
    def post(self, request: Request, league: str, amendment: int) -> Response:
        given = serializers.AmendmentVersionSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        return _row(amending.abandon(self.amendment, self.person, given.validated_data["version"]))


@extend_schema(tags=["amendments"])
class UndoOfAmendment(AmendmentAPI):
    """Begins an amendment that restores everything which this one, once it has landed, replaced."""

    @extend_schema(request=None, responses={201: serializers.AmendmentSerializer})
    def post(self, request: Request, league: str, amendment: int) -> Response:
        row = self.amendment
        if row.head is None:
            raise Refusal(_("This amendment is not in the ledger; there is nothing to undo."))
        row.head.league = self.league
        return _row(amending.undo(self.person, row.head), status.HTTP_201_CREATED)


LEAGUE = "leagues/<slug:league>/amendments/"
ONE = LEAGUE + "<int:amendment>/"

urlpatterns = [
    path(LEAGUE, Amendments.as_view(), name="amendments"),
    path(ONE, OneAmendment.as_view(), name="amendment"),
    path(f"{ONE}log/", AmendedLog.as_view(), name="amended_log"),
    path(f"{ONE}document/", AmendedDocument.as_view(), name="amended_document"),
    path(f"{ONE}rosters/", AmendedRosters.as_view(), name="amended_rosters"),
    path(f"{ONE}entries/", AmendedEntries.as_view(), name="amended_entries"),
    path(f"{ONE}entries/<int:place>/", AmendedEntry.as_view(), name="amended_entry"),
    path(f"{ONE}entries/<int:place>/truncate/", Truncation.as_view(), name="amended_truncation"),
    path(f"{ONE}settle/", Settling.as_view(), name="amendment_settle"),
    path(f"{ONE}settle-all/", SettlingAll.as_view(), name="amendment_settle_all"),
    path(f"{ONE}commit/", Commit.as_view(), name="amendment_commit"),
    path(f"{ONE}abandon/", Abandonment.as_view(), name="amendment_abandon"),
    path(f"{ONE}undo/", UndoOfAmendment.as_view(), name="amendment_undo"),
]
