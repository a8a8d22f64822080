"""Which code is a test: by names and folders that test runners look for, or by a mark at the definition."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline

_FOLDERS = frozenset(
    ("tests", "__tests__", "spec", "specs", "e2e", "testdata", "fixtures", "__mocks__", "__snapshots__")
)
# Below the top of a Python package these hold what its users test with: `django/test/client.py`.
_TESTS_OR_TOOLKIT = frozenset(("test", "testing"))
# Not `test.py`, which is as often a command (`setuptools/command/test.py`), nor `-spec`, which names a
# specification; and a page about tests is not one.
_NAME = re.compile(
    r"(?:test_.*(?<!\.rb)(?<!\.go)|conftest\.pyi?|tests\.pyi?|tests?\.(?:rs|c|cc|cpp|cxx)"
    r"|.*(?:[._-]test|[._]spec|_tests)\.(?!(?:adoc|html?|mdx?|rst|txt)$)[a-z]+|.*\.cy\.[cm]?[jt]sx?"
    r"|.*\.test-d\.[cm]?tsx?|.*_unittests?\.(?:cc?|cpp|cxx)"
    r"|.*Tests?(?:Case)?\.(?:java|kt|cs|php|scala|swift|groovy|cc|cpp|cxx)|Test[A-Z].*\.(?:java|kt)|.*(?:Cest|Cept)\.php"
    r"|.*[a-z0-9]IT\.(?:java|kt)|.*Spec\.(?:groovy|scala))"
)
# Projects of tests in .NET, source sets of tests in Gradle: `Serilog.Tests/`, `src/commonTest/kotlin`
_TEST_PROJECT = re.compile(
    r"(?:.*[._-]|[A-Z]\w*)?(?:Unit|Integration|Functional|Acceptance)?Tests?", re.IGNORECASE
)
_TEST_SOURCES = re.compile(r"[a-z]\w*Test")
# `integration-tests/`, `log_unittest/`; `api_test/` in C alone: elsewhere packages to test with are called so
_TEST_FOLDER = re.compile(r".*[_-](?:tests|unit_?tests?)", re.IGNORECASE)
_NATIVE_FOLDER = re.compile(r".*[_-]test", re.IGNORECASE)
_NATIVE = (".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx")
# What marks a test where it is defined: Rust, JUnit, xUnit, NUnit, MSTest, GoogleTest
_MARKS = frozenset(
    {
        *("test", "rstest", "test_case", "bench", "quickcheck", "cfg(test)"),
        *("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate"),
        *("Fact", "Theory", "TestMethod", "DataTestMethod", "TestCase", "TestFixture", "TestClass"),
        *("TestCaseSource", "TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"),
    }
)
# A script of that name is a folder's or the package's own test, as for `node --test`, except where folders
# hold one command per file; `src/tests.js` is as often what a template or a rule may ask.
_BARE = re.compile(r"(tests?)\.[cm]?[jt]sx?")
_SOURCES = frozenset(("src", "lib", "source", "app"))
_COMMANDS = frozenset(("bin", "cli", "cmd", "command", "commands", "scripts", "tasks"))
# What tests are made with, and what only measures.
_NO_TESTS = frozenset(
    (
        *("testdata", "test-data", "test_data", "fixtures", "__fixtures__", "fixture", "__mocks__", "mocks"),
        *("__snapshots__", "snapshots", "bench", "benches", "benchmark", "benchmarks", "resources", "data"),
    )
)
# Frameworks of others, kept below the tests that are written with them.
_VENDORED = frozenset(
    (
        *("gtest", "gmock", "googletest", "googlemock", "catch2", "doctest", "third_party", "thirdparty"),
        *("third-party", "node_modules", "_vendor", "vendored"),
    )
)
_SUPPORT = re.compile(
    r"(?:conftest|__init__|.*[._-]?bench(?:mark)?s?|bench(?:mark)?[-_](?!.*test).*|helpers?|utils?|setup"
    r"|_?fixtures?|_[^_].*(?=\.[cm]?[jt]sx?$)|(?:.*[._-])?(?:config|conf|setup)(?=\.[cm]?[jt]sx?$))\.\w+"
    r"|(?:test|spec|rails)_helper\.rb|test[_-](?:helpers?|utils?|setup)\.[cm]?[jt]sx?",
    re.IGNORECASE,
)
# Names of support that scripts' tests of a product's own `config.js` or `utils.js` have as well.
_SHARED_NAME = re.compile(
    r"(?:helpers?|utils?|fixtures?|(?:.*[._-])?(?:config|conf|setup)|test[_-](?:helpers?|utils?|setup))"
    r"\.[cm]?[jt]sx?",
    re.IGNORECASE,
)
# Where classes name files, a test's name says that it is one.
_MARKED = re.compile(
    r"(?:.*(?:Tests?|TestCase|TestBase|IT)|Test[A-Z].*(?<!\.php)|.*Spec(?!\.(?:java|kt|php)))\.(?:java|kt|groovy|scala|php)"
)
# Runners of Ruby take no other names; a folder of tests may hold a whole application beside them.
_RUBY = re.compile(r"(?:.*_(?:tests?|specs?)|(?:test|tc|ts|spec)_.*)\.rb")
_CLASSED = (".java", ".kt", ".groovy", ".scala", ".php")
_MODULE = re.compile(r"(?:^|/)src/(?:[^/]+/)*tests?\.rs\Z")
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
    *(
        ".h",
        ".hh",
        ".hpp",
        ".hxx",
        ".snap",
        ".csv",
        ".lock",
        ".svg",
        ".png",
        ".in",
        ".out",
        ".golden",
        ".expected",
        ".cmake",
        ".sql",
    ),
)
_SHARED = frozenset(("helpers", "helper", "support", "utils", "util", "common"))


@lru_cache(maxsize=100_000)
def is_test(path: str) -> bool:
    """Whether a file is a test or belongs to the tests."""
    if path.endswith(_CLASSED) and _PRODUCT.search(path):
        return False  # Maven and Gradle build it into the product, whatever it is called
    *written, name = path.split("/")
    folders = [each.lower() for each in written]
    if folders[:2] == [".github", "workflows"]:
        return False  # `lint-test.yml` says how tests are run
    if not _FOLDERS.isdisjoint(folders) or _NAME.fullmatch(name):
        return True
    if bare := _BARE.fullmatch(name):
        is_product = bare[1] == "tests" and not _SOURCES.isdisjoint(folders)
        return not is_product and _COMMANDS.isdisjoint(folders[-1:])
    if any(map(_TEST_FOLDER.fullmatch, folders)):
        return True
    if name.endswith(_NATIVE) and any(map(_NATIVE_FOLDER.fullmatch, folders)):
        return True
    if name.endswith((".cs", ".fs", ".vb")) and any(map(_TEST_PROJECT.fullmatch, written)):
        return True
    if name.endswith((".java", ".kt")) and any(map(_TEST_SOURCES.fullmatch, written)):
        return True
    if name.endswith((".py", ".pyi")):
        return bool(folders) and folders[0] in _TESTS_OR_TOOLKIT
    if name.endswith(".php") and "test" not in folders:
        return folders[:1] == ["testing"]  # `src/Testing` is what users of the package test with
    return not _TESTS_OR_TOOLKIT.isdisjoint(folders)


def is_test_code(path: str, definition: Definition) -> bool:
    """Whether a definition is a test or belongs to the tests, which may stand beside what they test."""
    if is_test(path):
        return True
    is_inside = path.endswith(".rs") and definition.qualified.startswith(("tests.", "test."))
    return is_inside or is_marked(definition)


def is_marked(definition: Definition) -> bool:
    """Whether a definition carries the mark of a test."""
    return not _MARKS.isdisjoint(_marks(definition))


def _marks(definition: Definition) -> set[str]:
    return {each.replace("::", ".").rpartition(".")[2] for each in definition.decorators}


def is_test_part(path: str, outline: Outline | None, definition: Definition | None) -> bool:
    """Whether a place is part of the tests, given what its file defines and the definition around it.

    A Rust module may be called `tests` for what the product does: without a marked test it is none.
    """
    if _MODULE.search(path) and outline is not None:
        return any(map(is_marked, outline.definitions))
    return is_test(path) if definition is None else is_test_code(path, definition)


@lru_cache(maxsize=100_000)
def may_hold_tests(path: str) -> bool:
    """Whether a file is among the tests, and neither its folders nor a name of support say it holds none."""
    name = path.rpartition("/")[2]
    return _is_among_tests(path) and not _SUPPORT.fullmatch(name) and not name.endswith(_DATA)


@lru_cache(maxsize=100_000)
def is_named_as_support(path: str) -> bool:
    """Whether a script among the tests has a name of support, which a test of such a file has as well."""
    *folders, name = path.split("/")
    is_shared = not _SHARED.isdisjoint(each.lower() for each in folders)
    return bool(_SHARED_NAME.fullmatch(name)) and not is_shared and _is_among_tests(path)


def _is_among_tests(path: str) -> bool:
    """Whether a file is among the tests, and no folder says that it is what they are made with."""
    small = [each.lower() for each in path.split("/")[:-1]]
    first = next((at for at, each in enumerate(small, 1) if each in _FOLDERS | _TESTS_OR_TOOLKIT), len(small))
    return is_test(path) and _NO_TESTS.isdisjoint(small) and _VENDORED.isdisjoint(small[first:])


@lru_cache(maxsize=100_000)
def holds_tests(path: str) -> bool:
    """Whether a file may hold tests itself, and is not only what tests are made with or a measurement."""
    *folders, name = path.split("/")
    small = [each.lower() for each in folders]
    if not may_hold_tests(path):
        return False
    if name.endswith(_CLASSED):
        # phpspec looks in `spec/`, Codeception by the end of the name.
        is_php = name.endswith(("Cest.php", "Cept.php")) or (name.endswith("Spec.php") and "spec" in small)
        return is_php or bool(_MARKED.fullmatch(name))
    if name.endswith(".rb") and not _RUBY.fullmatch(name):
        return False
    return _SHARED.isdisjoint(small) or bool(_NAME.fullmatch(name))
