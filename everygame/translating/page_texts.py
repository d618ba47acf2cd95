"""Finds the sentences of the page's scripts: the texts that `say`, `sayWith` and `count` take.

They are literals, several in a row with "+", or a choice between such (`tests/client/sentences.mjs`
keeps them so).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from everygame.translating.script_tokens import Token, tokens, unquote

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
    read = list(tokens(script))
    for at, token in enumerate(read[:-1]):
        is_name = token.kind == "name" and token.value in names
        if is_name and read[at + 1].value == "(" and read[at - 1].value != ".":
            groups = arguments_of(read[at + 2 :])
            first = TAKERS[token.value]
            if groups is not None:
                texts = [alternatives(group) for group in groups[first : first + 1 + (first > 0)]]
                yield from zip(*texts, strict=True) if first else ((one, "") for one in texts[0])


def arguments_of(rest: Sequence[Token]) -> list[list[Token]] | None:
    """Return the tokens of each argument of a call, which begin behind its bracket; None for a
    method of that name, which is no call."""
    groups: list[list[Token]] = [[]]
    depth = 0
    for at, token in enumerate(rest):
        depth += (token.value in OPENING) - (token.value in CLOSING)
        if depth < 0:
            return None if rest[at + 1].value == "{" else groups
        if token.value == "," and not depth:
            groups.append([])
        else:
            groups[-1].append(token)
    return groups


def alternatives(argument: Sequence[Token]) -> list[str]:
    """Return all texts that an argument may be: those of its branches, without what is asked before
    a "?". Raises ValueError where a branch is no literal."""
    branches: list[list[Token]] = [[]]
    for token in argument:
        if token.value == "?":
            branches[-1] = []
        elif token.value == ":":
            branches.append([])
        else:
            branches[-1].append(token)
    return [literal(branch) for branch in branches]


def literal(branch: Sequence[Token]) -> str:
    strange = [token for token in branch if token.kind != "string" and token.value not in "+()"]
    if strange or not branch:
        line = branch[0].line if branch else "?"
        raise ValueError(f"line {line}: a sentence is no literal")
    return "".join(unquote(token.value) for token in branch if token.kind == "string")
