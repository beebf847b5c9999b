"""Reads of teams, players and the ledger, each in a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine import roster as engine
from engine.describe import describe_event, gain_words
from engine.edition import Edition, Prompt, Receipt
from engine.roster import (
    Converted,
    Departed,
    GoldChanged,
    Joined,
    MatchPlayed,
    Roster,
    RosterEvent,
    decode_events,
)
from engine.stored import FOUNDED
from engine.words import named
from league.domain.roles import NotVisible
from league.models import League
from teams.domain.ledger import roster_from_rows
from teams.models import Act, Player, RosterEvents, Status, Team

NO_TEAM = gettext_noop("There is no such team.")

KINDS = {
    "draft": gettext_noop("Draft"),
    "accept": gettext_noop("Team accepted"),
    "buy": gettext_noop("Purchase"),
    "build": gettext_noop("Home field"),
    "repair": gettext_noop("Repair of the home field"),
    "dismiss": gettext_noop("Dismissal"),
    "retire": gettext_noop("Retirement"),
    "drop": gettext_noop("Staff let go"),
    "rename": gettext_noop("Team renamed"),
    "rename_player": gettext_noop("Player renamed"),
    "renumber": gettext_noop("Shirt numbers"),
    "improve": gettext_noop("Improvement roll"),
    "set_aside": gettext_noop("Improvement roll set aside"),
    "hand_over": gettext_noop("Team handed over"),
    "withdraw": gettext_noop("Draft withdrawn"),
    "decree": gettext_noop("Decree"),
    "trade": gettext_noop("Trade"),
    "prize": gettext_noop("Prizes of a tournament"),
    "convert": gettext_noop("Move to another edition"),
    "match": gettext_noop("Match"),
}
"""Kinds of acts as a person reads them."""


FIELD_KINDS = ("build", "repair")
"""Kinds of acts that only a league whose rules know home fields has, or one that once had such rules."""


def kinds(league: League) -> list[tuple[str, str]]:
    """Kinds of acts that there may be in this league, with their words."""
    fields = bool(league.rules.stadiums) or Act.objects.filter(league=league, kind__in=FIELD_KINDS).exists()
    return [(kind, _(words)) for kind, words in KINDS.items() if fields or kind not in FIELD_KINDS]


def kind_words(kind: str) -> str:
    return _(KINDS[kind]) if kind in KINDS else kind.replace("_", " ").capitalize()


def all_leagues() -> QuerySet[League]:
    return League.objects.order_by("pk")


def get_team(league: League, slug: str) -> Team:
    # PostgreSQL cannot even be asked for a text with NUL, and an address may hold anything.
    asked = Team.objects.select_related("coach").filter(league=league, slug=slug)
    team = None if "\0" in slug else asked.first()
    if team is None:
        raise NotVisible(_(NO_TEAM))
    team.league = league
    return team


def teams(league: League) -> QuerySet[Team]:
    """By name, each with its coach, ``fit`` and ``hired`` players, and ``owed`` star player rolls."""
    active = Q(players__status=Status.ACTIVE)
    return (
        Team.objects.filter(league=league, withdrawn=False)
        .select_related("coach", "league")
        .annotate(
            hired=Count("players", filter=active),
            fit=Count("players", filter=active & Q(players__misses_next=False)),
            owed=Count("players", filter=active & Q(players__owed__gt=0)),
        )
        .order_by("name_key")
    )


def roster_rows(team: Team) -> list[Player]:
    """Players under contract, by shirt number."""
    return list(team.players.filter(status=Status.ACTIVE).order_by("number", "uid"))


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A player as a line of the roster sheet. ``stats``: each with "good" or "bad" where it is not what it was."""

    player: Player
    title: str
    stats: tuple[tuple[int, str], ...]


def sheet(team: Team, signed: Iterable[Player] | None = None) -> list[SheetLine]:
    """Players under contract, by shirt number: one query, none where the players are given."""
    title = team.league.rules.rules.title
    rows = roster_rows(team) if signed is None else _under_contract(signed)
    return [SheetLine(row, title(row.spp), stats_marked(row)) for row in rows]


def receipt(team: Team, signed: Iterable[Player]) -> Receipt:
    """How the team comes to its strength, by the rules in force. No query."""
    return team.league.rules.rules.receipt(roster_from_rows(team, signed))


def _under_contract(signed: Iterable[Player]) -> list[Player]:
    return sorted((one for one in signed if one.active), key=lambda one: (one.number, one.uid))


def stats_marked(player: Player) -> tuple[tuple[int, str], ...]:
    return tuple(
        (now, "good" if now > start else "bad" if now < start else "")
        for now, start in zip(player.stats, player.start, strict=True)
    )


SOURCES = (
    ("completion", gettext_noop("Completions"), "completions"),
    ("touchdown", gettext_noop("Touchdowns"), "touchdowns"),
    ("interception", gettext_noop("Interceptions"), "interceptions"),
    ("casualty", gettext_noop("Casualties"), "casualties"),
    ("mvp", gettext_noop("Most valuable player"), "mvps"),
)


