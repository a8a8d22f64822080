"""Install the coding agents that tests talk to into a cache: `python tools/clis.py` prints the folder.

They are other people's programs: pinned, never shipped, and asked on the loopback address only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PINNED = ("@anthropic-ai/claude-code@2.1.325", "@openai/codex@0.166.0", "@google/gemini-cli@0.61.0")


def folder() -> Path:
    """Return where these versions are, or will be."""
    versions = "-".join(each.rpartition("@")[2] for each in PINNED)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "groundplan-tests" / f"clis-{versions}" / "node_modules" / ".bin"


def main() -> int:
    """Install what is missing."""
    programs = folder()
    npm = shutil.which("npm")
    if not (programs / "claude").exists():
        if npm is None:
            print("npm is not installed", file=sys.stderr)
            return 1
        place = programs.parent.parent
        place.mkdir(parents=True, exist_ok=True)
        (place / "package.json").write_text("{}", "utf-8")
        words = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error", *PINNED]
        done = subprocess.run(words, cwd=place, check=False, stdout=sys.stderr)
        if done.returncode:
            shutil.rmtree(place)
            return done.returncode
    print(programs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
