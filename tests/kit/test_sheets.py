"""Sheets of paper: lengths as they are in the file, and that all fits and nothing overlaps."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from math import cos, hypot, radians, sin
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from everygame.cli import main
from everygame.contract import Game
from everygame.errors import EveryGameError
from everygame.kit import Wanted, make, parts_json
from everygame.kit.booklet import ON_SCREEN, body, find_headings, spreads
from everygame.kit.box import pack
from everygame.kit.fonts import FONT, USUAL, preferred
from everygame.kit.nets import Cutting, Paper, base_of, cut_out
from everygame.kit.pdf import Press
from everygame.kit.sheets import (
    GAP,
    SIZES,
    STRIP,
    Board,
    Sheet,
    cuts,
    make_pages,
    thing_sheets,
    trimmed,
)
from everygame.library.registry import find_game, games
from everygame.library.rulesheet import make_parser, read_sheet
from tests.kit import pdf

PAPER = Paper(25.0, lambda name: "data:,")


def has(lines: list[pdf.Stroke], length: float) -> int:
    """How many lines are so long, to a twentieth of a millimetre."""
    return sum(abs(line.length - length) < 0.05 for line in lines)


def opened(name: str, **options: str) -> Game:
    return find_game(name).game(**options)


@pytest.mark.parametrize("name", list(games()))
def test_a_kit_of_every_game(name: str) -> None:
    said: list[str] = []
    files = make(find_game(name), opened(name), Wanted(), tell=said.append)
    sheets, rules = files[f"{name}-paper.pdf"], files[f"{name}-rules.pdf"]
    assert len(said) > 2
    made = {file.rpartition(".")[2] for file in files}
    assert made == ({"pdf", "stl", "3mf", "png"} if find_game(name).kit().plastic else {"pdf"})
    for data in (sheets, rules):
        found = pdf.fonts(data)
        assert found and all(found.values()), found
    for width, height in pdf.pages(sheets):
        assert {round(width, 1), round(height, 1)} == {210.0, 297.0}
    ruled = [n for n, text in enumerate(pdf.words(sheets)) if "this ruler is 10 cm" in text]
    assert ruled and all(has(pdf.strokes(sheets, n), 100.0) for n in ruled)
    assert {(round(w, 1), round(h, 1)) for w, h in pdf.pages(rules)} == {(297.0, 210.0)}
    assert len(pdf.pages(rules)) % 2 == 0


@pytest.mark.parametrize("language", ["ar", "hi", "ja"])
def test_a_kit_has_all_letters_of_its_language_or_is_refused(language: str) -> None:
    """It is refused where no font of this computer has them."""
    try:
        files = make(find_game("evade"), opened("evade"), Wanted(), language=language)
    except EveryGameError as error:
        assert f"install {USUAL[language][0]}" in str(error)
        assert preferred(language) == FONT
        return
    for name in ("evade-paper.pdf", "evade-rules.pdf"):
        found, shown = pdf.fonts(files[name]), list(pdf.glyphs(files[name]))
        assert len(found) > 2 and all(found.values()), found
        assert len(shown) > 300 and min(shown) > 0


def test_lengths_on_letter_at_another_scale() -> None:
    wanted = Wanted("letter", "30 mm")
    data = make(find_game("freezetag"), opened("freezetag"), wanted)["freezetag-paper.pdf"]
    assert {(round(w, 1), round(h, 1)) for w, h in pdf.pages(data)} == {(215.9, 279.4)}
    lines = [line for n in range(len(pdf.pages(data))) for line in pdf.strokes(data, n)]
    assert has(lines, 30.0) >= 25  # the squares of the board
    for size in (1, 2, 3):  # two pyramids a seat, four faces each, whose rim is one of the lines
        assert has(lines, base_of(size) * 30) >= 16
    assert has(lines, 0.72 * 30) >= 6  # the sides of the die
    assert any("SM" in text for text in pdf.words(data))


def test_the_board_is_as_large_as_its_squares() -> None:
    game = find_game("icefloes")
    for size, count in (("7", 1), ("15", 6)):
        box = pack(game, opened("icefloes", size=size))
        pages = make_pages(box, "A4", PAPER, "", "en")
        boards = [
            page for page in pages if "id=&quot;tile&quot;" in page.svg or "clipPath" in page.svg
        ]
        assert len(boards) == count
        assert ("Glue A2 onto this strip." in boards[0].svg) == (count > 1)


@example(squares=2, scale=57.0, room=150.0, rim=0.32)
@given(
    squares=st.integers(1, 30),
    scale=st.floats(15, 60),
    room=st.floats(150, 300),
    rim=st.sampled_from([0.0, 0.32]),
)
def test_a_board_is_cut_between_squares(
    squares: int, scale: float, room: float, rim: float
) -> None:
    length = (squares + 2 * rim) * scale
    pieces = cuts(length, room, rim * scale, scale)
    assert pieces[0][0] == 0 and pieces[-1][1] == length
    for (left, right), after in zip(pieces, [*pieces[1:], None], strict=True):
        assert right - left + (STRIP if after else 0) <= room + 1e-6
        if after:
            assert right == after[0]
            assert abs((right / scale - rim) - round(right / scale - rim)) < 1e-6


@given(st.lists(st.tuples(st.floats(5, 150), st.floats(5, 150)), min_size=1, max_size=40))
def test_things_lie_apart_on_their_sheets(sizes: list[tuple[float, float]]) -> None:
    sheet = Sheet(*SIZES["A4"])
    things = [Cutting(w, h, f"<{n}>") for n, (w, h) in enumerate(sizes)]
    pages = thing_sheets(iter(things), sheet)
    seen = 0
    for page in pages:
        lying = []
        for number, drawn in re.findall(r'id="thing(\d+)"><(\d+)>', page):
            thing = things[int(drawn)]
            for x, y in re.findall(f'"#thing{number}" x="([^"]+)" y="([^"]+)"', page):
                across, down = float(x), float(y)
                lying.append((across, down, across + thing.width, down + thing.height))
        seen += len(lying)
        for n, (left, top, right, low) in enumerate(lying):
            assert left >= 9.9 and right <= sheet.width - 9.9 and low <= sheet.height - 25
            for other in lying[n + 1 :]:
                apart = (other[0] - right, left - other[2], other[1] - low, top - other[3])
                assert max(apart) >= GAP - 0.01
    assert seen == len(things)


def test_a_folded_booklet_is_in_order() -> None:
    assert list(spreads(8)) == [(8, 1), (2, 7), (6, 3), (4, 5)]
    for count in range(1, 30):
        numbers = [n for pair in spreads(count) for n in pair]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
        assert 0 <= len(numbers) - count < 4


def test_what_is_in_the_box_is_told_before() -> None:
    told = parts_json(find_game("evade"), opened("evade"), Wanted())
    assert [part["count"] for part in told["parts"]] == [1, 2, 4, 2, 4]
    assert all(part["picture"].startswith("<svg") and part["how"] for part in told["parts"])
    assert "for your own table" in told["names"] and "Alex Randolph" in told["names"]


def test_without_the_extra_the_page_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for missing in ("typst", "manifold3d"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, missing, None)
            for module in [name for name in sys.modules if name.startswith("everygame.kit.")]:
                if module.rpartition(".")[2] in (
                    "plastic",
                    "solids",
                    "board_solid",
                    "relief",
                    "look",
                ):
                    patch.delitem(sys.modules, module)
            told = parts_json(find_game("evade"), opened("evade"), Wanted())
            assert "pip install 'everygame[kit]'" in told["fault"]
            assert told["parts"] and told["plastic"] == []


# -- the command


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--size", "A5"], "The paper is one of A4, letter, not 'A5'."),
        (["--scale", "2cm"], "The scale is from 15 to 60 mm, such as 25mm, not '2cm'."),
        (["--scale", "900mm"], "The scale is from 15 to 60 mm, such as 25mm, not '900mm'."),
        (["--clearance", "2mm"], "The clearance is from 0.1 to 0.8 mm, such as 0.3mm, not '2mm'."),
        (["--option", "size=5"], "size"),
    ],
)
def test_a_bad_option_is_one_sentence(
    options: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["kit", "freez", *options, "-o", str(tmp_path / "kit")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("everygame: ") and why in said and said.count("\n") == 1
    assert not (tmp_path / "kit").exists()


def test_the_command_writes_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "some" / "kit"
    assert main(["kit", "tictactoe", "-o", str(folder)]) == 0
    heard = capsys.readouterr()
    assert sorted(Path(line).name for line in heard.out.splitlines()) == sorted(
        file.name for file in folder.iterdir()
    )
    assert "Drawing the sheets" in heard.err


def test_without_the_extra_it_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    assert main(["kit", "tictactoe", "-o", str(tmp_path)]) == 1
    assert "pip install 'everygame[kit]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


Matrix = tuple[float, float, float, float, float, float]
Edge = tuple[tuple[float, float], tuple[float, float]]
STEPS: Final = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")


STRAIGHT: Final = re.compile(r"^M[-\d. ]+L[-\d. ]+$")


def lines_in(element: Element, outer: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[tuple[Edge, bool]]:
    """Yield all straight lines of a drawing but white ones, and whether each is dashed."""
    matrix = outer
    for word, text in STEPS.findall(element.get("transform", "")):
        numbers = [float(number) for number in text.split()]
        matrix = combine(matrix, step(word, numbers))
    if element.get("stroke", "none") not in ("none", "#fff"):
        text = element.get("points") or "".join(STRAIGHT.findall(element.get("d", "")))
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        points = [at(matrix, x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        closed = points[:1] if element.tag == "polygon" else []
        for edge in pairwise([*points, *closed]):
            yield edge, "stroke-dasharray" in element.attrib
    for inner in element:
        yield from lines_in(inner, matrix)


def step(word: str, numbers: list[float]) -> Matrix:
    first, second = numbers[0], numbers[-1]
    if word == "rotate":
        turn = radians(first)
        return (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)
    return (1, 0, 0, 1, first, second) if word == "translate" else (first, 0, 0, second, 0, 0)


def combine(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    x, y = at(outer, e, f)
    p, q, r, s = outer[:4]
    return (p * a + r * b, q * a + s * b, p * c + r * d, q * c + s * d, x, y)


def at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def covers(solid: Edge, dashed: Edge) -> bool:
    """Whether the middle of a dashed line lies on a solid one."""
    (x1, y1), (x2, y2) = solid
    x, y = ((a + b) / 2 for a, b in zip(*dashed, strict=True))
    length = hypot(x2 - x1, y2 - y1)
    return length > 0.1 and hypot(x - x1, y - y1) + hypot(x - x2, y - y2) < length + 0.001


@pytest.mark.parametrize(
    ("name", "form", "folds"),
    [
        ("dominoes", "flat", 1),
        ("icefloes", "standee", 3),
        ("freezetag", "pyramid", 8),
        ("freez", "roll", 18),
        ("freezetag", "die", 12),
    ],
)
def test_where_one_folds_no_line_is_solid(name: str, form: str, folds: int) -> None:
    parts = [part for part in pack(find_game(name), opened(name)).parts if part.form == form]
    lines = list(lines_in(fromstring(f"<svg>{cut_out(parts[0], PAPER).drawing}</svg>")))
    dashed = [edge for edge, is_dashed in lines if is_dashed]
    solid = [edge for edge, is_dashed in lines if not is_dashed]
    assert len(dashed) >= folds and solid
    assert [edge for edge in dashed if any(covers(one, edge) for one in solid)] == []


def test_a_board_that_is_too_large_by_a_hair_loses_a_hair_of_its_rim() -> None:
    sheet = Sheet(*SIZES["A4"])
    room = sheet.room[0]
    for over, width in ((0.0, room), (1.0, room), (3.9, room), (4.1, room + 4.1)):
        assert trimmed(Board(room + over, 150.0, "", 8.0), sheet).width == width


def test_the_booklet_has_nothing_about_the_screen() -> None:
    for name in ("icefloes", "freez", "evade"):
        for language in ("en", "de", "ja"):
            text = read_sheet(find_game(name), language)[0]
            with Press(language) as press:
                made = body(find_game(name), press, text)
            english = make_parser(False).parse(read_sheet(find_game(name), "en")[0])
            left = [heading for heading in find_headings(english) if heading not in ON_SCREEN]
            assert made.count("#heading(level: 2)") == len(left) < len(find_headings(english))
            assert "@d2" not in made and "arrow keys" not in made
