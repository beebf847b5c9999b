"""The components of Dugout's look on one page, for whoever writes pages."""

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.questions import Problem

COLOURS = (
    ("ground", "the page"),
    ("surface", "what lies on it"),
    ("sunken", "what lies below it"),
    ("mark", "the reader's own row"),
    ("pitch", "the head of the page"),
    ("pitch-deep", "the league's bar"),
    ("accent", "what to press"),
    ("good-soft", "it went well"),
    ("warn-soft", "take note"),
    ("bad-soft", "it cannot be done"),
    ("info-soft", "what has happened"),
)
SPACES = range(1, 7)


class Sample(forms.Form):
    name = forms.CharField(label="Team name", help_text="Up to 50 characters.", initial="Green Tide Athletic")
    race = forms.ChoiceField(label="Race", choices=[("orc", "Orc"), ("skaven", "Skaven")])
    dice = forms.ChoiceField(
        label="Dice",
        widget=forms.RadioSelect,
        choices=[("app", "Dugout rolls"), ("table", "Rolled at the table")],
    )
    apothecary = forms.BooleanField(label="With an apothecary", required=False)
    story = forms.CharField(label="Story", required=False, widget=forms.Textarea(attrs={"rows": 3}))
    gold = forms.IntegerField(label="Gold", help_text="In gold pieces.")


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    if not settings.DEBUG:
        raise Http404
    form = Sample({"name": "Green Tide Athletic", "race": "orc", "dice": "app", "gold": "many"})
    problems = [Problem("Green Tide Athletic has 30,000 gold, and a Blitzer costs 80,000.", entry=12)]
    context = {"form": form, "problems": problems, "colours": COLOURS, "spaces": SPACES}
    return render(request, "league/styleguide.html", context)
