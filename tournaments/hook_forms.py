"""The form of a webhook. What an address may be is the domain's to say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import NAME_LENGTH
from tournaments.domain import webhooks
from tournaments.models import Webhook
from tournaments.models.messages import ADDRESS_LENGTH


class WebhookForm(forms.Form):
    name = forms.CharField(
        max_length=NAME_LENGTH,
        label=_("Name"),
        help_text=_("By which you know it, such as the name of a channel."),
    )
    kind = forms.ChoiceField(
        choices=Webhook.Kind.choices, widget=forms.RadioSelect, initial=Webhook.Kind.DISCORD, label=_("Kind")
    )
    address = forms.CharField(
        max_length=ADDRESS_LENGTH,
        label=_("Address"),
        widget=forms.URLInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "placeholder": "https://"}
        ),
        help_text=_(
            "It begins with https:// and can be reached from anywhere. Addresses inside of a network are refused, and "
            "redirects are not followed."
        ),
    )
    events = forms.MultipleChoiceField(
        choices=list(webhooks.NAMES.items()),
        widget=forms.CheckboxSelectMultiple,
        initial=list(webhooks.EVENTS),
        label=_("Tell it when"),
    )

    def __init__(self, *args: Any, hook: Webhook | None = None, **options: Any) -> None:
        """Of a new webhook, or of one whose kind and address stay unless another address is typed in."""
        if hook is not None:
            options["initial"] = {"name": hook.name, "events": hook.events}
        super().__init__(*args, **options)
        if hook is not None:
            del self.fields["kind"]
            self.fields["address"].required = False
            self.fields["address"].label = _("Another address")

    @property
    def wanted(self) -> webhooks.Wanted:
        return webhooks.Wanted(**self.cleaned_data)
