"""What teams, players and acts look like in the API. What a value may be is the domain's to say."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from engine.acts import Draft, Line, Offer, Purchase, Retirement
from engine.describe import describe_option, describe_question
from engine.edition import Creation, Edition
from engine.questions import Choose, Roll
from teams.domain import queries
from teams.domain.building import Ground
from teams.domain.improving import Progress
from teams.domain.levelling import prospects, worth
from teams.domain.queries import AnswerTold, Told, answers_told, kind_words
from teams.models import Act, Player, Team

LINES_MAX = 64
"""Players in one request; more are no roster's."""
TEXT_MAX = 200


def lines_of(of: serializers.Serializer[Any], required: bool = True) -> serializers.ListSerializer[Any]:
    """As many of them as one request may have."""
    return serializers.ListSerializer(child=of, max_length=LINES_MAX, required=required)


class StatsField(serializers.ListField):
    """Movement allowance, strength, agility and armour value."""

    child = serializers.IntegerField()


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """``uid`` is the player's number in the team's ledger, never given to another."""

    start = StatsField()
    stats = StatsField()
    skills = serializers.ListField(child=serializers.CharField())
    gained = serializers.ListField(child=serializers.CharField())
    injuries = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Player
        fields = [
            "uid",
            "number",
            "name",
            "position",
            "price",
            "value",
            "start",
            "stats",
            "skills",
            "gained",
            "spp",
            "completions",
            "touchdowns",
            "interceptions",
            "casualties",
            "mvps",
            "matches",
            "advances",
            "owed",
            "niggling",
            "misses_next",
            "injuries",
            "status",
            "fate",
        ]
        read_only_fields = fields


class LeaguePlayerSerializer(PlayerSerializer):
    team = serializers.CharField(source="team.slug")

    class Meta(PlayerSerializer.Meta):
        fields = ["team", *PlayerSerializer.Meta.fields]
        read_only_fields = fields


class TeamSerializer(serializers.ModelSerializer[Team]):
    """Gold in gold pieces; ``strength`` is what the edition calls rating or team value."""

    coach = serializers.SerializerMethodField()
    trophies = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Team
        fields = [
            "slug",
            "name",
            "race",
            "coach",
            "accepted",
            "strength",
            "worth",
            "spp",
            "treasury",
            "rerolls",
            "reroll_price",
            "fan_factor",
            "assistant_coaches",
            "cheerleaders",
            "apothecary",
            "stadium",
            "stadium_value",
            "stadium_broken",
            "trophies",
            "won",
            "drawn",
            "lost",
            "touchdowns_for",
            "touchdowns_against",
            "casualties_for",
            "casualties_against",
            "withdrawn",
            "created",
        ]
        read_only_fields = fields

    def get_coach(self, team: Team) -> str | None:
        return team.coach.username if team.coach else None


class ReceiptLineSerializer(serializers.Serializer[Any]):
    """``count`` things of ``each`` gold pieces add ``total``, of which ``missing`` rests now.

    With ``in_points``, ``count`` gold pieces or star player points come to ``total`` points.
    """

    what = serializers.CharField(source="label")
    count = serializers.IntegerField()
    each = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField()
    missing = serializers.IntegerField()
    in_points = serializers.BooleanField()


class ReceiptSerializer(serializers.Serializer[Any]):
    """How a team comes to its strength; ``full`` counts also those who miss the next match."""

    lines = ReceiptLineSerializer(many=True)
    full = serializers.IntegerField()
    current = serializers.IntegerField()


class TeamDetailSerializer(TeamSerializer):
    players = PlayerSerializer(many=True)
    receipt = serializers.SerializerMethodField()

    class Meta(TeamSerializer.Meta):
        fields = [*TeamSerializer.Meta.fields, "players", "receipt"]
        read_only_fields = fields

    @extend_schema_field(ReceiptSerializer)
    def get_receipt(self, team: Team) -> Any:
        return ReceiptSerializer(queries.receipt(team, team.players.all())).data


