"""The rules of Evade, by Alex Randolph: two of a side's six face-down coins are leaders; bring one
of them to the enemy's home row.

A set of squares has 36 bits; the square at `file` and `rank`, both from 0, is bit rank * 6 + file.
Coins are numbered, because players can follow each coin by eye: White's are 1 to 6 from a1 to f1,
Black's 7 to 12 from a6 to f6. Which coins are leaders is a set of bits by the numbers of coins, and
it is the only secret of the game.
"""

from __future__ import annotations

from random import Random
from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.bits import BITS
from everygame.fast.state import FastState, mix
from everygame.games.evade import board, notation
from everygame.games.evade.json_checks import check_state
from everygame.games.evade.knowledge import find_worlds, kinds_in, shows_leader
from everygame.games.evade.known_leaders import ALL, POSSIBLE, SIDES, find_leaders

MEMORY: Final = 1
OPEN: Final = 2

CELLS: Final = 36
BOARD: Final = 0xFFFFFFFFF
HOMES: Final = (0x3F, 0x3F << 30)
"""For each side the squares of its home row."""
FILE_A: Final = 0x041041041
FILE_F: Final = 0x820820820
PEEK: Final = 8 * CELLS
"""The numbers of actions: way * 36 + square moves the coin on a square one step; PEEK + square
peeks at it; HIDE + k chooses the k-th pair of `LEADERS` in the set-up."""
HIDE: Final = PEEK + CELLS
NOWHERE: Final = -1
NOBODY: Final = -1
BOTH: Final = 3
"""The value of `chosen` when both sides have chosen their leaders."""
QUIET: Final = 100
"""So many plies in a row without a freeze make a draw."""

GOALS: Final = vec[i64]([HOMES[1], HOMES[0]])
"""For each seat the home row of the other, where its leaders win."""
STEPS: Final = vec[i64](board.STEPS)
STAYS: Final = vec[i64](board.STAYS)
PLACE: Final = vec[i64](board.PLACE)
PAIRS_OF_FILES: Final = vec[i64](board.PAIRS_OF_FILES)


