"""Every row of the project as values, to be held against those of another moment or of another database."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.contrib.auth.hashers import is_password_usable

ORDER = {
    "User": ["username"],
    "Membership": ["league", "user__username"],
    "Player": ["team", "uid"],
    "Act": ["league", "sequence"],
    "RosterEvents": ["act__league", "act__sequence", "team"],
    "Competition": ["league", "number"],
    "Entry": ["competition__league", "competition__number", "number"],
    "Stage": ["competition__league", "competition__number", "number"],
    "Round": ["stage__competition__league", "stage__competition__number", "stage__number", "number"],
}
"""What has an order of its own; all else is in that in which it was made."""

APPS = ("league", "teams", "matches", "tournaments")


def models() -> list[Any]:
    return [model for label in APPS for model in apps.get_app_config(label).get_models()]


def dump(*without: str) -> dict[str, list[dict[str, Any]]]:
    """Rows by the name of their model, in the order in which things happened; ``without`` models of these names.

    Keys are counted: they differ from database to database, and a sequence of PostgreSQL goes on after a failure. Of a
    password it is said whether there is one.
    """
    counted = {
        model: {key: place for place, key in enumerate(_in_order(model).values_list("pk", flat=True))}
        for model in models()
    }
    return {
        model.__name__: [
            {
                field.attname: _value(field, getattr(row, field.attname), counted, model)
                for field in model._meta.concrete_fields
            }
            for row in _in_order(model)
        ]
        for model in models()
        if model.__name__ not in without
    }


def _in_order(model: Any) -> Any:
    return model.objects.order_by(*ORDER.get(model.__name__, ["pk"]))


def _value(field: Any, value: Any, counted: Any, model: Any) -> Any:
    if field.attname == "password":
        return is_password_usable(value)
    if field.attname == "table" and isinstance(value, list):
        return [_line(line, counted) for line in value]
    target = model if field.primary_key else field.related_model
    return counted[target].get(value) if target in counted and value is not None else value


def _line(line: dict[str, Any], counted: Any) -> dict[str, Any]:
    """Of a published table, which names accounts and teams by their keys."""
    teams, people = (counted[apps.get_model(name)] for name in ("teams.Team", "league.User"))
    return {
        **line,
        "coach": people[line["coach"]],
        "row": {**line["row"], "team": teams[line["row"]["team"]]},
    }
