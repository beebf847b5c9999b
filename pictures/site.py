"""A site with the demonstration league, of its own and for as long as the pictures are taken."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 300
"""Seconds until the site must answer; the first start installs the requirements."""


@contextmanager
def running() -> Iterator[str]:
    """The address of the site. Everything of it is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="dugout-pictures-") as var:
        port = _free_port()
        address = f"http://127.0.0.1:{port}"
        environment = {**os.environ, "DUGOUT_VAR": var}
        environment.pop("DATABASE_URL", None)
        environment.pop("REDIS_URL", None)
        started = subprocess.Popen(
            [ROOT / "dugout", "run", "--port", str(port)], env=environment, stdout=subprocess.DEVNULL
        )
        try:
            _wait(address, started)
            yield address
        finally:
            started.terminate()
            started.wait(30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(address: str, started: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if started.poll() is not None:
            raise SystemExit("pictures: the site did not start; it says above why.")
        try:
            urllib.request.urlopen(f"{address}/", timeout=10).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
        else:
            return
    raise SystemExit(f"pictures: the site does not answer after {PATIENCE} seconds.")
