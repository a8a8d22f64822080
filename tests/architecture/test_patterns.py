"""Every pattern means the same on every Python: CPython before 3.11.5 matches some possessive ones wrongly.

Wrong there is a possessive repeat of more than one character or class, as its body may backtrack; the repeat
of a single one compiles to another operation, which is right. Atomic groups share the faulty code.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from re import _constants as sign
from re import _parser as parser
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SINGLE = {sign.LITERAL, sign.NOT_LITERAL, sign.ANY, sign.IN}
REPEATS = {sign.MAX_REPEAT, sign.MIN_REPEAT, sign.POSSESSIVE_REPEAT}
# What a text must hold to spell such a repeat where the parser cannot see the pattern whole.
GROUPED = re.compile(r"(?<!\\)\)(?:[*+?]|\{[\d,]{1,20}\})\+|\(\?>|\\[1-9](?:[*+?]|\{[\d,]{1,20}\})\+")

# Imports every module and prints the patterns they declare, whether compiled now or when first used.
PROBE = """
import importlib, json, pkgutil, re, sys

declared, compile_now = [], re.compile

def note(pattern, flags=0):
    at = sys._getframe(1)
    if at.f_globals["__name__"].startswith("groundplan") and isinstance(pattern, str | bytes):
        words = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
        declared.append((at.f_code.co_filename, words, isinstance(pattern, bytes), int(flags)))
    return compile_now(pattern, flags)

re.compile = note
import groundplan.plan.late_regex
groundplan.plan.late_regex.late_regex = note
for module in pkgutil.walk_packages(groundplan.__path__, "groundplan."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(json.dumps(declared))
"""


def faults(pattern: str | bytes, flags: int = 0) -> list[str]:
    """Name the parts of a pattern that an old Python may match wrongly."""
    return list(_walk(parser.parse(pattern, flags)))


def _walk(parsed: object) -> Iterator[str]:
    if isinstance(parsed, parser.SubPattern):
        for operation, inside in parsed:
            if operation is sign.ATOMIC_GROUP:
                yield "atomic group"
            if operation is sign.POSSESSIVE_REPEAT and not _is_single(inside[2]):
                yield "possessive repeat of a group"
            yield from _walk(inside)
    elif isinstance(parsed, tuple | list):
        for each in parsed:
            yield from _walk(each)


def _is_single(body: parser.SubPattern) -> bool:
    if len(body) != 1:
        return False
    operation, inside = body[0]
    if operation is sign.SUBPATTERN:
        return inside[0] is None and _is_single(inside[-1])
    return operation in SINGLE


@pytest.fixture(scope="module")
def declared() -> list[tuple[str, str | bytes, int]]:
    """Every pattern that a module declares, with the module's file."""
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [
        (file, words.encode("latin-1") if is_bytes else words, flags)
        for file, words, is_bytes, flags in json.loads(done.stdout)
    ]


def test_no_declared_pattern_needs_a_python_newer_than_the_oldest(
    declared: list[tuple[str, str | bytes, int]],
) -> None:
    files = {file.rpartition("groundplan/")[2] for file, *_ in declared}
    assert {"code/python/masking.py", "rules/vague.py", "markdown/inline.py"} <= files  # late ones, too
    assert [(file, words) for file, words, flags in declared if faults(words, flags)] == []


def test_no_pattern_that_is_put_together_later_does_either(
    sources: dict[str, ast.Module], root: Path
) -> None:
    written = [
        (path, node.lineno, GROUPED.findall(_text(node.value)))
        for path, tree in sources.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    ]
    assert [each for each in written if each[2]] == []
    data = [path for path in (root / "src").rglob("*") if path.suffix in {".toml", ".scm"}]
    assert data
    assert [path for path in data if GROUPED.search(path.read_text("utf-8"))] == []


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?:a|ab)*+c",
        r"(?:[^\"\\]++|\\.)*+",
        rb"x(?:\[[^\]]*+\])?+=",
        r"(?:\d,){1,3}+",
        r"(a)++",
        r"(?=(?:ab)*+)",
        r"(?:x|(?:ab)?+)*",
        r"(a)(?(1)(?:bc)++|d)",
        r"(?>a+)b",
        r"(a)\1*+",
    ],
)
def test_what_an_old_python_gets_wrong_is_seen_wherever_it_is(pattern: str | bytes) -> None:
    assert faults(pattern)
    assert GROUPED.search(_text(pattern))


@pytest.mark.parametrize(
    "pattern", [r"[^\"\\]*+(?:\\.[^\"\\]*+)*", r"a*+.?+\w{2,3}+[^)]++", r"\)*+\(", r"(?=(a+))\1", r"(?:a)+b"]
)
def test_what_every_python_gets_right_is_allowed(pattern: str) -> None:
    assert faults(pattern) == []
    assert not GROUPED.search(pattern)
