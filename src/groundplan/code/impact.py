"""What a change to a definition or a file reaches: who depends on it, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from groundplan.code.callers import find_calls
from groundplan.code.imports import find_imports
from groundplan.code.index import Symbol
from groundplan.code.languages import FOLLOWED
from groundplan.code.overloads import may_mean
from groundplan.code.public import PublicNames
from groundplan.code.resolution.families import is_distinctive
from groundplan.code.resolution.inference import Inference
from groundplan.code.resolution.python_files import PythonFiles
from groundplan.code.shown_tests import is_test_file, shows_test
from groundplan.code.test_paths import is_test, is_test_part
from groundplan.code.usage import UsageKind
from groundplan.code.usages import usages_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.coverage import Coverage
    from groundplan.code.usage import Usage
    from groundplan.code.view import CodeView

_IMPORTING = frozenset({UsageKind.IMPORT, UsageKind.EXPORT})
_Key = tuple[str, str, int]  # file, name and line of a definition: a file may have several of one name
MOST = 2000  # definitions; a change that reaches more reaches everything


@dataclass(frozen=True, slots=True)
class Dependent:
    """A definition that a change reaches, or a module's own code where `qualified` is empty."""

    path: str
    qualified: str
    steps: int  # 1: it uses the changed definition itself
    uses: str  # what it uses on the way there, as `path::name`
    first: Usage  # the first place where it does
    public: str = ""  # why others may rely on it, or nothing
    is_test: bool = False  # it is part of the tests
    holds_tests: bool = False  # and its file shows a test
    is_by_name: bool = False  # further away, and a step of the way is known by a rare name alone

    @property
    def is_import(self) -> bool:
        """Whether it only imports the definition or passes it on, and uses nothing yet."""
        return self.first.kind in _IMPORTING


@dataclass(frozen=True, slots=True)
class Reached:
    """A file that imports the changed file, over so many steps."""

    path: str
    steps: int
    is_test: bool = False  # it is part of the tests
    holds_tests: bool = False  # and shows a test


@dataclass(frozen=True, slots=True)
class Impact:
    """What depends on a definition or a file. `possible` are edges by name alone: never counted as known."""

    path: str
    qualified: str
    public: str
    dependents: tuple[Dependent, ...]
    possible: tuple[Dependent, ...]
    files: tuple[Reached, ...]
    is_cut: bool = False  # there is more than the depth or the limit let through
    is_followed: bool = True  # the imports of its language are; otherwise who imports the file is not known
    coverage: Coverage | None = None  # of the uses of the definition itself; a file has importers only
    is_in_tests: bool = False  # a test file has the name, whatever it does with it

    @property
    def users(self) -> tuple[Dependent, ...]:
        """Return what uses the definition itself; who only imports it is not among them."""
        return tuple(each for each in self.dependents if each.steps == 1 and not each.is_import)

    @property
    def tests(self) -> tuple[str, ...]:
        """Return the test files among the dependents, sorted; of a file, among those that import it."""
        if not self.qualified:
            return tuple(sorted({each.path for each in self.files if each.holds_tests}))
        known = (each for each in self.dependents if not each.is_by_name)
        return tuple(sorted({each.path for each in known if each.holds_tests}))

    @property
    def possible_tests(self) -> tuple[str, ...]:
        """Return the further test files among the places that are matched by name, sorted."""
        by_name = (each for each in self.dependents if each.is_by_name)
        named = {each.path for each in (*by_name, *self.possible) if each.holds_tests}
        return tuple(sorted(named.difference(self.tests)))


def find_impact(index: CodeView, changed: Symbol | str, depth: int = 3) -> Impact:
    """Return what depends on a definition, up to `depth` steps away, or on a file given by its path."""
    files = PythonFiles(index)
    path = changed if isinstance(changed, str) else changed.path
    importers = find_imports(index, files.modules).all_importers_of(path)
    reached = tuple(
        Reached(each, steps, is_test(each), is_test(each) and _holds(index, each))
        for each, steps in sorted(importers.items(), key=lambda one: (one[1], one[0]))
    )
    outline = index.outline(path)
    is_followed = outline is not None and outline.language in FOLLOWED
    if isinstance(changed, str):
        return Impact(path, "", "", (), (), reached, is_followed=is_followed)
    walk = _Walk(Inference(files), PublicNames(index, files.modules))
    coverage = walk.go(changed, depth)
    public = walk.public.reason(changed)
    return Impact(
        path,
        changed.definition.qualified,
        public,
        walk.found(),
        walk.possible(),
        reached,
        walk.is_cut,
        is_followed,
        coverage,
        any(is_test_file(index, each) for each in index.files_with(changed.definition.name)),
    )


