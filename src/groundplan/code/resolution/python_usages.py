"""The uses of a Python definition in one Python file, each with the rule by which it is known."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.resolution.bindings import How
from groundplan.code.resolution.brace_strings import ASKED, is_in_template
from groundplan.code.resolution.classes import is_same
from groundplan.code.resolution.expressions import evaluate
from groundplan.code.resolution.inference import find_fixture, is_fixture
from groundplan.code.resolution.members import member
from groundplan.code.resolution.python_text import MODULE
from groundplan.code.resolution.receivers import back, may_call, receiver_start, skip_blanks
from groundplan.code.resolution.usage_kind import kind_of
from groundplan.code.resolution.values import OUTSIDE, Source
from groundplan.code.usage import CALLS, Usage, UsageKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.accounting import Place
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Import
    from groundplan.code.resolution.bindings import Binding
    from groundplan.code.resolution.families import Family
    from groundplan.code.resolution.inference import Inference
    from groundplan.code.resolution.python_text import PythonText
    from groundplan.code.resolution.values import Values
    from groundplan.code.usage import Found

_TYPE_WORDS = re.compile(r"[\w.\[\], |\"']+\Z")
_IN_TYPE = re.compile(r"(?:\bcast\(|\bbound\s*=|\bTypeAlias\s*=|[\w\[]\[)\s*\Z")
_BEFORE_TYPE = re.compile(r"(?:->|:|\||\[|,|\bcast\(|\bbound\s*=|\bTypeAlias\s*=)\s*\Z")
_DOTTED = re.compile(r"[\w.:]+")
_LONGEST = 200
_WORDS = re.compile(r"(\w+)(?:\s*\.\s*\w+)*\s*")
# Programs put objects of their own into what these hold.
_LIBRARY = sys.stdlib_module_names - {"sys", "builtins", "__main__", "threading", "contextvars"}


class FileUsages:
    """Looks for one definition in one file at a time."""

    def __init__(self, inference: Inference, family: Family) -> None:
        self._inference = inference
        self._files = inference.files
        self._family = family
        self._symbol = family.symbol
        self._name = family.symbol.definition.name
        self.renamed: set[str] = set()  # the names under which packages pass it on

    def find(self, file: PythonText) -> Found:
        """Return the uses in a file, and where its strings and comments hold the word."""
        found: list[Usage] = []
        mentions: list[Place] = []
        name = self._name
        for at in file.find_word(name):
            if file.code[at : at + len(name)] != name:
                usage = self._in_string(file, at) or self._as_string(file, at)
                if usage is None:
                    mentions.append((file.line_of(at), file.column_of(at)))
            else:
                usage = self.at(file, at)
            if usage is not None:
                found.append(usage)
        for each in self._aliases(file):
            found += self._under_alias(file, each)
            if file.path.endswith("/__init__.py"):
                self.renamed.add(each)
        return found, mentions

    def calls(self, file: PythonText) -> Iterator[Usage]:
        """Return the uses in a file that are calls or decorators, without a look at the others."""
        raw, name = file.raw, self._name
        has_alias = f"{name} as " in raw
        if not (has_alias or f"{name}(" in raw or f"{name} (" in raw or f"{name}\n" in raw):
            return
        for at in file.find_word(name):
            if may_call(raw, at, at + len(name)) and file.code[at : at + len(name)] == name:
                usage = self.at(file, at)
                if usage is not None and usage.kind in CALLS:
                    yield usage
        for each in self._aliases(file) if has_alias else ():
            yield from (usage for usage in self._under_alias(file, each) if usage.kind in CALLS)

    def at(self, file: PythonText, at: int) -> Usage | None:
        """Return the use that the word at a place of the code is, or None where it is something else."""
        code, name = file.code, self._name
        dot = back(code, at, 0)
        # A line may start right after another one's `...`: that dot is not its own.
        if dot >= 0 and code[dot] == "." and (dot == at - 1 or file.statement(at)[0] <= dot):
            line = file.line_of(at)
            if self._is_import_line(file, line) or self._is_definition(file, line, at):
                return None
            return self._member(file, at, dot)
        bindings = self._files.bindings(file).holding(name, at)
        if any(each.at == at and each.how is How.DEFINITION for each in bindings):
            return None
        line = file.line_of(at)
        if self._is_import_line(file, line):
            return self._imported(file, at, line)
        after = skip_blanks(code, at + len(name))
        if code[after : after + 1] == "=" and code[after : after + 2] != "==":
            start, _ = file.statement(at)
            opener = file.opener(start, at)
            # behind `:` or `|` it is the annotation of a parameter that has a default
            before = back(code, at, start)
            if opener >= 0 and before >= 0 and code[before] in "(,":
                return self._keyword(file, at, opener)
        return self._bare(file, at, bindings)

    def _is_definition(self, file: PythonText, line: int, at: int) -> bool:
        """Whether a place is `self.name = …` where the outline says that the attribute is defined."""
        definition = self._symbol.definition
        if definition.kind is not Kind.ATTRIBUTE or (file.path, line) != (self._symbol.path, definition.line):
            return False
        after = skip_blanks(file.code, at + len(self._name))
        return file.code[after : after + 1] in {"=", ":"}

    def _bare(self, file: PythonText, at: int, bindings: tuple[Binding, ...]) -> Usage | None:
        if not bindings:
            for star in self._files.modules.stars(file.path):
                bound = self._files.modules.target(file.path, star) if star.name != "*" else None
                found = bound or self._files.modules.look_up(file.path, self._name)
                if self._leads_here(found.symbols):
                    return self._usage(file, at, Source.REEXPORT if found.hops > 1 else Source.IMPORT)
                break
            return None
        for each in bindings:
            if each.how is How.PARAMETER and each.at == at and self._asks_for(file, each):
                return self._usage(file, at, Source.FIXTURE)
            source = self._source_of(file, each)
            if source is not None:
                is_own = source is Source.SCOPE and any(one.at == at for one in bindings)
                return None if is_own and self._defines(file, at) else self._usage(file, at, source)
        return None

    def _asks_for(self, file: PythonText, parameter: Binding) -> bool:
        """Whether a parameter of a test or a fixture is what pytest gives it from the fixture of its name."""
        if not is_fixture(self._symbol.definition) or parameter.region != (0, 0):
            return False
        found = find_fixture(self._files, file, file.blocks[parameter.scope], self._name)
        return found is not None and is_same(found, self._symbol)

    def _defines(self, file: PythonText, at: int) -> bool:
        """Whether a binding is a definition of the name: each branch of a condition may have one."""
        qualified = self._symbol.definition.qualified
        return any(each.line == file.line_of(at) for each in file.outline.find(qualified))

    def _source_of(self, file: PythonText, binding: Binding) -> Source | None:
        """Return the rule by which a binding is the definition looked for, or None where it is not."""
        if binding.how is How.IMPORT:
            line = file.line_of(binding.at)
            for each in self._files.modules.bound_by_import(file.path, self._name):
                if each.line == line:
                    source = self._import_source(file, each)
                    if source is not None:
                        return source
            return None
        if file.path != self._symbol.path or binding.region != (0, 0):
            return None
        definition = self._symbol.definition
        if binding.how is How.DEFINITION:
            return Source.SCOPE if file.line_of(binding.at) == definition.line else None
        around = file.blocks[binding.scope].qualified if binding.scope != MODULE else ""
        is_name = (
            definition.kind in {Kind.CONSTANT, Kind.ATTRIBUTE, Kind.TYPE} and binding.how is not How.PARAMETER
        )
        return Source.SCOPE if is_name and around == definition.parent else None

    def _import_source(self, file: PythonText, imported: Import) -> Source | None:
        bound = self._files.modules.target(file.path, imported)
        if self._leads_here(bound.symbols):
            return Source.REEXPORT if bound.hops > 1 else Source.IMPORT
        # A script that is run with the folder of the module on its path: `from dictutils import X`
        is_like = imported.module == self._symbol.path.rpartition("/")[2].removesuffix(".py")
        return Source.NAME if is_like and not bound.symbols and imported.name == self._name else None

    def _leads_here(self, symbols: tuple[Symbol, ...]) -> bool:
        return any(is_same(each, self._symbol) for each in symbols)

    def _imported(self, file: PythonText, at: int, line: int) -> Usage | None:
        for each in file.outline.imports:
            if each.line == line and each.name == self._name:
                source = self._import_source(file, each)
                if source is not None:
                    return self._usage(file, at, source, UsageKind.IMPORT)
        return None

    def _is_import_line(self, file: PythonText, line: int) -> bool:
        start, end = file.starts[line - 1], file.starts[line] if line < len(file.starts) else len(file.code)
        words = file.code[start:end].split(None, 1)
        if words and words[0] in {"from", "import"}:
            return True
        return any(each.line == line for each in file.outline.imports if each.name == self._name)

    def _member(self, file: PythonText, at: int, dot: int) -> Usage | None:
        values = self._receiver(file, dot)
        settled = bool(values)
        is_on_base = is_only = is_anothers = False
        for value in values:
            symbols, source, is_final = member(self._inference, value, self._name)
            if self._leads_here(symbols):
                return self._usage(file, at, source)
            is_on_base = is_on_base or any(self._family.overrides(each) for each in symbols)
            settled = settled and is_final
            is_on_base = is_on_base or any(self._family.may_implement(each) for each in symbols)
            is_only = is_only or any(self._family.is_only_implementation(each) for each in symbols)
            is_anothers = is_anothers or bool(symbols and is_final)
        if file.code[max(0, dot - 7) : dot] == "super()" and self._family.is_last:
            return None
        if is_on_base or is_only:
            return self._usage(file, at, Source.STUB if is_only else Source.BASE)
        # What a class makes for an attribute of its own has the member, and is seldom another such class.
        if settled or (is_anothers and self._is_own_attribute(file, dot)):
            return None
        return self._usage(file, at, self._family.source_by_name())

    def _is_own_attribute(self, file: PythonText, dot: int) -> bool:
        """Whether a member is asked of an attribute, in a method of the class that has the definition."""
        start, owner = receiver_start(file, dot), self._symbol.definition.parent
        written = file.code[start:dot].split(".") if start is not None else []
        block = file.block_at(file.line_of(dot))
        around = file.blocks[block].qualified if block != MODULE else ""
        is_inside = file.path == self._symbol.path and around.startswith(f"{owner}.")
        return bool(owner) and is_inside and len(written) == 2 and written[0] in {"self", "cls"}

    def _receiver(self, file: PythonText, dot: int) -> Values:
        start = receiver_start(file, dot)
        if start is None or self._is_of_library(file, start, dot):
            return OUTSIDE
        return evaluate(self._inference, file, start, dot) if start < dot else ()

    def _is_of_library(self, file: PythonText, start: int, dot: int) -> bool:
        """Whether an attribute is asked of a module of the standard library, by words that call nothing."""
        words = _WORDS.fullmatch(file.code, start, dot)
        head = words[1] if words is not None else ""
        if not head or self._inference.raw_name(file, head, start) != OUTSIDE:
            return False
        modules = {
            each.module.partition(".")[0] for each in self._files.modules.bound_by_import(file.path, head)
        }
        return bool(modules) and modules <= _LIBRARY

    def _keyword(self, file: PythonText, at: int, opener: int) -> Usage | None:
        """Return the use as a keyword: a field of the class, or of the class of what is called."""
        if self._family.owner is None or self._symbol.definition.kind is not Kind.ATTRIBUTE:
            return None
        if file.code[opener] != "(":
            return None
        begin = receiver_start(file, opener)
        values = (
            evaluate(self._inference, file, begin, opener) if begin is not None and begin < opener else ()
        )
        for value in values:
            if value.is_class_like and value.symbol is not None:
                symbols = self._files.classes.members(value.symbol, self._name)
                if self._leads_here(symbols):
                    return self._usage(file, at, Source.CONSTRUCTOR, UsageKind.KEYWORD)
        return None

    def _in_string(self, file: PythonText, at: int) -> Usage | None:
        """Return the use in a quoted annotation or in `__all__`; any other word in a string is a mention."""
        if self._family.owner is not None and self._symbol.definition.kind is not Kind.CLASS:
            return None
        start, end = file.code.rfind('"', 0, at), file.code.find("`", at)
        if start < 0 or end < 0 or "\n" in file.code[start:end] or file.code[start + 1 : end].strip():
            return None
        words = file.raw[start + 1 : end]
        statement, _ = file.whole_statement(start)
        lead = file.code[max(statement, start - 40) : start]
        if words == self._name and file.code[statement : statement + 40].lstrip().startswith("__all__"):
            bound = self._files.modules.look_up(file.path, self._name)
            return (
                self._usage(file, at, Source.SCOPE, UsageKind.EXPORT)
                if self._leads_here(bound.symbols)
                else None
            )
        if len(words) > 300 or not _TYPE_WORDS.match(words) or not _BEFORE_TYPE.search(lead[-40:]):
            return None
        is_class = self._symbol.definition.kind is Kind.CLASS
        if kind_of(file, at) is not UsageKind.ANNOTATION and not (is_class and _IN_TYPE.search(lead[-40:])):
            return None
        if file.raw[at - 1] == ".":
            return None
        bindings = self._files.bindings(file).holding(self._name, at)
        source = next((found for each in bindings if (found := self._source_of(file, each))), None)
        return None if source is None else self._usage(file, at, source, UsageKind.ANNOTATION)

    def _as_string(self, file: PythonText, at: int) -> Usage | None:
        """Return the possible use in a string that holds only a name, `getattr(x, "save")`, or a template."""
        start, end = file.code.rfind('"', 0, at), file.code.find("`", at)
        is_whole = 0 <= start < end <= start + _LONGEST and _DOTTED.fullmatch(file.raw, start + 1, end)
        before = file.raw[file.starts[file.line_of(at) - 1] : at]
        is_name = is_whole and end == at + len(self._name)
        if not is_name and ("#" in before or not is_in_template(before)):
            return None
        is_asked = not is_name or ASKED.search(before[: start - at]) or file.raw[at - 1] in ".:"
        return self._usage(file, at, Source.NAME if is_asked else Source.TEXT, UsageKind.STRING)

    def _aliases(self, file: PythonText) -> Iterator[str]:
        """Return the other names under which a file imports the definition."""
        for each in file.outline.imports:
            if (
                each.name == self._name
                and each.alias not in {self._name, ""}
                and self._import_source(file, each)
            ):
                yield each.alias

    def _under_alias(self, file: PythonText, alias: str) -> Iterator[Usage]:
        for at in file.find_code(alias):
            if file.code[at - 1 : at] == "." or self._is_import_line(file, file.line_of(at)):
                continue
            for each in self._files.bindings(file).holding(alias, at):
                if each.how is not How.IMPORT:
                    continue
                line = file.line_of(each.at)
                imports = self._files.modules.bound_by_import(file.path, alias)
                sources = [self._import_source(file, one) for one in imports if one.line == line]
                source = next((one for one in sources if one is not None), None)
                if source is not None:
                    yield self._usage(file, at, source, length=len(alias))
                break

    def _usage(
        self, file: PythonText, at: int, source: Source, kind: UsageKind | None = None, *, length: int = 0
    ) -> Usage:
        line = file.line_of(at)
        block = file.block_at(line)
        around = file.blocks[block] if block != MODULE else None
        inside, begin = (around.qualified, around.line) if around is not None else ("", 0)
        found = kind or kind_of(file, at, length or len(self._name))
        return Usage(file.path, line, file.column_of(at), found, source, inside, begin)
