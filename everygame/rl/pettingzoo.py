"""All games for PettingZoo. Importing this registers them as `everygame/NAME-v0`, for
`pettingzoo.make("aec", …)` and `pettingzoo.make("parallel", …)`."""

from __future__ import annotations

from typing import Any

import numpy as np

from everygame.arguments import whole
from everygame.contract import OVER, Game
from everygame.errors import BadArgument, IllegalMove
from everygame.library.load import games, load
from everygame.rl.choosing import choosing, known_to
from everygame.rl.frames import METADATA, read_mode, render
from everygame.rl.lacking import lacking
from everygame.rl.memory import Array
from everygame.rl.single import Single
from everygame.rl.spaces import MASK, Legal, observation_space
from everygame.words import list_of, say

try:
    from pettingzoo import AECEnv, ParallelEnv, register
except ModuleNotFoundError as error:
    raise lacking(error) from None

Agents = dict[str, Any]
"""Something for each agent, by its name."""


def aec(
    name: str | Game,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: str | int,
) -> AEC:
    """Return a game with these options for PettingZoo, agents taking turns. After `max_cycles`
    actions for each agent, as many for all together, the match is cut off; None: never. Raises
    BadGame, BadOption, BadArgument."""
    game = load(name, **options) if isinstance(name, str) else name
    return AEC(game, max_cycles, render_mode)


def parallel(
    name: str | Game,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: str | int,
) -> Parallel:
    """Return a game with these options for PettingZoo, agents acting at once where no seat knows
    what the others choose. After `max_cycles` steps the match is cut off; None: never. Raises
    BadGame, BadOption, BadArgument."""
    game = load(name, **options) if isinstance(name, str) else name
    return Parallel(game, max_cycles, render_mode)


