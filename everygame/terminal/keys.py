"""A line from the keyboard, in which an arrow key may stand for a move."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress

ARROWS = {"A": "ArrowUp", "B": "ArrowDown", "C": "ArrowRight", "D": "ArrowLeft"}
"""The last letter of what a terminal sends for each arrow key."""


def ask(prompt: str, keys: Mapping[str, str]) -> str:
    """What was typed up to Enter, or at once the move of a key (`Choice.key` → move).
    Raises EOFError at the end of input."""
    if not keys or not sys.stdin.isatty():
        return input(prompt)
    try:
        import termios
        import tty
    except ImportError:
        return input(prompt)
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        echo(prompt)
        typed = read_line(keys)
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
        print()
    return typed


def read_line(keys: Mapping[str, str]) -> str:
    """Letter by letter, with a backspace that works and a printed echo."""
    typed = ""
    while True:
        letter = sys.stdin.read(1)
        if letter in ("", "\x04") and not typed:
            raise EOFError
        if letter in ("\r", "\n"):
            return typed
        if letter == "\x1b":
            move = keys.get(read_arrow(), "")
            if move and not typed:
                echo(move)
                return move
        elif letter in ("\x7f", "\b"):
            echo("\b \b" if typed else "")
            typed = typed[:-1]
        elif letter.isprintable():
            echo(letter)
            typed += letter


def read_arrow() -> str:
    """The name of the key whose escape sequence has begun; empty for one that is none."""
    with suppress(KeyError):
        if sys.stdin.read(1) in "[O":
            return ARROWS[sys.stdin.read(1)]
    return ""


def echo(text: str) -> None:
    print(text, end="", flush=True)
