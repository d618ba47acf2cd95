"""Let a player edit the snowflakes and the line-up of Freez! on the page where a match is set up.

The page draws the board as a scene whose choices are edits instead of moves. For snowflakes, `e4*`
lays one on e4, `e4.` removes it, and `none` and `checker` choose these patterns. For the line-up,
`c1=3` gives the piece on c1 the number 3, and the piece opposite too; `usual` restores the default.
"""

from __future__ import annotations

from dataclasses import replace

from everygame.contract import Game
from everygame.errors import BadOption, IllegalMove
from everygame.games.freez.notation import SQUARES, squares_on
from everygame.games.freez.options import LINEUPS, read_snow
from everygame.games.freez.rules import Freez
from everygame.games.freez.scene import scene
from everygame.scene import Choice, Scene, view
from everygame.words import say

Edit = tuple[Choice, str]
"""A choice of the scene, and the value of the option after it."""


def edit(
    game_class: type[Game], options: dict[str, str], option: str, value: str, move: str | None
) -> tuple[str, Scene, tuple[str, ...], bool]:
    """Apply the edit `move` to the value of an option; without a move (None) the value stays as it
    is. Return the new value, a scene whose choices are the possible next edits, remarks for the
    player, and whether a match can be played with the value. Raises BadOption, IllegalMove."""
    if option not in EDITS:
        raise BadOption("The option {option} cannot be drawn.", option=repr(option))
    edits, prompt = EDITS[option]
    game = open_game(game_class, {**options, option: value})
    if move is not None:
        values = {choice.move: changed for choice, changed in edits(game)}
        if move not in values:
            raise IllegalMove("{move} is no edit here.", move=repr(move))
        value = values[move]
        game = open_game(game_class, {**options, option: value})
    choices = tuple(choice for choice, _ in edits(game))
    shown = scene(game, view(game.initial_state(), None))
    return value, replace(shown, notes=(), prompt=prompt, choices=choices), notes(game), True


def open_game(game_class: type[Game], options: dict[str, str]) -> Freez:
    game = game_class(**options)
    assert isinstance(game, Freez)
    return game


def notes(game: Freez) -> tuple[str, ...]:
    """Return a remark if the two sides do not see the same snowflakes from their seats."""
    turned = {9 * (game.size - 1) - square for square in game.snow}
    return () if turned == game.snow else (say("The two sides do not see the same snowflakes."),)


def snow_edits(game: Freez) -> list[Edit]:
    edits = []
    for square in squares_on(game.size):
        name = SQUARES[square]
        tap = Choice(f"{name}*", (name,), say("a snowflake on {name}", name=name), kind="place")
        if square in game.snow:
            tap = Choice(f"{name}.", (name,), say("no snowflake on {name}", name=name), kind="end")
        edits.append((tap, snow_text(game, game.snow ^ {square})))
    none = Choice("none", (), say("no snowflakes"), say("None"), kind="end")
    every = Choice(
        "checker", (), say("snowflakes on every other square"), say("Every other"), kind="end"
    )
    return [*edits, (none, "none"), (every, "checker")]


def snow_text(game: Freez, snow: frozenset[int]) -> str:
    """Return the value of the option `snow` for these squares."""
    if snow == read_snow("checker", game.size):
        return "checker"
    return ",".join(SQUARES[square] for square in sorted(snow)) or "none"


def lineup_edits(game: Freez) -> list[Edit]:
    edits = []
    for file, old in enumerate(game.lineup):
        at, n = SQUARES[file], int(old) % 3 + 1
        tap = Choice(f"{at}={n}", (at,), say("{at} becomes a {n}", at=at, n=n), kind="place")
        lineup = f"{game.lineup[:file]}{n}{game.lineup[file + 1 :]}"
        edits.append((tap, "" if lineup == LINEUPS[game.size] else lineup))
    return [*edits, (Choice("usual", (), say("the usual line-up"), say("Usual"), kind="end"), "")]


EDITS = {
    "snow": (snow_edits, say("Tap a square to lay a snowflake or to take it away.")),
    "lineup": (lineup_edits, say("Tap a piece of the first rank: the one opposite follows.")),
}
