"""Writes a report of the arena or of a study as one HTML page without scripts and external files.
The page has a light and a dark colour scheme, and can be read on a phone and printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from everygame.arena.origin import Origin


def document(title: str, parts: Iterable[str]) -> str:
    """Return the HTML page."""
    style = files("everygame.arena").joinpath("report.css").read_text("utf-8")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            *parts,
            "</body>",
            "</html>\n",
        ]
    )


def tile(name: str, value: str) -> str:
    """Return one number with its name."""
    return f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"


def facts(told: dict[str, str]) -> Iterator[str]:
    """Yield a list of names with their values."""
    yield "<dl class='facts'>"
    yield from (f"<div><dt>{escape(k)}</dt><dd>{escape(v)}</dd></div>" for k, v in told.items())
    yield "</dl>"


def grid(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table, whose first row is its head."""
    head, *body = rows
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    yield f"<div class='wide'><table><thead><tr>{cells}</tr></thead>"
    for name, *rest in body:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        yield f"<tr><th scope='row'>{escape(name)}</th>{cells}</tr>"
    yield "</table></div>"


def figure(svg: str, caption: str) -> Iterator[str]:
    """Yield a figure with its caption."""
    yield f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def again(origin: Origin) -> Iterator[str]:
    """Yield the section about how another reader gets the same figures."""
    yield "<section><h2>The same figures again</h2>"
    yield f"<pre>{escape(origin.command)}</pre><dl class='origin'>"
    for name, value in (
        ("Build", origin.build),
        ("Game", f"{origin.game}, version {origin.version}"),
        ("SHA-256 of EveryGame’s programs", origin.program),
        ("SHA-256 of the game’s files", origin.source),
        *([("Commit of the game’s files", origin.commit)] if origin.commit else []),
        ("SHA-256 of the figures", origin.digest),
    ):
        yield f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>"
    yield "</dl>"
    yield "<p class='note'>The command gives the same figures, times excepted, where the"
    yield " programs and the files are the same; the last line then says so.</p>"
    yield from (f"<p class='note'>{escape(doubt)}</p>" for doubt in origin.doubts)
    yield "</section>"
