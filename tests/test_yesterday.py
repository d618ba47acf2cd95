"""What was written for version 0.1 works, or gets a sentence that says what changed.

`tests/yesterday` holds folders of games as that version had them: the example of its tutorial on
secrets, and what its `everygame new` made."""

import shutil
from pathlib import Path
from random import Random

import pytest

from everygame.check import conform
from everygame.errors import BadGame
from everygame.library.registry import find_game
from everygame.record import read_record, replay
from everygame.terminal.open_match import find_match
from tests.rewriting import rewrite

YESTERDAY = Path(__file__).parent / "yesterday"


@pytest.fixture
def sticks(games_home: Path) -> Path:
    return shutil.copytree(YESTERDAY / "sticks", games_home / "sticks")


def play(name: str, matches: int) -> int:
    """How many plies random matches of a game have that conforms."""
    entry = find_game(name)
    return conform(entry.game(), matches, 1, entry.artist()).plies


@pytest.mark.parametrize("name", ["kuhn", "sticks"])
def test_a_folder_works(games_home: Path, name: str) -> None:
    shutil.copytree(YESTERDAY / name, games_home / name)
    assert play(name, 30) > 100
    assert str(find_game(name).game().initial_state())


def test_a_save_opens(sticks: Path) -> None:
    saved = (
        '{"format": 1, "game": "sticks", "version": 1, "options": {"players": "2"},'
        ' "seats": [{"kind": "person"}, {"kind": "bot", "level": "steady"}],'
        ' "plies": ["take3", "take3", [1, "take2"]], "node": 2}'
    )
    record = read_record(saved)
    match = replay(record, find_game("sticks").game(**record.options), Random(1))
    assert match.state().to_json() == {"left": 9, "turn": 0} and len(match.nodes) == 4


def test_a_match_from_before_an_option_was_there_opens(tmp_path: Path) -> None:
    """Freez! had no `colours`: White began, and still does."""
    saved = (
        '{"format": 1, "game": "freez", "version": 1, "options": {"players": "2", "size": "8",'
        ' "snow": "checker", "wall": "strict", "lineup": ""}, "seats": [{"kind": "person"},'
        ' {"kind": "bot", "level": "steady"}], "plies": ["c1-c4", "done"], "node": 2}'
    )
    record, entry = read_record(saved), find_game("freez")
    match = replay(record, entry.game(**record.options), Random(1))
    assert match.state().position().startswith("b1 b2") and match.state().to_play() == 1
    assert entry.artist().seat_names(match.game) == ("White", "Black")
    (kept := tmp_path / "freez.json").write_text(saved, "utf-8")
    again = find_match(kept, entry, entry.game())
    assert again and again.state() == match.state()
    assert find_match(kept, entry, entry.game(colours="black white")) is None


OLD_IMPORTS = [
    ("from everygame.fast import FastState", "everygame.fast.state"),
    ("from everygame.packed import i64, vec", "everygame.fast.arrays"),
    ("from everygame.boards.bits import first", "everygame.fast"),
    ("from everygame.registry import find_game", "everygame.library.registry"),
    ("from everygame.search.yardstick import EXPLORATION", "everygame.search.baseline"),
]


@pytest.mark.parametrize(("line", "now"), OLD_IMPORTS)
def test_an_old_import_says_where_it_went(sticks: Path, line: str, now: str) -> None:
    rewrite(sticks, ("STICKS = 15", f"{line}\nSTICKS = 15"))
    with pytest.raises(BadGame, match=r"rules\.py, line 9, cannot be loaded: .*is " + now):
        find_game("sticks").game()


def test_an_old_name_in_bots_says_its_new_one(sticks: Path) -> None:
    (sticks / "bots.py").write_text("def loud(state, action):\n    return True\n", "utf-8")
    with pytest.raises(BadGame, match=r"bots\.py: `loud` is called `noisy` now"):
        find_game("sticks").advice()


OLD_WAYS = {
    # A FastState of version 0.1 whose imports have been mended.
    "no method to_play; `decider` is called so now": (
        ("STICKS = 15", "from everygame.fast.state import FastState\n\nSTICKS = 15"),
        ("(State)", "(FastState)"),
        ("def to_play", "def decider"),
        ("def advance", "def step"),
    ),
    # A scene that says what cannot be taken back.
    r"since version 0\.2 the rules say it": (('kind="take"', 'kind="take", final="reveals"'),),
}


@pytest.mark.parametrize("said", OLD_WAYS)
def test_an_old_way_is_told_the_new_one(sticks: Path, said: str) -> None:
    rewrite(sticks, *OLD_WAYS[said])
    with pytest.raises(BadGame, match=said):
        play("sticks", 1)


def test_states_that_are_written_down_by_their_attributes(sticks: Path) -> None:
    rewrite(sticks, ('return {"left": self.left, "turn": self.turn}', "return dict(vars(self))"))
    assert play("sticks", 10) > 30
