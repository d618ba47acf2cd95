#!/usr/bin/env python3
"""Install and start EveryGame, or install what its tests need and run them all.

    python3 run.py                 install, then open the library in a browser
    python3 run.py play icefloes   any command of `everygame`
    python3 run.py test            everything that must hold; docs/gate.md has more of its kind
    python3 run.py compile         compile now what else is compiled beside the library; it takes
                                   some minutes, and makes bots and studies many times as fast

It needs Python 3.11 or newer and nothing else. What it installs stays in the folder `.venv`.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOME = HERE / ".venv"
BIN = "Scripts" if os.name == "nt" else "bin"


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):
        print("EveryGame needs Python 3.11 or newer; this is", sys.version.split()[0])
        return 1
    if arguments and arguments[0] in ("test", "long", "stress", "format"):
        return gate(arguments)
    if arguments and arguments[0] in ("-h", "--help"):
        print(__doc__, flush=True)
    python = install_game()
    if arguments == ["compile"]:
        return make_wheel(python)
    beside = compile_beside() if opens_library(arguments) else None
    try:
        # -P: what is installed, which may be compiled, goes before the sources in this folder
        return wait(subprocess.Popen([python, "-P", "-m", "everygame", *arguments]))
    finally:
        if beside:
            stop(beside)


def opens_library(arguments: list[str]) -> bool:
    """Whether that is what the command does; its options may stand before its word, or alone."""
    if {"-h", "--help", "--version"} & set(arguments):
        return False
    return command_word(arguments) in ("", "serve")


def command_word(arguments: list[str]) -> str:
    """The first word that is no option and no value of one; empty where there is none."""
    rest = iter(arguments)
    for argument in rest:
        if not argument.startswith("-"):
            return argument
        if "=" not in argument and argument not in FLAGS:
            next(rest, None)
    return ""


FLAGS = ("--public", "--no-browser")
"""Options of `everygame` without a value that may stand before the word of a command."""


def wait(process: subprocess.Popen[bytes]) -> int:
    """Until it ends; Ctrl+C in a terminal reaches it too, and ends it in good order. A signal that
    ends this program reaches nobody else."""
    try:
        process.wait()
    except KeyboardInterrupt:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
    finally:
        if process.poll() is None:
            process.terminate()
        status = process.wait()
    return status


PATIENCE = 5
"""Seconds that it has to end by itself."""


# -- playing: at once interpreted, from the next start on compiled

PLAY = ("everygame", "setup.py", "pyproject.toml")


def install_game() -> str:
    """The environment with these sources, compiled if that has been done; returns its Python."""
    import tomllib  # which Python has from 3.11 on

    home = HOME / "play"
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))
    setuptools = project["build-system"]["requires"][0]  # the compiler beside it is not needed yet
    python = install(home, [[setuptools], ["--no-build-isolation", "--no-compile", "."]], PLAY)
    wheel, taken = find_wheel(), home / "compiled"
    if wheel and not taken.is_file():
        print("Taking what has been compiled …", flush=True)
        stamp = home / "installed"
        now = stamp.read_text()
        stamp.unlink()  # whoever interrupts this gets a new environment at the next start
        pip = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
        run([*pip, "--force-reinstall", str(wheel)], HERE)
        taken.touch()
        stamp.write_text(now)
    return python


def find_wheel() -> Path | None:
    """These very sources as machine code, if that has been made."""
    return next(compiled().glob("*.whl"), None)


def compiled() -> Path:
    """Where the wheel of these sources lies; a folder without one says that it was tried."""
    return HOME / "compiled" / fingerprint(PLAY)[:16]


def compile_beside() -> subprocess.Popen[bytes] | None:
    """Begin to compile these sources, if it is worth while, and say so."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    tried = compiled()
    lately = tried.is_dir() and time.time() - tried.stat().st_mtime < DAY
    plain = os.environ.get("EVERYGAME_PLAIN") or not shutil.which(compiler.split()[0])
    if find_wheel() or lately or plain:
        return None
    print("It runs interpreted for now and is compiled meanwhile, which takes a few minutes;")
    print("from the next start on, opponents think several times as fast.", flush=True)
    return subprocess.Popen([sys.executable, __file__, "compile"], start_new_session=True)


