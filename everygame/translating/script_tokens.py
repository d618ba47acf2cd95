"""Splits a script of the page into tokens, as far as finding its sentences needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

TOKEN: Final = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<name>[\w$#]+)
    |(?P<pattern>/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/\w*)
    |(?P<sign>\?\?=?|\?\.|=>|.)""",
    re.VERBOSE | re.DOTALL,
)
ENDS: Final = (")", "]", "}")
"""After one of these, a name or a text, "/" divides; elsewhere it begins a regular expression."""
WORDS: Final = frozenset({"return", "case", "typeof", "in", "of"})
ESCAPE: Final = re.compile(r"\\(u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|(.))", re.DOTALL)


class Token(NamedTuple):
    """A part of a script."""

    kind: str
    """"string", "name", "sign" or "pattern"."""
    value: str
    line: int


def tokens(script: str, line: int = 1) -> Iterator[Token]:
    """Yield the tokens of a script without comments. What stands in the places of a template comes
    as if it stood in the script."""
    at, last = 0, Token("sign", ";", line)
    while at < len(script):
        if script[at] == "`":
            end, places = read_template(script, at)
            for start, stop in places:
                yield from tokens(script[start:stop], line + script.count("\n", at, start))
            last = Token("string", "``", line)  # no literal, but "/" after it divides
            yield Token("template", script[at:end], line)
        else:
            found = match_at(script, at, last)
            end, kind = found.end(), str(found.lastgroup)
            if kind != "blank":
                last = Token(kind, found[0], line)
                yield last
        line += script.count("\n", at, end)
        at = end


def match_at(script: str, at: int, last: Token) -> re.Match[str]:
    """Return the token at a place, where the one before decides what "/" means."""
    found = TOKEN.match(script, at)
    assert found is not None
    divides = last.value in ENDS or last.kind in ("string", "name", "template")
    if found.lastgroup == "pattern" and divides and last.value not in WORDS:
        found = re.compile(r"(?P<sign>/)").match(script, at)
        assert found is not None
    return found


def read_template(script: str, at: int) -> tuple[int, list[tuple[int, int]]]:
    """Return where the template that begins here ends, and where each of its "${…}" stands."""
    places: list[tuple[int, int]] = []
    at += 1
    while script[at] != "`":
        if script.startswith("${", at):
            end = end_of_place(script, at + 2)
            places.append((at + 2, end))
            at = end
        at += 2 if script[at] == "\\" else 1
    return at + 1, places


def end_of_place(script: str, at: int) -> int:
    """Return where the "}" stands that ends what begins here."""
    depth = 0
    while depth or script[at] != "}":
        depth += (script[at] == "{") - (script[at] == "}")
        at = read_template(script, at)[0] if script[at] == "`" else at + 1
    return at


def unquote(literal: str) -> str:
    """Return the text of a literal in quotes."""

    def put(found: re.Match[str]) -> str:
        number = found[2] or found[3]
        return chr(int(number, 16)) if number else {"n": "\n", "t": "\t"}.get(found[4], found[4])

    return ESCAPE.sub(put, literal[1:-1])
