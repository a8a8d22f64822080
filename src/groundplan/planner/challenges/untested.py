"""Challenges a change to code that no test imports, names or is named after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import cite, code, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import Untested
    from groundplan.evidence.facts import Facts

NAME = "untested"


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for each foremost target without a test."""
    for each in facts.contrary.untested:
        yield _challenge(each) if each.tests else _no_tests(each)


def _challenge(found: Untested) -> Challenge:
    path, tests, functions, branches = found.path, found.tests, found.functions, found.branches
    through = found.through
    indirect = f" It is reached only through {cite(through, 2)}." if through else ""
    return Challenge(
        NAME,
        path,
        f"No test was found that imports {code(path)} or names what it defines, "
        f"and it has {counted(functions, 'function')} with "
        f"{counted(branches, 'branch', 'branches')}.{indirect}",
        (path, *through),
        {"tests": tests, "functions": functions, "branches": branches},
        advice=f"First pin what {code(path)} does today with a test, then change it.",
        mitigation="A test of its own before the change.",
        weight=2.0,
    )


def _no_tests(found: Untested) -> Challenge:
    path, files = found.path, found.files
    return Challenge(
        NAME,
        "tests",
        f"No test file was found in this repository ({counted(files, 'file')} of code), so nothing known "
        f"would notice if the change to {code(path)} broke it.",
        (path,),
        {"tests": 0, "files": files},
        advice=f"Start with one test of what {code(path)} does today.",
        mitigation="One test of today's behaviour before the change.",
        weight=1.8,
    )
