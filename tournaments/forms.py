from __future__ import annotations

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.domain.archiving import LARGEST_FILE, SUFFIX
from tournaments.models import ZONES, Weekday


def _weekday(value: str) -> int | None:
    return int(value) if value else None


class ScheduleForm(forms.Form):
    """When the league is published by itself."""

    weekday = forms.TypedChoiceField(
        choices=[("", _("Never")), *Weekday.choices],
        coerce=_weekday,
        empty_value=None,
        required=False,
        label=_("Day"),
    )
    hour = forms.TypedChoiceField(
        choices=[(hour, f"{hour:02}:00") for hour in range(24)], coerce=int, label=_("Hour")
    )
    zone = forms.ChoiceField(
        choices=[(name, name.replace("_", " ")) for name in sorted(ZONES)], label=_("Time zone")
    )


class ArchiveForm(forms.Form):
    """A file to be imported. What is in it is looked at by whoever imports it."""

    file = forms.FileField(
        label=_("Archive"),
        help_text=format_lazy(
            _("A file {suffix} from a league's page “Archive”, at most {megabytes} MB."),
            suffix=SUFFIX,
            megabytes=LARGEST_FILE // 1024**2,
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".gz,application/gzip"}),
        allow_empty_file=True,
    )