@dataclass
class _Walk:
    """Goes from a definition to its users, from those to theirs, breadth first."""

    inference: Inference
    public: PublicNames
    is_cut: bool = False
    _known: dict[_Key, Dependent] = field(default_factory=dict)
    _guessed: dict[_Key, Dependent] = field(default_factory=dict)
    _by_name: set[_Key] = field(default_factory=set)

    def go(self, changed: Symbol, depth: int) -> Coverage:
        """Walk up to so many steps; return how far the uses of the definition itself are known."""
        start = usages_in(self.inference, changed)
        edge = self._take((*start.resolved, *start.possible), changed, 1)
        for steps in range(2, depth + 1):
            if not edge or self.is_cut:
                break
            reached: list[Symbol] = []
            for symbol in edge:
                index = self.inference.files.index
                calls = (each for each in find_calls(self.inference, symbol) if may_mean(index, symbol, each))
                # a word that many things have says nothing so far from the change
                is_rare = is_distinctive(symbol.definition.name)
                reached += self._take((each for each in calls if each.is_resolved or is_rare), symbol, steps)
                if len(self._known) >= MOST:
                    self.is_cut = True
                    break
            edge = reached
        self.is_cut = self.is_cut or bool(edge)
        self._known.pop((changed.path, changed.definition.qualified, changed.definition.line), None)
        return start.coverage

    def found(self) -> tuple[Dependent, ...]:
        return _sorted(self._known.values())

    def possible(self) -> tuple[Dependent, ...]:
        return _sorted(each for key, each in self._guessed.items() if key not in self._known)

    def _take(self, usages: Iterable[Usage], used: Symbol, steps: int) -> list[Symbol]:
        """Note who makes these uses; return the definitions met for the first time."""
        met: list[Symbol] = []
        own = (used.path, used.definition.qualified)
        name = "::".join(own)
        for each in usages:
            key = (each.path, each.inside, each.begin)
            if key[:2] == own:
                continue
            noted = self._known if each.is_resolved else self._guessed
            if key in noted:
                if noted[key].is_import and each.kind not in _IMPORTING:
                    noted[key] = replace(noted[key], first=each)  # the use says more than the import
                continue
            symbol = self._symbol(each)
            reason = self.public.reason(symbol) if symbol is not None else ""
            is_part = self._is_test(each.path, symbol)
            holds = is_part and _holds(self.inference.files.index, each.path)
            by_name = each.is_by_unique_name or (*own, used.definition.line) in self._by_name
            if by_name and each.is_resolved:
                self._by_name.add(key)
            noted[key] = Dependent(
                each.path, each.inside, steps, name, each, reason, is_part, holds, by_name and steps > 1
            )
            if symbol is not None and each.is_resolved:
                met.append(symbol)
        return met

    def _is_test(self, path: str, symbol: Symbol | None) -> bool:
        outline = self.inference.files.index.outline(path)
        return is_test_part(path, outline, symbol.definition if symbol is not None else None)

    def _symbol(self, usage: Usage) -> Symbol | None:
        found = self.inference.files.modules.defined(usage.path, usage.inside) if usage.inside else ()
        around = [each for each in found if each.line == usage.begin]
        return Symbol(usage.path, around[0]) if around else None


def _holds(index: CodeView, path: str) -> bool:
    """Whether tests are in a file: beside the code, or in a file that is more than what tests share."""
    return (is_test_file(index, path) or not is_test(path)) and shows_test(path, index.text(path) or b"")


def _sorted(dependents: Iterable[Dependent]) -> tuple[Dependent, ...]:
    return tuple(
        sorted(
            dependents,
            key=lambda each: (each.steps, each.is_by_name, each.path, each.qualified, each.first.line),
        )
    )
