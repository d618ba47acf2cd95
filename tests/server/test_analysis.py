"""Who stood better, best play, and who may ask for them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from everygame.server.bots.jobs import Bots
from tests.server.serving import Device, Line
from tests.waiting import wait_until


def weights(line: Line) -> dict[str, Any]:
    """All that is told until everything is weighed, put together."""
    known: dict[int, Any] = {}
    while True:
        heard = line.told("weights")
        if heard["fresh"]:
            known.clear()
        known |= {weight["node"]: weight for weight in heard["weights"]}
        if heard["done"] == heard["of"]:
            assert len(known) == heard["of"]
            return {**heard, "weights": known}


def test_a_line_is_weighed_ply_by_ply_and_once(ann: Device) -> None:
    line = ann.start("tictactoe")
    line.play("a1", "b2", "a2", "c1", "a3")
    line.say(type="weigh", on=True)
    found = weights(line)
    assert found["knowing"] is None and sorted(found["weights"]) == [0, 1, 2, 3, 4, 5]
    assert found["weights"][5]["returns"] == [1.0, -1.0]
    assert found["weights"][4] == {
        "node": 4, "returns": [1.0, -1.0], "move": "a3", "proven": True, "plies": 0,
    }  # fmt: skip
    assert 4 in found["turns"], "c1 loses"
    other = ann.enter(line.match)
    other.say(type="weigh", on=True)
    told = other.told("weights")
    assert told["done"] == told["of"] == 6, "what is known is told at once"


def test_the_chart_follows_the_match_and_stops_on_request(ann: Device) -> None:
    line = ann.start("tictactoe")
    line.say(type="weigh", on=True)
    assert weights(line)["of"] == 1
    line.say(type="play", id="x", at=0, move="b2")
    assert weights(line)["of"] == 2
    line.say(type="weigh", on=False)
    line.say(type="play", id="y", at=1, move="a1")
    line.settle()
    line.say(type="look", node=0)
    line.see(looking=0)
    assert not any(message["type"] == "weights" for message in line.heard[-4:])


def test_while_secrets_are_kept_the_chart_knows_what_its_seat_knows(ann: Device) -> None:
    line = ann.start("toy", "person", "last")
    line.play("hide:a")
    line.see(lambda table: table["seats"][0]["to_play"] or table["over"])
    line.say(type="weigh", on=True)
    found = weights(line)
    assert found["knowing"] == 0
    told = str([weight["move"] for weight in found["weights"].values()])
    assert "seat" in told or "coins" in told
    assert line.table["over"] is None
    line.say(type="best", node=line.table["node"])
    assert line.told("error")["code"] == "turn"
    line.say(type="look", node=0, ahead=["hide:b"])
    assert line.told("error")["code"] == "turn"
    line.try_command("resign", seat=0)
    assert weights(line)["knowing"] is None, "when it is over, the truth counts"


def test_who_has_decided_nothing_yet_is_told_of_an_empty_chart(ann: Device) -> None:
    line = ann.start("toy", "asleep", "person")
    line.say(type="weigh", on=True)
    found = weights(line)
    assert (found["knowing"], found["weights"], found["turns"]) == (1, {}, [])
    assert line.try_command("resign", seat=1)["type"] == "ack", "the line stands"


def test_best_play_is_stepped_through_and_played_on(ann: Device) -> None:
    line = ann.start("tictactoe")
    line.play("a1", "b1", "a3")
    line.say(type="best", node=2)
    found = line.wait(lambda heard: heard["type"] == "best" and heard["done"])
    moves = [ply["move"] for ply in found["line"]]
    assert [ply["seat"] for ply in found["line"]][:3] == [0, 1, 0] and found["returns"][0] > 0
    line.say(type="look", node=2, ahead=moves[:2])
    table = line.see(lambda table: table["ahead"])
    assert table["looking"] == 2 and table["ahead"] == moves[:2] and table["node"] == 3
    assert len(table["scene"]["pieces"]) == 4 and not table["scene"].get("choices")
    assert table["last"]["cells"]
    line.say(type="look", node=2, ahead=["a1"])
    assert line.told("error")["code"] == "illegal"
    assert line.refused("go", at=3, node=2, ahead=["b1"])["code"] == "illegal"
    line.command("go", at=3, node=2, ahead=moves[:2])
    line.say(type="look", node=None)
    table = line.see(looking=None)
    assert [ply["move"] for ply in table["line"]] == ["a1", "b1", *moves[:2]]


def test_best_play_speaks_as_the_history_does(ann: Device) -> None:
    line = ann.start("freez")
    line.play("c1-b4", "done", "b8-b7", "done")
    line.say(type="best", node=4)
    found = line.wait(lambda heard: heard["type"] == "best" and heard["done"])["line"]
    line.command("go", at=4, node=4, ahead=[ply["move"] for ply in found])
    played = [ply.get("words", ply["move"]) for ply in line.table["line"][4:]]
    assert [ply["words"] for ply in found] == played


class Held:
    """Positions are weighed one by one, each when the test lets it be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        self.free = False
        self.waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []
        weigh = Bots.weigh

        async def held(bots: Bots, *given: Any) -> Any:
            self.asked += 1
            if not self.free:
                go_on = asyncio.Event()
                self.waiting.append((asyncio.get_running_loop(), go_on))
                await go_on.wait()
            return await weigh(bots, *given)

        monkeypatch.setattr(Bots, "weigh", held)

    def let(self) -> None:
        """The one that waits is weighed."""
        wait_until(lambda: self.waiting, "something is to be weighed")
        loop, go_on = self.waiting.pop(0)
        loop.call_soon_threadsafe(go_on.set)


