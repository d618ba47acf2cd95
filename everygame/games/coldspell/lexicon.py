"""Words as a packed tree, so that a word can be followed letter by letter.

The nodes stand in the order of a walk: a node, all that is below it, then its next sibling.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, final

from everygame.fast.arrays import append, dense, i64, vec

ROOT: Final = 0
NOWHERE: Final = -1


@final
class Lexicon:
    """Words whose letters are numbered by their place in an alphabet."""

    def __init__(self, alphabet: str, words: Iterable[str]) -> None:
        """The words in ascending order, each once; of letters that are in the alphabet."""
        self.letter: vec[i64] = dense(vec[i64]([NOWHERE]))
        """Of each node; the root has none."""
        self.after: vec[i64] = dense(vec[i64]([1]))
        """The first node that is not below it."""
        self.ends: vec[i64] = dense(vec[i64]([0]))
        """1 where the letters from the root are a word."""
        self._grow({letter: number for number, letter in enumerate(alphabet)}, words)

    def _grow(self, numbers: dict[str, int], words: Iterable[str]) -> None:
        """Each word adds the nodes that it does not share with the one before."""
        branch, before = [ROOT], ""
        for word in words:
            shared = count_shared(before, word)
            self._close(branch, shared + 1)
            for letter in word[shared:]:
                branch.append(len(self.letter))
                self.letter = append(self.letter, numbers[letter])
                self.after = append(self.after, 0)
                self.ends = append(self.ends, 0)
            self.ends[branch[-1]] = 1
            before = word
        self._close(branch, 0)

    def _close(self, branch: list[int], keep: int) -> None:
        """Nothing more comes below the last nodes of a branch."""
        for node in branch[keep:]:
            self.after[node] = len(self.letter)
        del branch[keep:]

    def child(self, node: i64, letter: i64) -> i64:
        """The node behind a letter, or NOWHERE; from NOWHERE nothing leads on."""
        if node == NOWHERE:
            return NOWHERE
        last = self.after[node]
        child = node + 1
        while child < last and self.letter[child] != letter:
            # Nodes stand in the order of a walk, so what comes after a child is its next sibling.
            child = self.after[child]
        return child if child < last else NOWHERE

    def is_word(self, node: i64) -> bool:
        return node != NOWHERE and self.ends[node] == 1


def count_shared(one: str, other: str) -> int:
    """How many letters two words have in common from the first on."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared


NO_WORDS: Final = Lexicon("", ())


@lru_cache(maxsize=4)
def lexicon_of(words: frozenset[str], alphabet: str) -> Lexicon:
    """The tree of a word list, built once."""
    return Lexicon(alphabet, sorted(words))
