#!/usr/bin/env python3
"""Run groundplan from this checkout: `./gp ...` in any folder, `python gp ...` on Windows.

The first use makes `.venv` beside this file and installs into it; after that this only starts groundplan.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "tools"))

import setup_venv


def main():
    """Give way to groundplan inside the environment, keeping the caller's folder and words."""
    try:
        venv = setup_venv.ready("runtime")
    except setup_venv.SetupError as error:
        return setup_venv.fail(error)
    os.environ["GROUNDPLAN_STARTED_AS"] = setup_venv.started_as(sys.argv[0])
    groundplan = setup_venv.program(venv, "groundplan")
    # A script's first line may be too long for the system, so its Python is named; Windows has a program.
    python = [] if os.name == "nt" else [setup_venv.program(venv, "python")]
    return setup_venv.give_way(python + [groundplan] + sys.argv[1:])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
