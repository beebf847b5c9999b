"""What may be set of a stage and of its tables: JSON that is checked when it is stored, and values when it is read."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.contest import tiebreaks
from engine.contest.ladder import Rules
from engine.contest.open_play import Limits
from engine.contest.schedule import Order
from engine.contest.scoring import PRESETS, Scoring, preset
from engine.contest.table import STANDARD
from engine.contest.tiebreaks import KEYS, Criterion
from engine.questions import Refusal
from league.models import League
from tournaments.domain.competing.draw_options import KnockoutRules, SwissRules
from tournaments.models import Competition, Format, Stage

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

OF_TABLES = ("scoring", "criteria")
"""Settings of a stage that are not its format's own: what its tables count, where that differs from the competition."""

LEGS_MOST = 10
GROUPS_MOST = 26


class RoundRobin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everybody of a division meets everybody of it ``legs`` times.

    ``across`` rounds are added in which everybody meets somebody of another division, one after each ``every`` rounds,
    or all at the end. ``byes_across``: those who rest meet each other across divisions. ``drawn``: places in the
    schedule are drawn by lot, else they go by the order of the entries. ``groups``: so many are drawn, instead of the
    divisions that were entered for. ``advance``: so many of each table of the stage before play on, in one division or
    in groups; all where it is 0. ``late`` is how the matches of a late entry are planned: added to what stands, or with
    all that was not played planned anew. ``no_show`` are the touchdowns of who wins without a match.
    """

    legs: int = 1
    order: Order = "mirrored"
    across: int = 0
    every: int = 0
    byes_across: bool = False
    drawn: bool = True
    groups: int = 0
    advance: int = 0
    late: Literal["added", "anew"] = "added"
    no_show: int = 2

    def __post_init__(self) -> None:
        if not 1 <= self.legs <= LEGS_MOST:
            raise Refusal(
                _("A season has 1 to {most} legs, not {legs}.").format(most=LEGS_MOST, legs=self.legs)
            )
        if not 0 <= self.groups <= GROUPS_MOST:
            raise Refusal(
                _("There are up to {most} groups, not {groups}.").format(most=GROUPS_MOST, groups=self.groups)
            )
        if self.across < 0 or self.every < 0 or self.advance < 0 or self.no_show < 0:
            raise Refusal(_("Rounds across divisions, those who play on, and touchdowns are counted from 0."))


class OpenPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``engine.contest.open_play.Limits``, and ``no_show`` as in a round robin."""

    meetings: int | None = 1
    matches: int | None = None
    between: int = 0
    no_show: int = 2

    def __post_init__(self) -> None:
        if self.meetings is not None and self.meetings < 1:
            said = _("In open play at least one of the meetings of a pair is allowed, not {count}.")
            raise Refusal(said.format(count=self.meetings))
        if self.matches is not None and self.matches < 1:
            said = _("In open play at least one of the matches is allowed, not {count}.")
            raise Refusal(said.format(count=self.matches))
        if self.between < 0:
            raise Refusal(_("Matches between two meetings of a pair are counted from 0."))

    @property
    def limits(self) -> Limits:
        return Limits(self.meetings, self.matches, self.between)


class LadderRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``engine.contest.ladder.Rules``, and ``no_show`` as in a round robin, also for a challenge that is refused."""

    reach: int | None = 3
    taking: Literal["insert", "swap"] = "insert"
    open_challenges: int = 1
    no_show: int = 2

    def __post_init__(self) -> None:
        # They refuse what no ladder can be played by.
        assert self.rules

    @property
    def rules(self) -> Rules:
        return Rules(self.reach, self.taking, self.open_challenges)


_KINDS: dict[str, type[msgspec.Struct]] = {
    Format.ROUND_ROBIN: RoundRobin,
    Format.OPEN: OpenPlay,
    Format.LADDER: LadderRules,
    Format.SWISS: SwissRules,
    Format.KNOCKOUT: KnockoutRules,
    Format.DOUBLE: KnockoutRules,
}


_WORDS: dict[str, StrPromise] = {
    "acceleration": gettext_lazy("acceleration"),
    "across": gettext_lazy("across"),
    "advance": gettext_lazy("advance"),
    "best_of": gettext_lazy("best of"),
    "between": gettext_lazy("between"),
    "byes_across": gettext_lazy("byes across"),
    "challenges_per_week": gettext_lazy("challenges per week"),
    "club": gettext_lazy("club"),
    "coach": gettext_lazy("coach"),
    "criteria": gettext_lazy("criteria"),
    "drawn": pgettext_lazy("a setting", "drawn"),
    "every": gettext_lazy("every"),
    "extra": gettext_lazy("extra"),
    "groups": gettext_lazy("groups"),
    "late": pgettext_lazy("a setting", "late"),
    "legs": gettext_lazy("legs"),
    "line_up": gettext_lazy("line up"),
    "matches": gettext_lazy("matches"),
    "meetings": gettext_lazy("meetings"),
    "no_answer": gettext_lazy("no answer"),
    "no_show": gettext_lazy("no show"),
    "odd": gettext_lazy("odd"),
    "open_challenges": gettext_lazy("open challenges"),
    "order": pgettext_lazy("a setting", "order"),
    "pairing": gettext_lazy("pairing"),
    "pairs": gettext_lazy("pairs"),
    "play_off_weeks": gettext_lazy("play off weeks"),
    "points": gettext_lazy("points"),
    "quarter_finals": gettext_lazy("quarter finals"),
    "quarter_finals_above": gettext_lazy("quarter finals above"),
    "quarter_finals_week": gettext_lazy("quarter finals week"),
    "races_once": gettext_lazy("races once"),
    "reach": gettext_lazy("reach"),
    "reset": pgettext_lazy("a setting", "reset"),
    "results_counted": gettext_lazy("results counted"),
    "rounds": gettext_lazy("rounds"),
    "scoring": gettext_lazy("scoring"),
    "seeding": gettext_lazy("seeding"),
    "squad": gettext_lazy("squad"),
    "squad_meetings": gettext_lazy("squad meetings"),
    "squad_size": gettext_lazy("squad size"),
    "stand_in": gettext_lazy("stand in"),
    "taking": gettext_lazy("taking"),
    "third_place": gettext_lazy("third place"),
    "turned_down": gettext_lazy("turned down"),
}


def setting_words(key: str) -> str:
    """The setting ``squad_size`` in a sentence."""
    return str(_WORDS[key])


def register(format: Format, kind: type[msgspec.Struct]) -> None:
    """The settings of a format as a struct whose fields have defaults."""
    _KINDS[format] = kind


def options(stage: Stage) -> Any:
    """The settings of the stage as the struct of its format."""
    return _converted(stage.format, stage.settings, stage.name)


def checked_settings(format: str, settings: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The settings as they are stored. Raises Refusal for what the format does not know.

    Points or tie-breakers that are None are those of the competition.
    """
    stored = {key: value for key, value in settings.items() if key not in OF_TABLES}
    if format in _KINDS:
        stored = msgspec.to_builtins(_converted(format, settings, name))
    if settings.get("scoring") is not None:
        stored["scoring"] = checked_scoring(settings["scoring"])
    if settings.get("criteria") is not None:
        stored["criteria"] = checked_criteria(settings["criteria"])
    return stored


