"""What a change has to work with: the databases and frameworks of a project, and where it meets them.

The profile declares them where there is one; otherwise the packages in the manifests show them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundplan.code.test_paths import is_test
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.backends import find_backends, wants_all
from groundplan.planner.challenges.purposes import named_packages
from groundplan.planner.technologies import DATABASES, FRAMEWORKS, find_technology
from groundplan.planner.variants import keep, keep_for, working_files
from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.technologies import Technology
    from groundplan.survey.manifest.facts import Dependency, Manifest, Project

DATABASES_SUBJECT, FRAMEWORKS_SUBJECT = "assumption:databases", "assumption:frameworks"
_MOST_FILES, _MOST_SPOTS = 40, 3
_ONLY = late_regex(r"\b(?:only|just|nothing but|no more than)\b", re.IGNORECASE)
_DOORS = ("__init__.py", "/index.ts", "/index.js")  # files through which a package hands out its names
_ASIDE = ("example", "doc", "sample", "demo")
_PROSE = late_regex(rb"^\s*(?:#|//|\*|\"\"\"|''')")


@dataclass(frozen=True, slots=True)
class Supported:
    """One database or framework the project works with, how that is known, and where the change meets it."""

    name: str
    details: Mapping[str, str]  # what the profile says about it
    dependencies: tuple[Dependency, ...]  # what the manifests declare for it
    spots: tuple[Spot, ...] = ()  # lines in the change's files that name it
    files: tuple[str, ...] = ()  # files of its own that reach the change
    home: str = ""  # the folder or file of this repository that is named after it
    is_declared: bool = True  # the profile says so; otherwise the manifests or the repository's own code do
    is_wanted: bool = False  # the goal asks for all of its kind
    is_out: bool = False  # a person took it out of scope

    @property
    def is_met(self) -> bool:
        """Whether the change has to work with it: the profile says so, or the code to change touches it."""
        return not self.is_out and (self.is_declared or self.is_wanted or bool(self.spots or self.files))

    @property
    def versions(self) -> str:
        """Return the declared packages with their versions."""
        seen: dict[str, str] = {}
        for each in self.dependencies:
            version = each.locked or each.declared
            seen.setdefault(normal_name(each.name), f"{each.name} {version}".strip())
        return ", ".join(seen.values())


def find_databases(brief: Brief) -> tuple[Supported, ...]:
    """Return the known databases, each in scope or taken out by a person."""
    return keep_for(
        brief, "databases", lambda: _scoped(brief, known_databases(brief.pack), DATABASES_SUBJECT)
    )


def find_frameworks(brief: Brief) -> tuple[Supported, ...]:
    """Return the known frameworks, each in scope or taken out by a person."""
    return keep_for(
        brief, "frameworks", lambda: _scoped(brief, known_frameworks(brief.pack), FRAMEWORKS_SUBJECT)
    )


def known_databases(pack: EvidencePack) -> tuple[Supported, ...]:
    """Return the databases of the profile, or those that manifests or folders of the repository show."""
    return keep(pack, "known_databases", lambda: _find_databases(pack))


def _find_databases(pack: EvidencePack) -> tuple[Supported, ...]:
    homes = find_backends(pack)
    found = _technologies(pack, "databases", DATABASES)
    if not pack.config.profile.axes.get("databases"):
        named = {each.name for each in DATABASES if is_named_in(each, pack.goal.text)}
        names = {each.name for each in found} | set(homes) | named
        found = [each for each in DATABASES if each.name in names]
    wanted = wants_all(pack.goal)
    return tuple(
        _supported(
            pack,
            "databases",
            each,
            spots=_naming(pack, each.words),
            home=homes.get(each.name, ""),
            is_wanted=(wanted and each.name in homes) or is_named_in(each, pack.goal.text),
        )
        for each in found
    )


def known_frameworks(pack: EvidencePack) -> tuple[Supported, ...]:
    """Return the frameworks of the profile, or those the manifests declare."""
    found = _technologies(pack, "frameworks", FRAMEWORKS)
    return keep(
        pack,
        "known_frameworks",
        lambda: tuple(_supported(pack, "frameworks", each, files=_own_files(pack, each)) for each in found),
    )


def near_files(pack: EvidencePack) -> tuple[str, ...]:
    """Return the files to edit and those they import: where special cases of a database would stand."""
    return tuple(dict.fromkeys([*working_files(pack), *pack.modules]))[:_MOST_FILES]


def reaching_files(pack: EvidencePack) -> frozenset[str]:
    """Return the product files that call the change or import it, over a package's own door at most."""
    found = {caller.path for reach in pack.reach for caller in reach.callers}
    for path in working_files(pack):
        for edge in pack.graph.importers_of(path):
            found.add(edge.source)
            if edge.source.endswith(_DOORS):
                found.update(each.source for each in pack.graph.importers_of(edge.source))
    found |= {target.path for target in pack.targets}
    return frozenset(path for path in found if not is_test(path) and not is_aside(path))


