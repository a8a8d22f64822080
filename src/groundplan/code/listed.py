"""The files of a worktree as git lists them, for questions that need no index."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.files import list_files
from groundplan.code.through import Through

if TYPE_CHECKING:
    from groundplan.code.late_index import LateIndex


class ListedCode(Through):
    """Names and texts at once; whatever else is asked brings the index up to date first."""

    def __init__(self, code: LateIndex) -> None:
        super().__init__(code)

    @cached_property
    def _listed(self) -> tuple[str, ...]:
        return tuple(sorted(list_files(self.repository)))

    def paths(self) -> tuple[str, ...]:
        """Return every file, tracked or new and not ignored, sorted; binary ones are among them."""
        return self._listed
