"""Versions of dependencies that a plan states, held against what manifests declare and lock files hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.statement import Answer, Verdict

if TYPE_CHECKING:
    from groundplan.plan.statement import Statement
    from groundplan.survey.manifest.facts import Dependency, Manifest

_DIGITS = re.compile(r"\d+(?:\.\d+)*")
_EXACT = re.compile(r"(?:\^|~>?|==?=?|~=)?\s*v?\d+(?:\.(?:\d+|x|\*))*")
_LOWER = re.compile(r">=?\s*v?(\d+(?:\.\d+)*)")


def judge_version(manifest: Manifest, statement: Statement) -> Answer:
    """Tell whether some manifest or lock file agrees with a version; a package that none has is unknown."""
    found = next((each for name in _spellings(statement.subject) if (each := manifest.find(name))), ())
    if not found:
        return Answer(statement, Verdict.UNKNOWN)
    verdicts = [_agrees(each, statement.said) for each in found]
    if any(verdict is None for verdict in verdicts):
        return Answer(statement, Verdict.UNKNOWN)
    if any(verdicts):
        return Answer(statement, Verdict.HOLDS)
    first = found[0]
    here = f"locked at {first.locked}" if first.locked else f"declared as {first.declared}"
    at = first.locked_at if first.locked and first.locked_at else first.at
    return Answer(statement, Verdict.FALSE, f"it is {here} in `{at.path}:{at.line}`")


def _spellings(name: str) -> tuple[str, ...]:
    low = name.lower()
    plain = low.removesuffix(".js")
    return tuple(dict.fromkeys((name, low, plain, low.replace(" ", "-"), low.replace(" ", ""), f"{plain}js")))


def _agrees(dependency: Dependency, said: str) -> bool | None:
    """Return whether a dependency can be of the stated version; None where its range says nothing plain."""
    stated = _numbers(said)
    if stated and _numbers(dependency.declared)[: len(stated)] == stated:
        return True  # what the manifest writes, whatever the lock file made of it
    if dependency.locked:
        return _fits(_numbers(dependency.locked), stated, is_least=said.endswith("+"))
    declared = dependency.declared.strip()
    if _EXACT.fullmatch(declared):
        return _fits(_numbers(declared), stated, is_least=said.endswith("+"))
    lower = _LOWER.match(declared)
    if lower is None:
        return None
    size = min(len(stated), len(_numbers(lower[1])))
    return None if "<" in declared else stated[:size] >= _numbers(lower[1])[:size]


def _fits(actual: tuple[int, ...], stated: tuple[int, ...], *, is_least: bool) -> bool:
    size = min(len(actual), len(stated))
    return actual[:size] >= stated[:size] if is_least else actual[:size] == stated[:size]


def _numbers(text: str) -> tuple[int, ...]:
    match = _DIGITS.search(text)
    return tuple(int(part) for part in match[0].split(".")) if match else ()
