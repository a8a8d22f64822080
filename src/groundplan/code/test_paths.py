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
    r"(?:test_.*|conftest\.pyi?|tests\.pyi?"
    r"|.*(?:[._-]test|[._]spec|_tests)\.(?!(?:adoc|html?|mdx?|rst|txt)$)[a-z]+|.*\.cy\.[cm]?[jt]sx?|.*\.test-d\.[cm]?tsx?"
    r"|.*Tests?\.(?:java|kt|cs|php|scala|swift)|Test[A-Z].*\.java)"
)


@lru_cache(maxsize=100_000)
def is_test(path: str) -> bool:
    """Whether a file is a test or belongs to the tests."""
    *folders, name = path.split("/")
    folders = [each.lower() for each in folders]
    if not _FOLDERS.isdisjoint(folders) or _NAME.fullmatch(name):
        return True
    if name.endswith((".py", ".pyi")):
        return bool(folders) and folders[0] in _TESTS_OR_TOOLKIT
    return not _TESTS_OR_TOOLKIT.isdisjoint(folders)
