"""The build for browsers, without a compiler: what it takes for an input, and which wheel fits."""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement

from everygame.errors import EveryGameError
from everygame.library.mypyc_patch import MYPYC as TESTED
from everygame.library.write_c import compiled_files, read_files
from everygame.pocket import downloads, export
from everygame.pocket.downloads import ABI, PYTHON, Pin, pin
from everygame.pocket.wasm import debian, wheel
from everygame.pocket.wasm.compile import SUFFIX
from everygame.pocket.wasm.headers import BUILT, alltypes, pyconfig
from everygame.pocket.wasm.tools import MYPYC, ZIG
from everygame.version import __version__
from tests.browser.site import INTERPRETED
from tests.conftest import Command

ROOT: Final = Path(__file__).parents[2]
LISTS: Final = (downloads.INPUTS, downloads.WHEELS, MYPYC, ZIG)


@pytest.fixture(autouse=True)
def nothing_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVERYGAME_DATA", str(tmp_path / "none.db"))


def test_all_inputs_are_pinned_and_fit_each_other() -> None:
    """What is compiled in a browser is what is tested here, and runs with what it was made for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert f"mypy=={pin('mypy', MYPYC).version}" in project["build-system"]["requires"]
    assert pin("mypy", MYPYC).version == TESTED
    assert pin("libpython3.14-dev").version.startswith(f"{PYTHON}.")
    for listed in LISTS:
        for line in downloads.read_list(listed).splitlines():
            assert re.fullmatch(r"[\w.-]+==[\w.~+-]+( --hash=sha(256|512):[\w+/=]+)+", line)


def test_the_wheels_are_those_that_the_pinned_mypy_wants() -> None:
    """In the words of the mypy that is installed here, which is the same version."""
    lines = [line for listed in LISTS for line in downloads.read_list(listed).splitlines()]
    pinned = dict(line.partition(" ")[0].split("==") for line in lines)
    wanted = [Requirement(line) for line in metadata.requires("mypy") or ()]
    wanted = [one for one in wanted if one.name.replace("_", "-") in pinned]
    assert metadata.version("mypy") == pinned["mypy"]
    assert {"librt", "ast-serialize"} <= {one.name for one in wanted}
    for one in wanted:
        if one.marker is None or one.marker.evaluate({"extra": ""}):
            assert one.specifier.contains(pinned[one.name.replace("_", "-")]), one


@pytest.mark.parametrize(("python", "abi"), [("3.15.1", ABI), (f"{PYTHON}.9", "2027_0")])
def test_a_pyodide_for_other_wheels_is_refused(python: str, abi: str) -> None:
    lock = {"info": {"python": python, "abi_version": abi}}
    with pytest.raises(EveryGameError, match=f"is Python {python} with the binary interface {abi}"):
        downloads.require_fit(json.dumps(lock).encode())
    lock = {"info": {"python": f"{PYTHON}.9", "abi_version": ABI}}
    downloads.require_fit(json.dumps(lock).encode())


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("No matching distribution found for mypy==2.4.1", "mypy 2.4.1 cannot be fetched"),
        ("THESE DO NOT MATCH\n mypy==2.4.1 from here:\n Got 1234", "mypy 2.4.1 cannot be fetched"),
        ("there is no network", "wasm/mypyc.txt cannot be fetched as it is pinned: there is no"),
    ],
)
def test_an_input_that_pip_cannot_fetch_is_named(
    monkeypatch: pytest.MonkeyPatch, said: str, named: str
) -> None:
    done = subprocess.CompletedProcess("pip", 1, "", said)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    with pytest.raises(EveryGameError, match=named):
        downloads.fetch_wheels(MYPYC)


def member(name: str, data: bytes) -> bytes:
    """A part of an `ar` archive."""
    head = f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode()
    return head + data + b"\n" * (len(data) % 2)


def package(*names: str) -> bytes:
    """A package of Debian with files of these names."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:xz") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(name), io.BytesIO())
    return b"!<arch>\n" + member("debian-binary", b"2.0") + member("data.tar.xz", made.getvalue())


