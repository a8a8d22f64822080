"""What every ecosystem knows about its installed packages: where one lies, and where a name in it leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.survey.installed.facts import Installed

Names: TypeAlias = tuple[str, ...]
# A file or package folder, and the names to look for there.
Lead: TypeAlias = "tuple[Path, Names]"


class Ecosystem(Protocol):
    """One package manager's environment, as far as this project has it."""

    @property
    def name(self) -> str:
        """Return what manifests call it."""
        ...

    @property
    def endings(self) -> tuple[str, ...]:
        """Return the endings of its source files."""
        ...

    @property
    def looked_in(self) -> tuple[str, ...]:
        """Return the folders in which its packages would be."""
        ...

    def find(self, asked: str) -> tuple[Installed, Names] | None:
        """Return the package that words begin with, and the names behind it."""
        ...

    def starts(self, package: Installed, names: Names) -> Iterator[Lead]:
        """Yield where to begin looking for a member of a package."""
        ...

    def readme(self, package: Installed) -> tuple[Path, str]:
        """Return where a package describes itself, and its words."""
        ...

    def files(self, place: Path) -> list[Path]:
        """Return the files that make up a module."""
        ...

    def lead(self, file: Path, module: str) -> Iterator[Lead]:
        """Yield what an import that is written in a file leads to."""
        ...

    def below(self, place: Path, name: str) -> Path | None:
        """Return the module inside a module."""
        ...
