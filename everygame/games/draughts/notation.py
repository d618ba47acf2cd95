"""English draughts from PDN and to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

from everygame.contract import State
from everygame.errors import BadPosition, BadRecord
from everygame.games.draughts import pdn
from everygame.games.draughts.pdn import COMMENT, MARK, MOVE, RESULT, Told
from everygame.games.draughts.rules import SQUARES, Draughts, DraughtsState
from everygame.history import START
from everygame.match import Match, Outcome
from everygame.notation import Found
from everygame.notation.tree import Growth, Node, Tree, Words, fault, order, printable, said, titled
from everygame.record import Record, replay
from everygame.words import say

KIND: Final = "21"
"""The number of English draughts in PDN (GameType)."""
TAGS: Final = {
    "Event": "event",
    "Site": "place",
    "Date": "date",
    "Round": "round",
    "Annotator": "annotator",
    RESULT: "result",
}
"""For each tag of PDN that becomes a tag of the record: its name there."""
NAMES: Final = ("Black", "White")
"""The tags of the players, by seats; Black begins."""
ROSTER: Final = ("Event", "Site", "Date", "Round")
"""The tags that each file has, even where they say nothing."""
OWN: Final = ("GameType", "FEN", "SetUp", "Setup", *NAMES, *TAGS)
"""The tags of PDN that are written from the match itself."""
UNKNOWN: Final = ("", "?", "*")
"""Values of tags that say nothing."""
RESULTS: Final = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
"""For each result of PDN, the returns of Black and White: the first number is that of the side that
begins."""
POINTS: Final = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2"}
"""Results in points, as they are written in international draughts."""
BRACKETS: Final = str.maketrans("{}", "()")
"""In a comment, braces would end it."""


# -- from a file


def read(data: bytes) -> list[Found]:
    """Return the games of a file, none where it is of another kind of draughts. Raises
    BadRecord."""
    text = pdn.decode(data)
    games = [told for told in pdn.parse(text) if is_english(told)]
    return [Found(title_of(told), partial(read_game, text, told)) for told in games]


def is_english(told: Told) -> bool:
    """Whether a game is of English draughts: by its tag, or else by the numbers of its squares."""
    kind = told.tags.get("GameType")
    if kind is not None:
        return kind.split(",")[0].strip() == KIND
    moves = told.tree.children(told.tree.root)
    first = moves[0].words[MOVE][0] if moves else told.tags.get("FEN", "")
    numbers = [int(number) for number in re.findall(r"\d+", first)]
    return not re.search("[a-h]", first) and all(1 <= n <= SQUARES for n in numbers)


def title_of(told: Told) -> str:
    """Return the title of a game."""
    names = known(told, NAMES[0]), known(told, NAMES[1])
    return titled(names, *(known(told, name) for name in ("Event", "Date", RESULT)))


def known(told: Told, name: str) -> str:
    """Return what a tag says; an empty text where it says nothing."""
    value = told.tags.get(name, "")
    return "" if value in UNKNOWN else value


def read_game(text: str, told: Told) -> Record:
    """Return the record of a game. Raises BadRecord."""
    growth = Growth(text, Draughts(), read_start(text, told))
    note(growth, told.tree.root, START)
    tree = told.tree
    end = growth.grow(tree, tree.children(tree.root), START, partial(play, growth))
    if end != START:
        declare(growth.match, told.tags.get(RESULT, ""))
    tags = {name: known(told, tag) for tag, name in TAGS.items() if known(told, tag)}
    rest = {tag: [value] for tag, value in told.tags.items() if tag not in OWN}
    growth.keep(START, rest)
    names = tuple(printable(known(told, name)) for name in NAMES)
    return growth.record(names, tags, "pdn")


def read_start(text: str, told: Told) -> State | None:
    """Return the state that a game begins with; None for the start of draughts. Raises
    BadRecord."""
    if "FEN" not in told.tags:
        return None
    try:
        start = Draughts().parse_position(tidy(told.tags["FEN"]))
    except BadPosition as error:
        raise fault(text, told.at, error.message) from None
    return None if start == Draughts().initial_state() else start


def tidy(position: str) -> str:
    """Return a position as `parse_position` reads it: without blanks, a stop at the end, ranges
    such as 1-12, and with White first."""
    parts = "".join(position.split()).rstrip(".").upper().split(":")
    sides = {part[0]: part[1:] for part in parts[1:] if part[:1] in ("W", "B")}
    others = [part for part in parts[1:] if part[:1] == "H"]
    return ":".join([parts[0], *(s + in_full(sides.get(s, "")) for s in "WB"), *others])


def in_full(side: str) -> str:
    """Return the pieces of a side with each range written out."""
    return re.sub(
        r"(K?)(\d{1,2})-(\d{1,2})",
        lambda found: ",".join(
            f"{found[1]}{number}" for number in range(int(found[2]), int(found[3]) + 1)
        ),
        side,
    )


def play(growth: Growth, node: Node, at: int) -> int:
    """Play the move of a node of the file, with all its jumps, and return the node of the match
    after it."""
    numbers = re.findall(r"\d+", node.words[MOVE][0])
    state = growth.match.state(at)
    assert isinstance(state, DraughtsState)
    ways = [way for way in turns(state, [int(n) for n in numbers]) if way]
    if not ways:
        ways = [["-".join(numbers)]]  # which is not legal, and the match says so
    if len(ways) > 1 and len({way_end(state, way) for way in ways}) > 1:
        why = say("{move} could be several captures.", move=node.words[MOVE][0])
        raise fault(growth.text, node.at, why)
    for ply in ways[0]:
        at = growth.play(at, ply, node.at)
    note(growth, node, at)
    return at


def turns(state: DraughtsState, numbers: list[int]) -> list[list[str]]:
    """Return the ways, as move texts, in which the side to move can go from the first square to
    the last, over those between in this order. Files leave squares between out, and some end a
    capture before its end and go on with the next move."""
    whole: list[list[str]] = []
    part: list[list[str]] = []
    for way, after in ways_from(state, numbers[0]):
        squares = [int(re.split("[-x]", ply)[1]) for ply in way]
        if squares[-1] == numbers[-1] and holds(squares, numbers[1:]):
            done = after.is_terminal() or after.to_play() != state.to_play()
            (whole if done else part).append(way)
    return whole or part


def ways_from(state: DraughtsState, origin: int) -> Iterator[tuple[list[str], State]]:
    """Yield each way of the piece on a square within one turn, also those that break off, and the
    state after it."""
    waiting: list[tuple[list[str], State, int]] = [([], state, origin)]
    while waiting:
        way, now, square = waiting.pop()
        if way:
            yield way, now
        if not now.is_terminal() and now.to_play() == state.to_play():
            for text in now.legal_moves():
                here, there = map(int, re.split("[-x]", text))
                if here == square:
                    waiting.append(([*way, text], now.play(text), there))


def holds(squares: list[int], wanted: list[int]) -> bool:
    """Whether the wanted squares occur in this order."""
    rest = iter(squares)
    return all(square in rest for square in wanted)


def way_end(state: State, way: list[str]) -> State:
    """Return the state after the plies of a way."""
    for ply in way:
        state = state.play(ply)
    return state


def note(growth: Growth, node: Node, at: int) -> None:
    """Keep the comments and marks of a node of the file, at a node of the match."""
    growth.remark(at, "\n".join(node.words.get(COMMENT, [])))
    if MARK in node.words:
        growth.keep(at, {MARK: node.words[MARK]})


def declare(match: Match, told: str) -> None:
    """End a match that the rules have not ended as its file says. PDN does not say how a match was
    won; then the loser is taken to have resigned."""
    returns = RESULTS.get(POINTS.get(told, told))
    if match.outcome() or returns is None:
        return
    if returns[0]:
        match.end("resignation", returns.index(-1.0))
    else:
        match.end("agreement")


# -- to a file


def write(records: Sequence[Record]) -> bytes:
    """Return a file with these matches. Raises BadRecord."""
    return pdn.write(list(map(write_match, records)))


def write_match(record: Record) -> Told:
    """Return the tags and the tree of a match."""
    match = replay(record, Draughts(**record.options), Random(0))
    tags = {name: str(record.tags.get(tag, "?")) for name, tag in TAGS.items()}
    told = Told(0, {k: v for k, v in tags.items() if v != "?" or k in ROSTER})
    told.tags[RESULT] = write_result(match.outcome(), record)
    told.tags |= dict(zip(NAMES, (seat.name or "?" for seat in record.seats), strict=True))
    told.tags["GameType"] = KIND
    if record.start is not None:
        told.tags |= {"SetUp": "1", "FEN": write_start(match.state(START))}
    kept = said(said(record.tags, "pdn"), str(START))
    told.tags |= {
        name: texts_of(values)[0]
        for name, values in kept.items()
        if name not in (*OWN, MARK) and re.fullmatch(r"\w+", name) and texts_of(values)
    }
    told.tree.root.words = beside(record, [START])
    add_turns(told.tree, match, record)
    return told


def write_result(outcome: Outcome | None, record: Record) -> str:
    """Return the result of a match, or what its file said of it, as PDN writes it."""
    if outcome is None or outcome.ending == "stopped":
        return str(record.tags.get("result", "*"))
    return next(text for text, returns in RESULTS.items() if returns == outcome.returns)


def write_start(start: State) -> str:
    """Return the position at which a match begins. Raises BadRecord."""
    try:
        return start.position()
    except BadPosition:
        raise BadRecord("PDN cannot say that a match begins within a capture.") from None


def add_turns(tree: Tree, match: Match, record: Record) -> None:
    """Add the turns of a match to its tree: PDN writes all jumps of a capture as one move."""
    children = order(match)
    waiting = [(START, tree.root)]
    while waiting:
        number, node = waiting.pop()
        for way in ways_below(match, children, number):
            plies = [match.nodes[ply].move for ply in way]
            squares = [re.split("[-x]", ply) for ply in plies]
            sign = "x" if "x" in plies[0] else "-"
            text = sign.join([squares[0][0], *(there for _, there in squares)])
            turn = Node(words={MOVE: [text], **beside(record, way)})
            waiting.append((way[-1], tree.add(node, turn)))


def ways_below(match: Match, children: list[list[int]], number: int) -> Iterator[list[int]]:
    """Yield the plies of each turn that begins at a node of a match."""
    waiting = [[child] for child in reversed(children[number])]
    while waiting:
        way = waiting.pop()
        seat, further = match.nodes[way[-1]].seat, children[way[-1]]
        if further and match.nodes[further[0]].seat == seat:
            waiting += [[*way, child] for child in reversed(further)]
        else:
            yield way


def beside(record: Record, numbers: list[int]) -> Words:
    """Return the marks and comments at nodes of a match."""
    comments, kept = said(record.tags, "comments"), said(record.tags, "pdn")
    texts = [comments.get(str(number)) for number in numbers]
    lines = [" ".join(text.translate(BRACKETS).split()) for text in texts if isinstance(text, str)]
    marks = [mark for n in numbers for mark in texts_of(said(kept, str(n)).get(MARK))]
    sound = [mark for mark in marks if re.fullmatch(r"\$\d+|[!?]+|\([!?]+\)", mark)]
    found = {MARK: sound, COMMENT: [line for line in lines if line]}
    return {name: values for name, values in found.items() if values}


def texts_of(values: object) -> list[str]:
    """Return the texts of a list; none where it is no list."""
    return [one for one in values if isinstance(one, str)] if isinstance(values, list) else []
