"""A match in the terminal, typed by a script."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from everygame.boards import hexagons, ring, size, triangles
from everygame.contract import Json
from everygame.library.registry import Entry, find_folder, find_game, games
from everygame.match import Match
from everygame.scene import Carry, Cell, Choice, Mark, Piece, Region, Scene, view
from everygame.terminal.chart import head
from everygame.terminal.draw import Drawer, columns, draw
from everygame.terminal.play import TerminalMatch
from everygame.terminal.sheet import columns_side_by_side, sheet_for_terminal

FLOES = find_game("icefloes")
COMB = [(abs(row - 4) / 2, 9 - abs(row - 4)) for row in range(9)]


def first_move(request: Json) -> Json:
    """A bot that plays the first of its moves."""
    return {"move": request["moves"][0]}


def run(
    typed: list[str], bots: dict[int, str] | None = None, entry: Entry = FLOES, **options: str
) -> tuple[Match, list[str]]:
    """The match after these lines were typed, and all that was said."""
    game = entry.game(**options)
    said: list[str] = []
    lines: Iterator[str] = iter(typed)

    def ask(prompt: str, keys: Mapping[str, str]) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    match = Match(game, Random(1))
    TerminalMatch(
        game=game,
        artist=entry.artist(),
        match=match,
        bots=bots or {},
        choose=first_move,
        rules=lambda: "The rules.",
        keep=lambda: None,
        save=lambda path: said.append(f"saved {path}"),
        colour=False,
        advise=lambda request: {**first_move(request), "reasons": ["It is the first."]},
        weigh=lambda request: {"returns": [-0.5, 0.5] if request["seat"] else [0.5, -0.5]},
        ask=ask,
        put=said.append,
    ).run()
    return match, said


def moves_of(match: Match) -> list[str]:
    return [match.nodes[node].move for node in match.path(match.node)[1:]]


@pytest.mark.parametrize("name", ["tictactoe", "evade"])
def test_bots_in_all_seats_play_to_the_end(name: str) -> None:
    """The match is drawn as a spectator sees it, in an open game as in one with secrets."""
    entry = find_game(name)
    match, _ = run([], dict.fromkeys(range(entry.game().players), "first"), entry)
    assert match.outcome()


def test_a_whole_game_of_two_people() -> None:
    match, said = run(["down"], level="..P../...../...../..*../....Q")
    assert moves_of(match) == ["down"]
    assert "North" in said[-1] and "goal" in said[-1]


def test_a_move_by_its_beginning_or_its_number() -> None:
    match, _ = run(["d", "1"])
    assert moves_of(match)[0] == "down" and len(moves_of(match)) == 2


def test_a_bot_answers() -> None:
    match, said = run(["down"], {1: "easy"})
    assert len(moves_of(match)) == 2
    assert any("South thinks" in line for line in said)


def test_what_a_bot_does_face_down_is_told_in_words() -> None:
    skull = find_folder(Path(__file__).parents[1] / "examples" / "skull")
    _, said = run(["flower"], {1: "easy", 2: "easy"}, skull, players="3")
    assert "West: lays a disc." in said and not any("plays ?" in line for line in said)


def test_undo_takes_back_the_bots_answer_too() -> None:
    match, _ = run(["down", "undo"], {1: "easy"})
    assert match.node == 0


@pytest.mark.parametrize("typed", [["undo", "undo", "redo"], ["go 1"]])
def test_redo_and_go(typed: list[str]) -> None:
    match, _ = run(["down", "left", *typed])
    assert moves_of(match) == ["down"]


@pytest.mark.parametrize(
    "typed", ["sideways", "99", "go", "go 7", "undo", "redo", "save", "down up"]
)
def test_what_cannot_be_done_changes_nothing_and_is_said(typed: str) -> None:
    match, said = run([typed])
    assert match.node == 0 and len(said) > len(run([])[1])


def test_questions_are_answered() -> None:
    text = "\n".join(run(["help", "moves", "history", "rules", "hint", "save x.json"])[1])
    for expected in ("take a move back", "glide down", "Nothing has been", "The rules.", "saved x"):
        assert expected in text
    assert "A good move: up" in text and "It is the first." in text


@pytest.mark.parametrize("name", list(games()))
def test_every_game_can_be_drawn_at_every_ply(name: str) -> None:
    """On no empty screen, and for people at keys, who tap, touch and drag nothing."""
    entry = find_game(name)
    for players in entry.game_class().seats:
        game, rng = entry.game(players=str(players)), Random(3)
        match = Match(game, rng)
        names = entry.artist().seat_names(game)
        for _ in range(40):
            match.draw()
            who = match.to_play()
            scene = entry.artist().scene(game, view(match.state(), max(who, 0)))
            plain = draw(scene, names, False)
            assert plain.strip() and "\x1b[" not in plain and "\x1b[" in draw(scene, names, True)
            assert max(map(len, plain.splitlines())) <= 120
            said = [scene.prompt, scene.over, *scene.notes]
            said += [text for choice in scene.choices for text in (choice.name, choice.label)]
            assert not re.search(r"(?i)\b(tap|touch|drag|click|hold)\b", " ".join(said)), said[0]
            if who < 0:
                break
            match.play(who, rng.choice(match.state().legal_actions()))


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (b"\x1b[B", "down"),
        (b"\x1bOA", "up"),
        (b"undo\n", "undo"),
        (b"updo\x7f\x7f\x7fndo\n", "undo"),
        (b"\x1b[Z\x1b[C", "right"),
        (b"\x04", "the end"),
    ],
)
def test_arrow_keys_play_in_a_terminal(sent: bytes, read: str) -> None:
    """In a process of its own, behind a real pseudo-terminal."""
    program = """
