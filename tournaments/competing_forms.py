"""What is typed in about a competition: its plan, its points, its order, and its stages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, get_args

import msgspec
from django import forms
from django.db.models import QuerySet

from engine.contest.rounds import Acceleration, Rule
from engine.contest.schedule import Order
from engine.contest.scoring import PRESETS, Bonus, Scoring
from engine.contest.table import STANDARD
from engine.contest.tiebreaks import KEYS, Criterion
from league.models import NAME_LENGTH
from teams.models import Team
from tournaments.domain.competing.draw_options import Seeding
from tournaments.domain.competing.results import MOST
from tournaments.models import Competition, Entry, Format, Kind, Pairing

CRITERIA_ON_A_FORM = 12
STAGES_ON_A_FORM = 3
OF_THE_LEAGUE, OWN_POINTS = "", "own"

FORMATS = [("", "None"), *((key, label) for key, label in Format.choices if key != Format.PLAY_OFF)]
ORDERS: dict[str, str] = {
    "mirrored": "Like the leg before, venues swapped",
    "french": "The first round of the leg comes last",
    "shuffled": "In an order by lot",
}
RULES: dict[str, str] = {
    "free": "May meet",
    "soft": "Kept apart where it can be",
    "first round": "Kept apart in the first round",
    "never": "Never meet",
}
SEEDINGS: dict[str, str] = {
    "lot": "By lot",
    "rating": "The highest rating first",
    "entered": "In the order in which they entered",
}


def _choices(kind: Any, labels: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(key, labels[key]) for key in get_args(kind)]


def criterion_choices() -> list[tuple[str, str]]:
    return [("", "No more"), *((key, Criterion(key, seed="-").name) for key in KEYS)]


class CriteriaFields(forms.Form):
    """The order of a table: what comes first counts most."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = criterion_choices()
        for place in range(CRITERIA_ON_A_FORM):
            self.fields[f"criterion_{place}"] = forms.ChoiceField(
                choices=choices,
                required=False,
                label=f"{place + 1}.",
                widget=forms.Select(attrs={"aria-label": f"Criterion {place + 1}"}),
            )

    @staticmethod
    def initial_criteria(criteria: list[Mapping[str, Any]]) -> dict[str, str]:
        return {f"criterion_{place}": one["key"] for place, one in enumerate(criteria)}

    @property
    def criterion_fields(self) -> list[forms.BoundField]:
        return [self[f"criterion_{place}"] for place in range(CRITERIA_ON_A_FORM)]

    def criteria(self, before: list[Mapping[str, Any]] | None = None) -> list[Mapping[str, Any]]:
        """In order, without gaps. What was set of one that stays is kept: the seed of its lots, and the like."""
        known = {one["key"]: one for one in before or ()}
        chosen = [self.cleaned_data.get(f"criterion_{place}") for place in range(CRITERIA_ON_A_FORM)]
        return [known.get(key, {"key": key}) for key in chosen if key]


BONUSES = ("td_for", "td_against", "cas_for", "cas_against")
BONUS_NAMES = {
    "td_for": "touchdowns scored",
    "td_against": "touchdowns conceded",
    "cas_for": "casualties caused",
    "cas_against": "casualties suffered",
}
_POINTS = {
    "win": ("Win", True),
    "draw": ("Draw", True),
    "loss": ("Loss", True),
    "large_win": ("Win by a wide margin", False),
    "narrow_loss": ("Loss by a narrow margin", False),
    "concession": ("Who conceded", False),
    "no_show": ("Who did not show up", False),
    "walk_over": ("Who won because the other did not come", False),
    "bye": ("Bye", False),
    "clean_sheet": ("On top, for no touchdown against", False),
    "painting": ("For each mark for painting", False),
}
_NONE_IS_NOTHING = ("clean_sheet", "painting")


