"""One's own account in the API: what is kept about it, and deleting it."""

from __future__ import annotations

from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, ScopedRateThrottle
from rest_framework.views import APIView

from league.models import User
from tournaments.domain import accounts


class PasswordSerializer(serializers.Serializer[Any]):
    password = serializers.CharField(help_text="That of the account, once more.", trim_whitespace=False)


class PseudonymSerializer(serializers.Serializer[Any]):
    pseudonym = serializers.CharField(help_text="Whose what was played is from now on.")


@extend_schema(tags=["account"])
class Account(APIView):
    """The account that one is logged in as."""

    permission_classes = [IsAuthenticated]

    throttle_scope = "login"

    def get_throttles(self) -> list[BaseThrottle]:
        """The password is asked for no more often than at the log-in."""
        return [ScopedRateThrottle()] if self.request.method == "DELETE" else super().get_throttles()

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Everything that is kept about it, by kind."""
        assert isinstance(request.user, User)
        return Response(accounts.export(request.user))

    @extend_schema(request=PasswordSerializer, responses=PseudonymSerializer)
    def delete(self, request: Request) -> Response:
        """Deletes it. What was played stays, under a pseudonym."""
        assert isinstance(request.user, User)
        given = PasswordSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        pseudonym = accounts.delete(request.user, given.validated_data["password"])
        return Response(PseudonymSerializer({"pseudonym": pseudonym}).data)


urlpatterns = [path("account/", Account.as_view(), name="account")]
