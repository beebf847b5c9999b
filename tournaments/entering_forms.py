"""What is typed in about an entry, a result, and when a round is published."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import NAME_LENGTH
from teams.models import Team
from tournaments.domain.competing.entering import MARKS_MOST
from tournaments.domain.competing.results import MOST
from tournaments.models import Entry, Pairing, Schedule
from tournaments.stage_forms import numbers_in


class OwnTeamForm(forms.Form):
    team = forms.ModelChoiceField(
        queryset=Team.objects.none(), empty_label=_("Choose a team"), label=_("Team")
    )

    def __init__(self, *args: Any, teams: QuerySet[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["team"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = teams


class _About(forms.Form):
    """What an organiser says of an entry."""

    club = forms.CharField(max_length=NAME_LENGTH, required=False, label=_("Club"))
    squad = forms.CharField(max_length=NAME_LENGTH, required=False, label=_("Squad"))
    division = forms.CharField(max_length=NAME_LENGTH, required=False, label=_("Division"))
    seed = forms.IntegerField(min_value=1, max_value=9_999_999, required=False, label=_("Seed"))


class TeamEntryForm(_About, OwnTeamForm):
    """A team of the league."""

    field_order = ["team", "division", "club", "squad", "seed"]


class AnybodyForm(_About):
    """A coach from anywhere."""

    name = forms.CharField(max_length=NAME_LENGTH, label=_("Team"))
    coach = forms.CharField(max_length=NAME_LENGTH, required=False, label=_("Coach"))
    race = forms.CharField(max_length=60, required=False, label=_("Race"))
    naf_number = forms.IntegerField(min_value=1, max_value=9_999_999, required=False, label=_("NAF number"))
    rating = forms.IntegerField(min_value=0, max_value=9_999_999, required=False, label=_("Rating"))
    field_order = ["name", "coach", "race", "naf_number", "rating", "division", "club", "squad", "seed"]

    def clean_rating(self) -> int:
        return self.cleaned_data["rating"] or 0


class EntryForm(_About):
    """An entry as the organiser changes it."""

    race = forms.CharField(max_length=60, required=False, label=_("Race"))
    naf_number = forms.IntegerField(min_value=1, max_value=9_999_999, required=False, label=_("NAF number"))
    rating = forms.IntegerField(min_value=0, max_value=9999, required=False, label=_("Rating"))
    table = forms.IntegerField(min_value=1, max_value=9999, required=False, label=_("Always at table"))
    byes_wanted = forms.CharField(
        max_length=100,
        required=False,
        label=_("Byes asked for"),
        help_text=_("Numbers of rounds, like 2, 5."),
    )
    painting = forms.IntegerField(
        min_value=0, max_value=MARKS_MOST, required=False, label=_("Marks for painting")
    )

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        names = ("club", "squad", "division", "seed", "race", "naf_number", "rating", "table", "painting")
        found = {name: getattr(entry, name) for name in names}
        return {**found, "byes_wanted": ", ".join(map(str, entry.byes_wanted))}

    def clean_byes_wanted(self) -> list[int]:
        return sorted(set(numbers_in(self.cleaned_data["byes_wanted"])))

    def clean_rating(self) -> int:
        return self.cleaned_data["rating"] or 0

    def clean_painting(self) -> int:
        return self.cleaned_data["painting"] or 0

    @property
    def changes(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.changed_data if name in self.cleaned_data}


# --- results --------------------------------------------------------------------------------------------------


class ResultForm(forms.Form):
    home_td = forms.IntegerField(min_value=0, max_value=MOST, label=_("Touchdowns"))
    away_td = forms.IntegerField(min_value=0, max_value=MOST, label=_("Touchdowns"))
    home_cas = forms.IntegerField(min_value=0, max_value=MOST, label=_("Casualties"), initial=0)
    away_cas = forms.IntegerField(min_value=0, max_value=MOST, label=_("Casualties"), initial=0)

    def __init__(self, *args: Any, pairing: Pairing, elimination: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = {"home": pairing.home.name, "away": pairing.away.name if pairing.away else ""}
        for side, name in names.items():
            self.fields[f"{side}_td"].widget.attrs["aria-label"] = _("Touchdowns of {name}").format(name=name)
            self.fields[f"{side}_cas"].widget.attrs["aria-label"] = _("Casualties caused by {name}").format(
                name=name
            )
        if elimination:
            self.fields["winner"] = forms.ChoiceField(
                choices=[("", _("The score tells")), *names.items()],
                required=False,
                label=_("Who won a level match"),
                help_text=_("By a shoot-out, or by lot."),
            )

    def scored(self) -> dict[str, Any]:
        data = {name: self.cleaned_data[name] for name in ("home_td", "away_td", "home_cas", "away_cas")}
        return {**data, "winner": self.cleaned_data.get("winner", "")}


class ByHandForm(forms.Form):
    kept = forms.CharField(
        required=False,
        max_length=10_000,
        label=_("Pairs and byes by hand"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "The numbers of two entries who meet in each line, like 3 7, and of one alone who has a bye. They "
            "are taken as they are, and the others are paired around them. Of squads any member stands for his squad."
        ),
    )

    def clean_kept(self) -> list[list[int]]:
        lines = [numbers_in(line) for line in self.cleaned_data["kept"].splitlines()]
        return [line for line in lines if line]


class PublishAtForm(forms.Form):
    """A time by the clocks of the league."""

    at = forms.DateTimeField(
        required=False, label=_("At"), widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )

    def __init__(self, *args: Any, schedule: Schedule, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.schedule = schedule
        utc = schedule.zone == "UTC"
        where = _("In UTC. Empty: now.") if utc else _("The time of day {zone}. Empty: now.")
        self.fields["at"].help_text = where.format(zone=schedule.told)

    def full_clean(self) -> None:
        # What is typed in is read by the time zone that is in force then.
        with timezone.override(self.schedule.clock):
            super().full_clean()
