"""Named commands of task runners: Makefile, justfile, Taskfile."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Part, Script
from groundplan.survey.manifest.shell import split_script, without_marks
from groundplan.survey.manifest.yaml_tree import read_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.survey.manifest.lines import Lines

MOST_TARGETS = 500
_VARIABLE = re.compile(
    r"(?:export\s{1,10})?([A-Za-z_][A-Za-z0-9_.-]{0,100})\s{0,20}[:?+]?:?=\s{0,20}(.{0,500})"
)
_USE = re.compile(r"\$\(([A-Za-z_][A-Za-z0-9_.-]{0,100})\)|\$\{([A-Za-z_][A-Za-z0-9_.-]{0,100})\}")
_TARGET = re.compile(
    r"([A-Za-z0-9_./-][A-Za-z0-9_./ -]{0,200}?)\s{0,20}::?(?!=)\s{0,40}([^#=]{0,500})(?:#.{0,300})?$"
)
_RECIPE = re.compile(
    r"@?([A-Za-z_][A-Za-z0-9_-]{0,100})((?:[^:\"'`]|\"[^\"]*\"|'[^']*'|`[^`]*`){0,200}):(?!=)\s{0,20}([^#]{0,300})(?:#.{0,200})?$"
)


def read_makefile(source: Lines) -> Part:
    """Return the targets of a Makefile with plain variables filled in; `$(shell …)` is never run."""
    variables: dict[str, str] = {"MAKE": "make"}
    open_ones: set[str] = set()
    for line in source.lines:
        found = _VARIABLE.match(line) if line[:1].isalpha() or line[:1] == "_" else None
        if not found:
            continue
        value = found[2].partition(" #")[0].strip()
        # Set twice, asked of the shell or continued on the next line, a value is not known from here.
        if "$(shell" in value or value.endswith("\\") or variables.setdefault(found[1], value) != value:
            open_ones.add(found[1])
    literal = {name: value for name, value in variables.items() if name not in open_ones}
    return Part(scripts=_targets(source, _TARGET, "make", lambda text: _filled(text, literal)))


def read_justfile(source: Lines) -> Part:
    """Return the recipes of a justfile."""
    return Part(scripts=_targets(source, _RECIPE, "just", lambda text: text))


def _filled(text: str, variables: dict[str, str]) -> str:
    for _ in range(3):
        if "$(" not in text and "${" not in text:
            break
        text = _USE.sub(lambda use: variables.get(use[1] or use[2], use[0]), text)[:4_000]
    return text


def _targets(
    source: Lines, pattern: re.Pattern[str], kind: str, fill: Callable[[str], str]
) -> tuple[Script, ...]:
    found: list[Script] = []
    lines = source.lines
    number = 0
    while number < len(lines) and len(found) < MOST_TARGETS:
        line = lines[number]
        number += 1
        if not line or line[0] in "\t #" or len(line) > 1_000:
            continue
        match = pattern.match(line)
        if match is None:
            continue
        start = number
        while number < len(lines) and (not lines[number].strip() or lines[number][0] in "\t "):
            number += 1
        # A recipe line may be told to be silent or to fail softly: `@`, `-`, `+`.
        body = without_marks("\n".join(lines[start:number]), "@-+")
        calls = tuple(argv for _, argv in split_script(fill(body)))
        needs = tuple(match[match.lastindex or 1].replace("|", " ").split())[:50]
        found.extend(
            Script(name, kind, source.spot(start), body.strip()[:2_000], calls, needs, source.folder)
            for name in match[1].split()[:10]
            if not name.startswith(".")
        )
    return tuple(found)


def read_taskfile(source: Lines) -> Part:
    """Return the tasks of a Taskfile."""
    tasks = read_tree(source.text).child("tasks")
    found = []
    for name, node in list((tasks.children if tasks else {}).items())[:MOST_TARGETS]:
        commands = node.child("cmds") or node.child("cmd") or node
        rows = [each.text or (each.child("cmd") or each).text for each in commands.items] or [commands.text]
        needed = node.child("deps")
        needs = [each.text or (each.child("task") or each).text for each in needed.items] if needed else []
        needs += [task.text for each in commands.items if (task := each.child("task"))]
        body = "\n".join(row for row in rows if row)
        calls = tuple(argv for _, argv in split_script(body))
        found.append(
            Script(name, "task", source.spot(node.line), body[:2_000], calls, tuple(needs), source.folder)
        )
    return Part(scripts=tuple(found))
