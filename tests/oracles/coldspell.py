"""Cold Spell, written a second time from the rule text alone, slowly and plainly.

Lines in quotation marks are the rule text. "CHOICE" marks a place where the text left more than
one reading open, and says which one is played here.

CHOICE: there is no word list of our own here. Without the option `words` the list is empty, so
that no word can be ended; all of the game before the spelling is the same.
CHOICE: the shorthand `spell:zone,cat` is not read here; only the plies that it stands for are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

FILES = "abcdef"
RANKS = "654321"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)  # "dealt in order: a6 b6 ... f1"
DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0))
PIPS = {"s": 1, "m": 2, "l": 3}
PYRAMIDS_OF_A_SIZE = 5
TURN_LIMIT = 200  # "Cap of 200 turns, as a stalemate"
BONUS = 20
SHORTEST_WORD = 2
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
HOLE = "-"
WILD = "?"
PROGRESS = ("place", "claim", "force", "take")  # what a stalemate goes without

VALUES = {
    letter: value
    for letters, value in (
        ("LNRST", 1),
        ("DG", 2),
        ("BCMP", 3),
        ("FHVWY", 4),
        ("K", 5),
        ("JX", 8),
        ("QZ", 10),
        ("AEIOU", 1),  # "vowel cards 1"; the usual tiles have the same values, and single vowels
        (WILD, 0),
    )
    for letter in letters
}


def _alpha() -> dict[str, int]:
    """The 74 cards: "42 consonants, 30 two-vowel cards, 2 wilds"."""
    # "x3 N R S T; x2 B C D F G H K L M P V W Y; x1 J Q X Z; each of the 10 vowel pairs x3"
    deck = dict.fromkeys("NRST", 3) | dict.fromkeys("BCDFGHKLMPVWY", 2) | dict.fromkeys("JQXZ", 1)
    pairs = [one + two for one in "AEIOU" for two in "AEIOU" if one < two]
    return deck | dict.fromkeys(pairs, 3) | {WILD: 2}


def _tiles() -> dict[str, int]:
    """The "usual 100 crossword tiles (98 letters and 2 blanks)"."""
    counts = (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1)
    return dict(zip(ALPHABET.upper(), counts, strict=True)) | {WILD: 2}


DECKS = {"alpha": _alpha(), "tiles": _tiles()}


@dataclass(frozen=True)
class Rules:
    """The options of one game."""

    players: int = 2
    deck: str = "alpha"
    moves: str = "bend"
    spelling: str = "players"
    words: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Cell:
    """One square: not dealt yet, a hole, or a card that may carry a pyramid."""

    card: str = ""  # "", "-" for a hole, "T", "AE", "?"
    pyramid: str = ""  # "", "s", "m", "l"
    claimant: int = 0  # 0: the pyramid stands upright; else it lies towards that seat, 1-4

    @property
    def free(self) -> bool:
        return self.card not in ("", HOLE) and not self.pyramid

    @property
    def upright(self) -> bool:
        return self.pyramid != "" and not self.claimant

    @property
    def claimed(self) -> bool:
        return self.claimant > 0


Letter = tuple[int, str]  # the number of a card in its seat's hand, and the letter it stands for
Word = tuple[Letter, ...]


@dataclass(frozen=True)
class Position:
    """A moment of the game."""

    rules: Rules
    board: tuple[Cell, ...]  # in the order of SQUARES
    stash: tuple[int, ...]  # small, medium, large
    taken: tuple[tuple[str, ...], ...]  # one hand a seat: "Zl", "AOm", in the order taken
    spelled: tuple[tuple[Word, ...], ...]  # one tuple of ended words a seat
    phase: str = "deal"  # "deal", "play", "spell", "over"
    seat: int = 0  # whose turn it is, or would have been next
    used: str = ""  # the kind of the first action, once it is played
    hijacked: str = ""  # the square of a pyramid that must move now
    idle: int = 0  # turns in a row without any of PROGRESS
    turns: int = 0  # turns ended since the start, or since the position was read
    ending: str = ""
    speller: int = 0
    letters: Word = ()  # the speller's unfinished word


# ---------------------------------------------------------------------------------------------
# The interface


def start(**options: str) -> Position:
    """The empty field, before the deal."""
    rules = _rules(options)
    return Position(
        rules,
        board=(Cell(),) * len(SQUARES),
        stash=(PYRAMIDS_OF_A_SIZE,) * len(PIPS),
        taken=((),) * rules.players,
        spelled=((),) * rules.players,
    )


def to_play(position: Position) -> int:
    """The seat to decide, -1 for the deal, -2 when the game is over."""
    if position.phase == "spell":
        return position.speller
    return {"deal": -1, "play": position.seat, "over": -2}[position.phase]


@lru_cache(maxsize=8)
def moves(position: Position) -> list[str]:
    """Every legal ply, sorted by code point."""
    if position.phase == "deal":
        return sorted("deal:" + card for card in _undealt(position))
    if position.phase == "play":
        return sorted(_turn_plies(position))
    if position.phase == "spell":
        return sorted(_spelling_plies(position))
    return []


def play(position: Position, text: str) -> Position:
    """The position after one legal ply."""
    if text not in moves(position):
        raise ValueError(f"not a legal ply: {text!r}")
    if position.phase == "deal":
        return _deal(position, text.removeprefix("deal:"))
    if position.phase == "play":
        return _end_turn(position) if text == "done" else _act(position, text)
    return _spell(position, text)


def result(position: Position) -> tuple[list[float], str] | None:
    """The returns and the ending, or None while the game goes on."""
    if position.phase != "over":
        return None
    return _returns(totals(position)), position.ending


def totals(position: Position) -> list[int]:
    """The final scores, the bonus included."""
    rules = position.rules
    if rules.spelling == "auto":
        return auto_totals(position.taken, rules.words)
    return _with_bonus(
        [
            _score(hand, {number - 1 for word in words for number, _ in word})
            for hand, words in zip(position.taken, position.spelled, strict=True)
        ],
        [max((len(word) for word in words), default=0) for words in position.spelled],
    )


def _returns(points: Sequence[int]) -> list[float]:
    """The returns: "Highest total wins; equal totals share"."""
    count = len(points)
    winners = points.count(max(points))
    # "the winner 1 and each other -1/(n-1), shared wins split evenly", and "returns sum to 0".
    # CHOICE: the seats that do not win get -1/(n-1) however many win; what they lose is split
    # evenly by those who win. (This is also the mean over the winners winning alone.)
    won = (count - winners) / (winners * (count - 1))
    return [won if total == max(points) else -1.0 / (count - 1) for total in points]


# ---------------------------------------------------------------------------------------------
# The deal


def _undealt(position: Position) -> list[str]:
    """The kinds of card that the deck still holds; one ply a kind."""
    dealt = Counter(cell.card for cell in position.board)
    deck = DECKS[position.rules.deck]
    return [card for card, count in deck.items() if dealt[card] < count]


def _deal(position: Position, card: str) -> Position:
    board = list(position.board)
    board[board.index(Cell())] = Cell(card)  # the first square that has no card
    phase = "deal" if Cell() in board else "play"
    return replace(position, board=tuple(board), phase=phase)


# ---------------------------------------------------------------------------------------------
# The actions of a turn


def _cell(position: Position, square: str) -> Cell:
    return position.board[SQUARES.index(square)]


def _put(position: Position, square: str, cell: Cell) -> Position:
    index = SQUARES.index(square)
    board = (*position.board[:index], cell, *position.board[index + 1 :])
    return replace(position, board=board)


def _turn_plies(position: Position) -> list[str]:
    """The plies of the seat whose turn it is."""
    if position.hijacked:
        # "must at once move >= 1 step, which is the second action"
        return _steps(position, position.hijacked)
    actions = {
        "place": _placings(position),
        "move": [ply for square in _uprights(position) for ply in _steps(position, square)],
        "claim": ["claim:" + square for square in _uprights(position)],
        "force": _forcings(position),
        "take": _takings(position),
        "hijack": _hijackings(position),
    }
    if not position.used:
        # The first action is compulsory: no `done`. Some action always is legal, for a game with
        # an empty stash and nothing upright is over, and there is always a free card to place on.
        return [ply for plies in actions.values() for ply in plies]
    # "one or two actions of different kinds". CHOICE: claim and force are different kinds, as
    # they are listed apart, so a turn may have one of each.
    del actions[position.used]
    actions.pop("hijack", None)  # "first action only"
    second = [ply for plies in actions.values() for ply in plies]
    # "`done` ends a turn that could go on": no second action, no `done`.
    return [*second, "done"] if second else []


def _uprights(position: Position) -> list[str]:
    return [square for square in SQUARES if _cell(position, square).upright]


def _placings(position: Position) -> list[str]:
    """Place "a pyramid from the stash, upright, on a free card"."""
    return [
        f"place:{size}@{square}"
        for size, left in zip(PIPS, position.stash, strict=True)
        for square in SQUARES
        if left and _cell(position, square).free
    ]


def _forcings(position: Position) -> list[str]:
    """Force: an upright pyramid "turned towards an opponent"."""
    return [
        f"force:{square}>{seat + 1}"
        for square in _uprights(position)
        for seat in range(position.rules.players)
        if seat != position.seat
    ]


def _takings(position: Position) -> list[str]:
    """Take "one card claimed by oneself"."""
    mine = position.seat + 1
    return ["take:" + square for square in SQUARES if _cell(position, square).claimant == mine]


def _hijackings(position: Position) -> list[str]:
    """Hijack: "any lying pyramid is set upright and must at once move ... Illegal if it cannot"."""
    return [
        "hijack:" + square
        for square in SQUARES
        if _cell(position, square).claimed and _steps(position, square)
    ]


def _steps(position: Position, square: str) -> list[str]:
    """The moves of one pyramid: "1..pips orthogonal steps, to a free card"."""
    straight = position.rules.moves == "straight"
    reached: set[str] = set()
    ways = {(square, direction) for direction in DIRECTIONS}  # where it is, where it steps next
    for _ in range(PIPS[_cell(position, square).pyramid]):
        stepped = {(_step(position, *way), way[1]) for way in ways}
        # "may turn between steps [reading: it counts spaces; option `moves=straight`]"
        ways = {
            (here, turn)
            for here, direction in stepped
            for turn in ((direction,) if straight else DIRECTIONS)
            if here
        }
        reached |= {here for here, _ in ways}
    # A way back to where it stands is no move: that card is not free.
    return [f"{square}-{target}" for target in reached if _cell(position, target).free]


def _step(position: Position, square: str, direction: tuple[int, int]) -> str:
    """The square that is one step away, if it can be stepped on, else an empty text."""
    here = chr(ord(square[0]) + direction[0]) + str(int(square[1]) + direction[1])
    # "passes over free and claimed cards, not over holes or upright pyramids". (A hijacked
    # pyramid has been set upright only in word here when `hijack` is tested; it makes no
    # difference, since a way back over its own square leads nowhere new.)
    return here if here in SQUARES and _is_open(_cell(position, here)) else ""


def _is_open(cell: Cell) -> bool:
    return cell.free or cell.claimed


def _act(position: Position, text: str) -> Position:
    """Plays one action and what the rules do by themselves after it."""
    kind = text.partition(":")[0] if ":" in text else "move"
    after = _change(position, kind, text)
    if kind in PROGRESS:
        # CHOICE: a turn counts as one without progress only if neither of its actions is of these
        # kinds; -1 so that the end of this turn makes it 0.
        after = replace(after, idle=-1)
    # "End: at once when the stash is empty and no pyramid stands upright", even in mid-turn.
    if _all_claimed(after):
        return _end_play(_next_seat(after), "all claimed")
    # "place: ... Ends the turn."
    if kind == "place" or position.used:
        return _end_turn(after)
    first = replace(after, used=kind)
    return first if _turn_plies(first) else _end_turn(first)


def _change(position: Position, kind: str, text: str) -> Position:
    """What one action changes on the field, in the stash and in the hands."""
    if kind == "move":
        source, target = text.split("-")
        pyramid = _cell(position, source).pyramid
        left = _put(position, source, Cell(_cell(position, source).card))
        landed = _put(left, target, Cell(_cell(position, target).card, pyramid))
        return replace(landed, hijacked="")
    if kind == "place":
        size, square = text.removeprefix("place:").split("@")
        stash = tuple(n - (s == size) for s, n in zip(PIPS, position.stash, strict=True))
        card = _cell(position, square).card
        return _put(replace(position, stash=stash), square, Cell(card, size))
    square, _, seat = text.partition(":")[2].partition(">")
    cell = _cell(position, square)
    if kind == "claim":
        return _put(position, square, replace(cell, claimant=position.seat + 1))
    if kind == "force":
        return _put(position, square, replace(cell, claimant=int(seat)))
    if kind == "take":
        return _take(position, square)
    return _put(replace(position, hijacked=square), square, replace(cell, claimant=0))


def _take(position: Position, square: str) -> Position:
    """The card "leaves the field with its pyramid; kept together for scoring"."""
    cell = _cell(position, square)
    taken = tuple(
        (*hand, cell.card + cell.pyramid) if seat == cell.claimant else hand
        for seat, hand in enumerate(position.taken, 1)
    )
    return _put(replace(position, taken=taken), square, Cell(HOLE))


def _all_claimed(position: Position) -> bool:
    return not any(position.stash) and not _uprights(position)


def _next_seat(position: Position) -> Position:
    seat = (position.seat + 1) % position.rules.players
    return replace(position, seat=seat, used="", hijacked="")


def _end_turn(position: Position) -> Position:
    after = _next_seat(replace(position, idle=position.idle + 1, turns=position.turns + 1))
    # "two full rounds without a place, claim, force or take". CHOICE: a full round is as many
    # turns in a row as there are seats, whoever was first in it. The cap of 200 turns "as a
    # stalemate" has the same ending word.
    if after.idle >= 2 * after.rules.players or after.turns >= TURN_LIMIT:
        return _end_play(after, "stalemate")
    return after


def _end_play(position: Position, ending: str) -> Position:
    """The end: "every claimed card goes to its claimant", "from the top rank, left to right"."""
    for square in SQUARES:
        if _cell(position, square).claimed:
            position = _take(position, square)
    phase = "over" if position.rules.spelling == "auto" else "spell"
    return _pass_spelling(replace(position, phase=phase, ending=ending))


# ---------------------------------------------------------------------------------------------
# The spelling by the players


def _faces(card: str) -> str:
    """The letters a card can stand for: "a vowel card is either of its vowels, a wild any"."""
    return ALPHABET if card == WILD else card.lower()


def _left(position: Position) -> list[int]:
    """The numbers of the speller's cards that are in no word, ended or unfinished."""
    words = (*position.spelled[position.speller], position.letters)
    used = {number for word in words for number, _ in word}
    hand = position.taken[position.speller]
    return [number for number in range(1, len(hand) + 1) if number not in used]


