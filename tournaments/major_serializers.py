"""Majors as the API shows them, and what it is sent about them. Entries are named by their numbers."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.models import NAME_LENGTH
from tournaments.domain.competing.majors.showing import Board, Called, Honoured, Line, Match
from tournaments.verbs_api import SeenSerializer

# --- what is shown --------------------------------------------------------------------------------------------


class PhaseSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(help_text="play_off, quarter_final, semi_final, third_place or final.")
    first = serializers.DateField()
    last = serializers.DateField()


class PlayOffGameSerializer(serializers.Serializer[Any]):
    """A game as one team sees it."""

    opponent = serializers.IntegerField(source="opponent.number")
    outcome = serializers.CharField(source="game.outcome", help_text="won, drawn or lost.")
    kind = serializers.CharField(source="game.kind")
    scored = serializers.IntegerField(source="game.scored")
    conceded = serializers.IntegerField(source="game.conceded")
    worth = serializers.IntegerField(source="game.worth")
    counts = serializers.BooleanField(source="game.counts")
    why = serializers.CharField(help_text="Why it counts, or does not.")


class PlayOffPlaceSerializer(serializers.Serializer[Line]):
    place = serializers.IntegerField(source="place.place")
    shared = serializers.BooleanField(source="place.shared")
    entry = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    points = serializers.IntegerField(source="place.points")
    rating = serializers.IntegerField(source="place.rating")
    decided_by = serializers.CharField(
        source="place.decided_by", allow_blank=True, help_text="points, rating or lot, against the one above."
    )
    through = serializers.BooleanField(help_text="It goes on.")
    games = PlayOffGameSerializer(many=True)


class MajorMatchSerializer(serializers.Serializer[Match]):
    id = serializers.IntegerField(source="pairing.pk")
    stage = serializers.CharField(source="pairing.place")
    home = serializers.IntegerField(source="pairing.home.number")
    away = serializers.IntegerField(source="pairing.away.number", allow_null=True, default=None)
    fixture = serializers.IntegerField(source="pairing.fixture.number", allow_null=True, default=None)
    open = serializers.BooleanField()
    score = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)


class ChallengeSerializer(serializers.Serializer[Called]):
    number = serializers.IntegerField(source="challenge.number")
    challenger = serializers.IntegerField(source="challenge.challenger")
    challenged = serializers.IntegerField(source="challenge.challenged")
    substitute = serializers.IntegerField(source="challenge.substitute", allow_null=True)
    state = serializers.CharField(source="challenge.state")
    issued = serializers.DateField(source="challenge.issued")
    passed_on = serializers.DateField(source="challenge.passed_on", allow_null=True)
    answered = serializers.DateField(source="challenge.answered", allow_null=True)
    open = serializers.BooleanField(help_text="Something may still come of it.")
    late = serializers.BooleanField(help_text="The day of its answer is past.")
    said = serializers.CharField(help_text="Where it stands, in one sentence.")
    acts = serializers.SerializerMethodField(help_text="What one may do with it now: names of verbs.")
    why = serializers.CharField(help_text="Why one can do nothing with it now; empty where one can.")
    substitutes = serializers.SerializerMethodField(help_text="Who may play instead, while it is answered.")

    def get_acts(self, called: Called) -> list[str]:
        return [name for name, _ in called.acts] + ["substitute"] * called.to_answer

    def get_substitutes(self, called: Called) -> list[int]:
        return [one.number for one in called.substitutes] if called.to_answer else []


class HonoursSerializer(serializers.Serializer[Honoured]):
    winner = serializers.IntegerField(source="winner.number")
    finalist = serializers.IntegerField(source="finalist.number")
    third = serializers.SerializerMethodField(help_text="Nobody, one, or two where it was not played for.")

    def get_third(self, found: Honoured) -> list[int]:
        return [one.number for one in found.third]


class MajorSerializer(serializers.Serializer[Board]):
    """A major as it stands for who asks."""

    slug = serializers.CharField(source="competition.slug")
    name = serializers.CharField(source="competition.name")
    trophy = serializers.CharField(source="competition.trophy")
    state = serializers.CharField(source="competition.state")
    version = serializers.IntegerField(source="competition.version")
    day = serializers.DateField(help_text="Today, where the league is.")
    week = serializers.IntegerField(help_text="Of the play-off, from 1; 0 before it.")
    mine = serializers.IntegerField(source="mine.number", allow_null=True, default=None)
    calendar = serializers.SerializerMethodField()
    table = PlayOffPlaceSerializer(source="lines", many=True)
    matches = MajorMatchSerializer(many=True, help_text="Of the play-off, those to be played first.")
    challenges = ChallengeSerializer(many=True, help_text="The latest first.")
    why_no_challenge = serializers.CharField(help_text="Why one issues none now; empty where one may.")
    finals = serializers.SerializerMethodField(help_text="Matches of the knock-out, stage by stage.")
    next_draw = serializers.CharField(allow_blank=True, help_text="What is drawn next; empty: nothing yet.")
    beaten_semi_finalists = serializers.SerializerMethodField(
        help_text="Who may play for third place; nobody once that is arranged."
    )
    honours = HonoursSerializer(allow_null=True)

    @extend_schema_field(PhaseSerializer(many=True))
    def get_calendar(self, board: Board) -> Any:
        return PhaseSerializer([phase for _, phase in board.phases], many=True).data

    def get_beaten_semi_finalists(self, board: Board) -> list[int]:
        return [one.number for one in board.beaten_semi_finalists]

    @extend_schema_field(MajorMatchSerializer(many=True))
    def get_finals(self, board: Board) -> Any:
        return [MajorMatchSerializer(one).data for _, found in board.rounds for one in found]


class CandidateSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="Sent to name him.")
    name = serializers.CharField()
    team = serializers.CharField()


class PaidSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(help_text="The address of a team.")
    told = serializers.ListField(child=serializers.CharField(), help_text="What it came to, in sentences.")


class MajorPrizesSerializer(serializers.Serializer[Any]):
    act = serializers.IntegerField(allow_null=True, help_text="The act of the ledger that paid them.")
    dice = serializers.CharField(
        allow_blank=True, help_text="What is rolled for them; empty: nothing, or nothing yet."
    )
    candidates = CandidateSerializer(many=True, help_text="Who may be the player of the year.")
    paid = PaidSerializer(many=True)


# --- what is sent ---------------------------------------------------------------------------------------------

TEAM_NUMBER = "The number of an entry."


class NewMajorSerializer(serializers.Serializer[Any]):
    """What is left out goes by the league's rules."""

    trophy = serializers.CharField(max_length=NAME_LENGTH, help_text="The name of a major.")
    starts = serializers.DateField(help_text="The first day of the play-off.")
    name = serializers.CharField(allow_blank=True, default="", max_length=NAME_LENGTH)
    organiser = serializers.CharField(allow_null=True, default=None, help_text="The user name of a member.")
    points = serializers.CharField(required=False, help_text="The name of one of the scorings of the rules.")
    results_counted = serializers.IntegerField(required=False, min_value=1, max_value=99)
    play_off_weeks = serializers.IntegerField(required=False, min_value=1, max_value=52)
    quarter_finals = serializers.ChoiceField(
        choices=["above", "always", "never"], required=False, help_text="Above so many teams, or not."
    )
    quarter_finals_above = serializers.IntegerField(required=False, min_value=1, max_value=999)
    quarter_finals_week = serializers.BooleanField(required=False, help_text="They have a week of their own.")
    challenges_per_week = serializers.IntegerField(required=False, min_value=0, max_value=99)
    no_answer = serializers.ChoiceField(
        choices=["organiser", "refusal"],
        required=False,
        help_text="Who decides about a challenge without an answer, or that it counts as refused.",
    )
    turned_down = serializers.ChoiceField(
        choices=["substitute", "challenged"],
        required=False,
        help_text="Who wins when the challenger will not play the substitute.",
    )


