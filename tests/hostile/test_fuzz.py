"""A small portion of the fuzzing for every build; its full scale is in docs/benchmarks/fuzz.md."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of memory and time are Unix's")


@pytest.mark.slow
def test_no_damaged_plan_ledger_or_setting_crashes_or_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks/fuzz"))
    monkeypatch.setenv("GROUNDPLAN_CACHE_DIR", str(tmp_path / "cache"))
    from run import run

    counts, found = run(tmp_path, 2026, range(100), workers=1)
    assert found == []
    assert counts.total() == 100
    assert counts["read"] > 40, "the damage is so great that little is read, so this would prove little"
