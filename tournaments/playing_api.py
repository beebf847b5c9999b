"""What is done with rounds and matches of a competition in the API."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Winner
from tournaments.competing_api import ONE, CompetitionAPI
from tournaments.competing_serializers import ByHandSerializer, MeetingSerializer, RoundSerializer
from tournaments.domain.competing import clocks, drawing, reading, results, rounds
from tournaments.domain.competing.access import require_organiser
from tournaments.models import Pairing
from tournaments.verbs_api import Given, ReasonSerializer, SeenSerializer, read, verb

urlpatterns: list[URLPattern] = []
ROUND = "rounds/<int:stage>-<int:number>/"
MATCH = "matches/<int:pairing>/"
SIDES = [("home", "Home"), ("away", "Away")]


# --- rounds ---------------------------------------------------------------------------------------------------


class SwapSerializer(SeenSerializer):
    one = serializers.CharField(max_length=100, help_text="The number of an entry, or the name of a squad.")
    other = serializers.CharField(max_length=100)


class SeatsSwappedSerializer(serializers.Serializer[Any]):
    round = RoundSerializer()
    breaks = serializers.ListField(child=serializers.CharField(), help_text="What it breaks, in sentences.")


class RedrawSerializer(ByHandSerializer, SeenSerializer):
    another_lot = serializers.BooleanField(default=True, help_text="Else by the same, for who is there now.")
    offer = serializers.CharField(
        allow_blank=True, default="", help_text="Where no pairing keeps to the rules: rematches, or clubs."
    )


class UnpublishSerializer(serializers.Serializer[Any]):
    with_results = serializers.BooleanField(default=False, help_text="Although results are lost by it.")


class MinutesSerializer(serializers.Serializer[Any]):
    minutes = serializers.IntegerField(min_value=1)


class ClockSerializer(serializers.Serializer[Any]):
    clock_until = serializers.DateTimeField(allow_null=True)


@verb(
    urlpatterns,
    f"{ROUND}swap/",
    "round_swap",
    given=SwapSerializer,
    shown=SeatsSwappedSerializer,
    organising=True,
)
def swap(api: CompetitionAPI, given: Given, stage: int, number: int) -> Any:
    """Two seats of a draft change places."""
    found = api.round(stage, number)
    one, other = (drawing.seat(found, given[name]) for name in ("one", "other"))
    broken = rounds.swap(api.person, found, one, other, given["version"])
    found.refresh_from_db(fields=["version", "state"])
    return {"round": found, "breaks": [fault.text for fault in broken]}


@verb(
    urlpatterns,
    f"{ROUND}redraw/",
    "round_redraw",
    given=RedrawSerializer,
    shown=RoundSerializer,
    organising=True,
)
def redraw(api: CompetitionAPI, given: Given, stage: int, number: int) -> Any:
    """Draws a draft up again: by another lot, or by the same for those who are there now."""
    found = api.round(stage, number)
    kept = rounds.seats_by_hand(found.stage, given["kept"]) if given["kept"] else ()
    return rounds.redraw(
        api.person,
        found,
        given["version"],
        another_lot=given["another_lot"],
        offer=given["offer"],
        kept=kept,
    )


@verb(urlpatterns, f"{ROUND}unpublish/", "round_unpublish", given=UnpublishSerializer, organising=True)
def unpublish(api: CompetitionAPI, given: Given, stage: int, number: int) -> None:
    """Takes the last round back as if it had never been."""
    found = api.round(stage, number)
    rounds.unpublish_last(api.person, found.stage, number=number, **given)


@verb(urlpatterns, f"{ROUND}discard/", "round_discard", organising=True)
def discard(api: CompetitionAPI, given: Given, stage: int, number: int) -> None:
    """Throws a draft away."""
    rounds.discard(api.person, api.round(stage, number))


@extend_schema(tags=["competitions"])
class RoundClock(CompetitionAPI):
    """The clock of a round: how long it is still played."""

    @extend_schema(request=MinutesSerializer, responses=ClockSerializer)
    def put(self, request: Request, league: str, competition: str, stage: int, number: int) -> Response:
        require_organiser(self.person, self.competition)
        data = read(self, MinutesSerializer)
        made = clocks.start(self.person, self.round(stage, number), data["minutes"])
        return Response(ClockSerializer(made).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, league: str, competition: str, stage: int, number: int) -> Response:
        require_organiser(self.person, self.competition)
        clocks.stop(self.person, self.round(stage, number))
        return Response(status=status.HTTP_204_NO_CONTENT)


# --- matches --------------------------------------------------------------------------------------------------


class CorrectionSerializer(ReasonSerializer, SeenSerializer):
    """What came of it instead."""

    home_td = serializers.IntegerField(min_value=0)
    away_td = serializers.IntegerField(min_value=0)
    home_cas = serializers.IntegerField(min_value=0, default=0)
    away_cas = serializers.IntegerField(min_value=0, default=0)
    winner = serializers.ChoiceField(
        choices=Winner.choices, default="", help_text="Of a level match of a knockout."
    )


class ConcessionSerializer(SeenSerializer):
    side = serializers.ChoiceField(choices=SIDES, help_text="Who gives up.")
    home_td = serializers.IntegerField(min_value=0, default=0)
    away_td = serializers.IntegerField(min_value=0, default=0)
    home_cas = serializers.IntegerField(min_value=0, default=0)
    away_cas = serializers.IntegerField(min_value=0, default=0)


class NoShowSerializer(ReasonSerializer, SeenSerializer):
    side = serializers.ChoiceField(choices=[*SIDES, ("both", "Both")], help_text="Who did not come.")


class TakeBackSerializer(ReasonSerializer, SeenSerializer):
    pass


class SettlementSerializer(ReasonSerializer):
    winner = serializers.ChoiceField(choices=SIDES, help_text="Who moves on.")


def match_of(api: CompetitionAPI, key: int) -> Pairing:
    return reading.find_pairing(api.competition, key, api.organiser)


def meeting_of(api: CompetitionAPI, key: int) -> reading.Meeting:
    return reading.meeting(match_of(api, key), api.viewer.user.pk)


class SaidSerializer(serializers.Serializer[Any]):
    """What one side says, as long as nothing is decided."""

    side = serializers.ChoiceField(choices=SIDES)
    by = serializers.CharField(help_text="The user name of who said it.")
    scored = serializers.ListField(
        child=serializers.IntegerField(), help_text="Touchdowns and casualties: home, away, home, away."
    )
    winner = serializers.CharField(allow_blank=True, help_text="Of a level match: the name of an entry.")


class WholeMeetingSerializer(MeetingSerializer):
    """With what was said of it."""

    decided_by = serializers.CharField(
        source="pairing.decided_by.username", allow_null=True, default=None, help_text="A user name."
    )
    reason = serializers.CharField(source="pairing.reason", allow_blank=True)
    said = serializers.SerializerMethodField()

    @extend_schema_field(SaidSerializer(many=True))
    def get_said(self, meeting: reading.Meeting) -> Any:
        found = drawing.reports(meeting.pairing) if meeting.open else ()
        return [SaidSerializer(one).data for one in found]


@extend_schema(tags=["competitions"])
class OneMatch(CompetitionAPI):
    """A match or a bye, what came of it, and what was said of it."""

    @extend_schema(responses=WholeMeetingSerializer)
    def get(self, request: Request, league: str, competition: str, pairing: int) -> Response:
        return Response(WholeMeetingSerializer(meeting_of(self, pairing)).data)


@verb(
    urlpatterns,
    f"{MATCH}correct/",
    "match_correct",
    given=CorrectionSerializer,
    shown=MeetingSerializer,
    organising=True,
)
def correct(api: CompetitionAPI, given: Given, pairing: int) -> Any:
    """Another result instead of the one that stands; what followed from it is put right."""
    results.correct(api.person, match_of(api, pairing), **given)
    return meeting_of(api, pairing)


@verb(urlpatterns, f"{MATCH}concede/", "match_concede", given=ConcessionSerializer, shown=MeetingSerializer)
def concede(api: CompetitionAPI, given: Given, pairing: int) -> Any:
    """A side gives up a match that was begun. For its coach, or the organiser."""
    results.concede(api.person, match_of(api, pairing), **given)
    return meeting_of(api, pairing)


@verb(
    urlpatterns,
    f"{MATCH}no-show/",
    "match_no_show",
    given=NoShowSerializer,
    shown=MeetingSerializer,
    organising=True,
)
def no_show(api: CompetitionAPI, given: Given, pairing: int) -> Any:
    """A side did not come, so the other has won; or neither came."""
    results.no_show(api.person, match_of(api, pairing), **given)
    return meeting_of(api, pairing)


@verb(
    urlpatterns,
    f"{MATCH}take-back/",
    "match_take_back",
    given=TakeBackSerializer,
    shown=MeetingSerializer,
    organising=True,
)
def take_back(api: CompetitionAPI, given: Given, pairing: int) -> Any:
    """The match has no result again."""
    results.take_back(api.person, match_of(api, pairing), **given)
    return meeting_of(api, pairing)


@verb(
    urlpatterns,
    f"{MATCH}settle/",
    "match_settle",
    given=SettlementSerializer,
    shown=MeetingSerializer,
    organising=True,
)
def settle(api: CompetitionAPI, given: Given, pairing: int) -> Any:
    """Who moves on from a match of a knockout that was drawn on the pitch."""
    results.settle(api.person, match_of(api, pairing), **given)
    return meeting_of(api, pairing)


urlpatterns += [
    path(f"{ONE}{ROUND}clock/", RoundClock.as_view(), name="round_clock"),
    path(f"{ONE}{MATCH}", OneMatch.as_view(), name="competition_match"),
]
