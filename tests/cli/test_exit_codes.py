"""Exit codes as the table in `plan/errors.py` and the documentation have them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundplan.cli.main import INTERRUPTED
from groundplan.plan import errors

if TYPE_CHECKING:
    from .conftest import Desk

ROOT = Path(__file__).parents[2]
TYPING_ERRORS = [
    ("show", "retry-upload", "goal"),
    ("-p", "retry-upload", "check"),
    ("show", "contxt"),
    ("write", "contxt", "-"),
    ("write", "context", "--file", "nowhere.md"),
    ("answer", "Q7", "Yes"),
    ("approve", "redy"),
    ("diff", "--since", "redy"),
    ("supersede", "D9", "x", "--because", "y"),
    ("explain", "GP999"),
    ("playbook", "show", "desing"),
    ("new", "Cache the grades", "--playbook", "desing"),
    ("code", "symbol", "nowhere"),
    ("code", "imports", "nowhere.py"),
    ("where", "--goal-file", "nowhere.md"),
]


@pytest.mark.parametrize("words", TYPING_ERRORS, ids=" ".join)
def test_a_name_that_is_not_there_is_a_wrong_call(begun: Desk, words: tuple[str, ...]) -> None:
    ran = begun.run(*words, stdin="text") if words[0] != "supersede" else begun.attend(*words)
    assert ran.code == 2, ran.err


def test_approving_without_anything_to_approve_is_a_wrong_call_however_it_is_asked(written: Desk) -> None:
    assert written.attend("approve", script=[("Type `ready`", "ready\n")]).code == 0
    assert written.run("approve").code == 2
    assert written.run("approve", "ready").code == 2


def test_an_edit_while_the_person_reads_is_exit_code_four(written: Desk) -> None:
    path = written.document()
    changed = path.read_text().replace("## Context", "## Context\n\nSomebody's words.")
    ran = written.attend(
        "approve", script=[("Type `ready`", "ready\n")], edits={"Type `ready`": (str(path), changed)}
    )
    assert ran.code == 4
    assert "Somebody's words." in path.read_text(), "nothing is lost"
    assert written.run("show", "--json").json["checkpoints"][0]["approval"] is None


def test_the_table_in_the_documentation_has_every_exit_code() -> None:
    table = (ROOT / "docs/guides/ci.md").read_text("utf-8").partition("## Exit codes")[2]
    shown = {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)}
    raised = {
        each.exit_code
        for each in vars(errors).values()
        if isinstance(each, type) and hasattr(each, "exit_code")
    }
    assert shown == raised | {0, 1, INTERRUPTED}
    assert table.strip().partition("\n\n")[0] in (ROOT / "docs/reference/commands.md").read_text("utf-8")