def _spelling_plies(position: Position) -> list[str]:
    plies = []
    for number in _left(position):
        # CHOICE: any card may be added to any letters; only `/` asks the word list.
        faces = _faces(position.taken[position.speller][number - 1][:-1])
        if len(faces) == 1:
            plies.append(f"+{number}")
        else:
            plies += [f"+{number}={face}" for face in faces]
    if not position.letters:
        # CHOICE: `done` only where no word is unfinished; `clear` takes such a word back first.
        return [*plies, "done"]
    # "`/` ends a word (only where the letters are one)"
    if "".join(letter for _, letter in position.letters) in position.rules.words:
        plies.append("/")
    return [*plies, "clear"]


def _spell(position: Position, text: str) -> Position:
    seat = position.speller
    if text == "done":
        return _pass_spelling(replace(position, speller=seat + 1))
    if text == "clear":
        return replace(position, letters=())
    if text == "/":
        words = (*position.spelled[seat], position.letters)
        spelled = (*position.spelled[:seat], words, *position.spelled[seat + 1 :])
        return _pass_spelling(replace(position, spelled=spelled, letters=()))
    number, _, face = text[1:].partition("=")
    letter = face or _faces(position.taken[seat][int(number) - 1][:-1])
    return replace(position, letters=(*position.letters, (int(number), letter)))


