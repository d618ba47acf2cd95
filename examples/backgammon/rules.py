"""Backgammon, without the doubling cube: race home and bear off, and hit what stands alone."""

from everygame.contract import CHANCE, OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadPosition

POINTS = 24
BAR, OFF = 24, -1
"""Where a man enters from, and where it leaves to; points are 0 to 23 as its owner counts, the
first one is the nearest to being off."""
STEP = 25 * 6
"""Actions below are steps: start * 6 + die − 1; BAR is a start too."""
PASS = STEP
MEN = 15
START = {5: 5, 7: 3, 12: 5, 23: 2}


class BackgammonState(State):
    def __init__(self, men: list[list[int]], turn: int, dice: list[int], rolled: bool) -> None:
        self.men = men
        """For each seat how many men stand on its points 0 to 23 and on the bar; replaced, never
        changed, so that states can share them."""
        self.turn = turn
        self.dice = dice
        """What is still to be played, the greater one first."""
        self.rolled = rolled
        self.steps: list[int] = []
        """The legal steps, once they have been worked out; they are asked for again and again."""
        self.opening = False
        """A die each decides who begins, and they play this roll."""

    def to_play(self) -> int:
        if not all(map(any, self.men)):
            return OVER
        return self.turn if self.rolled else CHANCE

    def legal_actions(self) -> list[int]:
        who = self.to_play()
        if who == OVER:
            return []
        if who == CHANCE:
            if self.opening:
                return [a * 6 + b for a in range(6) for b in range(6) if a != b]
            return [a * 6 + b for a in range(6) for b in range(a + 1)]
        if not self.steps:
            self.steps = steps_of(self.men[who], self.men[1 - who], self.dice) or [PASS]
        return list(self.steps)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Two dice that are not alike come twice as often as doubles."""
        rolls = self.legal_actions()
        if self.opening:
            return [(roll, 1 / 30) for roll in rolls]
        return [(roll, (1 if roll // 6 == roll % 6 else 2) / 36) for roll in rolls]

    def advance(self, action: int) -> None:
        self.steps = []
        if not self.rolled:
            one, other = action // 6 + 1, action % 6 + 1
            self.dice = sorted([one, other], reverse=True) if one != other else [one] * 4
            if self.opening:
                self.turn = int(other > one)
            self.rolled, self.opening = True, False
            return
        if action != PASS:
            start, die = action // 6, action % 6 + 1
            mine, others = step(self.men[self.turn], self.men[1 - self.turn], start, die)
            self.men = [mine, others] if self.turn == 0 else [others, mine]
            rest = list(self.dice)
            rest.remove(die)
            self.dice = rest
        if action == PASS or not self.dice or not any(self.men[self.turn]):
            self.end_turn()

    def end_turn(self) -> None:
        """Who has won stays on turn."""
        if any(self.men[self.turn]):
            self.turn = 1 - self.turn
        self.dice, self.rolled = [], False

    def returns(self) -> list[float]:
        """A third for a win, two for a gammon, and all for a backgammon."""
        if all(map(any, self.men)):
            return [0.0, 0.0]
        winner = 0 if not any(self.men[0]) else 1
        won = value(self.men[1 - winner]) / 3
        return [won, -won] if winner == 0 else [-won, won]

    def ending(self) -> str:
        if all(map(any, self.men)):
            return ""
        loser = self.men[1] if not any(self.men[0]) else self.men[0]
        return ("won", "gammon", "backgammon")[value(loser) - 1]

    def irrevocable(self, action: int) -> str:
        last = len(self.dice) == 1 or action == PASS
        return "random" if self.rolled and last else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if not self.rolled:
            return f"d{action // 6 + 1}{action % 6 + 1}"
        if action == PASS:
            return "pass"
        start, goal = action // 6, action // 6 - action % 6 - 1
        off = f"off{action % 6 + 1}" if goal < 0 else str(goal + 1)
        return f"{'bar' if start == BAR else start + 1}-{off}"

    def to_json(self) -> Json:
        return {
            "men": [list(men) for men in self.men],
            "turn": self.turn,
            "dice": list(self.dice),
            "rolled": self.rolled,
            "opening": self.opening,
        }


def value(men: list[int]) -> int:
    """What a win is worth against these men: more where none is off, still more where one stands
    on the bar or at the winner's home."""
    if sum(men) < MEN:
        return 1
    return 3 if sum(men[18:]) else 2


