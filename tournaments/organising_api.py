"""What an organiser does with a competition in the API: its states, stages and entries, and the season after it."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from engine.questions import Refusal
from league.domain import queries as league_queries
from league.domain.roles import require_commissioner
from league.errors import NotVisible
from league.models import NAME_LENGTH, League, User
from tournaments.competing_api import ONE, CompetitionAPI
from tournaments.competing_serializers import (
    EntrySerializer,
    MeetingSerializer,
    NewStageSerializer,
    StageSerializer,
    WholeCompetitionSerializer,
)
from tournaments.domain.competing import carrying_over, entering, journal, reading, setting_up
from tournaments.domain.competing.access import require_organiser
from tournaments.models import Competition, Entry
from tournaments.verbs_api import Given, ReasonSerializer, SeenSerializer, read, verb

urlpatterns: list[URLPattern] = []


def member_called(league: League, username: str | None) -> User | None:
    """Raises NotVisible for a name that no member of the league has."""
    if username is None:
        return None
    found = next((one.user for one in league_queries.members(league) if one.user.username == username), None)
    if found is None:
        raise NotVisible(
            _("{name!r} is no member of {league}.").format(name=username[:50], league=league.name)
        )
    return found


# --- its states -----------------------------------------------------------------------------------------------


class AnywaySerializer(serializers.Serializer[Any]):
    anyway = serializers.BooleanField(
        default=False, help_text="Although matches are open: they stay unplayed."
    )


class OrganiserSerializer(serializers.Serializer[Any]):
    organiser = serializers.CharField(
        allow_null=True, help_text="The user name of a member; null: the commissioners alone."
    )


class AgainSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_LENGTH)
    new_season = serializers.BooleanField(default=True, help_text="Open the league's next season for it.")
    moving = serializers.IntegerField(
        default=0, min_value=0, max_value=20, help_text="Entries that go up a division, and as many down."
    )


def _whole(api: CompetitionAPI) -> Competition:
    return Competition.objects.select_related("league", "season", "organiser").get(pk=api.competition.pk)


@verb(urlpatterns, "open/", "competition_open", shown=WholeCompetitionSerializer, organising=True)
def open_entries(api: CompetitionAPI, given: Given) -> Competition:
    """Opens it for entries."""
    setting_up.open_entries(api.person, api.competition)
    return _whole(api)


@verb(urlpatterns, "start/", "competition_start", shown=WholeCompetitionSerializer, organising=True)
def start(api: CompetitionAPI, given: Given) -> Competition:
    """Closes the entries, and begins the first stage; of a major, the play-off."""
    setting_up.start(api.person, api.competition)
    return _whole(api)


@verb(urlpatterns, "next/", "competition_next", shown=WholeCompetitionSerializer, organising=True)
def next_stage(api: CompetitionAPI, given: Given) -> Competition:
    """Closes the stage that is running, and begins the next."""
    setting_up.next_stage(api.person, api.competition)
    return _whole(api)


@verb(
    urlpatterns,
    "end/",
    "competition_end",
    given=AnywaySerializer,
    shown=WholeCompetitionSerializer,
    organising=True,
)
def end(api: CompetitionAPI, given: Given) -> Competition:
    """Nothing is played any more."""
    setting_up.end(api.person, api.competition, **given)
    return _whole(api)


@verb(urlpatterns, "archive/", "competition_archive", shown=WholeCompetitionSerializer, organising=True)
def archive(api: CompetitionAPI, given: Given) -> Competition:
    """Out of the way, for good."""
    setting_up.archive(api.person, api.competition)
    return _whole(api)


@verb(
    urlpatterns,
    "organiser/",
    "competition_organiser",
    given=OrganiserSerializer,
    shown=WholeCompetitionSerializer,
    organising=True,
)
def appoint(api: CompetitionAPI, given: Given) -> Competition:
    """Gives the running of it to a member of the league, or takes it back. For commissioners."""
    require_commissioner(api.viewer)
    setting_up.appoint(api.person, api.competition, member_called(api.league, given["organiser"]))
    return _whole(api)


@verb(
    urlpatterns,
    "again/",
    "competition_again",
    given=AgainSerializer,
    shown=WholeCompetitionSerializer,
    made=True,
    organising=True,
)
def again(api: CompetitionAPI, given: Given) -> Competition:
    """The same competition again, open for entries, with all who took part to the end. For commissioners."""
    require_commissioner(api.viewer)
    return carrying_over.carry_over(api.person, api.competition, **given)


class JournalLineSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    by = serializers.CharField(help_text="A user name; empty for what the clock has done.")
    stage = serializers.CharField()
    text = serializers.CharField()


@extend_schema(tags=["competitions"])
class Journal(CompetitionAPI):
    """What was changed of it on the way, the latest first. For its organiser."""

    read = "coach"

    @extend_schema(responses=JournalLineSerializer(many=True))
    def get(self, request: Request, league: str, competition: str) -> Response:
        require_organiser(self.person, self.competition)
        return Response(JournalLineSerializer(journal.lines(self.stages), many=True).data)


# --- its stages -----------------------------------------------------------------------------------------------


class StageChangesSerializer(SeenSerializer):
    name = serializers.CharField(max_length=NAME_LENGTH, required=False)
    settings = serializers.DictField(default=dict, help_text="Those that change.")


NO_SETTINGS = frozenset({"by", "stage", "competition", "version", "name", "format"})
"""What the verbs take beside the settings of a stage."""


def _settings(given: Given) -> dict[str, Any]:
    """Raises Refusal for what no format asks for."""
    for name in given["settings"]:
        if name in NO_SETTINGS:
            raise Refusal(_("No format has a setting {name!r}.").format(name=name))
    return dict(given["settings"])


@verb(
    urlpatterns,
    "stages/",
    "competition_stages",
    given=NewStageSerializer,
    shown=StageSerializer,
    made=True,
    organising=True,
)
def add_stage(api: CompetitionAPI, given: Given) -> Any:
    """One more stage at the end."""
    return setting_up.add_stage(
        api.person, api.competition, given["name"], given["format"], **_settings(given)
    )


@extend_schema(tags=["competitions"])
class OneStage(CompetitionAPI):
    """A stage: its settings, as long as they may be changed."""

    @extend_schema(request=StageChangesSerializer, responses=StageSerializer)
    def patch(self, request: Request, league: str, competition: str, stage: int) -> Response:
        require_organiser(self.person, self.competition)
        data = read(self, StageChangesSerializer)
        found = reading.stage_of(self.stages, stage)
        made = setting_up.change_stage(
            self.person, found, data["version"], name=data.get("name"), **_settings(data)
        )
        return Response(StageSerializer(made).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, league: str, competition: str, stage: int) -> Response:
        require_organiser(self.person, self.competition)
        setting_up.remove_stage(self.person, reading.stage_of(self.stages, stage))
        return Response(status=status.HTTP_204_NO_CONTENT)


# --- its entries ----------------------------------------------------------------------------------------------


class AdjustmentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    points = serializers.IntegerField()
    reason = serializers.CharField()


class WholeEntrySerializer(EntrySerializer):
    """With what the organiser has said of it, and what it has played and is to play."""

    reason = serializers.CharField(help_text="Why it left, or has another coach.")
    table = serializers.IntegerField(allow_null=True, help_text="Where it always plays.")
    byes_wanted = serializers.ListField(child=serializers.IntegerField())
    painting = serializers.IntegerField()
    adjustments = AdjustmentSerializer(many=True, source="adjustments.all")
    meetings = MeetingSerializer(many=True)


class EntryChangesSerializer(serializers.Serializer[Any]):
    """What is named is changed."""

    race = serializers.CharField(allow_blank=True, max_length=60, required=False)
    naf_number = serializers.IntegerField(allow_null=True, min_value=1, required=False)
    rating = serializers.IntegerField(min_value=0, required=False)
    club = serializers.CharField(allow_blank=True, max_length=NAME_LENGTH, required=False)
    squad = serializers.CharField(allow_blank=True, max_length=NAME_LENGTH, required=False)
    division = serializers.CharField(allow_blank=True, max_length=NAME_LENGTH, required=False)
    seed = serializers.IntegerField(allow_null=True, min_value=1, required=False)
    table = serializers.IntegerField(allow_null=True, min_value=1, required=False)
    painting = serializers.IntegerField(min_value=0, required=False)
    byes_wanted = serializers.ListField(child=serializers.IntegerField(min_value=1), required=False)


class EntryDropSerializer(ReasonSerializer):
    results = serializers.ChoiceField(
        choices=[("kept", "Left out"), ("awarded", "Go to the opponents")],
        default="kept",
        help_text="What becomes of its open matches.",
    )
    after = serializers.IntegerField(
        allow_null=True,
        default=None,
        min_value=0,
        help_text="The last round that it plays; for the organiser.",
    )


class ReplacementSerializer(ReasonSerializer):
    user = serializers.CharField(allow_null=True, default=None, help_text="The user name of a member.")
    coach = serializers.CharField(allow_blank=True, default="", max_length=NAME_LENGTH)
    naf_number = serializers.IntegerField(
        allow_null=True, default=None, min_value=1, help_text="His own; null: he has none."
    )


class NewAdjustmentSerializer(serializers.Serializer[Any]):
    points = serializers.IntegerField(help_text="Below 0 where they are taken.")
    reason = serializers.CharField(max_length=200, help_text="Everybody reads it.")


def _entry(api: CompetitionAPI, number: int) -> Entry:
    found = reading.find_entry(api.competition, number)
    found.meetings = reading.meetings_of(found, api.viewer)  # type: ignore[attr-defined]
    return found


@extend_schema(tags=["competitions"])
class OneEntry(CompetitionAPI):
    """An entry with its matches; the organiser changes what is said of it."""

    @extend_schema(responses=WholeEntrySerializer)
    def get(self, request: Request, league: str, competition: str, entry: int) -> Response:
        return Response(WholeEntrySerializer(_entry(self, entry)).data)

    @extend_schema(request=EntryChangesSerializer, responses=WholeEntrySerializer)
    def patch(self, request: Request, league: str, competition: str, entry: int) -> Response:
        require_organiser(self.person, self.competition)
        data = read(self, EntryChangesSerializer)
        if "byes_wanted" in data:
            data["byes_wanted"] = sorted(set(data["byes_wanted"]))
        entering.change_entry(self.person, reading.find_entry(self.competition, entry), **data)
        return Response(WholeEntrySerializer(_entry(self, entry)).data)


@verb(urlpatterns, "entries/<int:entry>/drop/", "entry_drop", given=EntryDropSerializer)
def drop(api: CompetitionAPI, given: Given, entry: int) -> None:
    """It plays no more; before the competition has begun, it is as if it had never entered. For its coach too."""
    after = given["after"]
    if after is not None:
        require_organiser(api.person, api.competition)
    found = reading.find_entry(api.competition, entry)
    entering.drop(api.person, found, after, given["reason"], results=given["results"])


@verb(urlpatterns, "entries/<int:entry>/return/", "entry_return", shown=WholeEntrySerializer, organising=True)
def return_(api: CompetitionAPI, given: Given, entry: int) -> Entry:
    """It comes back."""
    entering.return_(api.person, reading.find_entry(api.competition, entry))
    return _entry(api, entry)


@verb(
    urlpatterns,
    "entries/<int:entry>/annul/",
    "entry_annul",
    given=ReasonSerializer,
    shown=WholeEntrySerializer,
    organising=True,
)
def annul(api: CompetitionAPI, given: Given, entry: int) -> Entry:
    """It is withdrawn, and nothing that it played counts."""
    entering.annul(api.person, reading.find_entry(api.competition, entry), **given)
    return _entry(api, entry)


@verb(
    urlpatterns,
    "entries/<int:entry>/replace/",
    "entry_replace",
    given=ReplacementSerializer,
    shown=WholeEntrySerializer,
    organising=True,
)
def replace(api: CompetitionAPI, given: Given, entry: int) -> Entry:
    """Another coach takes it over, with all that it has played."""
    found = reading.find_entry(api.competition, entry)
    told = {**given, "user": member_called(api.league, given["user"])}
    entering.replace(api.person, found, **told)
    return _entry(api, entry)


@verb(
    urlpatterns,
    "entries/<int:entry>/adjustments/",
    "entry_adjustments",
    given=NewAdjustmentSerializer,
    shown=AdjustmentSerializer,
    made=True,
    organising=True,
)
def adjust(api: CompetitionAPI, given: Given, entry: int) -> Any:
    """Gives points, or takes them."""
    return entering.adjust(api.person, reading.find_entry(api.competition, entry), **given)


@extend_schema(tags=["competitions"])
class OneAdjustment(CompetitionAPI):
    """Points that were given or taken."""

    @extend_schema(responses={204: None})
    def delete(
        self, request: Request, league: str, competition: str, entry: int, adjustment: int
    ) -> Response:
        require_organiser(self.person, self.competition)
        found = reading.find_entry(self.competition, entry)
        entering.take_back(self.person, reading.find_adjustment(found, adjustment))
        return Response(status=status.HTTP_204_NO_CONTENT)


urlpatterns += [
    path(f"{ONE}journal/", Journal.as_view(), name="competition_journal"),
    path(f"{ONE}stages/<int:stage>/", OneStage.as_view(), name="competition_stage"),
    path(f"{ONE}entries/<int:entry>/", OneEntry.as_view(), name="competition_entry"),
    path(
        f"{ONE}entries/<int:entry>/adjustments/<int:adjustment>/",
        OneAdjustment.as_view(),
        name="entry_adjustment",
    ),
]