def test_headers_are_unpacked_and_nothing_else(tmp_path: Path) -> None:
    debian.unpack(package("./usr/include/python3.14/Python.h", "./usr/bin/sh"), tmp_path)
    found = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert found == [Path("usr/include/python3.14/Python.h")]


def test_a_package_of_debian_that_is_gone_or_another_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = tmp_path / "debian"
    monkeypatch.setenv(debian.VARIABLE, mirror.as_uri())
    data = package("./usr/include/a.h")
    wanted = Pin("libpython3.14-dev", "3.14.99-1", f"sha256:{hashlib.sha256(data).hexdigest()}")
    file = mirror / "pool/main/p/python3.14/libpython3.14-dev_3.14.99-1_amd64.deb"
    with pytest.raises(EveryGameError, match=r"libpython3.14-dev 3.14.99-1 cannot be fetched"):
        debian.download(wanted)
    file.parent.mkdir(parents=True)
    file.write_bytes(data)
    assert debian.download(wanted) == data
    file.write_bytes(data + b"!")
    with pytest.raises(EveryGameError, match=r"is not the libpython3.14-dev 3.14.99-1"):
        debian.download(wanted)


def test_a_system_that_knows_no_mirror_is_told_how_to_name_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(debian.VARIABLE, raising=False)
    monkeypatch.setattr(debian, "APT", tmp_path)
    with pytest.raises(EveryGameError, match=debian.VARIABLE):
        debian.find_mirror()
    (tmp_path / "sources.list").write_text("deb http://mirror.example/debian/ sid main\n")
    assert debian.find_mirror() == "http://mirror.example/debian"


def test_headers_describe_the_machine_of_the_page() -> None:
    library = io.BytesIO()
    with zipfile.ZipFile(library, "w") as archive:
        archive.writestr(BUILT, "build_time_vars = {'SIZEOF_LONG': 4, 'HAVE_FORK': 0, 'X': 1}")
    template = "#define SIZEOF_LONG 8\n#define HAVE_FORK 1\n/* #undef WITH_Y */\n"
    assert pyconfig(library.getvalue(), template) == "#define SIZEOF_LONG 4\n"
    assert alltypes("#define _Addr int\n#define _X int\n") == (
        "#define _Addr __PTRDIFF_TYPE__\n#define _X int\n"
    )


def test_what_decides_the_machine_code_is_compared_and_nothing_else() -> None:
    read = read_files(ROOT)
    assert set(compiled_files(ROOT)) <= read
    assert {"everygame/contract.py", "everygame/fast/arrays.py"} <= read
    assert "everygame/pocket/main.py" not in read


def make(path: Path, **changed: bytes) -> Path:
    """A wheel of these sources without code in it; some files of it are others."""
    files = {name: data for name, data in wheel.sources().items() if name.endswith(".py")}
    modules = {name.removesuffix(".py") + SUFFIX: b"" for name in compiled_files(ROOT)}
    said = f"Generator: everygame ({wheel.made_of()})\n".encode()
    info = {f"{wheel.INFO}/WHEEL": said, wheel.LICENCE: b"MIT"}
    path.write_bytes(wheel.pack({**files, **modules, **info, **changed}))
    return path


def test_a_page_takes_the_wheel_of_its_own_sources_alone(tmp_path: Path) -> None:
    fitting = make(tmp_path / "a.whl")
    assert f"everygame/fast/state{SUFFIX}" in wheel.read_modules(fitting)
    assert wheel.read_modules(fitting)[wheel.LICENCE] == b"MIT"
    make(fitting, **{"everygame/server/app.py": b"# which is not compiled\n"})
    assert wheel.read_modules(fitting)
    for changed, why in (
        ({"everygame/contract.py": b"# older\n"}, r"made of other sources: everygame/contract.py"),
        ({f"everygame/more{SUFFIX}": b""}, r"made of other sources: everygame/more.py"),
        ({f"{wheel.INFO}/WHEEL": b"Generator: pip\n"}, rf"is not made of mypy {TESTED}, librt"),
    ):
        with pytest.raises(EveryGameError, match=why):
            wheel.read_modules(make(tmp_path / "b.whl", **changed))
    with pytest.raises(EveryGameError, match="is not a wheel of EveryGame"):
        wheel.read_modules(tmp_path / "none.whl")