def _pass_spelling(position: Position) -> Position:
    """Goes on to the next seat that has a card to spell with; after the last one all is over."""
    # CHOICE: a seat with no card left (none at all, or all in ended words) has no choice to make
    # but `done`, which "ends a turn that could go on"; so that seat's spelling ends without a ply.
    while position.phase == "spell":
        if position.speller == position.rules.players:
            return replace(position, phase="over", speller=0)
        if _left(position):
            return position
        position = replace(position, speller=position.speller + 1)
    return position


# ---------------------------------------------------------------------------------------------
# Scoring, and the best arrangement of a hand


def _points(card: str) -> int:
    """A card counts "its value x the pips of its pyramid"; written as in a hand, "Zl", "AOm"."""
    return VALUES[card[0]] * PIPS[card[-1]]


def _score(hand: Sequence[str], used: Iterable[int]) -> int:
    """The score "used - unused"; `used` holds indices into the hand, from 0."""
    used = set(used)
    return sum(_points(card) if i in used else -_points(card) for i, card in enumerate(hand))


def _with_bonus(scores: Sequence[int], longest: Sequence[int]) -> list[int]:
    """The scores "+ 20 for the player whose longest word is strictly the longest"."""
    alone = longest.count(max(longest)) == 1
    return [
        score + (BONUS if alone and length == max(longest) else 0)
        for score, length in zip(scores, longest, strict=True)
    ]


