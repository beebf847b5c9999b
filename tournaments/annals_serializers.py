"""The annals as the API shows them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from engine.charts import Diverging, Plot, Stacked, Table


class ChoiceOfSeason(serializers.Serializer[None]):
    season = serializers.IntegerField(required=False, min_value=1, help_text="Number of the season.")


class ChoiceOfSeasonAndTeam(ChoiceOfSeason):
    team = serializers.SlugField(
        required=False, allow_blank=True, default="", help_text="A team that is shown whatever its place."
    )


class ChoiceOfSides(serializers.Serializer[None]):
    by = serializers.ChoiceField(choices=["teams", "coaches"], required=False, default="teams")
    home = serializers.CharField(
        required=False, allow_blank=True, default="", help_text="The key of one side."
    )
    away = serializers.CharField(
        required=False, allow_blank=True, default="", help_text="The key of the other."
    )


class NoticeSerializer(serializers.Serializer[Any]):
    what = serializers.CharField(help_text="What was counted, of whom: player_touchdown, team_matches ...")
    count = serializers.IntegerField()
    title = serializers.CharField(allow_blank=True, help_text="The title that the points bring.")
    told = serializers.CharField(help_text="As a headline, in the language of who asks.")
    at = serializers.DateTimeField()
    great = serializers.BooleanField(help_text="The whole league hears of it.")
    match = serializers.IntegerField(allow_null=True)
    team = serializers.CharField(allow_blank=True)
    slug = serializers.CharField(allow_blank=True, help_text="The team's address.")
    player = serializers.CharField(allow_blank=True)
    uid = serializers.IntegerField(help_text="The player's number in the ledger; 0 for nobody.")


class HolderSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    team = serializers.CharField(allow_blank=True)
    slug = serializers.CharField(allow_blank=True)
    rival = serializers.CharField(allow_blank=True)
    rival_slug = serializers.CharField(allow_blank=True)
    player = serializers.CharField(allow_blank=True)
    uid = serializers.IntegerField()
    match = serializers.IntegerField(allow_null=True, help_text="The match; of a run its last.")
    since = serializers.IntegerField(allow_null=True, help_text="The first match of a run.")
    score = serializers.CharField(allow_blank=True, help_text="From the side of the team.")
    at = serializers.DateTimeField(allow_null=True)
    season = serializers.IntegerField(allow_null=True)


class RecordSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    value = serializers.IntegerField()
    holders = HolderSerializer(many=True, help_text="The first is who had it first.")
    more = serializers.IntegerField(help_text="So many more share it.")


class PartySerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()


class TallySerializer(serializers.Serializer[Any]):
    """From the side of the first of the two."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    scored = serializers.IntegerField()
    conceded = serializers.IntegerField()
    caused = serializers.IntegerField()
    suffered = serializers.IntegerField()


class AgainstSerializer(serializers.Serializer[Any]):
    party = PartySerializer()
    tally = TallySerializer()


class PastMeetingSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField(source="match.number")
    season = serializers.IntegerField(source="match.season")
    round = serializers.IntegerField(source="match.round")
    at = serializers.DateTimeField(source="match.at")
    own_team = serializers.CharField()
    rival_team = serializers.CharField()
    at_home = serializers.BooleanField(help_text="The first of the two was the home side.")
    outcome = serializers.ChoiceField(choices=["won", "drawn", "lost"])
    scored = serializers.IntegerField(source="own.score")
    conceded = serializers.IntegerField(source="rival.score")
    caused = serializers.IntegerField(source="own.caused")
    suffered = serializers.IntegerField(source="rival.caused")


class MeetingsSerializer(serializers.Serializer[Any]):
    """With one side, how it fared against each; with both, all their meetings; with none, who there is."""

    by = serializers.ChoiceField(choices=["teams", "coaches"])
    parties = PartySerializer(many=True)
    home = PartySerializer(allow_null=True)
    away = PartySerializer(allow_null=True)
    lines = AgainstSerializer(many=True)
    tally = TallySerializer(allow_null=True)
    meetings = PastMeetingSerializer(many=True)


class GreatSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    player = serializers.CharField(source="person.name")
    uid = serializers.IntegerField(source="person.uid")
    position = serializers.CharField(source="person.position")
    state = serializers.CharField(source="person.status")
    team = serializers.CharField(source="team.name")
    slug = serializers.CharField(source="team.slug")
    title = serializers.CharField()
    spp = serializers.IntegerField(source="person.spp")
    matches = serializers.IntegerField(source="person.matches")
    touchdowns = serializers.IntegerField(source="person.touchdowns")
    casualties = serializers.IntegerField(source="person.casualties")


class TeamNameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    slug = serializers.CharField()


class ChampionsSerializer(serializers.Serializer[Any]):
    season = serializers.IntegerField(source="season.number")
    name = serializers.CharField(source="season.name")
    teams = TeamNameSerializer(many=True)


class WinnerSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    team = serializers.CharField(allow_blank=True, help_text="The team's address, where it has one.")


class WonSerializer(serializers.Serializer[Any]):
    competition = serializers.CharField(source="competition.name")
    slug = serializers.CharField(source="competition.slug")
    winners = WinnerSerializer(many=True)


class FameSerializer(serializers.Serializer[Any]):
    greatest = GreatSerializer(many=True)
    legends = serializers.IntegerField()
    champions = ChampionsSerializer(many=True)
    won = WonSerializer(many=True, help_text="The latest competitions that are over.")


class AppearanceSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField(source="match.number")
    at = serializers.DateTimeField(source="match.at")
    team = serializers.CharField(source="team.name")
    slug = serializers.CharField(source="team.slug")
    rival = serializers.CharField(source="rival.name")
    score = serializers.CharField()
    outcome = serializers.ChoiceField(choices=["won", "drawn", "lost"])
    touchdowns = serializers.IntegerField(source="star.touchdowns")
    casualties = serializers.IntegerField(source="star.casualties")
    completions = serializers.IntegerField(source="star.completions")
    interceptions = serializers.IntegerField(source="star.interceptions")
    mvps = serializers.IntegerField(source="star.mvps")
    paid = serializers.IntegerField(source="star.paid")
    fate = serializers.CharField(source="star.fate", allow_blank=True)


class StarSerializer(serializers.Serializer[Any]):
    """A star player for hire, with every match that he played here, the latest first."""

    name = serializers.CharField()
    slug = serializers.CharField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    touchdowns = serializers.IntegerField()
    casualties = serializers.IntegerField()
    paid = serializers.IntegerField()
    dead = serializers.BooleanField()
    appearances = AppearanceSerializer(many=True)


class ChartSerializer(serializers.Serializer[Any]):
    """The numbers of a chart: the first cell of a row names it, and null stands where there is no value."""

    title = serializers.CharField()
    head = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField(child=serializers.JSONField(allow_null=True)))

    def to_representation(self, chart: Plot | Stacked | Diverging) -> dict[str, Any]:
        table: Table = chart.table()
        return {
            "title": table.caption,
            "head": list(table.head),
            "rows": [list(row) for row in table.rows],
        }


class SeasonChartsSerializer(serializers.Serializer[Any]):
    season = serializers.IntegerField()
    race = ChartSerializer()
    treasury = ChartSerializer()
    strength = ChartSerializer()
    points = ChartSerializer()
    casualties = ChartSerializer()
    of_team = ChartSerializer(allow_null=True)
