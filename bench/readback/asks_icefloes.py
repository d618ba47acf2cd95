"""Questions about Ice Floes, by the paragraphs of its sheet."""

from __future__ import annotations

from typing import Any

from asking import Case, Template, load, table

from everygame.games.icefloes.levels import LETTERS

NAME = "icefloes"
NAMES = ("North", "West", "South", "East")
LEGEND = (
    "Signs on the boards. . water; o an empty floe; N S W E: the penguin of North, South, West"
    " or East,"
    "\nwhich stands on a floe. + behind a sign: the star lies there. The edge of the listing is"
    " the edge"
    "\nof the board. Up is towards the upper row of the listing, left towards a."
    "\nWhere nothing else is said North and South play."
)
SEATS = {"P": "North", "R": "West", "Q": "South", "S": "East"}


def cells_of(state: Any) -> dict[str, str]:
    level = state.to_json()["level"].split("/")
    return {
        f"{'abcdefghi'[x]}{len(level) - y}": sign
        for y, row in enumerate(level)
        for x, sign in enumerate(row)
    }


def show(state: Any, seen: Any = None) -> str:
    """Return the board as text."""
    data: Any = seen or state.to_json()
    cells = cells_of(state)
    side = len(data["level"].split("/"))
    shown = {
        square: {"*": "o"}.get(sign, SEATS.get(sign, sign)[0]) for square, sign in cells.items()
    }
    shown[f"{'abcdefghi'[side // 2]}{side // 2 + 1}"] += "+"
    letters = state.game.letters
    turn = f"It is {SEATS[letters[data['turn']]]}'s turn."
    return f"{table(shown, 'abcdefghi'[:side], side)}\n{turn}"


def stop(direction: str, who: str = "P") -> Any:
    """Return an answer: where a player comes to rest, as on the board that is shown."""

    def answer(case: Case) -> str:
        cells = cells_of(case.after(direction))
        return case.turned(next(square for square, sign in cells.items() if sign == who))

    return answer


def lies(moves: str, square: str, sign: str) -> Any:
    return lambda case: cells_of(case.after(moves))[case.turned(square)] == sign


def on_board(moves: str, who: str) -> Any:
    return lambda case: who in cells_of(case.after(moves)).values()


def comes(times: int) -> Any:
    """Return an answer: whether a position that comes up so many times ends the match."""
    return lambda case: times >= load(NAME).repetition


def reached(moves: int) -> Any:
    return lambda case: moves >= MOST


def outcome(moves: str) -> Any:
    def answer(case: Case) -> str:
        state = case.after(moves)
        if not state.is_terminal():
            return "goes on"
        returns = state.returns()
        return (
            SEATS[state.game.letters[returns.index(max(returns))]] if max(returns) > 0 else "draw"
        )

    return answer


def turn_after(moves: str) -> Any:
    return lambda case: SEATS[case.state.game.letters[case.after(moves).to_json()["turn"]]]


def left_at_start(players: int) -> Any:
    """Return an answer: who does not play when so many play."""
    return lambda case: next(name for sign, name in SEATS.items() if sign not in LETTERS[players])


