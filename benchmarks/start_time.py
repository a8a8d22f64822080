"""How long `groundplan --help` takes beside `python -c pass`, and how large the core installation is.

python benchmarks/start_time.py            # times, alternating, median of 21
python benchmarks/start_time.py --install  # makes a fresh environment from the lock and measures it too
"""

from __future__ import annotations

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNS = 21


def main() -> None:
    """Print one table row per command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true", help="also install into a fresh environment")
    asked = parser.parse_args()
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "groundplan --help": [sys.executable, "-m", "groundplan.cli.main", "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):  # alternating, so that a busy moment hits both
        for name, argv in commands.items():
            start = time.perf_counter()
            subprocess.run(argv, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
            times[name].append(time.perf_counter() - start)
    for name, taken in times.items():
        print(f"| `{name}` | {statistics.median(taken) * 1000:.0f} ms | {min(taken) * 1000:.0f} ms |")
    if asked.install:
        print(f"| core installation, without pip | {measure_install() / 1e6:.1f} MB | |")


def measure_install() -> int:
    """Return the size in bytes of what a runtime installation adds to an empty environment."""
    with tempfile.TemporaryDirectory() as folder:
        where = pathlib.Path(folder) / "venv"
        venv.create(where, with_pip=True)
        python = where / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        before = size(where)
        pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / "requirements.lock")], check=True)
        subprocess.run([*pip, "--no-deps", "--no-build-isolation", str(ROOT)], check=True)
        return size(where) - before


def size(folder: pathlib.Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


if __name__ == "__main__":
    main()
