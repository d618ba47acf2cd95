"""Every text that a player meets is a whole sentence of `everygame/client/say.js`, or a label.

What it finds are literals: of two words or more, or with a capital, or shown just where they
stand. It sees no single word in small letters that is first given a name and shown elsewhere, no
word that is a key or a value of the program at the same time, and nothing that is put together of
variables alone.
"""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import pytest

from gate import ROOT
from tests.client.test_client import need, tools  # noqa: F401  (a fixture)

HERE = Path(__file__).parent
NOT_YET: Final[tuple[str, ...]] = ()
"""Rooms of the page whose texts are still to become sentences."""
EXCEPTIONS: Final = tomllib.loads((HERE / "sentences.toml").read_text("utf-8"))["text"]


def find(tools: Path, folder: Path, *skipped: str) -> tuple[int, set[tuple[str, str]], list[str]]:  # noqa: F811
    """How many scripts there are, and the texts that are no sentences, each with its file; also as
    people read it."""
    command = [need("node"), "sentences.mjs", str(tools), str(folder), *skipped]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    strays = [(one["file"], one["line"], one["text"]) for one in found["strays"]]
    lines = [
        f"{file}:{line} {text}" for file, line, text in strays if (file, text) not in excepted()
    ]
    return found["scripts"], {(file, text) for file, _, text in strays}, lines


def excepted() -> set[tuple[str, str]]:
    return {(one["file"], one["text"]) for one in EXCEPTIONS}


def test_all_texts_of_the_page_are_whole_sentences(tools: Path) -> None:  # noqa: F811
    scripts, found, lines = find(tools, ROOT / "everygame" / "client", "say.js", *NOT_YET)
    assert scripts > 100
    assert lines == []
    due = {(file, text) for file, text in excepted() if file.partition("/")[0] not in NOT_YET}
    assert due - found == set(), "an exception for a text that is not there"
    assert all(one["why"] for one in EXCEPTIONS)


SENTENCES: Final = """
import { count, say, sayWith } from "../say.js";
h("p", { class: "small quiet", "data-key": "the key" }, say("It is your turn."));
h("p", {}, say("It is the turn of {name}.", { name }), count(n, "{number} move", "{number} moves"));
h("p", {}, sayWith(won ? "You have won. {link}" : "You have lost. {link}", { link }));
say("A long sentence, " + "in two lines.");
if (word === "So it is" || words.has("so it is")) console.warn("This is so.");
host.innerHTML = `<p class="small quiet" aria-label="${label}">${text}</p>`;
"""


@pytest.mark.parametrize(
    "line",
    [
        'h("p", {}, "word")',
        'h("p", {}, open ? "word" : say("Another"))',
        'h("p", { title: "word" })',
        'const label = "Word";',
        'toast("Two words");',
        "const text = `${name} wins`;",
        'const text = say("It is your turn.") + " also";',
        'say("It is {what}.", { what: over ? "over now" : "" });',
        "say(`It is ${what}.`);",
        "say(text);",
        'say("It is the turn of {name}.", { nme });',
        'count(n, "{number} move of {name}", "{number} moves of {name}");',
        'host.innerHTML = `<p aria-label="Word">${text}</p>`;',
        'host.setAttribute("aria-label", "word");',
        'host.textContent = "word";',
        'names.join(" and ");',
    ],
)
def test_a_text_that_is_no_sentence_is_found(tools: Path, tmp_path: Path, line: str) -> None:  # noqa: F811
    (tmp_path / "good.js").write_text(SENTENCES, "utf-8")
    (tmp_path / "bad.js").write_text(f'import {{ count, say }} from "./say.js";\n{line}\n', "utf-8")
    _, found, _ = find(tools, tmp_path)
    assert {file for file, _ in found} == {"bad.js"}
