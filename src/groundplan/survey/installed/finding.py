"""Documentation of a package, or of one of its members, as it is installed for this project."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.code.nearest import nearest
from groundplan.code.shelf import Shelf
from groundplan.plan.errors import Misused, Unknown
from groundplan.plan.hint import Hint, run
from groundplan.rules.secrets import leave_out_secrets
from groundplan.survey.installed.facts import PackageDocs, Wanted
from groundplan.survey.installed.go import GoModules, module_cache
from groundplan.survey.installed.members import Following
from groundplan.survey.installed.node import NodePackages
from groundplan.survey.installed.python import PythonPackages, active_environments
from groundplan.survey.installed.rust import Crates, cargo_sources
from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.stated.versions import allows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.code.view import CodeView
    from groundplan.survey.installed.ecosystem import Ecosystem, Names
    from groundplan.survey.installed.facts import Installed
    from groundplan.survey.manifest.facts import Dependency, Manifest

_LONGEST = 300  # letters of what is asked
_README_LINES = 120
_JOINT = re.compile(r"::|[./]")


def find_docs(index: CodeView, asked: str, environ: Mapping[str, str]) -> PackageDocs:
    """Return what an installed package says about itself or a member; raises where nothing has that name."""
    asked = asked.strip("` ").removesuffix("()")
    if not asked or len(asked) > _LONGEST or re.search(r"[\s\0]|\.\.", asked):
        raise Misused(
            f"`{asked[:40]}` is no name of a package",
            hint=Hint("Name a dependency: ", run("code manifest"), " lists them"),
        )
    root, manifest = Path(index.root), read_manifest(index)
    outside = [*active_environments(environ), module_cache(environ), cargo_sources(environ)]
    with closing(Shelf(root, *filter(None, outside))) as shelf:
        found = _find(_ecosystems(shelf, root, manifest, environ), manifest, asked)
        if found is None:
            return _not_installed(_ecosystems(shelf, root, manifest, environ), manifest, asked)
        ecosystem, package, names = found
        told = PackageDocs(
            asked,
            package.name,
            package.ecosystem,
            package,
            _wanted(manifest, package),
            # a path within the package is written behind `./`; a Python module is the package's own name
            ".".join(each.removeprefix("./") for each in names[names[:1] == (f"./{asked.split('.')[0]}",) :]),
            looked_in=ecosystem.looked_in,
        )
        return _with_members(told, shelf, ecosystem, names) if names else _with_readme(told, ecosystem)


def _ecosystems(
    shelf: Shelf, root: Path, manifest: Manifest, environ: Mapping[str, str]
) -> tuple[Ecosystem, ...]:
    folders = tuple(each.folder for each in manifest.projects if each.ecosystem == "npm")
    return (
        PythonPackages(shelf, root, environ),
        NodePackages(shelf, root, folders),
        GoModules(shelf, root, module_cache(environ), manifest.dependencies),
        Crates(shelf, root, cargo_sources(environ), manifest),
    )


def _find(
    ecosystems: tuple[Ecosystem, ...], manifest: Manifest, asked: str
) -> tuple[Ecosystem, Installed, Names] | None:
    """Return the package that is meant: one that a manifest names before one that is only there."""
    found = [(each, *hit) for each in ecosystems if (hit := each.find(asked))]
    declared = [
        hit for hit in found if any(one.ecosystem == hit[0].name for one in manifest.find(hit[1].name))
    ]
    return next(iter((*declared, *found)), None)


def _wanted(manifest: Manifest, package: Installed) -> tuple[Wanted, ...]:
    return tuple(
        Wanted(each.declared, each.locked, str(each.at), _fits(each, package.version))
        for each in manifest.find(package.name)
        if each.ecosystem == package.ecosystem
    )


def _fits(dependency: Dependency, version: str) -> bool | None:
    if dependency.locked:
        return dependency.locked.lstrip("v=") == version.lstrip("v=") if version else None
    return allows(dependency, version) if version and dependency.declared else None


def _with_members(told: PackageDocs, shelf: Shelf, ecosystem: Ecosystem, names: Names) -> PackageDocs:
    package = told.installed
    found = Following(shelf, ecosystem).find(package, names) if package else ()
    if package is None or not found:
        raise _no_member(told, shelf, ecosystem, names)
    clean = (
        replace(
            each, doc=tuple(map(leave_out_secrets, each.doc)), signature=leave_out_secrets(each.signature)
        )
        for each in found
    )
    return replace(told, members=tuple(clean))


def _no_member(told: PackageDocs, shelf: Shelf, ecosystem: Ecosystem, names: Names) -> Unknown:
    package = told.installed
    known: set[str] = set()
    for place, _ in ecosystem.starts(package, ()) if package else ():
        for outline in filter(None, map(shelf.outline, ecosystem.files(place))):
            known |= {each.name for each in outline.definitions} | {each.alias for each in outline.imports}
    near = nearest(names[-1], known)
    version = f" {package.version}" if package else ""
    hint = f"Nearest there: {', '.join(f'`{each}`' for each in near)}" if near else ""
    return Unknown(
        f"No definition of `{told.member}` was found in the files of `{told.name}`{version}",
        hint=hint or Hint("See what it says about itself: ", run("code docs", told.name)),
    )


def _with_readme(told: PackageDocs, ecosystem: Ecosystem) -> PackageDocs:
    if told.installed is None:
        return told
    path, text = ecosystem.readme(told.installed)
    lines = tuple(leave_out_secrets(text).split("\n")) if text else ()
    return replace(
        told,
        readme=lines[:_README_LINES],
        readme_at=str(path) if lines else "",
        left_out=max(0, len(lines) - _README_LINES),
    )


def _not_installed(ecosystems: tuple[Ecosystem, ...], manifest: Manifest, asked: str) -> PackageDocs:
    """Return what the manifest asks for, where it names what is not installed."""
    declared = [each for each in manifest.dependencies if _begins(asked, each)]
    if not declared:
        near = nearest(_JOINT.split(asked)[0], {each.name for each in manifest.dependencies})
        hint = f"Nearest dependencies: {', '.join(f'`{each}`' for each in near)}" if near else ""
        is_gradle = any(each.ecosystem == "gradle" for each in manifest.projects)
        unread = "; what a Gradle build computes, such as a catalog in its settings, is not" * is_gradle
        raise Unknown(
            f"`{asked}` is neither installed here nor among the dependencies that were read{unread}",
            hint=hint or Hint("", run("code manifest"), " lists the dependencies"),
        )
    first = max(declared, key=lambda each: len(each.name))
    wanted = tuple(
        Wanted(each.declared, each.locked, str(each.at)) for each in declared if each.name == first.name
    )
    looked = next((each.looked_in for each in ecosystems if each.name == first.ecosystem), ())
    return PackageDocs(asked, first.name, first.ecosystem, None, wanted, looked_in=looked)


def _begins(asked: str, dependency: Dependency) -> bool:
    short = re.sub(r"(?:/v\d+|\.v\d+)$", "", dependency.name).rpartition("/")[2]
    names = {dependency.name, short} if dependency.ecosystem == "go" else {dependency.name}
    names |= set(dependency.name.split(":"))  # a group and an artifact of Maven or Gradle
    heads = {asked[: match.start()] for match in _JOINT.finditer(asked)} | {asked}
    return any(normal_name(name) == normal_name(head) for name in names for head in heads)
