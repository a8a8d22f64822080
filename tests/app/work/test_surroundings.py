"""What an honest user has installed is there when a command proves a task, or is named."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from work_bench import COUNT, FIXED

from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from work_bench import Bench


def task(command: str) -> str:
    return f"- [ ] T1: Reject\n  - Files: `shop/cart.py` (modify)\n  - Verification: `{command}` passes\n"


def begin(lay: Callable[..., Bench], command: str, files: dict[str, str]) -> Bench:
    bench = lay(task(command), files=files)
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    return bench


def close(bench: Bench) -> str:
    """Close the task over a confined copy; return what is said against it."""
    try:
        bench.done(is_confined=True)
    except GroundplanError as error:
        if "cannot confine" in error.message:
            pytest.skip("this system cannot confine a command")
        return f"{error.message} {error.hint}"
    return ""


def test_a_copy_has_what_a_virtual_environment_on_the_path_installed(
    lay: Callable[..., Bench], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv = tmp_path / "home/.virtualenvs/shop"
    (venv / "bin").mkdir(parents=True)
    (venv / "lib").mkdir()
    (venv / "pyvenv.cfg").write_text("home = /usr/bin\n")
    (venv / "lib/rules").write_text("ok\n")
    (venv / "bin/shopcheck").write_text(f"#!/bin/sh\nexec grep ok {venv}/lib/rules\n")
    (venv / "bin/shopcheck").chmod(0o755)
    (tmp_path / "home/secret").write_text("ok\n")
    monkeypatch.setenv("PATH", f"{venv}/bin{os.pathsep}{os.environ['PATH']}")
    assert close(begin(lay, "make check", {"Makefile": "check:\n\tshopcheck\n"})) == ""
    refused = close(begin(lay, "make check", {"Makefile": f"check:\n\tcat {tmp_path}/home/secret\n"}))
    assert "exit code 2" in refused, "and nothing else of the home folder"


def test_commands_of_one_line_run_in_one_copy(lay: Callable[..., Bench]) -> None:
    build = "all:\n\tprintf '#!/bin/sh\\ngrep ValueError shop/cart.py\\n' > built\n\tchmod +x built\n"
    bench = begin(lay, "make all && ./built", {"Makefile": build, ".gitignore": "built\n"})
    assert close(bench) == ""
    assert not (bench.root / "built").exists()


def test_what_a_command_misses_is_named_with_the_way_to_it(lay: Callable[..., Bench]) -> None:
    bench = begin(lay, "python3 -m shop.missing", {})
    said = close(bench)
    assert "`shop.missing` is not in the confined copy" in said
    with pytest.raises(GroundplanError) as refused:
        bench.done()
    assert "`shop.missing` is not installed here" in str(refused.value.hint)
