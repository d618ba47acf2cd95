"""Let a player edit the snowflakes and the line-up of Freez! on the page where a match is set up.

The page draws the board as a scene whose choices are edits instead of moves. For snowflakes, `e4*`
lays one on e4, `e4.` removes it, and `none` and `checker` choose these patterns. For the line-up,
`c1=3` gives the piece on c1 the number 3, and the piece opposite too; `usual` restores the default.
"""

from __future__ import annotations

from dataclasses import replace

from everygame.contract import Game
from everygame.errors import BadOption, IllegalMove
from everygame.games.freez.notation import SQUARES, on_board
from everygame.games.freez.rules import Freez
from everygame.games.freez.scene import scene
from everygame.games.freez.setup import LINEUPS, read_lineup, read_snow
from everygame.scene import Choice, Scene, view
from everygame.words import say


def edit(
    game_class: type[Game], options: dict[str, str], option: str, value: str, move: str | None
) -> tuple[str, Scene, tuple[str, ...], bool]:
    """Apply the edit `move` to the value of an option; without a move (None) the value stays as it
    is. Return the new value, a scene whose choices are the possible next edits, remarks for the
    player, and whether a match can be played with the value. Raises BadOption, IllegalMove."""
    if option not in EDITS:
        raise BadOption("The option {option} cannot be drawn.", option=repr(option))
    choices, change, prompt = EDITS[option]
    others = {name: text for name, text in options.items() if name != option}
    game = open_game(game_class, others, option, value)
    if move is not None:
        if move not in {choice.move for choice in choices(game)}:
            raise IllegalMove("{move} is no edit here.", move=repr(move))
        value = change(game, move)
        game = open_game(game_class, others, option, value)
    shown = replace(scene(game, view(game.initial_state(), None)), notes=(), prompt=prompt)
    return value, replace(shown, choices=choices(game)), notes(game), True


def open_game(game_class: type[Game], others: dict[str, str], option: str, value: str) -> Freez:
    game = game_class(**others, **{option: value})
    assert isinstance(game, Freez)
    return game


def notes(game: Freez) -> tuple[str, ...]:
    """Return a remark if the two sides do not see the same snowflakes from their seats."""
    turned = {9 * (game.size - 1) - square for square in game.snow}
    return () if turned == game.snow else (say("The two sides do not see the same snowflakes."),)


# -- snowflakes


def snow_choices(game: Freez) -> tuple[Choice, ...]:
    squares = [square for square in range(64) if on_board(square, game.size)]
    taps = tuple(
        Choice(f"{name}.", (name,), say("no snowflake on {name}", name=name), kind="end")
        if square in game.snow
        else Choice(f"{name}*", (name,), say("a snowflake on {name}", name=name), kind="place")
        for square, name in ((square, SQUARES[square]) for square in squares)
    )
    every = Choice(
        "checker", (), say("snowflakes on every other square"), say("Every other"), kind="end"
    )
    return (*taps, Choice("none", (), say("no snowflakes"), say("None"), kind="end"), every)


def snow_changed(game: Freez, move: str) -> str:
    if move in ("none", "checker"):
        return move
    snow = game.snow ^ {SQUARES.index(move[:2])}
    if snow == read_snow("checker", game.size):
        return "checker"
    return ",".join(SQUARES[square] for square in sorted(snow)) or "none"


# -- the line-up


def lineup_choices(game: Freez) -> tuple[Choice, ...]:
    usual = Choice("usual", (), say("the usual line-up"), say("Usual"), kind="end")
    numbers = ((SQUARES[file], int(old) % 3 + 1) for file, old in enumerate(game.lineup))
    taps = (
        Choice(f"{at}={n}", (at,), say("{at} becomes a {n}", at=at, n=n), kind="place")
        for at, n in numbers
    )
    return (*taps, usual)


def lineup_changed(game: Freez, move: str) -> str:
    if move == "usual":
        return ""
    file = SQUARES.index(move[:2])
    lineup = game.lineup[:file] + move[-1] + game.lineup[file + 1 :]
    return "" if lineup == LINEUPS[game.size] else read_lineup(lineup, game.size)


EDITS = {
    "snow": (
        snow_choices,
        snow_changed,
        say("Tap a square to lay a snowflake or to take it away."),
    ),
    "lineup": (
        lineup_choices,
        lineup_changed,
        say("Tap a piece of the first rank: the one opposite follows."),
    ),
}
