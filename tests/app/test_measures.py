"""How success is measured, once the user has said so, binds the steps and is in the reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from desk import Desk

if TYPE_CHECKING:
    from pathlib import Path

MEASURE = "A test in `tests/test_upload.py` fails today and passes afterwards"
STEP = "1. Refuse the name in `src/upload.py`.\n   Verify: `python3 -m compileall src` passes.\n"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk.clear(tmp_path)
    ran = desk.person("plan", "Refuse a name without a shape in `src/upload.py::upload`", "--no-talk")
    assert ran.code == 0, ran.said
    assert "it is done?" in ran.said, ran.said
    ran = desk.person("answer", "Q1", MEASURE)
    assert ran.code == 0, ran.said
    return desk


def warned(desk: Desk, steps: str) -> bool:
    desk.path("steps.md").write_text(steps)
    ran = desk.person("write", "implementation-plan", "--file", "steps.md")
    assert ran.code == 0, ran.said
    return "measures success in `tests/test_upload.py`" in desk.pipe("check").said


def test_a_file_that_measures_success_is_named_in_a_step(desk: Desk) -> None:
    assert "GP904" not in desk.pipe("check").said, "there are no steps yet"
    assert warned(desk, STEP)
    assert not warned(desk, STEP + "2. Add the case to `tests/test_upload.py`.\n")


def test_the_summary_says_how_success_is_measured(desk: Desk) -> None:
    assert f"## Done when\n\n- {MEASURE}" in desk.pipe("report", "summary").out
