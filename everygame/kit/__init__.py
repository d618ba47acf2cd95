"""Makes a game's printed kit: its board, pieces and rules, of paper and of plastic.

`pack` lists what a game's kit contains (`box.py`). `make` returns its files: sheets to cut out,
drawn to size, and the rules as a booklet; `write` writes them into a folder. Only this package
needs the packages of the extra `kit`.
"""

from everygame.kit.box import Box, Part, pack
from everygame.kit.make import Wanted, make, parts_json, write

__all__ = ["Box", "Part", "Wanted", "make", "pack", "parts_json", "write"]
