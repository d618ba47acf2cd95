"""Evade, by Alex Randolph: two leaders among six coins, face down; bring one home.

A set of squares is 36 bits, bit rank * 6 + file. Coins have numbers, because everybody can follow
them by eye: White's 1 … 6 from a1 to f1, Black's 7 … 12 from a6 to f6. Who is a leader is one
more set of bits, by coin, and the only secret of the game.
"""

from __future__ import annotations

from random import Random
from typing import Final, final

from everygame.contract import OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FastState, mix
from everygame.games.evade import notation, tables
from everygame.games.evade.checks import check_state
from everygame.games.evade.knowledge import find_worlds, kinds_in, shows_leader

MEMORY: Final = 1
OPEN: Final = 2

CELLS: Final = 36
BOARD: Final = 0xFFFFFFFFF
HOMES: Final = (0x3F, 0x3F << 30)
FILE_A: Final = 0x041041041
FILE_F: Final = 0x820820820
PEEK: Final = 8 * CELLS
"""Actions: a step is way * 36 + square, a peek PEEK + square, a set-up HIDE + pair of files."""
HIDE: Final = PEEK + CELLS
NOWHERE: Final = -1
NOBODY: Final = -1
BOTH: Final = 3  # sides have chosen their leaders
QUIET: Final = 100  # plies without a freeze are a draw

BIT: Final = vec[i64](tables.BIT)
"""At n: 2^n. Compiled, a shifted literal has only 32 bits."""
GOALS: Final = vec[i64]([HOMES[1], HOMES[0]])
STEPS: Final = vec[i64](tables.STEPS)
STAYS: Final = vec[i64](tables.STAYS)
PLACE: Final = vec[i64](tables.PLACE)
PAIRS_OF_FILES: Final = vec[i64](tables.PAIRS_OF_FILES)


