"""Where a parameter or variable hides a name of its file: from its declaration on, in its block only."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.resolution.brace_text import BraceText

SCRIPTS = frozenset({"javascript", "typescript", "tsx"})
# In these a variable's own value still means what the name meant before.
_AFTER_VALUE = frozenset({"go", "rust", "kotlin"})
_WHOLE_BLOCK = SCRIPTS | {"csharp"}
_NEAR = 200
_PAIRS = {")": "(", "]": "[", "}": "{"}
_BRACKET = re.compile(r"[()\[\]{}]")
# Go: `name, err := …`, `var name`, a parameter.
_MADE = re.compile(r"(?:\s*,\s*\w+)*\s*:=")
_GO_KEYWORD = re.compile(r"\b(?:var|const|type)[ \t]+(?:\w+\s*,\s*)*\Z")
_OPENED = re.compile(r"[(,]\s*\Z")
_TYPED = re.compile(r"(?:\s*,\s*\w+)*[ \t]+(?:\*?[\w\[]|\*\*|<-|\.\.\.)")
_GROUP = re.compile(r"\b(?:var|const|type)\s*\Z")
_HEADER = re.compile(r"(?:^|[{};]|\belse)[ \t]*(?:if|for|switch|select)\b[^\n{}]*\Z", re.MULTILINE)
_ELSE = re.compile(r"\s*else\b")
_CASE = re.compile(r"^[ \t]*(?:case\b|default[ \t]*:)", re.MULTILINE)
_VALUE = re.compile(r"[ \t]*(?::[^={}\n]{0,200})?=(?!=)\s*")  # `fun name(…): Type = value` of Kotlin
# JavaScript and TypeScript
_KEYWORD = re.compile(r"\b(const|let|var|class|enum|interface|type|function)\b\s*\*?\s*\Z")
_TYPES = frozenset({"class", "enum", "interface", "type"})
_IN_VALUE = re.compile(r"(?:[=(,:?&|!\[]|\breturn|\bnew|\bawait)\s*(?:async\s+)?\Z")
_PARAMETER = re.compile(r"[(,{\[]\s*(?:\.\.\.|(?:(?:public|private|protected|readonly|override)\s+)*)?\Z")
_AFTER_PARAMETER = re.compile(r"\s*(?:\?\s*)?[:,=)}\]]")
_ANNOTATION = re.compile(
    r"(?:[(,]\s*\w+\s*\??\s*:|\b(?:const|let|var)\s+\w+\s*:|\b(?:as|satisfies|keyof|extends|implements|is))\s*\Z"
)
_RETURNED = re.compile(r"\)\s*:\s*\Z")
_ARROW = re.compile(r"\s*=>")
# What may come before the one parameter of an arrow function; before a type come other signs.
_BEFORE_BARE = re.compile(r"(?:\A|[(,=?\[{};\n]|=>|&&|\|\||\b(?:return|async|yield|default)|[^)\s]\s*:)\s*\Z")
_CONTROL = re.compile(r"\b(?:if|for|while|switch|with|await)\s*\Z")
_BARE_BLOCK = re.compile(r"\b(?:else|try|finally|do)\s*\Z")
_BODY = re.compile(r"\s*(?P<type>:[^;{}]{0,200}?)?\s*(?P<how>=>|\{)")
_BEFORE_ARROW = re.compile(r"(?:[^\w$)\]]|\basync)\s*\Z|\A\Z")
_TERNARY = re.compile(r"\?|\bcase\b")
_GOES_ON = frozenset("+-*/%&|=<>,.(?:!^")


class Scope(NamedTuple):
    """A place that declares a name, and the code in which the name means what is declared there."""

    declared: int
    first: int
    last: int
    is_type: bool = False  # in TypeScript, where a value hides no type

    def hides(self, at: int) -> bool:
        """Whether the name at a place is the declared one."""
        return at == self.declared or self.first <= at < self.last

    def touches(self, start: int, end: int) -> bool:
        """Whether the declared name is meant somewhere between two places."""
        return self.first < end and start < self.last


class Brackets:
    """The brackets of a masked text, and the innermost one around each place."""

    def __init__(self, code: str) -> None:
        self._opens: list[int] = []
        self._closes: list[int] = []
        self._outer: list[int] = []
        stack: list[int] = []
        for each in _BRACKET.finditer(code):
            if each[0] in "([{":
                self._outer.append(stack[-1] if stack else -1)
                stack.append(len(self._opens))
                self._opens.append(each.start())
                self._closes.append(len(code))
            elif any(code[self._opens[one]] == _PAIRS[each[0]] for one in stack[-3:]):
                while code[self._opens[stack[-1]]] != _PAIRS[each[0]]:
                    stack.pop()
                self._closes[stack.pop()] = each.start()

    def around(self, at: int) -> Iterator[tuple[int, int]]:
        """Return where each bracket around a place opens and closes, the innermost first."""
        number = bisect_right(self._opens, at - 1) - 1
        while number >= 0:
            if self._closes[number] >= at:
                yield self._opens[number], self._closes[number]
            number = self._outer[number]

    def close(self, at: int) -> int:
        """Return where the bracket that opens at a place closes."""
        number = bisect_right(self._opens, at) - 1
        return self._closes[number] if number >= 0 and self._opens[number] == at else at


def find_scopes(file: BraceText, word: str) -> tuple[Scope, ...]:
    """Return where functions and blocks of JavaScript, TypeScript or Go have a variable of a name."""
    imported = {each.line for each in file.outline.imports if word in {each.name, each.alias}}
    read = _of_go if file.outline.language == "go" else _of_script
    # `const name = require(…)` in a function is an import
    places = (
        at
        for at in file.find_word(word)
        if file.code[at] == word[0] and file.code[at - 1 : at] != "." and file.line_of(at) not in imported
    )
    return tuple(scope for at in places if (scope := read(file, at, at + len(word))) is not None)


def scopes_of(file: BraceText, places: Iterable[int]) -> tuple[Scope, ...]:
    """Return the scopes of what is declared at places in blocks or headers of another language."""
    return tuple(_of_variable(file, at) for at in places)


def is_type_place(file: BraceText, at: int, word: str) -> bool | None:
    """Whether a bare word of TypeScript is a type: None where the signs before it leave that open."""
    lead = file.code[max(0, at - _NEAR) : at]
    if _ANNOTATION.search(lead):
        return True
    if _RETURNED.search(lead) and _BODY.match(file.code, at + len(word)):
        return True
    return None if lead.rstrip()[-1:] in {":", "|", "&", "<", "[", ","} else False


def _of_go(file: BraceText, at: int, end: int) -> Scope | None:
    lead = file.code[max(0, at - _NEAR) : at]
    if _MADE.match(file.code, end) or _GO_KEYWORD.search(lead):
        return _of_variable(file, at)
    if _OPENED.search(lead) and _TYPED.match(file.code, end):
        return _of_variable(file, at)
    return None


def _of_variable(file: BraceText, at: int) -> Scope:
    """Return the scope of a variable of a block, of the header of one, or of a parameter."""
    code, language = file.code, file.outline.language
    around = list(file.brackets.around(at))
    if around and code[around[0][0]] == "(":
        start, close = around[0]
        if not _GROUP.search(code, max(0, start - _NEAR), start):
            first, last = _body(file, close + 1)
            if language == "kotlin" and (value := _VALUE.match(code, close + 1)) is not None:
                first, last = value.end(), _end_of_statement(file, value.end(), len(code))
            return Scope(at, at if language in _WHOLE_BLOCK else first, last)
    block = next(((start, close) for start, close in around if code[start] == "{"), None)
    if block is None:
        return Scope(at, at, at)
    start, close = block
    if language == "go" and _HEADER.search(code, max(start, at - _NEAR), at):
        return _of_header(file, at)
    first = _end_of_statement(file, at, close) if language in _AFTER_VALUE else at
    first = start if language in _WHOLE_BLOCK else first
    case = _next_case(file, at, start, close) if language == "go" else close
    return Scope(at, first, case)


def _of_header(file: BraceText, at: int) -> Scope:
    """Return the scope of what Go's `if`, `for` or `switch` declares: the rest of it, with each `else`."""
    first, last = _body(file, at, ")]}")  # up to two parts come before the block
    semicolon = file.code.find(";", at, first)
    while (more := _ELSE.match(file.code, last + 1)) is not None:
        _, last = _body(file, more.end(), ")]}")
    return Scope(at, semicolon if semicolon >= 0 else first, last)


