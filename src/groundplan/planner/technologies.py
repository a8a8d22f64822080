"""Databases and frameworks known by the packages that speak to them: so a project need not declare them."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.toml_text import read_toml
from groundplan.survey.manifest.facts import normal_name

if TYPE_CHECKING:
    from collections.abc import Mapping

_ECOSYSTEMS = ("pypi", "npm", "go", "cargo", "maven", "gem", "composer")


@dataclass(frozen=True, slots=True)
class Technology:
    """One database or framework: the packages that show it is used, and the words code calls it by."""

    name: str
    packages: Mapping[str, tuple[str, ...]]  # by ecosystem, as manifests name them
    words: tuple[str, ...] = ()  # as code names it: a dialect, a module, a folder
    also: str = ""  # what else its packages are declared for, so that their being declared does not tell

    def has(self, package: str, ecosystem: str) -> bool:
        """Tell whether a package is one of its own; a Go module's path may go on with a version."""
        name = normal_name(package)
        return any(
            name == known or ("/" in known and name.startswith(f"{known}/"))
            for known in map(normal_name, self.packages.get(ecosystem, ()))
        )


def _load() -> tuple[tuple[Technology, ...], ...]:
    text = resources.files("groundplan.planner").joinpath("technologies.toml").read_text("utf-8")
    table = read_toml(text)
    return tuple(
        tuple(
            Technology(
                row["name"],
                {each: tuple(row[each].split()) for each in _ECOSYSTEMS if each in row},
                tuple(row["words"].split()),
                row.get("also", ""),
            )
            for row in table[kind]
        )
        for kind in ("databases", "frameworks")
    )


DATABASES, FRAMEWORKS = _load()
