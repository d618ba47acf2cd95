"""Finds the sentences of the page's scripts: the texts that `say`, `sayWith` and `count` take.

They are literals, several in a row with "+", or a choice between such (`tests/client/sentences.mjs`
keeps them so); the tokens come from Babel.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from babel.messages.jslexer import Token, tokenize, unquote_string

CLIENT: Final = Path(__file__).parents[1] / "client"
TAKERS: Final = {"say": 0, "sayWith": 0, "count": 1}
"""The functions that take sentences, and which of their arguments is the first."""
IMPORTED: Final = re.compile(r'import \{([^}]*)\} from "[./]*say\.js"')
OPENING, CLOSING = tuple("([{"), tuple(")]}")


def texts_of_page() -> Iterator[tuple[str, str, str]]:
    """Yield the file, the text and the text for many, which is empty unless a number decides."""
    for file in sorted(CLIENT.rglob("*.js")):
        if file.name != "say.js":
            name = str(file.relative_to(CLIENT.parent.parent))
            yield from ((name, *found) for found in texts_of(file.read_text("utf-8")))


def texts_of(script: str) -> Iterator[tuple[str, str]]:
    """Yield the text and the text for many of each sentence in a script. Raises ValueError where
    one is no literal."""
    known = IMPORTED.search(script)
    names = set(re.findall(r"\w+", known[1])) & TAKERS.keys() if known else set()
    tokens = [t for t in expand(script) if t.type not in ("linecomment", "multilinecomment")]
    for at, token in enumerate(tokens[:-1]):
        is_name = token.type == "name" and token.value in names
        if is_name and tokens[at + 1].value == "(" and tokens[at - 1].value != ".":
            groups = arguments_of(tokens[at + 2 :])
            first = TAKERS[token.value]
            if groups is not None:
                texts = [alternatives(group) for group in groups[first : first + 1 + (first > 0)]]
                yield from zip(*texts, strict=True) if first else ((one, "") for one in texts[0])


def expand(script: str) -> Iterator[Token]:
    """Yield the tokens of a script; those inside of a template stand where the template does."""
    for token in tokenize(script, jsx=False):
        yield token
        if token.type == "template_string":
            for inner in holes_of(token.value):
                yield from expand(inner)


def holes_of(template: str) -> Iterator[str]:
    """Yield what stands in the "${…}" of a template."""
    start, depth = 0, 0
    for at, letter in enumerate(template):
        if letter == "{" and (depth or template[at - 1] == "$"):
            depth += 1
            start = at + 1 if depth == 1 else start
        elif letter == "}" and depth:
            depth -= 1
            if not depth:
                yield template[start:at]


def arguments_of(tokens: Sequence[Token]) -> list[list[Token]] | None:
    """Return the tokens of each argument of a call, which begin behind its bracket; None for a
    method of that name, which is no call."""
    groups: list[list[Token]] = [[]]
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token.value in OPENING) - (token.value in CLOSING)
        if depth < 0:
            return None if tokens[at + 1].value == "{" else groups
        if token.value == "," and not depth:
            groups.append([])
        else:
            groups[-1].append(token)
    return groups


def alternatives(tokens: Sequence[Token]) -> list[str]:
    """Return all texts that an argument may be: those of its branches, without what is asked before
    a "?". Raises ValueError where a branch is no literal."""
    branches: list[list[Token]] = [[]]
    for token in tokens:
        if token.value == "?":
            branches[-1] = []
        elif token.value == ":":
            branches.append([])
        else:
            branches[-1].append(token)
    return [literal(branch) for branch in branches]


def literal(tokens: Sequence[Token]) -> str:
    strange = [token for token in tokens if token.type != "string" and token.value not in "+()"]
    if strange or not tokens:
        line = tokens[0].lineno if tokens else "?"
        raise ValueError(f"line {line}: a sentence is no literal")
    return "".join(unquote_string(token.value) for token in tokens if token.type == "string")
