"""Webhooks in the API: for commissioners."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api import LeagueAPI
from league.models import NAME_LENGTH
from tournaments.domain import webhooks
from tournaments.models import Delivery, Webhook
from tournaments.models.messages import ADDRESS_LENGTH


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A webhook. Its address is shown in part, since it opens the other side."""

    address = serializers.SerializerMethodField(help_text="In part: the rest is a secret.")

    class Meta:
        model = Webhook
        fields = ["id", "name", "kind", "address", "events", "paused", "failures", "created"]
        read_only_fields = fields

    def get_address(self, hook: Webhook) -> str:
        return webhooks.shown(hook.address)


class SecretSerializer(WebhookSerializer):
    secret = serializers.CharField(
        help_text="By which messages are signed. It is shown this once; Discord needs none."
    )

    class Meta(WebhookSerializer.Meta):
        fields = [*WebhookSerializer.Meta.fields, "secret"]
        read_only_fields = fields


class ChangedWebhookSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_LENGTH)
    events = serializers.ListField(
        child=serializers.ChoiceField(choices=webhooks.EVENTS), help_text="What it is told of."
    )
    address = serializers.CharField(max_length=ADDRESS_LENGTH, required=False)


class NewWebhookSerializer(ChangedWebhookSerializer):
    kind = serializers.ChoiceField(choices=Webhook.Kind.choices)
    address = serializers.CharField(
        max_length=ADDRESS_LENGTH, help_text="https, outside of any network; redirects are not followed."
    )


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    key = serializers.UUIDField(
        read_only=True, help_text="The same at every attempt: the header Dugout-Delivery."
    )

    class Meta:
        model = Delivery
        fields = [
            "id",
            "key",
            "event",
            "body",
            "status",
            "attempts",
            "created",
            "tried",
            "next_try",
            "answered",
            "answer",
        ]
        read_only_fields = fields


class HookAPI(LeagueAPI):
    read = "commissioner"


@extend_schema(tags=["webhooks"])
class Webhooks(HookAPI, generics.ListAPIView[Webhook]):
    """The webhooks of a league."""

    serializer_class = WebhookSerializer
    queryset = Webhook.objects.none()

    def get_queryset(self) -> QuerySet[Webhook]:
        return webhooks.hooks_of(self.request.user, self.league)

    @extend_schema(request=NewWebhookSerializer, responses={201: SecretSerializer})
    def post(self, request: Request, league: str) -> Response:
        given = NewWebhookSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        made = webhooks.add(request.user, self.league, webhooks.Wanted(**given.validated_data))
        return Response(SecretSerializer(made).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["webhooks"])
class OneWebhook(HookAPI):
    """A webhook, and what it is told of."""

    @extend_schema(responses=WebhookSerializer)
    def get(self, request: Request, league: str, hook: int) -> Response:
        return Response(WebhookSerializer(webhooks.find(request.user, self.league, hook)).data)

    @extend_schema(request=ChangedWebhookSerializer, responses=WebhookSerializer)
    def patch(self, request: Request, league: str, hook: int) -> Response:
        found = webhooks.find(request.user, self.league, hook)
        given = ChangedWebhookSerializer(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        wanted = webhooks.Wanted(**{"name": found.name, "events": found.events, **given.validated_data})
        return Response(WebhookSerializer(webhooks.change(request.user, self.league, hook, wanted)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, league: str, hook: int) -> Response:
        webhooks.remove(request.user, self.league, hook)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(tags=["webhooks"])
class WebhookSecret(HookAPI):
    """A new secret: whatever is sent from now on is signed with it."""

    @extend_schema(request=None, responses=SecretSerializer)
    def post(self, request: Request, league: str, hook: int) -> Response:
        return Response(SecretSerializer(webhooks.rotate(request.user, self.league, hook)).data)


@extend_schema(tags=["webhooks"])
class WebhookPause(HookAPI):
    """Nothing is written down or sent from now on."""

    @extend_schema(request=None, responses=WebhookSerializer)
    def post(self, request: Request, league: str, hook: int) -> Response:
        return Response(WebhookSerializer(webhooks.pause(request.user, self.league, hook)).data)


@extend_schema(tags=["webhooks"])
class WebhookResume(HookAPI):
    """It goes on; what waited is sent."""

    @extend_schema(request=None, responses=WebhookSerializer)
    def post(self, request: Request, league: str, hook: int) -> Response:
        return Response(WebhookSerializer(webhooks.resume(request.user, self.league, hook)).data)


@extend_schema(tags=["webhooks"])
class WebhookTest(HookAPI):
    """A message that tells of nothing, to see whether it is taken."""

    @extend_schema(request=None, responses={201: DeliverySerializer})
    def post(self, request: Request, league: str, hook: int) -> Response:
        sent = webhooks.send_test(request.user, self.league, hook)
        return Response(DeliverySerializer(sent).data, status=status.HTTP_201_CREATED)


@extend_schema(tags=["webhooks"])
class Deliveries(HookAPI, generics.ListAPIView[Delivery]):
    """What was sent to a webhook, and what waits, the latest first."""

    serializer_class = DeliverySerializer
    queryset = Delivery.objects.none()

    def get_queryset(self) -> QuerySet[Delivery]:
        return webhooks.deliveries_of(webhooks.find(self.request.user, self.league, self.kwargs["hook"]))


@extend_schema(tags=["webhooks"])
class DeliveryAgain(HookAPI):
    """It is sent once more, with the same key."""

    @extend_schema(request=None, responses=DeliverySerializer)
    def post(self, request: Request, league: str, hook: int, delivery: int) -> Response:
        return Response(
            DeliverySerializer(webhooks.send_again(request.user, self.league, hook, delivery)).data
        )


ONE = "leagues/<slug:league>/webhooks/<int:hook>/"
urlpatterns: list[URLPattern] = [
    path("leagues/<slug:league>/webhooks/", Webhooks.as_view(), name="webhooks"),
    path(ONE, OneWebhook.as_view(), name="webhook"),
    path(f"{ONE}secret/", WebhookSecret.as_view(), name="webhook_secret"),
    path(f"{ONE}test/", WebhookTest.as_view(), name="webhook_test"),
    path(f"{ONE}pause/", WebhookPause.as_view(), name="webhook_pause"),
    path(f"{ONE}resume/", WebhookResume.as_view(), name="webhook_resume"),
    path(f"{ONE}deliveries/", Deliveries.as_view(), name="deliveries"),
    path(f"{ONE}deliveries/<int:delivery>/again/", DeliveryAgain.as_view(), name="delivery_again"),
]
