"""What the API says of a match file that becomes the log of a fixture, and takes to settle who is who in it."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.formats.matching import HIRED, NOBODY, Matching, Who
from engine.match.log import LARGEST
from engine.questions import Refusal
from matches.domain.importing import InHand, SideOfFile


class MatchFileSerializer(serializers.Serializer[Any]):
    file = serializers.FileField(
        help_text=f"A match file of another program, at most {LARGEST // 1_000_000} MB."
    )


class BesideSerializer(serializers.Serializer[Any]):
    """One value of a team before the match, in the file and in the league."""

    what = serializers.CharField()
    file = serializers.CharField()
    league = serializers.CharField()
    differs = serializers.BooleanField()


class ProposalSerializer(serializers.Serializer[Any]):
    """A player of the file. ``who`` is a shirt number of the roster, ``hired`` or ``nobody``, as it is settled or,
    before that, proposed: ``certainty`` is ``sure``, ``likely`` or ``unknown``, and ``why`` says why."""

    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    position = serializers.CharField(source="player.position")
    kind = serializers.CharField(source="player.kind")
    who = serializers.SerializerMethodField()
    certainty = serializers.CharField()
    why = serializers.CharField()

    def get_who(self, proposal: Any) -> str:
        who: dict[int, Who] = self.context["who"]
        return str(who[proposal.player.number])


class SideOfFileSerializer(serializers.Serializer[SideOfFile]):
    team = serializers.CharField(source="roster.team")
    before = BesideSerializer(source="head", many=True)
    players = serializers.SerializerMethodField()

    @extend_schema_field(ProposalSerializer(many=True))
    def get_players(self, side: SideOfFile) -> list[Any]:
        return list(ProposalSerializer(side.proposals, many=True, context={"who": side.who}).data)


class InHandSerializer(serializers.Serializer[InHand]):
    """A match file in hand. ``strange`` must be confirmed; ``disagreements`` says where the file is not at one with its
    own counts."""

    version = serializers.IntegerField(source="row.version")
    settled = serializers.BooleanField()
    format = serializers.CharField(source="file.format")
    rules = serializers.CharField(source="file.rules")
    home_name = serializers.CharField(source="file.home.name")
    away_name = serializers.CharField(source="file.away.name")
    score = serializers.SerializerMethodField()
    finished = serializers.CharField(source="file.finished")
    strange = serializers.ListField(child=serializers.CharField())
    disagreements = serializers.ListField(child=serializers.CharField())
    home = SideOfFileSerializer()
    away = SideOfFileSerializer()

    def get_score(self, found: InHand) -> list[int]:
        return [found.file.home_result.score, found.file.away_result.score]


class WhoIsWhoSerializer(serializers.Serializer[Any]):
    """By side and shirt number in the file: a shirt number of the roster, ``hired`` or ``nobody``."""

    version = serializers.IntegerField(min_value=0, help_text="The version of the log that was seen.")
    confirmed = serializers.BooleanField(default=False)
    home = serializers.DictField(child=serializers.CharField())
    away = serializers.DictField(child=serializers.CharField())


def matching_of(given: dict[str, Any]) -> Matching:
    """Raises Refusal for what is no number and no word."""
    sides = {
        side: {number: who if who in (HIRED, NOBODY) else _number(who) for number, who in given[side].items()}
        for side in ("home", "away")
    }
    try:
        return msgspec.convert(sides, Matching, str_keys=True)
    except msgspec.ValidationError as fault:
        raise Refusal(_("This does not say who is who: {fault}.").format(fault=fault)) from None


def _number(who: str) -> int:
    if not (who.isascii() and who.isdecimal() and len(who) < 10):
        raise Refusal(
            _("Say who a player is by a shirt number, 'hired' or 'nobody', and not {who!r}.").format(
                who=who[:40]
            )
        )
    return int(who)
