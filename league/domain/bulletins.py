"""News of a league."""

from __future__ import annotations

from typing import cast

from engine.questions import Problem, Refusal
from league.domain import clock
from league.domain.queries import get_bulletin
from league.domain.roles import Person, require_commissioner, viewer
from league.models import Bulletin, League, User

TITLE_MAX = 120
TEXT_MAX = 20_000


def publish(by: Person, league: League, title: str, text: str) -> Bulletin:
    require_commissioner(viewer(by, league))
    title, text = _checked(title, text)
    return Bulletin.objects.create(
        league=league, author=cast(User, by), title=title, text=text, published=clock.now()
    )


def rewrite(by: Person, league: League, pk: int, title: str, text: str) -> Bulletin:
    """Another title and text; author and date stay."""
    require_commissioner(viewer(by, league))
    bulletin = get_bulletin(league, pk)
    bulletin.title, bulletin.text = _checked(title, text)
    bulletin.save(update_fields=["title", "text"])
    return bulletin


def write(by: Person, league: League, pk: int | None, title: str, text: str) -> Bulletin:
    """A new bulletin where no number is given."""
    return publish(by, league, title, text) if pk is None else rewrite(by, league, pk, title, text)


def delete(by: Person, league: League, pk: int) -> None:
    require_commissioner(viewer(by, league))
    get_bulletin(league, pk).delete()


def _checked(title: str, text: str) -> tuple[str, str]:
    """Both without space around them. Raises Refusal with all that is wrong."""
    title, text = title.strip(), text.replace("\r\n", "\n").strip()
    faults = []
    for what, given, limit in (("title", title, TITLE_MAX), ("text", text, TEXT_MAX)):
        if not given:
            faults.append(f"The {what} is empty.")
        elif len(given) > limit:
            faults.append(f"The {what} has {len(given):,} characters; {limit:,} are allowed.")
        elif "\0" in given:
            faults.append(f"The {what} has a character that cannot be stored.")
    if faults:
        raise Refusal(" ".join(faults), tuple(Problem(fault) for fault in faults))
    return title, text
