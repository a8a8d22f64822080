"""A goal that the code determines: its tasks are proposed beside the plan, and nobody's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sample_code import lay_code

if TYPE_CHECKING:
    from .conftest import Desk


def test_the_tasks_of_a_rename_wait_beside_the_plan_and_are_not_in_it(desk: Desk) -> None:
    lay_code(desk.folder)
    (desk.folder / "src/client.py").write_text("from src.upload import shorten\n\nNAME = shorten('x')\n")
    desk.git("add", "-A")
    desk.git("commit", "-qm", "Begin")
    ran = desk.run("plan", "Rename `shorten` to `abbreviate`", "--playbook", "collaborate", "--name", "cut")
    assert ran.code == 0, ran.err
    shown = desk.run("show", "cut", "--proposed", columns=200).out
    assert "- Rename `shorten` to `abbreviate` in `src/upload.py`" in shown
    assert "- Rename `shorten` to `abbreviate` in `src/client.py`: it appears 2 times" in shown
    assert "Rename `shorten` to `abbreviate` in" not in desk.document("cut").read_text()
