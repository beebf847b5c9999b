"""Leagues in the API: their settings, members, invitations, bulletins and rules; and the editions."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league import serializers
from league.domain import bulletins, invitations, leagues, members, queries, roles, rule_fields
from league.domain.roles import Viewer
from league.domain.rulebook import rulebook
from league.models import Bulletin, Invitation, League, Membership, Season


class LeagueAPI(APIView):
    """The league of the address and who asks, before anything else is done. For the views of every app.

    ``read`` and ``write`` say who may use the safe methods and the others.
    """

    read: roles.Required = "reader"
    write: roles.Required = "commissioner"
    league: League
    viewer: Viewer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.league, self.viewer = queries.get_league(kwargs["league"], request.user)
        roles.require(self.viewer, self.read if request.method in ("GET", "HEAD", "OPTIONS") else self.write)


@extend_schema(tags=["leagues"])
class Leagues(generics.ListAPIView[League]):
    """The leagues that one may read; staff open new ones."""

    serializer_class = serializers.LeagueSerializer
    queryset = League.objects.none()

    def get_queryset(self) -> QuerySet[League]:
        return queries.visible_leagues(self.request.user)

    @extend_schema(request=serializers.NewLeagueSerializer, responses={201: serializers.LeagueSerializer})
    def post(self, request: Request) -> Response:
        given = serializers.NewLeagueSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        league = leagues.create_league(request.user, **given.validated_data)
        return Response(serializers.LeagueSerializer(league).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["leagues"])
class OneLeague(LeagueAPI):
    """A league and how it is run."""

    @extend_schema(responses=serializers.LeagueSerializer)
    def get(self, request: Request, league: str) -> Response:
        return Response(serializers.LeagueSerializer(self.league).data)

    @extend_schema(request=serializers.SettingsSerializer, responses=serializers.LeagueSerializer)
    def patch(self, request: Request, league: str) -> Response:
        given = serializers.SettingsSerializer(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        changed = leagues.change_settings(request.user, self.league, **given.validated_data)
        return Response(serializers.LeagueSerializer(changed).data)


@extend_schema(tags=["leagues"])
class Rules(LeagueAPI):
    """What differs from the book, how the text is read, and which values nobody could prove."""

    @extend_schema(responses=serializers.RulebookSerializer)
    def get(self, request: Request, league: str) -> Response:
        return Response(serializers.RulebookSerializer(rulebook(self.league)).data)

    @extend_schema(request=serializers.RuleChangesSerializer, responses=serializers.RulebookSerializer)
    def patch(self, request: Request, league: str) -> Response:
        given = serializers.RuleChangesSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        changed = leagues.change_house_rules(request.user, self.league, given.validated_data["changes"])
        return Response(serializers.RulebookSerializer(rulebook(changed)).data)


@extend_schema(tags=["leagues"])
class RuleTables(LeagueAPI):
    """Every value that is played by, of one table (``match``, ``rosters/races/Orc``) or of all of them."""

    @extend_schema(
        responses=serializers.RuleFieldSerializer(many=True),
        parameters=[OpenApiParameter("table", OpenApiTypes.STR)],
    )
    def get(self, request: Request, league: str) -> Response:
        asked = request.query_params.get("table")
        keys = [asked] if asked else [one.key for one in rule_fields.chapters(self.league)]
        fields = [one for key in keys for one in rule_fields.fields_of(self.league, key)]
        return Response(serializers.RuleFieldSerializer(fields, many=True).data)


@extend_schema(tags=["leagues"])
class Seasons(LeagueAPI, generics.ListAPIView[Season]):
    """The seasons of a league; a new one closes the one before."""

    serializer_class = serializers.SeasonSerializer
    queryset = Season.objects.none()

    def get_queryset(self) -> QuerySet[Season]:
        return self.league.seasons.order_by("number")

    @extend_schema(request=serializers.NewSeasonSerializer, responses={201: serializers.SeasonSerializer})
    def post(self, request: Request, league: str) -> Response:
        given = serializers.NewSeasonSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        season = leagues.open_season(request.user, self.league, **given.validated_data)
        return Response(serializers.SeasonSerializer(season).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["members"])
class Members(LeagueAPI, generics.ListAPIView[Membership]):
    """Who is in a league."""

    serializer_class = serializers.MemberSerializer
    queryset = Membership.objects.none()

    def get_queryset(self) -> QuerySet[Membership]:
        return queries.members(self.league)


@extend_schema(tags=["members"])
class OneMember(LeagueAPI):
    """A member, by the number of the account. Everybody may leave; the rest is the commissioner's."""

    write = "reader"

    @extend_schema(responses=serializers.MemberSerializer)
    def get(self, request: Request, league: str, member: int) -> Response:
        return Response(serializers.MemberSerializer(queries.get_member(self.league, member)).data)

    @extend_schema(request=serializers.RoleSerializer, responses=serializers.MemberSerializer)
    def patch(self, request: Request, league: str, member: int) -> Response:
        given = serializers.RoleSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        changed = members.set_role(request.user, self.league, member, **given.validated_data)
        return Response(serializers.MemberSerializer(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, league: str, member: int) -> Response:
        members.remove(request.user, self.league, member)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["members"])
class Invitations(LeagueAPI, generics.ListAPIView[Invitation]):
    """The links of a league, used and expired ones included. For its commissioners."""

    read = "commissioner"
    serializer_class = serializers.InvitationSerializer
    queryset = Invitation.objects.none()

    def get_queryset(self) -> QuerySet[Invitation]:
        return queries.invitations(self.league)

    @extend_schema(
        request=serializers.NewInvitationSerializer, responses={201: serializers.InvitationSerializer}
    )
    def post(self, request: Request, league: str) -> Response:
        given = serializers.NewInvitationSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        made = invitations.invite(request.user, self.league, **given.validated_data)
        shown = serializers.InvitationSerializer(made, context={"request": request})
        return Response(shown.data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["members"])
