"""Ratings as the API shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.domain.ratings import ORDERS


class ChoiceOfRatings(serializers.Serializer[None]):
    race = serializers.CharField(
        required=False, allow_blank=True, help_text="Of this race alone; places are among them."
    )
    order = serializers.ChoiceField(choices=sorted(ORDERS), required=False)


class RatingSerializer(serializers.Serializer[Any]):
    """A coach with a race."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="Another rating holds the same place.")
    coach = serializers.SlugField(help_text="His address among the ratings.")
    name = serializers.CharField()
    naf_number = serializers.IntegerField(allow_null=True)
    race = serializers.CharField()
    rating = serializers.FloatField(help_text="150 before the first match.")
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    best = serializers.FloatField(help_text="The highest that it has been.")
    change = serializers.FloatField(help_text="By the last match.")
    at = serializers.DateTimeField(help_text="Of the last match.")


class RatingStepSerializer(serializers.Serializer[Any]):
    """How one match moved a rating: by ``k`` times ``score`` less ``chance``."""

    league = serializers.SlugField(source="match.league")
    competition = serializers.SlugField(
        source="match.competition", allow_blank=True, help_text="Empty for a league match outside of any."
    )
    fixture = serializers.IntegerField(
        source="match.fixture", allow_null=True, help_text="The number of the match, where it has a log."
    )
    pairing = serializers.IntegerField(source="match.pairing", allow_null=True)
    at = serializers.DateTimeField(source="match.at")
    race = serializers.CharField()
    opponent = serializers.SlugField(help_text="His address among the ratings.")
    opponent_name = serializers.CharField()
    opponent_race = serializers.CharField()
    opponent_rating = serializers.FloatField()
    before = serializers.FloatField()
    after = serializers.FloatField()
    change = serializers.FloatField()
    chance = serializers.FloatField(help_text="Of a win, from 0 to 1.")
    score = serializers.FloatField(help_text="1 for a win, 0.5 for a draw, 0 for a loss.")
    k = serializers.FloatField(
        help_text="Twice the root of the coaches of the event, 32 at most; of 60 in a major."
    )


class CoachRatingsSerializer(serializers.Serializer[Any]):
    """A coach with all his ratings, the best first, and what moved them, the latest match first."""

    coach = serializers.SlugField(source="coach.key")
    name = serializers.CharField(source="coach.name")
    naf_number = serializers.IntegerField(source="coach.naf_number", allow_null=True)
    ratings = RatingSerializer(many=True, source="lines")
    matches = RatingStepSerializer(many=True, source="told")