class PointsFields(forms.Form):
    """A preset, or points of its own; what is left empty is not told apart."""

    preset = forms.ChoiceField(label="Points for win, draw and loss", required=False)
    large_by = forms.IntegerField(min_value=1, max_value=99, required=False, label="A wide margin is from")
    narrow_by = forms.IntegerField(
        min_value=1, max_value=99, required=False, label="A narrow margin is up to"
    )

    def __init__(self, *args: Any, league_points: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = [(OF_THE_LEAGUE, f"Those of the league: {league_points}")] if league_points else []
        presets = [(one.key, one.name) for one in PRESETS]
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [*first, *presets, (OWN_POINTS, "Points of its own, as typed below")]
        for name, (label, _) in _POINTS.items():
            self.fields[name] = forms.IntegerField(
                min_value=-10_000, max_value=10_000, required=False, label=label
            )
        for name in BONUSES:
            words = BONUS_NAMES[name]
            self.fields[f"{name}_points"] = forms.IntegerField(
                min_value=-1000, max_value=1000, required=False, label=f"Points for {words}"
            )
            self.fields[f"{name}_each"] = forms.IntegerField(
                min_value=1, max_value=99, required=False, label="for every"
            )
            self.fields[f"{name}_most"] = forms.IntegerField(
                min_value=0, max_value=99, required=False, label="at most so often"
            )

    @staticmethod
    def initial_points(scoring: Scoring, preset: str) -> dict[str, Any]:
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
                    self.add_error(name, f"Points of its own need a number for “{label}”.")
        return data

    def scoring(self) -> str | Scoring | None:
        """A preset's key, points of its own, or None for those of the league."""
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

    name = forms.CharField(max_length=NAME_LENGTH)
    kind = forms.ChoiceField(
        choices=[(key, label) for key, label in Kind.choices if key != Kind.MAJOR], label="What it is"
    )
    starts = forms.DateField(
        required=False, label="Begins on", widget=forms.DateInput(attrs={"type": "date"})
    )
    rosters = forms.TypedChoiceField(
        label="Played by",
        choices=[
            ("teams", "Teams of the league, whose rosters its matches change"),
            ("anybody", "Anybody: results alone are counted, as at an event"),
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
                label="Format" if number == 0 else "Then",
            )
            self.fields[f"stage_{number}"] = forms.CharField(
                max_length=NAME_LENGTH, required=False, label="called"
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
    name = forms.CharField(max_length=NAME_LENGTH)
    starts = forms.DateField(
        required=False, label="Begins on", widget=forms.DateInput(attrs={"type": "date"})
    )


class NewStageForm(forms.Form):
    format = forms.ChoiceField(choices=FORMATS[1:])
    name = forms.CharField(max_length=NAME_LENGTH, required=False, label="Called")


# --- stages ---------------------------------------------------------------------------------------------------


PAIR_WORDS: dict[str, str] = {"soft": "soft", "first": "first round", "never": "never"}


class StageForm(forms.Form):
    """What a format asks for. ``settings`` are as ``engine.contest`` and the domain know them."""

    name = forms.CharField(max_length=NAME_LENGTH)

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
        min_value=0, max_value=MOST, label="Touchdowns of who wins because the other did not come"
    )


def numbers_in(text: str) -> list[int]:
    """Raises ValidationError for anything else."""
    words = text.replace(",", " ").split()
    if any(not word.isdecimal() or len(word) > 4 for word in words):
        raise forms.ValidationError("These are no numbers.")
    return [int(word) for word in words]


class RoundRobinForm(_Played):
    legs = forms.IntegerField(
        min_value=1, max_value=10, label="Legs", help_text="How often everybody of a division meets."
    )
    order = forms.ChoiceField(choices=_choices(Order, ORDERS), label="A return leg")
    across = forms.IntegerField(
        min_value=0,
        max_value=99,
        label="Rounds across divisions",
        help_text="They count in each one's own table.",
    )
    every = forms.IntegerField(
        min_value=0, max_value=99, label="One after so many rounds", help_text="0: all of them at the end."
    )
    byes_across = forms.BooleanField(required=False, label="Those who rest meet each other across divisions")
    drawn = forms.BooleanField(required=False, label="Places in the schedule are drawn by lot")
    groups = forms.IntegerField(
        min_value=0,
        max_value=99,
        label="Groups to be drawn",
        help_text="0: the divisions that were entered for.",
    )
    advance = forms.IntegerField(
        min_value=0,
        max_value=999,
        label="Of each table of the stage before play on",
        help_text="0: everybody who is entered plays.",
    )
    late = forms.ChoiceField(
        choices=[
            ("added", "Added to what stands"),
            ("anew", "With all that was not played planned anew"),
        ],
        label="Matches of a late entry are",
    )


class OpenForm(_Played):
    meetings = forms.IntegerField(
        min_value=1,
        max_value=99,
        required=False,
        label="Meetings of two at most",
        help_text="Empty: no limit.",
    )
    matches = forms.IntegerField(
        min_value=1,
        max_value=999,
        required=False,
        label="Matches of one at most",
        help_text="Empty: no limit.",
    )
    between = forms.IntegerField(
        min_value=0, max_value=99, label="Matches against others before the same meet again"
    )


class LadderForm(_Played):
    reach = forms.IntegerField(
        min_value=1,
        max_value=99,
        required=False,
        label="Places up one may challenge",
        help_text="Empty: anybody.",
    )
    taking = forms.ChoiceField(
        choices=[
            ("insert", "The winner takes the place, and those between move down by one"),
            ("swap", "The two swap places"),
        ],
        label="Who wins from below",
    )
    open_challenges = forms.IntegerField(min_value=1, max_value=20, label="Open challenges of one at most")


class SwissForm(_Played):
    rounds = forms.IntegerField(min_value=1, max_value=99)
    seeding = forms.ChoiceField(choices=_choices(Seeding, SEEDINGS), label="Those without a seed stand")
    club = forms.ChoiceField(choices=_choices(Rule, RULES), label="Two of one club")
    coach = forms.ChoiceField(choices=_choices(Rule, RULES), label="Two of one coach")
    squad = forms.ChoiceField(choices=_choices(Rule, RULES), label="Two of one squad")
    squad_meetings = forms.IntegerField(
        min_value=0,
        max_value=99,
        label="Meetings of two squads from which on another is avoided",
        help_text="0: they are not counted.",
    )
    pairs = forms.CharField(
        required=False,
        label="Kept apart by hand",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The numbers of two entries in each line, like 3 7. They never meet; with “soft” behind them they "
        "are kept apart where it can be, with “first” in the first round.",
    )
    accelerated_rounds = forms.IntegerField(
        min_value=0,
        max_value=9,
        required=False,
        label="Accelerated rounds",
        help_text="In these the upper half is paired as if it had more points. Empty: none.",
    )
    accelerated_points = forms.IntegerField(
        min_value=1, max_value=10_000, required=False, label="Points that the upper half has more then"
    )
    pairing = forms.ChoiceField(
        choices=[("entries", "Each entry by itself"), ("squads", "Squads, whose members then meet")],
        label="Who is paired",
    )
    line_up = forms.ChoiceField(
        choices=[("line-up", "In the order of entry"), ("points", "The best against the best")],
        label="Members of two squads meet",
    )
    odd = forms.ChoiceField(
        choices=[("bye", "One of them has a bye"), ("threesome", "Three of them meet each other")],
        label="An odd number of squads",
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
                raise forms.ValidationError(f"“{line[:40]}” names no two entries.")
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
        label="Of each table of the stage before go on",
        help_text="0: everybody who is entered plays.",
    )
    seeding = forms.ChoiceField(choices=_choices(Seeding, SEEDINGS), label="Those without a seed stand")
    extra = forms.CharField(
        max_length=100,
        required=False,
        label="And these besides",
        help_text="Numbers of entries that go on whatever their place.",
    )
    third_place = forms.BooleanField(required=False, label="A match for third place")
    final_games = forms.IntegerField(min_value=1, max_value=9, label="The final is the best of")
    semi_final_games = forms.IntegerField(min_value=1, max_value=9, label="Semi-finals are the best of")
    other_games = forms.IntegerField(min_value=1, max_value=9, label="Earlier rounds are the best of")

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
        required=False, label="A second grand final where who has not lost yet loses the first"
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


def initial_points(competition: Competition, preset: str) -> dict[str, Any]:
    return PointsFields.initial_points(msgspec.convert(competition.scoring, Scoring), preset)


# --- entries --------------------------------------------------------------------------------------------------


class OwnTeamForm(forms.Form):
    team = forms.ModelChoiceField(queryset=Team.objects.none(), empty_label="Choose a team")

    def __init__(self, *args: Any, teams: QuerySet[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["team"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = teams


class _About(forms.Form):
    """What an organiser says of an entry."""

    club = forms.CharField(max_length=NAME_LENGTH, required=False)
    squad = forms.CharField(max_length=NAME_LENGTH, required=False)
    division = forms.CharField(max_length=NAME_LENGTH, required=False)
    seed = forms.IntegerField(min_value=1, max_value=9999, required=False)


class TeamEntryForm(_About, OwnTeamForm):
    """A team of the league."""

    field_order = ["team", "division", "club", "squad", "seed"]


class AnybodyForm(_About):
    """A coach from anywhere."""

    name = forms.CharField(max_length=NAME_LENGTH, label="Team")
    coach = forms.CharField(max_length=NAME_LENGTH, required=False)
    race = forms.CharField(max_length=60, required=False)
    naf_number = forms.IntegerField(min_value=1, max_value=9_999_999, required=False, label="NAF number")
    rating = forms.IntegerField(min_value=0, max_value=9999, required=False)
    field_order = ["name", "coach", "race", "naf_number", "rating", "division", "club", "squad", "seed"]

    def clean_rating(self) -> int:
        return self.cleaned_data["rating"] or 0


class EntryForm(_About):
    """An entry as the organiser changes it."""

    race = forms.CharField(max_length=60, required=False)
    naf_number = forms.IntegerField(min_value=1, max_value=9_999_999, required=False, label="NAF number")
    rating = forms.IntegerField(min_value=0, max_value=9999, required=False)
    table = forms.IntegerField(min_value=1, max_value=9999, required=False, label="Always at table")
    byes_wanted = forms.CharField(
        max_length=100, required=False, label="Byes asked for", help_text="Numbers of rounds, like 2, 5."
    )
    painting = forms.IntegerField(min_value=0, max_value=1000, required=False, label="Marks for painting")

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
    home_td = forms.IntegerField(min_value=0, max_value=MOST, label="Touchdowns")
    away_td = forms.IntegerField(min_value=0, max_value=MOST, label="Touchdowns")
    home_cas = forms.IntegerField(min_value=0, max_value=MOST, label="Casualties", initial=0)
    away_cas = forms.IntegerField(min_value=0, max_value=MOST, label="Casualties", initial=0)

    def __init__(self, *args: Any, pairing: Pairing, elimination: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = {"home": pairing.home.name, "away": pairing.away.name if pairing.away else ""}
        for side, name in names.items():
            self.fields[f"{side}_td"].widget.attrs["aria-label"] = f"Touchdowns of {name}"
            self.fields[f"{side}_cas"].widget.attrs["aria-label"] = f"Casualties caused by {name}"
        if elimination:
            self.fields["winner"] = forms.ChoiceField(
                choices=[("", "The score tells"), *names.items()],
                required=False,
                label="Who won a level match",
                help_text="By a shoot-out, or by lot.",
            )

    def scored(self) -> dict[str, Any]:
        data = {name: self.cleaned_data[name] for name in ("home_td", "away_td", "home_cas", "away_cas")}
        return {**data, "winner": self.cleaned_data.get("winner", "")}


class PublishAtForm(forms.Form):
    at = forms.DateTimeField(
        required=False,
        label="At",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text="In UTC. Empty: now.",
    )
