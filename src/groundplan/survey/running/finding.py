"""`find_run`: the command that runs one test file or one test, by the language of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.shown_tests import shows_test, shows_titled
from groundplan.code.test_paths import holds_tests, is_named_as_support, is_test
from groundplan.survey.running.dotnet import run_dotnet
from groundplan.survey.running.go import run_go
from groundplan.survey.running.jvm import run_jvm
from groundplan.survey.running.native import run_native
from groundplan.survey.running.php import run_php
from groundplan.survey.running.python import run_python
from groundplan.survey.running.ruby import run_ruby
from groundplan.survey.running.rust import run_rust
from groundplan.survey.running.scripts import run_script

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.survey.running.ground import Ground, Run

LONGEST_LINE = 500
_RUNNERS: dict[str, Callable[[Ground, str, str], Run | None]] = {
    "py": run_python,
    "go": run_go,
    "rs": run_rust,
    "rb": run_ruby,
    "php": run_php,
    **dict.fromkeys(("cs", "fs", "vb"), run_dotnet),
    **dict.fromkeys(("java", "kt", "groovy", "scala"), run_jvm),
    **dict.fromkeys(("c", "cc", "cpp", "cxx"), run_native),
    **dict.fromkeys(("js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts"), run_script),
}


def _may_hold(path: str, text: bytes) -> bool:
    is_named = holds_tests(path) or not is_test(path)
    return is_named or (is_named_as_support(path) and shows_titled(text))


def find_run(ground: Ground, path: str, test: str = "") -> Run | None:
    """Return what runs a test file, or one test of it, typed at the root; None where it cannot be known."""
    runner = _RUNNERS.get(path.rpartition(".")[2].lower())
    is_there = path in ground.paths
    text = ground.text(path).encode() if is_there else b""
    if is_there and not (_may_hold(path, text) and shows_test(path, text)):
        return None
    found = runner(ground, path, test) if runner else None
    return found if found and len(found.line) <= LONGEST_LINE and "\n" not in found.line else None
