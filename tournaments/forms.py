from __future__ import annotations

from django import forms

from tournaments.models import Weekday


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
        choices=[(hour, f"{hour:02}:00") for hour in range(24)], coerce=int, label="Hour (UTC)"
    )