def test_analysis_ends_with_what_it_was_asked_for(
    ann: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that thinks, a person who leaves: nothing goes on at a table that nobody looks at."""
    held = Held(monkeypatch)
    line = ann.start("icefloes", size="13")
    line.play_on(12)
    line.say(type="weigh", on=True)
    held.let()
    line.told("weights")
    wait_until(lambda: held.waiting, "the next is to be weighed")
    line.close()
    again = ann.enter(line.match)
    held.let()  # if it was not given up
    for _ in range(3):
        ann.get("/api/library")
    assert held.asked == 2, "nothing more was asked for"
    held.free = True
    again.say(type="weigh", on=True)
    assert weights(again)["of"] == 13
    first = next(heard for heard in again.heard if heard["type"] == "weights")
    assert first["done"] < 13


def test_whoever_watched_plays_on_in_a_match_of_its_own(ann: Device, eve: Device) -> None:
    line = ann.start("tictactoe", "person", "open")
    line.play("a1")
    path = f"/api/matches/{line.match}/on"
    assert "when it is over" in eve.post(path, {"node": 1}, 403)["error"]
    line.command("resign", seat=0)
    assert "legal" in eve.post(path, {"node": 1, "ahead": ["a1"]}, 400)["error"]
    eve.post(path, {"node": 9}, 409)
    new = eve.post(path, {"node": 1, "ahead": ["b2", "c3"]})["match"]
    table = eve.enter(new).table
    assert [ply["move"] for ply in table["line"]] == ["a1", "b2", "c3"] and table["over"] is None
    assert all(seat["mine"] for seat in table["seats"]) and table["helped"]
    assert len(line.table["line"]) == 1, "the match itself stays as it was"


def test_against_people_elsewhere_there_is_no_help(ann: Device, eve: Device) -> None:
    assert ann.start("icefloes", "person", "asleep").table["helped"]
    line = ann.start("icefloes", "person", "open")
    other = eve.enter(line.match)
    assert not line.table["helped"]
    wishes: list[dict[str, Any]] = [
        {"type": "weigh", "on": True},
        {"type": "best", "node": 0},
        {"type": "look", "node": 0, "ahead": ["up"]},
    ]
    for one, asked in (line, [*wishes, {"type": "hint", "at": 0}]), (other, wishes):
        for message in asked:
            one.say(**message)
            heard = one.told("error")
            assert heard["code"] == "turn" and "against bots" in heard["error"]
    line.command("resign", seat=0)
    for one in (line, other):
        one.say(type="weigh", on=True)
        assert weights(one)["of"] == 1
