"""Logging in to the API with a token."""

from drf_spectacular.utils import extend_schema
from rest_framework.authtoken.views import ObtainAuthToken
from rest_framework.throttling import ScopedRateThrottle


@extend_schema(tags=["login"], auth=[])
class TokenLogin(ObtainAuthToken):
    """The token of the account whose name and password are given; sent later as ``Authorization: Token ...``."""

    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "login"