def _body(file: BraceText, at: int, stops: str = ";)]}") -> tuple[int, int]:
    """Return where the block of a header begins and ends; nothing where its line ends before."""
    code = file.code
    while at < len(code):
        letter = code[at]
        if letter in "([{":
            close = file.brackets.close(at)
            after = code[close + 1 : close + 3].lstrip(" \t")
            # `struct{} {`, `[]client{…} {`: a value or type before the block
            if letter == "{" and after[:1] not in {"{", ".", "[", "("}:
                return at, close
            at = close
        elif (letter == "\n" and file.outline.language == "go") or letter in stops:
            return at, at
        at += 1
    return at, at


def _end_of_statement(file: BraceText, at: int, end: int) -> int:
    code, is_rust = file.code, file.outline.language == "rust"
    while at < end:
        letter = code[at]
        if letter in "([{":
            at = file.brackets.close(at)
        elif letter == ";" or (
            letter == "\n" and not is_rust and code[max(0, at - _NEAR) : at].rstrip()[-1:] not in _GOES_ON
        ):
            return at
        at += 1
    return end


def _next_case(file: BraceText, at: int, start: int, close: int) -> int:
    """Return where the clause of a `switch` or `select` ends, or else the block."""
    for each in _CASE.finditer(file.code, at, close):
        if file.line_of(each.end()) > file.line_of(at) and next(file.brackets.around(each.end()))[0] == start:
            return each.start()
    return close


