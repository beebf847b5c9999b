"""Trade between two teams: one offers, the other's coach answers, and what is accepted is one act of both ledgers.

Source: LRB4, Starting the league; lrb4-cs.txt:2353-2359
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from engine import acts
from engine.acts import Deal, Share
from engine.edition import Edition
from engine.questions import Problem, Refusal
from engine.roster import Roster, evolve
from engine.words import gold, position_named
from league.domain import clock
from league.domain.roles import NotVisible, Viewer
from league.errors import Conflict
from league.models import League, User
from teams.domain.access import acting_as_commissioner, may_act
from teams.domain.changing import require_same
from teams.domain.deriving import Circumstances, Derived, deriver, loader
from teams.domain.ledger import AlreadyDone, operation, rosters_of
from teams.models import Act, Improvement, OfferStatus, Team, TradeOffer

KIND = "trade"
NO_OFFER = gettext_noop("There is no such offer.")
ANSWERED_BY: dict[str, str] = {
    OfferStatus.ACCEPTED: gettext_noop("This offer was accepted already by {person}. Nothing was changed."),
    OfferStatus.REFUSED: gettext_noop("This offer was refused already by {person}. Nothing was changed."),
    OfferStatus.WITHDRAWN: gettext_noop("This offer was withdrawn already by {person}. Nothing was changed."),
}
ANSWERED: dict[str, str] = {
    OfferStatus.ACCEPTED: gettext_noop("This offer was accepted already. Nothing was changed."),
    OfferStatus.REFUSED: gettext_noop("This offer was refused already. Nothing was changed."),
    OfferStatus.WITHDRAWN: gettext_noop("This offer was withdrawn already. Nothing was changed."),
}
"""For one that was answered by somebody whose account is gone."""
OPEN_MAX = 20
"""Offers of one team that may wait for an answer."""
WORDS_MAX = 500
SHOWN_MAX = 100
"""Offers of a team in one answer, the latest of them."""
Answer = Literal["accept", "refuse", "withdraw"]


# --- reading ------------------------------------------------------------------------------------------------------


def partners(team: Team) -> QuerySet[Team]:
    """Teams that this one may trade with: accepted, of the same league, and of another coach."""
    others = Team.objects.filter(league=team.league, accepted=True, withdrawn=False).exclude(pk=team.pk)
    if team.coach_id is not None:
        others = others.exclude(coach=team.coach_id)
    return others.select_related("coach").order_by("name_key")


def offers(team: Team) -> QuerySet[TradeOffer]:
    """Offers made and received by the team, the latest first."""
    return _offers(team.league).filter(Q(first=team) | Q(second=team))


def waiting(team: Team) -> int:
    """How many offers wait for this team's answer."""
    return TradeOffer.objects.filter(second=team, status=OfferStatus.OPEN).count()


def _offers(league: League) -> QuerySet[TradeOffer]:
    return (
        TradeOffer.objects.filter(league=league)
        .select_related("league", "first__coach", "second__coach", "offered_by", "answered_by", "act")
        .order_by("-number")
    )


def get_offer(league: League, seen: Viewer, number: int) -> TradeOffer:
    """Raises NotVisible for whoever has nothing to do with it."""
    found = _offers(league).filter(number=number).first() if number < 2**31 else None
    if found is not None:
        found.first.league = found.second.league = found.league = league
        if may_act(seen, found.first) or may_act(seen, found.second):
            return found
    raise NotVisible(_(NO_OFFER))


@dataclass(frozen=True, slots=True)
class Line:
    """An offer with its deal in words; ``problems``: why it cannot be accepted as things are, while it is open."""

    offer: TradeOffer
    gives: tuple[str, ...]
    gets: tuple[str, ...]
    problems: tuple[str, ...] = ()


