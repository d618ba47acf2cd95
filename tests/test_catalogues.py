"""The files of the languages: how they are made, kept, checked and found."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from polib import POEntry, pofile

from everygame import catalogues
from everygame.catalogues import (
    FOLDER,
    GAME,
    READ_BACK,
    find_catalogue,
    languages,
    page_language,
    page_languages,
    read_po,
    shorten,
)
from everygame.library.lessons import lessons
from everygame.library.registry import find_folder, find_game
from everygame.library.rulesheet import read_sheet, rule_sheet
from everygame.server.requests.page_words import page_html
from everygame.translating.all_texts import ENGLISH_FILES, Unit, units, units_of_folder
from everygame.translating.catalogue_file import key_of, units_for, update, write_template
from everygame.translating.catalogue_file import said as forms_said
from everygame.translating.check import find_faults
from everygame.translating.python_texts import Use, uses
from everygame.words import say, translate
from gate import ROOT
from gate.imports import Imports
from tests.client.test_client import need

LANGUAGES = [language for language in languages() if language != "en"]
ALL = units()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder in place of the one with the catalogues."""
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogues, "own_folders", [])
    find_catalogue.cache_clear()
    yield tmp_path
    find_catalogue.cache_clear()


def translated(file: Path, said: dict[tuple[str, str], str]) -> None:
    """Write a catalogue with these translations, by context and English."""
    update(ALL, file)
    po = pofile(str(file), wrapwidth=100)
    for entry in po:
        entry.msgstr = said.get((entry.msgctxt, entry.msgid), entry.msgstr)
    po.save(str(file))
    catalogues.languages_in.cache_clear()
    catalogues.page_languages_in.cache_clear()
    find_catalogue.cache_clear()


def test_extracting_twice_finds_the_same(tmp_path: Path) -> None:
    for name, found in (("one.pot", ALL), ("two.pot", units())):
        write_template(found, tmp_path / name)
    assert (tmp_path / "one.pot").read_bytes() == (tmp_path / "two.pot").read_bytes()
    assert len({unit.key for unit in ALL}) == len(ALL) > 2500


def test_updating_twice_changes_nothing_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "pl.po"
    some = [Unit("page", "One move."), Unit("page", "{n} move", "{n} moves"), Unit("game", "White")]
    update(some, file)
    po = pofile(str(file))
    po[0].msgstr = "Jeden ruch."
    po.append(POEntry(msgctxt="form:of", msgid="White", msgstr="Białego"))
    po.save(str(file))
    update(some, file)
    before = file.read_bytes()
    update(some, file)
    assert file.read_bytes() == before
    texts = {(one.context, one.text): one.said for one in read_po(before.decode())}
    assert texts["page", "One move."] == ("Jeden ruch.",)
    assert texts["form:of", "White"] == ("Białego",)


