"""The tests of a C or C++ file: what CMake, Meson or a Makefile declares, built first."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from groundplan.survey.running.ci_build import find_ci_build
from groundplan.survey.running.cmake import find_cmake_test
from groundplan.survey.running.ground import Run, folder_of

if TYPE_CHECKING:
    from groundplan.survey.running.ground import Ground

_EXECUTABLE = re.compile(r"(\w{1,80})\s*=\s*executable\(([^)]{1,2000})\)")
_MESON_TEST = re.compile(r"\btest\(\s*'([^']{1,100})'\s*,\s*(\w{1,80})")
_SOURCE = re.compile(r"'[\w-]{1,100}\.(?:c|cc|cpp|cxx)'")
_OPTION = re.compile(r"get_option\('([\w-]{1,80})'\)")
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")


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
