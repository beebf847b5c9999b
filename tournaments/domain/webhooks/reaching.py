"""A message to an address that somebody typed in: to the world outside, never to the machines beside this one.

A name is resolved here, once, and the connection is made to the very address that was looked at; so no name server can
answer otherwise the second time. Redirects are not followed. ``settings.HOOKS_MAY_REACH`` names hosts that this does
not hold for.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from engine.questions import Refusal
from tournaments.models.messages import ADDRESS_LENGTH, ANSWER_LENGTH

SECONDS = 10.0
"""For the connection, for its encryption, and from then on for the message and its answer."""
REDIRECT = 3
"""Hundreds of a status."""
TRANSLATED = ip_network("64:ff9b::/96")
"""IPv6 addresses that a gateway turns into the IPv4 address at their end (RFC 6052)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``status`` is that of HTTP, or None where nobody answered: then ``text`` says why."""

    status: int | None
    text: str
    headers: Mapping[str, str]

    @property
    def taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class Unreachable(Exception):
    """A sentence on why an address is not connected to."""


# --- addresses ------------------------------------------------------------------------------------------------


def checked(address: str) -> str:
    """The address, as far as it can be judged without asking a name server. Raises Refusal."""
    address = address.strip()
    if len(address) > ADDRESS_LENGTH or not address.isascii() or not address.isprintable() or " " in address:
        raise Refusal(
            _(
                "An address has up to {most} characters, none of them blank or accented; copy it once more from "
                "where it was made."
            ).format(most=ADDRESS_LENGTH)
        )
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        raise Refusal(_("This is no address; one looks like https://example.org/hook.")) from None
    if parts.scheme not in ("http", "https") or not host:
        raise Refusal(_("This is no address; one looks like https://example.org/hook."))
    if parts.username is not None or parts.fragment:
        raise Refusal(_("An address may hold neither a name and password nor a part after #; take them out."))
    if parts.scheme == "http" and not (settings.DEBUG or _allowed(host)):
        raise Refusal(
            _("An address has to begin with https://, so that nobody on the way reads the messages.")
        )
    try:
        _require_outside(host, ip_address("127.0.0.1" if _is_local(host) else host))
    except Unreachable as why:
        raise Refusal(str(why)) from None
    except ValueError:
        # A name: it is looked at when it is resolved.
        return address
    return address


def shown(address: str) -> str:
    """The address for a page: without what opens it to others."""
    parts = urlsplit(address)
    tail = (parts.path + parts.query).strip("/")
    return f"{parts.scheme}://{parts.netloc}/" + (f"…{tail[-4:]}" if len(tail) > 12 else "…" * bool(tail))


def _is_local(host: str) -> bool:
    return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))


def _allowed(host: str) -> bool:
    return host in settings.HOOKS_MAY_REACH


def _require_outside(host: str, found: IPv4Address | IPv6Address) -> None:
    if _allowed(host) or all(one.is_global and not one.is_multicast for one in _all_of(found)):
        return
    raise Unreachable(
        _(
            "{host} is an address inside of a network, which a webhook may not reach; take one that everybody can "
            "reach."
        ).format(host=host)
    )


def _all_of(found: IPv4Address | IPv6Address) -> list[IPv4Address | IPv6Address]:
    """The address, and each that may be reached by it."""
    if isinstance(found, IPv4Address):
        return [found]
    inner = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
    if found in TRANSLATED:
        inner.append(IPv4Address(int(found) & 0xFFFFFFFF))
    return [found, *(one for one in inner if one is not None)]


def _resolved(host: str, port: int) -> Iterator[tuple[socket.AddressFamily, str]]:
    """The addresses of the host, each looked at. Raises Unreachable as soon as one of them is inside."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable(_("{host} was not found by its name.").format(host=host)) from None
    numbers = dict.fromkeys((family, str(place[0])) for family, _kind, _protocol, _name, place in found)
    for _family, number in numbers:
        _require_outside(host, ip_address(number.partition("%")[0]))
    yield from numbers


# --- a message ------------------------------------------------------------------------------------------------


def post(address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Sends the message and reads how the answer begins. Whatever goes wrong is told in the answer."""
    try:
        parts = urlsplit(checked(address))
        with _connected(parts) as connection:
            target = f"{parts.path or '/'}{'?' * bool(parts.query)}{parts.query}"
            connection.request("POST", target, body, dict(headers))
            response = connection.getresponse()
            text = _text(response)
            if response.status // 100 == REDIRECT:
                text = _(
                    "It sends elsewhere, and is not followed; give the webhook the address where it ends."
                )
            return Answer(response.status, _beginning(text), _lower(response.headers))
    except Refusal as why:
        return Answer(None, why.message, {})
    except Unreachable as why:
        return Answer(None, str(why), {})
    except (OSError, HTTPException) as trouble:
        return Answer(None, _beginning(str(trouble) or type(trouble).__name__), {})


def _text(response: HTTPResponse) -> str:
    """As far as it comes in time: what became of the message, the status has told already."""
    try:
        return response.read(4 * ANSWER_LENGTH).decode(errors="replace")
    except (OSError, HTTPException):
        return ""


def _beginning(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)[:ANSWER_LENGTH]


def _lower(headers: HTTPMessage) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


@contextmanager
def _connected(parts: SplitResult) -> Iterator[HTTPConnection]:
    """A connection to a looked-at address, that is cut off when its time is over: whoever answers a letter at a time
    would otherwise hold it for ever.

    The socket is cut, not the connection: that lets go of it as soon as it has read the head of the last answer.
    """
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    connection = (HTTPSConnection if secure else HTTPConnection)(host, port)
    # It would resolve the name anew, without looking.
    connection.auto_open = 0
    made = _socket(list(_resolved(host, port)), port)
    if secure:
        made = ssl.create_default_context().wrap_socket(made, server_hostname=host)
    connection.sock = made
    over = Timer(SECONDS, _cut, [made])
    over.daemon = True
    over.start()
    try:
        yield connection
    finally:
        over.cancel()
        connection.close()


def _cut(made: socket.socket) -> None:
    with suppress(OSError):
        made.shutdown(socket.SHUT_RDWR)


def _socket(found: list[tuple[socket.AddressFamily, str]], port: int) -> socket.socket:
    trouble: OSError | None = None
    for family, number in found:
        made = socket.socket(family, socket.SOCK_STREAM)
        made.settimeout(SECONDS / max(1, len(found)))
        try:
            made.connect((number, port))
        except OSError as why:
            made.close()
            trouble = why
            continue
        made.settimeout(SECONDS)
        return made
    raise trouble or Unreachable(_("Nobody is there."))