def test_a_text_that_changes_a_little_keeps_its_translation_as_fuzzy(tmp_path: Path) -> None:
    file = tmp_path / "de.po"
    update([Unit("page", "It is your turn now."), Unit("page", "Gone.")], file)
    po = pofile(str(file))
    po[0].msgstr, po[1].msgstr = "Du bist jetzt am Zug.", "Weg."
    po.save(str(file))
    update([Unit("page", "It is your turn.")], file)
    kept = {entry.msgid: entry for entry in pofile(str(file))}
    assert kept["It is your turn."].fuzzy and kept["Gone."].obsolete
    assert not [one for one in read_po(file.read_text("utf-8")) if one.text == "It is your turn."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_no_faults(language: str) -> None:
    assert not list(find_faults(pofile(str(FOLDER / f"{language}.po")), language))


@pytest.mark.parametrize(
    ("english", "said", "fault"),
    [
        ("{name} moves.", "{wer} zieht.", "its places"),
        ("{name} moves.", "{name zieht.", "its places"),
        ("**Only** one.", "Nur einer.", "not as many"),
        ("**Only** one.", "**Nur „ein“**Stein.", "emphasis"),
        ("**Only** one.", "石は **一つ**だけ。", "a space is seen"),
        ("**Only** one.", "**只有一枚。** 走。", "a space is seen"),
        ("Throw 2 dice.", "Wirf zwei Würfel.", "its numbers"),
        ("Take it back.", "Take it back.", "equal to its English"),
        ("Take it back.", "Возьми назад.", "its letters"),
        ("Undo", "Den letzten Zug zurücknehmen", "too long"),
        ("Undo", " Zurück", "another space"),
    ],
)
def test_a_fault_of_a_translation_is_found(
    english: str, said: str, fault: str, tmp_path: Path
) -> None:
    update([Unit("page", english)], tmp_path / "de.po")
    po = pofile(str(tmp_path / "de.po"))
    assert not list(find_faults(po, "de"))
    po[0].msgstr = said
    assert [one for one in find_faults(po, "de") if fault in one]


def test_a_form_is_asked_for_and_some_word_has_it(tmp_path: Path) -> None:
    update([Unit("game", "{name} moves."), Unit("form:to", "White")], tmp_path / "de.po")
    po = pofile(str(tmp_path / "de.po"))
    po[0].msgstr, po[1].msgstr = "{name:of} zieht.", "Weiß"
    assert list(find_faults(po, "de")) == [
        "a text asks for 'form:of', and no word has that form",
        "a word has 'form:to', and no text asks for that form",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_whole_but_for_what_changed_last(language: str) -> None:
    """Whoever changes an English sentence need not know twelve languages: a few may be open."""
    file = pofile(str(FOLDER / f"{language}.po"))
    wanted = units_for(ALL, file)
    done = {key_of(entry) for entry in file if forms_said(entry) and not entry.fuzzy}
    missing = [unit.key for unit in wanted if unit.key not in done]
    assert len(missing) <= len(wanted) / 50, missing


@pytest.mark.parametrize(
    ("language", "english", "said", "comment"),
    [
        ("ru", "{name} leads by 7½ points.", "{name} впереди на 7½ очка.", ""),
        ("ru", "AVERYLONGPOSITIONOFLETTERS", "AVERYLONGPOSITIONOFLETTERS", "same"),
        ("ja", "All the people", "人々", ""),
        ("ja", "Tap *End…* or **a**.", "*終了…* か、**a** を押します。", ""),
        ("hi", "There are 139,656 of them.", "वे 1,39,656 हैं।", ""),
        ("de", "\nYour move… ", "\nDein Zug… ", ""),
    ],
)
def test_a_good_translation_has_no_fault(
    language: str, english: str, said: str, comment: str, tmp_path: Path
) -> None:
    update([Unit("game", english)], tmp_path / f"{language}.po")
    po = pofile(str(tmp_path / f"{language}.po"))
    po[0].msgstr, po[0].tcomment = said, comment
    assert not list(find_faults(po, language))


BRANCHES = """
def describe(n, seconds):
    if seconds:
        one, more = "One second.", "{n} seconds."
        return count(one, more, n)
    one, more = "One minute.", "{n} minutes."
    return count(one, more, n)

def ending():
    "Why it is over."
    return "wall"
"""


def test_texts_of_two_branches_keep_their_own_texts_for_many(tmp_path: Path) -> None:
    """And no docstring is a text."""
    (tmp_path / "clock.py").write_text(BRANCHES, "utf-8")
    found = {(use.text, use.many) for use in uses(tmp_path) if isinstance(use, Use)}
    minutes, seconds = ("One minute.", "{n} minutes."), ("One second.", "{n} seconds.")
    assert found == {minutes, seconds, ("wall", "")}


def test_numbers_take_the_forms_that_a_browser_gives_them(tmp_path: Path) -> None:
    spoken = [one for one in page_languages() if one != "en"]  # rule sheets count nothing
    tags = [*spoken, "ru", "fr", "ja", "cs", "sl", "lt", "he", "hi", "ro"]
    script = "console.log(JSON.stringify(JSON.parse(process.argv[1]).map((tag) => {"
    script += "const rules = new Intl.PluralRules(tag);"
    script += "return Array.from({length: 201}, (_, n) => rules.select(n)); })))"
    done = subprocess.run(
        [need("node"), "-e", script, json.dumps(tags)], capture_output=True, text=True, check=True
    )
    for tag, expected in zip(tags, json.loads(done.stdout), strict=True):
        update([], tmp_path / f"{tag}.po")
        headers = dict(pofile(str(tmp_path / f"{tag}.po")).metadata)
        names = headers[catalogues.CATEGORIES].split()
        form_of = catalogues.read_plural(headers["Plural-Forms"])
        assert [names[form_of(n)] for n in range(201)] == expected, tag


def test_one_more_language_is_one_file(folder: Path) -> None:
    translated(folder / "eo.po", {("game", "Black"): "Nigra", ("page", "Library"): "Biblioteko"})
    assert languages() == ("en", "eo")
    assert translate(say("Black"), "eo") == "Nigra"
    page = find_catalogue("eo")
    assert page and page.page()["texts"] == {"Library": "Biblioteko"}


def test_a_paragraph_that_has_changed_is_english_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = find_game("tictactoe")
    mine = [unit for unit in ALL if unit.context == "sheet:tictactoe"]
    said = {(unit.context, unit.text): f"Teksto {n}" for n, unit in enumerate(mine)}
    changed = mine[1]
    said.pop((changed.context, changed.text))
    translated(folder / "eo.po", said)
    html = rule_sheet(entry, "eo")["html"]
    assert html.count('class="english" lang="en" dir="ltr"') == 1
    assert html.count("data-english=") == len(said) > 3
    assert "Teksto 0" in html and "Teksto 0" in read_sheet(entry, "eo")[0]
    assert 'class="english"' not in rule_sheet(entry, "en")["html"]


def test_a_whole_sheet_has_no_mark_of_english() -> None:
    html = rule_sheet(find_game("freez"), "de")["html"]
    assert "<strong>aktiv</strong>" in html and 'class="english"' not in html
    assert 'data-english="A piece with a number is live;' in html  # without its markup


@pytest.mark.parametrize("name", ["evade", "icefloes"])
def test_an_address_is_a_link_where_it_is_read_and_not_in_an_attribute(name: str) -> None:
    html = rule_sheet(find_game(name), "de")["html"]
    tags = re.findall(r"<[^>]*>", html)
    assert [tag for tag in tags if tag.startswith("<a ")]
    assert not [tag for tag in tags if "<" in tag[1:] or tag.count('"') % 2]


def test_a_sheet_says_whether_it_was_read_back(folder: Path) -> None:
    translated(folder / "eo.po", {("sheet:tictactoe", "Tic-tac-toe"): "Ksoj kaj nuloj"})
    assert not rule_sheet(find_game("tictactoe"), "eo")["read_back"]
    file = pofile(str(folder / "eo.po"))
    file.metadata[READ_BACK] = "sheet:evade sheet:tictactoe"
    file.save()
    find_catalogue.cache_clear()
    assert rule_sheet(find_game("tictactoe"), "eo")["read_back"]
    assert not rule_sheet(find_game("tictactoe"), "en")["read_back"]


def test_a_language_with_rules_alone_has_an_english_page(folder: Path) -> None:
    mine = [unit for unit in ALL if unit.context == "sheet:tictactoe"]
    update(ALL, folder / "fa.po", "sheet sheet:tictactoe")
    translated(folder / "fa.po", {(mine[0].context, mine[0].text): "دوز"})
    assert {entry.msgctxt for entry in pofile(str(folder / "fa.po"))} == {"sheet", mine[0].context}
    assert (languages(), page_languages(), page_language("fa")) == (("en", "fa"), ("en",), "en")
    sheet = rule_sheet(find_game("tictactoe"), "fa")
    assert (sheet["lang"], sheet["dir"]) == ("fa", "rtl") and "دوز" in sheet["html"]
    other = rule_sheet(find_game("reversi"), "fa")
    assert (other["lang"], other["dir"]) == ("en", "ltr") and 'lang="en"' not in other["html"]
    page = page_html.__wrapped__("fa")
    assert '<html lang="en" dir="ltr" data-languages="en fa" data-only-rules="fa"' in page
    assert 'data-rules="fa"' in page


def test_lessons_keep_their_english_beside_them(folder: Path) -> None:
    first = lessons(find_game("reversi"), "en")["steps"][0]["say"]
    translated(folder / "eo.po", {("lesson:reversi", " ".join(first.split())): "Ludu."})
    told = lessons(find_game("reversi"), "eo")
    assert told["lang"] == "eo" and told["steps"][0]["say"] == "Ludu."
    assert told["english"]["Ludu."] == first
    second = told["steps"][1]["say"]
    assert told["english"][second] == second


@pytest.fixture
def own_game(folder: Path, tmp_path: Path) -> Path:
    """The folder of a game of one's own with a whole catalogue, in a language that the page has."""
    (folder / "eo.po").write_text('msgid ""\nmsgstr "Language: eo\\n"\n', "utf-8")
    game = tmp_path / "own" / "nim"
    game.mkdir(parents=True)
    (game / "rules.py").write_text('say("Take matches.")\n', "utf-8")
    (game / "game.toml").write_text('title = "Nim"\nsentence = "Take the last."\n', "utf-8")
    (game / "rules.en.md").write_text("# Nim\n\nTake some.\n\nThen stop.\n", "utf-8")
    update(units_of_folder(find_folder(game)), game / "eo.po")
    po = pofile(str(game / "eo.po"))
    for item in po:
        item.msgstr = f"eo {item.msgid}"
    po.save(str(game / "eo.po"))
    catalogues.add_folder(game)
    return game


def test_a_paragraph_whose_english_changed_is_english_alone_until_it_is_translated(
    own_game: Path,
) -> None:
    (own_game / "rules.en.md").write_text("# Nim\n\nTake one.\n\nThen stop.\n", "utf-8")
    entry = find_folder(own_game)
    for _ in ("as it is", "brought up to date"):
        html = rule_sheet(entry, "eo")["html"]
        assert "eo Nim" in html and "eo Then stop." in html and "Take some." not in html
        assert re.findall(r'<p class="english" lang="en" dir="ltr">([^<]*)', html) == ["Take one."]
        update(units_of_folder(entry), own_game / "eo.po")
        find_catalogue.cache_clear()
    assert "fuzzy" in (own_game / "eo.po").read_text("utf-8")


def test_a_game_of_ones_own_brings_its_catalogue(own_game: Path) -> None:
    entry = find_folder(own_game)
    assert [unit.text for unit in units_of_folder(entry)] == [
        *("Take matches.", "Nim", "Take the last.", "Nim", "Take some.", "Then stop.")
    ]
    assert translate(say("Take matches."), "eo") == "eo Take matches."
    assert "eo Take some." in rule_sheet(entry, "eo")["html"]


def test_a_broken_catalogue_is_english(folder: Path) -> None:
    (folder / "eo.po").write_text('msgctxt "game"\nmsgid "Black"\nmsgstr "Ni\\gra"\n', "utf-8")
    assert translate(say("Black"), "eo") == "Black"


def test_a_short_catalogue_says_the_same() -> None:
    for language in LANGUAGES:
        file = (FOLDER / f"{language}.po").read_bytes()
        assert list(read_po(shorten(file).decode())) == list(read_po(file.decode()))


def test_a_file_for_people_who_program_alone_says_nothing_to_translate() -> None:
    """If all that import a file stay English, nobody else can meet its sentences. The command line
    stays English itself, but what it starts, such as the terminal, does not."""
    imports = Imports(ROOT, ("everygame",))
    translated = {file for unit in ALL if unit.context == GAME for file in unit.files}
    for file in translated & set(imports.files):
        users = {one for one, read in imports.direct.items() if file in read}
        users = {Path(one).relative_to("everygame") for one in users if "__init__" not in one}
        places = [place for place in ENGLISH_FILES if place != "cli.py"]
        english = [any(one.is_relative_to(place) for place in places) for one in users]
        assert not english or not all(english), file
