"""Questions about Freez!, by the paragraphs of its sheet."""

from __future__ import annotations

from typing import Any

from asking import Case, Template, load, place, table

from everygame.games.freez.notation import SQUARES
from everygame.games.freez.state import QUIET_LIMIT

NAME = "freez"
NAMES = ("White", "Black")
LEGEND = (
    "Signs on the boards. W1 W2 W3: white pieces that show the number 1, 2 or 3; B1 B2 B3: black"
    " ones."
    "\nWX: a white piece that shows a crystal; BX: a black one. * behind a sign or alone: a"
    " snowflake"
    "\nlies there; where no * is, there is none. . an empty square. White's row is below,"
    " Black's above."
    "\nAll questions are about the board of eight by eight squares and about the usual options."
)


def at(pieces: str, turn: str = "w") -> str:
    return f"{place(8, pieces)} ; {turn}"


def read(text: str) -> dict[str, str]:
    """Return the piece on each square of the ranks of a position text."""
    cells = {}
    for rank, row in zip("87654321", text.split(" / "), strict=True):
        file = 0
        for word in row.split():
            if word.isdigit():
                file += int(word)
            else:
                cells["abcdefgh"[file] + rank] = word
                file += 1
    return cells


def show(state: Any, seen: Any = None) -> str:
    """Return the board as text."""
    data: Any = seen or state.to_json()
    cells = {
        square: piece.upper().replace("F", "X") for square, piece in read(data["board"]).items()
    }
    for square in state.game.snow:
        name = SQUARES[square]
        cells[name] = cells.get(name, "") + "*"
    turn = "White" if data["turn"] == 0 else "Black"
    return f"{table(cells, 'abcdefgh', 8)}\nIt is {turn}'s turn."


def ends(start: str, squares: str) -> list[tuple[str, str | Any]]:
    """Offer squares where the piece on `start` may end, empty ones."""
    return [(square, f"{start}-{square}") for square in squares.split()]


def turn_can_give(square: str, piece: str, *moves: str) -> Any:
    """Return an answer: whether the turn can go on after these moves so that this piece stands on
    the square when the turn is over."""

    def answer(case: Case) -> bool:
        wanted = case.turned(square)
        state = case.after(" ".join(moves))
        seat = state.to_play()
        todo, found = [state], []
        while todo:
            one = todo.pop()
            if one.to_play() == seat:
                todo += [one.apply(action) for action in one.legal_actions()]
            else:
                found.append(one)
        return any(read(one.to_json()["board"]).get(wanted) == piece for one in found)

    return answer


def comes(times: int) -> Any:
    """Return an answer: whether a position that comes up so many times ends the match."""
    return lambda case: times >= load(NAME).repetition


def reached(turns: int) -> Any:
    return lambda case: turns >= QUIET_LIMIT


def stands(moves: str, square: str, piece: str) -> Any:
    """Return an answer: whether a piece stands on a square after these moves."""
    return lambda case: read(case.after(moves).to_json()["board"])[case.turned(square)] == piece


def outcome(moves: str) -> Any:
    """Return an answer: "White", "Black", "draw" or "goes on", after these moves."""

    def answer(case: Case) -> str:
        state = case.after(moves)
        if not state.is_terminal():
            return "goes on"
        white = state.returns()[0]
        return "White" if white > 0 else "Black" if white < 0 else "draw"

    return answer


WHO = "White, Black, draw or goes on"
NO = {"snow": "none"}
CAPTURE = "w2@d2 b1@d4 b3@g7 b1@a8"
RULE = {
    "move": "Move one of your live pieces",
    "snow": "It goes straight on",
    "side": "who comes in over a side",
    "corner": "who comes in over a corner",
    "angle": "So the change is never a right angle",
    "start": "Where the piece starts",
    "way": "All squares on the way",
    "edge": "The edge stops everybody",
    "take": "The last square of your move",
    "box": "It freezes and goes",
    "ends": "That ends your turn",
    "bar": "One thing you may not do",
    "ice": "Frozen pieces cannot be captured",
    "options": "You may do one of these",
    "lower": "lower the number",
    "shift": "move one of your own frozen",
    "none": "when the other side has",
    "stuck": "when the other side is to move",
    "wall": "when you complete",
    "gap": "Two frozen pieces that touch",
    "draw": "A match is a draw",
    "pass": "The two of you take turns",
}

