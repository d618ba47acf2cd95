"""Draw Freeze Tag: transparent pyramids on a board of 5 × 5 squares, the die, and places where
pyramids leave the board.

All regions are laid out as the viewer sees them, then turned to where South would see them, because
a scene is described from South's side and rotated for the viewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from everygame.colours import colours_of
from everygame.contract import CHANCE, OVER, Game, Json
from everygame.games.freezetag.notation import (
    FAR,
    MOST_OFF,
    NAMES,
    SIDE,
    SIZES,
    SQUARES,
    Stack,
    larger,
    read_board,
    seats_in_play,
)
from everygame.scene import Cell, Choice, Piece, Refusal, Region, Scene, View
from everygame.words import Message, all_of, one_of, say

WIDTH, HEIGHT = 6.8, 6.3
"""The size of the picture as the viewer sees it, in squares."""
TURNS: Final = {"S": 0, "E": 1, "N": 2, "W": 3}
"""How many quarter turns clockwise bring a seat's home edge to the bottom of the picture."""
WORDS: Final = {"s": say("small"), "m": say("medium"), "l": say("large")}
HAND: Final = "hand"


def letters_of(game: Game) -> str:
    """Return the letters of the seats in play."""
    return seats_in_play(game.players, game.settings["seating"])


def seat_names(game: Game) -> tuple[str, ...]:
    """Return the names of the seats in turn order: the sides where they sit."""
    return tuple(NAMES[letter] for letter in letters_of(game))


def scene(game: Game, view: View) -> Scene:
    """Draw the board with the viewer's own edge at the bottom; spectators see it from South's
    side."""
    letters, data = letters_of(game), view.observation
    stacks = dict(zip(SQUARES, read_board(data["board"], letters), strict=True))
    eyes = letters[view.viewer or 0]
    rotate = TURNS[eyes]
    return Scene(
        width=HEIGHT if rotate % 2 else WIDTH,
        height=WIDTH if rotate % 2 else HEIGHT,
        regions=tuple(seen_from(region, rotate) for region in regions(eyes, data)),
        pieces=(*pyramids(stacks, letters), *beside(data, letters)),
        prompt=prompt(view, stacks, letters),
        choices=tuple(choice(move, data, stacks, letters) for move in view.moves),
        scores=tuple(say("{off} of {most} home", off=off, most=MOST_OFF) for off in data["off"]),
        blocked=blocked(view, stacks, letters) if view.moves else {},
        refusals=tuple(refusals(view, stacks, letters)) if view.moves else (),
        rotate=rotate,
        over=outcome(view, letters),
        colours=colours_of(game),
    )


def in_words(game: Game, before: View, text: str, after: View) -> str:
    """Return a ply as the list of moves shows it: a move to an empty square as in the notation, all
    other plies in words. Where a rolled size could not move it says so; a roll that leaves nothing
    to move says whose it was, because the next roll is another's."""
    letters = letters_of(game)
    if text.startswith("roll:"):
        sizes = all_of(WORDS[letter] for letter in text[5:])
        if after.to_play != CHANCE:
            return say("rolled {sizes}", sizes=sizes)
        name = NAMES[letters[before.observation["turn"]]]
        return say("{name} rolled {sizes} and could not move.", name=name, sizes=sizes)
    words = move_in_words(text)
    if after.to_play != CHANCE:
        return words
    left = before.observation["unused"]
    if text[0] != ">":
        stacks = read_board(before.observation["board"], letters)
        left = left.replace(stacks[SQUARES.index(text[:2])][-1][1], "", 1)
    return say("{move}; no {size} could move", move=words, size=WORDS[left]) if left else words


def move_in_words(text: str) -> str:
    """Return a move or a relocation in words."""
    if text[0] == ">":
        return say("captured to {square}", square=text[1:].strip("^x"))
    start, goal = text[:2], text[3:]
    if goal == "off":
        return say("{start} goes home", start=start)
    if text[2] == "^":
        return say("{start} freezes {goal}", start=start, goal=goal)
    if text[2] == "x":
        return say("{start} captures {goal}", start=start, goal=goal)
    return text


# -- places


def regions(eyes: str, data: Json) -> list[Region]:
    """Return the regions as the viewer sees them: the exits above the board, the board, the die
    beside it, and a tray for a captured piece if there is one. `eyes` is the letter of the seat
    that the viewer looks from."""
    edge = [square for square in SQUARES if FAR[eyes] in square]
    if eyes in "NW":
        edge.reverse()  # from the viewer's left to the right
    gates = [
        Cell(
            f"off-{square}",
            n + 0.5,
            0.5,
            "exit",
            say("over the far edge at {square}", square=square),
        )
        for n, square in enumerate(edge)
    ]
    dice = [Cell(f"die-{n}", 0.5, n + 0.5, name=say("the die")) for n in (0, 1)]
    found = [
        Region("exit", say("Far edge"), 0.3, 0.0, SIDE, 1, "spots", tuple(gates), look="table"),
        Region("board", say("Board"), 0.3, 1.25, SIDE, SIDE),
        Region("die", say("Die"), 5.8, 1.85, 1, 2, "spots", tuple(dice), title=say("Die")),
    ]
    if data["hand"]:
        held = Cell(HAND, 0.5, 0.5, "tray", say("the captured piece in hand"))
        found.append(
            Region("held", say("Hand"), 5.8, 4.85, 1, 1, "spots", (held,), title=say("Place"))
        )
    return found


