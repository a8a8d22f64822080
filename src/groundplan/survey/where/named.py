"""What a goal names outright: symbols, modules, paths, lines, frames, and where each of them stands."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.survey.where.kinds import Part, part_of
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.view import CodeView
    from groundplan.survey.where.goal import Goal
    from groundplan.survey.where.path_lookup import PathLookup

_BOUND_NAMES = frozenset((Kind.CONSTANT, Kind.ATTRIBUTE))
_MOST_NAMES = 250
_TOO_COMMON = 40  # files: a name defined in more says nothing


@dataclass(slots=True)
class Named:
    """What is named, by file: how strongly, and the words to say so with."""

    symbols: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    qualified: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    modules: dict[str, float] = field(default_factory=dict)
    paths: dict[str, float] = field(default_factory=dict)
    frames: dict[str, float] = field(default_factory=dict)
    regions: dict[tuple[str, str], float] = field(default_factory=dict)  # by path and qualified name
    declared: set[tuple[str, str]] = field(
        default_factory=set
    )  # paths and names that are only declared there
    lines: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def note_region(self, path: str, name: str, worth: float) -> None:
        """Keep the strongest naming of a region."""
        key = (path, name)
        self.regions[key] = max(self.regions.get(key, 0.0), worth)


def find_named(index: CodeView, goal: Goal, lookup: PathLookup) -> Named:
    """Return what a goal names that stands in the index."""
    named = Named()
    known: dict[str, tuple[Symbol, ...]] = {}
    for name, worth in sorted(goal.names.items(), key=lambda item: -item[1])[:_MOST_NAMES]:
        known[name] = _outside_tests(index.symbols(name))
        _note_symbols(named, name, worth, known[name])
    for dotted in goal.dotted:
        _note_dotted(index, named, dotted.split("."), lookup)
    for mention in goal.mentions:
        found = lookup.find(mention.path)
        for path in found:
            named.paths[path] = max(named.paths.get(path, 0.0), 1.0 / len(found))
            if mention.first:
                named.lines[path].extend(range(mention.first, min(mention.last, mention.first + 200) + 1))
    _note_frames(index, named, goal, lookup)
    return named


def _outside_tests(symbols: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    return tuple(each for each in symbols if part_of(each.path) is not Part.TEST)


def _note_symbols(named: Named, name: str, worth: float, symbols: tuple[Symbol, ...]) -> None:
    files = {each.path for each in symbols}
    if not files or len(files) > _TOO_COMMON:
        return
    defining = {each.path for each in symbols if not each.definition.is_declared}
    named.declared |= {(path, name) for path in files - defining}
    for each in symbols:
        strength = worth / len(files)
        if each.definition.kind in _BOUND_NAMES:
            strength *= 0.5
        here = named.symbols[each.path]
        here[name] = max(here.get(name, 0.0), strength)
        if each.definition.kind not in _BOUND_NAMES:
            named.note_region(each.path, each.definition.qualified, worth / len(symbols))


def _note_dotted(index: CodeView, named: Named, parts: list[str], lookup: PathLookup) -> None:
    modules, taken = lookup.find_module(parts)
    rest = parts[taken:]
    modules = tuple(path for path in modules if part_of(path) is not Part.TEST)
    for path in modules:
        if taken > 1 or is_compound(parts[0]) or len(parts) > 1:
            named.modules[path] = max(named.modules.get(path, 0.0), (1.0 if not rest else 0.5) / len(modules))
    _note_qualified(index, named, parts, rest, set(modules))


def _note_qualified(
    index: CodeView, named: Named, parts: list[str], rest: list[str], modules: set[str]
) -> None:
    """Note where `Class.method`, `module.function` or a re-exported name is defined.

    The last part that is defined anywhere decides; what stands before it must agree with the class around it,
    the file's name or its folders.
    """
    for length in range(len(parts), max(len(parts) - len(rest) - 1, 1), -1):
        *before, name = parts[:length]
        symbols = _outside_tests(index.symbols(name))
        scored = [(_agreement(each, before, modules), each) for each in symbols]
        best = max((score for score, _ in scored), default=0.0)
        if best <= 0.0:
            continue
        chosen = [each for score, each in scored if score == best]
        files = {each.path for each in chosen}
        if len(files) > _TOO_COMMON:
            continue
        for each in chosen:
            here = named.qualified[each.path]
            here[".".join(parts[:length][-2:])] = best / len(files)
            named.note_region(each.path, each.definition.qualified, best / len(chosen) + 0.2)
        return


def _agreement(symbol: Symbol, before: list[str], modules: set[str]) -> float:
    around = symbol.definition.parent.split(".") if symbol.definition.parent else []
    if around and before and around[-1] == before[-1]:
        return 1.0
    if symbol.path in modules:
        return 0.9
    folders = set(symbol.path.rpartition(".")[0].split("/"))
    agreed = sum(each in folders for each in before)
    return 0.8 * agreed / len(before) if before else 0.0


def _note_frames(index: CodeView, named: Named, goal: Goal, lookup: PathLookup) -> None:
    depth = 0
    for frame in goal.frames:
        found = lookup.find(frame.path, is_frame=True)
        found = tuple(path for path in found if part_of(path) is not Part.TEST)
        if not found:
            continue
        # Frames of other packages do not count: nearness is that among this repository's own.
        nearness = 1.0 / (1.0 + 0.35 * depth)
        depth += 1
        for path in found:
            named.frames[path] = max(named.frames.get(path, 0.0), nearness / len(found))
            _note_frame_region(index, named, path, frame.function, nearness)


def _note_frame_region(index: CodeView, named: Named, path: str, function: str, nearness: float) -> None:
    outline = index.outline(path)
    if outline is None or not function:
        return
    for each in outline.definitions:
        if each.name == function and each.kind not in _BOUND_NAMES:
            named.note_region(path, each.qualified, nearness)
