"""A receipt is of the code that was copied: any other file, and the same command is run again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.app.probes.copying import digest_made

if TYPE_CHECKING:
    from conftest import Office


def seen(office: Office) -> str:
    return office.open().workspace.code.state(office.open().plan)


CHANGES = {
    "src/upload.py": b"def upload(): ...\n",
    "data.bin": b"\0\2NEW",
    "plans/notes.bin": b"\0",
    "new.bin": b"\0",
    "run.sh": None,
}


@pytest.mark.parametrize("path", CHANGES)
def test_every_file_that_is_copied_is_in_the_state(office: Office, path: str) -> None:
    office.begin()
    for name in ("data.bin", "plans/notes.bin"):
        (office.root / name).write_bytes(b"\0\1OLD")
    (office.root / "run.sh").write_bytes(b"exit 0\n")
    before = seen(office)
    assert before
    if CHANGES[path] is None:
        (office.root / path).chmod(0o755)
    else:
        (office.root / path).write_bytes(CHANGES[path] or b"")
    assert seen(office) != before


def test_a_plan_beside_code_leaves_the_code_in_the_state(office: Office) -> None:
    opened = office.begin()
    [document] = opened.plan.documents
    beside = (office.root / document.path).parent / "client.py"
    beside.write_text("OLD = 1\n")
    before = seen(office)
    beside.write_text("NEW = 1\n")
    assert seen(office) != before


def test_the_words_of_plans_are_not_in_the_state(office: Office) -> None:
    opened = office.begin()
    [document] = opened.plan.documents
    before = seen(office)
    path = office.root / document.path
    path.write_text(path.read_text("utf-8") + "\nMore.\n", "utf-8")
    (path.parent / "another.md").write_text("# Another plan\n")
    assert seen(office) == before


def test_ignored_code_that_is_copied_has_a_digest_of_its_own(office: Office) -> None:
    """It differs from machine to machine: a plan's receipt stays, a model's question is asked again."""
    opened = office.begin()
    assert digest_made(opened.workspace.repository) == ""
    (office.root / ".gitignore").write_text("gen.py\n")
    (office.root / "gen.py").write_text("OLD = 1\n")
    before = seen(office), digest_made(opened.workspace.repository)
    (office.root / "gen.py").write_text("NEW = 1\n")
    assert seen(office) == before[0]
    assert digest_made(opened.workspace.repository) not in {"", before[1]}
