"""Tests that a plan names in its words as ones that are there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.survey.stated.here import holds, unknown
from groundplan.survey.stated.names import is_in_code
from groundplan.survey.stated.test_ids import has_title

if TYPE_CHECKING:
    from groundplan.plan.statement import Answer, Statement
    from groundplan.survey.stated.here import Here

_RUST_TESTS = re.compile(r"#\[(?:\w+::)*test\b")


def judge_named(here: Here, statement: Statement) -> Answer:
    """Tell whether a test that is named is anywhere in the code."""
    name = statement.subject
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
    if here.is_made(*parts, name):
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
