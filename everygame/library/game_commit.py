"""Finds the commit of the git repository that holds a game's files, by which a reader of a report
gets these files again."""

from __future__ import annotations

import os
from typing import Final

from everygame.library.game_digest import MADE
from everygame.library.registry import Entry

PATIENCE: Final = 30.0
"""The seconds after which git is taken to hang."""
UNCOUNTED: Final = (".*", "*/.*", "*__pycache__*", *(f"*{ending}" for ending in MADE))
"""Patterns of the files that do not count for the digest of a game."""
CHANGED: Final = "changed since {commit}"


def commit_of(entry: Entry) -> str:
    """Return the hash of the commit that holds the game's files as they are, or "changed since"
    with the hash of the last commit where they are not as that commit has them. Return an empty
    text where no commit holds files of the game, and where git is not installed."""
    commit = git(entry, "rev-parse", "HEAD")
    if not commit or not git(entry, "ls-tree", "--name-only", "HEAD", "./"):
        return ""
    counted = ["./", *(f":(exclude){pattern}" for pattern in UNCOUNTED)]
    changes = ("status", "--porcelain", "--ignored", "--untracked-files=all")
    return CHANGED.format(commit=commit) if git(entry, *changes, "--", *counted) else commit


def git(entry: Entry, *arguments: str) -> str:
    """Return what git prints in the folder of the game; an empty text where it fails."""
    import subprocess  # a browser has no subprocess

    command = ["git", "-C", str(entry.folder), "-c", "core.fsmonitor=false", *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", env=environment(), timeout=PATIENCE
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def environment() -> dict[str, str]:
    """Return the variables of this process without those by which a hook of git, which may have
    started it, names another repository. Git writes nothing into the repository."""
    other = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX")
    kept = {name: value for name, value in os.environ.items() if name not in other}
    return {**kept, "GIT_OPTIONAL_LOCKS": "0"}
