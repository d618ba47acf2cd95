"""How Ice Floes looks: a square of dark water, floes, and a penguin for each player.

Everybody sees the board the same way, North at the top, so that the arrow keys, the names of the
moves and the picture agree; `rotate` stays 0.
"""

from __future__ import annotations

from everygame.contract import OVER, Game
from everygame.games.icefloes.levels import LETTERS
from everygame.games.icefloes.solver import solve
from everygame.scene import Cell, Choice, Mark, Piece, Region, Scene, View, square

WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
NAMES = {"P": "North", "R": "West", "Q": "South", "S": "East"}
GLANCE = 20_000
"""States that a look at one scene of a puzzle may cost: some hundredths of a second."""
SOON = 20
"""So many plies before the draw by length, the players are told."""


def seat_names(game: Game) -> tuple[str, ...]:
    """What the seats are called, in turn order."""
    if game.players == 1:
        return ("You",)
    return tuple(NAMES[letter] for letter in LETTERS[game.players])


def scene(game: Game, view: View) -> Scene:
    """The board as the designer draws it, North at the top."""
    rows = view.observation["level"].split("/")
    going = not view.ending and view.to_play != OVER
    letter = LETTERS[game.players][view.observation["turn"]]
    choices = tuple(choice(rows, letter, move) for move in view.moves) if going else ()
    return Scene(
        width=len(rows),
        height=len(rows),
        regions=(board(len(rows)),),
        pieces=tuple(pieces(rows, game.players)),
        prompt=prompt(game, view) if going else "",
        choices=choices,
        marks=covered_goal(rows),
        notes=tuple(notes(game, view)) if going else (),
        blocked=blocked(rows, letter, choices, game.players) if choices else {},
        over="" if going else outcome(game, view),
    )


