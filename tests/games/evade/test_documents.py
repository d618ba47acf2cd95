"""Rule sheet, tutorial, facts and reference: what they say of the game is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from everygame.contract import OVER, Game, State
from everygame.games.evade.rules import Evade
from everygame.games.evade.scene import scene
from everygame.library.registry import find_game
from everygame.library.rulesheet import find_start, read_block
from everygame.scene import view
from tests.games.shared import play

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "everygame" / "games" / "evade"
REFERENCE = (ROOT / "docs" / "games" / "evade.md").read_text("utf-8")
STEPS: list[dict[str, str]] = tomllib.loads((FOLDER / "tutorial.toml").read_text("utf-8"))["step"]


def figure(caption: str) -> tuple[Game, State]:
    """The game and the final state of the picture with this caption."""
    text = (FOLDER / "rules.en.md").read_text("utf-8")
    blocks = map(read_block, re.findall(r"```scene\n(.*?)```", text, re.DOTALL))
    (found,) = [block for block in blocks if block["caption"].startswith(caption)]
    game, state = find_start(find_game("evade"), found)
    return game, play(state, *found.get("moves", "").split())


@pytest.mark.parametrize(
    ("caption", "ending"),
    [
        ("White has one coin left and it is shut in", "no moves"),
        ("A guard went from c5 to c6", ""),
        ("After both have chosen", ""),
    ],
)
def test_captions_tell_how_it_ends(caption: str, ending: str) -> None:
    assert figure(caption)[1].ending() == ending


def test_the_marked_squares_are_the_moves_of_the_guard() -> None:
    text = (FOLDER / "rules.en.md").read_text("utf-8")
    (marked,) = re.findall(r"marks: path (.*)\ncaption: Where the guard on c3", text)
    moves = figure("Where the guard on c3")[1].legal_moves()
    assert sorted(marked.split()) == sorted(m[3:] for m in moves if m.startswith("c3"))


def test_the_arrows_lead_home_and_the_crossed_one_loses() -> None:
    _, shown = figure("White's leader on c5 wins")
    state = Evade().parse_position(shown.position())
    ends = {move: play(state, move).ending() for move in ("c5-b6", "c5-c6", "c5xd6")}
    assert ends == {"c5-b6": "home", "c5-c6": "home", "c5xd6": "leader exposed"}


def test_the_spectators_picture_shows_backs_and_the_known_guard() -> None:
    game, state = figure("After both have chosen")
    assert all(piece.hidden for piece in scene(game, view(state, None)).pieces)
    game, state = figure("A guard went from c5 to c6")
    shown = [piece for piece in scene(game, view(state, None)).pieces if not piece.hidden]
    assert [(piece.at, piece.tags) for piece in shown] == [("c6", ("seen",))]


@pytest.mark.parametrize("step", STEPS, ids=[step["move"] for step in STEPS])
def test_the_tutorial_says_how_it_ends(step: dict[str, str]) -> None:
    state = find_start(find_game("evade"), step)[1]
    assert state.position() == step["position"] and state.to_play() == 0
    ends = "you win" in step["done"] or "a draw" in step["done"]
    assert ends == (play(state, step["move"]).to_play() == OVER)


def test_the_tutorial_shows_the_eye_that_it_speaks_of() -> None:
    (step,) = [step for step in STEPS if "eye" in step["say"]]
    game, state = find_start(find_game("evade"), step)
    shown = scene(game, view(state, 0))
    assert [piece.at for piece in shown.pieces if "seen" in piece.tags] == ["b1"]


def test_the_reference_lists_the_endings() -> None:
    for ending in ("home", "leader exposed", "no moves", "leaders frozen", "no progress"):
        assert f"| `{ending}` |" in REFERENCE


def test_nothing_of_the_piecepack_text_is_quoted() -> None:
    """Its licence is the GFDL; a run of seven of its words would be a quotation."""
    phrases = (
        "coins are frozen and cannot move the remainder of the game",
        "you may peek at exactly one of your coins",
        "into your opponents starting row wins the game",
        "advance your leaders into your opponent's home territory",
    )
    for path in (FOLDER / "rules.en.md", FOLDER / "tutorial.toml", FOLDER / "game.toml"):
        text = path.read_text("utf-8").lower()
        assert not any(phrase in text for phrase in phrases)