@extend_schema_serializer(component_name="GroundOffer")
class OfferSerializer(serializers.Serializer[Any]):
    """A kind of home field as the team may have it. ``price`` is what is still to be paid, in gold pieces."""

    stadium = serializers.CharField(source="stadium.name")
    list_price = serializers.IntegerField(source="stadium.price")
    modifier = serializers.IntegerField(source="stadium.modifier")
    reroll_on = serializers.IntegerField(source="stadium.reroll_on")
    owned = serializers.BooleanField()
    price = serializers.IntegerField()
    fan_factor = serializers.IntegerField()
    strength = serializers.IntegerField()
    problems = serializers.SerializerMethodField()

    def get_problems(self, offer: Offer) -> list[str]:
        return [problem.message for problem in offer.problems]


class GroundSerializer(serializers.Serializer[Any]):
    """What a team can do about its home field; ``repair_price`` where it waits for repair."""

    offers = OfferSerializer(many=True)
    bonus = serializers.CharField()
    repair_price = serializers.IntegerField(allow_null=True)
    repair_problems = serializers.SerializerMethodField()

    def get_repair_problems(self, ground: Ground) -> list[str]:
        return [problem.message for problem in ground.repair_problems]


# --- what is sent -------------------------------------------------------------------------------------------------


class StadiumSerializer(serializers.Serializer[Any]):
    """A kind of home field that is wanted, by its name."""

    stadium = serializers.CharField(max_length=TEXT_MAX)


class LineSerializer(serializers.Serializer[Any]):
    """A player to be hired."""

    position = serializers.CharField(max_length=TEXT_MAX)
    name = serializers.CharField(max_length=TEXT_MAX, trim_whitespace=False, allow_blank=True)
    number = serializers.IntegerField(min_value=-999, max_value=9999)


class _StaffSerializer(serializers.Serializer[Any]):
    players = lines_of(LineSerializer(), required=False)
    rerolls = serializers.IntegerField(default=0, min_value=-999, max_value=9999)
    assistant_coaches = serializers.IntegerField(default=0, min_value=-999, max_value=9999)
    cheerleaders = serializers.IntegerField(default=0, min_value=-999, max_value=9999)
    apothecary = serializers.IntegerField(default=0, min_value=-999, max_value=9999)

    def lines(self) -> tuple[Line, ...]:
        return tuple(Line(**line) for line in self.validated_data.get("players", ()))

    def staff(self) -> dict[str, int]:
        return {
            name: self.validated_data[name]
            for name in ("rerolls", "assistant_coaches", "cheerleaders", "apothecary")
        }


class DraftSerializer(_StaffSerializer):
    """Without a fan factor it is the least that a team may begin with."""

    name = serializers.CharField(max_length=TEXT_MAX, trim_whitespace=False, allow_blank=True)
    race = serializers.CharField(max_length=TEXT_MAX)
    fan_factor = serializers.IntegerField(required=False, min_value=-999, max_value=9999)

    def draft(self, limits: Creation) -> Draft:
        said = self.validated_data
        return Draft(
            name=said["name"],
            race=said["race"],
            players=self.lines(),
            fan_factor=said.get("fan_factor", limits.fan_factor_min),
            **self.staff(),
        )


class NewTeamSerializer(DraftSerializer):
    """``coach``: the number of a member's account; a commissioner may draft for others."""

    coach = serializers.IntegerField(required=False, allow_null=True, min_value=1)


class LeavingSerializer(serializers.Serializer[Any]):
    """A player who makes room, by his number in the ledger."""

    player = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    becomes_assistant = serializers.BooleanField(default=False)