def seen_from(region: Region, rotate: int) -> Region:
    """Return a region of the viewer's picture as it lies for South, which is turned by `rotate`
    quarter turns counter-clockwise."""
    for turn in range(rotate):
        width, columns = HEIGHT if turn % 2 else WIDTH, region.columns
        region = replace(
            region,
            x=region.y,
            y=width - region.x - columns,
            columns=region.rows,
            rows=columns,
            cells=tuple(replace(cell, x=cell.y, y=columns - cell.x) for cell in region.cells),
        )
    return region


# -- pieces


def pyramids(stacks: dict[str, Stack], letters: str) -> list[Piece]:
    """Return the pieces on the board; one that stands under another is frozen."""
    return [
        pyramid(piece, square, z, z + 1 < len(stack), letters)
        for square, stack in stacks.items()
        for z, piece in enumerate(stack)
    ]


def pyramid(piece: str, at: str, z: int, frozen: bool, letters: str) -> Piece:
    """Return a piece at place z of the stack at `at`. Its id is made of its kind and its place,
    because pieces of one kind need not be told apart."""
    return Piece(
        f"{piece}-{at}-{z}",
        at,
        "pyramid",
        say("{piece}, frozen", piece=whose(piece)) if frozen else whose(piece),
        owner=letters.index(piece[0]),
        z=z,
        size=SIZES.index(piece[1]) + 1,
        tags=("frozen",) if frozen else (),
    )


def beside(data: Json, letters: str) -> list[Piece]:
    """Return the die with its sizes, and the captured piece that must be relocated."""
    found = [die(data, n, size) for n, size in enumerate(data["rolled"])]
    if data["hand"]:
        found.append(pyramid(data["hand"], HAND, 0, False, letters))
    return found


def die(data: Json, n: int, size: str) -> Piece:
    """Return one size on the die; it is dim when it has been used."""
    waits = "{size}, still to be moved"
    return Piece(
        f"die-{data['turns']}-{size}",
        f"die-{n}",
        "die",
        say(waits if size in data["unused"] else "{size}, used", size=WORDS[size]),
        text=size.upper(),
        tags=() if size in data["unused"] else ("dim",),
    )


def whose(piece: str) -> Message:
    """Return a piece in words, such as South's small."""
    return say("{name}'s {size}", name=NAMES[piece[0]], size=WORDS[piece[1]])


# -- choices


def choice(move: str, data: Json, stacks: dict[str, Stack], letters: str) -> Choice:
    """Return the choice that plays a move: its name, and the places to touch for it."""
    if move[0] == ">":
        return placing(move, data["hand"], stacks, letters[data["turn"]])
    here, there = move[:2], move[3:]
    piece = stacks[here][-1]
    if there == "off":
        name = say("move the {size} from {here} off the board", size=WORDS[piece[1]], here=here)
        return Choice(move, (here, f"off-{here}"), name, kind="end")
    mover = say("the {size} from {here}", size=WORDS[piece[1]], here=here)
    if move[2] == "-":
        name = say("move {mover} to {there}", mover=mover, there=there)
        return Choice(move, (here, there), name, kind="move")
    return landing(move, here, mover, stacks, piece[0])


def placing(move: str, hand: str, stacks: dict[str, Stack], me: str) -> Choice:
    """Return the choice that relocates the captured piece `hand`; `me` is the letter of the seat to
    play."""
    if move[1] in "^x":
        return landing(move, HAND, whose(hand), stacks, me)
    there = move[1:]
    name = say("place {whose} on {there}", whose=whose(hand), there=there)
    return Choice(move, (HAND, there), name, kind="place")


def landing(move: str, here: str, mover: str, stacks: dict[str, Stack], me: str) -> Choice:
    """Return the choice that freezes or captures the piece where a move ends; `mover` is the moving
    piece in words, and `here` its place."""
    there = move[-2:]
    below = stacks[there][-1]
    target = say("your own {size}", size=WORDS[below[1]]) if below[0] == me else whose(below)
    kind, text = "freeze", "freeze {target} on {there} with {mover}"
    if "x" in move:
        kind, text = "capture", "capture {target} on {there} with {mover}"
    return Choice(
        move, (here, there), say(text, target=target, there=there, mover=mover), kind=kind
    )


