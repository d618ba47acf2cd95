"""What a browser knows of a match: the messages that a connection sends it, put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from everygame.catalogues import ENGLISH
from everygame.contract import Json
from everygame.server.matches.live_match import LiveMatch
from everygame.server.matches.socket import Connection
from everygame.server.requests.quotas import Quotas
from everygame.store import Browser

NOT_STORED: Final = ("clock", "notice", "thinking", "thinks")
"""Parts of the message `view` that are of this moment alone; the clock is compared apart."""
NOT_STORED_OF_SEATS: Final = ("online", "away")


@dataclass(frozen=True)
class Glance:
    """Who looks at a match, and what this page has asked to see of it."""

    device: int
    looking: int | None = None
    ahead: tuple[str, ...] = ()
    revealed: int | None = None
    truth: bool = False


@dataclass
class Told:
    """A history as it was told so far: each ply, and the main child of each node."""

    plies: list[Json] = field(default_factory=list)
    main_children: dict[int, int] = field(default_factory=dict)

    def add(self, news: Json) -> None:
        assert news["after"] == len(self.plies) + 1, "nothing is missing, nothing is sent twice"
        for ply in news["plies"]:
            self.plies.append(ply)
            self.main_children[ply["parent"]] = ply["node"]
        for node in news["main_children"]:
            self.main_children[self.plies[node - 1]["parent"]] = node


class Page(Connection):
    """The connection of a browser, without its socket: whoever tests it asks for each message."""

    def __init__(self, live: LiveMatch, glance: Glance, quotas: Quotas) -> None:
        browser = Browser(glance.device, glance.device, "", "", 0.0)
        super().__init__(None, live, browser, "", ENGLISH, quotas)  # type: ignore[arg-type]
        self.looking, self.ahead = glance.looking, glance.ahead
        self.revealed, self.truth = glance.revealed, glance.truth
        self.answers: list[Json] = []
        self.on_ack: Callable[[], None] = lambda: None
        self.view: Json = {}
        self.histories: dict[Any, Told] = {}

    def start_sending(self) -> None:
        """Send nothing before it is asked for."""

    def send(self, message: Json) -> None:
        self.answers.append(message)
        if message["type"] == "ack":
            self.on_ack()

    def glance(self) -> Glance:
        assert self.device
        return Glance(self.device, self.looking, self.ahead, self.revealed, self.truth)

    async def look(self) -> None:
        """Take the message `view`, where there is a new one."""
        if data := await self.view_message():
            view = msgspec.json.decode(data)
            news = view.pop("history")
            for part in NOT_STORED:
                del view[part]
            for seat in view["seats"]:
                for part in NOT_STORED_OF_SEATS:
                    del seat[part]
            if news["after"] == 1:
                self.histories[news["of"]] = Told()
            self.histories[news["of"]].add(news)
            self.view = view

    def shown(self) -> tuple[Json, Told]:
        """All that the page shows and the store keeps."""
        return self.view, self.histories[self.reader]
