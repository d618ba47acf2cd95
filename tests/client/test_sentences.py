"""Every text that a player meets is a whole sentence of `everygame/client/say.js`, or a label.

What it finds are literals: of two words or more, or with a capital, or shown just where they
stand. It sees no single word in small letters that is first given a name and shown elsewhere, no
word that is a key or a value of the program at the same time, and nothing that is put together of
variables alone.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from gate import ROOT
from tests.client.test_client import answer_of, tools  # noqa: F401  (a fixture)

HERE = Path(__file__).parent
EXCEPTIONS: Final = tomllib.loads((HERE / "sentences.toml").read_text("utf-8"))["text"]


def find(tools: Path, folder: Path, *skipped: str) -> tuple[int, set[tuple[str, str]], list[str]]:  # noqa: F811
    """How many scripts there are, and the texts that are no sentences, each with its file; also as
    people read it."""
    found = answer_of("sentences.mjs", tools, folder, *skipped)
    strays = [(one["file"], one["line"], one["text"]) for one in found["strays"]]
    lines = [
        f"{file}:{line} {text}" for file, line, text in strays if (file, text) not in excepted()
    ]
    return found["scripts"], {(file, text) for file, _, text in strays}, lines


def excepted() -> set[tuple[str, str]]:
    return {(one["file"], one["text"]) for one in EXCEPTIONS}


def test_all_texts_of_the_page_are_whole_sentences(tools: Path) -> None:  # noqa: F811
    scripts, found, lines = find(tools, ROOT / "everygame" / "client", "say.js", "drawings.js")
    assert scripts > 100
    assert lines == []
    assert excepted() - found == set(), "an exception for a text that is not there"
    assert all(one["why"] for one in EXCEPTIONS)


SENTENCES: Final = """
import { count, say, sayWith } from "../say.js";
h("p", { class: "small quiet", "data-key": "the key" }, say("It is your turn."));
h("p", {}, say("It is the turn of {name}.", { name }), count(n, "{number} move", "{number} moves"));
h("p", {}, sayWith(won ? "You have won. {link}" : "You have lost. {link}", { link }));
say("A long sentence, " + "in two lines.");
if (word === "So it is" || words.has("so it is")) console.warn("This is so.");
toast(sentences([say("It is over."), won && say("You have won.")]));
host.innerHTML = `<p class="small quiet" aria-label="${label}">${text}</p>`;
"""


STRAYS: Final = [
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
    'toast([say("It is over."), won ? say("You have won.") : ""].filter(Boolean).join(" "));',
    "toast(`${first} ${second}`);",
    'toast(first + " " + second);',
    'h("p", {}, say("It is over."), " ", second);',
]


def test_a_text_that_is_no_sentence_is_found(tools: Path, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "good.js").write_text(SENTENCES, "utf-8")
    for number, line in enumerate(STRAYS):
        text = f'import {{ count, say }} from "./say.js";\n{line}\n'
        (tmp_path / f"bad{number}.js").write_text(text, "utf-8")
    _, found, _ = find(tools, tmp_path)
    assert {file for file, _ in found} == {f"bad{number}.js" for number in range(len(STRAYS))}