class PurchaseSerializer(_StaffSerializer):
    """``retire``: who goes first, and makes room."""

    retire = lines_of(LeavingSerializer(), required=False)

    def purchase(self) -> Purchase:
        leaving = tuple(Retirement(**one) for one in self.validated_data.get("retire", ()))
        staff: dict[str, Any] = {**self.staff()}
        return Purchase(players=self.lines(), retire=leaving, **staff)


class RetirementSerializer(serializers.Serializer[Any]):
    becomes_assistant = serializers.BooleanField(default=False)


class DropSerializer(serializers.Serializer[Any]):
    staff = serializers.ChoiceField(choices=["rerolls", "assistant_coaches", "cheerleaders", "apothecary"])
    count = serializers.IntegerField(default=1, min_value=-999, max_value=9999)


class NameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=TEXT_MAX, trim_whitespace=False, allow_blank=True)


class NumberSerializer(serializers.Serializer[Any]):
    uid = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    number = serializers.IntegerField(min_value=-999, max_value=9999)


class NumbersSerializer(serializers.Serializer[Any]):
    """Shirts; players who are not named keep theirs."""

    numbers = lines_of(NumberSerializer())


class ImprovementAnswerSerializer(serializers.Serializer[Any]):
    """One of ``roll`` (Dugout rolls), ``dice`` and ``pick``. ``version``: of the question that is answered."""

    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    roll = serializers.BooleanField(default=False)
    dice = serializers.ListField(child=serializers.IntegerField(), max_length=20, required=False)
    pick = serializers.CharField(required=False, allow_blank=True, max_length=TEXT_MAX)


class ImprovementVersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1)


class HandOverSerializer(serializers.Serializer[Any]):
    """``coach``: the number of a member's account."""

    coach = serializers.IntegerField(min_value=1)


# --- what is answered ---------------------------------------------------------------------------------------------


class CheckSerializer(serializers.Serializer[Any]):
    """Gold in gold pieces; no problem means that it can be done, and then ``strength`` is the team's after it."""

    cost = serializers.IntegerField()
    left = serializers.IntegerField()
    players = serializers.IntegerField(help_text="Under contract after it.")
    strength = serializers.IntegerField(allow_null=True)
    problems = serializers.ListField(child=serializers.CharField(), default=list)


class AnswerToldSerializer(serializers.Serializer[AnswerTold]):
    asked = serializers.CharField()
    dice = serializers.ListField(child=serializers.IntegerField())
    pick = serializers.CharField()
    here = serializers.BooleanField(help_text="Whether Dugout rolled these dice.")


class QuestionSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=["roll", "choose"])
    key = serializers.CharField()
    asks = serializers.CharField()
    dice = serializers.CharField(help_text="The dice of a roll, such as 2D6.")
    options = serializers.ListField(child=serializers.CharField())
    words = serializers.ListField(child=serializers.CharField(), help_text="The options as people read them.")
    worth = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Gold pieces by which each option raises the player's value.",
    )


class ChanceSerializer(serializers.Serializer[Any]):
    """``faces`` of the ``of`` faces of the dice, whose sums are ``totals``, come to this."""

    words = serializers.CharField()
    faces = serializers.IntegerField(source="chance.faces")
    of = serializers.IntegerField(source="chance.of")
    totals = serializers.ListField(child=serializers.IntegerField(), source="chance.totals")
    double = serializers.BooleanField(source="chance.double")
    stats = serializers.ListField(child=serializers.CharField(), source="chance.stats")
    skills = serializers.ListField(child=serializers.CharField(), source="chance.skills")


class ProspectSerializer(serializers.Serializer[Any]):
    """A roll that is to come; the faces of its chances add up to all of them."""

    roll = serializers.CharField(source="label")
    chances = ChanceSerializer(many=True, source="lines")


