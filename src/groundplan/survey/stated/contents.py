"""How many tests, variants, methods or lines a file or a type has, counted again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import split_symbol
from groundplan.code.citations.texts import split_lines
from groundplan.code.outline import Kind
from groundplan.plan.statement import Answer, Verdict

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.view import CitedCode
    from groundplan.plan.statement import Statement

PARTS = frozenset({"tests", "variants", "methods", "fields", "entries", "lines", "repeats"})
_TESTS = (
    rb"^[ \t]*(?:async[ \t]+)?def[ \t]+test_?\w*|"  # Python, Ruby
    rb"^func[ \t]+Test[A-Z_]\w*\(|"
    rb"^[ \t]*(?:it|test|specify)(?:\.\w+)*[ \t]*[(\s][ \t]*['\"`(]|"
    rb"^[ \t]*#\[(?:\w+::)*(?:test|rstest)(?:\(.*\))?\]|"
    rb"^[ \t]*@(?:Test|ParameterizedTest|RepeatedTest)\b|"
    rb"^[ \t]*\[(?:Fact|Theory|Test|TestMethod|TestCase)\b|"
    rb"^[ \t]*(?:public[ \t]+)?function[ \t]+test\w*\(|"
    rb"^[ \t]*TEST(?:_F|_P)?\("
)
TEST = re.compile(_TESTS, re.MULTILINE)
# One test that runs with several values is one or many, as one counts.
_MULTIPLIED = re.compile(
    rb"parametrize|\.each\b|Parameterized|\[Theory|rstest|t\.Run\(|subTest|TestCase\(|#\[case|"
    rb"(?:^[ \t]*for\b|\.forEach\()[^\n]*\n[ \t]*(?:it|test)\b",
    re.MULTILINE,
)
_COMMENT = re.compile(
    r"//[^\n]*|/\*.*?\*/|#\[[^\]\n]*\]|@\w+(?:\([^()]*\))?|^\s*#[^\n]*", re.DOTALL | re.MULTILINE
)
_STRING = re.compile(r"r?\"(?:[^\"\\\n]|\\.)*\"|r?'(?:[^'\\\n]|\\.)*'")
_LONGEST_LIST = 400  # lines
_ROUGH = 0.2  # how far a number of lines may be off: it is mostly rounded


def judge_contents(index: CitedCode, statement: Statement, path: str) -> Answer:
    """Count what a file or type has; what cannot be counted surely stays unknown."""
    if statement.said == "repeats":
        return _judge_repeats(index, statement, path)
    if statement.said in {"fields", "entries"}:
        return Answer(statement, Verdict.UNKNOWN)
    file = _file(index, statement.subject)
    if file:
        text = index.text(file) or b""
        return _judge_tests(statement, text) if statement.said == "tests" else _judge_lines(statement, text)
    symbol = _type(index, statement.subject)
    if symbol is None:
        return Answer(statement, Verdict.UNKNOWN)
    lines = (index.text(symbol.path) or b"").split(b"\n")
    text = b"\n".join(lines[symbol.definition.first - 1 : symbol.definition.last])
    if statement.said == "tests":
        # A class that is tested has tests elsewhere; one of tests has its own.
        return _judge_tests(statement, text) if TEST.search(text) else Answer(statement, Verdict.UNKNOWN)
    if statement.said == "variants":
        return _judge_variants(index, statement, symbol, text.decode("utf-8", "replace"))
    if statement.said == "methods":
        return _judge_methods(index, statement, symbol)
    return Answer(statement, Verdict.UNKNOWN)


def count_parts(index: CitedCode, statement: Statement, symbol: Symbol) -> Answer:
    """Count the members of an enumeration, or the entries of a list or mapping that is written out."""
    lines = (index.text(symbol.path) or b"").split(b"\n")
    kind = symbol.definition.kind
    # An outline may end a value with its first line.
    last = symbol.definition.last + (_LONGEST_LIST if kind in {Kind.CONSTANT, Kind.ATTRIBUTE} else 0)
    text = b"\n".join(lines[symbol.definition.first - 1 : last]).decode("utf-8", "replace")
    if kind in {Kind.ENUM, Kind.CLASS}:
        return _judge_variants(index, statement, symbol, text)
    written = (
        re.search(r"=\s*(?:new\s+\w+\()?[\[{(]", text) if kind in {Kind.CONSTANT, Kind.ATTRIBUTE} else None
    )
    there = _parted("{" + _STRING.sub("0", text[written.end() :])) if written else 0
    if not there or there == statement.number:
        return Answer(statement, Verdict.HOLDS if there else Verdict.UNKNOWN)
    return Answer(statement, Verdict.FALSE, f"it has {there}")


def _file(index: CitedCode, subject: str) -> str:
    found = [each for each in index.paths() if f"/{each}".endswith(f"/{subject}")] if "." in subject else []
    return found[0] if len(found) == 1 else ""


def _type(index: CitedCode, subject: str) -> Symbol | None:
    parts = split_symbol(subject)
    found = index.symbols(parts[-1]) if parts else ()
    kinds = {Kind.CLASS, Kind.ENUM, Kind.INTERFACE, Kind.TYPE}
    return found[0] if len(found) == 1 and found[0].definition.kind in kinds else None


def _judge_tests(statement: Statement, text: bytes) -> Answer:
    there = len(TEST.findall(text))
    if not there:
        return Answer(statement, Verdict.UNKNOWN)
    if statement.number == there:
        return Answer(statement, Verdict.HOLDS)
    if statement.number > there and _MULTIPLIED.search(text):
        return Answer(statement, Verdict.UNKNOWN)
    return Answer(statement, Verdict.FALSE, f"it has {there}")


def _judge_lines(statement: Statement, text: bytes) -> Answer:
    if statement.said != "lines":
        return Answer(statement, Verdict.UNKNOWN)
    there = len(split_lines(text))
    is_close = abs(statement.number - there) <= max(2, _ROUGH * there)
    return Answer(
        statement, Verdict.HOLDS if is_close else Verdict.FALSE, "" if is_close else f"it has {there}"
    )


def _judge_variants(index: CitedCode, statement: Statement, symbol: Symbol, text: str) -> Answer:
    """Count the members of an enumeration: those the outline knows, or else what its commas part."""
    is_class = any(each.endswith(("Enum", "Flag")) for each in symbol.definition.bases)
    if symbol.definition.kind is not Kind.ENUM and not is_class:
        return Answer(statement, Verdict.UNKNOWN)
    outline = index.outline(symbol.path)
    own = [
        each
        for each in (outline.definitions if outline else ())
        if each.parent == symbol.definition.qualified and each.kind in {Kind.CONSTANT, Kind.ATTRIBUTE}
    ]
    counted = 0 if is_class else _parted(text)
    numbers = {len(own), counted} - {0}
    if not numbers or statement.number in numbers:
        return Answer(statement, Verdict.HOLDS if numbers else Verdict.UNKNOWN)
    if len(numbers) > 1:
        return Answer(statement, Verdict.UNKNOWN)
    return Answer(statement, Verdict.FALSE, f"it has {numbers.pop()}")


def _parted(text: str) -> int:
    """Return how many parts the commas make of the first braces of a text, or 0."""
    _, opened, body = _COMMENT.sub("", text).partition("{")
    depth, parts, part = 0, 0, ""
    for letter in body:
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            if not depth:
                break
            depth -= 1
        elif (letter == "," and not depth) or (letter == ";" and not depth):
            parts += bool(part.strip())
            part = ""
            if letter == ";":  # behind it an enumeration of Java has its methods
                return parts
            continue
        part += letter
    return parts + bool(part.strip()) if opened else 0


def _judge_methods(index: CitedCode, statement: Statement, symbol: Symbol) -> Answer:
    outline = index.outline(symbol.path)
    own = [
        each
        for each in (outline.definitions if outline else ())
        if each.parent == symbol.definition.qualified and each.kind in {Kind.METHOD, Kind.FUNCTION}
    ]
    named = {each.name for each in own}
    public = {each.name for each in own if each.is_exported and not each.name.startswith("_")}
    plain = named - {"__init__", "constructor", "initialize", symbol.definition.name, "new"}
    sizes = {len(own), len(named), len(public), len(plain), len(public & plain)}
    # Methods may be written in other files of a package, and be inherited.
    if not own or statement.number in sizes:
        return Answer(statement, Verdict.HOLDS if own else Verdict.UNKNOWN)
    if symbol.definition.bases or symbol.definition.kind is Kind.TYPE or statement.number < max(sizes):
        return Answer(statement, Verdict.UNKNOWN)
    return Answer(statement, Verdict.FALSE, f"it has {len(named)}")


def _judge_repeats(index: CitedCode, statement: Statement, path: str) -> Answer:
    text = (index.text(path) or b"").decode("utf-8", "replace") if path else ""
    quoted = re.sub(r"\s+", "", statement.subject)
    if not text or len(quoted) < 4:
        return Answer(statement, Verdict.UNKNOWN)
    if re.fullmatch(r"[\w$]+", statement.subject):
        there = len(re.findall(rf"(?<![\w$]){re.escape(quoted)}(?![\w$])", text))
    else:
        there = re.sub(r"\s+", "", text).count(quoted)
    if not there or there == statement.number:
        return Answer(statement, Verdict.HOLDS if there else Verdict.UNKNOWN)
    return Answer(statement, Verdict.FALSE, f"`{path}` has it {there} time{'' if there == 1 else 's'}")
