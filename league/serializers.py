"""What leagues look like in the API. What a value may be is the domain's to say."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.edition import Creation, Edition, Position, Race, Skill
from engine.editions import DEFAULT
from league.domain.bulletins import TEXT_MAX, TITLE_MAX
from league.domain.invitations import DAYS, DAYS_MAX
from league.domain.leagues import POINTS_MAX
from league.domain.markdown import address_in, as_html
from league.domain.pictures import ALT_MAX
from league.domain.rulebook import Revision
from league.models import (
    NAME_LENGTH,
    Bulletin,
    DicePolicy,
    Invitation,
    Language,
    League,
    Membership,
    Role,
    Season,
)


class SettingsSerializer(serializers.Serializer[Any]):
    """What a commissioner may change; ``house_rules`` are paths into the edition's tables with their values."""

    name = serializers.CharField(max_length=NAME_LENGTH)
    house_rules = serializers.DictField(child=serializers.JSONField(), required=False)
    dice_policy = serializers.ChoiceField(choices=DicePolicy.choices, required=False)
    language = serializers.ChoiceField(choices=Language.choices, required=False, allow_blank=True)
    public = serializers.BooleanField(required=False)
    win_points = serializers.IntegerField(min_value=-POINTS_MAX, max_value=POINTS_MAX, required=False)
    draw_points = serializers.IntegerField(min_value=-POINTS_MAX, max_value=POINTS_MAX, required=False)
    loss_points = serializers.IntegerField(min_value=-POINTS_MAX, max_value=POINTS_MAX, required=False)


class NewLeagueSerializer(SettingsSerializer):
    edition = serializers.CharField(max_length=30, default=DEFAULT)


class LeagueSerializer(serializers.ModelSerializer[League]):
    house_rules = serializers.DictField(child=serializers.JSONField())

    class Meta:
        model = League
        fields = [
            "slug",
            "name",
            "edition",
            "edition_name",
            "house_rules",
            "dice_policy",
            "language",
            "public",
            "win_points",
            "draw_points",
            "loss_points",
            "created",
        ]
        read_only_fields = fields


class SeasonSerializer(serializers.ModelSerializer[Season]):
    class Meta:
        model = Season
        fields = ["number", "name", "current"]
        read_only_fields = fields


class NewSeasonSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_LENGTH, required=False, allow_blank=True)


class MemberSerializer(serializers.ModelSerializer[Membership]):
    id = serializers.IntegerField(source="user_id")
    username = serializers.CharField(source="user.username")

    class Meta:
        model = Membership
        fields = ["id", "username", "role", "joined"]
        read_only_fields = fields


class RoleSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices)


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    created_by = serializers.CharField(source="created_by.username")
    used_by = serializers.SerializerMethodField()
    status = serializers.ChoiceField(choices=["open", "used", "expired"], read_only=True)
    link = serializers.SerializerMethodField()

    class Meta:
        model = Invitation
        fields = [
            "id",
            "token",
            "link",
            "role",
            "status",
            "created_by",
            "created",
            "expires",
            "used_by",
            "used_at",
        ]
        read_only_fields = fields

    def get_used_by(self, invitation: Invitation) -> str | None:
        return invitation.used_by.username if invitation.used_by else None

    def get_link(self, invitation: Invitation) -> str:
        """The address to send."""
        address = reverse("league:invitation", args=[invitation.token])
        request = self.context.get("request")
        return request.build_absolute_uri(address) if request else address


class NewInvitationSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices, default=Role.COACH)
    days = serializers.IntegerField(min_value=1, max_value=DAYS_MAX, default=DAYS)


class OfferSerializer(serializers.ModelSerializer[Invitation]):
    """What whoever holds the link may know."""

    league = serializers.CharField(source="league.slug")
    league_name = serializers.CharField(source="league.name")
    invited_by = serializers.CharField(source="created_by.username")
    status = serializers.ChoiceField(choices=["open", "used", "expired"], read_only=True)

    class Meta:
        model = Invitation
        fields = ["league", "league_name", "invited_by", "role", "status", "expires"]
        read_only_fields = fields