def best(hand: Sequence[str], words: Iterable[str]) -> tuple[int, int]:
    """The best arrangement of a hand: "the most points, then the longest word".

    A hand is written as in a position text: best(["Zl", "AOm", "Ns", "EOs"], {"zone"}) is (34, 4).
    """
    return max((score, longest) for longest, score in arrangements(hand, words).items())


def arrangements(hand: Sequence[str], words: Iterable[str]) -> dict[int, int]:
    """For each length that the longest word can have (0: no word), the most points with it."""
    found: dict[int, int] = {}
    sets = spellable(hand, words)
    for chosen in _packings(frozenset(range(len(hand))), sets):
        longest = max((len(one) for one in chosen), default=0)
        score = _score(hand, frozenset().union(*chosen))
        found[longest] = max(score, found.get(longest, score))
    return found


def spellable(hand: Sequence[str], words: Iterable[str]) -> list[frozenset[int]]:
    """Every set of cards that spells some word, as indices into the hand, each set once."""
    everything = frozenset(range(len(hand)))
    return sorted(
        {
            used
            for word in set(words)
            if SHORTEST_WORD <= len(word) <= len(hand)
            for used in _layings(word, hand, everything)
        },
        key=sorted,
    )


def _layings(word: str, hand: Sequence[str], left: frozenset[int]) -> Iterator[frozenset[int]]:
    """Every set of cards out of those left that can be laid, in some order, as the letters."""
    if not word:
        yield frozenset()
        return
    for i in left:
        if word[0] in _faces(hand[i][:-1]):
            for rest in _layings(word[1:], hand, left - {i}):
                yield rest | {i}


