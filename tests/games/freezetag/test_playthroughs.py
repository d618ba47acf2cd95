"""Matches that were once played are still played the same."""

import pytest

from tests.games.freezetag.playthroughs import FOLDER, MATCHES, playthrough


@pytest.mark.both
@pytest.mark.parametrize("name", MATCHES)
def test_a_playthrough_is_what_it_was(name: str) -> None:
    options, seed = MATCHES[name]
    assert playthrough(options, seed) == (FOLDER / f"{name}.txt").read_text("utf-8")
