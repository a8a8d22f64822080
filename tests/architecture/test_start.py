"""`groundplan --help` answers at once, because it imports next to nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

# The command's own surface, click, the error tree that the outermost line catches, letters that hide.
ALLOWED = re.compile(r"click(\..+)?|groundplan|groundplan\.cli(\..+)?|groundplan\.plan(\.errors|\.unseen)?")
# Parts of the standard library that cost as much as a framework.
HEAVY = {
    *("asyncio", "concurrent", "multiprocessing", "subprocess", "unittest"),
    *("email", "html", "http", "socket", "ssl", "urllib", "xml"),
    *("ctypes", "decimal", "json", "logging", "pickle", "sqlite3", "tempfile", "tomllib", "zipfile"),
}

PROBE = """
import sys
before = set(sys.modules)
sys.argv = ["groundplan", "--help"]
from groundplan.cli.main import main
try:
    code = main()
except SystemExit as stop:
    code = stop.code
print("\\n".join(sorted(set(sys.modules) - before)), file=sys.stderr)
sys.exit(code)
"""


@pytest.fixture(scope="module")
def imported(root: Path) -> set[str]:
    if not (root / "src/groundplan/cli/main.py").exists():
        pytest.skip("the command line is not written yet")
    argv = [sys.executable, "-c", PROBE]
    done = subprocess.run(argv, cwd=root, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "Usage" in done.stdout
    return set(done.stderr.split())


def test_help_imports_only_click_and_the_command_line_itself(imported: set[str]) -> None:
    ours_or_others = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
    assert {name for name in ours_or_others if not ALLOWED.fullmatch(name)} == set()


def test_help_imports_no_heavy_part_of_the_standard_library(imported: set[str]) -> None:
    assert imported & HEAVY == set()
