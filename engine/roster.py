"""A roster, what can happen to it, and how it changes.

A roster event records what was decided ("+40,000 gold, winnings"), never a pointer into a table that may change.
A roster is the fold of its events; the ledger keeps the events, and everything else can be derived from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from engine.edition import STAT_NAMES, Creation, ReceiptLine, Stats
from engine.questions import Refusal
from engine.words import gettext as _

Stat = Literal["ma", "st", "ag", "av"]
Status = Literal["active", "dead", "retired", "dismissed", "left", "traded"]
Result = Literal["won", "drawn", "lost"]
SppSource = Literal["completion", "touchdown", "interception", "casualty", "mvp", "other"]
Staff = Literal["assistant_coaches", "cheerleaders", "apothecary"]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player as he stands. ``id`` is his place in the team's history: it is never given to another.

    ``price`` is the list price at which he was hired, in gold pieces, and what he adds to the team's worth.
    ``advances`` counts the star player rolls that he has made.
    """

    id: int
    number: int
    name: str
    position: str
    price: int
    start: Stats
    stats: Stats
    skills: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    spp: int = 0
    completions: int = 0
    touchdowns: int = 0
    interceptions: int = 0
    casualties: int = 0
    mvps: int = 0
    matches: int = 0
    advances: int = 0
    value: int = 0
    """Gold pieces that his improvements add to what he is worth, in editions that count them."""
    niggling: int = 0
    misses_next: bool = False
    injuries: tuple[str, ...] = ()
    status: Status = "active"
    fate: str = ""
    """How he died or why he left."""


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A team as it stands. Gold in gold pieces. ``players`` holds everybody who ever signed, by id."""

    name: str = ""
    race: str = ""
    treasury: int = 0
    rerolls: int = 0
    reroll_price: int = 0
    fan_factor: int = 0
    assistant_coaches: int = 0
    cheerleaders: int = 0
    apothecary: int = 0
    players: tuple[Player, ...] = ()
    won: int = 0
    drawn: int = 0
    lost: int = 0
    touchdowns_for: int = 0
    touchdowns_against: int = 0
    casualties_for: int = 0
    casualties_against: int = 0
    stadium: str = ""
    """The kind of home field that the team owns; empty where it owns none."""
    stadium_value: int = 0
    """Gold pieces that the home field adds to the team's worth."""
    stadium_broken: bool = False
    """Its special rules rest until it is repaired."""
    trophies: tuple[str, ...] = ()
    """Trophies that the team holds now."""

    @property
    def active(self) -> tuple[Player, ...]:
        """Players under contract, those who miss a match included, by shirt number."""
        return tuple(
            sorted((one for one in self.players if one.status == "active"), key=lambda one: one.number)
        )

    def player(self, player_id: int) -> Player:
        """Raises Refusal when nobody of that id ever signed."""
        for one in self.players:
            if one.id == player_id:
                return one
        raise Refusal(
            _("{team} has never had a player with the id {player}.").format(team=self.name, player=player_id)
        )

    @property
    def next_id(self) -> int:
        return max((one.id for one in self.players), default=0) + 1


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"):
    pass


class Founded(_Event, frozen=True, tag="founded"):
    """The first event of a roster; ``reroll_price`` is the list price of a team re-roll."""

    name: str
    race: str
    treasury: int
    reroll_price: int


class Hired(_Event, frozen=True, tag="hired"):
    player: int
    number: int
    name: str
    position: str
    price: int
    stats: Stats
    skills: tuple[str, ...] = ()


class Departed(_Event, frozen=True, tag="departed"):
    player: int
    status: Status
    fate: str = ""


class TeamRenamed(_Event, frozen=True, tag="team_renamed"):
    name: str


class PlayerRenamed(_Event, frozen=True, tag="player_renamed"):
    player: int
    name: str


class Renumbered(_Event, frozen=True, tag="renumbered"):
    player: int
    number: int


class GoldChanged(_Event, frozen=True, tag="gold"):
    """``amount`` gold pieces into the treasury, or out of it when negative."""

    amount: int
    reason: str


class RerollsChanged(_Event, frozen=True, tag="rerolls"):
    change: int


class StaffChanged(_Event, frozen=True, tag="staff"):
    staff: Staff
    change: int


class FanFactorChanged(_Event, frozen=True, tag="fan_factor"):
    change: int
    reason: str


class SppGained(_Event, frozen=True, tag="spp"):
    """``count`` deeds of one kind that brought ``points`` star player points together."""

    player: int
    source: SppSource
    count: int
    points: int


