"""Cards over the wire: what one device draws reaches no other, in no message at all."""

from __future__ import annotations

from typing import Any

from tests.sandbox.tables import CARDS
from tests.sandbox.test_uploads import files, pack
from tests.server.serving import Device, Line

FACES = [{"name": f"secret{n}", "text": f"=={n}=="} for n in range(6)]
HIDDEN = {**CARDS, "pieces": [{**CARDS["pieces"][0], "faces": FACES}]}


def sit_down(port: int) -> tuple[Line, Line, Line]:
    """Ann, Bob, and somebody who watches."""
    ann, bob, eve = Device(port), Device(port), Device(port)
    game = ann.post("/api/tables", pack(files(HIDDEN)))["name"]
    match = ann.begin(game, "person", "open")
    ann.admit(bob, match)
    lines = ann.open(match), bob.open(match), eve.open(match)
    for line in lines:
        line.see()
    return lines


def shown(line: Line, place: str) -> dict[str, Any]:
    found: dict[str, Any] = next(p for p in line.table["scene"]["pieces"] if p["at"] == place)
    return found


def test_a_hand_is_seen_by_its_owner_alone_until_it_is_laid_open(port: int) -> None:
    ann, bob, eve = sit_down(port)
    ann.play("deck-ann.1")
    card = shown(ann, "ann.1")["text"]
    assert card.startswith("==")
    for other in (bob, eve):
        other.see(lambda table: table["node"] == 2)
        assert "==" not in str(other.table) and "secret" not in str(other.table)
        assert shown(other, "ann.1")["hidden"]
        assert [ply["move"] for ply in other.table["line"]] == ["deck-ann.1", "?"]
    saved = bob.device.get(f"/api/matches/{bob.table['match']}/record")
    assert saved.pop("sealed"), "what bob may not know, for this server alone"
    assert "==" not in str(saved) and "secret" not in str(saved)
    assert bob.refused("play", move="bob.1-spot.1")["code"] == "turn"
    ann.play("ann.1-spot.1")
    for other in (bob, eve):
        other.see(lambda table: table["node"] == 3)
        assert shown(other, "spot.1")["text"] == card


def test_what_was_drawn_cannot_be_taken_back_among_several_screens(port: int) -> None:
    ann, _, _ = sit_down(port)
    ann.play("deck-spot.1")
    assert ann.table["undo"] == 0
    ann.play("flip:spot.1")
    assert ann.table["undo"] is None and "cannot be taken back" in ann.table["why_not"]


def test_two_people_at_one_screen_see_their_own_hands_behind_a_curtain(port: int) -> None:
    ann = Device(port)
    game = ann.post("/api/tables", pack(files(HIDDEN)))["name"]
    line = ann.open(ann.begin(game, "person", "person"))
    line.see()
    line.play("deck-ann.1")
    assert line.table["curtain"] is None, "who drew the card is asked for nothing"
    assert shown(line, "ann.1")["text"].startswith("==")
    line.play("end")
    assert line.table["curtain"] == 1 and "==" not in str(line.table["scene"])
    line.say(type="reveal", seat=1)
    line.see(lambda table: table["curtain"] is None)
    assert line.table["viewer"] == 1 and "==" not in str(line.table["scene"])