TEMPLATES = [
    Template(
        RULE["move"] + "|" + RULE["way"],
        "On which of these squares can the white 3 on d4 end its move now?",
        at("w3@d4 wf@c4 b1@h8"),
        each=ends("d4", "d7 g7 f6 d5 a4"),
        options=NO,
        short=True,
    ),
    Template(
        RULE["side"] + "|" + RULE["angle"],
        "The white 2 on d2 goes to d3 first. On which of these squares can that move end?",
        at("w2@d2 b1@h8"),
        each=ends("d2", "c4 e3 d4 e2"),
        options={"snow": "d3"},
        short=True,
    ),
    Template(
        RULE["corner"] + "|" + RULE["angle"],
        "The white 3 on c3 goes over b4 to a5. On which of these squares can that move end?",
        at("w3@c3 b1@h8"),
        each=ends("c3", "a6 b6 b5 a4"),
        options={"snow": "a5"},
        short=True,
    ),
    Template(
        RULE["edge"],
        "May the white 3 on c3 move in this way: c3, then b4, then a5, then a6?",
        at("w3@c3 b1@h8"),
        yes="c3-a6",
        options=NO,
    ),
    Template(
        RULE["snow"] + "|" + RULE["start"],
        "May the white 3 on a1 move in this way: a1, then b2, then b3, then c4?",
        at("w3@a1 b1@h8"),
        yes="a1-c4",
        options={"snow": "b2,b3"},
    ),
    Template(
        RULE["take"] + "|" + RULE["ice"],
        "On which of these squares can the white 2 on d4 end its move now?",
        at("w2@d4 w1@b4 bf@d6 b3@f6 b1@f4 w3@b2 b2@h1"),
        each=[
            ("b4, where the white 1 stands", "d4xb4"),
            ("d6, where the black crystal stands", "d4xd6"),
            ("f6, where the black 3 stands", "d4xf6"),
            ("f4, where the black 1 stands", "d4xf4"),
            ("f2, which is empty", "d4-f2"),
        ],
        options=NO,
        short=True,
    ),
    Template(
        RULE["box"],
        "White has just moved its 2 from d2 to d4, where a black 1 stood. White now puts the"
        " captured"
        "\npiece back. On which of these squares may it put it?",
        at(CAPTURE),
        before="d2xd4",
        each=[(one, f"@{one}") for one in ("c5", "d3", "d5", "d2", "f4")],
        options=NO,
    ),
    Template(
        RULE["box"],
        "White has just moved its 2 from d2 to d4, where a black 1 stood, and puts the captured"
        " piece"
        "\non c3. What stands on c3 when Black's next turn begins?",
        at(CAPTURE),
        before="d2xd4",
        each=[
            (
                text,
                stands("@c3", "c3", piece),
            )
            for text, piece in (
                ("a white crystal", "wf"),
                ("a black crystal", "bf"),
                ("a black 1", "b1"),
                ("a white 1", "w1"),
            )
        ],
        options=NO,
    ),
    Template(
        RULE["ends"],
        "White has just moved its 2 from d2 to d4, where a black 1 stood, and has put the captured"
        "\npiece on c3. May White, in the same turn, still move its own crystal from f1 to f2?",
        at(CAPTURE + " wf@f1"),
        before="d2xd4",
        yes="@c3 f1~f2",
        options=NO,
    ),
    Template(
        RULE["bar"],
        "White has just moved its 2 from d2 to d4, where a black 1 stood, and must now put the"
        " captured"
        "\npiece back. May it put it on e5?",
        at(CAPTURE),
        before="d2xd4",
        yes="@e5",
        options=NO,
        short=True,
    ),
    Template(
        RULE["bar"],
        "White has just moved its 2 from d2 to d4, where a black 1 stood, and must now put the"
        " captured"
        "\npiece back. May it put it on e5?",
        at(CAPTURE + " b3@a4"),
        before="d2xd4",
        yes="@e5",
        options=NO,
    ),
    Template(
        RULE["lower"],
        "White moves its 1 from d2 to d3, where nothing stands, and then changes the number of that"
        "\npiece. Which number does it show after that?",
        at("w1@d2 w2@f1 b1@h8 bf@a8"),
        value=lambda case: read(case.after("d2-d3 tap").to_json()["board"])[case.turned("d3")][1],
        hint="a number",
        options=NO,
        short=True,
    ),
    Template(
        RULE["lower"],
        "White moves its 2 from d2 to d4, where nothing stands. May White then, in the same"
        " turn, turn"
        "\nits other piece, the 3 on f1, into a 2?",
        at("w2@d2 w3@f1 b1@h8 bf@a8"),
        yes=turn_can_give("f1", "w2", "d2-d4"),
        options=NO,
    ),
    Template(
        RULE["options"] + "|" + RULE["shift"],
        "White moves its 3 from d1 to d4, where nothing stands. Which of these may White then"
        " still do"
        "\nin the same turn?",
        at("w3@d1 wf@a1 b1@h8 bf@h4 w2@f1"),
        before="d1-d4",
        each=[
            ("move its crystal from a1 to b2, and nothing else", "a1~b2 done"),
            ("move its crystal from a1 to a2, and then turn the 3 on d4 into a 2", "a1~a2 tap"),
            ("move Black's crystal from h4 to h5", "h4~h5"),
            ("move its crystal from a1 to a3", "a1~a3"),
            ("do nothing more", "done"),
        ],
        options=NO,
        short=True,
    ),
    Template(
        RULE["none"],
        "White moves its 2 from d4 to d6, where the black 1 stands. Is the match over then, and"
        " who has"
        "\nwon?",
        at("w2@d4 w1@b4 b1@d6 bf@g3 bf@a8"),
        value=outcome("d4xd6"),
        hint=WHO,
        options=NO,
        short=True,
    ),
    Template(
        RULE["stuck"],
        "White moves its 2 from b1 to b3, then its crystal from e6 to f6, and the turn is over."
        " Is the"
        "\nmatch over then, and who has won?",
        at("w2@b1 b3@h8 wf@h7 bf@f8 wf@e6"),
        value=outcome("b1-b3 e6~f6 done"),
        hint=WHO,
        options=NO,
    ),
    Template(
        RULE["wall"],
        "White moves its 2 from g4 to g6, then its crystal from d4 to c3, and the turn is over."
        " Is the"
        "\nmatch over then, and who has won?",
        at("w2@g4 w3@f1 b1@a1 bf@c1 wf@c2 wf@d4 bf@b3 bf@a3"),
        value=outcome("g4-g6 d4~c3 done"),
        hint=WHO,
        options=NO,
        short=True,
    ),
    Template(
        RULE["gap"],
        "White moves its 2 from g4 to g6, then its crystal from d2 to c2, and the turn is over."
        " Is the"
        "\nmatch over then, and who has won?",
        at("w2@g4 w3@f1 b1@a1 bf@c1 wf@d2 bf@b3 bf@a3"),
        value=outcome("g4-g6 d2~c2 done"),
        hint=WHO,
        options=NO,
        short=True,
    ),
    Template(
        RULE["draw"],
        "Which of these end the match as a draw?",
        each=[
            (
                f"The same position, with the same side to move, comes up for the {word} time.",
                comes(n),
            )
            for n, word in ((2, "second"), (3, "third"))
        ]
        + [
            (
                f"{n} turns in a row, both sides counted, have passed without a piece being taken.",
                reached(n),
            )
            for n in (QUIET_LIMIT // 2, QUIET_LIMIT)
        ],
    ),
    Template(
        RULE["pass"],
        "May White end this turn without moving any piece with a number?",
        at("w1@d2 wf@d1 b1@h8 b2@a8"),
        yes="done",
        options=NO,
    ),
]
