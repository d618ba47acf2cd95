"""Every block of the page for machines that learn runs."""

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "learning-machines.md"


def test_every_block_of_the_page() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "page", str(PAGE), 0)
    assert len(test.examples) > 20
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
