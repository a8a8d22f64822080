"""The tools groundplan knows by name and what each is for, read from `tools.toml` beside this file."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from groundplan.plan.toml_text import read_toml
from groundplan.survey.manifest.facts import Role
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.survey.manifest.lines import Lines

MULTIPLATFORM = "kotlin multiplatform"
_BUILDS = ("build.gradle", "build.gradle.kts", "libs.versions.toml")
_COMMON = "/src/commonMain/"
_SECTIONED = ("pyproject.toml", "setup.cfg", "tox.ini")


@dataclass(frozen=True, slots=True)
class Known:
    """A tool: its role, the words that call it, what shows that a repository uses it, its plain call."""

    name: str
    role: Role
    ecosystem: str
    words: tuple[str, ...]  # a call starts with these, once runners are taken off
    files: tuple[str, ...]  # config files whose being there shows use
    sections: tuple[str, ...]  # `tool.x` in pyproject.toml, or a section of setup.cfg
    packages: tuple[str, ...]  # declared packages that show use
    plain: tuple[str, ...]  # how it is called where nothing says more
    needs_settings: bool = False  # it does nothing without a file of its own


def _load() -> tuple[Known, ...]:
    text = resources.files("groundplan.survey.manifest").joinpath("tools.toml").read_text("utf-8")
    return tuple(map(_known, read_toml(text)["tools"]))


def _known(row: dict[str, Any]) -> Known:
    words = {key: tuple(row.get(key, "").split()) for key in ("files", "sections", "packages", "plain")}
    needs = row.get("needs_settings", False)
    called = tuple(row["call"].split())
    return Known(row["name"], Role(row["role"]), row["ecosystem"], called, **words, needs_settings=needs)


TOOLS = _load()
# A language's own runner needs no declaration: a project of that ecosystem has it.
DEFAULTS = {
    "go": ("go test", "go vet", "gofmt"),
    "cargo": ("cargo test",),
    "maven": ("mvn test",),
    "gradle": ("gradle test",),
    "nuget": ("dotnet test",),
}
# The hooks that pre-commit mirrors publish under other names than the tool's own.
HOOK_NAMES = {
    "ruff": ("ruff", "check"),
    "ruff-check": ("ruff", "check"),
    "ruff-format": ("ruff", "format"),
    "black-jupyter": ("black",),
    "biome-check": ("biome", "check"),
}


# Where the tools are configured: files of their own, sections of pyproject.toml and setup.cfg.


def find_configured(paths: Iterable[str], opened: Mapping[str, Lines]) -> dict[str, tuple[Spot, ...]]:
    """Return the places at the root that configure each tool."""
    found: dict[str, list[Spot]] = defaultdict(list)
    files = {name: known.name for known in TOOLS for name in known.files}
    for path in paths:
        if "/" not in path and path in files and path != "conftest.py":
            found[files[path]].append(Spot(path))
    sections = {name: known.name for known in TOOLS for name in known.sections}
    for name in _SECTIONED:
        source = opened.get(name)
        for number, line in enumerate(source.lines if source else (), 1):
            if not line.startswith("["):
                continue
            header = line.partition("]")[0].strip("[ ")
            for section, tool in sections.items():
                if (header == section or header.startswith(f"{section}.")) and len(found[tool]) < 5:
                    found[tool].append(Spot(name, number))
    for path, source in opened.items():
        if path.endswith(_BUILDS) and "multiplatform" in source.text.lower():
            found[MULTIPLATFORM].append(Spot(path))
    # the plugin may be applied by a convention of the build's own; its source sets show it all the same
    common = next((path for path in paths if _COMMON in f"/{path}"), "")
    found[MULTIPLATFORM] += [Spot(common)] if common else []
    return {tool: tuple(dict.fromkeys(spots)) for tool, spots in found.items() if spots}
