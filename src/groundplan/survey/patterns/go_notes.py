"""What one Go text shows of its habits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.survey.patterns.notes import numbered
from groundplan.survey.quieting import quieten

if TYPE_CHECKING:
    from groundplan.code.outline import Outline
    from groundplan.survey.patterns.notes import Notes

_ERRORF = re.compile(rb"\bfmt\.Errorf\(([^\n]{0,400})")
_ENV = re.compile(rb"\bos\.(?:Getenv|LookupEnv)\(\s{0,10}\"([A-Za-z_]\w{0,80})\"")
_MAKERS = {
    "errors.New": "errors.New", "errors.Wrap": "errors.Wrap", "errors.Wrapf": "errors.Wrap",
    "errors.Errorf": "errors.Errorf", "errors.Join": "errors.Join",
}  # fmt: skip
_TEST_STARTS = ("Test", "Benchmark", "Example", "Fuzz")


def note_go(text: bytes, outline: Outline, notes: Notes) -> None:
    """Add what a Go text shows."""
    quiet = quieten("go", text)
    for match, line in numbered(_ERRORF, text):
        if quiet[match.start()] != text[match.start()]:
            continue
        practice = "fmt.Errorf with %w" if b"%w" in match[1] else "fmt.Errorf"
        notes.add("errors.make", practice, line)
    for match, line in numbered(_ENV, text):
        if quiet[match.start()] == text[match.start()]:
            notes.add("config.env", match[1].decode(), line)
    for each in outline.imports:
        notes.add("imports.root", each.module[:80], each.line)
    _calls(outline, notes)
    _definitions(outline, notes)


def _calls(outline: Outline, notes: Notes) -> None:
    for words, lines in outline.calls.items():
        base, _, last = words.rpartition(".")
        if words in _MAKERS:
            notes.add_all("errors.make", _MAKERS[words], lines)
        elif words == "panic":
            notes.add_all("errors.make", "panic", lines)
        elif words in {"errors.Is", "errors.As"}:
            notes.add_all("errors.compare", words, lines)
        elif words == "t.Run":
            notes.add_all("tests.table", "t.Run", lines)
        elif base in {"assert", "require"}:
            notes.add_all("tests.assert", f"{base}.…", lines)
        elif base == "t" and last in {"Error", "Errorf", "Fatal", "Fatalf"}:
            notes.add_all("tests.assert", "t.Error and t.Fatal", lines)


def _definitions(outline: Outline, notes: Notes) -> None:
    for each in outline.definitions:
        if each.kind is Kind.METHOD and each.name == "Error" and "string" in each.header:
            notes.add("errors.method", each.parent, each.line)
        elif each.kind is Kind.CONSTANT and each.name.startswith("Err") and "errors.New" in each.header:
            notes.add("errors.sentinel", each.name, each.line)
        elif each.kind is Kind.FUNCTION and each.name.startswith(_TEST_STARTS):
            kind = next(start for start in _TEST_STARTS if each.name.startswith(start))
            notes.add("tests.style", f"{kind} functions", each.line)
