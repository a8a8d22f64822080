"""What a goal names outright: symbols, modules, paths, lines, frames, and where each of them stands."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundplan.code.naming import package_of
from groundplan.code.outline import Kind
from groundplan.plan.late_regex import late_regex
from groundplan.survey.where.kinds import Part, part_of
from groundplan.survey.where.words import is_compound

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.code.index import Symbol
    from groundplan.code.view import CodeView
    from groundplan.survey.where.goal import Goal

_BOUND_NAMES = frozenset((Kind.CONSTANT, Kind.ATTRIBUTE))
_MOST_NAMES = 250
_TOO_COMMON = 40  # files: a name defined in more says nothing
_INSTALLED = ("site-packages", "dist-packages", "node_modules")  # below these begins a package's own path
_MOST_MATCHES = 20
_ROOTED = late_regex(r"[/~\\]|[A-Za-z]:")  # written from the root of somebody's disk


@dataclass(slots=True)
class Named:
    """What is named, by file: how strongly, and the words to say so with."""

    symbols: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    qualified: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    modules: dict[str, float] = field(default_factory=dict)
    paths: dict[str, float] = field(default_factory=dict)
    frames: dict[str, float] = field(default_factory=dict)
    regions: dict[tuple[str, str], float] = field(default_factory=dict)  # by path and qualified name
    declared: set[tuple[str, str]] = field(default_factory=set)  # paths and names only declared there
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
        scored = [(_agreement(each, before, modules, package_of(index, each.path)), each) for each in symbols]
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


def _agreement(symbol: Symbol, before: list[str], modules: set[str], package: str) -> float:
    around = symbol.definition.parent.split(".") if symbol.definition.parent else []
    if around and before and around[-1] == before[-1]:
        return 1.0
    if symbol.path in modules:
        return 0.9
    folders = {*symbol.path.split("/")[:-1], *_file_qualifier(symbol.path), package}
    agreed = sum(each in folders for each in before)
    return 0.8 * agreed / len(before) if before else 0.0


def _file_qualifier(path: str) -> tuple[str, ...]:
    """Return the file's name where code may be called by it; in Go only the package, a folder, is one."""
    return () if path.endswith(".go") else (path.rpartition("/")[2].rpartition(".")[0],)


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


class PathLookup:
    """The paths of one repository, found by their ends."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = {}
        self._by_stem: dict[str, list[str]] = {}
        for path in paths:
            folder, _, name = path.rpartition("/")
            self._by_name.setdefault(name, []).append(path)
            stem = name.partition(".")[0]
            # A package is known by its folder: `__init__.py`, `index.ts`, `mod.rs`.
            known_as = folder.rpartition("/")[2] if stem in {"__init__", "index", "mod"} else stem
            self._by_stem.setdefault(known_as, []).append(path)

    def find(self, written: str, *, is_frame: bool = False) -> tuple[str, ...]:
        """Return the files whose ends agree longest with a path as written."""
        parts = [part for part in written.replace("\\", "/").split("/") if part not in {"", ".", "..", "~"}]
        if not parts:
            return ()
        installed = max((number for number, part in enumerate(parts) if part in _INSTALLED), default=-1)
        needed = 1 if len(parts) == 1 else 2
        if installed >= 0:
            parts = parts[installed + 1 :]
            needed = len(parts)
        is_rooted = is_frame or installed >= 0 or _ROOTED.match(written) is not None
        return self._longest(parts, needed, is_rooted=is_rooted)

    def _longest(self, parts: list[str], needed: int, *, is_rooted: bool) -> tuple[str, ...]:
        if not parts:
            return ()
        best, found, whole = max(needed, 1), [], []
        for path in self._by_name.get(parts[-1], ()):
            agreed = _path_agreement(path.split("/"), parts)
            if agreed == path.count("/") + 1:
                if agreed == len(parts) > 1:
                    return (path,)
                whole.append(path)  # `src/app.py` for `/home/me/project/src/app.py`
            if agreed > best:
                best, found = agreed, [path]
            elif agreed == best:
                found.append(path)
        # `impl/Cargo.toml` that is not there is no `Cargo.toml` at the top.
        found = found or (whole if is_rooted else [])
        return tuple(found) if len(found) <= _MOST_MATCHES else ()

    def find_module(self, dotted: list[str]) -> tuple[tuple[str, ...], int]:
        """Return the files that the longest beginning of a dotted name means, and how many parts that takes.

        A single part means a file only where one file alone has that name.
        """
        for length in range(len(dotted), 0, -1):
            parts = dotted[:length]
            found = [path for path in self._by_stem.get(parts[-1], ()) if _ends_with(path, parts)]
            found = [path for path in found if _file_qualifier(path)]
            if found and (length > 1 or len(found) == 1):
                return tuple(found[:_MOST_MATCHES]), length
        return (), 0


def _path_agreement(path: list[str], parts: list[str]) -> int:
    agreed = 0
    for ours, theirs in zip(reversed(path), reversed(parts), strict=False):
        if ours != theirs:
            break
        agreed += 1
    return agreed


def _ends_with(path: str, parts: list[str]) -> bool:
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    known = folder.split("/") if stem in {"__init__", "index", "mod"} else [*folder.split("/"), stem]
    return known[-len(parts) :] == parts
