"""Places where what stands before a name shows that it is another's: in languages matched by name."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.resolution.brace_types import TYPES
from groundplan.code.resolution.lineage import Lineage, last_word, owners_at
from groundplan.code.resolution.variables import binds_variable

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition
    from groundplan.code.resolution.brace_text import BraceText
    from groundplan.code.view import CodeView

_NEAR = 120
_MEMBERS = frozenset({Kind.METHOD, Kind.ATTRIBUTE})
_DOT = re.compile(r"(?:\.|->|::)\$?\s*\Z")
_BEGINS = r"(?<![\w.$>)])"
# What stands for the object around, and for the class above it: `this.x`, `(&*self).x`, `self::x`, `base.x`.
_OWN = {
    **dict.fromkeys(("java", "csharp", "cpp"), re.compile(rf"{_BEGINS}this\s*(?:\.|->)\s*\Z")),
    "php": re.compile(rf"{_BEGINS}(?:\$this\s*\??->|(?:self|static)\s*::)\s*\Z"),
    "ruby": re.compile(rf"{_BEGINS}self\s*&?\.\s*\Z"),
    "rust": re.compile(rf"{_BEGINS}(?:self\s*\.|Self\s*::|\(\s*[&*]+\s*(?:mut\s+)?\*?self\s*\)\s*\.)\s*\Z"),
}
_ABOVE = {
    "java": re.compile(rf"{_BEGINS}super\s*(?:\.|::)\s*\Z"),
    "csharp": re.compile(rf"{_BEGINS}base\s*\.\s*\Z"),
    "php": re.compile(rf"{_BEGINS}parent\s*::\s*\Z"),
}
_TYPED = re.compile(
    r"(?<![\w.>$)])(?P<before>(?:[\w\\]+(?:\.|::|\\))*)(?P<type>[A-Z]\w*)"
    r"(?:(?:::)?<[\w\s,&':]{0,80}>)?\s*(?:\.|::)\s*\Z"
)
_MODULE = re.compile(r"(?<![\w$>])([a-z_]\w*)::\s*\Z")
_STATIC = re.compile(r"\b(?:static|const)\b")
_ALIASES = ("type ", "using ", "typealias ")
_GENERIC = 2  # letters


class ForeignReceivers:
    """Tells of the places of one definition's name which are certainly another's."""

    def __init__(self, index: CodeView, symbol: Symbol) -> None:
        self._index = index
        self._symbol = symbol
        self._definition = symbol.definition
        self._owner = last_word(symbol.definition.parent)
        self._lineage = Lineage(index)

    def is_anothers(self, file: BraceText, at: int) -> bool:
        """Whether what stands before a name, or around it, rules the definition out."""
        before, line = file.code[max(0, at - _NEAR) : at], file.line_of(at)
        language = file.outline.language
        if language == "kotlin" or any(each.line == line for each in file.outline.imports):
            return False  # in Kotlin a block may have any object for its own
        if self._definition.kind is Kind.FUNCTION and self._owner_type is None:
            return self._is_member(language, before)
        if self._definition.kind not in _MEMBERS or self._owner_type is None or self._is_open_type:
            return False
        if language in _ABOVE and _ABOVE[language].search(before):
            return self._is_not_above(file, line)
        if language in _OWN and _OWN[language].search(before):
            return self._is_of_object(file, line)
        if typed := _TYPED.search(before):
            return self._is_of_type(file, typed)
        if language == "rust" and (module := _MODULE.search(before)) and module[1] != self._owner:
            return True  # `ptr::eq` is a function of a module
        return _DOT.search(before) is None and self._is_not_bare(file, at)

    @cached_property
    def _owner_type(self) -> Definition | None:
        """The class that the definition is a member of; Rust's and C++'s may be in another file."""
        if not self._owner:
            return None
        named = [each for each in self._index.symbols(self._owner) if each.definition.kind in TYPES]
        here = [each for each in named if each.path == self._symbol.path]
        return next((each.definition for each in (*here, *named)), None)

    @cached_property
    def _is_open_type(self) -> bool:
        """Whether others take the members of the type over without coming from it: a trait, an interface."""
        owner = self._owner_type
        return owner is not None and (
            owner.kind is Kind.INTERFACE or owner.header.lstrip().startswith("trait ")
        )

    def _is_member(self, language: str, before: str) -> bool:
        """Whether a place asks an object or a class, where the definition is a plain function."""
        if self._definition.header.startswith("#"):
            return False
        if language == "php":
            return re.search(r"(?:->|::)\s*\Z", before) is not None
        if language not in {"c", "cpp", "rust"}:
            return False
        typed = _TYPED.search(before) if before.rstrip().endswith("::") else None
        if typed is not None:  # a module of Rust is written small
            is_type = language == "rust" or self._is_type(typed["type"])
            return typed["type"] not in self._definition.qualified.split(".") and is_type
        return re.search(r"(?:->|(?<![.\d])\.)\s*\Z", before) is not None

    def _is_type(self, name: str) -> bool:
        """Whether a name is only that of classes here, and no other name of one."""
        found = [each.definition for each in self._index.symbols(name)]
        return bool(found) and all(
            each.kind in TYPES - {Kind.INTERFACE} and not each.header.startswith(_ALIASES) for each in found
        )

    def _is_not_above(self, file: BraceText, line: int) -> bool:
        """Whether `parent::name` goes up from classes that do not come from the definition's."""
        owners = owners_at(file.outline, line)
        above = {each for one in owners for each in self._lineage.above(one) - {one}}
        return bool(owners) and self._owner not in above

    def _is_of_object(self, file: BraceText, line: int) -> bool:
        """Whether the object around a place is of a class that has a member of that name of its own."""
        owners = owners_at(file.outline, line)
        inner = owners if file.outline.language in {"java", "csharp"} else owners[-1:]
        if any(self._lineage.is_related(each, self._owner) or self._is_declaring(each) for each in inner):
            return False
        return any(self._lineage.has(each, self._definition.name) for each in inner)

    def _is_declaring(self, name: str) -> bool:
        """Whether a name is a trait or an interface, which any type may have for its own."""
        found = [each.definition for each in self._index.symbols(name)]
        return any(each.kind is Kind.INTERFACE or each.header.startswith("trait ") for each in found)

    def _is_of_type(self, file: BraceText, typed: re.Match[str]) -> bool:
        """Whether a member is asked of a type by its name, and that type is another."""
        language, written = file.outline.language, typed["type"]
        taken = (
            last_word(each.name or each.module) for each in file.outline.imports if each.alias == written
        )
        name = next(taken, written)
        if self._lineage.is_related(name, self._owner) or name == "Self":
            return False
        if language == "php":
            return not self._is_declaring(name)
        if typed["before"][:1].islower() and language in {"java", "csharp"}:
            return False  # a property of something, or a type by its full name
        if self._is_type(name):
            return language in {"java", "csharp", "rust"}
        if language == "rust":
            is_generic = re.search(rf"[<,]\s*{re.escape(name)}\s*[:,>=]", file.code) is not None
            return len(name) > _GENERIC and not is_generic and not self._index.symbols(name)
        return language == "csharp" and self._is_static_elsewhere(file, written)

    def _is_static_elsewhere(self, file: BraceText, written: str) -> bool:
        """Whether a word of C# can only be a type from outside, or cannot hold what is static."""
        if re.search(rf"\busing\s+{re.escape(written)}\s*=", file.code):
            return False
        if _STATIC.search(re.split(r"[(=]", self._definition.header)[0]):
            return True
        is_declared = re.search(rf"[\w>\]?]\s+{re.escape(written)}\s*(?:=>|[{{;=,)])", file.code)
        return not self._index.symbols(written) and is_declared is None

    def _is_not_bare(self, file: BraceText, at: int) -> bool:
        """Whether a name that nothing stands before cannot be a member here."""
        language, line = file.outline.language, file.line_of(at)
        end = at + len(self._definition.name)
        rest, is_method = file.code[end : end + _NEAR], self._definition.kind is Kind.METHOD
        if language == "rust":
            return is_method and _is_called(rest)
        if language == "php":
            return re.match(r"\s*(?:as|insteadof)\b|\s*:(?!:)", rest) is None
        if language == "ruby":
            return is_method and self._is_of_object(file, line)
        if language in {"java", "csharp"}:
            is_key = re.match(r"\s*(?:=(?![=>])|:(?!:))", rest) is not None
            return not is_key and self._is_of_object(file, line)
        if language not in {"c", "cpp"}:
            return False
        return self._is_elsewhere_in_c(file, line, rest) if is_method else self._is_variable(file, line)

    def _is_elsewhere_in_c(self, file: BraceText, line: int, rest: str) -> bool:
        """Whether C++ names a variable, or calls outside of classes or in one that has its own."""
        around = file.outline.at(line)
        if not _is_called(rest):
            return self._is_variable(file, line)
        if around is None or file.outline.is_broken:
            return False
        return around.kind is Kind.FUNCTION or self._is_of_object(file, line)

    def _is_variable(self, file: BraceText, line: int) -> bool:
        """Whether a function of C or C++ has a variable or parameter of the member's name."""
        around = file.outline.at(line)
        if around is None or around.kind not in {Kind.FUNCTION, Kind.METHOD}:
            return False
        span = file.span(around.first, around.last)
        return binds_variable(span, self._definition.name)


def _is_called(rest: str) -> bool:
    return re.match(r"\s*(?:::\s*<[^()]{0,80}>\s*)?\(", rest) is not None
