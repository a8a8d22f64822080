"""The same citations through `sigmap verify-plan`, written the way its own reader wants them."""

from __future__ import annotations

import json
import subprocess
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from cases import Case

# Its map is cut to a token budget and to 25 signatures a file by default; here it may hold everything.
_SETTINGS = {
    "maxTokens": 50_000_000,
    "autoMaxTokens": False,
    "maxSigsPerFile": 100_000,
    "maxDepth": 60,
    "strategy": "full",
    "outputs": ["copilot"],
}


def flagged(program: Path, root: Path, cases: list[Case], plan: Path) -> tuple[list[bool], float]:
    """Return for each case whether sigmap finds fault with it, and the seconds all of it took.

    Its reader takes a path in backticks and a symbol as `name()`; classes, lines and planned files it has no
    words for, so a case counts as flagged when either its path or its last name is.
    """
    (root / "gen-context.config.json").write_text(json.dumps(_SETTINGS))
    start = time.perf_counter()
    subprocess.run(["node", program], cwd=root, check=True, capture_output=True)
    plan.write_text("# Plan\n\n" + "".join(f"- {_written(case)}\n" for case in cases))
    # It exits before a pipe took all it said; a file takes it at once.
    answer = plan.with_suffix(".json")
    with answer.open("wb") as out:
        subprocess.run(["node", program, "verify-plan", plan, "--json"], cwd=root, stdout=out, check=False)
    took = time.perf_counter() - start
    errors = [issue for issue in json.loads(answer.read_text())["issues"] if issue["severity"] == "error"]
    files = {issue["ref"] for issue in errors if issue["type"] == "missing-file"}
    symbols = {issue["ref"] for issue in errors if issue["type"] == "unknown-symbol"}
    return [_path(case) in files or (_name(case) or "-") in symbols for case in cases], took


def _path(case: Case) -> str:
    return case.text.partition("::")[0].partition("#")[0].partition(":")[0].removeprefix("./")


def _name(case: Case) -> str:
    return case.text.partition("::")[2].removesuffix("()").replace("#", ".").rpartition(".")[2]


def _written(case: Case) -> str:
    return f"`{_path(case)}`" + (f" `{_name(case)}()`" if _name(case) else "")
