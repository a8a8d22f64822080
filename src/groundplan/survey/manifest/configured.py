"""Where the tools are configured: files of their own, sections of pyproject.toml and setup.cfg."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.survey.manifest.tool_table import TOOLS
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.survey.manifest.lines import Lines

MULTIPLATFORM = "kotlin multiplatform"
_BUILDS = ("build.gradle", "build.gradle.kts", "libs.versions.toml")
_SECTIONED = ("pyproject.toml", "setup.cfg", "tox.ini")


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
    return {tool: tuple(dict.fromkeys(spots)) for tool, spots in found.items()}
