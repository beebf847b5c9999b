"""Everything that is kept about a person, as plain values for a JSON file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.db.models import Model, Q, QuerySet, TextField
from django.db.models.functions import Cast
from rest_framework.authtoken.models import Token

from engine.questions import SIDES
from league.domain import clock
from league.models import Bulletin, Invitation, Membership, Picture, RuleBook, User
from matches.models import Amendment, MatchLog
from teams.models import Act, Team, TradeOffer
from tournaments.domain.competing import entering, journal
from tournaments.domain.competing.results import CHANGES
from tournaments.models import Adjustment, Competition, Entry, Mailing, MatchMail, Pairing, Publication, Stage

Said = list[tuple[dict[str, Any], dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of a model in which ``field`` is the person, with these columns; ``__`` leads to another row."""

    name: str
    model: type[Model]
    field: str
    columns: tuple[str, ...]


_FIXTURE = ("fixture__league__slug", "fixture__number")
_PAIRING = ("round__stage__competition__league__slug", "round__stage__competition__slug", "round__number")
_OFFER = ("league__slug", "number", "first__name", "second__name", "status")

PARTS: tuple[Part, ...] = (
    Part("email_addresses", EmailAddress, "user", ("email", "verified", "primary")),
    # The key itself opens the account, so that it is no part of a file that is kept.
    Part("api_tokens", Token, "user", ("created",)),
    Part("memberships", Membership, "user", ("league__slug", "role", "joined", "weekly_mail", "match_mail")),
    Part(
        "teams", Team, "coach", ("league__slug", "slug", "name", "race", "created", "accepted", "withdrawn")
    ),
    Part(
        "acts",
        Act,
        "by",
        (
            "league__slug",
            "sequence",
            "kind",
            "at",
            "recorded",
            "as_commissioner",
            "parameters",
            "answers",
            "idempotency_key",
        ),
    ),
    Part(
        "match_logs",
        MatchLog,
        "submitted_by",
        (*_FIXTURE, "status", "origin", "created", "updated", "document"),
    ),
    Part(
        "amendments",
        Amendment,
        "by",
        ("league__slug", "act__sequence", "status", "reason", "created", "updated"),
    ),
    Part("trade_offers_made", TradeOffer, "offered_by", (*_OFFER, "deal", "words", "offered")),
    Part("trade_offers_answered", TradeOffer, "answered_by", (*_OFFER, "answered")),
    Part(
        "entries",
        Entry,
        "user",
        (
            "competition__league__slug",
            "competition__slug",
            "number",
            "name",
            "coach",
            "race",
            "naf_number",
            "club",
            "squad",
            "state",
            "reason",
            "painting",
            "entered",
        ),
    ),
    Part("competitions_organised", Competition, "organiser", ("league__slug", "slug", "name")),
    Part(
        "adjustments_made",
        Adjustment,
        "by",
        (
            "entry__competition__league__slug",
            "entry__competition__slug",
            "entry__name",
            "points",
            "reason",
            "at",
        ),
    ),
    Part(
        "results_decided",
        Pairing,
        "decided_by",
        (*_PAIRING, "table", "home_td", "away_td", "reason", "decided_at"),
    ),
    Part("bulletins", Bulletin, "author", ("league__slug", "title", "text", "published")),
    Part("pictures", Picture, "by", ("league__slug", "name", "created")),
    Part("rule_books", RuleBook, "by", ("league__slug", "after", "edition", "house_rules", "created")),
    Part("publications", Publication, "by", ("league__slug", "year", "week", "published_at")),
    Part(
        "mails_sent",
        Mailing,
        "user",
        ("publication__league__slug", "publication__year", "publication__week", "at"),
    ),
    Part(
        "match_mails",
        MatchMail,
        "user",
        ("act__league__slug", "act__sequence", "team__slug", "created", "sent"),
    ),
    Part(
        "invitations_made",
        Invitation,
        "created_by",
        ("league__slug", "role", "created", "expires", "used_at"),
    ),
    Part("invitations_used", Invitation, "used_by", ("league__slug", "role", "used_at")),
    Part("admin", LogEntry, "user", ("action_time", "object_repr", "action_flag", "change_message")),
)
"""Every row that names an account by its key; a test holds them against the models."""


def export(user: User) -> dict[str, Any]:
    """By the name of each part, its rows; the account itself; and what it is named in by its name."""
    name, said = user.username, _said_of_matches(user.username)
    return {
        "exported": clock.now(),
        "account": {
            "username": user.username,
            "first_name": user.first_name,
            "last_name": user.last_name,
            "email": user.email,
            "joined": user.date_joined,
            "last_login": user.last_login,
            "staff": user.is_staff,
        },
        **{part.name: _rows(part, user) for part in PARTS},
        "results_reported": _reported(said, name),
        "results_corrected": _corrected(said, name),
        "played_for_entries_of_others": _played_before(said, name),
        "journal_lines": _journal(name),
        "dice_taken_back": _taken_back(name),
    }


def mentions(rows: QuerySet[Any], column: str, text: str) -> QuerySet[Any]:
    """Rows whose JSON in the column may hold the text: databases keep JSON with escapes, or without."""
    found = Q()
    for form in {text, json.dumps(text)[1:-1]}:
        found |= Q(as_text__contains=form) | Q(as_text__contains=json.dumps(form)[1:-1])
    return rows.annotate(as_text=Cast(column, TextField())).filter(found)


def _rows(part: Part, user: User) -> list[dict[str, Any]]:
    rows = part.model._default_manager.filter(**{part.field: user}).order_by("pk")
    return [
        {name.replace("__", "_"): value for name, value in row.items()} for row in rows.values(*part.columns)
    ]


def _reported(said: Said, name: str) -> list[dict[str, Any]]:
    return [
        {**where, "side": side, **reports[side]}
        for where, reports in said
        for side in SIDES
        if reports.get(side, {}).get("by") == name
    ]


def _corrected(said: Said, name: str) -> list[dict[str, Any]]:
    """What stood before he corrected it, or took it back."""
    return [
        {**where, **was} for where, reports in said for was in reports.get(CHANGES, ()) if was["by"] == name
    ]


def _played_before(said: Said, name: str) -> list[dict[str, Any]]:
    """Matches that he played for an entry before another took it over."""
    return [
        {**where, "side": side, "coach": who["coach"], "naf_number": who["naf_number"]}
        for where, reports in said
        for side, who in reports.get(entering.PLAYED_BY, {}).items()
        if who["account"] == name
    ]


def _said_of_matches(name: str) -> Said:
    """What may hold the name, each with where it is."""
    rows = mentions(Pairing.objects.all(), "reports", name).order_by("pk")
    return [
        (dict(zip(("league", "competition", "round", "table"), where, strict=True)), reports)
        for *where, reports in rows.values_list(*_PAIRING, "table", "reports")
    ]


def _journal(name: str) -> list[dict[str, Any]]:
    rows = mentions(Stage.objects.all(), "draw", name).order_by("pk")
    where = ("competition__league__slug", "competition__slug", "draw")
    return [
        {"league": league, "competition": competition, "at": line["at"], "text": journal.text_of(line)}
        for league, competition, draw in rows.values_list(*where)
        for line in draw.get(journal.KEY, ())
        if line["by"] == name
    ]


def _taken_back(name: str) -> list[dict[str, Any]]:
    rows = mentions(MatchLog.objects.all(), "undone", name).order_by("pk")
    return [
        {"league": league, "fixture": number, **taken}
        for league, number, undone in rows.values_list(*_FIXTURE, "undone")
        for taken in undone
        if taken["by"] == name
    ]