def test_a_wheel_holds_the_files_that_were_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody changes one of them meanwhile; then no page may take the wheel."""
    files = {"everygame/a.py": b"old"}

    def compile_modules(*_: object) -> dict[str, bytes]:
        files["everygame/a.py"] = b"new"
        return {}

    monkeypatch.setattr(wheel, "sources", files.copy)
    monkeypatch.setattr(wheel, "compile_modules", compile_modules)
    monkeypatch.setattr(wheel, "metadata", dict)
    with zipfile.ZipFile(wheel.make_wheel(tmp_path, print)) as made:
        assert made.read("everygame/a.py") == b"old"


def test_the_page_of_tests_is_interpreted_whatever_wheel_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[object] = []

    def make_site(modules: object) -> dict[str, bytes]:
        given.append(modules)
        return {"service.js": b""}

    monkeypatch.setattr(export, "make_site", make_site)
    monkeypatch.setattr(wheel, "find_wheel", lambda: tmp_path / "left.whl")
    monkeypatch.setattr(sys, "argv", ["", str(tmp_path / "page")])
    exec(INTERPRETED, {})
    assert given == [{}]


def test_what_a_game_unpacks_takes_little_memory() -> None:
    """Whoever unpacks a file of lzma takes its dictionary, however small the file is."""
    for packed in (ROOT / "everygame").rglob("*.xz"):
        assert lzma.decompress(packed.read_bytes(), memlimit=8 * 2**20), packed


def test_an_export_finds_the_wheel_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheel, "NAME", "none-but-ours.whl")
    assert wheel.find_wheel() is None
    wheel.kept().mkdir(parents=True)
    made = make(wheel.kept() / wheel.NAME)
    assert wheel.find_wheel() == made
    make(made, **{"everygame/contract.py": b""})
    assert wheel.find_wheel() is None


def test_a_wheel_that_is_named_has_to_be_there(everygame: Command, tmp_path: Path) -> None:
    status, _, said = everygame("export", str(tmp_path / "page"), "--wheel", "none.whl")
    assert (status, (tmp_path / "page").exists()) == (1, False)
    assert said.startswith(f"everygame: none.whl is not a wheel of EveryGame {__version__} for ")


@pytest.mark.parametrize("modules", [{}, {"everygame/a.so": b""}])
def test_an_export_says_what_is_missing(
    everygame: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    modules: dict[str, bytes],
) -> None:
    monkeypatch.setattr(export, "make_site", lambda modules: {"service.js": b"", **modules})
    monkeypatch.setattr(wheel, "find_wheel", lambda: Path("found.whl") if modules else None)
    monkeypatch.setattr(wheel, "read_modules", lambda _: modules)
    status, said, _ = everygame("export", str(tmp_path / "page"))
    assert (status, "no wheel with compiled rules" in said) == (0, not modules)
    assert {f"{tmp_path}/page/{name}" for name in modules} <= set(map(str, tmp_path.rglob("*")))


def test_a_page_holds_the_modules_and_their_licences(monkeypatch: pytest.MonkeyPatch) -> None:
    """But no module that nothing imports there, no source of one, and librt only beside them."""
    monkeypatch.setattr(export, "fetch_wheels", lambda: [Path("librt-0.whl")])
    assert not [name for name, _ in export.python_parts({}) if name.endswith(".so")]
    given: dict[str, bytes] = {}
    parts = {f"everygame/fast/state{SUFFIX}", f"everygame/learn/fit{SUFFIX}", wheel.LICENCE}
    with pytest.raises(FileNotFoundError, match="librt"):
        for name, data in export.python_parts(dict.fromkeys(parts, b"")):
            parts.discard(name)
            given[name] = data
    assert parts == {f"everygame/learn/fit{SUFFIX}"}
    assert (given["everygame/fast/state.py"], bool(given["everygame/contract.py"])) == (b"", True)
    assert wheel.LICENCE in export.notice_of_modules()
