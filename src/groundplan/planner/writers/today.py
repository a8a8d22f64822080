"""What a definition does today: its documentation, else its shape and what it calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.writers.phrases import clause, code, counted, listing, shortened

if TYPE_CHECKING:
    from groundplan.code.view import CodeView
    from groundplan.evidence.kinds import Region

_MOST_LINES = 40
_MOST_WORDS = 180
_PYTHON_DOC = late_regex(r"[rRuU]?(?:\"\"\"(?P<text>[^\"]{3,600})|'''(?P<other>[^']{3,600}))")
_COMMENT = late_regex(r"^\s*(?:///?|/?\*{1,2}/?|#)\s?(.*?)(?:\*/)?\s*$")
_MARKUP = late_regex(r":\w{1,20}:`~?([^`]{1,120})`|``([^`]{1,120})``|\{@\w+ ([^}]{1,80})\}")
_SENTENCE = late_regex(r"(?<=[.!?])\s")
_LETTERS = late_regex(r"[A-Za-z]{2}")


def what_it_does(index: CodeView, region: Region) -> str:
    """Return one sentence on what a definition does today, quoted from its documentation where it has one."""
    said = documentation(index, region)
    if said:
        return f"{code(region.definition.name)}: “{said}”"
    return f"{code(region.definition.name)} has no documentation; {_shape(index, region)}"


def documentation(index: CodeView, region: Region) -> str:
    """Return the first sentence of a definition's documentation, or nothing."""
    if not region.definition.has_doc:
        return ""
    text = index.text(region.path)
    outline = index.outline(region.path)
    if text is None or outline is None:
        return ""
    lines = text.decode("utf-8", "replace").splitlines()
    definition = region.definition
    if outline.language == "python":
        body = "\n".join(lines[definition.line - 1 : min(definition.last, definition.line + _MOST_LINES)])
        match = _PYTHON_DOC.search(body)
        return _first_sentence(match["text"] or match["other"]) if match else ""
    return _first_sentence("\n".join(_comment_above(lines, definition.first)))


def _comment_above(lines: list[str], first: int) -> list[str]:
    found: list[str] = []
    for line in reversed(lines[max(0, first - 1 - _MOST_LINES) : first - 1]):
        match = _COMMENT.match(line)
        if match is None:
            break
        found.insert(0, match[1])
    return found


def _first_sentence(text: str) -> str:
    """Return the first sentence of a text that has words, its markup taken out."""
    paragraph = next((each for each in text.strip().split("\n\n") if _LETTERS.search(each)), "")
    plain = _MARKUP.sub(lambda match: next(each for each in match.groups() if each), paragraph)
    plain = " ".join(plain.replace("`", "").replace("[", "(").replace("]", ")").split())
    first = _SENTENCE.split(plain.replace("<", "‹").replace(">", "›"), maxsplit=1)[0]
    return clause(shortened(first, _MOST_WORDS)) if _LETTERS.search(first) else ""


def _shape(index: CodeView, region: Region) -> str:
    outline = index.outline(region.path)
    definition = region.definition
    called = [
        words.lstrip(".")
        for words, lines in (outline.calls.items() if outline else ())
        if any(definition.first <= line <= definition.last for line in lines)
    ]
    calls = f", calls {listing([code(each) for each in called], 4)}" if called else ""
    branches = f", {counted(definition.branches, 'branch', 'branches')}" if definition.branches else ""
    return f"{counted(definition.size, 'line')}{branches}{calls}"
