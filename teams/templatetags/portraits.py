"""The coat of arms of a position, wherever a player is shown."""

from typing import Any

from django import template

from engine.edition import Edition
from teams.portraits import arms_of, role_in

register = template.Library()


@register.inclusion_tag("teams/_portrait.html")
def portrait(edition: Edition, race: str, position: str, label: str = "") -> dict[str, Any]:
    """``{% portrait league.rules team.race player.position %}``.

    Where the position is not written beside it, ``label`` gives the picture a name; else nobody reads it out.
    """
    return {"role": role_in(edition, race, position), "arms": arms_of(race), "label": label}
