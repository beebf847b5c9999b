"""What every template of a league's page knows."""

from typing import Any

from django.http import HttpRequest


def league_of_page(request: HttpRequest) -> dict[str, Any]:
    """``league``, ``viewer`` and ``is_commissioner``, once ``league_page`` has found them."""
    viewer = getattr(request, "viewer", None)
    if viewer is None:
        return {}
    return {"league": viewer.league, "viewer": viewer, "is_commissioner": viewer.is_commissioner}
