"""What a clone does not have, and the command that brings it: a history may end early."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.git.command import Answer

SHALLOW = "This clone is shallow: `git fetch --unshallow` brings the rest of the history"
PARTIAL = "This clone is partial: `git fetch --refetch --no-filter` brings what it lacks"
_LACKS = ("promisor remote", "lazy fetching disabled")


def is_partial(settings: Mapping[str, str]) -> bool:
    """Tell whether a clone has commits without all of their files."""
    return "extensions.partialclone" in settings or any(
        name.startswith("remote.") and name.endswith(".promisor") and value.lower() != "false"
        for name, value in settings.items()
    )


def expect(answer: Answer, what: str) -> bytes:
    """Return what git answered, or say why it could not, and what would bring what is missing."""
    if answer.code == 0:
        return answer.out
    if any(words in answer.complaint for words in _LACKS):
        raise Unreadable(f"git cannot read {what}: this clone is partial and lacks it", hint=PARTIAL)
    raise Unreadable(f"git cannot read {what}: {answer.complaint}", hint="See what is broken: `git fsck`")
