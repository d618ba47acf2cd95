"""What the documents say is what the code does."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TUTORIAL = ROOT / "docs" / "tutorial" / "first-game.md"


def blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return re.findall(rf"```{language}\n(.*?)\n```", path.read_text("utf-8"), re.DOTALL)


def squeezed(text: str) -> list[str]:
    """The lines that are not empty."""
    return [line for line in text.splitlines() if line.strip()]


def test_the_tutorial_teaches_the_file_that_ships() -> None:
    rules = ROOT / "everygame" / "games" / "tictactoe" / "rules.py"
    taught = "\n".join(blocks(TUTORIAL, "python"))
    assert squeezed(taught) == squeezed(rules.read_text("utf-8"))


def test_the_tutorial_shows_the_facts_that_ship() -> None:
    facts = ROOT / "everygame" / "games" / "tictactoe" / "game.toml"
    assert blocks(TUTORIAL, "toml") == [facts.read_text("utf-8").strip()]


@pytest.mark.parametrize(
    "path", sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]), ids=lambda p: p.name
)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", path.read_text("utf-8")):
        if not re.match(r"[a-z]+:", target):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"
