"""Citations in a section's words: code spans and links that name a file, lines of it or a symbol in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.plan.citation import Citation
    from groundplan.plan.document import Section


def find_citations(section: Section) -> tuple[Citation, ...]:
    """Return the citations of a section in their order, those inside fences left out."""
    raise NotImplementedError
