"""Draws the two pictures of docs/architecture.md from the code: the rooms, and a move's way.

python docs/pictures/architecture.py
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

PICTURES: Final = Path(__file__).parent
HOUSE: Final = PICTURES.parents[1] / "everygame"
STYLE: Final = (
    "text{font:14px sans-serif;fill:#1c2b36}.b{font-weight:bold}.s{font-size:12px}"
    "rect{fill:#eef5f9;stroke:#5d8aa3;rx:6}path{fill:none;stroke:#5d8aa3}"
    ".l{fill:#fff;stroke:#c6d6df}"
)
TOGETHER: Final = {
    "contract": (
        "arguments",
        "copying",
        "display_hooks",
        "errors",
        "options",
        "ownership",
        "version",
        "words",
    ),
    "fast": ("perft", "build"),
    "scene": ("boards", "colours", "cards"),
    "match": ("history", "honest_dice", "visible_history", "record", "undo_rules", "verify_dice"),
    "store": ("time_source", "addresses"),
    "cli": ("__init__", "__main__"),
}
"""Files and folders that the picture shows as one room, by the name of that room."""
JOBS: Final = {
    "contract": "what a game answers, its words, options and errors",
    "scene": "pictures of a state as data; cards and boards",
    "match": "one play of a game: its history, dice, records",
    "cli": "the command line, and names for `import everygame`",
}
"""Jobs of rooms that are more than one file; the others say theirs in their own docstring."""


class Step(NamedTuple):
    """A step of a move: where it happens, and the function that does it."""

    lane: str
    file: str
    function: str


LANES: Final = ("page", "server", "game", "file")
STEPS: Final = (
    Step("page", "client/view/board.js", "touch"),
    Step("page", "client/scene/choices.js", "next"),
    Step("page", "client/net/channel.js", "deed"),
    Step("server", "server/matches/socket.py", "handle"),
    Step("server", "server/matches/carry_out_commands.py", "obey"),
    Step("game", "server/matches/apply_commands.py", "apply_command"),
    Step("game", "match.py", "play"),
    Step("server", "server/matches/live_match.py", "write"),
    Step("file", "store/matches.py", "append"),
    Step("server", "server/matches/socket.py", "acknowledge"),
    Step("game", "server/shown/game_view.py", "show_game"),
    Step("server", "server/matches/socket.py", "view_message"),
    Step("page", "client/match/match.js", "show"),
)
"""How a move that somebody taps becomes a picture on every device."""


# -- the rooms


def room_of(part: str) -> str:
    """The room of a file or folder of the house."""
    part = part.removesuffix(".py")
    return next((room for room, parts in TOGETHER.items() if part in parts), part)


def read_rooms() -> dict[str, set[str]]:
    """The rooms that each room imports from."""
    found: dict[str, set[str]] = {}
    for path in sorted(HOUSE.rglob("*.py")):
        room = room_of(path.relative_to(HOUSE).parts[0])
        if "template" not in path.parts:
            found.setdefault(room, set()).update(imported_rooms(path) - {room})
    return found


def imported_rooms(path: Path) -> set[str]:
    """The rooms that a file imports from, also inside its functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("everygame"):
            parts = str(node.module).split(".")
            names = [parts[1]] if len(parts) > 1 else [alias.name for alias in node.names]
            found |= {room_of(name) for name in names}
    return found


