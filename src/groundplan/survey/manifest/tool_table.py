"""The tools groundplan knows by name and what each is for, read from `tools.toml` beside this file."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import Any

from groundplan.plan.toml_text import read_toml
from groundplan.survey.manifest.facts import Role


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
