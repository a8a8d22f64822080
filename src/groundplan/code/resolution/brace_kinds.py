"""What a place in JavaScript, TypeScript or Go code does with the name that stands there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.usage import UsageKind

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition
    from groundplan.code.resolution.brace_text import BraceText

_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_NAMESPACE = re.compile(r"(?:export\s+|declare\s+)*(?:namespace|module)\b")
_ARGUMENTS = r"(?:<(?:[^<>()]|<[^<>()]{0,80}>){0,200}>\s*)?"
_CALLED = re.compile(rf"\s*(?:!|\?\.)?\s*{_ARGUMENTS}\(|(?:\?|!)?\.(?:call|apply)\s*\(")
_CALLED_GO = re.compile(r"\s*(?:\[[\w.,*\s\[\]]{0,200}\])?\(")
_BASE = re.compile(r"\b(?:extends|implements)\b[\w$\s,.]*\Z")
_TAG = re.compile(r"(?:^|[^\w$)\]])<\Z")
_MADE = re.compile(r"\bnew\s+(?:[\w$]+\.)*\Z")
_BODY = re.compile(r"\s*(?::[^;{}()=]{0,200})?\{")
_KEY = re.compile(r"\s*\??\s*:(?!:)")
_CASE = re.compile(r"\bcase\b[^:{};]*\Z")
_BY_VALUE = re.compile(r"\][\w.*\[\]]{0,200}\s*\Z")  # before `{`: a list, or a map, whose keys are values
_LITERAL = re.compile(r"(?<![\w.\]*])((?:\w+\.)?\w+)(?:\[[^\[\]{}]{0,200}\])?\s*\Z")  # before `{`: a type
_ELEMENTS = re.compile(r"\]\s*\*?((?:\w+\.)?\w+)\s*\Z")
_LONGEST = 200
_FAR = 20_000  # letters; few literals are as long as this
# Words that scripts may have as names, and which mean something else before a name, a type or a body.
_KEYWORDS = frozenset(
    """abstract accessor as async asserts declare enum from get global infer is keyof module namespace of
    out override private protected public readonly require satisfies set static type unique using""".split()  # noqa: SIM905
)
_BINARY = r"(?:in|instanceof|of|as|satisfies|is|extends|implements|from)\b"
_BEFORE_NAME = re.compile(rf"[ \t]+(?!{_BINARY})[A-Za-z_$#]|[ \t]*[\"']|[ \t]+\[")
_BEFORE_OTHERS = {
    **dict.fromkeys(("async", "keyof", "readonly"), re.compile(r"[ \t]+[({]")),
    **dict.fromkeys(("as", "global", "of", "static", "type"), re.compile(r"[ \t]+\{")),
}


def kind_of(file: BraceText, at: int, line: int, word: str) -> UsageKind:
    """Return what the place does with the name of that length standing there."""
    bound = [each for each in file.outline.imports if each.line == line and word in {each.name, each.alias}]
    if bound:  # `export default name` and `export { name }` come from no module
        return UsageKind.IMPORT if any(each.module for each in bound) else UsageKind.EXPORT
    code, after = file.code, at + len(word)
    lead = code[max(file.starts[line - 1], at - 200) : at]
    is_go = file.outline.language == "go"
    if (_CALLED_GO if is_go else _CALLED).match(code, after):
        return UsageKind.CALL
    if not is_go and (_MADE.search(lead) or file.raw[after : after + 1] == "`"):
        return UsageKind.CALL
    if _BASE.search(lead):
        return UsageKind.BASE
    before = lead.rstrip()
    if before.endswith("@"):
        return UsageKind.DECORATOR
    is_typescript = file.outline.language in {"typescript", "tsx"}
    if not is_go and file.outline.language != "typescript" and _TAG.search(lead):
        return UsageKind.CALL  # `<Name …>`
    if is_typescript and before[-1:] in {":", "|", "<"}:
        return UsageKind.ANNOTATION
    return UsageKind.REFERENCE


def is_keyword(file: BraceText, at: int, word: str) -> bool:
    """Whether a word is one of the language at a place in a script: `readonly kind`, `type A`, `get a()`."""
    if word not in _KEYWORDS or file.outline.language == "go" or file.code[at - 1 : at] == ".":
        return False
    others = _BEFORE_OTHERS.get(word, _BEFORE_NAME)
    return any(each.match(file.raw, at + len(word)) for each in (_BEFORE_NAME, others))


def is_key(file: BraceText, at: int, word: str) -> bool:
    """Whether a bare name is only a key or a member being declared: `{ name: … }`, `name(…) {`."""
    code, after = file.code, at + len(word)
    if file.outline.language == "go":
        is_before_colon = _KEY.match(code, after) is not None and code[after : after + 2] != ":="
        return is_before_colon and not _is_value_before_colon(code, at)
    before = code[max(0, at - 80) : at].rstrip()
    if _KEY.match(code, after):
        return before[-1:] in {"{", ",", ";", "(", ""} or before.endswith(("readonly", "public", "private"))
    if code[after : after + 1] == "(" and before[-1:] in {"{", ",", ";", "}"}:
        depth, place = 0, after
        while place < min(len(code), after + 2000):
            depth += (code[place] == "(") - (code[place] == ")")
            place += 1
            if depth == 0:
                return before[-1:] != ";" and _BODY.match(code, place) is not None
    return False


def _is_value_before_colon(code: str, at: int) -> bool:
    """Whether Go takes the value of a name before `:`: in a `case`, a slice, and a key of a map or list."""
    if _CASE.search(code, max(0, at - _LONGEST), at):
        return True
    place = _opener(code, at)
    if place < 0 or code[place] == "(":
        return False
    return code[place] == "[" or _BY_VALUE.search(code, max(0, place - _LONGEST), place) is not None


def _opener(code: str, at: int) -> int:
    """Return the place of the innermost bracket that is open at a place, or -1 where it is far."""
    depth, place = 0, at
    while place > max(0, at - _FAR) and depth >= 0:
        place -= 1
        depth += (code[place] in ")]}") - (code[place] in "([{")
    return place if depth < 0 else -1


def literal_type(code: str, at: int, word: str) -> str | None:
    """Return the type, as written, of the literal of Go in which a name is a key: empty where it is not told.

    None: the name is no key of a struct.
    """
    after = at + len(word)
    is_before_colon = _KEY.match(code, after) is not None and code[after : after + 2] != ":="
    if not is_before_colon or _CASE.search(code, max(0, at - _LONGEST), at):
        return None
    place = _opener(code, at)
    if place < 0 or code[place] != "{":
        return "" if place < 0 else None
    lead = code[max(0, place - _LONGEST) : place].rstrip()
    if written := _LITERAL.search(lead):
        return written[1]
    if lead[-1:] not in {"{", ",", ":"}:
        return None
    # one of a list or a map, whose elements leave out their type
    outer = _opener(code, place)
    if outer >= 0 and (code[outer] != "{" or code[:outer].rstrip().endswith("}")):
        return None
    written = _ELEMENTS.search(code, max(0, outer - _LONGEST), outer) if outer >= 0 else None
    return written[1] if written else ""


def has_own_member(file: BraceText, name: str) -> bool:
    """Whether a file that does not import a name gives an object a member of it."""
    if any(name in {each.name, each.alias} for each in file.outline.imports):
        return False
    if any(each.name == name and each.parent for each in file.outline.definitions):
        return True
    function = r"(?::\s*(?:async\s+)?(?:function\b|\()|\([^()]*\)\s*\{)"
    return re.search(rf"[{{,][ \t\r\n]*{re.escape(name)}\s*{function}", file.code) is not None


def is_of_another_callback(file: BraceText, own: Definition, line: int) -> bool:
    """Whether of functions that callbacks of a script each have for a variable, a line means another's."""
    if file.outline.language == "go" or not file.span(own.line, own.line)[:1].isspace():
        return False
    same = [each.line for each in file.outline.find(own.qualified)]
    return max((each for each in same if each <= line), default=own.line) != own.line


def is_in_namespace(file: BraceText, symbol: Symbol, line: int) -> bool:
    """Whether a line is in the TypeScript namespace of the definition, where its bare name holds."""
    if file.path != symbol.path:
        return False
    around = file.outline.find(symbol.definition.parent)
    return any(each.first <= line <= each.last and _NAMESPACE.match(each.header) for each in around)


def defines(file: BraceText, at: int, line: int, word: str) -> bool:
    """Whether a word is the name of a definition there."""
    here = [each for each in file.outline.definitions if each.line == line and each.name == word]
    if not here:
        return False
    before = _NAME.findall(file.code, file.starts[line - 1], at)
    # `exports.name = function name() {}` writes the name twice
    is_again = before[-1:] == ["function"] and word in before
    return is_again or word not in before
