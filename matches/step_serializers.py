"""What the API says of a log that is filled answer by answer: its next question, and both sides as they stand."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from engine.describe import describe_question
from engine.match import offers as shop
from engine.match.facts import Fact
from engine.match.state import Condition, Hired
from engine.questions import SIDES, Choose, Question
from engine.replay import Replay
from engine.words import named
from matches.asking import meanings, offers_of, options, purse_of
from matches.domain import sources
from matches.domain.wizard import Step

FACT_KINDS = [
    (kind, kind.replace("_", " ")) for kind in (one.__struct_config__.tag for one in get_args(Fact))
]
STATS = "Movement allowance, strength, agility and armour value."


class SheetPlayerSerializer(serializers.Serializer[Any]):
    """A player as he is in this match. ``id`` is 0 or less for those who are hired.

    ``changed``: this match alone gives or takes something, so that his characteristics or skills are not his own.
    """

    number = serializers.IntegerField()
    id = serializers.IntegerField()
    name = serializers.CharField()
    position = serializers.CharField()
    stats = serializers.ListField(child=serializers.IntegerField(), help_text=STATS)
    skills = serializers.ListField(child=serializers.CharField())
    condition = serializers.ChoiceField(choices=[(one, one) for one in get_args(Condition)])
    hired = serializers.ChoiceField(choices=[(one, one) for one in get_args(Hired) if one], allow_blank=True)
    changed = serializers.BooleanField()


class SheetSerializer(serializers.Serializer[Any]):
    """One side as it stands in a match.

    ``rerolls`` are those of the first and of the second half; ``handicaps`` the results of the table that help this
    side; ``paid`` gold pieces are spent on this match; ``smuggled`` more players may start the second half.
    """

    rerolls = serializers.ListField(child=serializers.IntegerField())
    trophy_rerolls = serializers.IntegerField()
    rerolls_left_max = serializers.IntegerField(help_text="The most that can be unused at a shoot-out.")
    fan_factor = serializers.IntegerField(help_text="In force in this match.")
    fan_factor_modifier = serializers.IntegerField(help_text="Added to rolls with it.")
    apothecaries = serializers.IntegerField(help_text="Still to be used.")
    wizard = serializers.CharField(allow_blank=True)
    handicaps = serializers.ListField(child=serializers.CharField())
    paid = serializers.IntegerField()
    smuggled = serializers.IntegerField()
    strength = serializers.IntegerField(help_text="What the side takes the field with.")
    fame = serializers.IntegerField(help_text="What the larger crowd is worth, in editions that know it.")
    inducements = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many of each kind are left, by name."
    )
    players = SheetPlayerSerializer(many=True)


class SheetsSerializer(serializers.Serializer[Any]):
    home = SheetSerializer(allow_null=True)
    away = SheetSerializer(allow_null=True)


def sheets_of(seen: Replay | None) -> dict[str, Any]:
    """Both sides' sheets, or nothing for each where the log could not be begun."""
    found = seen.sheets if seen is not None else {}
    return {side: msgspec.to_builtins(found[side]) if side in found else None for side in SIDES}


class MeaningSerializer(serializers.Serializer[Any]):
    """What comes of a roll."""

    roll = serializers.CharField()
    name = serializers.CharField()
    words = serializers.CharField(allow_blank=True)
    key = serializers.CharField(
        allow_blank=True, help_text="The name in the tables, in no language but English."
    )


class OptionSerializer(serializers.Serializer[Any]):
    """One option of a choice. ``price`` in gold pieces; without ``proven`` no source proves it, and no
    house rule sets it.

    Players come with what they can do, ``weapon`` is a secret weapon.
    """

    option = serializers.CharField()
    kind = serializers.ChoiceField(
        choices=[(one, one) for one in ("player", "skill", "word", *get_args(shop.Kind))]
    )
    words = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    price = serializers.IntegerField()
    proven = serializers.BooleanField()
    position = serializers.CharField(allow_blank=True)
    stats = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text=STATS)
    skills = serializers.ListField(child=serializers.CharField())
    weapon = serializers.CharField(allow_blank=True)


class DiceSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    faces = serializers.IntegerField()
    each = serializers.ListField(
        child=serializers.IntegerField(), help_text="The faces of each die, in order."
    )
    digits = serializers.BooleanField(help_text="The dice are read as the digits of one number.")


class PurseSerializer(serializers.Serializer[Any]):
    gold = serializers.IntegerField(help_text="Before anything is bought.")
    paid = serializers.IntegerField()
    left = serializers.IntegerField()