class ImprovementSerializer(serializers.Serializer[Progress]):
    player = serializers.IntegerField(source="player.id")
    version = serializers.IntegerField(source="row.version")
    done = serializers.BooleanField()
    answers = serializers.SerializerMethodField()
    question = serializers.SerializerMethodField()
    prospects = serializers.SerializerMethodField()
    gained = serializers.ListField(child=serializers.CharField())
    problem = serializers.SerializerMethodField()

    @property
    def _edition(self) -> Edition:
        edition: Edition = self.context["edition"]
        return edition

    @extend_schema_field(AnswerToldSerializer(many=True))
    def get_answers(self, seen: Progress) -> Any:
        told = answers_told(self._edition, seen.row.answers, seen.row.rolled)
        return [AnswerToldSerializer(one).data for one in told]

    @extend_schema_field(QuestionSerializer(allow_null=True))
    def get_question(self, seen: Progress) -> Any:
        question = seen.question
        if not isinstance(question, Roll | Choose):
            return None
        options = question.options if isinstance(question, Choose) else ()
        return {
            "kind": "roll" if isinstance(question, Roll) else "choose",
            "key": question.key,
            "asks": describe_question(self._edition, question, seen.roster),
            "dice": str(question.dice) if isinstance(question, Roll) else "",
            "options": list(options),
            "words": [describe_option(question, one, seen.roster) for one in options]
            if isinstance(question, Choose)
            else [],
            "worth": [worth(self._edition, seen, one) for one in options],
        }

    @extend_schema_field(ProspectSerializer(many=True))
    def get_prospects(self, seen: Progress) -> Any:
        return ProspectSerializer(prospects(self._edition, seen), many=True).data

    def get_problem(self, seen: Progress) -> str | None:
        return seen.driven.problem.message if seen.driven.problem else None


class ActSerializer(serializers.ModelSerializer[Act]):
    """An act of the ledger, without what it did.

    ``place`` is where it stands in the league's history, ``replaced_by`` the act that stands there since it was
    corrected; ``void``: it was undone, and nothing stands in its place.
    """

    by = serializers.SerializerMethodField()
    words = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField()
    void = serializers.SerializerMethodField()
    replaced_by = serializers.IntegerField(source="replaced_by.sequence", allow_null=True, default=None)

    class Meta:
        model = Act
        fields = [
            "sequence",
            "place",
            "kind",
            "words",
            "by",
            "as_commissioner",
            "at",
            "recorded",
            "reason",
            "void",
            "replaced_by",
        ]
        read_only_fields = fields

    def get_by(self, act: Act) -> str | None:
        return act.by.username if act.by else None

    def get_words(self, act: Act) -> str:
        return kind_words(act.kind)

    def get_reason(self, act: Act) -> str:
        return str(act.parameters.get("reason", ""))

    def get_void(self, act: Act) -> bool:
        return bool(act.parameters.get("void"))


class TeamToldSerializer(serializers.Serializer[Any]):
    team = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class ToldSerializer(serializers.Serializer[Told]):
    """An act, and in sentences what it did to each team."""

    sequence = serializers.IntegerField(source="act.sequence")
    kind = serializers.CharField(source="act.kind")
    words = serializers.CharField(source="kind")
    by = serializers.SerializerMethodField()
    as_commissioner = serializers.BooleanField(source="act.as_commissioner")
    at = serializers.DateTimeField(source="act.at")
    recorded = serializers.DateTimeField(source="act.recorded")
    place = serializers.IntegerField(source="act.place")
    replaced_by = serializers.IntegerField(source="act.replaced_by.sequence", allow_null=True, default=None)
    reason = serializers.CharField()
    void = serializers.BooleanField()
    teams = serializers.SerializerMethodField()
    answers = AnswerToldSerializer(many=True)

    def get_by(self, told: Told) -> str | None:
        return told.act.by.username if told.act.by else None

    @extend_schema_field(TeamToldSerializer(many=True))
    def get_teams(self, told: Told) -> Any:
        teams = told.teams or (((told.about, ()),) if told.about else ())
        return [{"team": team.slug, "sentences": list(sentences)} for team, sentences in teams]
