"""How a repository's manifests look: what it is, what it needs, how its tools are called."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from groundplan.cli.views.findings import count
from groundplan.cli.views.rows import show_rows
from groundplan.survey.manifest.facts import Source
from groundplan.survey.manifest.shell import join_line

if TYPE_CHECKING:
    from groundplan.cli.look import Part, Screen
    from groundplan.survey.manifest.facts import Dependency, Manifest, Tool


_ANY_VERSION = frozenset({"pypi", "npm", "cargo", "composer"})


def show_manifest(screen: Screen, found: Manifest) -> None:
    """Put out projects, language versions, tools and dependencies, each with its line."""
    if not (found.projects or found.dependencies or found.tools):
        screen.line(
            "No manifest was found: no pyproject.toml, package.json, go.mod, Cargo.toml, pom.xml or other"
        )
    own = [each for each in found.projects if not each.is_example]
    show_rows(
        screen,
        [
            [(each.name or each.folder or ".", "bold"), each.version, each.ecosystem, (str(each.at), "dim")]
            for each in own
        ],
    )
    _head(screen, "Languages", bool(found.runtimes))
    show_rows(screen, [[each.language, each.declared, (str(each.at), "dim")] for each in found.runtimes])
    _head(screen, "Tools", bool(found.tools))
    screen.table([_tool_row(tool) for tool in found.tools], flexible=2)
    dependencies = sorted(
        (each for each in found.dependencies if not each.is_indirect),
        key=lambda each: (each.ecosystem, each.project, bool(each.group), each.group),
    )
    for (ecosystem, project, group), each in groupby(dependencies, key=_group):
        _head(screen, " ".join(filter(None, [ecosystem, project, f"({group or 'dependencies'})"])), True)
        show_rows(screen, [_row(dependency) for dependency in each])
    read = {each.at.path for each in found.scripts if each.kind == "ci"}
    kinds = Counter(each.kind for each in found.scripts if each.kind != "ci")
    named = ", ".join(f"{kinds[kind]} {kind}" for kind in sorted(kinds))
    _head(screen, f"Scripts: {named}", bool(kinds))
    _head(screen, f"{count(len(read), 'file')} with commands of build servers", bool(read))
    for unread in found.unread:
        screen.line((f"{unread.path}: {unread.reason}", "warn"))


def _tool_row(tool: Tool) -> list[Part]:
    best = tool.calls[0] if tool.calls else None
    at = best.at if best else next(iter(tool.configured_at), "")
    if best and best.source is Source.CONFIG:
        at = best.at.path  # the file that makes it the usual call; no line of it shows that
    call = join_line(best.argv) if best else ""
    if best and best.folder:
        call = f"{call} (in {best.folder})"
    if best and best.unfit:
        call = f"{call} ({best.unfit})"
    return [(tool.role.value, "accent"), (tool.name, "bold"), call, (str(at), "dim")]


def _group(each: Dependency) -> tuple[str, str, str]:
    return each.ecosystem, each.project, each.group


def _row(each: Dependency) -> list[Part]:
    locked = f"locked {each.locked}" if each.locked else ""
    unsaid = "any" if each.ecosystem in _ANY_VERSION else ""  # elsewhere a property or a parent may hold it
    declared = f"{each.declared or unsaid}{f' if {each.marker}' * bool(each.marker)}"
    return [(each.name, "bold"), declared, locked, (str(each.at), "dim")]


def _head(screen: Screen, title: str, is_there: bool) -> None:
    if is_there:
        screen.blank()
        screen.line((title, "bold"))
