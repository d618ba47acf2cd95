"""Decks, word lists and Hunspell dictionaries, as files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from sys import getsizeof

import pytest

from everygame.errors import BadOption
from everygame.fast.arrays import COMPILED
from everygame.games.coldspell.deck import load_deck, read_deck
from everygame.games.coldspell.hunspell import expand_dictionary
from everygame.games.coldspell.lexicon import Lexicon
from everygame.games.coldspell.rules import ColdSpell
from everygame.games.coldspell.word_lists import clean, load_words, read_words
from tests.games.coldspell.table import make, texts, word_file

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


# -- Decks


def test_a_player_can_add_a_deck(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("# vowels\nAE 1 20\nÄ 6 2  # umlaut\nÖ 8 2\nSZ 3 20\n? 0 1\n", "utf-8")
    deck = load_deck(str(path))
    assert deck.cards == ("AE", "Ä", "Ö", "SZ", "?") and deck.values == (1, 6, 8, 3, 0)
    assert deck.faces[0] == "ae" and deck.faces[4] == deck.letters == "aäeösz"
    game = ColdSpell(deck=str(path), words=word_file("sä öse sea ezs"))
    assert texts(game.initial_state()) == {  # type: ignore[arg-type]
        "deal:AE", "deal:Ä", "deal:Ö", "deal:SZ", "deal:?",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A 1 35", "at least 36 cards"),
        ("? 0 40", "letters"),
        ("A 1 20\nA 2 20", "Line 2 of the deck gives a card for the second time"),
        ("a 1 40", "Line 1"),
        ("AA 1 40", "Line 1"),
        ("A- 1 40", "Line 1"),
        ("A one 40", "Line 1"),
        ("A 1", "Line 1"),
        ("A 1 0", "Line 1"),
        ("A 1 9999", "Line 1"),
        ("ß 1 40", "Line 1"),
        ("", "at least 36 cards"),
    ],
)
def test_a_deck_that_is_none(text: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        read_deck(text)


def test_no_file_is_shown_to_who_names_it(tmp_path: Path) -> None:
    """An error of a file that is no deck tells nothing of what is in it."""
    path = tmp_path / "secret"
    path.write_text("password hunter2 x\n", "utf-8")
    for option in ("deck", "words"):
        with pytest.raises(BadOption) as caught:
            ColdSpell(**{option: str(path), "words" if option == "deck" else "deck": "x"})
        assert "hunter2" not in str(caught.value)
    with pytest.raises(BadOption, match="There is no deck"):
        ColdSpell(deck=str(tmp_path / "nothing"))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadOption, match="UTF-8"):
        ColdSpell(deck=str(tmp_path / "binary"))


def test_files_are_named_by_who_runs_the_program() -> None:
    """So a server can refuse them."""
    assert {option.name for option in ColdSpell.options if option.file} == {"deck", "words"}


# -- The English list


@cache
def english() -> set[str]:
    return set(load_words("english", ALPHABET))


def test_the_tree_has_each_word_and_no_other() -> None:
    tree = load_words("english", ALPHABET)
    assert list(tree) == sorted(set(clean(read_words("english"), ALPHABET)))
    assert all(word in tree for word in english())
    assert not any(word in tree for word in ("", "c", "catq", "cäts", "zzzq", "Cat"))


def test_the_list_has_plurals_and_inflections() -> None:
    words = english()
    assert {"cat", "cats", "box", "boxes", "spell", "spelled", "spelling", "colder"} <= words


def test_british_and_american_spellings() -> None:
    assert {"colour", "color", "realise", "realize", "centre"} <= english()


def test_less_common_variants_and_abbreviations_that_became_words() -> None:
    words = english()
    assert {"abaci", "apices", "alit", "gaol"} <= words
    assert {"admin", "admins", "intro", "tech", "techs", "psi"} <= words
    assert words.isdisjoint(["advertize", "mos", "lb", "approx"])


def test_no_proper_nouns_abbreviations_hyphens_or_apostrophes() -> None:
    words = english()
    assert words.isdisjoint(
        ["london", "anne", "january", "etc", "kg", "tv", "kb", "don't", "x-ray"]
    )


def test_every_entry_can_be_spelled() -> None:
    words = english()
    assert all(word.isascii() and word.islower() and 2 <= len(word) <= 15 for word in words)
    assert 110_000 < len(words) < 120_000


def test_the_list_is_read_only_when_a_word_is_asked_for() -> None:
    assert "words" not in vars(ColdSpell().table)


def test_the_list_is_read_once() -> None:
    load_words.cache_clear()
    assert load_words("english", ALPHABET) is load_words("english", ALPHABET)
    assert load_words.cache_info().misses == 1


# -- Lists of the player


def test_a_list_of_the_player(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\ufeffzone\n Cat\nit's\nx-ray\nNATO\nété\nqat\r\na\n", "utf-8")
    game = ColdSpell(words=str(path))
    assert set(game.table.words) == {"zone", "ete", "qat"}
    with pytest.raises(BadOption, match="There is no word list"):
        ColdSpell(words=str(tmp_path / "missing.txt"))
    path.write_text("LONDON\n", "utf-8")
    with pytest.raises(BadOption, match="no word"):
        ColdSpell(words=str(path).replace("words", "./words"))


def test_a_letter_on_no_card_counts_as_the_one_beneath_its_accent() -> None:
    words = ["café", "naïve", "señor", "œuf", "e\u0301te\u0301", "groß"]
    assert set(clean(words, ALPHABET)) == {"cafe", "naive", "senor", "ete"}
    assert set(clean(words, ALPHABET + "ñß")) == {"cafe", "naive", "señor", "ete", "groß"}


def test_the_word_list_is_part_of_the_settings() -> None:
    game = make()
    assert type(game)(**game.settings).table.words == game.table.words


# -- Hunspell: the examples of hunspell(5), and one of each kind of flag

AFF = """SET UTF-8
# prefixes and suffixes
PFX A Y 1
PFX A 0 re .
SFX B Y 2
SFX B 0 ed [^y]
SFX B y ied y
SFX S Y 3
SFX S 0 s [^sxy]
SFX S y ies [^aeiou]y
SFX S 0 es [sx]
PFX N N 1
PFX N 0 un .
SFX D Y 1
SFX D 0 able/S .
NEEDAFFIX !
FORBIDDENWORD ?
ONLYINCOMPOUND -
"""


def dictionary(folder: Path, aff: str, *words: str, encoding: str = "utf-8") -> set[str]:
    (folder / "xx.aff").write_text(aff, encoding)
    (folder / "xx.dic").write_text("\n".join([str(len(words)), *words]) + "\n", encoding)
    return set(expand_dictionary(folder / "xx.dic"))


def test_affixes(tmp_path: Path) -> None:
    assert dictionary(tmp_path, AFF, "hello", "try/B", "work/AB") == {
        "hello", "try", "tried", "work", "worked", "rework", "reworked",
    }  # fmt: skip


def test_conditions_strip_and_cross_products(tmp_path: Path) -> None:
    assert dictionary(tmp_path, AFF, "fox/S", "pony/S", "day/S", "fit/NB") == {
        "fox", "foxes", "pony", "ponies", "day", "fit", "fited", "unfit",
    }  # fmt: skip


def test_a_second_suffix_after_the_first(tmp_path: Path) -> None:
    assert dictionary(tmp_path, AFF, "drink/DA") == {
        "drink", "drinkable", "drinkables", "redrink", "redrinkable", "redrinkables",
    }  # fmt: skip


def test_words_that_are_none_by_themselves(tmp_path: Path) -> None:
    assert dictionary(tmp_path, AFF, "gon/!S", "bad/?S", "foo/-", "a\\/b", "x po:noun") == {
        "gons", "a/b", "x",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("flags", "word"), [("FLAG long", "go/SsBb"), ("FLAG num", "go/7,12"), ("FLAG UTF-8", "go/ŠB")]
)
def test_kinds_of_flags(tmp_path: Path, flags: str, word: str) -> None:
    names = {"FLAG long": ("Ss", "Bb"), "FLAG num": ("7", "12"), "FLAG UTF-8": ("Š", "B")}[flags]
    aff = f"SET UTF-8\n{flags}\n"
    for name, end in zip(names, ("es", "ing"), strict=True):
        aff += f"SFX {name} Y 1\nSFX {name} 0 {end} .\n"
    assert dictionary(tmp_path, aff, word) == {"go", "goes", "going"}


def test_aliases_and_encodings(tmp_path: Path) -> None:
    aff = "SET ISO8859-1\nAF 2\nAF S\nAF SB\nSFX S Y 1\nSFX S 0 s .\nSFX B Y 1\nSFX B 0 né .\n"
    found = dictionary(tmp_path, aff, "été/1", "bon/2", encoding="latin-1")
    assert found == {"été", "étés", "bon", "bons", "bonné"}


def test_a_dictionary_is_an_option(tmp_path: Path) -> None:
    dictionary(tmp_path, AFF, "zone/S", "Anna")
    assert list(ColdSpell(words=str(tmp_path / "xx.dic")).table.words) == ["zone", "zones"]


@pytest.mark.parametrize("aff", ["SET klingon\n", "SFX A Y 1\nSFX A 0 s [ab\n"])
def test_a_dictionary_that_cannot_be_read(tmp_path: Path, aff: str) -> None:
    with pytest.raises(BadOption):
        dictionary(tmp_path, aff, "word/A")
    with pytest.raises(BadOption, match="There is no file"):
        set(expand_dictionary(tmp_path / "none.dic"))


@pytest.mark.skipif(COMPILED, reason="compiled, they are packed arrays anyway")
def test_interpreted_the_tree_of_words_takes_little_room() -> None:
    tree = Lexicon("ab", sorted(f"{n:b}".translate({48: "a", 49: "b"}) for n in range(2_000)))
    assert getsizeof(tree.after) < 6 * len(tree.after) and type(tree.after) is not list
