"""Turns rule sheets into HTML: they are Markdown for people, with pictures drawn from positions of
the game.

A fenced block `scene` holds lines `position: …` or `state: {JSON}`,
`options: players=2 level=classic`, `moves: m1 m2`, `viewer: 1`, `marks: path a1 a2; bar b2`,
`caption: …`; each may be left out. The part after a line `---` interests few readers, so it is
folded away under its heading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Final

from everygame.catalogues import is_right_to_left
from everygame.contract import Game, Json, State, read_settings
from everygame.errors import BadGame, EveryGameError, find_place, shown
from everygame.foreign_json import read_json
from everygame.library.registry import Entry
from everygame.library.translate_sheet import (
    Tongue,
    is_scene,
    tongue_of_sheet,
    translate_text,
    translate_tokens,
)
from everygame.library.unreadable import readable
from everygame.scene import Mark, Scene, check, depict, picture, view
from everygame.words import Message, say, translate

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

FILE: Final = "rules.en.md"
"""The only file of a sheet, in English; what other languages say stands in catalogues."""
KEYS = ("position", "state", "options", "moves", "viewer", "marks", "caption")
READ: Final = ("options", "position", "state", "moves", "viewer", "marks")
"""The keys with which `draw` makes a picture, in the order in which it reads them."""

ORIGIN: Final = (
    ("who", say("By")),
    ("when", say("When")),
    ("since", say("Known since")),
    ("source", say("Sources")),
    ("link", say("Read it at")),
    ("licence", say("Licence")),
    ("contact", say("To reach")),
)

OURS: Final = say("From the designer")
OTHERS: Final = say("Whose game it is")
ADDRESS: Final = re.compile(r"(?<![\w@./-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?:/[\w./~-]*\w)?(?![\w@])")

HANDLING: Final = """{sentence}

```scene
```

This is a table without rules: play as you have agreed.

- Drag a piece to another place, or tap it and then the place.
- Tap a piece for all that can be done with it; a double tap turns it over, four taps
  shuffle a deck, a tap rolls a die.
- What lies in a hand is seen by its owner alone.
- When a match is over, tap *Finish…* and say who has won; the others agree.
"""


class Sheet:
    """A rule sheet as HTML, and the scenes of its pictures by number."""

    def __init__(self, entry: Entry, text: str, language: str) -> None:
        self.entry = entry
        self.tongue = tongue_of_sheet(entry.name, language)
        self.scenes: dict[str, Json] = {}
        parser = make_parser(entry.uploaded)
        parser.add_render_rule("fence", lambda _, *found: self.fence(*found))
        tokens = translate_tokens(parser, text, self.tongue)
        html = parser.renderer.render(tokens, parser.options, {})
        main, _, apart = html.replace("<th></th>", "<td></td>").partition("<hr />")
        self.html: str = main + designer_box(entry, self.tongue) + folded(apart)

    def fence(self, tokens: Sequence[Token], index: int, options: object, env: object) -> str:
        """Return the HTML of a fenced block: a figure for a `scene`, otherwise the code as it
        is."""
        token = tokens[index]
        if not is_scene(token):
            return f"<pre><code>{escape(token.content)}</code></pre>\n"
        try:
            values = read_block(token.content)
            scene = draw(self.entry, values)
        except EveryGameError as error:
            why = escape(f"This picture cannot be drawn: {error}")
            return f"<figure><figcaption>{why}</figcaption></figure>\n"
        number = str(len(self.scenes) + 1)
        self.scenes[number] = picture(scene)
        caption = values.get("caption", "")
        legend = element("figcaption", caption, self.tongue) if caption else ""
        return f'<figure data-scene="{number}">{legend}</figure>\n'


def element(
    tag: str, english: str, tongue: Tongue, finish: Callable[[str], str] = lambda html: html
) -> str:
    """Return the HTML of an element with a text in the language. `finish` makes what the element
    holds from the HTML of the text."""
    marks = "".join(f' {key}="{escape(value)}"' for key, value in tongue.mark(english).items())
    return f"<{tag}{marks}>{finish(escape(tongue.say(english) or english))}</{tag}>"


def designer_box(entry: Entry, tongue: Tongue) -> str:
    """Return the HTML of the box about the game's designer, from game.toml; an empty text where
    that names none."""
    facts = {} if entry.is_table else entry.facts()
    origin = facts.get("origin") or made(facts)
    rows = "".join(
        f"<dt>{escape(translate(label, tongue.language))}</dt>{fact(key, origin[key], tongue)}"
        for key, label in ORIGIN
        if origin.get(key)
    )
    if not rows:
        return ""
    heading = translate(OURS if "origin" in facts else OTHERS, tongue.language)
    return f'<aside class="designer"><h2>{escape(heading)}</h2><dl>{rows}</dl></aside>\n'


def fact(key: str, words: str, tongue: Tongue) -> str:
    """Return the HTML of a field of the designer's box."""
    if key == "link":
        return f"<dd>{anchor(escape(words), escape(words))}</dd>"
    if isinstance(words, Message):
        return f"<dd>{escape(translate(words, tongue.language))}</dd>"
    return element("dd", words, tongue, linked)


