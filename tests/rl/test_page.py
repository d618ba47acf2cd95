"""Every block of the pages for machines that learn runs."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["learning-machines", "gymnasium", "pettingzoo"])
def test_every_block_of_a_page(name: str) -> None:
    check_blocks(name)


@pytest.mark.long("rl", guard="tests/rl/test_page.py::test_every_block_of_a_page")
def test_every_block_of_the_page_of_openspiel(games_home: Path) -> None:
    import everygame.openspiel

    shutil.copytree(ROOT / "examples" / "kuhn", games_home / "kuhn")
    everygame.openspiel.register_games()
    check_blocks("openspiel")


def check_blocks(name: str) -> None:
    path = ROOT / "docs" / "guide" / f"{name}.md"
    blocks = re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "page", str(path), 0)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