DAY = 86_400
"""Seconds until what could not be compiled is tried again: perhaps there was no network."""


def stop(process: subprocess.Popen[bytes]) -> None:
    """End it and what it has started."""
    if process.poll() is not None:
        return
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGTERM)
    else:
        process.terminate()
    process.wait()


def make_wheel(python: str) -> int:
    """Compile a copy of these sources. Only what is whole is put where it is looked for."""
    goal, began = compiled(), time.monotonic()
    if os.name == "posix":
        os.nice(10)
    for old in HOME.glob("building-*"):
        if time.time() - old.stat().st_mtime > DAY:
            shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="building-", dir=HOME) as made:
        copy, out = Path(made, "source"), Path(made, "out")
        out.mkdir()
        copytree(copy)
        pip = [python, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        with Path(out, "log.txt").open("w") as log:
            command = [*pip, "--wheel-dir", str(out), "."]
            status = subprocess.call(command, cwd=copy, stdout=log, stderr=log)
        shutil.rmtree(goal.parent, ignore_errors=True)
        goal.parent.mkdir()
        out.replace(goal)
    if status:
        print(f"It could not be compiled; {goal / 'log.txt'} says why.", flush=True)
    else:
        took = time.monotonic() - began
        print(f"Compiled in {took:.0f} s, for the next start of EveryGame.", flush=True)
    return status


# -- environments

NOT_YET = "not compiled yet; python3 run.py compile does it"
"""What `everygame --version` says until then."""


def install(home: Path, packages: list[list[str]], depends: tuple[str, ...]) -> str:
    """A virtual environment with these packages, not compiled, in so many calls of pip; made anew
    when what it depends on has changed. Returns its Python."""
    python = str(home / BIN / "python")
    stamp, now = home / "installed", fingerprint(depends)
    if stamp.is_file() and stamp.read_text() == now:
        return python
    print(f"Installing into {home.relative_to(HERE)}, once:", flush=True)
    print("  a Python of its own …", flush=True)
    try:
        venv.create(home, with_pip=True, clear=True, symlinks=os.name != "nt")
    except subprocess.CalledProcessError:
        sys.exit("Python's venv module cannot install pip; on Debian: apt install python3-venv")
    print("  what it is made of …", flush=True)
    quick = {"EVERYGAME_PLAIN": NOT_YET, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    for some in packages:
        run([python, "-m", "pip", "install", "--quiet", *some], HERE, {**os.environ, **quick})
    run([python, "-P", "-m", "everygame", "--version"], home)
    stamp.write_text(now)
    return python


def fingerprint(names: tuple[str, ...]) -> str:
    """Changes whenever one of these files, or a file in one of these folders, does."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(path for name in names for path in sources(HERE / name)):
        digest.update(str(path.relative_to(HERE)).encode() + path.read_bytes())
    return digest.hexdigest()


def sources(path: Path) -> list[Path]:
    """The file itself, or all files of the folder but what Python keeps there."""
    if path.is_file():
        return [path]
    return [p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


def run(command: list[str], where: Path, environment: dict[str, str] | None = None) -> None:
    """Run a step; leave with its status if it fails."""
    status = subprocess.call(command, cwd=where, env=environment)
    if status:
        sys.exit(f"This step failed with status {status}: {' '.join(command)}")


def gate(arguments: list[str]) -> int:
    """What engineers run before a change lands, in an environment that has what tests need."""
    python = install(HOME / "test", [["-e", ".[test]"]], ("pyproject.toml", "setup.py"))
    return wait(subprocess.Popen([python, "-m", "gate", *arguments], cwd=HERE))


def copytree(goal: Path) -> None:
    """The checkout without what is not its own."""
    names = (".*", "__pycache__", "node_modules", "build", "*.egg-info")
    shutil.copytree(HERE, goal, ignore=shutil.ignore_patterns(*names))


def end(*_: object) -> None:
    """Leave in good order, and so end what was started; who asks twice is not in the way of it."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(128 + signal.SIGTERM)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, end)
    sys.exit(main(sys.argv[1:]))
