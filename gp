#!/usr/bin/env python3
"""Run groundplan from this checkout: `./gp …` in any folder, `python gp …` on Windows.

The first use makes `.venv` beside this file and installs into it; after that this only starts groundplan.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "tools"))

import setup_venv


def main():
    """Give way to groundplan inside the environment, keeping the caller's folder and words."""
    try:
        venv = setup_venv.ready("runtime")
    except setup_venv.SetupError as error:
        return setup_venv.fail(error)
    if os.name == "nt":
        import subprocess  # noqa: PLC0415  (Windows has no exec that keeps the console)

        return subprocess.call([setup_venv.program(venv, "groundplan"), *sys.argv[1:]])
    python = setup_venv.program(venv, "python")
    os.execv(python, [python, setup_venv.program(venv, "groundplan"), *sys.argv[1:]])
    return 5


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
