"""Data structures and signatures in a plan carry their types, or a worker has to guess them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place, Severity
from groundplan.rules import python_types, script_types
from groundplan.rules.outline import sections_for
from groundplan.rules.prose import prose_of
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.rules.prose import Fence

Untyped = tuple[int, str]  # line in the code counted from 0, what lacks a type

_PYTHON = frozenset({"python", "py", "python3", "pyi"})
_SCRIPT = frozenset({"typescript", "ts", "tsx", "javascript", "js", "jsx"})
_UNNAMED = frozenset({"", "text", "pseudo", "pseudocode"})


@rule("GP516", "untyped-structure")
def untyped_structure(case: Case) -> Iterator[Finding]:
    """Every attribute, parameter and return value in the plan's type definitions has a type."""
    for section in sections_for(case, "GP516"):
        for fence in prose_of(section).fences:
            reader = _reader(fence)
            if reader is None:
                continue
            try:
                found = reader(fence.code)
            except SyntaxError as error:
                yield _unreadable(section, fence, error)
            else:
                yield from (_untyped(section, fence, line, what) for line, what in found)


def _reader(fence: Fence) -> Callable[[str], list[Untyped]] | None:
    if fence.language in _PYTHON:
        return python_types.find_untyped
    if fence.language in _SCRIPT:
        return script_types.find_untyped
    if fence.language in _UNNAMED and python_types.looks_like_python(fence.code):
        return python_types.find_untyped
    return None


def _untyped(section: Section, fence: Fence, line: int, what: str) -> Finding:
    return Finding(
        "GP516",
        f"{what} has no type",
        Place(section.document, fence.line + line, 1),
        section.key,
        "Write the type: `name: Type`, `-> Type`",
        subject=what,
    )


def _unreadable(section: Section, fence: Fence, error: SyntaxError) -> Finding:
    language = fence.language or "code"
    return Finding(
        "GP516",
        f"This `{language}` block cannot be parsed ({error.msg}), so its types were not checked",
        Place(section.document, fence.line + max((error.lineno or 1) - 1, 0), 1),
        section.key,
        "Make it parse, or name another language after the fence",
        Severity.NOTE,
        subject=f"unparsed:{fence.code[:40]}",
    )
