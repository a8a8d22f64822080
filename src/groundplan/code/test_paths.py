"""Which code is a test: by names and folders that test runners look for, or by a mark at the definition."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.code.outline import Definition

_FOLDERS = frozenset(
    ("tests", "__tests__", "spec", "specs", "e2e", "testdata", "fixtures", "__mocks__", "__snapshots__")
)
# Below the top of a Python package these hold what its users test with: `django/test/client.py`.
_TESTS_OR_TOOLKIT = frozenset(("test", "testing"))
# Not `test.py`, which is as often a command (`setuptools/command/test.py`), nor `-spec`, which names a
# specification; and a page about tests is not one.
_NAME = re.compile(
    r"(?:test_.*|conftest\.pyi?|tests\.pyi?"
    r"|.*(?:[._-]test|[._]spec|_tests)\.(?!(?:adoc|html?|mdx?|rst|txt)$)[a-z]+|.*\.cy\.[cm]?[jt]sx?"
    r"|.*\.test-d\.[cm]?tsx?"
    r"|.*Tests?(?:Case)?\.(?:java|kt|cs|php|scala|swift|cc|cpp|cxx)|Test[A-Z].*\.(?:java|kt)"
    r"|.*[a-z0-9]IT\.(?:java|kt)|.*_unittests?\.(?:cc?|cpp|cxx)|tests?\.rs)"
)
# Projects of tests in .NET, source sets of tests in Gradle: `Serilog.Tests/`, `src/commonTest/kotlin`
_TEST_PROJECT = re.compile(r"(?:.*[._-]|[A-Z]\w*)(?:Unit|Integration)?Tests?")
_TEST_SOURCES = re.compile(r"[a-z]\w*Test")
# What marks a test where it is defined: Rust, JUnit, xUnit, NUnit, MSTest, GoogleTest
_MARKS = frozenset(
    {"test", "rstest", "test_case", "bench", "quickcheck", "cfg(test)", "Test", "ParameterizedTest"}
    | {
        "RepeatedTest",
        "TestFactory",
        "TestTemplate",
        "Fact",
        "Theory",
        "TestMethod",
        "DataTestMethod",
        "TestCase",
    }
    | {"TestFixture", "TestClass", "TestCaseSource"}
    | {"TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"}
)


@lru_cache(maxsize=100_000)
def is_test(path: str) -> bool:
    """Whether a file is a test or belongs to the tests."""
    *written, name = path.split("/")
    folders = [each.lower() for each in written]
    if not _FOLDERS.isdisjoint(folders) or _NAME.fullmatch(name):
        return True
    if name.endswith((".cs", ".fs", ".vb")) and any(map(_TEST_PROJECT.fullmatch, written)):
        return True
    if name.endswith((".java", ".kt")) and any(map(_TEST_SOURCES.fullmatch, written)):
        return True
    if name.endswith((".py", ".pyi")):
        return bool(folders) and folders[0] in _TESTS_OR_TOOLKIT
    return not _TESTS_OR_TOOLKIT.isdisjoint(folders)


def is_test_code(path: str, definition: Definition) -> bool:
    """Whether a definition is a test or belongs to the tests, which may stand beside what they test."""
    if is_test(path):
        return True
    marked = {each.replace("::", ".").rpartition(".")[2] for each in definition.decorators}
    is_inside = path.endswith(".rs") and definition.qualified.startswith(("tests.", "test."))
    return is_inside or not _MARKS.isdisjoint(marked)
