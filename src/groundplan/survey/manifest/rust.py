"""What `Cargo.toml` says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime
from groundplan.survey.manifest.lines import dig, table, texts, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.manifest.lines import Lines

_INHERITED = "(workspace)"
_GROUPS = (("dependencies", ""), ("dev-dependencies", "dev"), ("build-dependencies", "build"))


def read_cargo_toml(source: Lines) -> Part:
    """Return all that a `Cargo.toml` says; `(workspace)` is filled in by `fill_workspace`."""
    data = source.toml()
    package = table(data.get("package"))
    name = words(package.get("name"))
    projects, runtimes = [], []
    head = source.header("package")
    if name:
        line = source.key_line("name", after=head)
        projects.append(
            Project(source.folder, name, "cargo", source.spot(line), words(package.get("version")))
        )
    for key, language in (("rust-version", "Rust"), ("edition", "Rust edition")):
        declared = words(package.get(key)) or words(dig(data, "workspace", "package").get(key))
        if declared:
            runtimes.append(Runtime(language, declared, source.spot(source.key_line(key)), source.folder))
    dependencies = list(_dependencies(source, data, ""))
    dependencies += _dependencies(source, dig(data, "workspace"), "workspace.")
    for target, body in table(data.get("target")).items():
        dependencies += _dependencies(source, table(body), f"target.{target}.")
    members = texts(dig(data, "workspace").get("members"))
    return Part(tuple(projects), tuple(dependencies), runtimes=tuple(runtimes), members=tuple(members))


def _dependencies(source: Lines, data: dict[str, object], prefix: str) -> Iterator[Dependency]:
    for key, group in _GROUPS:
        after = source.header(prefix + key)
        for name, value in table(data.get(key)).items():
            body = table(value)
            declared = (
                words(value)
                or words(body.get("version"))
                or words(body.get("git"))
                or words(body.get("path"))
            )
            if body.get("workspace") is True:
                declared = _INHERITED
            line = source.header(f"{prefix}{key}.{name}") or source.key_line(name, after=after)
            yield Dependency(
                words(body.get("package")) or name,
                "cargo",
                declared,
                source.spot(line),
                "workspace" if prefix == "workspace." else group or "optional" * bool(body.get("optional")),
                prefix.removeprefix("target.").rstrip(".") if prefix.startswith("target.") else "",
                project=source.folder,
            )


def fill_workspace(parts: list[tuple[str, Part]]) -> list[tuple[str, Part]]:
    """Give each dependency that a crate takes from its workspace the range written there."""
    written = {
        (each.project, each.name): each.declared
        for _, part in parts
        for each in part.dependencies
        if each.group == "workspace"
    }
    return [
        (path, replace(part, dependencies=tuple(_inherited(each, written) for each in part.dependencies)))
        for path, part in parts
    ]


def _inherited(each: Dependency, written: dict[tuple[str, str], str]) -> Dependency:
    folder = each.project
    while each.declared == _INHERITED:
        if (folder, each.name) in written:
            return replace(each, declared=written[folder, each.name])
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    return each
