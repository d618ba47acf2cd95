"""How much a server stands, beside what it was and beside boardgame.io.

    python bench/load.py                      all of it: plies, long, idle, bots (about 15 minutes)
    python bench/load.py --quick              the same, short (about 4 minutes)
    python bench/load.py plies [--quick]      plies a second with 50 matches of connect four,
                                              against another commit and boardgame.io's own server,
                                              in memory and with FlatFile storage
    python bench/load.py long                 processor time of a ply at 9,500 plies and at 50
    python bench/load.py idle                 memory of each of 5,000 sockets that wait
    python bench/load.py bots                 how much longer a person waits while 20 bots think

The same clients play on every server, taking turns round by round: two sockets a match, a ply is
done when the other one has been sent it. The other commit runs from a git worktree in a folder that
is removed again, by the same interpreter, without compiled code unless it stands beside this one.
boardgame.io comes from npm into a folder of its own. The exit status is 1 where a target is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from random import Random
from typing import Any

from load_clients import PLIES, BoardgameIo, Everygame, ask, drawn_match, joined, until
from load_servers import Server, boardgameio, ours, worktree
from websockets.asyncio.client import ClientConnection

BEFORE = "7bc430f"
"""The commit before the issue that asked for this."""


# -- plies a second


Maker = Callable[[int], Any]


async def round_of(server: Server, maker: Maker, matches: int, seed: int) -> tuple[float, float]:
    """Plies a second of matches at once, and the server's milliseconds of processor for each."""
    lines = [drawn_match(Random(seed * 1000 + number)) for number in range(matches)]
    tables = [await asyncio.to_thread(maker, server.port) for _ in range(matches)]
    async with opened(tables) as sockets:
        began, used = time.perf_counter(), server.seconds()

        async def one(number: int) -> None:
            for ply, column in enumerate(lines[number]):
                await tables[number].play(sockets[number], ply, column)

        await asyncio.gather(*(one(number) for number in range(matches)))
        spent, used = time.perf_counter() - began, server.seconds() - used
    return matches * PLIES / spent, 1000 * used / (matches * PLIES)


@asynccontextmanager
async def opened(tables: list[Any]) -> AsyncIterator[list[list[ClientConnection]]]:
    """Everybody's sockets."""
    with ExitStack():
        contexts = [table.open() for table in tables]
        sockets = [await context.__aenter__() for context in contexts]
        try:
            yield sockets
        finally:
            for context in contexts:
                await context.__aexit__(None, None, None)


def measure_plies(options: argparse.Namespace) -> bool:
    matches, rounds = (50, 2) if options.quick else (50, 5)
    with ExitStack() as stack:
        before = stack.enter_context(worktree(options.before))
        servers: dict[str, tuple[Server, Maker]] = {
            "now": (stack.enter_context(ours()), Everygame),
            options.before: (stack.enter_context(ours(before)), Everygame),
            "boardgame.io": (stack.enter_context(boardgameio("memory")), BoardgameIo),
            "its FlatFile": (stack.enter_context(boardgameio("file")), BoardgameIo),
        }
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in servers}
        for number in range(rounds):
            for name, (server, maker) in servers.items():
                found[name].append(asyncio.run(round_of(server, maker, matches, number)))
    rates = {name: statistics.median(rate for rate, _ in one) for name, one in found.items()}
    for name, one in found.items():
        spent = statistics.median(cost for _, cost in one)
        print(f"{name:14} {rates[name]:8.0f} plies a second  {spent:7.2f} ms of processor a ply")
    return all(
        [
            target(f"now / {options.before}", rates["now"] / rates[options.before], 2.0),
            target("now / boardgame.io in memory", rates["now"] / rates["boardgame.io"], None),
            target("now / boardgame.io FlatFile", rates["now"] / rates["its FlatFile"], 5.0),
        ]
    )


def target(what: str, found: float, least: float | None, most: float | None = None) -> bool:
    """Print a figure beside its target, and whether it is met."""
    met = (least is None or found >= least) and (most is None or found <= most)
    wanted = f"at least {least:g}" if least is not None else f"at most {most:g}" if most else ""
    print(f"{what:44} {found:9.2f}  {wanted:14} {'' if met else 'MISSED'}", flush=True)
    return met


