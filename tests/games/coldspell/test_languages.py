"""Words and letter cards of other languages than English."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from everygame.errors import BadOption
from everygame.games.coldspell.build_cards import CONSONANTS, PAIRS, TILES, make_decks
from everygame.games.coldspell.deck import WILD, Deck, load_deck
from everygame.games.coldspell.languages import ENGLISH, LANGUAGES
from everygame.games.coldspell.rules import ColdSpell
from tests.games.coldspell.table import ended, play

OTHERS = sorted(set(LANGUAGES) - {ENGLISH})
WORDS = {
    "spanish": ("niño", "corazon", "guitarras", "verguenza", "cantaban"),
    "russian": ("елка", "мышь", "подъезд", "играли", "синего"),
    "polish": ("żółw", "łódź", "piękny", "grałem", "książkami"),
}
NONE = {
    "spanish": ("corazón", "Madrid", "sra", "km"),
    "russian": ("ёлка", "Москва", "км"),
    "polish": ("zolw", "Warszawa", "nr"),
}


def count(deck: Deck, cards: set[str]) -> int:
    return sum(n for card, n in zip(deck.cards, deck.counts, strict=True) if card in cards)


@pytest.mark.parametrize("words", OTHERS)
def test_cards_are_those_that_the_words_ask_for(words: str) -> None:
    """Both files are what the program makes of the list, and no letter is missing."""
    language = LANGUAGES[words]
    for name, text in make_decks(words).items():
        made = files("everygame.games.coldspell").joinpath(name).read_text("utf-8")
        assert made == text, "run python -m everygame.games.coldspell.build_cards"
    for name in ("alpha", "tiles"):
        assert load_deck(name, language.code).letters == language.letters


@pytest.mark.parametrize("words", OTHERS)
def test_decks_have_the_shape_of_the_english_ones(words: str) -> None:
    code = LANGUAGES[words].code
    tiles, alpha = load_deck("tiles", code), load_deck("alpha", code)
    assert (sum(tiles.counts), count(tiles, {WILD})) == (TILES + 2, 2)
    pairs = {card for card in alpha.cards if len(card) == 2}
    single = {card for card in alpha.cards if len(card) == 1} - {WILD}
    assert (count(alpha, single), count(alpha, pairs), count(alpha, {WILD})) == (
        CONSONANTS, PAIRS, 2,
    )  # fmt: skip
    assert set("".join(pairs).lower()) == set(LANGUAGES[words].vowels)
    assert min(alpha.values) == min(tiles.values) == 0 and max(alpha.values) == 10


@pytest.mark.parametrize("words", OTHERS)
def test_lists_have_forms_of_words_but_no_names_or_abbreviations(words: str) -> None:
    found = set(ColdSpell(words=words).table.words)
    assert set(WORDS[words]) <= found and found.isdisjoint(NONE[words])
    assert len(found) == 50_000


def test_words_are_spelled_with_the_cards_of_their_language() -> None:
    state = ended(ColdSpell(words="spanish"), "1:Ñl,Nm,IOs,IOl 2:Zs")
    first = play(state, "spell:NIÑO")
    assert first.words[0] == [((1, "n"), (2, "i"), (0, "ñ"), (3, "o"))]
    assert play(first, "done").ending() == "stalemate"


def test_an_accent_that_is_on_no_card_may_be_written() -> None:
    state = ended(ColdSpell(words="russian"), "1:ЕЯl,Лm,Кs,АОl 2:Ъs")
    assert play(state, "spell:ёлка").words[0] == play(state, "spell:елка").words[0] != []


def test_cards_that_cannot_spell_the_words_are_refused_before_the_match(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("T 1 20\nAE 1 20\n", "utf-8")
    with pytest.raises(BadOption, match="no word in 'russian'"):
        ColdSpell(words="russian", deck=str(path))


def test_a_letter_with_a_mark_follows_the_one_that_it_marks() -> None:
    assert ColdSpell(words="polish").table.letters.startswith("aąbcćdeęfghijklłmnńo")
