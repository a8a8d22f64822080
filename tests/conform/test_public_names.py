"""Public names of a planned file that no step names: told in one warning for the file, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from changed_branch import LOAD, PLAN, make_branch

from groundplan.conform.change import FileChange, changed_names
from groundplan.plan.conformance import How

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

FILE_ALONE = PLAN.replace("::Store.load", "")


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path)


def warned(branch: Branch, plan: str = FILE_ALONE) -> list[tuple[str, str, str]]:
    found: list[dict[str, Any]] = branch.conform(plan)["findings"]  # type: ignore[assignment]
    return [(each["code"], each["severity"], each["message"]) for each in found]


def test_names_that_no_step_names_are_one_warning_for_the_file(branch: Branch) -> None:
    branch.change("src/store.py", "def fetch(store):", "def take(store):")
    branch.change("src/store.py", "def save(self, key, value)", "def save(self, key, value, limit)")
    ((code, severity, message),) = warned(branch)
    assert (code, severity) == ("GP404", "warning")
    assert message == (
        "The plan does not name what is public in `src/store.py`: "
        "added `take`; changed the declaration of `Store.save`; removed `fetch`"
    )


def test_a_name_that_a_step_names_is_planned(branch: Branch) -> None:
    branch.change("src/store.py", "def fetch(store):", "def take(store):")
    assert warned(branch, FILE_ALONE.replace("retry once", "rename `fetch` to `take`")) == []


def test_the_words_of_a_path_name_nothing(branch: Branch) -> None:
    branch.change("src/web.py", "def show():", "def web():\n    pass\n\n\ndef show():")
    (found,) = warned(branch, "# Plan\n\n## Steps\n\n1. Change `src/web.py`: retry.\n")
    assert found[2].endswith("added `web`")


def test_a_body_that_changes_is_told_only_where_the_plan_names_others(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("src/store.py", "return key, value", "return value")
    assert warned(branch) == []
    (found,) = warned(branch, PLAN)
    assert found[:2] == ("GP404", "warning")
    assert found[2].endswith("changed `Store.save`")


LONG = ", ".join(f"parameter_{number}=None" for number in range(13))  # cut in the middle of the last one
PLANNED_OR_PRIVATE = [
    ("a.py", "def _f():\n    pass\n", "def _f(a):\n    pass\n"),
    ("a.py", "__all__ = ['f']\nLIMIT = 1\ndef f():\n    pass\n", "__all__ = ['f']\ndef f():\n    pass\n"),
    ("a.py", "def f():\n    pass\n", "def f():\n    def inner():\n        pass\n"),
    ("a.ts", "export function f(a: A) { g() }\n", "export function f(a: A, b = false) { g(b) }\n"),
    ("a.py", "def f(a=1):\n    pass\n", "def f(a=2):\n    pass\n"),
    ("A.kt", "class A constructor(b: B) {\n}\n", "class A(b: B) {\n}\n"),
    ("A.kt", "class A {\n    val b = c()\n}\n", "class A {\n    val b: B = c()\n}\n"),
    ("a.py", f"def f(a=1, {LONG}):\n    pass\n", f"def f(a=22222, {LONG}):\n    pass\n"),
    (
        "a.rs",
        "pub struct S;\n",
        "pub struct S;\nimpl Drop for S {\n    fn drop(&mut self) {\n        g()\n    }\n}\n",
    ),
]


@pytest.mark.parametrize(("path", "old", "new"), PLANNED_OR_PRIVATE)
def test_what_nobody_else_can_rely_on_is_no_public_change(path: str, old: str, new: str) -> None:
    change = FileChange(f"src/{path}", How.CHANGED, old.encode(), new.encode())
    told = [each for each in changed_names(change) if each.qualified and each.is_public]
    assert not [each for each in told if each.how is not How.CHANGED or each.is_signature]


PUBLIC = [
    (
        "A.kt",
        "interface A {\n    val help: String\n}\n",
        "interface A {\n    val note: String\n}\n",
        "A.note",
    ),
    ("A.kt", "open class A {\n}\n", "open class A {\n    protected fun echo(a: Any) {\n    }\n}\n", "A.echo"),
    ("A.kt", "class A {\n    val b: B = c\n}\n", "class A {\n    open val b: B = c\n}\n", "A.b"),
    ("A.kt", "class A(override val b: B) {\n}\n", "class A(override val c: B) {\n}\n", "A"),
    ("a.py", "def f(a=1, b=2):\n    pass\n", "def f(a=1):\n    pass\n", "f"),
    ("a.py", "def f(a):\n    pass\n", "def f(a, b):\n    pass\n", "f"),
]


@pytest.mark.parametrize(("path", "old", "new", "name"), PUBLIC)
def test_what_others_rely_on_is_told(path: str, old: str, new: str, name: str) -> None:
    change = FileChange(f"src/{path}", How.CHANGED, old.encode(), new.encode())
    (found,) = [each for each in changed_names(change) if each.qualified == name]
    assert found.is_public
    assert found.how is not How.CHANGED or found.is_signature


def test_a_change_is_told_at_the_line_that_is_edited() -> None:
    old = b"def f(a):\n    b = a\n    c = b\n    return c\n"
    (found,) = changed_names(FileChange("src/a.py", How.CHANGED, old, old.replace(b"return c", b"return 1")))
    assert found.line == 4
