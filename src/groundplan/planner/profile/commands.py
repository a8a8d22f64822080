"""How a repository calls its tests, linters, type checkers, formatters and the build of its documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.commands import find_commands, line_of
from groundplan.plan.late_regex import late_regex
from groundplan.planner.profile.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.profile.values import Profiled
    from groundplan.survey.manifest.facts import Script
    from groundplan.survey.spot import Spot

# What a script is called that does one thing for the whole project, the usual name first.
_NAMES = {
    "test": ("test", "tests"),
    "lint": ("lint",),
    "format": ("format", "fmt"),
    "types": ("types", "typecheck", "type-check", "type_check", "typing", "check-types", "check:types"),
    "docs": ("docs", "doc", "docs:build", "build:docs", "docs-build", "build-docs", "build_docs"),
}
_STARTED = {
    "make": "make {}",
    "just": "just {}",
    "task": "task {}",
    "npm": "{} run {}",
    "tox": "tox -e {}",
    "nox": "nox -s {}",
    "poe": "poe {}",
    "composer": "composer {}",
}
_LANGUAGES = ("npm", "composer")  # scripts that a manifest of one language holds
_RUNNERS = {"pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lock": "bun", "bun.lockb": "bun"}
# Words of a call for one platform, what changed or single files; and of one for some tests, or some settings.
_NARROW = late_regex(r"(?:\s|^)(?:\+nightly|--target|--changed|--since|cd|\S*/\S*\.\w{1,5})(?:[\s=]|$)")
_CHANGED = late_regex(r"(?:^|[;&|\n:\"']|\s)cd\s+\S")
_PARTIAL = late_regex(r"(?:\s|^)(?:-[mkcp]|--package|--test|--features|--config\S*|\S*/\S*)(?:[\s=]|$)")


def find_calls(code: Profiled) -> Iterator[Value]:
    """Return one call per role, as its own script or the build server makes it; others only as remarks."""
    calls = [each for each in find_commands(code) if not each.is_usual]  # the rest is only configured
    for role, names in _NAMES.items():
        own = next(iter(_scripts(code, names)), None)
        if own:
            is_on = own.kind not in _LANGUAGES or _has_one_language(code)
            yield Value(("commands", role), _start(code, own), own.at, is_on=is_on)
        said = {_start(code, own).replace(" run ", " ")} if own else set()
        is_known = own is not None
        for each in calls:
            if each.role != role or each.at is None:
                continue
            line = _typed(code, each.line, each.at)
            if line.replace(" run ", " ") not in said:
                said.add(line.replace(" run ", " "))
                is_on = not is_known and _is_whole(code, each.line, each.at)
                is_known |= is_on
                yield Value(("commands", role), line, each.at, is_on=is_on)


def _typed(code: Profiled, line: str, at: Spot) -> str:
    """Return a call as a person types it: what a `package.json` runs is found through its script alone."""
    scripts = (each for each in code.manifest.scripts if each.kind == "npm" and each.at == at)
    script = next(scripts, None)
    return _start(code, script) if script and not script.folder else line


def _is_whole(code: Profiled, line: str, at: Spot) -> bool:
    """Tell whether a call is the one for the whole project: it names its tool, and is no part of several."""
    calls = {line_of(each): each for tool in code.manifest.tools for each in tool.calls if each.at == at}
    if line not in calls or calls[line].through or calls[line].folder or _NARROW.search(line):
        return False
    if _runs_elsewhere(code, at) or not _has_one_language(code):
        return False
    tool = next(tool for tool in code.manifest.tools if calls[line] in tool.calls)
    others = {line_of(each) for each in tool.calls if each.source is calls[line].source}
    return len(others) == 1 or not _PARTIAL.search(line)


def _runs_elsewhere(code: Profiled, at: Spot) -> bool:
    """Tell whether the lines of a call go into a folder first."""
    source = code.lines(at.path)
    texts = [each.text for each in code.manifest.scripts if each.at == at]
    texts += source.lines[at.line - 1 : at.line] if source and at.line else []
    return any(_CHANGED.search(text) for text in texts)


def _has_one_language(code: Profiled) -> bool:
    """Tell whether one manifest rules the top of the repository: of two, neither's tool checks the whole."""
    return len({each.ecosystem for each in code.manifest.projects if not each.folder}) < 2


def _scripts(code: Profiled, names: tuple[str, ...]) -> list[Script]:
    found = [
        each
        for each in code.manifest.scripts
        if each.name in names and each.kind in _STARTED and not each.folder and (each.calls or each.needs)
    ]
    return sorted(found, key=lambda each: (list(_STARTED).index(each.kind), names.index(each.name)))


def _start(code: Profiled, script: Script) -> str:
    if script.kind != "npm":
        return _STARTED[script.kind].format(script.name)
    runner = next((name for lock, name in _RUNNERS.items() if lock in code.paths), "npm")
    return _STARTED["npm"].format(runner, script.name)
