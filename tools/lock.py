"""Pin what ./gp and ./check install, so that every checkout of one commit runs the same code.

Run it after changing dependencies in pyproject.toml: `python tools/lock.py`, or with `--upgrade` for newer
versions. It needs `uv`; using the lock files needs only pip. The machine's own indexes are left out, so the
hashes are those of the files everybody can download.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The build backend is pinned with the rest: pip then builds the project without fetching anything unpinned.
BUILD = "flit-core>=3.12,<5\n"


def compile_lock(lock: str, *options: str) -> None:
    """Write one lock file that holds for every platform and every supported Python."""
    argv = ["uv", "pip", "compile", "--quiet", "--no-config", "--universal", "--python-version", "3.11"]
    argv += ["--generate-hashes", "--no-emit-index-url", "--no-annotate"]
    argv += ["--custom-compile-command", "python tools/lock.py", "--output-file", lock, *options]
    argv += ["pyproject.toml", "-"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("UV_", "PIP_"))}
    subprocess.run(argv, cwd=ROOT, env=clean, input=BUILD, text=True, check=True)


def main() -> int:
    """Lock the runtime first, so that the development tools are chosen around it and never the other way."""
    if not shutil.which("uv"):
        print("error: `uv` is not on PATH\n\nhint: pip install uv", file=sys.stderr)
        return 5
    compile_lock("requirements.lock", *sys.argv[1:])
    around = ["--extra", "dev", "--constraint", "requirements.lock"]
    compile_lock("requirements-dev.lock", *around, *sys.argv[1:])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
