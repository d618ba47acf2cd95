"""The command `everygame words`, for translators."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from polib import POFile, pofile

from everygame.catalogues import FOLDER
from everygame.errors import EveryGameError
from everygame.library.registry import find_folder
from everygame.translating.all_texts import Unit, units, units_of_folder
from everygame.translating.catalogue_file import TEMPLATE, said, units_for, update, write_template
from everygame.translating.check import find_faults
from everygame.translating.glossary import as_table, terms_of

UNKNOWN: Final = "{file} is not there; `everygame words update {language}` makes it."


def run(options: argparse.Namespace) -> None:
    """Do what the arguments of the command say. Raises EveryGameError."""
    folder = Path(str(find_folder(Path(options.game)).folder)) if options.game else FOLDER
    files = [folder / f"{options.language}.po"] if options.language else sorted(folder.glob("*.po"))
    if options.what == "check":
        for file in files:
            check(file)
        return
    if options.what == "glossary":
        print("".join(as_table(terms_of(open_file(file))) for file in files), end="")
        return
    found = units_of_folder(find_folder(folder)) if options.game else units()
    if options.what == "extract":
        write_template(found, folder / TEMPLATE)
        print(f"{folder / TEMPLATE}: {len(found)} texts")
    for file in files if options.what == "update" else ():
        update(found, file, options.contexts)
    if options.what in ("update", "state"):
        for file in files:
            print("\n".join(state_of(file, found)))


def open_file(file: Path) -> POFile:
    if not file.is_file():
        raise EveryGameError(UNKNOWN, file=file.name, language=file.stem)
    try:
        return pofile(str(file))
    except (OSError, ValueError) as error:
        raise EveryGameError("{file} cannot be read: {error}", file=file, error=error) from None


def check(file: Path) -> None:
    """Print the faults of a catalogue. Raises EveryGameError where there are any."""
    faults = list(find_faults(open_file(file), file.stem))
    if faults:
        print("\n".join(faults))
        raise EveryGameError("{file} has {n} faults.", file=file.name, n=len(faults))
    print(f"{file.name} has no faults.")


def state_of(file: Path, found: list[Unit]) -> list[str]:
    """Return a line for each context: how many of its texts are translated."""
    catalogue = open_file(file)
    found = units_for(found, catalogue)
    entries = {(entry.msgctxt, entry.msgid): entry for entry in catalogue if not entry.obsolete}
    lines = []
    for context in dict.fromkeys(unit.context for unit in found):
        mine = [entries.get((context, unit.text)) for unit in found if unit.context == context]
        fuzzy = sum(entry is not None and entry.fuzzy for entry in mine)
        done = sum(entry is not None and bool(said(entry)) and not entry.fuzzy for entry in mine)
        lines.append(f"{file.stem:8} {context:24} {done:5} of {len(mine)}, {fuzzy} fuzzy")
    return lines
