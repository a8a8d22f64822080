"""Files to edit by hand and their twins: async and sync halves, generated ones, implementations beside."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from groundplan.code.outline import Kind
from groundplan.code.pairs import find_pairs, plain_name
from groundplan.code.test_paths import is_test
from groundplan.evidence.kinds import Region
from groundplan.plan.dataclass import dataclass
from groundplan.plan.path_pattern import matches

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.code.outline import Definition
    from groundplan.evidence.kinds import Caller, Failure, Reach
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack

_T = TypeVar("_T")
_MOST_REGIONS = 6  # of the foremost; those further down are guesses


@dataclass(frozen=True, slots=True)
class Paired:
    """An async file and its sync twin, whether the change touches them, and why where it is no target."""

    asynchronous: str
    synchronous: str
    is_generated: bool
    is_affected: bool
    shared: tuple[str, ...] = ()  # methods of the regions to change that it implements too


def keep(pack: EvidencePack, name: str, make: Callable[[], _T]) -> _T:
    """Return what is computed once per pack, as the pack's own facts are."""
    kept = vars(pack)
    if name not in kept:
        kept[name] = make()
    found: _T = kept[name]
    return found


def paths_of(pack: EvidencePack) -> tuple[str, ...]:
    """Return every text file; the index sorts them anew each time it is asked."""
    return keep(pack, "paths", pack.index.paths)


def keep_for(brief: Brief, name: str, make: Callable[[], _T]) -> _T:
    """Return what is computed once per brief: other answers make another brief, and it is computed anew."""
    kept = vars(brief.pack)
    known = kept.get(name)
    if known is None or known[0] is not brief:
        kept[name] = (brief, make())
    found: _T = kept[name][1]
    return found


def find_paired(pack: EvidencePack) -> tuple[Paired, ...]:
    """Return the pairs that the profile declares, each affected or not, and affected ones the code shows."""
    return keep(pack, "paired", lambda: _find_paired(pack))


def _find_paired(pack: EvidencePack) -> tuple[Paired, ...]:
    seen = {pair.asynchronous: pair for pair in find_pairs(pack.index)}
    touched = {target.path for target in pack.targets}
    found = []
    for declared in pack.config.profile.axes.get("pairs", ()):
        pair = seen.pop(declared, None)
        twin = pair.synchronous if pair else declared.replace("_async", "_sync")
        is_written = pair.is_generated if pair else is_generated(pack, twin)
        is_target = bool(touched & {declared, twin})
        shared = () if is_target else _shared_methods(pack, declared)
        found.append(Paired(declared, twin, is_written, is_target or bool(shared), shared))
    for pair in seen.values():
        both = {pair.asynchronous, pair.synchronous}
        if touched & both and not is_test(pair.asynchronous):
            found.append(Paired(pair.asynchronous, pair.synchronous, pair.is_generated, is_affected=True))
    return tuple(found)


def _shared_methods(pack: EvidencePack, path: str) -> tuple[str, ...]:
    """Return the methods to change that another implementation has under the same name: it follows them."""
    outline = pack.index.outline(path)
    if outline is None:
        return ()
    own = {each.name for each in outline.definitions if each.kind is Kind.METHOD}
    wanted = [each.definition for each in pack.regions[:_MOST_REGIONS]]
    names = [each.name for each in wanted if each.kind is Kind.METHOD and not each.name.startswith("__")]
    return tuple(name for name in dict.fromkeys(names) if name in own)


def is_generated(pack: EvidencePack, path: str) -> bool:
    """Tell whether the profile says that a tool writes a file."""
    patterns = pack.config.profile.data.get("generated", ())
    return any(matches(pattern, path) for pattern in patterns)


def working_files(pack: EvidencePack) -> tuple[str, ...]:
    """Return the product files to edit by hand, leaves first: a generated twin stands for its source."""
    return keep(pack, "working_files", lambda: _working_files(pack))


def _working_files(pack: EvidencePack) -> tuple[str, ...]:
    pairs = find_paired(pack)
    sources = {pair.synchronous: pair.asynchronous for pair in pairs if pair.is_generated}
    listed = [path for path, _ in pack.file_map]
    listed += [target.path for target in pack.targets]
    listed += [pair.asynchronous for pair in pairs if pair.shared]
    edited = dict.fromkeys(sources.get(path, path) for path in listed if not is_test(path))
    files = [path for path in edited if not is_generated(pack, path)]
    below = {path: pack.graph.all_imports_of(path) for path in files}
    ordered: list[str] = []
    for path in files:
        # What imports a file comes after it; files in a circle keep the order they came in.
        at = next(
            (at for at, other in enumerate(ordered) if path in below[other] and other not in below[path]),
            None,
        )
        ordered.insert(len(ordered) if at is None else at, path)
    return tuple(ordered)


def public_reach(pack: EvidencePack) -> tuple[Reach, ...]:
    """Return what outsiders may use of the code to change; a generated twin goes with its source."""
    made = {pair.synchronous for pair in find_paired(pack) if pair.is_generated}
    public = [reach for reach in pack.reach if reach.public]
    return tuple([reach for reach in public if reach.region.path not in made] or public)


def own_callers(pack: EvidencePack) -> tuple[Caller, ...]:
    """Return the callers of the code to change, each once; those in generated files go with their source."""
    callers = {caller.citation: caller for reach in pack.reach for caller in reach.callers}
    made = {pair.synchronous for pair in find_paired(pack) if pair.is_generated}
    return tuple(each for each in callers.values() if each.path not in made)


def own_failures(pack: EvidencePack) -> tuple[Failure, ...]:
    """Return the ways the code to change fails today; those in generated files go with their source."""
    made = {pair.synchronous for pair in find_paired(pack) if pair.is_generated}
    return tuple(each for each in pack.failures if each.at.path not in made)


def regions_in(pack: EvidencePack, path: str) -> tuple[Region, ...]:
    """Return the definitions to change in a file to edit; those of a generated twin by their async names."""
    own = [region for region in pack.regions if region.path == path]
    if own:
        return tuple(own)
    twins = {pair.synchronous for pair in find_paired(pack) if pair.asynchronous == path}
    wanted = {plain_name(each.definition.qualified) for each in pack.regions if each.path in twins}
    shared = {name for pair in find_paired(pack) if pair.asynchronous == path for name in pair.shared}
    outline = pack.index.outline(path)
    definitions: tuple[Definition, ...] = outline.definitions if outline else ()
    return tuple(
        Region(path, each)
        for each in definitions
        if plain_name(each.qualified) in wanted or (each.name in shared and each.kind is Kind.METHOD)
    )
