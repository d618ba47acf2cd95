"""Pictures that Python draws: whole, well-formed, and of what the viewer may know alone."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everygame.cli import main
from everygame.contract import TRUTH
from everygame.drawing import draw, png, scene_svg
from everygame.drawing.shapes import LINES, shapes
from everygame.errors import BadGame, EveryGameError
from everygame.library.registry import find_game, games
from everygame.scene import (
    Carry,
    Cell,
    Choice,
    Label,
    Line,
    Mark,
    Piece,
    Refusal,
    Region,
    Scene,
    View,
)
from tests.drawing.scenes import random_match, vocabulary

SVG = "{http://www.w3.org/2000/svg}"
DOCUMENT = Path(__file__).parents[2] / "docs" / "reference" / "shapes.md"
VOCABULARY = DOCUMENT.with_name("scene.md")


def read(svg: str) -> ElementTree.Element:
    """A picture, looked over: one root that says its size and what it shows, and no broken
    reference."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    width, height = (float(number) for number in root.get("viewBox", "").split()[2:])
    assert float(root.get("width", "")) * height == pytest.approx(
        float(root.get("height", "")) * width, rel=1e-3
    )
    assert root.find(f"{SVG}title") is not None and root.findtext(f"{SVG}desc")
    ids = {element.get("id") for element in root.iter()}
    assert set(re.findall(r"url\(#([\w-]+)\)", svg)) <= ids
    assert "light-dark" not in svg and "var(" not in svg and "nan" not in svg
    return root


# -- the file


def lines(part: Any) -> Iterator[dict[str, Any]]:
    """All lines of drawings in a part of the file."""
    if isinstance(part, list):
        for one in part:
            yield from lines(one)
    if isinstance(part, dict):
        yield part
        for value in part.values():
            yield from lines(value)


def every_line() -> list[dict[str, Any]]:
    drawings = [shapes()[kind] for kind in ("parts", "shapes", "terrains", "marks", "ways")]
    return [line for kind in drawings for drawing in kind.values() for line in lines(drawing)]


def words() -> set[str]:
    """All words that may hold of a thing, as the reference lists them; tags have a word each."""
    text = DOCUMENT.read_text("utf-8").split("Words that can hold")[1].split("A style applies")[0]
    kinds = ("shapes", "seats", "terrains")
    known = set(re.findall(r"`([\w-]+)`", text)) | {
        word for kind in kinds for word in shapes()[kind]
    }
    tags = {"frozen", "seen", "claimed", "wild", "dim", "active", "king", "covered"}
    return known | {f"on-{look}" for look in shapes()["looks"]} | {f"is-{tag}" for tag in tags}


def test_a_letter_under_a_pyramid_keeps_enough_of_its_ink_to_be_read() -> None:
    styles = shapes()["styles"]
    glass = (1 - styles["pyramid-base"]["fill-opacity"]) * (1 - styles["face-lit"]["opacity"])
    assert styles["letters is-covered"]["opacity"] * glass >= 0.3


def test_every_line_says_what_can_be_drawn() -> None:
    names = {key.split()[0] for key in shapes()["styles"]}
    known = words() | {"variant-2"}
    used = {
        "rim",
        "bed",
        "area",
        "art",
        "title",
        "coordinate",
        "underlay",
        "paper",
        "emblem",
        "join",
        "side",
        "side-edge",
        "thread",
    }
    for line in every_line():
        assert next(iter(line)) in LINES, line
        assert line.get("as", "") in names | {""}, line
        assert {word.removeprefix("!") for word in line.get("when", "").split()} <= known, line
        assert line.get("use", "tile") in {*shapes()["parts"], *shapes()["shapes"]}, line
        used.add(line.get("as", ""))
    assert names - used == set()
    assert {word for key in shapes()["styles"] for word in key.split()[1:]} <= known


def test_every_style_of_a_guise_can_hold() -> None:
    """Of what has a look in it that boards keep or are given there."""
    skins, looks = shapes()["skins"], shapes()["looks"]
    used = set()
    for key in shapes()["styles"]:
        words = key.split()[1:]
        (skin, *_) = [word.removeprefix("in-") for word in words if word.startswith("in-")] or [""]
        used.add(skin)
        given = {skins.get(skin, {}).get(look, look) for look in looks}
        assert {word.removeprefix("on-") for word in words if word.startswith("on-")} <= given, key
    assert used == {"", *skins}
    assert all({*given} | {*given.values()} <= {*looks} for given in skins.values())


