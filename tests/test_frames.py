"""Files go through the pool as they are, whatever bytes they have."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from everygame.process.pool import MOST_BYTES, JobRefused, Pool, WorkerDied
from everygame.process.worker_messages import decode_line, encode, fill

HERE = "tests.test_frames"
FILES = {"b": b"\n{}\n", "a": b"", "c": bytes(range(256)) * 10_000}


def read(data: bytes) -> dict[str, Any]:
    line, end, rest = data.partition(b"\n")
    message, size = decode_line(line + end)
    assert len(rest) == size
    return fill(message, rest)


@pytest.mark.parametrize("value", [FILES, {"a": b""}, {}, {"a": 5, "files": "value"}, "x", None])
def test_a_message_comes_back_as_it_was(value: Any) -> None:
    message = {"call": "m:f", "value": value}
    assert read(encode(message)) == message


LINES = [
    b"[]",
    b"x",
    b'{"files": "a"}',
    b'{"files": ["a"], "a": {}}',
    b'{"files": "a", "a": {"b": -1}}',
    b'{"files": "a", "a": {"b": "9"}}',
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_is_none_of_ours_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError):
        decode_line(line)


def turn(files: dict[str, bytes]) -> dict[str, bytes]:
    print("this is not an answer")
    return {name: data[::-1] for name, data in files.items()}


def overflow(files: dict[str, bytes]) -> dict[str, bytes]:
    return {"large": bytes(MOST_BYTES + 1)}


def test_a_job_takes_files_and_answers_files() -> None:
    async def ask() -> None:
        pool = Pool(1)
        try:
            for _ in range(2):
                answer = await pool.run(f"{HERE}:turn", FILES, 20)
                assert list(answer.items()) == [(n, data[::-1]) for n, data in FILES.items()]
            assert await pool.run(f"{HERE}:turn", {}, 20) == {}
            with pytest.raises(WorkerDied, match="too many bytes"):
                await pool.run(f"{HERE}:overflow", FILES, 20)
            assert not pool.all, "its worker still has the rest to say"
            with pytest.raises(JobRefused):
                await pool.run("everygame.library.registry:find_game", "x", 20)
        finally:
            await pool.close()

    asyncio.run(ask())
