"""The fonts of a kit: those of the computer, for letters that Typst's own fonts do not have."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph

from everygame.errors import BadOption, EveryGameError
from everygame.kit import fonts
from everygame.kit.booklet import impose
from everygame.kit.pdf import in_language
from everygame.terminal.language import read_language


@dataclass
class Font:
    family: str
    path: str | None
    index: int = 0


@dataclass
class Installed:
    """Stands for `typst.Fonts`."""

    found: list[Font] = field(default_factory=lambda: [Font("Libertinus Serif", None)])

    def fonts(self) -> list[Font]:
        return self.found

    def families(self) -> list[str]:
        return [font.family for font in self.found]


def make_font(folder: Path, family: str, letters: str) -> Font:
    """Write a font with these letters, all of them blank."""
    made, names = FontBuilder(1000), {ord(letter): f"u{ord(letter):04X}" for letter in letters}
    glyphs = [".notdef", *names.values()]
    made.setupGlyphOrder(glyphs)
    made.setupCharacterMap(names)
    made.setupGlyf({glyph: Glyph() for glyph in glyphs})
    made.setupHorizontalMetrics(dict.fromkeys(glyphs, (500, 0)))
    made.setupHorizontalHeader()
    made.setupPost()
    made.save(folder / f"{family}.ttf")
    return Font(family, str(folder / f"{family}.ttf"))


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Installed:
    have = Installed()
    monkeypatch.setattr(fonts, "installed", lambda: have)
    return have


def test_letters_that_no_font_has_are_refused(installed: Installed, tmp_path: Path) -> None:
    installed.found.append(make_font(tmp_path, "Some Font", "遊び"))
    fonts.need_letters("Freez! Łódź, игра, παιχνίδι, שלום – 遊び 12 ★", "ja")
    with pytest.raises(EveryGameError, match="the letters 方: install Noto Serif CJK JP or"):
        fonts.need_letters("遊び方", "ja")


def test_a_font_that_cannot_be_read_has_no_letters(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"\0" * 40)
    installed.found += [Font("Broken", str(tmp_path / "broken.ttf")), Font("Gone", "/none.ttf")]
    with pytest.raises(EveryGameError, match="No font"):
        fonts.need_letters("ก", "th")


def test_a_language_has_its_own_forms_of_shared_letters(installed: Installed) -> None:
    installed.found += [Font("Noto Sans CJK JP", None), Font("Noto Sans CJK SC", None)]
    assert fonts.preferred("zh-Hans") == "Noto Sans CJK SC"
    assert fonts.preferred("ko") == "Libertinus Serif"
    said = in_language("zh-Hans", "10pt")
    assert '"Libertinus Serif", "Noto Sans CJK SC"' in said
    assert 'lang: "zh", script: "hans", region: "cn"' in said


def test_a_booklet_that_is_read_from_the_right_is_bound_at_the_right() -> None:
    left, right = impose(4, 210, 297), impose(4, 210, 297, bound_right=True)
    assert left.index("page: 4,") < left.index("page: 1,")
    assert right.index("page: 1,") < right.index("page: 4,")


def test_the_language_of_a_kit_is_one_that_there_is() -> None:
    assert read_language("de") == "de"
    with pytest.raises(BadOption, match="not 'tlh'"):
        read_language("tlh")