def _of_script(file: BraceText, at: int, end: int) -> Scope | None:
    code = file.code
    lead = code[max(0, at - _NEAR) : at]
    if keyword := _KEYWORD.search(lead):
        is_type = keyword[1] in _TYPES
        if keyword[1] in {"function", "class"} and _IN_VALUE.search(lead[: keyword.start()]):
            first, last = _body(file, end)
            return Scope(at, first, last, is_type)
        found = _of_hoisted(file, at) if keyword[1] == "var" else _of_block(file, at)
        return found and found._replace(is_type=is_type)
    if _ARROW.match(code, end) and _BEFORE_BARE.search(lead):
        return Scope(at, at, _end_of_arrow(file, end))
    if _PARAMETER.search(lead) and _AFTER_PARAMETER.match(code, end):
        return _of_parameter(file, at, end)
    return None


def _of_block(file: BraceText, at: int) -> Scope | None:
    return _of_variable(file, at) if any(True for _ in file.brackets.around(at)) else None


def _of_hoisted(file: BraceText, at: int) -> Scope | None:
    """Return the scope of a `var`: the whole function around it."""
    code = file.code
    for start, close in file.brackets.around(at):
        if code[start] != "{" or _BARE_BLOCK.search(code, max(0, start - _NEAR), start):
            continue
        before = code[max(0, start - _NEAR) : start].rstrip()
        if before.endswith(")"):
            paren = max(0, start - _NEAR) + len(before) - 1
            opens = next((one for one, other in file.brackets.around(paren) if other == paren), paren)
            if _CONTROL.search(code, max(0, opens - _NEAR), opens):
                continue
        if not before or before[-1] in ";{}":
            continue
        return Scope(at, start, close)
    return None


def _of_parameter(file: BraceText, at: int, end: int) -> Scope | None:
    """Return the scope of a parameter, its list included; None in the arguments of a call."""
    code = file.code
    opened = next(((start, close) for start, close in file.brackets.around(at) if code[start] == "("), None)
    inner = next(file.brackets.around(at), None)
    if opened is None or inner is None:
        return None
    if code[inner[0]] == "{" and re.match(r"\s*:", code[end : end + _NEAR]):
        return None  # `({ name: other }) => …` declares the other
    start, close = opened
    body = _BODY.match(code, close + 1)
    before = code[max(0, start - _NEAR) : start]
    if body is None or _CONTROL.search(before):
        return None
    if body["how"] == "=>":
        is_one = body["type"] is None or _BEFORE_ARROW.search(before) is not None
        return Scope(at, start, _end_of_arrow(file, close + 1)) if is_one else None
    if body["type"] and _TERNARY.search(before.rpartition("\n")[2]):
        return None
    return Scope(at, start, _body(file, body.end() - 1)[1])


def _end_of_arrow(file: BraceText, at: int) -> int:
    """Return where the body of an arrow function ends: its block, or its value."""
    code = file.code
    at = code.find("=>", at) + 2
    while code[at : at + 1].isspace():
        at += 1
    if code[at : at + 1] == "{":
        return file.brackets.close(at)
    while at < len(code) and code[at] not in ",;)]}":
        if code[at] in "([{":
            at = file.brackets.close(at)
        elif code[at] == "\n":
            is_more = code[at : at + _NEAR].lstrip()[:1] in _GOES_ON
            if not is_more and code[max(0, at - _NEAR) : at].rstrip()[-1:] not in _GOES_ON:
                return at
        at += 1
    return at
