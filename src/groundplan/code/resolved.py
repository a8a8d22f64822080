"""Where an import leads: the files of the repository it means, or the package outside that it names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Resolved:
    """The answer to one import: files of the repository, or a package outside, or neither where unknown."""

    paths: tuple[str, ...] = ()
    external: str = ""  # top-level package outside the repository
    how: str = ""  # by which rule it was found, for the label on the edge

    @property
    def is_inside(self) -> bool:
        """Whether the import leads to a file of the repository."""
        return bool(self.paths)
