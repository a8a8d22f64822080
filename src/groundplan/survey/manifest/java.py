"""What a Maven `pom.xml` says, and what its parents in the repository add: properties and versions."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime
from groundplan.survey.manifest.xml_elements import read_elements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.manifest.lines import Lines
    from groundplan.survey.manifest.xml_elements import Element

MOST_PARENTS = 8
_VERSIONS = ("maven.compiler.release", "java.version", "maven.compiler.source")
_PLACES = ("project/dependencies/dependency", "project/dependencyManagement/dependencies/dependency")
_USE = re.compile(r"\$\{([\w.-]{1,100})\}")


@dataclass(frozen=True, slots=True)
class Pom:
    """The modules a `pom.xml` builds and the artifacts it asks for, by their bare names."""

    modules: frozenset[str]
    artifacts: frozenset[str]


def read_modules(source: Lines) -> Pom:
    """Return what of a `pom.xml` decides how one of its tests is run."""
    found = read_elements(source)
    modules = {_module(each.text) for each in found if each.path.endswith("/modules/module")}
    artifacts = {each.text for each in found if each.path.endswith("dependencies/dependency/artifactId")}
    return Pom(frozenset(modules), frozenset(artifacts))


def _module(text: str) -> str:
    return text.rstrip("/").removesuffix("/pom.xml")


def read_pom(source: Lines) -> Part:
    """Return what a `pom.xml` says; what it leaves to its parents is filled in by `fill_poms`."""
    found = read_elements(source)
    properties = {
        each.name: each
        for each in found
        if each.path.count("/") == 2 and each.path.startswith("project/properties/")
    }
    top = {each.name: each for each in found if each.path.count("/") == 1}
    parent = {each.name: each.text for each in found if each.path.startswith("project/parent/")}
    version = top["version"].text if "version" in top else parent.get("version", "")
    artifact = top.get("artifactId")
    project = (
        (Project(source.folder, artifact.text, "maven", source.spot(artifact.line), version),)
        if artifact
        else ()
    )
    runtime = next(
        (properties[key] for key in _VERSIONS if key in properties and "$" not in properties[key].text), None
    )
    values = {name: each.text for name, each in properties.items()} | {
        "project.version": version,
        "version": version,
    }
    return Part(
        project,
        tuple(_dependencies(source, found)),
        runtimes=(Runtime("Java", runtime.text, source.spot(runtime.line), source.folder),)
        if runtime
        else (),
        members=tuple(each.text for each in found if each.path == "project/modules/module"),
        values=tuple(values.items()),
        parent=_parent(source, parent, found),
    )


def _parent(source: Lines, parent: dict[str, str], found: list[Element]) -> str:
    """Return the path of the parent as the file names it, by default the one in the folder above."""
    if not parent:
        return ""
    is_named = any(each.path == "project/parent/relativePath" for each in found)
    place = parent.get("relativePath", "") if is_named else "../pom.xml"
    if not place:
        return ""  # named empty, the parent comes from elsewhere
    joined = posixpath.normpath(posixpath.join(source.folder, place))
    return joined if joined.endswith(".xml") else f"{joined}/pom.xml".removeprefix("./")


def _dependencies(source: Lines, found: list[Element]) -> Iterator[Dependency]:
    groups: dict[int, dict[str, Element]] = {}
    managed: set[int] = set()
    for each in found:
        head = each.path.rpartition("/")[0]
        if head in _PLACES:
            groups.setdefault(each.owner, {})[each.name] = each
            if "Management" in head:
                managed.add(each.owner)
    for number, body in groups.items():
        texts = {name: each.text for name, each in body.items()}
        line = body["artifactId"].line if "artifactId" in body else 0
        name = f"{texts.get('groupId', '')}:{texts.get('artifactId', '')}"
        scope = texts.get("scope", "").replace("compile", "") or "optional" * (
            texts.get("optional") == "true"
        )
        group = "managed" if number in managed else scope
        yield Dependency(
            name, "maven", texts.get("version", ""), source.spot(line), group, project=source.folder
        )


def fill_poms(parts: list[tuple[str, Part]]) -> list[tuple[str, Part]]:
    """Fill in what poms leave to their parents in the repository: `${…}`, and versions that are managed."""
    poms = {path: part for path, part in parts if path.endswith("pom.xml")}
    return [(path, _filled(part, poms) if path in poms else part) for path, part in parts]


def _filled(part: Part, poms: dict[str, Part]) -> Part:
    chain = [part]
    while chain[-1].parent in poms and len(chain) < MOST_PARENTS:
        chain.append(poms[chain[-1].parent])
    values = {name: value for each in reversed(chain) for name, value in each.values}
    managed = {
        dependency.name: dependency.declared
        for each in reversed(chain)
        for dependency in each.dependencies
        if dependency.group == "managed"
    }
    return replace(
        part,
        projects=tuple(replace(each, version=_resolved(each.version, values)) for each in part.projects),
        dependencies=tuple(
            replace(each, declared=_resolved(each.declared or managed.get(each.name, ""), values))
            for each in part.dependencies
        ),
    )


def _resolved(text: str, values: dict[str, str]) -> str:
    for _ in range(4):
        filled = _USE.sub(lambda use: values.get(use[1], use[0]), text)[:300]
        if filled == text:
            break
        text = filled
    return text