@final
class EvadeState(FastState):
    """Squares as bits, seen from the seat to play; coins by number."""

    def __init__(self, information: int) -> None:
        self.information: i64 = information
        self.board: i64 = BOARD
        """The squares in play; studies of the game cut smaller boards out of the real one."""
        self.goals: vec[i64] = GOALS
        """For each seat, where its leaders win."""
        self.own: i64 = 0
        """Live coins of the seat to play."""
        self.enemy: i64 = 0
        self.crowns: i64 = 0
        """Live leaders of both sides."""
        self.pairs: i64 = 0
        """Frozen pairs."""
        self.coins: vec[i64] = vec[i64]([0] * CELLS)
        """The number of the coin on a square, plus 16 times that of the coin beneath; 0 where
        none is, or where a position text did not tell."""
        self.leaders: i64 = 0
        """A bit for each coin that is a leader, once its side has chosen."""
        self.guards: i64 = 0
        """A bit for each coin that all know to be a guard."""
        self.chosen: i64 = 0
        """A bit for each side whose leaders are chosen."""
        self.seat: i64 = 0
        self.peeked: i64 = NOWHERE
        self.quiet: i64 = 0
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
        self.leaders = other.leaders
        self.guards = other.guards
        self.chosen = other.chosen
        self.seat = other.seat
        self.peeked = other.peeked
        self.quiet = other.quiet
        self.winner = other.winner
        self.end = other.end

    # -- what may be done

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
        """One king step of a live coin to an empty square, or onto a live enemy coin."""
        way: i64
        n: i64 = 0
        own, enemy = self.own, self.enemy
        bold = own & ~self.meek()
        empty = self.board & ~(own | enemy | self.pairs)
        steps, stays = STEPS, STAYS
        for way in range(8):
            step = steps[way]
            # All coins at once: the goals, moved back by the step, meet the coins that can go.
            if step > 0:
                movers = own & empty >> step | bold & enemy >> step
            else:
                movers = own & empty << -step | bold & enemy << -step
            n = self.write(out, n, movers & stays[way], way * CELLS)
        return n

    def write(self, out: vec[i64], n: i64, squares: i64, base: i64) -> i64:
        """Append base + square for each of the squares, ascending; return the new length."""
        place = PLACE
        while squares:
            lowest = squares & -squares
            out[n] = base + place[lowest % 37]
            n += 1
            squares ^= lowest
        return n

    def meek(self) -> i64:
        """The own coins that may not freeze: all after a peek, and leaders in the open game."""
        if self.peeked != NOWHERE:
            return self.own
        return self.crowns if self.information == OPEN else 0

    def can_move(self) -> bool:
        """Peeks do not count: "Only moves of coins count"."""
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
        """The seat's leaders; White moves first once both sides have chosen."""
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
        origin, target = BIT[here], BIT[there]
        leader = self.crowns & origin != 0
        coins[here] = 0
        self.own ^= origin
        if self.enemy & target:
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
        """Both coins stay for good, and the upper one is exposed: a leader loses at once."""
        self.enemy ^= target
        self.pairs ^= target
        self.quiet = 0
        if leader:
            self.finish("leader exposed", 1 - self.seat)
        self.crowns &= self.own | self.enemy
        self.guards |= 0 if leader else 1 << coin

    def arrive(self, target: i64, leader: bool, coin: i64) -> None:
        """On the enemy's home row a leader wins; a coin that does not win is a known guard."""
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
        """Four frozen leaders draw "at once", before the next player is found to be stuck."""
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
        """A peek, a freeze and a coin that comes home tell who is a leader where that is secret."""
        if self.information == OPEN or action >= HIDE:
            return ""
        if action >= PEEK:
            return "reveals"
        goal = BIT[action % CELLS + STEPS[action // CELLS]]
        return "reveals" if goal & (self.enemy | HOMES[1 - self.seat]) else ""

    # -- texts and keys

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        """`c2-c3`, `c3xd4`, `peek:b1`, `leaders:ac`. Leaders are read by who chose them, in the
        memory game by nobody: the list of moves would remember for the player."""
        if action < PEEK:
            here = action % CELLS
            there = here + int(STEPS[action // CELLS])
            sign = "x" if self.enemy >> there & 1 else "-"
            return notation.square(here) + sign + notation.square(there)
        if action < HIDE:
            return "peek:" + notation.square(action - PEEK)
        reads = viewer == TRUTH or (viewer == self.seat and self.information != MEMORY)
        return "leaders:" + (notation.LEADERS[action - HIDE] if reads else "??")

    def position(self) -> str:
        """The truth between turns; before and during the set-up all coins read `w?` and `b?`."""
        if self.peeked != NOWHERE and not self.end:
            raise BadPosition("A position text cannot tell of a peek: the turn goes on.")
        return notation.position_text(self.to_json())

    def key(self) -> tuple[int, ...]:
        """The position as all can see it, and who is to play."""
        faces = int(self.crowns) if self.information == OPEN else 0
        turn = (int(self.seat), int(self.chosen), int(self.peeked))
        return (int(self.own), int(self.enemy), int(self.pairs), faces, *turn)

    def fingerprint(self) -> i64:
        mark = mix(self.own, self.enemy)
        mark = mix(mark, self.pairs)
        mark = mix(mark, self.crowns)
        return mix(mark, (self.peeked + 1) * 8 + self.chosen * 2 + self.seat)

    # -- what is known

    def public(self) -> Json:
        """What everybody has seen."""
        coins, tops = notation.pack([int(coin) for coin in self.coins], int(self.pairs))
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
        truth = int(self.leaders)
        return {**self.public(), "kinds": kinds_in([truth], int(self.chosen))}

    def observe(self, viewer: int | None) -> Json:
        """What all have seen, and the kinds of coins as far as they follow for this viewer."""
        if self.end != "" or self.information == OPEN:
            return self.disclose()
        public = self.public()
        kinds = kinds_in(self.worlds(viewer), int(self.chosen))
        untold = [seat for seat in (0, 1) if seat != viewer]
        position = notation.position_text({**public, "kinds": kinds}, untold)
        return {**public, "kinds": kinds, "position": position}

    def disclose(self) -> Json:
        public = self.public()
        kinds = kinds_in([int(self.leaders)], int(self.chosen))
        position = notation.position_text({**public, "kinds": kinds}, [])
        return {**public, "kinds": kinds, "position": position}

    def worlds(self, viewer: int | None) -> list[int]:
        """Every set of leaders, a bit a coin, that this viewer cannot rule out."""
        coins = [int(coin) for coin in self.coins]
        chosen, leaders, guards = int(self.chosen), int(self.leaders), int(self.guards)
        return find_worlds(viewer, chosen, leaders, guards, coins, int(self.pairs))

    # -- reading

    def load(self, data: Json) -> None:
        """Take over JSON that has been checked, or an observation; unknown coins are guards."""
        self.seat = data["turn"]
        self.chosen = data["chosen"][0] + 2 * data["chosen"][1]
        self.peeked = NOWHERE if data["peeked"] is None else notation.cell_of(data["peeked"])
        self.quiet = data["quiet"]
        coins, pairs, leaders, guards = notation.unpack(data)
        self.coins = vec[i64](coins)
        self.pairs = pairs
        self.guards = guards
        self.crown(leaders)

    def crown(self, leaders: int) -> None:
        """Make these coins the leaders, and sort the squares of the live ones."""
        cell: i64
        live, crowns = [0, 0], 0
        for cell in range(CELLS):
            coin = int(self.coins[cell])
            if coin and not self.pairs >> cell & 1:
                live[coin > 6] |= 1 << int(cell)
                crowns |= (leaders >> coin & 1) << int(cell)
        self.leaders = leaders
        self.crowns = crowns
        self.own, self.enemy = live[self.seat], live[1 - self.seat]

    def judge(self) -> None:
        """A position read is judged as if the other side had just ended its turn."""
        if self.chosen != BOTH:
            return
        if shows_leader([int(coin) for coin in self.coins], int(self.pairs), int(self.leaders)):
            self.finish("leader exposed", self.seat)
        elif self.crowns & self.enemy & HOMES[self.seat]:
            self.finish("home", 1 - self.seat)
        elif self.crowns & self.own & HOMES[1 - self.seat]:
            self.finish("home", self.seat)
        else:
            self.judge_turn()


def around(squares: i64) -> i64:
    """These squares and all a king step away."""
    row = squares | (squares & ~FILE_F) << 1 | (squares & ~FILE_A) >> 1
    return row | row << 6 | row >> 6


class Evade(Game):
    """Option: `information` = `memory`, `hidden` or `open`."""

    name = "evade"
    options = notation.OPTIONS
    num_actions = HIDE + len(notation.LEADERS)
    repetition = 3

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        self.information = self.values["information"]
        self.hidden = self.information != "open"
        self.number = ("hidden", "memory", "open").index(self.information)

    def initial_state(self) -> State:
        return self.read(notation.start(self.information))

    def read(self, data: Json) -> EvadeState:
        """The state of JSON that has been checked."""
        state = EvadeState(self.number)
        state.load(data)
        state.judge()
        return state

    def from_json(self, data: AnyJson) -> State:
        check_state(data, self.information)
        return self.read(data)

    def parse_position(self, text: str) -> State:
        return self.from_json(notation.read_position(text, self.information))

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        """Another choice of the enemy's leaders, each that fits being equally likely."""
        state = EvadeState(self.number)
        state.load(observation)
        if "?" in observation["kinds"][1 - seat]:
            state.crown(rng.choice(state.worlds(seat)))
        state.judge()
        return state


GAME = Evade
