"""Teams in the API: drafting and what a coach does, players with their improvements, and the ledger."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response

from engine.questions import Problem, Refusal
from league.api import LeagueAPI
from league.domain import queries as league_queries
from league.domain import roles
from league.models import User
from teams import serializers
from teams.domain import (
    access,
    as_it_was,
    building,
    buying,
    drafting,
    foreseeing,
    handing,
    improving,
    naming,
    queries,
)
from teams.domain.as_it_was import Past
from teams.domain.foreseeing import Foreseen
from teams.domain.ledger import KEY_LENGTH, roster_of
from teams.models import Act, Player, Team

KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=f"Any text of at most {KEY_LENGTH} characters; the same request with the same key is done once.",
)


ON = OpenApiParameter(
    "on",
    OpenApiTypes.DATE,
    description="As it stood at the end of this day, in the server's time zone; otherwise as it is.",
)


class TeamAPI(LeagueAPI):
    """What concerns teams. Writing is for the own coach and the commissioner: the domain says which."""

    write: roles.Required = "coach"

    @property
    def team(self) -> Team:
        return queries.get_team(self.league, self.kwargs["team"])

    @property
    def past(self) -> Past | None:
        """What ``?on=`` asks for."""
        asked = self.request.GET.get("on", "")
        return as_it_was.team_on(self.team, as_it_was.read_day(asked)) if asked.strip() else None

    @property
    def person(self) -> User:
        return self.viewer.person

    @property
    def key(self) -> str | None:
        return self.request.headers.get("Idempotency-Key", "").strip() or None

    def given(self, serializer: Any) -> Any:
        """The body of the request, read by this class of serializer."""
        given = serializer(data=self.request.data)
        given.is_valid(raise_exception=True)
        return given

    def shown(self, team: Team, code: int = status.HTTP_200_OK) -> Response:
        return Response(serializers.TeamDetailSerializer(team).data, status=code)


@extend_schema(tags=["teams"])
class Teams(TeamAPI, generics.ListAPIView[Team]):
    """The teams of a league by name. Posting drafts one, which a commissioner then accepts."""

    serializer_class = serializers.TeamSerializer
    queryset = Team.objects.none()

    def get_queryset(self) -> QuerySet[Team]:
        return queries.teams(self.league)

    @extend_schema(
        request=serializers.NewTeamSerializer,
        responses={201: serializers.TeamDetailSerializer},
        parameters=[KEY],
    )
    def post(self, request: Request, league: str) -> Response:
        given = self.given(serializers.NewTeamSerializer)
        member = given.validated_data.get("coach")
        coach = league_queries.get_member(self.league, member).user if member else None
        team = drafting.draft_team(
            self.league, self.person, given.draft(self.league.rules.creation), coach, self.key
        )
        return self.shown(team, status.HTTP_201_CREATED)


@extend_schema(tags=["teams"])
class DraftCheck(TeamAPI):
    """What a draft would cost, and everything that is wrong with it. Nothing is stored."""

    @extend_schema(request=serializers.DraftSerializer, responses=serializers.CheckSerializer)
    def post(self, request: Request, league: str) -> Response:
        edition = self.league.rules
        draft = self.given(serializers.DraftSerializer).draft(edition.creation)
        problems = drafting.check(self.league, draft)
        return _foreseen(foreseeing.of_draft(edition, draft, problems), problems)


@extend_schema(tags=["teams"])
class OneTeam(TeamAPI):
    """A team with everybody who ever signed."""

    @extend_schema(responses=serializers.TeamDetailSerializer, parameters=[ON])
    def get(self, request: Request, league: str, team: str) -> Response:
        past = self.past
        if past is None:
            return self.shown(self.team)
        then = serializers.PlayerSerializer(past.players, many=True).data
        receipt = serializers.ReceiptSerializer(queries.receipt(past.team, past.players)).data
        return Response({**serializers.TeamSerializer(past.team).data, "players": then, "receipt": receipt})


@extend_schema(tags=["teams"])
class Acceptance(TeamAPI):
    """Lets a team play. For commissioners."""

    write = "commissioner"

    @extend_schema(request=None, responses=serializers.TeamDetailSerializer, parameters=[KEY])
    def post(self, request: Request, league: str, team: str) -> Response:
        return self.shown(drafting.accept_team(self.person, self.team, self.key))


@extend_schema(tags=["teams"])
class Withdrawal(TeamAPI):
    """Takes back a draft that was never accepted, for good; its name is free again."""

    @extend_schema(request=None, responses=serializers.TeamDetailSerializer, parameters=[KEY])
    def post(self, request: Request, league: str, team: str) -> Response:
        return self.shown(handing.withdraw(self.team, self.person, self.key))


@extend_schema(tags=["teams"])
class HandOver(TeamAPI):
    """Gives a team to another coach of the league. For commissioners."""

    write = "commissioner"

    @extend_schema(
        request=serializers.HandOverSerializer, responses=serializers.TeamDetailSerializer, parameters=[KEY]
    )
    def post(self, request: Request, league: str, team: str) -> Response:
        member = self.given(serializers.HandOverSerializer).validated_data["coach"]
        coach = league_queries.get_member(self.league, member).user
        return self.shown(handing.hand_over(self.team, self.person, coach, self.key))


@extend_schema(tags=["teams"])
class Buy(TeamAPI):
    """Players, re-rolls and staff, paid from the treasury."""

    @extend_schema(
        request=serializers.PurchaseSerializer, responses=serializers.TeamDetailSerializer, parameters=[KEY]
    )
    def post(self, request: Request, league: str, team: str) -> Response:
        wanted = self.given(serializers.PurchaseSerializer).purchase()
        return self.shown(buying.buy(self.team, self.person, wanted, self.key))


@extend_schema(tags=["teams"])
class BuyCheck(TeamAPI):
    """What a purchase would cost, and everything that is wrong with it. Nothing is stored."""

    @extend_schema(request=serializers.PurchaseSerializer, responses=serializers.CheckSerializer)
    def post(self, request: Request, league: str, team: str) -> Response:
        found = self.team
        access.acting_as_commissioner(self.person, found)
        wanted = self.given(serializers.PurchaseSerializer).purchase()
        problems = buying.check(found, wanted)
        return _foreseen(
            foreseeing.of_purchase(self.league.rules, roster_of(found), wanted, problems), problems
        )


def _foreseen(after: Foreseen, problems: tuple[Problem, ...]) -> Response:
    told = serializers.CheckSerializer(after).data
    return Response({**told, "problems": [problem.message for problem in problems]})


@extend_schema(tags=["teams"])
class Field(TeamAPI):
    """What home fields the team may own, what they cost and bring. Posting builds one, paid from the treasury."""

    read = "coach"

    @extend_schema(responses=serializers.GroundSerializer)
    def get(self, request: Request, league: str, team: str) -> Response:
        found = self.team
        access.acting_as_commissioner(self.person, found)
        return Response(serializers.GroundSerializer(building.ground(found)).data)

    @extend_schema(
        request=serializers.StadiumSerializer, responses=serializers.TeamDetailSerializer, parameters=[KEY]
    )
    def post(self, request: Request, league: str, team: str) -> Response:
        stadium = self.given(serializers.StadiumSerializer).validated_data["stadium"]
        return self.shown(building.build(self.team, self.person, stadium, self.key))


@extend_schema(tags=["teams"])
class FieldRepair(TeamAPI):
    """Pays for the repair of a home field that broke down."""

    @extend_schema(request=None, responses=serializers.TeamDetailSerializer, parameters=[KEY])
    def post(self, request: Request, league: str, team: str) -> Response:
        return self.shown(building.repair(self.team, self.person, self.key))


@extend_schema(tags=["teams"])
class Drop(TeamAPI):
    """Lets staff or re-rolls go. Nobody pays anything back."""

    @extend_schema(
        request=serializers.DropSerializer, responses=serializers.TeamDetailSerializer, parameters=[KEY]
    )
    def post(self, request: Request, league: str, team: str) -> Response:
        said = self.given(serializers.DropSerializer).validated_data
        return self.shown(buying.drop_staff(self.team, self.person, said["staff"], said["count"], self.key))


@extend_schema(tags=["teams"])
class Rename(TeamAPI):
    """Another name for the team; its address stays."""

    @extend_schema(
        request=serializers.NameSerializer, responses=serializers.TeamDetailSerializer, parameters=[KEY]
    )
    def post(self, request: Request, league: str, team: str) -> Response:
        name = self.given(serializers.NameSerializer).validated_data["name"]
        return self.shown(naming.rename_team(self.team, self.person, name, self.key))


@extend_schema(tags=["teams"])
class Renumber(TeamAPI):
    """Shirt numbers; players may swap."""

    @extend_schema(
        request=serializers.NumbersSerializer, responses=serializers.TeamDetailSerializer, parameters=[KEY]
    )
    def post(self, request: Request, league: str, team: str) -> Response:
        rows = self.given(serializers.NumbersSerializer).validated_data["numbers"]
        numbers = {row["uid"]: row["number"] for row in rows}
        if len(numbers) != len(rows):
            raise Refusal(_("A player is named twice."))
        return self.shown(naming.renumber(self.team, self.person, numbers, self.key))


# --- players --------------------------------------------------------------------------------------------------


@extend_schema(tags=["players"])
class Players(TeamAPI, generics.ListAPIView[Player]):
    """Everybody who ever signed in the league; ``status`` picks those under contract, the dead ..."""

    serializer_class = serializers.LeaguePlayerSerializer
    queryset = Player.objects.none()
    filterset_fields = ["status"]

    def get_queryset(self) -> QuerySet[Player]:
        return queries.players(self.league)


@extend_schema(tags=["players"])
class TeamPlayers(TeamAPI, generics.ListAPIView[Player]):
    """Everybody who ever signed for the team, by shirt number."""

    serializer_class = serializers.PlayerSerializer
    queryset = Player.objects.none()
    filterset_fields = ["status"]

    def get_queryset(self) -> QuerySet[Player]:
        return self.team.players.order_by("number", "uid")

    def filter_queryset(self, queryset: Any) -> Any:
        past = self.past
        if past is None:
            return super().filter_queryset(queryset)
        status = self.request.GET.get("status") or None
        then = [one for one in past.players if status in (None, one.status)]
        return sorted(then, key=lambda one: (one.number, one.uid))

    @extend_schema(parameters=[ON])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


@extend_schema(tags=["players"])
class OnePlayer(TeamAPI):
    """A player, by his number in the team's ledger."""

    @extend_schema(responses=serializers.PlayerSerializer, parameters=[ON])
    def get(self, request: Request, league: str, team: str, uid: int) -> Response:
        past = self.past
        one = past.player(uid) if past else queries.get_player(self.team, uid)
        return Response(serializers.PlayerSerializer(one).data)


