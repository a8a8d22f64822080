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
_IF_ERR = re.compile(
    rb"\bif\s{1,5}(?:[^\n{;]{0,200};\s{0,5})?err\s{0,5}!=\s{0,5}nil\s{0,5}\{\s{0,100}([^\n]{0,200})"
)
_ERR = re.compile(rb"\b[eE]rr(?:or)?\b")
_ENV = re.compile(rb"\bos\.(?:Getenv|LookupEnv)\(\s{0,10}\"([A-Za-z_]\w{0,80})\"")
_MAKERS = {
    "errors.New": "errors.New", "errors.Wrap": "errors.Wrap", "errors.Wrapf": "errors.Wrap",
    "errors.Errorf": "errors.Errorf", "errors.Join": "errors.Join",
}  # fmt: skip
_TEST_STARTS = ("Test", "Benchmark", "Example", "Fuzz")
_LOGS = {
    "log": "log", "slog": "slog", "zap": "zap", "logrus": "logrus", "zerolog": "zerolog", "klog": "klog",
    "logger": "a logger value", "fmt": "fmt.Print",
}  # fmt: skip
_LEVEL = re.compile(r"(?:Trace|Debug|Info|Warn|Warning|Error|Fatal|Panic|Print)(?:f|ln|w|Context)?")


def note_go(text: bytes, outline: Outline, notes: Notes) -> None:
    """Add what a Go text shows."""
    quiet = quieten("go", text)
    for match, line in numbered(_ERRORF, text):
        if quiet[match.start()] != text[match.start()]:
            continue
        practice = "fmt.Errorf with %w" if b"%w" in match[1] else "fmt.Errorf without %w"
        notes.add("errors.make", practice, line)
    for match, line in numbered(_IF_ERR, quiet):
        notes.add("errors.handle", _handling(match[1]), line)
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
        elif base.rpartition(".")[2] in _LOGS and _LEVEL.fullmatch(last):
            notes.add_all("logging.call", _LOGS[base.rpartition(".")[2]], lines)
        elif words == "t.Run":
            notes.add_all("tests.table", "t.Run", lines)
        elif base in {"assert", "require"}:
            notes.add_all("tests.assert", f"testify {base}", lines)
        elif base == "t" and last in {"Error", "Errorf", "Fatal", "Fatalf"}:
            notes.add_all("tests.assert", "t.Error and t.Fatal", lines)


def _handling(first: bytes) -> str:
    if first.startswith(b"return"):
        is_wrapped = b"fmt.Errorf" in first or b"Wrap" in first
        if is_wrapped:
            return "return a wrapped error"
        return "return the error" if _ERR.search(first) else "return without it"
    if first.startswith((b"panic", b"log.Fatal", b"os.Exit")):
        return "end the program"
    if first.startswith((b"t.", b"b.", b"require.")):
        return "fail the test"
    return "do something else"


def _definitions(outline: Outline, notes: Notes) -> None:
    for each in outline.definitions:
        if each.kind is Kind.METHOD and each.name == "Error" and "string" in each.header:
            notes.add("errors.class", each.parent, each.line)
        elif each.kind is Kind.CONSTANT and each.name.startswith("Err") and "errors.New" in each.header:
            notes.add("errors.sentinel", each.name, each.line)
        if each.kind in {Kind.FUNCTION, Kind.METHOD}:
            if each.name.startswith(_TEST_STARTS) and each.kind is Kind.FUNCTION:
                kind = next(start for start in _TEST_STARTS if each.name.startswith(start))
                notes.add("tests.style", f"{kind} functions", each.line)
            elif each.is_exported:
                notes.add("docs.public", "documented" if each.has_doc else "undocumented", each.line)
            if "context.Context" in each.header:
                is_first = re.search(r"\(\s{0,5}\w{1,40}\s{1,5}context\.Context", each.header)
                notes.add("context", "take it first" if is_first else "take it elsewhere", each.line)
