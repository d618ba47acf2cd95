"""Many matches of one game, stepped together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import randbits
from typing import Any, Final

import numpy as np

from everygame.arguments import whole
from everygame.contract import Game, State
from everygame.errors import BadArgument, IllegalMove
from everygame.fast import arrays  # so: with "from everygame.fast.arrays" it would be compiled
from everygame.library.load import load
from everygame.ownership import remember_game
from everygame.rl.core import DISABLED, NEXT_STEP, SAME_STEP
from everygame.rl.memory import Array, show, show_bytes
from everygame.rl.tensors import Tensors
from everygame.search.adapter import as_fast, unwrap
from everygame.words import list_of, say

MODES: Final = {"next_step": NEXT_STEP, "same_step": SAME_STEP, "disabled": DISABLED}
"""The modes of resetting a match that is over, by the names that Gymnasium gives them."""
SEEDS: Final = 1 << 62
"""Seeds are below this."""


def vector(
    name: str | Game,
    count: int,
    *,
    autoreset: str = "same_step",
    max_steps: int = 0,
    seed: int | Sequence[int] | None = None,
    from_scene: bool = False,
    buffers: Mapping[str, Any] | None = None,
    **options: str | int,
) -> Vector:
    """Return `count` matches of a game with these options, at their start. Raises BadGame,
    BadOption, BadArgument. `Vector` tells of the other arguments."""
    game = load(name, **options) if isinstance(name, str) else name
    return Vector(
        game,
        count,
        autoreset=autoreset,
        max_steps=max_steps,
        seed=seed,
        from_scene=from_scene,
        buffers=buffers,
    )


class Vector:
    """Matches of one game, stepped together; what happens stands in arrays with a row for each
    match, which `step` and `reset` overwrite.

    Draws by repetition and what chance decides are part of a step. Chance depends on the seed of
    the match alone, and not on how many matches there are."""

    planes: Array
    """Bytes, match × plane × row × column: what the seat to move may know of the board, 0 or 1."""
    numbers: Array
    """Whole numbers, match × number: the seat that looks, then what `tensors.number_names` says."""
    mask: Array
    """Booleans, match × action: the legal actions. All are true in a match that is over."""
    seat: Array
    """The seat to move in each match. In a match that is over: the seat that moved last; in one
    that was cut off, the seat that would have moved."""
    rewards: Array
    """Numbers, match × seat: what the step has brought each seat. It is its result at the end,
    and 0 before."""
    terminated: Array
    """Whether the match ended at this step by its rules."""
    truncated: Array
    """Whether the match was cut off at this step, by `max_steps`."""
    plies: Array
    """How many actions have been played in each match."""
    final_planes: Array
    """With "same_step": the last planes of each match that ended at this step; the rows of the
    others mean nothing."""
    final_numbers: Array
    """The numbers that belong to `final_planes`."""

    def __init__(
        self,
        game: Game,
        count: int,
        *,
        autoreset: str = "same_step",
        max_steps: int = 0,
        seed: int | Sequence[int] | None = None,
        from_scene: bool = False,
        buffers: Mapping[str, Any] | None = None,
    ) -> None:
        """`autoreset` is what becomes of a match that is over: "same_step" begins it again at
        once, "next_step" at the next step, whose action is ignored, and with "disabled" it waits
        for `reset`. After `max_steps` actions a match is cut off; 0: never. `seed` is as in
        `reset`. With `from_scene` the planes are read from pictures, which is slow. `buffers` are
        arrays by name in which the caller wants the results, such as a tensor of torch or shared
        memory. Raises BadArgument."""
        if autoreset not in MODES:
            raise BadArgument(
                "autoreset is one of {names}, not {value}.",
                names=list_of(MODES),
                value=repr(autoreset),
            )
        self.game = game
        self.count = whole(count, say("The number of matches"), 1)
        self.autoreset = autoreset
        self.max_steps = whole(max_steps, say("The limit of steps"), 0)
        self.tensors = Tensors(game, from_scene)
        self._open()
        self._lend(buffers or {})
        self.reset(randbits(32) if seed is None else seed)

    def _open(self) -> None:
        """Make the core and show its arrays."""
        rules = (self.game.repetition, self.max_steps, MODES[self.autoreset])
        core, n, tensors = self.tensors.core(self.count, rules), self.count, self.tensors
        self._core = core
        self._actions, self._chosen = show(core.actions), show(core.chosen)
        kept = n if self.autoreset == "same_step" else 0
        self._arrays: dict[str, Array] = {
            "planes": tensors.show_planes(core.planes, n),
            "numbers": tensors.show_numbers(core.numbers, n),
            "mask": tensors.show_mask(core, n),
            "seat": show(core.seat),
            "rewards": show(core.rewards).reshape(n, self.game.players),
            "terminated": show(core.terminated).view(np.bool_),
            "truncated": show(core.truncated).view(np.bool_),
            "plies": show(core.plies),
            "final_planes": tensors.show_planes(core.final_planes, kept),
            "final_numbers": tensors.show_numbers(core.final_numbers, kept),
        }
        vars(self).update(self._arrays)

    def _lend(self, buffers: Mapping[str, Any]) -> None:
        """From now on, copy results to the caller's buffers too. Raises BadArgument."""
        self._buffers: list[tuple[Array, Array]] = []
        for name, buffer in buffers.items():
            if name not in self._arrays:
                raise BadArgument(
                    "There is no array {name}; there are {names}.",
                    name=repr(name),
                    names=list_of(self._arrays),
                )
            goal, own = np.asarray(buffer), self._arrays[name]
            if goal.shape != own.shape or not np.can_cast(own.dtype, goal.dtype, "same_kind"):
                raise BadArgument(
                    "The buffer {name} must have the shape {shape} and take {kind}.",
                    name=name,
                    shape=str(own.shape),
                    kind=str(own.dtype),
                )
            self._buffers.append((goal, own))
            setattr(self, name, goal)

    # -- playing

    def reset(self, seed: int | Sequence[int] | None = None, which: Any = None) -> None:
        """Begin matches anew: all of them, or those for which `which` is true. A whole number as
        `seed` gives match i the seed `seed + i`; a list has a seed for each match. Without a seed
        chance goes on as if the match had gone on. Raises BadArgument."""
        chosen = np.ones(self.count, np.bool_) if which is None else np.asarray(which, np.bool_)
        if chosen.shape != (self.count,):
            raise BadArgument("which has a truth value for each match.")
        seeds = None if seed is None else self._seeds(seed)
        for i in map(int, np.flatnonzero(chosen)):
            if seeds is not None:
                self._core.seed(i, seeds[i])
            self._core.reset(i)
        self._hand_over()

    def _seeds(self, seed: int | Sequence[int]) -> list[int]:
        """Return the seed of each match. Raises BadArgument."""
        if isinstance(seed, Sequence | np.ndarray):
            seeds = [whole(one, say("A seed"), 0, SEEDS - 1) for one in seed]
        else:
            first = whole(seed, say("The seed"), 0, SEEDS - self.count)
            seeds = [first + i for i in range(self.count)]
        if len(seeds) != self.count:
            raise BadArgument("There must be one seed for each match.")
        return seeds

    def step(self, actions: Any) -> None:
        """Play an action in each match. Raises BadArgument, and IllegalMove where an action is not
        legal; then nothing has been played."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise BadArgument(
                "actions are {count} whole numbers, one for each match.", count=self.count
            )
        np.copyto(self._actions, given, casting="unsafe")
        wrong = self._core.step()
        if wrong >= 0:
            raise IllegalMove(
                "The action {action} is not legal in match {number}.",
                action=int(given[wrong]),
                number=int(wrong),
            )
        self._hand_over()

    def _hand_over(self) -> None:
        for goal, own in self._buffers:
            np.copyto(goal, own, casting="same_kind")

    def sample(self) -> Array:
        """Return a random legal action for each match; they follow from the seeds."""
        self._core.sample()
        return self._chosen

    # -- looking

    def observe(self, seat: int) -> tuple[Array, Array]:
        """Return the planes and numbers of every match as this seat sees them, whoever is to move.
        The arrays are new. Raises BadArgument."""
        viewer = whole(seat, say("The seat"), 0, self.game.players - 1)
        shape, tensors = self._core.shape, self.tensors
        planes = arrays.shared_words(self.count * int(shape.words * shape.wide))
        numbers = arrays.shared_words(self.count * int(shape.numbers))
        self._core.look_on(viewer, planes, numbers)
        return tensors.show_planes(planes, self.count), tensors.show_numbers(numbers, self.count)

    def snapshot(self) -> dict[str, Array]:
        """Return copies of the arrays by name, without the final ones; later steps leave them
        alone. Planes are copied with the gaps between them, which is quicker than their `copy`."""
        names = ("numbers", "mask", "seat", "rewards", "terminated", "truncated", "plies")
        planes = self.tensors.arrange(show_bytes(self._core.planes).copy(), self.count)
        return {"planes": planes, **{name: self._arrays[name].copy() for name in names}}

    def state(self, number: int) -> State:
        """Return the state of a match, with all its secrets; print it to see the board. Raises
        BadArgument."""
        i = whole(number, say("The match"), 0, self.count - 1)
        state = unwrap(self._core.states[i]).copy()
        remember_game(state, self.game)
        return state

    # -- copies and pickles

    def __getstate__(self) -> dict[str, Any]:
        """Return everything that decides how the matches go on; buffers of the caller are left
        out."""
        core = self._core
        kept = {name: array.copy() for name, array in self._arrays.items()}
        return {
            "made_by": (self.game, self.count, self.autoreset, self.max_steps, self.tensors.quick),
            "states": [unwrap(state).to_json() for state in core.states],
            "pasts": [past.counts() for past in core.pasts],
            "chance": core.chance(),
            "arrays": kept,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game, count, autoreset, max_steps, quick = kept["made_by"]
        Vector.__init__(
            self,
            game,
            count,
            autoreset=autoreset,
            max_steps=max_steps,
            seed=0,
            from_scene=not quick,
        )
        core = self._core
        for state, data in zip(core.states, kept["states"], strict=True):
            state.copy_from(as_fast(game.from_json(data)))
        for past, counts in zip(core.pasts, kept["pasts"], strict=True):
            past.recall(counts)
        core.set_chance(kept["chance"])
        for name, array in kept["arrays"].items():
            np.copyto(self._arrays[name], array)
        core.find_legal()
