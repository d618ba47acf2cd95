"""A word list as a packed prefix tree, in which a word can be followed letter by letter.

The nodes are in preorder: a node, all of its descendants, then its next sibling.
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
    """A prefix tree of words; a letter is numbered by its place in the alphabet of the deck."""

    def __init__(self, alphabet: str, words: Iterable[str]) -> None:
        """Build the tree of these words, which must be in ascending order, each once, and consist
        of letters of the alphabet."""
        self.letter: vec[i64] = dense(vec[i64]([NOWHERE]))
        """For each node its letter; NOWHERE for the root."""
        self.after: vec[i64] = dense(vec[i64]([1]))
        """For each node the first node after its descendants."""
        self.ends: vec[i64] = dense(vec[i64]([0]))
        """For each node 1 if the letters from the root to it are a word, else 0."""
        numbers = {letter: number for number, letter in enumerate(alphabet)}
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
        """Set `after` for the nodes of a branch from place `keep` on, whose descendants are
        complete, and remove these nodes from the branch."""
        for node in branch[keep:]:
            self.after[node] = len(self.letter)
        del branch[keep:]

    def child(self, node: i64, letter: i64) -> i64:
        """Return the child of a node by a letter, or NOWHERE if it has none; NOWHERE itself has no
        children."""
        if node == NOWHERE:
            return NOWHERE
        last = self.after[node]
        child = node + 1
        while child < last and self.letter[child] != letter:
            # In preorder, what comes after a child and its descendants is its next sibling.
            child = self.after[child]
        return child if child < last else NOWHERE

    def is_word(self, node: i64) -> bool:
        """Tell whether the letters from the root to a node are a word."""
        return node != NOWHERE and self.ends[node] == 1


def count_shared(one: str, other: str) -> int:
    """Return how many letters two words have in common from the beginning."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared


NO_WORDS: Final = Lexicon("", ())


@lru_cache(maxsize=4)
def lexicon_of(words: frozenset[str], alphabet: str) -> Lexicon:
    """Return the tree of a word list from a cache."""
    return Lexicon(alphabet, sorted(words))
