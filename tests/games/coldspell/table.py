"""Positions, moves and small word lists for the tests of Cold Spell."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp

from everygame.contract import CHANCE, OVER
from everygame.games.coldspell.notation import NAMES
from everygame.games.coldspell.rules import ColdSpell, ColdSpellState

CARDS = (
    "T N R S T AE / B C D F G AE / H K L M P AI / V W Y J Q AO / X Z ? N R EI / S EO IO OU IU AU"
)
FOLDER = TemporaryDirectory()  # Python removes it when it ends
WORDS = "zone zoo cat cats act at ate tea eat in on it is no so an ox axe"


@cache
def word_file(words: str = WORDS) -> str:
    """The path of a list of these words."""
    path = Path(mkdtemp(dir=FOLDER.name), "words.txt")
    path.write_text(words.replace(" ", "\n"), "utf-8")
    return str(path)


def make(**options: str) -> ColdSpell:
    """The game with a small word list."""
    return ColdSpell(**{"words": word_file(), **options})


def position(
    cells: dict[str, str] | None = None, turn: str = "1", taken: str = "1: 2:", **stash: int
) -> str:
    """A text with these cells on top of CARDS; a cell that begins with + stands on the card
    there. The stash is what is missing, unless it is given."""
    cards = dict(zip(NAMES, CARDS.replace(" / ", " ").split(), strict=True))
    for square, cell in (cells or {}).items():
        cards[square] = cards[square] + cell if cell[0] == "+" else cell
    used = [cell.partition("+")[2][:1] for cell in cards.values()]
    used += re.findall("[sml](?=,|$| )", taken)
    left = {size: stash.get(size, 5 - used.count(size)) for size in "sml"}
    rows = [" ".join(cards[name] for name in NAMES[i : i + 6]) for i in range(0, 36, 6)]
    stash_text = " ".join(f"{size}{count}" for size, count in left.items())
    return f"{' / '.join(rows)} ; {turn} ; {stash_text} ; {taken}"


def read(game: ColdSpell, text: str) -> ColdSpellState:
    state = game.parse_position(text)
    assert isinstance(state, ColdSpellState)
    return state


def ended(game: ColdSpell, taken: str) -> ColdSpellState:
    """A game that is over but for the spelling, with these cards taken: "1:Zl,AOm 2:Ts"."""
    hands = [hand.partition(":")[2].split(",") for hand in taken.split()]
    cards = [card for hand in hands for card in hand if card]
    deck, left = game.table.deck, list(game.table.deck.counts)
    for card in cards:
        left[deck.cards.index(card[:-1])] -= 1
    rest = [card for card, count in zip(deck.cards, left, strict=True) for _ in range(count)]
    squares = iter(NAMES)
    by_seat = [[next(squares) for card in hand if card] for hand in hands]
    pyramids = [[n for n, card in zip(NAMES, cards, strict=False) if card[-1] == s] for s in "sml"]
    data = {
        **deal(game, 1).to_json(),
        "cards": [*(card[:-1] for card in cards), *rest][:36],
        "pyramids": pyramids,
        "taken": by_seat,
        "ending": "all claimed" if len(cards) == 15 else "stalemate",
    }
    state = game.from_json(data)
    assert isinstance(state, ColdSpellState)
    return state


def play(state: ColdSpellState, moves: str) -> ColdSpellState:
    """The state after these texts, shorthand included."""
    for text in moves.split():
        for move in state.expand(text):
            after = state.apply(state.parse(move))
            assert isinstance(after, ColdSpellState)
            state = after
    return state


def texts(state: ColdSpellState) -> set[str]:
    return {state.text(action) for action in state.legal_actions()}


def verbs(state: ColdSpellState) -> set[str]:
    """The kinds of action that are possible."""
    return {text.partition(":")[0] if ":" in text else kind(text) for text in texts(state)}


def kind(text: str) -> str:
    return text if text == "done" else "move"


def deal(game: ColdSpell, seed: int | str) -> ColdSpellState:
    """A random deal."""
    rng, state = Random(seed), game.initial_state()
    while state.to_play() == CHANCE:
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state = state.apply(rng.choices(actions, weights)[0])
    assert isinstance(state, ColdSpellState)
    return state


def random_line(game: ColdSpell, seed: int | str, helped: float = 0.5) -> list[ColdSpellState]:
    """All states of a random match from the deal on; in the spelling, some plies are advised."""
    rng, line = Random(f"line {seed}"), [deal(game, seed)]
    while line[-1].to_play() != OVER:
        state = line[-1]
        advice = state.advise()
        advised = advice is not None and rng.random() < helped
        action = advice if advised and advice is not None else rng.choice(state.legal_actions())
        after = state.apply(action)
        assert isinstance(after, ColdSpellState)
        line.append(after)
    return line
