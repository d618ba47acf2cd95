"""Who sits at a seat, and which links to it are alive, by a model of a few lines."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from everygame.pocket.store import PocketStore
from everygame.store import Holder
from tests.stores import Direct, add, new

DEVICES = st.integers(1, 3)


class Seat(RuleBasedStateMachine):
    """One seat and every link that was ever made to it. The model: a link leads to the seat while
    nobody has changed places there since it was made, or while whoever took it has the seat."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.store = self.open()
        for secret in (b"1", b"2", b"3"):
            self.store.add_device(secret)
        add(self.store, new("m", holders=(Holder("person", "1", device=1), Holder("open"))))
        self.holder = Holder("open")
        self.links: list[bytes] = []
        self.fresh: bytes | None = None
        self.taken: dict[bytes, int] = {}

    def open(self) -> Direct:
        """A store without threads, which are no part of this."""
        return Direct(PocketStore(self.folder / "matches.db"))

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)

    def seat(self, holder: Holder) -> None:
        """The seat changes hands."""
        self.holder = holder
        self.fresh = None
        self.taken = {link: one for link, one in self.taken.items() if one == holder.device}

    @rule(device=DEVICES)
    def invite(self, device: int) -> None:
        name = f"link {len(self.links)}"
        allowed = self.holder.kind == "open" or self.holder == Holder(
            "person", str(device), "", device
        )
        found = self.store.invite("m", 1, name, name.encode(), device)
        kept = self.fresh.decode() if self.fresh else name
        assert found == (kept if allowed else None)
        if found == name:
            self.fresh = name.encode()
            self.links.append(self.fresh)

    @rule(device=DEVICES, number=st.integers(0, 50))
    def join(self, device: int, number: int) -> None:
        link = self.links[-1 - number % len(self.links)] if self.links else b"never made"
        found = self.store.accept(link, device, str(device))
        if link == self.fresh and self.holder.device != device:
            self.seat(Holder("person", str(device), "", device))
            self.taken[link] = device
        leads = link == self.fresh or self.taken.get(link) == device
        assert (found is not None) is leads

    @rule(stands_in=st.booleans())
    def let_a_bot_play(self, stands_in: bool) -> None:
        kept = self.holder.device if stands_in else None
        self.set_holder(Holder("bot", self.holder.name, "easy", kept))

    @rule()
    def take_back(self) -> None:
        if self.holder.kind == "bot" and self.holder.device:
            self.set_holder(replace(self.holder, kind="person", level=""))

    def set_holder(self, holder: Holder) -> None:
        self.store.set_holder("m", 1, self.holder, holder)
        self.seat(holder)

    @rule()
    def restart_the_server(self) -> None:
        self.store.close()
        self.store = self.open()

    @invariant()
    def the_store_says_the_same(self) -> None:
        assert self.store.holders("m")[1] == self.holder
        for link in self.links:
            found = self.store.find_invitation(link)
            assert (found is not None) is (link == self.fresh or link in self.taken)
            named = self.store.find_invited_match(link.decode())
            assert named == ("m" if link == self.fresh else None)
            assert found is None or found.taken_by == self.taken.get(link)


TestSeat = Seat.TestCase
TestSeat.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
