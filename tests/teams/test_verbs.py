"""What coaches and commissioners do with teams, and what is refused."""

from __future__ import annotations

import msgspec
import pytest

from engine.acts import Line, Purchase
from engine.questions import Chosen, Refusal, Rolled
from engine.roster import Advanced, Departed, GoldChanged, SppGained
from league.domain.roles import Forbidden, NotVisible
from league.errors import Conflict
from teams.domain import buying, drafting, improving, naming
from teams.domain.improving import Overtaken, answer, current, set_aside
from teams.domain.ledger import fold, roster_of
from teams.models import Improvement, Team
from tests.helpers import (
    a_coach,
    a_commissioner,
    a_draft,
    a_drafted_team,
    a_league,
    a_player,
    a_user,
    assert_reconciled,
    coach_of,
    happens,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def league(db):
    """Its rows are proved against its ledger after every test."""
    league = a_league()
    yield league
    assert_reconciled(league)


@pytest.fixture
def team(league):
    return happens(a_drafted_team(league), GoldChanged(500_000, "a gift"))


# --- drafting -------------------------------------------------------------------------------------------------


def test_a_coach_drafts_and_a_commissioner_accepts(league):
    coach, commissioner = a_coach(league), a_commissioner(league)
    draft = a_draft(league, "Orc", "Gouged Eye")
    team = drafting.draft_team(league, coach, draft)
    assert (team.name, team.slug, team.race, team.coach, team.accepted) == (
        "Gouged Eye",
        "gouged-eye",
        "Orc",
        coach,
        False,
    )
    assert [(one.position, one.name, one.number) for one in roster_of(team).players] == [
        (line.position, line.name, line.number) for line in draft.players
    ]
    act = league.acts.get()
    assert (act.kind, act.by, act.as_commissioner) == ("draft", coach, False)
    drafting.accept_team(commissioner, team)
    assert Team.objects.get(pk=team.pk).accepted
    assert league.acts.get(kind="accept").as_commissioner
    with pytest.raises(Conflict, match="accepted already"):
        drafting.accept_team(commissioner, team)


def test_every_problem_of_a_draft_is_told_at_once(league):
    coach = a_coach(league)
    a_drafted_team(league, name="Gouged Eye")
    draft = a_draft(league, name="gouged eye", fan_factor=0)
    draft = msgspec.structs.replace(draft, players=(*draft.players[:3], Line("Ogre Bard", "", 100)))
    with pytest.raises(Refusal) as refused:
        drafting.draft_team(league, coach, draft)
    told = " ".join(problem.message for problem in refused.value.problems)
    for part in ("11 to 16", "Ogre Bard", "missing", "1 to 99", "fan factor", "a team named gouged eye"):
        assert part in told
    assert Team.objects.filter(league=league).count() == 1


@pytest.mark.parametrize(
    "first, second",
    [
        ("Ærø Åkarps Österlenare", "ærø åkarps österlenare"),
        ("Reikland Reavers", "REIKLAND  REAVERS "),
        ("Caf\u00e9", "Cafe\u0301"),
        ("Straße", "STRASSE"),
        ("Ｏｒｃｓ", "orcs"),
    ],
)
def test_names_that_people_take_for_the_same_are_refused(league, first, second):
    a_drafted_team(league, name=first)
    other = a_drafted_team(league, name="Somebody Else")
    with pytest.raises(Refusal, match="already"):
        drafting.draft_team(league, a_coach(league), a_draft(league, name=second))
    with pytest.raises(Refusal, match="already"):
        naming.rename_team(other, coach_of(other), second)


def test_the_same_name_does_in_another_league(league):
    a_drafted_team(league, name="Gouged Eye")
    assert a_drafted_team(a_league(), name="Gouged Eye").slug == "gouged-eye"


@pytest.mark.parametrize(
    "name", ["東京ドラゴンズ", "🐉 Drachen", "é" * 50, "O'Malley's <b>Bruisers</b>", "Żółć Ñuñoa"]
)
def test_names_of_any_script_come_back_as_they_were(league, name):
    team = a_drafted_team(league, name=name)
    assert team.name == name
    assert fold(team).name == name
    assert team.slug
    naming.rename_player(team, coach_of(team), 1, name)
    assert a_player(team).name == name


@pytest.mark.parametrize(
    "name, said",
    [
        ("", "missing"),
        ("é" * 51, "51 characters"),
        ("a\u202eb", "direction"),
        ("a\nb", "one line"),
        ("\ud800", "half"),
    ],
)
def test_names_that_cannot_be_shown_are_refused(league, team, name, said):
    with pytest.raises(Refusal, match=said):
        naming.rename_team(team, team.coach, name)


def test_addresses_of_like_names_differ(league):
    assert a_drafted_team(league, name="Orcs!").slug == "orcs"
    assert a_drafted_team(league, name="Orcs?").slug == "orcs-2"
    assert a_drafted_team(league, name="東京").slug == "team"


def test_who_may_draft(league):
    commissioner, coach, stranger = a_commissioner(league), a_coach(league), a_user()
    with pytest.raises(Forbidden):
        drafting.draft_team(league, stranger, a_draft(league))
    with pytest.raises(Forbidden, match="somebody else"):
        drafting.draft_team(league, coach, a_draft(league), coach=commissioner)
    with pytest.raises(Refusal, match="no member"):
        drafting.draft_team(league, commissioner, a_draft(league), coach=stranger)
    team = drafting.draft_team(league, commissioner, a_draft(league), coach=coach)
    assert team.coach == coach
    assert league.acts.get().as_commissioner
    own = drafting.draft_team(league, commissioner, a_draft(league))
    assert own.coach == commissioner
    assert not league.acts.get(sequence=2).as_commissioner
    with pytest.raises(Forbidden):
        drafting.accept_team(coach, team)


def test_a_private_league_does_not_exist_for_strangers():
    league = a_league(public=False)
    team = a_drafted_team(league)
    with pytest.raises(NotVisible):
        buying.buy(team, a_user(), Purchase(rerolls=1))


def test_the_same_draft_with_the_same_key_is_one_team(league):
    coach, draft = a_coach(league), a_draft(league)
    first = drafting.draft_team(league, coach, draft, key="k")
    assert drafting.draft_team(league, coach, draft, key="k") == first
    other = msgspec.structs.replace(draft, name="Another")
    with pytest.raises(Conflict, match="something else"):
        drafting.draft_team(league, coach, other, key="k")
    with pytest.raises(Conflict, match="something else"):
        drafting.draft_team(league, a_coach(league), draft, key="k")
    assert Team.objects.filter(league=league).count() == 1


# --- buying and leaving ---------------------------------------------------------------------------------------


def test_buying(league, team):
    price = league.rules.races["Orc"].reroll_price
    bought = buying.buy(team, team.coach, Purchase(rerolls=1, cheerleaders=2))
    assert bought.treasury == team.treasury - 2 * price - 20_000
    assert bought.rerolls == team.rerolls + 1
    assert bought.worth == team.worth + price + 20_000


def test_a_player_is_hired_with_a_number_that_nobody_had(league, team):
    team = happens(team, Departed(3, "dead", "killed"))
    last = max(one.uid for one in team.players.all())
    buying.buy(team, team.coach, Purchase(players=(Line("Lineman", "New One", 90),)))
    assert a_player(team, last + 1).name == "New One"


def test_what_the_treasury_cannot_pay_is_refused(league, team):
    with pytest.raises(Refusal, match="too few"):
        buying.buy(team, team.coach, Purchase(rerolls=50))
    assert Team.objects.get(pk=team.pk).treasury == team.treasury


def test_buying_twice_with_one_key_is_buying_once(league, team):
    first = buying.buy(team, team.coach, Purchase(rerolls=1), "key")
    again = buying.buy(team, team.coach, Purchase(rerolls=1), "key")
    assert (first.treasury, first.rerolls) == (again.treasury, again.rerolls)
    with pytest.raises(Conflict, match="something else"):
        buying.buy(team, team.coach, Purchase(rerolls=2), "key")


@pytest.mark.parametrize("key", ["k" * 201, "a\x00b", "a\nb"])
def test_keys_that_are_no_line_are_refused(league, team, key):
    with pytest.raises(Refusal, match="idempotency key"):
        buying.buy(team, team.coach, Purchase(rerolls=1), key)


def test_leaving(league, team):
    buying.dismiss(team, team.coach, 1)
    assert a_player(team, 1).status == "dismissed"
    after = buying.retire(team, team.coach, 2, becomes_assistant=True)
    assert a_player(team, 2).status == "retired"
    assert after.assistant_coaches == team.assistant_coaches + 1
    assert (
        buying.drop_staff(after, team.coach, "assistant_coaches", 1).assistant_coaches
        == team.assistant_coaches
    )
    assert buying.drop_staff(after, team.coach, "rerolls", 1).rerolls == team.rerolls - 1
    with pytest.raises(Refusal, match="no longer plays"):
        buying.dismiss(team, team.coach, 1)
    with pytest.raises(Refusal, match="never had a player"):
        buying.retire(team, team.coach, 999, becomes_assistant=False)
    with pytest.raises(Refusal, match="no staff called"):
        buying.drop_staff(team, team.coach, "treasury", 1)
    with pytest.raises(Refusal, match="cannot drop"):
        buying.drop_staff(team, team.coach, "rerolls", 99)


@pytest.mark.parametrize(
    "verb",
    [
        lambda team, by: buying.buy(team, by, Purchase(rerolls=1)),
        lambda team, by: buying.dismiss(team, by, 1),
        lambda team, by: buying.retire(team, by, 1, becomes_assistant=False),
        lambda team, by: buying.drop_staff(team, by, "rerolls", 1),
        lambda team, by: naming.rename_team(team, by, "Another"),
        lambda team, by: naming.rename_player(team, by, 1, "Another"),
        lambda team, by: naming.renumber(team, by, {1: 98}),
        lambda team, by: improving.answer(team, by, 1, "roll", 0),
    ],
)
def test_only_the_coach_and_the_commissioner_act_for_a_team(league, team, verb):
    team = happens(team, SppGained(1, "mvp", 2, 10))
    before = league.acts.count()
    for stranger in (a_coach(league), a_user(), a_commissioner(a_league())):
        with pytest.raises(Forbidden, match="Only the coach of"):
            verb(team, stranger)
    assert league.acts.count() == before
    verb(team, a_commissioner(league))
    last = league.acts.order_by("-sequence")[0]
    assert last.as_commissioner or Improvement.objects.exists()
    # Whoever is no member any more is no coach either.
    league.memberships.filter(user=team.coach).delete()
    with pytest.raises(Forbidden):
        verb(team, team.coach)


# --- names and numbers ----------------------------------------------------------------------------------------


def test_renaming_keeps_the_address(league, team):
    renamed = naming.rename_team(team, team.coach, "New Name")
    assert (renamed.name, renamed.slug) == ("New Name", team.slug)
    count = league.acts.count()
    naming.rename_team(renamed, team.coach, "New Name")
    assert league.acts.count() == count
    with pytest.raises(Refusal, match="already has a player"):
        naming.rename_player(team, team.coach, 1, a_player(team, 2).name)


def test_players_may_swap_shirts(league, team):
    first, second = a_player(team, 1).number, a_player(team, 2).number
    naming.renumber(team, team.coach, {1: second, 2: first})
    assert (a_player(team, 1).number, a_player(team, 2).number) == (second, first)
    with pytest.raises(Refusal) as refused:
        naming.renumber(team, team.coach, {1: 100, 2: a_player(team, 3).number, 999: 5})
    assert len(refused.value.problems) == 3


# --- improving ------------------------------------------------------------------------------------------------


@pytest.fixture
def star(team):
    """A team whose player 1 is owed a roll."""
    return happens(team, SppGained(1, "mvp", 2, 10))


def rolled(key, *dice):
    return Rolled(key, "home", dice, 1)


def chosen(pick):
    return Chosen("improve.pick", "home", pick, 1)


def test_an_improvement_from_the_first_die_to_the_ledger(league, star):
    coach = star.coach
    answer(star, coach, 1, rolled("improve.roll", 3, 4), 0)
    seen = answer(
        star,
        coach,
        1,
        chosen(
            "Dodge" if "Dodge" in current(star, 1).question.options else current(star, 1).question.options[0]
        ),
        1,
    )
    assert seen.question.key == "ageing"
    seen = answer(star, coach, 1, rolled("ageing", 6, 6), 2)
    assert seen.done
    assert len(seen.gained) == 1
    player = a_player(star)
    assert (player.advances, len(player.gained), player.owed) == (1, 1, 0)
    act = league.acts.get(kind="improve")
    assert [one["kind"] for one in act.answers] == ["roll", "choose", "roll"]
    assert star.improvements.get().act == act
    with pytest.raises(Refusal, match="not owed"):
        current(star, 1)


def test_dice_are_stored_the_moment_they_fall(league, star):
    seen = answer(star, star.coach, 1, "roll", 0)
    for _ in range(3):
        again = current(star, 1)
        assert again.answers == seen.answers
        assert again.row.rolled == [1]
    with pytest.raises(Overtaken):
        answer(star, star.coach, 1, "roll", 0)
    assert current(star, 1).answers == seen.answers


def test_an_old_window_does_not_answer_the_next_improvement(league, star):
    star = happens(star, SppGained(1, "mvp", 2, 10))
    assert a_player(star).owed == 2
    answer(star, star.coach, 1, rolled("improve.roll", 3, 4), 0)
    pick = current(star, 1).question.options[0]
    answer(star, star.coach, 1, chosen(pick), 1)
    answer(star, star.coach, 1, rolled("ageing", 6, 6), 2)
    for version in (0, 1, 2):
        with pytest.raises(Overtaken):
            answer(star, star.coach, 1, "roll", version)
    assert current(star, 1).row.version == 3
    answer(star, star.coach, 1, "roll", 3)


def test_an_answer_that_does_not_fit_is_not_stored(league, star):
    for given, said in (
        (chosen("Block"), "should be the 2D6"),
        (rolled("improve.roll", 7, 1), "cannot show 7"),
        (rolled("improve.roll", 1), "takes 2 dice"),
    ):
        with pytest.raises(Refusal, match=said):
            answer(star, coach_of(star), 1, given, 0)
    assert not Improvement.objects.exists()
    answer(star, star.coach, 1, "roll", 0)
    with pytest.raises(Refusal, match="nothing to roll"):
        answer(star, star.coach, 1, "roll", 1)


@pytest.mark.parametrize(
    "policy, given, said",
    [("app", rolled("improve.roll", 3, 4), "Dugout rolls"), ("table", "roll", "at the table")],
)
def test_the_league_says_who_rolls(policy, given, said):
    league = a_league(dice_policy=policy)
    star = happens(a_drafted_team(league), SppGained(1, "mvp", 2, 10))
    with pytest.raises(Refusal, match=said):
        answer(star, coach_of(star), 1, given, 0)


def test_a_roster_that_moved_on_is_said_and_the_commissioner_sets_aside(league, star):
    answer(star, star.coach, 1, rolled("improve.roll", 3, 4), 0)
    pick = current(star, 1).question.options[0]
    answer(star, star.coach, 1, chosen(pick), 1)
    happens(star, Advanced(1, pick, "skill"), SppGained(1, "mvp", 2, 10))
    seen = current(star, 1)
    assert seen.driven.problem is not None
    with pytest.raises(Refusal):
        answer(star, star.coach, 1, rolled("ageing", 6, 6), 2)
    with pytest.raises(Forbidden):
        set_aside(star, star.coach, 1, 2)
    commissioner = a_commissioner(league)
    with pytest.raises(Overtaken):
        set_aside(star, commissioner, 1, 1)
    set_aside(star, commissioner, 1, 2)
    act = league.acts.get(kind="set_aside")
    assert (len(act.answers), act.as_commissioner) == (2, True)
    assert current(star, 1).answers == ()
    with pytest.raises(Refusal, match="No improvement"):
        set_aside(star, commissioner, 1, current(star, 1).row.version)


def test_nobody_improves_who_is_gone_or_owed_nothing(league, star):
    with pytest.raises(Refusal, match="not owed"):
        current(star, 2)
    happens(star, Departed(1, "dead", "killed"))
    assert a_player(star).owed == 0
    with pytest.raises(Refusal, match="no longer plays"):
        current(star, 1)