class BulletinSerializer(serializers.ModelSerializer[Bulletin]):
    title = serializers.CharField(max_length=TITLE_MAX)
    text = serializers.CharField(max_length=TEXT_MAX, style={"base_template": "textarea.html"})
    author = serializers.SerializerMethodField()
    html = serializers.SerializerMethodField()

    class Meta:
        model = Bulletin
        fields = ["id", "title", "text", "html", "author", "published"]
        read_only_fields = ["id", "author", "published"]

    def get_author(self, bulletin: Bulletin) -> str | None:
        return bulletin.author.username if bulletin.author else None

    def get_html(self, bulletin: Bulletin) -> str:
        """The text, which is Markdown, as safe HTML."""
        return as_html(bulletin.text, address_in(bulletin.league.slug))


class NewPictureSerializer(serializers.Serializer[Any]):
    picture = serializers.FileField(help_text="A JPEG, a PNG or a WebP of at most 5 MB.")
    alt = serializers.CharField(max_length=ALT_MAX, help_text="What it shows, for those who cannot see it.")


class PictureSerializer(serializers.Serializer[Any]):
    markdown = serializers.CharField(help_text="What stands in the text of the bulletin that shows it.")


class DifferenceSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    book = serializers.CharField()
    played = serializers.CharField(source="own")


class RuleFieldSerializer(serializers.Serializer[Any]):
    """A value of the tables; ``own`` is empty where the book holds."""

    path = serializers.CharField()
    book = serializers.CharField()
    own = serializers.CharField()


class RuleChangesSerializer(serializers.Serializer[Any]):
    """House rules to be set, by path; null takes one back to the book. Others stay as they are."""

    changes = serializers.DictField(child=serializers.JSONField(allow_null=True))


class RuleChangeSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class RevisionSerializer(serializers.Serializer[Any]):
    """A rule book: it holds from the act of the number ``since`` until the next one begins."""

    since = serializers.IntegerField()
    created = serializers.DateTimeField(source="book.created")
    by = serializers.SerializerMethodField()
    house_rules = serializers.DictField(source="book.house_rules", child=serializers.JSONField())
    win_points = serializers.IntegerField(source="book.win_points")
    draw_points = serializers.IntegerField(source="book.draw_points")
    loss_points = serializers.IntegerField(source="book.loss_points")
    changes = serializers.SerializerMethodField()

    def get_by(self, revision: Revision) -> str | None:
        return revision.book.by.username if revision.book.by else None

    @extend_schema_field(RuleChangeSerializer(many=True))
    def get_changes(self, revision: Revision) -> Any:
        return [{"path": path, "before": old, "after": new} for path, old, new in revision.changes]


class ReadingSerializer(serializers.Serializer[Any]):
    topic = serializers.CharField()
    lines = serializers.CharField()
    reading = serializers.CharField()
    house_rule = serializers.CharField()


class LeagueReadingSerializer(ReadingSerializer):
    topic = serializers.CharField(source="reading.topic")
    lines = serializers.CharField(source="reading.lines")
    reading = serializers.CharField(source="reading.reading")
    house_rule = serializers.CharField(source="reading.house_rule")
    changed = serializers.BooleanField()


class UncertainSerializer(serializers.Serializer[Any]):
    race = serializers.CharField()
    what = serializers.CharField()
    confidence = serializers.ChoiceField(choices=["high", "medium", "low", "none"])
    note = serializers.CharField()
    path = serializers.CharField()
    missing = serializers.ListField(child=serializers.CharField())
    settled = serializers.BooleanField()
    settable = RuleFieldSerializer(many=True, source="fields")


class RulebookSerializer(serializers.Serializer[Any]):
    edition = serializers.CharField(source="edition.key")
    differences = DifferenceSerializer(many=True)
    readings = LeagueReadingSerializer(many=True)
    uncertain = UncertainSerializer(many=True)
    history = RevisionSerializer(many=True)


class EditionSerializer(serializers.Serializer[Edition]):
    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    races = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_races(self, edition: Edition) -> Any:
        return sorted(edition.races)