def _converted(format: str, settings: Mapping[str, Any], name: str) -> Any:
    kind = _KINDS.get(format)
    own = {key: value for key, value in settings.items() if key not in OF_TABLES}
    if kind is None:
        return own
    unknown = [key for key in own if key not in kind.__struct_fields__]
    if unknown:
        raise Refusal(_("{name} has no setting called {setting}.").format(name=name, setting=unknown[0]))
    try:
        return msgspec.convert(own, kind)
    except msgspec.ValidationError as error:
        raise Refusal(
            _("The settings of {name} do not fit: {error}.").format(name=name, error=error)
        ) from None


# points and tie-breaks


def checked_scoring(scoring: str | Scoring | Mapping[str, Any]) -> dict[str, Any]:
    """As it is stored: of the name of a preset, of a value, or of JSON."""
    if isinstance(scoring, str):
        scoring = preset(scoring)
    if not isinstance(scoring, Scoring):
        try:
            scoring = msgspec.convert(scoring, Scoring)
        except msgspec.ValidationError as error:
            raise Refusal(_("The points do not fit: {error}.").format(error=error)) from None
    stored: dict[str, Any] = msgspec.to_builtins(scoring)
    return stored


def points_of_league(league: League) -> Scoring:
    return Scoring(win=league.win_points, draw=league.draw_points, loss=league.loss_points)


def checked_criteria(criteria: Sequence[str | Criterion | Mapping[str, Any]]) -> list[dict[str, Any]]:
    """As they are stored, the first counting most. A lot without a seed is given one."""
    told = [{"key": one} if isinstance(one, str) else one for one in criteria]
    found = tiebreaks.criteria_of([one if isinstance(one, Criterion) else _criterion(one) for one in told])
    if not found:
        raise Refusal(_("A table needs at least one criterion to go by."))
    return [msgspec.to_builtins(one) for one in found]


def _criterion(fields: Mapping[str, Any]) -> Criterion:
    if fields.get("key") == "lot" and not fields.get("seed"):
        fields = {**fields, "seed": secrets.token_hex(8)}
    if fields.get("key") not in KEYS:
        raise Refusal(_("There is no tie-breaker called {key}.").format(key=fields.get("key")))
    try:
        return msgspec.convert(fields, Criterion)
    except msgspec.ValidationError as error:
        raise Refusal(
            _("The tie-breaker {key} does not fit: {error}.").format(key=fields["key"], error=error)
        ) from None


def scoring_of(stage: Stage) -> Scoring:
    """What the stage's matches are worth: its own points, or else those of the competition."""
    found = stage.settings.get("scoring") or stage.competition.scoring
    return msgspec.convert(found, Scoring)


def competition_scoring(competition: Competition) -> Scoring:
    return msgspec.convert(competition.scoring, Scoring)


def criteria_of(stage: Stage) -> tuple[Criterion, ...]:
    found = stage.settings.get("criteria") or stage.competition.criteria or checked_criteria(STANDARD)
    return msgspec.convert(found, tuple[Criterion, ...])


def preset_of(scoring: Scoring) -> str:
    """The key of the preset that these points are; empty for points of one's own."""
    return next((one.key for one in PRESETS if one.scoring == scoring), "")
