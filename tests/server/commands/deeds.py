"""What people do on a random walk: commands, and all else that changes a match or how it is
shown."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

from everygame.contract import Json
from everygame.server.requests.encoding import decode, encode
from everygame.server.requests.messages import Message, PlayOn
from everygame.server.saves.sealed_save import read_saved
from everygame.server.saves.snapshots import take_snapshot, text_of
from everygame.server.seats.seat_changes import let_bot_play, reload_holders, sit_down, take_back
from tests.server.commands.messages import Sender, some_command
from tests.server.commands.pages import Glance, Page
from tests.server.commands.setups import some_setup
from tests.server.commands.sibling import Sibling
from tests.server.commands.walk import DEVICES, Walk

LONG: Final = 60
"""The events after which a match is left for another one, so that opening it stays cheap."""
Deed = Callable[[Walk], Awaitable[None]]


async def step(walk: Walk) -> None:
    """Do something, and check what must hold after it."""
    deeds = next_deeds(walk) if walk.rng.random() < 0.4 else DEEDS
    deed = walk.rng.choices(list(deeds), list(deeds.values()))[0]
    await deed(walk)
    await walk.settle()
    await walk.check()


def next_deeds(walk: Walk) -> dict[Deed, float]:
    """What brings a match further that waits or is over; otherwise whatever may happen."""
    live = walk.live
    if live.now.over or live.events_stored > LONG:
        return NEXT
    if live.bot_player.busy:
        return {pass_time: 1}
    if any(holder.kind == "open" for holder in live.seats.holders):
        return {change_seat: 1}
    return DEEDS


async def command(walk: Walk) -> None:
    """Send a new command, or one of before again."""
    page, again = some_page(walk), walk.sent and walk.rng.random() < 0.03
    if again:
        device, message = walk.rng.choice(walk.sent)
        page = walk.pages.get(device, page)
    else:
        message = some_command(await Sender.at(walk.live, page, walk.rng))
    walk.commands += 1
    await walk.send(page, message)


def some_page(walk: Walk) -> Page:
    """A page, mostly that of the person to move."""
    live, rng = walk.live, walk.rng
    if live.now.to_play >= 0 and rng.random() < 0.7:
        mover = live.seats.holders[live.now.to_play].device
        if mover in walk.pages:
            return walk.pages[mover]
    return walk.pages[rng.choice(list(walk.pages))]


async def pass_time(walk: Walk) -> None:
    clock = walk.live.referee.terms.clock
    slow = clock is not None and clock.is_slow()
    seconds = (0.3, 2.0, 2.0, 9.0, 16.0, 31.0, 70.0, 100_000.0 if slow else 650.0)
    walk.glass.turn(walk.rng.choices(seconds, (9, 9, 9, 6, 3, 1, 1, 1))[0])


async def come_or_go(walk: Walk) -> None:
    device = walk.rng.choice(walk.devices)
    if device not in walk.pages:
        await walk.open_page(Glance(device))
    elif len(walk.pages) > 1:
        walk.close_page(device)


async def look_elsewhere(walk: Walk) -> None:
    """Look at another node, lift the curtain, or ask for what was hidden."""
    page, rng = some_page(walk), walk.rng
    sender = await Sender.at(walk.live, page, rng)
    wanted: Json = rng.choice(
        [
            {"type": "look", "node": rng.choice([None, sender.somewhere()])},
            {"type": "reveal", "seat": sender.seat()},
            {"type": "truth", "on": rng.random() < 0.7},
        ]
    )
    if wanted["type"] == "look":
        wanted["of"] = sender.reader
    await walk.attempt(wanted["type"], page.handle(decode(encode(wanted), Message)))


async def change_seat(walk: Walk) -> None:
    """Take an open seat by a link or without one, let a bot play, or come back for it."""
    rng, live = walk.rng, walk.live
    device, seat = rng.choice(walk.devices[:-1]), rng.randrange(live.facts.players)
    holder = live.seats.holders[seat]
    if holder.is_free:
        free = rng.random() < (0.6 if live.referee.terms.free_seats else 0.1)
        await (sit(walk, device, seat) if free else join(walk, device, seat))
    elif holder.device and holder.kind != "person" and rng.random() < 0.8:
        await walk.attempt("return", take_back(live, holder.device, seat))
    elif rng.random() < 0.5:
        await walk.attempt("bot", let_bot_play(live, device, seat, rng.choice(["", "random"])))
    else:
        await walk.attempt("return", take_back(live, device, seat))


async def sit(walk: Walk, device: int, seat: int) -> None:
    await walk.attempt("sit", sit_down(walk.live, walk.store, device, seat, "Cid"))


async def join(walk: Walk, device: int, seat: int) -> None:
    """Follow a link that the host has sent."""
    token = walk.rng.randbytes(16)
    await walk.store.invite(walk.live.id, seat, token.hex(), token, walk.live.owner)
    await walk.store.accept(token, device, "Bob")
    await walk.attempt("join", reload_holders(walk.live))


async def save_and_load(walk: Walk) -> None:
    """Go on from a save of this match."""
    device = walk.rng.choice(walk.devices)
    snapshot = await walk.attempt("save", take_snapshot(walk.matches, walk.live, device))
    if snapshot:
        saved = read_saved(text_of(snapshot))
        await walk.move_to(await walk.attempt("load", walk.maker.load(device, saved)))


async def follow(walk: Walk) -> None:
    device = walk.rng.choice(walk.devices[:-1])
    again = walk.rng.random() < 0.5
    name = "restart" if again else "rematch"
    await walk.move_to(await walk.attempt(name, walk.maker.follow(device, walk.live.id, again)))


async def play_on(walk: Walk) -> None:
    wanted = PlayOn(walk.rng.randrange(walk.live.now.nodes))
    device = walk.rng.choice(walk.devices)
    await walk.move_to(await walk.attempt("play on", walk.maker.play_on(device, walk.live, wanted)))


async def new_match(walk: Walk) -> None:
    setup = some_setup(walk.rng, walk.rng.randbytes(6).hex())
    walk.census[f"game {setup.game}"] += 1
    host = walk.devices[walk.rng.randrange(DEVICES)]
    await walk.move_to(await walk.maker.begin(host, setup))


DEEDS: Final[dict[Deed, float]] = {
    command: 75,
    pass_time: 8,
    come_or_go: 4,
    look_elsewhere: 4,
    change_seat: 4,
    Walk.restart: 1.5,
    save_and_load: 0.5,
    follow: 0.3,
}
"""What happens at a match, and how often."""
NEXT: Final[dict[Deed, float]] = {
    new_match: 6,
    follow: 3,
    play_on: 2,
    save_and_load: 1,
}
"""What leads from a match that is over to another one."""


@asynccontextmanager
async def walking(file: Path, rng: Random, sibling: Sibling) -> AsyncIterator[Walk]:
    """A walk that has begun, and is ended afterwards."""
    walk = Walk(file, rng, sibling)
    await walk.begin()
    await new_match(walk)
    yield walk
    walk.check_log()
    await walk.end()