def linked(html: str) -> str:
    """Return HTML without tags in which addresses such as pagat.com or dekeyser.ch/tableauGame have
    become links."""
    return ADDRESS.sub(lambda found: anchor(f"https://{found[0]}", found[0]), html)


def anchor(address: str, words: str) -> str:
    return f'<a href="{address}" rel="noreferrer">{words}</a>'


def made(facts: Json) -> dict[str, str]:
    """Return the fields of the designer's box from other facts in game.toml, where the designer
    left no text."""
    designer = facts.get("designer", "")
    who = designer[:1].upper() + designer[1:]
    return {"who": who, "since": in_years(facts.get("year")), "source": facts.get("source", "")}


def in_years(year: int | None) -> str:
    """Return a year such as "1974" as text, with "about" before 1500; a year below 0 is before our
    era."""
    if not year:
        return ""
    if year < 0:
        return say("about {year} BC", year=-year)
    return say("about {year}", year=year) if year < 1500 else str(year)


def folded(html: str) -> str:
    """Return the section so that only its heading shows, and a touch on the heading opens the
    rest."""
    found = re.match(r"\s*<h2>(.*?)</h2>(.*)", html, re.DOTALL)
    if not found:
        return html
    return f"<details><summary>{found[1]}</summary>{found[2]}</details>\n"


def make_parser(uploaded: bool) -> MarkdownIt:
    """Return a Markdown parser that passes no HTML through. For an uploaded sheet it makes no links
    or images either."""
    from markdown_it import MarkdownIt  # playing and checking rules need no sheets

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    return parser.disable(["link", "image", "autolink", "reference"]) if uploaded else parser


def measure(text: str) -> tuple[int, int]:
    """Return the length of an uploaded sheet as HTML without its pictures, and the number of its
    pictures."""
    parser = make_parser(True)
    tokens = parser.parse(text)
    scenes = sum(map(is_scene, tokens))
    return len(parser.renderer.render(tokens, parser.options, {})), scenes


def rule_sheet(entry: Entry, language: str) -> Json:
    """Return the rule sheet in a language. Raises BadGame."""
    sheet = Sheet(entry, english_sheet(entry), language)
    title, spoken = say(entry.facts()["title"]), sheet.tongue.language
    return {
        "title": translate(title, spoken),
        "html": sheet.html,
        "scenes": sheet.scenes,
        "lang": spoken,
        "dir": "rtl" if is_right_to_left(spoken) else "ltr",
        "read_back": sheet.tongue.is_read_back,
    }


def read_sheet(entry: Entry, language: str) -> tuple[str, str]:
    """Return the Markdown of the sheet, and its language. Raises BadGame."""
    tongue = tongue_of_sheet(entry.name, language)
    text = english_sheet(entry)
    return translate_text(make_parser(entry.uploaded), text, tongue), tongue.language


def english_sheet(entry: Entry) -> str:
    """Return the Markdown of the English sheet. A table without a sheet gets a text about how
    tables are handled. Raises BadGame."""
    if entry.has(FILE):
        return read_lines(entry, FILE)
    if entry.is_table:
        return HANDLING.format(sentence=entry.facts()["sentence"])
    raise BadGame("{name} has no rule sheet.", name=entry.name)


def read_lines(entry: Entry, file: str) -> str:
    """Return the Markdown of a file. Raises BadGame."""
    with readable(entry.name, file):
        text = (entry.folder / file).read_text("utf-8-sig")
    return text