@pytest.mark.parametrize("shape", sorted({*shapes()["shapes"]} - {"picture"}))
def test_every_shape_shows_its_own_colour(shape: str) -> None:
    piece = Piece("p", "a1", shape, "a thing", text="5")
    scenes = (
        Scene(1, 1, (Region("r", "r"),), (one,)) for one in (piece, replace(piece, colour="red"))
    )
    plain, red = map(scene_svg, scenes)
    assert plain != red


def test_marks_lie_under_the_pieces_or_over_them_and_ways_through_their_places() -> None:
    marks, ways = shapes()["marks"], shapes()["ways"]
    assert set(shapes()["over"]) <= marks.keys() and ways.keys() <= marks.keys()
    for kind, drawing in marks.items():
        assert drawing or kind in ways, kind
    through = [line for drawing in ways.values() for line in drawing]
    for line in every_line():
        assert (next(iter(line)) in ("through", "head")) == (line in through), line
    for kind in marks:
        marked = replace(ONE, marks=(Mark(kind, ("a1", "b2")),))
        more = scene_svg(marked).split('<g class="piece"')
        less = scene_svg(ONE).split('<g class="piece"')
        changed = [a != b for a, b in zip(more, less, strict=True)]
        assert changed == [kind not in shapes()["over"], kind in shapes()["over"]], kind


@pytest.mark.parametrize(("rotate", "turn"), [(0, ""), (1, "90"), (2, "180"), (3, "270")])
def test_a_way_out_points_away_from_the_board(rotate: int, turn: str) -> None:
    """Above it on the table, and so beside or below it where the table is turned."""
    board = Region("board", "Board", 0, 1, 2, 2, "grid")
    gates = (Cell("a", 0.5, 0.5, "exit"), Cell("b", 1.5, 0.5, "exit"))
    edge = Region("edge", "Edge", 0, 0, 2, 1, "spots", gates)
    drawn = scene_svg(Scene(2, 3, (board, edge), (), rotate=rotate), "")
    arrows = re.findall(r'<path d="M-.15.12[^>]*?(?:rotate\((\d+)\)[^>]*)?/>', drawn)
    assert arrows == [turn, turn]


def test_an_arrow_leaves_readable_what_it_comes_from() -> None:
    for kind in ("way", "wrong"):
        scene = replace(ONE, marks=(Mark(kind, ("a1", "b1")),))
        (start,) = set(re.findall(r'd="M([-.\d]+) 1.5L', scene_svg(scene)))
        assert float(start) - 0.5 > 0.25  # the middle of a1; half a number on a piece is narrower


def test_what_may_be_gone_onto_is_not_in_the_red_of_what_is_forbidden() -> None:
    red = find_colour("forbidden")
    assert find_colour(shapes()["styles"]["target"]["stroke"]) != red
    assert find_colour(shapes()["styles"]["barred"]["stroke"]) == red


def find_colour(paint: Any) -> Any:
    """A colour by its name, or what is one already."""
    return shapes()["colours"].get(paint, paint) if isinstance(paint, str) else paint


def test_every_paint_is_a_colour() -> None:
    named = {*shapes()["colours"], *shapes()["gradients"], "body", "low", "edge", "on", "none"}
    stops = [stop for gradient in shapes()["gradients"].values() for stop in gradient["stops"]]
    paints = [*shapes()["colours"].values(), *stops]
    paints += [paint for seat in shapes()["seats"].values() for paint in seat.values()]
    for style in shapes()["styles"].values():
        paints += [style[key] for key in ("fill", "stroke") if key in style]
    for paint in paints:
        for one in paint if isinstance(paint, list) else [paint]:
            assert one in named or re.fullmatch(r"#[0-9a-f]{6}", one), paint


def test_the_vocabulary_of_scenes_is_drawn() -> None:
    """What `scene.py` names in its words for those who write a game."""
    import everygame.scene as module

    text = Path(module.__file__).read_text("utf-8")
    piece, mark = text.split("    shape: str\n")[1], text.split("class Mark:\n")[1]
    said = set(re.findall(r'"(\w+)"', piece.split("name: str")[0]))
    assert said <= {*shapes()["shapes"]}
    assert set(re.findall(r'"(\w+)"', mark.split("kind: str")[0])) <= {*shapes()["marks"]}
    looks = text.split('    look: str = ""\n')[1].split("    title: str")[0]
    assert set(re.findall(r'"(\w+)"', looks)) <= {*shapes()["looks"]}
    terrain = text.split('    terrain: str = ""\n')[1].split("    name: str")[0]
    assert set(re.findall(r'"(\w+)"', terrain)) <= {*shapes()["terrains"], "bare"}


