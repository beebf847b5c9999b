"""What is taken away from an event in the API: why a table is as it is, brackets, and reports to the NAF."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from engine.contest.scoring import PRESETS
from league.api import LeagueAPI
from league.errors import NotVisible
from league.models import NAME_LENGTH
from tournaments.competing_api import ONE, CompetitionAPI
from tournaments.competing_serializers import MeetingSerializer, WholeCompetitionSerializer
from tournaments.domain import naf_reports
from tournaments.domain.competing import drawing, reading
from tournaments.domain.competing.access import require_organiser

# --- why ------------------------------------------------------------------------------------------------------


class TermSerializer(serializers.Serializer[Any]):
    """What one match, bye or other thing contributes to a value of a table."""

    what = serializers.CharField(
        source="term.what", help_text="match, bye, painting, adjustment, rating or lot."
    )
    value = serializers.FloatField(source="term.value")
    opponent = serializers.CharField(allow_blank=True)
    round = serializers.IntegerField(source="term.round", help_text="0 where it is of none.")
    reason = serializers.CharField(source="term.reason", allow_blank=True)
    counted = serializers.BooleanField(source="term.counted", help_text="Whether it is not left out.")


class TermsSerializer(serializers.Serializer[Any]):
    """A value of a table with all that it is made of."""

    entry = serializers.IntegerField(source="entry.number")
    criterion = serializers.CharField(source="criterion.key")
    name = serializers.CharField(source="criterion.name")
    place = serializers.CharField()
    total = serializers.CharField(allow_blank=True, help_text="Empty where the criterion did not apply.")
    terms = TermSerializer(source="reasons", many=True)


@extend_schema(tags=["competitions"])
class Terms(CompetitionAPI):
    """What the value of an entry in a criterion, counted from 0, is made of."""

    @extend_schema(responses=TermsSerializer)
    def get(
        self, request: Request, league: str, competition: str, stage: int, entry: int, criterion: int
    ) -> Response:
        found = reading.explained(reading.stage_of(self.stages, stage), entry, criterion)
        return Response(TermsSerializer(found).data)


# --- brackets -------------------------------------------------------------------------------------------------


class BracketTieSerializer(serializers.Serializer[Any]):
    """A match of a bracket, with the games that are played for it. Sides that are not known yet are told in words."""

    title = serializers.CharField()
    home = serializers.CharField(allow_blank=True)
    away = serializers.CharField(allow_blank=True)
    winner = serializers.CharField(allow_blank=True)
    games = MeetingSerializer(many=True)


class BracketRoundSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    ties = BracketTieSerializer(many=True)


class BracketSerializer(serializers.Serializer[Any]):
    rounds = serializers.SerializerMethodField()

    @extend_schema_field(BracketRoundSerializer(many=True))
    def get_rounds(self, found: drawing.Drawn) -> Any:
        return [BracketRoundSerializer({"name": name, "ties": ties}).data for name, ties in found.rounds]


@extend_schema(tags=["competitions"])
class Bracket(CompetitionAPI):
    """The bracket of a knockout, round by round. A draft is there for the organiser alone."""

    @extend_schema(responses=BracketSerializer)
    def get(self, request: Request, league: str, competition: str, stage: int) -> Response:
        found = reading.stage_of(self.stages, stage)
        drawn = drawing.bracket(found, self.organiser)
        if drawn is None:
            raise NotVisible(_("{stage} has no bracket yet.").format(stage=found.name))
        return Response(BracketSerializer(drawn).data)


# --- reports to the NAF ---------------------------------------------------------------------------------------


class AskedReportSerializer(serializers.Serializer[Any]):
    organiser = serializers.CharField(
        allow_blank=True, default="", max_length=NAME_LENGTH, help_text="A NAF name; empty: who runs it here."
    )
    without_number = serializers.ChoiceField(
        choices=[("non_naf", "Told of as against Non-NAF"), ("leave_out", "Left out")],
        default="non_naf",
        help_text="What becomes of matches of coaches without a NAF number.",
    )


class NewReportSerializer(serializers.Serializer[Any]):
    """A report that was sent to the NAF: the file, as a form with one."""

    name = serializers.CharField(max_length=NAME_LENGTH, help_text="Of the event.")
    file = serializers.FileField()
    scoring = serializers.ChoiceField(
        choices=[(one.key, one.name) for one in PRESETS],
        allow_null=True,
        default=None,
        help_text="Points for win, draw and loss; without it those of the league.",
    )
    anyway = serializers.BooleanField(default=False, help_text="Leave out what cannot be read.")


@extend_schema(tags=["competitions"])
class Report(CompetitionAPI):
    """The report of a competition to the NAF, as XML. For its organiser."""

    read = "coach"

    @extend_schema(
        parameters=[AskedReportSerializer], responses={(200, "application/xml"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, league: str, competition: str) -> HttpResponse:
        require_organiser(self.person, self.competition)
        given = AskedReportSerializer(data=request.query_params)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        organiser = asked["organiser"] or naf_reports.told_organiser(self.competition, self.person)
        found = naf_reports.report(self.person, self.competition, organiser, asked["without_number"])
        return HttpResponse(naf_reports.write(found), content_type="application/xml; charset=utf-8")


@extend_schema(tags=["competitions"])
class Reports(LeagueAPI):
    """An event that is over, from the report of it to the NAF. For commissioners."""

    parser_classes = [MultiPartParser]

    @extend_schema(request=NewReportSerializer, responses={201: WholeCompetitionSerializer})
    def post(self, request: Request, league: str) -> Response:
        given = NewReportSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = dict(given.validated_data)
        text = data.pop("file").read(naf_reports.LARGEST_FILE + 1)
        made = naf_reports.import_report(request.user, self.league, text, data.pop("name"), **data)
        return Response(WholeCompetitionSerializer(made).data, status=status.HTTP_201_CREATED)


urlpatterns: list[URLPattern] = [
    path(f"{ONE}tables/<int:stage>/<int:entry>/<int:criterion>/", Terms.as_view(), name="competition_terms"),
    path(f"{ONE}brackets/<int:stage>/", Bracket.as_view(), name="competition_bracket"),
    path(f"{ONE}naf/", Report.as_view(), name="competition_naf"),
    path("leagues/<slug:league>/naf-reports/", Reports.as_view(), name="naf_reports"),
]
