"""``python -m tests.moments FOLDER``: every story on a file of SQLite in the folder, as an embedded Dugout has one.

In a process of its own: the SQLite of the tests is in their memory, where nobody waits for anybody. Prints the name of
each story that has come out as it must; ends with the error of the first that has not.
"""

from __future__ import annotations

import sys
from pathlib import Path

import django


def main() -> None:
    django.setup()
    from tests.crash.databases import Sqlite, with_tables
    from tests.moments.stories import STORIES

    database = Sqlite(Path(sys.argv[1]))
    with_tables(database, "blank")
    for name, story in STORIES.items():
        database.copy("blank", name)
        database.use(name)
        story()
        print(name)


if __name__ == "__main__":
    main()