from everygame.terminal.keys import ask
try:
    print("READ", ask("> ", {"ArrowUp": "up", "ArrowDown": "down", "ArrowRight": "right"}))
except EOFError:
    print("READ the end")
"""
    parent, child = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=child, stdout=subprocess.PIPE, text=True
    )
    os.close(child)
    assert process.stdout is not None and process.stdout.read(2) == "> "
    os.write(parent, sent)
    out, _ = process.communicate(timeout=20)
    os.close(parent)
    assert f"READ {read}\n" in out


def test_the_board_is_drawn_so() -> None:
    entry = find_game("icefloes")
    game = entry.game(level="..P../...../*...*/...../..Q..")
    scene = entry.artist().scene(game, view(game.initial_state(), 0))
    assert draw(scene, ("North", "South"), False).splitlines() == [
        " 5  .  . (N) .  . ",
        " 4  .  .  .  .  . ",
        " 3 ( ) .  *  . ( )",
        " 2  .  .  .  .  . ",
        " 1  .  . (S) .  . ",
        "    a  b  c  d  e ",
    ]


def test_a_kept_match_goes_on(tmp_path: Path) -> None:
    from everygame.terminal.open_match import find_match, write_record

    game = (entry := find_game("icefloes")).game()
    match = Match(game, Random(1))
    match.play(0, "down")
    write_record(tmp_path / "icefloes.json", match, {1: "easy"})
    again = find_match(tmp_path / "icefloes.json", entry, game)
    assert again is not None and again.state().to_json() == match.state().to_json()
    (tmp_path / "icefloes.json").write_text("{")
    assert find_match(tmp_path / "icefloes.json", entry, game) is None
    assert (tmp_path / "icefloes.unreadable.json").exists()


def test_the_chart_says_who_stood_better_and_where_it_turned() -> None:
    _, said = run(["down", "down", "chart"])
    chart = next(text for text in said if "turning point" in text).splitlines()
    assert chart[0].split("|") == [f"{'North':>38}", "South"]
    assert [line.split()[:2] for line in chart[2:]] == [["1", "down"], ["2", "down"]]
    assert chart[1].endswith("##########|                     +0.50")
    assert chart[2].endswith("|##########           -0.50  <- turning point")
    assert "+0.50  <- turning point" in chart[3]


def test_what_is_written_on_a_spot_stands_before_what_lies_there() -> None:
    cells = (Cell("p0", label="0"), Cell("p1", label="1"), Cell("p2", label="2"))
    road = Region("road", "Road", columns=3, kind="spots", cells=cells)
    pieces = (Piece("a", "p0", "pawn", "Ann"), Piece("b", "p2", "pawn", "Ben"))
    shown = draw(Scene(3, 1, (road,), pieces), ("Ann", "Ben"), False)
    assert shown == "Road: 0:A  1  2:B"


def board_of(cells: tuple[Cell, ...], *taken: str) -> Scene:
    region = Region("board", "Board", 0, 0, *size(cells), "spots", cells)
    stones = tuple(Piece(f"{at}!", at, "disc", "a stone", 1) for at in taken)
    choices = tuple(Choice(cell.id, (cell.id,)) for cell in cells if cell.id not in taken)
    return Scene(9, 9, (region,), stones, choices=choices, marks=(Mark("last", taken[:1]),))


def test_hexagons_stand_as_they_lie_with_the_names_to_type() -> None:
    shown = draw(board_of(hexagons([(row / 2, 3) for row in range(3)]), "b2"), ("A", "B"), False)
    assert shown.splitlines() == [
        "Board:",
        "a1  b1  c1",
        "  a2  [B] c2",
        "    a3  b3  c3",
    ]


def test_every_place_of_any_board_can_be_typed_in_the_terminal() -> None:
    boards = [triangles([(3 - r, 2 * r + 1, True) for r in range(4)]), ring(24, 3), hexagons(COMB)]
    for cells in boards:
        shown = draw(board_of(cells, cells[-1].id), ("A", "B"), False).split()
        assert {cell.id for cell in cells[:-1]} <= set(shown)


def test_what_lies_in_an_area_is_named_where_moves_name_its_place() -> None:
    cells = tuple(Cell(f"box.{i}", 0.5 + i % 2, 0.5 + i // 2) for i in range(4))
    region = Region("box", "Taken", columns=2, rows=2, kind="spots", cells=cells)
    coin = Piece("coin", "box.2", "coin", "a coin", text="5")
    assert draw(Scene(2, 2, (region,), (coin,)), ("A", "B"), False) == "Taken (box.…):\n0 1\n5 3"
    carry = Carry(("box.2",), ("box.3",))
    shown = draw(Scene(2, 2, (region,), (coin,), carries=(carry,)), ("A", "B"), False)
    assert shown == "Taken (box.…):\n0   1\n2:5 3"


def test_a_hand_without_cards_is_not_drawn_by_the_names_of_its_places() -> None:
    cells = tuple(Cell(f"own{i}", i + 0.5, 0.5, "bare", f"card {i}") for i in range(3))
    hand = Region("own", "Ann's hand", columns=3, kind="spots", cells=cells)
    card = Piece("card", "own1", "card", "a king", text="K")
    assert draw(Scene(3, 1, (hand,), ()), ("Ann", "Ben"), False) == ""
    assert draw(Scene(3, 1, (hand,), (card,)), ("Ann", "Ben"), False) == "Ann's hand: K"


def test_columns_line_up_where_letters_are_wide_or_lie_over_each_other() -> None:
    """A Han letter fills two columns of a terminal; a vowel sign of Devanagari fills none."""
    assert columns(["王王", "b", "हु", "c"], 12) == "王王  b\nहु     c"
    cells = hexagons([(0, 2), (0, 2)])
    region = Region("board", "Board", 0, 0, *size(cells), "spots", cells)
    king = Piece("king", "a1", "card", "王", text="王王")
    scene = Scene(*size(cells), (region,), (king,), carries=(Carry(("a1",), ("b2",)),))
    assert draw(scene, ("A", "B"), False).splitlines() == ["Board:", "a1:王王 b1", "a2      b2"]
    chart = head(["王", "B"])
    assert chart == " " * 36 + "王|B"


def test_a_seat_is_told_by_its_first_letter_with_all_its_marks() -> None:
    piece = Piece("coin", "a1", "coin", "a coin", owner=0)
    assert Drawer(Scene(1, 1, (), (piece,)), ("हिम", "नर"), False).initial(0) == "हि"


@pytest.mark.parametrize("name", games())
def test_a_rule_sheet_is_written_for_reading_and_not_as_markdown(name: str) -> None:
    sheet = sheet_for_terminal(find_game(name), "ja", False)
    assert not re.search(r"```|^#|\*\*|caption:|^\|", sheet, re.MULTILINE)


def test_a_picture_of_a_sheet_is_drawn_where_it_stands_and_tables_stand_in_columns() -> None:
    sheet = sheet_for_terminal(find_game("evade"), "en", False)
    board = sheet.index(" a   b   c   d   e   f")
    assert sheet.index("Evade\n=====") < board < sheet.index("Before")
    table = columns_side_by_side([["王", "is a king"], ["b", "w " * 50]])
    assert table.splitlines()[0] == "王  is a king" and table.splitlines()[2].startswith("    w w")