class OneInvitation(LeagueAPI):
    """Revoking an invitation that nobody has used."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, league: str, invitation: int) -> Response:
        invitations.revoke(request.user, self.league, invitation)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["members"])
class Acceptance(APIView):
    """What an invitation offers, and joining by it."""

    def get_permissions(self) -> list[Any]:
        return [] if self.request.method == "GET" else [IsAuthenticated()]

    @extend_schema(responses=serializers.OfferSerializer)
    def get(self, request: Request, token: str) -> Response:
        return Response(serializers.OfferSerializer(invitations.find(token)).data)

    @extend_schema(request=None, responses={201: serializers.MemberSerializer})
    def post(self, request: Request, token: str) -> Response:
        member = invitations.accept(request.user, token)
        return Response(serializers.MemberSerializer(member).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["bulletins"])
class Bulletins(LeagueAPI, generics.ListAPIView[Bulletin]):
    """News of a league, the latest first."""

    serializer_class = serializers.BulletinSerializer
    queryset = Bulletin.objects.none()

    def get_queryset(self) -> QuerySet[Bulletin]:
        return queries.bulletins(self.league)

    @extend_schema(responses={201: serializers.BulletinSerializer})
    def post(self, request: Request, league: str) -> Response:
        given = serializers.BulletinSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        bulletin = bulletins.publish(request.user, self.league, **given.validated_data)
        return Response(serializers.BulletinSerializer(bulletin).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["bulletins"])
class Pictures(LeagueAPI):
    """Uploading a picture for a bulletin; it is shown once one that names it is published, within a day."""

    parser_classes = [MultiPartParser]

    @extend_schema(request=serializers.NewPictureSerializer, responses={201: serializers.PictureSerializer})
    def post(self, request: Request, league: str) -> Response:
        given = serializers.NewPictureSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        file = given.validated_data["picture"]
        text = bulletins.with_picture(
            request.user, self.league, "", file.file, file.size, given.validated_data["alt"]
        )
        return Response(
            serializers.PictureSerializer({"markdown": text.strip()}).data, status=status.HTTP_201_CREATED
        )


@extend_schema(tags=["bulletins"])
class OneBulletin(LeagueAPI):
    """A bulletin."""

    @extend_schema(responses=serializers.BulletinSerializer)
    def get(self, request: Request, league: str, bulletin: int) -> Response:
        return Response(serializers.BulletinSerializer(queries.get_bulletin(self.league, bulletin)).data)

    @extend_schema(request=serializers.BulletinSerializer, responses=serializers.BulletinSerializer)
    def put(self, request: Request, league: str, bulletin: int) -> Response:
        given = serializers.BulletinSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        changed = bulletins.rewrite(request.user, self.league, bulletin, **given.validated_data)
        return Response(serializers.BulletinSerializer(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, league: str, bulletin: int) -> Response:
        bulletins.delete(request.user, self.league, bulletin)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["editions"])
class Editions(APIView):
    """The editions of the rules that a league can play by."""

    @extend_schema(responses=serializers.EditionSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response([serializers.EditionSerializer(one).data for one in queries.all_editions()])


@extend_schema(tags=["editions"])
class OneEdition(APIView):
    """An edition by the book: team lists, skills, the limits of a draft, and the readings of its text."""

    @extend_schema(responses=serializers.EditionDetailSerializer)
    def get(self, request: Request, edition: str) -> Response:
        return Response(serializers.EditionDetailSerializer(queries.get_edition(edition)).data)


@extend_schema(tags=["editions"])
class ComparedEditions(APIView):
    """Two editions by the book, side by side; with ``race`` only that team list, by its name in either."""

    @extend_schema(
        operation_id="editions_compare",
        responses=serializers.ComparisonSerializer,
        parameters=[OpenApiParameter("race", OpenApiTypes.STR)],
    )
    def get(self, request: Request, edition: str, other_edition: str) -> Response:
        seen = queries.compared(edition, other_edition)
        race = request.query_params.get("race")
        if race:
            seen = queries.only_race(seen, race)
        return Response(serializers.ComparisonSerializer(seen).data)


urlpatterns = [
    path("leagues/", Leagues.as_view(), name="leagues"),
    path("leagues/<slug:league>/", OneLeague.as_view(), name="league"),
    path("leagues/<slug:league>/rules/", Rules.as_view(), name="rules"),
    path("leagues/<slug:league>/rules/tables/", RuleTables.as_view(), name="rule_tables"),
    path("leagues/<slug:league>/seasons/", Seasons.as_view(), name="seasons"),
    path("leagues/<slug:league>/members/", Members.as_view(), name="members"),
    path("leagues/<slug:league>/members/<int:member>/", OneMember.as_view(), name="member"),
    path("leagues/<slug:league>/invitations/", Invitations.as_view(), name="invitations"),
    path("leagues/<slug:league>/invitations/<int:invitation>/", OneInvitation.as_view(), name="invitation"),
    path("leagues/<slug:league>/bulletins/", Bulletins.as_view(), name="bulletins"),
    path("leagues/<slug:league>/pictures/", Pictures.as_view(), name="pictures"),
    path("leagues/<slug:league>/bulletins/<int:bulletin>/", OneBulletin.as_view(), name="bulletin"),
    path("invitations/<slug:token>/", Acceptance.as_view(), name="acceptance"),
    path("editions/", Editions.as_view(), name="editions"),
    path("editions/<slug:edition>/", OneEdition.as_view(), name="edition"),
    path("editions/<slug:edition>/<slug:other_edition>/", ComparedEditions.as_view(), name="compared"),
]
