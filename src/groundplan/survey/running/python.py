"""One Python test file or test: pytest, unittest, or the runner a project has of its own."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Role, Source
from groundplan.survey.manifest.members import folders_above
from groundplan.survey.running.ground import Run, below, in_folder

if TYPE_CHECKING:
    from groundplan.survey.manifest.facts import Tool
    from groundplan.survey.running.ground import Ground
    from groundplan.survey.spot import Spot

_OWN = {"runtests.py": "runtests.py", "django test runner": "manage.py"}
_LOCKS = {
    "uv.lock": "uv run",
    "poetry.lock": "poetry run",
    "pdm.lock": "pdm run",
    "Pipfile.lock": "pipenv run",
}
# A script that takes names of tests: Django's `parser.add_argument("modules", nargs="*")`.
_LABELS = re.compile(r"""add_argument\(\s*["'][a-z][^)]{0,200}nargs\s*=\s*["'][*+]""")
_STARTERS = frozenset(("uv", "poetry", "pdm", "hatch", "pipenv", "rye"))
# What pytest takes for a test; a base class or another file may bring in more.
_COLLECTED = re.compile(
    r"^\s*(?:async\s+)?def\s+test|^\s*class\s+Test|^\s*test\w*\s*=|\bTestCase\b|\bimport\s+\*|^\s*>>> "
    r"|\b(?:import|as)\s+[^\n]*\btest_\w",
    re.MULTILINE,
)
_SETTINGS = ("pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
_OTHER_NAMES = re.compile(r"^\s*python_(?:functions|classes|files)\b|doctest-modules", re.MULTILINE)
_NO_TESTS = frozenset(("conftest.py", "__init__.py"))


def run_python(ground: Ground, path: str, test: str) -> Run | None:
    """Return the call of one test file through the runner this repository is known to use."""
    if path.rpartition("/")[2] in _NO_TESTS:
        return None
    tools = {each.name: each for each in reversed(ground.manifest.tools_for(Role.TEST))}
    for name, program in _OWN.items():
        runner = ground.nearest(path, program) if name in tools else ""
        if runner and (program == "manage.py" or _LABELS.search(ground.text(runner))):
            return _labelled(tools[name], runner, path, test)
        if runner:  # what it takes is its own affair
            return Run(f"python {shlex.quote(runner)}", tools[name].calls[0].at)
    folder, spot = _configured(ground, path)
    text = ground.text(path)
    if "pytest" in tools or spot:
        at = spot or tools["pytest"].calls[0].at
        if not (test or _collects(ground, path, text)):
            return None
        return _pytest((path, test), (folder, at), _start(ground, tools.get("pytest")))
    is_unit = "unittest" in text if text else ground.uses("unittest", ".py")
    if is_unit and "unittest" in tools:
        return Run(f"python -m unittest {shlex.quote(_label(path, test))}", tools["unittest"].calls[0].at)
    return None


def _collects(ground: Ground, path: str, text: str) -> bool:
    """Whether pytest finds a test in a file, by its own names; where settings have others, they decide."""
    if not text or _COLLECTED.search(text):
        return True
    settings = (ground.inside(folder, *_SETTINGS) for folder in folders_above(path))
    return any(_OTHER_NAMES.search(ground.text(each)) for each in settings if each)


def _pytest(wanted: tuple[str, str], place: tuple[str, Spot], start: str) -> Run:
    path, test = wanted
    folder, at = place
    node = "::".join([below(path, folder), *test.split(".")]) if test else below(path, folder)
    return Run(in_folder(folder, f"{start} {shlex.quote(node)}"), at)


def _configured(ground: Ground, path: str) -> tuple[str, Spot | None]:
    """Return the folder, not the root, whose own settings of pytest rule over a file."""
    for folder in folders_above(path)[:-1]:
        for name, mark in (("pytest.ini", r"^\[pytest\]"), ("pyproject.toml", r"^\[tool\.pytest")):
            found = ground.inside(folder, name)
            spot = ground.spot(found, mark) if found else None
            if spot:
                return folder, spot
    return "", None


def _start(ground: Ground, tool: Tool | None) -> str:
    """Return how pytest is started: by the manager that calls or a lock name, else plainly."""
    for call in tool.calls if tool else ():
        words = call.tool[: call.tool.index("pytest") + 1] if "pytest" in call.tool else ()
        # Flags before the tool are the manager's own, and may be the build server's: `uv run --extra ci`.
        is_plain = words[:1] and words[0] in _STARTERS and len(words) == 3 and not call.folder
        if is_plain and call.source is not Source.CONFIG:
            return shlex.join(words)
    lock = ground.inside("", *_LOCKS)
    return f"{_LOCKS[lock]} pytest" if lock else "python -m pytest"


def _labelled(tool: Tool, runner: str, path: str, test: str) -> Run:
    folder, _, program = runner.rpartition("/")
    verb = " test" if program == "manage.py" else ""
    return Run(f"python {shlex.quote(runner)}{verb} {_label(below(path, folder), test)}", tool.calls[0].at)


def _label(path: str, test: str) -> str:
    label = path.removesuffix(".py").replace("/", ".")
    return f"{label}.{test}" if test else label
