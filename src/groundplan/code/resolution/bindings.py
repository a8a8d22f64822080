"""Where a Python file binds a name, and which binding holds at a place: the language's own scoping."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.resolution.python_text import MODULE, NEAR
from groundplan.code.resolution.spans import (
    clause_end,
    find_assignments,
    find_stop,
    first_equals,
    is_subscript,
    value_start,
)

if TYPE_CHECKING:
    from groundplan.code.resolution.python_text import PythonText


class How(enum.StrEnum):
    """By which kind of statement a name is bound."""

    DEFINITION = "definition"
    IMPORT = "import"
    PARAMETER = "parameter"
    ASSIGNMENT = "assignment"
    LOOP = "loop"
    WITH = "with"
    EXCEPT = "except"
    WALRUS = "walrus"
    PATTERN = "pattern"


@dataclass(frozen=True, slots=True)
class Binding:
    """One place that binds a name. `value`, `annotation` are spans of the text; (0, 0) where there is none.

    A comprehension or a lambda binds only within its own span, `region`.
    """

    how: How
    at: int
    scope: int
    value: tuple[int, int] = (0, 0)
    annotation: tuple[int, int] = (0, 0)
    region: tuple[int, int] = (0, 0)
    is_unpacked: bool = False  # one of several targets: the value is that of all of them together


_IMPORTING = re.compile(r"\s*(?:from|import)\b")
_SHARED = re.compile(r"\s*(?:global|nonlocal)\b")
_LAMBDA = re.compile(r"\blambda\b[^:()\[\]{}]*$")
_FOR = re.compile(r"\bfor\s+[\s\w,*()\[\].]*$")
_IN = re.compile(r"\bin\b")
_AS = re.compile(r"\bas\b\s*(?:\([\w\s,]*)?$")
_TARGET = re.compile(r"(?:\A[\s(\[]*|[(\[,]\s*)\*?\s*\Z")
_AFTER_TARGET = re.compile(r"[,)\]:]|(?:\*\*|//|<<|>>|[+\-*/%&|^@])?=(?!=)")


class Bindings:
    """The bindings of a file's names, each name looked at scope by scope, as it is asked for."""

    def __init__(self, file: PythonText) -> None:
        self.file = file
        self._known: dict[tuple[str, int], tuple[tuple[Binding, ...], bool]] = {}

    def of(self, name: str, scope: int) -> tuple[Binding, ...]:
        """Return the bindings of a name in one scope of the file."""
        return tuple(each for each in self._read(name, scope)[0] if each.scope == scope)

    def holding(self, name: str, at: int) -> tuple[Binding, ...]:
        """Return the bindings of a name that hold at a place: those of the innermost scope that binds it."""
        file = self.file
        here = file.block_at(file.line_of(at))
        is_first, is_inside = True, True
        while True:
            bindings, is_shared = self._read(name, here)
            for each in bindings:
                if each.at == at or each.region[0] <= at < each.region[1]:
                    return (each,)  # a parameter's own name stands in a header, which is read outside
            is_inside = here == MODULE or not is_first or at >= file.header_end(here)
            # The names of a class hold in its own body, not in its methods.
            if is_inside and (is_first or not file.is_class(here)) and not is_shared:
                found = tuple(each for each in bindings if each.scope == here and each.region == (0, 0))
                if found:
                    return found
            if here == MODULE:
                return ()
            # From a header one is still directly in what is around it.
            here, is_first = file.parent(here), is_first and not is_inside

    def _read(self, name: str, scope: int) -> tuple[tuple[Binding, ...], bool]:
        """Return what the lines of a scope bind a name to, and whether they say it is another scope's."""
        key = (name, scope)
        if key not in self._known:
            shared: set[int] = set()
            places = self._within(name, scope)
            found = tuple(
                each for at in places if (each := self._classify(at, len(name), shared)) is not None
            )
            self._known[key] = (found, scope in shared)
        return self._known[key]

    def _within(self, name: str, scope: int) -> list[int]:
        """Return the places in a scope that may bind a name; a header's are its parent's as well."""
        file, code = self.file, self.file.code
        start, end = (0, len(code)) if scope == MODULE else (file.block_start(scope), file.body(scope)[1])
        found = []
        for at in file.find_code(name, start, end):
            if not self._may_bind(code, at, at + len(name)):
                continue
            block = file.block_at(file.line_of(at))
            if block == scope or (
                block != MODULE and file.parent(block) == scope and at < file.header_end(block)
            ):
                found.append(at)
        return found

    def _may_bind(self, code: str, at: int, after: int) -> bool:
        before, following = code[at - 1 : at], code[after : after + 1]
        if before == ".":
            return False
        if following == ".":
            return self._imports_below(at)
        return not (following == "(" and before in "([{=@-+*/%!<>~|&^")

    def _imports_below(self, at: int) -> bool:
        """Whether the name is the first word of `import name.more`, which binds it."""
        line = self.file.code[self.file.code.rfind("\n", 0, at) + 1 : at]
        return line.lstrip().startswith("import")

    def _classify(self, at: int, length: int, shared: set[int]) -> Binding | None:
        file, code = self.file, self.file.code
        after = at + length
        while code[after : after + 1] in {" ", "\t"}:
            after += 1
        if code[after : after + 2] == "==":
            return None
        start, end = file.statement(at)
        lead = code[start:at]
        if lead.endswith((" ", "\t")):
            word = lead[-20:].rpartition("\n")[2].split()[-1:]
            if word in (["def"], ["class"]):
                block = file.block_at(file.line_of(at))
                return Binding(How.DEFINITION, at, file.parent(block) if block != MODULE else MODULE)
        whole = start if at - start < NEAR else file.whole_statement(at)[0]
        if _IMPORTING.match(code, whole):
            return self._imported(at, after)
        if _SHARED.match(code, whole):
            shared.add(file.scope_at(at))
            return None
        block = file.block_at(file.line_of(at))
        if (
            block != MODULE
            and not file.is_class(block)
            and file.header_start(block) <= at < file.header_end(block)
        ):
            found = self._parameter(block, at, after)
            if found is not None:
                return found
        return self._inline(at, after, (start, end)) or self._assigned(at, after, (start, end))

    def _imported(self, at: int, after: int) -> Binding | None:
        code = self.file.code
        rest = code[after : after + 4]
        if rest[:3] == "as " or rest[:3] == "as\t" or code[after : after + 6] == "import":
            return None  # `from name import …`, `import name as …`
        return Binding(How.IMPORT, at, self.file.scope_at(at))

    def _parameter(self, block: int, at: int, after: int) -> Binding | None:
        file, code = self.file, self.file.code
        start, end = file.header_start(block), file.header_end(block)
        opener = file.opener(start, at)
        if opener < 0 or code[opener] != "(" or file.opener(start, opener) >= 0:
            return None
        if (
            code[max(0, at - 200) : at].rstrip(" \t\n*\\")[-1:] not in {"(", ","}
            or code[after] not in ":=,)\n"
        ):
            return None
        stop = find_stop(code, after, min(end, after + NEAR))
        annotation = value = (0, 0)
        equals = first_equals(code, after, stop)
        if code[after] == ":":
            annotation = (after + 1, equals if equals >= 0 else stop)
        if equals >= 0:
            value = (equals + 1, stop)
        return Binding(How.PARAMETER, at, block, value, annotation)

    def _inline(self, at: int, after: int, statement: tuple[int, int]) -> Binding | None:
        """Return the binding by a loop, a comprehension, `as`, `:=` or a lambda."""
        file, code = self.file, self.file.code
        start, end = statement
        lead = code[max(start, at - 300) : at]
        if code[after : after + 2] == ":=":
            return Binding(How.WALRUS, at, file.scope_at(at), (after + 2, find_stop(code, after + 2, end)))
        if "lambda" in lead and _LAMBDA.search(lead) and not lead.rstrip().endswith("="):
            return Binding(How.PARAMETER, at, file.scope_at(at), region=(at, find_stop(code, after, end, "")))
        if "for " in lead and (loop := _FOR.search(lead)) and not _IN.search(loop.group()):
            return self._loop(at, after, statement, loop.group())
        if (taken := _AS.search(lead)) is not None:
            is_except = code[start:at].lstrip().startswith("except")
            how = How.EXCEPT if is_except else How.WITH
            if code[start:at].lstrip().startswith("case"):
                how = How.PATTERN
            value_end = at - len(taken.group())
            return Binding(how, at, file.scope_at(at), (value_start(file, start, value_end), value_end))
        return None

    def _loop(self, at: int, after: int, statement: tuple[int, int], lead: str) -> Binding | None:
        file, code = self.file, self.file.code
        start, end = statement
        inside = _IN.search(code, after, end)
        if inside is None:
            return None
        opener = file.opener(start, at)
        is_target_bracket = opener >= 0 and lead.count("(") + lead.count("[") > lead.count(")") + lead.count(
            "]"
        )
        if is_target_bracket:
            opener = file.opener(start, opener)
        unpacked = bool(set(lead[3:]) & set(",(")) or code[after] in ",)"
        if opener < 0:
            value = (inside.end(), find_stop(code, inside.end(), end, ":"))
            return Binding(How.LOOP, at, file.scope_at(at), value, is_unpacked=unpacked)
        close = file.closer(opener, end)
        value = (inside.end(), clause_end(code, inside.end(), close))
        return Binding(How.LOOP, at, file.scope_at(at), value, region=(opener, close), is_unpacked=unpacked)

    def _assigned(self, at: int, after: int, statement: tuple[int, int]) -> Binding | None:
        file, code = self.file, self.file.code
        start, end = statement
        if not _AFTER_TARGET.match(code, after):
            return None
        semicolon = code.rfind(";", start, at)
        start = semicolon + 1 if semicolon >= 0 else start
        is_declared = code[after] == ":" and not code[start:at].strip()
        if not is_declared and code.find("=", at, end) < 0:
            return None
        marks = list(find_assignments(code, start, end))
        scope = file.scope_at(at)
        if is_declared:
            equals = next((first for first, _ in marks if first > after), -1)
            stop = equals if equals >= 0 else end
            return Binding(
                How.ASSIGNMENT, at, scope, (equals + 1, end) if equals >= 0 else (0, 0), (after + 1, stop)
            )
        if not marks or at > marks[-1][0]:
            return None
        part = max((last for first, last in marks if last <= at), default=start)
        if not _TARGET.search(code[part:at]) or is_subscript(code, part, at):
            return None
        value = (marks[-1][1], end)
        unpacked = bool(code[part:at].strip()) or code[after] in ",)]"
        return Binding(How.ASSIGNMENT, at, scope, value, is_unpacked=unpacked)
