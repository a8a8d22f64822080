"""Every use of a definition: what is known by a rule, what is only possible, what bears its name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.coverage import measure, reason_of_names
from groundplan.code.languages import FOLLOWED, family_of
from groundplan.code.resolution.brace_usages import BraceUsages
from groundplan.code.resolution.families import Family
from groundplan.code.resolution.inference import Inference
from groundplan.code.resolution.named_usages import NamedUsages
from groundplan.code.resolution.python_files import PythonFiles
from groundplan.code.resolution.python_usages import FileUsages
from groundplan.code.usage import Usages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundplan.code.index import Symbol
    from groundplan.code.usage import Usage
    from groundplan.code.view import CodeView

# In languages whose uses are matched by name.
NOT_FOLLOWED = ("imports and types are not followed in this language",)


def find_usages(index: CodeView, symbol: Symbol) -> Usages:
    """Return every use of a definition in the repository, each labelled with how it was found."""
    return usages_in(Inference(PythonFiles(index)), symbol)


def find_each(index: CodeView, symbols: Iterable[Symbol]) -> Iterator[Usages]:
    """Return the uses of several definitions, over files that are opened once."""
    inference = Inference(PythonFiles(index))
    return (usages_in(inference, symbol) for symbol in symbols)


def usages_in(inference: Inference, symbol: Symbol) -> Usages:
    """Return every use of a definition, with files that other questions may have opened already."""
    files = inference.files
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
            lambda path: named.find(path) if files.resolvers.language_of(path) in wanted else ([], 0),
        )
        return replace(found, coverage=found.coverage.but(NOT_FOLLOWED))
    braces = BraceUsages(files.index, files.resolvers, symbol)
    found = _gathered(
        files,
        symbol,
        lambda path: braces.find(path) if files.resolvers.language_of(path) in wanted else ([], 0),
    )
    return replace(found, coverage=found.coverage.but(braces.open_ends()))


def _in_python(files: PythonFiles, search: FileUsages, path: str) -> tuple[list[Usage], int]:
    file = files.file(path)
    return ([], 0) if file is None else search.find(file)


def _gathered(
    files: PythonFiles,
    symbol: Symbol,
    find: Callable[[str], tuple[list[Usage], int]],
    overrides: tuple[Symbol, ...] = (),
) -> Usages:
    resolved: list[Usage] = []
    possible: list[Usage] = []
    mentions: list[tuple[str, int]] = []
    open_ends: list[str] = []
    for path in files.index.files_with(symbol.definition.name):
        found, mentioned = find(path)
        # A Python file without a find has not been parsed for this question, and is not now.
        outline = files.index.outline(path) if found or not path.endswith((".py", ".pyi")) else None
        if outline is not None and outline.is_broken:
            open_ends.append(f"part of `{path}` could not be parsed")
        for each in found:
            (resolved if each.is_resolved else possible).append(each)
        if mentioned:
            mentions.append((path, mentioned))
    known, guessed = _sorted(resolved), _sorted(possible)
    coverage = measure(files.index, symbol.definition.name, guessed, open_ends)
    own = (symbol.path, symbol.definition.line)
    named = files.index.symbols(symbol.definition.name)
    places = [(each.path, each.definition.line) for each in named if not each.definition.is_declared]
    others = tuple(f"{path}:{line}" for path, line in places if (path, line) != own)
    return Usages(symbol, known, guessed, coverage, overrides, tuple(mentions), others)


def _sorted(usages: list[Usage]) -> tuple[Usage, ...]:
    return tuple(sorted(set(usages), key=lambda each: (each.path, each.line, each.column)))
