"""Forms of a league's pages and of its admin. What a value may be is the domain's to say; forms ask it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from engine import editions
from engine.questions import Refusal
from engine.words import named
from league.domain import house_rules
from league.domain.bulletins import TEXT_MAX, TITLE_MAX
from league.domain.invitations import DAYS, DAYS_MAX
from league.domain.leagues import POINTS_MAX
from league.domain.names import checked_name
from league.domain.pictures import ALT_MAX
from league.models import NAME_LENGTH, DicePolicy, Language, League, Role, User

HOUSE_RULES_HELP = _(
    "One on a line: the path of a value in the tables of the edition, and what it is in this league. "
    "Numbers, true or false, texts in quotes, lists in square brackets. The page of rules names the paths "
    "that matter most."
)


def edition_choices() -> list[tuple[str, str]]:
    return [(key, named(editions.edition(key).name)) for key in editions.EDITIONS]


@contextmanager
def said_at_the_field() -> Iterator[None]:
    """Every problem of a refusal under the field that is being checked."""
    try:
        yield
    except Refusal as refusal:
        raise forms.ValidationError([problem.message for problem in refusal.problems]) from None


class HouseRulesField(forms.CharField):
    """Lines ``path = value``, as the dictionary that a league keeps."""

    def __init__(self, **options: Any) -> None:
        rows = forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "placeholder": "league/treasury = 1100000"}
        )
        super().__init__(
            widget=rows, required=False, max_length=20_000, help_text=HOUSE_RULES_HELP, **options
        )

    def prepare_value(self, value: Any) -> Any:
        return house_rules.write(value) if isinstance(value, dict) else value

    def to_python(self, value: Any) -> Any:
        with said_at_the_field():
            return house_rules.parse(super().to_python(value) or "")

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


RULE = "rule:"
"""What stands before the path in the name of a house rule's field."""


def typed_rules(data: QueryDict) -> dict[str, str]:
    """What was typed for house rules, by path: one field each, and one that is named by the person (``path``)."""
    typed = {name.removeprefix(RULE): text for name, text in data.items() if name.startswith(RULE)}
    path = data.get("path", "").strip()
    if path:
        typed[path] = data.get("value", "")
    return {path: str(text) for path, text in typed.items()}


class SettingsForm(forms.Form):
    """How a league is run. ``league`` is the one that is changed, None for one to be opened."""

    name = forms.CharField(
        max_length=NAME_LENGTH,
        label=_("Name"),
        help_text=_("As its coaches call it; it can be changed later. No two leagues have the same."),
    )
    public = forms.BooleanField(
        required=False,
        initial=True,
        label=_("Everybody may read this league"),
        help_text=_("Otherwise it does not exist for anybody but its members."),
    )
    dice_policy = forms.ChoiceField(
        choices=DicePolicy.choices,
        initial=DicePolicy.EITHER,
        label=_("Dice"),
        widget=forms.RadioSelect,
        help_text=_(
            "Who rolls when a match or an improvement asks for dice. Where Dugout rolls, dice that were typed in "
            "are pointed out before a match is applied; nothing is refused for them."
        ),
    )
    language = forms.ChoiceField(
        choices=[("", _("As each reader has it")), *Language.choices],
        required=False,
        label=_("Language"),
        help_text=_("Of its pages for whoever has chosen none, of its feeds, mails and papers."),
    )
    win_points = forms.IntegerField(
        min_value=-POINTS_MAX,
        max_value=POINTS_MAX,
        initial=3,
        label=_("Points for a win"),
        help_text=_("What the table of a season counts by; a competition may have points of its own."),
    )
    draw_points = forms.IntegerField(
        min_value=-POINTS_MAX, max_value=POINTS_MAX, initial=1, label=_("Points for a draw")
    )
    loss_points = forms.IntegerField(
        min_value=-POINTS_MAX, max_value=POINTS_MAX, initial=0, label=_("Points for a loss")
    )
    house_rules = HouseRulesField(label=_("House rules"))

    def __init__(self, *args: Any, league: League | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.league = league

    def clean_name(self) -> str:
        with said_at_the_field():
            return checked_name(self.cleaned_data["name"], self.league)[0]

    def edition_key(self) -> str | None:
        """The edition that the house rules are for; None where the one given is unknown."""
        return self.league.edition if self.league else self.cleaned_data.get("edition")

    def clean_house_rules(self) -> dict[str, Any]:
        overlay: dict[str, Any] = self.cleaned_data["house_rules"]
        edition = self.edition_key()
        with said_at_the_field():
            return house_rules.check(edition, overlay) if edition else overlay


class LeagueForm(SettingsForm):
    """A league to be opened."""

    edition = forms.ChoiceField(
        choices=edition_choices,
        label=_("Edition"),
        help_text=_(
            "Which rules it is played by: team lists, prices, injuries, improvements. Take the book that your club "
            "has on the table. Between two seasons a league can move to another edition, with all its teams."
        ),
    )
    field_order = ["name", "edition"]


class InvitationForm(forms.Form):
    role = forms.ChoiceField(
        choices=Role.choices,
        initial=Role.COACH,
        label=_("Role"),
        help_text=_("A coach drafts a team and plays; a commissioner runs the league as well."),
    )
    days = forms.IntegerField(
        min_value=1,
        max_value=DAYS_MAX,
        initial=DAYS,
        label=_("Days it is good for"),
        help_text=_("Afterwards the link lets nobody in; make another then."),
    )
    email = forms.EmailField(
        required=False,
        label=_("Mail it to"),
        help_text=_(
            "Dugout sends the link there, and keeps the address nowhere. Without one, send the link yourself."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class BulletinForm(forms.Form):
    title = forms.CharField(max_length=TITLE_MAX, label=_("Title"))
    text = forms.CharField(
        max_length=TEXT_MAX,
        widget=forms.Textarea(attrs={"rows": 14}),
        label=_("Text"),
        help_text=_(
            "An empty line begins a new paragraph. Markdown: **bold**, *italic*, # heading, - list, "
            "[words](address), and tables."
        ),
    )
    picture = forms.FileField(
        required=False,
        label=_("A picture"),
        help_text=_(
            "JPEG, PNG or WebP, at most 5 MB. It is put at the end of the text; move its line where you like."
        ),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    alt = forms.CharField(
        max_length=ALT_MAX,
        required=False,
        label=_("What the picture shows"),
        help_text=_("In a few words, for those who cannot see it."),
    )


class SeasonForm(forms.Form):
    name = forms.CharField(
        max_length=NAME_LENGTH, required=False, label=_("Name"), help_text=_("Otherwise it is numbered.")
    )


class OwnerForm(BaseUserCreationForm[User]):
    """The first account of an installation."""

    email = forms.EmailField(
        required=False,
        label=_("Email"),
        help_text=_(
            "Where a forgotten password is sent to, once this site can send mails. Nobody else sees it."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ["username", "email", "password1", "password2"]

    class Meta:
        model = User
        fields = ["username", "email"]
        help_texts = {
            "username": _("You log in by it, and coaches see it beside what you do. It can be a nickname.")
        }