def levels(rooms: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """How high each room stands: above all from which it imports. Raises ValueError in a circle."""
    found: dict[str, int] = {}
    while len(found) < len(rooms):
        ready = [r for r in rooms if r not in found and all(one in found for one in rooms[r])]
        if not ready:
            raise ValueError(f"These rooms import each other: {sorted(set(rooms) - set(found))}")
        found |= {room: 1 + max((found[one] for one in rooms[room]), default=-1) for room in ready}
    return found


def job_of(room: str) -> str:
    """Return what the docstring of a room says is in it, as far as its first full stop."""
    if room in JOBS:
        return JOBS[room]
    folder = HOUSE / room
    path = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    said = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").split("\n\n")[0]
    return re.split(r"[.;](?: |$)", " ".join(said.split()))[0]


def draw_rooms() -> str:
    rooms = read_rooms()
    heights = levels(rooms)
    rows = [
        [room for room in sorted(rooms) if heights[room] == level]
        for level in range(max(heights.values()), -1, -1)
    ]
    wide, tall = 230, 100
    across = max(map(len, rows))
    drawn = []
    for y, row in enumerate(rows):
        start = (across - len(row)) * wide / 2
        for x, room in enumerate(row):
            drawn.append(box(start + x * wide + 10, y * tall + 10, wide - 20, room, job_of(room)))
    note = "Each room imports only from rooms below it."
    drawn.append(f'<text x="10" y="{len(rows) * tall + 24}" class="s">{note}</text>')
    return picture(across * wide, len(rows) * tall + 36, drawn)


# -- a move's way


def said_of(step: Step) -> str:
    """The first sentence of what the code says of a step's function. Raises ValueError."""
    text = (HOUSE / step.file).read_text("utf-8")
    found = python_said(text, step) if step.file.endswith(".py") else script_said(text, step)
    sentence = re.split(r"(?<=[.;:]) ", " ".join(found.split()))[0]
    return sentence.rstrip(".;:")


def python_said(text: str, step: Step) -> str:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == step.function:
            return ast.get_docstring(node) or step.function
    raise ValueError(f"{step.file} has no function {step.function}.")


def script_said(text: str, step: Step) -> str:
    head = rf"^ *(?:export )?(?:async )?(?:function )?{step.function}\(.*\) {{$"
    found = re.search(head, text, re.MULTILINE)
    if not found:
        raise ValueError(f"{step.file} has no function {step.function}.")
    before = text[: found.start()].rstrip()
    said = before[before.rfind("/**") + 3 : -2] if before.endswith("*/") else step.function
    return re.sub(r"^\s*\* ?", "", said, flags=re.MULTILINE).split("@")[0].strip()


def draw_way() -> str:
    wide, tall, top = 270, 98, 40
    high = top + tall * len(STEPS) + 10
    drawn = []
    for x, lane in enumerate(LANES):
        left, across = x * wide + 4, wide - 8
        drawn.append(f'<rect class="l" x="{left}" y="4" width="{across}" height="{high}"/>')
        drawn.append(f'<text class="b" x="{x * wide + 16}" y="26">{lane}</text>')
    for y, step in enumerate(STEPS):
        x = LANES.index(step.lane) * wide
        if y:  # the line lies below both boxes, and shows only between them
            before = LANES.index(STEPS[y - 1].lane) * wide + wide / 2
            ends = f"M{before} {top + (y - 1) * tall + 40}L{x + wide / 2} {top + y * tall}"
            drawn.insert(2 * len(LANES), f'<path d="{ends}"/>')
        title = f"{Path(step.file).name}: {step.function}"
        drawn.append(box(x + 12, top + y * tall, wide - 24, title, said_of(step)))
    return picture(wide * len(LANES), high + 10, drawn)


# -- shapes


def box(x: float, y: float, width: float, title: str, words: str) -> str:
    """A rectangle with a title and at most four short lines."""
    lines = textwrap.wrap(words, round(width / 7.4))[:4]
    rows = "".join(
        f'<text class="s" x="{x + 8}" y="{y + 34 + 14 * n}">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    shape = f'<rect x="{x}" y="{y}" width="{width}" height="{26 + 14 * len(lines)}"/>'
    return f'{shape}<text class="b" x="{x + 8}" y="{y + 18}">{escape(title)}</text>{rows}'


def picture(width: float, height: float, drawn: Iterable[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">'
    return "\n".join((head, f"<style>{STYLE}</style>", *drawn, "</svg>\n"))


def pictures() -> dict[str, str]:
    """The text of each picture by the name of its file."""
    return {"rooms.svg": draw_rooms(), "move.svg": draw_way()}


def main() -> None:
    for name, text in pictures().items():
        (PICTURES / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
