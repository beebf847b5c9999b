"""The token by which a program acts for an account in the API."""

from __future__ import annotations

from django.db import transaction
from rest_framework.authtoken.models import Token

from league.models import User


def token_of(user: User) -> Token | None:
    return Token.objects.filter(user=user).first()


def renew(user: User) -> Token:
    """A new token; the old one, if there was one, is worth nothing from now on."""
    with transaction.atomic():
        Token.objects.filter(user=user).delete()
        return Token.objects.create(user=user)


def withdraw(user: User) -> None:
    Token.objects.filter(user=user).delete()
