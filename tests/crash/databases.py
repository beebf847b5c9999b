"""A database that can be put back as it was in a moment: a file of SQLite, or a template of PostgreSQL."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Protocol

import psycopg
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from psycopg import sql

from tests.service.servers import wait_until


class Database(Protocol):
    """``use`` takes a name: Django works on the database of that name from then on."""

    def make(self, name: str) -> None:
        """Without a table."""

    def copy(self, source: str, name: str) -> None:
        """Whatever stood under the name is gone."""

    def use(self, name: str) -> None: ...

    def settle(self, name: str) -> None:
        """Waits until nobody works on it any more: who was killed may still be listened to."""


class Sqlite:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.sqlite3"

    def make(self, name: str) -> None:
        sqlite3.connect(self.path(name)).close()

    def copy(self, source: str, name: str) -> None:
        for suffix in ("", "-wal", "-shm"):
            self.path(name).with_name(f"{name}.sqlite3{suffix}").unlink(missing_ok=True)
        shutil.copyfile(self.path(source), self.path(name))

    def use(self, name: str) -> None:
        connection.close()
        connection.settings_dict["NAME"] = str(self.path(name))

    def settle(self, name: str) -> None:
        """Its locks went with the process."""


class Postgresql:
    """Databases of the server that ``url`` names."""

    def __init__(self, url: str) -> None:
        self.server = psycopg.connect(url, autocommit=True)

    def make(self, name: str) -> None:
        self._drop(name)
        self.server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))

    def copy(self, source: str, name: str) -> None:
        self._drop(name)
        made = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        self.server.execute(made.format(sql.Identifier(name), sql.Identifier(source)))

    def _drop(self, name: str) -> None:
        self.server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def use(self, name: str) -> None:
        connection.close()
        connection.settings_dict["NAME"] = name

    def settle(self, name: str) -> None:
        wait_until(lambda: self._sessions(name) == 0, "the end of the killed process's session")

    def _sessions(self, name: str) -> int:
        return len(
            self.server.execute("SELECT pid FROM pg_stat_activity WHERE datname = %s", [name]).fetchall()
        )


def with_tables(database: Database, name: str) -> None:
    """The tables as the models have them, without their history."""
    database.make(name)
    database.use(name)
    settings.MIGRATION_MODULES = {config.label: None for config in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)
    connection.close()
