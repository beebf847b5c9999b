"""Minor tournaments as the API shows them, and what it is sent about them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from league.models import NAME_LENGTH
from tournaments.domain.competing.majors import MINOR_FORMATS
from tournaments.models import Format


class MinorExampleSerializer(serializers.Serializer[Any]):
    """A minor tournament that the rules tell of, with its prizes in gold."""

    name = serializers.CharField()
    winner = serializers.IntegerField()
    finalist = serializers.IntegerField()
    words = serializers.CharField()


class MinorBookSerializer(serializers.Serializer[Any]):
    most = serializers.IntegerField(
        source="minor_prizes_max", allow_null=True, default=None, help_text="Gold, all prizes together."
    )
    examples = MinorExampleSerializer(source="minors", many=True, default=list)


class AmountsSerializer(serializers.Serializer[Any]):
    amounts = serializers.ListField(
        child=serializers.IntegerField(min_value=0), help_text="Gold by place, the winner's first."
    )
    version = serializers.IntegerField(allow_null=True, default=None)


class NewMinorSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_LENGTH)
    starts = serializers.DateField(allow_null=True, default=None)
    prizes = serializers.ListField(
        child=serializers.IntegerField(min_value=0), default=list, help_text="Gold by place."
    )
    format = serializers.ChoiceField(
        choices=[(one.value, one.label) for one in MINOR_FORMATS], default=Format.KNOCKOUT.value
    )


class MinorPrizesSerializer(serializers.Serializer[Any]):
    amounts = serializers.ListField(child=serializers.IntegerField(), help_text="Gold by place.")
    total = serializers.IntegerField()
    most = serializers.IntegerField(allow_null=True, help_text="Gold, all prizes together.")
    places = serializers.SerializerMethodField()
    to_play = serializers.IntegerField(help_text="Matches that are drawn and not played.")
    act = serializers.IntegerField(
        source="act.sequence", allow_null=True, default=None, help_text="The act that paid them."
    )

    def get_places(self, prizes: Any) -> list[int]:
        """The numbers of the entries as they came in so far, the first one first."""
        return [one.number for one in prizes.places]


class PlacesSerializer(serializers.Serializer[Any]):
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1), help_text="Entries by their numbers, the winner first."
    )
    version = serializers.IntegerField(allow_null=True, default=None)