def test_the_page_of_what_a_picture_is_made_of_is_true() -> None:
    """It has each field with its type and default, and each word that can be drawn."""
    sections = dict(
        part.split("\n", 1)
        for part in VOCABULARY.read_text("utf-8").replace("\\|", "|").split("\n## ")[1:]
    )
    for kind in (Scene, Region, Cell, Line, Label, Piece, Mark, Choice, Carry, Refusal):
        told = re.findall(
            r"^\| `(\w+)` \| `([^`]+)` \| (?:`(.*?)`)? ?\|", sections[kind.__name__], re.M
        )
        defaults = [repr(f.default).replace("''", '""').replace("'", '"') for f in fields(kind)]
        made = ["" if "MISSING" in one else one for one in defaults]
        rows = zip(fields(kind), made, strict=True)
        assert told == [(f.name, f.type, "{}" if f.name == "blocked" else d) for f, d in rows]
    assert re.findall(r"^\| `(\w+)`", sections["View"], re.M) == [f.name for f in fields(View)]
    words = [set(re.findall(r'`"(\w+)"`', row)) for row in sections["Words"].splitlines()]
    kinds = ("looks", "shapes", "tags", "seats", "marks", "kinds", "gestures")
    for known in (*({*shapes()[kind]} for kind in kinds), {*shapes()["terrains"], "bare"}):
        assert known in words


# -- pictures


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_that_can_be_drawn_is_well_formed(theme: str) -> None:
    for scene in vocabulary().values():
        read(scene_svg(scene, theme=theme))


@pytest.mark.parametrize("name", list(games()))
def test_the_states_of_a_match_are_drawn(name: str) -> None:
    """Thirty of them, from the first to the last, for all viewers in turn."""
    entry = games()[name]
    game = entry.game()
    states = list(random_match(game, 1, 60 if game.endless else 10_000))
    chosen = [*states[:: len(states) // 30 + 1], states[-1]]
    for viewer, state in zip(cycle((TRUTH, None, *range(game.players))), chosen):
        read(draw(state, viewer))


HIDDEN = [name for name, entry in games().items() if entry.game().hidden]


def test_a_picture_for_a_seat_shows_nothing_that_the_seat_may_not_know() -> None:
    """Another truth that the seat cannot tell from this one has the same picture."""
    rng, varied = Random(2), set()
    for name in HIDDEN:
        entry = games()[name]
        game = entry.game()
        for state in random_match(game, 2, 40):
            for seat in range(game.players if state.to_play() >= 0 else 0):
                other = game.resample(state.observe(seat), seat, rng)
                if other.to_json() != state.to_json():
                    varied.add(name)
                assert draw(other, seat) == draw(state, seat), name
    assert len(varied) > len(HIDDEN) / 2


def test_the_whole_truth_is_the_default() -> None:
    entry = find_game("crazyeights")
    game = entry.game()
    *_, state = random_match(game, 1, 20)
    truth = draw(state)
    assert truth == draw(state, TRUTH)
    assert len({truth, *(draw(state, seat) for seat in (0, 1, None))}) == 4


BOARD = Region("b", "Board", columns=2, rows=2)
ONE = Scene(2, 2, (BOARD,), (Piece("x", "a1", "disc", "a disc"),))


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        (replace(ONE, pieces=(Piece("x", "a1", "elephant", "x"),)), "no shape 'elephant'"),
        (replace(ONE, pieces=(Piece("x", "a1", "disc", "x", colour="mud"),)), "no colour 'mud'"),
        (replace(ONE, pieces=(Piece("x", "z9", "disc", "x"),)), "no cell 'z9'"),
        (replace(ONE, marks=(Mark("stain", ("a1",)),)), "no mark 'stain'"),
        (replace(ONE, regions=(replace(BOARD, look="marble"),)), "no look 'marble'"),
        (
            replace(ONE, regions=(replace(BOARD, cells=(Cell("a1", terrain="lava"),)),)),
            "no terrain 'lava'",
        ),
    ],
)
def test_what_there_is_no_drawing_of_is_said(scene: Scene, said: str) -> None:
    with pytest.raises(BadGame, match=f"There is {said}"):
        scene_svg(scene)


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=9), st.text(max_size=5), st.text(max_size=20))
def test_no_text_breaks_a_picture(text: str, corner: str, title: str) -> None:
    card = Piece("x", "a1", "card", title or "x", text=text, corner=corner)
    region = replace(BOARD, title=title, cells=(Cell("b1", label=text),))
    read(scene_svg(replace(ONE, regions=(region,), pieces=(card,)), title or "x"))


def test_images_stand_in_the_picture() -> None:
    entry = find_game("chessset")
    game = entry.game()
    images = list(read(draw(game.initial_state())).iter(f"{SVG}image"))
    assert len(images) == 32
    assert all(image.get("href", "").startswith("data:image/svg+xml;base64,") for image in images)


