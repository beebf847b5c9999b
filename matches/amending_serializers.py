"""What amendments look like in the API. What a value may be is the domain's to say."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.describe import describe_entry
from matches.domain.amending import WAYS, Consequences, Decree, Item, MatchChange, TeamChange, listing
from matches.domain.amending.consequences import Compared
from matches.domain.amending.listing import Listed
from matches.domain.wizard import Step
from matches.serializers import EffectSerializer
from matches.step_serializers import StepSerializer


class AmendmentSerializer(serializers.Serializer[Listed]):
    """A correction of an ``act``. ``version`` grows with every change of it, ``log_version`` with those of its log.

    Without a ``log_version`` the act is undone.
    """

    id = serializers.IntegerField(source="amendment.pk")
    status = serializers.CharField(source="amendment.status", help_text="open, queued, landed or abandoned")
    how = serializers.CharField(help_text="A correction, or something that is undone.")
    what = serializers.CharField(help_text="What is corrected, in words.")
    act = serializers.IntegerField(source="amendment.act.sequence")
    match = serializers.SerializerMethodField(help_text="The number of the match.")
    reason = serializers.CharField(source="amendment.reason")
    by = serializers.CharField(source="amendment.by.username", default=None)
    version = serializers.IntegerField(source="amendment.version")
    log_version = serializers.IntegerField(source="amendment.log.version", default=None)
    message = serializers.CharField(source="amendment.message", help_text="Why a worker could not write it.")
    head = serializers.IntegerField(
        source="amendment.head.sequence", default=None, help_text="The first act that it wrote."
    )
    created = serializers.DateTimeField(source="amendment.created")
    updated = serializers.DateTimeField(source="amendment.updated")

    def get_match(self, row: Listed) -> int | None:
        number: int | None = row.amendment.act.parameters.get("fixture")
        return number


class NewAmendmentSerializer(serializers.Serializer[Any]):
    """Of an act by its number, or of what stands for a match. With ``undo`` nothing is left of it."""

    act = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)
    match = serializers.IntegerField(min_value=1, max_value=2**31 - 1, required=False)
    undo = serializers.BooleanField(default=False)
    reason = serializers.CharField(max_length=300, default="", allow_blank=True)


class ReasonSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0, help_text="The version of the amendment that was seen.")
    reason = serializers.CharField(max_length=300, allow_blank=True)


class ComparedSerializer(serializers.Serializer[Compared]):
    """A line that comes out differently by how it is settled; ``after`` by way."""

    subject = serializers.CharField()
    what = serializers.CharField()
    before = serializers.CharField()
    after = serializers.DictField(child=serializers.CharField())


class DidSerializer(serializers.Serializer[Any]):
    """What the act did to a team, a sentence an event: a decree drops them by their place, from 0."""

    team = serializers.SerializerMethodField()
    events = serializers.SerializerMethodField()

    def get_team(self, told: Any) -> str:
        slug: str = told[0].slug
        return slug

    def get_events(self, told: Any) -> list[str]:
        return list(told[1])


class ItemSerializer(serializers.Serializer[Item]):
    """A later act that no longer holds, or would have come out differently; it is settled by its ``place``."""

    place = serializers.IntegerField()
    act = serializers.IntegerField(source="sequence")
    kind = serializers.CharField()
    match = serializers.IntegerField(source="fixture", allow_null=True)
    what = serializers.CharField()
    why = serializers.ListField(child=serializers.CharField())
    teams = serializers.SerializerMethodField()
    ways = serializers.ListField(child=serializers.ChoiceField(choices=WAYS))
    refusal = serializers.CharField(help_text="Why it cannot be derived anew.")
    settlement = serializers.SerializerMethodField(
        help_text="A way, a decree, or null as long as it is open."
    )
    fault = serializers.CharField(help_text="Why what was decided is not possible any more.")
    compared = ComparedSerializer(many=True)
    did = DidSerializer(source="told", many=True)

    def get_teams(self, item: Item) -> list[str]:
        return [team.slug for team in item.teams]

    @extend_schema_field({"nullable": True, "oneOf": [{"type": "string"}, {"type": "object"}]})
    def get_settlement(self, item: Item) -> Any:
        if isinstance(item.settlement, Decree):
            return {"decree": msgspec.to_builtins(item.settlement)}
        return item.settlement


class TeamChangeSerializer(serializers.Serializer[TeamChange]):
    """A team as it stands today, and as it would."""

    team = serializers.SlugField(source="team.slug")
    effects = EffectSerializer(many=True)


class MatchChangeSerializer(serializers.Serializer[MatchChange]):
    """A match whose result is written anew; scores as ``2-1``, empty where there is no result."""

    match = serializers.IntegerField(source="fixture")
    round = serializers.IntegerField()
    home = serializers.CharField()
    away = serializers.CharField()
    how = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class ConsequencesSerializer(serializers.Serializer[Consequences]):
    """Everything that an amendment would change. Whoever commits it names ``sequence``."""

    sequence = serializers.IntegerField(help_text="The last act of the league when this was worked out.")
    can_commit = serializers.BooleanField()
    problem = serializers.SerializerMethodField(help_text="Why it cannot be worked out at all.")
    unsettled = serializers.SerializerMethodField(help_text="How many items are still to be settled.")
    items = ItemSerializer(many=True)
    matches = MatchChangeSerializer(many=True)
    teams = TeamChangeSerializer(many=True)
    notes = serializers.ListField(child=serializers.CharField())
    written = serializers.SerializerMethodField(help_text="What would be written, counted, in sentences.")

    def get_problem(self, found: Consequences) -> dict[str, Any] | None:
        return msgspec.to_builtins(found.problem) if found.problem else None

    def get_unsettled(self, found: Consequences) -> int:
        return len(found.unsettled)

    def get_written(self, found: Consequences) -> list[str]:
        return list(listing.written(found)) if found.problem is None else []


class SeenSerializer(serializers.Serializer[Any]):
    """An amendment, and what follows from it as long as it is open."""

    amendment = AmendmentSerializer()
    consequences = ConsequencesSerializer(allow_null=True)


class AmendedLogSerializer(serializers.Serializer[Step]):
    """The log of an amendment: its entries, each with its words, where it stands, and its first problem."""

    version = serializers.IntegerField(source="row.version")
    entries = serializers.SerializerMethodField()
    problem = serializers.SerializerMethodField()
    step = StepSerializer(source="*")

    def get_entries(self, step: Step) -> list[dict[str, Any]]:
        edition = step.edition
        return [
            {
                "place": place,
                "words": describe_entry(step.log, entry, edition, step.replay.facts),
                "entry": msgspec.to_builtins(entry),
            }
            for place, entry in enumerate(step.log.entries, 1)
        ]

    def get_problem(self, step: Step) -> dict[str, Any] | None:
        return msgspec.to_builtins(step.replay.problem) if step.replay.problem else None


class EntrySerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0, help_text="The version of the log that was seen.")
    entry = serializers.JSONField(help_text="An entry of a match log.")


class AmendmentVersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0, help_text="The version of the amendment that was seen.")


class SettleSerializer(AmendmentVersionSerializer):
    """``settlement``: leave, anew, adjust or void; a decree; or null, which takes a decision back.

    A decree is ``{"decree": {"drop": {team: [places]}, "add": {team: [events]}}}``: teams by their slugs, events as in
    the ledger.
    """

    place = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    settlement = serializers.JSONField(allow_null=True)


class SettleAllSerializer(AmendmentVersionSerializer):
    way = serializers.ChoiceField(choices=["leave", "anew"])


class CommitSerializer(AmendmentVersionSerializer):
    sequence = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="Of the consequences that were seen."
    )
