"""New words put between the other sections of a document, which come out untouched or the write is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.document import Document
    from groundplan.plan.playbook import Playbook


def splice(document: Document, playbook: Playbook, changes: Mapping[str, str]) -> str:
    """Return the document's text with the named sections' bodies replaced, or raise `Refused` with the line.

    A text may start with its section's own heading; that heading is taken only for a repeated section. A key
    that is declared but not in the document is added at its declared place. `Misused` for an unknown key.
    """
    raise NotImplementedError