def test_images_of_a_game_in_any_folder_stand_in_the_picture(tmp_path: Path) -> None:
    from everygame.library.registry import find_folder

    shutil.copytree(str(find_game("chessset").folder), tmp_path / "mychess")
    text = (tmp_path / "mychess" / "table.json").read_text("utf-8")
    (tmp_path / "mychess" / "table.json").write_text(text.replace("chessset", "mychess"), "utf-8")
    entry, file = find_folder(tmp_path / "mychess"), tmp_path / "x.svg"
    assert main(["draw", str(tmp_path / "mychess"), "-o", str(file)]) == 0
    game = entry.game()
    assert file.read_text("utf-8") == draw(game.initial_state(), entry=entry)
    assert len(list(read(file.read_text("utf-8")).iter(f"{SVG}image"))) == 32


@pytest.mark.parametrize(
    "name", ["chessset/../../cli.py", "chessset/table.json", "chessset/none.png", "nobody/a.png"]
)
def test_nothing_but_an_image_of_a_game_gets_into_a_picture(name: str) -> None:
    shown = replace(ONE, pieces=(Piece("x", "a1", "picture", "x", picture=name),))
    with pytest.raises(BadGame):
        scene_svg(shown)


# -- the command


def test_the_command_writes_an_svg(tmp_path: Path) -> None:
    file, game = tmp_path / "x.svg", find_game("evade").game()
    assert main(["draw", "evade", "-o", str(file)]) == 0
    assert file.read_text("utf-8") == draw(game.initial_state())
    assert main(["draw", "evade", "--viewer", "black", "--dark", "-o", str(file)]) == 0
    seen = draw(game.initial_state(), 1, theme="dark")
    assert file.read_text("utf-8") == seen
    assert main(["draw", "evade", "--viewer", "spectator", "-o", str(file)]) == 0
    assert file.read_text("utf-8") == draw(game.initial_state(), None)


def test_the_command_draws_a_position(tmp_path: Path) -> None:
    file = tmp_path / "x.svg"
    place = "..P../...../...../..*../....Q ; P"
    arguments = ["draw", "icefloes", "--position", place, "-o", str(file)]
    assert main(arguments) == 0
    told = "c5: floe; c5: North, a penguin; c2: floe; e1: floe; e1: South, a penguin."
    assert read(file.read_text("utf-8")).findtext(f"{SVG}desc") == told


def test_the_command_writes_a_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    from PIL import Image

    file = tmp_path / "x.png"
    assert main(["draw", "tictactoe", "-o", str(file)]) == 0
    with Image.open(file) as picture:
        assert picture.size == (237, 237)
        assert len(set(picture.convert("RGB").resize((30, 30)).tobytes())) > 5


def test_a_png_has_the_texts_of_the_picture_or_a_sentence_says_why_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("resvg_py")
    texts = ("", "7")
    pictures = [
        scene_svg(Scene(1, 1, (Region("r", "r"),), (Piece("p", "a1", "plain", "a", text=text),)))
        for text in texts
    ]
    try:
        drawn = [png(picture) for picture in pictures]
    except EveryGameError as error:
        assert "needs a font" in str(error)
    else:
        assert drawn[0] != drawn[1]
    monkeypatch.setattr("everygame.drawing.FONTS", "'No Such Font'")
    with pytest.raises(EveryGameError, match=r"needs a font.* \(No Such Font\)"):
        png(pictures[1])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "x.gif"], "must end in .svg or .png"),
        (["-o", "nowhere/x.svg"], "cannot be written"),
        (["--viewer", "0", "-o", "x.svg"], "There is no seat '0'"),
        (["--viewer", "somebody", "-o", "x.svg"], "There is no seat 'somebody'"),
    ],
)
def test_what_the_command_cannot_do_is_one_sentence(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["draw", "tictactoe", *arguments]) == 1
    said_at_all = capsys.readouterr().err
    assert said in said_at_all and said_at_all.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_the_command_tells_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["draw", "tictactoe", "-o", str(tmp_path / "x.png")]) == 1
    assert "pip install 'everygame[png]'" in capsys.readouterr().err


def test_the_reference_is_true() -> None:
    code = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    known: dict[str, Any] = {}
    exec("\n".join(code), known)
    read(known["svg"])
    text = DOCUMENT.read_text("utf-8")
    assert [key for key in shapes() if f"`{key}`" not in text and key != "about"] == []
    assert [kind for kind in LINES if f'`"{kind}": ' not in text] == []
