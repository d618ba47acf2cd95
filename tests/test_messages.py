"""Messages: what they say, how they travel and are translated, and that all words are some."""

from __future__ import annotations

import asyncio
import pickle
import re
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everygame import bots, catalogues, words
from everygame.contract import CHANCE, OVER, TRUTH, Game
from everygame.errors import BadGame, BadMove, EveryGameError, IllegalMove
from everygame.library.registry import Entry, built_in, find_game, games
from everygame.scene import depict, ply_in_words, view
from everygame.server.library.cards import make_card
from everygame.server.requests.encoding import encode
from everygame.server.requests.reply import reply
from everygame.translating.game_texts import texts_of_game
from everygame.translating.python_texts import Unread, Use, fields, uses
from everygame.words import Message, all_of, count, one_of, say, sentences, translate

POLISH = """
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\\n"

msgctxt "game"
msgid "{name} is to play."
msgstr "Teraz gra {name}."

msgctxt "game"
msgid "{name}'s knight"
msgstr "Skoczek {name:of}"

msgctxt "game"
msgid "North"
msgstr "Północ"

msgctxt "form:of"
msgid "North"
msgstr "Północy"

msgctxt "game"
msgid "{before} {after}"
msgstr "{before}{after}"

msgctxt "game"
msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgctxt "game"
msgid "{some} and {last}"
msgstr "{some} i {last}"

msgctxt "game"
msgid "{text} is not legal here."
msgstr ""
"{text} jest "
"tu niedozwolone."

#, fuzzy
msgctxt "game"
msgid "South"
msgstr "Północ"
"""


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "pl.po").write_text(POLISH, "utf-8")
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    catalogues.find_catalogue.cache_clear()
    yield
    catalogues.find_catalogue.cache_clear()


def test_a_message_is_its_english_sentence() -> None:
    message = say("{name} is to play.", name=say("North"))
    assert message == "North is to play." and isinstance(message.arguments["name"], Message)
    assert say("100 {percent}") == "100 {percent}"
    assert [count("{n} card", "{n} cards", n) for n in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]
    assert all_of([]) == "" and all_of(["a"]) == "a" and all_of("abc") == "a, b and c"
    assert one_of("ab") == "a or b"


@pytest.mark.parametrize("asked", ["pl", "pl-PL"])
def test_what_is_shown_is_looked_up_and_falls_back(polish: None, asked: str) -> None:
    north = say("North")
    assert translate(say("{name} is to play.", name=north), asked) == "Teraz gra Północ."
    assert translate(all_of([north, "Eve"]), asked) == "Północ i Eve"
    assert translate(say("Nobody knows it."), asked) == "Nobody knows it."
    cards = [translate(count("{n} card", "{n} cards", n), asked) for n in (1, 3, 5)]
    assert cards == ["1 karta", "3 karty", "5 kart"]
    assert translate("North", asked) == "North"  # a name that people gave
    assert translate(north, "de-AT") == "North"
    shown = encode({"deep": [north], north: 1}, asked).decode()
    assert shown == '{"deep":["Północ"],"Północ":1}' or "Północ" in shown