@extend_schema_serializer(component_name="MatchQuestion")
class QuestionSerializer(serializers.Serializer[Any]):
    """A roll comes with ``dice``, a choice with ``options`` and their ``details``, a report with its ``kinds``."""

    asks = serializers.ChoiceField(choices=[(one, one) for one in ("roll", "choose", "report")])
    key = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    help = serializers.CharField(allow_blank=True)
    rule = serializers.CharField(allow_blank=True)
    side = serializers.ChoiceField(choices=[(one, one) for one in SIDES], required=False)
    player = serializers.IntegerField(allow_null=True, required=False)
    dice = DiceSerializer(required=False)
    options = serializers.ListField(child=serializers.CharField(), required=False)
    prices = serializers.ListField(child=serializers.IntegerField(), required=False)
    several = serializers.BooleanField(required=False)
    about = serializers.ChoiceField(
        choices=[(one, one) for one in ("player", "skill", "word")], required=False
    )
    details = OptionSerializer(many=True, required=False)
    purse = PurseSerializer(required=False, help_text="With the question whom to hire.")
    meanings = MeaningSerializer(many=True, help_text="What comes of it, where a table says so.")
    kinds = serializers.ListField(child=serializers.CharField(), required=False)


def question_of(step: Step, question: Question) -> dict[str, Any]:
    prompt = step.edition.prompts.get(question.key)
    found: dict[str, Any] = {
        "asks": type(question).__name__.lower(),
        **msgspec.to_builtins(question),
        "heading": named(prompt.label) if prompt else "",
        "help": named(prompt.help) if prompt else "",
        "rule": prompt.rule if prompt else "",
        "meanings": msgspec.to_builtins(meanings(step, question)),
    }
    if isinstance(question, Choose):
        found["details"] = details_of(step, question)
        if question.key == shop.KEY:
            found["purse"] = purse_of(step.replay.sheets[question.side])
    return found


def details_of(step: Step, question: Choose) -> list[dict[str, Any]]:
    """The options of a choice, each with what is known of it."""
    if question.key == shop.KEY:
        return [
            {
                "option": one.option,
                "kind": one.kind,
                "words": one.name,
                "note": one.words,
                "price": one.price,
                "proven": one.proven,
                "position": one.position,
                "stats": one.stats,
                "skills": one.skills,
                "weapon": one.weapon,
            }
            for one in offers_of(step, question)
        ]
    prices = question.prices or (0,) * len(question.options)
    return [
        {
            "option": one.key,
            "kind": question.about,
            "words": one.words,
            "note": one.note,
            "price": price,
            "proven": True,
            "position": "",
            "stats": one.stats,
            "skills": one.skills,
            "weapon": "",
        }
        for one, price in zip(options(step, question), prices, strict=True)
    ]


class FromFileSerializer(serializers.Serializer[Any]):
    """How the log stands beside its match file: how many entries are what it says, what it says of the question that
    it cannot answer, what could not be carried over, where the finished log is another match, and whether it could go
    on."""

    told = serializers.IntegerField()
    hint = serializers.CharField()
    notes = serializers.ListField(child=serializers.CharField())
    differences = serializers.ListField(child=serializers.CharField())
    more = serializers.BooleanField()


class StepSerializer(serializers.Serializer[Step]):
    """Where a log stands that is filled answer by answer, the question that comes next, and both sides."""

    version = serializers.IntegerField(source="row.version")
    entries = serializers.SerializerMethodField()
    score = serializers.SerializerMethodField()
    clock = serializers.SerializerMethodField()
    complete = serializers.BooleanField()
    asked = serializers.SerializerMethodField()
    question = serializers.SerializerMethodField()
    sheets = serializers.SerializerMethodField()
    facts = serializers.SerializerMethodField()
    from_file = serializers.SerializerMethodField()

    def get_entries(self, step: Step) -> int:
        return len(step.log.entries)

    def get_score(self, step: Step) -> list[int]:
        return list(step.replay.score)

    def get_clock(self, step: Step) -> list[int]:
        """Half and turn."""
        return list(step.replay.clock)

    def get_asked(self, step: Step) -> str:
        if step.question is None:
            return ""
        return describe_question(step.edition, step.question, step.log, step.replay.facts)

    @extend_schema_field(QuestionSerializer(allow_null=True))
    def get_question(self, step: Step) -> dict[str, Any] | None:
        if step.question is None:
            return None
        return question_of(step, step.question)

    @extend_schema_field(SheetsSerializer)
    def get_sheets(self, step: Step) -> dict[str, Any]:
        return sheets_of(step.replay)

    def get_facts(self, step: Step) -> list[dict[str, Any]]:
        """What the match has shown so far; ``fact`` names the kind of each."""
        found: list[dict[str, Any]] = msgspec.to_builtins(step.replay.facts)
        return found

    @extend_schema_field(FromFileSerializer(allow_null=True))
    def get_from_file(self, step: Step) -> dict[str, Any] | None:
        """Nothing for a log that no match file fills."""
        found = sources.from_file(step.row, step.log, step.replay)
        return None if found is None else dict(FromFileSerializer(found).data)
