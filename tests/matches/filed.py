"""Leagues by the Competition Rules whose teams are those of a match file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import get_args

from engine.acts import Draft, Line
from engine.acts.decreeing import ChangeStat, Decree, Gold, Spp, Teach
from engine.formats.matchfile import FilePlayer, FileTeam
from engine.questions import Choose, Chosen, Question, Report, Roll, Rolled
from engine.roster import Injured, Stat
from league.models import League, Role, User
from matches.domain import importing, wizard
from matches.domain.fixtures import make_fixture
from matches.models import Fixture
from teams.domain.decreeing import decree
from teams.domain.drafting import accept_team, draft_team
from teams.models import Team
from tests.engine.formats.samples import BB2, match_of
from tests.helpers import a_league, happens
from tests.matches.conftest import World, member

A, B = BB2
NIGGLING = ("Damaged Back", "Smashed Knee")
RICH = 3_000_000
"""Gold to draft a team with that has been playing for long."""


def a_filed_world(path: Path, **names: str) -> World:
    """A fixture of the two teams of a file, of which nobody has imported anything yet."""
    file = match_of(path)
    league = a_league("Old World Cup", edition="crp", house_rules={"league/treasury": RICH})
    by = member(league, "the-commissioner", Role.COMMISSIONER)
    home_coach, away_coach = (member(league, name, Role.COACH) for name in ("home-coach", "away-coach"))
    home = a_filed_team(league, by, home_coach, file.home, names.get("home", file.home.name))
    away = a_filed_team(league, by, away_coach, file.away, names.get("away", file.away.name))
    return World(
        league=league,
        commissioner=by,
        home_coach=home_coach,
        away_coach=away_coach,
        bystander=member(league, "bystander", Role.COACH),
        stranger=User.objects.create_user("stranger"),
        home=home,
        away=away,
        fixture=make_fixture(by, league, home, away, 1),
    )


def a_filed_team(league: League, by: User, coach: User, team: FileTeam, name: str) -> Team:
    """Drafted with the file's players, who then come to what they are in the file by decrees and old injuries."""
    lines = tuple(Line(one.position, one.name, one.number) for one in team.players)
    wanted = Draft(
        name,
        team.race,
        lines,
        rerolls=team.rerolls or 0,
        fan_factor=team.fan_factor or 0,
        apothecary=team.apothecaries or 0,
    )
    made = accept_team(by, draft_team(league, by, wanted, coach))
    old = [
        Injured(place, injury, "niggling", True, False)
        for place, one in enumerate(team.players, 1)
        for injury in one.injuries
        if injury in NIGGLING
    ]
    made = happens(made, *old) if old else made
    decrees = [
        each for place, one in enumerate(team.players, 1) for each in _grown(league, team.race, place, one)
    ]
    treasury = (team.treasury or 0) - made.treasury
    return decree(made, by, [*decrees, Gold(treasury)], "They have been playing for long.")


def _grown(league: League, race: str, place: int, one: FilePlayer) -> list[Decree]:
    position = league.rules.races[race].position(one.position)
    assert position is not None
    assert position.stats is not None
    assert one.stats is not None
    now = (one.stats.movement, one.stats.strength, one.stats.agility, one.stats.armour)
    found: list[Decree] = []
    stats: tuple[Stat, ...] = get_args(Stat)
    for stat, start, today in zip(stats, position.stats, now, strict=True):
        found += [ChangeStat(place, stat, 1 if today > start else -1)] * abs(today - start)
    learned = Counter(one.skills) - Counter(position.skills)
    found += [Teach(place, skill) for skill in learned if not skill.startswith("+")]
    return [*found, Spp(place, one.spp)] if one.spp else found


# --- what a person answers ----------------------------------------------------------------------------------------

FROM_FILE: dict[Path, dict[str, tuple[int, ...]]] = {
    A: {
        "weather": (1, 1),
        "fans.home": (4, 5),
        "fans.away": (6, 6),
        "fan_factor.home": (2, 3),
        "fan_factor.away": (5, 5, 5),
    },
    B: {"fan_factor.home": (3, 3), "fan_factor.away": (1, 1)},
}
"""What the files do not have, as it must have been by what they say of it."""


def by_hand(question: Question, path: Path) -> Rolled | Chosen:
    """The dice that must have fallen, and the first of several options."""
    assert not isinstance(question, Report)
    told = FROM_FILE[path]
    if isinstance(question, Roll):
        dice = told.get(f"{question.key}.{question.side}") or told[question.key]
        return Rolled(question.key, question.side, dice, question.player)
    assert isinstance(question, Choose)
    return Chosen(question.key, question.side, question.options[0], question.player)


def settled(fixture: Fixture, by: User, path: Path) -> wizard.Step:
    """The log is started from the file, and everybody is who he most likely is."""
    importing.start(fixture, by, match_of(path))
    return settled_as_shown(fixture, by)


def settled_as_shown(fixture: Fixture, by: User) -> wizard.Step:
    found = importing.in_hand(fixture)
    matching = importing.Matching(found.home.who, found.away.who)
    return importing.settle(fixture, by, matching, found.row.version, confirmed=True)


def answered_all(fixture: Fixture, by: User, path: Path, step: wizard.Step) -> wizard.Step:
    while step.question is not None:
        step = wizard.answer(fixture, by, by_hand(step.question, path), step.row.version)
    return step
