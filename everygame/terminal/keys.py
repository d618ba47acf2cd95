"""Reads a line from the keyboard; an arrow key may stand for a move."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress

ARROWS = {"A": "ArrowUp", "B": "ArrowDown", "C": "ArrowRight", "D": "ArrowLeft"}
"""The name of each arrow key, by the last letter of its escape sequence."""


def ask(prompt: str, keys: Mapping[str, str]) -> str:
    """Return the line typed up to Enter, or at once the move of a pressed key; `keys` maps
    `Choice.key` to the move. Raises EOFError at the end of input."""
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
    """Read a line letter by letter, because an arrow key must act before Enter. So this function
    also handles backspace and shows the typed letters."""
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
    """Return the arrow key whose escape sequence has begun; an empty text for any other key."""
    with suppress(KeyError):
        if sys.stdin.read(1) in "[O":
            return ARROWS[sys.stdin.read(1)]
    return ""


def echo(text: str) -> None:
    print(text, end="", flush=True)
