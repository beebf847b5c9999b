"""Catalogues as files: brought up to date with the code, and compiled for Django."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent


def read(path: Path, language: str) -> Catalog:
    """An empty catalogue where there is no file yet."""
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(path: Path, language: str, template: Catalog) -> int:
    """Writes the catalogue with every message of ``template`` and no other. How many it does not translate yet."""
    catalog = read(path, language)
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    _head(catalog)
    path.parent.mkdir(parents=True, exist_ok=True)
    # A catalogue that another program reads half written would be taken for one with fewer translations.
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with draft.open("wb") as file:
        write_po(file, catalog, width=110, omit_header=False, sort_output=True, include_lineno=False)
    draft.replace(path)
    return sum(not translated(message) for message in catalog if message.id)


def _head(catalog: Catalog) -> None:
    """The same whoever writes the file, and when: a difference of two versions shows what is said, and no more."""
    catalog.fuzzy = False
    catalog.header_comment = "# What Dugout says. ./dugout words brings this file up to date with the code."
    catalog.project, catalog.version, catalog.msgid_bugs_address = "Dugout", "1", ""
    catalog.last_translator, catalog.language_team = "Dugout", "Dugout"
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)


def translated(message: Message) -> bool:
    """In each of its forms, where it counts something."""
    said = message.string
    return bool(said) if said is None or isinstance(said, str) else all(said)


def compile_all() -> None:
    """Writes a ``.mo`` beside each ``.po`` that is newer."""
    for source in sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po")):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            catalog = read(source, source.parts[-3])
            # Whoever reads at the same moment gets the old one or the new one whole.
            draft = compiled.with_name(f"{compiled.name}.{os.getpid()}")
            with draft.open("wb") as file:
                write_mo(file, catalog)
            draft.replace(compiled)
