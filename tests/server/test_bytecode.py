"""Bytecode that a browser's Python makes once, tried with this one."""

from __future__ import annotations

import asyncio
import importlib
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

from everygame.pocket.bytecode import add_bytecode

FILES: Final = {"loaded_here.py": "SAID = 1", "unloaded_here.py": "SAID = 2", "some.txt": "text"}
OURS: Final = {
    "everygame/games/none.py": "SAID = 3",
    "everygame/fast.py": "SAID = 'as machine code'",
    "everygame/fast.cpython-314-wasm32-emscripten.so": "",
}


@pytest.mark.parametrize("packed", (True, False))
def test_python_takes_the_bytecode_in_place_of_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    archive, folder = tmp_path / "a.zip", tmp_path / "a"
    with zipfile.ZipFile(archive, "w") as whole:
        for name, text in {**FILES, **OURS}.items():
            whole.writestr(name, text)
    zipfile.ZipFile(archive).extractall(folder)
    root = str(archive if packed else folder)
    monkeypatch.syspath_prepend(root)
    importlib.import_module("loaded_here")

    async def free() -> None: ...

    asyncio.run(add_bytecode(str(archive), root, free))
    added = zipfile.ZipFile(archive).namelist()[len(FILES | OURS) :]
    assert [Path(name).name.partition(".")[0] for name in added] == ["loaded_here", "none"]
    if not packed:
        zipfile.ZipFile(archive).extractall(folder)
        (folder / "loaded_here.py").write_text("SAID = 'the source is read'")
    importlib.invalidate_caches()
    del sys.modules["loaded_here"]
    module = importlib.import_module("loaded_here")
    del sys.modules["loaded_here"]
    assert module.SAID == 1
    assert str(module.__file__ if packed else module.__cached__).endswith(".pyc")
