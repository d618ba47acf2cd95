"""A word list as a packed prefix tree, in which a word can be followed letter by letter.

The nodes are in preorder: a node, all of its descendants, then its next sibling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, final

from everygame.fast.arrays import append, dense, i16, i64, vec

ROOT: Final = 0
NOWHERE: Final = -1


@final
class Lexicon:
    """A prefix tree of words; a letter is numbered by its place in the alphabet of the deck."""

    def __init__(self, alphabet: str, words: Iterable[str]) -> None:
        """Build the tree of these words, which must be in ascending order, each once, and consist
        of letters of the alphabet."""
        self.alphabet = alphabet
        self.signs: vec[i16] = vec[i16]([0])
        """For each node twice its letter, and 1 more if the letters from the root to it are a word.
        Two bytes a node, because a page in a browser has little memory."""
        self.after: vec[i64] = dense(vec[i64]([1]))
        """For each node the first node after its descendants."""
        numbers = {letter: number for number, letter in enumerate(alphabet)}
        branch, before = [ROOT], ""
        for word in words:
            shared = count_shared(before, word)
            self._close(branch, shared + 1)
            for letter in word[shared:]:
                branch.append(len(self.after))
                self.signs = append(self.signs, i16(2 * numbers[letter]))
                self.after = append(self.after, 0)
            self.signs[branch[-1]] |= 1
            before = word
        self._close(branch, 0)

    def _close(self, branch: list[int], keep: int) -> None:
        """Set `after` for the nodes of a branch from place `keep` on, whose descendants are
        complete, and remove these nodes from the branch."""
        for node in branch[keep:]:
            self.after[node] = len(self.after)
        del branch[keep:]

    def child(self, node: i64, letter: i64) -> i64:
        """Return the child of a node by a letter, or NOWHERE if it has none; NOWHERE itself has no
        children."""
        if node == NOWHERE:
            return NOWHERE
        last = self.after[node]
        child = node + 1
        while child < last and i64(self.signs[child]) >> 1 != letter:
            # In preorder, what comes after a child and its descendants is its next sibling.
            child = self.after[child]
        return child if child < last else NOWHERE

    def is_word(self, node: i64) -> bool:
        """Tell whether the letters from the root to a node are a word."""
        return node != NOWHERE and i64(self.signs[node]) & 1 == 1

    def __contains__(self, word: object) -> bool:
        node: i64 = ROOT
        for letter in str(word):
            place: i64 = self.alphabet.find(letter)
            node = self.child(node, place) if place >= 0 else NOWHERE
        return self.is_word(node)

    def __iter__(self) -> Iterator[str]:
        """Yield the words in ascending order of the tree."""
        branch: list[tuple[int, str]] = [(len(self.after), "")]
        for node in range(1, len(self.after)):
            while node == branch[-1][0]:
                branch.pop()
            word = branch[-1][1] + self.alphabet[self.signs[node] >> 1]
            if self.signs[node] & 1:
                yield word
            branch.append((self.after[node], word))


def count_shared(one: str, other: str) -> int:
    """Return how many letters two words have in common from the beginning."""
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared


NO_WORDS: Final = Lexicon("", ())
