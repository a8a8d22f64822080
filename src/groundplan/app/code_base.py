"""The code of a workspace, indexed as it is now: what every question about code starts from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.index import open_index

if TYPE_CHECKING:
    from groundplan.code.index import Index, Progress
    from groundplan.git.repository import Repository


def open_code(repository: Repository, progress: Progress | None = None) -> Index:
    """Return the index of a repository, brought up to date; the caller closes it."""
    index = open_index(repository)
    try:
        index.refresh(progress)
    except BaseException:
        index.close()
        raise
    return index
