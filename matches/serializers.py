"""What matches look like in the API. What a value may be is the domain's to say."""

from __future__ import annotations

from typing import Any

import msgspec
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.describe import describe_question
from engine.match.log import LARGEST
from matches.domain import hosting, logs
from matches.domain.previewing import Preview
from matches.models import Fixture, MatchLog, Result, Stage
from matches.step_serializers import FACT_KINDS, SheetsSerializer, sheets_of


class ResultSerializer(serializers.ModelSerializer[Result]):
    """Gold in gold pieces; casualties are those that earn star player points."""

    match = serializers.IntegerField(source="fixture.number")
    season = serializers.IntegerField(source="fixture.season.number")
    round = serializers.IntegerField(source="fixture.round")
    home = serializers.SlugField(source="fixture.home.slug")
    away = serializers.SlugField(source="fixture.away.slug")

    class Meta:
        model = Result
        fields = [
            "match",
            "season",
            "round",
            "home",
            "away",
            "home_score",
            "away_score",
            "home_casualties",
            "away_casualties",
            "winner",
            "conceded_by",
            "gate",
            "weather",
            "home_winnings",
            "away_winnings",
            "played_at",
        ]
        read_only_fields = fields


class FixtureSerializer(serializers.ModelSerializer[Fixture]):
    season = serializers.IntegerField(source="season.number")
    home = serializers.SlugField(source="home.slug")
    away = serializers.SlugField(source="away.slug")
    home_name = serializers.CharField(source="home.name")
    away_name = serializers.CharField(source="away.name")
    score = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    class Meta:
        model = Fixture
        fields = [
            "number",
            "season",
            "round",
            "home",
            "home_name",
            "away",
            "away_name",
            "stage",
            "neutral",
            "hosting",
            "host_die",
            "scheduled",
            "status",
            "score",
            "page",
        ]
        read_only_fields = fields

    def get_score(self, fixture: Fixture) -> list[int] | None:
        """Home and away, once the match is played."""
        return [fixture.result.home_score, fixture.result.away_score] if fixture.played else None

    def get_page(self, fixture: Fixture) -> str:
        return reverse("matches:match", args=[fixture.league.slug, fixture.number])


class MadeFixtureSerializer(FixtureSerializer):
    """``notes`` name those of the two teams who are at home too often or too rarely now."""

    notes = serializers.SerializerMethodField()

    class Meta(FixtureSerializer.Meta):
        fields = [*FixtureSerializer.Meta.fields, "notes"]
        read_only_fields = fields

    def get_notes(self, fixture: Fixture) -> list[str]:
        return [str(one) for one in hosting.uneven_with(fixture)]


class NewFixtureSerializer(serializers.Serializer[Any]):
    """Teams by their slugs. ``as_agreed`` lets the home team be at home whoever owns a home field.

    ``host_die`` or ``roll_for_host`` decides who is at home when two owners of one meet for the first time.
    """

    round = serializers.IntegerField(min_value=1, max_value=999)
    home = serializers.SlugField()
    away = serializers.SlugField()
    scheduled = serializers.DateField(required=False, allow_null=True)
    stage = serializers.ChoiceField(choices=Stage.choices, default=Stage.LEAGUE)
    neutral = serializers.BooleanField(default=False)
    as_agreed = serializers.BooleanField(default=False)
    host_die = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=6)
    roll_for_host = serializers.BooleanField(default=False)
    allow_same_coach = serializers.BooleanField(default=False)


class LogSerializer(serializers.ModelSerializer[MatchLog]):
    """``version`` counts the changes of the log; ``message`` says why it was rejected or could not be applied."""

    submitted_by = serializers.CharField(source="submitted_by.username", default=None)

    class Meta:
        model = MatchLog
        fields = [
            "id",
            "status",
            "origin",
            "version",
            "digest",
            "message",
            "submitted_by",
            "created",
            "updated",
        ]
        read_only_fields = fields


class UploadSerializer(serializers.Serializer[Any]):
    file = serializers.FileField(help_text=f"One match log, at most {LARGEST // 1_000_000} MB.")


class AnswerSerializer(serializers.Serializer[Any]):
    """An answer to the question of a log: ``roll`` lets Dugout roll its dice, ``entry`` is an entry of a match log."""

    version = serializers.IntegerField(min_value=0, help_text="The version of the log that was seen.")
    roll = serializers.BooleanField(default=False)
    entry = serializers.JSONField(required=False)


class VersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0, help_text="The version of the log that was seen.")


class TakingBackSerializer(VersionSerializer):
    """``answer`` takes the last answer of a person back, with all that a match file answered after it."""

    answer = serializers.BooleanField(default=False)


class EffectSerializer(serializers.Serializer[Any]):
    subject = serializers.CharField()
    what = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()
    player = serializers.IntegerField(allow_null=True)


class RosterDifferenceSerializer(serializers.Serializer[Any]):
    team = serializers.CharField()
    what = serializers.CharField()
    log = serializers.CharField()
    ledger = serializers.CharField()


class SentenceSerializer(serializers.Serializer[Any]):
    part = serializers.CharField()
    half = serializers.IntegerField()
    turn = serializers.IntegerField()
    side = serializers.CharField(allow_null=True)
    kind = serializers.ChoiceField(choices=FACT_KINDS, help_text="The kind of the fact that is told.")
    text = serializers.CharField()


class PreviewSerializer(serializers.Serializer[Preview]):
    """What a log would do, and what stands in its way."""

    log = LogSerializer(source="row")
    complete = serializers.BooleanField()
    can_apply = serializers.BooleanField()
    problem = serializers.SerializerMethodField()
    waiting_for = serializers.SerializerMethodField()
    score = serializers.SerializerMethodField()
    narrative = SentenceSerializer(many=True)
    home_effects = EffectSerializer(many=True)
    away_effects = EffectSerializer(many=True)
    home_gold = serializers.ListField(
        child=serializers.CharField(),
        help_text="What the team pays and earns: before the match, and after it.",
    )
    away_gold = serializers.ListField(child=serializers.CharField())
    differences = RosterDifferenceSerializer(many=True)
    typed_dice = serializers.IntegerField()
    notes = serializers.ListField(child=serializers.CharField())
    sheets = serializers.SerializerMethodField()
    facts = serializers.SerializerMethodField()

    @extend_schema_field(SheetsSerializer)
    def get_sheets(self, preview: Preview) -> dict[str, Any]:
        return sheets_of(preview.replay)

    def get_facts(self, preview: Preview) -> list[dict[str, Any]]:
        """What the match showed, in order; ``fact`` names the kind of each."""
        found: list[dict[str, Any]] = msgspec.to_builtins(preview.replay.facts) if preview.replay else []
        return found

    def get_problem(self, preview: Preview) -> dict[str, Any] | None:
        return msgspec.to_builtins(preview.problem) if preview.problem else None

    def get_waiting_for(self, preview: Preview) -> str:
        if preview.waiting is None or preview.log is None or preview.replay is None:
            return ""
        return describe_question(
            logs.edition_of(preview.log), preview.waiting, preview.log, preview.replay.facts
        )

    def get_score(self, preview: Preview) -> list[int] | None:
        return list(preview.replay.score) if preview.replay else None


class ApplicationSerializer(serializers.Serializer[Any]):
    accept_differences = serializers.BooleanField(default=False)
    version = serializers.IntegerField(required=False, help_text="The version of the log that was previewed.")
