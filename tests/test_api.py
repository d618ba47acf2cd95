"""EveryGame as a library: the page about it, the notebook, and what an import costs."""

from __future__ import annotations

import ast
import doctest
import json
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import everygame as eg
from everygame.library.registry import games
from tests.threads import needs_processes

pytestmark = pytest.mark.both
ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference" / "api.md"


def test_every_block_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks and all(block.startswith(">>> ") for block in blocks)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "api.md", str(PAGE), 0)
    said: list[str] = []
    runner.run(test, out=said.append)
    assert runner.tries > 50 and not runner.failures, "".join(said)


def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((ROOT / "examples" / "library.ipynb").read_text("utf-8"))
    assert notebook["nbformat"] == 4
    names: dict[str, Any] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "library.ipynb", "exec"), names)
        shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
        svg = shown._repr_svg_() if hasattr(shown, "_repr_svg_") else None
        assert svg is None or svg.startswith("<svg")
    assert len(cells) > 5 and isinstance(names["state"], eg.State)


LIGHT = """
import sys
before = set(sys.modules)
import everygame as eg
print([name for name in sys.modules if name not in before and name.startswith("everygame.")])
eg.load("tictactoe")
rooms = {name.split(".")[1] for name in sys.modules if name.startswith("everygame.")}
assert not rooms & {"server", "store", "process", "arena", "study", "bots", "drawing", "terminal"}
assert "everygame.search.mcts" not in sys.modules and "asyncio" not in sys.modules
assert "everygame.games.evade" not in sys.modules
"""


@needs_processes
def test_an_import_is_light() -> None:
    command = [sys.executable, "-c", LIGHT]
    loaded = subprocess.check_output(command, text=True).strip()
    assert loaded == "['everygame.display_hooks', 'everygame.version']"


ALONE = """
import sys
from everygame.games.tictactoe.rules import TicTacToe
assert "everygame.terminal.draw" not in sys.modules and "everygame.drawing" not in sys.modules
state = TicTacToe().initial_state()
assert "1  .  .  ." in str(state) and state._repr_svg_().startswith("<svg")
"""


@needs_processes
@pytest.mark.parametrize("first", ["", "import everygame as eg\n"])
def test_a_state_shows_itself_to_who_imports_a_game_alone(first: str) -> None:
    subprocess.check_output([sys.executable, "-c", first + ALONE], text=True)


@pytest.mark.parametrize("module", [eg, eg.search])
def test_an_editor_completes_what_is_there(module: Any) -> None:
    """The imports for types and what is found when the program runs are the same names."""
    source = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    (block,) = (node for node in source.body if isinstance(node, ast.If))
    typed = {alias.asname for node in ast.walk(block) for alias in getattr(node, "names", ())}
    assert typed == set(module.__all__) <= set(dir(module))
    for name in module.__all__:
        assert getattr(module, name) is getattr(module, name)
    with pytest.raises(AttributeError, match="has no 'chess'"):
        module.chess  # noqa: B018


@needs_processes
def test_a_search_is_the_function_also_after_its_file_was_loaded() -> None:
    command = (
        "import everygame.search.mcts, everygame as eg;"
        "assert callable(eg.search.mcts) and eg.search.mcts.__name__ == 'mcts'"
    )
    subprocess.run([sys.executable, "-c", command], check=True)


def test_what_is_there_has_words() -> None:
    """Docstrings survive compilation."""
    things = [getattr(eg, name) for name in eg.__all__]
    things += [getattr(eg.search, name) for name in eg.search.__all__]
    for thing in things:
        if callable(thing):
            assert thing.__doc__ and not thing.__doc__.startswith(f"{thing.__name__}("), thing


PLAYED = [name for name, entry in games().items() if not entry.is_table]


@pytest.mark.parametrize("name", PLAYED)
def test_states_are_values(name: str) -> None:
    game, rng = eg.load(name), Random(5)
    state = game.initial_state()
    for _ in range(12):
        if state.is_terminal():
            break
        chance = state.to_play() == eg.CHANCE
        action = eg.sample_chance(state, rng) if chance else rng.choice(state.legal_actions())
        before, text = hash(state), repr(state)
        after = state.apply(action)
        assert hash(state) == before and repr(state) == text
        assert after.game is state.game is state.copy().game is game
        again = game.from_json(after.to_json())
        assert again == after and hash(again) == hash(after) and again.game is game
        assert (after == state) == (after.key() == state.key())
        assert str(after) and type(state).__name__ in text
        state = after
    assert state != eg.load(name).initial_state() or name == "coldspell"
    assert state != "state" and state.game.settings == game.settings


def test_states_of_other_games_and_options_differ() -> None:
    starts = [eg.load("evade", information=i).initial_state() for i in ("open", "hidden", "memory")]
    starts += [eg.load(name).initial_state() for name in ("breakthrough", "reversi", "chessset")]
    assert all(one != two for one, two in combinations(starts, 2))
    assert len(set(starts)) == len(starts)
    assert eg.load("evade").initial_state() == eg.load("evade", players=2).initial_state()


def test_play_is_checked_and_a_match_that_is_over_says_so() -> None:
    state = eg.load("tictactoe").initial_state()
    with pytest.raises(eg.IllegalMove, match="'d4' is not legal here"):
        state.play("d4")
    over = eg.random_match(eg.load("tictactoe"), Random(1)).state()
    with pytest.raises(eg.IllegalMove, match="it is over"):
        over.play("a1")


def test_all_errors_stand_under_one() -> None:
    kinds = [getattr(eg, name) for name in eg.__all__ if isinstance(getattr(eg, name), type)]
    errors = [kind for kind in kinds if issubclass(kind, Exception)]
    assert len(errors) == 12 and all(issubclass(kind, eg.EveryGameError) for kind in errors)


def test_a_state_of_a_game_in_no_library_is_shown_as_text() -> None:

    class Lonely(eg.State):
        def to_play(self) -> int:
            return eg.OVER

        def to_json(self) -> dict[str, Any]:
            return {"lonely": 1}

    state = Lonely()
    assert str(state) == repr(state) == '<Lonely: {"lonely": 1}>'
    assert state._repr_svg_() is None and state == Lonely() and state.copy() == state


def test_a_random_match_stops_where_it_is_told() -> None:
    match = eg.random_match(eg.load("hnefatafl"), Random(1), plies=6)
    assert match.nodes[match.node].ply == 6 and match.outcome() is None