def _technologies(pack: EvidencePack, axis: str, known: tuple[Technology, ...]) -> list[Technology]:
    declared = pack.config.profile.axes.get(axis, ())
    if declared:
        return [_renamed(find_technology(name, known), name) for name in declared]
    wanted, ours = own_dependencies(pack.manifest), pack.manifest.projects
    return [each for each in known if _is_among(each, wanted) and not _is_among(each, ours)]


def own_dependencies(manifest: Manifest) -> tuple[Dependency, ...]:
    """Return what the project itself asks for: not what only its examples and their locks do."""
    aside = tuple(each.folder for each in manifest.projects if each.is_example)
    return tuple(
        each
        for each in manifest.dependencies
        if not each.is_indirect and each.project not in aside and not is_aside(each.at.path)
    )


def wanted_packages(pack: EvidencePack) -> tuple[tuple[str, Spot | None], ...]:
    """Return the packages, databases and frameworks the goal names, each with where it is declared."""
    names = [each.package for each in named_packages(pack.goal.text)]
    for known in (*DATABASES, *FRAMEWORKS):
        packages = {package for own in known.packages.values() for package in own}
        if is_named_in(known, pack.goal.text) and not {normal_name(each) for each in names} & packages:
            names.append(known.name)
    ours = own_dependencies(pack.manifest)
    found: dict[str, Spot | None] = {}
    for name in names:
        meant = find_technology(name, DATABASES + FRAMEWORKS)
        declared = (each for each in ours if _is_called(each, name) or meant.has(each.name, each.ecosystem))
        found[name] = next((each.at for each in declared), None)
    return tuple(found.items())


def _is_called(dependency: Dependency, name: str) -> bool:
    return normal_name(dependency.name) == normal_name(name)


def is_named_in(technology: Technology, text: str) -> bool:
    """Tell whether a goal names a technology as it is written, so that `click here` names none."""
    return re.search(rf"(?<![\w/.-]){re.escape(technology.name)}(?![\w/-])", text) is not None


def is_aside(path: str) -> bool:
    """Tell whether a file belongs to examples or to the documents, by its first folder."""
    return path.split("/", maxsplit=1)[0].lower().startswith(_ASIDE) and "/" in path


def _renamed(technology: Technology, name: str) -> Technology:
    return type(technology)(name, technology.packages, technology.words)


def _is_among(technology: Technology, named: Iterable[Dependency | Project]) -> bool:
    return any(technology.has(each.name, each.ecosystem) for each in named)


def _supported(pack: EvidencePack, axis: str, technology: Technology, **where: Any) -> Supported:
    profile = pack.config.profile
    about = profile.data.get(axis, {})
    details = about.get(technology.name, {}) if isinstance(about, dict) else {}
    said = {
        key: ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        for key, value in (details.items() if isinstance(details, dict) else ())
    }
    ours = own_dependencies(pack.manifest)
    dependencies = tuple(each for each in ours if technology.has(each.name, each.ecosystem))
    is_declared = bool(profile.axes.get(axis))
    return Supported(technology.name, said, dependencies, is_declared=is_declared, **where)


def _scoped(brief: Brief, known: tuple[Supported, ...], subject: str) -> tuple[Supported, ...]:
    """Return the same with what a person left out: by dropping it, or by naming only the others."""
    answers = (*brief.settled.values(), *brief.replies)
    left_out = [words for each in answers for words in (*each.dropped, *each.out_of_scope)]
    left_out += brief.pack.goal.excluded
    answer = brief.settled.get(subject)
    kept = answer.text if answer and _ONLY.search(answer.text) else ""
    return tuple(
        replace(each, is_out=any(_names(each, words) for words in left_out) or _is_unnamed(each, known, kept))
        for each in known
    )


def _is_unnamed(each: Supported, known: tuple[Supported, ...], kept: str) -> bool:
    """Tell whether `only PostgreSQL and SQLite` leaves a value out; words that name none leave none out."""
    return any(_names(other, kept) for other in known) and not _names(each, kept)


def _names(each: Supported, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(each.name.casefold())}(?!\w)", words.casefold()) is not None


def _naming(pack: EvidencePack, words: Sequence[str]) -> tuple[Spot, ...]:
    """Return the lines of code, not of prose, that name one of the words: special cases made today."""
    either = "|".join(re.escape(word) for word in words)
    named = rf"[\"'_.](?:{either})(?![a-z])|(?:{either})_|^\s{{0,40}}(?:import|from)\s+(?:{either})\b"
    pattern = re.compile(named.encode(), re.IGNORECASE)
    found = []
    for path in near_files(pack):
        for number, line in enumerate((pack.index.text(path) or b"").splitlines(), 1):
            if pattern.search(line[:400]) and not _PROSE.match(line):
                found.append(Spot(path, number))
                break
    return tuple(found[:_MOST_SPOTS])


def _own_files(pack: EvidencePack, technology: Technology) -> tuple[str, ...]:
    """Return the reached files in a folder or module named after a framework, or that import it."""
    words = {word.casefold() for word in technology.words}
    importing = {
        path
        for path, imports in pack.index.imports()
        if any(each.module.split(".")[0] in words or each.module in words for each in imports)
    }
    return tuple(
        path
        for path in sorted(reaching_files(pack))
        if path in importing or words & {part.casefold() for part in re.split(r"[/.]", path)}
    )
