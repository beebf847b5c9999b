"""What the formats of stages ask for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from engine.contest.rounds import Acceleration, Rule
from engine.contest.schedule import Order
from league.models import NAME_LENGTH
from tournaments.domain.competing.draw_options import Seeding
from tournaments.domain.competing.results import MOST
from tournaments.models import Format

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ORDERS: dict[str, StrPromise] = {
    "mirrored": _("Like the leg before, venues swapped"),
    "french": _("The first round of the leg comes last"),
    "shuffled": _("In an order by lot"),
}
RULES: dict[str, StrPromise] = {
    "free": _("May meet"),
    "soft": _("Kept apart where it can be"),
    "first round": _("Kept apart in the first round"),
    "never": _("Never meet"),
}
SEEDINGS: dict[str, StrPromise] = {
    "lot": _("By lot"),
    "rating": _("The highest rating first"),
    "entered": _("In the order in which they entered"),
    "table": _("As they stand in the stage before"),
}


def _choices(kind: Any, labels: Mapping[str, StrPromise]) -> list[tuple[str, StrPromise]]:
    return [(key, labels[key]) for key in get_args(kind)]


PAIR_WORDS: dict[str, str] = {"soft": "soft", "first": "first round", "never": "never"}


class StageForm(forms.Form):
    """What a format asks for. ``settings`` are as ``engine.contest`` and the domain know them."""

    name = forms.CharField(max_length=NAME_LENGTH, label=_("Name"))

    def settings(self) -> dict[str, Any]:
        return {key: value for key, value in self.cleaned_data.items() if key != "name"}

    def keep_all_but(self, free: Collection[str]) -> None:
        """The stage has begun: everything else stays as it is."""
        for name, field in self.fields.items():
            field.disabled = name not in ("name", *free)

    @classmethod
    def initial_of(cls, options: Any) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.structs.asdict(options) if isinstance(options, msgspec.Struct) else {}
        return found


class _Played(StageForm):
    """A format whose matches the organiser may give to who came."""

    no_show = forms.IntegerField(
        min_value=0, max_value=MOST, label=_("Touchdowns of who wins because the other did not come")
    )


def numbers_in(text: str) -> list[int]:
    """Raises ValidationError for anything else."""
    words = text.replace(",", " ").split()
    if any(not word.isdecimal() or len(word) > 4 for word in words):
        raise forms.ValidationError(_("These are no numbers."))
    return [int(word) for word in words]


class RoundRobinForm(_Played):
    legs = forms.IntegerField(
        min_value=1, max_value=10, label=_("Legs"), help_text=_("How often everybody of a division meets.")
    )
    order = forms.ChoiceField(choices=_choices(Order, ORDERS), label=_("A return leg"))
    across = forms.IntegerField(
        min_value=0,
        max_value=99,
        label=_("Rounds across divisions"),
        help_text=_("They count in each one's own table."),
    )
    every = forms.IntegerField(
        min_value=0,
        max_value=99,
        label=_("One after so many rounds"),
        help_text=_("0: all of them at the end."),
    )
    byes_across = forms.BooleanField(
        required=False, label=_("Those who rest meet each other across divisions")
    )
    drawn = forms.BooleanField(required=False, label=_("Places in the schedule are drawn by lot"))
    groups = forms.IntegerField(
        min_value=0,
        max_value=99,
        label=_("Groups to be drawn"),
        help_text=_("0: the divisions that were entered for."),
    )
    advance = forms.IntegerField(
        min_value=0,
        max_value=999,
        label=_("Of each table of the stage before play on"),
        help_text=_("0: everybody who is entered plays."),
    )
    late = forms.ChoiceField(
        choices=[
            ("added", _("Added to what stands")),
            ("anew", _("With all that was not played planned anew")),
        ],
        label=_("Matches of a late entry are"),
    )


class OpenForm(_Played):
    meetings = forms.IntegerField(
        min_value=1,
        max_value=99,
        required=False,
        label=_("Meetings of two at most"),
        help_text=_("Empty: no limit."),
    )
    matches = forms.IntegerField(
        min_value=1,
        max_value=999,
        required=False,
        label=_("Matches of one at most"),
        help_text=_("Empty: no limit."),
    )
    between = forms.IntegerField(
        min_value=0, max_value=99, label=_("Matches against others before the same meet again")
    )


class LadderForm(_Played):
    reach = forms.IntegerField(
        min_value=1,
        max_value=99,
        required=False,
        label=_("Places up one may challenge"),
        help_text=_("Empty: anybody."),
    )
    taking = forms.ChoiceField(
        choices=[
            ("insert", _("The winner takes the place, and those between move down by one")),
            ("swap", _("The two swap places")),
        ],
        label=_("Who wins from below"),
    )
    open_challenges = forms.IntegerField(min_value=1, max_value=20, label=_("Open challenges of one at most"))


class SwissForm(_Played):
    rounds = forms.IntegerField(min_value=1, max_value=99, label=_("Rounds"))
    advance = forms.IntegerField(
        min_value=0,
        max_value=999,
        label=_("Of each table of the stage before play on"),
        help_text=_("0: everybody who is entered plays."),
    )
    seeding = forms.ChoiceField(choices=_choices(Seeding, SEEDINGS), label=_("Those without a seed stand"))
    club = forms.ChoiceField(choices=_choices(Rule, RULES), label=_("Two of one club"))
    coach = forms.ChoiceField(choices=_choices(Rule, RULES), label=_("Two of one coach"))
    squad = forms.ChoiceField(choices=_choices(Rule, RULES), label=_("Two of one squad"))
    squad_meetings = forms.IntegerField(
        min_value=0,
        max_value=99,
        label=_("Meetings of two squads from which on another is avoided"),
        help_text=_("0: they are not counted."),
    )
    pairs = forms.CharField(
        required=False,
        label=_("Kept apart by hand"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "The numbers of two entries in each line, like 3 7. They never meet; with “soft” behind them they "
            "are kept apart where it can be, with “first” in the first round."
        ),
    )
    accelerated_rounds = forms.IntegerField(
        min_value=0,
        max_value=9,
        required=False,
        label=_("Accelerated rounds"),
        help_text=_("In these the upper half is paired as if it had more points. Empty: none."),
    )
    accelerated_points = forms.IntegerField(
        min_value=1, max_value=10_000, required=False, label=_("Points that the upper half has more then")
    )
    pairing = forms.ChoiceField(
        choices=[("entries", _("Each entry by itself")), ("squads", _("Squads, whose members then meet"))],
        label=_("Who is paired"),
    )
    line_up = forms.ChoiceField(
        choices=[("line-up", _("In the order of entry")), ("points", _("The best against the best"))],
        label=_("Members of two squads meet"),
    )
    stand_in = forms.IntegerField(
        min_value=1,
        max_value=9999,
        required=False,
        label=_("Stands in"),
        help_text=_(
            "The number of an entry that plays only where the others are odd in number, so that nobody rests. It "
            "is in the table, and neither honoured nor goes on."
        ),
    )
    squad_size = forms.IntegerField(
        min_value=0,
        max_value=99,
        label=_("Members of a squad"),
        help_text=_("Squads of another size are warned of. 0: any number."),
    )
    races_once = forms.BooleanField(required=False, label=_("A squad has each race once"))
    odd = forms.ChoiceField(
        choices=[("bye", _("One of them has a bye")), ("threesome", _("Three of them meet each other"))],
        label=_("An odd number of squads"),
    )

    @classmethod
    def initial_of(cls, options: Any) -> dict[str, Any]:
        initial = super().initial_of(options)
        words = {rule: word for word, rule in PAIR_WORDS.items()}
        initial["pairs"] = "\n".join(
            f"{pair.one} {pair.other} {words.get(pair.rule, '')}".strip() for pair in options.pairs
        )
        if options.acceleration:
            initial |= {
                "accelerated_rounds": options.acceleration.rounds,
                "accelerated_points": options.acceleration.points,
            }
        return initial

    def clean_pairs(self) -> list[dict[str, Any]]:
        found = []
        for line in self.cleaned_data["pairs"].splitlines():
            words = line.replace(",", " ").split()
            rule = PAIR_WORDS.get(words.pop().lower()) if len(words) == 3 else "never"
            numbers = numbers_in(" ".join(words))
            if words and (rule is None or len(numbers) != 2):
                raise forms.ValidationError(_("“{line}” names no two entries.").format(line=line[:40]))
            if words:
                found.append({"one": numbers[0], "other": numbers[1], "rule": rule})
        return found

    def settings(self) -> dict[str, Any]:
        given = super().settings()
        rounds, points = given.pop("accelerated_rounds"), given.pop("accelerated_points")
        acceleration = Acceleration(rounds, points or Acceleration().points) if rounds else None
        return {**given, "acceleration": msgspec.to_builtins(acceleration)}


class KnockoutForm(_Played):
    advance = forms.IntegerField(
        min_value=0,
        max_value=999,
        label=_("Of each table of the stage before go on"),
        help_text=_("0: everybody who is entered plays."),
    )
    seeding = forms.ChoiceField(choices=_choices(Seeding, SEEDINGS), label=_("Those without a seed stand"))
    extra = forms.CharField(
        max_length=100,
        required=False,
        label=_("And these besides"),
        help_text=_("Numbers of entries that go on whatever their place."),
    )
    third_place = forms.BooleanField(required=False, label=_("A match for third place"))
    final_games = forms.IntegerField(min_value=1, max_value=9, label=_("The final is the best of"))
    semi_final_games = forms.IntegerField(min_value=1, max_value=9, label=_("Semi-finals are the best of"))
    other_games = forms.IntegerField(min_value=1, max_value=9, label=_("Earlier rounds are the best of"))

    @classmethod
    def initial_of(cls, options: Any) -> dict[str, Any]:
        games = [*options.best_of, *([options.best_of[-1]] * 3)]
        return {
            **super().initial_of(options),
            "extra": ", ".join(map(str, options.extra)),
            "final_games": games[0],
            "semi_final_games": games[1],
            "other_games": games[2],
        }

    def clean_extra(self) -> list[int]:
        return numbers_in(self.cleaned_data["extra"])

    def settings(self) -> dict[str, Any]:
        given = super().settings()
        games = [given.pop(f"{which}_games") for which in ("final", "semi_final", "other")]
        return {**given, "best_of": games}


class DoubleForm(KnockoutForm):
    reset = forms.BooleanField(
        required=False, label=_("A second grand final where who has not lost yet loses the first")
    )


STAGE_FORMS: dict[str, type[StageForm]] = {
    Format.ROUND_ROBIN: RoundRobinForm,
    Format.OPEN: OpenForm,
    Format.LADDER: LadderForm,
    Format.SWISS: SwissForm,
    Format.KNOCKOUT: KnockoutForm,
    Format.DOUBLE: DoubleForm,
}


def stage_form(format: str) -> type[StageForm]:
    """A format that asks for nothing here has its name alone."""
    return STAGE_FORMS.get(format, StageForm)
