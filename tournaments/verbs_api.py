"""How a verb of the domain becomes an address of the API that is posted to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.competing_api import ONE, CompetitionAPI
from tournaments.domain.competing.access import require_organiser

Given = Mapping[str, Any]
Act = Callable[..., Any]
"""Is given the view, what was sent, and what the address names; what it returns is shown."""


class SeenSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(
        allow_null=True, default=None, help_text="The one that was seen: refused where it is another by now."
    )


class ReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(allow_blank=True, default="", max_length=200)


def read(api: CompetitionAPI, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """The body of the request. Raises ValidationError for one that does not fit."""
    given = serializer(data=api.request.data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def verb(
    patterns: list[URLPattern],
    address: str,
    name: str,
    *,
    given: type[serializers.Serializer[Any]] | None = None,
    shown: type[serializers.Serializer[Any]] | None = None,
    made: bool = False,
    organising: bool = False,
) -> Callable[[Act], Act]:
    """Adds the verb to the patterns, under the address within a competition.

    ``given`` reads what is sent, ``shown`` writes what the verb returns; without it the answer is empty. ``made``:
    something new is there. ``organising``: for those who run the competition, whatever is sent; the others are told by
    the domain.
    """
    code = status.HTTP_204_NO_CONTENT if shown is None else 201 if made else 200

    def register(act: Act) -> Act:
        class Verb(CompetitionAPI):
            @extend_schema(
                tags=["competitions"],
                description=act.__doc__,
                request=given,
                responses={code: shown},
            )
            def post(self, request: Request, league: str, competition: str, **where: Any) -> Response:
                if organising:
                    require_organiser(self.person, self.competition)
                found = act(self, read(self, given) if given else {}, **where)
                return Response(status=code) if shown is None else Response(shown(found).data, status=code)

        Verb.__name__ = Verb.__qualname__ = act.__name__.strip("_").title().replace("_", "")
        Verb.__doc__ = act.__doc__
        patterns.append(path(ONE + address, Verb.as_view(), name=name))
        return act

    return register
