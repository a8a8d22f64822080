"""What may lead a test to some code where nothing else does, before it is said that no test was found."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.imports import find_imports
from groundplan.code.languages import SCRIPTS, language_of
from groundplan.code.usages import find_usages
from groundplan.survey.tests_for.by_name import TYPES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundplan.code.index import Symbol
    from groundplan.code.modules import Modules
    from groundplan.code.view import CodeView

MOST_STEPS = 3  # further away an entry says nothing about one of its files
_CRATE = re.compile(rb'^\s*name\s*=\s*"([\w-]{1,100})"', re.MULTILINE)


class Through(NamedTuple):
    """A test that imports an entry, through which a file is imported."""

    test: str
    line: int
    entry: str


def find_through(
    index: CodeView, path: str, tests: Collection[str], modules: Modules | None = None
) -> Iterator[Through]:
    """Yield the tests that import what imports a file, over as few steps as possible."""
    if path.endswith(".rs"):
        yield from _through_crate(index, path, tests)
    elif language_of(path, b"") in {"python", *SCRIPTS}:
        graph, known = find_imports(index, modules), frozenset(tests)
        seen, level = {path}, [path]
        for _ in range(MOST_STEPS + 1):
            edges = [each for entry in level for each in graph.importers_of(entry)]
            found = {each.source: each for each in reversed(edges) if each.source in known}
            if found:
                yield from (Through(each.source, each.line, each.target) for each in found.values())
                return
            level = list(dict.fromkeys(each.source for each in edges if each.source not in seen))
            seen.update(level)


def _through_crate(index: CodeView, path: str, tests: Collection[str]) -> Iterator[Through]:
    """Yield the tests beside a library crate of Rust that import it: any of its files may be meant."""
    home, source, _ = f"/{path}".rpartition("/src/")
    folder = f"{home[1:]}/" if home else ""
    entry = f"{folder}src/lib.rs"
    named = _CRATE.search(index.text(f"{folder}Cargo.toml") or b"")
    if not source or named is None or index.text(entry) is None:
        return
    crate = named[1].decode().replace("-", "_")
    for test in tests:
        outline = index.outline(test) if test.startswith(f"{folder}tests/") else None
        lines = (
            [each.line for each in outline.imports if each.module.split("::")[0] == crate] if outline else []
        )
        if lines:
            yield Through(test, lines[0], entry)


def find_places(index: CodeView, symbol: Symbol, tests: Collection[str]) -> dict[str, int]:
    """Return the tests whose code has the name of a definition, as far as uses leave it open, and where.

    The keys of objects in scripts are among them: an object may be of the type that declares them.
    """
    found = find_usages(index, symbol)
    places = [(each.path, each.line) for each in (*found.resolved, *found.possible)]
    if language_of(symbol.path, b"") in SCRIPTS and not found.coverage.is_complete:
        rows = (each.rpartition(":") for each in found.account.other)
        places += [(path, int(line)) for path, _, line in rows]
    # a test with a type of the name means its own
    others = index.symbols(symbol.definition.name)
    own = {each.path for each in others if each.definition.kind in TYPES and not each.definition.is_declared}
    known = frozenset(tests).difference(own)
    return dict(sorted(((path, line) for path, line in places if path in known), reverse=True))
