"""The calls of a definition: its uses, looked for only where its name may be called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.properties import is_property
from groundplan.code.resolution.families import Family
from groundplan.code.resolution.python_usages import FileUsages
from groundplan.code.usage import CALLS, UsageKind
from groundplan.code.usages import usages_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.index import Symbol
    from groundplan.code.resolution.inference import Inference
    from groundplan.code.usage import Usage


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
