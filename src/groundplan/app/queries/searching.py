"""Questions about what stands in the code: terms, definitions, their uses and callers, impact, imports."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.callers import find_callers
from groundplan.code.impact import find_impact
from groundplan.code.imports import find_imports
from groundplan.code.languages import FOLLOWED, PLAIN, language_of
from groundplan.code.naming import find_symbols, members_named, pick_path, pick_symbol
from groundplan.code.occurrences import find_occurrences
from groundplan.code.resolvers import Resolvers
from groundplan.code.unparsed import find_partly_parsed, unparsed_with, why_unparsed
from groundplan.code.usages import find_usages
from groundplan.evidence.plan_files import find_plan_files
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from groundplan.app.judgement.codebase import Codebase
    from groundplan.code.callers import Callers
    from groundplan.code.impact import Impact
    from groundplan.code.imports import Cycle, Edge, Unresolved
    from groundplan.code.index import Symbol
    from groundplan.code.occurrences import Occurrences
    from groundplan.code.outline import Import
    from groundplan.code.unparsed import Unparsed
    from groundplan.code.usage import Usages


@dataclass(frozen=True, slots=True)
class Symbols:
    """The definitions a name can mean."""

    name: str
    symbols: tuple[Symbol, ...]
    unparsed: tuple[Unparsed, ...] = ()  # code that has the word and is not parsed


def find(code: Codebase, term: str, *, ignore_case: bool = False) -> Occurrences:
    """Return every occurrence of a term in the repository; plans are about the code, and none of it."""
    found = find_occurrences(code.index, term, ignore_case=ignore_case)
    plans = find_plan_files(code.index)
    return replace(found, places=tuple(each for each in found.places if each.path not in plans))


def symbol(code: Codebase, name: str) -> Symbols:
    """Return what is defined under a name; raises with near names where nothing is."""
    index = code.index
    found = find_symbols(index, name) or members_named(index, name)
    symbols = found or (pick_symbol(index, name),)
    return Symbols(name, symbols, unparsed_with(index, symbols[0].definition.name))


def partly_parsed(code: Codebase, answer: object) -> tuple[str, ...]:
    """Return the files named in an answer, as plain data, that could be parsed only in part."""
    return find_partly_parsed(code.index, answer)


def usages(code: Codebase, name: str) -> Usages:
    """Return every use of a definition, each with how it is known; what only bears its name stands apart."""
    index = code.index
    found = find_usages(index, pick_symbol(index, name))
    plans = find_plan_files(index)
    account = found.account
    aside = [(path, count) for path, count in account.elsewhere if path in plans]
    kept = tuple(each for each in account.elsewhere if each not in aside)
    total = account.total - sum(count for _, count in aside)
    account = replace(account, total=total, files=account.files - len(aside), elsewhere=kept)
    return replace(found, account=account)


@dataclass(frozen=True, slots=True)
class ImportsOf:
    """What one file imports, who imports it, and what it takes from outside."""

    path: str
    imports: tuple[Edge, ...]
    importers: tuple[Edge, ...]
    packages: tuple[str, ...]
    unresolved: tuple[Unresolved, ...]
    reached: int  # files it imports, directly or not
    dependents: int  # files that import it, directly or not
    written: tuple[str, ...] = ()  # its imports as written, where the language's imports are not followed
    is_followed: bool = True  # the imports of its language are; otherwise who imports it is not known
    unparsed: str = ""  # why its imports are not known


def imports(code: Codebase, path: str) -> ImportsOf:
    """Return the imports of a file, both ways."""
    index = code.index
    known = pick_path(index, path)
    graph = find_imports(index)
    outline = index.outline(known)
    followed = Resolvers(index).of(known) is not None
    return ImportsOf(
        known,
        graph.imports_of(known),
        graph.importers_of(known),
        graph.packages.get(known, ()),
        tuple(each for each in graph.unresolved if each.path == known),
        len(graph.all_imports_of(known)),
        len(graph.all_importers_of(known)),
        () if followed or outline is None else tuple(dict.fromkeys(map(_written, outline.imports))),
        followed,
        why_unparsed(index, known),
    )


def _written(each: Import) -> str:
    return f"{each.module} ({each.name})" if each.name else each.module


@dataclass(frozen=True, slots=True)
class Cycles:
    """The import cycles of a repository; those that a type checker or a later call alone sees stand apart."""

    cycles: tuple[Cycle, ...]
    is_run_only: bool
    files: int  # in languages whose imports are followed
    others: int = 0  # files of code in other languages


def cycles(code: Codebase, *, only_run: bool = True) -> Cycles:
    """Return the import cycles; `only_run` leaves out imports for types and inside functions."""
    index = code.index
    languages = {path: language_of(path, b"") for path in index.paths()}
    rest = [path for path, language in languages.items() if language not in FOLLOWED]
    followed = len(languages) - len(rest)
    others = sum(languages[path] != PLAIN or bool(why_unparsed(index, path)) for path in rest)
    return Cycles(find_imports(index).cycles(only_run=only_run), only_run, followed, others)


def callers(code: Codebase, name: str) -> Callers:
    """Return who calls a definition, one step up."""
    index = code.index
    return find_callers(index, pick_symbol(index, name))


def impact(code: Codebase, changed: str, *, depth: int = 3) -> Impact:
    """Return what depends on a definition, or on a file given by its path."""
    index = code.index
    if "::" not in changed and ("/" in changed or changed in index.paths()):
        return find_impact(index, pick_path(index, changed), depth)
    return find_impact(index, pick_symbol(index, changed), depth)
