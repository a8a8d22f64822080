"""What `go.mod` and `go.work` say."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime

if TYPE_CHECKING:
    from groundplan.survey.manifest.lines import Lines

_REQUIRED = re.compile(
    r"\s{0,20}(?:require\s{1,20})?([^\s()/][^\s()]{0,300})\s{1,20}(v[^\s]{1,100})\s{0,20}(//.{0,200})?$"
)


def read_go_mod(source: Lines) -> Part:
    """Return module, Go version and requirements; go.mod itself holds the exact versions."""
    projects, runtimes, dependencies = [], [], []
    replaced: dict[str, str] = {}
    block = ""
    for number, line in enumerate(source.lines, 1):
        bare = line.strip()
        spot = source.spot(number)
        if bare.endswith("("):
            block = bare[:-1].strip()
        elif bare == ")":
            block = ""
        elif bare.startswith("module "):
            projects.append(Project(source.folder, bare[7:].strip().strip('"'), "go", spot))
        elif bare.startswith(("go ", "toolchain ")) and not block:
            language, _, version = bare.partition(" ")
            if language == "go":
                runtimes.append(Runtime("Go", version.partition("//")[0].strip(), spot, source.folder))
        elif block == "replace" or bare.startswith("replace "):
            replaced |= _read_replaced(bare)
        elif block == "require" or bare.startswith("require "):
            match = _REQUIRED.match(line[:1_000])
            if match:
                indirect = "indirect" in (match[3] or "")
                dependencies.append(
                    Dependency(
                        match[1],
                        "go",
                        match[2],
                        spot,
                        "indirect" if indirect else "",
                        locked=match[2],
                        locked_at=spot,
                        is_indirect=indirect,
                        project=source.folder,
                    )
                )
    locked = (_replaced(each, replaced) for each in dependencies)
    return Part(tuple(projects), tuple(locked), runtimes=tuple(runtimes))


def _read_replaced(line: str) -> dict[str, str]:
    """Return a module that another takes the place of, with the version then used: none of a folder's."""
    left, _, right = line.removeprefix("replace ").partition("//")[0].partition("=>")
    old, new = left.split(), right.split()
    return {old[0]: new[1] if len(new) > 1 else ""} if old and new else {}


def _replaced(dependency: Dependency, replaced: dict[str, str]) -> Dependency:
    if dependency.name not in replaced:
        return dependency
    version = replaced[dependency.name]
    return replace(dependency, locked=version, locked_at=dependency.locked_at if version else None)


def read_go_work(source: Lines) -> Part:
    """Return the folders a `go.work` names."""
    members = []
    block = False
    for line in source.lines:
        bare = line.partition("//")[0].strip()
        if bare.startswith("use") and bare.endswith("("):
            block = True
        elif bare == ")":
            block = False
        elif bare.startswith("use "):
            members.append(bare[4:].strip())
        elif block and bare:
            members.append(bare)
    return Part(members=tuple(each.removeprefix("./") for each in members))
