"""``python -m catalogues``: brings the catalogues up to date. ``compile``: only makes them ready to be read."""

from __future__ import annotations

import os
import sys

import django

from catalogues import files


def main(wanted: list[str]) -> None:
    if wanted not in ([], ["compile"]):
        raise SystemExit(f"words: {' '.join(wanted)!r} is unknown; there is only 'compile'.")
    if not wanted:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        from catalogues import messages

        template = messages.template()
        for language in messages.LANGUAGES:
            missing = files.update(messages.catalogue(language), language, template)
            print(f"{language}: {len(template):,} messages, {missing:,} of them not translated")
    files.compile_all()


if __name__ == "__main__":
    main(sys.argv[1:])
