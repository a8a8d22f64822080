"""Which test files are named after a file of code: `test_x.py` for `x.py`, `x.spec.ts` for `x.ts`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.outline import Definition, Outline

_TEST_MARKS = re.compile(r"^tests?[_.-]|[_.-](?:tests?|spec|e2e|unit|unittest)$|^spec[_.-]")
# `CartTest`, `CartIT` and `TestCart` are `Cart`, where classes name their files.
_CLASS_MARKS = re.compile(r"^Test(?=[A-Z])|(?<=[a-z0-9])(?:TestCase|Tests?|IT|Spec)$")
_PREFIXED = re.compile(r"Tests?[A-Z]")
CLASSED = (".java", ".kt", ".cs", ".php", ".scala", ".groovy", ".swift")
# A test of another language is named for something else.
_FAMILIES = (
    ("py", "pyi", "pyx"),
    ("js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte", "astro"),
    ("go",),
    ("rs",),
    ("java", "kt", "kts", "scala", "groovy"),
    ("cs", "fs", "vb"),
    ("rb", "rake", "erb"),
    ("php",),
    ("sh", "bash", "bats"),
    ("c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "m", "mm"),
)
_FAMILY = {ending: number for number, family in enumerate(_FAMILIES) for ending in family}
_NAMED_WITH_FOLDERS = 2.0
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
MOST_TESTS = 20
FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_GENERIC = frozenset(
    ("init", "index", "main", "mod", "utils", "util", "helpers", "base", "types", "tests", "test", "macros")
)


@lru_cache(maxsize=100_000)
def plain_stem(path: str) -> str:
    """Return what a test file's name says it tests: `test_users.py` and `users.spec.ts` are `users`."""
    name = path.rpartition("/")[2]
    stem = name.partition(".d.")[0].rpartition(".")[0] or name
    if stem in {"test", "tests"} and not name.endswith(".py"):
        stem = path.split("/")[-2] if "/" in path else stem  # a folder's own test
    if name.endswith(CLASSED):
        stem = _CLASS_MARKS.sub("", stem)
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


def same_language(one: str, other: str) -> bool:
    """Whether two files are of languages that test each other."""
    first, second = (each.rpartition(".")[2].lower() for each in (one, other))
    return first == second or (first in _FAMILY and _FAMILY[first] == _FAMILY.get(second))


def name_score(test: str, code: str) -> float:
    """Return how well a test file's path fits a file of code: 0 not at all, 3 by name and by folder."""
    if not plain_stem(test) or not same_language(test, code):
        return 0.0
    if plain_stem(test) != code_stem(code):
        return _NAMED_WITH_FOLDERS if _has_folders(plain_stem(test), code) else 0.0
    test_folders = {each.strip("_").lower().removeprefix("test_") for each in test.split("/")[:-1]}
    code_folders = [each.strip("_").lower() for each in code.split("/")[:-1]]
    shared = sum(each in test_folders for each in code_folders)
    score = 1.5 + min(shared, 3) * 0.5
    # `TestUtil.java` is what tests are made with.
    if plain_stem(test) in _GENERIC and test.endswith(CLASSED) and _PREFIXED.match(test.rpartition("/")[2]):
        return 0.0
    # `test_utils.py` says little: every folder has one.
    if plain_stem(test) in _GENERIC and not shared:
        score = 0.5 if test.count("/") <= 1 else 0.0
    return score


def _has_folders(stem: str, code: str) -> bool:
    """Whether a test is named after a file with its folders: `rack_attack_throttle` is `attack/throttle`."""
    words = [*(each.strip("_").lower() for each in code.split("/")[:-1]), code_stem(code)]
    return any(stem == "_".join(words[first:]) for first in range(len(words) - 1))


def has_rival(test: str, code: str, paths: Iterable[str]) -> bool:
    """Whether a test file fits another file of code better by its name: a nearer folder, or fewer others."""
    stem = code_stem(code)
    own = _fit(test, code)
    return any(
        _fit(test, each) > own
        for each in paths
        if stem in each.lower() and each != code and code_stem(each) == stem and not is_test(each)
    )


def _fit(test: str, code: str) -> tuple[float, int]:
    return name_score(test, code), -code.count("/")


def named_tests(outline: Outline, wanted: Definition) -> list[tuple[str, int]]:
    """Return the tests of a file whose name holds a definition's."""
    name = wanted.name.strip("_").lower()
    if len(name) < 4:
        return []
    found = []
    for each in outline.definitions:
        plain = each.name.lower()
        is_test_of = each.kind in FUNCTIONS and plain.startswith("test") and _is_about(each.name, wanted.name)
        is_class_of = each.kind is Kind.CLASS and plain in {f"test{name}", f"{name}test", f"{name}tests"}
        if is_test_of or is_class_of:
            found.append((each.qualified, each.line))
    return found[:MOST_TESTS]


def _is_about(test: str, name: str) -> bool:
    """Whether the words of a test's name hold a name: one of several words anywhere, a lone one at an end."""
    held, sought = ([word.lower() for word in _WORD.findall(each)] for each in (test, name))
    held = held[1:]  # `test`
    if len(sought) == 1:
        return sought[0] in {*held[:1], *held[-1:]}
    return any(held[at : at + len(sought)] == sought for at in range(len(held)))
