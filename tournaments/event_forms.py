"""What is typed in about reports to the NAF."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.contest.scoring import PRESETS
from league.models import NAME_LENGTH


class ReportForm(forms.Form):
    organiser = forms.CharField(label=_("NAF name of the organiser"), max_length=NAME_LENGTH)
    without_number = forms.ChoiceField(
        label=_("Coaches without a NAF number"),
        choices=[
            ("non_naf", _("Report their matches as against “Non-NAF”, number 9")),
            ("leave_out", _("Leave their matches out")),
        ],
    )


class ReportImportForm(forms.Form):
    name = forms.CharField(label=_("Name of the event"), max_length=NAME_LENGTH)
    file = forms.FileField(
        label=_("Report"),
        help_text=_("The XML file that was sent to the NAF."),
        widget=forms.ClearableFileInput(attrs={"accept": ".xml,application/xml,text/xml"}),
    )
    scoring = forms.ChoiceField(
        label=_("Points for win, draw and loss"),
        required=False,
        choices=[("", _("Those of the league")), *((one.key, _(one.name)) for one in PRESETS)],
    )
    anyway = forms.BooleanField(label=_("Import what can be read, and leave out what cannot"), required=False)
