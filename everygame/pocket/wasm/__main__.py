"""`python -m everygame.pocket.wasm FOLDER` writes the wheel for browsers into a folder."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from everygame.catalogues import ENGLISH
from everygame.errors import EveryGameError
from everygame.pocket.wasm.wheel import make_wheel
from everygame.words import translate

try:
    print(make_wheel(Path(sys.argv[1]), partial(print, flush=True)))
except EveryGameError as error:
    sys.exit(translate(error.message, ENGLISH))
