"""Install the coding agents that tests talk to into a cache: `python tools/clis.py` prints the folder.

They are other people's programs: pinned, never shipped, and asked on the loopback address only.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

_PATIENCE = 300  # seconds
PINNED = ("@anthropic-ai/claude-code@2.1.325", "@openai/codex@0.166.0", "@google/gemini-cli@0.61.0")


def folder() -> Path:
    """Return where these versions are, or will be."""
    versions = "-".join(each.rpartition("@")[2] for each in PINNED)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "groundplan-tests" / f"clis-{versions}" / "node_modules" / ".bin"


def install() -> str:
    """Install what is missing, one process at a time; return why it is not there, or nothing."""
    programs = folder()
    if (programs / "claude").exists():
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "the coding agents are not installed, and there is no npm"
    place = programs.parent.parent
    place.parent.mkdir(parents=True, exist_ok=True)
    with (place.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return "" if (programs / "claude").exists() else _install(npm, place)


def _install(npm: str, place: Path) -> str:
    staged = place.with_name(f"{place.name}.part")
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir()
    (staged / "package.json").write_text("{}", "utf-8")
    words = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error", *PINNED]
    try:
        done = subprocess.run(words, cwd=staged, check=False, stdout=sys.stderr, timeout=_PATIENCE)
    except subprocess.TimeoutExpired:
        return f"npm did not install the coding agents within {_PATIENCE} s"
    if done.returncode:
        return f"npm could not install the coding agents: exit code {done.returncode}"
    staged.rename(place)
    return ""


def main() -> int:
    """Install what is missing, and print the folder."""
    reason = install()
    print(reason or folder(), file=sys.stderr if reason else sys.stdout)
    return 1 if reason else 0


if __name__ == "__main__":
    sys.exit(main())