def points_by_source(player: Player, edition: Edition) -> list[tuple[str, int, int]]:
    """(deed, how often, star player points) by the edition's values; what is left came from elsewhere."""
    lines = [
        (_(words), getattr(player, counter), getattr(player, counter) * edition.rules.spp(source))
        for source, words, counter in SOURCES
    ]
    rest = player.spp - sum(points for *_of, points in lines)
    return [*lines, (_("Other"), 1, rest)] if rest else lines


def get_player(team: Team, uid: int) -> Player:
    # A number beyond every column finds nothing, and no error.
    player = team.players.filter(uid=uid).first() if uid < 2**31 else None
    if player is None:
        raise NotVisible(_("There is no such player."))
    player.team = team
    return player


def players(league: League) -> QuerySet[Player]:
    """Everybody who ever signed in the league, each with the team."""
    return (
        Player.objects.filter(team__league=league, team__withdrawn=False)
        .select_related("team")
        .order_by("team__name_key", "number", "uid")
    )


# --- the ledger ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnswerTold:
    """An answer of an act: the dice as they fell, or what was picked; ``here``: Dugout rolled."""

    asked: str
    dice: tuple[int, ...]
    pick: str
    here: bool


@dataclass(frozen=True, slots=True)
class Told:
    """An act as a page shows it: what it did to each team, in sentences."""

    act: Act
    kind: str
    teams: tuple[tuple[Team, tuple[str, ...]], ...]
    about: Team | None
    """The team that an act concerns which changed no roster."""
    answers: tuple[AnswerTold, ...]

    @property
    def reason(self) -> str:
        """Why, of a decree or a correction."""
        return str(self.act.parameters.get("reason", ""))

    @property
    def void(self) -> bool:
        """It was undone: nothing stands in its place."""
        return bool(self.act.parameters.get("void"))

    @property
    def corrects(self) -> bool:
        """It stands where another act stood."""
        return self.act.place != self.act.sequence


def acts(league: League, team: Team | None = None, kind: str = "") -> QuerySet[Act]:
    """Acts of the league, the latest place first; of one team those that changed it, or concern it alone.

    Acts that were replaced follow what stands in their place.
    """
    found = (
        Act.objects.filter(league=league)
        .select_related("by", "replaced_by", "amendment")
        .order_by("-place", "-sequence")
    )
    if team is not None:
        concerned = RosterEvents.objects.filter(team=team).values("act")
        found = found.filter(Q(pk__in=concerned) | Q(parameters__team=team.slug))
    if kind in KINDS:
        found = found.filter(kind=kind)
    return found


def get_act(league: League, sequence: int) -> Act:
    found = acts(league).filter(sequence=sequence).first() if sequence < 2**31 else None
    if found is None:
        raise NotVisible(_("There is no such act."))
    return found


def same_place(act: Act) -> QuerySet[Act]:
    """What else has stood, or stands, in the place of the act."""
    return acts(act.league).filter(place=act.place).exclude(pk=act.pk)


def told(league: League, shown: Iterable[Act], team: Team | None = None) -> list[Told]:
    """The acts with their sentences, in three queries; with ``team`` only what they did to it."""
    rows = list(shown)
    events: dict[int, list[tuple[Team, tuple[RosterEvent, ...]]]] = {act.pk: [] for act in rows}
    found = (
        RosterEvents.objects.filter(act__in=events.keys()).select_related("team").order_by("team__name_key")
    )
    if team is not None:
        found = found.filter(team=team)
    for row in found:
        events[row.act_id].append((row.team, decode_events(row.events)))
    names = _names(pair for pairs in events.values() for pair in pairs)
    abouts = _concerned(league, (act for act in rows if not events[act.pk]))
    return [
        Told(
            act,
            kind_words(act.kind),
            tuple(
                (one, tuple(describe_event(names[one.pk], event) for event in happened))
                for one, happened in events[act.pk]
            ),
            abouts.get(act.pk),
            answers_of(league.rules, act),
        )
        for act in rows
    ]


def answers_of(edition: Edition, act: Act) -> tuple[AnswerTold, ...]:
    """The answers of an act outside a match; a match has its own page, with every entry of its log."""
    if act.kind == "match":
        return ()
    return answers_told(edition, act.answers, act.parameters.get("rolled", ()))


def answers_told(
    edition: Edition, answers: Iterable[dict[str, Any]], rolled: Iterable[int] = ()
) -> tuple[AnswerTold, ...]:
    """``rolled`` holds the places, from 1, of the answers that Dugout rolled."""
    here = frozenset(rolled)
    return tuple(_answer(edition.prompts, given, place in here) for place, given in enumerate(answers, 1))


def _answer(prompts: dict[str, Prompt], given: dict[str, Any], here: bool) -> AnswerTold:
    prompt = prompts.get(given["key"])
    asked = named(prompt.label) if prompt else given["key"].replace(".", " ").replace("_", " ")
    if given["kind"] == "roll":
        return AnswerTold(asked, tuple(given["dice"]), "", here)
    pick = given["pick"]
    picks = (pick,) if isinstance(pick, str) else pick
    return AnswerTold(asked, (), ", ".join(map(gain_words, picks)), here)


