"""Who takes part in a Swiss: when it begins after another stage, and who comes and goes on the way."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.domain.roles import Person
from league.errors import Conflict
from tournaments.domain.competing.entering import comes_back, joins_late, last_round, leaves
from tournaments.domain.competing.going_on import field
from tournaments.domain.competing.outcomes import forfeit
from tournaments.domain.competing.paired import rules_of
from tournaments.domain.competing.rounds import open_pairings
from tournaments.domain.competing.setting_up import begins
from tournaments.models import Entry, Format, Stage


@begins(Format.SWISS)
def begin(by: Person, stage: Stage) -> None:
    """A Swiss after another stage is of those who are still there, or of the best of them; they are all there from its
    first round on, and rest in none that they have not asked for since."""
    rules = rules_of(stage)
    follows = stage.competition.stages.filter(number__lt=stage.number).exists()
    if follows or rules.advance or rules.seeding == "table":
        stage.draw = {**stage.draw, "entrants": field(stage, rules.advance), "late": []}
        stage.save(update_fields=["draw"])
        stage.competition.entries.update(byes_wanted=[])


@joins_late(Format.SWISS)
def joined(by: Person, stage: Stage, entry: Entry) -> None:
    """A Swiss takes in anybody until its last round. A draft that is there is drawn up again before it is published."""
    if entry.joined_round > rules_of(stage).rounds:
        raise Conflict(
            _("{stage} has no further round, so nobody can enter any more.").format(stage=stage.name)
        )
    if "entrants" in stage.draw:
        stage.draw["entrants"] = [*stage.draw["entrants"], entry.number]
        stage.draw["late"] = [*stage.draw.get("late", ()), entry.number]
        stage.save(update_fields=["draw"])


@comes_back(Format.SWISS)
def came_back(by: Person, stage: Stage, entry: Entry) -> None:
    """Who left in a stage before this one is a late entry in it."""
    if "entrants" in stage.draw and entry.number not in stage.draw["entrants"]:
        entry.joined_round = last_round(stage) + 1
        entry.save(update_fields=["joined_round"])
        joined(by, stage, entry)


@leaves(Format.SWISS)
def left(by: Person, stage: Stage, entry: Entry, how: str) -> None:
    """Open matches of rounds after the one that he left after, or all where they are ``awarded``, are no-shows."""
    for pairing in open_pairings(stage):
        if entry.pk not in (pairing.home_id, pairing.away_id):
            continue
        if how == "awarded" or pairing.round.number > (entry.dropped_after or 0):
            forfeit(pairing, entry, reason=entry.reason)
