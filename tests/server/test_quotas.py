"""What an address may use of the server, whatever cookies it has, and what is deleted when."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from everygame.addresses import SITE_SHARE, networks_of
from everygame.errors import EveryGameError
from everygame.process import metering
from everygame.process.metering import charge, in_thread, metered
from everygame.process.pool import Pool
from everygame.server.bots.jobs import Bots
from everygame.server.matches import live_matches
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.live_matches import LiveMatches
from everygame.server.operator import admin, housekeeping, memory
from everygame.server.operator.barred import Barred, name_of
from everygame.server.operator.exit_statuses import BAD_DATA_FILE
from everygame.server.operator.housekeeping import Housekeeper
from everygame.server.requests import quotas as numbers
from everygame.server.requests.crowd import Crowd
from everygame.server.requests.limits import Rates, Refused, asking_address
from everygame.server.requests.quotas import DAY, Quotas, choose_quotas
from everygame.server.tables.uploads import Uploads
from everygame.store import Save, SQLiteStore
from tests.server import standin
from tests.server.serving import Device, Hourglass, Line, serving
from tests.stores import PLY, Direct, add, library, new, run
from tests.waiting import wait_until

EVE = "203.0.113.7"
HOUSE = "2001:db8:1:2::7"


# -- for whom an address counts


@pytest.mark.parametrize(
    ("address", "networks"),
    [
        (EVE, (EVE,)),
        (f"::ffff:{EVE}", (EVE,)),
        (HOUSE, ("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("fe80::1%eth0", ("fe80::/64", "fe80::/48")),
        ("", ("",)),
        ("unknown", ("unknown",)),
    ],
)
def test_an_address_counts_for_its_networks(address: str, networks: tuple[str, ...]) -> None:
    assert networks_of(address) == networks


def test_a_household_has_one_bucket_and_a_site_has_four(glass: Hourglass) -> None:
    rates = Rates(2, 0.1, glass)
    taken = [rates.take(f"2001:db8:1:{n // 4:x}::{n:x}") for n in range(40)]
    assert taken[:4] == [True, True, False, False], "the addresses of one /64 share"
    assert taken.count(True) == 2 * SITE_SHARE, "and so do all of a /48"
    assert rates.take("2001:db8:2::1") and rates.take(EVE)
    assert rates.wait("2001:db8:1:99::1") == pytest.approx(1 / (SITE_SHARE * 0.1))
    glass.turn(rates.wait("2001:db8:1:99::1"))
    assert rates.take("2001:db8:1:99::1") and not rates.take("2001:db8:1:99::1")


# -- connections


def test_connections_are_counted_by_network_and_the_last_are_for_players(glass: Hourglass) -> None:
    quotas = Quotas(glass)
    crowd = Crowd(100, each=10, clock=glass, is_player=quotas.has_player)
    site = [crowd.admit(f"2001:db8:1:{n:x}::1") for n in range(60)]
    assert site.count(True) == 10 * SITE_SHARE
    while crowd.total < 75:
        assert crowd.admit(f"198.51.100.{crowd.total}")
    assert not crowd.admit(EVE), "a quarter of all is kept for addresses with a player"
    quotas.note_player(EVE)
    assert crowd.admit(EVE)
    glass.turn(numbers.SEATED_SECONDS)
    assert not crowd.admit(EVE)
    crowd.release("2001:db8:1:3::1")
    assert crowd.counts["2001:db8:1::/48"] == 39 and "2001:db8:1:3::/64" not in crowd.counts


# -- the processor


def test_work_is_charged_for_its_own_steps_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: Counter[int] = Counter()
    """The processor seconds of each thread."""
    charged: list[float] = []

    def work_for(seconds: int) -> None:
        spent[threading.get_ident()] += seconds

    async def work(waits: asyncio.Event) -> None:
        work_for(1)
        await asyncio.sleep(0)
        work_for(2)
        await in_thread(work_for, 4)
        try:
            waits.set()
            await asyncio.Event().wait()
        finally:
            work_for(8)

    async def play() -> None:
        charge.set(charged.append)
        waits = asyncio.Event()
        task = asyncio.create_task(metered(work(waits)))
        while not waits.is_set():
            work_for(100)  # for others, meanwhile
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert task.cancelled() and sum(charged) == 15, charged

    monkeypatch.setattr(metering, "processor_seconds", lambda: spent[threading.get_ident()])
    asyncio.run(play())


def test_a_players_commands_have_a_share_of_their_own(glass: Hourglass) -> None:
    quotas = Quotas(glass)
    quotas.begin(EVE)
    charge.get()(numbers.PROCESSOR_SECONDS + 1)
    with pytest.raises(Refused) as refused:
        quotas.check_address(EVE)
    assert (refused.value.status, refused.value.seconds) == (429, 3), "half of a processor"
    assert str(refused.value) == "This address has kept the server busy; try again in 3 seconds."
    assert not quotas.wait(EVE, playing=True) and not quotas.wait("198.51.100.1")
    quotas.begin(EVE, playing=True)
    charge.get()(numbers.PROCESSOR_SECONDS + 1)
    assert quotas.wait(EVE, playing=True)
    glass.turn(3)
    quotas.check_address(EVE)


def test_the_bots_of_an_address_have_half_of_the_processes() -> None:
    async def play() -> None:
        bots, free = Bots(Pool(4), standin.levels), asyncio.Event()
        begun: list[str] = []

        async def think(address: str) -> None:
            asking_address.set(address)
            async with bots.share():
                begun.append(address)
                await free.wait()

        far = "2001:db8:1:9::1"  # in the same /48
        tasks = [asyncio.create_task(think(one)) for one in (HOUSE, far, HOUSE, EVE, "127.0.0.1")]
        for _ in range(9):
            await asyncio.sleep(0)
        assert begun == [HOUSE, far, EVE, "127.0.0.1"]
        free.set()
        await asyncio.gather(*tasks)
        assert len(begun) == 5 and not bots.shares

    asyncio.run(play())


# -- what is made and kept


MADE: dict[str, Callable[[Quotas], None]] = {
    "DEVICES": Quotas.count_device,
    "MATCHES": Quotas.count_match,
    "SAVES": Quotas.count_save,
    "TABLES": Quotas.count_table,
    "LISTINGS": Quotas.count_listing,
}


@pytest.mark.parametrize("what", MADE)
def test_an_address_makes_so_much_and_is_told_when_more(what: str, glass: Hourglass) -> None:
    quotas, make = Quotas(glass), MADE[what]
    at_once, a_day = (getattr(numbers, f"{what}_{part}") for part in ("AT_ONCE", "A_DAY"))
    asking_address.set(EVE)
    for _ in range(at_once):
        make(quotas)
    with pytest.raises(Refused) as refused:
        make(quotas)
    assert refused.value.status == 429 and refused.value.seconds == -(-DAY // a_day)
    assert "try again in" in str(refused.value)
    glass.turn(refused.value.seconds)
    make(quotas)
    for free in ("127.0.0.1", "::1", "", "198.51.100.1"):
        asking_address.set(free)
        make(quotas)
    asking_address.set("")


def test_bytes_are_kept_for_an_address_until_its_share_is_used(glass: Hourglass) -> None:
    quotas = Quotas(glass)
    asking_address.set(EVE)
    quotas.keep(numbers.KEPT_BYTES_AT_ONCE + 2_000_000)
    for make in (Quotas.count_match, Quotas.count_save, Quotas.count_table):
        with pytest.raises(Refused, match="keeps much for this address; try again in 61 minutes"):
            make(quotas)
    quotas.keep_command(1_000)  # who plays goes on, up to a share of the same size
    with pytest.raises(Refused, match="Much was played"):
        quotas.keep_command(numbers.KEPT_BYTES_AT_ONCE)
    asking_address.set("")


def test_an_address_has_so_much_of_the_memory_open(glass: Hourglass) -> None:
    quotas = Quotas(glass)
    for _ in range(30):
        quotas.open_match(EVE, "long", 3_100)
    for number in range(5):
        quotas.open_match(EVE, f"m{number}", 3_100)
    with pytest.raises(Refused, match="Many long matches are open") as refused:
        quotas.open_match(EVE, "more", 3_100)
    assert refused.value.status == 429
    quotas.open_match(EVE, "long", 3_100)
    quotas.open_match("198.51.100.1", "more", 3_100)
    quotas.close_match("198.51.100.1", "more")
    quotas.close_match(EVE, "m0")
    quotas.open_match(EVE, "more", 3_100)
    for _ in range(31):
        quotas.close_match(EVE, "long")
    for match in ("m1", "m2", "m3", "m4", "more"):
        quotas.close_match(EVE, match)
    assert not quotas.watched


def test_unused_long_matches_leave_the_memory(ann: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_matches, "MOST_UNUSED_EVENTS", 3 * live_matches.MATCH_WEIGHT + 50)
    before = count_live()
    begun = [ann.begin("tictactoe") for _ in range(6)]
    for match in begun:
        assert ann.record(match)
    assert count_live() - before <= 4, "three that are unused, and the last one"


def count_live() -> int:
    """How many live matches are in memory."""
    gc.collect()
    return sum(isinstance(one, LiveMatch) for one in gc.get_objects())


# -- what is deleted when


@pytest.fixture
def house(data: Path, glass: Hourglass) -> Iterator[tuple[Housekeeper, Direct]]:
    """The housekeeper of a public server, and its store: two devices, the first with a match."""
    quotas = choose_quotas(True, None, None, 1_000)
    quotas.clock = glass
    store: Any = SQLiteStore(data, glass)
    bots: Any = None
    matches = LiveMatches(store, bots, glass, public=True, quotas=quotas)
    uploads = Uploads(None, store, bots, quotas)
    direct = Direct(store)
    direct.add_device(b"one", EVE)
    direct.add_device(b"two")
    add(direct, new("m"))
    yield Housekeeper(matches, uploads), direct
    store.close()


def test_a_match_that_nobody_opens_is_deleted_and_what_is_kept_is_not(
    house: tuple[Housekeeper, Direct], glass: Hourglass
) -> None:
    keeper, store = house
    add(store, new("named"))
    store.name(1, "named", "Mine")
    add(store, new("opened"))
    store.save(1, Save("s", "g", "Name", {}, "kept"), False)
    glass.turn(numbers.MATCH_DAYS * DAY - 60)
    store.note_look("opened")
    run(keeper.tidy())
    assert set(library(store, 1)) == {"m", "named", "opened"}
    glass.turn(120)
    run(keeper.tidy())
    assert set(library(store, 1)) == {"named", "opened"} and store.load("m") is None
    assert [save.id for save in store.saves(1, 9)] == ["s"]


def test_a_library_tells_what_is_deleted_soon(games: None, data: Path, glass: Hourglass) -> None:
    quotas = choose_quotas(True, None, None, 1_000)
    quotas.clock = glass
    with serving(data, public=True, clock=glass, quotas=quotas) as port:
        ann = Device(port)
        named, other = ann.begin("tictactoe"), ann.begin("tictactoe")
        ann.post(f"/api/matches/{named}/name", {"name": "Mine"})

        def told() -> dict[str, float | None]:
            return {one["match"]: one["deleted_in"] for one in ann.shelf()}

        assert told() == {named: None, other: None}
        glass.turn((numbers.MATCH_DAYS - 10) * DAY)
        assert told() == {named: None, other: 10 * DAY}
        ann.enter(other)
        assert told() == {named: None, other: None}, "somebody has opened it"
        ann.close()


def test_a_private_server_deletes_nothing_unless_it_is_asked() -> None:
    private, asked = choose_quotas(False, None, None, 9), choose_quotas(False, 30, 5, 9)
    assert (private.match_days, private.library_days, private.disk_bytes) == (0, 0, 0)
    assert (asked.match_days, asked.library_days, asked.disk_bytes) == (30, 0, 5 * 10**9)
    assert choose_quotas(True, 0, 0, 9).match_days == choose_quotas(True, 0, 0, 9).disk_bytes == 0


def test_a_library_that_nobody_can_reach_is_deleted(
    house: tuple[Housekeeper, Direct], glass: Hourglass
) -> None:
    keeper, store = house
    store.name(1, "m", "Mine")
    store.add_device(b"coded")
    store.issue(b"code", 3, 3, "code", None)
    glass.turn(numbers.LIBRARY_DAYS * DAY)
    store.note_visit(2, "Firefox/Linux")
    glass.turn(60)
    run(keeper.tidy())
    found = [store.find_device(secret) for secret in (b"one", b"two", b"coded")]
    assert found == [None, 2, 3], "whoever came since is kept, and whoever has a code"
    assert store.load("m") is None


def test_addresses_are_forgotten_after_a_week(
    house: tuple[Housekeeper, Direct], glass: Hourglass, data: Path
) -> None:
    keeper, _ = house
    assert any(EVE in line for line in listed(data, "addresses"))
    glass.turn(housekeeping.ADDRESS_DAYS * DAY + 1)
    run(keeper.tidy())
    assert EVE.encode() not in data.read_bytes() and not listed(data, "addresses")


@pytest.mark.skipif(memory.find("malloc_trim") is None, reason="only glibc keeps what is freed")
def test_freed_memory_between_blocks_in_use_is_given_back(
    house: tuple[Housekeeper, Direct], glass: Hourglass
) -> None:
    keeper, _ = house
    blocks = [bytes(4_000) for _ in range(10_000)]
    kept = blocks[::100]  # so that the heap cannot shrink at its end
    del blocks
    before = resident()
    glass.turn(housekeeping.MEASURE_SECONDS)
    run(keeper.look_round())
    assert before - resident() > 20_000_000 and len(kept) == 100


def resident() -> int:
    """The bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_full_disk_keeps_nothing_new_and_matches_go_on(
    house: tuple[Housekeeper, Direct], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, store = house
    run(keeper.measure())
    keeper.quotas.count_match()
    monkeypatch.setattr(keeper.quotas, "disk_bytes", 1)
    run(keeper.measure())
    for make in (Quotas.count_match, Quotas.count_save, Quotas.count_table):
        with pytest.raises(Refused, match="no room for anything new") as refused:
            make(keeper.quotas)
        assert refused.value.status == 507
    keeper.quotas.keep_command(100)
    store.append("m", 0, [PLY], None)
    monkeypatch.setattr(keeper.quotas, "disk_bytes", 10**12)
    run(keeper.measure())
    keeper.quotas.count_match()
    monkeypatch.setattr(numbers, "FREE_BYTES", 10**18)
    run(keeper.measure())
    assert keeper.quotas.full


# -- what the operator does


def listed(data: Path, what: str, *names: str) -> list[str]:
    """What `everygame admin` prints."""
    return admin.run(data, what, names, True, 20, str)


def test_the_operator_sees_what_uses_the_disk(
    house: tuple[Housekeeper, Direct], data: Path
) -> None:
    _, store = house
    add(store, new("large", device=2, events=(PLY,) * 500))
    store.save(1, Save("s", "g", "Name", {}, "kept" * 9_000), False)
    home = data.parent / "tables" / "t0123"
    home.mkdir(parents=True)
    (home / "table.json").write_text("{}" + " " * 1_998)
    store.own_table(1, "t0123")
    disk = listed(data, "disk")
    assert [line.split()[:2] for line in disk[:4]] == [
        ["matches", "2"],
        ["saves", "1"],
        ["tables", "1"],
        ["devices", "2"],
    ]
    assert [line.split()[0] for line in listed(data, "matches")] == ["match", "large", "m"]
    assert [line.split()[0] for line in listed(data, "devices")] == ["device", "2", "1"]
    assert listed(data, "addresses")[1].split()[:2] == [EVE, "1"]
    assert listed(data, "tables")[1].split() == ["t0123", "1", "0", "2.0", "kB"]
    assert listed(data, "remove", "t0123", "large") == [
        "t0123 is removed.",
        "large is removed.",
    ]
    assert not home.exists() and store.tables(1) == [] and store.load("large") is None
    assert store.load("m")


@pytest.mark.parametrize(
    ("what", "name", "fault"),
    [
        ("remove", "gone", "There is no match or table 'gone'."),
        ("remove", "../tables", "There is no match or table '../tables'."),
        ("keep-out", "99", "There is no device 99."),
        ("keep-out", "eve", "'eve' is neither the number of a device nor an address"),
        ("let-in", EVE, f"{EVE} was not kept out."),
    ],
)
def test_the_operator_reads_why_not(
    house: tuple[Housekeeper, Direct], data: Path, what: str, name: str, fault: str
) -> None:
    with pytest.raises(EveryGameError, match=fault.replace(".", "[.]")) as error:
        listed(data, what, name)
    assert error.value.exit_status == 1


@pytest.mark.parametrize("text", [None, "no data file"])
def test_a_file_that_is_no_data_file_has_its_own_status(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "everygame.db"
    if text:
        file.write_text(text)
    with pytest.raises(EveryGameError) as error:
        listed(file, "disk")
    assert error.value.exit_status == BAD_DATA_FILE


def test_whoever_has_an_address_of_ipv6_has_all_of_its_network() -> None:
    barred = Barred()
    barred.set([name_of(HOUSE), name_of("203.0.113.0/24"), name_of("12")])
    assert barred.has("2001:db8:1:2::99") and not barred.has("2001:db8:1:3::7")
    assert barred.has(f"::ffff:{EVE}") and not barred.has("203.0.114.1") and not barred.has("x")
    assert barred.devices == {12}


class Far(Device):
    """A browser that comes through a proxy on this computer."""

    def __init__(self, port: int, far: str) -> None:
        self.far = far
        super().__init__(port)

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        given = {"X-Forwarded-For": self.far, **(headers or {})}
        return super().request(method, path, body, given)

    def open(self, match: str, **headers: str) -> Line:
        return super().open(match, **{"X-Forwarded-For": self.far, **headers})


@contextmanager
def proxied(data: Path, glass: Hourglass) -> Iterator[int]:
    """The port of a server behind a proxy, which an operator looks after."""
    with serving(data, proxies=["127.0.0.1"], clock=glass, quotas=Quotas(glass)) as port:
        yield port


def test_the_running_server_does_what_the_operator_says(
    games: None, data: Path, glass: Hourglass
) -> None:
    with proxied(data, glass) as port:
        ann, eve, bob = Far(port, "198.51.100.1"), Far(port, EVE), Far(port, "198.51.100.2")
        mine, hers, his = (one.start("tictactoe") for one in (ann, eve, bob))
        number = next(line.split()[0] for line in listed(data, "devices") if "198.51.100.2" in line)
        listed(data, "remove", mine.match)
        listed(data, "keep-out", EVE, number)
        wait_until(lambda: turn(glass, mine), "the match is closed")
        for line, device in ((hers, eve), (his, bob)):
            line.hear_the_end()
            refused = device.post("/api/matches/load", {}, 403)
            assert "keep this device or its address out" in refused["error"]
        assert ann.shelf() == [] and ann.start("tictactoe").moves()
        listed(data, "let-in", EVE, number)
        wait_until(lambda: turn(glass) or eve.request("GET", "/api/library")[0] == 200, "let in")
        assert bob.enter(his.match).moves()
        for device in (ann, eve, bob):
            device.close()


def turn(glass: Hourglass, line: Line | None = None) -> bool:
    """Let the server look round once more; whether a line is closed."""
    glass.turn(housekeeping.ROUND_SECONDS)
    return line is not None and line.socket.close_code is not None


def test_behind_a_proxy_the_address_that_it_tells_counts(
    games: None, data: Path, glass: Hourglass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "OPEN_REQUESTS", 3)
    monkeypatch.setattr(numbers, "MATCHES_AT_ONCE", 4)
    with proxied(data, glass) as port:
        eve, ann = Far(port, EVE), Far(port, "198.51.100.1")
        match = eve.begin("tictactoe")
        lines = [eve.enter(match) for _ in range(3)]
        status, headers, _ = eve.request("GET", "/api/library")
        assert status == 429 and headers["retry-after"] == "1"
        with pytest.raises(Exception, match="403"):
            eve.open(match)
        line = ann.start("tictactoe")
        line.play("a1")
        eve.close()
        wait_until(lambda: eve.request("GET", "/api/library")[0] == 200, "they are closed")
        cookies = [Far(port, EVE) for _ in range(3)]
        for other in cookies:
            other.begin("tictactoe")
        again = Far(port, EVE)
        body = {"game": "tictactoe", "seats": [{"kind": "person"}] * 2, "key": "k"}
        refused = again.post("/api/matches", body, 429)
        assert refused["error"].startswith("Many matches were begun from this address")
        assert line.moves() and ann.begin("tictactoe") and lines
        ann.close()


def test_who_keeps_the_server_busy_waits_and_who_plays_there_goes_on(
    games: None, data: Path, glass: Hourglass, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "PROCESSOR_SECONDS", 20.0)
    spent = [0.0, 0.0]  # the seconds so far, and how many pass between two looks

    def look() -> float:
        spent[0] += spent[1]
        return spent[0]

    monkeypatch.setattr(metering, "processor_seconds", look)
    with proxied(data, glass) as port:
        eve, ann = Far(port, EVE), Far(port, "198.51.100.1")
        line = eve.start("tictactoe")
        spent[1] = 1.0
        wait_until(lambda: eve.request("GET", "/api/library")[0] == 429, "its share is used")
        spent[1] = 0.0
        status, headers, data_sent = eve.request("GET", "/api/library")
        assert status == 429 and int(headers["retry-after"]) >= 1 and b"busy" in data_sent
        line.play("a1")
        assert ann.get("/api/library")["games"]
        glass.turn(3_600)
        assert eve.get("/api/library")["games"]
        eve.close()