@extend_schema(tags=["players"])
class Dismiss(TeamAPI):
    """Sends a player away for good."""

    @extend_schema(request=None, responses=serializers.TeamDetailSerializer, parameters=[KEY])
    def post(self, request: Request, league: str, team: str, uid: int) -> Response:
        return self.shown(buying.dismiss(self.team, self.person, uid, self.key))


@extend_schema(tags=["players"])
class Retire(TeamAPI):
    """Ends a player's career; he may stay as an assistant coach."""

    @extend_schema(
        request=serializers.RetirementSerializer, responses=serializers.TeamDetailSerializer, parameters=[KEY]
    )
    def post(self, request: Request, league: str, team: str, uid: int) -> Response:
        stays = self.given(serializers.RetirementSerializer).validated_data["becomes_assistant"]
        return self.shown(buying.retire(self.team, self.person, uid, stays, self.key))


@extend_schema(tags=["players"])
class RenamePlayer(TeamAPI):
    """Another name for a player."""

    @extend_schema(
        request=serializers.NameSerializer, responses=serializers.TeamDetailSerializer, parameters=[KEY]
    )
    def post(self, request: Request, league: str, team: str, uid: int) -> Response:
        name = self.given(serializers.NameSerializer).validated_data["name"]
        return self.shown(naming.rename_player(self.team, self.person, uid, name, self.key))