def check_sheet(entry: Entry, file: str) -> None:
    """Draw all pictures of a rule sheet. Raises BadGame, with the line of the first picture that
    fails."""
    for token in make_parser(entry.uploaded).parse(read_lines(entry, file)):
        if is_scene(token):
            check_block(entry, file, token.map[0] + 1 if token.map else 1, token.content)


def check_block(entry: Entry, file: str, fence: int, text: str) -> None:
    """Draw the picture of a `scene` block, which begins in the line after `fence`. Raises BadGame
    with the line that cannot be drawn."""
    values: dict[str, str] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), fence + 1):
        with at_line(entry, file, number):
            found = read_block(line)
        values |= found
        lines |= dict.fromkeys(found, number)
    try:
        draw(entry, values)
    except MemoryError:
        raise
    except Exception:
        with at_line(entry, file, lines.get(faulty_key(entry, values), fence)):
            draw(entry, values)


def faulty_key(entry: Entry, values: dict[str, str]) -> str:
    """Return the first key of a block with which it cannot be drawn, in the order in which `draw`
    reads them; an empty text where nothing can be drawn without any of them."""
    drawn: dict[str, str] = {}
    for key in ("", *(key for key in READ if key in values)):
        drawn |= {key: values[key]} if key else {}
        try:
            draw(entry, drawn)
        except Exception:  # whatever the game itself raises
            return key
    return ""


@contextmanager
def at_line(entry: Entry, file: str, line: int) -> Iterator[None]:
    """Turn any error of the block into a BadGame that names this line of the file."""
    try:
        yield
    except EveryGameError as error:
        raise BadGame(
            "{name}: {file}, line {line}: {error}",
            name=entry.name,
            file=file,
            line=line,
            error=error,
        ) from None
    except MemoryError:
        raise
    except Exception as error:  # whatever the game itself raises
        place = find_place(error, str(entry.folder))
        raise BadGame(
            "{name}: {file}, line {line}: {error}.",
            name=entry.name,
            file=file,
            line=line,
            error=" ".join(filter(None, (place, shown(error)))),
        ) from error


def read_block(text: str) -> dict[str, str]:
    """Return the lines of a `scene` block as keys and values. Raises BadGame."""
    values = {}
    for line in filter(str.strip, text.splitlines()):
        key, colon, value = line.partition(":")
        if not colon or key.strip() not in KEYS:
            raise BadGame("{line} is none of {keys}.", line=repr(line), keys=", ".join(KEYS))
        values[key.strip()] = value.strip()
    return values


def draw(entry: Entry, values: dict[str, str]) -> Scene:
    """Draw the scene of a block for the viewer that it names, or for a spectator. Raises BadGame,
    BadOption, BadMove …"""
    game, state = find_start(entry, values)
    for move in values.get("moves", "").split():  # these include the outcomes of chance
        state = state.apply(state.parse(move))
    scene = depict(entry.artist(), game, view(state, read_viewer(values, game)))
    marks = [mark.split() for mark in values.get("marks", "").split(";") if mark.strip()]
    drawn = tuple(Mark(kind, tuple(cells)) for kind, *cells in marks)
    scene = replace(scene, marks=(*scene.marks, *drawn))
    faults = check(scene)
    if faults:
        raise BadGame(faults[0])
    return scene


def read_viewer(values: dict[str, str], game: Game) -> int | None:
    """Return the viewer that a block names by the number of a seat, counted from 1; None, a
    spectator, where it names none. Raises BadGame."""
    number = values.get("viewer")
    if number is None:
        return None
    if not number.isdecimal() or not 1 <= int(number) <= game.players:
        raise BadGame("There is no seat {number}.", number=number)
    return int(number) - 1


def find_start(entry: Entry, values: dict[str, str]) -> tuple[Game, State]:
    """Return the game and the state that `options` and `position` or `state` describe; without a
    position, the initial state. Raises BadGame, BadOption, BadPosition."""
    game = entry.game(**read_settings(values.get("options", "").split()))
    if "position" in values:
        return game, game.parse_position(values["position"])
    if "state" not in values:
        return game, game.initial_state()
    try:
        return game, game.from_json(read_json(values["state"]))
    except (ValueError, RecursionError) as error:
        raise BadGame("The state is no JSON: {error}.", error=error) from None
