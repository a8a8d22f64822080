"""Who calls a definition: one step up, by the calling definition; and where it is passed on instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.outline import NAMES, Kind, is_property
from groundplan.code.resolution.families import Family
from groundplan.code.resolution.inference import Inference
from groundplan.code.resolution.python_files import PythonFiles
from groundplan.code.resolution.python_usages import FileUsages
from groundplan.code.usage import CALLS, UsageKind
from groundplan.code.usages import usages_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.coverage import Coverage
    from groundplan.code.index import Symbol
    from groundplan.code.usage import Usage
    from groundplan.code.view import CodeView

_AS_TYPE = frozenset({UsageKind.ANNOTATION, UsageKind.BASE})


@dataclass(frozen=True, slots=True)
class Caller:
    """A definition that calls another one, or a module's own code where `qualified` is empty."""

    path: str
    qualified: str
    calls: tuple[Usage, ...]

    @property
    def is_resolved(self) -> bool:
        """Whether at least one of its calls is known by a rule, not by name alone."""
        return any(each.is_resolved for each in self.calls)


@dataclass(frozen=True, slots=True)
class Callers:
    """Who calls a definition: those known, those that call something of its name, and who passes it on."""

    symbol: Symbol
    resolved: tuple[Caller, ...]
    possible: tuple[Caller, ...]
    passed_on: tuple[Usage, ...]  # named without a call: whoever calls it from there is not followed
    coverage: Coverage
    also_defined: tuple[str, ...] = ()  # the other places that define the name, as `path:line`


def find_callers(index: CodeView, symbol: Symbol) -> Callers:
    """Return who calls a definition; to call a class is to call its `__init__`."""
    inference = Inference(PythonFiles(index))
    usages = usages_in(inference, symbol)
    found = [*usages.resolved, *usages.possible]
    coverage = usages.coverage
    grouped: dict[tuple[str, str, int], list[Usage]] = {}
    for each in found:
        if is_call(symbol, each):
            grouped.setdefault((each.path, each.inside, each.begin), []).append(each)
    callers = [Caller(path, name, tuple(calls)) for (path, name, _), calls in sorted(grouped.items())]
    passed_on = tuple(each for each in found if each.is_resolved and _passes_on(symbol, each))
    return Callers(
        symbol,
        tuple(each for each in callers if each.is_resolved),
        tuple(each for each in callers if not each.is_resolved),
        passed_on,
        coverage if _is_type(symbol) else _of_callers(coverage, passed_on),
        usages.also_defined,
    )


def _passes_on(symbol: Symbol, usage: Usage) -> bool:
    """Whether a use names the definition without a call: as a value, or as a type where it is no class."""
    if is_call(symbol, usage) or symbol.definition.kind in NAMES:
        return False
    return usage.kind is UsageKind.REFERENCE or (_is_type(symbol) and usage.kind in _AS_TYPE)


def _is_type(symbol: Symbol) -> bool:
    return symbol.definition.kind in {Kind.INTERFACE, Kind.TYPE, Kind.ENUM}


def _of_callers(coverage: Coverage, passed_on: tuple[Usage, ...]) -> Coverage:
    if not passed_on:
        return coverage
    return coverage.but(["it is named without a call: calls through it are not followed"])


# The calls of a definition: its uses, looked for only where its name may be called.


def is_call(symbol: Symbol, usage: Usage) -> bool:
    """Whether a use runs the definition: a call, a decorator, or the reading of a property."""
    if usage.kind is UsageKind.REFERENCE:
        return is_property(symbol.definition)
    return usage.kind in CALLS


def find_calls(inference: Inference, symbol: Symbol) -> Iterator[Usage]:
    """Return the calls of a definition, resolved or possible; to make an instance calls `__init__`."""
    files = inference.files
    if files.resolvers.language_of(symbol.path) != "python" or is_property(symbol.definition):
        found = usages_in(inference, symbol)
        yield from (each for each in (*found.resolved, *found.possible) if is_call(symbol, each))
        return
    search = FileUsages(inference, Family(files, symbol))
    for path in files.index.files_with(symbol.definition.name):
        file = files.file(path)
        if file is not None:
            yield from search.calls(file)
    if symbol.definition.name == "__init__":
        owner = files.classes.owner(symbol)
        if owner is not None:
            yield from find_calls(inference, owner)
