"""Pig: roll as often as you dare; a one takes all that the turn has brought."""

from everygame.contract import CHANCE, OVER, TRUTH, Game, Json, State

GOAL = 100
ROLL, BANK = 0, 1


class PigState(State):
    def __init__(self, banked: list[int], turn: int, gained: int, die: int, rolling: bool) -> None:
        self.banked = banked
        self.turn = turn
        self.gained = gained  # in this turn, not yet banked
        self.die = die  # what it shows; 0 before the first roll
        self.rolling = rolling

    def to_play(self) -> int:
        if max(self.banked) >= GOAL:
            return OVER
        return CHANCE if self.rolling else self.turn

    def legal_actions(self) -> list[int]:
        if self.to_play() == OVER:
            return []
        if self.rolling:
            return [1, 2, 3, 4, 5, 6]
        return [ROLL, BANK] if self.gained else [ROLL]

    def advance(self, action: int) -> None:
        if self.rolling:
            self.land(action)
        elif action == ROLL:
            self.rolling = True
        else:
            self.banked[self.turn] += self.gained
            self.pass_turn()

    def land(self, face: int) -> None:
        self.rolling, self.die = False, face
        if face == 1:
            self.pass_turn()
        else:
            self.gained += face

    def pass_turn(self) -> None:
        self.gained = 0
        if max(self.banked) < GOAL:
            self.turn = 1 - self.turn

    def returns(self) -> list[float]:
        if max(self.banked) < GOAL:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.turn == 0 else [-1.0, 1.0]

    def ending(self) -> str:
        return "a hundred" if max(self.banked) >= GOAL else ""

    def irrevocable(self, action: int) -> str:
        return "random" if action == ROLL and not self.rolling else ""

    def text(self, action: int, viewer: int | None = TRUTH) -> str:
        if self.rolling:
            return f"d{action}"
        return "bank" if action == BANK else "roll"

    def to_json(self) -> Json:
        return {
            "banked": ",".join(map(str, self.banked)),
            "turn": self.turn,
            "gained": self.gained,
            "die": self.die,
            "rolling": self.rolling,
        }


class Pig(Game):
    name = "pig"
    num_actions = 2
    chance = True

    def initial_state(self) -> State:
        return PigState([0, 0], 0, 0, 0, False)

    def from_json(self, data: Json) -> State:
        banked = self.read_text(data, "banked", r"\d{1,3},\d{1,3}")
        return PigState(
            [int(points) for points in banked.split(",")],
            self.read_number(data, "turn", 0, 1),
            self.read_number(data, "gained", 0, 9999),
            self.read_number(data, "die", 0, 6),
            self.read_truth(data, "rolling"),
        )


GAME = Pig
