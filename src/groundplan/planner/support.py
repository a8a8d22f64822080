"""What a change has to work with: the databases, frameworks and async/sync pairs of a project.

The profile declares them where there is one; otherwise the packages in the manifests show them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from groundplan.code.pairs import find_pairs
from groundplan.code.test_paths import is_test
from groundplan.plan.path_pattern import matches
from groundplan.planner.technologies import DATABASES, FRAMEWORKS, find_technology
from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.technologies import Technology
    from groundplan.survey.manifest.facts import Dependency

_MOST_FILES, _MOST_SPOTS = 40, 3
_PROSE = re.compile(rb"^\s*(?:#|//|\*|\"\"\"|''')")


@dataclass(frozen=True, slots=True)
class Supported:
    """One database or framework the project works with, how that is known, and where the change meets it."""

    name: str
    details: Mapping[str, str]  # what the profile says about it
    dependencies: tuple[Dependency, ...]  # what the manifests declare for it
    spots: tuple[Spot, ...]  # lines in the change's files that name it
    files: tuple[str, ...] = ()  # files of its own that reach the change
    is_declared: bool = True  # the profile says so; otherwise the manifests do
    is_out: bool = False  # a person took it out of scope

    @property
    def versions(self) -> str:
        """Return the declared packages with their versions."""
        seen: dict[str, str] = {}
        for each in self.dependencies:
            version = each.locked or each.declared
            seen.setdefault(normal_name(each.name), f"{each.name} {version}".strip())
        return ", ".join(seen.values())


@dataclass(frozen=True, slots=True)
class Paired:
    """An async file and its sync twin, and whether the change touches them."""

    asynchronous: str
    synchronous: str
    is_generated: bool
    is_affected: bool


def find_databases(brief: Brief) -> tuple[Supported, ...]:
    """Return the databases of the profile, or those whose drivers the manifests declare."""
    near = near_files(brief.pack)
    return tuple(
        _supported(brief, "databases", technology, spots=_naming(brief.pack, technology.words, near))
        for technology in _technologies(brief.pack, "databases", DATABASES)
    )


def find_frameworks(brief: Brief) -> tuple[Supported, ...]:
    """Return the frameworks of the profile, or those the manifests declare."""
    reached = reached_files(brief.pack)
    return tuple(
        _supported(brief, "frameworks", technology, files=_own_files(brief.pack, technology, reached))
        for technology in _technologies(brief.pack, "frameworks", FRAMEWORKS)
    )


def find_paired(pack: EvidencePack) -> tuple[Paired, ...]:
    """Return the pairs that the profile declares, each affected or not, and affected ones the code shows."""
    seen = {pair.asynchronous: pair for pair in find_pairs(pack.index)}
    touched = {target.path for target in pack.targets}
    found = []
    for declared in pack.config.profile.axes.get("pairs", ()):
        pair = seen.pop(declared, None)
        twin = pair.synchronous if pair else declared.replace("_async", "_sync")
        is_written = pair.is_generated if pair else is_generated(pack, twin)
        found.append(Paired(declared, twin, is_written, bool(touched & {declared, twin})))
    for pair in seen.values():
        both = {pair.asynchronous, pair.synchronous}
        if touched & both and not is_test(pair.asynchronous):
            found.append(Paired(pair.asynchronous, pair.synchronous, pair.is_generated, is_affected=True))
    return tuple(found)


def is_generated(pack: EvidencePack, path: str) -> bool:
    """Tell whether the profile says that a tool writes a file."""
    patterns = pack.config.profile.data.get("generated", ())
    return any(matches(pattern, path) for pattern in patterns)


def working_files(pack: EvidencePack) -> tuple[str, ...]:
    """Return the product files to edit by hand, leaves first: a generated twin stands for its source."""
    sources = {pair.synchronous: pair.asynchronous for pair in find_paired(pack) if pair.is_generated}
    ordered = [path for path, _ in pack.file_map]
    ordered += [target.path for target in pack.targets if target.path not in ordered]
    edited = (sources.get(path, path) for path in ordered if not is_test(path))
    return tuple(path for path in dict.fromkeys(edited) if not is_generated(pack, path))


def near_files(pack: EvidencePack) -> tuple[str, ...]:
    """Return the files to edit and those they import: where special cases of a database would stand."""
    return tuple(dict.fromkeys([*working_files(pack), *pack.modules]))[:_MOST_FILES]


def reached_files(pack: EvidencePack) -> frozenset[str]:
    """Return every product file that the change reaches: the targets, their callers, what lies further up."""
    found = {target.path for target in pack.targets}
    for reach in pack.reach:
        found.update(caller.path for caller in reach.callers)
        found.update(reach.indirect)
    return frozenset(path for path in found if not is_test(path))


def _technologies(pack: EvidencePack, axis: str, known: tuple[Technology, ...]) -> list[Technology]:
    declared = pack.config.profile.axes.get(axis, ())
    if declared:
        return [_renamed(find_technology(name, known), name) for name in declared]
    wanted = {normal_name(each.name) for each in pack.manifest.dependencies if not each.is_indirect}
    return [each for each in known if _any_package(each, wanted)]


def _renamed(technology: Technology, name: str) -> Technology:
    return type(technology)(name, technology.packages, technology.words)


def _any_package(technology: Technology, declared: set[str]) -> bool:
    return any(
        normal_name(package) in declared
        or ("/" in package and any(each.startswith(f"{package}/") for each in declared))
        for package in technology.packages
    )


def _supported(brief: Brief, axis: str, technology: Technology, **where: Any) -> Supported:
    profile = brief.pack.config.profile
    about = profile.data.get(axis, {})
    details = about.get(technology.name, {}) if isinstance(about, dict) else {}
    said = {
        key: ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        for key, value in (details.items() if isinstance(details, dict) else ())
    }
    packages = {normal_name(each) for each in technology.packages}
    dependencies = [
        each
        for each in brief.pack.manifest.dependencies
        if not each.is_indirect and normal_name(each.name) in packages
    ]
    return Supported(
        technology.name,
        said,
        tuple(dependencies),
        where.get("spots", ()),
        where.get("files", ()),
        is_declared=bool(profile.axes.get(axis)),
        is_out=is_out_of_scope(brief, technology.name),
    )


def is_out_of_scope(brief: Brief, name: str) -> bool:
    """Tell whether an answer drops something, or the goal itself leaves it out."""
    wanted = name.casefold()
    answers = (*brief.settled.values(), *brief.replies)
    left_out = [words for each in answers for words in (*each.dropped, *each.out_of_scope)]
    return any(_names(wanted, words) for words in (*left_out, *brief.pack.goal.excluded))


def _names(wanted: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", words.casefold()) is not None


def _naming(pack: EvidencePack, words: Sequence[str], paths: Iterable[str]) -> tuple[Spot, ...]:
    """Return the lines of code, not of prose, that name one of the words: special cases made today."""
    either = "|".join(re.escape(word) for word in words)
    pattern = re.compile(rf"[\"'_.](?:{either})(?![a-z])|(?:{either})_".encode(), re.IGNORECASE)
    found = []
    for path in paths:
        for number, line in enumerate((pack.index.text(path) or b"").splitlines(), 1):
            if pattern.search(line[:400]) and not _PROSE.match(line):
                found.append(Spot(path, number))
                break
    return tuple(found[:_MOST_SPOTS])


def _own_files(pack: EvidencePack, technology: Technology, reached: Iterable[str]) -> tuple[str, ...]:
    """Return the reached files in a folder or module named after a framework, or that import it."""
    words = {word.casefold() for word in technology.words}
    importing = {
        path
        for path, imports in pack.index.imports()
        if any(each.module.split(".")[0] in words or each.module in words for each in imports)
    }
    return tuple(
        path
        for path in sorted(reached)
        if path in importing or words & {part.casefold() for part in re.split(r"[/.]", path)}
    )
