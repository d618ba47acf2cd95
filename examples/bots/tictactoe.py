"""A bot for tic-tac-toe that looks at every line of play, for docs/reference/bot-protocol.md.

everygame arena tictactoe strong "program:python examples/bots/tictactoe.py"
"""

import json
import random
import sys
from functools import cache

LINES = ("abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg")
"""The cells by letters, row by row from the top."""


@cache
def value(cells: str, me: str, other: str) -> int:
    """What `me`, who moves next, gets from best play: 1, 0 or -1."""
    if any(all(cells["abcdefghi".index(c)] == other for c in line) for line in LINES):
        return -1
    free = [n for n, cell in enumerate(cells) if cell == "."]
    return max((-value(put(cells, n, me), other, me) for n in free), default=0)


def put(cells: str, place: int, mark: str) -> str:
    return cells[:place] + mark + cells[place + 1 :]


def choose(cells: str, moves: list[str], me: str, other: str) -> str:
    """A best move; among equals by chance. A move such as b3 is a column and a row from below."""
    places = {move: 3 * (3 - int(move[1])) + "abc".index(move[0]) for move in moves}
    worth = {move: -value(put(cells, places[move], me), other, me) for move in moves}
    return random.choice([move for move in moves if worth[move] == max(worth.values())])


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        marks = "xo" if message["seat"] == 0 else "ox"
        random.seed(message["seed"])
        print(json.dumps({"type": "ready", "name": "Every line"}), flush=True)
    elif message["type"] == "move":
        cells = message["observation"]["cells"]
        print(json.dumps({"move": choose(cells, message["moves"], *marks)}), flush=True)
