"""A document cut into its declared sections, so that joining them gives every byte back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.plan.document import Document
    from groundplan.plan.finding import Finding
    from groundplan.plan.playbook import Playbook


def cut(text: str, playbook: Playbook, document_name: str, path: str) -> Document:
    """Cut a document into header and sections, with records and normal forms; `join(cut(x)) == x`.

    Raises `Unreadable` for a text over 5 MB.
    """
    raise NotImplementedError


def join(document: Document) -> str:
    """Return the document's text out of its sections."""
    raise NotImplementedError


def find_structure_faults(document: Document, playbook: Playbook) -> list[Finding]:
    """Return the faults of headings and their order: GP501, GP502, GP503, GP506, GP507 and GP508."""
    raise NotImplementedError
