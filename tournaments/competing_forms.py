"""What is typed in about a competition: its plan, its points, its order, and its stages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.contest.scoring import PRESETS, Bonus, Scoring
from engine.contest.table import STANDARD
from engine.contest.tiebreaks import KEYS, OF_OPPONENTS, Criterion
from league.models import NAME_LENGTH
from tournaments.domain.competing.options import preset_of
from tournaments.models import Format, Kind

CRITERIA_ON_A_FORM = 12
STAGES_ON_A_FORM = 3
USUAL_POINTS, OWN_POINTS = "", "own"

FORMATS: list[tuple[str, Any]] = [
    ("", _("None")),
    *((key, label) for key, label in Format.choices if key != Format.PLAY_OFF),
]


def criterion_choices() -> list[tuple[str, Any]]:
    return [("", _("No more")), *((key, Criterion(key, seed="-").name) for key in KEYS)]


class CriteriaFields(forms.Form):
    """The order of a table: what comes first counts most; and how byes and the like are counted in it."""

    byes = forms.ChoiceField(
        choices=[
            ("own", _("As an opponent with as many points as one has oneself")),
            ("nothing", _("As nobody")),
        ],
        required=False,
        label=_("In opponents' points a bye counts"),
    )
    floor = forms.IntegerField(
        min_value=0,
        max_value=100,
        required=False,
        label=_("The least percentage that an opponent counts with"),
    )
    unmet = forms.BooleanField(
        required=False, label=_("A table of the tied counts also where not all of them have met")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = criterion_choices()
        for place in range(CRITERIA_ON_A_FORM):
            self.fields[f"criterion_{place}"] = forms.ChoiceField(
                choices=choices,
                required=False,
                label=f"{place + 1}.",
                widget=forms.Select(attrs={"aria-label": _("Criterion {n}").format(n=place + 1)}),
            )

    @staticmethod
    def initial_criteria(criteria: list[Mapping[str, Any]]) -> dict[str, Any]:
        initial: dict[str, Any] = {f"criterion_{place}": one["key"] for place, one in enumerate(criteria)}
        usual = Criterion("points")
        initial |= {"byes": usual.bye, "floor": usual.floor}
        for one in criteria:
            initial |= {name: one[key] for name, key in (("byes", "bye"), ("floor", "floor")) if key in one}
            if not one.get("all_met", True):
                initial["unmet"] = True
        return initial

    @property
    def counting_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("byes", "floor", "unmet")]

    @property
    def criterion_fields(self) -> list[forms.BoundField]:
        return [self[f"criterion_{place}"] for place in range(CRITERIA_ON_A_FORM)]

    def criteria(self, before: list[Mapping[str, Any]] | None = None) -> list[Mapping[str, Any]]:
        """In order, without gaps. A lot that stays keeps its seed."""
        seeds = {one["key"]: {"seed": one["seed"]} for one in before or () if one.get("seed")}
        chosen = [self.cleaned_data.get(f"criterion_{place}") for place in range(CRITERIA_ON_A_FORM)]
        return [{"key": key, **seeds.get(key, {}), **self._counted(key)} for key in chosen if key]

    def _counted(self, key: str) -> dict[str, Any]:
        data = self.cleaned_data
        if key in OF_OPPONENTS and data.get("byes"):
            return {"bye": data["byes"]}
        if key == "opponents_percentage" and data.get("floor") is not None:
            return {"floor": data["floor"]}
        return {"all_met": not data.get("unmet")} if key == "mini_table" else {}


BONUSES = ("td_for", "td_against", "cas_for", "cas_against")
BONUS_NAMES = {
    "td_for": _("Points for touchdowns scored"),
    "td_against": _("Points for touchdowns conceded"),
    "cas_for": _("Points for casualties caused"),
    "cas_against": _("Points for casualties suffered"),
}
_POINTS = {
    "win": (_("Win"), True),
    "draw": (pgettext_lazy("a result", "Draw"), True),
    "loss": (_("Loss"), True),
    "large_win": (_("Win by a wide margin"), False),
    "narrow_loss": (_("Loss by a narrow margin"), False),
    "concession": (_("Who conceded"), False),
    "no_show": (_("Who did not show up"), False),
    "refusal": (_("Who refused a challenge"), False),
    "walk_over": (_("Who won because the other did not come, or refused"), False),
    "bye": (_("Bye"), False),
    "clean_sheet": (_("On top, for no touchdown against"), False),
    "painting": (_("For each mark for painting"), False),
}
_NONE_IS_NOTHING = ("clean_sheet", "painting")


class PointsFields(forms.Form):
    """A preset, or points of its own; what is left empty is not told apart."""

    preset = forms.ChoiceField(label=_("Points for win, draw and loss"), required=False)
    large_by = forms.IntegerField(min_value=1, max_value=99, required=False, label=_("A wide margin is from"))
    narrow_by = forms.IntegerField(
        min_value=1, max_value=99, required=False, label=_("A narrow margin is up to")
    )

    def __init__(self, *args: Any, usual: str = "", **kwargs: Any) -> None:
        """``usual``: what it says of the points that count where none are set here."""
        super().__init__(*args, **kwargs)
        first = [(USUAL_POINTS, usual)] if usual else []
        presets = [(one.key, _(one.name)) for one in PRESETS]
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [*first, *presets, (OWN_POINTS, _("Points of its own, as typed below"))]
        for name, (label, __) in _POINTS.items():
            self.fields[name] = forms.IntegerField(
                min_value=-10_000, max_value=10_000, required=False, label=label
            )
        for name in BONUSES:
            self.fields[f"{name}_points"] = forms.IntegerField(
                min_value=-1000, max_value=1000, required=False, label=BONUS_NAMES[name]
            )
            self.fields[f"{name}_each"] = forms.IntegerField(
                min_value=1, max_value=99, required=False, label=_("for every")
            )
            self.fields[f"{name}_most"] = forms.IntegerField(
                min_value=0, max_value=99, required=False, label=_("at most so often")
            )

    @staticmethod
    def initial_points(scoring: Scoring) -> dict[str, Any]:
        preset = preset_of(scoring)
        initial: dict[str, Any] = {name: getattr(scoring, name) for name in _POINTS}
        initial |= {name: initial[name] or None for name in _NONE_IS_NOTHING}
        initial |= {
            "preset": preset or OWN_POINTS,
            "large_by": scoring.large_by,
            "narrow_by": scoring.narrow_by,
        }
        for bonus in scoring.bonuses:
            initial[f"{bonus.counted}_points"] = bonus.points
            initial[f"{bonus.counted}_each"] = bonus.each
            initial[f"{bonus.counted}_most"] = bonus.at_most
        return initial

    @property
    def own_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in (*_POINTS, "large_by", "narrow_by")]

    @property
    def bonus_fields(self) -> list[tuple[forms.BoundField, forms.BoundField, forms.BoundField]]:
        return [(self[f"{name}_points"], self[f"{name}_each"], self[f"{name}_most"]) for name in BONUSES]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("preset") == OWN_POINTS:
            for name, (label, needed) in _POINTS.items():
                if needed and data.get(name) is None and name not in self.errors:
                    self.add_error(
                        name, _("Points of its own need a number for “{label}”.").format(label=label)
                    )
        return data

    def scoring(self) -> str | Scoring | None:
        """A preset's key, points of its own, or None for the usual ones."""
        data = self.cleaned_data
        chosen = data.get("preset") or ""
        if chosen != OWN_POINTS:
            return chosen or None
        given = {name: data[name] for name in _POINTS if data.get(name) is not None}
        given |= {name: data[name] for name in ("large_by", "narrow_by") if data.get(name) is not None}
        return Scoring(
            **given,
            bonuses=tuple(
                Bonus(name, data[f"{name}_points"], data.get(f"{name}_each") or 1, data.get(f"{name}_most"))  # type: ignore[arg-type]
                for name in BONUSES
                if data.get(f"{name}_points")
            ),
        )