def _packings(
    left: frozenset[int], sets: Sequence[frozenset[int]]
) -> Iterator[tuple[frozenset[int], ...]]:
    """Every choice of sets that share no card, out of the cards left."""
    if not left:
        yield ()
        return
    first = min(left)  # this card is in no word, or in just one
    yield from _packings(left - {first}, sets)
    for one in sets:
        if first in one and one <= left:
            for rest in _packings(left - one, sets):
                yield (one, *rest)


def auto_totals(hands: Sequence[Sequence[str]], words: Iterable[str]) -> list[int]:
    """The totals of `spelling=auto`, the bonus included."""
    words = frozenset(words)
    choices = [arrangements(hand, words) for hand in hands]
    plain = [max((score, longest) for longest, score in choice.items()) for choice in choices]
    # "and where a longer longest word would win the bonus, what that is worth". CHOICE: each seat
    # takes the others' plain best arrangements as given and then picks, out of all of its own,
    # the most points with the bonus, then the longest word. The bonus is then given by what all
    # of them have picked, so two seats that reach for it with equal length both miss it.
    picked = []
    for seat, choice in enumerate(choices):
        to_beat = max(longest for other, (_, longest) in enumerate(plain) if other != seat)
        total, longest = max(
            (score + (BONUS if longest > to_beat else 0), longest)
            for longest, score in choice.items()
        )
        picked.append((total - (BONUS if longest > to_beat else 0), longest))
    return _with_bonus([score for score, _ in picked], [longest for _, longest in picked])


