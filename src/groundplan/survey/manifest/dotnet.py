"""What .NET's project files say: packages, central versions, frameworks, the projects of a solution."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime
from groundplan.survey.manifest.xml_elements import read_elements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.manifest.lines import Lines
    from groundplan.survey.manifest.xml_elements import Element

_PROJECT = re.compile(r'Project\("[^"]{1,60}"\) = "([^"]{1,200})", "([^"]{1,300}proj)"')
_OWN_NAME = re.compile(r"\$\((?:MSBuildProjectName|AssemblyName)\)")
_BUILD = "build"
_KINDS = {"PackageReference": "", "PackageVersion": "managed", "GlobalPackageReference": _BUILD}


def read_project(source: Lines) -> Part:
    """Return what a `.csproj` says, or the versions a `Directory.Packages.props` gives to all below it."""
    found = read_elements(source)
    projects: tuple[Project, ...] = ()
    if source.name.endswith("proj"):
        projects = (_project(source, found),)
    runtimes = (
        Runtime(".NET", each.text, source.spot(each.line), source.folder)
        for each in found
        if each.name in {"TargetFramework", "TargetFrameworks"} and each.text and "$" not in each.text
    )
    return Part(projects, tuple(_packages(source, found)), runtimes=tuple(runtimes))


def _project(source: Lines, found: list[Element]) -> Project:
    """Return a project under the name it is published by: its `PackageId`, else its assembly's."""
    name, line = source.name.rpartition(".")[0], 1
    for key in ("AssemblyName", "PackageId"):
        stated = {each.text.strip(): each.line for each in reversed(found) if each.name == key and each.text}
        for text, at in stated.items() if len(stated) == 1 else ():  # several: each under a condition
            known = _OWN_NAME.sub(name, text)
            name, line = (known, at) if "$" not in known else (name, line)
    return Project(source.folder, name, "nuget", source.spot(line))


def _packages(source: Lines, found: list[Element]) -> Iterator[Dependency]:
    inner = {(each.owner, each.name): each.text for each in found}
    for each in found:
        name = each.attributes.get("Include") or each.attributes.get("Update") or ""
        if each.name not in _KINDS or not name or "$" in name:
            continue
        declared = next(
            (
                value
                for key in ("Version", "VersionOverride")
                if (value := each.attributes.get(key) or inner.get((each.number, key)))
            ),
            "",
        )
        declared = "" if "$" in declared else declared
        yield Dependency(
            name, "nuget", declared, source.spot(each.line), _group(each, inner), project=source.folder
        )


def _group(each: Element, inner: dict[tuple[int, str], str]) -> str:
    """Return what a package is for: with all its assets private it builds the project and ships with none."""
    private = each.attributes.get("PrivateAssets") or inner.get((each.number, "PrivateAssets")) or ""
    return _KINDS[each.name] or _BUILD * (private.strip().lower() == "all")


def read_solution(source: Lines) -> Part:
    """Return the projects a `.sln` names, as members of the repository."""
    found = [_PROJECT.match(line[:1_000]) for line in source.lines]
    paths = [each[2].replace("\\", "/") for each in found if each]
    return Part(members=tuple(path.rpartition("/")[0] for path in paths if "/" in path))


def fill_packages(parts: list[tuple[str, Part]]) -> list[tuple[str, Part]]:
    """Give each package without a version the one that the nearest `Directory.Packages.props` above holds."""
    central = {
        path.rpartition("/")[0]: _centrally(part)
        for path, part in parts
        if path.rpartition("/")[2] == "Directory.Packages.props"
    }
    if not central:
        return parts
    return [(path, replace(part, dependencies=tuple(_versioned(part, central)))) for path, part in parts]


def _centrally(part: Part) -> dict[str, str]:
    """Return the version of each package; one with several, each under a condition, has none that is sure."""
    versions: dict[str, set[str]] = {}
    for each in part.dependencies:
        versions.setdefault(each.name.lower(), set()).add(each.declared)
    return {name: next(iter(found)) for name, found in versions.items() if len(found) == 1}


def _versioned(part: Part, central: dict[str, dict[str, str]]) -> Iterator[Dependency]:
    for each in part.dependencies:
        folder = each.project
        while each.ecosystem == "nuget" and folder and folder not in central:
            folder = folder.rpartition("/")[0]
        known = central.get(folder, {}) if each.ecosystem == "nuget" and not each.declared else {}
        yield replace(each, declared=known[each.name.lower()]) if each.name.lower() in known else each
