"""Which files are tests, by the names that test runners look for and the folders that hold only tests."""

from __future__ import annotations

import re
from functools import lru_cache

_FOLDERS = frozenset(
    ("tests", "__tests__", "spec", "specs", "e2e", "testdata", "fixtures", "__mocks__", "__snapshots__")
)
# Below the top of a Python package these hold what its users test with: `django/test/client.py`.
_TESTS_OR_TOOLKIT = frozenset(("test", "testing"))
# Not `test.py`, which is as often a command (`setuptools/command/test.py`), nor `-spec`, which names a
# specification; and a page about tests is not one.
_NAME = re.compile(
    r"(?:test_.*|conftest\.pyi?|tests\.pyi?|tests?\.rs"
    r"|.*(?:[._-]test|[._]spec|_tests|_unittest)\.(?!(?:adoc|html?|mdx?|rst|txt)$)[a-z]+|.*\.cy\.[cm]?[jt]sx?"
    r"|.*(?:Tests?|TestCase)\.(?:java|kt|cs|php|scala|swift|groovy)|.*[a-z0-9]IT\.(?:java|kt)"
    r"|.*Spec\.(?:groovy|scala)|Test[A-Z].*\.(?:java|kt))"
)
# A script of that name is a folder's own test, except where folders hold one command per file.
_BARE = re.compile(r"tests?\.[cm]?[jt]sx?")
_COMMANDS = frozenset(("bin", "cli", "cmd", "command", "commands", "scripts", "tasks"))
# What tests are made with, and what only measures.
_NO_TESTS = frozenset(
    (
        *("testdata", "test-data", "test_data", "fixtures", "__fixtures__", "fixture", "__mocks__", "mocks"),
        *("__snapshots__", "snapshots", "bench", "benches", "benchmark", "benchmarks", "resources", "data"),
    )
)
_SUPPORT = re.compile(
    r"(?:conftest|__init__|.*[._-]?bench(?:mark)?s?|helpers?|utils?|setup|_?fixtures?|_[^_].*(?=\.[cm]?[jt]sx?$))\.\w+",
    re.IGNORECASE,
)


# A .NET project of tests is a folder of its own, named for what it tests.
_PROJECT = re.compile(r"(?:.*\.)?(?:unit|integration|functional|acceptance)?tests?")


# Where classes name files, a test's name says that it is one.
_MARKED = re.compile(
    r"(?:.*(?:Tests?|TestCase|IT)|Test[A-Z].*|.*Spec(?!\.(?:java|kt|php)))\.(?:java|kt|groovy|scala|php)"
)
_CLASSED = (".java", ".kt", ".groovy", ".scala", ".php")
_PRODUCT = re.compile(r"(?:^|/)src/(?:main|[a-z][A-Za-z]*Main)/")
_DATA = (
    *(
        ".txt",
        ".md",
        ".rst",
        ".adoc",
        ".xml",
        ".json",
        ".yml",
        ".yaml",
        ".toml",
        ".ini",
        ".cfg",
        ".html",
        ".css",
    ),
    *(".snap", ".csv", ".lock", ".svg", ".png", ".in", ".out", ".golden", ".expected", ".cmake", ".sql"),
)
_SHARED = frozenset(("helpers", "helper", "support", "utils", "util", "common"))


@lru_cache(maxsize=100_000)
def is_test(path: str) -> bool:
    """Whether a file is a test or belongs to the tests."""
    if path.endswith(_CLASSED) and _PRODUCT.search(path):
        return False  # Maven and Gradle build it into the product, whatever it is called
    *folders, name = path.split("/")
    folders = [each.lower() for each in folders]
    if not _FOLDERS.isdisjoint(folders) or _NAME.fullmatch(name):
        return True
    if _BARE.fullmatch(name):
        return bool(folders) and _COMMANDS.isdisjoint(folders[-1:])
    if name.endswith((".cs", ".fs", ".vb")) and any(map(_PROJECT.fullmatch, folders)):
        return True
    if name.endswith((".py", ".pyi")):
        return bool(folders) and folders[0] in _TESTS_OR_TOOLKIT
    return not _TESTS_OR_TOOLKIT.isdisjoint(folders)


@lru_cache(maxsize=100_000)
def holds_tests(path: str) -> bool:
    """Whether a file may hold tests itself, and is not only what tests are made with or a measurement."""
    *folders, name = path.split("/")
    small = [each.lower() for each in folders]
    if (
        not is_test(path)
        or not _NO_TESTS.isdisjoint(small)
        or _SUPPORT.fullmatch(name)
        or name.endswith(_DATA)
    ):
        return False
    if name.endswith(_CLASSED):
        return bool(_MARKED.fullmatch(name))
    return _SHARED.isdisjoint(small) or bool(_NAME.fullmatch(name))
