"""SGF: what is read is what another library reads, what is written is read again, and a fault is
told with its place."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import boards, sgf_grammar
from sgfmill import sgf as mill

from everygame.errors import BadRecord
from everygame.library.match_files import read_file, write_file
from everygame.library.registry import find_game
from everygame.match import Match, random_match
from everygame.notation import sgf
from everygame.record import Record, Seat, read_record, record_match, replay, write_record

FILES = Path(__file__).with_name("files")


def read(text: str | bytes) -> Record:
    data = text.encode() if isinstance(text, str) else text
    return read_file(data, "x.sgf")[0].read()


def final(record: Record) -> Match:
    game = find_game(record.game).game(record.version, **record.options)
    return replay(record, game, Random(0))


def again(record: Record) -> Record:
    """The record, written as a file and read from it."""
    return read(write_file([read_record(write_record(record))], "x.sgf"))


@pytest.mark.parametrize("name", ["handicap.sgf", "teaching.sgf", "endgame.sgf"])
def test_a_public_file_is_replayed_as_the_library_replays_it(name: str) -> None:
    data = (FILES / name).read_bytes()
    record = read(data)
    nodes = mill.Sgf_game.from_bytes(data).get_main_sequence()
    size = nodes[0].get_size()
    board = boards.Board(size)
    for node in nodes:  # sgfmill's own replay sets up only what stands at the root
        board.apply_setup(*node.get_setup_stones())
        colour, point = node.get_move()
        if point:
            board.play(*point, colour)
    signs = {None: ".", "b": "x", "w": "o"}
    rows = ["".join(signs[board.get(r, c)] for c in range(size)) for r in reversed(range(size))]
    assert final(record).state().position().startswith("/".join(rows))
    assert again(record) == record


def test_handicap_names_komi_and_result_are_taken_over() -> None:
    record = read((FILES / "handicap.sgf").read_bytes())
    assert [seat.name for seat in record.seats] == ["Curry7", "绝艺指导E"]
    assert (record.options["komi"], record.options["size"]) == ("0", "19")
    assert record.start["turn"] == 1 and record.start["rows"].count("x") == 2
    assert record.result and (record.result.ending, record.result.resigned) == ("resignation", 1)
    assert record.tags["date"] == "2020-08-27" and record.tags["rules"] == "Chinese"
    assert record.tags["sgf"]["0"]["HA"] == ["2"], "what has no use here stays for the next file"


@pytest.mark.parametrize(
    ("komi", "taken"),
    [("", "0"), ("6.5", "6.5"), ("375", "7.5"), ("3.75", "7.5"), ("-5", "-5"), ("650", "6.5")],
)
def test_each_way_to_write_the_komi(komi: str, taken: str) -> None:
    assert read(f"(;SZ[9]KM[{komi}];B[ee])").options["komi"] == taken


def test_variations_and_comments_stay_where_they_are() -> None:
    text = "(;SZ[9];B[ee]C[a \\] b\nc](;W[cc];B[gg](;W[gc])(;W[cg]TR[cc][gg]))(;W[gg]N[x]))"
    record = read(text)
    assert record.plies == (
        (0, "e5"), (1, "c7"), (2, "g3"), (3, "g7"), (3, "c3"), (1, "g3"),
    )  # fmt: skip
    assert record.node == 4 and record.tags["comments"] == {"1": "a ] b\nc"}
    assert record.tags["sgf"] == {"5": {"TR": ["cc", "gg"]}, "6": {"N": ["x"]}}
    assert again(record) == record


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("(;SZ[9];B[];W[tt])", ["pass", "pass"]),
        ("(;SZ[9];B[];W[];B[])", ["pass", "pass"]),  # some rules ask for a third pass
        ("(;SZ[9];B[aa];B[bb])", ["a9", "pass", "b8"]),  # White has passed between
        ("(;GM[2]AB[de][ed]AW[dd][ee];B[dc];W[C3])", ["d3", "c3"]),
        ("(;SZ[9]AB[ca:cc];AW[aa];;W[ee];B[ff])", ["e5", "f4"]),
    ],
)
def test_passes_and_setups(text: str, plies: list[str]) -> None:
    record = read(text)
    assert [ply for _, ply in record.plies] == plies
    assert final(record) and again(record).plies == record.plies


def test_who_begins_is_said_in_one_of_four_ways() -> None:
    for text in ("PL[W]", "HA[3]AB[aa][cc][ee]", "AB[aa];W[bb]", ";W[bb]"):
        assert read(f"(;SZ[9]{text})").start["turn"] == 1, text
    assert read("(;SZ[9];B[aa])").start is None


@pytest.mark.parametrize(
    ("told", "ending", "returns"),
    [
        ("B+R", "resignation", (1, -1)),
        ("W+Resign", "resignation", (-1, 1)),
        ("W+T", "time", (-1, 1)),
        ("Draw", "agreement", (0, 0)),
        ("Void", "stopped", (0, 0)),
    ],
)
def test_results_that_no_rule_brings_about(
    told: str, ending: str, returns: tuple[float, ...]
) -> None:
    record = read(f"(;SZ[9]RE[{told}];B[aa])")
    assert record.result and (record.result.ending, record.result.returns) == (ending, returns)
    assert again(record) == record


def test_a_count_is_kept_as_the_file_tells_it() -> None:
    record = read("(;SZ[9]KM[6.5]RE[W+3.5];B[ee])")
    assert record.result is None and record.tags["result"] == "W+3.5"
    counted = read("(;SZ[9]KM[6.5]RE[W+3.5];B[ee];W[];B[])")
    assert counted.result and counted.result.returns == (1, -1), "by our rules; the tag says theirs"
    assert b"RE[W+3.5]" in write_file([counted], "x.sgf")
    assert b"RE[B+74.5]" in write_file([read("(;SZ[9]KM[6.5];B[ee];W[];B[])")], "x.sgf")
    drawn = read("(;SZ[9]KM[0]AB[aa]AW[ai]PL[B];B[];W[])")
    assert drawn.result and drawn.result.returns == (0, 0)


@pytest.mark.parametrize("encoding", ["utf-8", "gb2312", "big5", "shift_jis", "utf-16", "latin-1"])
def test_encodings(encoding: str) -> None:
    name = {"latin-1": "Grünfeld"}.get(encoding, "中山")
    text = f"(;SZ[9]CA[{encoding}]PB[{name}];B[aa])"
    assert read(text.encode(encoding)).seats[0].name == name
    if encoding in ("utf-8", "latin-1"):
        assert read(text.replace(f"CA[{encoding}]", "").encode(encoding)).seats[0].name == name


def test_several_games_of_which_some_are_of_another_game() -> None:
    data = b"a letter (;SZ[9]PB[Ann]PW[Bob];B[aa]) and (;GM[2];B[dc])\n(;GM[3])(;SZ[13];B[bb])"
    found = read_file(data, "x.SGF")
    assert [one.title for one in found] == ["Ann – Bob", ""]
    assert [one.read().options["size"] for one in found] == ["9", "13"]
    both = write_file([one.read() for one in found], "x.sgf")
    assert [one.read() for one in read_file(both, "x.sgf")] == [one.read() for one in found]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;SZ[9];B[aa]\n;W[aa])", "line 2, column 1: 'a9' is not legal here."),
        ("(;SZ[9];B[aa", "line 1, column 10: this value is not closed."),
        ("\n(;SZ[9];B[aa]", "line 2, column 1: the game that begins here is not closed."),
        ("(;SZ[9];B)", "line 1, column 10: the property before has no value."),
        ("(;SZ[9](;B[aa])[x])", "line 1, column 16: a value stands after no property."),
        ("(;SZ[9];B[aa]-)", "line 1, column 14: this is no property, node or variation."),
        ("(;SZ[9];B[aa](C[x]))", "line 1, column 15: C stands in no node."),
        ("(;SZ[9];B[zz])", "line 1, column 8: 'zz' is no point of a board of 9 lines."),
        ("(;SZ[9];B[aa];AB[bb])", "line 1, column 14: stones are set up here after the first"),
        ("(;SZ[9]KM[x])", "line 1, column 2: the komi (KM) is 'x', which is no number."),
        ("(;SZ[9:7])", "line 1, column 2: the board is 9:7, which is no square."),
        ("(;SZ[40])", "'40'"),
        ("(;GM[2]SZ[10])", "the board is 10, and reversi has 8 by 8 squares."),
        ("(;SZ[9]AW[ab][ba]AB[aa])", "line 1, column 2: The stone on a9 has no liberty."),
        ("(;CA[klingon])", "This file is in klingon, which is no known encoding."),
        ("poem", "This file holds no SGF"),
        (
            "(;GM[3])",
            "This file is of none of the games here whose files end in .sgf: Go, Reversi.",
        ),
    ],
)
def test_a_fault_is_told_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadRecord) as told:
        read(text)
    assert said in str(told.value)


def test_what_sgf_has_no_words_for() -> None:
    game = find_game("go").game()
    record = record_match(Match(game, Random(0)), [Seat(), Seat()])
    ko = "......... ; x ; a9".replace("......... ", "/".join(["." * 9] * 9) + " ")
    start = game.parse_position(ko).to_json()
    with pytest.raises(BadRecord, match="begins with a ko"):
        write_file([Record(**{**vars(record), "start": start})], "x.sgf")


KINDS = [("go", {"size": "9", "komi": "6.5"}), ("reversi", {})]


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), kind=st.sampled_from(KINDS), name=st.text(max_size=60))
def test_any_match_is_written_and_read_again(
    seed: int, kind: tuple[str, dict[str, str]], name: str
) -> None:
    game = find_game(kind[0]).game(**kind[1])
    rng = Random(seed)
    match = Match(game, rng)
    for _ in range(rng.randrange(30)):  # with branches at any node
        match.go(rng.randrange(len(match.nodes)))
        if match.to_play() >= 0:
            match.play(match.to_play(), rng.choice(match.state().legal_moves()))
    match.go(max(range(len(match.nodes)), key=lambda node: match.nodes[node].ply))
    seats = [Seat(" ".join(part.split())) for part in (name if name.isprintable() else "", "Bob")]
    record = record_match(match, seats, tags={"comments": {"0": "x\\]"}})
    back = again(record)
    assert shape(back) == shape(record) and back.seats == record.seats
    assert back.tags["comments"] == {"0": "x\\]"} and again(back) == back


def shape(record: Record) -> tuple[object, ...]:
    """What must stay of a match: its lines, its result, its options."""
    lines = [("",)]
    for parent, text in record.plies:
        lines.append((*lines[parent], text))
    return sorted(lines), record.result, record.options, lines[record.node]


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\x0b\x0c"))


@settings(deadline=None)
@given(text=TEXTS)
def test_any_text_is_a_value(text: str) -> None:
    written = f"(;C[{sgf.write_text(text)}])"
    assert sgf.parse(written)[0].root.words["C"] == [sgf.write_text(text)]
    spaced = "".join(" " if sign.isspace() and sign != "\n" else sign for sign in text)
    assert sgf.read_text(sgf.write_text(text)) == spaced
    theirs = sgf_grammar.parse_sgf_game(written.encode()).sequence[0]["C"][0]
    assert theirs.decode() == sgf.write_text(text)


@settings(deadline=None)
@given(text=st.text("();[]ABWCa\\: \n", max_size=60))
def test_any_junk_is_read_as_the_library_reads_it_or_refused(text: str) -> None:
    try:
        theirs = sgf_grammar.parse_sgf_collection(text.encode())
    except ValueError:
        theirs = []
    try:
        ours = sgf.parse(text)
    except BadRecord as error:
        assert str(error).endswith(".") and "{" not in str(error)
        return
    assert len(ours) == len(theirs)


@pytest.mark.parametrize("text", ["(;" + ";" * 50_000 + ")", "(;" * 50_000 + ")" * 50_000])
def test_a_long_line_is_a_flat_tree(text: str) -> None:
    """A browser's Python ends for good where 2,000 nodes free each other."""
    (tree,) = sgf.parse(text)
    assert [node.children for node in tree.nodes[:-1]] == [[n] for n in range(1, len(tree.nodes))]
    assert sgf.parse(sgf.write([tree]).decode())[0].nodes[-1].children == []


def test_a_random_match_of_each_size_ends_as_it_did() -> None:
    match = random_match(find_game("go").game(size="13", komi="0.5"), Random(3))
    record = record_match(match, [Seat(), Seat()])
    assert again(record).result == record.result
