"""What jedi says refers to each of the places on standard input; run with a Python that has jedi.

python benchmarks/callers/jedi_references.py REPOSITORY < places.json
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import jedi


def main(root: Path) -> int:
    """Print one line of JSON per place: its number, the references found, the seconds it took."""
    project = jedi.Project(root)
    for number, (path, line, column) in enumerate(json.load(sys.stdin)):
        started = time.monotonic()
        try:
            script = jedi.Script(path=root / path, project=project)
            found = script.get_references(line, column - 1, include_builtins=False)
        except Exception as error:  # noqa: BLE001 — a peer's failure is a result
            print(f"{path}:{line}: {error}", file=sys.stderr, flush=True)
            continue
        places = sorted(
            (each.module_path.relative_to(root).as_posix(), each.line, each.column + 1)
            for each in found
            if each.module_path and each.module_path.is_relative_to(root) and not each.is_definition()
        )
        seconds = round(time.monotonic() - started, 2)
        print(json.dumps({"number": number, "places": places, "seconds": seconds}), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]).resolve()))