class PositionSerializer(serializers.Serializer[Position]):
    """``stats`` are movement, strength, agility, armour. Without price or stats a position cannot be hired."""

    name = serializers.CharField()
    max = serializers.IntegerField()
    price = serializers.IntegerField(allow_null=True)
    stats = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    skills = serializers.ListField(child=serializers.CharField())
    access = serializers.ListField(child=serializers.CharField())
    doubles = serializers.ListField(child=serializers.CharField())
    big_guy = serializers.BooleanField()
    confidence = serializers.ChoiceField(choices=["high", "medium", "low", "none"])
    note = serializers.CharField()
    czech = serializers.CharField()


class RaceSerializer(serializers.Serializer[Race]):
    """``new``: approved, but no list of the game. ``closed``: none may be drafted. ``advanced``: hard to play."""

    name = serializers.CharField()
    reroll_price = serializers.IntegerField()
    apothecary = serializers.BooleanField()
    max_big_guys = serializers.IntegerField()
    new = serializers.BooleanField()
    closed = serializers.BooleanField()
    advanced = serializers.BooleanField()
    confidence = serializers.ChoiceField(choices=["high", "medium", "low", "none"])
    note = serializers.CharField()
    czech = serializers.CharField()
    positions = PositionSerializer(many=True)


class SkillSerializer(serializers.Serializer[Skill]):
    name = serializers.CharField()
    category = serializers.CharField()
    kind = serializers.ChoiceField(choices=["skill", "trait", "racial"])
    czech = serializers.CharField()


class CreationSerializer(serializers.Serializer[Creation]):
    """The limits of a draft; gold in gold pieces."""

    treasury = serializers.IntegerField()
    players_min = serializers.IntegerField()
    players_max = serializers.IntegerField()
    fan_factor_price = serializers.IntegerField()
    fan_factor_min = serializers.IntegerField()
    fan_factor_max = serializers.IntegerField()
    assistant_price = serializers.IntegerField()
    cheerleader_price = serializers.IntegerField()
    apothecary_price = serializers.IntegerField()
    apothecary_max = serializers.IntegerField()
    reroll_later_factor = serializers.IntegerField()
    numbers_max = serializers.IntegerField()
    rerolls_max = serializers.IntegerField(allow_null=True)


class EditionDetailSerializer(serializers.Serializer[Edition]):
    key = serializers.CharField()
    name = serializers.CharField()
    creation = CreationSerializer()
    races = serializers.SerializerMethodField()
    skills = serializers.SerializerMethodField()
    readings = ReadingSerializer(many=True)

    @extend_schema_field(RaceSerializer(many=True))
    def get_races(self, edition: Edition) -> Any:
        return [RaceSerializer(race).data for race in edition.races.values()]

    @extend_schema_field(SkillSerializer(many=True))
    def get_skills(self, edition: Edition) -> Any:
        return [SkillSerializer(skill).data for skill in edition.skills.values()]


class PairSerializer(serializers.Serializer[Any]):
    """One thing in both editions; empty where one of them does not have it."""

    what = serializers.CharField()
    old = serializers.CharField(allow_blank=True)
    new = serializers.CharField(allow_blank=True)
    differs = serializers.BooleanField()


class ComparedPartSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    pairs = PairSerializer(many=True)


class ComparedLinesSerializer(serializers.Serializer[Any]):
    """A position or a star player, by the names that both have."""

    old = serializers.CharField(allow_blank=True)
    new = serializers.CharField(allow_blank=True)
    differs = serializers.BooleanField()
    pairs = PairSerializer(many=True)


class ComparedRaceSerializer(serializers.Serializer[Any]):
    """A team list; ``old`` and ``new`` are its names, null where an edition has none."""

    old = serializers.CharField(source="old.name", default=None, allow_null=True)
    new = serializers.CharField(source="new.name", default=None, allow_null=True)
    changes = serializers.IntegerField(help_text="How many lines differ.")
    pairs = PairSerializer(many=True)
    positions = ComparedLinesSerializer(many=True)
    stars = ComparedLinesSerializer(many=True)


class ComparisonSerializer(serializers.Serializer[Any]):
    old = serializers.CharField(source="old.key")
    new = serializers.CharField(source="new.key")
    parts = ComparedPartSerializer(many=True)
    races = ComparedRaceSerializer(many=True)
