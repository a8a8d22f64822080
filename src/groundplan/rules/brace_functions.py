"""Finds functions with a body in languages with braces; types, interfaces, calls and stubs are none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.rules.brace_code import read_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.rules.brace_code import BraceCode

_REACH = 400  # how far a signature may run; a bound, so that no text is walked twice over
_GENERICS = r"(?:\s*<[^(){};]{0,200}>)?"
_KEYWORD = {
    "go": late_regex(r"\bfunc\b\s*(?:\([^()]{0,200}\)\s*)?(?P<name>\w*)\s*(?:\[[^\]]{0,200}\]\s*)?\("),
    "rust": late_regex(rf"\bfn\s+(?P<name>\w+){_GENERICS}\s*\("),
    "swift": late_regex(rf"\b(?P<name>func\s+[^\s(<{{]+|init[?!]?|subscript){_GENERICS}\s*\("),
    "kotlin": late_regex(rf"\bfun\b{_GENERICS}\s+(?P<name>[\w.]+)\s*\("),
    "php": late_regex(r"\bfunction\b\s*&?\s*(?P<name>\w*)\s*\("),
}
# What stands directly before a parameter list, read backwards from the parenthesis.
_SCRIPT_FUNCTION = late_regex(rf"\bfunction\b\s*\*?\s*(?P<name>[\w$]*){_GENERICS}\s*$")
_SCRIPT_BOUND = late_regex(rf"(?P<name>[\w$]+)\s*(?::[^=;{{}}]{{0,100}})?[=:]\s*(?:async\s*)?{_GENERICS}\s*$")
_SCRIPT_MEMBER = late_regex(
    rf"(?:^|[{{}};,\n])\s*(?:(?:async|static|get|set|public|private|protected|override|export|default)\s+|\*\s*)*"
    rf"(?P<name>[\w$#]+){_GENERICS}\s*$"
)
_TYPED_FUNCTION = late_regex(
    r"(?P<type>[\w>\])*&]+)[\s*&]+(?:[A-Za-z_]\w*(?:<[^<>(){};]{0,80}>)?::)*(?P<name>~?[A-Za-z_]\w*|operator\s*\W{1,3})\s*$"
)
_TYPED_CONSTRUCTOR = late_regex(
    r"(?:^|[{};:\n]|\b(?:public|private|protected|explicit|inline))\s*(?P<name>~?[A-Z]\w*)\s*$"
)
_OUTSIDE_CONSTRUCTOR = late_regex(r"\b(?P<owner>[A-Za-z_]\w*)::(?P<name>~?(?P=owner))\s*$")
_CLASS = late_regex(r"\b(?:class|struct|record)\s+(\w+)")
_NO_NAME = frozenset(
    re.findall(
        r"\w+",
        "if for foreach while switch catch return new throw else do try using lock fixed synchronized "
        "await yield in function sizeof typeof assert case with super elif not and or delete defer guard "
        "when match loop unless until select go import define",
    )
)
_STUB = late_regex(
    r"[\s.;…]*(?:(?:todo|unimplemented|panic|fatalError|TODO|preconditionFailure)!?\s*\([^()]*\)"
    r"|throw\s+(?:new\s+)?[\w.\\]+\s*(?:\([^()]*\))?)?[\s.;…]*"
)
_FAMILIES = {
    **dict.fromkeys(("go", "golang"), "go"),
    **dict.fromkeys(("rust", "rs"), "rust"),
    "swift": "swift",
    **dict.fromkeys(("kotlin", "kt", "kts"), "kotlin"),
    "php": "php",
    **dict.fromkeys(("javascript", "js", "jsx", "mjs", "cjs", "typescript", "ts", "tsx"), "script"),
    **dict.fromkeys(
        ("java", "c", "h", "cpp", "c++", "cc", "hpp", "cxx", "cs", "csharp", "c#", "dart"), "typed"
    ),
}
_SIGNS = (
    ("go", late_regex(r"\bfunc\s+(?:\([^()]{0,200}\)\s*)?\w+\(")),
    ("rust", late_regex(r"\bfn\s+\w+\s*[(<]")),
    ("kotlin", late_regex(r"\bfun\s+\w+\s*\(")),
    ("script", late_regex(r"\bfunction\s+\w+\s*\(|=>\s*\{|\b(?:const|let)\s+\w+")),
    ("typed", late_regex(r"\b(?:public|private|static|void|int|bool|std::\w+)\s+[\w<>*&]{1,40}\s*\(")),
)


_MARK = late_regex(r"[{}()\[\];=\n]")
_TYPE_MARK = late_regex(r"[(\[{;]|=>")


@dataclass(frozen=True, slots=True)
class Signature:
    """A function's name and where its parameter list stands; `start` is where it begins."""

    name: str
    start: int
    opened: int
    closed: int


def family_of(language: str, code: str = "") -> str:
    """Return the family of a fence's language word, or the one its code shows; empty where neither tells."""
    if language in _FAMILIES or language:
        return _FAMILIES.get(language, "")
    return next((family for family, sign in _SIGNS if sign.search(code)), "")


