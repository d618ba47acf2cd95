"""How long the exact best words of a hand take in Cold Spell.

    python -m bench.coldspell_scoring [--hands 10000] [--deck alpha]

Hands are random cards of the deck under random pyramids: as many as a player has at the end of a
match for two, and 15, which is all that one player can ever take. Times are of the processor:
finding the best words, then the best with a longer longest word, which the bonus may ask for.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from time import process_time

from everygame.build import build
from everygame.games.coldspell.best_words import Hand, Index
from everygame.games.coldspell.deck import Deck, load_deck
from everygame.games.coldspell.word_lists import load_words

SIZES = (7, 15)


def random_hands(deck: Deck, size: int, count: int) -> Iterator[list[tuple[str, int]]]:
    """Letters and points of random cards."""
    rng = Random(size)
    pool = [kind for kind, number in enumerate(deck.counts) for _ in range(number)]
    for _ in range(count):
        kinds = rng.sample(pool, size)
        yield [(deck.faces[kind], deck.values[kind] * rng.randint(1, 3)) for kind in kinds]


def seconds(index: Index, cards: list[tuple[str, int]]) -> float:
    """How long one hand takes."""
    begin = process_time()
    hand = Hand(index, cards)
    best = hand.best()
    assert best is not None
    hand.best(best.longest + 1)
    return process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--deck", default="alpha")
    given = parser.parse_args()
    deck = load_deck(given.deck)
    begin = process_time()
    words = load_words("english", deck.letters)
    loaded = process_time()
    index = Index(words)
    print(f"build {build()}")
    print(f"word list  {sum(1 for _ in words):,} words read in {loaded - begin:.3f} s")
    print(f"index      {len(index.letters):,} nodes made in {process_time() - loaded:.3f} s")
    print("cards   hands   median ms     mean ms      p99 ms    worst ms")
    for size in SIZES:
        times = sorted(seconds(index, hand) for hand in random_hands(deck, size, given.hands))
        middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
        mean = sum(times) / len(times)
        figures = "".join(f"{1000 * value:12.2f}" for value in (middle, mean, late, times[-1]))
        print(f"{size:5} {len(times):7}{figures}", flush=True)


if __name__ == "__main__":
    main()