class ArrangementSerializer(serializers.Serializer[Any]):
    home = serializers.IntegerField(min_value=1, help_text=TEAM_NUMBER)
    away = serializers.IntegerField(min_value=1, help_text=TEAM_NUMBER)
    day = serializers.DateField(allow_null=True, default=None)


class AwardSerializer(serializers.Serializer[Any]):
    winner = serializers.IntegerField(min_value=1, help_text=TEAM_NUMBER)


class NewChallengeSerializer(serializers.Serializer[Any]):
    challenger = serializers.IntegerField(min_value=1, help_text=TEAM_NUMBER)
    challenged = serializers.IntegerField(min_value=1, help_text=TEAM_NUMBER)


class SubstitutionSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(min_value=1, help_text=TEAM_NUMBER)
    agreed = serializers.BooleanField(default=False, help_text="The coach of that team has agreed.")


class QualificationSerializer(SeenSerializer):
    anyway = serializers.BooleanField(
        default=False, help_text="Although matches and challenges are open: they are not played."
    )


class ThirdPlaceSerializer(serializers.Serializer[Any]):
    agreed = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        help_text="The losers of the semi-finals who want to play.",
    )


class PaymentSerializer(SeenSerializer):
    die = serializers.IntegerField(
        allow_null=True, default=None, min_value=0, help_text="What was rolled; null: Dugout rolls."
    )
    player_of_the_year = serializers.CharField(
        allow_null=True, default=None, help_text="The key of a candidate."
    )