def test_what_sounds_the_same_is_kept_apart(polish: None) -> None:
    north, person = say("North"), say("{person}", person="North")
    told = [say("{name} is to play.", name=who) for who in (north, person, "North", north)]
    shown = [translate(one, "pl") for one in told]
    assert shown == ["Teraz gra Północ.", "Teraz gra North.", "Teraz gra North.", shown[0]]
    assert [type(say("{n}", n=n).arguments["n"]) for n in (1, True, "1")] == [int, bool, str]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("nn-NO,de", "no"),
        ("sv-SE,de", "de"),
        ("de-AT,pl-PL;q=0.8,en;q=0.5", "de"),
        ("fr;q=0.3,pl;q=0.9,de;q=0.5", "pl"),
        ("de;q=0,pl", "pl"),
        ("en-GB,de;q=0.9", "en"),
        ("pt", "pt-BR"),
        ("pt-PT,de;q=0.5", "pt-BR"),
        ("nb", "no"),
        ("zh-TW", "zh-Hant"),
        ("zh-CN", "zh-Hans"),
        ("zh-HK,de", "zh-Hant"),
        ("", "en"),
        ("*", "en"),
        ("../../pl", "en"),
        ("fr,*;q=0.5", "en"),
    ],
)
def test_the_language_is_the_first_wanted_that_there_is(
    header: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tag in ("de", "pl", "pt-BR", "no", "zh-Hans", "zh-Hant"):
        (tmp_path / f"{tag}.po").touch()
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    assert catalogues.choose_language(header) == language


def test_a_word_has_the_form_that_its_place_asks_for(polish: None) -> None:
    knights = [say("{name}'s knight", name=name) for name in (say("North"), "North")]
    assert [translate(one, "pl") for one in knights] == ["Skoczek Północy", "Skoczek North"]


def test_each_part_of_a_list_has_the_form_that_its_place_asks_for(polish: None) -> None:
    knight = say("{name}'s knight", name=all_of([say("North"), "Eve", say("North")]))
    assert translate(knight, "pl") == "Skoczek Północy, Eve i Północy"


def test_a_language_says_what_stands_between_sentences(polish: None) -> None:
    told = sentences(["", say("{name} is to play.", name=say("North")), say("South")])
    assert told == "North is to play. South" and sentences([]) == ""
    assert translate(told, "pl") == "Teraz gra Północ.South"


def test_a_fuzzy_translation_is_not_shown(polish: None) -> None:
    assert translate(say("South"), "pl") == "South"


@pytest.mark.parametrize(
    ("name", "isolated"), [("Ann", False), ("דנה", True), ("علي", True), ("ẞen", False)]
)
def test_a_name_of_the_other_direction_is_isolated(name: str, isolated: bool) -> None:
    shown = translate(say("{name} is to play.", name=name), "en")
    marked = f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    assert shown == f"{marked if isolated else name} is to play."
    assert words.isolate(name, True) == (name if isolated else marked)


def test_messages_travel_with_their_arguments(polish: None) -> None:
    error = BadGame("{game}: {why}", game="x", why=IllegalMove("{text} is not legal here.", text=7))
    there = pickle.loads(pickle.dumps(error))
    assert str(there) == "x: 7 is not legal here." == there.message
    assert translate(there.message, "pl") == "x: 7 jest tu niedozwolone."
    north = say("{name} is to play.", name=say("North"))
    data = words.unpack(words.pack({"a": [north, 1], "message": ["b"]}))
    assert data == {"a": [north, 1], "message": ["b"]}
    assert translate(data["a"][0], "pl") == "Teraz gra Północ."


def test_an_answer_comes_in_the_language_of_the_browser(polish: None) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    for asked in (b"pl-PL,en;q=0.5", b"de"):
        scope = {"type": "http", "headers": [(b"accept-language", asked)]}
        asyncio.run(reply({"error": say("North")}, 404)(scope, None, send))  # type: ignore[arg-type]
    bodies = ['{"error":"Północ"}'.encode(), b'{"error":"North"}']
    assert [sent[1]["body"], sent[3]["body"]] == bodies
    for start, body in zip(sent[::2], bodies, strict=True):
        assert dict(start["headers"])[b"content-length"] == str(len(body)).encode()


def test_an_old_error_with_braces_says_what_it_said() -> None:
    assert str(EveryGameError("{'a': 1} is no {thing}.")) == "{'a': 1} is no {thing}."
    assert str(BadMove("100 %")) == "100 %"


# -- the sources

USES = list(uses())


def test_every_message_has_a_text_that_translators_can_read() -> None:
    assert not [use for use in USES if isinstance(use, Unread)]
    assert len(USES) > 1000


def test_what_is_put_into_a_message_has_a_place_there() -> None:
    for use in USES:
        if isinstance(use, Use) and (use.places or use.open):
            places = fields(use.text) | fields(use.many)
            assert use.places - {"n"} <= places, use
            assert use.open or places <= use.places, use


# -- all that is shown

WORDS = {
    "Region": ("name", "title"),
    "Cell": ("name", "label"),
    "Piece": ("name",),
    "Mark": ("name",),
    "Choice": ("name", "label"),
    "Refusal": ("why",),
    "Scene": ("prompt", "notes", "scores", "over"),
    "Option": ("label", "help"),
    "Level": ("title", "sentence"),
}
PLAIN = re.compile(r"([a-z]?\d+|[a-z]|[^a-z]*|[A-Z]+)([-x=/+^:×, ]([a-z]?\d+|[a-z]|[^a-z]*))*")
"""Squares, moves from one to another, letters of cards, numbers and symbols."""
KEYS = {text for use in USES if isinstance(use, Use) for text in (use.text, use.many)}
KEYS |= {text for game in built_in() for _, text, _ in texts_of_game(game)}


def check_words(text: Any, where: str) -> None:
    """Demand a message wherever there are words, with a text that the catalogue has."""
    if isinstance(text, Message):
        assert text.text in KEYS, f"{where}: {text.text!r} is not in the sources"
        for argument in text.arguments.values():
            if isinstance(argument, str):
                check_words(argument, f"{where}: {text.text!r}")
        return
    assert PLAIN.fullmatch(text), f"{where}: {text!r} is no message"


def check_all(things: Iterable[Any], where: str) -> None:
    """The words of scenes and of all that is in them, or of options or levels."""
    for thing in things:
        for place, text in words_of(thing):
            check_words(text, f"{where}, {place}")


def words_of(thing: Any) -> Iterator[tuple[str, str]]:
    """The words of a thing and of all that is in it, each with its place."""
    kind = type(thing).__name__
    for name, value in vars(thing).items():
        items = value if isinstance(value, tuple) else (value,)
        if name in WORDS.get(kind, ()):
            yield from ((f"{kind}.{name}", text) for text in items)
        elif isinstance(value, dict):  # of a scene: what is blocked
            yield from ((f"{kind}.{name}", text) for text in value.values())
        else:
            for item in items:
                if is_dataclass(item):
                    yield from words_of(item)


def play(name: str, game: Game, rng: Random, plies: int) -> None:
    """Look at a random match with everybody's eyes."""
    artist = find_game(name).artist()
    reason = find_game(name).reasons()
    state = game.initial_state()
    for text in artist.seat_names(game):
        check_words(text, f"{name}, seat")
    for ply in range(plies):
        if ply % 5 == 0 or state.to_play() == OVER or ply < 6:
            for viewer in (None, *range(game.players)):
                check_all([depict(artist, game, view(state, viewer))], f"{name} {ply}")
        if state.to_play() == OVER:
            return
        action = rng.choice(state.legal_actions())
        after = state.apply(action)
        text = state.text(action, TRUTH)
        told = ply_in_words(artist, game, (state, after), text, TRUTH)
        check_words(told, f"{name} {ply}, history of {text}")
        if reason and state.to_play() != CHANCE:
            for sentence in reason(state, action, after, state.to_play()):
                check_words(sentence, f"{name}, reason")
        state = after


@pytest.mark.parametrize("name", list(games()))
def test_all_words_that_people_read_are_messages(name: str) -> None:
    rules = find_game(name).game_class()
    check_all(rules.options, name)
    for players in rules.seats:
        game = find_game(name).game(players=str(players))
        check_all(bots.levels(game), name)
        for seed in range(2):
            play(name, game, Random(seed), 60 if game.endless else 400)
    for option in rules.options:
        for choice in option.choices:
            check_words(choice.label, f"{name}, {option.name}")
            if choice.value != option.default and (choice.players or (rules.seats[0],))[0]:
                number = (choice.players or option.players or rules.seats)[0]
                game = find_game(name).game(players=str(number), **{option.name: choice.value})
                play(name, game, Random(1), 40)


@pytest.mark.parametrize("entry", built_in(), ids=lambda entry: entry.name)
def test_who_made_a_game_is_a_name_or_a_message(entry: Entry) -> None:
    """Names stay as they are; "traditional" is said in every language."""
    designer = make_card(entry)["designer"]
    assert isinstance(designer, Message)
    assert designer in KEYS or all(word[:1].isupper() for word in designer.split())


def test_a_pass_is_told_in_words() -> None:
    """Random matches of Reversi pass too seldom to show it."""
    for name in ("go", "reversi"):
        artist, start = find_game(name).artist(), find_game(name).game().initial_state()
        told = ply_in_words(artist, find_game(name).game(), (start, start), "pass", None)
        check_words(told, f"{name}, a pass")


def test_words_that_are_no_message_are_found() -> None:
    scene = find_game("tictactoe").artist()
    game = find_game("tictactoe").game()
    shown = depict(scene, game, view(game.initial_state(), 0))
    check_all([shown], "")
    for change in (
        {"prompt": "Tap it."},
        {"notes": (f"You have {3} left",)},
        {"blocked": {"a1": "No."}},
    ):
        with pytest.raises(AssertionError, match="is no message"):
            check_all([replace(shown, **change)], "")
