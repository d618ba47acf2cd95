"""The server asked by function calls, as a page asks it that has its own Python."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import shutil
import sqlite3
import sys
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from everygame.bots import thinker
from everygame.bots.request import ask as ask_move
from everygame.errors import BadRecord
from everygame.fast import listening
from everygame.fast.arrays import COMPILED
from everygame.library import registry
from everygame.library.new_game import new_game
from everygame.library.registry import Entry, find_folder, find_game
from everygame.pocket import downloads, export, own_games
from everygame.pocket.carrier import Carrier
from everygame.pocket.levels import levels, slow
from everygame.pocket.main import MOST_LIVE, Stopped, begin_thinking, start, think
from everygame.pocket.store import PocketStore
from everygame.pocket.thinkers import Thinkers
from everygame.process import isolation
from everygame.search.game_advice import Level
from everygame.server.matches.live_match import LiveMatch
from everygame.store.port import Unwritable
from everygame.words import translate
from tests.test_broken_games import FAULTS, broken

HEX = Path(__file__).parents[2] / "examples" / "hex"
PEOPLE = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
BOT_FIRST = [{"kind": "bot", "level": "first"}, PEOPLE[0]]
MATCH = {"game": "icefloes", "options": {}, "seats": PEOPLE, "key": "a match that is wanted"}


class Told:
    """A page that notes what it is told, and thinks as the other workers would."""

    most = 2

    def __init__(self) -> None:
        self.news: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()
        self.jobs = 0
        self.stopped: list[int] = []

    def answer(self, number: int, status: int, headers: str, body: bytes) -> None:
        self.news.put_nowait((number, status, headers, body))

    def opened(self, socket: int) -> None:
        self.news.put_nowait((socket, "opened"))

    def text(self, socket: int, text: str) -> None:
        self.news.put_nowait((socket, json.loads(text)))

    def closed(self, socket: int, code: int) -> None:
        self.news.put_nowait((socket, "closed", code))

    async def hear(self) -> Any:
        """The next message of a socket, or what became of it."""
        return (await self.news.get())[1]

    async def enter(self, carrier: Carrier, match: str) -> Any:
        """The first message of socket 7, which is opened at a match."""
        carrier.open(7, f"/api/matches/{match}/socket")
        assert await self.news.get() == (7, "opened")
        return await self.hear()

    async def think(self, number: int, job: str, seconds: float) -> str:
        self.jobs += 1
        return think(job)

    def stop(self, number: int) -> None:
        self.stopped.append(number)

    async def redraw(self, picture: bytes, type: str) -> bytes:
        raise ValueError("no picture")


@asynccontextmanager
async def pocket(folder: Path) -> AsyncIterator[tuple[Carrier, Told]]:
    page = Told()
    carrier = await start(page, str(folder / "m.db"), str(folder / "tables"), "en")
    yield carrier, page
    await carrier.stop()


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def wait() -> None:
        async with asyncio.timeout(120):
            await work()

    asyncio.run(wait())


async def ask(
    carrier: Carrier, method: str, path: str, data: bytes = b"", status: int = 200
) -> Any:
    found, _, body = await carrier.ask(method, path, data)
    assert found == status, body
    return json.loads(body)


async def begin(carrier: Carrier, **changes: Any) -> str:
    data = json.dumps({**MATCH, **changes}).encode()
    match: str = (await ask(carrier, "POST", "/api/matches", data))["match"]
    return match


def test_a_match_is_played_and_is_there_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with pocket(tmp_path) as (carrier, page):
            table = await page.enter(carrier, await begin(carrier))
            move = {"type": "play", "id": "one", "at": table["node"], "move": "up"}
            carrier.hear(7, json.dumps(move))
            assert (await page.hear())["type"] == "ack"
            died = shutil.copytree(tmp_path, tmp_path / "died")  # as it lies there at that moment
        async with pocket(died) as (carrier, page):
            carrier.request(8, "GET", "/api/library", b"")
            number, status, headers, body = await page.news.get()
            assert (number, status) == (8, 200) and "content-type: application/json" in headers
            assert [one["ply"] for one in json.loads(body)["matches"]] == [1]

    run(work)


def test_few_matches_stay_in_the_memory_of_a_page(tmp_path: Path) -> None:
    async def work() -> None:
        async with pocket(tmp_path) as (carrier, _):
            for number in range(MOST_LIVE + 3):
                match = await begin(carrier, key=f"a match that is wanted, {number}")
                await ask(carrier, "GET", f"/api/matches/{match}/record")
            gc.collect()
            assert sum(isinstance(one, LiveMatch) for one in gc.get_objects()) == MOST_LIVE

    run(work)


def test_a_match_of_rules_that_have_changed_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = "The rules of Ice Floes have changed since this match was played."

    async def work() -> None:
        async with pocket(tmp_path) as (carrier, page):
            match = await begin(carrier)
        newer = find_game("icefloes").game_class()
        monkeypatch.setattr(newer, "version", newer.version + 1)
        async with pocket(tmp_path) as (carrier, page):
            shelf = await ask(carrier, "GET", "/api/library")
            assert [one["problem"] for one in shelf["matches"]] == [changed]
            told = await page.enter(carrier, match)
            assert (told["code"], told["error"]) == ("gone", changed)
            await ask(carrier, "DELETE", f"/api/matches/{match}")

    run(work)


def test_what_cannot_be_opened_is_said_without_a_file(tmp_path: Path) -> None:
    file = tmp_path / "m.db"
    PocketStore(file).close()
    with sqlite3.connect(file) as database:
        database.execute("INSERT INTO schema_version VALUES (99)")
    database.close()
    with pytest.raises(BadRecord, match="this browser keeps was written by a newer Every"):
        PocketStore(file)
    file.write_bytes(b"spoiled " * 2_000)
    with pytest.raises(Unwritable, match="What this browser keeps of EveryGame is damaged"):
        PocketStore(file)


def test_bots_think_elsewhere_and_sockets_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with pocket(tmp_path) as (carrier, page):
            table = await page.enter(carrier, await begin(carrier, seats=BOT_FIRST))
            while not table["node"]:
                table = await page.hear()
            assert page.jobs == 1
            carrier.close(7)
            while await page.hear() != "closed":
                pass
            carrier.hear(7, "{}")  # nobody is there any more
            assert (await page.enter(carrier, "nowhere"))["code"] == "gone"
            assert await page.news.get() == (7, "closed", 4404)

    run(work)


def test_what_the_server_refuses_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with pocket(tmp_path) as (carrier, _):
            await ask(carrier, "GET", "/api/games/none", status=404)
            await ask(carrier, "POST", "/api/matches", b"{", 400)
            await ask(carrier, "DELETE", "/api/library", status=405)

    run(work)


COUNTED = Level("a", "A", "Looks at a few.", 0.5, 20)
FREE = Level("b", "B", "Thinks hard.", 2.0)
WEAKER = "Thinks hard. Here, in a browser, it looks at far less in its time than on a server."


def test_levels_say_how_they_are_here() -> None:
    for compiled, said in ((True, FREE.sentence), (False, WEAKER)):
        counted, free = slow(COUNTED, compiled), slow(FREE, compiled)
        assert counted.seconds > COUNTED.seconds and counted.sentence == COUNTED.sentence
        assert (free.seconds, translate(free.sentence, "en")) == (2.0, said)


@pytest.mark.both
@pytest.mark.parametrize("name", ["icefloes", "hex"])
def test_a_game_is_as_slow_as_its_rules(name: str) -> None:
    """Those of one's own are interpreted wherever the others are compiled."""
    own = name == "hex"
    game = (find_folder(HEX) if own else find_game(name)).game()
    weaker = [level for level in levels(game) if "in a browser" in translate(level.sentence, "en")]
    assert bool(weaker) == (own or not COMPILED)