def _concerned(league: League, silent: Iterable[Act]) -> dict[int, Team]:
    """The teams that acts without events name, by the act's primary key."""
    slugs = {act.pk: act.parameters.get("team", "") for act in silent}
    teams = {team.slug: team for team in Team.objects.filter(league=league, slug__in=set(slugs.values()))}
    return {pk: teams[slug] for pk, slug in slugs.items() if slug in teams}


def _names(told: Iterable[tuple[Team, tuple[RosterEvent, ...]]]) -> dict[int, Roster]:
    """Rosters that know nothing but the names of those whom the events concern: one query."""
    concerned: dict[int, set[int]] = {}
    for team, events in told:
        uids = concerned.setdefault(team.pk, set())
        uids.update(event.player for event in events if hasattr(event, "player"))
    rows = Player.objects.filter(
        team__in=concerned.keys(), uid__in=set().union(*concerned.values()) if concerned else set()
    ).values_list("team_id", "uid", "number", "name", "position")
    known: dict[int, list[engine.Player]] = {pk: [] for pk in concerned}
    for team_id, uid, number, name, position in rows.order_by():
        stats = (0, 0, 0, 0)
        known[team_id].append(engine.Player(uid, number, name, position, 0, stats, stats))
    return {pk: Roster(players=tuple(one)) for pk, one in known.items()}


@dataclass(frozen=True, slots=True)
class GoldLine:
    """A line of the treasury's ledger, in gold pieces."""

    act: Act
    amount: int
    reason: str
    balance: int


def treasury_ledger(team: Team, length: int | None = 10, until: datetime | None = None) -> list[GoldLine]:
    """What came into the treasury and left it, the latest first, with the balance after each: one query.

    ``until`` a moment: then ``team`` is as it stood.
    """
    rows = (
        RosterEvents.objects.filter(team=team, act__replaced_by=None)
        .filter(Q(events__contains='"gold"') | Q(events__contains='"founded"'))
        .select_related("act__by")
        .order_by("-act__place")
    )
    if until is not None:
        rows = rows.filter(act__at__lte=until)
    balance, lines = team.treasury, []
    for row in rows[:length]:
        for event in reversed(decode_events(row.events)):
            if isinstance(event, GoldChanged):
                lines.append(GoldLine(row.act, event.amount, event.reason, balance))
                balance -= event.amount
            elif isinstance(event, engine.Founded):
                lines.append(GoldLine(row.act, event.treasury, FOUNDED, balance))
    return lines if length is None else lines[:length]


@dataclass(frozen=True, slots=True)
class Chapter:
    """What one act meant to one player, in sentences."""

    act: Act
    kind: str
    sentences: tuple[str, ...]
    answers: tuple[AnswerTold, ...]
    """Of a star player roll: the dice, and what was picked."""


def career(player: Player, edition: Edition, until: datetime | None = None) -> list[Chapter]:
    """Everything that the ledger says of a player until a moment, the latest first: one query."""
    rows = (
        RosterEvents.objects.filter(team_id=player.team_id, act__replaced_by=None)
        .select_related("act")
        .order_by("-act__place")
    )
    if until is not None:
        rows = rows.filter(act__at__lte=until)
    stats = (0, 0, 0, 0)
    named = Roster(
        players=(engine.Player(player.uid, player.number, player.name, player.position, 0, stats, stats),)
    )
    chapters = []
    for row in rows:
        concerned = [event for event in decode_events(row.events) if _concerns(event, player.uid)]
        if concerned:
            sentences = tuple(describe_event(named, event) for event in concerned)
            answers = answers_of(edition, row.act)
            chapters.append(Chapter(row.act, kind_words(row.act.kind), sentences, answers))
    return chapters


def _concerns(event: RosterEvent, uid: int) -> bool:
    if isinstance(event, MatchPlayed):
        return uid in event.played
    if isinstance(event, Joined):
        return event.record.id == uid
    if isinstance(event, Converted):
        return any(one.player == uid for one in event.players)
    return getattr(event, "player", None) == uid


# --- the departed -------------------------------------------------------------------------------------------------


def departed(league: League, dead: bool) -> QuerySet[Player]:
    """The dead, or those who left otherwise; whoever did most comes first."""
    gone = players(league).exclude(status=Status.ACTIVE)
    gone = gone.filter(status=Status.DEAD) if dead else gone.exclude(status=Status.DEAD)
    return gone.order_by("-spp", F("matches").desc(), "name", "team", "uid")


def departures(shown: Iterable[Player]) -> dict[int, datetime]:
    """When each of these players left, by primary key: one query."""
    wanted = {(one.team_id, one.uid): one.pk for one in shown}
    rows = RosterEvents.objects.filter(
        team__in={team for team, _ in wanted}, act__replaced_by=None, events__contains='"departed"'
    ).values_list("team_id", "events", "act__at")
    found: dict[int, datetime] = {}
    for team_id, events, at in rows.order_by("act__place"):
        for event in decode_events(events):
            if isinstance(event, Departed) and (team_id, event.player) in wanted:
                found[wanted[team_id, event.player]] = at
    return found
