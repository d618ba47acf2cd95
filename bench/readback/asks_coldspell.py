"""Questions about Cold Spell, by the paragraphs of its sheet."""

from __future__ import annotations

from typing import Any

from asking import Template, load, table

from everygame.games.coldspell.field import OF_A_SIZE, PLAYING

NAME = "coldspell"
NAMES = ("Blue", "Orange")
LEGEND = (
    "Signs on the boards. A letter, or two letters with a stroke between them, is a card; * is"
    " the card"
    "\nwith the star. Behind a card, s, m or l is a small, medium or large pyramid on it, and"
    " then ^ says"
    "\nthat this pyramid stands upright, >Blue that it lies and points at Blue, >Orange that it"
    " points at"
    "\nOrange. -- is a place whose card is gone. Where nothing else is said Blue and Orange"
    " play, words are"
    "\nEnglish, and the usual options hold. Points printed on cards: Z and Q 10; J and X 8; K 5;"
    " F, H, V, W,"
    "\nY 4; B, C, M, P 3; D, G 2; * 0; all others, also those with two letters, 1."
)
SEATS = ("Blue", "Orange")
SIZES = {"s": "small", "m": "medium", "l": "large"}
RANK = "T N R S T AE / B C D F G AE / "
REST = " / S EO IO OU IU AU"
PLAIN = RANK + "H K L M P AI / V W Y J Q AO / X Z ? N R EI" + REST


def at(middle: str, rest: str) -> str:
    return f"{RANK}{middle}{REST} ; {rest}"


def card(name: str) -> str:
    return "*" if name == "?" else "/".join(name)


def show(state: Any, seen: Any = None) -> str:
    """Return the board as text."""
    data: Any = seen or state.to_json()
    size = {
        square: s for s, squares in zip("sml", data["pyramids"], strict=True) for square in squares
    }
    names = [file + rank for rank in "654321" for file in "abcdef"]
    cards = dict(zip(names, data["cards"], strict=True))
    cells = {square: card(name) for square, name in cards.items()}
    for square, letter in size.items():
        cells[square] += f" {letter}^"
    for seat, squares in enumerate(data["claimed"]):
        for square in squares:
            cells[square] = cells[square][:-1] + f">{SEATS[seat]}"
    for squares in data["taken"]:
        cells |= dict.fromkeys(squares, "--")
    lines = [table(cells, "abcdef", 6)]
    left = [OF_A_SIZE - len(squares) for squares in data["pyramids"]]
    counts = ", ".join(f"{n} {SIZES[s]}" for n, s in zip(left, "sml", strict=True))
    lines.append(f"Pyramids that have not come onto a card yet: {counts}.")
    for seat, squares in enumerate(data["taken"]):
        for square in squares:
            name = f"{card(cards[square])} with a {SIZES[size[square]]} pyramid"
            lines.append(f"{SEATS[seat]} has already put a card beside the board: {name}.")
    return "\n".join(
        [*lines, f"It is {SEATS[data['turn']]}'s turn, and nothing is done in it yet."]
    )


def auto(*hands: str) -> Any:
    """Return a finished match in which the seats have these cards: "Zl AOm" is a Z under a large
    pyramid and A/O under a medium one."""
    cards: list[str] = []
    taken: list[list[str]] = []
    pyramids: dict[str, list[str]] = {"s": [], "m": [], "l": []}
    names = [file + rank for rank in "654321" for file in "abcdef"]
    for hand in hands:
        mine = []
        for word in hand.split():
            square = names[len(cards)]
            cards.append(word[:-1])
            pyramids[word[-1]].append(square)
            mine.append(square)
        taken.append(mine)
    spare = [
        "B",
        "B",
        "D",
        "D",
        "F",
        "F",
        "G",
        "G",
        "H",
        "H",
        "J",
        "K",
        "K",
        "L",
        "L",
        "M",
        "M",
        "V",
    ]
    spare += ["V", "W", "W", "Y", "Y", "X", "P", "P", "AU", "AU", "OU", "OU", "IU"]
    for one in spare:
        if len(cards) < len(names):
            cards.append(one)
    data = {
        "cards": cards, "pyramids": list(pyramids.values()), "claimed": [[], []], "taken": taken,
        "turn": 0, "used": "", "lifted": "", "idle": 0, "turns": 0, "ending": "stalemate",
        "words": [[], []], "letters": [], "speller": 0,
    }  # fmt: skip
    return load(NAME, spelling="auto").from_json(data)


