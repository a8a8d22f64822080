"""What a rehearsal says is not installed, and what it leaves to the tool that installs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from work_bench import Bench

from groundplan.app.work.rehearsing import rehearse

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("command", "programs", "missing"),
    [
        ("uv run pytest tests/test_cart.py", [], "`uv` is not installed"),
        ("uv run pytest tests/test_cart.py", ["uv"], ""),
        ("env A=1 frob tests", [], "`frob` is not installed"),
        (
            "python9 -m pytest tests",
            ["python9", "../lib/python9.1/site-packages/x.py"],
            "`pytest` is not installed for `python9`",
        ),
        ("python9 -m pytest tests", ["python9", "../lib/python9.1/site-packages/pytest/__init__.py"], ""),
        ("python9 -m pytest tests", ["python9"], ""),
        ("python9 -m unittest tests", ["python9"], ""),
        ("python9 -m shop.cart", ["python9"], ""),
    ],
)
def test_a_rehearsal_names_the_program_that_is_missing(
    lay: object,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    programs: list[str],
    missing: str,
) -> None:
    del lay  # it sets the home folder
    step = f"1. Mend `shop/cart.py`. Verify: `{command}` passes.\n"
    bench = Bench.sketch(tmp_path / "repo", step, is_approved=False)
    folder = tmp_path / "usr" / "bin"
    for name in ("env", *programs):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    opened = bench.open()
    assert opened.judgement  # git is looked up while it is on PATH
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    [found] = rehearse(opened).commands
    assert "; ".join(found.missing) == missing
    bench.close_all()
