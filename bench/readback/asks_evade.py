"""Questions about Evade, by the paragraphs of its sheet."""

from __future__ import annotations

from typing import Any

from asking import Case, Template, load, place, table

from everygame.games.evade.rules import QUIET

NAME = "evade"
LEGEND = (
    "Signs on the boards. WC: a white coin whose face is a crown; WT: a white coin whose face is"
    " a tower;"
    "\nBC, BT: black ones. ##: two coins, one of each side, lie on each other. . an empty"
    " square. The"
    "\nlistings show you all faces, whatever the players can see. White's six coins start on row 1,"
    "\nBlack's on row 6. Where nothing else is said they play the version in which their own"
    " coins, too,"
    "\nlie face down, as the sheet tells it first, and nobody has yet looked at a coin in this"
    " turn."
)
SIGNS = {"wl": "WC", "wg": "WT", "bl": "BC", "bg": "BT", "w?": "W?", "b?": "B?"}
NAMES = ("White", "Black")


SPARE = {"w": "a1 b1 e1 f1 c1", "b": "f6 a6 e6 b6 d6 f5"}
"""Where the coins of a side lie that a question does not name."""


def at(pieces: str, turn: str = "w", frozen: str = "w0 b0") -> str:
    """Return a position in which each side has its six coins, two of them leaders."""
    cells = {square: piece for piece, _, square in (one.partition("@") for one in pieces.split())}
    for side, count in zip("wb", (frozen[1], frozen[4]), strict=True):
        have = list(cells.values())
        leaders = 2 - int(count) - have.count(f"{side}l")
        guards = 6 - have.count("#") - have.count(f"{side}l") - have.count(f"{side}g") - leaders
        squares = [square for square in SPARE[side].split() if square not in cells]
        coins = [f"{side}l"] * leaders + [f"{side}g"] * guards
        cells |= dict(zip(squares[: len(coins)], coins, strict=True))
    placed = " ".join(f"{piece}@{square}" for square, piece in cells.items())
    return f"{place(6, placed)} ; {turn} ; {frozen}"


def show(state: Any, seen: Any = None) -> str:
    """Return the board as text, with all faces or as one sees it who observes this."""
    data: Any = seen or state.to_json()
    cells = dict.fromkeys(data["pairs"], "##")
    for side, coins in enumerate(data["coins"]):
        for square, kind in zip(coins, data["kinds"][side], strict=True):
            if square is not None and square not in data["pairs"]:
                cells[square] = SIGNS["wb"[side] + kind]
    turn = "White" if data["turn"] == 0 else "Black"
    return f"{table(cells, 'abcdef', 6)}\nIt is {turn}'s turn."


def comes(times: int) -> Any:
    """Return an answer: whether a position that comes up so many times ends the match."""
    return lambda case: times >= load(NAME).repetition


def reached(moves: int) -> Any:
    return lambda case: moves >= QUIET


def outcome(moves: str) -> Any:
    def answer(case: Case) -> str:
        state = case.after(moves)
        if not state.is_terminal():
            return "goes on"
        white = state.returns()[0]
        return "White" if white > 0 else "Black" if white < 0 else "draw"

    return answer


def knows(moves: str, viewer: int, side: int, square: str) -> Any:
    """Return an answer: whether a viewer knows after these moves the kind of the coin that
    was on the square before."""

    def answer(case: Case) -> bool:
        before: Any = case.state.to_json()
        number = before["coins"][side].index(case.turned(square))
        seen: Any = case.after(moves).observe(viewer)
        return bool(seen["kinds"][side][number] != "?")

    return answer


def first_seat(case: Case) -> str:
    state = case.state.play("leaders:bd").play("leaders:ae")
    return ("White", "Black")[state.to_play()]


def leaders(case: Case) -> int:
    """Count the leaders of a side after the set-up."""
    state = case.state.play("leaders:bd").play("leaders:ae")
    return int(state.to_json()["kinds"][0].count("l"))