def test_searches_go_on_beside_each_other_and_stop_when_nobody_waits() -> None:
    class Slow(Told):
        """Answers when it is told to."""

        done = asyncio.Event()

        async def think(self, number: int, job: str, seconds: float) -> str:
            self.news.put_nowait((number,))
            await self.done.wait()
            return json.dumps({"result": number})

    async def work() -> None:
        page = Slow()
        pool = Thinkers(page, page.redraw)
        jobs = [asyncio.create_task(pool.run("a:b", {}, 1.0)) for _ in range(3)]
        assert [await page.news.get(), await page.news.get()] == [(1,), (2,)]
        jobs[0].cancel()
        assert isinstance((await asyncio.gather(jobs[0], return_exceptions=True))[0], BaseException)
        assert page.stopped == [1] and page.news.empty()  # the worker has not ended it yet
        page.done.set()
        assert await asyncio.gather(*jobs[1:]) == [2, 3]
        assert page.stopped == [1]

    run(work)


def test_a_search_hears_between_nodes_that_it_is_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    ffi = ModuleType("pyodide.ffi")
    ffi.can_run_sync = lambda: True  # type: ignore[attr-defined]
    ffi.run_sync = asyncio.run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    monkeypatch.setattr(listening, "hear", None)
    for name in ("tree_nodes", "hidden_nodes", "tree_cells", "table_bits"):
        monkeypatch.setattr(thinker, name, getattr(thinker, name))  # what it was comes back
    pauses: list[bool] = []

    async def pause() -> bool:
        pauses.append(len(pauses) > 1)
        return pauses[-1]

    begin_thinking(pause)
    game = find_game("reversi").game()
    request = {**ask_move(game, [game.initial_state()], 0), "seed": 1, "seconds": 3600.0}
    with pytest.raises(Stopped):
        thinker.answer(game, FREE, request)
    assert pauses == [False, False, True]


