from __future__ import annotations

from django import forms

from tournaments.domain.archiving import LARGEST_FILE, SUFFIX
from tournaments.models import ZONES, Weekday


def _weekday(value: str) -> int | None:
    return int(value) if value else None


class ScheduleForm(forms.Form):
    """When the league is published by itself."""

    weekday = forms.TypedChoiceField(
        choices=[("", "Never"), *Weekday.choices],
        coerce=_weekday,
        empty_value=None,
        required=False,
        label="Day",
    )
    hour = forms.TypedChoiceField(
        choices=[(hour, f"{hour:02}:00") for hour in range(24)], coerce=int, label="Hour"
    )
    zone = forms.ChoiceField(
        choices=[(name, name.replace("_", " ")) for name in sorted(ZONES)], label="Time zone"
    )


class ArchiveForm(forms.Form):
    """A file to be imported. What is in it is looked at by whoever imports it."""

    file = forms.FileField(
        label="Archive",
        help_text=f"A file {SUFFIX} from a league's page “Archive”, at most {LARGEST_FILE // 1024**2} MB.",
        widget=forms.ClearableFileInput(attrs={"accept": ".gz,application/gzip"}),
        allow_empty_file=True,
    )