def totals(seat: int, *hands: str) -> Any:
    return lambda case: auto(*hands).final_totals()[seat]


def known(word: str) -> Any:
    return lambda case: len(word) > 1 and word.lower() in words()


def words() -> Any:
    return {str(one).lower() for one in load(NAME).table.words}


def over(moves: str) -> Any:
    """Return an answer: whether the words are made after these moves."""
    return lambda case: case.after(moves).phase != PLAYING


def points(name: str, pips: int) -> int:
    """Return what a card counts with so many pips."""
    shown = load(NAME).table
    return int(shown.card(shown.deck.cards.index(name), pips)[1])


def spells(word: str, cards: list[str]) -> Any:
    return lambda case: can_make(word, cards)


def can_make(word: str, cards: list[str]) -> bool:
    """Tell whether each letter of a word has a card of its own."""
    if not word:
        return True
    return any(
        word[0] in one and can_make(word[1:], cards[:at] + cards[at + 1 :])
        for at, one in enumerate(cards)
    )


TWO = at("H K L M P AI / V W Y J Q+l AO / X Z+l ? N R EI", "1 ; s5 m5 l3 ; 1: 2:")
LAST = (
    "T+s1 N+s1 R+s2 S+s2 T+s1 AE+m1 / B+m1 C+m2 D+m2 F+m2 G+l1 AE+l1 / H K L M P AI / "
    "V W Y J Q+l2 AO / X Z+l ? N+l2 R EI / S EO IO OU IU AU ; 1 ; s0 m0 l0 ; 1: 2:"
)
CLAIMS = at("H K L M P AI / V W+m2 Y J Q+l2 AO / X Z+l1 ? N+s R EI", "1 ; s4 m4 l3 ; 1: 2:")
TEMPLATES = [
    Template(
        "As long as no pyramid is on a card|You must do one",
        "Which of these may Blue do first in this turn?",
        PLAIN + " ; 1 ; s5 m5 l5 ; 1: 2:",
        each=[
            ("stand a small pyramid on the Z on b2", "place:s@b2"),
            ("stand a large pyramid on the Q on e3", "place:l@e3"),
            ("do nothing at all", "done"),
        ],
    ),
    Template(
        "Place a pyramid from the stash",
        "Blue takes a small pyramid that has not come onto a card yet and stands it on the N on"
        " d2. May"
        "\nBlue then, in the same turn, lay the large pyramid on b2 so that it points at Blue?",
        TWO,
        yes="place:s@d2 claim:b2",
        short=True,
    ),
    Template(
        "Place a pyramid from the stash",
        "Blue lays the large pyramid on b2 so that it points at Blue. Which of these may Blue do"
        " as its"
        "\nsecond thing in this turn?",
        at("H K L M P AI / V W Y J Q+l AO / X Z+l ? N+s R+s1 EI", "1 ; s3 m5 l3 ; 1: 2:"),
        each=[
            ("lay the small pyramid on d2 so that it points at Blue", "claim:b2 claim:d2"),
            ("lay the large pyramid on e3 so that it points at Orange", "claim:b2 force:e3>2"),
            ("take the Z on b2 with its pyramid and put both before itself", "claim:b2 take:b2"),
            ("stand a medium pyramid on the free W on b3", "claim:b2 place:m@b3"),
            ("stand a medium pyramid on the R on e2", "claim:b2 place:m@e2"),
            ("end its turn without a second thing", "claim:b2 done"),
        ],
        short=True,
    ),
    Template(
        "Move an upright pyramid: up to one step for each pip",
        "Blue moves the medium pyramid that stands on c4. On which of these squares may this"
        " move end?",
        "T N R S T AE / B C D F G AE / H K L+m M+s1 P AI / V W - J Q AO / X Z ? N R EI"
        " / S EO IO OU IU AU ; 1 ; s4 m4 l4 ; 1:Yl 2:",
        each=[
            (text, f"c4-{square}")
            for text, square in (
                ("c6, two steps up", "c6"),
                ("e4, two steps to the side, over the card on d4", "e4"),
                ("d4, the card with a lying pyramid", "d4"),
                ("c2, two steps down, over the place on c3", "c2"),
                ("d5, one step up and one to the side", "d5"),
                ("c1, three steps down", "c1"),
            )
        ],
        flip=False,
        short=True,
    ),
    Template(
        "but not over upright pyramids or holes",
        "May Blue move the medium pyramid on c4 to c6 as the first thing of this turn?",
        "T N R S T AE / B C D+s F G AE / H K L+m M P AI / V W Y J Q AO / X Z ? N R EI"
        " / S EO IO OU IU AU ; 1 ; s4 m4 l5 ; 1: 2:",
        yes="c4-c6",
    ),
    Template(
        "Claim a card: lay the upright pyramid|Force a card on somebody|Take one card that"
        " is claimed for you",
        "Which of these may Blue do as the first thing of this turn?",
        CLAIMS,
        each=[
            ("lay the small pyramid on d2 so that it points at Blue", "claim:d2"),
            ("lay the small pyramid on d2 so that it points at Orange", "force:d2>2"),
            ("turn the lying pyramid on e3 so that it points at Blue", "claim:e3"),
            ("turn the lying pyramid on b2 so that it points at Orange", "force:b2>2"),
            ("take the Z on b2 with its pyramid and put both before itself", "take:b2"),
            ("take the W on b3 with its pyramid and put both before itself", "take:b3"),
        ],
        short=True,
    ),
    Template(
        "Take one card that is claimed for you",
        "May Blue take the N on d2 with its pyramid as the first thing of this turn and put both"
        " before"
        "\nitself?",
        CLAIMS,
        yes="take:d2",
    ),
    Template(
        "A card counts its points once for each pip",
        "At the end Blue has, among others, the card K with a medium pyramid and uses it in a"
        " word. How"
        "\nmany points does this card bring?",
        value=lambda case: points("K", 2),
        hint="a number",
        short=True,
    ),
    Template(
        "The star is a wild",
        "At the end Blue has, among others, the card * with a large pyramid and uses it in a"
        " word. How many"
        "\npoints does this card bring?",
        value=lambda case: points("?", 3),
        hint="a number",
    ),
    Template(
        "A card with two vowels is either|The star is a wild|Each card goes into one word only",
        "Blue has just these cards: C, T, R, A/E. Which of these words alone can Blue make from"
        " them?",
        each=[
            (word, spells(word, ["C", "T", "R", "AE"]))
            for word in ("CART", "RECTA", "CAT", "RAT", "TREE")
        ],
    ),
    Template(
        "Hijack a pyramid that lies",
        "Blue stands up the lying medium pyramid on b3, which pointed at Orange. Which of these"
        " may Blue do"
        "\nnext, in the same turn?",
        CLAIMS,
        each=[
            ("leave it upright on b3 and end the turn", "hijack:b3 done"),
            ("move it from b3 to b4", "hijack:b3 b3-b4"),
            ("lay it on b3 so that it points at Blue", "hijack:b3 claim:b3"),
            (
                "move it from b3 to b4 and then lay the small one on d2 so that it points at Blue",
                "hijack:b3 b3-b4 claim:d2",
            ),
            ("stand a small pyramid on the Y on c3", "hijack:b3 place:s@c3"),
        ],
        short=True,
    ),
    Template(
        "Hijack a pyramid that lies|You can give up a claim of your own",
        "Blue has done nothing yet in this turn. Which of these lying pyramids may Blue stand"
        " up, in order"
        "\nto move it at once?",
        at("H+s K L M P AI / V+m2 W+s Y J Q+l2 AO / X+s Z+l1 ? N R EI", "1 ; s2 m4 l3 ; 1: 2:"),
        each=[
            ("the one on b2, which points at Blue", "hijack:b2"),
            ("the one on e3, which points at Orange", "hijack:e3"),
            ("the one on a3, which points at Orange", "hijack:a3"),
        ],
    ),
    Template(
        "Hijack a pyramid that lies",
        "Blue first lays the small pyramid on d2 so that it points at Blue. May Blue then, in"
        " the same turn,"
        "\nstand up the lying pyramid on b3 and move it to b4?",
        CLAIMS,
        yes="claim:d2 hijack:b3 b3-b4",
    ),
    Template(
        "When the stash is empty and no pyramid stands upright",
        "Blue lays the large pyramid on b2, the last one that stands, so that it points at"
        " Orange. Does"
        "\nanybody have another turn with pyramids after that, before the words are made?",
        LAST,
        yes=lambda case: not over("force:b2>2")(case),
    ),
    Template(
        "Everybody takes the cards that they still claim",
        "The match ends when all fifteen pyramids point at somebody. How many cards have Blue"
        " and Orange"
        "\nthen won together, those taken before included?",
        LAST,
        value=lambda case: sum(len(mine) for mine in case.after("claim:b2").taken),
        hint="a number",
        short=True,
    ),
    Template(
        "Everybody takes the cards that they still claim",
        "Blue lays the last upright pyramid, on b2, so that it points at Orange, and the match"
        " ends. Must"
        "\nOrange take the Z on b2, even if Orange does not want it?",
        LAST,
        yes=lambda case: case.after("force:b2>2").taken[1].count(28 if case.width else 25) == 1,
    ),
    Template(
        "each card in a word|each card left over|the longest word of all",
        "Blue has the cards C (small), A/E (medium), T (large), Q (small) and makes the word"
        " CAT. Orange"
        "\nhas the cards N (small), O/U (small) and makes the word NO. How many points has Blue"
        " in all?",
        value=totals(0, "Cs AEm Tl Qs", "Ns OUs"),
        hint="a number, perhaps with a minus",
        short=True,
    ),
    Template(
        "the longest word of all|The highest total wins",
        "Blue has the cards C (small), A/E (small), T (small) and makes the word CAT. Orange has"
        " the cards"
        "\nR (small), A/E (small), T (medium) and makes the word RAT. How many points has Orange"
        " in all?",
        value=totals(1, "Cs AEs Ts", "Rs AEs Tm"),
        hint="a number, perhaps with a minus",
        short=True,
    ),
    Template(
        "No names, no abbreviations|Now everybody makes words of two or more letters",
        "Which of these may count as a word, if the cards for it are there?",
        each=[
            ("CATS", known("CATS")),
            ("PARIS", known("PARIS")),
            ("B", known("B")),
            ("RAT", known("RAT")),
        ],
        short=True,
    ),
    Template(
        "It is also over when for two full rounds",
        "In the last three turns, Blue's, Orange's and Blue's, nothing happened but that"
        " standing pyramids"
        "\nwere moved. Orange now moves the medium pyramid from c4 to c5 and ends its turn. Is"
        " the part of"
        "\nthe match with the pyramids over then?",
        at("H K L+m M P AI / V W Y J Q AO / X Z+l1 ? N R EI", "2 ; s5 m4 l4 ; 1: 2:"),
        yes=over("c4-c5 done"),
        more={"idle": 3},
    ),
]
