"""Draw Ice Floes: a square of dark water, floes, and a penguin for each player.

Every viewer sees the board with North at the top, so that the arrow keys, the names of the moves
and the picture agree.
"""

from __future__ import annotations

from everygame.contract import OVER, Game
from everygame.games.icefloes.levels import LETTERS
from everygame.games.icefloes.solver import solve
from everygame.scene import Cell, Choice, Mark, Piece, Refusal, Region, Scene, View, square
from everygame.words import Message, count, say

WORDS = {"up": say("up"), "down": say("down"), "left": say("left"), "right": say("right")}
WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""For each direction how many rows down and how many columns to the right a step goes."""
NAMES = {"P": say("North"), "R": say("West"), "Q": say("South"), "S": say("East")}
GLANCE = 20_000
"""How many states the notes of a puzzle may search to find out whether the goal can still be
reached; this takes some hundredths of a second."""
GLIDE = say("It glides up, down, left or right until something stops it, so not to this square.")
"""Why the penguin cannot go to another square."""
SOON = 20
"""The notes warn the players when at most this many plies remain until the match ends in a draw."""


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats in turn order."""
    if game.players == 1:
        return (say("You"),)
    return tuple(NAMES[letter] for letter in LETTERS[game.players])


def scene(game: Game, view: View) -> Scene:
    """Draw the board as the designer does, with North at the top."""
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
        scores=tuple(
            "out" if letter in lost(view, game.players) else "" for letter in LETTERS[game.players]
        ),
        blocked=blocked(rows, letter, choices, game.players) if choices else {},
        refusals=(Refusal(GLIDE),) if choices else (),
        over="" if going else outcome(game, view),
    )


def in_words(game: Game, before: View, text: str, after: View) -> Message:
    """Return a move in words, with the square where it ends, such as "right to g6"."""
    rows = before.observation["level"].split("/")
    letter = LETTERS[game.players][before.observation["turn"]]
    y, x = way(rows, letter, text)[-1]
    return say("{move} to {place}", move=WORDS[text], place=square(x, y, len(rows)))


