"""Read all words of a Hunspell dictionary: each stem, and the forms that its flags allow affixes to
make.

Supported are SET, FLAG, AF, PFX and SFX with their conditions, a second suffix after the first,
NEEDAFFIX, FORBIDDENWORD, ONLYINCOMPOUND and CIRCUMFIX. No compound words are made, because there is
no end to them. The format is described in hunspell(5), the manual page of Hunspell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from everygame.errors import BadOption

MAX_BYTES: Final = 50_000_000
"""The most bytes that are read from a file."""
BOUND: Final = ("NEEDAFFIX", "PSEUDOROOT", "ONLYINCOMPOUND", "CIRCUMFIX")
"""The options whose flags mark a form that is not a word by itself."""
NO_FLAGS: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True)
class Affix:
    """A prefix or a suffix: one way to change a word."""

    suffix: bool
    crosses: bool
    """Whether a word may have this affix and one on its other end."""
    strip: str
    """The letters that are removed from the end of the word, or from its beginning, before `add` is
    added there."""
    add: str
    condition: re.Pattern[str]
    flags: frozenset[str]
    """The flags of affixes that may be added after this one."""

    def apply(self, word: str) -> str | None:
        """Return the word changed by the affix, or None if the affix does not fit the word."""
        if len(word) <= len(self.strip) or not self.condition.search(word):
            return None
        if self.suffix and word.endswith(self.strip):
            return word.removesuffix(self.strip) + self.add
        if not self.suffix and word.startswith(self.strip):
            return self.add + word.removeprefix(self.strip)
        return None


@dataclass(frozen=True)
class Form:
    """A stem with the affixes that have been added to it so far."""

    word: str
    flags: frozenset[str]
    """The flags of affixes that may be added."""
    bound: bool = False
    """Whether the form is not a word by itself."""
    crosses: bool = True
    """Whether the affix added last allows another one on the other end of the word."""


@dataclass
class Rules:
    """What an .aff file says: its encoding, how it writes flags, and the affixes by their flags."""

    encoding: str = "latin-1"
    flag_type: str = "short"
    aliases: list[str] = field(default_factory=list)
    crosses: dict[str, bool] = field(default_factory=dict)
    affixes: dict[str, list[Affix]] = field(default_factory=dict)
    bound: frozenset[str] = NO_FLAGS
    forbidden: frozenset[str] = NO_FLAGS

    def flags(self, text: str) -> frozenset[str]:
        """Return the set of flags that are written as `text` in the dictionary or in the .aff
        file."""
        if self.aliases and text.isdigit() and 0 < int(text) <= len(self.aliases):
            text = self.aliases[int(text) - 1]
        if self.flag_type == "num":
            return frozenset(text.split(","))
        size = 2 if self.flag_type == "long" else 1
        return frozenset(text[i : i + size] for i in range(0, len(text), size))

    def grow(self, form: Form, suffix: bool) -> Iterator[Form]:
        """Yield the form with each affix that its flags allow, suffixes if `suffix` is true, else
        prefixes."""
        for flag in form.flags:
            for affix in self.affixes.get(flag, ()):
                word = affix.apply(form.word) if affix.suffix == suffix else None
                if word is not None:
                    bound = not self.bound.isdisjoint(affix.flags)
                    yield Form(word, affix.flags, bound, affix.crosses)

    def expand(self, stem: str, flags: frozenset[str]) -> Iterator[str]:
        """Yield the stem and all its forms that are words."""
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
    """Yield all words of a .dic file, some more than once, by the .aff file beside it. Raises
    BadOption."""
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
    """Return the text of a file; bytes that are not valid in the encoding become U+FFFD, which no
    word contains. Raises BadOption."""
    try:
        return data.decode(encoding, errors="replace")
    except LookupError:
        raise BadOption("The dictionary is written in an unknown encoding.") from None


def split_entry(line: str) -> tuple[str, str]:
    """Return the word and the flags of a line `word/flags`, without the morphological fields that
    may follow. In the word, a slash is written with a backslash before it."""
    word, _, flags = line.strip().replace(r"\/", "\0").partition("/")
    if not flags:
        word = re.split(r"\t|\s+\w\w:", word)[0]
    return word.strip().replace("\0", "/"), flags.split()[0] if flags.split() else ""


def read_rules(data: bytes) -> Rules:
    """Return the rules of an .aff file. Raises BadOption."""
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
    """Add to the rules what one line says; lines about suggestions and compound words are ignored.
    Raises BadOption."""
    name, value = words[0], words[1]
    if name == "FLAG":
        rules.flag_type = value.lower()
    elif name == "AF" and len(words) == 2 and value.isdigit() and not rules.aliases:
        rules.aliases = []  # the line says only how many aliases follow
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
    """Return the affix of a line such as `SFX D y ied/S [^aeiou]y`. Raises BadOption if its
    condition is not a valid pattern."""
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
