"""``python -m bench [NAME] [--json]``: run one benchmark, or all. The exit code is 1 when a promise does not hold."""

from __future__ import annotations

import argparse
import importlib
import json
import sys

from bench.figures import Figure

BENCHES = ("replay", "season", "amend", "archive", "tables", "pairing", "pages")


def main() -> int:
    parser = argparse.ArgumentParser(prog="dugout bench", description="Measure what the project promises.")
    parser.add_argument(
        "name", nargs="?", choices=BENCHES, metavar="NAME", help=f"one of {', '.join(BENCHES)}"
    )
    parser.add_argument("--json", action="store_true", help="print a list of objects")
    chosen = parser.parse_args()
    figures: list[Figure] = []
    for name in [chosen.name] if chosen.name else BENCHES:
        # Imported when it runs: the season needs Django, the replay must be measured without it.
        for figure in importlib.import_module(f"bench.{name}").run():
            figures.append(figure)
            if not chosen.json:
                print(figure.as_line(), flush=True)
    if chosen.json:
        print(json.dumps([figure.as_object() for figure in figures], indent=2))
    return 1 if any(figure.holds is False for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
