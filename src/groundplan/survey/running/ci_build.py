"""The tests of a native build as CI builds and runs them, for a build that declares none to its tool."""

from __future__ import annotations

import posixpath
import shlex
from itertools import groupby
from typing import TYPE_CHECKING

from groundplan.survey.running.ground import Run

if TYPE_CHECKING:
    from groundplan.survey.manifest.facts import Script
    from groundplan.survey.running.ground import Ground

_DECLARING = r"(?i)^\s*(?:enable_testing\s*\(|include\s*\(\s*CTest\b)"
# What picks a compiler or a generator is each machine's own.
_OWN = frozenset(("-G", "-T", "-A"))


def find_ci_build(ground: Ground, path: str) -> Run | None:
    """Return the lines of a job that configure with CMake, build, and run what a file is built into."""
    near = ground.nearest(path, "CMakeLists.txt", "meson.build") if path else "CMakeLists.txt"
    if not near.endswith("CMakeLists.txt") or ground.spot("CMakeLists.txt", _DECLARING):
        return None  # what it runs is for the build to say
    ran = [each for each in ground.manifest.scripts if each.kind == "ci" and each.calls]
    for _, job in groupby(ran, key=lambda each: (each.at.path, each.name)):
        found = _from_job(list(job), path)
        if found:
            return found
    return None


def _from_job(job: list[Script], path: str) -> Run | None:
    configure = next((each for each in job if _is_cmake(each) and "--build" not in each.calls[0]), None)
    built = any(_is_cmake(each) and "--build" in each.calls[0] for each in job)
    read = _read(configure) if configure and built else None
    if read is None:
        return None
    source, build, flags = read
    if path and source != "." and not path.startswith(f"{source}/"):
        return None
    for each in job:
        words = each.calls[0]
        is_own = words[0] == "ctest" or words[0].startswith("./")
        if is_own and each.folder == build and not each.bound and "$" not in each.text:
            first = shlex.join(["cmake", "-S", source, "-B", build, *flags])
            place = shlex.quote(build)
            return Run(f"{first} && cmake --build {place} && cd {place} && {shlex.join(words)}", each.at)
    return None


def _is_cmake(script: Script) -> bool:
    words = script.calls[0]
    return words[0] == "cmake" or (words[0] == "env" and "cmake" in words)


def _read(script: Script) -> tuple[str, str, list[str]] | None:
    """Return the source, the build's folder and the switches of a call that configures; None: not known."""
    words = list(script.calls[0])
    words = words[words.index("cmake") + 1 :]
    found = {"-S": ".", "-B": ""}
    flags: list[str] = []
    while words:
        word = words.pop(0)
        name, value = word[:2], word[2:]
        if name in found or name in _OWN:
            value = value or (words.pop(0) if words else "")
            found.update({name: value} if name in found else {})
        elif word.startswith("-D") and "$" not in word:
            flags.append(word)
        elif not word.startswith(("${{", "-DCMAKE_")):
            return None
    places = [posixpath.normpath(posixpath.join(script.folder, found[each])) for each in ("-S", "-B")]
    return None if not found["-B"] or "$" in "".join(places) else (places[0], places[1], flags)