WHO = "White, Black, draw or goes on"
HIDDEN = {"information": "hidden"}
OPEN = {"information": "open"}
TEMPLATES = [
    Template(
        "White chooses in secret which two|Two of them are leaders|Six coins a side",
        "How many coins with a crown does White have at the start of the match?",
        value=leaders,
        hint="a number",
    ),
    Template(
        "After both have chosen: twelve backs",
        "Both have chosen which of their coins have a crown. Who makes the first move?",
        value=first_seat,
        hint="White or Black",
    ),
    Template(
        "Move one of your coins one square|nobody enters that square again|You never move onto a"
        " coin of your own",
        "White wants to move the white tower on c3. Onto which of these squares may it move?",
        at("wg@c3 wg@b2 #@b3 bg@d4"),
        each=[
            ("c4, which is empty", "c3-c4"),
            ("d2, which is empty", "c3-d2"),
            ("c5, which is empty", "c3-c5"),
            ("d4, where a black coin lies", "c3xd4"),
            ("b2, where a white coin lies", "c3xb2"),
            ("b3, where two coins lie", "c3xb3"),
        ],
        short=True,
    ),
    Template(
        "Both coins stay there for the rest of the game",
        "White moves its tower from c3 onto the black coin on d4. May Black, in the next turn,"
        " move this"
        "\nblack coin from d4 to d3?",
        at("wg@c3 bg@d4"),
        yes=lambda case: case.moves("d4-d3")[0] in case.after("c3xd4").legal_moves(),
    ),
    Template(
        "You must make one of these two moves",
        "May White end its turn without moving any coin?",
        at("wg@c3 bg@d4"),
        yes="done",
    ),
    Template(
        "Once in a turn, before you move|But then you may not freeze",
        "White has just looked at the face of its coin on c3. Which of these may White do next,"
        " in the"
        "\nsame turn?",
        at("wg@c3 bg@d4 bg@b2"),
        each=[
            ("move the coin on c3 to c4, which is empty", "peek:c3 c3-c4"),
            ("move the coin on c3 to d4, where a black coin lies", "peek:c3 c3xd4"),
            ("move the coin on b1 to b2, where a black coin lies", "peek:c3 b1xb2"),
            ("move the coin on f1 to f2, which is empty", "peek:c3 f1-f2"),
            ("look at the face of its coin on f1", "peek:c3 peek:f1"),
        ],
        short=True,
    ),
    Template(
        "Once in a turn, before you move",
        "At the face of which of these coins may White look before it moves?",
        at("wg@c3 bg@d4 #@c2"),
        each=[
            ("its coin on b1", "peek:b1"),
            ("its coin on c3", "peek:c3"),
            ("the black coin on d4", "peek:d4"),
            ("its own coin of the two on c2", "peek:c2"),
        ],
    ),
    Template(
        "If it is a leader, you lose at once|a leader that tries it loses",
        "White moves its crown from c3 onto the black coin on d4. Is the match over then, and"
        " who has won?",
        at("wl@c3 bg@d4"),
        value=outcome("c3xd4"),
        hint=WHO,
        short=True,
    ),
    Template(
        "If it is a leader, you lose at once|You do not learn whether you caught a leader",
        "White moves its tower from c3 onto the black crown on d4. Is the match over then, and"
        " who has won?",
        at("wg@c3 bl@d4"),
        value=outcome("c3xd4"),
        hint=WHO,
    ),
    Template(
        "The coin that moved is turned up|The coin beneath stays secret",
        "White moves its tower from c3 onto the black coin on d4. Which of these are true then?"
        " (They play"
        "\nthe version in which all see the faces of their own coins.)",
        at("wg@c3 bg@d4"),
        each=[
            ("Black knows whether White's coin is a crown or a tower.", knows("c3xd4", 1, 0, "c3")),
            ("White knows whether Black's coin is a crown or a tower.", knows("c3xd4", 0, 1, "d4")),
        ],
        options=HIDDEN,
        short=True,
    ),
    Template(
        "A leader that moves to an empty square of the other side's home row wins|Bring one of"
        " your leaders",
        "White moves its crown from c5 to c6, which is empty. Is the match over then, and who"
        " has won?",
        at("wl@c5 bg@d6"),
        value=outcome("c5-c6"),
        hint=WHO,
        short=True,
    ),
    Template(
        "Only an empty one",
        "White moves its crown from c5 to d6, where a black coin lies. Is the match over then,"
        " and who has"
        "\nwon?",
        at("wl@c5 bg@d6"),
        value=outcome("c5xd6"),
        hint=WHO,
    ),
    Template(
        "A guard may go there too. Nothing happens",
        "White moves its tower from c5 to c6, which is empty. Is the match over then, and who"
        " has won?",
        at("wg@c5 bg@d6"),
        value=outcome("c5-c6"),
        hint=WHO,
        short=True,
    ),
    Template(
        "But it did not win, so the other side knows",
        "White moves its tower from c5 to c6, which is empty. Can Black, who did not know it"
        " before, now"
        "\nconclude whether this white coin is a crown or a tower? (They play the version in"
        " which all see"
        "\nthe faces of their own coins.)",
        at("wg@c5 bg@d6"),
        yes=knows("c5-c6", 1, 0, "c5"),
        options=HIDDEN,
        short=True,
    ),
    Template(
        "A guard freezes the last of all four leaders",
        "Both crowns of White and one crown of Black lie in the pairs ##. White moves its tower"
        " from c3"
        "\nonto Black's other crown, on d4. Is the match over then, and who has won?",
        at("wg@c3 bl@d4 #@a3 #@b4 #@f3", "w", "w2 b1"),
        value=outcome("c3xd4"),
        hint=WHO,
        short=True,
    ),
    Template(
        "If only your two are frozen, play on",
        "White moves its tower from c3 onto a black crown, on d4. Black's other crown already"
        " lies in the"
        "\npair ##; both crowns of White are still free on the board. Is the match over then,"
        " and who has"
        "\nwon?",
        at("wg@c3 bl@d4 #@a3", "w", "w0 b1"),
        value=outcome("c3xd4"),
        hint=WHO,
    ),
    Template(
        "You have no move left: you lose",
        "Black moves its crown from e3 to e4. White's only free coin is the tower on a1. Is the"
        " match over"
        "\nthen, and who has won?",
        at("wg@a1 #@a2 #@b2 #@b1 #@d5 #@f2 bl@e3", "b", "w2 b1"),
        value=outcome("e3-e4"),
        hint=WHO,
        short=True,
    ),
    Template(
        "A hundred moves in a row without a freeze|The same position, as all can see it",
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
                f"{n} moves in a row, both sides counted, have all gone to empty squares.",
                reached(n),
            )
            for n in (QUIET // 2, QUIET)
        ],
    ),
    Template(
        "All see all: no secrets",
        "They play the version in which all see all faces from the start. May White move its"
        " crown from c3"
        "\nonto the black coin on d4?",
        at("wl@c3 bg@d4"),
        yes="c3xd4",
        options=OPEN,
        short=True,
    ),
    Template(
        "See your own: you always see",
        "They play the version in which all see the faces of their own coins. The version told"
        " first lets"
        "\nWhite, before it moves, choose one of its coins and look at it. Is that still a part"
        " of White's"
        "\nturn in this version?",
        at("wg@c3 bg@d4"),
        yes="peek:c3",
        options=HIDDEN,
    ),
]