# -- a long match


def long_record(plies: int, moves: tuple[str, str]) -> dict[str, Any]:
    """A match in which a tile goes to and fro."""
    from everygame.library.registry import find_game

    game = find_game("dominoes").game()
    line = [moves[number % 2] for number in range(plies)]
    seats = [{"name": "Ann"}] * game.players
    facts = {"format": 1, "game": game.name, "version": game.version, "options": game.settings}
    return {**facts, "seats": seats, "plies": line, "node": plies}


def there_and_back() -> tuple[str, str]:
    """Two moves that undo each other, by which chance decides nothing."""
    from everygame.library.registry import find_game

    start = find_game("dominoes").game().initial_state()
    for move in start.legal_moves():
        there = start.play(move)
        for back in there.legal_moves() if there.to_play() >= 0 else []:
            after = there.play(back)
            if after.to_play() >= 0 and after.to_json()["stacks"] == start.to_json()["stacks"]:
                return move, back
    raise RuntimeError("no two moves undo each other")


async def cost_of_ply(server: Server, plies: int, moves: tuple[str, str], count: int) -> float:
    """Milliseconds of the server's processor for a ply of a match that has so many."""
    cookie = ask(server.port, "GET", "/")[0]
    made = ask(server.port, "POST", "/api/matches/load", long_record(plies, moves), cookie)[1]
    url = f"ws://127.0.0.1:{server.port}/api/matches/{made['match']}/socket"
    async with joined(url, cookie) as socket:
        table = json.loads(await until(socket, b'"type":"view"'))
        if table.get("asked"):
            mix = {"type": "mix", "id": "mix", "bytes": "0" * 64}
            await socket.send(json.dumps(mix))
            table = json.loads(await until(socket, b'"asked":false'))
        await asyncio.sleep(1)
        node, used = table["node"], 0.0
        for number in range(count + 10):
            if number == 10:  # what is made once has been made
                used = server.seconds()
            move = moves[(plies + number) % 2]
            said = {"type": "play", "id": f"p{number}", "at": node, "move": move}
            await socket.send(json.dumps(said))
            node += 1
            await until(socket, b'"node":%d,"looking"' % node)
    return 1000 * (server.seconds() - used) / count


def measure_long(options: argparse.Namespace) -> bool:
    moves = there_and_back()
    rounds, count = (1, 30) if options.quick else (3, 100)
    with ours() as server:
        pairs = [
            [asyncio.run(cost_of_ply(server, plies, moves, count)) for plies in (50, 9_500)]
            for _ in range(rounds)
        ]
    short, long = (statistics.median(pair[which] for pair in pairs) for which in (0, 1))
    print(f"a ply of dominoes: {short:.2f} ms at 50 plies, {long:.2f} ms at 9,500")
    return target("a ply at 9,500 / a ply at 50", long / short, None, 1.3)


# -- idle sockets


async def hold(port: int, matches: list[str], count: int) -> list[asyncio.StreamWriter]:
    """So many sockets that watch and say nothing, from addresses of this machine's own."""
    held: list[asyncio.StreamWriter] = []
    for number in range(count):
        source = f"127.0.{1 + number // 200 // 250}.{1 + number // 200 % 250}"
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(source, 0), limit=1 << 14
        )
        path = f"/api/matches/{matches[number % len(matches)]}/socket"
        host = f"127.0.0.1:{port}"
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]
        writer.write("\r\n".join(lines).encode())
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        assert b" 101 " in answer, answer
        size = (await reader.readexactly(4))[1] & 127
        assert size == 126, "the table comes in a frame of some kilobytes"
        held.append(writer)
        held[-1].transport.pause_reading()  # type: ignore[attr-defined]
    return held


