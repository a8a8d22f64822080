"""What `package.json` says: dependencies, scripts, commands, engines, workspaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime, Script
from groundplan.survey.manifest.lines import table, texts, words
from groundplan.survey.manifest.shell import split_line
from groundplan.survey.manifest.yaml_tree import read_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.manifest.lines import Lines

_GROUPS = (
    ("dependencies", ""),
    ("devDependencies", "dev"),
    ("peerDependencies", "peer"),
    ("optionalDependencies", "optional"),
)


def read_package_json(source: Lines) -> Part:
    """Return all that a `package.json` says."""
    data = source.json()
    dependencies = []
    for key, group in _GROUPS:
        after = source.line_of(f'"{key}"')
        for name, value in table(data.get(key)).items():
            spot = source.spot(source.line_of(f'"{name}"', after=after))
            dependencies.append(Dependency(name, "npm", words(value), spot, group, project=source.folder))
    name = words(data.get("name"))
    line = source.line_of('"name"') or 1
    is_project = bool(name or dependencies or data.get("scripts"))
    project = Project(
        source.folder,
        name or source.folder or "(root)",
        "npm",
        source.spot(line),
        words(data.get("version")),
        manager=words(data.get("packageManager")).partition("@")[0],
    )
    workspaces = data.get("workspaces")
    return Part(
        (project,) if is_project else (),
        tuple(dependencies),
        runtimes=tuple(_runtimes(source, data)),
        scripts=(*_scripts(source, data), *_commands(source, data)),
        members=tuple(texts(workspaces) or texts(table(workspaces).get("packages"))),
    )


def _runtimes(source: Lines, data: dict[str, object]) -> Iterator[Runtime]:
    after = source.line_of('"engines"')
    for key, value in table(data.get("engines")).items():
        language = {"node": "Node.js"}.get(key, key)
        spot = source.spot(source.line_of(f'"{key}"', after=after))
        yield Runtime(language, words(value), spot, source.folder)
    name, _, version = words(data.get("packageManager")).partition("@")
    if version:
        spot = source.spot(source.line_of('"packageManager"'))
        yield Runtime(name, version.partition("+")[0], spot, source.folder)


def _scripts(source: Lines, data: dict[str, object]) -> Iterator[Script]:
    after = source.line_of('"scripts"')
    for name, value in table(data.get("scripts")).items():
        text = words(value)
        spot = source.spot(source.line_of(f'"{name}"', after=after))
        yield Script(name, "npm", spot, text, split_line(text), folder=source.folder)


def _commands(source: Lines, data: dict[str, object]) -> Iterator[Script]:
    commands = data.get("bin")
    if isinstance(commands, str):
        commands = {words(data.get("name")).rpartition("/")[2] or source.folder: commands}
    after = source.line_of('"bin"')
    for name, value in table(commands).items():
        spot = source.spot(source.line_of(words(value), after=after))
        yield Script(name, "console", spot, words(value), folder=source.folder)


def read_pnpm_workspace(source: Lines) -> Part:
    """Return the member folders a `pnpm-workspace.yaml` names."""
    packages = read_tree(source.text).child("packages")
    return Part(members=tuple(packages.words()) if packages else ())


def read_version_file(source: Lines) -> Part:
    """Return the version a `.nvmrc`, `.node-version`, `.python-version` or `.ruby-version` asks for."""
    version = source.lines[0].strip()[:50] if source.lines else ""
    language = {".python-version": "Python", ".ruby-version": "Ruby"}.get(source.name, "Node.js")
    version = version.removeprefix("ruby-")
    runtime = Runtime(language, version, source.spot(1), source.folder)
    return Part(runtimes=(runtime,) if version else ())
