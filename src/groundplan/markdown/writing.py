"""Byte-preserving edits of one record or header field: everything outside its own row or item stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.plan.document import Section
    from groundplan.plan.playbook import HeaderSpec, RecordSpec
    from groundplan.plan.record import Record


def set_tick(text: str, record: Record, *, ticked: bool) -> str:
    """Return the document text with the record's checkbox set: one character differs, or none."""
    raise NotImplementedError


def set_field(text: str, record: Record, spec: RecordSpec, field: str, value: str) -> str:
    """Return the document text with one field of one record set; adds the field where it is not there."""
    raise NotImplementedError


def add_record(
    section_text: str,
    spec: RecordSpec,
    fields: Mapping[str, str],
    *,
    items: Mapping[str, Sequence[str]] | None = None,
    captures: Mapping[str, str] | None = None,
) -> str:
    """Return the section text (heading included) with one more record, in the style of its neighbours.

    `fields` holds captures of the label and declared fields; without `id` the next id of the pattern is given,
    for which `captures` (those of the section) may be needed. Records that are nothing but a skeleton's
    placeholders make room for it.
    """
    raise NotImplementedError


def set_header_field(text: str, header: HeaderSpec, label: str, value: str) -> str:
    """Return the document text with one header field set: front matter key or `**Label:** value` line."""
    raise NotImplementedError


def set_body(section: Section, body: str) -> str:
    """Return the section's text with another body; heading, spacing, line ends and the closing rule stay."""
    raise NotImplementedError
