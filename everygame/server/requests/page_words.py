"""The parts of the page that depend on its language: the HTML document, the manifest, and the
sentences of its scripts."""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape
from typing import Final

from everygame.catalogues import (
    ENGLISH,
    find_catalogue,
    languages,
    page_language,
    page_languages,
)
from everygame.contract import AnyJson, Json
from everygame.server.requests.page_files import CLIENT
from everygame.words import Message, say, translate

MANIFEST: Final = "manifest.json"
SENTENCES: Final = (
    say("Every game at a table, in a browser."),
    say("Every game at a table."),
    say("This page needs JavaScript."),
    say("The last match"),
    say("Create a New Game"),
)
"""The sentences of index.html and manifest.json."""


def root_tag(language: str, base: str) -> str:
    """Return the tag of the page's root element, which tells the scripts about languages."""
    tags, spoken = " ".join(languages()), page_language(language)
    unspoken = " ".join(one for one in languages() if one not in page_languages())
    names = f'data-languages="{tags}" data-only-rules="{unspoken}" data-rules="{language}"'
    return f'<html lang="{spoken}" dir="ltr" {names}' + (f' data-base="{base}">' if base else ">")


@lru_cache(maxsize=64)
def page_html(language: str, base: str = "", version: str = "") -> str:
    """Return the page's document for a reader of a language. It names the languages that there are,
    and the one of rule sheets. `base` is the path under which the server lies, and `version` that
    of the page's files, which their addresses name."""
    html = (CLIENT / "index.html").read_text("utf-8")
    html = html.replace('<html lang="en" dir="ltr">', root_tag(language, base))
    html = html.replace(f"/static/{MANIFEST}", f"/static/{MANIFEST}?lang={language}")
    html = html.replace('href="/"', f'href="{base}/"')
    files = f"{base}/static/{version}/" if version else f"{base}/static/"
    html = html.replace('"/static/', f'"{files}')
    for sentence in SENTENCES:
        html = html.replace(sentence, escape(translate(sentence, language)))
    return html


@lru_cache(maxsize=64)
def manifest(language: str, base: str = "") -> Json:
    """Return the manifest in a language, for a server that lies under the path `base`."""
    known = {str(sentence): sentence for sentence in SENTENCES}
    text = (CLIENT / MANIFEST).read_text("utf-8").replace('": "/', f'": "{base}/')
    facts = json.loads(text)
    found: Json = told(facts, known, language)
    return {**found, "lang": language, "dir": "auto"}


def told(data: AnyJson, known: dict[str, Message], language: str) -> AnyJson:
    """Return JSON with those of its texts that are sentences in the language."""
    if isinstance(data, dict):
        return {key: told(value, known, language) for key, value in data.items()}
    if isinstance(data, list):
        return [told(item, known, language) for item in data]
    return translate(known[data], language) if isinstance(data, str) and data in known else data


@lru_cache(maxsize=64)
def sentences(language: str) -> bytes:
    """Return the JSON with what a language says for the sentences of the scripts. Raises KeyError
    for English and for a language that is not there."""
    catalogue = find_catalogue(language) if language in languages() else None
    if catalogue is None or language == ENGLISH:
        raise KeyError(language)
    return json.dumps(catalogue.page(), ensure_ascii=False, separators=(",", ":")).encode()
