"""Which test files are named for a file of code: `test_x.py` for `x.py`, `x.spec.ts` for `x.ts`."""

from __future__ import annotations

import re
from functools import lru_cache

_TEST_MARKS = re.compile(r"^tests?[_.-]|[_.-](?:tests?|spec|e2e|unit)$|^spec[_.-]")
_GENERIC = frozenset(
    ("init", "index", "main", "mod", "utils", "util", "helpers", "base", "types", "tests", "test")
)


@lru_cache(maxsize=100_000)
def plain_stem(path: str) -> str:
    """Return what a test file's name says it tests: `test_users.py` and `users.spec.ts` are `users`."""
    name = path.rpartition("/")[2]
    stem = name.partition(".d.")[0].rpartition(".")[0] or name
    for _ in range(2):
        stem = _TEST_MARKS.sub("", stem)
    return stem.strip("_").lower()


@lru_cache(maxsize=10_000)
def code_stem(path: str) -> str:
    """Return the word that names a file of code: the folder's where the file is `__init__` or `index`."""
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0].strip("_").lower()
    if name in {"__init__.py", "index.ts", "index.js", "mod.rs"}:
        return folder.rpartition("/")[2].strip("_").lower()
    return stem


def name_score(test: str, code: str) -> float:
    """Return how well a test file's path fits a file of code: 0 not at all, 3 by name and by folder."""
    if plain_stem(test) != code_stem(code) or not plain_stem(test):
        return 0.0
    test_folders = {each.strip("_").lower().removeprefix("test_") for each in test.split("/")[:-1]}
    code_folders = [each.strip("_").lower() for each in code.split("/")[:-1]]
    shared = sum(each in test_folders for each in code_folders)
    score = 1.5 + min(shared, 3) * 0.5
    # `test_utils.py` says little: every folder has one.
    if plain_stem(test) in _GENERIC and not shared:
        score = 0.5
    return score