def find_bodies(code: str, family: str) -> list[tuple[int, str]]:
    """Return line (from 0) and name of each outermost function that has a body of its own."""
    read = read_code(code, family)
    signatures = _by_keyword if family in _KEYWORD else _by_parenthesis
    found: list[tuple[int, str]] = []
    passed = -1  # end of the last body: what stands inside it is part of it
    for signature in signatures(read, family):
        if signature.start <= passed:
            continue
        opened = _body_of(read, signature, family)
        if opened is None:
            continue
        closed = read.partner.get(opened, len(read.text))  # a fragment may end inside its body
        if _STUB.fullmatch(read.text[opened + 1 : closed]):
            continue
        found.append((read.line_of(signature.start), signature.name))
        passed = closed
    return found


def script_signatures(read: BraceCode) -> Iterator[Signature]:
    """Yield what is a function in TypeScript or JavaScript: with a body, an arrow, or declared by a type."""
    for signature in _by_parenthesis(read, "script"):
        after = _skip_space(read.text, signature.closed + 1)
        if read.text.startswith((":", "{", "=>"), after) or _is_declared(read, signature):
            yield signature


def _is_declared(read: BraceCode, signature: Signature) -> bool:
    return _SCRIPT_FUNCTION.search(read.text[max(signature.opened - 300, 0) : signature.opened]) is not None


def _by_keyword(read: BraceCode, family: str) -> Iterator[Signature]:
    for match in _KEYWORD[family].finditer(read.text):
        closed = read.partner.get(match.end() - 1)
        if closed is not None:
            yield Signature(
                match["name"].split()[-1] if match["name"] else "", match.start(), match.end() - 1, closed
            )


def _by_parenthesis(read: BraceCode, family: str) -> Iterator[Signature]:
    classes = frozenset(_CLASS.findall(read.text)) if family == "typed" else frozenset[str]()
    for opened, closed in sorted(read.partner.items()):
        if read.text[opened] != "(":
            continue
        before = read.text[max(opened - 300, 0) : opened]
        name = _script_name(read, before, closed) if family == "script" else _typed_name(before, classes)
        if name is not None:
            yield Signature(name, opened, opened, closed)


def _typed_name(before: str, classes: frozenset[str]) -> str | None:
    """C, C++, Java, C#: a type stands before the name, or the name is that of a class."""
    match = _TYPED_FUNCTION.search(before)
    if match and match["name"] not in _NO_NAME and match["type"] not in _NO_NAME:
        return match["name"]
    match = _OUTSIDE_CONSTRUCTOR.search(before)
    if match:
        return match["name"]
    match = _TYPED_CONSTRUCTOR.search(before)
    return match["name"] if match and match["name"].lstrip("~") in classes else None


def _script_name(read: BraceCode, before: str, closed: int) -> str | None:
    match = _SCRIPT_FUNCTION.search(before)
    if match:
        return match["name"]
    after = _skip_type(read, closed + 1)
    if read.text.startswith("=>", after):
        match = _SCRIPT_BOUND.search(before)
        return match["name"] if match else ""
    match = _SCRIPT_MEMBER.search(before)
    return match["name"] if match and match["name"] not in _NO_NAME else None


def _body_of(read: BraceCode, signature: Signature, family: str) -> int | None:
    """Return where the body's brace opens, None for a declaration or a call."""
    if family != "script":
        return _after_signature(read, signature.closed, family)
    place = _skip_type(read, signature.closed + 1)
    if read.text.startswith("=>", place):
        place = _skip_space(read.text, place + 2)
    return place if read.text.startswith("{", place) else None


def _after_signature(read: BraceCode, closed: int, family: str) -> int | None:
    """Walk from the parameters over results, clauses and initialisers to the body's brace."""
    text, place, end = read.text, closed + 1, closed + _REACH
    while mark := _MARK.search(text, place, end):
        letter, place = mark[0], mark.start()
        if letter == "{":
            if family != "go" or not re.search(r"\b(?:interface|struct)\s*$", text[place - 12 : place]):
                return place
            place = read.partner.get(place, end)
        elif letter in "([":
            place = read.partner.get(place, end)
        elif letter == "\n":
            if not _goes_on(text, place, family):
                return None
        elif letter != "=" or family != "rust":
            return None
        place += 1
    return None


def _goes_on(text: str, place: int, family: str) -> bool:
    """Tell whether a signature runs on over a line end."""
    after = text[place : place + 120].lstrip()
    clauses = r"\{|->|:|where\b|throws\b|async\b|const\b|noexcept\b|override\b|,"
    return family != "go" and re.match(clauses + (r"|\w+\s*:" if family == "rust" else ""), after) is not None


def _skip_space(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _skip_type(read: BraceCode, place: int) -> int:
    """Pass over a return type: an object type's braces belong to it, a brace after a whole type does not."""
    text = read.text
    place = _skip_space(text, place)
    if not text.startswith(":", place):
        return place
    place, end = place + 1, place + _REACH
    while mark := _TYPE_MARK.search(text, place, end):
        place = mark.start()
        is_object = mark[0] == "{" and text[place - 20 : place].rstrip()[-1:] in {":", "|", "&", "<", ","}
        if mark[0] not in {"(", "["} and not is_object:
            return place
        place = read.partner.get(place, end) + 1
    return end
