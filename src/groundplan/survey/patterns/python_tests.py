"""What one Python text shows of how tests are written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline
    from groundplan.survey.patterns.notes import Notes

_ASSERT = re.compile(rb"^[ \t]*+assert\b", re.MULTILINE)
_MOCKS = frozenset(("Mock", "MagicMock", "AsyncMock", "create_autospec", "PropertyMock", "NonCallableMock"))
_FAKE = re.compile(r"_?(?:Fake|Stub|InMemory|Dummy|Spy)[A-Z]")


def note_python_tests(masked: bytes, outline: Outline, notes: Notes) -> None:
    """Add what masked Python text shows of tests; files that are no tests are sorted out by path later."""
    classes = {each.qualified: each for each in outline.definitions if each.kind is Kind.CLASS}
    for each in outline.definitions:
        if each.kind in {Kind.FUNCTION, Kind.METHOD}:
            _function(each, classes.get(each.parent), notes)
        elif each.kind is Kind.CLASS and _FAKE.match(each.name):
            notes.add("tests.double", "fake class", each.line)
        for decorator in each.decorators:
            _decorator(decorator, each, notes)
    _calls(outline, notes)
    first = _ASSERT.search(masked)
    if first:
        line = masked.count(b"\n", 0, first.end()) + 1
        notes.add("tests.assert", "assert statements", line, len(_ASSERT.findall(masked)))


def _calls(outline: Outline, notes: Notes) -> None:
    for words, lines in outline.calls.items():
        base, _, last = words.rpartition(".")
        if last in _MOCKS:
            notes.add_all("tests.double", "mock object", lines)
        elif last == "patch" or (last in {"object", "dict", "multiple"} and base.endswith("patch")):
            notes.add_all("tests.double", "patch", lines)
        elif base == "monkeypatch":
            notes.add_all("tests.double", "monkeypatch", lines)
        elif words == "pytest.raises":
            notes.add_all("tests.raises", "pytest.raises", lines)
        elif words in {"self.assertRaises", "self.assertRaisesMessage", "self.assertRaisesRegex"}:
            notes.add_all("tests.raises", last, lines)
        if words.startswith("self.assert"):
            notes.add("tests.assert", "self.assert methods", lines[0], len(lines))


def _function(each: Definition, parent: Definition | None, notes: Notes) -> None:
    if not each.name.startswith("test"):
        return
    if parent is None:
        notes.add("tests.style", "plain functions", each.line)
    elif any("TestCase" in base or base.endswith(("Tests", "TestBase")) for base in parent.bases):
        notes.add("tests.style", "methods of a TestCase", each.line)
    else:
        notes.add("tests.style", "methods of a plain class", each.line)
    notes.add("tests.async", "async" if each.is_async else "sync", each.line)


def _decorator(decorator: str, each: Definition, notes: Notes) -> None:
    if decorator in {"pytest.fixture", "fixture", "pytest_asyncio.fixture"}:
        notes.add("tests.fixture", each.name, each.line)
    elif decorator.startswith("pytest.mark."):
        notes.add("tests.marker", decorator.removeprefix("pytest.mark."), each.first)
    elif decorator in {"patch", "mock.patch", "patch.object", "mock.patch.object", "unittest.mock.patch"}:
        notes.add("tests.double", "patch", each.first)
