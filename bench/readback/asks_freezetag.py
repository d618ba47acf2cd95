"""Questions about Freeze Tag, by the paragraphs of its sheet."""

from __future__ import annotations

from typing import Any

from asking import Case, Template, place, table

from everygame.games.freezetag.notation import seats_in_play, start

NAME = "freezetag"
NAMES = ("South", "West", "North", "East")
LEGEND = (
    "Signs on the boards. The first letter is the player (S South, N North, W West, E East), the"
    " second"
    "\nthe size (s small, m medium, l large): Sm is a medium pyramid of South. Sm/Nl: South's"
    " medium stands"
    "\non top of North's large. . an empty square. South's edge is the lower one, North's the"
    " upper one,"
    "\nWest's the left one, East's the right one. Where nothing else is said two play, South and"
    " North."
)
SEATS = {"S": "South", "N": "North", "W": "West", "E": "East"}
SIZES = {"s": "small", "m": "medium", "l": "large"}
BUSY = "Nl@b3 Nm@c3 Ns@d3 Sm@c2 Ss@b1 Sl@d1 Ss^Ns@c1"
TAKE = "Nl@e5 Ns@c4 Nm@a2 Sl@b1"


def at(pieces: str, turn: str, off: str = "S0 N0") -> str:
    return f"{place(5, pieces)} ; {turn} ; {off}"


def show(state: Any, seen: Any = None) -> str:
    """Return the board as text."""
    data: Any = seen or state.to_json()
    cells = {}
    for rank, row in zip("54321", data["board"].split(" / "), strict=True):
        file = 0
        for word in row.split():
            if word.isdigit():
                file += int(word)
            else:
                cells["abcde"[file] + rank] = "/".join(reversed(word.split("^")))
                file += 1
    letters = seats_in_play(state.game.players, state.game.values.get("seating", "across"))
    lines = [table(cells, "abcde", 5)]
    lines += [
        f"Pyramids of {SEATS[letter]} that have left the board for good: {off}."
        for letter, off in zip(letters, data["off"], strict=True)
        if off
    ]
    return "\n".join([*lines, f"It is {SEATS[letters[data['turn']]]}'s turn."])


def next_turn(moves: str) -> Any:
    """Return an answer: whose turn it is after these moves, however the die falls."""

    def answer(case: Case) -> str:
        state = case.after(moves)
        data: Any = state.to_json()
        return SEATS[seats_in_play(state.game.players, "across")[data["turn"]]]

    return answer


def outcome(moves: str) -> Any:
    def answer(case: Case) -> str:
        state = case.after(moves)
        if not state.is_terminal():
            return "goes on"
        returns = state.returns()
        letters = seats_in_play(state.game.players, "across")
        return SEATS[letters[returns.index(max(returns))]] if max(returns) > 0 else "draw"

    return answer


def hand(moves: str, piece: str) -> Any:
    return lambda case: case.after(moves).to_json()["hand"] == piece


def nobody(letter: str) -> Any:
    return lambda case: letter not in seats_in_play(3, "across")


def pieces(players: int) -> Any:
    """Return an answer: how many pyramids stand on the board at the start."""

    def answer(case: Case) -> int:
        ranks = start(seats_in_play(players, "across")).partition(";")[0]
        return sum(ranks.count(size) for size in SIZES)

    return answer