@lru_cache(maxsize=8)
def load_words(path: str) -> frozenset[str]:
    """A word list: "no proper nouns, abbreviations, hyphens or apostrophes"."""
    # CHOICE: only lines of lower-case a-z and two or more letters count; a capital marks a name.
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    return frozenset(line.strip() for line in lines if re.fullmatch("[a-z]{2,}", line.strip()))


# ---------------------------------------------------------------------------------------------
# Options and position texts


def _rules(options: dict[str, str]) -> Rules:
    unknown = set(options) - {"players", "deck", "moves", "spelling", "words"}
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    allowed = {
        "players": ("2", "3", "4"),
        "deck": tuple(DECKS),
        "moves": ("bend", "straight"),
        "spelling": ("players", "auto"),
    }
    chosen = {name: options.get(name, values[0]) for name, values in allowed.items()}
    for name, values in allowed.items():
        if chosen[name] not in values:
            raise ValueError(f"{name}={chosen[name]}: it is one of {', '.join(values)}")
    words = load_words(options["words"]) if "words" in options else frozenset()
    return Rules(int(chosen["players"]), chosen["deck"], chosen["moves"], chosen["spelling"], words)


def write(position: Position) -> str:
    """The position text.

    What the rule text does not lay down: in the deal, squares without a card are number runs; in
    a hijack the second field ends with the square of the pyramid.
    """
    rows = [_write_row(position, rank) for rank in RANKS]
    stash = [f"{size}{n}" for size, n in zip(PIPS, position.stash, strict=True)]
    taken = [f"{seat}:{','.join(hand)}" for seat, hand in enumerate(position.taken, 1)]
    fields = [" / ".join(rows), _write_turn(position), " ".join(stash), " ".join(taken)]
    return " ; ".join(fields)


def _write_row(position: Position, rank: str) -> str:
    cells = [_cell(position, file + rank) for file in FILES]
    texts = [_write_cell(cell) for cell in cells if cell.card]
    missing = len(cells) - len(texts)  # cards are dealt from the left, so these are on the right
    return " ".join([*texts, str(missing)] if missing else texts)


def _write_cell(cell: Cell) -> str:
    if not cell.pyramid:
        return cell.card
    return f"{cell.card}+{cell.pyramid}{cell.claimant or ''}"


def _write_turn(position: Position) -> str:
    words = [str(position.seat + 1), position.used, position.hijacked]
    return " ".join(word for word in words if word)


def read(text: str, **options: str) -> Position:
    """The position of a text between turns, or after a first action that is no hijack."""
    position = start(**options)
    text = " ".join(text.split())
    # An empty list of cards leaves a space or nothing at the end: "... ; 1: 2:"
    fields = text.split(" ; ")
    if len(fields) != 4:
        raise ValueError("a position has four fields: board ; to play ; stash ; cards taken")
    board = _read_board(fields[0], position.rules)
    position = replace(
        position,
        board=board,
        stash=_read_stash(fields[2]),
        taken=_read_taken(fields[3], position.rules),
        phase="deal" if Cell() in board else "play",
    )
    position = _read_turn(fields[1], position)
    _check_cards(position)
    _check_pyramids(position)
    # "Reading a position text and printing it again gives the same text."
    # CHOICE: so a text written in another way is refused, spacing aside.
    if write(position) != text:
        raise ValueError(f"the text should be: {write(position)}")
    return _judge(position)


