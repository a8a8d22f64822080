"""The repository's own commands as checks of a plan, and what can be checked where it has none."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from groundplan.planner.writers.board import Check
from groundplan.planner.writers.in_question import tests_of
from groundplan.planner.writers.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.planner.pack import EvidencePack

PASSED = "exit code 0, no failed test"


def command_for(pack: EvidencePack, role: str) -> str:
    """Return the repository's own call of its test runner, linter or type checker, or nothing."""
    return next((each.line for each in pack.commands if each.role == role), "")


def run_tests(pack: EvidencePack, what: str = "Run every test") -> Iterator[Check]:
    """Yield the call that runs the whole suite, where there is one."""
    line = command_for(pack, "test")
    if line:
        yield Check(what, line, PASSED)


def run_near_tests(pack: EvidencePack) -> Iterator[Check]:
    """Yield the calls that run the test files beside the change, at most three of them."""
    there = [each for each in tests_of(pack) if each.exists and each.command]
    for each in there[:3]:
        yield Check(f"Run {each.path}", each.command, PASSED)


def run_quality(pack: EvidencePack) -> Iterator[Check]:
    """Yield the linter and the type checker, as far as the repository has them."""
    for role, what in (("lint", "Lint"), ("types", "Check the types")):
        line = command_for(pack, role)
        if line:
            yield Check(what, line, "exit code 0, no complaint")


def find_files(paths: Iterable[str], what: str) -> Check:
    """Return a check that files are there, for repositories that have no runner."""
    names = list(dict.fromkeys(paths))
    return Check(what, f"git ls-files {shlex.join(names)}", counted(len(names), "line"))


def find_no_more(term: str, what: str) -> Check:
    """Return a check that a word stands nowhere in the code any more."""
    return Check(what, f"git grep -nw -e {shlex.quote(term)}", "no lines (exit code 1)")
