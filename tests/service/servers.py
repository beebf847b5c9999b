"""Throw-away servers: a PostgreSQL cluster and a Redis, each in a temporary folder on a free port of this machine."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import redis

PATIENCE = 30.0
"""Seconds that a server may take to start."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_until(ready: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Raises TimeoutError when ``ready`` has not said yes in that time."""
    deadline = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not happen within {seconds:g} seconds")
        time.sleep(0.05)


def program(name: str) -> str:
    """The path of a program of PostgreSQL, which Debian keeps off the search path."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    for folder in reversed(versions):
        if (folder / name).exists():
            return str(folder / name)
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is missing; Debian's package postgresql brings it")
    return found


@contextmanager
def postgresql(durable: bool = False) -> Iterator[str]:
    """The DATABASE_URL of an empty cluster. ``durable`` is for measurements: it then writes as a real one does."""
    # PostgreSQL refuses to run as root; Debian's package made this account for it.
    account: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory(prefix="dugout-postgresql-") as name:
        folder = Path(name)
        if account:
            shutil.chown(folder, "postgres", "postgres")
        data = folder / "data"
        # The account may not read the folder that the tests run in.
        common: dict[str, Any] = {"cwd": folder, **account}
        make = f"initdb -D {data} -U postgres -A trust -E UTF8 --locale=C.UTF-8".split()
        make[0] = program("initdb")
        if not durable:
            make.append("--no-sync")
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, **common)
        port = free_port()
        settings = [
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={folder}",
            "log_min_messages=fatal",
        ]
        if not durable:
            settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        options = [part for setting in settings for part in ("-c", setting)]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [program("postgres"), "-D", data, "-p", str(port), *options],
                stdout=log,
                stderr=subprocess.STDOUT,
                **common,
            )
            try:
                check = [program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
                wait_until(lambda: subprocess.run(check).returncode == 0, "PostgreSQL's start")
                yield f"postgres://postgres@127.0.0.1:{port}/postgres"
            finally:
                # SIGINT: its fast shutdown, which does not wait for clients.
                server.send_signal(2)
                server.wait(PATIENCE)


@contextmanager
def redis_server() -> Iterator[str]:
    """The REDIS_URL of an empty Redis that writes nothing to disk."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="dugout-redis-") as folder:
        server = subprocess.Popen(
            ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )
        try:
            url = f"redis://127.0.0.1:{port}/0"
            wait_until(lambda: answers(url), "Redis's start")
            yield url
        finally:
            server.terminate()
            server.wait(PATIENCE)


def answers(url: str) -> bool:
    with redis.Redis.from_url(url) as client:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False
