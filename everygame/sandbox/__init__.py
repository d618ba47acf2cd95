"""Tables without rules: games that are a file, not a program.

`read(folder)` makes a `Definition` of a folder with `table.json`, `game_of(name, definition)` the
class of its game, and `unpack` and `pack` turn a folder into one file and back.
"""

from everygame.sandbox.definition import FILE, Definition, parse, read
from everygame.sandbox.rules import TableGame, game_of

__all__ = ["FILE", "Definition", "TableGame", "game_of", "parse", "read"]
