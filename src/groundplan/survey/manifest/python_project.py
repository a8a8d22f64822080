"""What `pyproject.toml` says: PEP 621, dependency groups, poetry, PDM, hatch, uv, and their scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime, Script
from groundplan.survey.manifest.lines import dig, table, texts, words
from groundplan.survey.manifest.shell import split_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.manifest.lines import Lines

_REQUIREMENT = re.compile(
    r"\s{0,20}([A-Za-z0-9][A-Za-z0-9._-]{0,200})\s{0,20}(?:\[[^\]]{0,300}\])?\s{0,20}([^;#]{0,300})(?:;([^#]{0,300}))?"
)
_COMPARISONS = ("==", ">", "<", "!=", "~=", "@")


def parse_requirement(text: str) -> tuple[str, str, str] | None:
    """Return name, range and marker of a PEP 508 line, or None where it is none."""
    match = _REQUIREMENT.match(text[:1_000])
    if match is None:
        return None
    declared = " ".join((match[2] or "").split()).strip("()")
    if declared and not declared.startswith(_COMPARISONS):
        return None
    return match[1], declared.rstrip(","), (match[3] or "").strip()


def read_pyproject(source: Lines) -> Part:
    """Return all that a `pyproject.toml` says."""
    data = source.toml()
    project = table(data.get("project"))
    poetry = dig(data, "tool", "poetry")
    name = words(project.get("name")) or words(poetry.get("name"))
    dependencies = [*_standard(source, data), *_poetry(source, poetry), *_tool_groups(source, data)]
    projects = []
    if name:
        line = source.key_line("name", after=source.header("project", "tool.poetry"))
        version = words(project.get("version")) or words(poetry.get("version"))
        projects.append(Project(source.folder, name, "pypi", source.spot(line), version))
    return Part(
        tuple(projects),
        tuple(dependencies),
        runtimes=tuple(_runtimes(source, data)),
        scripts=tuple(_scripts(source, data)),
        members=tuple(
            texts(dig(data, "tool", "uv", "workspace").get("members"))
            + texts(dig(data, "tool", "hatch", "workspace").get("members"))
        ),
    )


def _standard(source: Lines, data: dict[str, object]) -> Iterator[Dependency]:
    project = table(data.get("project"))
    head = source.header("project")
    yield from _listed(
        source, texts(project.get("dependencies")), "", source.key_line("dependencies", after=head)
    )
    extras = source.header("project.optional-dependencies") or source.line_of(
        "optional-dependencies", after=head
    )
    for group, entries in table(project.get("optional-dependencies")).items():
        yield from _listed(source, texts(entries), group, source.key_line(group, after=extras))
    groups = source.header("dependency-groups")
    for group, entries in table(data.get("dependency-groups")).items():
        yield from _listed(source, texts(entries), group, source.key_line(group, after=groups))
    build = texts(table(data.get("build-system")).get("requires"))
    yield from _listed(source, build, "build", source.header("build-system"))


def _listed(source: Lines, entries: list[str], group: str, after: int) -> Iterator[Dependency]:
    for entry in entries:
        found = parse_requirement(entry)
        if found:
            # A quote inside the entry is escaped in the file, so only what stands before it is looked for.
            start = entry.partition('"')[0]
            line = source.line_of(f'"{start}', after=after)
            if line == after and f'"{start}' not in source.lines[max(after - 1, 0)]:
                line = source.line_of(f"'{start}", after=after)
                begin = entry.partition(";")[0].strip()
                below = source.line_of(begin, after=after) if line == after else line
                # in a string of several lines the quotes stand above
                line = below if source.lines[max(below - 1, 0)].lstrip(" '\"").startswith(begin) else line
            elif start == entry and f'"{entry}"' not in source.lines[line - 1]:
                line = source.line_of(f'"{entry}"', after=line)
            name, declared, marker = found
            yield Dependency(name, "pypi", declared, source.spot(line), group, marker, project=source.folder)


def _poetry(source: Lines, poetry: dict[str, object]) -> Iterator[Dependency]:
    tables = [("", "tool.poetry.dependencies", table(poetry.get("dependencies")))]
    tables.append(("dev", "tool.poetry.dev-dependencies", table(poetry.get("dev-dependencies"))))
    for group, body in table(poetry.get("group")).items():
        tables.append((group, f"tool.poetry.group.{group}.dependencies", dig(body, "dependencies")))
    for group, header, entries in tables:
        after = source.header(header)
        for name, value in entries.items():
            if name == "python":
                continue
            versions = value if isinstance(value, list) else [value]
            first = versions[0] if versions else ""
            declared = words(first) or words(table(first).get("version")) or words(table(first).get("git"))
            marker = words(table(first).get("markers"))
            spot = source.spot(source.key_line(name, after=after))
            extra = group or "optional" * bool(table(first).get("optional"))
            yield Dependency(
                name, "pypi", declared.replace("*", ""), spot, extra, marker, project=source.folder
            )


def _tool_groups(source: Lines, data: dict[str, object]) -> Iterator[Dependency]:
    for group, entries in dig(data, "tool", "pdm", "dev-dependencies").items():
        after = source.header("tool.pdm.dev-dependencies")
        yield from _listed(source, texts(entries), group, source.key_line(group, after=after))
    after = source.header("tool.uv")
    dev = texts(dig(data, "tool", "uv").get("dev-dependencies"))
    yield from _listed(source, dev, "dev", source.key_line("dev-dependencies", after=after))
    for name, body in dig(data, "tool", "hatch", "envs").items():
        after = source.header(f"tool.hatch.envs.{name}")
        entries = texts(table(body).get("dependencies")) + texts(table(body).get("extra-dependencies"))
        yield from _listed(source, entries, f"hatch:{name}", after)


def _runtimes(source: Lines, data: dict[str, object]) -> Iterator[Runtime]:
    declared = words(table(data.get("project")).get("requires-python"))
    if declared:
        spot = source.spot(source.key_line("requires-python", after=source.header("project")))
        yield Runtime("Python", declared, spot, source.folder)
    declared = words(dig(data, "tool", "poetry", "dependencies").get("python"))
    if declared:
        spot = source.spot(source.key_line("python", after=source.header("tool.poetry.dependencies")))
        yield Runtime("Python", declared, spot, source.folder)


def _scripts(source: Lines, data: dict[str, object]) -> Iterator[Script]:
    for keys in (("project", "scripts"), ("tool", "poetry", "scripts"), ("project", "gui-scripts")):
        after = source.header(".".join(keys))
        for name, value in dig(data, *keys).items():
            target = words(value) or words(table(value).get("callable"))
            spot = source.spot(source.key_line(name, after=after))
            yield Script(name, "console", spot, target, folder=source.folder)
    for tool, kind in (("pdm", "pdm"), ("poe", "poe"), ("rye", "rye")):
        key = "tasks" if tool == "poe" else "scripts"
        for name, value in dig(data, "tool", tool, key).items():
            after = source.header(f"tool.{tool}.{key}.{name}") or source.header(f"tool.{tool}.{key}")
            yield _task(source, name, value, (kind, after))
    for env, body in dig(data, "tool", "hatch", "envs").items():
        after = source.header(f"tool.hatch.envs.{env}.scripts") or source.header(f"tool.hatch.envs.{env}")
        for name, value in dig(body, "scripts").items():
            yield _task(source, name if env == "default" else f"{env}:{name}", value, ("hatch", after))
    yield from _tox(source, dig(data, "tool", "tox"))


def _task(source: Lines, name: str, value: object, place: tuple[str, int]) -> Script:
    body = table(value)
    lines = texts(value) or texts(body.get("cmd")) or texts(body.get("shell")) or texts(body.get("chain"))
    calls = tuple(argv for line in lines for argv in split_line(line))
    if isinstance(body.get("cmd"), list):
        calls = (tuple(texts(body["cmd"])),)
    kind, after = place
    spot = source.spot(source.key_line(name.rpartition(":")[2], after=after))
    return Script(name, kind, spot, " && ".join(lines), calls, folder=source.folder)


def _tox(source: Lines, tox: dict[str, object]) -> Iterator[Script]:
    environments = {"": table(tox.get("env_run_base"))} | {
        name: table(body) for name, body in table(tox.get("env")).items()
    }
    for name, body in environments.items():
        header = f"tool.tox.env.{name}" if name else "tool.tox.env_run_base"
        after = source.header(header)
        lists = body.get("commands")
        rows = lists if isinstance(lists, list) else []
        calls = tuple(argv for row in rows if (argv := tuple(texts(row))))
        if calls:
            spot = source.spot(source.key_line("commands", after=after))
            text = " && ".join(" ".join(argv) for argv in calls)
            yield Script(name, "tox", spot, text, calls, folder=source.folder)
