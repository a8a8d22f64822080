"""Two texts compared without their layout, and the definitions in which they differ."""

from __future__ import annotations

import pytest

from groundplan.code.tokens import has_same_code, has_same_comments
from groundplan.conform.change import FileChange, changed_names
from groundplan.conform.orders import Orders
from groundplan.conform.tested import read_tests
from groundplan.plan.conformance import Form, How

SAME = [
    ("a.py", "x = f(1,\n      2)\n", "x = f(\n    1,\n    2,\n)\n"),
    ("a.py", "x = 'a'\n", 'x = "a"  # why\n'),
    ("a.py", "if (a):\n  b()\n", "if a:\n    b()\n"),
    ("a.go", "func f() { return }\n", "func f() {\n\treturn\n}\n"),
    ("a.ts", "const a = {b: 'c'}\n", 'const a = {\n  b: "c",\n};\n'),
    ("a.rs", "fn f() { g(|x| h(x)) }\n", "fn f() {\n    g(|x| {\n        h(x)\n    })\n}\n"),
    ("a.java", "class A { int f() { return 1; } }\n", "class A\n{\n  int f()\n  {\n    return 1;\n  }\n}\n"),
    ("a.json", '{"a": [1, 2]}\n', '{\n  "a": [1,\n 2]\n}\n'),
    ("a.yaml", "a: 1\n\nb: 2\n", "a: 1  \nb: 2\n"),
]
OTHER = [
    ("a.py", "x = (1,)\n", "x = (1)\n"),
    ("a.py", "x = y[1,]\n", "x = y[1]\n"),
    ("a.py", "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n"),
    ("a.py", "x = f'{a}'\n", "x = f'{b}'\n"),
    ("a.js", "function f() { return x }\n", "function f() { return\nx }\n"),
    ("a.js", "const a = `b`\n", "const a = 'b'\n"),
    ("a.rs", "fn f() -> T { (1,) }\n", "fn f() -> T { (1) }\n"),
    ("a.rs", "fn f() -> i32 { 1 }\n", "fn f() { 1; }\n"),
    ("a.yaml", "a:\n  b: 1\n", "a:\nb: 1\n"),
    ("a.json", '{"a": 1}\n', '{"a": 2}\n'),
    ("a.json", "{broken\n", "{broken }\n"),
]


@pytest.mark.parametrize(("path", "old", "new"), SAME)
def test_another_layout_is_the_same_code(path: str, old: str, new: str) -> None:
    assert has_same_code(path, old.encode(), new.encode())


@pytest.mark.parametrize(("path", "old", "new"), OTHER)
def test_what_means_something_else_is_other_code(path: str, old: str, new: str) -> None:
    assert not has_same_code(path, old.encode(), new.encode())


def test_comments_are_told_from_layout() -> None:
    assert not has_same_comments("a.go", b"// one\nvar a = 1\n", b"// two\nvar a = 1\n")
    assert has_same_comments("a.go", b"// one\nvar a = 1\n", b"\n//   one\nvar a   = 1\n")
    change = FileChange("a.go", How.CHANGED, b"// one\nvar a = 1\n", b"// two\nvar a = 1\n")
    assert change.form is Form.COMMENTS


def test_a_text_that_nests_without_end_is_compared_line_by_line() -> None:
    deep = b"x = " + b"(" * 50_000 + b")" * 50_000 + b"\n"
    assert has_same_code("a.py", deep, deep + b"\n")
    assert not has_same_code("a.js", b"{" * 50_000, b"{" * 50_001)


STORE = b"""\
import os

LIMIT = 3


class Store:
    kind = 1

    def load(self, key):
        return self._read(key)

    def _read(self, key):
        return key


def fetch(store):
    return store.load(1)
"""


def how(change: FileChange) -> dict[str, str]:
    return {each.qualified: str(each.how) for each in changed_names(change)}


@pytest.mark.parametrize(
    ("old", "new", "due"),
    [
        (b"return self._read(key)", b"return self._read(key, 1)", {"Store.load": "changed"}),
        (b"kind = 1", b"kind = 2", {"Store": "changed"}),
        (b"LIMIT = 3", b"LIMIT = 4", {"LIMIT": "changed"}),
        (b"import os", b"import sys", {"": "changed"}),
        (b"def fetch(", b"def take(", {"take": "added", "fetch": "removed"}),
        (b"return store.load(1)", b"return store.load(\n        1\n    )", {}),
    ],
)
def test_a_change_is_told_by_the_smallest_definition_around_it(
    old: bytes, new: bytes, due: dict[str, str]
) -> None:
    assert how(FileChange("a.py", How.CHANGED, STORE, STORE.replace(old, new))) == due


def test_a_declaration_is_told_from_a_body() -> None:
    body, declaration = (
        STORE.replace(b"load(1)", b"load(2)"),
        STORE.replace(b"fetch(store)", b"fetch(store, key)"),
    )
    (one,) = changed_names(FileChange("src/a.py", How.CHANGED, STORE, body))
    (other,) = changed_names(FileChange("src/a.py", How.CHANGED, STORE, declaration))
    assert (one.is_public, one.is_signature, other.is_signature) == (True, False, True)


@pytest.mark.parametrize("path", ["src/a.txt", "src/a.sql"])
def test_a_language_that_is_not_parsed_has_no_names(path: str) -> None:
    assert changed_names(FileChange(path, How.CHANGED, STORE, STORE + b"more\n")) == ()


def test_lost_tests_are_counted() -> None:
    two = b"def test_a():\n    pass\n\n\ndef test_b():\n    pass\n"
    one = b"def test_a():\n    pass\n"
    for how, now, lost in (
        (How.CHANGED, one, 1),
        (How.CHANGED, two.replace(b"test_b", b"test_c"), 0),
        (How.REMOVED, None, 2),
    ):
        change = FileChange("tests/test_a.py", how, two, now)
        assert read_tests(Orders(), [change], [()]).lost == {"tests/test_a.py": lost}
