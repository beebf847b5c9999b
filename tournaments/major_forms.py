"""What is typed in about a major, and about a minor tournament."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.contest.book import Minor
from engine.words import named
from league.models import NAME_LENGTH, League
from tournaments.domain.competing.majors import MINOR_FORMATS
from tournaments.models import Format

OF_THE_EDITION = ""


class MajorForm(forms.Form):
    """A new major. What is left as it is goes by the league's rules."""

    trophy = forms.ChoiceField(label=_("Which major"))
    starts = forms.DateField(
        label=_("The play-off begins on"), widget=forms.DateInput(attrs={"type": "date"})
    )
    name = forms.CharField(
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Empty: the trophy and the year."),
        label=_("Name"),
    )
    organiser = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("A coach who runs it beside the commissioners."),
        label=_("Organiser"),
    )
    points = forms.ChoiceField(label=_("Points of a play-off match"))
    quarter_finals = forms.ChoiceField(label=_("Quarter-finals"))
    quarter_finals_week = forms.TypedChoiceField(
        label=_("They are played"),
        choices=[("yes", _("In a week of their own")), ("no", _("In the week of the semi-finals"))],
        coerce=lambda value: value == "yes",
    )
    no_answer = forms.ChoiceField(
        label=_("A challenge without an answer"),
        choices=[
            ("organiser", _("Is for the organiser to decide")),
            ("refusal", _("Counts as refused at midnight")),
        ],
    )
    turned_down = forms.ChoiceField(
        label=_("A challenger who will not play the substitute"),
        choices=[
            ("substitute", _("Loses to the substitute")),
            ("challenged", _("Loses to whom he challenged")),
        ],
    )

    def __init__(self, *args: Any, league: League, members: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        edition = league.rules
        tables = edition.tournaments
        self._choose("trophy", [(one.name, named(one.name)) for one in edition.majors])
        self._choose(
            "organiser", [("", _("The commissioners alone")), *((str(one.pk), str(one)) for one in members)]
        )
        if tables is None:
            return
        self._choose("points", [(one.name, named(one.words)) for one in tables.scorings])
        above = tables.format.quarter_finals_above
        self._choose(
            "quarter_finals",
            [
                ("above", _("With more than {above} teams").format(above=above)),
                ("always", _("Always")),
                ("never", _("Never")),
            ],
        )
        self.initial = {
            "points": tables.format.scoring,
            "quarter_finals": tables.format.quarter_finals,
            "quarter_finals_week": "yes" if tables.format.quarter_finals_week else "no",
            "no_answer": tables.format.no_answer,
            "turned_down": tables.format.turned_down,
            **self.initial,
        }

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


class MinorForm(forms.Form):
    """A new minor tournament. Further places have their prizes on its own page."""

    name = forms.CharField(max_length=NAME_LENGTH, label=_("Name"))
    starts = forms.DateField(
        required=False, label=_("Begins on"), widget=forms.DateInput(attrs={"type": "date"})
    )
    winner = forms.IntegerField(min_value=0, required=False, label=_("Gold for the first"))
    finalist = forms.IntegerField(min_value=0, required=False, label=_("Gold for the second"))
    format = forms.ChoiceField(
        label=_("Played as"), choices=[(one.value, one.label) for one in MINOR_FORMATS]
    )
    organiser = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("A coach who runs it beside the commissioners."),
        label=_("Organiser"),
    )

    def __init__(self, *args: Any, like: Minor | None, members: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        organiser = self.fields["organiser"]
        assert isinstance(organiser, forms.ChoiceField)
        organiser.choices = [
            ("", _("The commissioners alone")),
            *((str(one.pk), str(one)) for one in members),
        ]
        self.initial["format"] = Format.KNOCKOUT
        if like is not None:
            self.initial.update(name=named(like.name), winner=like.winner, finalist=like.finalist)

    @property
    def prizes(self) -> list[int]:
        return [self.cleaned_data["winner"] or 0, self.cleaned_data["finalist"] or 0]
