"""Files of other programs come to the server and go out of it."""

from __future__ import annotations

from tests.server.serving import Device

TWO = b"(;SZ[9]PB[Ann]PW[Bob]RE[B+R];B[ee]C[a];W[cc](;B[dd])(;B[gg]))(;SZ[13];B[aa])"


def test_a_file_becomes_a_match_and_goes_out_again(ann: Device) -> None:
    path = "/api/matches/load?file=x.sgf"
    assert ann.post(path, TWO) == {"games": ["Ann – Bob, B+R", ""]}
    match = ann.post(f"{path}&number=1", TWO)["match"]
    table = ann.enter(match).table
    assert (table["game"], table["options"]["size"], table["files"]) == ("go", "9", ["sgf"])
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Bob"] and table["over"]
    status, headers, data = ann.request("GET", f"/api/matches/{match}/record?as=sgf")
    assert status == 200 and headers["content-disposition"].endswith('.sgf"')
    assert b"(;B[dd])(;B[gg])" in data and b"C[a]" in data and b"RE[B+R]" in data
    second = ann.post(f"{path}&number=2", TWO)["match"]
    assert ann.enter(second).table["options"]["size"] == "13"


def test_what_cannot_be_read_or_written_is_refused_in_a_sentence(ann: Device) -> None:
    for query, data, said in (
        ("file=x.sgf", b"(;SZ[9];B[aa]", "line 1, column 1: the game that begins here"),
        ("file=x.sgf&number=3", TWO, "The file has no game of this number."),
        ("file=x.sgf&number=-1", TWO, "The file has no game of this number."),
        ("file=../x", b"x", "No game here reads this file"),
        ("file=x.json", b"poem", "no JSON"),
    ):
        assert said in ann.post(f"/api/matches/load?{query}", data, 400)["error"]
    match = ann.begin("tictactoe")
    for kind in ("sgf", "", "../x"):
        assert ann.ask("GET", f"/api/matches/{match}/record?as={kind}", None, 400)["error"]


def test_no_other_notation_tells_what_a_seat_may_not_know(ann: Device, bob: Device) -> None:
    match = ann.begin("toy", "person", "open")
    ann.admit(bob, match)
    for device in (ann, bob):
        refused = device.ask("GET", f"/api/matches/{match}/record?as=sgf", None, 400)
        assert "hide" not in str(refused)


def test_comments_of_a_file_stand_at_their_nodes(ann: Device) -> None:
    file = b"(;GM[1]FF[4]SZ[9]C[a quiet game];B[ee]C[the middle](;W[cc])(;W[gg]C[bold]))"
    match = ann.post("/api/matches/load?file=x.sgf", file)["match"]
    table = ann.enter(match).table
    assert table["history"]["comment"] == "a quiet game"
    said = {ply["node"]: ply.get("comment") for ply in table["history"]["plies"]}
    assert said == {1: "the middle", 2: None, 3: "bold"}
