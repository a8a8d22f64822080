"""Which files changed their names between two commits, as git sees it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from groundplan.git.question import Inquiry
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.git.command import Answer

_OPTIONS = (
    *("-r", "-z", "--name-status", "-l1000"),
    *("--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=all"),
)


def find_renames(ask: Callable[[Inquiry], Answer], old: str, new: str) -> dict[str, str]:
    """Return old name -> new name for the files that one commit has and the other has under another name.

    A partial clone may lack the texts that likeness is judged by; then only unchanged files are followed.
    """
    answer = ask(Inquiry("diff-tree", (*_OPTIONS, "-M"), (old, new)))
    if answer.code != 0:
        answer = ask(Inquiry("diff-tree", (*_OPTIONS, "-M100%"), (old, new)))
    if answer.code != 0:
        raise Unreadable(
            f"git cannot compare `{old}` with `{new}`: {answer.complaint}",
            hint="See what is broken: `git fsck`",
        )
    return _read_renames(answer.out)


def _read_renames(out: bytes) -> dict[str, str]:
    tokens = iter(os.fsdecode(out).split("\0"))
    renames = {}
    for status in tokens:
        if status.startswith("R"):
            old = next(tokens, "")
            renames[old] = next(tokens, "")
        else:
            next(tokens, None)
    return renames