class PlanForm(PointsFields, CriteriaFields):
    """A new competition. What its stages ask for is typed in afterwards, for each by its format."""

    name = forms.CharField(max_length=NAME_LENGTH, label=_("Name"))
    kind = forms.ChoiceField(
        choices=[(key, label) for key, label in Kind.choices if key != Kind.MAJOR], label=_("What it is")
    )
    starts = forms.DateField(
        required=False, label=_("Begins on"), widget=forms.DateInput(attrs={"type": "date"})
    )
    rosters = forms.TypedChoiceField(
        label=_("Played by"),
        choices=[
            ("teams", _("Teams of the league, whose rosters its matches change")),
            ("anybody", _("Anybody: results alone are counted, as at an event")),
        ],
        coerce=lambda value: value == "teams",
        initial="teams",
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {
            **CriteriaFields.initial_criteria([{"key": key} for key in STANDARD]),
            **(kwargs.get("initial") or {}),
        }
        super().__init__(*args, **kwargs)
        for number in range(STAGES_ON_A_FORM):
            self.fields[f"format_{number}"] = forms.ChoiceField(
                choices=FORMATS[1:] if number == 0 else FORMATS,
                required=number == 0,
                label=_("Format") if number == 0 else _("Then"),
            )
            self.fields[f"stage_{number}"] = forms.CharField(
                max_length=NAME_LENGTH, required=False, label=_("called")
            )

    @property
    def stage_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"format_{number}"], self[f"stage_{number}"]) for number in range(STAGES_ON_A_FORM)]

    def stages(self) -> list[tuple[str, str, dict[str, Any]]]:
        data = self.cleaned_data
        chosen = [
            (data.get(f"stage_{one}") or "", data.get(f"format_{one}")) for one in range(STAGES_ON_A_FORM)
        ]
        return [(name, format, {}) for name, format in chosen if format]


class NameForm(forms.Form):
    name = forms.CharField(max_length=NAME_LENGTH, label=_("Name"))
    starts = forms.DateField(
        required=False, label=_("Begins on"), widget=forms.DateInput(attrs={"type": "date"})
    )


class NewStageForm(forms.Form):
    format = forms.ChoiceField(choices=FORMATS[1:], label=_("Format"))
    name = forms.CharField(max_length=NAME_LENGTH, required=False, label=_("Called"))


class SettingsForm(NameForm, PointsFields, CriteriaFields):
    """Of a competition."""


class StagePointsForm(PointsFields, CriteriaFields):
    """Of a stage. Without criteria its tables are put in order as those of the competition are."""
