"""Constructors: whoever makes an instance of a class uses them, by the name of the class."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.coverage import join
from groundplan.code.index import Symbol
from groundplan.code.outline import Kind
from groundplan.code.resolution.values import Source
from groundplan.code.usage import CALLS, UsageKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.accounting import Place
    from groundplan.code.usage import Found, Usage, Usages
    from groundplan.code.view import CodeView

_CONSTRUCTORS = frozenset({"__init__", "constructor", "initialize", "__construct"})
_BELOW = "classes that come from its class may call it, which is not followed"
_PASSED = "its class is named without a call: what is made through that is not followed"


def made_by(index: CodeView, symbol: Symbol) -> Symbol | None:
    """Return the class whose making calls the definition, where that is its constructor."""
    definition, outline = symbol.definition, index.outline(symbol.path)
    if definition.name not in _CONSTRUCTORS or not definition.parent or outline is None:
        return None
    found = [each for each in outline.find(definition.parent) if each.kind is Kind.CLASS]
    return Symbol(symbol.path, found[-1]) if found else None


def is_one(one: Symbol, other: Symbol) -> bool:
    """Whether two symbols are a class and its constructor, or overloads of one function of a script."""
    is_script = one.path.endswith((".ts", ".tsx", ".mts", ".cts"))
    if is_script and (one.path, one.definition.qualified) == (other.path, other.definition.qualified):
        return one.definition.kind in {Kind.FUNCTION, Kind.METHOD}
    names = {one.definition.qualified, other.definition.qualified}
    return one.path == other.path and names == {min(names), f"{min(names)}.{one.definition.name}"}


def with_making(found: Usages, made: Usages) -> Usages:
    """Return the uses of a constructor: those under its own name, and those that make its class."""
    known = (*found.resolved, *(each for each in made.resolved if each.kind in CALLS))
    possible = (*found.possible, *(each for each in made.possible if each.kind in CALLS))
    kinds = {each.kind for each in (*made.resolved, *made.possible)}
    open_ends = {UsageKind.BASE: _BELOW, UsageKind.REFERENCE: _PASSED}
    coverage = join(found.coverage, made.coverage, possible)
    return replace(
        found,
        resolved=sorted_uses(known),
        possible=sorted_uses(possible),
        coverage=coverage.but([why for kind, why in open_ends.items() if kind in kinds]),
    )


def sorted_uses(usages: Iterable[Usage]) -> tuple[Usage, ...]:
    """Return uses each once, in the order of their places."""
    return tuple(sorted(set(usages), key=lambda each: (each.path, each.line, each.column)))


def without_rare(found: Usages) -> Usages:
    """Return the uses with those that only a rare name tells as possible ones: other things have it, too."""
    rare = tuple(replace(each, source=Source.NAME) for each in found.resolved if each.is_by_unique_name)
    if not rare:
        return found
    kept = tuple(each for each in found.resolved if not each.is_by_unique_name)
    account, number = found.account, len(rare)
    account = replace(account, resolved=account.resolved - number, possible=account.possible + number)
    coverage = join(found.coverage, found.coverage, (*found.possible, *rare))
    possible = sorted_uses([*found.possible, *rare])
    return replace(found, resolved=kept, possible=possible, coverage=coverage, account=account)


def without_texts(found: list[Usage], mentioned: list[Place]) -> Found:
    """Put strings that nothing is seen to look up among the words in strings."""
    texts = [(each.line, each.column) for each in found if each.source is Source.TEXT]
    return [each for each in found if each.source is not Source.TEXT], [*mentioned, *texts]
