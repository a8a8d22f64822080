"""How to call tests, linters, formatters, type checkers: what CI runs first, then scripts, then defaults."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Call, Source, Tool
from groundplan.survey.manifest.recognising import named_script, recognise
from groundplan.survey.manifest.tool_table import DEFAULTS, HOOK_NAMES, TOOLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.survey.manifest.facts import Dependency, Project, Script
    from groundplan.survey.manifest.tool_table import Known
    from groundplan.survey.spot import Spot

MOST_CALLS = 8
MOST_HOPS = 4
MOST_STEPS = 20_000  # scripts that call each other in many ways
MOST_SCRIPTS = 3_000
_SOURCES = {
    "ci": Source.CI,
    "make": Source.MAKE,
    "just": Source.MAKE,
    "task": Source.MAKE,
    "hook": Source.HOOK,
}
_PARTS = re.compile(r"[^a-z0-9]")
# A call with these words runs a part, or changes files: there is a better one to start with.
_NARROW = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "docs doc e2e integration bench benchmark coverage cov min fix write nightly windows macos scripts "
        "examples example dev update watch dts schedule smoke"
    ).split()
)


class _Scripts:
    """Scripts by kind and name, to follow `make test` to what it runs."""

    def __init__(self, scripts: Iterable[Script]) -> None:
        self.steps = 0
        self.found: dict[tuple[str, str], list[Script]] = defaultdict(list)
        for script in scripts:
            self.found[script.kind, script.name].append(script)

    def tools(
        self, argv: tuple[str, ...], folder: str, hops: int = 0
    ) -> Iterator[tuple[Known, tuple[Spot, ...]]]:
        """Return the tools a call ends in, with the scripts passed on the way."""
        known = recognise(argv)
        if known:
            yield known, ()
            return
        self.steps += 1
        if hops >= MOST_HOPS or self.steps > MOST_STEPS:
            return
        kinds, names = named_script(argv)
        for kind in kinds:
            for name in names[:6]:
                for script in self._near(kind, name, folder)[:1]:
                    yield from self._through(script, kind, hops)

    def _through(self, script: Script, kind: str, hops: int) -> Iterator[tuple[Known, tuple[Spot, ...]]]:
        self.steps += 1
        if self.steps > MOST_STEPS:
            return
        for inner in script.calls[:20]:
            for known, through in self.tools(inner, script.folder, hops + 1):
                yield known, (script.at, *through)
        if hops + 1 < MOST_HOPS:
            for need in script.needs[:20]:
                for script_needed in self._near(kind, need, script.folder)[:1]:
                    for known, through in self._through(script_needed, kind, hops + 1):
                        yield known, (script.at, *through)

    def _near(self, kind: str, name: str, folder: str) -> list[Script]:
        found = self.found.get((kind, name), [])
        return sorted(found, key=lambda each: (each.folder != folder, each.folder.count("/"), each.folder))


def find_tools(
    scripts: tuple[Script, ...],
    dependencies: tuple[Dependency, ...],
    projects: tuple[Project, ...],
    configured: dict[str, tuple[Spot, ...]],
) -> tuple[Tool, ...]:
    """Return the tools this repository uses, each with its calls, the best evidenced first."""
    calls: dict[tuple[str, str], dict[tuple[tuple[str, ...], str], Call]] = defaultdict(dict)
    shelf = _Scripts(scripts)
    for script in scripts[:MOST_SCRIPTS]:
        source = _SOURCES.get(script.kind, Source.SCRIPT)
        for written in script.calls[:50]:
            plain = written
            if script.kind == "hook":
                plain = HOOK_NAMES.get(written[0], written[:1]) + written[1:]
            for known, through in shelf.tools(plain, script.folder):
                argv = ("pre-commit", "run", script.name, "--all-files") if script.kind == "hook" else plain
                call = Call(argv, source, script.at, script.folder, through, _is_template(argv))
                calls[known.role, known.name].setdefault((call.argv, call.folder), call)
    _add_plain(calls, dependencies, projects, configured)
    tools = []
    for known in TOOLS:
        found = calls.pop((known.role, known.name), None)
        if found:
            ranked = sorted(found.values(), key=_rank)[:MOST_CALLS]
            tools.append(Tool(known.name, known.role, tuple(ranked), configured.get(known.name, ())))
    order = list(Source)
    return tuple(sorted(tools, key=lambda each: _tool_rank(each, order)))


def _tool_rank(tool: Tool, order: list[Source]) -> tuple[object, ...]:
    return (tool.role, order.index(tool.calls[0].source), not tool.configured_at, -len(tool.calls))


def _add_plain(
    calls: dict[tuple[str, str], dict[tuple[tuple[str, ...], str], Call]],
    dependencies: tuple[Dependency, ...],
    projects: tuple[Project, ...],
    configured: dict[str, tuple[Spot, ...]],
) -> None:
    """Add the plain call of a tool that is configured, declared or part of its language, not called."""
    declared = {each.name.lower(): each.at for each in reversed(dependencies) if not each.project}
    own = {each.ecosystem: each.at for each in reversed(projects) if not each.is_example}
    for known in TOOLS:
        if calls.get((known.role, known.name)):
            continue
        spots = [*configured.get(known.name, ())] if known.files or known.sections else []
        spots += [declared[name] for name in known.packages if name in declared]
        if known.name in DEFAULTS.get(known.ecosystem, ()) and known.ecosystem in own:
            spots.append(own[known.ecosystem])
        if spots and known.plain:
            call = Call(known.plain, Source.CONFIG, spots[0])
            calls[known.role, known.name][call.argv, ""] = call


def _is_template(argv: tuple[str, ...]) -> bool:
    return any("${" in each or "$(" in each or "{{" in each for each in argv)


def _rank(call: Call) -> tuple[object, ...]:
    return (
        call.is_template and call.source is not Source.CONFIG,
        list(Source).index(call.source),
        sum(part in _NARROW for each in call.argv for part in _PARTS.split(each.lower())),
        bool(call.folder),
        len(call.argv),
        call.at,
    )