MOST = int(load(NAME).max_plies)
WHO = "North, South, draw or goes on"
SQUARE = "a square such as b2"
FOUR = {"players": "4", "level": "R.Q.P/...../...../...../....S"}
TEMPLATES = [
    Template(
        "Water: you glide",
        "North moves to the right. On which square does North's penguin come to rest?",
        "...../P..../*..../...../...*Q ; P",
        value=stop("right"),
        hint=SQUARE,
        options={"level": "...../P..../*..../...../...*Q"},
        short=True,
    ),
    Template(
        "Water: you glide|Here a floe stops the glide",
        "North moves down. On which square does North's penguin come to rest?",
        ".P.../...../...../.*.../....Q ; P",
        value=stop("down"),
        hint=SQUARE,
        options={"level": ".P.../...../...../.*.../....Q"},
        short=True,
    ),
    Template(
        "Here a floe stops the glide|A penguin stops you as well",
        "North moves to the right. On which square does North's penguin come to rest?",
        "...../P...Q/...../.*.../..... ; P",
        value=stop("right"),
        hint=SQUARE,
        options={"level": "...../P...Q/...../.*.../....."},
    ),
    Template(
        "Water: you glide",
        "North moves to the right. What lies on a4 afterwards?",
        "...../P..../...../.*.../....Q ; P",
        each=[
            ("only water", lies("right", "a4", ".")),
            ("an empty floe", lies("right", "a4", "*")),
        ],
        options={"level": "...../P..../...../.*.../....Q"},
        short=True,
    ),
    Template(
        "A floe: you step",
        "North moves to the right. On which square does North's penguin come to rest?",
        "...../P*.../...../.*.../....Q ; P",
        value=stop("right"),
        hint=SQUARE,
        options={"level": "...../P*.../...../.*.../....Q"},
        short=True,
    ),
    Template(
        "A floe: you step|The floe that you came on stays",
        "North moves to the right. What lies on a4 afterwards?",
        "...../P*.../...../.*.../....Q ; P",
        each=[
            ("only water", lies("right", "a4", ".")),
            ("an empty floe", lies("right", "a4", "*")),
        ],
        options={"level": "...../P*.../...../.*.../....Q"},
    ),
    Template(
        "A floe: you step",
        "North moves up. On which square does North's penguin come to rest?",
        "...../.*.../.*.../.P.../....Q ; P",
        value=stop("up"),
        hint=SQUARE,
        options={"level": "...../.*.../.*.../.P.../....Q"},
    ),
    Template(
        "You may not leave the board|In yours you must move",
        "Which of these may North do in this turn?",
        "PQ.../...../*..../...../...*. ; P",
        each=[
            ("move up", "up"),
            ("move down", "down"),
            ("move left", "left"),
            ("move right", "right"),
            ("stay where it is", "stay"),
        ],
        options={"level": "PQ.../...../*..../...../...*."},
        short=True,
    ),
    Template(
        "Empty floes never move",
        "North moves down, towards the empty floe on b2. On which square does an empty floe lie"
        "\nafterwards?",
        ".P.../...../...../.*.../....Q ; P",
        value=lambda case: case.turned(
            next(square for square, sign in cells_of(case.after("down")).items() if sign == "*")
        ),
        hint=SQUARE,
        options={"level": ".P.../...../...../.*.../....Q"},
    ),
    Template(
        "You win when your move ends on the star",
        "North moves down. Is the match over then, and who has won?",
        "..P../...../...../..*../....Q ; P",
        value=outcome("down"),
        hint=WHO,
        options={"level": "..P../...../...../..*../....Q"},
    ),
    Template(
        "Gliding across it is nothing",
        "North moves down. Is the match over then, and who has won?",
        "..P../...../...../...../..*.Q ; P",
        value=outcome("down"),
        hint=WHO,
        options={"level": "..P../...../...../...../..*.Q"},
        short=True,
    ),
    Template(
        "A penguin stops you as well|Whoever first comes to rest",
        "South moves up. Is the match over then, and who has won?",
        "...../..P../...../...../..Q*. ; Q",
        value=outcome("up"),
        hint=WHO,
        options={"level": "...../..P../...../...../..Q*."},
        short=True,
    ),
    Template(
        "You win when your move ends on the star",
        "North moves to the right, onto the floe that lies on the star. Is the match over then,"
        " and who"
        "\nhas won?",
        "...../...../.P*../...../....Q ; P",
        value=outcome("right"),
        hint=WHO,
        options={"level": "...../...../.P*../...../....Q"},
    ),
    Template(
        "North, West, South and East take turns",
        "Four play. North moves down. Whose turn is it next?",
        "..P../...../R...S/...../..Q.. ; P",
        value=turn_after("down"),
        hint="North, West, South or East",
        options=FOUR,
        flip=False,
        short=True,
    ),
    Template(
        "North, West, South and East take turns|In a corner two others are enough",
        "Four play. North moves up. Which penguins are still on the board then?",
        "RQ.../...../...../P..../....S ; P",
        each=[(name, on_board("up", sign)) for sign, name in SEATS.items()],
        options=FOUR,
        flip=False,
        short=True,
    ),
    Template(
        "The penguin leaves the board, the floe stays",
        "Four play. North moves up. What lies on a5 afterwards?",
        "RQ.../...../...../P..../....S ; P",
        each=[
            ("only water", lies("up", "a5", ".")),
            ("an empty floe", lies("up", "a5", "*")),
            ("West's penguin on its floe", lies("up", "a5", "R")),
        ],
        options=FOUR,
        flip=False,
    ),
    Template(
        "at an edge it takes three",
        "Four play. North moves up and comes to rest on c4. Is South's penguin, on c5, still on the"
        "\nboard then?",
        ".RQ../...../...../..P../....S ; P",
        yes=on_board("up", "Q"),
        options={**FOUR},
        flip=False,
    ),
    Template(
        "If a move reaches the star and traps somebody",
        "Four play on a board of three by three squares with the star in its middle, on b2."
        " North moves"
        "\ndown and comes to rest on b2. Is the match over then, and who has won?",
        ".P./.../RQS ; P",
        value=outcome("down"),
        hint="North, West, South, East, draw or goes on",
        options=FOUR,
        flip=False,
    ),
    Template(
        "Three play on the board for four",
        "Three play. Which of the four places stays without a player: North, West, South or East?",
        value=left_at_start(3),
        hint="North, West, South or East",
        short=True,
    ),
    Template(
        "A match is a draw when",
        "Which of these end the match as a draw?",
        each=[
            (
                f"The same position, with the same side to move, comes up for the {word} time.",
                comes(n),
            )
            for n, word in ((2, "second"), (3, "third"))
        ]
        + [
            (f"The match has had {n} moves, and nobody has won.", reached(n))
            for n in (MOST // 2, MOST)
        ],
    ),
]
