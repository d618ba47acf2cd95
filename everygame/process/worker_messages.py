"""Encodes the messages between the pool and a worker: a line of JSON, and after it the bytes of
files.

JSON has no type for bytes, and base64 would copy a large upload twice on each side. So where a
value is a dict of files, the line has the sizes of the files instead, in order, and the key `files`
names the field:

    {"call": "module:function", "request": {"archive": 4000000}, "files": "request"}
"""

from __future__ import annotations

import json
from itertools import accumulate, pairwise
from typing import Final

from everygame.contract import AnyJson, Json

FILES: Final = "files"


def encode(message: Json) -> bytes:
    """Return a message as bytes; at most one of its fields holds files."""
    field = next((field for field, value in message.items() if are_files(value)), None)
    if field is None:
        return json.dumps(message).encode() + b"\n"
    files = message[field]
    sizes = {name: len(data) for name, data in files.items()}
    line = json.dumps({**message, field: sizes, FILES: field}).encode()
    return b"".join([line, b"\n", *files.values()])


def are_files(value: AnyJson) -> bool:
    """Whether the value is a dict of bytes. An empty dict counts as JSON."""
    found = isinstance(value, dict) and bool(value)
    return found and all(isinstance(data, bytes) for data in value.values())


def decode_line(line: bytes) -> tuple[Json, int]:
    """Return a message without its files, and the number of bytes of files after its line. Raises
    ValueError."""
    message = json.loads(line)
    if not isinstance(message, dict):
        raise ValueError("no message")
    sizes = message.get(str(message[FILES])) if FILES in message else {}
    if not isinstance(sizes, dict) or not all(map(is_size, sizes.values())):
        raise ValueError("no sizes of files")
    return message, sum(sizes.values())


def is_size(value: object) -> bool:
    return isinstance(value, int) and value >= 0


def fill(message: Json, data: bytes) -> Json:
    """Put the files that followed the line into the message."""
    if FILES not in message:
        return message
    field = message.pop(FILES)
    sizes = message[field]
    cuts = pairwise(accumulate(sizes.values(), initial=0))
    files = {name: data[start:end] for name, (start, end) in zip(sizes, cuts, strict=True)}
    return {**message, field: files}
