"""A page is told of the matches that its device plays with others, whatever it shows."""

from __future__ import annotations

from typing import Any

from tests.server.serving import Device


def news(device: Device) -> dict[str, Any]:
    return {one.pop("match"): one for one in device.get("/api/news")["matches"]}


def test_what_happens_in_matches_with_others_is_told(ann: Device, bob: Device) -> None:
    line = ann.start("tictactoe", "person", "open")
    ann.start("tictactoe", "person", "person")
    ann.start("tictactoe", "person", "random")
    match = line.match
    assert list(news(ann)) == [match], "not of those that are played at this device alone"
    assert [seat["kind"] for seat in news(ann)[match]["seats"]] == ["person", "open"]
    assert news(bob) == {}
    ann.admit(bob, match)
    assert news(ann)[match]["seats"][1]["name"] == "Bob"
    assert (news(ann)[match]["your_turn"], news(bob)[match]["your_turn"]) == (True, False)
    line.play("b2")
    assert (news(ann)[match]["your_turn"], news(bob)[match]["your_turn"]) == (False, True)
    assert "picture" not in news(bob)[match], "it is asked for often"
    next_one = ann.post(f"/api/matches/{match}/restart")["match"]
    assert next_one in news(bob), "whoever plays is told that the match was begun again"
