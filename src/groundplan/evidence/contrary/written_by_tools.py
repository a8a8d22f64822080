"""Finds targets that a tool writes: what is changed there by hand is lost at its next run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.generated import why_generated
from groundplan.evidence.contrary.kinds import WrittenByTool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.pack import EvidencePack


def find_written_by_tools(pack: EvidencePack) -> Iterator[WrittenByTool]:
    """Return each target whose own first lines say that it is generated."""
    for path in dict.fromkeys(each.path for each in pack.targets):
        text = pack.index.text(path)
        found = why_generated("", text) if text else None
        if found:
            yield WrittenByTool(path, found.source if found.source in pack.index.paths() else "")
