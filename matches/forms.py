"""What is typed in: fixtures, uploads, and the reports of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec
from django import forms
from django.core.validators import MaxValueValidator
from django.http import QueryDict
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from engine.describe import cause_words
from engine.dice import D6
from engine.formats.matching import HIRED, NOBODY, Matching, Proposal, Who
from engine.match import entries as reports
from engine.match.entries import Entry
from engine.match.facts import Casualty, Fact, RaisedDead
from engine.match.log import LARGEST, LogPlayer, LogRoster, MatchLog
from engine.match.script import OVERTIME
from engine.questions import SIDES, Chosen, Refusal, Rolled, Side, other
from engine.replay import Replay
from engine.words import capital, position_named
from league.models import DicePolicy, League
from matches.domain import queries
from matches.domain.hosting import HOME_UP_TO
from matches.domain.importing import InHand
from matches.domain.in_force import position_words
from matches.domain.logs import edition_of
from matches.models import Stage
from teams.models import Team


class FixtureForm(forms.Form):
    round = forms.IntegerField(min_value=1, max_value=999, label=_("Round"))
    home = forms.ModelChoiceField(
        queryset=Team.objects.none(), label=_("Home team"), empty_label=_("Choose a team")
    )
    away = forms.ModelChoiceField(
        queryset=Team.objects.none(), label=_("Away team"), empty_label=_("Choose a team")
    )
    stage = forms.ChoiceField(
        choices=Stage.choices,
        initial=Stage.LEAGUE,
        required=False,
        label=_("Played for"),
        help_text=_("Everything but a league match is played on neutral ground."),
    )
    neutral = forms.BooleanField(
        required=False, label=_("On neutral ground"), help_text=_("No home field counts then.")
    )
    as_agreed = forms.BooleanField(
        required=False,
        label=_("At home as agreed"),
        help_text=_("Otherwise the owner of a home field is at home, and two owners take turns."),
    )
    host_die = forms.IntegerField(
        min_value=1,
        max_value=D6.faces,
        required=False,
        label=_("Die for the home match"),
    )
    roll_for_host = forms.BooleanField(required=False, label=_("Let Dugout roll this die"))
    scheduled = forms.DateField(
        required=False, label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    allow_same_coach = forms.BooleanField(
        required=False,
        label=_("Both teams may have the same coach"),
        help_text=_("Otherwise this is refused."),
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for side in SIDES:
            field = self.fields[side]
            assert isinstance(field, forms.ModelChoiceField)
            field.queryset = queries.accepted_teams(league)
        self.fields["round"].initial = queries.next_round(league)
        if not league.rules.stadiums:
            for name in ("neutral", "as_agreed", "host_die", "roll_for_host"):
                del self.fields[name]
            self.fields["stage"].help_text = ""
        elif league.dice_policy == DicePolicy.APP:
            del self.fields["host_die"]
        elif league.dice_policy == DicePolicy.TABLE:
            del self.fields["roll_for_host"]
        if "host_die" in self.fields:
            self.fields["host_die"].help_text = gettext(
                "Two owners of a home field who meet for the first time: 1 to {most} for the home team, more for "
                "the away team, who are then at home."
            ).format(most=HOME_UP_TO)

    def clean_stage(self) -> str:
        return self.cleaned_data["stage"] or Stage.LEAGUE


class UploadForm(forms.Form):
    """``files``: match files of other programs are read as well."""

    file = forms.FileField(
        label=_("Match log"),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        allow_empty_file=True,
    )

    def __init__(self, *args: Any, files_too: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["file"]
        megabytes = LARGEST // 1_000_000
        field.help_text = gettext("One JSON document, at most {n} MB.").format(n=megabytes)
        if files_too:
            field.help_text = gettext(
                "One JSON document, or a replay of Blood Bowl 2 (.bbrz); at most {n} MB."
            ).format(n=megabytes)
            del field.widget.attrs["accept"]


class MatchingForm(forms.Form):
    """Who of a match file is who: a field for every player of it, by side and shirt."""

    confirmed = forms.BooleanField(required=False, label=_("They are the same teams, and it is this match"))

    def __init__(self, data: QueryDict | None, found: InHand) -> None:
        super().__init__(data)
        self.found = found
        if not found.strange:
            del self.fields["confirmed"]
        for one in found.sides:
            choices = [
                (HIRED, gettext("Plays for this match alone")),
                (NOBODY, gettext("Nobody: leave out what he did")),
            ]
            choices += [(str(our.number), _our_player(our)) for our in one.roster.players]
            for proposal in one.proposals:
                shirt = proposal.player.number
                # What is only guessed is shown beside the field and chosen by a person.
                guess = one.who[shirt] if found.settled or proposal.certainty != "unknown" else ""
                self.fields[f"{one.side}-{shirt}"] = forms.ChoiceField(
                    choices=[("", gettext("Who is he?")), *choices],
                    initial=guess,
                    label=_their_player(proposal),
                )

    def rows(self, side: Side, sure: bool) -> list[tuple[Proposal, forms.BoundField]]:
        """The players of a side that are certain, or those that are not, each with its field."""
        one = self.found.side(side)
        return [(each, self[f"{side}-{each.player.number}"]) for each in (one.sure if sure else one.unsure)]

    def matching(self) -> Matching:
        """Call it once the form is valid."""
        return Matching(
            **{
                one.side: {
                    each.player.number: _who(self.cleaned_data[f"{one.side}-{each.player.number}"])
                    for each in one.proposals
                }
                for one in self.found.sides
            }
        )


def _our_player(our: LogPlayer) -> str:
    return f"{our.number} {our.name}, {position_named(our.position)}"


def _their_player(proposal: Proposal) -> str:
    one = proposal.player
    return f"{one.number} {one.name}" + (f", {position_named(one.position)}" if one.position else "")


def _who(picked: str) -> Who:
    if picked == HIRED:
        return HIRED
    return NOBODY if picked == NOBODY else int(picked)


KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "touchdown": (gettext_noop("Touchdown"), ("half", "turn", "player", "opponents_turn")),
    "completion": (gettext_noop("Completion"), ("half", "turn", "player")),
    "interception": (gettext_noop("Interception"), ("half", "turn", "player")),
    "casualty": (gettext_noop("Casualty"), ("half", "turn", "player", "cause", "causer")),
    "sending_off": (gettext_noop("Sending-off"), ("half", "turn", "player", "cause")),
    "treatment": (gettext_noop("Apothecary in play"), ("half", "turn", "player")),
    "lineup": (gettext_noop("Line-up"), ("half", "turn", "side", "players")),
    "half_time": (gettext_noop("Half-time"), ()),
    "overtime": (gettext_noop("Overtime"), ()),
    "shoot_out": (gettext_noop("Shoot-out"), ("home_rerolls", "away_rerolls")),
    "concession": (gettext_noop("Concession"), ("half", "turn", "side", "excused")),
    "match_end": (gettext_noop("End of the match"), ()),
}
"""Reports by kind: what the button says, and what is asked."""

_PLAYER_LABELS = {
    "casualty": gettext_noop("Victim"),
    "treatment": gettext_noop("Player treated"),
    "sending_off": gettext_noop("Player sent off"),
}
_HALVES = (
    (1, gettext_noop("First half")),
    (2, gettext_noop("Second half")),
    (OVERTIME, gettext_noop("Overtime")),
)
_SENDING_OFF_CAUSES = ("foul", "secret_weapon", "other")
_STRUCTS: dict[str, type] = {one.__struct_config__.tag: one for one in get_args(reports.Report)}


class ReportForm(forms.Form):
    """The form of one kind of report; players on offer are those who are fit to act."""

    half = forms.TypedChoiceField(coerce=int, label=_("Half"))
    turn = forms.IntegerField(min_value=1, label=_("Turn"))
    side = forms.ChoiceField(label=_("Team"))
    player = forms.ChoiceField(label=_("Player"))
    players = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label=_("On the pitch"))
    cause = forms.ChoiceField(label=_("Cause"))
    causer = forms.ChoiceField(
        required=False, label=_("Caused by"), help_text=_("A player of the other team, or nobody.")
    )
    opponents_turn = forms.BooleanField(required=False, label=_("In the opponent's turn"))
    excused = forms.BooleanField(required=False, label=_("Too few players are left: the rules excuse it"))
    home_rerolls = forms.IntegerField(min_value=0, initial=0, label=_("Unused re-rolls"))
    away_rerolls = forms.IntegerField(min_value=0, initial=0, label=_("Unused re-rolls"))

    def __init__(
        self, data: Any, *, kind: str, log: MatchLog, seen: Replay, given: QueryDict | None = None
    ) -> None:
        """``given``, of a report that is to be changed, is what the form shows at first."""
        super().__init__(data, auto_id="report_%s")
        self.kind = kind
        self.rosters: dict[Side, LogRoster] = {"home": log.home, "away": log.away}
        self.available = seen.available
        self.sheets = seen.sheets
        label, wanted = KINDS[kind]
        self.label = gettext(label)
        rules = edition_of(log).rules
        barred = set() if rules.excuses_concessions else {"excused"}
        for name in set(self.fields) - (set(wanted) - barred):
            del self.fields[name]
        self._limit("turn", rules.turns)
        half, turn = seen.clock
        self._offer(
            "half",
            [(number, gettext(words)) for number, words in _HALVES if number < OVERTIME or half == OVERTIME],
        )
        self.initial.update(half=half, turn=turn)
        self._offer("side", [(side, self.rosters[side].team) for side in SIDES])
        players = [(self.rosters[side].team, self._players(side)) for side in SIDES]
        self._offer("player", [("", gettext("Choose a player")), *players])
        fallen = just_fallen(seen.facts)
        causers = [(self.rosters[side].team, self._players(side, fallen[side])) for side in SIDES]
        self._offer("causer", [("", gettext("Nobody")), *causers])
        self._offer("players", players)
        causes = _SENDING_OFF_CAUSES if kind == "sending_off" else get_args(reports.Cause)
        self._offer("cause", [(cause, capital(cause_words(cause))) for cause in causes])
        self._show(given or QueryDict())
        for side in SIDES:
            self._label(
                f"{side}_rerolls", gettext("Unused re-rolls of {team}").format(team=self.rosters[side].team)
            )
            self._limit(f"{side}_rerolls", self._rerolls_left_max(side))
        self._label("player", gettext(_PLAYER_LABELS.get(kind, gettext_noop("Player"))))

    def _show(self, given: QueryDict) -> None:
        several = {"players"}
        for name in self.fields:
            if name in given:
                self.initial[name] = given.getlist(name) if name in several else given[name]

    def _offer(self, name: str, choices: list[Any]) -> None:
        field = self.fields.get(name)
        if field is not None:
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    def _label(self, name: str, label: str) -> None:
        if name in self.fields:
            self.fields[name].label = label

    def _limit(self, name: str, most: int) -> None:
        if name in self.fields:
            self.fields[name].validators.append(MaxValueValidator(most))

    def _rerolls_left_max(self, side: Side) -> int:
        return self.sheets[side].rerolls_left_max if side in self.sheets else 0

    def _players(self, side: Side, also: frozenset[int] = frozenset()) -> list[tuple[str, str]]:
        """Everybody of this side who may still act, those who are hired or have joined during the match included.

        ``also`` are others who may be named.
        """
        if side not in self.sheets or (self.kind == "treatment" and not self.sheets[side].apothecaries):
            return []
        fit = {*self.available[side], *also}
        return [
            (f"{side}:{one.number}", f"{one.number} {one.name} ({position_words(one)})")
            for one in self.sheets[side].players
            if one.number in fit
        ]

    def entry(self) -> reports.Report:
        """The report that was typed in. Raises Refusal, with every fault, when the form is not filled as it must be."""
        if not self.is_valid():
            raise Refusal.of(
                [
                    f"{self.fields[name].label or capital(name)}: {error}"
                    if name in self.fields
                    else str(error)
                    for name, errors in self.errors.items()
                    for error in errors
                ]
            )
        given = dict(self.cleaned_data)
        if "players" in given:
            given["players"] = self._numbers(given["side"], given["players"])
        if "player" in given:
            given["side"], given["player"] = _side_and_number(given["player"])
        if "causer" in given:
            given["causer"] = self._causer(given["side"], given["causer"])
        report: reports.Report = _STRUCTS[self.kind](**given)
        return report

    def _numbers(self, side: Side, picked: list[str]) -> tuple[int, ...]:
        numbers = []
        for one in picked:
            whose, number = _side_and_number(one)
            if whose != side:
                raise Refusal(
                    gettext("Pick only players of {team} for its line-up.").format(
                        team=self.rosters[side].team
                    )
                )
            numbers.append(number)
        return tuple(numbers)

    def _causer(self, victims: Side, picked: str) -> int | None:
        if not picked:
            return None
        side, number = _side_and_number(picked)
        if side == victims:
            raise Refusal(gettext("A casualty is caused by a player of the other team, or by nobody."))
        return number


def just_fallen(shown: Sequence[Fact]) -> dict[Side, frozenset[int]]:
    """Whom the block that was reported last has hurt: each of them may have hurt an opponent in it."""
    fallen: dict[Side, set[int]] = {"home": set(), "away": set()}
    for fact in reversed(shown):
        if isinstance(fact, RaisedDead):
            continue
        if not isinstance(fact, Casualty) or fact.cause != "block":
            break
        fallen[fact.side].add(fact.player)
    return {side: frozenset(numbers) for side, numbers in fallen.items()}


def as_typed(entry: Entry) -> QueryDict:
    """An entry as the form that makes it would send it."""
    typed = QueryDict(mutable=True)
    if isinstance(entry, Rolled):
        typed.setlist("die", [str(face) for face in entry.dice])
        return typed
    if isinstance(entry, Chosen):
        typed.setlist("pick", [entry.pick] if isinstance(entry.pick, str) else list(entry.pick))
        return typed
    said = msgspec.structs.asdict(entry)
    side: Side = said.get("side", "home")
    typed["kind"] = str(entry.__struct_config__.tag)
    for name, value in said.items():
        if name == "players":
            typed.setlist(name, [f"{side}:{number}" for number in value])
        elif name == "player":
            typed[name] = f"{side}:{value}"
        elif name == "causer":
            typed[name] = "" if value is None else f"{other(side)}:{value}"
        elif value is not False:
            typed[name] = str(value)
    return typed


def _side_and_number(value: str) -> tuple[Side, int]:
    side, number = value.split(":")
    return "home" if side == "home" else "away", int(number)