WHO = "South, North, draw or goes on"
TEMPLATES = [
    Template(
        "You must move one pyramid of your colour of each size shown",
        "The die shows S and L together. South moves its small from a1 to a2, where nothing"
        " stands. May"
        "\nSouth now end its turn without moving a large, though its large on d2 can move?",
        at("Ss@a1 Sl@d2 Nm@c5", "S:sl"),
        yes=lambda case: case.after("a1-a2").to_json()["turn"] == 1,
        short=True,
    ),
    Template(
        "You must move one pyramid of your colour of each size shown",
        "The die shows S and M together. South moves its small from c2 to c3. Which of these may"
        " South do"
        "\nnext?",
        at("Ss@c2 Sm@e1 Ss@a1 Nm@e5 Sl@a4", "S:sm"),
        each=[
            ("move its medium from e1 to e2", "c2-c3 e1-e2"),
            ("move its other small from a1 to a2", "c2-c3 a1-a2"),
            ("move its large from a4 to b4", "c2-c3 a4-b4"),
            ("move North's medium from e5 to d5", "c2-c3 e5-d5"),
        ],
    ),
    Template(
        "A size that cannot move is lost",
        "South rolls, and the die shows M alone. Both mediums of South stand under other"
        " pyramids. Whose"
        "\nturn is it next?",
        at("Sm^Ns@c2 Sm^Ss@d2 Sl@a1 Nm@c5", "S"),
        value=next_turn("roll:m"),
        hint="South or North",
    ),
    Template(
        "But if your first move makes the other one possible",
        "The die shows S and L together. South's only large is on d2, under South's small. South"
        " moves"
        "\nthis small from d2 to e2. May South now end its turn without moving the large?",
        at("Sl^Ss@d2 Nm@c5 Sm@a1", "S"),
        before="roll:sl",
        short=True,
        yes=lambda case: case.after("d2-e2").to_json()["turn"] == 1,
    ),
    Template(
        "single. One with another on it is frozen",
        "The die shows L. Which of these pyramids may South move now, to an empty square?",
        at("Sl^Nm@b2 Nl^Sl@d3 Sm@a1 Nl@e5", "S:l"),
        each=[
            ("South's large on b2, which stands under North's medium, to b1", "b2-b1"),
            ("South's large on d3, which stands on North's large, to d4", "d3-d4"),
            ("North's large on e5, to e4", "e5-e4"),
            ("South's medium on a1, to a2", "a1-a2"),
        ],
        short=True,
    ),
    Template(
        "it cannot move until that one has left, and then at once it can",
        "The die shows S and L together. South first moves its small from b2 to a2. May South"
        " then, in the"
        "\nsame turn, move its large from b2 to b1?",
        at("Sl^Ss@b2 Nm@c5 Sm@e1", "S"),
        before="roll:sl",
        yes="b2-a2 b2-b1",
    ),
    Template(
        "Take one of your pyramids that has nothing on top|to an empty square",
        "The die shows M. On which of these squares, all empty, can South's medium on c2 end its"
        " move?",
        at("Sm@c2 Nm@e5 Sl@a1", "S:m"),
        each=[(square, f"c2-{square}") for square in ("c3", "b3", "d1", "c4", "e2")],
    ),
    Template(
        "onto a single pyramid of the same|onto a single smaller pyramid of another|Never onto a"
        " stack",
        "The die shows M. Onto which of these squares may South move its medium from c2?",
        at(BUSY, "S:m"),
        each=[
            ("b3, where North's large stands", "c2^b3"),
            ("c3, where North's medium stands", "c2^c3"),
            ("d3, where North's small stands", "c2xd3"),
            ("b1, where South's small stands", "c2xb1"),
            ("d1, where South's large stands", "c2^d1"),
            ("c1, where North's small stands on South's small", "c2xc1"),
        ],
        short=True,
    ),
    Template(
        "off the board, from a square of the far row",
        "The die shows S. Which of these smalls may South take off the board with this move?",
        at("Ss@c5 Ss@a3 Sm@d5 Nm@e2", "S:s"),
        each=[
            ("the one on c5, over the upper edge", "c5-off"),
            ("the one on a3, over the edge beside it", "a3-off"),
        ],
        short=True,
    ),
    Template(
        "You start in the middle of the edge|off the board, from a square of the far row|across"
        " from you is your",
        "Which of these pyramids of North may leave the board with this move? The die shows M.",
        at("Nm@b1 Nm@d5 Sm@c3 Ss@e1", "N:m"),
        each=[("the one on b1", "b1-off"), ("the one on d5", "d5-off")],
    ),
    Template(
        "The captured pyramid is lifted, and you place it|That is an empty square",
        "South has moved its large from b1 to a2, where North's medium stood. South now has this"
        " medium"
        "\nof North in hand and must place it. On which of these squares may South place it?",
        at(TAKE, "S:l"),
        before="b1xa2",
        each=[
            ("d1, which is empty", ">d1"),
            ("e5, where North's large stands", ">^e5"),
            ("a2, where South's large has just arrived", ">^a2"),
            ("c4, where North's small stands", ">xc4"),
            ("b5, which is empty", ">b5"),
        ],
        short=True,
    ),
    Template(
        "That last one is captured in turn",
        "South has moved its large from b1 to a2, where North's medium stood. South puts this"
        " medium of"
        "\nNorth on a1, where South's small stands. What happens then?",
        at("Nl@e5 Nm@a2 Ss@a1 Sl@b1", "S:l"),
        before="b1xa2",
        each=[
            (
                "That is not allowed.",
                lambda case: not case.can(">xa1"),
            ),
            (
                "South's small comes off a1, and South puts it on another square.",
                lambda case: hand(">xa1", "Ss")(case) and case.after(">xa1").to_play() == 0,
            ),
            (
                "South's small comes off a1, and North puts it on another square.",
                lambda case: hand(">xa1", "Ss")(case) and case.after(">xa1").to_play() == 1,
            ),
            (
                "The small stays on a1, under the medium.",
                lambda case: hand(">xa1", "")(case),
            ),
        ],
        short=True,
    ),
    Template(
        "It may not leave the board, nor go beneath",
        "South has moved its large from b4 to c5, where North's medium stood, and has this"
        " medium of"
        "\nNorth in hand. May South put it out of the board, so that it no longer plays?",
        at("Nl@e5 Nm@c5 Sl@b4 Ss@a1", "S:l"),
        before="b4xc5",
        yes=">off",
    ),
    Template(
        "So a captured medium can capture your own small, and you place your small",
        "South has moved its large from b1 to a2, where North's medium stood, and has put this"
        " medium on"
        "\na1, where South's own small stood. May South now place the small on c5?",
        at("Nl@e5 Nm@a2 Ss@a1 Sl@b1", "S:l"),
        before="b1xa2 >xa1",
        yes=">c5",
    ),
    Template(
        "Your third pyramid off the board wins at once|Bring any three of yours",
        "The die shows S and L together. South takes its small on c5 off the board; its large on"
        " d2 could"
        "\nstill move. Is the match over at this moment, and who has won?",
        at("Ss@c5 Sl@d2 Nm@c1", "S:sl", "S2 N2"),
        value=outcome("c5-off"),
        hint=WHO,
        short=True,
    ),
    Template(
        "Bring any three of yours",
        "The die shows S. South takes its small on c5 off the board. Is the match over then, and"
        " who has"
        "\nwon?",
        at("Ss@c5 Sl@d2 Nm@c1", "S:s", "S1 N2"),
        value=outcome("c5-off"),
        hint=WHO,
    ),
    Template(
        "turns go clockwise",
        "Four play. The die shows S. South moves its small from b1 to b2. Whose turn is it next?",
        at("Ss@b1 Ws@a4 Ns@d5 Es@e2", "S:s", "S0 W0 N0 E0"),
        value=next_turn("b1-b2"),
        hint="South, West, North or East",
        options={"players": "4"},
        flip=False,
        short=True,
    ),
    Template(
        "Everybody leaves over the far edge",
        "Four play, and the die shows M. Which of these mediums may West take off the board with"
        " this"
        "\nmove?",
        at("Wm@e3 Wm@a2 Ns@d5 Es@e1 Ss@b1", "W:m", "S0 W0 N0 E0"),
        each=[("the one on e3", "e3-off"), ("the one on a2", "a2-off")],
        options={"players": "4"},
        flip=False,
    ),
    Template(
        "Two to four players, each with six pyramids|Three sit South, West and North",
        "Three play. How many pyramids stand on the board at the start, those of all players"
        " together?",
        value=pieces(3),
        hint="a number",
        short=True,
    ),
    Template(
        "Three sit South, West and North",
        "Three play. At which of these sides does nobody sit?",
        each=[(SEATS[one], nobody(one)) for one in "SWNE"],
    ),
]