@final
class EvadeState(FastState):
    """Coins as sets of squares, seen from the seat to play, and the number of the coin on each
    square."""

    def __init__(self, information: int) -> None:
        self.information: i64 = information
        """Which version is played, as a place in (hidden, MEMORY, OPEN)."""
        self.board: i64 = BOARD
        """The squares in play. It is smaller than the real board only in studies of the game."""
        self.goals: vec[i64] = GOALS
        """For each seat the squares where its leaders win."""
        self.own: i64 = 0
        """The squares of the live coins of the seat to play."""
        self.enemy: i64 = 0
        """The squares of the live coins of the other seat."""
        self.crowns: i64 = 0
        """The squares of the live leaders of both sides."""
        self.pairs: i64 = 0
        """The squares of frozen pairs."""
        self.coins: vec[i64] = vec[i64]([0] * CELLS)
        """For each square the number of the coin on it, plus 16 times the number of the coin
        beneath; 0 for an empty square, and for a frozen pair of a position text, which does not
        tell its coins."""
        self.moving: i64 = 0
        """A bit for each coin that is live."""
        self.frozen: i64 = 0
        """A bit for each coin that is known to lie in a frozen pair."""
        self.leaders: i64 = 0
        """A bit for each coin that is a leader, after its side has chosen."""
        self.guards: i64 = 0
        """A bit for each coin that everybody knows to be a guard."""
        self.chosen: i64 = 0
        """A bit for each side that has chosen its leaders."""
        self.seat: i64 = 0
        self.peeked: i64 = NOWHERE
        """The square of the coin that the seat to play has peeked at in this turn, or NOWHERE."""
        self.quiet: i64 = 0
        """How many plies in a row have been played without a freeze."""
        self.winner: i64 = NOBODY
        self.end: str = ""

    def blank(self) -> EvadeState:
        twin = EvadeState(int(self.information))
        twin.board, twin.goals = self.board, self.goals
        return twin

    def copy_from(self, other: State) -> None:
        assert isinstance(other, EvadeState)
        i: i64
        mine, theirs = self.coins, other.coins
        for i in range(CELLS):
            mine[i] = theirs[i]
        self.own = other.own
        self.enemy = other.enemy
        self.crowns = other.crowns
        self.pairs = other.pairs
        self.moving = other.moving
        self.frozen = other.frozen
        self.leaders = other.leaders
        self.guards = other.guards
        self.chosen = other.chosen
        self.seat = other.seat
        self.peeked = other.peeked
        self.quiet = other.quiet
        self.winner = other.winner
        self.end = other.end

    # -- legal actions

    def to_play(self) -> i64:
        return OVER if self.end else self.seat

    def legal_actions_into(self, out: vec[i64]) -> i64:
        i: i64
        if self.chosen != BOTH:
            for i in range(15):
                out[i] = HIDE + i
            return 15
        n = self.fill_steps(out)
        if self.information == MEMORY and self.peeked == NOWHERE:
            n = self.write(out, n, self.own, PEEK)
        return n

    def fill_steps(self, out: vec[i64]) -> i64:
        """Write to `out` the king steps of live coins to empty squares and onto live enemy coins;
        return how many there are."""
        way: i64
        n: i64 = 0
        own, enemy = self.own, self.enemy
        bold = own & ~self.meek()
        empty = self.board & ~(own | enemy | self.pairs)
        steps, stays = STEPS, STAYS
        for way in range(8):
            step = steps[way]
            # All coins at once: shift the squares of destination back by the step, and keep those
            # that hold a coin of the seat to play.
            if step > 0:
                movers = own & empty >> step | bold & enemy >> step
            else:
                movers = own & empty << -step | bold & enemy << -step
            n = self.write(out, n, movers & stays[way], way * CELLS)
        return n

    def write(self, out: vec[i64], n: i64, squares: i64, base: i64) -> i64:
        """Write to `out`, from place n on, the action base + square for each of the squares,
        ascending; return the place after the last."""
        place = PLACE
        while squares:
            lowest = squares & -squares
            out[n] = base + place[lowest % 37]
            n += 1
            squares ^= lowest
        return n

    def meek(self) -> i64:
        """Return the squares of the seat's own coins that may not freeze: all of them after a peek,
        and the leaders in the open game."""
        if self.peeked != NOWHERE:
            return self.own
        return self.crowns if self.information == OPEN else 0

    def can_move(self) -> bool:
        """Tell whether a coin of the seat to play can move; a peek is not a move."""
        own, enemy = self.own, self.enemy
        empty = self.board & ~(own | enemy | self.pairs)
        return around(own) & empty | around(own & ~self.meek()) & enemy != 0

    # -- playing

    def advance(self, action: i64) -> None:
        if action < PEEK:
            here = action % CELLS
            self.move(here, here + STEPS[action // CELLS])
        elif action < HIDE:
            self.peeked = action - PEEK
            if not self.can_move():
                self.finish("no moves", 1 - self.seat)
        else:
            self.hide(action - HIDE)

    def hide(self, pair: i64) -> None:
        """Choose the leaders of the seat to play and pass the turn; after both sides have chosen,
        White moves."""
        files = PAIRS_OF_FILES[pair]
        self.leaders |= files << 1 if self.seat == 0 else files << 7
        self.crowns |= files if self.seat == 0 else files << 30
        self.chosen |= 1 << self.seat
        self.pass_turn()
        if self.chosen == BOTH and self.seat != 0:
            self.pass_turn()

    def move(self, here: i64, there: i64) -> None:
        coins = self.coins
        coin = coins[here]
        origin, target = BITS[here], BITS[there]
        leader = self.crowns & origin != 0
        coins[here] = 0
        self.own ^= origin
        if self.enemy & target:
            both = BITS[coin] | BITS[coins[there]]
            self.moving ^= both
            self.frozen |= both
            coins[there] = coin | coins[there] << 4
            self.freeze(target, leader, coin)
        else:
            coins[there] = coin
            self.own ^= target
            if leader:
                self.crowns ^= origin | target
            self.arrive(target, leader, coin)
        self.peeked = NOWHERE
        self.pass_turn()
        if not self.end:
            self.judge_turn()

    def freeze(self, target: i64, leader: bool, coin: i64) -> None:
        """Freeze the enemy coin on the square `target` with the coin that has moved there. A leader
        that freezes is exposed and loses at once; a guard is known from then on."""
        self.enemy ^= target
        self.pairs ^= target
        self.quiet = 0
        if leader:
            self.finish("leader exposed", 1 - self.seat)
        self.crowns &= self.own | self.enemy
        self.guards |= 0 if leader else 1 << coin

    def arrive(self, target: i64, leader: bool, coin: i64) -> None:
        """Finish a move to an empty square. On the enemy's home row a leader wins, and a guard
        becomes known as a guard."""
        self.quiet += 1
        if target & self.goals[self.seat]:
            if leader:
                self.finish("home", self.seat)
            else:
                self.guards |= 1 << coin

    def pass_turn(self) -> None:
        self.own, self.enemy = self.enemy, self.own
        self.seat = 1 - self.seat

    def judge_turn(self) -> None:
        """Test whether the match is over for the seat whose turn begins. Four frozen leaders are
        tested first, because they make a draw even if that seat cannot move."""
        if self.crowns == 0:
            self.finish("leaders frozen", NOBODY)
        elif not self.can_move():
            self.finish("no moves", 1 - self.seat)
        elif self.quiet >= QUIET:
            self.finish("no progress", NOBODY)

    def finish(self, end: str, winner: i64) -> None:
        self.end = end
        self.winner = winner

    def return_of(self, seat: i64) -> float:
        if self.winner == NOBODY:
            return 0.0
        return 1.0 if self.winner == seat else -1.0

    def ending(self) -> str:
        return self.end

    def irrevocable(self, action: int) -> str:
        """Return whether an action reveals who is a leader, if that is secret: a peek, a freeze, or
        a step onto the enemy's home row."""
        if self.information == OPEN or action >= HIDE:
            return ""
        if action >= PEEK:
            return "reveals"
        goal = BITS[target_of(action)]
        return "reveals" if goal & (self.enemy | HOMES[1 - self.seat]) else ""

    # -- texts and keys

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        """Return the text of an action: `c2-c3`, `c3xd4`, `peek:b1`, `leaders:ac`. The leaders in
        it are shown only to the seat that chose them, and in the memory game to nobody, since the
        list of moves would remember them for the player."""
        if action < PEEK:
            there = target_of(action)
            sign = "x" if self.enemy >> there & 1 else "-"
            return notation.square(action % CELLS) + sign + notation.square(there)
        if action < HIDE:
            return "peek:" + notation.square(action - PEEK)
        reads = viewer == TRUTH or (viewer == self.seat and self.information != MEMORY)
        return "leaders:" + (notation.LEADERS[action - HIDE] if reads else "??")

    def position(self) -> str:
        """Return the position text between turns, with all leaders shown; before the end of the
        set-up all coins read `w?` and `b?`. Raises BadPosition after a peek."""
        if self.peeked != NOWHERE and not self.end:
            raise BadPosition("A position text cannot tell of a peek: the turn goes on.")
        return notation.position_text(self.to_json())

    def key(self) -> tuple[int, ...]:
        """Return what two states must share to be the same position: what everybody can see of it,
        and the seat to play."""
        faces = int(self.crowns) if self.information == OPEN else 0
        turn = (int(self.seat), int(self.chosen), int(self.peeked))
        return (int(self.own), int(self.enemy), int(self.pairs), faces, *turn)

    def fingerprint(self) -> i64:
        mark = mix((self.peeked + 1) * 8 + self.chosen * 2 + self.seat, self.own)
        mark = mix(mark, self.enemy)
        return mix(mix(mark, self.pairs), self.crowns)

    def repetition_mark(self) -> i64:
        faces = self.crowns if self.information == OPEN else 0
        mark = mix((self.peeked + 1) * 8 + self.chosen * 2 + self.seat, self.own)
        return mix(mix(mix(mark, self.enemy), self.pairs), faces)

    # -- for programs that learn

    def planes_into(self, out: vec[i64], viewer: i64) -> None:
        """Write the planes of `tensors.py`, with the kinds that the viewer's picture shows. Coins
        are looked at one by one only where the viewer knows the kind of some."""
        known = self.known_leaders(viewer)
        own = self.own if viewer == self.seat else self.enemy
        other = self.enemy if viewer == self.seat else self.own
        mine, theirs = SIDES[viewer], SIDES[1 - viewer]
        guards = ALL & ~(known >> POSSIBLE)
        out[0], out[1] = own, other
        out[2] = self.squares_of(known & mine, own)
        out[3] = self.squares_of(known & theirs, other)
        out[4] = self.squares_of(guards & mine, own)
        out[5] = self.squares_of(guards & theirs, other)
        out[6] = self.squares_of(self.guards & mine, own) if self.keeps_secrets() else 0
        out[7] = self.pairs
        out[8] = self.squares_frozen(known & mine)
        out[9] = self.squares_frozen(known & theirs)
        out[10] = BITS[self.peeked] if self.peeked != NOWHERE else 0

    def squares_of(self, coins: i64, squares: i64) -> i64:
        """Return the squares, out of those of a side's live coins, on which one of its coins in
        `coins` lies."""
        found: i64 = 0
        coins &= self.moving
        while coins and squares:
            lowest = squares & -squares
            squares ^= lowest
            bit = BITS[self.coins[PLACE[lowest % 37]]]
            if coins & bit:
                found |= lowest
                coins ^= bit
        return found

    def squares_frozen(self, coins: i64) -> i64:
        """Return the squares of frozen pairs in which one of these coins lies."""
        found: i64 = 0
        left = self.pairs if coins & self.frozen else 0
        while left:
            lowest = left & -left
            left ^= lowest
            stack = self.coins[PLACE[lowest % 37]]
            if (BITS[stack & 15] | BITS[stack >> 4]) & coins:
                found |= lowest
        return found

    def known_leaders(self, viewer: i64) -> i64:
        """Return the coins that the viewer's picture shows as leaders, plus those that it does not
        show as guards, shifted by POSSIBLE."""
        if self.end or self.information == OPEN:
            return self.leaders | (self.leaders | self.untold()) << POSSIBLE
        if self.information == MEMORY:
            return self.peeked_leader(viewer)
        lost = ALL & ~(self.moving | self.frozen)
        return find_leaders(viewer, self.chosen, self.leaders, self.guards, self.moving, lost)

    def untold(self) -> i64:
        """Return the coins of the sides that have not chosen their leaders."""
        white: i64 = 0 if self.chosen & 1 else SIDES[0]
        return white if self.chosen & 2 else white | SIDES[1]

    def peeked_leader(self, viewer: i64) -> i64:
        """Return what `known_leaders` does in the memory game, where a picture shows no kind but
        that of the coin peeked at."""
        if self.peeked == NOWHERE or viewer != self.seat:
            return ALL << POSSIBLE
        coin = BITS[self.coins[self.peeked]]
        return coin & self.leaders | (ALL & ~coin | coin & self.leaders) << POSSIBLE

    def keeps_secrets(self) -> bool:
        """Whether the hidden game is going on, after both sides have chosen."""
        return self.information == 0 and self.chosen == BOTH and not self.end

    def numbers_into(self, out: vec[i64], viewer: i64) -> None:
        out[0] = self.quiet
        out[1] = self.chosen >> viewer & 1
        out[2] = self.chosen >> 1 - viewer & 1

    # -- what a viewer may know

    def public(self) -> Json:
        """Return the fields of the JSON that everybody may know."""
        coins: list[list[str | None]] = [[None] * 6, [None] * 6]
        tops: dict[str, int | None] = {}
        for cell in range(CELLS):
            stack, place = int(self.coins[cell]), notation.square(cell)
            for coin in (stack & 15, stack >> 4):
                if coin:
                    coins[(coin - 1) // 6][(coin - 1) % 6] = place
            if int(self.pairs) >> cell & 1:
                tops[place] = ((stack & 15) - 1) // 6 if stack else None
        return {
            "turn": int(self.seat),
            "chosen": [bool(self.chosen & 1), bool(self.chosen & 2)],
            "peeked": None if self.peeked == NOWHERE else notation.square(int(self.peeked)),
            "quiet": int(self.quiet),
            "coins": coins,
            "pairs": tops,
            "guards": [[n for n in range(6) if self.guards >> 6 * s + n + 1 & 1] for s in (0, 1)],
        }

    def to_json(self) -> Json:
        return {**self.public(), "kinds": kinds_in([int(self.leaders)], int(self.chosen))}

    def observe(self, viewer: int | None) -> Json:
        """Return what everybody may know, and the kinds of coins as far as this viewer can know or
        conclude them."""
        if self.end != "" or self.information == OPEN:
            return self.disclose()
        untold = [seat for seat in (0, 1) if seat != viewer]
        return self.told(self.worlds(viewer), untold)

    def disclose(self) -> Json:
        return self.told([int(self.leaders)], [])

    def told(self, worlds: list[int], untold: list[int]) -> Json:
        """Return the observation of a viewer who cannot rule out these sets of leaders, and does
        not know how many leaders of the seats in `untold` are frozen."""
        seen = {**self.public(), "kinds": kinds_in(worlds, int(self.chosen))}
        return {**seen, "position": notation.position_text(seen, untold)}

    def worlds(self, viewer: int | None) -> list[int]:
        """Return every set of leaders that this viewer cannot rule out, with one bit for each
        coin."""
        coins = [int(coin) for coin in self.coins]
        chosen, leaders, guards = int(self.chosen), int(self.leaders), int(self.guards)
        return find_worlds(viewer, chosen, leaders, guards, coins)

    # -- reading

    def load(self, data: Json) -> None:
        """Set up this state from JSON that has been checked, or from an observation; coins of
        unknown kinds become guards."""
        self.seat = data["turn"]
        self.chosen = data["chosen"][0] + 2 * data["chosen"][1]
        self.peeked = NOWHERE if data["peeked"] is None else notation.cell_of(data["peeked"])
        self.quiet = data["quiet"]
        coins, leaders, guards, tops = [0] * CELLS, 0, 0, data["pairs"]
        for seat in (0, 1):
            for number, (place, kind) in enumerate(notation.side_of(data, seat)):
                coin = 6 * seat + number + 1
                leaders |= (kind == "l") << coin
                guards |= (number in data["guards"][seat]) << coin
                if place is not None:
                    beneath = tops.get(place) == 1 - seat
                    coins[notation.cell_of(place)] |= coin << 4 if beneath else coin
        self.coins = vec[i64](coins)
        self.pairs = sum(1 << notation.cell_of(place) for place in tops)
        self.guards = guards
        self.crown(leaders)

    def crown(self, leaders: int) -> None:
        """Make these coins the leaders, and compute the sets of live coins and live leaders."""
        cell: i64
        live, crowns, moving, frozen = [0, 0], 0, 0, 0
        for cell in range(CELLS):
            coin = int(self.coins[cell])
            if coin > 15:
                frozen |= 1 << (coin & 15) | 1 << (coin >> 4)
            elif coin:
                live[coin > 6] |= 1 << int(cell)
                moving |= 1 << coin
                crowns |= (leaders >> coin & 1) << int(cell)
        self.moving, self.frozen = moving, frozen
        self.leaders = leaders
        self.crowns = crowns
        self.own, self.enemy = live[self.seat], live[1 - self.seat]

    def judge(self) -> None:
        """Find out whether a position that was read is over, as if the other side had just ended
        its turn."""
        if self.chosen != BOTH:
            return
        if shows_leader([int(coin) for coin in self.coins], int(self.leaders)):
            self.finish("leader exposed", self.seat)
        elif self.crowns & self.enemy & HOMES[self.seat]:
            self.finish("home", 1 - self.seat)
        elif self.crowns & self.own & HOMES[1 - self.seat]:
            self.finish("home", self.seat)
        else:
            self.judge_turn()


def target_of(action: int) -> int:
    """Return the number of the square to which a move of a coin leads."""
    return action % CELLS + int(STEPS[action // CELLS])


def around(squares: i64) -> i64:
    """Return these squares and all squares one king step away from them."""
    row = squares | (squares & ~FILE_F) << 1 | (squares & ~FILE_A) >> 1
    return row | row << 6 | row >> 6


class Evade(Game):
    """The game with its option `information` fixed: `memory`, `hidden` or `open`."""

    name = "evade"
    options = notation.OPTIONS
    num_actions = HIDE + len(notation.LEADERS)
    longest = 2 + 6 * QUIET * 2
    """Two plies of set-up, then turns of a peek and a move at most; six freezes leave no coin."""
    repetition = 3

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.information = self.values["information"]
        self.hidden = self.information != "open"
        self.number = ("hidden", "memory", "open").index(self.information)

    def initial_state(self) -> State:
        return self.read(notation.start(self.information))

    def read(self, data: Json) -> EvadeState:
        """Return the state of JSON that has been checked."""
        state = EvadeState(self.number)
        state.load(data)
        state.judge()
        return state

    def from_json(self, data: AnyJson) -> State:
        check_state(self, data)
        return self.read(data)

    def parse_position(self, text: str) -> State:
        return self.from_json(notation.read_position(text, self.information))

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        """Return a state in which the enemy's leaders are drawn from all choices that the
        observation does not rule out, each with the same probability."""
        state = EvadeState(self.number)
        state.load(observation)
        if "?" in observation["kinds"][1 - seat]:
            state.crown(rng.choice(state.worlds(seat)))
        state.judge()
        return state


GAME = Evade