@extend_schema(tags=["players"])
class Improve(TeamAPI):
    """A star player roll: the question that waits, and one answer to it.

    ``version`` says which question is answered, so that an answer lands once; after another's answer the request is
    refused with 409. Dice are stored the moment they fall.
    """

    @extend_schema(responses=serializers.ImprovementSerializer)
    def get(self, request: Request, league: str, team: str, uid: int) -> Response:
        return self._shown(improving.current(self.team, uid))

    @extend_schema(
        request=serializers.ImprovementAnswerSerializer, responses=serializers.ImprovementSerializer
    )
    def post(self, request: Request, league: str, team: str, uid: int) -> Response:
        said = self.given(serializers.ImprovementAnswerSerializer).validated_data
        found, version = self.team, said["version"]
        access.acting_as_commissioner(self.person, found)
        given: improving.Given = "roll"
        if not said["roll"]:
            question = improving.current(found, uid, version).question
            given = improving.answer_to(question, tuple(said.get("dice", ())), said.get("pick", ""))
        return self._shown(improving.answer(found, self.person, uid, given, version))

    def _shown(self, seen: improving.Progress) -> Response:
        shown = serializers.ImprovementSerializer(seen, context={"edition": self.league.rules})
        return Response(shown.data)


@extend_schema(tags=["players"])
class SetAside(TeamAPI):
    """Ends a star player roll in progress without an outcome. For commissioners."""

    write = "commissioner"

    @extend_schema(request=serializers.ImprovementVersionSerializer, responses={204: None})
    def post(self, request: Request, league: str, team: str, uid: int) -> Response:
        version = self.given(serializers.ImprovementVersionSerializer).validated_data["version"]
        improving.set_aside(self.team, self.person, uid, version)
        return Response(status=status.HTTP_204_NO_CONTENT)