def board(size: int) -> Region:
    """Return the water of `size` squares a side, with the goal in the middle."""
    middle = square(size // 2, size // 2, size)
    goal = Cell(middle, terrain="goal", name=say("{middle}, the goal", middle=middle))
    return Region("board", say("Board"), columns=size, rows=size, cells=(goal,), look="water")


def pieces(rows: list[str], players: int) -> list[Piece]:
    """Return a floe for each square of the rows that is not water, and a penguin for each
    player."""
    found = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            at = square(x, y, len(rows))
            if letter != ".":
                found.append(Piece(f"floe-{at}", at, "floe", say("floe")))
            if letter in LETTERS[players]:
                found.append(penguin(letter, at, players))
    return found


def penguin(letter: str, at: str, players: int) -> Piece:
    """Return the penguin of a player on the square `at`."""
    name = say("Your penguin") if players == 1 else say("{name}, a penguin", name=NAMES[letter])
    return Piece(letter, at, "penguin", name, owner=LETTERS[players].index(letter), z=1)


def covered_goal(rows: list[str]) -> tuple[Mark, ...]:
    """Return a mark for the goal if a floe hides it."""
    middle = len(rows) // 2
    if rows[middle][middle] == ".":
        return ()
    return (Mark("goal", (square(middle, middle, len(rows)),), say("the goal, under a floe")),)


def way(rows: list[str], letter: str, move: str) -> list[tuple[int, int]]:
    """Return the squares of a ply from its start to its end, as rows and columns: a step onto the
    floe beside the player, or a glide until the next floe or the edge."""
    down, right = WAYS[move]
    path = [next((y, row.index(letter)) for y, row in enumerate(rows) if letter in row)]
    while True:
        y, x = path[-1][0] + down, path[-1][1] + right
        inside = y in range(len(rows)) and x in range(len(rows))
        floe = inside and rows[y][x] != "."
        if inside and (not floe or len(path) == 1):
            path.append((y, x))
        if floe or not inside:
            return path


def choice(rows: list[str], letter: str, move: str) -> Choice:
    """Return the choice that plays a ply, with its path and its name in words."""
    size, path = len(rows), way(rows, letter, move)
    middle = (size // 2, size // 2)
    places = tuple(square(x, y, size) for y, x in path)
    y, x = path[-1]
    name = say(
        "glide {move} to {place}" if rows[y][x] == "." else "step {move} to {place}",
        move=WORDS[move],
        place=places[-1],
    )
    if path[-1] == middle:
        name = say("{move}, the goal", move=name)
    elif middle in path[1:]:
        name = say("{move}, past the goal", move=name)
    return Choice(
        move,
        touch=(places[0], places[-1]),
        name=name,
        kind="move",
        path=places,
        key="Arrow" + move.capitalize(),
    )


def blocked(
    rows: list[str], letter: str, choices: tuple[Choice, ...], players: int
) -> dict[str, Message]:
    """Return for each square that cannot be chosen now the reason why: other penguins, floes out of
    reach, and the goal if a glide passes over it."""
    size, ends = len(rows), {choice.touch[-1] for choice in choices}
    told = {}
    for y, row in enumerate(rows):
        for x, other in enumerate(row):
            at = square(x, y, size)
            if other == "*" and at not in ends:
                told[at] = say("Floes lie still; you can only step onto one beside you.")
            elif other in LETTERS[players] and other != letter:
                told[at] = say("{name} stands there.", name=NAMES[other])
    middle = square(size // 2, size // 2, size)
    if middle not in ends and any(middle in choice.path[1:] for choice in choices):
        told[middle] = say("You would glide past the goal without coming to rest.")
    return told


def prompt(game: Game, view: View) -> Message:
    """Return what the viewer is to do now, or whose turn it is."""
    if game.players == 1:
        return say("Come to rest on the star in the middle: choose which way to go.")
    name = seat_names(game)[view.to_play]
    if view.viewer != view.to_play:
        return say("{name} moves next.", name=name)
    return say("{name}: choose which way to go.", name=name)


def lost(view: View, players: int) -> list[str]:
    """Return the letters of the players who were trapped and eliminated."""
    return [letter for letter in LETTERS[players] if letter not in view.observation["level"]]


def notes(game: Game, view: View) -> list[Message]:
    """Return remarks to show during the match: who was eliminated, how near a draw is, and for one
    player what is known about a solution."""
    seen = view.observation
    if game.players == 1:
        return puzzle_notes(seen["start"], seen["level"], seen["ply"])
    told = [
        say("{name} was trapped and is out.", name=NAMES[one]) for one in lost(view, game.players)
    ]
    left = int(game.values["max_plies"]) - seen["ply"]
    return [*told, draw_note(left)] if left <= SOON else told


def draw_note(left: int) -> Message:
    """Say that the match is a draw after so many more moves."""
    return count(
        "A draw in {n} move unless somebody comes to rest on the goal.",
        "A draw in {n} moves unless somebody comes to rest on the goal.",
        left,
    )


def puzzle_notes(start: str, level: str, made: int) -> list[Message]:
    """Say how long the shortest solution from `start` is, and whether the goal is out of reach from
    the present level; `made` counts the moves played."""
    answer = solve(start)
    if answer.solvable is False:
        return [say("Nobody can ever reach the goal from this start.")]
    told = say("A solution has at least {moves}", moves=moves(answer.least))
    if answer.solvable:
        told = say("The shortest solution has {moves}", moves=moves(answer.least))
    if made:
        told = say("{known}; you have made {made}", known=told, made=made)
    told = say("{known}.", known=told)
    if made and solve(level, GLANCE).solvable is False:
        return [told, say("The goal is out of reach from here: take moves back.")]
    return [told]


def outcome(game: Game, view: View) -> str:
    """Return one sentence on who has won and why; none where the match says it, as when a player
    has given up."""
    if view.ending == "max plies":
        return say("A draw: after {moves} moves nobody has won.", moves=game.values["max_plies"])
    if view.ending != "goal":
        return ""
    if game.players == 1:
        return puzzle_outcome(view)
    winner = seat_names(game)[view.returns.index(1.0)]
    return say("{winners} came to rest on the goal and won.", winners=winner)


def puzzle_outcome(view: View) -> Message:
    """Return one sentence on a solved puzzle, compared with its shortest solution."""
    made, answer = view.observation["ply"], solve(view.observation["start"])
    if not answer.solvable:
        return say("Solved in {moves}.", moves=moves(made))
    if made == answer.least:
        return say("Solved in {moves}, the fewest possible!", moves=moves(made))
    return say(
        "Solved in {moves}; the shortest solution has {least}.",
        moves=moves(made),
        least=answer.least,
    )


def moves(number: int) -> Message:
    """Return the words for a number of moves, such as: 3 moves."""
    return count("{n} move", "{n} moves", number)
