"""A whole league as one file, and a file as a league: for a commissioner, for the staff, and for backups."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile, SpooledTemporaryFile
from typing import IO, BinaryIO, cast

from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from engine.questions import Refusal
from league.domain.roles import Person, require_commissioner, require_staff, viewer
from league.models import League
from matches.models import FixtureStatus, MatchLog
from tournaments.domain import archive_loading, archive_reading, archive_writing

SUFFIX = ".jsonl.gz"
CONTENT_TYPE = "application/gzip"
LARGEST_FILE = archive_reading.LARGEST_FILE
IN_MEMORY = 8 * 1024 * 1024
"""Bytes of an archive that is made; a larger one waits on the disk until it is sent."""


@dataclass(frozen=True, slots=True)
class Contents:
    """How much an archive of a league holds now."""

    acts: int
    teams: int
    matches: int
    """Those that were played."""
    logs: int
    people: int


def contents(league: League) -> Contents:
    return Contents(
        acts=league.acts.count(),
        teams=league.teams.count(),
        matches=league.fixtures.filter(status=FixtureStatus.PLAYED).count(),
        logs=MatchLog.objects.filter(fixture__league=league).count(),
        people=league.memberships.count(),
    )


def file_name(league: League) -> str:
    return f"{league.slug}{SUFFIX}"


class _Waiting(SpooledTemporaryFile[bytes]):
    """Closes itself when nobody wants it any more: whoever asked for it may be gone before the first byte.

    Django puts the end of the response in the place of the file's own ``close``, which must not be reached from here:
    it would end a request at whatever moment the memory is tidied up.
    """

    def __del__(self) -> None:
        super().close()


def export_league(by: Person, league: League) -> IO[bytes]:
    """The archive of a league, to be read from its beginning. Its commissioner's to have.

    It is made whole before a byte is sent: whoever loads it slowly holds no one up.
    """
    require_commissioner(viewer(by, league))
    file = _Waiting(IN_MEMORY)
    backup(cast(BinaryIO, file), [league.slug])
    file.seek(0)
    return cast(IO[bytes], file)


def backup(out: BinaryIO, slugs: Sequence[str] = ()) -> list[League]:
    """Writes an archive of these leagues, or of all, as they stand at one moment."""
    with _one_moment():
        leagues = League.objects.order_by("slug")
        if slugs:
            leagues = leagues.filter(slug__in=slugs)
        found = list(leagues)
        missing = sorted(set(slugs) - {league.slug for league in found})
        if missing:
            raise Refusal(_("There is no league {slug!r}.").format(slug=missing[0]))
        archive_writing.write(found, out)
    return found


def backup_to(target: Path, slugs: Sequence[str] = ()) -> list[League]:
    """As ``backup``, into a file of this name: it is there whole, or as it was before. Raises OSError."""
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name[:100]}.", delete=False) as draft:
        try:
            leagues = backup(cast(BinaryIO, draft), slugs)
            if not leagues:
                raise Refusal(_("There is no league to back up."))
            draft.flush()
            os.fsync(draft.fileno())
            os.replace(draft.name, target)
        except BaseException:
            os.unlink(draft.name)
            raise
    return leagues


def require_tables() -> None:
    """Raises Refusal where the database is not the one that this Dugout works with."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise Refusal(
            _(
                "The tables of this database are not those of this Dugout; "
                "./dugout manage migrate brings them up to date."
            )
        )


@contextmanager
def _one_moment() -> Iterator[None]:
    """What is read inside belongs together, whatever others write meanwhile.

    A transaction of SQLite sees the database as it was when it began; PostgreSQL has to be asked, before anything else.
    """
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def import_archive(by: Person, file: BinaryIO, size: int) -> list[League]:
    """The leagues of an archive that somebody hands in: all of them, or, when something is refused, none.

    Staff only. Raises Occupied where a league of this name or address is there and is not empty, and Refusal with one
    sentence, which names the line, for the first fault of the archive.
    """
    require_staff(by)
    if size > LARGEST_FILE:
        raise Refusal(
            _("The file is too large: an archive has at most {most} MB, this has {megabytes} MB.").format(
                most=LARGEST_FILE // 1024**2, megabytes=f"{size / 1024**2:.0f}"
            )
        )
    with transaction.atomic():
        return archive_loading.load(archive_reading.read(file))


def restore(file: BinaryIO) -> list[League]:
    """As ``import_archive``, for whoever runs this installation: an archive of any size."""
    with transaction.atomic():
        return archive_loading.load(archive_reading.read(file, own=True))
