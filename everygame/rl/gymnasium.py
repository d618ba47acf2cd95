"""All games for Gymnasium: one seat is the agent's, bots play the others. Importing this registers
them as `everygame/NAME-v0`, for `gymnasium.make` and `gymnasium.make_vec`."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from everygame.arguments import whole
from everygame.contract import Game
from everygame.errors import BadArgument
from everygame.library.load import games, load
from everygame.rl.core import ILLEGAL
from everygame.rl.frames import METADATA, read_mode, render
from everygame.rl.lacking import lacking
from everygame.rl.matches import Vector
from everygame.rl.memory import Array
from everygame.rl.opponents import RANDOM, Opponents
from everygame.rl.puzzles import make_puzzle
from everygame.rl.single import Single
from everygame.rl.spaces import MASK, Legal, LegalRows, observation_space
from everygame.words import say

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
    from gymnasium.vector.utils import batch_space
    from gymnasium.wrappers import TimeLimit
except ModuleNotFoundError as error:
    raise lacking(error) from None

Result = tuple[Any, Any, Any, Any, dict[str, Any]]
"""The five values that a step returns: observation, reward, terminated, truncated, info."""


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a match against bots, or a puzzle for one.

    What it observes are "observation", the planes of the seat, "numbers" and "action_mask", which
    stands in the info too. The reward is the seat's result at the end, and 0 before. An action that
    is not legal loses: the reward is −1, and "illegal" in the info is true."""

    metadata = METADATA

    def __init__(
        self,
        name: str | Game,
        *,
        seat: int = 0,
        bot: str = RANDOM,
        length: int | None = None,
        render_mode: str | None = None,
        **options: str | int,
    ) -> None:
        """`bot` is "random" or a level of the game's bots, such as "first"; it plays all other
        seats. With `length`, each match has a new level whose shortest solution has so many moves,
        in a game that makes such levels. Raises BadGame, BadOption, BadArgument."""
        game = load(name, **options) if isinstance(name, str) else name
        self.render_mode = read_mode(render_mode)
        self.game, self.seat, self.bot, self.length = game, read_seat(game, seat), bot, length
        self._set_up(Single(game))
        self.observation_space = observation_space(self._one.tensors)
        self.action_space = Legal(game.num_actions)

    def _set_up(self, one: Single) -> None:
        self._one, self._opponents = one, Opponents(one, self.seat, self.bot)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a match. Without a seed chance goes on as if the match had gone on. There are no
        options."""
        super().reset(seed=seed)
        if self.length is not None:
            rng = Random(int(self.np_random.integers(1 << 62)))
            self._set_up(Single(make_puzzle(self.game, self.length, rng)))
        self._one.reset(seed)
        return self._answer()

    def step(self, action: int) -> Result:
        """Play an action, and what bots answer. Raises BadArgument for a number that is no action
        of the game."""
        one = self._one
        number = whole(action, say("An action"), 0, self.game.num_actions - 1)
        illegal = one._core.step_one(0, number) == ILLEGAL
        if illegal:
            one._core.forfeit(0, self.seat)
        seen, info = self._answer(illegal)
        reward = float(one.rewards[0, self.seat])
        return seen, reward, bool(one.terminated[0]), bool(one.truncated[0]), info

    def _answer(self, illegal: bool = False) -> tuple[Any, dict[str, Any]]:
        """Have the bots move; return what the seat observes, and the info."""
        self._opponents.answer()
        planes, numbers = self._one.look(self.seat)
        mask = self.action_space.now = self._one.legal()
        if self.render_mode == "human":
            self.render()
        seen = {"observation": planes, "numbers": numbers, MASK: mask.copy()}
        return seen, {MASK: mask.copy(), "illegal": illegal}

    def render(self) -> Any:
        """Return what the seat sees, as the mode of rendering says."""
        return render(self._one.state(0), self.seat, self.render_mode)


class SeatsVectorEnv(VectorEnv):  # type: ignore[misc]
    """One seat in each of many matches against bots, stepped together. Match i has the seed
    `seed + i`, and goes as that of a `SeatEnv` with that seed."""

    def __init__(
        self,
        game: Game,
        num_envs: int,
        seat: int = 0,
        bot: str = RANDOM,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """After `max_episode_steps` actions of the seat a match is cut off; None: never. Raises
        BadOption, BadArgument."""
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {**METADATA, "autoreset_mode": self.mode}
        self.render_mode = read_mode(render_mode)
        self.most = whole(max_episode_steps or 0, say("The limit of steps"), 0)
        self.vector = Vector(game, num_envs, autoreset="disabled")
        self.num_envs, self.seat = num_envs, read_seat(game, seat)
        self.opponents = Opponents(self.vector, seat, bot)
        self.steps: Array = np.zeros(num_envs, np.int64)
        self.single_observation_space = observation_space(self.vector.tensors)
        self.single_action_space = Legal(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = LegalRows(num_envs, game.num_actions)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all matches, or those for which the option "reset_mask" is true."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        every: Array = np.ones(self.num_envs, np.bool_)
        self._begin((options or {}).get("reset_mask", every), seed)
        return self._look(~every)

    def _begin(self, which: Array, seed: int | list[int] | None = None) -> None:
        """Begin some of the matches."""
        self.vector.reset(seed, which)
        self.steps[which] = 0
        self.opponents.answer()

    def step(self, actions: Array) -> Result:
        """Play an action in each match, and what bots answer; in a match that is over the action is
        ignored. Raises BadArgument for what are no actions of the game; then nothing has been
        played."""
        vector, waiting = self.vector, self._over()
        given = np.asarray(actions)
        if not self.action_space.contains(given):
            raise BadArgument("There must be one action of the game for each match.")
        illegal = ~vector.mask[np.arange(self.num_envs), given]
        np.copyto(vector._actions, given)
        vector._core.step_or_forfeit(self.seat)
        self.opponents.answer()
        self._cut_off(~waiting)
        if self.mode is AutoresetMode.NEXT_STEP and waiting.any():
            self._begin(waiting)
        rewards = vector.rewards[:, self.seat].copy()
        ended = vector.terminated.copy(), vector.truncated.copy()
        return self._go_on(rewards, *ended, illegal)

    def _over(self) -> Array:
        return self.vector.terminated | self.vector.truncated

    def _cut_off(self, played: Array) -> None:
        """Count the steps of matches that were played, and cut off those that have lasted long
        enough."""
        self.steps += played
        if self.most:
            for i in np.flatnonzero(played & (self.steps >= self.most) & ~self._over()):
                self.vector._core.cut_off(int(i))

    def _go_on(self, rewards: Array, terminated: Array, truncated: Array, illegal: Array) -> Result:
        """Return what a step returns, after matches have begun again where they do so at once."""
        over, last = terminated | truncated, {}
        if self.mode is AutoresetMode.SAME_STEP and over.any():
            last = self._last(over, illegal)
            self._begin(over)
            illegal = illegal & ~over
        seen, info = self._look(illegal)
        return seen, rewards, terminated, truncated, {**info, **last}

    def _last(self, over: Array, illegal: Array) -> dict[str, Any]:
        """Return what the seat has seen last in each match that is over, as `SyncVectorEnv` has
        it in the info."""
        infos: dict[str, Any] = {}
        seen, _ = self._look(illegal)
        for i in map(int, np.flatnonzero(over)):
            final = {name: rows[i].copy() for name, rows in seen.items()}
            told = {MASK: final[MASK].copy(), "illegal": bool(illegal[i])}
            infos = self._add_info(infos, {"final_obs": final, "final_info": told}, i)
        return infos

    def _look(self, illegal: Array) -> tuple[dict[str, Array], dict[str, Array]]:
        """Return what the seat observes in each match, and the info."""
        vector = self.vector
        self.action_space.now = vector.mask
        mask = vector.mask.astype(np.int8)
        seen = {"observation": vector.planes.copy(), "numbers": vector.numbers.copy(), MASK: mask}
        told = {MASK: mask.copy(), "illegal": illegal}
        every: dict[str, Array] = {f"_{name}": np.ones(self.num_envs, np.bool_) for name in told}
        return seen, {**told, **every}

    def render(self) -> tuple[Any, ...]:
        """Return what the seat sees in each match."""
        states = map(self.vector.state, range(self.num_envs))
        return tuple(render(state, self.seat, self.render_mode) for state in states)


def read_seat(game: Game, seat: int) -> int:
    """Return a seat of the game. Raises BadArgument."""
    return whole(seat, say("The seat"), 0, game.players - 1)


def make_seats(
    num_envs: int,
    name: str,
    *,
    seat: int = 0,
    bot: str = RANDOM,
    length: int | None = None,
    autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    max_episode_steps: int | None = None,
    render_mode: str | None = None,
    **options: str | int,
) -> VectorEnv:
    """Do what `gymnasium.make_vec` does. Raises BadGame, BadOption, BadArgument."""
    game, mode = load(name, **options), AutoresetMode(autoreset_mode)
    if length is None:
        return SeatsVectorEnv(game, num_envs, seat, bot, mode, max_episode_steps, render_mode)

    def make() -> gymnasium.Env:
        one = SeatEnv(game, seat=seat, bot=bot, length=length, render_mode=render_mode)
        return TimeLimit(one, max_episode_steps) if max_episode_steps else one

    return SyncVectorEnv([make] * num_envs, autoreset_mode=mode)


def register_games() -> None:
    """Register all games that EveryGame finds."""
    for name in games():
        gymnasium.register(
            f"everygame/{name}-v0",
            f"{__name__}:SeatEnv",
            vector_entry_point=f"{__name__}:make_seats",
            kwargs={"name": name},
        )


register_games()
