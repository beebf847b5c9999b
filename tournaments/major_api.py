"""Majors in the API: opening one, its play-off, its challenges, its finals and its prizes.

Teams are entered and taken out, and a major is started, as in any competition.
"""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from engine.questions import Refusal
from league.api import LeagueAPI
from tournaments import major_serializers as serializers
from tournaments.competing_api import ONE, CompetitionAPI
from tournaments.competing_serializers import WholeCompetitionSerializer
from tournaments.domain.competing import majors
from tournaments.domain.competing.access import get_competition, require_organiser
from tournaments.domain.competing.majors.paying import candidates
from tournaments.domain.competing.majors.showing import Board, board
from tournaments.organising_api import member_called
from tournaments.verbs_api import Given, SeenSerializer, read, verb

urlpatterns: list[URLPattern] = []
MATCH = "major/matches/<int:pairing>/"
CHALLENGE = "major/challenges/<int:challenge>/"


def _board(api: CompetitionAPI) -> Board:
    """As it is after what was done: the view has read the competition before."""
    return board(get_competition(api.viewer, api.competition.slug), api.viewer)


@extend_schema(tags=["majors"])
class Majors(LeagueAPI):
    """A commissioner opens one of the majors for entries."""

    @extend_schema(request=serializers.NewMajorSerializer, responses={201: WholeCompetitionSerializer})
    def post(self, request: Request, league: str) -> Response:
        given = serializers.NewMajorSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        data = dict(given.validated_data)
        data["organiser"] = member_called(self.league, data["organiser"])
        made = majors.open_major(request.user, self.league, **data)
        return Response(WholeCompetitionSerializer(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["majors"])
class OneMajor(CompetitionAPI):
    """A major as it stands: its calendar, its table with what counts and why, matches, challenges and finals."""

    @extend_schema(responses=serializers.MajorSerializer)
    def get(self, request: Request, league: str, competition: str) -> Response:
        return Response(serializers.MajorSerializer(board(self.competition, self.viewer)).data)


# --- the play-off ---------------------------------------------------------------------------------------------


@verb(
    urlpatterns,
    "major/matches/",
    "major_matches",
    given=serializers.ArrangementSerializer,
    shown=serializers.MajorSerializer,
    made=True,
)
def arrange(api: CompetitionAPI, given: Given) -> Board:
    """Two teams are to meet in the play-off. For one of their coaches, or the organiser."""
    majors.arrange(api.person, api.competition, **given)
    return _board(api)


@verb(urlpatterns, f"{MATCH}call-off/", "major_call_off", shown=serializers.MajorSerializer)
def call_off(api: CompetitionAPI, given: Given, pairing: int) -> Board:
    """A match of the play-off is not played after all. For one of the coaches, or the organiser."""
    majors.call_off(api.person, api.competition, pairing)
    return _board(api)


@verb(
    urlpatterns,
    f"{MATCH}award/",
    "major_award",
    given=serializers.AwardSerializer,
    shown=serializers.MajorSerializer,
    organising=True,
)
def award(api: CompetitionAPI, given: Given, pairing: int) -> Board:
    """The opponent did not come: the match is won without being played."""
    majors.award(api.person, api.competition, pairing, given["winner"])
    return _board(api)


@verb(urlpatterns, f"{MATCH}strike/", "major_strike", shown=serializers.MajorSerializer, organising=True)
def strike(api: CompetitionAPI, given: Given, pairing: int) -> Board:
    """A result of the play-off that nobody played is taken back."""
    majors.strike(api.person, api.competition, pairing)
    return _board(api)


# --- challenges -----------------------------------------------------------------------------------------------


@verb(
    urlpatterns,
    "major/challenges/",
    "major_challenges",
    given=serializers.NewChallengeSerializer,
    shown=serializers.MajorSerializer,
    made=True,
)
def issue(api: CompetitionAPI, given: Given) -> Board:
    """A team challenges another, through the organiser. For its coach, or the organiser."""
    majors.issue(api.person, api.competition, **given)
    return _board(api)


@verb(
    urlpatterns,
    f"{CHALLENGE}pass-on/",
    "major_pass_on",
    shown=serializers.MajorSerializer,
    organising=True,
)
def pass_on(api: CompetitionAPI, given: Given, challenge: int) -> Board:
    """Hands a challenge over: it is to be answered by the end of the day."""
    majors.pass_on(api.person, api.competition, challenge)
    return _board(api)


@verb(urlpatterns, f"{CHALLENGE}accept/", "major_accept", shown=serializers.MajorSerializer)
def accept(api: CompetitionAPI, given: Given, challenge: int) -> Board:
    """The challenged plays. For his coach on the day, or the organiser."""
    majors.accept(api.person, api.competition, challenge)
    return _board(api)


@verb(urlpatterns, f"{CHALLENGE}refuse/", "major_refuse", shown=serializers.MajorSerializer)
def refuse(api: CompetitionAPI, given: Given, challenge: int) -> Board:
    """The challenger has won without a match. For the coach of the challenged, or the organiser."""
    majors.refuse(api.person, api.competition, challenge)
    return _board(api)


@verb(
    urlpatterns,
    f"{CHALLENGE}substitute/",
    "major_substitute",
    given=serializers.SubstitutionSerializer,
    shown=serializers.MajorSerializer,
)
def substitute(api: CompetitionAPI, given: Given, challenge: int) -> Board:
    """Another team plays instead, whose coach has agreed. For the coach of the challenged, or the organiser."""
    majors.substitute(api.person, api.competition, challenge, **given)
    return _board(api)


@verb(urlpatterns, f"{CHALLENGE}turn-down/", "major_turn_down", shown=serializers.MajorSerializer)
def turn_down(api: CompetitionAPI, given: Given, challenge: int) -> Board:
    """The challenger will not play the substitute, and has lost. For his coach, or the organiser."""
    majors.turn_down(api.person, api.competition, challenge)
    return _board(api)


@verb(
    urlpatterns,
    f"{CHALLENGE}decide/",
    "major_decide",
    shown=serializers.MajorSerializer,
    organising=True,
)
def decide(api: CompetitionAPI, given: Given, challenge: int) -> Board:
    """A challenge without an answer counts as refused."""
    majors.decide(api.person, api.competition, challenge)
    return _board(api)


@verb(urlpatterns, f"{CHALLENGE}drop/", "major_drop", shown=serializers.MajorSerializer, organising=True)
def drop(api: CompetitionAPI, given: Given, challenge: int) -> Board:
    """Lets a challenge be."""
    majors.drop(api.person, api.competition, challenge)
    return _board(api)


# --- the knock-out --------------------------------------------------------------------------------------------


@verb(
    urlpatterns,
    "major/qualify/",
    "major_qualify",
    given=serializers.QualificationSerializer,
    shown=serializers.MajorSerializer,
    organising=True,
)
def qualify(api: CompetitionAPI, given: Given) -> Board:
    """Ends the play-off: who goes on is decided by points, rating and lot."""
    majors.qualify(api.person, api.competition, **given)
    return _board(api)


@verb(
    urlpatterns,
    "major/draw/",
    "major_draw",
    given=SeenSerializer,
    shown=serializers.MajorSerializer,
    organising=True,
)
def draw(api: CompetitionAPI, given: Given) -> Board:
    """Draws the next stage by lot, and makes its matches."""
    majors.draw(api.person, api.competition, **given)
    return _board(api)


@verb(
    urlpatterns,
    "major/third-place/",
    "major_third_place",
    given=serializers.ThirdPlaceSerializer,
    shown=serializers.MajorSerializer,
    organising=True,
)
def third_place(api: CompetitionAPI, given: Given) -> Board:
    """The losers of the semi-finals play for third place, if both want to."""
    majors.third_place(api.person, api.competition, given["agreed"])
    return _board(api)


@verb(
    urlpatterns,
    "major/undo/",
    "major_undo",
    given=SeenSerializer,
    shown=serializers.MajorSerializer,
    organising=True,
)
def undo(api: CompetitionAPI, given: Given) -> Board:
    """Takes back the last draw, or else the end of the play-off, as long as nothing came of it."""
    majors.undo(api.person, api.competition, **given)
    return _board(api)


# --- prizes ---------------------------------------------------------------------------------------------------


def _prizes(found: Board) -> dict[str, Any]:
    act = majors.paid_by(found.competition)
    waiting = act is None and found.may_be_paid
    question = majors.asked(found.competition) if waiting else None
    return {
        "act": act.sequence if act else None,
        "dice": str(question.dice) if question else "",
        "candidates": [
            {"key": key, "name": name, "team": team} for key, name, team in candidates(found.competition)
        ]
        if waiting
        else [],
        "paid": [{"team": team.slug, "told": told} for team, told in majors.outlook(act)] if act else [],
    }


@extend_schema(tags=["majors"])
class MajorPrizes(CompetitionAPI):
    """What a major pays, and to whom: in one act of the ledger, by which the trophy goes on and the major ends."""

    @extend_schema(responses=serializers.MajorPrizesSerializer)
    def get(self, request: Request, league: str, competition: str) -> Response:
        found = board(self.competition, self.viewer)
        return Response(serializers.MajorPrizesSerializer(_prizes(found)).data)

    @extend_schema(request=serializers.PaymentSerializer, responses=serializers.MajorPrizesSerializer)
    def post(self, request: Request, league: str, competition: str) -> Response:
        require_organiser(self.person, self.competition)
        data = read(self, serializers.PaymentSerializer)
        die, honoured = data["die"], data["player_of_the_year"]
        majors.pay(
            self.person,
            self.competition,
            "roll" if die is None else (die,),
            player_of_the_year=None if honoured is None else self._candidate(honoured),
            version=data["version"],
        )
        return Response(serializers.MajorPrizesSerializer(_prizes(_board(self))).data)

    def _candidate(self, key: str) -> tuple[int, int]:
        if key not in {one for one, *__ in candidates(self.competition)}:
            raise Refusal(_("This player cannot be the player of the year."))
        team, __, player = key.partition(":")
        return int(team), int(player)


@verb(
    urlpatterns,
    "major/give-back/",
    "major_give_back",
    shown=serializers.MajorPrizesSerializer,
    organising=True,
)
def give_back(api: CompetitionAPI, given: Given) -> Any:
    """A major ends without a winner, and who held its trophy gives it back."""
    majors.give_back(api.person, api.competition)
    return _prizes(_board(api))


urlpatterns += [
    path("leagues/<slug:league>/majors/", Majors.as_view(), name="majors"),
    path(f"{ONE}major/", OneMajor.as_view(), name="major"),
    path(f"{ONE}major/prizes/", MajorPrizes.as_view(), name="major_prizes"),
]