# --- the ledger -----------------------------------------------------------------------------------------------


@extend_schema(tags=["ledger"])
class Acts(TeamAPI, generics.ListAPIView[Act]):
    """The acts of a league, the latest first. ``team`` (its address) and ``kind`` pick some of them."""

    serializer_class = serializers.ActSerializer
    queryset = Act.objects.none()

    def get_queryset(self) -> QuerySet[Act]:
        slug = self.request.query_params.get("team")
        team = queries.get_team(self.league, slug) if slug else None
        return queries.acts(self.league, team, self.request.query_params.get("kind", ""))

    @extend_schema(
        parameters=[
            OpenApiParameter("team", OpenApiTypes.STR),
            OpenApiParameter("kind", OpenApiTypes.STR, enum=list(queries.KINDS)),
        ]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


@extend_schema(tags=["ledger"])
class OneAct(TeamAPI):
    """An act, and in sentences what it did."""

    @extend_schema(responses=serializers.ToldSerializer)
    def get(self, request: Request, league: str, sequence: int) -> Response:
        act = queries.get_act(self.league, sequence)
        return Response(serializers.ToldSerializer(queries.told(self.league, [act])[0]).data)


LEAGUE = "leagues/<slug:league>/"
TEAM = LEAGUE + "teams/<slug:team>/"
PLAYER = TEAM + "players/<int:uid>/"

urlpatterns = [
    path(LEAGUE + "teams/", Teams.as_view(), name="teams"),
    path(LEAGUE + "draft/check/", DraftCheck.as_view(), name="draft_check"),
    path(LEAGUE + "players/", Players.as_view(), name="players"),
    path(LEAGUE + "acts/", Acts.as_view(), name="acts"),
    path(LEAGUE + "acts/<int:sequence>/", OneAct.as_view(), name="act"),
    path(TEAM, OneTeam.as_view(), name="team"),
    path(TEAM + "accept/", Acceptance.as_view(), name="accept_team"),
    path(TEAM + "withdraw/", Withdrawal.as_view(), name="withdraw"),
    path(TEAM + "hand-over/", HandOver.as_view(), name="hand_over"),
    path(TEAM + "buy/", Buy.as_view(), name="buy"),
    path(TEAM + "buy/check/", BuyCheck.as_view(), name="buy_check"),
    path(TEAM + "field/", Field.as_view(), name="field"),
    path(TEAM + "field/repair/", FieldRepair.as_view(), name="repair_field"),
    path(TEAM + "drop/", Drop.as_view(), name="drop"),
    path(TEAM + "rename/", Rename.as_view(), name="rename_team"),
    path(TEAM + "renumber/", Renumber.as_view(), name="renumber"),
    path(TEAM + "players/", TeamPlayers.as_view(), name="team_players"),
    path(PLAYER, OnePlayer.as_view(), name="player"),
    path(PLAYER + "dismiss/", Dismiss.as_view(), name="dismiss"),
    path(PLAYER + "retire/", Retire.as_view(), name="retire"),
    path(PLAYER + "rename/", RenamePlayer.as_view(), name="rename_player"),
    path(PLAYER + "improve/", Improve.as_view(), name="improve"),
    path(PLAYER + "improve/set-aside/", SetAside.as_view(), name="set_aside"),
]