class Environment:
    """The base class of `AEC` and `Parallel`: one match, an agent for each seat, and the spaces.

    An agent observes a dictionary with "observation" (the planes of its seat), "numbers" and
    "action_mask", which stands in its info too. The mask of an agent that has nothing to choose
    allows every action, because no distribution fits a mask that allows none."""

    at_once = False
    """Whether agents act at once."""

    def __init__(self, game: Game, max_cycles: int | None, render_mode: str | None) -> None:
        self.max_cycles = whole(max_cycles or 0, say("The limit of cycles"), 0)
        self.render_mode = read_mode(render_mode)
        name = f"everygame/{game.name}"
        self.metadata = {**METADATA, "name": name, "is_parallelizable": self.at_once}
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._one = Single(game, self.most_plies(game.players))
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = observation_space(self._one.tensors)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Legal(game.num_actions) for agent in self.possible_agents}
        self._idle: Array = np.ones(game.num_actions, np.int8)

    def most_plies(self, players: int) -> int:
        """Return after how many plies the match itself is to be cut off; 0: never."""
        return 0

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> Any:
        """Return what a spectator sees, as the mode of rendering says."""
        return render(self._one.state(0), None, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _begin(self, seed: int | None) -> None:
        self._one.reset(seed)
        self.agents = self.possible_agents[:]
        self.infos: dict[str, Agents] = {}
        for agent in self.agents:
            self._tell(agent, self._idle.copy())

    def _tell(self, agent: str, mask: Array) -> None:
        """Give an agent its mask."""
        self.infos[agent] = {MASK: mask}
        self.action_spaces[agent].now = mask

    def _look(self, agent: str) -> Agents:
        """Return what an agent observes, without its mask."""
        planes, numbers = self._one.look(self._seats[agent])
        return {"observation": planes, "numbers": numbers}

    def _results(self) -> Agents:
        """Return what the last step has brought each agent."""
        return dict(zip(self.possible_agents, self._one.rewards[0].tolist(), strict=True))


class AEC(Environment, AECEnv):  # type: ignore[misc]
    """A game whose agents take turns."""

    def most_plies(self, players: int) -> int:
        return self.max_cycles * players

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Begin a match. Without a seed chance goes on as if the match had gone on. There are no
        options."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn_to(int(self._one.seat[0]))

    def observe(self, agent: str) -> Agents:
        """Return what an agent observes, whoever is selected."""
        seen = self._look(agent)
        seen[MASK] = self.infos[agent][MASK]
        return seen

    def _turn_to(self, seat: int) -> None:
        agent = self.agent_selection = self.possible_agents[seat]
        self._tell(agent, self._one.legal())
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is selected; None for an agent whose match is over.
        Raises IllegalMove; then nothing has been played."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        who = self._one.play(action)  # type: ignore[arg-type]
        self._tell(agent, self._idle.copy())
        if who >= 0:
            self._turn_to(who)
        else:
            self._end(who == OVER)

    def _end(self, by_rules: bool) -> None:
        """Tell all agents how the match has ended; each is then selected once more."""
        ended = self.terminations if by_rules else self.truncations
        ended.update(dict.fromkeys(self.agents, True))
        self.rewards = self._results()
        self._cumulative_rewards = self.rewards.copy()
        self._turn_to(0)


class Parallel(Environment, ParallelEnv):  # type: ignore[misc]
    """A game whose agents act at once as far as none of them knows what the others choose, and
    otherwise one at a time. `info["chooses"]` says who chooses; what the others answer does not
    count."""

    at_once = True

    def reset(self, seed: int | None = None, options: object = None) -> tuple[Agents, Agents]:
        """Begin a match, as in `AEC.reset`."""
        self._begin(seed)
        self._cycles = 0
        return self._ask()

    def step(self, actions: Agents) -> tuple[Agents, Agents, Agents, Agents, Agents]:
        """Play the actions of all who choose. Raises BadArgument where one of them is missing, and
        IllegalMove where one is not legal; then nothing has been played."""
        self._check(actions)
        self._cycles += 1
        self._play(actions)
        agents, over = self.agents, bool(self._one.terminated[0])
        cut = not over and 0 < self.max_cycles <= self._cycles
        seen, infos = self._ask()
        if over or cut:
            self.agents = []
        return (
            seen,
            self._results(),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _check(self, actions: Agents) -> None:
        missing = [agent for agent in self._choosing if actions.get(agent) is None]
        if missing:
            raise BadArgument("There is no action of {agents}.", agents=list_of(missing))
        for agent, state in self._choosing.items():
            if actions[agent] not in state.legal_actions():
                text = "The action {action} of {agent} is not legal here."
                raise IllegalMove(text, action=str(actions[agent]), agent=agent)

    def _play(self, actions: Agents) -> None:
        """Play what was chosen, one after the other. Who would now know more than it knew when it
        chose, chooses again in the next step."""
        for number, (agent, shown) in enumerate(self._choosing.items()):
            seat = self._seats[agent]
            if number and known_to(self._one.state(0), seat) != known_to(shown, seat):
                return
            if self._one.play(actions[agent]) < 0:
                return

    def _ask(self) -> tuple[Agents, Agents]:
        """Find out who chooses next. Return what all agents observe, and their infos."""
        states = [] if self._one.terminated[0] else choosing(self._one.state(0))
        self._choosing = {self.possible_agents[state.to_play()]: state for state in states}
        seen = {agent: self._answer(agent) for agent in self.agents}
        if self.render_mode == "human":
            self.render()
        return seen, self.infos

    def _answer(self, agent: str) -> Agents:
        """Return what an agent observes: who chooses, at the moment of its choice."""
        state, mask = self._choosing.get(agent), self._idle.copy()
        if state is None:
            seen = self._look(agent)
        else:
            planes, numbers, legal = self._one.tensors.of(state, self._seats[agent])
            seen, mask = {"observation": planes, "numbers": numbers}, legal.view(np.int8)
        self._tell(agent, mask)
        self.infos[agent]["chooses"] = state is not None
        return {**seen, MASK: mask}


def register_games() -> None:
    """Register all games that EveryGame finds."""
    for name in games():
        for kind in ("aec", "parallel"):
            register(
                kind,
                f"everygame/{name}-v0",
                f"{__name__}:{kind}",
                kwargs={"name": name},
            )


register_games()