class Injured(_Event, frozen=True, tag="injured"):
    """``effect`` is what it left: nothing but a miss, a niggling injury, or a lost point.

    ``applied`` is false where the stat could not fall further: the injury stands in the history, the point is not lost.
    """

    player: int
    injury: str
    effect: Literal["miss", "niggling", "ma", "st", "ag", "av"]
    applied: bool = True
    misses_next: bool = True


class MissServed(_Event, frozen=True, tag="miss_served"):
    player: int


class Advanced(_Event, frozen=True, tag="advanced"):
    """A star player roll made: a skill, a trait, a point of a stat, or nothing where nothing was left to gain.

    ``value`` is what the player is worth more by it, in gold pieces.
    """

    player: int
    gain: str
    kind: Literal["skill", "stat", "nothing"]
    value: int = 0


class Joined(_Event, frozen=True, tag="joined"):
    """A player of another team signs as he stands, with all that he has done; ``record`` carries his new id."""

    record: Player
    origin: str


class Taught(_Event, frozen=True, tag="taught"):
    """A skill or trait by decree: no star player roll is spent. ``value`` as with a roll that was."""

    player: int
    skill: str
    value: int = 0


class StatChanged(_Event, frozen=True, tag="stat"):
    """A characteristic by decree, up or down. ``value`` as with what is taught; negative where worth is lost."""

    player: int
    stat: Stat
    change: int
    value: int = 0


class Healed(_Event, frozen=True, tag="healed"):
    """One injury of the player's history is undone with what it left: a miss, a niggling injury or a lost point.

    With ``applied`` false only the entry of the history goes: a point that was never lost does not come back. Without
    the name of an ``injury`` only what it left goes, and the history stays.
    """

    player: int
    injury: str
    effect: Literal["miss", "niggling", "ma", "st", "ag", "av"]
    applied: bool = True


class Returned(_Event, frozen=True, tag="returned"):
    """A player who was gone, or dead, is under contract again."""

    player: int


class StadiumChanged(_Event, frozen=True, tag="stadium"):
    """``value`` is what the home field now adds to the team's worth, in gold pieces."""

    stadium: str
    value: int


class StadiumState(_Event, frozen=True, tag="stadium_state"):
    """The home field broke down, or was repaired."""

    broken: bool


class TrophyChanged(_Event, frozen=True, tag="trophy"):
    trophy: str
    held: bool


class MatchPlayed(_Event, frozen=True, tag="match"):
    """``played``: the ids of the players who were fit to take the field."""

    opponent: str
    result: Result
    touchdowns_for: int
    touchdowns_against: int
    casualties_for: int
    casualties_against: int
    played: tuple[int, ...] = ()
    conceded: bool = False


class ConvertedPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player is by the edition that his league moved to: the fields of ``Player`` of these names."""

    player: int
    position: str
    price: int
    start: Stats
    stats: Stats
    skills: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    value: int = 0


class Converted(_Event, frozen=True, tag="converted"):
    """The league moved to another edition, by the keys of both: what the team and all under contract are there."""

    edition_from: str
    edition: str
    race: str
    reroll_price: int
    players: tuple[ConvertedPlayer, ...] = ()


RosterEvent: TypeAlias = (
    Founded
    | Hired
    | Departed
    | TeamRenamed
    | PlayerRenamed
    | Renumbered
    | GoldChanged
    | RerollsChanged
    | StaffChanged
    | FanFactorChanged
    | SppGained
    | Injured
    | MissServed
    | Advanced
    | MatchPlayed
    | Joined
    | Taught
    | StatChanged
    | Healed
    | Returned
    | StadiumChanged
    | StadiumState
    | TrophyChanged
    | Converted
)

_decoder = msgspec.json.Decoder(tuple[RosterEvent, ...])


def encode_events(events: Iterable[RosterEvent]) -> str:
    """The events as one JSON list, as the ledger keeps them."""
    return msgspec.json.encode(tuple(events)).decode()


def decode_events(text: str | bytes) -> tuple[RosterEvent, ...]:
    return _decoder.decode(text)


class _Sheet:
    """A roster on the desk while events are written into it; never leaves this module."""

    __slots__ = ("fields", "players")

    def __init__(self, roster: Roster) -> None:
        self.fields: dict[str, Any] = msgspec.structs.asdict(roster)
        self.players: dict[int, dict[str, Any] | Player] = {one.id: one for one in roster.players}

    def player(self, player_id: int) -> dict[str, Any]:
        found = self.players.get(player_id)
        if found is None:
            raise Refusal(
                _("{team} has never had a player with the id {player}.").format(
                    team=self.fields["name"], player=player_id
                )
            )
        if isinstance(found, Player):
            found = msgspec.structs.asdict(found)
            self.players[player_id] = found
        return found

    def closed(self) -> Roster:
        self.fields["players"] = tuple(
            one if isinstance(one, Player) else Player(**one) for one in self.players.values()
        )
        return Roster(**self.fields)


def _founded(sheet: _Sheet, event: Founded) -> None:
    sheet.fields.update(
        name=event.name, race=event.race, treasury=event.treasury, reroll_price=event.reroll_price
    )


def _hired(sheet: _Sheet, event: Hired) -> None:
    if event.player in sheet.players:
        raise Refusal(
            _("{team} already has a player with the id {player}.").format(
                team=sheet.fields["name"], player=event.player
            )
        )
    sheet.players[event.player] = Player(
        id=event.player,
        number=event.number,
        name=event.name,
        position=event.position,
        price=event.price,
        start=event.stats,
        stats=event.stats,
        skills=event.skills,
    )


def _departed(sheet: _Sheet, event: Departed) -> None:
    sheet.player(event.player).update(status=event.status, fate=event.fate, misses_next=False)


def _team_renamed(sheet: _Sheet, event: TeamRenamed) -> None:
    sheet.fields["name"] = event.name


def _player_renamed(sheet: _Sheet, event: PlayerRenamed) -> None:
    sheet.player(event.player)["name"] = event.name


def _renumbered(sheet: _Sheet, event: Renumbered) -> None:
    sheet.player(event.player)["number"] = event.number


def _gold(sheet: _Sheet, event: GoldChanged) -> None:
    sheet.fields["treasury"] += event.amount


def _rerolls(sheet: _Sheet, event: RerollsChanged) -> None:
    sheet.fields["rerolls"] += event.change


def _staff(sheet: _Sheet, event: StaffChanged) -> None:
    sheet.fields[event.staff] += event.change


def _fan_factor(sheet: _Sheet, event: FanFactorChanged) -> None:
    sheet.fields["fan_factor"] += event.change


_COUNTERS = {
    "completion": "completions",
    "touchdown": "touchdowns",
    "interception": "interceptions",
    "casualty": "casualties",
    "mvp": "mvps",
}


def _spp(sheet: _Sheet, event: SppGained) -> None:
    player = sheet.player(event.player)
    player["spp"] += event.points
    counter = _COUNTERS.get(event.source)
    if counter:
        player[counter] += event.count


def with_stat(stats: Stats, stat: str, change: int) -> Stats:
    """The characteristics with one of them changed."""
    values = list(stats)
    values[STAT_NAMES.index(stat)] += change
    return values[0], values[1], values[2], values[3]


def _injured(sheet: _Sheet, event: Injured) -> None:
    player = sheet.player(event.player)
    player["injuries"] = (*player["injuries"], event.injury)
    if event.misses_next:
        player["misses_next"] = True
    if event.effect == "niggling":
        player["niggling"] += 1
    elif event.effect != "miss" and event.applied:
        player["stats"] = with_stat(player["stats"], event.effect, -1)


def _miss_served(sheet: _Sheet, event: MissServed) -> None:
    sheet.player(event.player)["misses_next"] = False


def _advanced(sheet: _Sheet, event: Advanced) -> None:
    player = sheet.player(event.player)
    player["advances"] += 1
    player["value"] += event.value
    if event.kind == "stat":
        player["stats"] = with_stat(player["stats"], event.gain, 1)
    elif event.kind == "skill":
        player["skills"] = (*player["skills"], event.gain)
        player["gained"] = (*player["gained"], event.gain)


def _match(sheet: _Sheet, event: MatchPlayed) -> None:
    fields = sheet.fields
    fields[event.result] += 1
    fields["touchdowns_for"] += event.touchdowns_for
    fields["touchdowns_against"] += event.touchdowns_against
    fields["casualties_for"] += event.casualties_for
    fields["casualties_against"] += event.casualties_against
    for player_id in event.played:
        sheet.player(player_id)["matches"] += 1


def _joined(sheet: _Sheet, event: Joined) -> None:
    if event.record.id in sheet.players:
        raise Refusal(
            _("{team} already has a player with the id {player}.").format(
                team=sheet.fields["name"], player=event.record.id
            )
        )
    sheet.players[event.record.id] = event.record


def _taught(sheet: _Sheet, event: Taught) -> None:
    player = sheet.player(event.player)
    player["skills"] = (*player["skills"], event.skill)
    player["gained"] = (*player["gained"], event.skill)
    player["value"] += event.value


def _stat(sheet: _Sheet, event: StatChanged) -> None:
    player = sheet.player(event.player)
    player["stats"] = with_stat(player["stats"], event.stat, event.change)
    player["value"] += event.value


def _healed(sheet: _Sheet, event: Healed) -> None:
    player = sheet.player(event.player)
    injuries = list(player["injuries"])
    if event.injury in injuries:
        injuries.remove(event.injury)
    player["injuries"] = tuple(injuries)
    if not event.applied:
        return
    if event.effect == "miss":
        player["misses_next"] = False
    elif event.effect == "niggling":
        player["niggling"] = max(0, player["niggling"] - 1)
    else:
        player["stats"] = with_stat(player["stats"], event.effect, 1)


def _returned(sheet: _Sheet, event: Returned) -> None:
    sheet.player(event.player).update(status="active", fate="")


def _stadium(sheet: _Sheet, event: StadiumChanged) -> None:
    sheet.fields.update(stadium=event.stadium, stadium_value=event.value)


def _stadium_state(sheet: _Sheet, event: StadiumState) -> None:
    sheet.fields["stadium_broken"] = event.broken


def _trophy(sheet: _Sheet, event: TrophyChanged) -> None:
    held = tuple(one for one in sheet.fields["trophies"] if one != event.trophy)
    sheet.fields["trophies"] = (*held, event.trophy) if event.held else held


def _converted(sheet: _Sheet, event: Converted) -> None:
    sheet.fields.update(race=event.race, reroll_price=event.reroll_price)
    for one in event.players:
        fields = msgspec.structs.asdict(one)
        sheet.player(fields.pop("player")).update(fields)


_WRITERS: dict[type, Callable[[_Sheet, Any], None]] = {
    Founded: _founded,
    Hired: _hired,
    Departed: _departed,
    TeamRenamed: _team_renamed,
    PlayerRenamed: _player_renamed,
    Renumbered: _renumbered,
    GoldChanged: _gold,
    RerollsChanged: _rerolls,
    StaffChanged: _staff,
    FanFactorChanged: _fan_factor,
    SppGained: _spp,
    Injured: _injured,
    MissServed: _miss_served,
    Advanced: _advanced,
    MatchPlayed: _match,
    Joined: _joined,
    Taught: _taught,
    StatChanged: _stat,
    Healed: _healed,
    Returned: _returned,
    StadiumChanged: _stadium,
    StadiumState: _stadium_state,
    TrophyChanged: _trophy,
    Converted: _converted,
}


def evolve(roster: Roster, *events: RosterEvent) -> Roster:
    """The roster after these events, in order. The roster given stays as it was.

    Raises Refusal for an event about a player who never signed, or who signs twice.
    """
    sheet = _Sheet(roster)
    for event in events:
        _WRITERS[type(event)](sheet, event)
    return sheet.closed()


def worth(roster: Roster, limits: Creation) -> int:
    """Gold pieces that the team is worth without its treasury: players, re-rolls, staff, fan factor, home field."""
    return (
        sum(one.price + one.value for one in roster.players if one.status == "active")
        + roster.rerolls * roster.reroll_price
        + roster.fan_factor * limits.fan_factor_price
        + roster.assistant_coaches * limits.assistant_price
        + roster.cheerleaders * limits.cheerleader_price
        + roster.apothecary * limits.apothecary_price
        + roster.stadium_value
    )


def staff_lines(roster: Roster, limits: Creation) -> list[ReceiptLine]:
    """What is worth gold besides the players, for a receipt."""
    return [
        ReceiptLine(
            _("Team re-rolls"), roster.rerolls, roster.reroll_price, roster.rerolls * roster.reroll_price
        ),
        *(
            ReceiptLine(label, count, each, count * each)
            for label, count, each in (
                (_("Fan factor"), roster.fan_factor, limits.fan_factor_price),
                (_("Assistant coaches"), roster.assistant_coaches, limits.assistant_price),
                (_("Cheerleaders"), roster.cheerleaders, limits.cheerleader_price),
                (_("Apothecary"), roster.apothecary, limits.apothecary_price),
            )
        ),
    ]
