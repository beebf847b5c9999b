"""Search in the API."""

from __future__ import annotations

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.domain.searching import TITLES, TYPED_MOST, search

NAMED = tuple(kind for kind in TITLES if kind != "pages")


class SearchedFor(serializers.Serializer[None]):
    q = serializers.CharField(
        max_length=TYPED_MOST,
        allow_blank=True,
        default="",
        help_text="A part of a name; case and accents do not matter.",
    )
    kind = serializers.ChoiceField(
        choices=NAMED, required=False, default="", help_text="This kind alone, and more of it."
    )


class FoundSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    told = serializers.CharField(help_text="What tells namesakes apart.")
    address = serializers.CharField(help_text="The path of its page.")


class FoundGroupSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=NAMED)
    found = FoundSerializer(
        many=True, help_text="The best first: names that begin so, then words, then parts."
    )
    more = serializers.BooleanField(help_text="There is more than is shown.")


@extend_schema(tags=["search"])
class Search(APIView):
    """Leagues, teams, coaches and players by a part of their names: what one may read of them."""

    pagination_class = None

    @extend_schema(
        parameters=[SearchedFor], responses=FoundGroupSerializer(many=True), operation_id="search_list"
    )
    def get(self, request: Request) -> Response:
        given = SearchedFor(data=request.query_params)
        given.is_valid(raise_exception=True)
        said = given.validated_data
        groups = search(request.user, said["q"], said["kind"]).groups
        named = [one for one in groups if one.kind != "pages"]
        return Response(FoundGroupSerializer(named, many=True).data)


urlpatterns = [path("search/", Search.as_view(), name="search")]