def lines(league: League, shown: Iterable[TradeOffer]) -> list[Line]:
    """The offers as a page shows them: one query, whatever their number."""
    rows = list(shown)
    teams = {team.pk: team for offer in rows for team in (offer.first, offer.second)}
    rosters = rosters_of(teams.values())
    told = []
    for offer in rows:
        deal = deal_of(offer)
        first, second = rosters[offer.first_id], rosters[offer.second_id]
        problems = acts.check_trade(league.rules, first, second, deal) if offer.open else ()
        told.append(
            Line(
                offer,
                _words(first, deal.gives),
                _words(second, deal.gets),
                tuple(one.message for one in problems),
            )
        )
    return told


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an offer would make of one of its teams: its strength, players and treasury, now and then."""

    team: Team
    strength: tuple[int, int]
    players: tuple[int, int]
    treasury: tuple[int, int]


def outlook(offer: TradeOffer) -> tuple[Outlook, ...]:
    """Of both teams, while the deal can be made; nothing otherwise. One query."""
    edition, deal = offer.league.rules, deal_of(offer)
    rosters = rosters_of([offer.first, offer.second])
    first, second = rosters[offer.first_id], rosters[offer.second_id]
    if not offer.open or acts.check_trade(edition, first, second, deal):
        return ()
    events = acts.trade(edition, first, second, deal)
    return tuple(
        _outlook(edition, team, before, evolve(before, *told))
        for team, before, told in (
            (offer.first, first, events[0]),
            (offer.second, second, events[1]),
        )
    )


def _outlook(edition: Edition, team: Team, before: Roster, after: Roster) -> Outlook:
    strength = edition.rules.strength
    return Outlook(
        team,
        (strength(before), strength(after)),
        (len(before.active), len(after.active)),
        (before.treasury, after.treasury),
    )


def partner(team: Team, slug: str) -> Team:
    """The team that this one wants to trade with. Raises NotVisible where there is none of that address."""
    found = partners(team).filter(slug=slug).first()
    if found is None:
        raise NotVisible(_("There is no such team to trade with."))
    found.league = team.league
    return found


def _words(giver: Roster, share: Share) -> tuple[str, ...]:
    known = {one.id: one for one in giver.players}
    words = [
        _("{player} ({position}, {spp} SPP)").format(
            player=known[one].name, position=position_named(known[one].position), spp=known[one].spp
        )
        if one in known
        else _("player {number}").format(number=one)
        for one in share.players
    ]
    if share.gold:
        words.append(gold(share.gold))
    return tuple(words) or (_("nothing"),)


def deal_of(offer: TradeOffer) -> Deal:
    return msgspec.convert(offer.deal, Deal)


def check(first: Team, second: Team, deal: Deal) -> tuple[Problem, ...]:
    """Everything that is wrong with a deal between the teams as they are now."""
    faults = _faults(first, second)
    if faults:
        return tuple(Problem(fault) for fault in faults)
    rosters = rosters_of([first, second])
    return acts.check_trade(first.league.rules, rosters[first.pk], rosters[second.pk], deal)


# --- verbs --------------------------------------------------------------------------------------------------------


def offer(first: Team, second: Team, by: User, deal: Deal, words: str = "") -> TradeOffer:
    """Offers a deal that both teams could make now. Nothing changes hands before the other side accepts.

    Raises Refusal with every problem.
    """
    as_commissioner = acting_as_commissioner(by, first)
    said = _said(words)
    with transaction.atomic():
        league = League.objects.select_for_update().get(pk=first.league_id)
        # The teams given may be older than the lock on their league.
        first, second = _fresh(league, first.pk), _fresh(league, second.pk)
        problems = check(first, second, deal)
        if problems:
            raise Refusal(" ".join(one.message for one in problems), problems)
        if TradeOffer.objects.filter(first=first, status=OfferStatus.OPEN).count() >= OPEN_MAX:
            raise Refusal(
                _("{team} has {n} offers that wait for an answer; withdraw one of them first.").format(
                    team=first.name, n=OPEN_MAX
                )
            )
        last = league.trade_offers.aggregate(last=Max("number"))["last"] or 0
        return TradeOffer.objects.create(
            league=league,
            number=last + 1,
            first=first,
            second=second,
            deal=msgspec.to_builtins(deal),
            words=said,
            offered_by=by,
            offered_as_commissioner=as_commissioner,
            offered=clock.now(),
        )


def accept(offer: TradeOffer, by: User, key: str | None = None) -> Act:
    """The other side agrees, and the deal is done: one act, with events of both teams.

    Raises Conflict when the offer was answered meanwhile, Refusal with every problem when the deal can no longer be
    made.
    """
    as_commissioner = acting_as_commissioner(by, offer.second)
    first, second = offer.first, offer.second
    said = {"teams": [first.slug, second.slug], "offer": offer.number, "deal": offer.deal}
    try:
        with operation(offer.league, by, KIND, said, as_commissioner=as_commissioner, key=key) as op:
            row = _open(offer.pk)
            op.rosters(first, second)
            faults = _faults(op.team(first), op.team(second))
            if faults:
                raise Refusal.of(faults)
            deal = deal_of(row)
            _require_no_roll_in_progress(row, deal)
            events = acts.trade(op.edition, op.roster(first), op.roster(second), deal)
            op.record(first, events[0])
            op.record(second, events[1])
            _answered(row, by, OfferStatus.ACCEPTED)
        # The act is written when the operation closes.
        TradeOffer.objects.filter(pk=offer.pk).update(act=op.act)
    except AlreadyDone as done:
        require_same(done.act, by, KIND, said)
        return done.act
    return op.act


def refuse(offer: TradeOffer, by: User) -> TradeOffer:
    """The other side does not want it."""
    acting_as_commissioner(by, offer.second)
    return _close(offer, by, OfferStatus.REFUSED)


def withdraw(offer: TradeOffer, by: User) -> TradeOffer:
    """Whoever offered it takes it back."""
    acting_as_commissioner(by, offer.first)
    return _close(offer, by, OfferStatus.WITHDRAWN)


def _close(offer: TradeOffer, by: User, status: OfferStatus) -> TradeOffer:
    with transaction.atomic():
        League.objects.select_for_update().get(pk=offer.league_id)
        return _answered(_open(offer.pk), by, status)


def _answered(row: TradeOffer, by: User, status: OfferStatus) -> TradeOffer:
    row.status, row.answered_by, row.answered = status, by, clock.now()
    row.save(update_fields=["status", "answered_by", "answered"])
    return row


def _open(pk: int) -> TradeOffer:
    """The offer as it is, with its league held. Raises Conflict when it is not open any more."""
    row = TradeOffer.objects.select_related("first", "second", "answered_by").get(pk=pk)
    if not row.open:
        if row.answered_by is None:
            raise Conflict(_(ANSWERED[row.status]))
        raise Conflict(_(ANSWERED_BY[row.status]).format(person=row.answered_by.username))
    return row


def _fresh(league: League, pk: int) -> Team:
    team = Team.objects.get(pk=pk)
    if team.league_id == league.pk:
        team.league = league
    return team


def _faults(first: Team, second: Team) -> list[str]:
    """Who may trade with whom at all."""
    if first.league_id != second.league_id:
        return [_("{team} and {other} play in different leagues.").format(team=first.name, other=second.name)]
    if first.pk == second.pk:
        return [_("{team} cannot trade with itself.").format(team=first.name)]
    faults = [
        _("{team} is not accepted yet, and cannot trade.").format(team=team.name)
        for team in (first, second)
        if not team.accepted
    ]
    faults += [_("{team} is withdrawn.").format(team=team.name) for team in (first, second) if team.withdrawn]
    if first.coach_id is not None and first.coach_id == second.coach_id:
        faults.append(
            _("{team} and {other} have the same coach: they may not trade with each other.").format(
                team=first.name, other=second.name
            )
        )
    return faults


def _require_no_roll_in_progress(row: TradeOffer, deal: Deal) -> None:
    """Half a star player roll does not change teams: its dice belong to the ledger of the team that rolled them."""
    open_rolls = Improvement.objects.filter(open=True).filter(
        Q(team=row.first_id, player__in=deal.gives.players)
        | Q(team=row.second_id, player__in=deal.gets.players)
    )
    for roll in open_rolls.select_related("team"):
        name = roll.team.players.get(uid=roll.player).name
        raise Refusal(
            _("The improvement roll of {player} is in progress: finish it before the trade.").format(
                player=name
            )
        )


def _said(words: str) -> str:
    said = " ".join(words.split())
    if len(said) > WORDS_MAX:
        raise Refusal(
            ngettext(
                "The words to the other coach have {n} character; {most} are the most.",
                "The words to the other coach have {n} characters; {most} are the most.",
                len(said),
            ).format(n=len(said), most=WORDS_MAX)
        )
    if not said.isprintable():
        raise Refusal(_("The words to the other coach hold characters that cannot be seen."))
    return said


# --- what a trade would come to on other rosters ------------------------------------------------------------------


@loader(KIND)
def _teams_of(league: League, of: Mapping[int, Mapping[str, Any]]) -> dict[int, tuple[int, int]]:
    """The two teams of each trade, by primary key, as the act names them."""
    slugs = {slug for said in of.values() for slug in said["teams"]}
    known = dict(Team.objects.filter(league=league, slug__in=slugs).values_list("slug", "pk"))
    return {act: (known[said["teams"][0]], known[said["teams"][1]]) for act, said in of.items()}


@deriver(KIND)
def _trade(given: Circumstances) -> Derived:
    """Each player goes as he stands now."""
    first, second = given.material
    deal = msgspec.convert(given.parameters["deal"], Deal)
    events = acts.trade(given.edition, given.now[first], given.now[second], deal)
    return Derived({first: events[0], second: events[1]})
