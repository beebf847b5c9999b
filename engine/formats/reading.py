"""A match file of any known format: what it is, is told by what is in it and never by its name."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import msgspec

from engine.formats import bbrz, dugout_log, ffb
from engine.formats.matchfile import MatchFile
from engine.formats.unpacking import check_size, gunzipped, only_member
from engine.questions import Refusal
from engine.words import gettext as _
from engine.words import gettext_noop

KNOWN = gettext_noop("replays of Blood Bowl 2 (.bbrz), replays of FFB (.json.gz) and match logs of Dugout")
HEAD = 4_096
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read(data: bytes) -> MatchFile:
    """Raises Refusal with one sentence that says what is wrong with the file, or what it is instead."""
    check_size(data)
    if not data.strip():
        raise Refusal(_("The file is empty."))
    if data.startswith(b"PK\x03\x04"):
        return _xml(only_member(data))
    if data.startswith(b"\x1f\x8b"):
        return _json(gunzipped(data))
    _refuse_others(data)
    head = _start(data)
    if head.startswith(b"<"):
        return _xml([data])
    if head.startswith((b"{", b"[")):
        return _json(data)
    raise Refusal(_("This is no match file that Dugout knows: it reads {known}.").format(known=_(KNOWN)))


def _start(data: bytes) -> bytes:
    return data[:HEAD].removeprefix(BYTE_ORDER_MARK).lstrip()


def _refuse_others(data: bytes) -> None:
    """Files of matches that are not read, each with its name. A pickle can run a program when it is opened."""
    if data[:1] == b"\x80" and data[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        raise Refusal(_("This file is a pickle of Python, which may hold a program; Dugout never opens one."))
    if data.startswith(b"SQLite format 3\0"):
        raise Refusal(
            _("This file is a database, as Blood Bowl 1 keeps its matches in; Dugout does not read it.")
        )
    if data.startswith((b"eJ", b"eN", b"eA", b"eF")):
        raise Refusal(_("This file looks like a replay of Blood Bowl 3 (.bbr), which Dugout does not read."))


def _xml(pieces: Iterable[bytes]) -> MatchFile:
    pieces = iter(pieces)
    first = next(pieces, b"")
    _refuse_others(first)
    head = _start(first)
    if head.startswith(b"{"):
        return _json(b"".join([first, *pieces]))
    if b"<nafReport" in head:
        raise Refusal(
            _("This file is a report to the NAF, which holds the results of an event and no match.")
        )
    if b"<report" in head:
        raise Refusal(_("This file is a report of BOTOCS or OBBLM, which Dugout does not read."))
    return bbrz.read_xml(itertools.chain([first], pieces))


class _Keys(msgspec.Struct, rename="camel"):
    """Enough of a JSON file to tell whose it is."""

    game_log: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    format: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_keys = msgspec.json.Decoder(_Keys)


def _json(document: bytes) -> MatchFile:
    document = document.removeprefix(BYTE_ORDER_MARK)
    _refuse_others(document)
    try:
        keys = _keys.decode(document)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(
            _("This is no match file that Dugout knows: it reads {known}.").format(known=_(KNOWN))
        ) from None
    if keys.game_log is not msgspec.UNSET:
        return ffb.read_json(document)
    return dugout_log.read(document)
