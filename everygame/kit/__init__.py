"""A box to print: what a game needs on a kitchen table, of paper and of plastic.

`pack` says what is in the box of a game (`box.py`); `make` writes it into a folder: sheets to cut
out at their true size, and the rules as a booklet. It needs the extra `kit`; nothing else does.
"""

from everygame.kit.box import Box, Part, pack
from everygame.kit.make import Wanted, make, parts_json, write

__all__ = ["Box", "Part", "Wanted", "make", "pack", "parts_json", "write"]
