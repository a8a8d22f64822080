"""Tests that a plan names or a command selects: their files, and the names in them."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.nearest import nearest_paths
from groundplan.code.test_paths import is_test
from groundplan.plan.statement import NAMED_TEST, Answer, Topic, Verdict
from groundplan.survey.stated.here import has_word, holds, unknown, values_of, words_of
from groundplan.survey.stated.names import is_in_code

if TYPE_CHECKING:
    from groundplan.plan.statement import Statement
    from groundplan.survey.stated.here import Here

_TEST_FILE = re.compile(r"[\w./@-]+\.(?:py|ts|tsx|js|jsx|mjs|cjs|mts|rb|php)")
_FLAGS = re.compile(
    r"-[vqsxlh]+|-r\w+|-ra|-vv+|--(?:lf|ff|sw|no-\S+|verbose|quiet|exitfirst|watch|run|bail|ci)"
)
TITLED = ("vitest", "jest", "mocha", "playwright", "ava")
_RUST_TESTS = re.compile(r"#\[(?:\w+::)*test\b")


def judge_tests(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    """Tell whether the tests of a command are here: files, ids, and names that must be in some test."""
    is_checked = False
    for word in _paths(rest, program):
        path, _, name = re.sub(r"(?<=\.\w\w):\d+.*$|(?<=\.rb)\[.*$", "", word).partition("::")
        answer = _judge_one(here, statement, path, name)
        if answer.verdict is not Verdict.HOLDS:
            return answer
        is_checked = True
    if program in {"pytest", "py.test"}:
        answer = _judge_picked(here, statement, rest)
    elif program in {*TITLED, "rspec", "phpunit"}:
        answer = _judge_title(here, statement, program, rest)
    else:
        answer = unknown(statement)
    return holds(statement) if is_checked and answer.verdict is Verdict.UNKNOWN else answer


def _paths(rest: list[str], program: str) -> list[str]:
    """Return the words that must be paths: files of tests, and folders that no option takes as its value."""
    found = []
    before = ""
    for word in rest:
        is_value = before.startswith("-") and "=" not in before and not _FLAGS.fullmatch(before)
        if not word.startswith("-") and not is_value:
            is_file = _TEST_FILE.match(word) and (
                "/" in word or "::" in word or ".test." in word or ".spec." in word
            )
            is_folder = program in {"pytest", "py.test", "rspec", "phpunit"} and re.fullmatch(
                r"[\w.-]+(?:/[\w.-]+)+/?", word
            )
            if is_file or is_folder:
                found.append(word)
        before = word
    return found


def _judge_one(here: Here, statement: Statement, path: str, name: str) -> Answer:
    if not here.has_path(path, statement.folder):
        inside = f"/{path.rstrip('/')}/"
        if here.is_made(path, *name.split("::")) or any(inside in f"/{word}" for word in here.made):
            return Answer(statement, Verdict.PLANNED)
        near = nearest_paths(path, here.index.paths(), most=2)
        return replace(here.gone(statement, path, f"there is no `{path}`", near), near=near)
    if not name or here.is_made(*name.split("::")):
        return Answer(statement, Verdict.PLANNED if name else Verdict.HOLDS)
    wanted = posixpath.normpath(path)
    texts = list(here.texts(each for each in here.index.paths() if f"/{each}".endswith(f"/{wanted}")))
    for part in name.split("::"):
        last = re.sub(r"\[.*", "", part)
        if last and not has_word(texts, last):
            return _false(here, statement, last, f"`{path}` has no `{last}`", texts)
    return holds(statement)


def _false(here: Here, statement: Statement, name: str, found: str, texts: list[str]) -> Answer:
    known = {each for text in texts for each in re.findall(r"\b(?:def|func|fn|void|fun|class)\s+(\w+)", text)}
    return here.gone(statement, name, found, known)


def _judge_picked(here: Here, statement: Statement, rest: list[str]) -> Answer:
    """Tell whether what `pytest -k` and `-m` pick by is in some test."""
    marks = [mark for value in values_of(rest, "-m") for mark in _plain_words(value)]
    words = [word for value in values_of(rest, "-k") for word in _plain_words(value)]
    code = list(here.texts(here.ending(".py"))) if marks else []
    settings = (
        list(here.texts(here.files("pyproject.toml", "pytest.ini", "tox.ini", "setup.cfg"))) if marks else []
    )
    for mark in marks:
        if not any(re.search(rf"\bmark\.{mark}\b", text) for text in code) and not has_word(settings, mark):
            return here.gone(statement, mark, f"no test is marked `{mark}`")
    tests = [path for path in here.ending(".py") if is_test(path)]
    texts = list(here.texts(tests)) if words else []
    whole = [each.lower() for each in (*tests, *texts)]
    for word in words if tests else ():
        if not any(word.lower() in text for text in whole):
            return _false(here, statement, word, f"no test has `{word}` in its name", texts)
    return holds(statement) if marks or words else unknown(statement)


def _plain_words(value: str) -> list[str]:
    words = re.findall(r"[\w-]+", value)
    is_plain = re.fullmatch(r"[\w\s()-]+", value) is not None
    return [each for each in words if each not in {"and", "or", "not"} and is_plain and len(each) > 3]


def _judge_title(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    """Tell whether the title that a runner is given is one of some test, or of a test in a group."""
    options: dict[str, tuple[str, ...]] = {
        "mocha": ("-g", "--grep"),
        "playwright": ("-g", "--grep"),
        "ava": ("-m", "--match"),
    }
    options |= {"rspec": ("-e", "--example"), "phpunit": ("--filter",)}
    values = values_of(rest, *options.get(program, ("-t", "--testNamePattern")))
    tests = [path for path in here.index.paths() if is_test(path)]
    for value in values:
        if not re.fullmatch(r"[\w' ,#/-]{4,}", value) or not tests:
            return unknown(statement)
        if not has_title(here, value, tests):
            return here.gone(statement, value, f"no test is called `{value}`")
    return holds(statement) if values else unknown(statement)


def has_title(here: Here, title: str, tests: list[str]) -> bool:
    """Tell whether a title is in some test file, whole, in two parts, or as one that is filled in."""
    words = title.split()
    texts = list(here.texts(tests))

    def is_there(part: str) -> bool:
        wanted = re.compile(r"\s+".join(map(re.escape, part.split())), re.IGNORECASE)
        return any(wanted.search(text) for text in texts)

    if is_there(title):
        return True
    if any(is_there(" ".join(words[:at])) and is_there(" ".join(words[at:])) for at in range(1, len(words))):
        return True
    return len(words) > 2 and any(
        re.search(rf"{re.escape(' '.join(words[:2]))}[^\n]*[%$#]", text) is not None for text in texts
    )


def judge_unittest(here: Here, statement: Statement, _program: str, rest: list[str]) -> Answer:
    """Tell whether the dotted name that `python -m unittest` is given leads to a test."""
    statement = replace(statement, topic=Topic.TEST)
    for word in words_of(rest, frozenset({"-k", "-s", "-p", "-t"})):
        if word == "discover":
            return unknown(statement)
        if word.endswith(".py"):
            return _judge_one(here, statement, word, "")
        parts = word.split(".")
        module = next(
            (
                size
                for size in range(len(parts), 0, -1)
                if here.has_path("/".join(parts[:size]) + ".py", statement.folder)
            ),
            0,
        )
        if not module:
            is_folder = here.has_path("/".join(parts), statement.folder)
            return (
                holds(statement)
                if is_folder
                else here.gone(statement, parts[-1], f"there is no module `{word}`")
            )
        return _judge_one(here, statement, "/".join(parts[:module]) + ".py", "::".join(parts[module:]))
    return unknown(statement)


def judge_ruby(here: Here, statement: Statement, _program: str, rest: list[str]) -> Answer:
    """Tell whether the file that Ruby runs is here, and the test that `-n` picks is in it."""
    # What follows the first word is for the program that it names: `ruby exe/rake test TEST=a.rb`.
    files = [word for word in words_of(rest, frozenset({"-I", "-r", "-C"}))[:1] if word.endswith(".rb")]
    names = [each for each in values_of(rest, "-n", "--name") if re.fullmatch(r"\w{4,}", each)]
    is_test_run = bool(files) and is_test(files[0])
    statement = replace(statement, topic=Topic.TEST) if is_test_run else statement
    if not files or files[0].startswith(("/", "~", "$")):
        return unknown(statement)
    return _judge_one(here, statement, files[0], names[0] if names else "")


def judge_go(here: Here, statement: Statement, _program: str, rest: list[str]) -> Answer:
    """Tell whether the folders and the tests of a `go` command are here."""
    statement = replace(statement, topic=Topic.TEST) if rest[:1] == ["test"] else statement
    if rest[:1] not in (["test"], ["vet"], ["build"], ["run"], ["install"]):
        return unknown(statement)
    if {"$", "("} & set(rest):
        return Answer(statement, Verdict.FALSE, "a variable of a Makefile is left in it")
    folders = [word for word in rest[1:] if word.startswith("./") and word not in {"./...", "./"}]
    for word in folders:
        folder = word.removesuffix("/...").rstrip("/")
        if here.is_made(folder, folder.removeprefix("./")):
            return Answer(statement, Verdict.PLANNED)
        if not here.has_path(folder, statement.folder):
            what = "file" if folder.endswith(".go") else "folder"
            return Answer(statement, Verdict.FALSE, f"there is no {what} `{folder.removeprefix('./')}`")
    answer = _judge_go_names(here, statement, rest)
    return holds(statement) if folders and answer.verdict is Verdict.UNKNOWN else answer


def _judge_go_names(here: Here, statement: Statement, rest: list[str]) -> Answer:
    texts = list(here.texts(here.ending("_test.go")))
    known = {
        name
        for text in texts
        for name in re.findall(r"^func ((?:Test|Benchmark|Example|Fuzz)\w*)", text, re.MULTILINE)
    }
    is_bench = bool(values_of(rest, "-bench", "--bench"))
    wanted = values_of(rest, "-bench", "--bench", "-fuzz") if is_bench else values_of(rest, "-run", "--run")
    is_checked = False
    for value in wanted:
        names = [each.strip("^$()") for each in value.partition("/")[0].strip("()").split("|")]
        is_known = [any(name in each for each in known) for name in names]
        for name, is_there in zip(names, is_known, strict=True):
            if not re.fullmatch(r"\w{4,}", name) or not known or (len(names) > 1 and here.is_made(name)):
                continue
            is_checked = True
            # Beside tests that are there, one that no other line names is not one to be written.
            is_beside = any(is_known) and sum(name in each for each in here.named) == 0
            said = replace(statement, said=NAMED_TEST, text=name) if is_beside else statement
            if not is_there:
                return here.gone(said, name, f"no test here is called `{name}`", known)
    return Answer(statement, Verdict.HOLDS if is_checked else Verdict.UNKNOWN)


def judge_class(here: Here, statement: Statement, dotted: str) -> Answer:
    """Tell whether a class of tests is here, and the method of it that is picked."""
    if not re.fullmatch(r"[\w.$]+", dotted):
        return unknown(statement)
    parts = dotted.replace("$", ".").split(".")
    at = next((number for number, part in enumerate(parts) if part[:1].isupper()), None)
    if at is None:
        return unknown(statement)
    name = parts[at]
    files = [path for path in here.index.paths() if name in posixpath.basename(path).partition(".")[0]]
    files = files or [path for path in here.index.files_with(name) if not path.endswith((".md", ".txt"))]
    if not files:
        known = {posixpath.basename(path).partition(".")[0] for path in here.index.paths() if is_test(path)}
        return here.gone(statement, name, f"no class here is called `{name}`", known)
    texts = list(here.texts(files))
    for member in parts[at + 1 :]:
        if member and not has_word(texts, member):
            is_inherited = any(re.search(rf"{name}\b[^{{]*(?:extends|:\s*\w+\()", text) for text in texts)
            if is_inherited and is_in_code(here.index, member):
                return unknown(statement)
            return _false(here, statement, member, f"`{name}` has no `{member}`", texts)
    return holds(statement)


def judge_named(here: Here, statement: Statement) -> Answer:
    """Tell whether a test that is named is anywhere in the code."""
    name = statement.subject
    others = [re.split(r"::|[.#/]", each)[-1] for each in statement.by.split("\n") if each]
    if others and not any(is_in_code(here.index, each, but=statement.place.document) for each in others):
        return unknown(statement)
    tests = [path for path in here.index.paths() if is_test(path)]
    if " " in name:
        if not tests or not re.fullmatch(r"[^`{}$%<>]+", name) or here.is_made(name):
            return unknown(statement)
        return (
            holds(statement)
            if has_title(here, name, tests)
            else here.gone(statement, name, "no test is called so")
        )
    parts = [part for part in re.split(r"::|[.#/]", name.rpartition("/")[2] if "." in name else name) if part]
    parts = [part for part in parts if part not in {"py", "rb", "ts", "js", "go", "rs"}]
    if {*parts, name} & here.created:
        return unknown(statement)
    last = parts[-1]
    if is_in_code(here.index, last, but=statement.place.document) or any(last in path for path in tests):
        return holds(statement)
    has_tests = tests or any(_RUST_TESTS.search(text) for text in here.texts(here.ending(".rs")))
    if not has_tests:
        return unknown(statement)
    words = {each for path in tests for each in _defined(here, path)} if len(tests) < 400 else set()
    return here.gone(statement, last, f"no test here is called `{last}`", words)


def _defined(here: Here, path: str) -> set[str]:
    text = next(here.texts([path]), "")
    return set(re.findall(r"\b(?:def|func|fn|void|fun|class)\s+(\w+)", text))
