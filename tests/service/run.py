"""Runs pytest on the tests that need servers, with a PostgreSQL and a Redis of their own."""

import os
import subprocess
import sys

from tests.service.servers import postgresql, redis_server


def main() -> int:
    with postgresql() as database, redis_server() as broker:
        environment = {**os.environ, "DATABASE_URL": database, "REDIS_URL": broker}
        command = [sys.executable, "-m", "pytest", "-m", "service or both_databases", *sys.argv[1:]]
        return subprocess.run(command, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
