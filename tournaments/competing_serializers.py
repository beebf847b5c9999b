"""Competitions as the API shows them, and what it is sent about them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.models import Winner
from tournaments.domain.competing.squad_pages import Squad
from tournaments.models import Competition, Format, Kind


class StageSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="In the order in which stages are played.")
    name = serializers.CharField()
    format = serializers.ChoiceField(choices=Format.choices)
    state = serializers.CharField()
    settings = serializers.DictField(help_text="What its format asks for.")


class CompetitionSerializer(serializers.ModelSerializer[Competition]):
    season = serializers.IntegerField(source="season.number", allow_null=True, default=None)
    organiser = serializers.CharField(source="organiser.username", allow_null=True, default=None)

    class Meta:
        model = Competition
        fields = [
            "slug",
            "number",
            "name",
            "kind",
            "trophy",
            "state",
            "season",
            "organiser",
            "rosters",
            "starts",
            "version",
        ]


class WholeCompetitionSerializer(CompetitionSerializer):
    """With its points, the order of its tables, and its stages."""

    scoring = serializers.DictField()
    criteria = serializers.ListField(child=serializers.DictField(), help_text="The first counts most.")
    stages = StageSerializer(many=True, source="stages.all")

    class Meta(CompetitionSerializer.Meta):
        fields = [*CompetitionSerializer.Meta.fields, "scoring", "criteria", "stages"]


OF_MAJORS = "A major is opened at the address of the majors, by the rules of the league."


class NewStageSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True, default="", max_length=50)
    format = serializers.ChoiceField(choices=Format.choices)
    settings = serializers.DictField(default=dict)

    def validate_format(self, format: str) -> str:
        if format == Format.PLAY_OFF:
            raise serializers.ValidationError(OF_MAJORS)
        return format


class NewCompetitionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=50)
    kind = serializers.ChoiceField(choices=Kind.choices)
    rosters = serializers.BooleanField(
        default=True, help_text="Its matches are of the league's teams, and change their rosters."
    )
    starts = serializers.DateField(allow_null=True, default=None)
    scoring = serializers.JSONField(
        default=None, help_text="The key of a preset like 3-1-0, or points; without it those of the league."
    )
    criteria = serializers.ListField(
        child=serializers.JSONField(), allow_null=True, default=None, help_text="The first counts most."
    )
    stages = NewStageSerializer(many=True, default=list)

    def validate_kind(self, kind: str) -> str:
        if kind == Kind.MAJOR:
            raise serializers.ValidationError(OF_MAJORS)
        return kind


class CompetitionChangesSerializer(serializers.Serializer[Any]):
    """What is named is changed; points and order also while it is played."""

    name = serializers.CharField(max_length=50, required=False)
    starts = serializers.DateField(allow_null=True, required=False)
    scoring = serializers.JSONField(required=False, help_text="The key of a preset like 3-1-0, or points.")
    criteria = serializers.ListField(
        child=serializers.JSONField(), required=False, help_text="The first counts most."
    )
    version = serializers.IntegerField(
        allow_null=True, default=None, help_text="The one that was seen: refused where it is another by now."
    )


class EntrySerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    team = serializers.SlugField(source="team.slug", allow_null=True, default=None)
    coach = serializers.CharField(source="coach_name", allow_blank=True)
    race = serializers.CharField(allow_blank=True)
    naf_number = serializers.IntegerField(allow_null=True)
    rating = serializers.IntegerField()
    club = serializers.CharField(allow_blank=True)
    squad = serializers.CharField(allow_blank=True)
    division = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)
    state = serializers.CharField(help_text="in, dropped, or annulled.")
    joined_round = serializers.IntegerField()
    dropped_after = serializers.IntegerField(allow_null=True)


class NewEntrySerializer(serializers.Serializer[Any]):
    """A team of the league by its ``team``, or anybody by name where no rosters change."""

    team = serializers.SlugField(allow_null=True, default=None)
    name = serializers.CharField(allow_blank=True, default="", max_length=50)
    coach = serializers.CharField(allow_blank=True, default="", max_length=50)
    race = serializers.CharField(allow_blank=True, default="", max_length=60)
    naf_number = serializers.IntegerField(allow_null=True, default=None, min_value=1)
    rating = serializers.IntegerField(default=0, min_value=0)
    club = serializers.CharField(allow_blank=True, default="", max_length=50)
    squad = serializers.CharField(allow_blank=True, default="", max_length=50)
    division = serializers.CharField(allow_blank=True, default="", max_length=50)
    seed = serializers.IntegerField(allow_null=True, default=None, min_value=1)


class MeetingSerializer(serializers.Serializer[Any]):
    """A match or a bye. Touchdowns and casualties are those of each side."""

    id = serializers.IntegerField(source="pairing.pk")
    stage = serializers.IntegerField(source="pairing.round.stage.number")
    round = serializers.IntegerField(source="pairing.round.number")
    table = serializers.IntegerField(source="pairing.table", help_text="0 for a bye.")
    home = serializers.IntegerField(source="pairing.home.number", help_text="The number of an entry.")
    home_name = serializers.CharField(source="pairing.home.name")
    away = serializers.IntegerField(source="pairing.away.number", allow_null=True, default=None)
    away_name = serializers.CharField(source="pairing.away.name", allow_null=True, default=None)
    fixture = serializers.IntegerField(source="pairing.fixture.number", allow_null=True, default=None)
    kind = serializers.CharField()
    outcome = serializers.CharField(allow_null=True, help_text="home, away, draw, neither; null while open.")
    home_td = serializers.IntegerField()
    away_td = serializers.IntegerField()
    home_cas = serializers.IntegerField()
    away_cas = serializers.IntegerField()
    reported = serializers.BooleanField(help_text="A side has said something, and nothing is decided.")
    version = serializers.IntegerField(source="pairing.version")


class RoundSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField(source="stage.number")
    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    state = serializers.CharField(help_text="draft, published, or closed.")
    publish_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()


class WholeRoundSerializer(RoundSerializer):
    meetings = MeetingSerializer(many=True)


class ByHandSerializer(serializers.Serializer[Any]):
    kept = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=2),
        default=list,
        help_text="Pairs made by hand: numbers of two entries, or of one who has a bye.",
    )


class PairSerializer(ByHandSerializer):
    stage = serializers.IntegerField(min_value=1)
    number = serializers.IntegerField(
        min_value=1, allow_null=True, default=None, help_text="The round that is meant: it is drawn once."
    )
    results_missing = serializers.BooleanField(default=False, help_text="Pair without them.")
    offer = serializers.CharField(
        allow_blank=True, default="", help_text="Where no pairing keeps to the rules: rematches, or clubs."
    )


class PublishRoundSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField(allow_null=True, default=None, help_text="Now without.")
    version = serializers.IntegerField(allow_null=True, default=None)


class ReportSerializer(serializers.Serializer[Any]):
    home_td = serializers.IntegerField(min_value=0)
    away_td = serializers.IntegerField(min_value=0)
    home_cas = serializers.IntegerField(min_value=0, default=0)
    away_cas = serializers.IntegerField(min_value=0, default=0)
    winner = serializers.ChoiceField(
        choices=Winner.choices, default="", help_text="Of a level match of a knockout."
    )
    version = serializers.IntegerField(allow_null=True, default=None)
    as_organiser = serializers.BooleanField(default=False, help_text="It stands at once.")


class PlaceSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(source="row.place")
    shared = serializers.BooleanField(source="row.shared")
    entry = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    coach = serializers.CharField(source="entry.coach_name")
    race = serializers.CharField(source="entry.race")
    points = serializers.IntegerField(source="row.points")
    played = serializers.IntegerField(source="row.played")
    won = serializers.IntegerField(source="row.won")
    drawn = serializers.IntegerField(source="row.drawn")
    lost = serializers.IntegerField(source="row.lost")
    byes = serializers.IntegerField(source="row.byes")
    bonus = serializers.IntegerField(source="row.bonus")
    painting = serializers.IntegerField(source="row.painting")
    adjusted = serializers.IntegerField(source="row.adjusted")
    td_for = serializers.IntegerField(source="row.td_for")
    td_against = serializers.IntegerField(source="row.td_against")
    cas_for = serializers.IntegerField(source="row.cas_for")
    cas_against = serializers.IntegerField(source="row.cas_against")
    values = serializers.ListField(
        source="row.values",
        child=serializers.FloatField(allow_null=True),
        help_text="One for each criterion; null where it did not apply.",
    )
    decided = serializers.IntegerField(
        source="row.decided", allow_null=True, help_text="The criterion, from 0, that put it above the next."
    )
    why = serializers.CharField(allow_blank=True)


class SquadMemberSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    coach = serializers.CharField(source="entry.coach_name")
    points = serializers.IntegerField(
        source="row.points", allow_null=True, default=None, help_text="In the last stage that has begun."
    )


class SquadPlaceSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField()
    place = serializers.IntegerField()
    points = serializers.IntegerField()


class TieSerializer(serializers.Serializer[Any]):
    """What a squad had in a round."""

    stage = serializers.IntegerField(source="round.stage.number")
    round = serializers.IntegerField(source="round.number")
    against = serializers.ListField(
        child=serializers.CharField(), help_text="Names of squads; none where members are paired one by one."
    )
    outcome = serializers.CharField(help_text="won, drawn, or lost; empty while nothing is decided.")
    meetings = MeetingSerializer(many=True)


class OneSquadSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    club = serializers.CharField()
    members = SquadMemberSerializer(many=True)
    places = serializers.SerializerMethodField(help_text="In each stage that has begun, the last one first.")
    ties = TieSerializer(many=True)

    @extend_schema_field(SquadPlaceSerializer(many=True))
    def get_places(self, squad: Squad) -> list[dict[str, int]]:
        return [
            {"stage": stage.number, "place": row.place, "points": row.points} for stage, row in squad.places
        ]


class SquadSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    squad = serializers.CharField()
    entry = serializers.IntegerField(source="first", help_text="Its first member, by whom it is asked for.")
    points = serializers.IntegerField(help_text="Of its ties where squads are paired, else of its members.")
    won = serializers.IntegerField(
        allow_null=True, help_text="Ties; null where members are paired one by one."
    )
    drawn = serializers.IntegerField(allow_null=True)
    lost = serializers.IntegerField(allow_null=True)
    members = serializers.IntegerField(help_text="The sum of its members' points.")
    td_difference = serializers.IntegerField()
    cas_difference = serializers.IntegerField()


class DivisionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True)
    criteria = serializers.ListField(source="keys", child=serializers.CharField())
    places = PlaceSerializer(many=True)
