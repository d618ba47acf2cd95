"""All words of a Hunspell dictionary: each stem with the affixes that its flags allow.

Read are SET, FLAG, AF, PFX and SFX with their conditions, a second suffix after the first, and
NEEDAFFIX, FORBIDDENWORD, ONLYINCOMPOUND and CIRCUMFIX. Compounds are without end, so none are
made. The format: hunspell(5), the manual page of Hunspell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from everygame.errors import BadOption

MAX_BYTES: Final = 50_000_000
BOUND: Final = ("NEEDAFFIX", "PSEUDOROOT", "ONLYINCOMPOUND", "CIRCUMFIX")
"""Flags of what is no word by itself."""
NO_FLAGS: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True)
class Affix:
    """One way to change a word at its beginning or its end."""

    suffix: bool
    crosses: bool
    """Goes together with an affix of the other side."""
    strip: str
    add: str
    condition: re.Pattern[str]
    flags: frozenset[str]
    """What may be added after it."""

    def apply(self, word: str) -> str | None:
        """The changed word; None where the affix does not fit."""
        if len(word) <= len(self.strip) or not self.condition.search(word):
            return None
        if self.suffix:
            fits, rest = word.endswith(self.strip), word.removesuffix(self.strip) + self.add
        else:
            fits, rest = word.startswith(self.strip), self.add + word.removeprefix(self.strip)
        return rest if fits else None


@dataclass(frozen=True)
class Form:
    """A stem with what was added to it so far."""

    word: str
    flags: frozenset[str]
    """What may be added."""
    bound: bool = False
    """No word by itself."""
    crosses: bool = True


@dataclass
class Rules:
    """An .aff file."""

    encoding: str = "latin-1"
    flag_type: str = "short"
    aliases: list[str] = field(default_factory=list)
    crosses: dict[str, bool] = field(default_factory=dict)
    affixes: dict[str, list[Affix]] = field(default_factory=dict)
    bound: frozenset[str] = NO_FLAGS
    forbidden: frozenset[str] = NO_FLAGS

    def flags(self, text: str) -> frozenset[str]:
        """The flags of a word or an affix, as the file writes them."""
        if self.aliases and text.isdigit() and 0 < int(text) <= len(self.aliases):
            text = self.aliases[int(text) - 1]
        if self.flag_type == "num":
            return frozenset(text.split(","))
        size = 2 if self.flag_type == "long" else 1
        return frozenset(text[i : i + size] for i in range(0, len(text), size))

    def grow(self, form: Form, suffix: bool) -> Iterator[Form]:
        """The form with each affix of one side that its flags allow."""
        for flag in form.flags:
            for affix in self.affixes.get(flag, ()):
                word = affix.apply(form.word) if affix.suffix == suffix else None
                if word is not None:
                    bound = not self.bound.isdisjoint(affix.flags)
                    yield Form(word, affix.flags, bound, affix.crosses)

    def expand(self, stem: str, flags: frozenset[str]) -> Iterator[str]:
        """The stem and all that affixes make of it."""
        if not self.forbidden.isdisjoint(flags):
            return
        forms = [Form(stem, flags, not self.bound.isdisjoint(flags))]
        for once in self.grow(forms[0], suffix=True):
            forms += [once, *self.grow(once, suffix=True)]
        for form in forms:
            if not form.bound:
                yield form.word
            whole = Form(form.word, flags | form.flags)
            for prefixed in self.grow(whole, suffix=False) if form.crosses else ():
                if not prefixed.bound and (form is forms[0] or prefixed.crosses):
                    yield prefixed.word


def expand_dictionary(path: Path) -> Iterator[str]:
    """All words of a .dic file with its .aff file beside it, some more than once.
    Raises BadOption."""
    rules = read_rules(read_bytes(path.with_suffix(".aff")))
    lines = decode(read_bytes(path), rules.encoding).splitlines()
    for line in lines[1:]:
        stem, flags = split_entry(line)
        if stem:
            yield from rules.expand(stem, rules.flags(flags))


def read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES)
    except (OSError, ValueError):
        raise BadOption(
            "There is no file {path} of a Hunspell dictionary.", path=repr(str(path))
        ) from None


def decode(data: bytes, encoding: str) -> str:
    """Text; what is wrong in it becomes a character that no word has."""
    try:
        return data.decode(encoding, errors="replace")
    except LookupError:
        raise BadOption("The dictionary is written in an unknown encoding.") from None


def split_entry(line: str) -> tuple[str, str]:
    """Word and flags of a line: `word/flags`, then morphology; `\\/` is a slash in the word."""
    word, _, flags = line.strip().replace(r"\/", "\0").partition("/")
    if not flags:
        word = re.split(r"\t|\s+\w\w:", word)[0]
    return word.strip().replace("\0", "/"), flags.split()[0] if flags.split() else ""


def read_rules(data: bytes) -> Rules:
    """The affixes of an .aff file. Raises BadOption."""
    rules = Rules()
    found = re.search(rb"^\s*SET\s+(\S+)", data, re.MULTILINE)
    if found:
        rules.encoding = found[1].decode("ascii", errors="replace").removeprefix("microsoft-")
    for line in decode(data, rules.encoding).splitlines():
        words = line.partition("#")[0].split()
        if len(words) > 1:
            read_rule(rules, words)
    return rules


def read_rule(rules: Rules, words: list[str]) -> None:
    """Take over one line; those about suggestions and compounds say nothing here."""
    name, value = words[0], words[1]
    if name == "FLAG":
        rules.flag_type = value.lower()
    elif name == "AF" and len(words) == 2 and value.isdigit() and not rules.aliases:
        rules.aliases = []  # the number of aliases that follow
    elif name == "AF":
        rules.aliases.append(value)
    elif name in BOUND:
        rules.bound |= rules.flags(value)
    elif name == "FORBIDDENWORD":
        rules.forbidden = rules.flags(value)
    elif name in ("PFX", "SFX") and value not in rules.crosses:
        rules.crosses[value] = words[2:3] == ["Y"]
    elif name in ("PFX", "SFX") and len(words) >= 4:
        rules.affixes.setdefault(value, []).append(read_affix(rules, words))


def read_affix(rules: Rules, words: list[str]) -> Affix:
    """`SFX D y ied/S [^aeiou]y`. Raises BadOption where the condition makes no sense."""
    suffix, strip, (add, _, flags) = words[0] == "SFX", words[2], words[3].partition("/")
    pattern = words[4] if len(words) > 4 else "."
    pattern = re.sub(r"[^\w\[\]^.]", lambda found: re.escape(found[0]), pattern)
    try:
        condition = re.compile(f"{pattern}$" if suffix else f"^{pattern}")
    except re.error:
        raise BadOption(
            "The affix {word} of the dictionary cannot be read.", word=repr(words[1])
        ) from None
    return Affix(
        suffix,
        rules.crosses[words[1]],
        strip.replace("0", ""),
        add.replace("0", ""),
        condition,
        rules.flags(flags),
    )
