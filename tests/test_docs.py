"""What the documents say is what the code does."""

import argparse
import re
import shlex
from pathlib import Path

import pytest

from everygame.cli import main, parser
from everygame.contract import Game, Option, State
from tests.test_tutorials import blocks

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\(([^)#\s]+)")
TUTORIAL = ROOT / "docs" / "tutorial" / "first-game.md"


def squeezed(text: str) -> list[str]:
    """The lines that are not empty."""
    return [line for line in text.splitlines() if line.strip()]


def test_the_tutorial_teaches_the_file_that_ships() -> None:
    rules = ROOT / "everygame" / "games" / "tictactoe" / "rules.py"
    taught = "\n".join(blocks(TUTORIAL.name))
    assert squeezed(taught) == squeezed(rules.read_text("utf-8"))


TAUGHT = {
    "dice.md": ROOT / "examples" / "everygame-pig" / "everygame_pig",
    "secrets.md": ROOT / "examples" / "kuhn",
}


@pytest.mark.parametrize("tutorial", TAUGHT)
def test_a_tutorial_teaches_its_example(tutorial: str) -> None:
    path, folder = TUTORIAL.with_name(tutorial), TAUGHT[tutorial]
    taught = [block for block in blocks(tutorial) if not block.startswith("# of ")]
    assert squeezed("\n".join(taught)) == squeezed((folder / "rules.py").read_text("utf-8"))
    for file, line in re.findall(r"# of (\S+)\n(.*)", path.read_text("utf-8")):
        assert line in (folder / file).read_text("utf-8")


def test_the_page_on_cards_shows_its_example() -> None:
    folder = ROOT / "examples" / "ohhell"
    files = [(folder / file).read_text("utf-8") for file in ("rules.py", "scene.py")]
    shown = blocks("cards.md")
    assert len(shown) > 7
    assert [block for block in shown if not any(block.strip("\n") in text for text in files)] == []


def test_the_page_on_cards_names_the_whole_kit() -> None:
    text = TUTORIAL.with_name("cards.md").read_text("utf-8")
    kit = (ROOT / "everygame" / "cards" / "__init__.py").read_text("utf-8")
    names = re.findall(r" as (\w+)$", kit, re.MULTILINE)
    assert len(names) > 15 and [name for name in names if f"`{name}" not in text] == []


@pytest.mark.parametrize("kind", [State, Game, Option])
def test_the_page_of_the_contract_names_all_of_it(kind: type) -> None:
    text = (ROOT / "docs" / "reference" / "contract.md").read_text("utf-8")
    names = [name for name in (*vars(kind), *kind.__annotations__) if name[0] != "_"]
    inside = {"pass_game", "identity"}
    said = r"`(Option\([^`]*)?(self\.)?{}\b"
    missing = {name for name in names if not re.search(said.format(name), text)}
    assert len(names) > 8 and missing <= inside


def test_the_page_on_speed_shows_its_example() -> None:
    rules = (ROOT / "examples" / "hex" / "rules.py").read_text("utf-8")
    copy, *shown = blocks("../guide/fast.md")
    assert copy.splitlines()[0] in (ROOT / "tests" / "test_compiler.py").read_text("utf-8")
    assert len(shown) == 2 and all(block.strip("\n") in rules for block in shown)


def test_the_page_on_boards_shows_its_example() -> None:
    scene = (ROOT / "examples" / "hex" / "scene.py").read_text("utf-8")
    shown = blocks("boards.md")
    assert len(shown) == 3 and all(block.strip("\n") in scene for block in shown)


def test_the_tutorial_shows_the_facts_that_ship() -> None:
    facts = ROOT / "everygame" / "games" / "tictactoe" / "game.toml"
    assert blocks(TUTORIAL.name, "toml") == [facts.read_text("utf-8")]


@pytest.mark.parametrize(
    "path",
    sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]),
    ids=lambda p: p.name,
)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in LINK.findall(path.read_text("utf-8")):
        if not re.match(r"[a-z]+:", target):
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_no_document_holds_what_a_merge_has_left() -> None:
    left = re.compile(r"^(<{7} |={7}$|>{7} )", re.MULTILINE)
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("everygame/**/*.md")]
    assert [path.name for path in texts if left.search(path.read_text("utf-8"))] == []


def test_every_document_is_reached_from_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    seen, new = set(), {index}
    while new:
        seen |= new
        links = {p.parent / t for p in new for t in LINK.findall(p.read_text("utf-8"))}
        new = {p.resolve() for p in links if p.suffix == ".md" and p.is_file()} - seen
    assert set(ROOT.glob("docs/**/*.md")) <= seen


def test_the_command_line_is_described_whole() -> None:
    text = (ROOT / "docs" / "reference" / "commands.md").read_text("utf-8")
    (commands,) = [
        a.choices for a in parser()._actions if isinstance(a, argparse._SubParsersAction)
    ]
    for name, command in commands.items():
        assert f"`everygame {name}" in text
        flags = [a.option_strings[0] for a in command._actions if a.option_strings]
        assert [flag for flag in flags if flag != "-h" and flag not in text] == []


QUOTED = {
    "arena": "arena tictactoe random greedy mcts:nodes=9 --matches 2",
    "study": "study tictactoe --random --matches 3 --against players=2",
}
"""A command that prints tables of the same form as those that a guide quotes."""


@pytest.mark.parametrize("name", QUOTED)
def test_what_a_guide_quotes_has_the_form_of_today(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command can be given, and each table that is printed is quoted with its heads."""
    text = (ROOT / "docs" / "guide" / f"{name}.md").read_text("utf-8")
    given = re.findall(rf"^    everygame ({name} \S+ .*)$", text, re.MULTILINE)
    assert given and all(parser().parse_args(shlex.split(command)) for command in given)
    assert main([*QUOTED[name].split(), "--workers", "1"]) == 0
    printed = heads(capsys.readouterr().out)
    assert len(printed) >= 2 and printed <= heads(text)


def heads(text: str) -> set[str]:
    """The lines that begin with the name of a column."""
    found = re.findall(r"^(?:Contestant|Pair|Result|Length|Difference) .*$", text, re.MULTILINE)
    return {" ".join(line.split()) for line in found}


def test_the_picture_of_the_house_has_every_room() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    house = ROOT / "everygame"
    rooms = {p.name for p in house.glob("*.py")} | {
        f"{p.parent.name}/" for p in house.glob("*/*.py")
    }
    drawn = re.findall(r"^  (\w+\.py|\w+/)", text, re.MULTILINE)
    assert sorted(drawn) == sorted({*rooms, "client/"} - {"__main__.py"})
