"""A league in which everything has happened that an archive can tell of."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

from engine.acts import Deal, Purchase, Share
from engine.questions import Choose, Chosen
from engine.roster import GoldChanged, SppGained
from league.domain import bulletins, invitations, leagues
from league.models import League, User
from matches.domain import amending, logs, wizard
from matches.domain.logs import Rejected
from matches.models import Fixture, LogStatus, MatchLog, Result
from teams.domain import handing, improving, trading
from teams.domain.buying import buy
from teams.models import Team
from tests.crash.stories import begun, committed
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_drafted_team,
    a_fixture,
    a_league,
    a_played_match,
    a_submitted_log,
    coach_of,
    happens,
)
from tests.league.pictured import a_photograph
from tests.tournaments.competing.builders import a_competition, decided, entries, pairings, started, the_stage
from tournaments.domain import publishing
from tournaments.domain.competing import entering, majors, results, rounds, setting_up
from tournaments.models import Format, Kind

TEAMS = (
    "Ærø Åkarps Österlenare",
    "O'Malley's <b>Bruisers</b>",
    "東京ドラゴンズ",
    "🐉 Drachen",
    "é" * 50,
    "=cmd()",
)
PEOPLE = ("Žluťoučký", "o.malley", "東京", "משה", "Ærø", "plain")
PLAYER = "Żółć Ñuñoa"
NEWS = "á" * 300 + "\nשלום \u202eabc\u202c, “quoted” \\ backslash \\u0000 and a tab\t."
RACES = ("Orc", "Human", "Skaven", "Dwarf", "Chaos", "Undead")


def a_whole_league() -> League:
    league = a_league("Žižkovský pohár “东京”")
    by = a_commissioner(league, "the commissioner")
    teams = [
        a_drafted_team(league, race, a_coach(league, person), name, seed=number)
        for number, (race, person, name) in enumerate(zip(RACES, PEOPLE, TEAMS, strict=True))
    ]
    _settings_and_news(league, by)
    _acts_outside_matches(by, teams)
    pairs = ((0, 1), (2, 3), (1, 2), (4, 0), (5, 3))
    results = [
        a_played_match(teams[home], teams[away], number, seed=number)
        for number, (home, away) in enumerate(pairs, 1)
    ]
    publishing.publish(league, by)
    _corrections(by, results)
    _logs_of_every_kind(by, teams)
    leagues.open_season(by, league, "Druhá sezóna")
    a_played_match(teams[0], teams[5], 1, seed=9)
    competitions_under_way(league, by, teams)
    return League.objects.get(pk=league.pk)


def competitions_under_way(league: League, by: User, teams: list[Team]) -> None:
    """A Swiss in its second round, a knockout after its first, a major whose play-off has begun, and a plan."""
    _swiss(league, by)
    cup = a_competition(league, ("Cup", Format.KNOCKOUT, {}), kind=Kind.CUP, rosters=False, name="Pohár")
    entries(cup, 5)
    started(cup)
    rounds.publish(by, the_stage(cup).rounds.get(number=1))
    for one in pairings(the_stage(cup), 1):
        if one.away_id and not one.outcome:
            decided(one, 2, 1)
    major = majors.open_major(by, league, "Chaos Cup", date(2026, 3, 2))
    for team in teams:
        entering.enter(coach_of(team), major, team)
    setting_up.start(by, major, "a seed")
    a_competition(league, kind=Kind.SEASON, name="Ještě nezačala", starts=date(2027, 1, 5))


def _swiss(league: League, by: User) -> None:
    """With somebody who left, a bye, points given by hand, a report of one side and a correction."""
    swiss = a_competition(
        league, ("Swiss", Format.SWISS, {"rounds": 3}), kind=Kind.EVENT, rosters=False, name="Švýcar “x”"
    )
    setting_up.appoint(by, swiss, a_coach(league, "organiser"))
    made = entries(swiss, 6, club="Klub")
    entering.enter(
        by, swiss, name="Dragon", coach="Žižka", race="Elf", naf_number=11491, user=a_coach(league)
    )
    started(swiss)
    rounds.publish(by, rounds.pair(by, the_stage(swiss)))
    first = [one for one in pairings(the_stage(swiss), 1) if one.away_id]
    for one in first:
        decided(one, 2, 1, 3, 0)
    results.correct(by, first[0], 1, 2, reason="Přepis")
    entering.change_entry(by, made[0], painting=7)
    entering.adjust(by, made[1], -3, "Pozdě")
    entering.drop(by, made[2], reason="Nemoc")
    rounds.publish(by, rounds.pair(by, the_stage(swiss)))


def _settings_and_news(league: League, by: User) -> None:
    leagues.change_settings(by, league, win_points=2, house_rules={"match/mvp/bench": False})
    shown = bulletins.with_picture(by, league, "", a_photograph(), 1000, "Naše hřiště")
    bulletins.publish(by, league, "Novinky", NEWS)
    bulletins.publish(by, league, "Hřiště", shown)
    publishing.set_schedule(by, league, 3, 20)
    invitations.invite(by, league)


def _acts_outside_matches(by: User, teams: list[Team]) -> None:
    orcs, humans = teams[:2]
    coach, other = coach_of(orcs), coach_of(humans)
    happens(
        orcs,
        GoldChanged(300_000, "a gift"),
        SppGained(1, "mvp", 2, 10),
        SppGained(2, "mvp", 2, 10),
        kind="prize",
    )
    buy(orcs, coach, Purchase(rerolls=1), "a key of the client")
    improving.answer(orcs, coach, 1, "roll", 0)
    _improve(orcs, 2)
    accepted = trading.offer(orcs, humans, coach, Deal(gives=Share(gold=20_000)), "Přátelům")
    trading.accept(accepted, other)
    refused = trading.offer(humans, orcs, other, Deal(gives=Share(gold=10_000)))
    trading.refuse(refused, coach)
    trading.offer(orcs, teams[2], coach, Deal(gives=Share(gold=10_000)), "Noch offen")
    handing.hand_over(teams[3], by, by)
    gone = a_drafted_team(by.memberships.get().league, "Elf", by, "Withdrawn", accepted=False)
    handing.withdraw(gone, by)


def _improve(team: Team, player: int) -> None:
    """Whatever the dice say, to its end."""
    seen = improving.current(team, player)
    while not seen.done:
        question = seen.question
        given: improving.Given = (
            improving.answer_to(question, pick=question.options[0])
            if isinstance(question, Choose)
            else "roll"
        )
        seen = improving.answer(team, coach_of(team), player, given, seen.row.version)


def _corrections(by: User, results: list[Result]) -> None:
    """One has landed, one was abandoned, and one is being prepared."""
    committed(begun(by, results[0]), by, "a key of the commissioner")()
    amending.abandon(amending.undo(by, results[1], "By mistake."), by)
    begun(by, results[2])


def _begin_a_log(fixture: Fixture, by: User) -> None:
    """Dice that Dugout rolled were taken back, and rolled again."""
    step = wizard.current(fixture)
    while isinstance(question := step.question, Choose):
        pick = Chosen(question.key, question.side, question.options[0], question.player)
        step = wizard.answer(fixture, by, pick, step.row.version)
    step = wizard.answer(fixture, by, "roll", step.row.version)
    step = wizard.undo_last(fixture, by, step.row.version)
    wizard.answer(fixture, by, "roll", step.row.version)


def _logs_of_every_kind(by: User, teams: list[Team]) -> None:
    fixture = a_fixture(teams[1], teams[3], 9)
    _begin_a_log(fixture, by)
    with suppress(Rejected):
        logs.submit_file(fixture, by, "{není to záznam \\ “x”}\x00".encode())
    logs.reject(a_submitted_log(fixture, by, seed=1), by, "Nečitelné.")
    a_submitted_log(fixture, by, seed=2)
    waiting = a_submitted_log(fixture, by, seed=3)
    # As a worker has it who is on it.
    MatchLog.objects.filter(pk=waiting.pk).update(status=LogStatus.QUEUED)
