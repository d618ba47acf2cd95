"""Tables without rules: games that a file `table.json` describes, without any program.

`read(folder)` reads such a folder as a `Definition`, and `game_of(name, definition)` makes the
class of its game. In `package.py`, `pack` puts the files of a table into one archive, and `unpack`
takes them out.
"""

from everygame.sandbox.definition import FILE, Definition, parse, read
from everygame.sandbox.rules import TableGame, game_of

__all__ = ["FILE", "Definition", "TableGame", "game_of", "parse", "read"]