async def memory_of_idle(server: Server, count: int) -> float:
    """Bytes of the server's memory for each socket that waits."""
    tables = [await asyncio.to_thread(Everygame, server.port) for _ in range(20)]
    matches = [table.match for table in tables]
    warm = await hold(server.port, matches, 100)
    await asyncio.sleep(2)
    before = server.memory()
    held = await hold(server.port, matches, count)
    await asyncio.sleep(5)
    after = server.memory()
    for writer in [*warm, *held]:
        writer.transport.abort()
    return (after - before) / count


def measure_idle(options: argparse.Namespace) -> bool:
    count = 1_000 if options.quick else 5_000
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ours() as server:
        each = asyncio.run(memory_of_idle(server, count))
    return target(f"KB for each of {count} idle sockets", each / 1000, None, 25)


# -- while bots think


async def waits(port: int, tables: int, seconds: float, bots: int) -> list[float]:
    """Seconds from a person's ply to its acknowledgement, of people who play each other in their
    own time while others play the strongest bots."""
    found: list[float] = []
    until_when = time.monotonic() + seconds
    people = [person(port, Random(number), until_when, found) for number in range(tables)]
    noise = [against_bot(port, number, until_when) for number in range(bots)]
    await asyncio.gather(*people, *noise)
    return found


async def person(port: int, rng: Random, until_when: float, found: list[float]) -> None:
    while time.monotonic() < until_when:
        table = await asyncio.to_thread(Everygame, port)
        async with table.open() as sockets:
            for number, column in enumerate(drawn_match(rng)):
                await asyncio.sleep(rng.uniform(0.1, 0.4))
                if time.monotonic() > until_when:
                    return
                began, mover = time.perf_counter(), sockets[number % 2]
                move = {"type": "play", "id": f"p{number}", "at": number, "move": "abcdefg"[column]}
                await mover.send(json.dumps(move))
                await until(mover, b'"type":"ack"')
                found.append(time.perf_counter() - began)
                await until(sockets[1 - number % 2], b'"node":%d,"looking"' % (number + 1))


async def against_bot(port: int, number: int, until_when: float) -> None:
    """One who answers the strongest bot of a game at once, so that it always thinks."""
    from responsive import GAMES, begin  # beside this file

    rng, game = Random(number), GAMES[number % len(GAMES)]
    while time.monotonic() < until_when:
        cookie, match = await asyncio.to_thread(begin, port, game, "")
        async with joined(f"ws://127.0.0.1:{port}/api/matches/{match}/socket", cookie) as socket:
            while time.monotonic() < until_when:
                heard = json.loads(await asyncio.wait_for(socket.recv(), 120))
                if heard["type"] != "view":
                    continue
                if heard.get("asked"):
                    mix = {"type": "mix", "id": f"mix{number}", "bytes": "0" * 64}
                    await socket.send(json.dumps(mix))
                if heard["over"]:
                    break
                if choices := heard["scene"].get("choices"):
                    move = rng.choice(choices)["move"]
                    said = {"type": "play", "id": f"{rng.random()}", "at": heard["node"]}
                    await socket.send(json.dumps({**said, "move": move}))


def measure_bots(options: argparse.Namespace) -> bool:
    seconds = 20.0 if options.quick else 60.0
    with ours() as server:
        alone = asyncio.run(waits(server.port, 10, seconds, 0))
        among = asyncio.run(waits(server.port, 10, seconds, 20))
    tails = [1000 * sorted(one)[int(0.99 * len(one))] for one in (alone, among)]
    print(f"a ply is stored in p99 {tails[0]:.0f} ms ({len(alone)}), with bots {tails[1]:.0f} ms")
    return target("ms more in p99 while 20 strongest bots think", tails[1] - tails[0], None, 50)


FIGURES = {"plies": measure_plies, "long": measure_long, "idle": measure_idle, "bots": measure_bots}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("figures", nargs="*", help=f"{', '.join(FIGURES)}; without any: all four")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, less time")
    parser.add_argument("--before", default=BEFORE, help="the commit to compare with")
    options = parser.parse_args()
    met = []
    for name in options.figures or FIGURES:
        print(f"-- {name}; load average {os.getloadavg()[0]:.1f}", flush=True)
        met.append(FIGURES[name](options))
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
