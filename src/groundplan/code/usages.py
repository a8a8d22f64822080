"""Every use of a definition: what is known by a rule, what is only possible, what bears its name."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.accounting import Accounts
from groundplan.code.coverage import measure, reason_of_names
from groundplan.code.declarations import implemented
from groundplan.code.languages import FOLLOWED, family_of
from groundplan.code.making import is_one, made_by, sorted_uses, with_making, without_rare, without_texts
from groundplan.code.outline import Kind
from groundplan.code.overloads import overloads_of
from groundplan.code.resolution import jvm_values
from groundplan.code.resolution.brace_text import BraceText
from groundplan.code.resolution.brace_types import TYPES
from groundplan.code.resolution.brace_usages import BraceUsages
from groundplan.code.resolution.brought_in import BroughtIn
from groundplan.code.resolution.called_by_language import reason_of_language
from groundplan.code.resolution.class_names import LANGUAGES, ClassNames
from groundplan.code.resolution.families import Family, is_distinctive
from groundplan.code.resolution.foreign_receivers import ForeignReceivers
from groundplan.code.resolution.inference import Inference
from groundplan.code.resolution.kotlin_names import is_bound
from groundplan.code.resolution.other_names import uses_elsewhere
from groundplan.code.resolution.php_names import is_of, namespace_of
from groundplan.code.resolution.python_files import PythonFiles
from groundplan.code.resolution.python_usages import FileUsages
from groundplan.code.resolution.ruby_words import read_word
from groundplan.code.resolution.scopes import scopes_of
from groundplan.code.resolution.values import Source
from groundplan.code.resolution.variables import find_declared
from groundplan.code.resolution.visibility import Visibility
from groundplan.code.usage import Usage, UsageKind, Usages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundplan.code.accounting import Place
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.resolution.scopes import Scope
    from groundplan.code.usage import Found
    from groundplan.code.view import CodeView

# In languages whose uses are matched by name.
NOT_FOLLOWED = ("most imports and types are not followed in this language",)
_CALLED = re.compile(r"!?\s*(?:::)?(?:<[\w\s,.:&*?\[\]]{0,200}>)?\s*\(")
# What begins a method and never a call.
_HEADER = re.compile(
    r"^\s*(?:(?:public|private|protected|internal|static|override|virtual|abstract|sealed|async|unsafe|extern)\s+)+"
    r"[\w<>\[\],.?\s]+[\s>\]?]\Z"
)
_NEAR = 60
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_NEW = re.compile(r"\bnew\s+(?:[\w$]+\s*(?:\.|::|\\)\s*)*\Z")
_WITH_NEW = frozenset({"java", "csharp"})
_PASSED = re.compile(r"(?:<[^<>()\n]{0,80}>)?\s*::\s*new\b")
_MADE = re.compile(r"\s*(?:\.|&\.|::)\s*new\b")  # in Ruby
# A class or a module by its name, before what is asked of it.
_RECEIVER = re.compile(r"(?<![\w@$])([A-Z]\w*)\s*(?:\.|::|&\.|->|\?\.)\s*\Z")


def find_usages(index: CodeView, symbol: Symbol) -> Usages:
    """Return every use of a definition in the repository, each labelled with how it was found."""
    return usages_in(Inference(PythonFiles(index)), symbol)


def find_each(index: CodeView, symbols: Iterable[Symbol]) -> Iterator[Usages]:
    """Return the uses of several definitions, over files that are opened once."""
    inference = Inference(PythonFiles(index))
    return (usages_in(inference, symbol) for symbol in symbols)


def usages_in(inference: Inference, symbol: Symbol) -> Usages:
    """Return every use of a definition, with files that other questions may have opened already."""
    found, owner = _by_its_name(inference, symbol), made_by(inference.files.index, symbol)
    if owner is not None:
        return with_making(found, usages_in(inference, owner))
    language = inference.files.resolvers.language_of(symbol.path)
    return replace(found, coverage=found.coverage.but(reason_of_language(symbol, language)))


def _by_its_name(inference: Inference, symbol: Symbol) -> Usages:
    files = inference.files
    if (own := implemented(files.index, symbol)) is not None:
        return replace(usages_in(inference, own), symbol=symbol)
    language = files.resolvers.language_of(symbol.path)
    if language == "python":
        family = Family(files, symbol)
        python = FileUsages(inference, family)
        found = _gathered(files, symbol, lambda path: _in_python(files, python, path), family.below)
        return replace(found, coverage=found.coverage.but(reason_of_names(python.renamed)))
    wanted = family_of(language)
    if language not in FOLLOWED:
        named = NamedUsages(files.index, symbol)
        found = _gathered(
            files,
            symbol,
            lambda path: named.find(path) if files.resolvers.language_of(path) in wanted else None,
        )
        same = len(overloads_of(files.index, symbol))
        any_of = f"each use may be of any of the {same} definitions of that name in its file"
        return replace(found, coverage=found.coverage.but((*NOT_FOLLOWED, *([any_of] if same > 1 else []))))
    braces = BraceUsages(files.index, files.resolvers, symbol)
    found = _gathered(
        files,
        symbol,
        lambda path: braces.find(path) if files.resolvers.language_of(path) in wanted else None,
        beside=files.resolvers.scripts.takers_of_default(symbol),
    )
    beyond = uses_elsewhere(files.index, symbol)
    found = without_rare(found) if beyond else found
    return replace(found, coverage=found.coverage.but([*braces.open_ends(), *beyond]))


def _in_python(files: PythonFiles, search: FileUsages, path: str) -> Found | None:
    file = files.file(path)
    return None if file is None else search.find(file)


def _gathered(
    files: PythonFiles,
    symbol: Symbol,
    find: Callable[[str], Found | None],
    overrides: tuple[Symbol, ...] = (),
    beside: frozenset[str] = frozenset(),
) -> Usages:
    index, name = files.index, symbol.definition.name
    resolved: list[Usage] = []
    possible: list[Usage] = []
    mentions: list[tuple[str, int]] = []
    open_ends: list[str] = []
    texts = 0
    accounts = Accounts(name)
    for path in sorted(beside.union(index.files_with(name))):
        text = index.text(path) or b""
        searched = find(path)
        found, mentioned = without_texts(*(searched or ([], [])))
        # The index ignores case: a Python file without the word in it has not been parsed, and is not now.
        is_sought = path in beside or name.encode("utf-8", "surrogateescape") in text
        outline = index.outline(path) if is_sought else None
        if outline is not None and outline.is_broken:
            open_ends.append(f"part of `{path}` could not be parsed")
        if outline is None or searched is None:
            accounts.skip(path, text)
        else:
            accounts.add(path, text, outline, found, mentioned)
        for each in found:
            (resolved if each.is_resolved else possible).append(each)
        texts += len(searched[0]) - len(found) if searched else 0
        if mentioned:
            mentions.append((path, len(mentioned)))
    known, guessed = sorted_uses(resolved), sorted_uses(possible)
    if texts:
        open_ends.append(f"{texts} {'string is' if texts == 1 else 'strings are'} its name")
    coverage = measure(index, name, guessed, open_ends)
    own = (symbol.path, symbol.definition.line)
    places = [
        (each.path, each.definition.line)
        for each in index.symbols(name)
        if not each.definition.is_declared and not is_one(symbol, each)
    ]
    others = tuple(f"{path}:{line}" for path, line in places if (path, line) != own)
    return Usages(symbol, known, guessed, coverage, overrides, tuple(mentions), others, accounts.sum())


class NamedUsages:
    """Looks for one definition in one file at a time; sure of it only where nothing else has its name."""

    def __init__(self, index: CodeView, symbol: Symbol) -> None:
        self._index = index
        self._symbol = symbol
        self._name = symbol.definition.name
        self._meant = _class_of(index, symbol) or symbol  # whose name the places have
        self._makes = self._meant is not symbol
        self._visibility = Visibility(index, symbol)
        self._receivers = ForeignReceivers(index, self._meant)
        self._locals: dict[tuple[str, int], tuple[Scope, ...]] = {}

    def find(self, path: str) -> Found:
        """Return the uses in a file, and where its strings and comments hold the word."""
        outline, text = self._index.outline(path), self._index.text(path)
        if outline is None or text is None:
            return [], []
        file = BraceText(path, text, outline)
        called = {
            line
            for words, lines in outline.calls.items()
            if words.rpartition(".")[2] == self._name
            for line in lines
        }
        defined = [each.line for each in outline.definitions if each.name == self._name]
        found: list[Usage] = []
        mentions: list[Place] = []
        for at in file.find_word(self._name):
            line = file.line_of(at)
            if file.code[at] != self._name[0]:
                mentions.append((line, file.column_of(at)))
            elif line in defined:
                defined.remove(line)
            elif self._is_ruled_out(file, at) or (is_ours := self._is_of_namespace(file, at)) is False:
                continue
            elif (kind := self._kind(file, at, line in called)) is not None:
                around = _defined(outline, line)
                inside, begin = (around.qualified, around.line) if around is not None else ("", 0)
                is_by_name = (self._is_ruby_method and kind is UsageKind.REFERENCE) or self._is_on_another(
                    file, at
                )
                is_open = is_by_name or is_ours is None
                source = Source.NAME if is_open else self._brought_in.rule(file, at) or self._source
                found.append(Usage(path, line, file.column_of(at), kind, source, inside, begin))
        return found, mentions

    def _is_ruled_out(self, file: BraceText, at: int) -> bool:
        """Whether visibility, what stands before the name or a variable leaves it another meaning only."""
        line = file.line_of(at)
        is_reached = self._visibility.reaches(file, line) and not self._receivers.is_anothers(file, at)
        return not is_reached or self._is_local(file, at, line) or is_bound(file, at, self._symbol)

    def _is_of_namespace(self, file: BraceText, at: int) -> bool | None:
        """Whether PHP's namespaces, or imports and classes elsewhere, leave it open that a name is this."""
        if file.outline.language in LANGUAGES:
            return not self._classes.is_anothers(file, at)
        definition = self._symbol.definition
        if file.outline.language != "php" or definition.parent or definition.kind is Kind.CONSTANT:
            return True
        return is_of(file, at, self._name, self._namespace)

    def _is_local(self, file: BraceText, at: int, line: int) -> bool:
        """Whether a place is in the scope of a variable of the function's name, which is meant there."""
        around = file.outline.at(line)
        is_function = self._symbol.definition.kind is Kind.FUNCTION and file.outline.language != "ruby"
        if not is_function or around is None or around.kind not in _FUNCTIONS:
            return False
        key = (file.path, around.first)
        if key not in self._locals:
            find = (
                jvm_values.find_callables if file.outline.language in jvm_values.LANGUAGES else find_declared
            )
            start = file.starts[around.first - 1]
            end = start + len(file.span(around.first, around.last))
            self._locals[key] = scopes_of(file, find(file.code, start, end, self._name))
        return any(each.hides(at) for each in self._locals[key])

    @cached_property
    def _classes(self) -> ClassNames:
        return ClassNames(self._index, self._meant)

    @cached_property
    def _brought_in(self) -> BroughtIn:
        return BroughtIn(self._index, self._meant)

    @cached_property
    def _namespace(self) -> str:
        return namespace_of((self._index.text(self._symbol.path) or b"").decode("utf-8", "replace"))

    def _is_on_another(self, file: BraceText, at: int) -> bool:
        """Whether a member is asked of something with a name of its own that does not hold the definition."""
        written = _RECEIVER.search(file.code, max(0, at - _NEAR), at)
        definition = self._meant.definition
        if written is None or (definition.kind in TYPES and file.outline.language != "ruby"):
            return False
        return written[1] not in {*definition.parent.split("."), "Self"}

    @cached_property
    def _is_ruby_method(self) -> bool:
        outline = self._index.outline(self._symbol.path)
        return (
            outline is not None
            and outline.language == "ruby"
            and self._symbol.definition.kind in {Kind.METHOD, Kind.FUNCTION}
        )

    def _kind(self, file: BraceText, at: int, is_called: bool) -> UsageKind | None:  # noqa: FBT001
        """Return what a place does with the name; None where it means something else there."""
        line = file.line_of(at)
        if self._is_ruby_method:
            return read_word(file, at, self._name)
        if self._makes:  # what names only the type calls no constructor
            return UsageKind.CALL if self._is_made(file, at) else None
        is_before_bracket = _CALLED.match(file.code, at + len(self._name)) is not None
        if is_before_bracket and _HEADER.search(file.code[file.starts[line - 1] : at]):
            return None  # the other header of a method, between `#else` and `#endif`
        if any(each.line == line and self._name in {each.name, each.alias} for each in file.outline.imports):
            return UsageKind.IMPORT
        if self._is_called(file, at) or (is_called and not self._is_called_beside(file, line)):
            return UsageKind.CALL
        if self._symbol.definition.kind in _FUNCTIONS and jvm_values.is_value(file, at, self._symbol):
            return None
        is_base = any(
            each.first <= line <= each.line and self._name in {base.rpartition(".")[2] for base in each.bases}
            for each in file.outline.definitions
        )
        return UsageKind.BASE if is_base else UsageKind.REFERENCE

    def _is_made(self, file: BraceText, at: int) -> bool:
        """Whether a name is one of a class that is made there: `new Name(…)`, `Name::new`."""
        is_new = _NEW.search(file.code, max(0, at - _NEAR), at)
        return is_new is not None or _PASSED.match(file.code, at + len(self._name)) is not None

    def _is_called(self, file: BraceText, at: int) -> bool:
        end = at + len(self._name)
        if file.outline.language == "ruby" and self._symbol.definition.kind in TYPES:
            return _MADE.match(file.code, end) is not None
        is_new = _NEW.search(file.code, max(0, at - _NEAR), at)
        return is_new is not None or _CALLED.match(file.code, end) is not None

    def _is_called_beside(self, file: BraceText, line: int) -> bool:
        """Whether one place of a line is seen to be the call: in `X x = new X()` the other is a type."""
        first, last = file.starts[line - 1], file.starts[line - 1] + len(file.span(line, line))
        word = re.compile(rf"(?<![\w$]){re.escape(self._name)}(?![\w$])")
        return any(self._is_called(file, each.start()) for each in word.finditer(file.code, first, last))

    @cached_property
    def _source(self) -> Source:
        """What the bare name is worth: a rule only where it is a rare word that means one thing here."""
        if not is_distinctive(self._name):
            return Source.NAME
        return Source.NAME if any(map(self._is_another, self._index.symbols(self._name))) else Source.ONLY

    def _is_another(self, symbol: Symbol) -> bool:
        """Whether a symbol is something else; a declaration and its definition in two files are one thing."""
        mine, other = self._meant.definition, symbol.definition
        if mine.kind in TYPES and other.qualified == f"{mine.qualified}.{mine.name}":
            return False  # its constructor
        if mine.qualified != other.qualified:
            return True
        return symbol.path != self._meant.path and not (mine.is_declared or other.is_declared)


def _class_of(index: CodeView, symbol: Symbol) -> Symbol | None:
    """Return the class of a constructor that is called by the name of its class, after `new`."""
    definition = symbol.definition
    outline = index.outline(symbol.path)
    if outline is None or outline.language not in _WITH_NEW or definition.kind not in _FUNCTIONS:
        return None
    if definition.parent.rpartition(".")[2] != definition.name:
        return None
    owners = (each for each in outline.find(definition.parent) if each.kind in TYPES)
    return next((replace(symbol, definition=each) for each in owners), None)


def _defined(outline: Outline, line: int) -> Definition | None:
    """Return what is around a line; what C declares and defines in a file is one thing."""
    around = outline.at(line)
    if around is None or not around.is_declared:
        return around
    return next((each for each in outline.find(around.qualified) if not each.is_declared), around)
