"""Who calls a definition: one step up, by the calling definition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.calls import find_calls
from groundplan.code.resolution.inference import Inference
from groundplan.code.resolution.python_files import PythonFiles
from groundplan.code.unparsed import unparsed_with

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.unparsed import Unparsed
    from groundplan.code.usage import Usage
    from groundplan.code.view import CodeView


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
    """Who calls a definition: those known, and those that call something of its name."""

    symbol: Symbol
    resolved: tuple[Caller, ...]
    possible: tuple[Caller, ...]
    unparsed: tuple[Unparsed, ...] = ()  # code that has the word and is not parsed


def find_callers(index: CodeView, symbol: Symbol) -> Callers:
    """Return who calls a definition; to call a class is to call its `__init__`."""
    grouped: dict[tuple[str, str], list[Usage]] = {}
    for each in find_calls(Inference(PythonFiles(index)), symbol):
        grouped.setdefault((each.path, each.inside), []).append(each)
    callers = [Caller(*place, tuple(calls)) for place, calls in sorted(grouped.items())]
    return Callers(
        symbol,
        tuple(each for each in callers if each.is_resolved),
        tuple(each for each in callers if not each.is_resolved),
        unparsed_with(index, symbol.definition.name),
    )
