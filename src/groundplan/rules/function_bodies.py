"""A plan is a blueprint: signatures and types may stand in it, function bodies may not."""

from __future__ import annotations

import ast
import re
import textwrap
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place
from groundplan.plan.late_regex import late_regex
from groundplan.rules.brace_functions import family_of, find_bodies
from groundplan.rules.prose import prose_of
from groundplan.rules.python_types import looks_like_python, parse
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.document import Section
    from groundplan.rules.prose import Fence

_PYTHON = frozenset({"python", "py", "python3", "pyi", "pycon", "python-repl", "ipython"})
_UNNAMED = frozenset({"", "text", "pseudo", "pseudocode", "code", "plaintext", "txt"})
_PROMPT = late_regex(r"^[ \t]*(?:>>>|\.\.\.)(?: |$)", re.MULTILINE)
_MARK = late_regex(r"^(?:[+-](?![+-]{2} )| )", re.MULTILINE)
_DEF = late_regex(r"^(?P<indent>[ \t]*)(?:async[ \t]+)?def[ \t]+(?P<name>\w+)[ \t]*(?:\[[^\n]*\])?\(")
_PYTHON_LITERAL = late_regex(
    r"#[^\n]*|[rbfuRBFU]{0,2}(?:\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*(?:\"\"\"|\Z)|'''(?:[^'\\]|\\.|'(?!''))*(?:'''|\Z)"
    r"|\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?)",
    re.DOTALL,
)
_STUB_LINE = late_regex(r"\s*(?:\.\.\.|…|pass|raise\s+NotImplementedError\b.*|return\s+NotImplemented|;)?\s*")


@rule("GP605", "function-body")
def function_body(case: Case) -> Iterator[Finding]:
    """No code block of the plan holds the body of a function."""
    for section in case.plan.sections:
        for fence in prose_of(section).fences:
            for line, name in bodies_in(fence):
                yield _found(section, fence, line, name)


def bodies_in(fence: Fence) -> list[tuple[int, str]]:
    """Return line (from 0) and name of each function body in a block, whatever language it is marked as."""
    language, code = fence.language, fence.code
    if language == "diff":
        language, code = "", _MARK.sub("", code)
    if language in _PYTHON or (language in _UNNAMED and looks_like_python(code)):
        return find_python_bodies(code)
    family = family_of("" if language in _UNNAMED else language, code)
    return find_bodies(code, family) if family else []


def find_python_bodies(code: str) -> list[tuple[int, str]]:
    """Return line (from 0) and name of each outermost Python function that does more than a stub."""
    if ">>>" in code:
        code = _PROMPT.sub("", code)
    try:
        tree = parse(code)
    except SyntaxError:
        return list(_bodies_by_lines(code))
    return sorted((node.lineno - 1, node.name) for node in _outermost(tree.body) if not _is_stub(node.body))


def _outermost(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        else:
            for name in ("body", "orelse", "finalbody", "handlers"):
                inner = getattr(node, name, [])
                yield from _outermost(inner if isinstance(inner, list) else [])


def _is_stub(body: list[ast.stmt]) -> bool:
    return all(_is_empty(node) for node in body)


def _is_empty(node: ast.stmt) -> bool:
    """A docstring, `...`, `pass` and a refusal to be implemented say nothing of how."""
    if isinstance(node, ast.Pass):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Raise):
        return node.exc is not None and "NotImplemented" in ast.unparse(node.exc)
    return (
        isinstance(node, ast.Return)
        and node.value is not None
        and ast.unparse(node.value) == "NotImplemented"
    )


def _bodies_by_lines(code: str) -> Iterator[tuple[int, str]]:
    """Find bodies in what does not parse, such as a fragment with `…` in it: by `def` and indentation."""
    blank = _PYTHON_LITERAL.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), textwrap.dedent(code))
    lines = blank.split("\n")
    number = 0
    while number < len(lines):
        match = _DEF.match(lines[number])
        if not match:
            number += 1
            continue
        last, rest = _signature_end(lines, number)
        inside = _indented(lines, last + 1, len(match["indent"].expandtabs()))
        if not all(_STUB_LINE.fullmatch(line) for line in (rest, *inside)):
            yield number, match["name"]
        number = last + 1 + len(inside)


def _signature_end(lines: list[str], first: int) -> tuple[int, str]:
    """Return the line on which a signature ends, and what stands after its colon."""
    depth = 0
    for number in range(first, min(len(lines), first + 60)):
        for place, letter in enumerate(lines[number]):
            if letter in "([{":
                depth += 1
            elif letter in ")]}":
                depth -= 1
            elif letter == ":" and depth == 0:
                return number, lines[number][place + 1 :]
    return first, ""


def _indented(lines: list[str], first: int, indent: int) -> list[str]:
    inside = []
    for line in lines[first:]:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        inside.append(line)
    return inside


def _found(section: Section, fence: Fence, line: int, name: str) -> Finding:
    what = f"`{name}`" if name else "A function"
    return Finding(
        "GP605",
        f"{what} has a body; a plan says what is built, not how each line reads",
        Place(section.document, fence.line + line, 1),
        section.key,
        "Keep the signature with `...` as its body, and say in words what it must do",
        subject=name or f"line {line}",
    )