def _judge(position: Position) -> Position:
    """A position read "is judged as if the other side had just ended its turn"."""
    if position.phase == "play" and _all_claimed(position):
        # CHOICE: cards that are still claimed then are taken now, and so not printed as they were
        # read. The seat to play is the one "whose turn would have been next" already. With
        # spelling=players the spelling is still to come, even if this was printed after it.
        if position.used:
            raise ValueError("to play: the play has ended, no turn can go on")
        return _end_play(position, "all claimed")
    if position.used and not _turn_plies(position):
        # CHOICE: as in Freeze Tag, a text may not claim that a turn goes on that cannot.
        raise ValueError("to play: there is no second action, so the turn has ended")
    return position


def _card_pattern(rules: Rules) -> str:
    return "|".join(re.escape(card) for card in DECKS[rules.deck])


def _read_board(field: str, rules: Rules) -> tuple[Cell, ...]:
    if field == " / ".join(["6"] * 6):
        return (Cell(),) * len(SQUARES)  # before the deal
    rows = field.split(" / ")
    if len(rows) != len(RANKS):
        raise ValueError("the field has six rows")
    board: list[Cell] = []
    for row, rank in zip(rows, RANKS, strict=True):
        cells = row.split(" ")
        if len(cells) != len(FILES):
            raise ValueError(f"rank {rank} has six squares, not {len(cells)}")
        board += [_read_cell(cell, rules) for cell in cells]
    return tuple(board)


def _read_cell(text: str, rules: Rules) -> Cell:
    if text == HOLE:
        return Cell(HOLE)
    pattern = rf"({_card_pattern(rules)})(?:\+([sml])([1-{rules.players}])?)?"
    found = re.fullmatch(pattern, text)
    if not found:
        raise ValueError(f"{text!r} is not a card of this deck, with or without a pyramid")
    return Cell(found[1], found[2] or "", int(found[3] or 0))


def _read_turn(field: str, position: Position) -> Position:
    # CHOICE: `hijack` cannot be read, for the field does not say which pyramid has to move.
    pattern = rf"([1-{position.rules.players}])(?: (move|claim|force|take))?"
    found = re.fullmatch(pattern, field)
    if not found:
        raise ValueError(f"to play: {field!r} is not a seat with the action already used")
    used = found[2] or ""
    idle = -1 if used in PROGRESS else 0
    return replace(position, seat=int(found[1]) - 1, used=used, idle=idle)


def _read_stash(field: str) -> tuple[int, ...]:
    found = re.fullmatch("s([0-5]) m([0-5]) l([0-5])", field)
    if not found:
        raise ValueError(f"stash: {field!r} is not of the form s5 m5 l5")
    return tuple(int(n) for n in found.groups())


def _read_taken(field: str, rules: Rules) -> tuple[tuple[str, ...], ...]:
    card = rf"(?:{_card_pattern(rules)})[sml]"
    hand = f"(?:{card}(?:,{card})*)?"
    pattern = " ".join(f"{seat}:({hand})" for seat in range(1, rules.players + 1))
    found = re.fullmatch(pattern, field)
    if not found:
        raise ValueError(f"cards taken: {field!r} is not one list a seat, as 1:Zl,AOm 2:")
    return tuple(tuple(cards.split(",")) if cards else () for cards in found.groups())


def _check_cards(position: Position) -> None:
    field = [cell.card for cell in position.board]
    taken = [card[:-1] for hand in position.taken for card in hand]
    # Every hole is a card that was taken.
    if field.count(HOLE) != len(taken):
        raise ValueError(f"{field.count(HOLE)} holes, but {len(taken)} cards taken")
    for card, count in DECKS[position.rules.deck].items():
        if (field + taken).count(card) > count:
            raise ValueError(f"{card}: the deck has only {count}")
    if position.phase == "deal" and position.used:
        raise ValueError("to play: no action can be used before the deal")


def _check_pyramids(position: Position) -> None:
    """There must be "five pyramids of each size", on the field, in the stash and taken."""
    field = [cell.pyramid for cell in position.board]
    taken = [card[-1] for hand in position.taken for card in hand]
    for size, left in zip(PIPS, position.stash, strict=True):
        count = left + (field + taken).count(size)
        if count != PYRAMIDS_OF_A_SIZE:
            raise ValueError(f"{size}: {count} pyramids, not five")
