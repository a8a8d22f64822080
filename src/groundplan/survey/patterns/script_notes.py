"""What one JavaScript or TypeScript text shows of its habits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.survey.patterns.notes import numbered
from groundplan.survey.quieting import quieten
from groundplan.survey.sources import root_of

if TYPE_CHECKING:
    from groundplan.code.outline import Outline
    from groundplan.survey.patterns.notes import Notes

_THROW = re.compile(rb"\bthrow\s{1,10}new\s{1,10}([A-Za-z_$][\w$.]{0,80})")
_CATCH = re.compile(rb"(?<![.\w])catch\s{0,10}([({])")
_BRACE = re.compile(rb"[{}]")
_LONGEST_TRY = 20_000  # bytes
_ENV = re.compile(
    rb"\b(?:process|import\.meta)\.env(?:\.([A-Za-z_]\w{0,80})|\[\s{0,10}[\"']([A-Za-z_]\w{0,80})[\"'])"
)
_TEST_CALLS = frozenset(("it", "test"))  # `describe` and `suite` hold tests and are none
_TEST_FORMS = frozenset(("only", "skip", "each", "todo", "concurrent", "skipIf", "runIf"))  # no `test.before`
_MOCKS = {"vi.fn": "mock function", "jest.fn": "mock function", "sinon.stub": "sinon stub"}
_DOUBLES = {"vi.mock": "module mock", "jest.mock": "module mock", "vi.spyOn": "spy", "jest.spyOn": "spy"}


def note_script(text: bytes, outline: Outline, notes: Notes) -> None:
    """Add what a JavaScript or TypeScript text shows."""
    quiet = quieten(outline.language, text)
    for match, line in numbered(_THROW, quiet):
        notes.add("errors.throw", match[1].decode("utf-8", "replace"), line)
    for match, line in numbered(_CATCH, quiet):
        if _ends_try(quiet, match.start()):
            notes.add("errors.catch", "with the error" if match[1] == b"(" else "without it", line)
    for match, line in numbered(_ENV, text):
        if quiet[match.start()] == text[match.start()]:
            notes.add("config.env", (match[1] or match[2]).decode(), line)
    for each in outline.imports:
        root = root_of(each.module)
        if not root.startswith("."):
            notes.add("imports.root", root[:60], each.line)
    _definitions(outline, notes)
    _calls(outline, notes)


def _ends_try(quiet: bytes, at: int) -> bool:
    """Tell whether what stands before a `catch` is the block of a `try`: a method may have that name, too."""
    head = quiet[max(0, at - _LONGEST_TRY) : at].rstrip()
    if not head.endswith(b"}"):
        return False
    depth = 0
    for brace in reversed(list(_BRACE.finditer(head))):
        depth += 1 if brace[0] == b"}" else -1
        if not depth:
            return head[: brace.start()].rstrip().endswith(b"try")
    return True  # a block that long is no other


def _definitions(outline: Outline, notes: Notes) -> None:
    for each in outline.definitions:
        if each.kind is Kind.CLASS and any(base.rpartition(".")[2].endswith("Error") for base in each.bases):
            notes.add("errors.class", f"{each.name}({each.bases[0]})", each.line)
        if each.kind is Kind.INTERFACE and not each.parent:
            notes.add("shapes", "interface", each.line)
        elif each.kind is Kind.TYPE and not each.parent:
            notes.add("shapes", "type alias", each.line)


def _calls(outline: Outline, notes: Notes) -> None:
    for words, lines in outline.calls.items():
        base, _, last = words.rpartition(".")
        if base == "console":
            notes.add_all("logging.call", "console", lines)
        elif base.rpartition(".")[2] in {"logger", "log"} and last in {
            "debug",
            "info",
            "warn",
            "error",
            "trace",
        }:
            notes.add_all("logging.call", "logger", lines)
        elif words in _TEST_CALLS or (base in _TEST_CALLS and last in _TEST_FORMS):
            notes.add_all("tests.style", base or words, lines)
        elif words in _MOCKS or words in _DOUBLES:
            notes.add_all("tests.double", _MOCKS.get(words) or _DOUBLES[words], lines)
