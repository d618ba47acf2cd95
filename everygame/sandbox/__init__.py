"""Tables without rules: each is a game that a file describes, `table.json`, and not a program.

`read(folder)` makes a `Definition` of a folder with that file, and `game_of(name, definition)` the
class of its game; `pack` and `unpack` in `package.py` make one file of a folder and back.
"""

from everygame.sandbox.definition import FILE, Definition, parse, read
from everygame.sandbox.rules import TableGame, game_of

__all__ = ["FILE", "Definition", "TableGame", "game_of", "parse", "read"]
