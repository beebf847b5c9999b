"""Tables, leaders and publications as the API shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.models import Publication, Weekday


class StandingSerializer(serializers.Serializer[Any]):
    """A row of the table. Casualties count for the side that caused them."""

    place = serializers.IntegerField(source="row.place")
    shared = serializers.BooleanField(source="row.shared", help_text="Another team holds the same place.")
    moved = serializers.IntegerField(
        allow_null=True, help_text="Places gained since the last publication; lost when negative."
    )
    team = serializers.SlugField(source="slug")
    name = serializers.CharField()
    race = serializers.CharField()
    played = serializers.IntegerField(source="row.played")
    won = serializers.IntegerField(source="row.won")
    drawn = serializers.IntegerField(source="row.drawn")
    lost = serializers.IntegerField(source="row.lost")
    points = serializers.IntegerField(source="row.points")
    touchdowns_for = serializers.IntegerField(source="row.td_for")
    touchdowns_against = serializers.IntegerField(source="row.td_against")
    touchdown_difference = serializers.IntegerField(source="row.td_difference")
    casualties_for = serializers.IntegerField(source="row.cas_for")
    casualties_against = serializers.IntegerField(source="row.cas_against")
    casualty_difference = serializers.IntegerField(source="row.cas_difference")
    home = serializers.IntegerField(
        source="row.home", allow_null=True, help_text="Matches at home; none on neutral ground."
    )
    away = serializers.IntegerField(source="row.away", allow_null=True)


class LeaderSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    value = serializers.IntegerField()
    player = serializers.CharField()
    uid = serializers.IntegerField(help_text="The player's number in the ledger of the team.")
    position = serializers.CharField()
    team = serializers.SlugField(source="slug")
    team_name = serializers.CharField(source="team")
    status = serializers.CharField()


class BoardSerializer(serializers.Serializer[Any]):
    measure = serializers.CharField()
    leaders = LeaderSerializer(many=True)


class ScoreSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Of the fixture in the league.")
    round = serializers.IntegerField()
    home = serializers.SlugField(source="home_slug")
    home_name = serializers.CharField(source="home")
    away = serializers.SlugField(source="away_slug")
    away_name = serializers.CharField(source="away")
    home_score = serializers.IntegerField()
    away_score = serializers.IntegerField()
    home_casualties = serializers.IntegerField()
    away_casualties = serializers.IntegerField()
    winner = serializers.CharField(allow_blank=True, help_text="home, away, or empty for a draw.")
    conceded_by = serializers.CharField(allow_blank=True)
    played_at = serializers.DateTimeField()
    occasion = serializers.CharField(allow_blank=True, help_text="Of a tournament's match its stage.")


class ComingSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Of the fixture in the league.")
    round = serializers.IntegerField()
    home = serializers.SlugField(source="home_slug")
    home_name = serializers.CharField(source="home")
    away = serializers.SlugField(source="away_slug")
    away_name = serializers.CharField(source="away")
    scheduled = serializers.DateField(allow_null=True)
    occasion = serializers.CharField(allow_blank=True, help_text="Of a tournament's match its stage.")


class DeathSerializer(serializers.Serializer[Any]):
    player = serializers.CharField()
    uid = serializers.IntegerField(help_text="The player's number in the ledger of the team.")
    position = serializers.CharField()
    team = serializers.SlugField(source="slug")
    team_name = serializers.CharField(source="team")
    spp = serializers.IntegerField()
    fate = serializers.CharField()
    at = serializers.DateTimeField()


class InjurySerializer(serializers.Serializer[Any]):
    player = serializers.CharField()
    uid = serializers.IntegerField(help_text="The player's number in the ledger of the team.")
    position = serializers.CharField()
    team = serializers.SlugField(source="slug")
    team_name = serializers.CharField(source="team")
    injury = serializers.CharField()
    effect = serializers.CharField(help_text="What it left: miss, niggling, ma, st, ag or av.")
    misses = serializers.BooleanField(help_text="He sits out the next match for it.")
    at = serializers.DateTimeField()


class NewsSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    text = serializers.CharField()
    author = serializers.CharField()
    published = serializers.DateTimeField()


class PublicationSerializer(serializers.ModelSerializer[Publication]):
    season = serializers.IntegerField(source="season.number")

    class Meta:
        model = Publication
        fields = ["year", "week", "season", "published_at", "sequence"]


class PublicationPageSerializer(serializers.Serializer[Any]):
    """A publication with everything on its page. Takes the publication, and the page from the context."""

    year = serializers.IntegerField()
    week = serializers.IntegerField()
    season = serializers.IntegerField(source="season.number")
    published_at = serializers.DateTimeField()
    sequence = serializers.IntegerField(help_text="The number of the last act that it takes in.")
    table = StandingSerializer(many=True, source="page.table")
    results = ScoreSerializer(many=True, source="page.results")
    fixtures = ComingSerializer(many=True, source="page.fixtures")
    leaders = BoardSerializer(many=True, source="page.leaders")
    deaths = DeathSerializer(many=True, source="page.deaths")
    injuries = InjurySerializer(many=True, source="page.injuries")
    bulletin = NewsSerializer(allow_null=True, source="page.bulletin")


class PublishSerializer(serializers.Serializer[Any]):
    replace = serializers.BooleanField(default=False, help_text="Replace the page of this week.")


class ScheduleSerializer(serializers.Serializer[Any]):
    """When the league is published by itself."""

    weekday = serializers.ChoiceField(choices=Weekday.choices, allow_null=True, help_text="Empty: never.")
    hour = serializers.IntegerField(min_value=0, max_value=23, help_text="Of the day in the time zone.")
    zone = serializers.CharField(
        default="UTC", max_length=50, help_text="A name of the IANA time zone database."
    )


class ArchiveSerializer(serializers.Serializer[Any]):
    """An archive that is handed in."""

    file = serializers.FileField(allow_empty_file=True)
