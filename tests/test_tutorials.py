"""The blocks of the tutorials that change a new game, put where they say and played."""

from __future__ import annotations

import re
from difflib import get_close_matches
from pathlib import Path

from everygame.conform import conform
from everygame.registry import find_game
from everygame.scene import view
from everygame.sprout import sprout

TUTORIALS = Path(__file__).parents[1] / "docs" / "tutorial"


def blocks(name: str) -> list[str]:
    text = (TUTORIALS / name).read_text("utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def test_pictures(shelf: Path) -> None:
    folder = sprout("sticks", shelf)
    (folder / "scene.py").write_text("\n\n".join(blocks("pictures.md")), "utf-8")
    entry = find_game("sticks")
    assert conform(entry.game(), 30, 1, entry.artist()).plies > 150
    state = entry.game().from_json({"left": 2, "turn": 1})
    scene = entry.artist().scene(entry.game(), view(state, 1))
    assert [choice.path for choice in scene.choices] == [("s1",), ("s0", "s1")]
    assert scene.marks[0].cells == ("s0", "s1") and not scene.blocked
    over = entry.artist().scene(entry.game(), view(state.apply(2), None))
    assert over.over == "Second took the last stick."


def test_bots(shelf: Path) -> None:
    folder = sprout("sticks", shelf)
    changes, bots, asked = blocks("bots.md")
    place, *lines = changes.splitlines()
    assert place == "# of rules.py"
    rules = (folder / "rules.py").read_text("utf-8").splitlines()
    for line in lines:
        (old,) = get_close_matches(line, [text.strip() for text in rules], 1)
        rules = [text.replace(old, line) if text.strip() == old else text for text in rules]
    (folder / "rules.py").write_text("\n".join(rules), "utf-8")
    (folder / "bots.py").write_text(bots, "utf-8")
    entry = find_game("sticks")
    assert conform(entry.game(), 10, 1, entry.artist()).plies > 100
    exec(asked, {})
