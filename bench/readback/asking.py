"""Questions on positions: a template sets up a position, and the rules of the game answer it.

A template names the paragraph of the English sheet that its answer rests on. Its text is in
English, but uses no word whose meaning only the sheet teaches. A seed mirrors boards and shuffles
what is to choose from; squares in texts and moves are mirrored with the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import Any

import everygame

SQUARE = re.compile(r"(?<![A-Za-z0-9])([a-h])([1-8])(?![0-9A-Za-z])")
IN_MOVE = re.compile(r"([a-h])([1-8])")
LABELS = "ABCDEFG"

Answer = Callable[["Case"], object]


@dataclass
class Template:
    """One question before its board is drawn. Exactly one of `yes`, `each` and `value` is set."""

    rule: str
    """Words of the paragraph of the English sheet that the question is about; several are parted
    by |."""
    text: str
    board: str = ""
    """The position, as `asks_GAME.py` reads it; empty where a question has no board."""
    yes: str | Answer | None = None
    """Moves that are allowed one after the other, or a function that says yes or no."""
    each: Sequence[tuple[str, str | Answer]] = ()
    """The answers that a question offers as A, B, C …: each text, and whether it is right."""
    value: Answer | None = None
    hint: str = ""
    """How an answer is written that is neither yes or no nor letters."""
    before: str = ""
    """Moves that are played before the question."""
    options: dict[str, str] = field(default_factory=dict)
    short: bool = False
    """Whether the question is one of the ten."""
    flip: bool = True
    """Whether the board may be mirrored left to right."""
    more: dict[str, object] = field(default_factory=dict)
    """Fields of the JSON of the state that a board cannot tell."""


@dataclass
class Case:
    """A template whose position has been drawn."""

    state: Any
    """A state of the game; Any, since questions look at what only that game's states have."""
    width: int
    """How many files the board has where it is mirrored, otherwise 0."""

    def turned(self, text: str, pattern: re.Pattern[str] = SQUARE) -> str:
        """Return a text with its squares as they are on the board that is shown."""
        if not self.width:
            return text
        text = pattern.sub(lambda found: mirrored(found[1], self.width) + found[2], text)
        swap = {"left": "right", "right": "left"}
        return re.sub(r"\b(left|right)\b", lambda found: swap[found[1]], text)

    def moves(self, text: str) -> list[str]:
        return self.turned(text, IN_MOVE).split()

    def can(self, text: str) -> bool:
        """Tell whether the player to move may play these moves one after the other in this turn."""
        state = self.state
        seat = state.to_play()
        for move in self.moves(text):
            if state.to_play() != seat or move not in state.legal_moves():
                return False
            state = state.play(move)
        return True

    def after(self, text: str) -> Any:
        """Return the state after these moves."""
        state = self.state
        for move in self.moves(text):
            state = state.play(move)
        return state

    def right(self, what: str | Answer) -> bool:
        return self.can(what) if isinstance(what, str) else bool(what(self))


@dataclass
class Question:
    rule: str
    text: str
    answer: str


def mirrored(file: str, width: int) -> str:
    return chr(ord("a") + width - 1 - (ord(file) - ord("a")))


def ask(module: ModuleType, template: Template, rng: Random) -> Question:
    """Draw the board of a template, and compute its answer from the rules."""
    case, shown = draw(module, template, rng)
    parts = [shown, case.turned(template.text)]
    if template.each:
        offered = rng.sample(list(template.each), len(template.each))
        rows = zip(LABELS, offered, strict=False)
        parts += [f"  {label}: {case.turned(text)}" for label, (text, _) in rows]
        found = [
            label for label, (_, what) in zip(LABELS, offered, strict=False) if case.right(what)
        ]
        answer = "".join(found) or "none"
        parts.append("(Answer: the letters of all that are right, such as AC; or none.)")
    elif template.value:
        answer = case.turned(str(template.value(case)))
        parts.append(f"(Answer: {template.hint}.)")
    else:
        assert template.yes is not None
        answer = "yes" if case.right(template.yes) else "no"
        parts.append("(Answer: yes or no.)")
    return Question(template.rule, "\n".join(filter(None, parts)), answer)


def draw(module: ModuleType, template: Template, rng: Random) -> tuple[Case, str]:
    """Return the case of a template and its board as text."""
    width = width_of(template.board) if template.flip and rng.random() < 0.5 else 0
    case = Case(None, width)
    options = {key: case.turned(value, IN_MOVE) for key, value in template.options.items()}
    game = load(module.NAME, **options)
    if not template.board:
        return Case(game.initial_state(), 0), ""
    state = game.parse_position(mirror(template.board) if width else template.board)
    if template.more:
        state = game.from_json({**state.to_json(), **template.more})
    case.state = state
    case.state = case.after(template.before)
    return case, module.show(case.state)


def load(name: str, **options: str) -> Any:
    """Return a game; Any, since questions look at what only that game has."""
    return everygame.load(name, **options)


def place(size: int, pieces: str) -> str:
    """Return the ranks of a position text from pieces such as "w2@d2 b1@h8"."""
    found = {square: piece for piece, _, square in (one.partition("@") for one in pieces.split())}
    ranks = []
    for rank in range(size, 0, -1):
        words: list[str] = []
        for file in "abcdefgh"[:size]:
            piece = found.get(f"{file}{rank}", "")
            if not piece and words and words[-1].isdigit():
                words[-1] = str(int(words[-1]) + 1)
            else:
                words.append(piece or "1")
        ranks.append(" ".join(words))
    return " / ".join(ranks)


def rows_of(board: str) -> list[list[str]]:
    """Return the words of each rank of a position text."""
    rows = board.partition(";")[0].split("/")
    spaced = " " in board.partition(";")[0].strip()
    return [row.split() if spaced else list(row.strip()) for row in rows]


def width_of(board: str) -> int:
    return sum(int(word) if word.isdigit() else 1 for word in rows_of(board)[0])


def mirror(board: str) -> str:
    """Return a position text with left and right exchanged."""
    ranks, semicolon, rest = board.partition(";")
    joint = (" / ", " ") if " " in ranks.strip() else ("/", "")
    turned = joint[0].join(joint[1].join(reversed(row)) for row in rows_of(ranks))
    return f"{turned} {semicolon}{rest}"


def table(cells: dict[str, str], files: str, ranks: int) -> str:
    """Return a board as lines of text, with the names of its ranks and files."""
    wide = max(len(text) for text in cells.values()) if cells else 1
    lines = []
    for rank in range(ranks, 0, -1):
        row = [cells.get(f"{file}{rank}", ".").ljust(wide) for file in files]
        lines.append(f"    {rank}  {'  '.join(row).rstrip()}")
    lines.append("       " + "  ".join(file.ljust(wide) for file in files).rstrip())
    return "\n".join(lines)


def choose(templates: list[Template], short: bool) -> Iterator[Template]:
    """Yield the templates of the whole set, or of the ten."""
    return (one for one in templates if one.short or not short)