def step(mine: list[int], others: list[int], start: int, die: int) -> tuple[list[int], list[int]]:
    """The men of both after a step: it may hit, and it may lead off."""
    mine, goal = list(mine), start - die
    mine[start] -= 1
    if goal >= 0:
        mine[goal] += 1
        if others[POINTS - 1 - goal] == 1:
            others = list(others)
            others[POINTS - 1 - goal] -= 1
            others[BAR] += 1
    return mine, others


def single_steps(mine: list[int], others: list[int], die: int) -> list[int]:
    """The starts from which a man may take one step, whatever is played after it."""
    starts = [BAR] if mine[BAR] else [start for start in range(POINTS) if mine[start]]
    farthest = max(start for start in range(BAR + 1) if mine[start]) if any(mine) else 0
    found = []
    for start in starts:
        goal = start - die
        if goal >= 0:
            free = others[POINTS - 1 - goal] < 2
        else:
            free = farthest < 6 and (goal == OFF or start == farthest)
        if free:
            found.append(start)
    return found


def most(mine: list[int], others: list[int], dice: list[int]) -> int:
    """How many of these dice can be played at most, in any order."""
    best = 0
    for die in set(dice):
        rest = list(dice)
        rest.remove(die)
        for start in single_steps(mine, others, die):
            best = max(best, 1 + most(*step(mine, others, start, die), rest))
            if best == len(dice):
                return best
    return best


def steps_of(mine: list[int], others: list[int], dice: list[int]) -> list[int]:
    """The steps that the rules allow: those after which as many dice as possible are played, and
    of two dice of which only one can be, the greater."""
    wanted = most(mine, others, dice)
    found = []
    for die in set(dice):
        rest = list(dice)
        rest.remove(die)
        for start in single_steps(mine, others, die):
            if 1 + most(*step(mine, others, start, die), rest) == wanted:
                found.append(start * 6 + die - 1)
    if wanted == 1 and len(set(dice)) == 2:
        greater = [action for action in found if action % 6 + 1 == max(dice)]
        found = greater or found
    return sorted(found)


class Backgammon(Game):
    name = "backgammon"
    num_actions = PASS + 1
    num_outcomes = 36
    chance = True

    def initial_state(self) -> State:
        men = [START.get(point, 0) for point in range(BAR + 1)]
        state = BackgammonState([men, list(men)], 0, [], False)
        state.opening = True
        return state

    def from_json(self, data: AnyJson) -> State:
        men = data.get("men")
        if not isinstance(men, list) or len(men) != 2:
            raise BadPosition("'men' of a backgammon position has a list for each seat.")
        state = BackgammonState(
            [self.read_men(row) for row in men],
            self.read_number(data, "turn", 0, 1),
            self.read_dice(data.get("dice")),
            self.read_truth(data, "rolled"),
        )
        state.opening = self.read_truth(data, "opening")
        pairs = zip(state.men[0][:POINTS], reversed(state.men[1][:POINTS]), strict=True)
        if any(mine and others for mine, others in pairs):
            raise BadPosition("Men of both seats stand on one point.")
        begins = state.opening and state.to_json() != self.initial_state().to_json()
        over = not all(map(any, state.men))
        winner_on_turn = any(state.men[1 - state.turn]) and not state.dice
        if begins or state.rolled != bool(state.dice) or (over and not winner_on_turn):
            raise BadPosition("The dice do not suit this backgammon position.")
        return state

    def read_men(self, row: AnyJson) -> list[int]:
        """Raises BadPosition."""
        if not isinstance(row, list) or len(row) != BAR + 1:
            raise BadPosition("Men of a backgammon position are 25 numbers: points and the bar.")
        men = [self.read_number({"men": number}, "men", 0, MEN) for number in row]
        if sum(men) > MEN:
            raise BadPosition("Nobody has more than fifteen men.")
        return men

    def read_dice(self, dice: AnyJson) -> list[int]:
        """Raises BadPosition."""
        if not isinstance(dice, list) or len(dice) > 4:
            raise BadPosition("'dice' of a backgammon position are at most four numbers.")
        found = [self.read_number({"dice": die}, "dice", 1, 6) for die in dice]
        if found != sorted(found, reverse=True) or (len(found) > 2 and len(set(found)) > 1):
            raise BadPosition("These dice cannot have been rolled.")
        return found


GAME = Backgammon
