"""What the build files of C and C++ ask for: CMake, Meson, vcpkg, Conan. Only plain words are read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Dependency, Part, Project
from groundplan.survey.manifest.lines import table, words

if TYPE_CHECKING:
    from groundplan.survey.manifest.lines import Lines

_PROJECT = re.compile(
    r"\s{0,40}project\s{0,5}\(\s{0,5}([\w.+-]{1,100})(?:\s+VERSION\s+([\w.]{1,50}))?", re.IGNORECASE
)
_PACKAGE = re.compile(
    r"\s{0,80}find_package\s{0,5}\(\s{0,5}([\w.+-]{1,100})(?:\s+(\d[\w.]{0,50}))?", re.IGNORECASE
)
_MESON_PROJECT = re.compile(r"project\(\s{0,20}'([^']{1,100})'")
_MESON = re.compile(
    r"[^#'\n]{0,200}\bdependency\(\s{0,10}'([^']{1,100})'(?:[^)\n]{0,200}version\s{0,5}:\s{0,5}'([^']{1,50})')?"
)
_CONAN = re.compile(r"\s{0,20}([a-z0-9_.+-]{1,100})/([^@#\s]{1,100})")


def read_cmake(source: Lines) -> Part:
    """Return the project a `CMakeLists.txt` names and the packages it looks for."""
    projects: list[Project] = []
    found: dict[str, Dependency] = {}
    for number, line in enumerate((each[:500] for each in source.lines), 1):
        if (named := _PROJECT.match(line)) and not projects:
            projects.append(Project(source.folder, named[1], "cmake", source.spot(number), named[2] or ""))
        elif package := _PACKAGE.match(line):
            spot = source.spot(number)
            found.setdefault(
                package[1], Dependency(package[1], "cmake", package[2] or "", spot, project=source.folder)
            )
    return Part(tuple(projects), tuple(found.values()))


def read_meson(source: Lines) -> Part:
    """Return the project a `meson.build` names and its dependencies."""
    projects: list[Project] = []
    found: dict[str, Dependency] = {}
    for number, line in enumerate((each[:500] for each in source.lines), 1):
        if (named := _MESON_PROJECT.match(line)) and not projects:
            projects.append(Project(source.folder, named[1], "meson", source.spot(number)))
        elif wanted := _MESON.match(line):
            spot = source.spot(number)
            found.setdefault(
                wanted[1], Dependency(wanted[1], "meson", wanted[2] or "", spot, project=source.folder)
            )
    return Part(tuple(projects), tuple(found.values()))


def read_vcpkg(source: Lines) -> Part:
    """Return the packages of a `vcpkg.json`."""
    data = source.json()
    entries = data.get("dependencies")
    found = []
    for entry in entries if isinstance(entries, list) else []:
        name = words(entry) or words(table(entry).get("name"))
        declared = words(table(entry).get("version>="))
        if name:
            spot = source.spot(source.line_of(f'"{name}"', after=source.line_of('"dependencies"')))
            found.append(
                Dependency(name, "vcpkg", f">={declared}" if declared else "", spot, project=source.folder)
            )
    name = words(data.get("name"))
    projects = (Project(source.folder, name, "vcpkg", source.spot(source.line_of('"name"'))),) if name else ()
    return Part(projects, tuple(found))


def read_conan(source: Lines) -> Part:
    """Return the packages of a `conanfile.txt`."""
    found, section = [], ""
    for number, line in enumerate((each[:500] for each in source.lines), 1):
        if line.startswith("["):
            section = line.strip().strip("[]")
        elif section in {"requires", "build_requires", "tool_requires", "test_requires"}:
            match = _CONAN.match(line)
            if match:
                group = section.removesuffix("_requires") if section != "requires" else ""
                found.append(
                    Dependency(match[1], "conan", match[2], source.spot(number), group, project=source.folder)
                )
    return Part(dependencies=tuple(found))
