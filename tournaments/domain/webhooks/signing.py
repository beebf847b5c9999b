"""How a receiver knows that a message came from here, and when."""

from __future__ import annotations

import hashlib
import hmac
import secrets

TIMESTAMP = "Dugout-Timestamp"
SIGNATURE = "Dugout-Signature"
DELIVERY = "Dugout-Delivery"
EVENT = "Dugout-Event"


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """``v1=`` and the hexadecimal HMAC-SHA256 of the time of sending (seconds since 1970), a full stop, the body."""
    told = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256)
    return f"v1={told.hexdigest()}"


def proves(secret: str, timestamp: str, body: bytes, given: str) -> bool:
    """Whether the signature that was given is that of the message."""
    return hmac.compare_digest(signature(secret, timestamp, body).encode(), given.encode())
