"""Which files are plans: what they say about a name is no use of it, and they are no place to change."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.code.view import CitedCode, CodeView
    from groundplan.plan.config import Config

_MARKS = (b"<!-- groundplan: gp-", b"\nid: gp-")
_HEAD = 2000


def find_plan_files(index: CodeView) -> frozenset[str]:
    """Return groundplan's own files and every document that carries a plan's id, wherever it stands."""
    own = frozenset(path for path in index.paths() if path.startswith(".groundplan/"))
    if not own and not _has_plans(index):
        return own
    return own.union(path for path in index.paths() if path.endswith(".md") and _carries_id(index, path))


def _has_plans(index: CitedCode) -> bool:
    """Tell whether the folder of plans is there, even if git ignores it."""
    return index.root is not None and (index.root / ".groundplan").is_dir()


def is_plan_file(index: CodeView, path: str, config: Config) -> bool:
    """Tell whether a file is groundplan's own, or a document that carries a plan's id."""
    if path.startswith((".groundplan/", f"{config.folder.strip('/')}/")):
        return True
    return path.endswith(".md") and _carries_id(index, path)


def _carries_id(index: CodeView, path: str) -> bool:
    head = (index.text(path) or b"")[:_HEAD]
    return any(mark in head for mark in _MARKS)
