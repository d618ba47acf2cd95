"""What stays the same for a whole match of Cold Spell: the options, the deck and the word list."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from everygame import colours
from everygame.contract import Choice, Option
from everygame.games.coldspell.best_words import Index, index_of
from everygame.games.coldspell.deck import NAMED, load_deck
from everygame.games.coldspell.hands import Kinds
from everygame.games.coldspell.languages import ENGLISH, LANGUAGES, language_of
from everygame.games.coldspell.lexicon import Lexicon
from everygame.games.coldspell.word_lists import load_words
from everygame.words import say

OPTIONS: Final = (
    Option(
        "spelling",
        "players",
        say("Spelling"),
        say("Who makes words of the cards at the end."),
        (
            Choice("players", say("The players, in secret")),
            Choice("auto", say("The computer, perfectly")),
        ),
    ),
    Option(
        "deck",
        "alpha",
        say("Letter cards"),
        say("The Alpha Deck with two vowels on a card, or the usual crossword tiles."),
        (Choice("alpha", say("Alpha Deck")), Choice("tiles", say("Crossword tiles"))),
        free=True,
        file=True,
    ),
    Option(
        "moves",
        "bend",
        say("Moves"),
        say("Whether a pyramid may turn between its steps."),
        (Choice("bend", say("May turn")), Choice("straight", say("In a straight line"))),
    ),
    Option(
        "words",
        ENGLISH,
        say("Word list"),
        say("Which words count. Each language has letter cards of its own."),
        (
            Choice(ENGLISH, say("English")),
            Choice("spanish", say("Spanish")),
            Choice("russian", say("Russian")),
            Choice("polish", say("Polish")),
        ),
        free=True,
        file=True,
    ),
    colours.OPTION,
)


class Table:
    """The values of the options, as the rules use them. Raises BadOption if a file of cards or
    words cannot be read."""

    def __init__(self, players: int, values: dict[str, str]) -> None:
        self.players = players
        self.auto = values["spelling"] == "auto"
        self.straight = values["moves"] == "straight"
        self.deck = load_deck(values["deck"], language_of(values["words"]).code)
        self.letters = self.deck.letters
        self.kinds = Kinds(self.deck)
        self.word_list = values["words"]
        self.outlooks: dict[int, list[float]] = {}
        """A cache for bots: the totals of all seats with their best words, by a hash of their
        cards."""
        if self.word_list not in LANGUAGES or values["deck"] not in NAMED:
            load_words(self.word_list, self.letters)

    @cached_property
    def words(self) -> Lexicon:
        """The word list; one of ours is read when it is first used."""
        return load_words(self.word_list, self.letters)

    @property
    def index(self) -> Index:
        """The words as a tree of sorted letters, for finding the best words of a hand."""
        return index_of(self.words)

    def card(self, kind: int, pips: int) -> tuple[str, int]:
        """Return the letters that a card of this kind can stand for, and its points times the pips
        of its pyramid."""
        return self.deck.faces[kind], self.deck.values[kind] * pips
