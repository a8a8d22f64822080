"""Tests that a command selects: their files, and the names in them."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from groundplan.code.nearest import nearest_paths
from groundplan.plan.statement import Answer, Verdict

if TYPE_CHECKING:
    from groundplan.plan.statement import Statement
    from groundplan.survey.stated.commands import Here

_TEST_FILE = re.compile(r"[\w./@-]+\.(?:py|ts|tsx|js|jsx|mjs|cjs|mts)")


def judge_tests(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    """Tell whether the tests of a command are here; a name or pattern alone selects what nobody can tell."""
    if program == "go":
        return _judge_go(here, statement, rest)
    wanted = [
        word
        for word in rest
        if not word.startswith("-")
        and _TEST_FILE.match(word)
        and ("/" in word or "::" in word or ".test." in word)
    ]
    if not wanted:
        return Answer(statement, Verdict.UNKNOWN)
    for word in wanted:
        path, _, name = word.partition("::")
        answer = _judge_one(here, statement, path, name)
        if answer.verdict is not Verdict.HOLDS:
            return answer
    return Answer(statement, Verdict.HOLDS)


def _judge_one(here: Here, statement: Statement, path: str, name: str) -> Answer:
    if here.is_made(path) or (name and here.is_made(*name.split("::"))):
        return Answer(statement, Verdict.PLANNED)
    if not here.has_path(path, statement.folder):
        near = nearest_paths(path, here.index.paths(), most=2)
        return Answer(statement, Verdict.FALSE, f"there is no `{path}`", near)
    if not name:
        return Answer(statement, Verdict.HOLDS)
    wanted = posixpath.normpath(path)
    texts = [here.index.text(each) or b"" for each in here.index.paths() if f"/{each}".endswith(f"/{wanted}")]
    last = re.sub(r"\[.*", "", name.rsplit("::", maxsplit=1)[-1])
    if any(re.search(rb"(?<!\w)%s(?!\w)" % re.escape(last.encode()), text) for text in texts):
        return Answer(statement, Verdict.HOLDS)
    return Answer(statement, Verdict.FALSE, f"`{path}` has no `{last}`")


def _judge_go(here: Here, statement: Statement, rest: list[str]) -> Answer:
    if rest[:1] not in (["test"], ["vet"], ["build"], ["run"]):
        return Answer(statement, Verdict.UNKNOWN)
    if {"$", "("} & set(rest):
        return Answer(statement, Verdict.FALSE, "a variable of a Makefile is left in it")
    folders = [word for word in rest[1:] if word.startswith("./") and word not in {"./...", "./"}]
    for word in folders:
        folder = word.removesuffix("/...").rstrip("/")
        if here.is_made(folder, folder.removeprefix("./")):
            return Answer(statement, Verdict.PLANNED)
        if not here.has_path(folder, statement.folder):
            return Answer(statement, Verdict.FALSE, f"there is no folder `{folder.removeprefix('./')}`")
    return Answer(statement, Verdict.HOLDS if folders else Verdict.UNKNOWN)
