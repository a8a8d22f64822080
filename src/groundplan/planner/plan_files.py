"""Which files are plans: what they say about a name is no use of it, and they are no place to change."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.code.view import CodeView
    from groundplan.plan.config import Config

_MARKS = (b"<!-- groundplan: gp-", b"\nid: gp-")
_HEAD = 2000


def is_plan_file(index: CodeView, path: str, config: Config) -> bool:
    """Tell whether a file is groundplan's own, or a document that carries a plan's id."""
    if path.startswith((".groundplan/", f"{config.folder.strip('/')}/")):
        return True
    if not path.endswith(".md"):
        return False
    head = (index.text(path) or b"")[:_HEAD]
    return any(mark in head for mark in _MARKS)