def blocked(view: View, stacks: dict[str, Stack], letters: str) -> dict[str, str]:
    """Return for each square that cannot be chosen the reason why."""
    data = view.observation
    if data["hand"]:
        reasons = {at: no_room(data["hand"], stack) for at, stack in stacks.items()}
    else:
        me, movable = letters[view.to_play], {move[:2] for move in view.moves}
        still = {at: stack for at, stack in stacks.items() if stack and at not in movable}
        reasons = {at: rest(stack, me, data["unused"]) for at, stack in still.items()}
    return {at: reason for at, reason in reasons.items() if reason}


def refusals(view: View, stacks: dict[str, Stack], letters: str) -> Iterator[Refusal]:
    """Yield why the piece that is chosen, or the captured piece in hand, cannot go elsewhere."""
    if view.observation["hand"]:
        yield Refusal(say("A captured pyramid goes to a square of the board, never off it."))
        return
    gates = tuple(f"off-{at}" for at in SQUARES if FAR[letters[view.to_play]] in at)
    yield Refusal(say("From the far row a pyramid leaves over the edge beside it."), goals=gates)
    for start in dict.fromkeys(move[:2] for move in view.moves):
        for at in around(start):
            if why := no_room(stacks[start][-1], stacks[at]):
                yield Refusal(why, start, (at,))
    yield Refusal(say("A pyramid goes one square, in any direction."))


def around(square: str) -> list[str]:
    """Return the squares beside and slantwise beside a square."""
    near = [{chr(ord(letter) + by) for by in (-1, 0, 1)} for letter in square]
    return [at for at in SQUARES if at != square and at[0] in near[0] and at[1] in near[1]]


def no_room(hand: str, stack: Stack) -> str:
    """Return the reason why the captured piece `hand` cannot be placed on a stack; an empty text if
    it can."""
    if len(stack) == 2:
        return say("Two pyramids stand there; stacks are never higher.")
    if stack and stack[0][0] == hand[0] and larger(hand[1], stack[0][1]):
        return say("{whose} may not land on a smaller piece of its own colour.", whose=whose(hand))
    return ""


def rest(stack: Stack, me: str, unused: str) -> str:
    """Return the reason why a stack cannot be moved now; an empty text if it holds no piece of the
    seat `me`."""
    below, top = stack[0], stack[-1]
    size = WORDS[top[1]]
    if top[0] != me:
        if below[0] != me:
            return ""
        return say("Your {size} is frozen under {whose}.", size=WORDS[below[1]], whose=whose(top))
    if top[1] in unused:
        return say("This {size} has nowhere to go.", size=size)
    bigger = [WORDS[other] for other in unused if larger(other, top[1])]
    if not bigger:
        return say("No {size} is to be moved now.", size=size)
    return say(
        "No {size} is to be moved now, and your {bigger} may not land on your smaller pieces.",
        size=size,
        bigger=bigger[0],
    )


# -- sentences


def prompt(view: View, stacks: dict[str, Stack], letters: str) -> str:
    """Return what the viewer is to do now, or what the others are waiting for."""
    if view.to_play == OVER:
        return ""
    data = view.observation
    name = NAMES[letters[data["turn"]]]
    if view.to_play == CHANCE:
        return say("{name} rolls the die.", name=name)
    rolled = say(
        "{name} rolled {words}.",
        name=name,
        words=all_of(WORDS[size] for size in data["rolled"]),
    )
    if view.viewer != view.to_play:
        return rolled
    if data["hand"]:
        return say("Choose a square for {whose}, which was captured.", whose=whose(data["hand"]))
    return say("{rolled} {task}", rolled=rolled, task=task(view, stacks))


def task(view: View, stacks: dict[str, Stack]) -> Message:
    """Return what the seat to play is to do, as in the text: Choose a small or a large, then where
    it goes."""
    tops = {stacks[move[:2]][-1][1] for move in view.moves}
    unused = view.observation["unused"]
    able = one_of(say("a {size}", size=WORDS[size]) for size in unused if size in tops)
    task = say(
        "Choose {able}, then where it goes."
        if unused == view.observation["rolled"]
        else "Now choose {able}, then where it goes.",
        able=able,
    )
    for size in unused:
        if size not in tops:
            task = say("{task} No {size} can move yet.", task=task, size=WORDS[size])
    return task


def outcome(view: View, letters: str) -> str:
    """Return one sentence on how the match ended; empty while it goes on."""
    if view.ending == "three off":
        winner = NAMES[letters[view.returns.index(1.0)]]
        return say("{winner} has three pyramids off the board and wins.", winner=winner)
    return say("A draw: a thousand turns have gone by.") if view.ending else ""
