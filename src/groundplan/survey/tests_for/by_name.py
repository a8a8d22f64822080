"""Tests that name what a file defines: as code, and where the name can mean nothing else."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.code_words import CodeWords, is_distinctive, is_everyday
from groundplan.code.languages import SCRIPTS
from groundplan.code.outline import NAMES, Kind
from groundplan.code.test_paths import is_test, is_test_code
from groundplan.survey.tests_for.naming import same_language
from groundplan.survey.tests_for.spaces import Spaces

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from groundplan.code.code_words import Word
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView

MOST_NAMES = 200
LEAST = 4  # letters of a name that may tell
TYPES = frozenset({Kind.CLASS, Kind.TYPE, Kind.INTERFACE, Kind.ENUM, Kind.MODULE})
_PACKAGED = frozenset({"java", "kotlin", "php", "csharp"})
_FACADE = re.compile(rb'@file:JvmName\("(\w{1,100})"\)')
_OVERRIDDEN = re.compile(r"\boverride\b")
# What LINQ adds to every sequence.
_LINQ = frozenset({"Aggregate", "Append", "Contains", "Count", "First", "Select", "Single", "Where"})
_TITLED = (
    rb"""\b(?:describe|context|it|test|specify)\b[^\n'"`]{0,40}['"`][^\n'"`]{0,300}?(?<![\w$])%s(?![\w$])"""
)
_OWN_OBJECT = frozenset({"this", "self", "cls"})  # of the test itself


class Sought(NamedTuple):
    """A name a file defines, and what is known of it."""

    name: str
    parents: tuple[str, ...] = ()  # what it stands in, the outermost first
    is_type: bool = False
    is_member: bool = False
    is_extension: bool = False  # called on something else, though it belongs to its package
    is_alone: bool = False  # no other file outside the tests defines the name


@dataclass(frozen=True, slots=True)
class Named:
    """A name of the file in the code of a test, and the lines."""

    name: str
    lines: tuple[int, ...]
    is_member: bool


class NameSearch:
    """Looks for the names of one file in the code of tests."""

    def __init__(
        self, index: CodeView, path: str, importing: Mapping[str, Collection[int]], tests: Collection[str]
    ) -> None:
        self._index = index
        self._tests = frozenset(tests)
        self._path = path
        self._importing = importing  # tests that import or include the file, and the lines where they do
        outline = index.outline(path)
        self._language = outline.language if outline else ""
        self._is_broken = outline is not None and outline.is_broken
        self.words = CodeWords(index)
        self._spaces = Spaces(index, self.words)

    def find(self, definitions: Iterable[Definition], *, is_file: bool = True) -> dict[str, list[Named]]:
        """Return the test files that name some of the definitions, or their file, each with which."""
        found: dict[str, list[Named]] = defaultdict(list)
        for sought in (*self._choose(definitions), *(self._facade() if is_file else ())):
            for test in self._index.files_with(sought.name):
                if test == self._path or not same_language(test, self._path):
                    continue
                if test in self._tests or (test.endswith(".rs") and not is_test(test)):
                    lines = tuple(self._lines(test, sought))
                    if lines:
                        found[test].append(Named(sought.name, lines, sought.is_member))
        return found

    def find_any(self, definitions: Iterable[Definition]) -> dict[str, list[Named]]:
        """Return the test files whose code has one of the names, whatever it means there, each with which."""
        found: dict[str, list[Named]] = defaultdict(list)
        for name in self._names(definitions):
            for test in self._index.files_with(name):
                if test == self._path or test not in self._tests or not same_language(test, self._path):
                    continue
                if self._language in {"java", "kotlin"} and not self._spaces.reaches(test, self._path):
                    continue
                is_telling = is_distinctive(name) or name[:1].isupper()
                own = self._own(test, name)
                words = (
                    []
                    if own is None
                    else [
                        each
                        for each in self.words.find(test, name)
                        if each.line not in own and self._may_mean(test, each)
                    ]
                )
                lines = tuple(each.line for each in words if is_telling or each.is_called)
                if lines:
                    found[test].append(Named(name, lines, is_member=False))
        return found

    def find_titled(self, name: str) -> dict[str, list[Named]]:
        """Return the test files with a test whose title has a name: `describe('@Res', …)`."""
        title = re.compile(_TITLED % re.escape(name.encode()), re.MULTILINE)
        found: dict[str, list[Named]] = {}
        for test in self._index.files_with(name):
            if test == self._path or test not in self._tests or not same_language(test, self._path):
                continue
            text = self._index.text(test) or b""
            if first := title.search(text):
                line = text.count(b"\n", 0, first.end()) + 1
                found[test] = [Named(name, (line,), is_member=False)]
        return found

    def _own(self, test: str, name: str) -> frozenset[int] | None:
        """Return the lines where a test defines a name; None where that is a type, which it then means."""
        outline = self._index.outline(test)
        own = [each for each in outline.definitions if each.name == name] if outline else []
        is_type = any(each.kind in TYPES and not each.is_declared for each in own)
        return None if is_type else frozenset(each.line for each in own)

    def _may_mean(self, test: str, word: Word) -> bool:
        """Whether a word may be a name of the file: neither bound anew nor on what comes from elsewhere."""
        outline = self._index.outline(test)
        is_foreign = outline is not None and _is_imported(outline, word.owner) and test not in self._importing
        return not word.is_bound and word.owner not in _OWN_OBJECT and not is_foreign

    def _names(self, definitions: Iterable[Definition]) -> list[str]:
        """Return the names of definitions and of the types they belong to, once each."""
        found: dict[str, None] = {}
        chosen = list(definitions)
        holders = {each.parent for each in chosen if each.kind in TYPES}
        for each in chosen:
            # one that many files open only to put something into it, as in Ruby
            is_open = (
                each.qualified in holders and len({one.path for one in self._index.symbols(each.name)}) > 1
            )
            is_namespace = is_open or (each.kind is Kind.MODULE and self._language != "ruby")
            is_own_test = is_test_code(self._path, each) and not is_test(self._path)
            if each.kind is Kind.ATTRIBUTE or is_namespace or is_own_test:
                continue
            found[each.name] = None
            if each.kind is Kind.METHOD and each.parent:
                found[each.parent.rpartition(".")[2]] = None
        return [name for name in found if len(name) >= LEAST and not is_everyday(name)][:MOST_NAMES]

    def _choose(self, definitions: Iterable[Definition]) -> Iterator[Sought]:
        """Return the names that may tell; the first of those that are written the same."""
        seen: set[str] = set()
        for each in definitions:
            is_proven = self._language in _PACKAGED and each.kind in TYPES  # by its package
            is_short = len(each.name) < (2 if is_proven else LEAST) or each.name.startswith("__")
            if is_short or each.name in seen or each.kind is Kind.ATTRIBUTE or len(seen) >= MOST_NAMES:
                continue
            if "Override" in each.decorators or _OVERRIDDEN.search(each.header):
                continue  # whoever declares it has the name, too
            # in a file that did not parse a method may have lost its class
            is_plain = each.kind in NAMES or (self._is_broken and each.kind is Kind.FUNCTION)
            if is_plain and not is_distinctive(each.name):
                continue
            if is_test_code(self._path, each) and not is_test(self._path):
                continue
            seen.add(each.name)
            yield self._sought(each)

    def _facade(self) -> tuple[Sought, ...]:
        """Return the class that Java finds the functions of a file of Kotlin in."""
        stem = self._path.rpartition("/")[2].partition(".")[0]
        outline = self._index.outline(self._path)
        is_class = outline is not None and any(each.name == stem for each in outline.definitions)
        if not self._path.endswith(".kt") or is_class:
            return ()
        facade = _FACADE.search(self._index.text(self._path) or b"")
        return (Sought(facade[1].decode() if facade else f"{stem}Kt", is_type=True, is_alone=True),)

    def _sought(self, each: Definition) -> Sought:
        is_type = each.kind in TYPES
        is_extension = _is_extension(each)
        parents = tuple(each.parent.split(".")) if each.parent else ()
        rivals = [
            one
            for one in self._index.symbols(each.name)
            if one.path != self._path
            and not is_test(one.path)
            and not one.definition.is_declared
            and same_language(one.path, self._path)
            and not _are_pair(one.path, self._path)
            and (not is_extension or _is_extension(one.definition))
        ]
        is_inner = each.kind is Kind.FUNCTION and bool(parents) and self._language not in {"cpp", "rust"}
        is_member = each.kind is Kind.METHOD or is_inner
        return Sought(each.name, parents, is_type, is_member, is_extension, not rivals)

    def _lines(self, test: str, sought: Sought) -> Iterator[int]:
        outline = self._index.outline(test)
        if outline is None or any(
            each.name == sought.name and not each.is_declared for each in outline.definitions
        ):
            return
        words = list(self.words.find(test, sought.name))
        if any(each.is_bound for each in words):
            return  # a name of its own
        if self._is_of_helpers(test, sought.name):
            return
        is_inline = test.endswith(".rs") and not is_test(test)
        own = self._declared_in_go(test, sought.name)
        for word in words:
            if word.line in self._spaces.lines(test) or word.line in own:
                continue
            if is_inline:
                around = outline.at(word.line)
                if around is None or not is_test_code(test, around):
                    continue
            if self._means(test, outline, sought, word):
                yield word.line

    def _is_of_helpers(self, test: str, name: str) -> bool:
        """Whether another file of the tests has a function of that name, and this one imports none here."""
        if test in self._importing:
            return False
        return any(
            each.definition.kind is Kind.FUNCTION
            and not each.definition.parent
            and each.path != self._path
            and is_test(each.path)
            and same_language(each.path, test)
            for each in self._index.symbols(name)
        )

    def _declared_in_go(self, test: str, name: str) -> frozenset[int]:
        """Return the lines where a Go test has the name as a field, a key or a parameter of its own."""
        if self._language != "go":
            return frozenset()
        declared = re.compile(rf"(?<![\w.]){re.escape(name)}(?:[ \t]+[\w*\[]|[ \t]*:(?!=))")
        rows = enumerate(self.words.code(test).split("\n"), 1)
        return frozenset(number for number, row in rows if declared.search(row) and "case " not in row)

    def _means(self, test: str, outline: Outline, sought: Sought, word: Word) -> bool:
        """Whether a word in a test is the name sought, by the rules of its language."""
        if sought.is_extension:
            is_seen = self._spaces.sees(test, self._path, sought.name)
            return sought.is_alone and word.is_called and is_seen and sought.name not in _LINQ
        if sought.is_member:
            is_telling = is_distinctive(sought.name)
            # On a module or another class it is something of theirs: `http.HandlerFunc`
            is_theirs = word.owner[:1].isupper() or _is_imported(outline, word.owner)
            is_own = bool(word.joint) and (word.owner in sought.parents or not is_theirs)
            return sought.is_alone and is_telling and is_own and not _is_imported(outline, sought.name)
        if self._language in _PACKAGED:
            return self._in_package(test, sought, word)
        if self._language == "go":
            return self._in_go(test, outline, word)
        if self._language == "rust":
            return self._in_rust(outline, sought, word)
        if self._language == "ruby":
            return self._in_ruby(test, sought, word)
        if self._language in {"c", "cpp"}:
            is_scoped = word.joint == "::" and word.owner
            fits = (
                word.owner in (*sought.parents, *self._spaces.of(self._path)) if is_scoped else not word.joint
            )
            return sought.is_alone and fits and (is_distinctive(sought.name) or test in self._importing)
        # Python and scripts import what they use; through a module as a whole it is called by its name.
        is_used = word.is_called or (sought.is_type and self._language in SCRIPTS)
        return (
            sought.is_alone
            and is_used
            and is_distinctive(sought.name)
            and word.joint in {"", "."}
            and not _is_imported(outline, sought.name)
        )

    def _in_package(self, test: str, sought: Sought, word: Word) -> bool:
        if sought.parents and self._language != "csharp":
            return (
                word.owner == sought.parents[-1]
                and bool(word.joint)
                and self._spaces.sees(test, self._path, sought.parents[0])
            )
        if not sought.is_type and self._language == "kotlin" and word.joint:  # an extension function
            return (
                sought.is_alone
                and self._spaces.sees(test, self._path, sought.name)
                and is_distinctive(sought.name)
            )
        last = {re.split(r"[.\\]", each)[-1] for each in self._spaces.of(self._path)}
        if word.joint:
            return word.owner in last and sought.is_alone
        if self._language == "csharp" and not sought.is_alone:
            return False
        return self._spaces.sees(test, self._path, sought.name)

    def _in_go(self, test: str, outline: Outline, word: Word) -> bool:
        is_beside = test.rpartition("/")[0] == self._path.rpartition("/")[0]
        packages = self._spaces.of(self._path)
        if is_beside and self._spaces.of(test) == packages:
            return not word.joint
        lines = self._importing.get(test, ())
        imports = [each for each in outline.imports if each.line in lines]
        if not word.joint:  # `import . "a/b"`
            return any(each.name == "*" for each in imports)
        aliases = {each.alias for each in imports}
        return word.joint == "." and bool(aliases) and word.owner in {*aliases, *packages}

    def _in_rust(self, outline: Outline, sought: Sought, word: Word) -> bool:
        brought = self._spaces.brings(outline, sought.name)
        if not sought.is_alone or brought is False:
            return False
        if word.joint == ".":
            return False
        stem = self._path.rpartition("/")[2].partition(".")[0]
        if word.joint == "::":
            own = self._spaces.is_own_root(word.owner) or word.owner in {stem, *sought.parents}
            return own or (is_distinctive(sought.name) and word.owner not in {"std", "core", "alloc"})
        return bool(brought) or is_distinctive(sought.name)

    def _in_ruby(self, test: str, sought: Sought, word: Word) -> bool:
        if not sought.is_alone or not sought.is_type:
            return sought.is_alone and is_distinctive(sought.name) and (word.is_called or bool(word.joint))
        if word.joint:
            return word.joint == "::" and word.owner == (sought.parents[-1] if sought.parents else "")
        if not sought.parents:
            return True
        opening = rf"^\s*(?:module|class|include)\s+(?:\w+::)*{re.escape(sought.parents[-1])}\b"
        return re.search(opening, self.words.code(test), re.MULTILINE) is not None


def _is_extension(definition: Definition) -> bool:
    return "(this " in definition.header and " static " in f" {definition.header}"


def _is_imported(outline: Outline, name: str) -> bool:
    """Whether a test imports something of that name: what it is, the import says."""
    return bool(name) and any(name == (each.alias or each.name) for each in outline.imports)


def _are_pair(one: str, other: str) -> bool:
    """Whether two files are a header of C and what implements it."""
    first, second = (each.rpartition("/")[2].rpartition(".")[0] for each in (one, other))
    return (
        first == second
        and one.rpartition(".")[2] != other.rpartition(".")[2]
        and ".h" in one[-4:] + other[-4:]
    )
