"""The strongest bots of go and reversi against engines that were not written here, over GTP.

    python bench/outside.py go --level 10 --seconds 2 --matches 20
    python bench/outside.py reversi --level 4 --seconds 1 --matches 40

plays GNU Go (Debian `gnugo`) on 9 lines, or GRhino (Debian `grhino`), two matches from each opening
of two random plies, seats exchanged. Ours gets so many seconds of the processor a move, the engine
its level and what time that takes. GNU Go captures all dead stones before it passes, since our
rules count what stands.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from everygame.arena.statistics import mean_share, shares
from everygame.bots import choose, levels
from everygame.build import build
from everygame.contract import OVER, Game, State
from everygame.library.registry import find_game

ENGINES: Final = {
    "go": ["gnugo", "--mode", "gtp", "--chinese-rules", "--capture-all-dead", "--level"],
    "reversi": ["gtp-rhino", "--level"],
}
FILES: Final = {"go": "abcdefghj", "reversi": "abcdefgh"}
"""As the engines write them: go leaves out i."""
OURS: Final = "abcdefghi"
COLOURS: Final = ("black", "white")
OPENING: Final = 2


@dataclass
class Spent:
    """What the moves of a side took."""

    moves: int = 0
    seconds: float = 0.0
    nodes: int = 0

    def add(self, seconds: float, nodes: int = 0) -> None:
        self.moves += 1
        self.seconds += seconds
        self.nodes += nodes


@dataclass
class Meeting:
    """One match."""

    game: Game
    engine: Engine
    seconds: float
    ours: Spent
    theirs: Spent
    state: State = field(init=False)

    def play(self, seat: int, rng: Random) -> float:
        """Our share, in that seat."""
        self.state = self.game.initial_state()
        for _ in range(OPENING):
            self.step(rng.choice(self.state.legal_actions()), tell=True)
        while (who := self.state.to_play()) != OVER:
            if who == seat:
                self.step(self.choose(rng), tell=True)
            else:
                self.step(self.ask_engine(), tell=False)
        return shares(self.state.returns())[seat]

    def step(self, action: int, tell: bool) -> None:
        if tell:
            self.engine.tell_move(self.state.to_play(), self.state.text(action))
        self.state = self.state.apply(action)

    def choose(self, rng: Random) -> int:
        seat, state = self.state.to_play(), self.state
        found = choose(
            {
                "game": self.game.name,
                "options": self.game.settings,
                "seat": seat,
                "observation": state.observe(seat),
                "moves": [state.text(action) for action in state.legal_actions()],
                "level": levels(self.game)[-1].name,
                "seed": rng.getrandbits(30),
                "seconds": self.seconds,
                "cpu": True,
            }
        )
        if found["nodes"]:
            self.ours.add(found["seconds"], found["nodes"])
        return state.parse(found["move"])

    def ask_engine(self) -> int:
        began = perf_counter()
        moves = [self.state.text(action) for action in self.state.legal_actions()]
        text = self.engine.ask_move(self.state.to_play(), moves)
        self.theirs.add(perf_counter() - began)
        return self.state.parse(text)


class Engine:
    """A process that speaks GTP, for one match."""

    def __init__(self, game: str, level: int) -> None:
        path = f"{os.environ.get('PATH', '')}:/usr/games"
        self.files = FILES[game]
        self.passes = game == "go"
        """They are said; in reversi it is just the other's turn again."""
        self.process = subprocess.Popen(
            [*ENGINES[game], str(level)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PATH": path},
        )
        for command in ("boardsize 9", "komi 7.5") if game == "go" else ():
            self.say(command)
        self.say("clear_board")

    def say(self, command: str) -> str:
        assert self.process.stdin and self.process.stdout
        print(command, file=self.process.stdin, flush=True)
        lines = list(iter(self.process.stdout.readline, "\n"))
        answer = "".join(lines)
        if not answer.startswith("="):
            raise SystemExit(f"{command}: {answer.strip() or 'the engine has ended'}")
        return answer[1:].strip()

    def tell_move(self, seat: int, move: str) -> None:
        if move != "pass":
            self.say(f"play {COLOURS[seat]} {self.files[OURS.index(move[0])]}{move[1:]}")
        elif self.passes:
            self.say(f"play {COLOURS[seat]} pass")

    def ask_move(self, seat: int, moves: list[str]) -> str:
        if moves == ["pass"] and not self.passes:
            return "pass"
        move = self.say(f"genmove {COLOURS[seat]}").lower()
        return move if move == "pass" else OURS[self.files.index(move[0])] + move[1:]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(ENGINES))
    parser.add_argument("--level", type=int, required=True, metavar="N", help="of the engine")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S")
    parser.add_argument("--matches", type=int, default=20, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args(words)
    game, ours, theirs = find_game(given.game).game(), Spent(), Spent()
    print(build(), flush=True)
    groups = []
    for pair in range((given.matches + 1) // 2):
        shares = []
        for seat in (0, 1):
            engine = Engine(given.game, given.level)
            try:
                meeting = Meeting(game, engine, given.seconds, ours, theirs)
                shares.append(meeting.play(seat, Random(f"{given.seed} {pair}")))
            finally:
                engine.close()
            print(f"opening {pair + 1}, {COLOURS[seat]}: {shares[-1]:g}", flush=True)
        groups.append(sum(shares) / 2)
        report(groups, ours, theirs)


def report(groups: list[float], ours: Spent, theirs: Spent) -> None:
    found = mean_share(groups)
    print(
        f"{2 * len(groups)} matches: {found.value:.0%} of the points"
        f" ({found.low:.0%} to {found.high:.0%}); ours {ours.seconds / max(1, ours.moves):.2f} s of"
        f" the processor and {ours.nodes // max(1, ours.moves):,} nodes a move, the engine"
        f" {theirs.seconds / max(1, theirs.moves):.2f} s by the clock",
        flush=True,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
