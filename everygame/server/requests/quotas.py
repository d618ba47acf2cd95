"""Shares the server among addresses: what may be made from one of them, kept for it, and computed
for it.

Cookies are free, so a person who wants more than the share of a device makes more devices. What
counts is the address (`addresses.py` says for whom it counts). Each thing has a token bucket: so
much at once, and so much more a day. The buckets are in memory only; all are full again when the
server is started anew. This computer has no such limit."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from everygame.addresses import SITE_SHARE, is_limited, networks_of
from everygame.process.metering import charge, charge_nobody
from everygame.server.operator.barred import Barred
from everygame.server.requests import limits
from everygame.server.requests.crowd import Crowd
from everygame.server.requests.limits import Rates, Refused, asking_address
from everygame.time_source import REAL, Clock
from everygame.words import Message, count

DAY: Final = 86_400.0
"""The seconds of a day."""
SEATED_SECONDS: Final = 600.0
"""The seconds for which an address counts as one with a player after the player was last there."""


DEVICES_AT_ONCE: Final = 300
"""The new devices that may come from one address at once. A /48 may use four times as much of this
and of all that follows."""
DEVICES_A_DAY: Final = 1_500
"""How many more new devices may come from one address each day."""
MATCHES_AT_ONCE: Final = 2_000
"""The matches that may be begun from one address at once; a library that is brought back from a
file may have as many."""
MATCHES_A_DAY: Final = 5_000
"""How many more matches may be begun from one address each day."""
SAVES_AT_ONCE: Final = 300
"""The saves that may be made from one address at once."""
SAVES_A_DAY: Final = 600
"""How many more saves may be made from one address each day."""
TABLES_AT_ONCE: Final = 60
"""The tables without rules that may be uploaded from one address at once."""
TABLES_A_DAY: Final = 60
"""How many more tables may be uploaded from one address each day."""
LISTINGS_AT_ONCE: Final = 6
"""The matches that may be shown to strangers from one address at once."""
LISTINGS_A_DAY: Final = 6
"""How many more matches may be shown to strangers from one address each day."""
KEPT_BYTES_AT_ONCE: Final = 48_000_000
"""The bytes of matches, saves and tables that may be kept for one address at once. The commands of
those who have a seat have a share of their own, of the same size."""
KEPT_BYTES_A_DAY: Final = 48_000_000
"""How many more bytes may be kept for one address each day."""
PROCESSOR_SECONDS: Final = 60.0
"""The processor seconds of this process that one address may use at once. The commands of those who
have a seat have a share of their own, of the same size."""
PROCESSOR_SHARE: Final = 0.5
"""How many more processor seconds one address may use each second."""
OPEN_REQUESTS: Final = 256
"""The requests and sockets of one address that may be open at the same time."""
OPEN_EVENTS: Final = 20_000
"""The events of all matches in memory that the sockets of one address may have open. A match counts
a hundred events more than it has, and once, however many have it open."""
MATCHES_OF_DEVICE: Final = 2_000
"""The matches that one device may have begun and not removed."""
FREE_BYTES: Final = 50_000_000
"""The bytes that stay free on the disk, so that matches in play can go on."""
DISK_GIGABYTES: Final = 10
"""The gigabytes that all that is kept may take on a public server; `--disk` says another number."""
MATCH_DAYS: Final = 60
"""The days after which a public server deletes a match that nobody has opened and nobody has given
a name; `--expire` says another number."""
LIBRARY_DAYS: Final = 400
"""The days after which a public server deletes a library that nobody has used and that has no
recovery code. A browser forgets its cookie after as many days, so nobody could reach it."""
COMMAND_BYTES: Final = 200
"""The bytes that a command takes in the data file besides its text, about."""
BARRED: Final = "The people who run this server keep this device or its address out."


@dataclass
class Watched:
    """A match that sockets of a network have open."""

    weight: int
    sockets: int = 0


class Quotas:
    """Counts what each address uses, and refuses what is more than its share."""

    def __init__(
        self,
        clock: Clock = REAL,
        most_open: int = 65_408,
        match_days: int = 0,
        library_days: int = 0,
        disk_bytes: int = 0,
    ) -> None:
        """`most_open`: the requests and sockets that all addresses together may have open.
        `match_days`, `library_days`: the days after which an unused match or library is deleted; 0
        for never. `disk_bytes`: what all that is kept may take; 0 for as much as the disk has."""
        self.clock = clock
        self.match_days, self.library_days = match_days, library_days
        self.disk_bytes = disk_bytes
        self.devices = self.rates(DEVICES_AT_ONCE, DEVICES_A_DAY)
        self.matches = self.rates(MATCHES_AT_ONCE, MATCHES_A_DAY)
        self.saves = self.rates(SAVES_AT_ONCE, SAVES_A_DAY)
        self.tables = self.rates(TABLES_AT_ONCE, TABLES_A_DAY)
        self.listings = self.rates(LISTINGS_AT_ONCE, LISTINGS_A_DAY)
        self.kept = self.rates(KEPT_BYTES_AT_ONCE, KEPT_BYTES_A_DAY)
        self.played = self.rates(KEPT_BYTES_AT_ONCE, KEPT_BYTES_A_DAY)
        """The bytes of the commands of those who have a seat."""
        self.processor = self.rates(PROCESSOR_SECONDS, PROCESSOR_SHARE * DAY)
        self.players = self.rates(PROCESSOR_SECONDS, PROCESSOR_SHARE * DAY)
        """The processor seconds of the commands of those who have a seat."""
        self.open = Crowd(most_open, (), OPEN_REQUESTS, clock, self.has_player)
        """The requests and sockets of each address. Behind a proxy this is the address that the
        proxy tells, and the connections are all the proxy's."""
        self.watched: dict[str, dict[str, Watched]] = {}
        """The matches that the sockets of each network have open, by their ids."""
        self.seated: OrderedDict[str, float] = OrderedDict()
        """The networks from which somebody with a seat was here, and when last."""
        self.full = False
        """Whether the disk has no room for anything new (`operator/housekeeping.py`)."""
        self.barred = Barred()

    def rates(self, at_once: float, a_day: float) -> Rates:
        return Rates(at_once, a_day / DAY, self.clock)

    # -- what is made and kept

    def count_device(self) -> None:
        """Count a new device of the address that asks. Raises Refused."""
        if seconds := spend(self.devices):
            raise Refused(
                429,
                "Many new devices have come from this address; try again in {time}.",
                time=in_words(seconds),
            ).after(seconds)

    def count_match(self) -> None:
        """Count a new match of the address that asks. Raises Refused."""
        self.check_room()
        if seconds := spend(self.matches):
            raise Refused(
                429,
                "Many matches were begun from this address; try again in {time}.",
                time=in_words(seconds),
            ).after(seconds)

    def count_save(self) -> None:
        """Count a new save of the address that asks. Raises Refused."""
        self.check_room()
        if seconds := spend(self.saves):
            raise Refused(
                429,
                "Much was saved from this address; try again in {time}.",
                time=in_words(seconds),
            ).after(seconds)

    def count_table(self) -> None:
        """Count an upload of the address that asks. Raises Refused."""
        self.check_room()
        if seconds := spend(self.tables):
            raise Refused(
                429,
                "Many tables were uploaded from this address; try again in {time}.",
                time=in_words(seconds),
            ).after(seconds)

    def count_listing(self) -> None:
        """Count a match that the address that asks shows to strangers. Raises Refused."""
        if seconds := spend(self.listings):
            raise Refused(
                429,
                "Many matches were shown to strangers from this address; try again in {time}, or"
                " send a link.",
                time=in_words(seconds),
            ).after(seconds)

    def check_room(self) -> None:
        """Raise Refused where nothing new can be kept: the disk is full (507), or too much was kept
        for the address that asks (429)."""
        if self.full:
            raise Refused(
                507,
                "This server has no room for anything new. Matches in play go on; try again later,"
                " or tell the people who run it.",
            )
        address = asking_address.get()
        if is_limited(address) and (seconds := self.kept.wait(address)):
            raise Refused(
                429,
                "This server keeps much for this address; try again in {time}.",
                time=in_words(seconds),
            ).after(seconds)

    def check_device(self, device: int) -> None:
        """Raise Refused where the operator keeps a device out."""
        if device in self.barred.devices:
            raise Refused(403, BARRED).noted("barred")

    def keep(self, size: int) -> None:
        """Count bytes that are kept for the address that asks."""
        address = asking_address.get()
        if is_limited(address):
            self.kept.pay(address, size)

    def keep_command(self, size: int) -> None:
        """Count a command of so many bytes, of a player at the address that asks. Raises
        Refused."""
        address = asking_address.get()
        if is_limited(address) and not self.played.take(address, COMMAND_BYTES + size):
            seconds = self.played.wait(address, COMMAND_BYTES + size)
            raise Refused(
                429,
                "Much was played from this address; try again in {time}.",
                time=in_words(seconds),
            ).after(seconds)

    # -- the processor

    def begin(self, address: str, playing: bool = False) -> None:
        """From now on, in the context of the caller, charge processor seconds to an address."""
        asking_address.set(address)
        rates = self.players if playing else self.processor
        charge.set(partial(rates.pay, address) if is_limited(address) else charge_nobody)

    def wait(self, address: str, playing: bool = False) -> float:
        """Return the seconds until an address may use the processor again; 0 where it may now."""
        rates = self.players if playing else self.processor
        return rates.wait(address, 0.001) if is_limited(address) else 0.0

    def check_address(self, address: str) -> None:
        """Raise Refused where the operator keeps an address out (403), or where it has used its
        share of the processor (429)."""
        if self.barred.has(address):
            raise Refused(403, BARRED).noted("barred")
        if seconds := self.wait(address):
            raise Refused(
                429,
                "This address has kept the server busy; try again in {time}.",
                time=in_words(seconds),
            ).after(seconds)

    # -- matches in memory

    def open_match(self, address: str, match: str, weight: int) -> None:
        """Count a match that a socket of an address opens, and which takes as much memory as so
        many events. Raises Refused."""
        for size, network in enumerate(networks_of(address)):
            known = self.watched.get(network, {})
            most = OPEN_EVENTS * (SITE_SHARE if size else 1)
            held = sum(one.weight for one in known.values())
            if is_limited(address) and match not in known and held + weight > most:
                raise Refused(
                    429, "Many long matches are open at this address; close one and try again."
                )
        for network in networks_of(address):
            known = self.watched.setdefault(network, {})
            known.setdefault(match, Watched(weight)).sockets += 1

    def close_match(self, address: str, match: str) -> None:
        """Stop counting a match that a socket of an address had open."""
        for network in networks_of(address):
            known = self.watched[network]
            known[match].sockets -= 1
            if not known[match].sockets:
                del known[match]
            if not known:
                del self.watched[network]

    # -- who plays

    def note_player(self, address: str) -> None:
        """Note that somebody with a seat is at an address."""
        for network in networks_of(address):
            self.seated.pop(network, None)
            self.seated[network] = self.clock.now()
        while len(self.seated) > limits.MOST_ADDRESSES:
            self.seated.popitem(last=False)

    def has_player(self, address: str) -> bool:
        """Whether somebody with a seat is at an address, or was a short time ago."""
        seen = self.seated.get(networks_of(address)[0])
        return seen is not None and self.clock.now() - seen < SEATED_SECONDS


def choose_quotas(
    public: bool, match_days: int | None, gigabytes: int | None, most_open: int
) -> Quotas:
    """Return the quotas of a public or private server, with the days and gigabytes that its
    operator has chosen, if any."""
    days = MATCH_DAYS if public else 0
    most = DISK_GIGABYTES if public else 0
    return Quotas(
        most_open=most_open,
        match_days=days if match_days is None else match_days,
        library_days=LIBRARY_DAYS if public else 0,
        disk_bytes=(most if gigabytes is None else gigabytes) * 10**9,
    )


def spend(rates: Rates) -> float:
    """Count one thing for the address that asks; return the seconds until it may make one where
    its share is used up, and 0 where this one was counted."""
    address = asking_address.get()
    if not is_limited(address) or rates.take(address):
        return 0.0
    return rates.wait(address)


def in_words(seconds: float) -> Message:
    """Say how long so many seconds are, in the largest unit of which there are two."""
    if seconds < 120:
        return count("{n} second", "{n} seconds", max(1, ceil(seconds)))
    if seconds < 7_200:
        return count("{n} minute", "{n} minutes", ceil(seconds / 60))
    return count("{n} hour", "{n} hours", ceil(seconds / 3_600))