def test_a_python_whose_memory_ran_out_thinks_no_more() -> None:
    with pytest.raises(MemoryError, match="needed too much"):
        think(json.dumps({"call": "builtins:bytes", "request": 1 << 62}))


def test_two_fetch_wheels_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pip(command: Sequence[str], what: str) -> None:
        folder = Path(command[-1])
        folder.mkdir()
        (folder / "one.whl").write_text("it")
        if not others:
            others.append(folder)
            downloads.fetch_wheels()  # as another process, while this one waits for the last wheel
            (folder / "two.whl").write_text("it")

    others: list[Path] = []
    monkeypatch.setenv("EVERYGAME_DATA", str(tmp_path / "none.db"))
    monkeypatch.setattr(downloads, "run", pip)
    (wheel,) = downloads.fetch_wheels()
    assert wheel.read_text() == "it"
    assert list((tmp_path / "downloads").iterdir()) == [wheel.parent]


def locked(data: bytes) -> bytes:
    """The archive as one of which every file wants a password."""
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        head, *files = data.split(sign)
        at = place - len(sign)
        data = sign.join([head, *(one[:at] + b"\x01" + one[at + 1 :] for one in files)])
    return data


def zipped(folder: Path, at: str, **changed: str) -> bytes:
    """The files of a folder as an archive, under a path; some of them with other texts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path in sorted(folder.iterdir()):
            text = changed.get(path.stem, path.read_text("utf-8"))
            archive.writestr(f"{at}{path.name}", text)
        archive.writestr("__MACOSX/._rules.py", "rubbish")
        archive.writestr("../outside.py", "rubbish")
    return made.getvalue()


def test_a_game_of_ones_own_is_brought_and_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVERYGAME_GAMES", str(tmp_path / "games"))
    monkeypatch.setattr(isolation, "host", isolation.host)
    own_games.trust_games()

    async def work() -> None:
        async with pocket(tmp_path) as (carrier, page):

            async def bring(data: bytes, status: int = 200, file: str = "") -> Any:
                return await ask(carrier, "POST", f"/api/own-games?file={file}", data, status)

            assert (await bring(zipped(HEX, "some/hex/")))["title"] == "Hex"
            assert not list(tmp_path.rglob("outside.py")) + list(tmp_path.rglob("._*"))
            table = await page.enter(carrier, await begin(carrier, game="hex", seats=BOT_FIRST))
            while not table["node"]:
                table = await page.hear()
            assert page.jobs == 1  # the bot has played it
            broken = zipped(HEX, "hex/", rules="GAME = 1 / 0")
            assert "rules.py" in (await bring(broken, 400))["error"]
            assert (await bring(zipped(HEX, ""), file="hex.zip"))["title"] == "Hex"
            for data, why in (
                (b"PK", "cannot be unpacked"),
                (locked(zipped(HEX, "hex/")), "cannot be unpacked"),
                (zipped(HEX, "go/"), "another game called go"),
                (zipped(HEX, "he_x/"), "small letters"),
                (zipped(HEX, "hexes/"), "calls the game"),
                (zipped(HEX.parent / "bots", "a/"), "no game"),
            ):
                assert why in (await bring(data, 400))["error"]
            listed = await ask(carrier, "GET", "/api/own-games")
            assert [game["title"] for game in listed["games"]] == ["Hex"]
            await ask(carrier, "DELETE", "/api/own-games/hex")
            await ask(carrier, "DELETE", "/api/own-games/hex", status=404)
            await ask(carrier, "GET", "/api/games/hex", status=404)

    run(work)


def test_broken_games_hurt_no_other_in_an_export(
    games_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the person are left out, and one that ships keeps its sentence on its card."""
    own = {f"broken{number}": fault for number, fault in enumerate(FAULTS)}
    for name, fault in own.items():
        broken(fault, games_home, name)
    folder = new_game("shipsbroken", tmp_path)
    (folder / "rules.py").unlink()
    sound, ours = find_game("tictactoe"), Entry("shipsbroken", "nowhere", folder)
    monkeypatch.setattr(registry, "built_in", lambda: [sound, ours])
    monkeypatch.setattr(export, "shipped", {"tictactoe": sound, "shipsbroken": ours}.get)
    assert set(own) == set(export.left_out_games())
    answers: Any = asyncio.run(export.first_answers("en"))
    cards = {card["name"]: card.get("fault", "") for card in answers["/api/library"]["games"]}
    assert cards.pop("shipsbroken").startswith("shipsbroken: rules.py cannot be loaded: ")
    assert cards == {"tictactoe": ""}
    assert "/api/games/tictactoe/preview" in answers
    assert export.picture_files()
    assert games_home.is_dir() and len(registry.games()) == 2 + len(own)