def board(size: int) -> Region:
    """The water with the goal in its middle."""
    middle = square(size // 2, size // 2, size)
    goal = Cell(middle, terrain="goal", name=f"{middle}, the goal")
    return Region("board", "Board", columns=size, rows=size, cells=(goal,), look="water")


def pieces(rows: list[str], players: int) -> list[Piece]:
    """A floe on each square that is not water, and on it who stands there."""
    found = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            at = square(x, y, len(rows))
            if letter != ".":
                found.append(Piece(f"floe-{at}", at, "floe", "floe"))
            if letter in LETTERS[players]:
                found.append(penguin(letter, at, players))
    return found


def penguin(letter: str, at: str, players: int) -> Piece:
    """The figure of a player."""
    name = "Your penguin" if players == 1 else f"{NAMES[letter]}, a penguin"
    return Piece(letter, at, "pawn", name, owner=LETTERS[players].index(letter), z=1)


def covered_goal(rows: list[str]) -> tuple[Mark, ...]:
    """The goal, where a floe hides it."""
    middle = len(rows) // 2
    if rows[middle][middle] == ".":
        return ()
    return (Mark("goal", (square(middle, middle, len(rows)),), "the goal, under a floe"),)


def find(rows: list[str], letter: str) -> tuple[int, int]:
    """Row and column of a player."""
    return next((y, row.index(letter)) for y, row in enumerate(rows) if letter in row)


def way(rows: list[str], letter: str, move: str) -> list[tuple[int, int]]:
    """The places of a ply, first to last: a step onto a floe, or a glide up to the next one."""
    down, right = WAYS[move]
    path = [find(rows, letter)]
    while True:
        y, x = path[-1][0] + down, path[-1][1] + right
        inside = y in range(len(rows)) and x in range(len(rows))
        floe = inside and rows[y][x] != "."
        if inside and (not floe or len(path) == 1):
            path.append((y, x))
        if floe or not inside:
            return path


def choice(rows: list[str], letter: str, move: str) -> Choice:
    """Where a ply leads, in words too."""
    size, path = len(rows), way(rows, letter, move)
    middle = (size // 2, size // 2)
    places = tuple(square(x, y, size) for y, x in path)
    y, x = path[-1]
    goal = ", the goal" if path[-1] == middle else ", past the goal" if middle in path[1:] else ""
    return Choice(
        move,
        touch=(places[0], places[-1]),
        name=f"{'glide' if rows[y][x] == '.' else 'step'} {move} to {places[-1]}{goal}",
        kind="move",
        path=places,
        key="Arrow" + move.capitalize(),
    )


def blocked(
    rows: list[str], letter: str, choices: tuple[Choice, ...], players: int
) -> dict[str, str]:
    """Why the other penguins, the floes and a goal on the way cannot be chosen."""
    size, ends = len(rows), {choice.touch[-1] for choice in choices}
    told = {}
    for y, row in enumerate(rows):
        for x, other in enumerate(row):
            at = square(x, y, size)
            if other == "*" and at not in ends:
                told[at] = "Floes lie still; you can only step onto one beside you."
            elif other in LETTERS[players] and other != letter:
                told[at] = f"{NAMES[other]} stands there."
    middle = square(size // 2, size // 2, size)
    if middle not in ends and any(middle in choice.path[1:] for choice in choices):
        told[middle] = "You would glide past the goal without coming to rest."
    return told


def prompt(game: Game, view: View) -> str:
    """What is to be done, or who does it."""
    if game.players == 1:
        return "Come to rest on the star in the middle: tap one of the dots to go there."
    name = seat_names(game)[view.to_play]
    if view.viewer != view.to_play:
        return f"{name} moves next."
    return f"{name}: tap one of the dots to go there."


def notes(game: Game, view: View) -> list[str]:
    """Facts worth showing while the match goes on."""
    seen = view.observation
    if game.players == 1:
        return puzzle_notes(seen["start"], seen["level"], seen["ply"])
    lost = [NAMES[letter] for letter in LETTERS[game.players] if letter not in seen["level"]]
    told = [f"{name} was trapped and is out." for name in lost]
    left = int(game.values["max_plies"]) - seen["ply"]
    if left <= SOON:
        told.append(f"A draw in {count(left)} unless somebody comes to rest on the goal.")
    return told


def puzzle_notes(start: str, level: str, made: int) -> list[str]:
    """How long the shortest solution is, and whether the goal can still be reached."""
    answer = solve(start)
    if answer.solvable is False:
        return ["Nobody can ever reach the goal from this start."]
    known = "The shortest solution has" if answer.solvable else "A solution has at least"
    told = f"{known} {count(answer.least)}" + (f"; you have made {made}." if made else ".")
    if made and solve(level, GLANCE).solvable is False:
        return [told, "The goal is out of reach from here: take moves back."]
    return [told]


def outcome(game: Game, view: View) -> str:
    """What happened and why, in one sentence."""
    if game.players == 1:
        return puzzle_outcome(view)
    names = seat_names(game)
    best = max(view.returns)
    winners = [name for name, gain in zip(names, view.returns, strict=True) if gain == best > 0]
    reasons = {
        "goal": f"{listed(winners)} came to rest on the goal and won.",
        "repetition": "A draw: the same position came up for the third time.",
        "max plies": f"A draw: after {game.values['max_plies']} moves nobody has won.",
    }
    if view.ending in reasons:
        return reasons[view.ending]
    if not winners:
        return f"A draw: {view.ending}."
    losers = [name for name, gain in zip(names, view.returns, strict=True) if gain < 0]
    if view.ending in ("resigned", "resignation"):
        return f"{listed(losers)} gave up: {listed(winners)} won."
    return f"{listed(winners)} won: {view.ending}."


def puzzle_outcome(view: View) -> str:
    """How a puzzle ended, compared with the shortest solution."""
    made, answer = view.observation["ply"], solve(view.observation["start"])
    if view.ending != "goal":
        return f"Given up after {count(made)}."
    if not answer.solvable:
        return f"Solved in {count(made)}."
    if made == answer.least:
        return f"Solved in {count(made)}, the fewest possible!"
    return f"Solved in {count(made)}; the shortest solution has {answer.least}."


def count(moves: int) -> str:
    """ "1 move", "2 moves"."""
    return "1 move" if moves == 1 else f"{moves} moves"


def listed(names: list[str]) -> str:
    """ "North", "North and West", "North, West and East"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
