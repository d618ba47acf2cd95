"""A plain file server for an exported folder, which a test can take away and change."""

from __future__ import annotations

import functools
import gzip
import io
import os
import re
import subprocess
import sys
import threading
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from tests.ports import reserve

PLACE: Final = "/games/every/"
"""Where on its host the folder lies."""
SLOWLY: Final = 240_000
"""Milliseconds in which Python must have come, on however busy a machine."""

ROOT: Final = Path(__file__).parents[2]
INTERPRETED: Final = """
import sys
from pathlib import Path
from everygame.pocket.export import export
export(Path(sys.argv[1]), {})
"""
"""Exports without a wheel, also where an earlier build has left one."""
COMPILED: Final = """
import sys
from everygame.cli import main
sys.exit(main(["export", sys.argv[1], "--compile"]))
"""


def export(folder: Path, *, compiled: bool) -> None:
    """Write the site of this checkout into a folder, its rules and searches as machine code or to
    be interpreted. What this downloads and compiles is kept in `build/pocket`."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", COMPILED if compiled else INTERPRETED, str(folder)]
    data = {**os.environ, "EVERYGAME_DATA": str(ROOT / "build" / "pocket" / "none.db")}
    done = subprocess.run(command, env=data, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert is_compiled(folder) == compiled


def is_compiled(folder: Path) -> bool:
    """Whether the rules and searches of an exported site are machine code."""
    squeezed = (folder / "python" / "everygame.zip.gzipped").read_bytes()
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(squeezed))) as whole:
        return any(re.match(r"everygame/.*\.so$", name) for name in whole.namelist())


class Plain(SimpleHTTPRequestHandler):
    """Sends files and no header that anybody would have to ask a host for."""

    def __init__(self, site: Site, *given: Any) -> None:
        self.site = site
        super().__init__(*given, directory=str(site.root))

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].removeprefix(PLACE) or "index.html"
        self.site.sent.append(name)
        if gate := self.site.late.get(name):
            gate.wait(SLOWLY / 1000)
        if (data := self.site.instead.get(name)) is None:
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *arguments: object) -> None: ...


class Site:
    """A folder of files at a sub-path of a host that can go away and come back."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.folder = folder / "games" / "every"
        self.reserved = reserve()
        self.port = self.reserved.getsockname()[1]
        self.instead: dict[str, bytes] = {}
        """What it sends in place of files of the folder."""
        self.late: dict[str, threading.Event] = {}
        """Files that it sends only when that is set."""
        self.sent: list[str] = []
        """The names of the files that were asked for."""
        self.start()

    def files(self) -> dict[str, bytes]:
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in found}

    def start(self) -> None:
        handler = functools.partial(Plain, self)
        self.host = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.url = f"http://127.0.0.1:{self.port}{PLACE}"
        self.thread = threading.Thread(target=self.host.serve_forever)
        self.thread.start()

    def stop(self) -> None:
        self.host.shutdown()
        self.host.server_close()
        self.thread.join()

    def close(self) -> None:
        """Go away for good."""
        self.stop()
        self.reserved.close()
