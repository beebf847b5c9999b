"""What coaches arrange themselves, and what an organiser plans of a season, in the API."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competing_api import ONE, CompetitionAPI
from tournaments.competing_serializers import EntrySerializer, MeetingSerializer
from tournaments.domain.competing import arranged, ladders, open_play, reading, seasons
from tournaments.playing_api import MATCH, match_of, meeting_of
from tournaments.verbs_api import Given, ReasonSerializer, read, verb

urlpatterns: list[URLPattern] = []


# --- what coaches arrange -------------------------------------------------------------------------------------


class TwoSerializer(serializers.Serializer[Any]):
    one = serializers.IntegerField(min_value=1, help_text="The number of the entry that asks.")
    other = serializers.IntegerField(min_value=1, help_text="The number of the other entry.")


class OwnSerializer(serializers.Serializer[Any]):
    """An entry that one may arrange matches for, and whom it may meet."""

    entry = serializers.IntegerField()
    opponents = serializers.ListField(child=serializers.IntegerField())


class RungSerializer(serializers.Serializer[Any]):
    """A place of a ladder."""

    place = serializers.IntegerField(source="position.place")
    entry = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    challenged_by = EntrySerializer(many=True, help_text="Entries of one's own that may challenge it.")
    why = serializers.CharField(help_text="Why none of one's own may challenge it; empty where one may.")


class ArrangedSerializer(serializers.Serializer[Any]):
    """What can be arranged in a stage, and what is."""

    own = serializers.SerializerMethodField()
    asked = MeetingSerializer(many=True, help_text="Matches that wait for somebody to agree.")
    to_answer = serializers.ListField(
        source="answer", child=serializers.IntegerField(), help_text="The ids of those that wait for oneself."
    )
    still = MeetingSerializer(many=True, help_text="Matches that are to be played.")
    refusable = serializers.ListField(
        child=serializers.IntegerField(), help_text="The ids of challenges that one may refuse."
    )
    rungs = RungSerializer(many=True)
    why = serializers.CharField(help_text="Why one arranges nothing here, and challenges nobody; else empty.")

    @extend_schema_field(OwnSerializer(many=True))
    def get_own(self, board: arranged.Board) -> Any:
        return [
            {"entry": one.number, "opponents": [other.number for other in others]}
            for one, others in board.own
        ]


@extend_schema(tags=["competitions"])
class Arranged(CompetitionAPI):
    """Matches that coaches arrange: whom one may meet, who has asked whom, and the ladder where there is one."""

    @extend_schema(responses=ArrangedSerializer)
    def get(self, request: Request, league: str, competition: str, stage: int) -> Response:
        found = reading.stage_of(self.stages, stage)
        return Response(ArrangedSerializer(arranged.board(found, self.viewer, self.organiser)).data)

    @extend_schema(request=TwoSerializer, responses={201: MeetingSerializer})
    def post(self, request: Request, league: str, competition: str, stage: int) -> Response:
        found = reading.stage_of(self.stages, stage)
        made = open_play.arrange(self.person, found, *_two(self, read(self, TwoSerializer)))
        return Response(MeetingSerializer(meeting_of(self, made.pk)).data, status=status.HTTP_201_CREATED)


def _two(api: CompetitionAPI, given: Given) -> tuple[Any, Any]:
    return (
        reading.find_entry(api.competition, given["one"]),
        reading.find_entry(api.competition, given["other"]),
    )


@verb(urlpatterns, f"{MATCH}agree/", "match_agree", shown=MeetingSerializer)
def agree(api: CompetitionAPI, given: Given, pairing: int) -> Any:
    """The coach who was asked for a match agrees, and it is made."""
    open_play.agree(api.person, match_of(api, pairing))
    return meeting_of(api, pairing)


@verb(urlpatterns, f"{MATCH}call-off/", "match_call_off")
def call_off(api: CompetitionAPI, given: Given, pairing: int) -> None:
    """Either coach says no; a match that is arranged the organiser alone calls off."""
    open_play.call_off(api.person, match_of(api, pairing))


@verb(
    urlpatterns,
    "stages/<int:stage>/challenges/",
    "ladder_challenge",
    given=TwoSerializer,
    shown=MeetingSerializer,
    made=True,
)
def challenge(api: CompetitionAPI, given: Given, stage: int) -> Any:
    """The first challenges the second, who stands above him on a ladder."""
    found = reading.stage_of(api.stages, stage)
    made = ladders.challenge(api.person, found, *_two(api, given))
    return meeting_of(api, made.pk)


@verb(urlpatterns, f"{MATCH}refuse/", "match_refuse", given=ReasonSerializer, shown=MeetingSerializer)
def refuse(api: CompetitionAPI, given: Given, pairing: int) -> Any:
    """Who was challenged on a ladder does not play, so the challenger has won."""
    ladders.refuse(api.person, match_of(api, pairing), **given)
    return meeting_of(api, pairing)


# --- the planning of a season ---------------------------------------------------------------------------------


class DaysSerializer(serializers.Serializer[Any]):
    first = serializers.DateField(help_text="The day of the first round.")
    every = serializers.IntegerField(default=7, help_text="Days from one round to the next.")


class DaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField(allow_null=True)


class PostponementSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(
        allow_null=True, default=None, min_value=1, help_text="Null: the next in which both sides rest."
    )


@verb(urlpatterns, "stages/<int:stage>/days/", "stage_days", given=DaysSerializer, organising=True)
def set_days(api: CompetitionAPI, given: Given, stage: int) -> None:
    """Says when each round of a season is played."""
    seasons.set_days(api.person, reading.stage_of(api.stages, stage), **given)


@verb(urlpatterns, f"{MATCH}day/", "match_day", given=DaySerializer, shown=MeetingSerializer, organising=True)
def set_day(api: CompetitionAPI, given: Given, pairing: int) -> Any:
    """Says when a match is played."""
    seasons.set_day(api.person, match_of(api, pairing), **given)
    return meeting_of(api, pairing)


@verb(
    urlpatterns,
    f"{MATCH}postpone/",
    "match_postpone",
    given=PostponementSerializer,
    shown=MeetingSerializer,
    organising=True,
)
def postpone(api: CompetitionAPI, given: Given, pairing: int) -> Any:
    """Puts a match of a season off to another round."""
    seasons.postpone(api.person, match_of(api, pairing), given["round"])
    return meeting_of(api, pairing)


urlpatterns.append(path(f"{ONE}stages/<int:stage>/matches/", Arranged.as_view(), name="stage_matches"))
