"""The tests of a C or C++ file: what CMake, Meson or a Makefile declares, built first."""

from __future__ import annotations

import posixpath
import re
import shlex
from itertools import groupby
from typing import TYPE_CHECKING

from groundplan.survey.running.cmake import find_cmake_test
from groundplan.survey.running.ground import Run, folder_of

if TYPE_CHECKING:
    from groundplan.survey.manifest.facts import Script
    from groundplan.survey.running.ground import Ground

_EXECUTABLE = re.compile(r"(?:(\w{1,80})\s*=\s*)?\bexecutable\(([^)]{1,2000})\)")
_MESON_TEST = re.compile(r"\btest\(\s*'([^']{1,100})'\s*,\s*(\w{1,80})")
_SOURCE = re.compile(r"'[\w-]{1,100}\.(?:c|cc|cpp|cxx)'")
_OPTION = re.compile(r"get_option\('([\w-]{1,80})'\)")
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_DECLARING = r"(?i)^\s*(?:enable_testing\s*\(|include\s*\(\s*CTest\b)"
# What picks a compiler or a generator is each machine's own.
_OWN = frozenset(("-G", "-T", "-A"))


def run_native(ground: Ground, path: str, _test: str) -> Run | None:
    """Return the build and run of the test a file belongs to, or of the suite where it is not told apart."""
    declared = find_cmake_test(ground, path) or _meson(ground, path)
    return declared or find_ci_build(ground, path) or _make(ground)


def run_suite(ground: Ground) -> Run | None:
    """Return the build and run of everything a native build declares as tests."""
    declared = find_cmake_test(ground, "") or _meson(ground, "x")
    return declared or find_ci_build(ground, "") or _make(ground)


def _meson(ground: Ground, path: str) -> Run | None:
    build = ground.nearest(path, "meson.build")
    spot = (
        ground.spot(build, r"^\s*(?:\w+\s*=\s*)?test\(") if build and "meson.build" in ground.paths else None
    )
    if spot is None:
        return None
    text, name = ground.text(build), path.rpartition("/")[2]
    is_listed = f"'{name}'" in text or not _SOURCE.search(text)
    if folder_of(build) == folder_of(path) and folder_of(build) and not is_listed:
        return None
    own = (
        {each[0] for each in _EXECUTABLE.findall(text) if f"'{name}'" in each[1]}
        if folder_of(build) == folder_of(path)
        else set()
    )
    test = next((label for label, target in _MESON_TEST.findall(text) if target in own), "")
    if own and not test and not any(re.search(rf"\b{each}\b(?!\s*=[^=])", text) for each in own if each):
        return None  # it is built, and nothing here starts it
    words = ["meson", "test", "-C", "builddir", *([test] if test else [])]
    setup = shlex.join(["meson", "setup", "builddir", *_switches(ground, build)])
    return Run(f"{setup} && {shlex.join(words)}", spot)


def _switches(ground: Ground, build: str) -> list[str]:
    """Return what turns on the folder of the tests where an option leaves it out."""
    root = ground.text("meson.build")
    folder = re.escape(folder_of(build).partition("/")[0])
    entering = re.search(rf"^[ \t]*if ([^\n]{{1,200}})\n\s*subdir\('{folder}'\)", root, re.MULTILINE)
    if not entering:
        return []
    made = re.search(rf"^[ \t]*{re.escape(entering[1].strip())}\s*=([^\n]{{1,300}})", root, re.MULTILINE)
    names = _OPTION.findall(entering[1]) or (_OPTION.findall(made[1]) if made else [])
    options = ground.text(ground.inside("", "meson.options", "meson_options.txt"))
    off = [
        name
        for name in names
        if re.search(rf"option\(\s*'{re.escape(name)}'[^)]{{0,300}}\bvalue\s*:\s*false", options)
    ]
    return [f"-D{name}=true" for name in off[:1]]


def _make(ground: Ground) -> Run | None:
    makefile = ground.inside("", *_MAKEFILES)
    for target in ("check", "test"):
        spot = ground.spot(makefile, rf"^{target}\s*:(?!=)") if makefile else None
        if spot:
            return Run(f"make {target}", spot)
    return None


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
