"""The program of a process with another build: it reads pickled states, copies them in each way,
and pickles them back."""

from __future__ import annotations

import pickle
import sys
from copy import copy, deepcopy

from everygame.build import build


def main() -> None:
    """Answer the states on standard input by the name of the build, the states, and their JSON."""
    states = pickle.load(sys.stdin.buffer)
    for state in states:
        for twin in (copy(state), deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert twin == state and hash(twin) == hash(state)
    pickle.dump((build(), states, [state.to_json() for state in states]), sys.stdout.buffer)


if __name__ == "__main__":
    main()
