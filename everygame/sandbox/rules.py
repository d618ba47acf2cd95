"""Tables without rules as games: this file makes the initial position, and reads positions and
checks every part of them. `actions.py` numbers the actions; `state.py` decides which are legal and
what they do."""

from __future__ import annotations

from random import Random
from zlib import crc32

from everygame.contract import AnyJson, Json, State
from everygame.errors import BadPosition
from everygame.sandbox.actions import TableActions
from everygame.sandbox.definition import Definition, read_counter
from everygame.sandbox.state import TableState
from everygame.words import say


class TableGame(TableActions):
    """A table for a number of players. `game_of` makes a subclass of it for each definition."""

    def initial_state(self) -> TableState:
        state = TableState(self)
        setting = self.setting
        pools: dict[str, list[int]] = {}
        for token, piece in enumerate(setting.pieces):
            kind = setting.kinds[piece.kind]
            state.stacks[piece.place] = (*state.stacks[piece.place], token)
            state.value[token] = (kind.counter or {}).get("start", 0)
            state.up[token] = int(not (kind.deck or kind.data.get("down")))
            if kind.deck:
                pools.setdefault(setting.back[token], []).append(token)
        for tokens in pools.values():
            for token in tokens:
                state.pool[token], state.piece[token] = len(state.pools), -1
                state.seen[token] = 0
            state.pools.append(tuple(tokens))
        for hand, places in enumerate(self.hands):
            for place in places:
                for token in state.stacks[place]:
                    state.show(token, 1 << hand)
        return state

    def from_json(self, data: AnyJson) -> TableState:
        state = TableState(self)
        try:
            given = {name: data[name] for name in state.to_json()}
            given["stacks"] = [tuple(stack) for stack in given["stacks"]]
            given["pools"] = [tuple(pool) for pool in given["pools"]]
            vars(state).update({n: list(v) if isinstance(v, list) else v for n, v in given.items()})
            sound = self.is_sound(state)
        except (TypeError, KeyError, IndexError, ValueError, AttributeError):
            sound = False
        if not sound:
            raise BadPosition(
                "This is no position of {title}.", title=say(self.definition.facts["title"])
            )
        return state

    def is_sound(self, state: TableState) -> bool:
        """Whether a position that was read is possible: every token is at one place, every piece
        belongs to one token or one pool, and all other values are in their ranges."""
        count, seats = len(self.setting.pieces), range(self.players)
        tokens = [token for stack in state.stacks for token in stack]
        known = [piece for piece in state.piece if piece != -1]
        open_pools = sorted(pool for pool in state.pool if pool != -1)
        sizes = sorted(n for n, pool in enumerate(state.pools) for _ in pool)
        same = all(
            list(pool) == sorted(pool)
            and {self.setting.back[p] for p in pool} == {self.setting.back[t] for t in owners}
            for n, pool in enumerate(state.pools)
            if (owners := [t for t in range(count) if state.pool[t] == n]) or pool
        )
        return (
            all(are_ints(values) for values in (tokens, known, open_pools, sizes))
            and all(are_ints(v) for v in (state.up, state.seen, state.turn, state.value))
            and len(state.stacks) == len(self.setting.places)
            and sorted(tokens) == list(range(count))
            and sorted([*known, *(p for pool in state.pools for p in pool)]) == list(range(count))
            and len(state.piece) == len(state.pool) == count
            and all((a == -1) != (b == -1) for a, b in zip(state.piece, state.pool, strict=True))
            and open_pools == sizes
            and same
            and all(self.is_sound_token(state, token) for token in range(count))
            and len(state.up) == len(state.seen) == len(state.turn) == len(state.value) == count
            and self.is_sound_phase(state, seats)
        )

    def is_sound_token(self, state: TableState, token: int) -> bool:
        kind, setting = self.kind(token), self.setting
        piece, value = state.piece[token], state.value[token]
        if kind.counter is not None:
            least, _, most = read_counter(kind.counter)
            fits = least <= value <= most
        else:
            fits = 0 <= value < max(1, len(kind.sides))
        alike = piece == -1 or setting.back[piece] == setting.back[token]
        own = kind.deck or piece == token
        open_face = state.up[token] == 0 or token in state.pending or state.pool[token] == -1
        return (
            fits
            and alike
            and own
            and open_face
            and (kind.deck or state.seen[token] == self.everybody)
            and state.up[token] in ((0, 1) if setting.back[token] else (1,))
            and 0 <= state.seen[token] <= self.everybody
            and (not state.up[token] or state.seen[token] == self.everybody)
            and 0 <= state.turn[token] < (360 // kind.degrees if kind.degrees else 1)
        )

    def is_sound_phase(self, state: TableState, seats: range) -> bool:
        places = len(self.setting.places)
        pending = list(state.pending)
        drawn = all(
            self.kind(t).sides or state.pool[t] >= 0 for t in pending if 0 <= t < len(state.pool)
        )
        asked = (
            [s for s in self.after(state.seat) if s != state.seat] if state.seat in seats else []
        )
        rest = list(state.asked)
        return (
            are_ints([*pending, *rest, state.seat, state.winner, state.mixing])
            and all(0 <= token < len(state.pool) for token in pending)
            and drawn
            and len(set(pending)) == len(pending)
            and state.seat in seats
            and isinstance(state.more, bool)
            and isinstance(state.over, bool)
            and state.phase in ("", "finish", "agree")
            and -1 <= state.winner < len(seats)
            and rest == asked[len(asked) - len(rest) :]
            and bool(rest) == (state.phase == "agree")
            and (state.winner == -1 or state.over or state.phase == "agree")
            and (not state.over or not (state.phase or pending))
            and (state.mixing == -1 or (bool(pending) and 0 <= state.mixing < places))
            and (state.mixing == -1 or state.is_deck(state.stacks[state.mixing]))
            and not (state.phase and pending)
        )

    def resample(self, observation: Json, seat: int, rng: Random) -> State:
        if not self.hidden:
            return self.from_json(observation)
        piece = list(observation["piece"])
        hidden = set(range(len(piece))) - {p for p in piece if p is not None and p >= 0}
        pools: list[list[int]] = [[] for _ in range(max([*observation["pool"], -1]) + 1)]
        for back in sorted({self.setting.back[token] for token in hidden}):
            left = sorted(p for p in hidden if self.setting.back[p] == back)
            rng.shuffle(left)
            for token, at in enumerate(piece):
                if self.setting.back[token] != back:
                    continue
                if at is None:
                    piece[token] = left.pop()
                elif at < 0:
                    pools[observation["pool"][token]].append(left.pop())
        found = [sorted(pool) for pool in pools]
        return self.from_json({**observation, "piece": piece, "pools": found})


def are_ints(values: list[AnyJson]) -> bool:
    return all(type(value) is int for value in values)


def game_of(name: str, definition: Definition) -> type[TableGame]:
    """Make the class of a table's game."""
    most = len(definition.seats)
    seats = tuple(range(definition.fewest, most + 1))
    facts = {"name": name, "seats": seats, "definition": definition, "__doc__": TableGame.__doc__}
    return type("Table", (TableGame,), {**facts, "version": version_of(definition)})


def version_of(definition: Definition) -> int:
    """Return a number that changes when an old match would replay differently, but not when only
    the drawing changes. It is computed from the `repr` of places and pieces. So a new or renamed
    field there would change the number of every table, and old matches would find no table."""
    found = definition.setting(len(definition.seats))
    sides = [seat.get("side") for seat in definition.seats]
    kinds = [[kind.sides, kind.counter, kind.degrees, kind.deck] for kind in found.kinds]
    facts = [definition.turns, definition.fewest, sides, found.places, found.pieces, kinds]
    return crc32(repr([*facts, found.names, found.back]).encode())
